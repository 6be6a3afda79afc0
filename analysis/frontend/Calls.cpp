#include "analysis/frontend/Calls.h"

#include "analysis/frontend/Identity.h"
#include "analysis/tree/Hints.h"
#include "analysis/tree/VectorCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace acc {
namespace {

const llvm::StringMap<CallEffect> &mathCalls() {
  static const llvm::StringMap<CallEffect> calls = {
#define MATH_CALL(Name, Effect)                                                                    \
  {#Name, CallEffect::Effect}, {#Name "f", CallEffect::Effect}, {#Name "l", CallEffect::Effect},
#define INTEGER_CALL(Name) {#Name, CallEffect::Pure},
#include "analysis/frontend/MathCalls.def"
#undef MATH_CALL
#undef INTEGER_CALL
  };
  return calls;
}

const llvm::StringSet<> &orderedCalls() {
  static const llvm::StringSet<> calls = {
      "rand",   "srand",   "random", "srandom", "drand48", "lrand48", "mrand48", "srand48", "clock",
      "printf", "fprintf", "puts",   "fputs",   "putchar", "fputc",   "putc",    "fflush",  "fgetc",
      "getc",   "getchar", "feof",   "ferror",  "ftell",   "fseek",   "rewind"};
  return calls;
}

/// Functions of the library that read what their arguments point at, and write to streams at most.
const llvm::StringSet<> &readingCalls() {
  static const llvm::StringSet<> calls = {"fwrite", "memcmp", "strcmp", "strncmp",
                                          "strlen", "atoi",   "atof",   "perror"};
  return calls;
}

/// Functions of the library that read and write what their arguments point at, and streams.
const llvm::StringSet<> &fillingCalls() {
  static const llvm::StringSet<> calls = {"fread",   "fgets",    "scanf",  "fscanf",  "sscanf",
                                          "sprintf", "snprintf", "memcpy", "memmove", "memset",
                                          "strcpy",  "strncpy",  "strcat"};
  return calls;
}

/// No "%n" among the conversions of a format.
bool isReadingFormat(llvm::StringRef format) {
  for (size_t k = format.find('%'); k < format.size(); k = format.find('%', k)) {
    k = format.find_first_not_of("0123456789 #+-.'*hlLqjzt", k + 1);
    if (k >= format.size() || format[k] == 'n')
      return false;
    ++k;
  }
  return true;
}

/// Of the calls that print: pointers are at most read.
bool writesNothing(const clang::CallExpr &call) {
  llvm::StringRef name = call.getDirectCallee()->getName();
  unsigned format = name == "printf" ? 0 : name == "fprintf" ? 1 : call.getNumArgs();
  bool takesNumbers = true;
  for (unsigned k = format + 1; k < call.getNumArgs(); ++k)
    takesNumbers &= call.getArg(k)->getType()->isArithmeticType();
  if (format >= call.getNumArgs() || takesNumbers)
    return true;
  const auto *text =
      llvm::dyn_cast<clang::StringLiteral>(call.getArg(format)->IgnoreParenImpCasts());
  return text && text->isOrdinary() && isReadingFormat(text->getString());
}

bool isStream(clang::QualType type) {
  const auto *record =
      type->isPointerType() ? type->getPointeeType()->getAs<clang::RecordType>() : nullptr;
  llvm::StringRef name = record ? record->getDecl()->getName() : "";
  return name == "_IO_FILE" || name == "__sFILE" || name == "FILE";
}

/// Functions with bodies that are read to know the effect of one.
constexpr size_t kMaxBodies = 64;

/// What is known of functions with bodies; Unknown while one is being read, since it calls itself.
using KnownEffects = llvm::DenseMap<const clang::FunctionDecl *, CallEffect>;

CallEffect knownEffectOf(const clang::FunctionDecl &callee, KnownEffects &known);

/// Computes on its own variables alone and ends: no memory behind pointers, no globals, no
/// loops, no calls but such functions.
class PureBody {
public:
  PureBody(const clang::FunctionDecl &function, KnownEffects &known)
      : function(function), known(known) {}

  bool setsErrno = false;

  bool holds(const clang::Stmt *stmt) {
    if (!stmt)
      return true;
    using namespace clang;
    if (isa<ForStmt, WhileStmt, DoStmt, GotoStmt, IndirectGotoStmt, AsmStmt, StmtExpr, LabelStmt,
            ArraySubscriptExpr, AtomicExpr, VAArgExpr, CompoundLiteralExpr>(stmt))
      return false;
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt)) {
      if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
        return isOwn(*variable);
      return isa<EnumConstantDecl, FunctionDecl>(ref->getDecl());
    }
    if (const auto *declarations = dyn_cast<DeclStmt>(stmt))
      for (const Decl *decl : declarations->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl); variable && !isOwn(*variable))
          return false;
    if (const auto *op = dyn_cast<UnaryOperator>(stmt))
      if (op->getOpcode() == UO_Deref || op->getOpcode() == UO_AddrOf)
        return false;
    if (const auto *member = dyn_cast<MemberExpr>(stmt); member && member->isArrow())
      return false;
    if (const auto *call = dyn_cast<CallExpr>(stmt)) {
      const FunctionDecl *callee = call->getDirectCallee();
      CallEffect effect = callee ? knownEffectOf(*callee, known) : CallEffect::Unknown;
      if (effect == CallEffect::Unknown)
        return false;
      setsErrno |= effect == CallEffect::Errno;
    }
    return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) { return holds(child); });
  }

private:
  bool isOwn(const clang::VarDecl &variable) const {
    clang::QualType type = variable.getType();
    bool isValue = type->isArithmeticType() || type->isRecordType() || type->isPointerType();
    return variable.hasLocalStorage() && variable.getDeclContext() == &function && isValue &&
           !type.isVolatileQualified() && !variable.hasAttr<clang::CleanupAttr>();
  }

  const clang::FunctionDecl &function;
  KnownEffects &known;
};

CallEffect effectOfBody(const clang::FunctionDecl &function, KnownEffects &known) {
  auto [before, isNew] = known.try_emplace(&function, CallEffect::Unknown);
  if (!isNew)
    return before->second;
  if (known.size() > kMaxBodies || function.isVariadic() ||
      function.getReturnType()->isVoidType() || function.isNoReturn() || isReplaceable(function))
    return CallEffect::Unknown;
  PureBody body(function, known);
  if (!body.holds(function.getBody()))
    return CallEffect::Unknown;
  return known[&function] = body.setsErrno ? CallEffect::Errno : CallEffect::Pure;
}

CallEffect knownEffectOf(const clang::FunctionDecl &callee, KnownEffects &known) {
  if (!callee.getDeclName().isIdentifier())
    return CallEffect::Unknown;
  if (const clang::FunctionDecl *definition = callee.getDefinition())
    return effectOfBody(*definition, known);
  // A promise of the source: reads no memory, has no effect.
  bool takesOnlyValues = llvm::none_of(callee.parameters(), [](const clang::ParmVarDecl *p) {
    return p->getType()->isPointerType();
  });
  llvm::StringRef name = libraryName(callee);
  if (unsigned builtin = callee.getBuiltinID(); builtin != 0 && !name.empty()) {
    name.consume_front("__builtin_");
    auto found = mathCalls().find(name);
    // Builtins on the bits of numbers: __builtin_clz, __builtin_bswap32.
    if (found == mathCalls().end())
      return callee.getASTContext().BuiltinInfo.isConst(builtin) && takesOnlyValues &&
                     callee.getReturnType()->isIntegerType()
                 ? CallEffect::Pure
                 : CallEffect::Unknown;
    bool setsErrno = callee.getASTContext().getLangOpts().MathErrno;
    return found->second == CallEffect::Errno && !setsErrno ? CallEffect::Pure : found->second;
  }
  // Clang's own promise is about the function of the library.
  const auto *promise = callee.getAttr<clang::ConstAttr>();
  bool isConst = promise && !promise->isImplicit() && takesOnlyValues &&
                 !callee.hasAttr<clang::WeakAttr>() && !callee.getReturnType()->isVoidType();
  return isConst ? CallEffect::Pure : CallEffect::Unknown;
}

} // namespace

bool isShort(const clang::FunctionDecl &definition) {
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition.getBody());
  constexpr unsigned kMost = 16;
  return body && body->size() <= kMost;
}

bool isVectorIntrinsic(const clang::FunctionDecl &callee) {
  if (!callee.getDeclName().isIdentifier() || !isVectorFunction(callee.getName().str()))
    return false;
  const clang::FunctionDecl *definition = callee.getDefinition();
  return !definition ||
         callee.getASTContext().getSourceManager().isInSystemHeader(definition->getLocation());
}

CallEffect effectOf(const clang::FunctionDecl &callee) {
  KnownEffects known;
  return knownEffectOf(callee, known);
}

CallEffect effectOf(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee)
    return CallEffect::Unknown;
  if (isVectorIntrinsic(*callee))
    return callee->getReturnType()->isVoidType() ? CallEffect::Fills : CallEffect::Observes;
  CallEffect effect = effectOf(*callee);
  llvm::StringRef name = libraryName(*callee);
  if (effect != CallEffect::Unknown || name.empty())
    return effect;
  if (isHint(name.str()))
    return CallEffect::Pure;
  llvm::StringRef plain = name;
  plain.consume_front("__builtin_");
  if (fillingCalls().contains(plain))
    return CallEffect::Fills;
  if (!orderedCalls().contains(name))
    return readingCalls().contains(name) ? CallEffect::Observes : effect;
  // A stream, a number or a constant string: no other memory is read, none is written ("%n").
  bool isBounded = llvm::all_of(call.arguments(), [](const clang::Expr *argument) {
    clang::QualType type = argument->getType();
    return type->isArithmeticType() || isStream(type) ||
           llvm::isa<clang::StringLiteral>(argument->IgnoreParenImpCasts());
  });
  if (isBounded)
    return CallEffect::Ordered;
  return writesNothing(call) ? CallEffect::Observes : CallEffect::Unknown;
}

} // namespace acc
