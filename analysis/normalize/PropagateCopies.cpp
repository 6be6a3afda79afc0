#include "analysis/normalize/PropagateCopies.h"

#include "analysis/normalize/Induction.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

using Definitions = std::map<SymbolId, ExprRef>;

class Substitution {
public:
  Substitution(const SourceNest &nest, const StoreFacts &stores, const std::set<SymbolId> &liveOut)
      : nest(nest), stores(stores), liveOut(liveOut) {
    for (SymbolId id : assignedIn(nest.root)) {
      const Symbol &symbol = nest.symbol(id);
      bool isLocal =
          symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter;
      bool isIndex = symbol.type.isInteger() || symbol.type.kind == CType::Kind::Pointer;
      if (isLocal && isIndex && !stores.isMemory(id) && !symbol.type.isVolatile &&
          !stores.isLoopVariable(id))
        candidates.insert(id);
    }
    // A statement with a claim is one of the source, where the variable stood for nothing else.
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (!stmt->claim.empty())
        candidates.erase(assignedSymbol(*stmt));
    });
  }

  /// A variable that turns out not to be replaceable may make others so: walk
  /// until nothing changes.
  CopiesPropagated propagate() {
    for (;;) {
      size_t before = state.size();
      definitions.clear();
      active.clear();
      needOf.clear();
      needs.clear();
      kept.clear();
      entryValues.clear();
      assignedBefore.clear();
      enter();
      Definitions atEntry = definitions;
      StmtRef root = walk(nest.root);
      if (state.size() != before)
        continue;
      if (!root)
        root = emptyBlock();
      return {root, state, entryValues, needs, kept, atEntry};
    }
  }

private:
  bool replaceable(SymbolId id) const { return candidates.count(id) && !state.count(id); }

  /// A sum of variables: its name says it more simply than its terms. n*m, 3*C, C/2 are none.
  static bool isSum(const Expr &expr) {
    const Expr &inner = skipCasts(expr); // only a choice of names
    bool isProduct = inner.kind == Expr::Kind::Binary && inner.text == "*";
    if (isProduct)
      return isSum(*inner.operands[0]) || isSum(*inner.operands[1]);
    return inner.kind == Expr::Kind::Binary && (inner.text == "+" || inner.text == "-");
  }

  /// The definitions with which the nest is entered, over values that it does not change.
  void enter() {
    std::vector<KnownAtEntry> open;
    for (const KnownAtEntry &entry : nest.knownAtEntry)
      if (!stores.isMemory(entry.symbol) && !isRootOfPath(entry.symbol) &&
          !stores.isLoopVariable(entry.symbol))
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
      ExprRef value = resolved(next->value);
      bool isPointer = symbol.type.kind == CType::Kind::Pointer;
      if ((isPointer || !isSum(*value) || stores.isAssigned(next->symbol)) && isPure(value)) {
        definitions[next->symbol] =
            symbol.type.isInteger() ? makeExplicitCast(value, symbol.type) : value;
        candidates.insert(next->symbol);
      }
      open.erase(next);
    }
  }

  void fail(SymbolId id, RejectionKind kind, SourceRange where, const std::string &detail) {
    state.emplace(id, Rejection{kind, where, detail});
  }

  StmtRef emptyBlock() const { return makeBlock({}, nest.root->range); }

  void forget(const std::set<SymbolId> &symbols) {
    for (SymbolId id : symbols)
      definitions.erase(id);
  }

  ExprRef rewrite(const ExprRef &expr) {
    if (!expr)
      return expr;
    if (expr->kind == Expr::Kind::Symbol) {
      if (!replaceable(expr->symbol))
        return expr;
      auto definition = definitions.find(expr->symbol);
      if (definition != definitions.end()) {
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
    if (isRead && isKeepable(*definition) && !stores.keptBy(*definition).empty() &&
        std::find(kept.begin(), kept.end(), definition) == kept.end())
      kept.push_back(definition);
    bool isAddress = definition->kind == Expr::Kind::Unary && definition->text == "&";
    for (const ExprRef &part : definition->operands)
      noteKept(part, isAddress);
  }

  /// One place in memory all through the nest, which stores may reach by their types alone.
  bool isKeepable(const Expr &access) const {
    bool isOnePlace = skipPointerCasts(*access.operands[0]).kind == Expr::Kind::Symbol;
    for (size_t k = 1; k < access.operands.size(); ++k)
      forEachExpr(access.operands[k], [&](const ExprRef &part) {
        isOnePlace &= part->kind != Expr::Kind::Access &&
                      (part->kind != Expr::Kind::Symbol ||
                       std::find(active.begin(), active.end(), part->symbol) == active.end());
      });
    return isOnePlace;
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

  /// Over loop variables and values that the nest does not change, without
  /// calls and without reading memory that it changes. `mayKeep`: that it may change by its types
  /// alone is left to be checked, see `kept`.
  bool isPure(const ExprRef &expr, bool isAddressed = false, bool mayKeep = false) const {
    switch (expr->kind) {
    case Expr::Kind::Integer:
      return true;
    case Expr::Kind::Symbol: {
      const Symbol &symbol = nest.symbol(expr->symbol);
      if (std::find(active.begin(), active.end(), expr->symbol) != active.end())
        return true;
      if (symbol.type.kind == CType::Kind::Array || entryValues.count(expr->symbol))
        return true;
      return isNumber(symbol.type) && !stores.whyNotInvariant(expr->symbol, expr->range);
    }
    case Expr::Kind::Literal:
      return isFloating(*expr);
    case Expr::Kind::Access:
      // Read later than the source reads it: no store at all may change it.
      if (!isAddressed && expr->type.kind != CType::Kind::Array &&
          (!isNumber(expr->type) || stores.whyNotInvariant(*expr) ||
           (!stores.keptBy(*expr).empty() && !(mayKeep && isKeepable(*expr)))))
        return false;
      break;
    case Expr::Kind::Unary:
      if (expr->text == "&")
        return isPure(expr->operands[0], true, mayKeep);
      break;
    case Expr::Kind::Binary:
    case Expr::Kind::Conditional:
      break;
    case Expr::Kind::Cast:
      if (!isNumber(expr->type))
        return false;
      break;
    default:
      return false;
    }
    // The only integers made of floating-point numbers are comparisons of them.
    bool mayFloat = isFloating(*expr) || expr->kind == Expr::Kind::Binary;
    return std::all_of(expr->operands.begin(), expr->operands.end(), [&](const ExprRef &operand) {
      bool isKnown = isFloating(*operand) ? mayFloat
                                          : isNumber(operand->type) ||
                                                operand->type.kind == CType::Kind::Array;
      return isKnown && isPure(operand, false, mayKeep);
    });
  }

  static bool isFloating(const Expr &expr) { return expr.type.kind == CType::Kind::Floating; }
  static bool isNumber(const CType &type) {
    return type.isInteger() || type.kind == CType::Kind::Pointer ||
           type.kind == CType::Kind::Floating;
  }

  void failBecauseOf(SymbolId id, const ExprRef &value) {
    bool readsMemory = false;
    forEachExpr(value, [&](const ExprRef &part) {
      readsMemory |= part->kind == Expr::Kind::Access;
    });
    std::string text = nest.symbol(id).name + " = " + printExpr(nest, *value);
    if (nest.symbol(id).type.kind == CType::Kind::Pointer)
      fail(id, RejectionKind::IndirectBase, value->range, text);
    else
      fail(id, readsMemory ? RejectionKind::IndirectIndex : RejectionKind::NonPolynomialIndex,
           value->range, text);
  }

  /// The value that the variable has after the assignment; null when it is none
  /// that can stand for it.
  ExprRef definitionAfter(SymbolId id, const std::string &op, const ExprRef &value) {
    const Symbol &symbol = nest.symbol(id);
    ExprRef result = value;
    if (op != "=") {
      auto before = definitions.find(id);
      if (before == definitions.end()) {
        RejectionKind kind = symbol.type.kind == CType::Kind::Pointer ? RejectionKind::IndirectBase
                                                                      : RejectionKind::ScalarState;
        fail(id, kind, value->range, symbol.name);
        return nullptr;
      }
      bool isPointer = symbol.type.kind == CType::Kind::Pointer;
      bool isShift = op == "<<=" || op == ">>=";
      const CType &type = isPointer || isShift ? symbol.type : value->type;
      ExprRef left = isPointer ? before->second : makeExplicitCast(before->second, type);
      result = makeBinary(op.substr(0, op.size() - 1), left, value, type, value->range);
    }
    if (!isPure(result, false, symbol.type.isConst)) {
      failBecauseOf(id, result);
      return nullptr;
    }
    return symbol.type.isInteger() ? makeExplicitCast(result, symbol.type) : result;
  }

  /// What is left of a statement that is gone; null when nothing is.
  static StmtRef whatItReads(const Stmt &stmt) {
    if (stmt.reads.empty())
      return nullptr;
    auto rest = std::make_shared<Stmt>();
    rest->kind = Stmt::Kind::Empty;
    rest->range = stmt.range;
    rest->reads = stmt.reads;
    return rest;
  }

  /// The statement with its claim rewritten, and all else as it is.
  std::shared_ptr<Stmt> copyOf(const StmtRef &stmt) {
    auto copy = std::make_shared<Stmt>(*stmt);
    for (ExprRef &part : copy->claim)
      part = rewrite(part);
    return copy;
  }

  StmtRef walkAssignment(const StmtRef &stmt, SymbolId id, const std::string &op) {
    auto copy = copyOf(stmt);
    copy->value = rewrite(stmt->value);
    if (!replaceable(id)) {
      if (stmt->target)
        copy->target = stmt->target;
      return copy;
    }
    if (!stmt->value) { // a declaration alone: no value yet
      definitions.erase(id);
      return nullptr;
    }
    assignedBefore.insert(id);
    ExprRef definition = definitionAfter(id, op, copy->value);
    if (!definition) {
      definitions.erase(id);
      return copy;
    }
    definitions[id] = definition;
    if (!liveOut.count(id))
      return whatItReads(*stmt);
    auto kept = std::make_shared<Stmt>(*copy);
    kept->kind = Stmt::Kind::Assign;
    kept->text = "=";
    kept->target = makeSymbol(id, nest.symbol(id).type, stmt->range);
    kept->value = definition;
    return kept;
  }

  struct Induction {
    ExprRef inIteration;
    ExprRef afterLoop; // null when not known
    std::vector<ExprRef> needsInside, needsAfter;
  };

  /// With the variables for which a definition is known here exchanged.
  ExprRef resolved(const ExprRef &expr) const {
    return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
      auto known = part->kind == Expr::Kind::Symbol ? definitions.find(part->symbol)
                                                    : definitions.end();
      return known == definitions.end() ? nullptr : known->second;
    });
  }

  /// Some name such as `p->w` reads the variable without saying so.
  bool isRootOfPath(SymbolId id) const {
    return std::any_of(nest.symbols->begin(), nest.symbols->end(), [&](const Symbol &symbol) {
      return symbol.kind == Symbol::Kind::Path && symbol.root == id;
    });
  }

  /// All mentions of the variable in the loop's body stand in one loop inside it.
  bool livesInInnerLoop(const StmtRef &body, SymbolId id) const {
    unsigned loops = 0, others = 0;
    std::function<void(const StmtRef &)> visit = [&](const StmtRef &stmt) {
      if (!stmt)
        return;
      if (stmt->kind == Stmt::Kind::Block) {
        for (const StmtRef &child : stmt->children)
          visit(child);
        return;
      }
      bool found = assignedIn(stmt).count(id) != 0;
      forEachExprIn(stmt, [&](const ExprRef &part) {
        found |= part->kind == Expr::Kind::Symbol && part->symbol == id;
      });
      if (found)
        ++(isLoop(*stmt) ? loops : others);
    };
    visit(body);
    return loops == 1 && others == 0;
  }

  /// The variables that the loop advances by the same amount in every iteration.
  std::map<SymbolId, Induction> inductionsOf(const StmtRef &stmt,
                                             const std::set<SymbolId> &changed) {
    std::map<SymbolId, Induction> result;
    auto loop = countedLoop(*stmt, *nest.unit);
    if (!loop)
      return result;
    loop->first = resolved(loop->first);
    for (ExprRef *bound : {&loop->end, &loop->whole})
      if (*bound)
        *bound = resolved(*bound);
    auto isFixed = [&](const ExprRef &expr) {
      bool isChanged = false;
      forEachExpr(expr, [&](const ExprRef &part) {
        isChanged |= part->kind == Expr::Kind::Symbol && changed.count(part->symbol);
      });
      return !isChanged && isPure(resolved(expr));
    };
    if (!isFixed(loop->first) || (loop->namedStep && !isFixed(loop->namedStep)))
      return result;
    if (loop->namedStep)
      loop->namedStep = resolved(loop->namedStep);
    for (SymbolId id : changed) {
      const Symbol &symbol = nest.symbol(id);
      bool isPointer = symbol.type.kind == CType::Kind::Pointer;
      if (id == loop->variable || !replaceable(id) || (!isPointer && symbol.type.bits() < 32) ||
          isRootOfPath(id))
        continue;
      auto known = definitions.find(id);
      bool isEntry = known == definitions.end() && active.empty() && !assignedBefore.count(id) &&
                     !liveOut.count(id) && !stores.isDeclaredInside(id);
      if (known == definitions.end() && !isEntry)
        continue;
      ExprRef start = isEntry ? makeSymbol(id, symbol.type, stmt->range) : known->second;
      CType type = amountType(symbol, *loop, start);
      if (loop->namedStep && !keepsValues(loop->namedStep->type, type))
        continue;
      auto advance = advanceOf(stmt->children[0], id, type, *nest.unit, isFixed);
      if (!advance)
        if (auto series = seriesOf(stmt, *loop, changed, id, start)) {
          if (isEntry)
            entryValues.insert(id);
          result[id] = std::move(*series);
        }
      if (!advance || !advance->amount)
        continue;
      ExprRef amount = resolved(advance->amount);
      Induction induction;
      induction.inIteration =
          valueInIteration(*loop, start, amount, nest.symbol(loop->variable).type, type,
                           stmt->range);
      std::vector<ExprRef> inner;
      for (const ExprRef &need : advance->needs)
        inner.push_back(resolved(need));
      if (!livesInInnerLoop(stmt->children[0], id))
        induction.needsInside = inner;
      ExprRef count =
          loop->bound() && isFixed(loop->bound()) ? tripCount(*loop, type) : nullptr;
      if (count) {
        induction.afterLoop = advanced(
            start, makeBinary("*", makeExplicitCast(count, type), makeExplicitCast(amount, type),
                              type, stmt->range),
            type);
        induction.needsAfter = inner;
        induction.needsAfter.push_back(tripCondition(*loop, advance->amount));
      }
      for (ExprRef *value : {&induction.inIteration, &induction.afterLoop})
        if (*value && !isPointer)
          *value = makeExplicitCast(*value, symbol.type);
      if (isEntry)
        entryValues.insert(id);
      result[id] = std::move(induction);
    }
    return result;
  }

  /// A variable that the loop advances by an amount that grows with the loop's counter.
  ///   for (i = 0; i < n; i++) for (j = 0; j <= i; j++) k++;   ->   k + i + i*(i - 1)/2
  std::optional<Induction> seriesOf(const StmtRef &stmt, const CountedLoop &loop,
                                    const std::set<SymbolId> &changed, SymbolId id,
                                    const ExprRef &start) {
    const Symbol &symbol = nest.symbol(id);
    if (loop.step != 1 || !loop.end || nest.unit->wrapsSigned || !isPure(loop.first) ||
        !isPure(loop.end))
      return std::nullopt;
    bool isUnsigned = symbol.type.isInteger() && !symbol.type.isSigned;
    CType type = isUnsigned && symbol.type.size == wideType().size ? symbol.type : wideType();
    auto isFixedBeside = [&](const ExprRef &expr) {
      bool isChanged = false;
      forEachExpr(expr, [&](const ExprRef &part) {
        isChanged |= part->kind == Expr::Kind::Symbol && part->symbol != loop.variable &&
                     changed.count(part->symbol);
      });
      active.push_back(loop.variable);
      bool isKnown = !isChanged && isPure(resolved(expr));
      active.pop_back();
      return isKnown;
    };
    auto advance = advanceOf(stmt->children[0], id, type, *nest.unit, isFixedBeside);
    unsigned width = symbol.type.isInteger() ? symbol.type.bits() : nest.unit->pointerBits;
    auto amount = advance && advance->amount
                      ? linearIn(resolved(advance->amount), loop.variable, type, width)
                      : std::nullopt;
    if (!amount || !amount->slope)
      return std::nullopt;
    Induction induction;
    ExprRef counter =
        makeSymbol(loop.variable, nest.symbol(loop.variable).type, stmt->range);
    induction.inIteration = valueAfterSum(loop, start, *amount, counter, type);
    induction.afterLoop = valueAfterSum(loop, start, *amount, loop.end, type);
    if (symbol.type.isInteger())
      for (ExprRef *value : {&induction.inIteration, &induction.afterLoop})
        *value = makeExplicitCast(*value, symbol.type);
    // What is linear in the counter holds in between when it does at both ends.
    ExprRef last = makeBinary("-", makeExplicitCast(loop.end, wideType()),
                              makeInteger(1, wideType(), stmt->range), wideType(), stmt->range);
    std::vector<ExprRef> needs;
    for (const ExprRef &need : advance->needs)
      for (const ExprRef &end : {loop.first, last})
        needs.push_back(mapExpr(resolved(need), [&](const ExprRef &part) -> ExprRef {
          bool isCounter = part->kind == Expr::Kind::Symbol && part->symbol == loop.variable;
          return isCounter ? makeExplicitCast(end, part->type) : nullptr;
        }));
    if (!livesInInnerLoop(stmt->children[0], id))
      induction.needsInside = needs;
    induction.needsAfter = needs;
    induction.needsAfter.push_back(tripCondition(loop, advance->amount));
    return induction;
  }

  CType wideType() const { return distanceType(*nest.unit); }

  /// In which type the variable's values are reckoned: wide enough that no step of the
  /// closed form overflows where the variable itself does not.
  CType amountType(const Symbol &symbol, const CountedLoop &loop, const ExprRef &start) const {
    auto isSmall = [](const ExprRef &expr) {
      return constantValue(*expr).value_or(-1) >= 0;
    };
    bool isInteger = symbol.type.isInteger();
    if (isInteger && (!symbol.type.isSigned || (isSmall(loop.first) && isSmall(start))))
      return symbol.type;
    return wideType();
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
    std::map<SymbolId, Induction> inductions = inductionsOf(stmt, changed);
    forget(changed);
    for (const auto &[id, induction] : inductions) {
      definitions[id] = induction.inIteration;
      needOf[id] = induction.needsInside;
    }
    assignedBefore.insert(changed.begin(), changed.end());
    if (variable >= 0)
      active.push_back(variable);
    copy->condition = rewrite(stmt->condition);
    copy->children = {walkOrEmpty(stmt->children[0])};
    if (stmt->step) {
      auto step = std::make_shared<Stmt>(*stmt->step);
      step->value = rewrite(stmt->step->value);
      copy->step = step;
    }
    if (variable >= 0)
      active.pop_back();
    forget(changed);
    bool runsToItsEnd = !hasJump(stmt->children[0], "break");
    for (const auto &[id, induction] : inductions)
      if (induction.afterLoop && runsToItsEnd) {
        definitions[id] = induction.afterLoop;
        needOf[id] = induction.needsAfter;
      }
    return copy;
  }

  StmtRef walkIf(const StmtRef &stmt) {
    auto copy = copyOf(stmt);
    copy->condition = rewrite(stmt->condition);
    copy->children.clear();
    const Definitions before = definitions;
    Definitions after[2] = {before, before};
    for (size_t side = 0; side < stmt->children.size(); ++side) {
      definitions = before;
      copy->children.push_back(walkOrEmpty(stmt->children[side]));
      if (side < 2)
        after[side] = definitions;
    }
    definitions = before;
    for (const StmtRef &child : stmt->children)
      if (child)
        forget(assignedIn(child));
    if (!isPure(copy->condition))
      return copy;
    for (const auto &[id, chosen] : after[0])
      if (auto other = after[1].find(id); !definitions.count(id) && other != after[1].end() &&
                                          nest.symbol(id).type.isInteger())
        definitions[id] = choiceOf(id, copy->condition, chosen, other->second);
    bool isEmpty = std::all_of(copy->children.begin(), copy->children.end(), [](const StmtRef &branch) {
      return branch->kind == Stmt::Kind::Block && branch->children.empty();
    });
    return isEmpty ? whatItReads(*stmt) : copy;
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
      return walkAssignment(stmt, stmt->symbol, "=");
    case Stmt::Kind::Assign:
      if (stmt->target->kind == Expr::Kind::Symbol)
        return walkAssignment(stmt, stmt->target->symbol, stmt->text);
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

  const SourceNest &nest;
  const StoreFacts &stores;
  const std::set<SymbolId> &liveOut;
  std::set<SymbolId> candidates;
  std::map<SymbolId, Rejection> state;
  Definitions definitions;
  std::vector<SymbolId> active;
  /// What the definition of a variable rests on; due when it is used.
  std::map<SymbolId, std::vector<ExprRef>> needOf;
  std::vector<ExprRef> needs, kept;
  std::set<SymbolId> entryValues, assignedBefore;
};

} // namespace

CopiesPropagated propagateCopies(const SourceNest &nest, const StoreFacts &stores,
                                 const std::set<SymbolId> &liveOut) {
  return Substitution(nest, stores, liveOut).propagate();
}

} // namespace acc
