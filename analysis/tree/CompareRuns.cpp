#include "analysis/tree/CompareRuns.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/Interpreter.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>

namespace acc {
namespace {

/// Statements of the source until its run is given up.
constexpr uint64_t kMostSteps = 3000;
/// What reads the same nest takes no more than so many times the source's steps.
constexpr uint64_t kMostStepsOver = 16;

uint64_t hashOf(const std::string &name, int64_t index) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  hash = (hash ^ uint64_t(index)) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

/// At every third point there are large values, too.
constexpr uint64_t kLargeEvery = 3;
constexpr uint64_t kLargest = 10000;

/// Small, so that elements that are indices stay near, but at some points; seldom alike but for
/// zeros.
ScalarValue valueAt(const MemoryPlace &place, const CType &type, uint64_t seed) {
  uint64_t hash = hashOf(place.first, place.second ^ int64_t(seed));
  bool isLarge = seed % kLargeEvery == 0;
  if (isInexact(type)) {
    double value = hash % 5 == 0              ? 0
                   : isLarge && hash % 7 == 0 ? std::nan("")
                                              : (double(hash % 2003) - 1001) / 7;
    return ScalarValue::floating(type.size == 4 ? double(float(value)) : value);
  }
  if (!isLarge || hash % 4 == 0)
    return ScalarValue::integer(int64_t(converted(Wide(hash % 7), type)));
  // Of signed types some whose sums and products have a value.
  Wide wide = type.isSigned ? Wide(hash % (2 * kLargest)) - Wide(kLargest) : Wide(hash);
  return ScalarValue::integer(int64_t(converted(wide, type)));
}

class Beginning {
public:
  explicit Beginning(const RunPoint &point) : point(point) {
    for (const auto &[name, value] : point)
      seed ^= hashOf(name, value);
    options.contents = [this](const MemoryPlace &place, const CType &type) {
      auto given = this->point.find(place.first + "[" + std::to_string(place.second) + "]");
      return given == this->point.end() ? valueAt(place, type, seed)
                                        : ScalarValue::integer(given->second);
    };
    options.maxSteps = kMostSteps;
  }

  /// Numbers that the nest names have a value.
  void name(const SourceNest &nest) {
    for (const Symbol &symbol : *nest.symbols) {
      if (isArithmetic(symbol.type) && !symbol.isInvented)
        state.scalars.try_emplace(symbol.name, valueOf(symbol));
    }
  }

  InterpreterState state;
  InterpreterOptions options;

private:
  ScalarValue valueOf(const Symbol &symbol) const {
    auto given = point.find(symbol.name);
    return given == point.end() ? valueAt({symbol.name, 0}, symbol.type, seed)
                                : ScalarValue::integer(given->second);
  }

  const RunPoint &point;
  uint64_t seed = 0;
};

/// What is known at the entry of the nest, in an order in which each value is known before others
/// name it: `c = w + n`, then `s = c + n`.
std::vector<const KnownAtEntry *> inOrderOfUse(const SourceNest &nest) {
  std::vector<const KnownAtEntry *> order;
  std::set<SymbolId> met;
  std::function<void(const KnownAtEntry &)> place = [&](const KnownAtEntry &known) {
    if (!met.insert(known.symbol).second)
      return;
    for (const KnownAtEntry &other : nest.knownAtEntry)
      if (names(known.value, other.symbol))
        place(other);
    order.push_back(&known);
  };
  for (const KnownAtEntry &known : nest.knownAtEntry)
    place(known);
  return order;
}

/// The nest behind the assignments that what is known at its entry stands for.
SourceNest fromEntry(SourceNest nest) {
  std::vector<StmtRef> all;
  for (const KnownAtEntry *known : inOrderOfUse(nest)) {
    const CType &type = nest.symbol(known->symbol).type;
    auto assign = std::make_shared<Stmt>();
    assign->kind = isVector(type) ? Stmt::Kind::Declare : Stmt::Kind::Assign;
    assign->text = "=";
    assign->range = nest.root->range;
    assign->symbol = isVector(type) ? known->symbol : -1;
    assign->target = isVector(type) ? nullptr : makeSymbol(known->symbol, type, assign->range);
    assign->value = known->value;
    all.push_back(assign);
  }
  all.push_back(nest.root);
  nest.root = makeBlock(std::move(all), nest.root->range);
  return nest;
}

bool isSame(const ScalarValue &a, const ScalarValue &b) {
  if (a.isFloating && b.isFloating)
    return std::memcmp(&a.number, &b.number, sizeof a.number) == 0 ||
           (std::isnan(a.number) && std::isnan(b.number));
  return a == b;
}

std::string textOf(const ScalarValue &value) {
  return value.isFloating ? std::to_string(value.number) : std::to_string(int64_t(value.bits));
}

std::string textOf(const MemoryPlace &place) {
  return place.first + "[" + std::to_string(place.second) + "]";
}

std::string differs(const std::string &what, const ScalarValue &source, const ScalarValue &form) {
  return what + " is " + textOf(source) + " in the source and " + textOf(form) + " in the model";
}

/// Objects that only one of the two declares: the other has variables for their numbers, or needs
/// none. What they hold shows in nothing but what is made of it.
std::set<std::string> replacedObjects(const SourceNest &source, const SourceNest &form) {
  auto declaredIn = [](const SourceNest &nest) {
    std::set<std::string> names;
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (stmt->kind == Stmt::Kind::Declare)
        names.insert(nest.symbol(stmt->symbol).name);
    });
    return names;
  };
  const std::set<std::string> a = declaredIn(source), b = declaredIn(form);
  std::set<std::string> names;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::inserter(names, names.end()));
  return names;
}

struct Accesses {
  std::vector<MemoryPlace> writes;
  std::set<MemoryPlace> reads;

  Accesses(const Trace &trace, const std::set<std::string> &replaced) {
    for (const TracedAccess &access : trace.accesses) {
      if (replaced.count(access.base))
        continue;
      if (access.isWrite)
        writes.push_back({access.base, access.index});
      else
        reads.insert({access.base, access.index});
    }
  }
};

std::string memoryDifference(const Trace &source, const Trace &form,
                             const std::set<std::string> &replaced) {
  const Accesses a(source, replaced), b(form, replaced);
  for (size_t k = 0; k < std::min(a.writes.size(), b.writes.size()); ++k)
    if (a.writes[k] != b.writes[k])
      return "the source writes " + textOf(a.writes[k]) + ", the model writes " +
             textOf(b.writes[k]) + " as write " + std::to_string(k);
  if (a.writes.size() != b.writes.size())
    return std::to_string(a.writes.size()) + " writes in the source, " +
           std::to_string(b.writes.size()) + " in the model";
  for (const auto &[place, value] : source.written)
    if (replaced.count(place.first))
      continue;
    else if (const ScalarValue &other = form.written.at(place); !isSame(value, other))
      return differs(textOf(place), value, other);
  // What is stored may be read back: the value of an assignment in an expression.
  for (const MemoryPlace &place : b.reads)
    if (!a.reads.count(place) && !source.written.count(place))
      return "the model reads a place that the source does not: " + textOf(place);
  return "";
}

/// The variables in which `form` has the value of the source's one: itself, or the counters that
/// stand for it.
std::vector<SymbolId> standInsFor(const std::string &name, const SourceNest &form) {
  std::vector<SymbolId> all;
  for (SymbolId id : assignedIn(form.root)) {
    SymbolId counted = form.symbol(id).counts;
    if (form.symbol(id).name == name)
      return {id};
    if (counted >= 0 && form.symbol(counted).name == name)
      all.push_back(id);
  }
  return all;
}

std::string scalarDifference(const SourceNest &source, const SourceNest &form,
                             const std::set<SymbolId> &liveOut,
                             const std::set<std::string> &replaced, const Trace &a,
                             const Trace &b) {
  for (SymbolId id : liveOut) {
    const Symbol &symbol = source.symbol(id);
    const std::string &name = symbol.name;
    if (symbol.kind == Symbol::Kind::Path && !symbol.throughPointer &&
        replaced.count(source.symbol(symbol.root).name))
      continue;
    const std::vector<SymbolId> standIns = standInsFor(name, form);
    if (standIns.size() > 1) // the last loop that ran has the value
      continue;
    auto value = a.state.scalars.find(name);
    auto other = b.state.scalars.find(standIns.empty() ? name : form.symbol(standIns.front()).name);
    // A loop that does not run gives its counter no value.
    if (value != a.state.scalars.end() && other != b.state.scalars.end() &&
        !isSame(value->second, other->second))
      return differs(name, value->second, other->second);
  }
  return "";
}

} // namespace

RunComparison compareRuns(const SourceNest &source, const SourceNest &form,
                          const std::set<SymbolId> &liveOut, const RunPoint &point,
                          bool mayCountOn) {
  Beginning beginning(point);
  beginning.name(source);
  beginning.name(form);
  Outcome<Trace> run = interpret(fromEntry(source), beginning.state, beginning.options);
  if (!run)
    return {};
  InterpreterOptions options = beginning.options;
  options.maxSteps = kMostStepsOver * (run->steps + 1);
  Outcome<Trace> other = interpret(fromEntry(form), beginning.state, options);
  if (!other && other.rejection().kind == RejectionKind::TooComplex && !mayCountOn)
    return {true, "the source terminates, the model does not", run->steps};
  if (!other)
    return {};
  const std::set<std::string> replaced = replacedObjects(source, form);
  std::string difference = memoryDifference(*run, *other, replaced);
  if (difference.empty())
    difference = scalarDifference(source, form, liveOut, replaced, *run, *other);
  return {true, difference, run->steps};
}

bool holdsAt(const SourceNest &nest, const Expr &condition, const RunPoint &point) {
  Beginning beginning(point);
  beginning.name(nest);
  SourceNest entry = nest;
  entry.root = makeBlock({}, nest.root->range);
  Outcome<Trace> run = interpret(fromEntry(entry), beginning.state, beginning.options);
  auto value = run ? evaluate(nest, condition, run->state) : Outcome<ScalarValue>(run.rejection());
  return value && !value->isFloating && value->bits != 0;
}

} // namespace acc
