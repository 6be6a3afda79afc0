#include "analysis/normalize/PropagateCopies.h"

#include "analysis/normalize/LoopInductions.h"
#include "analysis/normalize/RowTables.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/LastAssignments.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

using Definitions = std::map<SymbolId, ExprRef>;

class Substitution {
public:
  Substitution(const SourceNest &nest, const StoreFacts &stores, const std::set<SymbolId> &liveOut)
      : here{nest, stores, liveOut, {}, {}, {}, {}, {}, {}}, nest(nest), stores(stores) {
    for (SymbolId id : assignedIn(nest.root)) {
      const Symbol &symbol = nest.symbol(id);
      bool isLocal = symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter;
      bool isIndex = symbol.type.isInteger() || symbol.type.kind == CType::Kind::Pointer;
      if (isLocal && isIndex && !stores.isMemory(id) && !symbol.type.isVolatile &&
          !stores.isLoopVariable(id))
        here.candidates.insert(id);
    }
    // A statement with a claim is one of the source, where the variable stood for nothing else.
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (!stmt->claim.empty())
        here.candidates.erase(assignedSymbol(*stmt));
    });
    for (const LastAssignment &last : lastAssignments(nest.root, nest, stores).all) {
      here.candidates.erase(last.variable);
      setLast.insert(last.variable);
    }
  }

  /// A variable that turns out not to be replaceable may make others so: walk
  /// until nothing changes.
  CopiesPropagated propagate() {
    for (;;) {
      size_t before = here.failed.size();
      here.definitions.clear();
      here.active.clear();
      needOf.clear();
      needs.clear();
      kept.clear();
      here.entryValues = setLast;
      setAfterLoop.clear();
      here.assignedBefore.clear();
      enter();
      Definitions atEntry = here.definitions;
      StmtRef root = walk(nest.root);
      if (here.failed.size() != before)
        continue;
      if (!root)
        root = emptyBlock();
      return {root, here.failed, here.entryValues, needs, kept, atEntry};
    }
  }

private:
  /// A sum of variables: its name says it more simply than its terms. n*m, 3*C, C/2 are none.
  static bool isSum(const Expr &expr) {
    const Expr &inner = skipCasts(expr); // only a choice of names
    bool isProduct = inner.kind == Expr::Kind::Binary && inner.op() == Op::Star;
    if (isProduct)
      return isSum(*inner.operands[0]) || isSum(*inner.operands[1]);
    return inner.kind == Expr::Kind::Binary && (inner.op() == Op::Plus || inner.op() == Op::Minus);
  }

  /// Every assignment of it goes: what its name then means is the value at entry.
  bool leavesEntryValue(SymbolId id) const {
    return here.isReplaceable(id) && !here.liveOut.count(id) && !stores.isDeclaredInside(id);
  }

  /// The definitions with which the nest is entered, over values that it does not change and values
  /// at entry.
  ///   float *q = p + n; for ... *p++ += *q++;   ->   q begins at p + n
  void enter() {
    std::vector<KnownAtEntry> open;
    for (const KnownAtEntry &entry : nest.knownAtEntry)
      if (!stores.isMemory(entry.symbol) && !here.isRootOfPath(entry.symbol) &&
          !stores.isLoopVariable(entry.symbol) &&
          nest.symbol(entry.symbol).type.kind != CType::Kind::Array)
        open.push_back(entry);
    auto isOpen = [&](SymbolId id) {
      return std::any_of(open.begin(), open.end(),
                         [&](const KnownAtEntry &entry) { return entry.symbol == id; });
    };
    auto isReady = [&](const KnownAtEntry &entry) {
      bool waits = false;
      forEachExpr(entry.value, [&](const ExprRef &part) {
        waits |= part->kind == Expr::Kind::Symbol && isOpen(part->symbol);
      });
      return !waits;
    };
    for (auto next = std::find_if(open.begin(), open.end(), isReady); next != open.end();
         next = std::find_if(open.begin(), open.end(), isReady)) {
      const Symbol &symbol = nest.symbol(next->symbol);
      ExprRef value = here.resolved(next->value);
      forEachExpr(value, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol && leavesEntryValue(part->symbol))
          here.entryValues.insert(part->symbol);
      });
      bool isPointer = symbol.type.kind == CType::Kind::Pointer;
      if ((isPointer || !isSum(*value) || stores.isAssigned(next->symbol)) && here.isPure(value)) {
        here.definitions[next->symbol] =
            symbol.type.isInteger() ? makeExplicitCast(value, symbol.type) : value;
        here.candidates.insert(next->symbol);
      }
      open.erase(next);
    }
  }

  void fail(SymbolId id, RejectionKind kind, SourceRange where, const std::string &detail) {
    here.failed.emplace(id, Rejection{kind, where, detail});
  }

  StmtRef emptyBlock() const { return makeBlock({}, nest.root->range); }

  void forget(const std::set<SymbolId> &symbols) {
    for (SymbolId id : symbols)
      here.definitions.erase(id);
  }

  ExprRef rewrite(const ExprRef &expr) {
    if (!expr)
      return expr;
    if (expr->kind == Expr::Kind::Symbol) {
      if (!here.isReplaceable(expr->symbol))
        return expr;
      auto definition = here.definitions.find(expr->symbol);
      if (definition != here.definitions.end()) {
        std::vector<ExprRef> &open = needOf[expr->symbol];
        needs.insert(needs.end(), open.begin(), open.end());
        open.clear();
        noteKept(definition->second);
        return definition->second;
      }
      fail(expr->symbol, RejectionKind::ScalarState, expr->range, nest.symbol(expr->symbol).name);
      return expr;
    }
    std::vector<ExprRef> operands;
    for (const ExprRef &operand : expr->operands)
      operands.push_back(rewrite(operand));
    if (operands == expr->operands)
      return expr;
    auto copy = std::make_shared<Expr>(*expr);
    copy->operands = std::move(operands);
    if (expr->kind == Expr::Kind::Access && copy->operands[0] != expr->operands[0])
      flatten(*expr, *copy);
    return copy;
  }

  void noteKept(const ExprRef &definition, bool isAddressed = false) {
    bool isRead = definition->kind == Expr::Kind::Access && !isAddressed &&
                  definition->type.kind != CType::Kind::Array;
    if (isRead && here.isKeepable(*definition) && !stores.keptBy(*definition).empty() &&
        std::find(kept.begin(), kept.end(), definition) == kept.end())
      kept.push_back(definition);
    bool isAddress = definition->kind == Expr::Kind::Unary && definition->op() == Op::Amp;
    for (const ExprRef &part : definition->operands)
      noteKept(part, isAddress);
  }

  /// V[a][b] through a replaced `T (*V)[n] = ...` becomes base[a*n + b].
  void flatten(const Expr &original, Expr &access) {
    const Expr &base = skipPointerCasts(*original.operands[0]);
    if (base.kind != Expr::Kind::Symbol)
      return;
    const Symbol &view = nest.symbol(base.symbol);
    if (view.type.kind != CType::Kind::Pointer || view.innerSizes.empty() ||
        access.operands.size() != view.innerSizes.size() + 2)
      return;
    // short (*row)[64] = rows[y];   the value is a pointer to the same rows
    if (access.operands[0]->kind != Expr::Kind::Cast &&
        access.operands[0]->type.spelling == view.type.spelling &&
        std::all_of(view.innerSizes.begin(), view.innerSizes.end(),
                    [](const ExprRef &size) { return size->kind == Expr::Kind::Integer; }))
      return;
    const CType wide = distanceType(*nest.unit);
    ExprRef index = makeExplicitCast(access.operands[1], wide);
    for (size_t k = 0; k < view.innerSizes.size(); ++k) {
      ExprRef size = makeExplicitCast(rewrite(view.innerSizes[k]), wide);
      ExprRef inner = makeExplicitCast(access.operands[k + 2], wide);
      index = makeBinary("*", index, size, wide, original.range);
      index = makeBinary("+", index, inner, wide, original.range);
    }
    access.operands = {access.operands[0], index};
  }

  void failBecauseOf(SymbolId id, const ExprRef &value) {
    bool readsMemory = false;
    forEachExpr(value,
                [&](const ExprRef &part) { readsMemory |= part->kind == Expr::Kind::Access; });
    std::string text = nest.symbol(id).name + " = " + printExpr(nest, *value);
    if (nest.symbol(id).type.kind == CType::Kind::Pointer)
      fail(id, RejectionKind::IndirectBase, value->range, text);
    else
      fail(id, readsMemory ? RejectionKind::IndirectIndex : RejectionKind::NonPolynomialIndex,
           value->range, text);
  }

  /// The value that the variable has after the assignment; null when it is none
  /// that can stand for it.
  ExprRef definitionAfter(SymbolId id, Op op, const ExprRef &value) {
    const Symbol &symbol = nest.symbol(id);
    ExprRef result = value;
    if (op != Op::Equal) {
      auto before = here.definitions.find(id);
      if (before == here.definitions.end()) {
        RejectionKind kind = symbol.type.kind == CType::Kind::Pointer ? RejectionKind::IndirectBase
                                                                      : RejectionKind::ScalarState;
        fail(id, kind, value->range, symbol.name);
        return nullptr;
      }
      bool isPointer = symbol.type.kind == CType::Kind::Pointer;
      const Op operation = operationOf(op);
      const CType &type = isPointer || isShift(operation) ? symbol.type : value->type;
      ExprRef left = isPointer ? before->second : makeExplicitCast(before->second, type);
      result = makeBinary(opText(operation), left, value, type, value->range);
    }
    // What a pointer or a constant is read from is compared with the stores.
    const bool mayKeep = symbol.type.isConst || symbol.type.kind == CType::Kind::Pointer;
    if (!here.isPure(result, false, mayKeep)) {
      failBecauseOf(id, result);
      return nullptr;
    }
    return symbol.type.isInteger() ? makeExplicitCast(result, symbol.type) : result;
  }

  /// The statement with its claim rewritten, and all else as it is.
  std::shared_ptr<Stmt> copyOf(const StmtRef &stmt) {
    auto copy = std::make_shared<Stmt>(*stmt);
    for (ExprRef &part : copy->claim)
      part = rewrite(part);
    return copy;
  }

  StmtRef walkAssignment(const StmtRef &stmt, SymbolId id, Op op) {
    auto copy = copyOf(stmt);
    copy->value = rewrite(stmt->value);
    if (!here.isReplaceable(id)) {
      if (stmt->target)
        copy->target = stmt->target;
      return copy;
    }
    if (!stmt->value) { // a declaration alone: no value yet
      here.definitions.erase(id);
      return nullptr;
    }
    here.assignedBefore.insert(id);
    ExprRef definition = definitionAfter(id, op, copy->value);
    if (!definition) {
      here.definitions.erase(id);
      return copy;
    }
    here.definitions[id] = definition;
    if (!here.liveOut.count(id) || setAfterLoop.count(id))
      return whatItReads(*stmt);
    auto kept = std::make_shared<Stmt>(*copy);
    kept->kind = Stmt::Kind::Assign;
    kept->text = "=";
    kept->target = makeSymbol(id, nest.symbol(id).type, stmt->range);
    kept->value = definition;
    return kept;
  }

  StmtRef walkLoop(const StmtRef &stmt) {
    auto copy = std::make_shared<Stmt>(*stmt);
    SymbolId variable = loopVariable(*stmt);
    if (stmt->init) {
      auto init = std::make_shared<Stmt>(*stmt->init);
      init->value = rewrite(stmt->init->value);
      copy->init = init;
    }
    std::set<SymbolId> changed = assignedIn(stmt);
    const bool runsToItsEnd = !hasJump(stmt->children[0], "break");
    here.endsNest = runsToItsEnd && isLastOf(nest.root, stmt);
    std::map<SymbolId, LoopInduction> inductions = inductionsOf(here, stmt, changed);
    forget(changed);
    const bool isOutermost = loopDepth++ == 0;
    for (const auto &[id, induction] : inductions) {
      here.definitions[id] = induction.inIteration;
      needOf[id] = induction.needsInside;
      if (isOutermost && runsToItsEnd && induction.afterLoop && here.liveOut.count(id))
        setAfterLoop.insert(id);
    }
    here.assignedBefore.insert(changed.begin(), changed.end());
    if (variable >= 0)
      here.active.push_back(variable);
    copy->condition = rewrite(stmt->condition);
    copy->children = {walkOrEmpty(stmt->children[0])};
    if (stmt->step) {
      auto step = std::make_shared<Stmt>(*stmt->step);
      step->value = rewrite(stmt->step->value);
      copy->step = step;
    }
    if (variable >= 0)
      here.active.pop_back();
    forget(changed);
    --loopDepth;
    for (const auto &[id, induction] : inductions)
      if (induction.afterLoop && runsToItsEnd) {
        here.definitions[id] = induction.afterLoop;
        needOf[id] = induction.needsAfter;
      }
    return isOutermost ? withLastValues(copy) : copy;
  }

  static bool isLastOf(const StmtRef &root, const StmtRef &stmt) {
    return root == stmt || (root->kind == Stmt::Kind::Block && !root->children.empty() &&
                            root->children.back() && isLastOf(root->children.back(), stmt));
  }

  /// What the code behind the nest reads is set once, behind the loop.
  StmtRef withLastValues(const StmtRef &loop) {
    std::vector<StmtRef> all{loop};
    for (SymbolId id : setAfterLoop) {
      ExprRef variable = makeSymbol(id, nest.symbol(id).type, loop->range);
      auto last = std::make_shared<Stmt>();
      last->kind = Stmt::Kind::Assign;
      last->range = loop->range;
      last->text = "=";
      last->target = variable;
      last->value = rewrite(variable);
      all.push_back(last);
    }
    setAfterLoop.clear();
    return all.size() > 1 ? makeBlock(all, loop->range) : loop;
  }

  StmtRef walkIf(const StmtRef &stmt) {
    auto copy = copyOf(stmt);
    copy->condition = rewrite(stmt->condition);
    copy->children.clear();
    const Definitions before = here.definitions;
    Definitions after[2] = {before, before};
    for (size_t side = 0; side < stmt->children.size(); ++side) {
      here.definitions = before;
      copy->children.push_back(walkOrEmpty(stmt->children[side]));
      if (side < 2)
        after[side] = here.definitions;
    }
    here.definitions = before;
    for (const StmtRef &child : stmt->children)
      if (child)
        forget(assignedIn(child));
    if (!here.isPure(copy->condition))
      return copy;
    for (const auto &[id, chosen] : after[0])
      if (auto other = after[1].find(id); !here.definitions.count(id) && other != after[1].end() &&
                                          nest.symbol(id).type.isInteger())
        here.definitions[id] = choiceOf(id, copy->condition, chosen, other->second);
    bool isEmpty =
        std::all_of(copy->children.begin(), copy->children.end(), [](const StmtRef &branch) {
          return branch->kind == Stmt::Kind::Block && branch->children.empty();
        });
    return isEmpty && !isRowTest(*stmt) ? whatItReads(*stmt) : copy;
  }

  /// What a variable holds behind an `if` that gives it one of two values.
  ///   e = j + b; if (e > n) e = n;   ->   e = j + b > n ? n : j + b
  ExprRef choiceOf(SymbolId id, const ExprRef &condition, const ExprRef &chosen,
                   const ExprRef &other) const {
    const CType &type = nest.symbol(id).type;
    auto choice = std::make_shared<Expr>();
    choice->kind = Expr::Kind::Conditional;
    choice->type = type;
    choice->range = condition->range;
    choice->operands = {condition, makeExplicitCast(chosen, type), makeExplicitCast(other, type)};
    return choice;
  }

  StmtRef walkOrEmpty(const StmtRef &stmt) {
    StmtRef result = stmt ? walk(stmt) : nullptr;
    return result ? result : emptyBlock();
  }

  /// The statement with replaced variables; null when nothing is left of it.
  StmtRef walk(const StmtRef &stmt) {
    switch (stmt->kind) {
    case Stmt::Kind::For:
    case Stmt::Kind::While:
    case Stmt::Kind::DoWhile:
      return walkLoop(stmt);
    case Stmt::Kind::If:
      return walkIf(stmt);
    case Stmt::Kind::Declare:
      return walkAssignment(stmt, stmt->symbol, Op::Equal);
    case Stmt::Kind::Assign:
      if (stmt->target->kind == Expr::Kind::Symbol)
        return walkAssignment(stmt, stmt->target->symbol, stmt->op());
      break;
    case Stmt::Kind::Empty:
      return whatItReads(*stmt);
    default:
      break;
    }
    auto copy = copyOf(stmt);
    copy->target = rewrite(stmt->target);
    copy->value = rewrite(stmt->value);
    copy->condition = rewrite(stmt->condition);
    copy->children.clear();
    for (const StmtRef &child : stmt->children)
      if (StmtRef walked = child ? walk(child) : nullptr)
        copy->children.push_back(walked);
    return copy;
  }

  CopyState here;
  const SourceNest &nest;
  const StoreFacts &stores;
  /// Variables that the nest sets behind its loops only.
  std::set<SymbolId> setLast;
  /// What the definition of a variable rests on; due when it is used.
  std::map<SymbolId, std::vector<ExprRef>> needOf;
  std::vector<ExprRef> needs, kept;
  /// Variables that the outermost loop around this place advances, and that are set behind it.
  std::set<SymbolId> setAfterLoop;
  int loopDepth = 0;
};

} // namespace

CopiesPropagated propagateCopies(const SourceNest &nest, const StoreFacts &stores,
                                 const std::set<SymbolId> &liveOut) {
  return Substitution(nest, stores, liveOut).propagate();
}

} // namespace acc
