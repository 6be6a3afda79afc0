// The walk that reads functions in place of their calls: OpenCalls.cpp goes through the tree,
// OpenedValue.cpp finds the value of a call, OpenedResult.cpp the value that loops compute,
// OpenedStatement.cpp what a call as a statement does, WholeCalls.cpp reads the rewriter's own
// functions.
#pragma once

#include "analysis/normalize/CallFrame.h"
#include "analysis/normalize/MovedEffects.h"
#include "analysis/normalize/ValueSize.h"

#include <functional>
#include <set>

namespace acc {

class OpenCalls {
public:
  explicit OpenCalls(const SourceNest &nest) : nest(nest), symbols(*nest.symbols) {}

  StmtRef opened(const StmtRef &root) { return single(root); }
  SymbolTable symbolsNow() const { return symbols; }

private:
  using Stmts = std::vector<StmtRef>;

  // OpenCalls.cpp
  void statement(const StmtRef &stmt, Stmts &out);
  StmtRef single(const StmtRef &stmt);
  void evaluate(const Stmt &stmt, Stmts &out);
  void branch(const Stmt &stmt, Stmts &out);
  void loop(const Stmt &stmt, Stmts &out);
  void leaveLoops(const CallFrame &own);
  void returned(const Stmt &stmt, Stmts &out);
  std::shared_ptr<Stmt> copied(const Stmt &stmt) const;
  /// `isCertain`: what the expression is part of is evaluated with its statement, once; what a
  /// function requires may be asked before it.
  ExprRef expression(const ExprRef &expr, bool isCertain);
  ExprRef place(const ExprRef &expr, bool isCertain);
  ExprRef call(const ExprRef &expr, bool isCertain);
  std::optional<bool> whereInObject(const Expr &condition) const;

  // OpenedValue.cpp
  ExprRef openedValue(const Expr &call, bool mayRequire);
  ExprRef valueOf(const Stmts &stmts, Stmts &required, unsigned depth);
  ExprRef chosenValue(const Stmt &choice, const Stmts &rest, Stmts &required, unsigned depth);
  std::optional<Stmts> demandsOf(const StmtRef &stmt);
  bool assign(const Stmt &stmt);
  bool declare(const Stmt &stmt);
  bool standsFor(CallFrame &into, SymbolId own, ExprRef value);
  bool isAllToldIn(const ExprRef &value, const Stmts &before, size_t first) const;
  std::string failingCall(const StmtRef &branch) const;

  // OpenedStatement.cpp
  bool openedStatement(const Expr &call, Stmts &out);
  bool declareVariable(const Stmt &stmt, Stmts &out);
  /// `parts` declare parameters; `read` appends the statements of the body of `own.function` and
  /// returns whether it could. The whole block goes to `out`, unless it cannot replace the call.
  bool putBody(CallFrame &own, SourceRange where, Stmts parts,
               const std::function<bool(Stmts &)> &read, Stmts &out);
  bool changesArguments(const StmtRef &body) const;

  // OpenedResult.cpp
  bool openedResult(const Stmt &stmt, Stmts &out);
  bool changesNothingBeside(const Expr &call, const Expr &value) const;
  bool isResultAlone(const Stmt &stmt, const Expr &call) const;

  // WholeCalls.cpp
  bool wholeStatement(const CalledFunction &function, const Expr &call, Stmts &out);
  ExprRef wholeValue(const CalledFunction &function, const Expr &call);
  ExprRef wholeArgument(const CalledFunction &function, const Expr &call, size_t k);
  bool hasRowsOfAll(const CallFrame &own, const std::vector<ExprRef> &values,
                    const std::map<SymbolId, ExprRef> &declared);

  // OpenCalls.cpp
  const CalledFunction *functionOf(const Expr &call) const;
  /// Parameters stand for the arguments, converted as the call and the function convert them. Those
  /// that the caller cannot follow - assigned ones without `mayAssign`, and where the body may
  /// store those whose argument reads an element - are variables that `declared` sets; null: none
  /// may be.
  bool bindArguments(const CalledFunction &function, const Expr &call, CallFrame &into,
                     bool mayAssign, Stmts *declared);
  ExprRef argument(const Expr &call, size_t k, const CType &type, bool isCertain);
  bool readsOnlyNames(const Expr &node) const;
  StmtRef declaration(SymbolId variable, ExprRef value, SourceRange where) const;
  std::optional<SourceRange> siteOf(const Expr &call) const;

  const SourceNest &nest;
  SymbolTable symbols;
  /// Of the function that is read; null in the nest itself.
  CallFrame *frame = nullptr;
  /// Functions that are read, outer to inner.
  std::vector<const CalledFunction *> inside;
  /// A call of the statement that is read, and its value in the nest.
  std::pair<const Expr *, ExprRef> known = {};
  /// What is read stands where no block can: in a loop's init or step.
  bool inLoopHead = false;
  /// Calls in them so far, for the current call of the nest.
  unsigned nested = 0;
  /// What C evaluates in the values that variables stand for and what may do more than give a
  /// value: calls that are not known to be pure, what is not read.
  std::vector<ExprRef> owed;
  std::vector<std::shared_ptr<Stmt>> loops; // of the function whose body is read
};

/// A number, or a pointer to numbers: as a variable of the nest it needs no more facts.
bool isNumberOrRow(const CType &type);

/// Expression statements, declarations, ifs, counted loops without pragmas, returns outside of them
/// and blocks of these.
bool isPlainCode(const StmtRef &stmt, bool inLoop = false);

/// The operand in the type, below a conversion where it has another.
ExprRef convertedTo(ExprRef operand, const CType &type, SourceRange where);

/// Short, and all of it can be read.
bool isReadable(const ExprRef &value);

} // namespace acc
