#include "analysis/frontend/Calls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringMap.h"

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

} // namespace

CallEffect effectOf(const clang::FunctionDecl &callee) {
  if (callee.hasBody() || !callee.getDeclName().isIdentifier())
    return CallEffect::Unknown;
  if (callee.getBuiltinID() != 0) {
    llvm::StringRef name = callee.getName();
    name.consume_front("__builtin_");
    auto found = mathCalls().find(name);
    if (found == mathCalls().end())
      return CallEffect::Unknown;
    bool setsErrno = callee.getASTContext().getLangOpts().MathErrno;
    return found->second == CallEffect::Errno && !setsErrno ? CallEffect::Pure : found->second;
  }
  // A promise of the source: reads no memory, has no effect.
  bool takesOnlyValues = llvm::none_of(callee.parameters(), [](const clang::ParmVarDecl *p) {
    return p->getType()->isPointerType();
  });
  bool isConst = callee.hasAttr<clang::ConstAttr>() && takesOnlyValues &&
                 !callee.hasAttr<clang::WeakAttr>() && !callee.getReturnType()->isVoidType();
  return isConst ? CallEffect::Pure : CallEffect::Unknown;
}

} // namespace acc
