#include "analysis/frontend/UnitFacts.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace acc {
namespace {

/// Clang knows thousands of such names, and no name that we make begins so.
constexpr llvm::StringLiteral kBuiltinPrefix = "__builtin_";

bool isInWord(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Every word of the text, those in comments and inactive lines too; what follows a digit is a
/// number: 0x3fUL.
void addWords(llvm::StringRef text, NameSet &words) {
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at;
    while (end < text.size() && isInWord(text[end]))
      ++end;
    if (end > at && !llvm::isDigit(text[at]))
      words.insert(text.slice(at, end));
    at = std::max(end, at + 1);
  }
}

/// A type of the unit that may alias any other.
bool hasMayAliasType(const clang::ASTContext &context) {
  return llvm::any_of(context.getTranslationUnitDecl()->decls(), [](const clang::Decl *decl) {
    return decl->hasAttr<clang::MayAliasAttr>() && !decl->isImplicit() &&
           !decl->getASTContext().getSourceManager().isInSystemHeader(decl->getLocation());
  });
}

/// Macros of the text in any configuration, variables, functions, types, tags and enumerators.
void addFileNames(const ParsedUnit &unit, llvm::StringRef text, NameSet &names) {
  for (size_t at = text.find("define"); at != llvm::StringRef::npos;
       at = text.find("define", at + 1)) {
    llvm::StringRef name = text.substr(at + 6).ltrim(" \t");
    names.insert(name.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }));
  }
  auto add = [&](const clang::Decl *decl) {
    if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(decl))
      if (const clang::IdentifierInfo *name = named->getIdentifier())
        names.insert(name->getName());
  };
  for (const clang::Decl *decl : unit.context.getTranslationUnitDecl()->decls()) {
    add(decl);
    if (const auto *choices = llvm::dyn_cast<clang::EnumDecl>(decl))
      for (const clang::EnumConstantDecl *choice : choices->enumerators())
        add(choice);
  }
}

} // namespace

UnitFacts readUnitFacts(const ParsedUnit &unit) {
  const clang::LangOptions &language = unit.context.getLangOpts();
  const clang::SourceManager &manager = unit.context.getSourceManager();
  const clang::TargetInfo &target = unit.context.getTargetInfo();
  llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  UnitFacts facts;
  facts.path = unit.input.file();
  facts.text = std::make_shared<const std::string>(text.str());
  facts.isC99 = language.C99;
  facts.allowsLongLong = language.C99 || (language.GNUMode && !unit.flags.forbidsLongLong);
  facts.wrapsSigned = unit.flags.wrapsSigned;
  facts.strictAliasing = unit.flags.strictAliasing && !hasMayAliasType(unit.context);
  // A pragma may forbid for some functions what the flags allow.
  facts.allowsReassociation =
      language.AllowFPReassoc && llvm::none_of(unit.pragmas, [](const PragmaUse &pragma) {
        return llvm::StringRef(pragma.text).contains("float_control");
      });
  facts.longBits = target.getLongWidth();
  facts.pointerBits = target.getPointerWidth(clang::LangAS::Default);
  const clang::IdentifierTable &identifiers = unit.preprocessor.getIdentifierTable();
  facts.identifiers.reserve(identifiers.size());
  for (const auto &entry : identifiers) {
    if (!entry.getKey().starts_with(kBuiltinPrefix))
      facts.identifiers.insert(entry.getKey());
    if (entry.getValue()->hadMacroDefinition())
      facts.fileNames.insert(entry.getKey());
  }
  addWords(text, facts.identifiers);
  addFileNames(unit, text, facts.fileNames);
  return facts;
}

} // namespace acc
