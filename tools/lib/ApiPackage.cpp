#include "tools/lib/ApiAllocate.h"
#include "tools/lib/ApiSource.h"

#include "analysis/dependence/FirstReads.h"
#include "tools/lib/Pipeline.h"

#include <algorithm>
#include <regex>

namespace acc_delin {
namespace {

/// Behind the name of a function, that of its nest's own where there is one.
constexpr const char *kInner = "_nest";

/// Why there cannot be these arguments.
std::optional<std::string> faultOf(const std::vector<Argument> &arguments) {
  std::set<std::string> names;
  for (const Argument &argument : arguments) {
    const std::string name = detail::nameOf(argument);
    if (!names.insert(name).second)
      return "two arguments are named '" + name + "'";
    auto *array = std::get_if<Array>(&argument);
    if (array && (array->role() == Role::Temporary || array->role() == Role::Constant))
      return "array " + name + " is local to the function and cannot be an argument";
    if (auto *scalar = std::get_if<Scalar>(&argument); scalar && scalar->isConstant())
      return "scalar " + name + " is a constant and cannot be an argument";
  }
  return std::nullopt;
}

/// The dimensions that the sizes of an array name.
std::set<std::string> dimensionsOf(const detail::ArrayState &array) {
  std::set<std::string> names;
  for (const auto &size : array.whole->sizes())
    if (size)
      names.merge(size->symbols());
  return names;
}

/// What of the arguments the nest uses, and then its temporaries on the heap.
std::vector<Argument> argumentsOf(const detail::NestCode &nest,
                                  const std::vector<Argument> &arguments) {
  const std::set<std::string> dimensions = nest.dimensions();
  std::vector<Argument> used;
  for (const Argument &argument : arguments) {
    const std::string name = detail::nameOf(argument);
    if (auto *output = std::get_if<OutputDimension>(&argument); output && dimensions.count(name))
      used.push_back(Dimension{name});
    else if (dimensions.count(name) || nest.uses.scalars.count(name) ||
             nest.uses.arrays.count(name))
      used.push_back(argument);
  }
  for (const auto &[name, array] : nest.uses.arrays)
    if (detail::stateOf(array).isOnHeap())
      used.push_back(array);
  return used;
}

/// What the function needs of its caller and does not get.
std::optional<std::string> missing(const detail::NestCode &nest,
                                   const std::vector<detail::ComputedSize> &sizes,
                                   const std::vector<Argument> &arguments) {
  std::set<std::string> names, needed = nest.dimensions();
  for (const Argument &argument : arguments)
    names.insert(detail::nameOf(argument));
  for (const auto &[name, type] : nest.uses.scalars)
    needed.insert(name);
  for (const auto &[name, array] : nest.uses.arrays) {
    const detail::ArrayState &state = detail::stateOf(array);
    if (state.isOnHeap())
      needed.merge(dimensionsOf(state));
    else if (!state.elements)
      needed.insert(name);
  }
  for (const detail::ComputedSize &size : sizes) {
    needed.insert(size.uses.integers.begin(), size.uses.integers.end());
    for (const auto &[name, type] : size.uses.scalars)
      needed.insert(name);
  }
  for (const std::string &name : needed)
    if (!names.count(name))
      return "the argument '" + name + "' is missing";
  return std::nullopt;
}

/// Refused: an output array of which an element may be read before the nest has assigned it.
Result<Done> checkOutputs(const detail::NestCode &nest, const acc::LiftedScop &source) {
  for (size_t k = 0; k < source.scop.arrays.size(); ++k) {
    auto array = nest.uses.arrays.find(source.scop.arrays[k].name);
    if (array == nest.uses.arrays.end() || array->second.role() != Role::Output)
      continue;
    source.context->resetQuota();
    acc::Outcome<std::optional<int>> first =
        acc::readBeforeWritten(source.scop, source.views, *source.context, k);
    if (!first)
      return refusalOf(first.rejection());
    if (*first)
      return invalidSchedule("array " + array->first + " is an output, and statement " +
                             std::to_string(**first) +
                             " may read an element before it is assigned");
  }
  return Done{};
}

} // namespace

std::string detail::nameOf(const Argument &argument) {
  if (auto *scalar = std::get_if<Scalar>(&argument))
    return scalar->name();
  if (auto *array = std::get_if<Array>(&argument))
    return array->name();
  auto *dimension = std::get_if<Dimension>(&argument);
  return dimension ? dimension->name : std::get<OutputDimension>(argument).name;
}

std::string detail::parameter(const Argument &argument) {
  if (auto *scalar = std::get_if<Scalar>(&argument))
    return std::string(typeName(scalar->type())) + " " + scalar->name();
  auto *array = std::get_if<Array>(&argument);
  if (!array)
    return "long " + nameOf(argument);
  return (array->role() == Role::Input ? "const " : "") + std::string(typeName(array->type())) +
         " *" + array->name();
}

std::string detail::declaration(const std::vector<Argument> &arguments, const std::string &name) {
  std::string text;
  for (const Argument &argument : arguments)
    text += (text.empty() ? "" : ", ") + parameter(argument);
  return "void " + name + "(" + (text.empty() ? "void" : text) + ")";
}

std::string detail::scriptId(const NestCode &nest, const std::string &name) {
  std::string id;
  for (unsigned k = 1; k <= nest.loops.size(); ++k)
    id += (k > 1 ? "+" : "") + name + "#" + std::to_string(k);
  return id;
}

std::string detail::NestCode::function(const std::vector<Argument> &arguments,
                                       const std::string &name) const {
  std::string text;
  for (const auto &[function, prototype] : uses.functions)
    text += prototype + "\n";
  text += declaration(arguments, name) + "\n{\n    long ";
  for (size_t k = 0; k < indices.size(); ++k)
    text += (k ? ", " : "") + indices[k];
  text += ";\n";
  for (const auto &[array, value] : uses.arrays)
    if (std::string definition = stateOf(value).definition(); !definition.empty())
      text += "    " + definition + "\n";
  return text + textOf(*this) + "}\n";
}

Result<Done> Package::add(const Schedule &schedule, const std::vector<Argument> &arguments,
                          const std::string &name) {
  Result<Plan> plan = schedule.createPlan();
  if (!plan)
    return plan.refusal();
  return add(*plan, arguments, name);
}

Result<Package::Function> Package::sourceOf(const detail::NestCode &nest,
                                            const std::vector<Argument> &arguments,
                                            const std::string &name) {
  if (auto fault = faultOf(arguments))
    return invalidSchedule(*fault);
  std::vector<detail::ComputedSize> sizes;
  for (const Argument &argument : arguments)
    if (auto *output = std::get_if<OutputDimension>(&argument)) {
      if (output->uses.fault)
        return invalidSchedule(*output->uses.fault);
      sizes.push_back({output->name, detail::textOf(output->tree), output->uses});
    }
  if (auto fault = missing(nest, sizes, arguments))
    return invalidSchedule(*fault);
  if (!detail::needsOuterFunction(nest, sizes))
    return Function{name, name, detail::declaration(arguments, name),
                    nest.function(arguments, name)};
  const std::string inner = name + kInner;
  const std::vector<Argument> passed = argumentsOf(nest, arguments);
  auto outer = detail::outerFunction(nest, arguments, sizes, passed, name, inner);
  if (auto *fault = std::get_if<std::string>(&outer))
    return invalidSchedule(*fault);
  const auto &around = std::get<detail::OuterFunction>(outer);
  return Function{name, inner, around.declaration,
                  around.prototypes + nest.function(passed, inner) + "\n" + around.text};
}

Result<Done> Package::add(const Plan &plan, const std::vector<Argument> &arguments,
                          const std::string &name) {
  for (const Function &function : functions)
    if (function.name == name || function.inner == name || function.name == name + kInner)
      return invalidSchedule("the package has a function '" + name + "' already");
  const acc::Schedule &schedule = plan.state->plan.schedule();
  if (Result<Done> checked = checkOutputs(plan.state->nest, *schedule.nest().source); !checked)
    return checked;
  Result<Function> made = sourceOf(plan.state->nest, arguments, name);
  if (!made)
    return made.refusal();
  const std::string source = std::move(made->text);
  acc::UnitOptions options;
  options.rewrite = true;
  options.scheduleFrom = acc::UnitOptions::ScheduleFrom::Script;
  options.script = plan.script(detail::scriptId(plan.state->nest, made->inner));
  acc::UnitResult result =
      acc::processUnit({"/" + name + ".c", "/", {"-std=c89"}, source}, options);
  const acc::report::File &file = result.file;
  if (!file.errors.empty())
    return Refusal{file.errors.front().id, file.errors.front().message};
  for (const acc::report::Nest &nest : file.nests)
    if (!nest.rejections.empty())
      return Refusal{nest.rejections.front().id, nest.rejections.front().message};
  std::optional<std::string> written = acc::applyEdits(source, result.edits);
  if (!written || result.edits.empty())
    return invalidSchedule("nothing was written for '" + name + "'");
  made->text = *written;
  functions.push_back(std::move(*made));
  return Done{};
}

std::string Package::source() const {
  std::string text;
  for (const Function &function : functions)
    text += (text.empty() ? "" : "\n") + function.text;
  return text;
}

std::string Package::header(const std::string &includeGuard) const {
  std::string declarations;
  for (const Function &function : functions)
    declarations += function.declaration + ";\n";
  // C++ has no _Bool.
  static const std::regex kTruth("\\b_Bool\\b");
  const bool hasTruth = std::regex_search(declarations, kTruth);
  declarations = std::regex_replace(declarations, kTruth, "bool");
  return "#ifndef " + includeGuard + "\n#define " + includeGuard +
         (hasTruth ? "\n\n#include <stdbool.h>" : "") +
         "\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" + declarations +
         "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

} // namespace acc_delin
