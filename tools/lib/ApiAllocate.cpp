#include "tools/lib/ApiAllocate.h"

#include "tools/lib/ApiSource.h"
#include "tools/lib/ApiTree.h"

#include <algorithm>

namespace acc_delin::detail {
namespace {

/// Memory that the function allocates.
struct Memory {
  std::string name, type;
  /// Where a size is below 1 there is none.
  std::string isThere;
  /// Bytes: not less than they are, in floating point.
  std::string bound;
  std::string elements;
};

std::string textOf(const acc::Polynomial &value) { return detail::textOf(sumOf(value)); }

bool isNeverNegative(const acc::Polynomial &value) {
  const std::vector<acc::Term> terms = value.terms();
  return std::all_of(terms.begin(), terms.end(),
                     [](const acc::Term &term) { return term.coefficient >= 0; });
}

/// The elements from the base to the last one.
acc::Polynomial extentOf(const acc::Array &array) {
  acc::Polynomial last = array.map().offset;
  for (unsigned k = 0; k < array.rank(); ++k)
    last += array.map().coefficients[k] * (*array.sizes()[k] - acc::Polynomial(1));
  return last + acc::Polynomial(1);
}

/// The positive part of value * factor in floating point: 4.0 * N * M + 8.0 * N.
std::string boundOf(const acc::Polynomial &value, unsigned factor) {
  std::string sum;
  for (const acc::Term &term : value.terms()) {
    if (term.coefficient < 0)
      continue;
    std::string product = std::to_string(factor * static_cast<uint64_t>(term.coefficient)) + ".0";
    for (const auto &[name, exponent] : term.powers)
      for (int k = 0; k < exponent; ++k)
        product += " * " + name;
    sum += (sum.empty() ? "" : " + ") + product;
  }
  return sum.empty() ? "0.0" : sum;
}

std::variant<Memory, std::string> memoryOf(const ArrayState &array) {
  const acc::Array &whole = *array.whole;
  std::string isThere;
  for (const auto &size : whole.sizes()) {
    if (!size || array.inferred)
      return "array " + array.name + " is allocated in the function and needs all of its sizes";
    if (!size->constant())
      isThere += (isThere.empty() ? "" : " && ") + textOf(*size) + " > 0";
  }
  bool startsAtBase = isNeverNegative(whole.map().offset);
  for (const acc::Polynomial &coefficient : whole.map().coefficients)
    startsAtBase &= isNeverNegative(coefficient);
  if (!startsAtBase)
    return "array " + array.name +
           " is allocated in the function, and its map goes below its first element";
  const acc::Polynomial extent = extentOf(whole);
  if (extent.overflowed())
    return "array " + array.name + " has more elements than 64 bits can count";
  return Memory{array.name, typeName(array.type), isThere, boundOf(extent, typeOf(array.type).size),
                textOf(extent)};
}

/// Sizes in an order in which each uses earlier ones only; fewer where there is none.
std::vector<ComputedSize> inOrder(std::vector<ComputedSize> open) {
  std::vector<ComputedSize> done;
  while (!open.empty()) {
    auto next = std::find_if(open.begin(), open.end(), [&](const ComputedSize &size) {
      return std::none_of(open.begin(), open.end(), [&](const ComputedSize &other) {
        return size.uses.integers.count(other.name);
      });
    });
    if (next == open.end())
      return done;
    done.push_back(*next);
    open.erase(next);
  }
  return done;
}

/// Names that nothing has yet.
class Names {
public:
  explicit Names(std::set<std::string> taken) : taken(std::move(taken)) {}

  std::string fresh(std::string name) {
    while (!taken.insert(name).second)
      name += "_";
    return name;
  }

private:
  std::set<std::string> taken;
};

bool isAllocated(const ArrayState &array, const std::vector<ComputedSize> &sizes) {
  if (array.role != Role::Output || !array.whole)
    return false;
  return std::any_of(sizes.begin(), sizes.end(), [&](const ComputedSize &computed) {
    return std::any_of(
        array.whole->sizes().begin(), array.whole->sizes().end(),
        [&](const auto &size) { return size && size->symbols().count(computed.name); });
  });
}

/// Writes one function.
class Outer {
public:
  Outer(const NestCode &nest, const std::vector<Argument> &arguments,
        const std::vector<ComputedSize> &sizes)
      : sizes(sizes), names(takenBy(nest, sizes)) {
    for (const Argument &argument : arguments)
      if (auto *array = std::get_if<Array>(&argument); array && isAllocated(stateOf(*array), sizes))
        add(stateOf(*array), outputs);
    for (const auto &[name, array] : nest.uses.arrays)
      if (stateOf(array).isOnHeap())
        add(stateOf(array), temporaries);
    for (const ComputedSize &size : sizes)
      places[size.name] = names.fresh(size.name + "_out");
    for (const Memory &output : outputs)
      places[output.name] = names.fresh(output.name + "_out");
    memory = names.fresh("memory");
    failed = names.fresh("failed");
  }

  std::optional<std::string> fault;

  bool allocates() const { return !outputs.empty() || !temporaries.empty(); }

  std::string declaration(const std::vector<Argument> &arguments, const std::string &name) const {
    std::string text;
    for (const Argument &argument : arguments) {
      text += text.empty() ? "" : ", ";
      if (auto place = places.find(nameOf(argument)); place == places.end())
        text += parameter(argument);
      else if (auto *array = std::get_if<Array>(&argument))
        text += std::string(typeName(array->type())) + " **" + place->second;
      else
        text += "long *" + place->second;
    }
    return (allocates() ? "int " : "void ") + name + "(" + text + ")";
  }

  std::string prototypes() const {
    std::string text;
    for (const ComputedSize &size : sizes)
      for (const auto &[function, prototype] : size.uses.functions)
        text += prototype + "\n";
    if (!temporaries.empty())
      text += "void *calloc(unsigned long, unsigned long);\nvoid free(void *);\n";
    if (!outputs.empty())
      text += "void __accera_allocate(void **memory, unsigned long bytes);\n";
    return text;
  }

  std::string body(const std::vector<Argument> &passed, const std::string &inner) const {
    std::string text = "{\n";
    for (const ComputedSize &size : sizes)
      text += "    const long " + size.name + " = " + size.value + ";\n";
    if (!outputs.empty())
      text += "    void *" + memory + " = 0;\n";
    for (const Memory &temporary : temporaries)
      text += "    " + temporary.type + " *" + temporary.name + " = 0;\n";
    if (allocates())
      text += "    int " + failed + " = 0;\n\n";
    for (const ComputedSize &size : sizes)
      text += "    *" + places.at(size.name) + " = " + size.name + ";\n";
    for (const Memory &output : outputs)
      text += "    *" + places.at(output.name) + " = 0;\n";
    for (const Memory &temporary : temporaries)
      text += "    if (" + notFailedAnd(temporary.isThere) + ")\n        " + failed + " = " +
              temporary.bound + " > " + kMostBytes + " || !(" + temporary.name + " = (" +
              temporary.type + " *)calloc(" + temporary.elements + ", sizeof(" + temporary.type +
              ")));\n";
    for (const Memory &output : outputs)
      text += "    if (" + notFailedAnd(output.isThere) + ") {\n        if (" + output.bound +
              " <= " + kMostBytes + ")\n            __accera_allocate(&" + memory +
              ", (unsigned long)(" + output.elements + ") * sizeof(" + output.type +
              "));\n        *" + places.at(output.name) + " = (" + output.type + " *)" + memory +
              ";\n        " + failed + " = !" + memory + ";\n        " + memory + " = 0;\n    }\n";
    text += call(passed, inner);
    for (const Memory &temporary : temporaries)
      text += "    free(" + temporary.name + ");\n";
    return text + (allocates() ? "    return " + failed + ";\n" : "") + "}\n";
  }

private:
  /// What is not above it is computed in long without overflow, rounding of the bound included.
  static constexpr const char *kMostBytes = "4e18";

  static std::set<std::string> takenBy(const NestCode &nest,
                                       const std::vector<ComputedSize> &sizes) {
    std::set<std::string> taken = {"calloc", "free", "__accera_allocate"};
    auto take = [&](const Uses &uses) {
      for (const auto &[name, array] : uses.arrays)
        taken.insert(name);
      for (const auto &[name, type] : uses.scalars)
        taken.insert(name);
      for (const auto &[name, prototype] : uses.functions)
        taken.insert(name);
      taken.insert(uses.integers.begin(), uses.integers.end());
    };
    take(nest.uses);
    for (const ComputedSize &size : sizes) {
      take(size.uses);
      taken.insert(size.name);
    }
    return taken;
  }

  void add(const ArrayState &array, std::vector<Memory> &all) {
    auto made = memoryOf(array);
    if (auto *memory = std::get_if<Memory>(&made))
      all.push_back(*memory);
    else if (!fault)
      fault = std::get<std::string>(made);
  }

  std::string notFailedAnd(const std::string &condition) const {
    return "!" + failed + (condition.empty() ? "" : " && " + condition);
  }

  std::string call(const std::vector<Argument> &passed, const std::string &inner) const {
    std::string values;
    for (const Argument &argument : passed) {
      const std::string name = nameOf(argument);
      const bool isOutput = std::any_of(outputs.begin(), outputs.end(),
                                        [&](const Memory &output) { return output.name == name; });
      values += (values.empty() ? "" : ", ") + (isOutput ? "*" + places.at(name) : name);
    }
    return (allocates() ? "    if (!" + failed + ")\n        " : "    ") + inner + "(" + values +
           ");\n";
  }

  const std::vector<ComputedSize> &sizes;
  Names names;
  std::vector<Memory> outputs, temporaries;
  /// Parameters through which something is given back, by what that is named in the function.
  std::map<std::string, std::string> places;
  std::string memory, failed;
};

} // namespace

bool needsOuterFunction(const NestCode &nest, const std::vector<ComputedSize> &sizes) {
  return !sizes.empty() ||
         std::any_of(nest.uses.arrays.begin(), nest.uses.arrays.end(),
                     [](const auto &array) { return stateOf(array.second).isOnHeap(); });
}

std::variant<OuterFunction, std::string>
outerFunction(const NestCode &nest, const std::vector<Argument> &arguments,
              const std::vector<ComputedSize> &sizes, const std::vector<Argument> &passed,
              const std::string &name, const std::string &inner) {
  const std::vector<ComputedSize> ordered = inOrder(sizes);
  if (ordered.size() < sizes.size())
    return "the output dimensions are computed from each other";
  const Outer outer(nest, arguments, ordered);
  if (outer.fault)
    return *outer.fault;
  OuterFunction made{outer.declaration(arguments, name), outer.prototypes(), ""};
  made.text = made.declaration + "\n" + outer.body(passed, inner);
  return made;
}

} // namespace acc_delin::detail
