#include "analysis/frontend/MacroTests.h"

#include "analysis/frontend/ClangCompat.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "llvm/ADT/StringExtras.h"

namespace acc {
namespace {

/// ({ __typeof__(a) x = (a); ... x; }); `own` are the variables that it declares.
bool isStatementExpression(const clang::MacroInfo &info,
                           std::set<const clang::IdentifierInfo *> &own) {
  auto tokens = info.tokens();
  if (tokens.size() < 4 || tokens[0].isNot(clang::tok::l_paren) ||
      tokens[1].isNot(clang::tok::l_brace) || !tokens.back().is(clang::tok::r_paren))
    return false;
  for (size_t k = 2; k + 1 < tokens.size(); ++k)
    if (tokens[k].is(clang::tok::identifier) && tokens[k + 1].is(clang::tok::equal) &&
        !tokens[k - 1].isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::comma))
      own.insert(tokens[k].getIdentifierInfo());
  return true;
}

/// The parameter that a macro for an element takes as its pointer: b of `*((b) + (i))`, `(b)[i]`.
/// -1 for other macros, and where several could be it.
int pointerOf(const clang::MacroInfo &info) {
  llvm::ArrayRef<clang::Token> tokens = info.tokens();
  auto isWrapped = [&] { // one pair of parentheses around all
    int depth = 0;
    for (size_t k = 0; k < tokens.size(); ++k) {
      depth += tokens[k].is(clang::tok::l_paren) ? 1 : tokens[k].is(clang::tok::r_paren) ? -1 : 0;
      if (depth == 0)
        return k > 0 && k + 1 == tokens.size();
    }
    return false;
  };
  auto unwrap = [&] {
    while (isWrapped())
      tokens = tokens.slice(1, tokens.size() - 2);
  };
  unwrap();
  const bool isStar = tokens.size() > 1 && tokens.front().is(clang::tok::star);
  if (isStar) { // all behind it is its operand
    tokens = tokens.drop_front();
    if (tokens.size() > 1 && !isWrapped())
      return -1;
    unwrap();
  } else if (tokens.size() < 4 || tokens.back().isNot(clang::tok::r_square)) {
    return -1;
  }
  size_t at = 0;
  while (at < tokens.size() && tokens[at].is(clang::tok::l_paren))
    ++at;
  const clang::IdentifierInfo *word = at < tokens.size() ? tokens[at].getIdentifierInfo() : nullptr;
  while (++at < tokens.size() && tokens[at].is(clang::tok::r_paren))
    ;
  const bool isBase =
      at == tokens.size() || (isStar ? tokens[at].isOneOf(clang::tok::plus, clang::tok::minus)
                                     : tokens[at].is(clang::tok::l_square));
  const bool isOneElement = llvm::count_if(tokens, [](const clang::Token &token) {
                              return token.is(clang::tok::l_square);
                            }) == (isStar ? 0 : 1);
  return word && isBase && isOneElement ? info.getParameterNum(word) : -1;
}

bool isHex(const std::string &number) {
  return number.size() > 1 && (number[1] == 'x' || number[1] == 'X');
}

} // namespace

const clang::MacroInfo *MacroTests::definitionOf(const clang::IdentifierInfo *name) const {
  return unit.preprocessor.getMacroDefinitionAtLoc(name, nest).getMacroInfo();
}

std::vector<std::string> MacroTests::testsOf(const clang::IdentifierInfo &name,
                                             const clang::MacroInfo &info) const {
  if (info.isFunctionLike())
    return info.getNumTokens() == 0 ? testsOfNothing(name, info) : testsBySamples(name, info);
  std::vector<std::string> tests = testsOfType(name, info);
  return tests.empty() ? testsOfConstant(name, info) : tests;
}

/// Another definition may be a statement: no test of a value compiles with each of them.
std::vector<std::string> MacroTests::testsOfNothing(const clang::IdentifierInfo &name,
                                                    const clang::MacroInfo &info) const {
  std::string use;
  for (size_t k = 0; k < info.getNumParams(); ++k)
    use += (k == 0 ? "" : ", ") + std::to_string(k + 2);
  // C89 has no empty arguments and no variadic macros: "()".
  return {"3 == sizeof(ACC_TEXT((" + name.getName().str() + "(" + use + "))))"};
}

std::string MacroTests::arithmetic(const clang::MacroInfo &info, bool floating) const {
  std::vector<std::string> words;
  if (!collect(info, floating, words, 0))
    return "";
  // Operands and operators in turn, brackets in pairs.
  int depth = 0;
  bool wantsOperand = true;
  std::string text;
  for (const std::string &word : words) {
    bool isNumber = llvm::isAlnum(word[0]) || word[0] == '.' || word[0] == '\'';
    bool isPrefix = word == "+" || word == "-" || word == "~";
    if (wantsOperand ? !(isNumber || isPrefix || word == "(")
                     : isNumber || word == "(" || word == "~")
      return "";
    depth += word == "(" ? 1 : word == ")" ? -1 : 0;
    if (depth < 0)
      return "";
    bool spaced = !text.empty() && !wantsOperand && word != ")";
    text += (spaced ? " " : "") + word;
    bool isBinary = !wantsOperand && word != ")";
    text += isBinary ? " " : "";
    wantsOperand = wantsOperand ? !isNumber : word != ")";
  }
  return depth == 0 && !wantsOperand ? text : "";
}

bool MacroTests::collect(const clang::MacroInfo &info, bool floating,
                         std::vector<std::string> &words, int depth) const {
  constexpr int kDeepest = 32;
  if (depth > kDeepest)
    return false;
  for (const clang::Token &token : info.tokens()) {
    std::string spelling = unit.preprocessor.getSpelling(token);
    if (token.getIdentifierInfo()) {
      const clang::MacroInfo *inner = definitionOf(token.getIdentifierInfo());
      if (!inner || !inner->isObjectLike() || inner->isBuiltinMacro() ||
          !collect(*inner, floating, words, depth + 1))
        return false;
      continue;
    }
    static const char *const kOperators[] = {"+", "-", "*",  "/",  "%", "(", ")",
                                             "~", "&", "<<", ">>", "|", "^"};
    bool isOperator = llvm::any_of(kOperators, [&](const char *one) { return spelling == one; });
    bool isInteger = spelling.find_first_of(isHex(spelling) ? ".pP" : ".eEfF") == std::string::npos;
    bool isNumber = token.is(clang::tok::numeric_constant) && (floating || isInteger);
    if (!isOperator && !isNumber && token.isNot(clang::tok::char_constant))
      return false;
    words.push_back(spelling);
  }
  return true;
}

std::vector<std::string> MacroTests::testsOfConstant(const clang::IdentifierInfo &name,
                                                     const clang::MacroInfo &info) const {
  std::string text = arithmetic(info, true);
  if (text.empty() && info.getNumTokens() == 1 && info.tokens()[0].is(clang::tok::identifier))
    text = enumerator(*info.tokens()[0].getIdentifierInfo());
  if (text.empty())
    return {};
  std::string given = "(" + name.getName().str() + ")", here = "(" + text + ")";
  return {given + " == " + here, "sizeof" + given + " == sizeof" + here};
}

std::string MacroTests::enumerator(const clang::IdentifierInfo &name) const {
  for (clang::NamedDecl *decl :
       unit.context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&name)))
    if (const auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(decl))
      return llvm::toString(constant->getInitVal(), 10);
  return "";
}

std::vector<std::string> MacroTests::testsBySamples(const clang::IdentifierInfo &name,
                                                    const clang::MacroInfo &info) const {
  constexpr size_t kMost = 4;
  static const char *const kSamples[][kMost] = {
      {"2", "3", "5", "7"}, {"11", "4", "1", "6"}, {"-3", "-9", "8", "10"}};
  size_t count = info.getNumParams();
  if (count == 0 || count > kMost || info.isVariadic())
    return {};
  std::set<const clang::IdentifierInfo *> own;
  bool isBlock = isStatementExpression(info, own);
  bool shifts = llvm::any_of(info.tokens(), [](const clang::Token &token) {
    return token.isOneOf(clang::tok::lessless, clang::tok::greatergreater);
  });
  auto isOperand = [](const clang::Token &token) {
    return token.isOneOf(clang::tok::identifier, clang::tok::numeric_constant);
  };
  // A declaration, or two words that only mean something elsewhere.
  auto tokens = info.tokens();
  for (size_t k = 1; k < tokens.size(); ++k)
    if (!isBlock && isOperand(tokens[k - 1]) && isOperand(tokens[k]))
      return {};
  // An element is told by its address, which reads nothing.
  const int pointer = pointerOf(info);
  const std::string address = pointer >= 0 ? "&" : "";
  for (size_t k = 0; k < tokens.size() && pointer < 0; ++k)
    if (tokens[k].is(clang::tok::star) &&
        (k == 0 || !(isOperand(tokens[k - 1]) || tokens[k - 1].is(clang::tok::r_paren))))
      return {}; // it reads memory
  std::vector<std::string> pins;
  for (const auto &sample : kSamples) {
    if ((shifts || pointer >= 0) && sample[0][0] == '-')
      continue;
    auto argument = [&](size_t k) {
      const std::string number = sample[k];
      return int(k) == pointer ? "((char *)4096 + " + number + ")" : number;
    };
    std::string use = name.getName().str(), body;
    for (size_t k = 0; k < count; ++k)
      use += (k == 0 ? "(" : ", ") + argument(k);
    for (const clang::Token &token : info.tokens()) {
      const clang::IdentifierInfo *word = token.getIdentifierInfo();
      int parameter = word ? info.getParameterNum(word) : -1;
      bool isKnown = !word || parameter >= 0 || definitionOf(word) || own.count(word) ||
                     token.isOneOf(clang::tok::kw_int, clang::tok::kw_long, clang::tok::kw_float,
                                   clang::tok::kw_double, clang::tok::kw_unsigned,
                                   clang::tok::kw_typeof, clang::tok::kw___auto_type);
      // (3) += 5 assigns to nothing.
      bool assigns =
          token.isOneOf(clang::tok::plusplus, clang::tok::minusminus) ||
          clang::getBinOpPrecedence(token.getKind(), true, true) == clang::prec::Assignment;
      bool isPlain = !token.isOneOf(clang::tok::hash, clang::tok::hashhash) &&
                     (!assigns || (isBlock && token.is(clang::tok::equal))) &&
                     (pointer >= 0 || !token.is(clang::tok::l_square)) &&
                     (isBlock || !token.isOneOf(clang::tok::l_brace, clang::tok::semi));
      if (!isKnown || !isPlain)
        return {};
      body += (body.empty() || !token.hasLeadingSpace() ? "" : " ") +
              (parameter >= 0 ? argument(parameter) : unit.preprocessor.getSpelling(token));
    }
    pins.push_back(address + use + ") == " + address + "(" + body + ")");
  }
  return pins;
}

std::vector<std::string> MacroTests::testsOfType(const clang::IdentifierInfo &name,
                                                 const clang::MacroInfo &info) const {
  std::optional<clang::QualType> type = typeOf(info);
  if (!type || !(*type)->isArithmeticType())
    return {};
  std::string given = name.getName().str();
  uint64_t size = unit.context.getTypeSizeInChars(*type).getQuantity();
  bool keepsHalf = (*type)->isRealFloatingType() || (*type)->isBooleanType();
  bool isUnsigned = (*type)->isUnsignedIntegerOrEnumerationType();
  return {"sizeof(" + given + ") == " + std::to_string(size),
          "(" + given + ")0.5 " + (keepsHalf ? "!=" : "==") + " 0",
          "(" + given + ")-1 " + (isUnsigned ? "> 0" : "< 1")};
}

std::optional<clang::QualType> MacroTests::typeOf(const clang::MacroInfo &info) const {
  clang::ASTContext &context = unit.context;
  unsigned longs = 0;
  bool isUnsigned = false, isSigned = false, isShort = false, isChar = false, isInt = false;
  for (const clang::Token &token : info.tokens()) {
    switch (token.getKind()) {
    case clang::tok::kw_float:
      return info.getNumTokens() == 1 ? std::optional(context.FloatTy) : std::nullopt;
    case clang::tok::kw_double:
      return info.getNumTokens() == 1 ? std::optional(context.DoubleTy) : std::nullopt;
    case clang::tok::kw_long:
      ++longs;
      break;
    case clang::tok::kw_unsigned:
      isUnsigned = true;
      break;
    case clang::tok::kw_signed:
      isSigned = true;
      break;
    case clang::tok::kw_short:
      isShort = true;
      break;
    case clang::tok::kw_char:
      isChar = true;
      break;
    case clang::tok::kw_int:
      isInt = true;
      break;
    case clang::tok::identifier: {
      clang::DeclarationName name(token.getIdentifierInfo());
      for (clang::NamedDecl *decl : context.getTranslationUnitDecl()->lookup(name))
        if (auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
          if (info.getNumTokens() == 1)
            return compat::typedefType(alias, context);
      return std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }
  if (isChar)
    return isUnsigned ? context.UnsignedCharTy : isSigned ? context.SignedCharTy : context.CharTy;
  if (isShort)
    return isUnsigned ? context.UnsignedShortTy : context.ShortTy;
  if (longs > 1)
    return isUnsigned ? context.UnsignedLongLongTy : context.LongLongTy;
  if (longs)
    return isUnsigned ? context.UnsignedLongTy : context.LongTy;
  if (isInt || isUnsigned || isSigned)
    return isUnsigned ? context.UnsignedIntTy : context.IntTy;
  return std::nullopt;
}

} // namespace acc
