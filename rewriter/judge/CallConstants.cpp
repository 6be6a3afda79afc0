#include "rewriter/judge/CallConstants.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace acc {
namespace {

class Calls : public clang::RecursiveASTVisitor<Calls> {
public:
  explicit Calls(const clang::FunctionDecl &function) : function(function.getCanonicalDecl()) {}

  bool VisitDeclRefExpr(const clang::DeclRefExpr *use) {
    mentions += use->getDecl()->getCanonicalDecl() == function;
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    if (call->getDirectCallee() && call->getDirectCallee()->getCanonicalDecl() == function)
      calls.push_back(call);
    return true;
  }

  std::vector<clang::CallExpr *> calls;
  size_t mentions = 0;

private:
  const clang::FunctionDecl *function;
};

} // namespace

std::vector<std::map<std::string, int64_t>> constantsAtCalls(clang::ASTContext &context,
                                                             const clang::FunctionDecl &function) {
  std::vector<std::map<std::string, int64_t>> values;
  if (function.isExternallyVisible() || function.isVariadic())
    return values;
  Calls found(function);
  found.TraverseDecl(context.getTranslationUnitDecl());
  if (found.calls.empty() || found.mentions != found.calls.size())
    return values;
  std::map<std::string, size_t> constants;
  for (clang::CallExpr *call : found.calls) {
    std::map<std::string, int64_t> own;
    for (unsigned k = 0; k < std::min(call->getNumArgs(), function.getNumParams()); ++k) {
      clang::Expr::EvalResult value;
      if (function.getParamDecl(k)->getType()->isIntegerType() &&
          call->getArg(k)->EvaluateAsInt(value, context) &&
          value.Val.getInt().isRepresentableByInt64())
        own[function.getParamDecl(k)->getNameAsString()] = value.Val.getInt().getExtValue();
    }
    for (const auto &[name, value] : own)
      ++constants[name];
    if (!llvm::is_contained(values, own))
      values.push_back(std::move(own));
  }
  for (auto &own : values)
    std::erase_if(own,
                  [&](const auto &entry) { return constants[entry.first] != found.calls.size(); });
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() == 1 && values.front().empty())
    values.clear();
  return values;
}

} // namespace acc
