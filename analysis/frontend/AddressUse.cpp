#include "analysis/frontend/AddressUse.h"

#include "analysis/frontend/Identity.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

namespace acc {
namespace {

/// Functions through which one address is followed.
constexpr unsigned kMaxFollowed = 64;

/// Functions of C and POSIX that write through their pointers and forget them (7.21 and others).
const llvm::StringSet<> &forgettingCalls() {
  static const llvm::StringSet<> calls = {
      "scanf",          "fscanf",       "sscanf",    "printf",   "fprintf", "snprintf",
      "sprintf",        "fread",        "fwrite",    "read",     "write",   "getline",
      "fgetpos",        "stat",         "fstat",     "time",     "mktime",  "gettimeofday",
      "clock_gettime",  "clock_getres", "nanosleep", "strftime", "frexp",   "frexpf",
      "modf",           "modff",        "remquo",    "sincos",   "sincosf", "memcmp",
      "posix_memalign", "sigemptyset",  "getrusage"};
  return calls;
}

/// Follows an address from a call into the functions that are called.
class Follower {
public:
  /// The callee, and every function that it passes the argument to, uses the pointer only while it
  /// runs.
  bool forgets(const clang::CallExpr &call, unsigned index);

private:
  bool keeps(const clang::FunctionDecl &function, const clang::ParmVarDecl &parameter);

  /// Functions that were visited or are being visited. A function that keeps the pointer ends the
  /// search with no, so until then all visited ones can be taken not to keep it.
  llvm::DenseSet<const clang::ParmVarDecl *> followed;
};

bool Follower::forgets(const clang::CallExpr &call, unsigned index) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getDeclName().isIdentifier() || call.getType()->isPointerType() ||
      call.getType()->isRecordType())
    return false;
  if (const clang::FunctionDecl *definition = callee->getDefinition())
    return !isReplaceable(*definition) && index < definition->getNumParams() &&
           !keeps(*definition, *definition->getParamDecl(index));
  llvm::StringRef name = libraryName(*callee);
  name.consume_front("__isoc99_");
  return forgettingCalls().contains(name);
}

bool mentions(const clang::Stmt *stmt, const clang::VarDecl *variable) {
  const auto *ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(stmt);
  return stmt && ((ref && ref->getDecl() == variable) ||
                  llvm::any_of(stmt->children(), [&](const clang::Stmt *child) {
                    return mentions(child, variable);
                  }));
}

/// Counts the uses of a pointer that read or write its target or test it for null, and the uses
/// that may copy it.
class Mentions : public clang::RecursiveASTVisitor<Mentions> {
public:
  Mentions(const clang::VarDecl &pointer, Follower &follower)
      : pointer(pointer), follower(follower) {}

  bool isKept = false;

  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    isKept |= ref->getDecl() == &pointer && !harmless.contains(ref);
    return !isKept;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    if (op->getOpcode() == clang::UO_AddrOf)
      isKept |= mentions(op->getSubExpr(), &pointer);
    else if (op->getOpcode() == clang::UO_Deref || op->getOpcode() == clang::UO_LNot)
      allow(op->getSubExpr());
    return !isKept;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay && !rows.contains(cast))
      isKept |= mentions(cast->getSubExpr(), &pointer);
    return !isKept;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    allow(element->getBase());
    rows.insert(element->getBase()->IgnoreParens()); // p[i] in p[i][j]
    return !isKept;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    if (member->isArrow())
      allow(member->getBase());
    return !isKept;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    if (op->isComparisonOp() || op->isLogicalOp()) {
      allow(op->getLHS());
      allow(op->getRHS());
    }
    return !isKept;
  }
  bool VisitIfStmt(clang::IfStmt *stmt) {
    allow(stmt->getCond());
    return !isKept;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (variableOf(call->getArg(k)) == &pointer && follower.forgets(*call, k))
        allow(call->getArg(k));
    return !isKept;
  }
  bool VisitAsmStmt(clang::AsmStmt *) {
    isKept = true;
    return !isKept;
  }

private:
  /// Parents are visited before the reference that they allow.
  void allow(const clang::Expr *expr) {
    if (variableOf(expr) == &pointer)
      harmless.insert(expr->IgnoreParenImpCasts());
  }

  const clang::VarDecl &pointer;
  Follower &follower;
  llvm::DenseSet<const clang::Expr *> harmless;
  llvm::DenseSet<const clang::Expr *> rows; // that are subscripted
};

bool Follower::keeps(const clang::FunctionDecl &function, const clang::ParmVarDecl &parameter) {
  if (!parameter.getType()->isPointerType())
    return true;
  if (!followed.insert(&parameter).second)
    return false;
  if (followed.size() > kMaxFollowed)
    return true;
  Mentions mentioned(parameter, *this);
  mentioned.TraverseStmt(function.getBody());
  return mentioned.isKept;
}

/// Looks for uses of a pointer other than reading what it points to.
class OtherThanReads : public clang::RecursiveASTVisitor<OtherThanReads> {
public:
  explicit OtherThanReads(const clang::VarDecl &pointer) : pointer(pointer) {}

  bool isFound = false;

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    const auto *target =
        cast->getCastKind() == clang::CK_LValueToRValue
            ? llvm::dyn_cast<clang::UnaryOperator>(cast->getSubExpr()->IgnoreParens())
            : nullptr;
    if (target && target->getOpcode() == clang::UO_Deref &&
        variableOf(target->getSubExpr()) == &pointer)
      read.insert(target->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    isFound |= ref->getDecl() == &pointer && !read.contains(ref);
    return !isFound;
  }
  bool VisitAsmStmt(clang::AsmStmt *) { return !(isFound = true); }

private:
  const clang::VarDecl &pointer;
  llvm::DenseSet<const clang::Expr *> read;
};

} // namespace

bool onlyReadsArgument(const clang::CallExpr &call, unsigned index) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || isReplaceable(*definition) || index >= definition->getNumParams())
    return false;
  OtherThanReads other(*definition->getParamDecl(index));
  other.TraverseStmt(definition->getBody());
  return !other.isFound;
}

const clang::VarDecl *variableOf(const clang::Expr *expr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}

bool forgetsArgument(const clang::CallExpr &call, unsigned index) {
  return Follower().forgets(call, index);
}

const clang::Expr *addressArgument(const clang::Expr *argument) {
  for (;;) {
    argument = argument->IgnoreParens();
    if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(argument))
      return op->getOpcode() == clang::UO_AddrOf ? argument : nullptr;
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(argument);
    if (!cast || cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      return cast;
    if (!cast->getType()->isPointerType())
      return nullptr;
    argument = cast->getSubExpr();
  }
}

} // namespace acc
