#include "analysis/frontend/Identity.h"

#include "analysis/frontend/ClangCompat.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace acc {
namespace {

/// Attributes may stand at any of its declarations.
template <typename... Attributes> bool hasAny(const clang::Decl &decl) {
  return llvm::any_of(decl.redecls(),
                      [](const clang::Decl *one) { return (one->hasAttr<Attributes>() || ...); });
}

/// A later declaration may carry it.
const clang::AsmLabelAttr *labelOf(const clang::NamedDecl &decl) {
  for (const clang::Decl *one : decl.redecls())
    if (const auto *label = one->getAttr<clang::AsmLabelAttr>())
      return label;
  return nullptr;
}

/// The label of an automatic variable is a register.
bool hasOwnSymbol(const clang::NamedDecl &decl) {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(&decl);
  return decl.hasLinkage() || (variable && !variable->hasLocalStorage() && labelOf(decl));
}

constexpr llvm::StringLiteral kNamedInAssembly = "named in assembly";

/// Assembly outside of functions may give its symbol another meaning: .set, .symver, .weak.
bool isNamedInAssembly(const clang::NamedDecl &decl) {
  return llvm::any_of(decl.redecls(), [](const clang::Decl *one) {
    return llvm::any_of(one->specific_attrs<clang::AnnotateAttr>(), [](const auto *note) {
      return note->isImplicit() && note->getAnnotation() == kNamedInAssembly;
    });
  });
}

} // namespace

std::string symbolOf(const clang::NamedDecl &decl) {
  if (!decl.getDeclName().isIdentifier() || !hasOwnSymbol(decl))
    return "";
  const clang::AsmLabelAttr *label = labelOf(decl);
  if (label && label->getLabel().starts_with("\01"))
    return label->getLabel().drop_front().str();
  if (label)
    return label->getLabel().str();
  return decl.getASTContext().getTargetInfo().getUserLabelPrefix() + decl.getName().str();
}

bool isCalledByItsName(const clang::FunctionDecl &function) {
  const clang::AsmLabelAttr *label = labelOf(function);
  if (!label)
    return true;
  std::string plain =
      function.getASTContext().getTargetInfo().getUserLabelPrefix() + function.getName().str();
  return symbolOf(function) == plain;
}

llvm::StringRef libraryName(const clang::FunctionDecl &callee) {
  if (!callee.getDeclName().isIdentifier() || callee.getDefinition() || !callee.isExternC() ||
      callee.getFormalLinkage() == clang::Linkage::Internal ||
      hasAny<clang::AliasAttr, clang::IFuncAttr, clang::WeakRefAttr>(callee))
    return "";
  const clang::ASTContext &context = callee.getASTContext();
  llvm::StringRef name = callee.getName();
  const clang::LangOptions &language = context.getLangOpts();
  bool isOfCompiler = name.starts_with("__builtin_");
  if (!isOfCompiler &&
      (language.Freestanding || language.NoBuiltin || language.isNoBuiltinFunc(name)))
    return "";
  const clang::SourceManager &manager = context.getSourceManager();
  const clang::AsmLabelAttr *label = labelOf(callee);
  bool isPlatforms =
      label && manager.isInSystemHeader(manager.getExpansionLoc(label->getLocation()));
  if (!isPlatforms && !isCalledByItsName(callee))
    return "";
  return isNamedInAssembly(callee) ? "" : name;
}

bool isExported(const clang::FunctionDecl &definition) {
  return definition.getFormalLinkage() != clang::Linkage::Internal &&
         !definition.isInlineSpecified() &&
         definition.getVisibility() == clang::Visibility::DefaultVisibility;
}

bool isInterposable(const clang::FunctionDecl &definition) {
  return definition.getASTContext().getLangOpts().SemanticInterposition && isExported(definition);
}

bool isReplaceable(const clang::FunctionDecl &definition) {
  clang::ASTContext &context = definition.getASTContext();
  bool isDefinedElsewhere =
      context.GetGVALinkageForFunction(&definition) == clang::GVA_AvailableExternally &&
      !hasAny<clang::AlwaysInlineAttr>(definition);
  return isDefinedElsewhere || isInterposable(definition) ||
         hasAny<clang::WeakAttr, clang::AliasAttr, clang::IFuncAttr>(definition) ||
         isNamedInAssembly(definition);
}

bool isReplaceable(const clang::VarDecl &variable) {
  return hasAny<clang::WeakAttr, clang::AliasAttr>(variable) || isNamedInAssembly(variable);
}

void markNamedInAssembly(clang::ASTContext &context) {
  llvm::StringSet<> words;
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; };
  for (const clang::Decl *decl : context.getTranslationUnitDecl()->decls())
    if (const auto *assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(decl)) {
      std::string text = compat::assemblyText(*assembly);
      for (llvm::StringRef rest = text; !rest.empty();) {
        rest = rest.drop_until(isWord);
        words.insert(rest.take_while(isWord));
        rest = rest.drop_while(isWord);
      }
    }
  if (words.empty())
    return;
  for (clang::Decl *decl : context.getTranslationUnitDecl()->decls())
    if (auto *named = llvm::dyn_cast<clang::NamedDecl>(decl);
        named && words.contains(symbolOf(*named)))
      named->addAttr(clang::AnnotateAttr::CreateImplicit(context, kNamedInAssembly, nullptr, 0));
}

Objects::Objects(const clang::ASTContext &context) {
  for (const clang::Decl *decl : context.getTranslationUnitDecl()->decls())
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl))
      if (const auto *alias = variable->getAttr<clang::AliasAttr>())
        aliases[symbolOf(*variable)] = alias->getAliasee().str();
}

std::string Objects::targetOf(const clang::VarDecl &variable) const {
  std::string symbol = symbolOf(variable);
  if (const auto *alias = variable.getAttr<clang::AliasAttr>()) // declared in a block
    symbol = alias->getAliasee().str();
  for (size_t steps = 0; steps <= aliases.size(); ++steps) {
    auto next = aliases.find(symbol);
    if (next == aliases.end())
      break;
    symbol = next->second;
  }
  return symbol;
}

bool Objects::mayBeOne(const clang::VarDecl &a, const clang::VarDecl &b) const {
  if (a.getCanonicalDecl() == b.getCanonicalDecl())
    return true;
  std::string first = targetOf(a), second = targetOf(b);
  if (first.empty() || second.empty())
    return false;
  return first == second || isNamedInAssembly(a) || isNamedInAssembly(b);
}

} // namespace acc
