#include "scheduling/ScheduleScript.h"

#include <cctype>
#include <charconv>

namespace acc {
namespace {

/// sum := ['-'] product (('+' | '-') product)*; product := factor ('*' factor)*
class PlaceReader {
public:
  explicit PlaceReader(const std::string &text) : text(text) {}

  std::variant<Polynomial, std::string> read() {
    Polynomial value = sum(0);
    skipSpace();
    if (problem.empty() && at < text.size())
      fail();
    if (!problem.empty())
      return problem;
    return value;
  }

private:
  static constexpr int kDeepest = 64;

  void fail() {
    if (problem.empty())
      problem = "'" + text + "' is not a sum of products of names and integers";
    at = text.size();
  }

  void skipSpace() {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
      ++at;
  }

  bool take(char c) {
    skipSpace();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  Polynomial sum(int depth) {
    bool isNegative = take('-');
    Polynomial value = product(depth);
    if (isNegative)
      value = -value;
    while (problem.empty())
      if (take('+'))
        value += product(depth);
      else if (take('-'))
        value -= product(depth);
      else
        break;
    return value;
  }

  Polynomial product(int depth) {
    Polynomial value = factor(depth);
    while (problem.empty() && take('*'))
      value *= factor(depth);
    return value;
  }

  Polynomial factor(int depth) {
    if (depth > kDeepest) {
      fail();
      return {};
    }
    if (take('(')) {
      Polynomial value = sum(depth + 1);
      if (!take(')'))
        fail();
      return value;
    }
    skipSpace();
    size_t start = at;
    if (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) {
      int64_t number = 0;
      auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
      if (error != std::errc())
        fail();
      else
        at = end - text.data();
      return Polynomial(number);
    }
    while (at < text.size() && isNamePart())
      ++at;
    if (at == start)
      fail();
    return problem.empty() ? Polynomial::symbol(text.substr(start, at - start)) : Polynomial();
  }

  /// Letters, digits and what joins fields and elements: "p->n", "s.f", "n[0]".
  bool isNamePart() {
    char c = text[at];
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '[' || c == ']')
      return true;
    bool isArrow = c == '-' && at + 1 < text.size() && text[at + 1] == '>';
    return isArrow || (c == '>' && at > 0 && text[at - 1] == '-');
  }

  const std::string &text;
  size_t at = 0;
  std::string problem;
};

} // namespace

std::variant<Polynomial, std::string> parsePlace(const std::string &text) {
  return PlaceReader(text).read();
}

} // namespace acc
