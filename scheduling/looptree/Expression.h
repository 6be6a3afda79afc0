// The expressions of architecture and workload files: arithmetic, sets of
// tensors, calls of mathematical functions, generators over a list. A subset of
// Python's expressions with its meaning.
#pragma once

#include "analysis/support/Polynomial.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace acc::looptree {

using NameSet = std::set<std::string>;

struct ExprValue;
using ExprList = std::vector<ExprValue>;
using ExprRecord = std::map<std::string, ExprValue>;

/// Numbers are doubles, as are truth values (0, 1).
struct ExprValue {
  std::variant<double, std::string, std::shared_ptr<const NameSet>, std::shared_ptr<const ExprList>,
               std::shared_ptr<const ExprRecord>>
      value = 0.0;

  ExprValue() = default;
  ExprValue(double number) : value(number) {}
  ExprValue(std::string text) : value(std::move(text)) {}
  ExprValue(NameSet set) : value(std::make_shared<const NameSet>(std::move(set))) {}
  ExprValue(ExprList list) : value(std::make_shared<const ExprList>(std::move(list))) {}
  ExprValue(ExprRecord record) : value(std::make_shared<const ExprRecord>(std::move(record))) {}

  const double *number() const { return std::get_if<double>(&value); }
  const NameSet *set() const {
    const auto *held = std::get_if<std::shared_ptr<const NameSet>>(&value);
    return held ? held->get() : nullptr;
  }
};

/// What names mean. `All` must be there for complements (~) of sets.
using ExprScope = std::map<std::string, ExprValue>;

/// A value, or what is wrong with the text.
using ExprResult = std::variant<ExprValue, std::string>;

struct ExprNode;
using ExprRef = std::shared_ptr<const ExprNode>;

struct ExprNode {
  enum class Kind {
    Number,
    Text,
    Name,
    Unary,     // text: "-", "+", "~", "not"
    Binary,    // text: the operator
    Choice,    // parts: then, condition, else
    Call,      // parts: function, arguments
    Attribute, // parts: object; text: name
    Item,      // parts: object, key
    List,
    Generator, // parts: value, list [, condition]; text: variable
  };
  Kind kind = Kind::Number;
  double number = 0;
  std::string text;
  std::vector<ExprRef> parts;
};

/// Parses a text; the alternative says what is wrong.
std::variant<ExprRef, std::string> parseExpression(const std::string &text);

ExprResult evaluate(const ExprNode &node, const ExprScope &scope);

/// parseExpression and evaluate. A text that is a number, or true or false, is
/// that.
ExprResult evaluateText(const std::string &text, const ExprScope &scope);

/// An index expression (2*p + r) as a polynomial; none when it has another form.
std::optional<Polynomial> polynomialOf(const ExprNode &node);

} // namespace acc::looptree
