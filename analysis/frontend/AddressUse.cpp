#include "analysis/frontend/AddressUse.h"

#include "analysis/frontend/Calls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

namespace acc {
namespace {

constexpr unsigned kMaxDepth = 4;

/// Functions of C and POSIX that write through their pointers and forget them (7.21 and others).
const llvm::StringSet<> &forgettingCalls() {
  static const llvm::StringSet<> calls = {
      "scanf",  "fscanf", "sscanf",  "printf",       "fprintf",       "snprintf",  "sprintf",
      "fread",  "fwrite", "read",    "write",        "getline",       "fgetpos",   "stat",
      "fstat",  "time",   "mktime",  "gettimeofday", "clock_gettime", "clock_getres", "nanosleep",
      "strftime", "frexp", "frexpf", "modf",         "modff",         "remquo",    "sincos",
      "sincosf", "memcmp", "posix_memalign", "sigemptyset", "getrusage"};
  return calls;
}

bool keepsParameter(const clang::FunctionDecl &function, const clang::ParmVarDecl &parameter,
                    unsigned depth);

bool forgets(const clang::CallExpr &call, unsigned index, unsigned depth) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getDeclName().isIdentifier() || depth > kMaxDepth ||
      call.getType()->isPointerType() || call.getType()->isRecordType())
    return false;
  if (const clang::FunctionDecl *definition = callee->getDefinition())
    return !isReplaceable(*definition) && index < definition->getNumParams() &&
           !keepsParameter(*definition, *definition->getParamDecl(index), depth);
  const clang::LangOptions &language = callee->getASTContext().getLangOpts();
  bool isOfLibrary = callee->isExternC() && !language.Freestanding && !language.NoBuiltin;
  llvm::StringRef name = callee->getName();
  name.consume_front("__isoc99_");
  return isOfLibrary && forgettingCalls().contains(name);
}

const clang::VarDecl *variableOf(const clang::Expr *expr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}

bool mentions(const clang::Stmt *stmt, const clang::VarDecl *variable) {
  const auto *ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(stmt);
  return stmt && ((ref && ref->getDecl() == variable) ||
                  llvm::any_of(stmt->children(), [&](const clang::Stmt *child) {
                    return mentions(child, variable);
                  }));
}

/// Counts the mentions of a pointer that read or write what it points at, or ask whether it is
/// null, and those that may make another pointer of it.
class Mentions : public clang::RecursiveASTVisitor<Mentions> {
public:
  Mentions(const clang::VarDecl &pointer, unsigned depth) : pointer(pointer), depth(depth) {}

  bool isKept = false;

  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    isKept |= ref->getDecl() == &pointer && !harmless.contains(ref);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    if (op->getOpcode() == clang::UO_AddrOf)
      isKept |= mentions(op->getSubExpr(), &pointer);
    else if (op->getOpcode() == clang::UO_Deref || op->getOpcode() == clang::UO_LNot)
      allow(op->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      isKept |= mentions(cast->getSubExpr(), &pointer);
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    allow(element->getBase());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    if (member->isArrow())
      allow(member->getBase());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    if (op->isComparisonOp() || op->isLogicalOp()) {
      allow(op->getLHS());
      allow(op->getRHS());
    }
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *stmt) {
    allow(stmt->getCond());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (variableOf(call->getArg(k)) == &pointer && forgets(*call, k, depth + 1))
        allow(call->getArg(k));
    return true;
  }
  bool VisitAsmStmt(clang::AsmStmt *) {
    isKept = true;
    return true;
  }

private:
  /// Parents are visited before the reference that they allow.
  void allow(const clang::Expr *expr) {
    if (variableOf(expr) == &pointer)
      harmless.insert(expr->IgnoreParenImpCasts());
  }

  const clang::VarDecl &pointer;
  unsigned depth;
  llvm::DenseSet<const clang::Expr *> harmless;
};

bool keepsParameter(const clang::FunctionDecl &function, const clang::ParmVarDecl &parameter,
                    unsigned depth) {
  if (!parameter.getType()->isPointerType())
    return true;
  Mentions mentioned(parameter, depth);
  mentioned.TraverseStmt(function.getBody());
  return mentioned.isKept;
}

} // namespace

bool forgetsArgument(const clang::CallExpr &call, unsigned index) {
  return forgets(call, index, 0);
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
