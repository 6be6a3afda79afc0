// Walking and building the C tree.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <functional>

namespace acc {

/// `visit` on the expression and all below it, parents first.
void forEachExpr(const ExprRef &expr, const std::function<void(const ExprRef &)> &visit);

/// The expression has more than `nodes` parts, one that is used twice counted twice. Costs no more
/// than counting to that number.
bool isLargerThan(const ExprRef &expr, size_t nodes);

/// `visit` on the statement and all below it in textual order, parents first; a
/// loop's init and step are visited before its body.
void forEachStmt(const StmtRef &stmt, const std::function<void(const StmtRef &)> &visit);

/// The expressions that the statement itself holds (not those of its children):
/// condition, value, target, and its claim's.
std::vector<ExprRef> ownExprs(const Stmt &stmt);

/// Every expression of the statement and all below it.
void forEachExprIn(const StmtRef &stmt, const std::function<void(const ExprRef &)> &visit);

/// A copy in which each expression for which `replacement` gives one is
/// exchanged; parts of the tree without any are shared.
ExprRef mapExpr(const ExprRef &expr, const std::function<ExprRef(const ExprRef &)> &replacement);
StmtRef mapExprs(const StmtRef &stmt, const std::function<ExprRef(const ExprRef &)> &replacement);

/// The statement with `change` of each one below it and at last of itself; first parts and steps of
/// loops stay as they are. What does not change is shared.
StmtRef mapStmts(const StmtRef &stmt, const std::function<StmtRef(const StmtRef &)> &change);

bool isLoop(const Stmt &stmt);
bool containsLoop(const StmtRef &stmt);

/// The variable that the statement itself assigns by name (Declare without a
/// value counts: it ends the earlier value); -1 when none.
SymbolId assignedSymbol(const Stmt &stmt);

/// Every symbol that the statement or one below it assigns by name.
std::set<SymbolId> assignedIn(const StmtRef &stmt);

/// The variable of a For whose init sets it; -1 when the init has another form.
SymbolId loopVariable(const Stmt &loop);

/// The statement itself, or the only one in its block.
const Stmt &onlyChild(const Stmt &stmt);
/// The variable stands somewhere in the expression.
bool names(const ExprRef &expr, SymbolId symbol);
/// Computed anew, the value is the same as long as what it reads is: it calls nothing that is not
/// known to be pure, and all of it can be read.
bool isPure(const Expr &value);

/// &x of a variable.
bool isAddressOfVariable(const Expr &expr, const SymbolTable &symbols);

/// By itself, whatever its operands are: an Assign, Step, Comma or Block.
bool isSideEffect(const Expr &expr);
/// It assigns, steps or declares something, that is, contains a side effect.
bool hasSideEffect(const ExprRef &expr);

StmtRef makeBlock(std::vector<StmtRef> children, SourceRange where);
StmtRef makeDeclaration(SymbolId symbol, SourceRange where);
/// target op value;   with "=", "+=" and the like
StmtRef makeAssign(const ExprRef &target, const std::string &op, const ExprRef &value,
                   SourceRange where);
/// for (counter = 0; counter < end; counter += 1) body
StmtRef makeCountedLoop(const ExprRef &counter, const ExprRef &end, const StmtRef &body,
                        SourceRange where);
ExprRef makeInteger(int64_t value, const CType &type, SourceRange where);
/// What `++` adds to a variable of the type: 1, converted to it where it is floating, as in `x +=
/// 1`.
ExprRef makeStepOfOne(const CType &type, SourceRange where);
ExprRef makeSymbol(SymbolId symbol, const CType &type, SourceRange where);
ExprRef makeBinary(const std::string &op, ExprRef left, ExprRef right, const CType &type,
                   SourceRange where);
/// The value of the variable after `variable op= amount`, computed as C does: narrow integers in
/// int.
ExprRef stepped(const ExprRef &variable, const std::string &op, const ExprRef &amount);
/// `operand` itself when it has the type already and is no implicit cast.
ExprRef makeExplicitCast(ExprRef operand, const CType &type);

/// Of comparisons, && and the like: int.
CType truthType();
/// The widest signed type: for distances of pointers, and wide enough for those of numbers.
CType distanceType(const UnitFacts &unit);
/// !condition
ExprRef makeNot(ExprRef condition);

/// The expression below all casts. It is an operand, and its value need not be that of the whole
/// (Conversions.h).
const Expr &skipCasts(const Expr &expr);
const Expr &skipImplicitCasts(const Expr &expr);

} // namespace acc
