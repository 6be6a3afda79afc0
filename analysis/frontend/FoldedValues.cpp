#include "analysis/frontend/FoldedValues.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"

namespace acc {
namespace {

std::string macroAt(clang::SourceLocation place, const clang::Preprocessor &preprocessor) {
  const clang::SourceManager &manager = preprocessor.getSourceManager();
  while (place.isMacroID()) {
    const clang::SrcMgr::ExpansionInfo &use =
        manager.getSLocEntry(manager.getFileID(place)).getExpansion();
    if (!use.isMacroArgExpansion()) {
      if (!manager.isWrittenInScratchSpace(use.getSpellingLoc()))
        return "";
      clang::Token name;
      if (clang::Lexer::getRawToken(manager.getSpellingLoc(use.getExpansionLocStart()), name,
                                    manager, preprocessor.getLangOpts()) ||
          name.isNot(clang::tok::raw_identifier))
        return "";
      const clang::MacroInfo *macro =
          preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name.getRawIdentifier()));
      return macro && macro->isBuiltinMacro() ? name.getRawIdentifier().str() : "";
    }
    place = use.getSpellingLoc();
  }
  return "";
}

std::string sized(const char *macro, clang::QualType type, const clang::ASTContext &context) {
  return std::string(macro) +
         " == " + std::to_string(context.getTypeSizeInChars(type).getQuantity());
}

} // namespace

std::string macroThatMade(const clang::Expr &literal, const clang::Preprocessor &preprocessor) {
  const auto *string = llvm::dyn_cast<clang::StringLiteral>(&literal);
  if (!string)
    return llvm::isa<clang::IntegerLiteral>(literal) ? macroAt(literal.getBeginLoc(), preprocessor)
                                                     : "";
  for (unsigned k = 0; k < string->getNumConcatenated(); ++k)
    if (std::string macro = macroAt(string->getStrTokenLoc(k), preprocessor); !macro.empty())
      return macro;
  return "";
}

std::string dialectOf(llvm::StringRef text, const clang::LangOptions &language) {
  if (!text.contains("//*"))
    return "";
  clang::LangOptions comments;
  comments.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), comments, text.data(), text.data(),
                     text.data() + text.size());
  lexer.SetCommentRetentionState(true);
  clang::Token token;
  for (bool isEnd = false; !isEnd;) {
    size_t begin = lexer.getBufferLocation() - text.data();
    isEnd = lexer.LexFromRawLexer(token);
    size_t end = lexer.getBufferLocation() - text.data();
    if (token.is(clang::tok::comment) && text.slice(begin, end).ltrim().starts_with("//*"))
      return language.LineComment ? "!defined(__STRICT_ANSI__) || (defined(__STDC_VERSION__) && "
                                    "__STDC_VERSION__ >= 199901L)"
                                  : "defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || "
                                    "__STDC_VERSION__ < 199901L)";
  }
  return "";
}

bool hasTrigraph(llvm::StringRef text) {
  constexpr llvm::StringLiteral kThirds = "=/'()!<>-";
  for (size_t at = text.find("??"); at != llvm::StringRef::npos; at = text.find("??", at + 1))
    if (at + 2 < text.size() && kThirds.contains(text[at + 2]))
      return true;
  return false;
}

std::string valuePin(const clang::Expr &expr, const clang::ASTContext &context) {
  constexpr unsigned kLastOfAscii = 127;
  std::string plainChar = context.getLangOpts().CharIsSigned ? "!defined(__CHAR_UNSIGNED__)"
                                                             : "defined(__CHAR_UNSIGNED__)";
  if (const auto *character = llvm::dyn_cast<clang::CharacterLiteral>(&expr)) {
    if (character->getKind() == clang::CharacterLiteralKind::Wide)
      return sized("__SIZEOF_WCHAR_T__", context.WCharTy, context);
    return character->getValue() > kLastOfAscii ? plainChar : "";
  }
  if (const auto *string = llvm::dyn_cast<clang::StringLiteral>(&expr))
    return string->isWide() ? sized("__SIZEOF_WCHAR_T__", context.WCharTy, context) : "";
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(&expr);
  if (!cast || cast->getCastKind() == clang::CK_LValueToRValue)
    return "";
  clang::QualType from = cast->getSubExpr()->getType().getCanonicalType().getUnqualifiedType();
  return from == context.CharTy && expr.getType()->isArithmeticType() ? plainChar : "";
}

std::string typePin(clang::QualType type, const clang::ASTContext &context) {
  if (type.getCanonicalType().getUnqualifiedType() == context.LongDoubleTy)
    return sized("__SIZEOF_LONG_DOUBLE__", type, context);
  const auto *alias = type->getAs<clang::TypedefType>();
  return alias && alias->getDecl()->getName() == "wchar_t"
             ? sized("__SIZEOF_WCHAR_T__", type, context)
             : "";
}

bool isLayoutOfFlags(clang::QualType type, const clang::ASTContext &context) {
  clang::QualType element = context.getBaseElementType(type).getCanonicalType();
  return !element->isIncompleteType() && !type->isVariablyModifiedType() &&
         element->getAsTagDecl() != nullptr;
}

std::optional<std::string> sizePin(clang::QualType type, const clang::ASTContext &context) {
  const clang::TagDecl *tag = context.getBaseElementType(type)->getAsTagDecl();
  const auto *alias = type->getAs<clang::TypedefType>();
  const clang::NamedDecl *named = alias ? llvm::cast<clang::NamedDecl>(alias->getDecl()) : tag;
  if (!named || (!alias && !tag->getIdentifier()))
    return std::nullopt;
  clang::PrintingPolicy policy(context.getLangOpts());
  return std::to_string(context.getTypeSizeInChars(type).getQuantity()) + " == sizeof(" +
         type.getUnqualifiedType().getAsString(policy) + ")";
}

} // namespace acc
