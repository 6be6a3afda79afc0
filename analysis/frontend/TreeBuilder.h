// Clang's statements and expressions as the typed tree of SourceTree.h.
#pragma once

#include "analysis/frontend/EntryValues.h"
#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/Liveness.h"
#include "analysis/frontend/Parse.h"
#include "analysis/tree/SourceNest.h"

#include <map>
#include <set>

namespace acc {

/// Builds the trees of one nest or region; its symbols make one table.
class TreeBuilder {
public:
  TreeBuilder(const ParsedUnit &unit, const FunctionFacts &facts, const Liveness &liveness)
      : unit(unit), context(unit.context), facts(facts), liveness(liveness) {}

  /// One statement; a Block when C's one statement needs several of ours.
  StmtRef build(const clang::Stmt *stmt);
  /// Statements in sequence as one Block.
  StmtRef buildBlock(const std::vector<const clang::Stmt *> &stmts);
  /// Of `atEntry` the variables that the trees built so far name, or that these need in turn.
  std::vector<KnownAtEntry> knownAtEntry();
  std::shared_ptr<const SymbolTable> symbols() const {
    return std::make_shared<SymbolTable>(table);
  }
  /// DependenceUnknown when two of the variables that the trees name may be one object.
  std::optional<Rejection> twoNamesOfOneObject() const;
  /// A pragma around the nest that reaches the loops inside; "" when none.
  std::string enclosingPragma;
  /// The trees built so far hold a copy of numbers as bytes (memcpy, memset): their accesses may touch
  /// objects of any type.
  bool copiesBytes = false;
  /// Functions whose calls are read as their bodies (readRegion); set before `build`.
  std::set<std::string> opened;
  /// What variables are known to be worth where the nest is entered; set before `build`.
  std::vector<KnownValue> atEntry;

private:
  using Stmts = std::vector<StmtRef>;

  // TreeBuilderStmt.cpp
  void statement(const clang::Stmt *stmt, Stmts &out);
  void expressionStatement(const clang::Expr *expr, Stmts &out);
  void valuelessChoice(const clang::ConditionalOperator *choice, Stmts &out);
  void declaration(const clang::DeclStmt *stmt, Stmts &out);
  void branch(const clang::IfStmt *stmt, Stmts &out);
  void loop(const clang::Stmt *stmt, Stmts &out);
  void labelled(const clang::Stmt *stmt, Stmts &out);
  StmtRef switchStatement(const clang::SwitchStmt *choice);
  StmtRef single(const clang::Stmt *stmt);
  std::shared_ptr<Stmt> makeStmt(Stmt::Kind kind, const clang::Stmt *at) const;
  StmtRef unsupportedStmt(const clang::Stmt *at, RejectionKind reason, std::string text);
  StmtRef assign(const clang::Expr *at, ExprRef target, std::string op, ExprRef value) const;
  StmtRef stepByOne(const clang::UnaryOperator *op, ExprRef target) const;

  // TreeBuilderExpr.cpp
  ExprRef expression(const clang::Expr *expr);
  ExprRef implicitCast(const clang::ImplicitCastExpr *cast);
  ExprRef unary(const clang::UnaryOperator *op);
  ExprRef binary(const clang::BinaryOperator *op);
  ExprRef call(const clang::CallExpr *call);
  ExprRef argument(const clang::Expr *expr);
  static std::optional<bool> decided(const Expr &logical);
  ExprRef conditional(const clang::ConditionalOperator *choice);
  ExprRef constant(const clang::Expr *expr, const llvm::APSInt &value);
  ExprRef literal(const clang::Expr *expr, Expr::Kind kind);
  ExprRef statementExpression(const clang::StmtExpr *expr);
  ExprRef embeddedAssignment(const clang::BinaryOperator *op);
  ExprRef embeddedStep(const clang::UnaryOperator *op);
  bool standsForValue(const clang::Expr *name) const;
  ExprRef shown(const ExprRef &value) const;
  ExprRef addressOf(const clang::Expr *at, ExprRef lvalue) const;
  std::shared_ptr<Expr> makeExpr(Expr::Kind kind, const clang::Expr *at) const;
  ExprRef makeInteger(const clang::Expr *at, int64_t value) const;
  ExprRef unsupported(const clang::Expr *at, RejectionKind reason, std::string text);
  /// `part` of `at` is unsupported, and so is `at`.
  ExprRef unsupported(const clang::Expr *at, const Expr &part);

  // TreeBuilderInline.cpp
  /// The called function's definition when its body may stand for the call: not replaceable, and
  /// what it names beyond its own variables is the same at the call.
  const clang::FunctionDecl *inlinableDefinition(const clang::CallExpr *call) const;
  const FunctionFacts &factsOf(const clang::FunctionDecl *definition);
  ExprRef inlinedCall(const clang::CallExpr *call);
  bool inlinedStatement(const clang::CallExpr *call, Stmts &out);
  bool changesArguments(const clang::FunctionDecl *definition, const StmtRef &body) const;
  // TreeBuilderOpened.cpp
  /// The definition of a function in `opened` and its arguments as the parameters have them; null when it is no such call.
  const clang::FunctionDecl *openedDefinition(const clang::CallExpr *call, std::vector<ExprRef> &values);
  bool openedStatement(const clang::CallExpr *call, Stmts &out);
  ExprRef openedCall(const clang::CallExpr *call);
  ExprRef givenSize(ExprRef size, const std::map<SymbolId, ExprRef> &declared) const;
  bool isSameSize(const ExprRef &own, const ExprRef &other, const std::map<SymbolId, ExprRef> &declared) const;
  bool isChangedCopy(const clang::FunctionDecl *definition, const clang::ParmVarDecl *parameter) const;
  bool hasRowsOf(const clang::ParmVarDecl *parameter, const clang::Expr *argument, const ExprRef &value,
                 const std::map<SymbolId, ExprRef> &declared);
  // TreeBuilderInline.cpp
  ExprRef argumentOf(const clang::CallExpr *call, const clang::ParmVarDecl *parameter);
  bool bindArguments(const clang::CallExpr *call, const clang::FunctionDecl *definition,
                     bool mayAssign, Stmts *declared);
  StmtRef declareVariable(const clang::Stmt *at, const clang::VarDecl *variable, ExprRef value);
  bool declareVariables(const clang::DeclStmt *stmt, const FunctionFacts &owner, Stmts &out);
  bool bindVariables(const clang::Stmt *declarations, const FunctionFacts &owner);
  bool bindAssignment(const clang::Expr *expr);
  /// From here on the variable stands for the value; false: it is too long to be repeated.
  bool standsFor(const clang::VarDecl *variable, ExprRef value);
  /// What variables stand for since `first` in `owed` happens in the value, or in what is asked before it.
  bool isAllToldIn(const ExprRef &value, const Stmts &before, size_t first) const;
  ExprRef returnedValue(std::vector<const clang::Stmt *> stmts, const FunctionFacts &owner,
                        Stmts &required, unsigned depth);
  /// Statements that do nothing but to demand something (demandOf); none for any other.
  std::optional<Stmts> demandsOf(const clang::Stmt *stmt);
  bool readsOnlyNames(const Expr &node) const;
  bool isAddressOfVariable(const Expr &node) const;
  /// As `expression`, where only zero or not matters: the address of a variable is 1, null 0.
  ExprRef truth(const clang::Expr *expr);
  /// What the condition is worth where a pointer that it tests points into an object; none when
  /// it tests no place in an object.
  std::optional<bool> whereInObject(const Expr &condition) const;
  StmtRef demanded(const clang::Stmt *at, const ExprRef &condition, bool mustHold,
                   const std::string &call) const;
  /// The name of a call of which nothing is known, in a branch that ends by `return`; "" for none.
  static std::string failingCall(const Stmt &branch);
  std::string failingCall(const clang::Stmt *branch) const;
  void finish(const StmtRef &root);
  SourceRange placeOf(const clang::Stmt *at) const;

  // TreeBuilderAccess.cpp
  ExprRef place(const clang::Expr *lvalue);
  ExprRef elementPlace(const clang::Expr *at, const clang::Expr *pointer, ExprRef subscript);
  ExprRef memberPlace(const clang::MemberExpr *member);
  ExprRef memberBehind(const clang::MemberExpr *member, const clang::Expr *pointer);
  bool isOnlyDereferenced(const clang::Expr *pointer) const;
  const clang::ParmVarDecl *ownParameter(const clang::ParmVarDecl *parameter) const;
  ExprRef subscripted(const clang::Expr *at, const ExprRef &base, ExprRef subscript);
  ExprRef castToArrayPointer(const clang::CStyleCastExpr *cast);
  ExprRef pathNode(const clang::Expr *at, const ExprRef &base, const std::string &suffix,
                   bool throughPointer);
  ExprRef firstElement(const clang::Expr *at, ExprRef access) const;

  // TreeBuilderSymbols.cpp
  SymbolId symbolOf(const clang::VarDecl *variable);
  std::vector<SymbolId> assignedSymbols(const clang::Stmt *stmt);
  ExprRef symbolNode(const clang::Expr *at, SymbolId id) const;
  /// The value of the constant variable that the expression names; none for what C does not fix.
  ///   const int N = 8; float row[N];   ->   8
  std::optional<llvm::APSInt> constantNamed(const clang::Expr *name) const;
  /// The same of a variable that this unit alone defines, whatever ran before.
  std::optional<llvm::APSInt> staticConstant(const clang::Expr *name) const;
  std::string uniqueName(const std::string &spelling) const;
  /// Sizes of the dimensions of nested arrays; none when a size of variable
  /// length may have changed since it was fixed.
  std::optional<std::vector<ExprRef>> arraySizes(clang::QualType type, bool mustBeStable);
  bool isStableSize(const clang::Expr *size) const;

  // TreeBuilderExtents.cpp
  void readExtent(SymbolId id, const clang::VarDecl *variable);
  ExprRef stableSize(const clang::Expr *size);
  ExprRef allocatedBytes(const clang::CallExpr *call);
  std::vector<SymbolId> liveAfter(const clang::Stmt *loop) const;

  const ParsedUnit &unit;
  clang::ASTContext &context;
  const FunctionFacts &facts;
  const Liveness &liveness;

  SymbolTable table;
  llvm::DenseMap<const clang::VarDecl *, SymbolId> ids;
  std::map<SymbolId, const clang::VarDecl *> variables;
  /// Parameters of functions seen through, and variables of those: they
  /// stand for the argument or initialiser.
  llvm::DenseMap<const clang::VarDecl *, ExprRef> substitutions;
  /// What C evaluates in the values of `substitutions` and what may do more than give a value: calls that are not known
  /// to be pure, what is not read.
  std::vector<ExprRef> owed;
  /// Symbols whose declared sizes cannot be named at their uses.
  std::set<SymbolId> unstable;
  /// Loops whose live variables `finish` tells.
  std::vector<std::pair<const clang::Stmt *, std::shared_ptr<Stmt>>> loops;
  /// Functions being seen through, outer to inner.
  std::vector<const clang::FunctionDecl *> inlined;
  /// Calls in them so far, for the current call of the nest.
  unsigned nested = 0;
  std::map<const clang::FunctionDecl *, std::unique_ptr<FunctionFacts>> functionFacts;
  /// The call in the nest through which they are seen: the place of their nodes.
  std::optional<SourceRange> callSite;
  /// What the current expression is part of is evaluated with its statement, once: what a function that is seen
  /// through requires may be asked before it.
  bool isCertain = false;
};

/// do { ... } while (0): no loop, as its body runs once (Stmt::Kind::Once).
bool isPlainBlock(const clang::DoStmt *loop, const clang::ASTContext &context);

/// Names only its own parameters and variables and those of the unit: then its text means the
/// same at the place of the call.
bool meansTheSameIn(const clang::FunctionDecl &caller, const clang::Stmt *stmt,
                    const clang::FunctionDecl *function);

/// Numbers and pointers to numbers: as a variable of the nest it needs no more facts.
bool isNumberOrRow(clang::QualType type);

/// The statements of a block, or the one that it is.
std::vector<const clang::Stmt *> partsOf(const clang::Stmt *stmt);

} // namespace acc
