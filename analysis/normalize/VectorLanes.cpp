#include "analysis/normalize/VectorLanes.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace acc {
namespace {

using OfLane = std::function<ExprRef(const ExprRef &lane)>;

class Lanes {
public:
  explicit Lanes(SourceNest &nest) : nest(nest) {
    forEachStmt(nest.root, [this](const StmtRef &stmt) {
      if (stmt->kind == Stmt::Kind::Declare)
        declared.insert(stmt->symbol);
    });
  }

  StmtRef root() {
    const std::map<SymbolId, ExprRef> known = knownVectors();
    std::function<ExprRef(const ExprRef &)> replacement = [&](const ExprRef &part) -> ExprRef {
      const bool isLane = part->kind == Expr::Kind::Access && isVector(part->operands[0]->type);
      const Expr &vector = isLane ? *part->operands[0] : *part;
      auto value = vector.kind == Expr::Kind::Symbol ? known.find(vector.symbol) : known.end();
      if (value == known.end())
        return nullptr;
      const ExprRef whole = mapExpr(value->second, replacement);
      return isLane ? laneOf(*whole, part->operands[1]) : whole;
    };
    return mapStmts(known.empty() ? nest.root : mapExprs(nest.root, replacement),
                    [this](const StmtRef &stmt) { return withLanes(stmt); });
  }

private:
  /// Vectors that the nest leaves as an assignment before it has set them, with their values.
  std::map<SymbolId, ExprRef> knownVectors() const {
    std::set<SymbolId> assigned = assignedIn(nest.root);
    forEachStmt(nest.root, [&](const StmtRef &stmt) { // v[0] = 1
      if (stmt->target && stmt->target->kind == Expr::Kind::Access)
        assigned.insert(stmt->target->operands[0]->symbol);
    });
    std::map<SymbolId, ExprRef> known;
    auto stays = [&](SymbolId id) {
      return !assigned.count(id) && !nest.symbol(id).addressTaken && !nest.symbol(id).isLent;
    };
    for (const KnownAtEntry &entry : nest.knownAtEntry) {
      bool isKept = stays(entry.symbol) && isVector(nest.symbol(entry.symbol).type);
      forEachExpr(entry.value, [&](const ExprRef &part) {
        isKept &= part->kind != Expr::Kind::Symbol || stays(part->symbol);
      });
      if (isKept)
        known.emplace(entry.symbol, entry.value);
    }
    return known;
  }

  StmtRef withLanes(const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Block)
      return block(stmt);
    if (const Symbol *outer = outerVector(*stmt))
      return refused(*stmt, "the SIMD vector " + outer->spelling + " from outside of the loops");
    if (stmt->kind == Stmt::Kind::Assign && isVector(stmt->target->type))
      return assigned(*stmt, *stmt->target, stmt->text, *stmt->value);
    if (stmt->kind == Stmt::Kind::Declare && isVector(nest.symbol(stmt->symbol).type))
      return stmt; // for its block
    if (stmt->kind == Stmt::Kind::Evaluate && isVectorStore(*stmt->value))
      return stored(*stmt, *stmt->value);
    const std::vector<ExprRef> own = ownExprs(*stmt);
    const bool isLeft = std::any_of(own.begin(), own.end(),
                                    [](const ExprRef &expr) { return hasWholeVector(*expr); });
    return isLeft ? refused(*stmt, kOther) : stmt;
  }

  /// Declarations with a value become two statements.
  StmtRef block(const StmtRef &stmt) {
    std::vector<StmtRef> children;
    for (const StmtRef &child : stmt->children) {
      const bool isSet = child->kind == Stmt::Kind::Declare && child->value &&
                         isVector(nest.symbol(child->symbol).type);
      if (!isSet) {
        children.push_back(child);
        continue;
      }
      auto plain = std::make_shared<Stmt>(*child);
      plain->value = nullptr;
      children.push_back(plain);
      const CType type = nest.symbol(child->symbol).type;
      children.push_back(
          assigned(*child, *makeSymbol(child->symbol, type, child->range), "=", *child->value));
    }
    if (children == stmt->children)
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->children = std::move(children);
    return copy;
  }

  /// A vector that the statement itself names and the nest does not declare.
  const Symbol *outerVector(const Stmt &stmt) const {
    const Symbol *outer = nullptr;
    for (const ExprRef &own : ownExprs(stmt))
      forEachExpr(own, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol && isVector(part->type) &&
            !declared.count(part->symbol))
          outer = &nest.symbol(part->symbol);
      });
    return outer;
  }

  /// More of a vector than single lanes, v[0].
  static bool hasWholeVector(const Expr &expr) {
    const bool isLane = expr.kind == Expr::Kind::Access &&
                        expr.operands[0]->kind == Expr::Kind::Symbol &&
                        isVector(expr.operands[0]->type);
    return isVector(expr.type) ||
           std::any_of(expr.operands.begin() + isLane, expr.operands.end(),
                       [](const ExprRef &part) { return hasWholeVector(*part); });
  }

  static StmtRef refused(const Stmt &stmt, const std::string &what) {
    auto node = std::make_shared<Stmt>();
    node->range = stmt.range;
    node->reason = RejectionKind::Expression;
    node->text = what;
    if (SymbolId id = assignedSymbol(stmt); id >= 0)
      node->changed = {id};
    return node;
  }

  /// for (lane = 0; lane < count; lane++) target op= value;   null where one of these is
  StmtRef laneLoop(const Stmt &stmt, int64_t count, const OfLane &target, const std::string &op,
                   const OfLane &value) {
    const CType wide = distanceType(*nest.unit);
    const SymbolId id = addInvented(nest, "lane", wide);
    const ExprRef lane = makeSymbol(id, wide, stmt.range);
    const ExprRef to = target(lane), what = value(lane);
    if (!to || !what)
      return nullptr;
    return makeBlock({makeDeclaration(id, stmt.range),
                      makeCountedLoop(lane, makeInteger(count, wide, stmt.range),
                                      makeAssign(to, op, what, stmt.range), stmt.range)},
                     stmt.range);
  }

  StmtRef assigned(const Stmt &stmt, const Expr &target, const std::string &op, const Expr &value) {
    StmtRef loop = laneLoop(
        stmt, laneCount(target.type), [&](const ExprRef &lane) { return laneOf(target, lane); }, op,
        [&](const ExprRef &lane) { return laneOf(value, lane); });
    return loop ? loop : refused(stmt, kOther);
  }

  StmtRef stored(const Stmt &stmt, const Expr &call) {
    const CType type = call.operands[1]->type;
    const OfLane element = [&](const ExprRef &lane) { return storedElement(call, lane); };
    const OfLane lanes = [&](const ExprRef &lane) { return storedLane(call, lane); };
    StmtRef direct =
        readsNothingElse(call) ? laneLoop(stmt, laneCount(type), element, "=", lanes) : nullptr;
    if (direct)
      return direct;
    const SymbolId id = addInvented(nest, "stored", type);
    auto table = std::make_shared<SymbolTable>(*nest.symbols);
    (*table)[id].elementCount = laneCount(type);
    (*table)[id].root = id;
    nest.symbols = table;
    const ExprRef held = makeSymbol(id, type, stmt.range);
    const OfLane kept = [&](const ExprRef &lane) { return laneOf(*held, lane); };
    StmtRef first = laneLoop(stmt, laneCount(type), kept, "=", lanes);
    StmtRef second = laneLoop(stmt, laneCount(type), element, "=", kept);
    if (!first || !second)
      return refused(stmt, kOther);
    return makeBlock({makeDeclaration(id, stmt.range), first, second}, stmt.range);
  }

  /// No lane of the value reads memory but the element that it is stored to, so no lane stored
  /// before changes it.
  bool readsNothingElse(const Expr &store) const {
    const std::string place = printExpr(nest, *store.operands[0]);
    std::function<bool(const Expr &)> holds = [&](const Expr &expr) -> bool {
      if (expr.kind == Expr::Kind::Symbol)
        return isVector(expr.type) || !nest.symbol(expr.symbol).throughPointer;
      if (expr.kind == Expr::Kind::Access)
        return false;
      const bool isSame = isVectorLoad(expr) && printExpr(nest, *expr.operands[0]) == place;
      return std::all_of(expr.operands.begin(), expr.operands.end(), [&](const ExprRef &part) {
        const bool isRead =
            expr.kind == Expr::Kind::Call && part->type.element && !isVector(part->type) && !isSame;
        return !isRead && holds(*part);
      });
    };
    return holds(*store.operands[1]);
  }

  static constexpr const char *kOther = "a SIMD vector that is not computed lane by lane";
  SourceNest &nest;
  std::set<SymbolId> declared;
};

} // namespace

SourceNest withVectorLanes(SourceNest nest) {
  if (!hasVectors(nest.root))
    return nest;
  StmtRef root = Lanes(nest).root();
  nest.root = root;
  return nest;
}

} // namespace acc
