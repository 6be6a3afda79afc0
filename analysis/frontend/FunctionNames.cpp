#include "analysis/frontend/FunctionNames.h"

#include "analysis/frontend/Parse.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace acc {

std::variant<std::vector<std::string>, std::vector<ParseError>>
definedFunctions(const UnitInput &input) {
  std::vector<std::string> names;
  std::vector<ParseError> errors = parseUnit(input, [&](const ParsedUnit &unit) {
    const clang::SourceManager &sources = unit.context.getSourceManager();
    for (const clang::Decl *decl : unit.context.getTranslationUnitDecl()->decls())
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          function && function->doesThisDeclarationHaveABody() && function->isExternallyVisible() &&
          !function->isMain() &&
          sources.isWrittenInMainFile(sources.getExpansionLoc(function->getLocation())))
        names.push_back(function->getNameAsString());
  });
  if (!errors.empty())
    return errors;
  return names;
}

} // namespace acc
