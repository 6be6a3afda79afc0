#include "analysis/frontend/FunctionInterface.h"

#include "analysis/frontend/CodeNeeds.h"
#include "analysis/frontend/Parse.h"

#include "clang/AST/Attr.h"

namespace acc {
namespace {

FunctionInterface interfaceOf(const clang::ASTContext &context,
                              const clang::FunctionDecl &function) {
  FunctionInterface result;
  result.name = function.getNameAsString();
  result.result = readInterfaceType(context, function.getReturnType());
  for (const clang::ParmVarDecl *parameter : function.parameters())
    result.parameters.push_back(
        {parameter->getNameAsString(), readInterfaceType(context, parameter->getType())});
  if (function.isVariadic())
    result.obstacle = "it takes a variable number of arguments";
  CodeNeeds needs = needsOf(context, function.getBody());
  result.elements = std::move(needs.elements);
  result.shortestTable = needs.shortestTable;
  for (const clang::VarDecl *global : needs.globals) {
    if (global->getTLSKind() != clang::VarDecl::TLS_None)
      result.obstacle = "the variable " + global->getNameAsString() + " is thread-local";
    InterfaceType type = readInterfaceType(context, global->getMostRecentDecl()->getType());
    // Those of the library, as stderr, are the library's.
    if (!type.isConst && !context.getSourceManager().isInSystemHeader(global->getLocation()))
      result.globals.push_back({global->getNameAsString(), std::move(type)});
  }
  for (const clang::FunctionDecl *callee : needs.outside) {
    std::string name = callee->getNameAsString();
    const auto *label = callee->getAttr<clang::AsmLabelAttr>();
    result.outside.push_back({name, label ? label->getLabel().str() : name,
                              readInterfaceType(context, callee->getReturnType()),
                              !callee->isNoReturn()});
  }
  if (result.obstacle.empty())
    result.obstacle = needs.obstacle;
  return result;
}

} // namespace

std::vector<FunctionInterface> readInterfaces(const UnitInput &input,
                                              const std::set<std::string> &names) {
  std::vector<FunctionInterface> result;
  auto errors = parseUnit(input, [&](const ParsedUnit &unit) {
    for (const clang::Decl *decl : unit.context.getTranslationUnitDecl()->decls())
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
        if (function->doesThisDeclarationHaveABody() && names.count(function->getNameAsString()))
          result.push_back(interfaceOf(unit.context, *function));
  });
  return errors.empty() ? result : std::vector<FunctionInterface>();
}

} // namespace acc
