#include "tests/support/Source.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc::test {
namespace {

/// Domains are compared at every so many points, and where they are small.
constexpr int kDomainEvery = 7;
constexpr size_t kMostAccesses = 200;

/// What the definition of a derived parameter is at a point.
int64_t valueOfDefinition(const Scop &scop, const Parameter &parameter, const Point &point) {
  SymbolId slot = scop.loops.front().variable;
  auto assign = std::make_shared<Stmt>();
  assign->kind = Stmt::Kind::Assign;
  assign->text = "=";
  assign->target = makeSymbol(slot, parameter.definition->type, {});
  assign->value = parameter.definition;
  SourceNest nest = scop.nest;
  nest.root = assign;
  InterpreterState state;
  for (const auto &[name, value] : point)
    state.scalars[name] = ScalarValue::integer(value);
  auto trace = interpret(nest, state);
  EXPECT_TRUE(trace) << parameter.name;
  return trace ? int64_t(trace->state.scalars[nest.symbol(slot).name].bits) : 0;
}

struct Instance {
  std::vector<int64_t> time;
  int statement;
  Point point;
};

class Enumerator {
public:
  Enumerator(const Scop &scop, Point point) : scop(scop), parameters(std::move(point)) {}

  Enumeration run() {
    for (const Parameter &parameter : scop.parameters)
      if (!parameters.count(parameter.name))
        parameters[parameter.name] = valueOfDefinition(scop, parameter, parameters);
    check(scop.entryWraps, parameters);
    for (const Assumption &need : scop.needs)
      result.holds &= *need.condition.evaluate(parameters);
    EXPECT_EQ(scop.context.evaluate(parameters), true) << scop.context.str();
    if (!result.holds)
      return result;
    for (size_t k = 0; k < scop.statements.size(); ++k)
      expand(int(k), 0, {scop.statements[k].positions[0]}, parameters);
    std::stable_sort(instances.begin(), instances.end(),
                     [](const Instance &a, const Instance &b) { return a.time < b.time; });
    result.parameters = parameters;
    result.instances.resize(scop.statements.size());
    for (const Instance &instance : instances) {
      std::vector<int64_t> &values = result.instances[instance.statement].emplace_back();
      for (const std::string &name : scop.iteratorsOf(scop.statements[instance.statement]))
        values.push_back(instance.point.at(name));
      emit(instance);
    }
    return result;
  }

private:
  void check(const std::vector<WrapRequirement> &wraps, const Point &at) {
    for (const WrapRequirement &wrap : wraps) {
      auto value = wrap.value.evaluate(at);
      ASSERT_TRUE(value) << wrap.value.str();
      result.holds &= *wrap.low.constant() <= *value && *value <= *wrap.high.constant();
    }
  }

  void expand(int statement, size_t depth, std::vector<int64_t> time, const Point &at) {
    const ScopStatement &body = scop.statements[statement];
    if (depth == body.loops.size()) {
      if (*body.condition.evaluate(at))
        instances.push_back({time, statement, at});
      return;
    }
    const ScopLoop &loop = scop.loops[body.loops[depth]];
    bool up = loop.step > 0;
    int64_t value = *loop.first[0].evaluate(at);
    for (const Polynomial &first : loop.first)
      value = up ? std::max(value, *first.evaluate(at)) : std::min(value, *first.evaluate(at));
    for (;; value += loop.step) {
      for (const Polynomial &end : loop.end)
        if (up ? value >= *end.evaluate(at) : value <= *end.evaluate(at))
          return;
      Point inner = at;
      inner[loop.name] = value;
      std::vector<int64_t> next = time;
      next.push_back(up ? value : -value);
      next.push_back(body.positions[depth + 1]);
      expand(statement, depth + 1, next, inner);
      if (instances.size() > 100000)
        return;
    }
  }

  void emit(const Instance &instance) {
    for (const ScopAccess &access : scop.statements[instance.statement].accesses) {
      const ScopArray &array = scop.arrays[access.array];
      check(access.wraps, instance.point);
      if (array.isScalar || access.when.evaluate(instance.point) == false)
        continue;
      int64_t index = 0;
      size_t skip = array.privateLoops.size();
      for (size_t k = skip; k < access.subscripts.size(); ++k) {
        if (k > skip)
          index *= *array.declaredSizes[k - skip - 1].evaluate(instance.point);
        index += *access.subscripts[k].evaluate(instance.point);
      }
      result.accesses.push_back({array.name, index, access.isWrite});
    }
  }

  const Scop &scop;
  Point parameters;
  Enumeration result;
  std::vector<Instance> instances;
};

bool isSubsequence(const std::vector<TracedAccess> &part, const std::vector<TracedAccess> &all) {
  auto at = all.begin();
  for (const TracedAccess &access : part) {
    at = std::find(at, all.end(), access);
    if (at == all.end())
      return false;
    ++at;
  }
  return true;
}

/// Every product of up to three parameters has its value there: isl knows each as a parameter.
Condition valuesAt(const Point &parameters) {
  std::vector<std::pair<Polynomial, int64_t>> products{{Polynomial(1), 1}};
  std::vector<Condition> all;
  for (size_t first = 0, degree = 1; degree <= 3; ++degree) {
    size_t last = products.size();
    for (; first < last; ++first)
      for (const auto &[name, value] : parameters) {
        auto [product, number] = products[first];
        products.push_back({product * Polynomial::symbol(name), number * value});
        all.push_back(Condition::zero(products.back().first - Polynomial(products.back().second)));
      }
  }
  return Condition::conjunction(all);
}

/// What isl says of the statements' instances against what was enumerated.
void compareDomains(const Scop &scop, const Enumeration &expected, const std::string &place) {
  IslContext context(0);
  auto at = conditionSet(context, "", {}, valuesAt(expected.parameters));
  ASSERT_TRUE(at);
  for (size_t k = 0; k < scop.statements.size(); ++k) {
    const ScopStatement &statement = scop.statements[k];
    std::string points;
    for (const std::vector<int64_t> &values : expected.instances[k]) {
      points += (points.empty() ? "{ " : "; ") + statement.id + "[";
      for (size_t v = 0; v < values.size(); ++v)
        points += (v ? ", " : "") + std::to_string(values[v]);
      points += "]";
    }
    isl::set domain =
        iterationDomain(context, scop, statement).intersect_params(*at).project_out_all_params();
    bool agree = points.empty() ? domain.is_empty()
                                : domain.is_equal(isl::set(context.get(), points + " }"));
    EXPECT_TRUE(agree) << *scop.nest.unit->text << "\nat " << place << "\nenumerated: " << points;
  }
}

std::string textOf(const std::vector<TracedAccess> &accesses) {
  std::string text;
  for (const TracedAccess &access : accesses)
    text +=
        (access.isWrite ? " w " : " r ") + access.base + "[" + std::to_string(access.index) + "]";
  return text.substr(0, 600);
}

} // namespace

SourceNest nestOf(const std::string &text, const std::vector<std::string> &flags) {
  UnitInput input;
  input.path = "/nest.c";
  input.directory = "/";
  input.flags = flags;
  input.text = text;
  SourceUnit unit = readUnit(input);
  for (const ParseError &error : unit.errors)
    ADD_FAILURE() << error.where.line << ": " << error.message;
  if (unit.nests.empty()) {
    ADD_FAILURE() << "no nest in: " << text;
    abort();
  }
  return unit.nests.front();
}

SourceNest regionOf(const std::string &text, const std::vector<std::string> &flags) {
  UnitInput input;
  input.path = "/nest.c";
  input.directory = "/";
  input.flags = flags;
  input.text = text;
  SourceRange region;
  region.begin = text.find("/*<*/") + 5;
  region.end = text.find("/*>*/");
  auto nest = readRegion(input, region);
  if (!nest) {
    ADD_FAILURE() << nest.rejection().message();
    abort();
  }
  return *nest;
}

Outcome<Scop> scopOf(const std::string &text, const std::vector<std::string> &flags) {
  return buildScop(nestOf(text, flags));
}

Scop liftedOf(const std::string &text, const std::vector<std::string> &flags) {
  auto scop = scopOf(text, flags);
  if (!scop) {
    ADD_FAILURE() << scop.rejection().message() << "\n" << text;
    return {};
  }
  return *scop;
}

Rejection refusalOf(const std::string &text, const std::vector<std::string> &flags) {
  auto scop = scopOf(text, flags);
  if (scop && scop->unknown)
    return *scop->unknown;
  if (scop) {
    ADD_FAILURE() << "lifted: " << text;
    return {RejectionKind::Internal, {}, ""};
  }
  return scop.rejection();
}

Enumeration enumerate(const Scop &scop, const Point &point) {
  return Enumerator(scop, point).run();
}

int compareOnBox(const std::string &text, const std::map<std::string, std::vector<int64_t>> &box,
                 const std::vector<std::string> &flags, bool superset) {
  return compareOnBox(nestOf(text, flags), box, superset);
}

int compareOnBox(const SourceNest &nest, const std::map<std::string, std::vector<int64_t>> &box,
                 bool superset) {
  const std::string &text = *nest.unit->text;
  auto lifted = buildScop(nest);
  if (!lifted) {
    ADD_FAILURE() << lifted.rejection().message() << "\n" << text;
    return 0;
  }
  const Scop &scop = *lifted;
  std::vector<Point> points{{}};
  for (const auto &[name, values] : box) {
    std::vector<Point> longer;
    for (const Point &point : points)
      for (int64_t value : values) {
        longer.push_back(point);
        longer.back()[name] = value;
      }
    points = std::move(longer);
  }
  int compared = 0;
  for (const Point &point : points) {
    std::string place;
    InterpreterState state;
    for (const auto &[name, value] : point) {
      state.scalars[name] = ScalarValue::integer(value);
      place += name + "=" + std::to_string(value) + " ";
    }
    InterpreterOptions options;
    options.ignoreBounds = true;
    options.maxSteps = 100000;
    auto trace = interpret(scop.nest, state, options);
    if (!trace && trace.rejection().kind != RejectionKind::TooComplex) {
      if (trace.rejection().detail.find("no value") != std::string::npos)
        ADD_FAILURE() << trace.rejection().message();
      continue; // undefined in C
    }
    Enumeration expected = enumerate(scop, point);
    if (!expected.holds)
      continue;
    if (!trace) {
      ADD_FAILURE() << "endless at " << place << "but no requirement fails: " << text;
      continue;
    }
    if (compared++ % kDomainEvery == 0 && expected.accesses.size() <= kMostAccesses)
      compareDomains(scop, expected, place);
    bool agree = superset ? isSubsequence(trace->accesses, expected.accesses)
                          : trace->accesses == expected.accesses;
    EXPECT_TRUE(agree) << text << "\nat " << place << "\nrun: " << textOf(trace->accesses)
                       << "\nscop:" << textOf(expected.accesses);
    if (!agree)
      break;
  }
  return compared;
}

} // namespace acc::test
