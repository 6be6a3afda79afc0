#include "scheduling/looptree/Expression.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace acc::looptree {
namespace {

using ExprKind = ExprNode::Kind;
constexpr size_t kLongest = 10000;
constexpr unsigned kDeepestExpression = 200;

struct Token {
  enum class Kind { Number, Text, Name, Sign, End } kind = Kind::End;
  std::string text;
  double number = 0;
};

struct ParseFailure {
  std::string message;
};

std::vector<Token> tokensOf(const std::string &text) {
  std::vector<Token> tokens;
  auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t k = 0; k < text.size();) {
    char c = text[k];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++k;
    } else if (std::isdigit(static_cast<unsigned char>(c)) ||
               (c == '.' && k + 1 < text.size() &&
                std::isdigit(static_cast<unsigned char>(text[k + 1])))) {
      std::string digits;
      size_t end = k;
      while (end < text.size() && (isWord(text[end]) || text[end] == '.' ||
                                   ((text[end] == '+' || text[end] == '-') &&
                                    (text[end - 1] == 'e' || text[end - 1] == 'E')))) {
        if (text[end] != '_')
          digits += text[end];
        ++end;
      }
      Token token{Token::Kind::Number, digits, 0};
      auto [stop, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), token.number);
      if (error != std::errc() || stop != digits.data() + digits.size())
        throw ParseFailure{"'" + digits + "' is no number"};
      tokens.push_back(token);
      k = end;
    } else if (isWord(c)) {
      size_t end = k;
      while (end < text.size() && isWord(text[end]))
        ++end;
      tokens.push_back({Token::Kind::Name, text.substr(k, end - k), 0});
      k = end;
    } else if (c == '\'' || c == '"') {
      size_t end = text.find(c, k + 1);
      if (end == std::string::npos)
        throw ParseFailure{"a quotation mark is not closed"};
      tokens.push_back({Token::Kind::Text, text.substr(k + 1, end - k - 1), 0});
      k = end + 1;
    } else {
      static const char *const kSigns[] = {"**", "//", "<=", ">=", "==", "!="};
      std::string sign(1, c);
      for (const char *two : kSigns)
        if (text.compare(k, 2, two) == 0)
          sign = two;
      if (sign.size() == 1 && std::string("+-*/%()[]{},.<>&|^~:").find(c) == std::string::npos)
        throw ParseFailure{std::string("'") + c + "' has no place in an expression"};
      tokens.push_back({Token::Kind::Sign, sign, 0});
      k += sign.size();
    }
  }
  tokens.push_back({});
  return tokens;
}

ExprRef make(ExprKind kind, std::string text, std::vector<ExprRef> parts) {
  auto node = std::make_shared<ExprNode>();
  node->kind = kind;
  node->text = std::move(text);
  node->parts = std::move(parts);
  return node;
}

/// Binary operators, loosest first, as in Python.
const std::vector<std::vector<std::string>> kLevels = {{"or"},
                                                       {"and"},
                                                       {"<", "<=", ">", ">=", "==", "!=", "in"},
                                                       {"|"},
                                                       {"^"},
                                                       {"&"},
                                                       {"+", "-"},
                                                       {"*", "/", "//", "%"}};
constexpr size_t kComparison = 2;

class Parser {
public:
  explicit Parser(std::vector<Token> tokens) : tokens(std::move(tokens)) {}

  ExprRef parse() {
    ExprRef whole = choice();
    if (peek().kind != Token::Kind::End)
      throw ParseFailure{"'" + peek().text + "' was not expected"};
    return whole;
  }

private:
  const Token &peek() const { return tokens[at]; }
  bool take(const std::string &text) {
    if ((peek().kind != Token::Kind::Sign && peek().kind != Token::Kind::Name) ||
        peek().text != text)
      return false;
    ++at;
    return true;
  }
  void expect(const std::string &text) {
    if (!take(text))
      throw ParseFailure{"'" + text + "' was expected" +
                         (peek().kind == Token::Kind::End ? "" : ", not '" + peek().text + "'")};
  }
  struct Deeper {
    explicit Deeper(unsigned &depth) : depth(depth) {
      if (++depth > kDeepestExpression)
        throw ParseFailure{"the expression nests too deeply"};
    }
    ~Deeper() { --depth; }
    unsigned &depth;
  };

  ExprRef choice() {
    Deeper deeper(depth);
    ExprRef value = binary(0);
    if (!take("if"))
      return value;
    ExprRef condition = binary(0);
    expect("else");
    return make(ExprKind::Choice, "", {value, condition, choice()});
  }

  ExprRef binary(size_t level) {
    if (level == kLevels.size())
      return unary();
    if (level == kComparison && take("not"))
      return make(ExprKind::Unary, "not", {binary(level)});
    ExprRef left = binary(level + 1);
    for (unsigned steps = 0;; ++steps) {
      const std::string *found = nullptr;
      for (const std::string &sign : kLevels[level])
        if (take(sign)) {
          found = &sign;
          break;
        }
      if (!found)
        return left;
      if (steps > kDeepestExpression)
        throw ParseFailure{"the expression is too long"};
      left = make(ExprKind::Binary, *found, {left, binary(level + 1)});
    }
  }

  ExprRef unary() {
    Deeper deeper(depth);
    for (const char *sign : {"-", "+", "~"})
      if (take(sign))
        return make(ExprKind::Unary, sign, {unary()});
    ExprRef base = postfix();
    return take("**") ? make(ExprKind::Binary, "**", {base, unary()}) : base;
  }

  ExprRef postfix() {
    ExprRef value = primary();
    for (unsigned steps = 0; steps < kDeepestExpression; ++steps) {
      if (take(".")) {
        if (peek().kind != Token::Kind::Name)
          throw ParseFailure{"a name was expected after '.'"};
        value = make(ExprKind::Attribute, tokens[at++].text, {value});
      } else if (take("[")) {
        value = make(ExprKind::Item, "", {value, choice()});
        expect("]");
      } else if (take("(")) {
        std::vector<ExprRef> parts{value};
        list(parts, ")");
        value = make(ExprKind::Call, "", std::move(parts));
      } else {
        return value;
      }
    }
    throw ParseFailure{"the expression is too long"};
  }

  /// The elements up to `close`; one that "for" follows is a generator.
  void list(std::vector<ExprRef> &parts, const std::string &close) {
    while (!take(close)) {
      ExprRef element = choice();
      if (take("for")) {
        std::string variable = peek().text;
        if (peek().kind != Token::Kind::Name)
          throw ParseFailure{"a name was expected after 'for'"};
        ++at;
        expect("in");
        std::vector<ExprRef> generator{element, binary(0)};
        if (take("if"))
          generator.push_back(binary(0));
        element = make(ExprKind::Generator, variable, std::move(generator));
      }
      parts.push_back(element);
      if (!take(",")) {
        expect(close);
        return;
      }
    }
  }

  ExprRef primary() {
    Token token = peek();
    if (token.kind == Token::Kind::End)
      throw ParseFailure{"the expression ends too early"};
    ++at;
    if (token.kind == Token::Kind::Number) {
      auto node = std::make_shared<ExprNode>();
      node->number = token.number;
      return node;
    }
    if (token.kind == Token::Kind::Text)
      return make(ExprKind::Text, token.text, {});
    if (token.kind == Token::Kind::Name)
      return make(ExprKind::Name, token.text, {});
    if (token.text == "(") {
      ExprRef inner = choice();
      expect(")");
      return inner;
    }
    if (token.text == "[") {
      std::vector<ExprRef> parts;
      list(parts, "]");
      return make(ExprKind::List, "", std::move(parts));
    }
    throw ParseFailure{"'" + token.text + "' was not expected"};
  }

  std::vector<Token> tokens;
  size_t at = 0;
  unsigned depth = 0;
};

} // namespace

std::variant<ExprRef, std::string> parseExpression(const std::string &text) {
  if (text.size() > kLongest)
    return "the expression is too long";
  try {
    return Parser(tokensOf(text)).parse();
  } catch (const ParseFailure &failure) {
    return failure.message;
  }
}

std::optional<Polynomial> polynomialOf(const ExprNode &node) {
  if (node.kind == ExprKind::Number) {
    if (node.number != std::floor(node.number) || std::abs(node.number) > 9e15)
      return std::nullopt;
    return Polynomial(static_cast<int64_t>(node.number));
  }
  if (node.kind == ExprKind::Name)
    return Polynomial::symbol(node.text);
  if (node.kind != ExprKind::Unary && node.kind != ExprKind::Binary)
    return std::nullopt;
  std::vector<Polynomial> parts;
  for (const ExprRef &part : node.parts) {
    auto value = polynomialOf(*part);
    if (!value)
      return std::nullopt;
    parts.push_back(*value);
  }
  if (node.kind == ExprKind::Unary)
    return node.text == "-"   ? std::optional(-parts[0])
           : node.text == "+" ? std::optional(parts[0])
                              : std::nullopt;
  if (node.text == "+")
    return parts[0] + parts[1];
  if (node.text == "-")
    return parts[0] - parts[1];
  if (node.text == "*")
    return parts[0] * parts[1];
  return std::nullopt;
}

} // namespace acc::looptree
