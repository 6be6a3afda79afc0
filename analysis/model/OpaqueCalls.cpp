#include "analysis/model/OpaqueCalls.h"

#include "analysis/model/Requirements.h"

#include "analysis/tree/Endings.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// The calls of one statement.
struct Calls {
  /// The first of which the effect is not known; where there is none, the first of the library.
  std::optional<Rejection> first;
  bool touchMemory = false, writeMemory = false;

  bool isKnown() const { return !first || first->kind == RejectionKind::CallOrder; }
};

void keepFirst(std::optional<Rejection> &first, const std::optional<Rejection> &other) {
  if (other && (!first || (first->kind == RejectionKind::CallOrder && other->kind != first->kind)))
    first = other;
}

Calls callsIn(const ModelContext &model, const StmtRef &body) {
  Calls calls;
  auto add = [&](const Rejection &why, bool touches, bool writes) {
    keepFirst(calls.first, why);
    calls.touchMemory |= touches;
    calls.writeMemory |= writes;
  };
  forEachExprIn(body, [&](const ExprRef &expr) {
    if (isOpaqueCall(*expr))
      add(whyStays(model.nest, *expr),
          expr->effect == CallEffect::Observes || mayWriteMemory(*expr), mayWriteMemory(*expr));
  });
  forEachStmt(body, [&](const StmtRef &stmt) {
    if (isDemand(*stmt))
      add({RejectionKind::Jump, stmt->range,
           stmt->children[1]->text + " below a condition that cannot be tested before the nest"},
          true, true);
  });
  return calls;
}

/// A function that is called may touch the array or scalar.
bool isReachable(const ModelContext &model, const ScopArray &array) {
  if (array.base < 0)
    return false;
  bool isNamed = array.isScalar || (model.nest.symbol(array.base).type.kind == CType::Kind::Array &&
                                    !model.nest.symbol(array.base).throughPointer);
  return !isNamed || model.stores.isMemory(array.base);
}

} // namespace

std::optional<Rejection> assumeNoErrno(ModelContext &model, const Expr &call) {
  if (call.effect == CallEffect::Pure)
    return std::nullopt;
  if (model.nest.unit->readsErrno)
    return Rejection{RejectionKind::Call, call.range,
                     printExpr(model.nest, call) + " sets errno, which the unit reads"};
  model.assume(AssumptionKind::Errno, "the unit does not read errno", call.range);
  return std::nullopt;
}

std::optional<Rejection> opaqueCallIn(const ModelContext &model, const StmtRef &stmt) {
  return callsIn(model, stmt).first;
}

std::optional<Rejection> orderUnknown(ModelContext &model, const UnknownEffects &effects,
                                      std::vector<ScopStatement> &statements,
                                      std::vector<ScopArray> &arrays) {
  std::vector<Calls> calls;
  std::optional<Rejection> first;
  bool touchMemory = false, mayEnd = !effects.exits.empty();
  for (const ScopStatement &statement : statements) {
    calls.push_back(callsIn(model, statement.body));
    keepFirst(first, calls.back().first);
    touchMemory |= calls.back().touchMemory;
    mayEnd |= !calls.back().isKnown() && calls.back().writeMemory;
  }
  const std::vector<UnknownPlace> &places = effects.places;
  if (!places.empty())
    keepFirst(first, places.front().why);
  if (!effects.exits.empty())
    keepFirst(first, effects.exits.front().why);
  if (!first)
    return std::nullopt;
  auto isTouched = [&](const ScopArray &array) {
    return (touchMemory && isReachable(model, array)) ||
           std::any_of(places.begin(), places.end(),
                       [&](const UnknownPlace &place) { return mayTouch(model, place, array); });
  };
  std::vector<bool> touched;
  for (const ScopArray &array : arrays)
    touched.push_back(isTouched(array));
  Symbol symbol;
  symbol.name = symbol.spelling = model.fresh("memory");
  symbol.isInvented = true;
  ScopArray memory;
  memory.name = symbol.name;
  model.ranges[memory.name] = {0, 0}; // reserves the name
  memory.base = model.addSymbol(std::move(symbol));
  memory.isScalar = memory.isDistinctObject = memory.isUnknown = true;
  int index = int(arrays.size());
  for (size_t s = 0; s < statements.size(); ++s) {
    ScopStatement &statement = statements[s];
    bool isCalling = calls[s].first.has_value();
    bool isExit = std::any_of(effects.exits.begin(), effects.exits.end(),
                              [&](const NestExit &exit) { return exit.statement == int(s); });
    bool reads = isCalling || !effects.exits.empty(), writes = isCalling || isExit;
    for (const UnknownPlace &place : places)
      if (place.statement == int(s)) {
        (place.isWrite ? writes : reads) = true;
        statement.opaque = true;
      }
    for (ScopAccess &access : statement.accesses) {
      access.may |= mayEnd;
      if (touched[access.array])
        (access.isWrite ? writes : reads) = true;
    }
    ScopAccess access;
    access.array = index;
    access.may = true;
    access.where = statement.where;
    for (bool isWrite : {false, true})
      if (isWrite ? writes : reads) {
        access.isWrite = isWrite;
        statement.accesses.push_back(access);
      }
    statement.opaque |= isCalling;
  }
  arrays.push_back(std::move(memory));
  return first;
}

} // namespace acc
