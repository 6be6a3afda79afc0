// Clang's statements and expressions as the typed tree of SourceTree.h.
#pragma once

#include "analysis/frontend/EntryGaps.h"
#include "analysis/frontend/EntryRanges.h"
#include "analysis/frontend/EntryValues.h"
#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/Liveness.h"
#include "analysis/frontend/Parse.h"
#include "analysis/tree/KnownSizes.h"
#include "analysis/tree/SourceNest.h"

#include "llvm/ADT/SetVector.h"

#include <climits>
#include <map>
#include <set>

namespace acc {

/// A pragma that reaches that many loops one inside the other, UINT_MAX all; "" for none.
struct EnclosingPragma {
  std::string text;
  unsigned loops = 0;

  /// What is left of it inside of one of them.
  void passLoop() {
    if (loops != UINT_MAX && (loops == 0 || --loops == 0))
      text.clear();
  }
};

/// Builds the trees of one nest or region, or of a function that is called; its symbols make one
/// table.
class TreeBuilder {
public:
  /// `liveness`: null for a called function, of whose loops nobody asks what is live behind them.
  TreeBuilder(const ParsedUnit &unit, const FunctionFacts &facts, const Liveness *liveness)
      : unit(unit), context(unit.context), facts(facts), liveness(liveness) {}

  /// One statement; a Block when C's one statement needs several of ours.
  StmtRef build(const clang::Stmt *stmt);
  /// Statements in sequence as one Block.
  StmtRef buildBlock(const std::vector<const clang::Stmt *> &stmts);
  /// The function as a value. Only for a builder that has built nothing else.
  CalledFunction buildFunction(const clang::FunctionDecl &definition);
  /// Those of `atEntry` whose variables the trees name, or whose variables are needed for these.
  std::vector<KnownAtEntry> knownAtEntry();
  /// Those of `setThere` that the trees name.
  std::vector<SymbolId> setAtEntry() const;
  /// The ranges of the variables that the trees name.
  std::map<std::string, KnownSize> knownSizes(const KnownRanges &ranges) const;
  /// The gaps between those, where control comes to the loop.
  std::vector<KnownGap> knownGaps(const clang::Stmt *loop, const std::vector<EntryGap> &gaps) const;
  std::shared_ptr<const SymbolTable> symbols() const {
    return std::make_shared<SymbolTable>(table);
  }
  /// DependenceUnknown when two of the variables that the trees name may be one object.
  std::optional<Rejection> twoNamesOfOneObject() const;
  /// One around the nest that reaches the loops inside.
  EnclosingPragma enclosing;
  /// Functions whose calls are read as their bodies, whatever these are (readRegion); set before
  /// `build`.
  std::set<std::string> opened;
  /// Called functions whose bodies may be inlined, as far as the callee decides this.
  llvm::SetVector<const clang::FunctionDecl *> called;
  /// What variables are known to be worth where the nest is entered; set before `build`.
  std::vector<KnownValue> atEntry;
  /// Variables that have a value there.
  llvm::DenseSet<const clang::VarDecl *> setThere;

private:
  using Stmts = std::vector<StmtRef>;

  // TreeBuilderStmt.cpp
  void statement(const clang::Stmt *stmt, Stmts &out);
  void expressionStatement(const clang::Expr *expr, Stmts &out);
  void valuelessChoice(const clang::ConditionalOperator *choice, Stmts &out);
  void declaration(const clang::DeclStmt *stmt, Stmts &out);
  void branch(const clang::IfStmt *stmt, Stmts &out);
  void loop(const clang::Stmt *stmt, Stmts &out);
  LoopFacts loopFacts(const clang::Stmt *stmt) const;
  void labelled(const clang::Stmt *stmt, Stmts &out);
  StmtRef switchStatement(const clang::SwitchStmt *choice);
  // TreeBuilderLabels.cpp
  void sequence(llvm::ArrayRef<const clang::Stmt *> stmts, Stmts &out);
  // TreeBuilderStmt.cpp
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
  ExprRef conditional(const clang::ConditionalOperator *choice);
  ExprRef constant(const clang::Expr *expr, const llvm::APSInt &value);
  ExprRef literal(const clang::Expr *expr, Expr::Kind kind);
  ExprRef statementExpression(const clang::StmtExpr *expr);
  ExprRef embeddedAssignment(const clang::BinaryOperator *op);
  ExprRef embeddedStep(const clang::UnaryOperator *op);
  ExprRef vector(const clang::Expr *expr);
  ExprRef addressOf(const clang::Expr *at, ExprRef lvalue) const;
  std::shared_ptr<Expr> makeExpr(Expr::Kind kind, const clang::Expr *at) const;
  ExprRef makeInteger(const clang::Expr *at, int64_t value) const;
  ExprRef unsupported(const clang::Expr *at, RejectionKind reason, std::string text);
  /// `part` of `at` is unsupported, and so is `at`.
  ExprRef unsupported(const clang::Expr *at, const Expr &part);

  // TreeBuilderCalls.cpp
  const clang::FunctionDecl *definitionOf(const clang::CallExpr *call) const;
  bool takesArguments(const clang::CallExpr *call, const clang::FunctionDecl *definition) const;
  void finish();

  // TreeBuilderAccess.cpp
  ExprRef place(const clang::Expr *lvalue);
  ExprRef elementPlace(const clang::Expr *at, const clang::Expr *pointer, ExprRef subscript);
  ExprRef memberPlace(const clang::MemberExpr *member);
  ExprRef memberBehind(const clang::MemberExpr *member, const clang::Expr *pointer);
  bool isOnlyDereferenced(const clang::Expr *pointer) const;
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
  void readLiveAfter(const clang::Stmt *loop, LoopFacts &into) const;

  const ParsedUnit &unit;
  clang::ASTContext &context;
  const FunctionFacts &facts;
  const Liveness *liveness;

  SymbolTable table;
  llvm::DenseMap<const clang::VarDecl *, SymbolId> ids;
  std::map<SymbolId, const clang::VarDecl *> variables;
  /// Symbols whose declared sizes cannot be named at their uses.
  std::set<SymbolId> unstable;
  /// Labels at the end of a Once, from which alone control jumps to them.
  llvm::DenseSet<const clang::LabelDecl *> ends;
  /// Loops whose live variables `finish` determines.
  std::vector<std::pair<const clang::Stmt *, std::shared_ptr<Stmt>>> loops;
};

/// do { ... } while (0): no loop, as its body runs once (Stmt::Kind::Once).
bool isPlainBlock(const clang::DoStmt *loop, const clang::ASTContext &context);

} // namespace acc
