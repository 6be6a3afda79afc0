#include "analysis/normalize/RolledLoops.h"

#include "analysis/normalize/LoopHead.h"
#include "analysis/normalize/SerialSums.h"
#include "analysis/normalize/UnrolledRange.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Reordering.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

namespace acc {
namespace {

/// The statements of a body, blocks opened.
void collectStatements(const StmtRef &stmt, std::vector<StmtRef> &all) {
  if (stmt->kind == Stmt::Kind::Block)
    for (const StmtRef &child : stmt->children)
      collectStatements(child, all);
  else if (stmt->kind != Stmt::Kind::Empty)
    all.push_back(stmt);
}

bool isStepped(const StmtRef &stmt) {
  auto step = stmt && stmt->kind == Stmt::Kind::For && stmt->step &&
                      stmt->step->kind == Stmt::Kind::Assign && stmt->step->op() == Op::PlusEqual
                  ? constantValue(*stmt->step->value)
                  : std::nullopt;
  return step && *step > 1;
}

class LoopRoller {
public:
  LoopRoller(const SourceNest &nest, const PassContext &context)
      : nest(nest), liveOut(context.liveOut), staysWritten(context.copies == LoopCopies::AsWritten),
        stores(nest), order(nest), forms(nest) {}

  StmtRef roll(const StmtRef &stmt) {
    if (!stmt || !containsLoop(stmt))
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    for (StmtRef &child : copy->children)
      child = roll(child);
    if (copy->kind == Stmt::Kind::Block)
      joinIn(copy->children);
    for (StmtRef &child : copy->children)
      child = rolledAlone(child);
    return copy->children == stmt->children ? stmt : copy;
  }

  /// The loop with one copy of its body where it has one for each number of its step; else itself.
  StmtRef rolledAlone(const StmtRef &loop) {
    if (!isStepped(loop))
      return loop;
    auto range = steppedRange(*loop, nest, forms);
    auto body = range && range->first ? onceIn(*loop, *range) : std::nullopt;
    if (!body || !staysTheSame(loop, *range))
      return loop;
    if (staysWritten)
      return asItIsRead(loop);
    auto rolled = std::make_shared<Stmt>(*loop);
    auto step = std::make_shared<Stmt>(*loop->step);
    step->value = makeInteger(1, truthType(), step->range);
    rolled->step = step;
    rolled->children = {makeBlock(*body, loop->children[0]->range)};
    if (!endsInStep(*range) || range->reach != 0) {
      const ExprRef end = endOfSteps(*range, loop->condition->range);
      if (!end)
        return loop;
      const ExprRef counter =
          makeSymbol(range->counter, nest.symbol(range->counter).type, end->range);
      rolled->condition =
          makeBinary("<", makeExplicitCast(counter, end->type), end, truthType(), end->range);
    }
    return rolled;
  }

private:
  /// Pairs of which one does what the other leaves.
  void joinIn(std::vector<StmtRef> &stmts) {
    if (std::none_of(stmts.begin(), stmts.end(),
                     [](const StmtRef &stmt) { return hasSteppedLoop(stmt); }))
      return;
    std::vector<StmtRef> flat;
    for (const StmtRef &stmt : stmts)
      collectStatements(stmt, flat);
    bool isJoined = false;
    for (size_t k = 1; k < flat.size(); ++k)
      if (StmtRef whole = joined(flat[k - 1], flat[k])) {
        isJoined = true;
        if (staysWritten) {
          flat[k - 1] = asItIsRead(flat[k - 1]);
          flat[k] = asItIsRead(whole);
          continue;
        }
        flat[k - 1] = whole;
        flat.erase(flat.begin() + k);
        --k;
      }
    if (isJoined)
      stmts = std::move(flat);
  }

  static bool hasSteppedLoop(const StmtRef &stmt) {
    return isStepped(stmt) ||
           (stmt->kind == Stmt::Kind::Block &&
            std::any_of(stmt->children.begin(), stmt->children.end(),
                        [](const StmtRef &child) { return hasSteppedLoop(child); }));
  }

  /// One loop for two, or as it is written the second with a start; null where they do not fit.
  StmtRef joined(const StmtRef &first, const StmtRef &next) {
    const StmtRef second = isStepped(first) ? withStepInHead(next, order) : next;
    if (isStepped(first) == isStepped(second))
      return nullptr;
    auto a = steppedRange(*first, nest, forms), b = steppedRange(*second, nest, forms);
    if (!a || !b || !isSameType(a->counter, b->counter) || !meet(*a, *b, forms) ||
        isReadElsewhere(first, next, *a, *b))
      return nullptr;
    for (const StmtRef &loop : {first, second})
      for (const SteppedRange *range : {&*a, &*b})
        if (!staysTheSame(loop, *range))
          return nullptr;
    const bool isRestSecond = b->step == 1;
    const Stmt &rest = isRestSecond ? *second : *first, &main = isRestSecond ? *first : *second;
    const SteppedRange &restRange = isRestSecond ? *b : *a, &mainRange = isRestSecond ? *a : *b;
    std::vector<StmtRef> one;
    collectStatements(rest.children[0], one);
    if (auto serial = withSerialSums(one, nest, forms))
      one = *serial;
    auto wanted = forms.textOf(one, restRange.counter, 0);
    auto body = wanted ? onceIn(main, mainRange) : std::nullopt;
    if (!body || forms.textOf(*body, mainRange.counter, 0) != wanted)
      return nullptr;
    if (staysWritten) {
      const ExprRef start = b->first ? b->start : endOf(*a, second->range);
      return start ? withStart(second, b->counter, start) : nullptr;
    }
    auto whole = std::make_shared<Stmt>(rest);
    whole->children = {makeBlock(one, rest.children[0]->range)};
    if (!isRestSecond) {
      whole->condition = renamed(main.condition, mainRange.counter, restRange.counter);
      return whole;
    }
    StmtRef start = withStart(second, restRange.counter, a->start)->init;
    if (rest.init && rest.init->kind == Stmt::Kind::Declare) {
      auto declared = std::make_shared<Stmt>(*rest.init);
      declared->value = a->start;
      start = declared;
    }
    whole->init = start;
    return whole;
  }

  bool isSameType(SymbolId a, SymbolId b) const {
    const CType &x = nest.symbol(a).type, &y = nest.symbol(b).type;
    return x.spelling == y.spelling;
  }

  static ExprRef renamed(const ExprRef &expr, SymbolId from, SymbolId to) {
    return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
      bool isFrom = part->kind == Expr::Kind::Symbol && part->symbol == from;
      return isFrom ? makeSymbol(to, part->type, part->range) : nullptr;
    });
  }

  /// What the two loops leave in their counters is read by other than the second.
  bool isReadElsewhere(const StmtRef &first, const StmtRef &second, const SteppedRange &a,
                       const SteppedRange &b) const {
    std::set<SymbolId> counters{a.counter, b.counter};
    if (std::any_of(counters.begin(), counters.end(), [&](SymbolId each) {
          return liveOut.count(each) || liveOut.count(nest.symbol(each).counts);
        }))
      return true;
    if (!b.first && a.counter != b.counter)
      return true;
    std::function<bool(const StmtRef &, std::set<SymbolId>)> reads = [&](const StmtRef &stmt,
                                                                         std::set<SymbolId> open) {
      if (!stmt || stmt == first || stmt == second)
        return false;
      if (SymbolId own = loopVariable(*stmt); own >= 0 && !names(stmt->init->value, own))
        open.erase(own);
      bool isRead = false;
      for (const ExprRef &expr : ownExprs(*stmt))
        for (SymbolId each : open)
          isRead |= names(expr, each);
      isRead = isRead || reads(stmt->init, open) || reads(stmt->step, open);
      for (const StmtRef &child : stmt->children)
        isRead = isRead || reads(child, open);
      return isRead;
    };
    return reads(nest.root, counters);
  }

  /// The loop changes nothing that the range is made of.
  bool staysTheSame(const StmtRef &loop, const SteppedRange &range) const {
    const StmtRef &body = loop->children[0];
    bool stays = !stores.isMemory(range.counter) && !order.mayLeave(body) &&
                 !order.mayAssign(body, range.counter);
    for (const ExprRef &part : {range.start, range.bound})
      stays = stays && (!part || order.keepsValue(loop, part));
    return stays;
  }

  /// The body of one iteration of those that the loop's body does; none where it does something
  /// else.
  std::optional<std::vector<StmtRef>> onceIn(const Stmt &loop, const SteppedRange &range) {
    std::vector<StmtRef> all;
    collectStatements(loop.children[0], all);
    if (auto once = firstOfCopies(all, range))
      return once;
    auto serial = withSerialSums(all, nest, forms);
    return serial ? firstOfCopies(*serial, range) : std::nullopt;
  }

  std::optional<std::vector<StmtRef>> firstOfCopies(const std::vector<StmtRef> &all,
                                                    const SteppedRange &range) {
    const size_t copies = range.step, length = all.size() / copies;
    if (length == 0 || all.size() % copies != 0)
      return std::nullopt;
    std::vector<StmtRef> first(all.begin(), all.begin() + length);
    for (size_t k = 1; k < copies; ++k) {
      std::vector<StmtRef> copy(all.begin() + k * length, all.begin() + (k + 1) * length);
      auto text = forms.textOf(copy, range.counter, 0);
      if (!text || text != forms.textOf(first, range.counter, int64_t(k)))
        return std::nullopt;
    }
    return first;
  }

  bool endsInStep(const SteppedRange &range) const {
    return (range.end - *range.first).dividedBy(Polynomial(range.step)).has_value();
  }

  /// The loop as it is written, with what is known of the variables in its head and additions one
  /// after the other.
  StmtRef asItIsRead(const StmtRef &loop) {
    auto copy = std::make_shared<Stmt>(*withSerialBody(loop));
    auto start = std::make_shared<Stmt>(*copy->init);
    start->value = forms.resolved(start->value);
    copy->init = start;
    copy->condition = forms.resolved(copy->condition);
    return copy;
  }

  StmtRef withSerialBody(const StmtRef &loop) {
    std::vector<StmtRef> all;
    collectStatements(loop->children[0], all);
    auto serial = withSerialSums(all, nest, forms);
    if (!serial)
      return loop;
    auto copy = std::make_shared<Stmt>(*loop);
    copy->children = {makeBlock(*serial, loop->children[0]->range)};
    return copy;
  }

  /// What the loop leaves in its counter, where a loop that goes on with it runs at all.
  ExprRef endOf(const SteppedRange &range, SourceRange where) const {
    const CType &type = nest.symbol(range.counter).type;
    if (!endsInStep(range) || range.reach != 0 || range.more != 0) {
      ExprRef end = endOfSteps(range, where);
      return end ? makeExplicitCast(end, type) : nullptr;
    }
    const ExprRef first = makeExplicitCast(range.start, type),
                  end = makeExplicitCast(range.bound, type);
    auto later = std::make_shared<Expr>();
    later->kind = Expr::Kind::Conditional;
    later->type = type;
    later->range = where;
    later->operands = {makeBinary(">", end, first, truthType(), where), end, first};
    return later;
  }

  /// Where the steps end, as a number of 64 bits: (bound + .. - start)/step*step + start. Null
  /// where that may overflow and the source's loop does not.
  ExprRef endOfSteps(const SteppedRange &range, SourceRange where) const {
    const CType wide = distanceType(*nest.unit), &type = nest.symbol(range.counter).type;
    auto first = constantValue(*range.start);
    const bool isNarrow = type.bits() <= 32 && range.bound->type.bits() <= 32;
    const bool isKnown =
        isNarrow || (first && *first >= 0 && type.isSigned && range.bound->type.isSigned);
    if (!isKnown || !range.isSafe)
      return nullptr;
    auto number = [&](int64_t value) { return makeInteger(value, wide, where); };
    const int64_t more = range.more - range.reach + range.step - 1;
    ExprRef length = makeExplicitCast(range.bound, wide);
    if (more != 0)
      length = makeBinary(more > 0 ? "+" : "-", length, number(std::abs(more)), wide, where);
    if (first != 0)
      length = makeBinary("-", length, makeExplicitCast(range.start, wide), wide, where);
    ExprRef end = makeBinary("*", makeBinary("/", length, number(range.step), wide, where),
                             number(range.step), wide, where);
    if (first != 0)
      end = makeBinary("+", end, makeExplicitCast(range.start, wide), wide, where);
    return end;
  }

  const SourceNest &nest;
  const std::set<SymbolId> &liveOut;
  const bool staysWritten;
  const StoreFacts stores;
  const Reordering order;
  ShiftedForms forms;
};

} // namespace

SourceNest withRolledLoops(SourceNest nest, const PassContext &context) {
  bool isPossible = false, isClaimed = false;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    isPossible |= isStepped(stmt);
    isClaimed |= !stmt->claim.empty();
  });
  if (!isPossible || isClaimed || nest.unit->wrapsSigned)
    return nest;
  LoopRoller roller(nest, context);
  StmtRef root = roller.rolledAlone(roller.roll(nest.root));
  nest.root = root;
  return nest;
}

} // namespace acc
