#include "scheduling/looptree/NestTree.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace acc::looptree {
namespace {

std::string letters(const std::string &name) {
  std::string result;
  for (unsigned char c : name)
    result += std::isalnum(c) ? static_cast<char>(c) : '_';
  while (!result.empty() && result.back() == '_')
    result.pop_back();
  return result.empty() ? "x" : result;
}

/// `name`, or with a number when it is taken; keeps it.
std::string unique(std::string name, std::set<std::string> &taken) {
  std::string fresh = name;
  for (int number = 1; !taken.insert(fresh).second; ++number)
    fresh = name + "_" + std::to_string(number);
  return fresh;
}

/// Names that set expressions use themselves.
std::set<std::string> namesOfSets() {
  return {"All",    "Tensors",    "Nothing", "Inputs", "Outputs", "Intermediates",
          "Shared", "Persistent", "Other",   "Above",  "inf",     "Total"};
}

/// One way in which a statement accesses an array: per subscript the coefficient
/// of each dimension of the nest, and the rest.
struct AccessForm {
  int array = -1;
  std::vector<std::vector<int64_t>> coefficients;
  std::vector<Polynomial> offsets;
  bool isWrite = false;

  bool samePlace(const AccessForm &other) const {
    return array == other.array && coefficients == other.coefficients && offsets == other.offsets;
  }
};

class WorkloadBuilder {
public:
  WorkloadBuilder(const Schedule &schedule, const ParameterValues &given)
      : nest(schedule.nest()), scop(nest.source->scop), defaultSize(defaultSizeFor(schedule)) {
    result.names = namesOf(schedule);
    giveValues(given);
  }

  Outcome<NestWorkload> build() {
    const IslContext &context = *nest.source->context;
    return runIsl(context, placeOf(nest), "bounds of a LoopTree", [&]() -> Outcome<NestWorkload> {
      if (auto refused = findExtents())
        return *refused;
      for (size_t s = 0; s < scop.statements.size(); ++s)
        if (auto refused = addEinsum(s))
          return *refused;
      noteSizes();
      return std::move(result);
    });
  }

private:
  Rejection refuse(const std::string &why, SourceRange where = {}) const {
    return {RejectionKind::LoopTree, where.known() ? where : placeOf(nest), why};
  }

  /// Two of the largest blocks at least: a block that is not smaller than what it divides would
  /// leave no trace in the tree.
  static int64_t defaultSizeFor(const Schedule &schedule) {
    int64_t size = kDefaultSize;
    for (const Index &index : schedule.order())
      while (size < 2 * index.stride && size < 1 << 20)
        size *= 2;
    return size;
  }

  void giveValues(const ParameterValues &given) {
    for (const Parameter &parameter : scop.parameters) {
      int64_t value = defaultSize;
      auto known = given.find(parameter.name);
      std::optional<int64_t> computed;
      if (known != given.end())
        value = known->second;
      else if (parameter.value && (computed = parameter.value->evaluate(numbers)))
        value = *computed;
      else
        assumed.insert(parameter.name);
      numbers[parameter.name] = value;
      values[parameter.name] = Polynomial(value);
    }
  }

  Polynomial fixed(const Polynomial &value) {
    for (const std::string &symbol : value.symbols())
      if (assumed.count(symbol))
        used.insert(symbol);
    return value.substitute(values);
  }

  void noteSizes() {
    std::string names;
    for (const std::string &name : used)
      names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
      result.notes.push_back(names + " taken as " + std::to_string(defaultSize) +
                             "; --param NAME=VALUE says otherwise");
  }

  /// The iterations of a statement with all sizes known, steps taken as 1; none
  /// when a condition is not affine.
  std::optional<isl::set> domainOf(const ScopStatement &statement, bool withCondition) {
    std::vector<Condition> all;
    for (int index : statement.loops) {
      const ScopLoop &loop = scop.loops[index];
      Polynomial variable = Polynomial::symbol(loop.name);
      for (const Polynomial &first : loop.first)
        all.push_back(loop.step > 0 ? Condition::lessEqual(fixed(first), variable)
                                    : Condition::lessEqual(variable, fixed(first)));
      for (const Polynomial &end : loop.end)
        all.push_back(loop.step > 0 ? Condition::less(variable, fixed(end))
                                    : Condition::less(fixed(end), variable));
    }
    for (const std::string &symbol : statement.condition.symbols())
      if (assumed.count(symbol))
        used.insert(symbol);
    if (withCondition)
      all.push_back(statement.condition.substitute(values));
    return conditionSet(*nest.source->context, statement.id, scop.iteratorsOf(statement),
                        Condition::conjunction(std::move(all)));
  }

  /// Each dimension spans what its statements span together.
  std::optional<Rejection> findExtents() {
    size_t count = nest.dimensions.size();
    std::vector<std::optional<int64_t>> low(count), high(count);
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = scop.statements[s];
      std::optional<isl::set> domain = domainOf(statement, true);
      if (domain && domain->is_empty()) {
        domain = domainOf(statement, false);
        result.notes.push_back(statement.id + ": it does not run with these sizes; the figures are "
                                              "those of all iterations of its loops");
      }
      if (!domain)
        return refuse("its bounds are not affine", statement.where);
      if (domain->is_empty())
        return refuse("it has no iterations with these sizes", statement.where);
      std::vector<std::string> iterators = scop.iteratorsOf(statement);
      int64_t box = 1;
      for (size_t d = 0; d < count; ++d) {
        const NestDimension &dimension = nest.dimensions[d];
        if (dimension.kind == NestDimension::Kind::Fusing || !dimension.has[s])
          continue;
        auto form = linearForm(fixed(dimension.value[s]), iterators);
        if (!form)
          return refuse("its bounds are not affine", statement.where);
        isl::aff aff = makeAff(nest.source->context->get(), statement.id, iterators, *form);
        isl::val least = domain->min_val(aff), most = domain->max_val(aff);
        if (!least.is_int() || !most.is_int())
          return refuse("its bounds are not finite", statement.where);
        int64_t from = least.num_si() / dimension.step, to = most.num_si() / dimension.step;
        low[d] = std::min(low[d].value_or(from), from);
        high[d] = std::max(high[d].value_or(to), to);
        box *= to - from + 1;
      }
      if (auto points = countPoints(*domain, 100000); points && hasUnitSteps(s) && *points != box)
        result.notes.push_back(scop.statements[s].id + ": its iterations are no box; the figures "
                                                       "are those of the box around them");
      if (statement.opaque)
        result.notes.push_back(statement.id + ": it may do less than its accesses say");
    }
    for (size_t d = 0; d < count; ++d)
      result.extents.push_back(low[d] ? *high[d] - *low[d] + 1 : 1);
    return std::nullopt;
  }

  bool hasUnitSteps(size_t s) const {
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (nest.dimensions[d].has[s] && nest.dimensions[d].step != 1)
        return false;
    return true;
  }

  std::optional<Rejection> addEinsum(size_t s) {
    const ScopStatement &statement = scop.statements[s];
    std::map<std::string, Polynomial> inverse;
    for (size_t k = 0; k < statement.loops.size(); ++k)
      inverse[scop.loops[statement.loops[k]].name] = nest.iterators[s][k];
    std::vector<AccessForm> forms;
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      auto form = formOf(s, a, inverse);
      if (!form)
        return refuse("a subscript of " + scop.arrays[statement.accesses[a].array].name +
                          " moves by more than a number",
                      statement.accesses[a].where);
      auto same = std::find_if(forms.begin(), forms.end(),
                               [&](const AccessForm &other) { return other.samePlace(*form); });
      if (same == forms.end())
        forms.push_back(std::move(*form));
      else
        same->isWrite |= form->isWrite;
    }
    // What is written has the array's own name; inputs come first, as people write.
    std::stable_sort(forms.begin(), forms.end(), [](const AccessForm &a, const AccessForm &b) {
      return a.isWrite > b.isWrite;
    });
    Einsum einsum;
    einsum.name = result.names.einsums[s];
    std::vector<bool> indexed(nest.dimensions.size());
    for (const AccessForm &form : forms)
      einsum.accesses.push_back(accessOf(form, einsum, indexed));
    std::stable_partition(einsum.accesses.begin(), einsum.accesses.end(),
                          [](const TensorAccess &access) { return !access.output; });
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (indexed[d])
        einsum.bounds[result.names.rankVariables[d]] = result.extents[d];
      else if (nest.dimensions[d].has[s] && nest.dimensions[d].kind != NestDimension::Kind::Fusing)
        einsum.instances *= result.extents[d];
    result.indexes.push_back(std::move(indexed));
    result.workload.einsums.push_back(std::move(einsum));
    return std::nullopt;
  }

  std::optional<AccessForm> formOf(size_t s, size_t a,
                                   const std::map<std::string, Polynomial> &inverse) {
    const ScopAccess &access = scop.statements[s].accesses[a];
    AccessForm form;
    form.array = access.array;
    form.isWrite = access.isWrite;
    for (const Polynomial &subscript : nest.source->views.viewOf(s, a).subscripts) {
      Polynomial rest = fixed(subscript.substitute(inverse));
      std::vector<int64_t> coefficients(nest.dimensions.size());
      for (size_t d = 0; d < nest.dimensions.size(); ++d) {
        const std::string &name = nest.dimensions[d].name;
        if (nest.dimensions[d].kind == NestDimension::Kind::Fusing || !rest.contains(name))
          continue;
        auto factor = rest.coefficient(name, 1).constant();
        if (!factor || rest.degree(name) > 1)
          return std::nullopt;
        coefficients[d] = *factor;
        rest -= Polynomial(*factor) * Polynomial::symbol(name);
      }
      form.coefficients.push_back(std::move(coefficients));
      form.offsets.push_back(rest);
    }
    return form;
  }

  TensorAccess accessOf(const AccessForm &form, const Einsum &einsum, std::vector<bool> &indexed) {
    TensorAccess access;
    access.tensor = result.names.tensors[form.array];
    for (int number = 1; einsum.access(access.tensor); ++number)
      access.tensor = aliasOf(form.array, number);
    access.array = result.names.tensors[form.array];
    access.output = form.isWrite;
    access.bits = 8.0 * std::max(1u, scop.arrays[form.array].elementSize);
    for (size_t k = 0; k < form.coefficients.size(); ++k) {
      Polynomial index;
      for (size_t d = 0; d < nest.dimensions.size(); ++d)
        if (int64_t factor = form.coefficients[k][d]) {
          index += Polynomial(std::abs(factor)) * Polynomial::symbol(result.names.rankVariables[d]);
          indexed[d] = true;
        }
      access.projection.push_back(
          {"R" + std::to_string(k), index, {}, form.offsets[k].constant().value_or(0)});
    }
    return access;
  }

  /// The name of the n-th further tensor of an array: no name of another one.
  std::string aliasOf(int array, int number) const {
    std::string name = result.names.tensors[array] + "_" + std::to_string(number);
    auto isTaken = [&](const std::vector<std::string> &names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    while (isTaken(result.names.tensors) || isTaken(result.names.rankVariables) ||
           isTaken(result.names.einsums))
      name += "_";
    return name;
  }

  const Nest &nest;
  const Scop &scop;
  int64_t defaultSize;
  std::map<std::string, int64_t> numbers;
  std::map<std::string, Polynomial> values;
  std::set<std::string> assumed, used; // parameters with the default size
  NestWorkload result;
};

} // namespace

int dimensionOf(const Nest &nest, const Index &index, size_t statement) {
  auto isOwn = [&](int d) { return d >= 0 && nest.dimensions[d].has[statement]; };
  if (isOwn(index.dimension))
    return index.dimension;
  auto other = std::find_if(index.mixed.begin(), index.mixed.end(), isOwn);
  return other == index.mixed.end() ? -1 : *other;
}

NestNames namesOf(const Schedule &schedule) {
  const Nest &nest = schedule.nest();
  const Scop &scop = nest.source->scop;
  NestNames names;
  std::set<std::string> variables, others = namesOfSets();
  for (const NestDimension &dimension : nest.dimensions) {
    if (dimension.kind == NestDimension::Kind::Fusing) {
      names.rankVariables.push_back("");
      continue;
    }
    std::string name = letters(dimension.name);
    if (!std::islower(static_cast<unsigned char>(name[0])) || hasMeaningOfItsOwn(name))
      name = "v_" + name;
    names.rankVariables.push_back(unique(name, variables));
  }
  for (const Index &index : schedule.order())
    for (int other : index.mixed)
      if (index.dimension >= 0 && other >= 0)
        names.rankVariables[other] = names.rankVariables[index.dimension];
  others.insert(variables.begin(), variables.end());
  for (const ScopStatement &statement : scop.statements)
    names.einsums.push_back(unique(letters(statement.id), others));
  for (const ScopArray &array : scop.arrays) {
    std::string name = letters(array.name + array.member);
    if (std::isdigit(static_cast<unsigned char>(name[0])) || hasMeaningOfItsOwn(name))
      name = "T_" + name;
    names.tensors.push_back(unique(name, others));
  }
  return names;
}

Outcome<NestWorkload> workloadOf(const Schedule &schedule, const ParameterValues &values) {
  return WorkloadBuilder(schedule, values).build();
}

} // namespace acc::looptree
