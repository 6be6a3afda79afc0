#include "scheduling/looptree/Expression.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace acc::looptree {
namespace {

using ExprKind = ExprNode::Kind;

struct EvalFailure {
  std::string message;
};

constexpr size_t kLongestRange = 100000;
constexpr size_t kMostSteps = 1000000;

double numberOf(const ExprValue &value) {
  if (const double *number = value.number())
    return *number;
  if (const std::string *text = std::get_if<std::string>(&value.value)) {
    if (*text == "inf")
      return std::numeric_limits<double>::infinity();
    throw EvalFailure{"'" + *text + "' is no number"};
  }
  throw EvalFailure{"a number was expected"};
}

bool truth(const ExprValue &value) {
  if (const double *number = value.number())
    return *number != 0;
  if (const NameSet *set = value.set())
    return !set->empty();
  if (const std::string *text = std::get_if<std::string>(&value.value))
    return !text->empty();
  return true;
}

const std::map<std::string, std::function<double(double)>> &functionsOfOne() {
  static const std::map<std::string, std::function<double(double)>> table = {
      {"ceil", [](double x) { return std::ceil(x); }},
      {"floor", [](double x) { return std::floor(x); }},
      {"trunc", [](double x) { return std::trunc(x); }},
      {"int", [](double x) { return std::trunc(x); }},
      {"round", [](double x) { return std::nearbyint(x); }},
      {"float", [](double x) { return x; }},
      {"bool", [](double x) { return x != 0; }},
      {"abs", [](double x) { return std::abs(x); }},
      {"fabs", [](double x) { return std::abs(x); }},
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"isqrt", [](double x) { return std::floor(std::sqrt(x)); }},
      {"exp", [](double x) { return std::exp(x); }},
      {"expm1", [](double x) { return std::expm1(x); }},
      {"log1p", [](double x) { return std::log1p(x); }},
      {"log2", [](double x) { return std::log2(x); }},
      {"log10", [](double x) { return std::log10(x); }},
      {"sin", [](double x) { return std::sin(x); }},
      {"cos", [](double x) { return std::cos(x); }},
      {"tan", [](double x) { return std::tan(x); }},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"erf", [](double x) { return std::erf(x); }},
      {"gamma", [](double x) { return std::tgamma(x); }},
      {"factorial", [](double x) { return std::tgamma(x + 1); }},
      {"isinf", [](double x) { return std::isinf(x); }},
      {"isfinite", [](double x) { return std::isfinite(x); }},
      {"isnan", [](double x) { return std::isnan(x); }},
  };
  return table;
}

const std::map<std::string, std::function<double(double, double)>> &functionsOfTwo() {
  static const std::map<std::string, std::function<double(double, double)>> table = {
      {"pow", [](double x, double y) { return std::pow(x, y); }},
      {"log", [](double x, double y) { return std::log(x) / std::log(y); }},
      {"fmod", [](double x, double y) { return std::fmod(x, y); }},
      {"remainder", [](double x, double y) { return std::remainder(x, y); }},
      {"copysign", [](double x, double y) { return std::copysign(x, y); }},
      {"atan2", [](double x, double y) { return std::atan2(x, y); }},
      {"hypot", [](double x, double y) { return std::hypot(x, y); }},
      {"gcd",
       [](double x, double y) {
         for (x = std::abs(x), y = std::abs(y); y >= 1;)
           x = std::exchange(y, std::fmod(x, y));
         return x;
       }},
  };
  return table;
}

class Evaluator {
public:
  explicit Evaluator(const ExprScope &scope) : scope(scope) {}

  ExprValue evaluate(const ExprNode &node) {
    if (++steps > kMostSteps)
      throw EvalFailure{"the expression takes too long"};
    switch (node.kind) {
    case ExprKind::Number:
      return node.number;
    case ExprKind::Text:
      return node.text;
    case ExprKind::Name:
      return name(node.text);
    case ExprKind::Unary:
      return unary(node);
    case ExprKind::Binary:
      return binary(node);
    case ExprKind::Choice:
      return evaluate(*node.parts[truth(evaluate(*node.parts[1])) ? 0 : 2]);
    case ExprKind::Call:
      return call(node);
    case ExprKind::Attribute:
      return member(evaluate(*node.parts[0]), node.text);
    case ExprKind::Item:
      return item(evaluate(*node.parts[0]), evaluate(*node.parts[1]));
    case ExprKind::List: {
      ExprList list;
      for (const ExprRef &part : node.parts)
        spread(*part, list);
      return list;
    }
    case ExprKind::Generator:
      throw EvalFailure{"'for' has no place here"};
    }
    throw EvalFailure{"not an expression"};
  }

private:
  ExprValue name(const std::string &text) {
    if (auto bound = locals.find(text); bound != locals.end())
      return bound->second;
    if (auto known = scope.find(text); known != scope.end())
      return known->second;
    static const std::map<std::string, double> kConstants = {
        {"inf", std::numeric_limits<double>::infinity()},
        {"nan", std::numeric_limits<double>::quiet_NaN()},
        {"pi", 3.14159265358979323846},
        {"e", 2.71828182845904523536},
        {"tau", 6.28318530717958647692},
        {"True", 1},
        {"False", 0},
        {"true", 1},
        {"false", 0}};
    if (auto constant = kConstants.find(text); constant != kConstants.end())
      return constant->second;
    throw EvalFailure{"the name '" + text + "' is not defined"};
  }

  ExprValue unary(const ExprNode &node) {
    ExprValue value = evaluate(*node.parts[0]);
    if (node.text == "not")
      return truth(value) ? 0.0 : 1.0;
    if (node.text == "~") {
      const NameSet *set = value.set();
      if (!set)
        throw EvalFailure{"'~' takes a set"};
      ExprValue space = name("All");
      const NameSet *all = space.set();
      if (!all)
        throw EvalFailure{"'All' is no set here"};
      return difference(*all, *set);
    }
    double number = numberOf(value);
    return node.text == "-" ? -number : number;
  }

  static NameSet difference(const NameSet &a, const NameSet &b) {
    NameSet result;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(result, result.end()));
    return result;
  }

  static ExprValue ofSets(const std::string &sign, const NameSet &a, const NameSet &b) {
    NameSet result;
    auto out = std::inserter(result, result.end());
    if (sign == "&")
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out);
    else if (sign == "|")
      std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
    else if (sign == "^")
      std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out);
    else if (sign == "-")
      return difference(a, b);
    else if (sign == "==")
      return a == b ? 1.0 : 0.0;
    else if (sign == "!=")
      return a != b ? 1.0 : 0.0;
    else
      throw EvalFailure{"'" + sign + "' does not join sets"};
    return result;
  }

  ExprValue binary(const ExprNode &node) {
    const std::string &sign = node.text;
    ExprValue left = evaluate(*node.parts[0]);
    if (sign == "and" || sign == "or")
      return truth(left) == (sign == "or") ? left : evaluate(*node.parts[1]);
    ExprValue right = evaluate(*node.parts[1]);
    const NameSet *a = left.set(), *b = right.set();
    if (a && b)
      return ofSets(sign, *a, *b);
    const auto *text = std::get_if<std::string>(&left.value);
    if (sign == "in" && text && b)
      return b->count(*text) ? 1.0 : 0.0;
    if (const auto *other = std::get_if<std::string>(&right.value); text && other) {
      if (sign == "==" || sign == "!=")
        return (*text == *other) == (sign == "==") ? 1.0 : 0.0;
    }
    return ofNumbers(sign, numberOf(left), numberOf(right));
  }

  static double ofNumbers(const std::string &sign, double a, double b) {
    if ((sign == "/" || sign == "//" || sign == "%") && b == 0)
      throw EvalFailure{"division by zero"};
    if (sign == "+")
      return a + b;
    if (sign == "-")
      return a - b;
    if (sign == "*")
      return a * b;
    if (sign == "/")
      return a / b;
    if (sign == "//")
      return std::floor(a / b);
    if (sign == "%")
      return a - b * std::floor(a / b);
    if (sign == "**")
      return std::pow(a, b);
    if (sign == "<")
      return a < b;
    if (sign == "<=")
      return a <= b;
    if (sign == ">")
      return a > b;
    if (sign == ">=")
      return a >= b;
    if (sign == "==")
      return a == b;
    if (sign == "!=")
      return a != b;
    throw EvalFailure{"'" + sign + "' does not join numbers"};
  }

  ExprValue member(const ExprValue &object, const std::string &name) {
    const auto *record = std::get_if<std::shared_ptr<const ExprRecord>>(&object.value);
    if (record)
      if (auto found = (*record)->find(name); found != (*record)->end())
        return found->second;
    throw EvalFailure{"there is no '" + name + "' here"};
  }

  /// A list by number, or by the `name` of its records.
  ExprValue item(const ExprValue &object, const ExprValue &key) {
    const auto *text = std::get_if<std::string>(&key.value);
    const auto *list = std::get_if<std::shared_ptr<const ExprList>>(&object.value);
    if (!list) {
      if (text)
        return member(object, *text);
      throw EvalFailure{"only lists have numbered items"};
    }
    if (!text) {
      double number = numberOf(key);
      if (!(number >= 0 && number < (*list)->size()))
        throw EvalFailure{"the list has no such item"};
      return (**list)[static_cast<size_t>(number)];
    }
    for (const ExprValue &one : **list)
      if (const auto *record = std::get_if<std::shared_ptr<const ExprRecord>>(&one.value))
        if (auto name = (*record)->find("name"); name != (*record)->end())
          if (const auto *own = std::get_if<std::string>(&name->second.value); own && *own == *text)
            return one;
    throw EvalFailure{"the list has no '" + *text + "'"};
  }

  /// The values of one element of a list or argument list.
  void spread(const ExprNode &part, ExprList &into) {
    if (part.kind != ExprKind::Generator) {
      into.push_back(evaluate(part));
      return;
    }
    ExprValue source = evaluate(*part.parts[1]);
    ExprList values = elements(source);
    auto before = locals;
    for (const ExprValue &value : values) {
      locals[part.text] = value;
      if (part.parts.size() < 3 || truth(evaluate(*part.parts[2])))
        into.push_back(evaluate(*part.parts[0]));
    }
    locals = before;
  }

  static ExprList elements(const ExprValue &value) {
    if (const auto *list = std::get_if<std::shared_ptr<const ExprList>>(&value.value))
      return **list;
    if (const NameSet *set = value.set())
      return ExprList(set->begin(), set->end());
    throw EvalFailure{"a list was expected"};
  }

  ExprValue call(const ExprNode &node) {
    if (node.parts[0]->kind != ExprKind::Name)
      throw EvalFailure{"only named functions can be called"};
    const std::string &function = node.parts[0]->text;
    ExprList arguments;
    for (size_t k = 1; k < node.parts.size(); ++k)
      spread(*node.parts[k], arguments);
    if (arguments.empty()) {
      ExprValue value = name(function); // All() is All
      if (value.set())
        return value;
    }
    if (function == "len" && arguments.size() == 1) {
      if (const NameSet *set = arguments[0].set())
        return static_cast<double>(set->size());
      return static_cast<double>(elements(arguments[0]).size());
    }
    if (function == "range")
      return range(arguments);
    if (function == "sum" || function == "min" || function == "max" || function == "prod")
      return fold(function, arguments);
    if (function == "log" && arguments.size() == 1)
      return std::log(numberOf(arguments[0]));
    if (auto one = functionsOfOne().find(function);
        one != functionsOfOne().end() && arguments.size() == 1)
      return one->second(numberOf(arguments[0]));
    if (auto two = functionsOfTwo().find(function);
        two != functionsOfTwo().end() && arguments.size() == 2)
      return two->second(numberOf(arguments[0]), numberOf(arguments[1]));
    throw EvalFailure{"there is no function '" + function + "' of " +
                      std::to_string(arguments.size()) + " arguments"};
  }

  static ExprValue range(const ExprList &arguments) {
    if (arguments.empty() || arguments.size() > 2)
      throw EvalFailure{"range takes one or two numbers"};
    double from = arguments.size() == 2 ? numberOf(arguments[0]) : 0;
    double to = numberOf(arguments.back());
    if (!(to - from <= kLongestRange))
      throw EvalFailure{"the range is too long"};
    ExprList values;
    for (double x = from; x < to; ++x)
      values.push_back(x);
    return values;
  }

  static ExprValue fold(const std::string &function, ExprList values) {
    if (values.size() == 1 && !values[0].number())
      values = elements(values[0]);
    bool isSum = function == "sum", isProduct = function == "prod";
    if (values.empty() && !isSum && !isProduct)
      throw EvalFailure{function + " of nothing"};
    double result = isSum ? 0 : isProduct ? 1 : numberOf(values[0]);
    for (const ExprValue &value : values) {
      double x = numberOf(value);
      result = isSum               ? result + x
               : isProduct         ? result * x
               : function == "min" ? std::min(result, x)
                                   : std::max(result, x);
    }
    return result;
  }

  const ExprScope &scope;
  ExprScope locals;
  size_t steps = 0;
};

} // namespace

ExprResult evaluate(const ExprNode &node, const ExprScope &scope) {
  try {
    return Evaluator(scope).evaluate(node);
  } catch (const EvalFailure &failure) {
    return failure.message;
  }
}

ExprResult evaluateText(const std::string &text, const ExprScope &scope) {
  auto parsed = parseExpression(text);
  if (auto *error = std::get_if<std::string>(&parsed))
    return *error;
  return evaluate(*std::get<ExprRef>(parsed), scope);
}

} // namespace acc::looptree
