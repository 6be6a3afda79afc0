#include "analysis/frontend/ConditionTerms.h"

#include "analysis/tree/Op.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <set>

namespace acc {
namespace {

using Words = std::vector<std::string>;

bool isName(llvm::StringRef word) {
  return !word.empty() && (llvm::isAlpha(word[0]) || word[0] == '_');
}

/// Object-like macros replaced, names of none as 0, and defined(X) as 1 or 0. None where more than
/// that is asked for.
class Expansion {
public:
  Expansion(const clang::Preprocessor &preprocessor, clang::SourceLocation where)
      : preprocessor(preprocessor), where(where) {}

  bool add(const Words &words, Words &result) {
    for (size_t k = 0; k < words.size(); ++k) {
      if (words[k] != "defined") {
        if (!addWord(words[k], result))
          return false;
        continue;
      }
      const bool inBrackets = k + 1 < words.size() && words[k + 1] == "(";
      k += inBrackets ? 2 : 1;
      if (k >= words.size() || !isName(words[k]))
        return false;
      result.push_back(macroOf(words[k]) ? "1" : "0");
      k += inBrackets;
    }
    return true;
  }

private:
  const clang::MacroInfo *macroOf(llvm::StringRef name) const {
    return const_cast<clang::Preprocessor &>(preprocessor)
        .getMacroDefinitionAtLoc(preprocessor.getIdentifierInfo(name), where)
        .getMacroInfo();
  }

  bool addWord(const std::string &word, Words &result) {
    if (!isName(word)) {
      result.push_back(word);
      return true;
    }
    const clang::MacroInfo *macro = macroOf(word);
    if (!macro || open.count(word)) {
      result.push_back("0");
      return word != "true" && !llvm::StringRef(word).starts_with("__has_");
    }
    if (macro->isFunctionLike() || macro->isBuiltinMacro())
      return false;
    Words inside;
    for (const clang::Token &token : macro->tokens())
      inside.push_back(preprocessor.getSpelling(token));
    open.insert(word);
    bool isDone = add(inside, result);
    open.erase(word);
    return isDone;
  }

  const clang::Preprocessor &preprocessor;
  clang::SourceLocation where;
  std::set<std::string> open;
};

/// Precedence climbing over numbers without `u` and C's operators, all as int64_t; none for
/// anything else.
class Evaluation {
public:
  explicit Evaluation(const Words &words) : words(words) {}

  std::optional<int64_t> whole() {
    std::optional<int64_t> value = binary(0);
    return at == words.size() ? value : std::nullopt;
  }

private:
  static int rankOf(Op op) {
    static const std::vector<std::vector<Op>> kRanks = {
        {Op::PipePipe},
        {Op::AmpAmp},
        {Op::Pipe},
        {Op::Caret},
        {Op::Amp},
        {Op::EqualEqual, Op::ExclaimEqual},
        {Op::Less, Op::Greater, Op::LessEqual, Op::GreaterEqual},
        {Op::Plus, Op::Minus},
        {Op::Star}};
    for (size_t k = 0; k < kRanks.size(); ++k)
      if (llvm::is_contained(kRanks[k], op))
        return static_cast<int>(k);
    return -1;
  }

  std::optional<int64_t> unary() {
    if (at >= words.size())
      return std::nullopt;
    const llvm::StringRef word = words[at++];
    if (word == "(") {
      std::optional<int64_t> value = binary(0);
      return at < words.size() && words[at++] == ")" ? value : std::nullopt;
    }
    const Op op = opNamed(word);
    if (op == Op::Exclaim || op == Op::Minus || op == Op::Plus) {
      std::optional<int64_t> value = unary();
      if (value)
        value = op == Op::Exclaim ? !*value : op == Op::Minus ? -*value : *value;
      return value;
    }
    int64_t number = 0;
    if (word.rtrim("lL").getAsInteger(0, number) || number > INT32_MAX)
      return std::nullopt;
    return number;
  }

  std::optional<int64_t> binary(int least) {
    std::optional<int64_t> left = unary();
    while (left && at < words.size()) {
      const Op op = opNamed(words[at]);
      const int rank = rankOf(op);
      if (rank < least)
        break;
      ++at;
      std::optional<int64_t> right = binary(rank + 1);
      left = right ? applied(op, *left, *right) : std::nullopt;
    }
    return left;
  }

  /// Operands of products and sums are small enough: larger values are given up.
  static std::optional<int64_t> applied(Op op, int64_t a, int64_t b) {
    if (std::abs(a) > INT32_MAX || std::abs(b) > INT32_MAX)
      return std::nullopt;
    if (op == Op::PipePipe || op == Op::AmpAmp)
      return op == Op::PipePipe ? a || b : a && b;
    if (op == Op::EqualEqual || op == Op::ExclaimEqual)
      return (a == b) == (op == Op::EqualEqual);
    if (op == Op::Less || op == Op::Greater)
      return op == Op::Less ? a < b : a > b;
    if (op == Op::LessEqual || op == Op::GreaterEqual)
      return op == Op::LessEqual ? a <= b : a >= b;
    if (op == Op::Plus || op == Op::Minus)
      return op == Op::Plus ? a + b : a - b;
    if (op == Op::Star)
      return a * b;
    return op == Op::Pipe ? a | b : op == Op::Amp ? a & b : a ^ b;
  }

  const Words &words;
  size_t at = 0;
};

/// The first bracket closes at the end.
bool isInBrackets(const Words &words) {
  if (words.size() < 2 || words.front() != "(")
    return false;
  int depth = 0;
  for (size_t k = 0; k < words.size(); ++k)
    if (depth += (words[k] == "(") - (words[k] == ")"); depth == 0)
      return k + 1 == words.size();
  return false;
}

/// What the operator joins outside of brackets; one for a condition without it. Brackets around
/// the whole are left out.
std::vector<Words> operandsOf(Words words, const std::string &joint) {
  auto split = [&] {
    std::vector<Words> operands(1);
    int depth = 0;
    for (const std::string &word : words) {
      depth += (word == "(") - (word == ")");
      if (depth == 0 && word == "?")
        return std::vector<Words>();
      if (depth == 0 && word == joint)
        operands.emplace_back();
      else
        operands.back().push_back(word);
      // a && b || c: the other operator binds less.
      if (depth == 0 && joint == "&&" && word == "||")
        return std::vector<Words>();
    }
    return operands;
  };
  for (;;) {
    std::vector<Words> operands = split();
    if (operands.size() != 1 || !isInBrackets(words))
      return operands;
    words = Words(words.begin() + 1, words.end() - 1);
  }
}

Words wordsOf(const std::string &text, const clang::LangOptions &language) {
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(),
                     text.data() + text.size());
  Words words;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token))
    words.emplace_back(lexer.getBufferLocation() - token.getLength(), token.getLength());
  return words;
}

/// As one writes it: no blanks inside of brackets.
std::string textOf(const Words &words) {
  std::string text;
  for (const std::string &word : words) {
    const bool isTight = text.empty() || word == ")" || text.back() == '(' || text.back() == '!' ||
                         (word == "(" && llvm::StringRef(text).ends_with("defined"));
    text += (isTight ? "" : " ") + word;
  }
  return text;
}

} // namespace

std::vector<PreprocessorCondition> decidingTerms(const clang::Preprocessor &preprocessor,
                                                 const PreprocessorCondition &condition) {
  Words words = wordsOf(condition.text, preprocessor.getLangOpts());
  // What does not hold was written !(...).
  const bool holds =
      words.size() < 3 || words[0] != "!" || !isInBrackets(Words(words.begin() + 1, words.end()));
  if (!holds)
    words.erase(words.begin());
  const std::vector<Words> operands = operandsOf(std::move(words), holds ? "||" : "&&");
  std::vector<PreprocessorCondition> deciding;
  if (operands.size() < 2)
    return deciding;
  for (const Words &operand : operands) {
    Words plain;
    if (!Expansion(preprocessor, condition.where).add(operand, plain))
      continue;
    std::optional<int64_t> value = Evaluation(plain).whole();
    if (!value || (*value != 0) != holds)
      continue;
    PreprocessorCondition &one = deciding.emplace_back();
    one.text = holds ? textOf(operand) : "!(" + textOf(operand) + ")";
    one.where = condition.where;
    for (const std::string &word : operand)
      for (const clang::IdentifierInfo *name : condition.names)
        if (name->getName() == word && !llvm::is_contained(one.names, name))
          one.names.push_back(name);
  }
  return deciding;
}

} // namespace acc
