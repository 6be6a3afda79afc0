#include "rewriter/emit/OneText.h"

#include "rewriter/helpers/Widths.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <functional>

namespace acc {
namespace {

bool isInWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Words, numbers among them, and what stands between them.
std::vector<std::string> tokensOf(const std::string &text) {
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isInWord(text[end]) == isInWord(text[at]))
      ++end;
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::optional<std::vector<int64_t>> numbersOf(const std::vector<std::string> &words) {
  std::vector<int64_t> numbers;
  for (const std::string &word : words) {
    if (word.size() > 9 ||
        !std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); }))
      return std::nullopt;
    numbers.push_back(std::stoll(word));
  }
  return numbers;
}

struct Name {
  const char *text;
  std::function<int64_t(const Width &)> value;
};

/// factor*name + rest.
struct Form {
  const char *name = "";
  int64_t factor = 0, rest = 0;
};

std::optional<Form> formOf(const std::vector<int64_t> &numbers, bool inDoubles) {
  static const Name rows{kRows, [](const Width &width) { return width.rows; }};
  static const Name floats{kFloats, [](const Width &width) { return width.bytes / 4; }};
  static const Name doubles{kDoubles, [](const Width &width) { return width.bytes / 8; }};
  for (const Name *name : {&rows, inDoubles ? &doubles : &floats, inDoubles ? &floats : &doubles}) {
    const int64_t first = name->value(widths()[0]), second = name->value(widths()[1]);
    if ((numbers[0] - numbers[1]) % (first - second) != 0)
      continue;
    Form form{name->text, (numbers[0] - numbers[1]) / (first - second), 0};
    form.rest = numbers[0] - form.factor * first;
    bool fitsAll = form.factor > 0;
    for (size_t k = 0; k < numbers.size(); ++k)
      fitsAll = fitsAll && form.factor * name->value(widths()[k]) + form.rest == numbers[k];
    if (fitsAll)
      return form;
  }
  return std::nullopt;
}

/// The form as an operand between `before` and `behind`.
std::string textOf(const Form &form, const std::string &before, const std::string &behind) {
  std::string text = (form.factor == 1 ? "" : std::to_string(form.factor) + " * ") + form.name;
  if (form.rest != 0)
    text += (form.rest < 0 ? " - " : " + ") + std::to_string(std::abs(form.rest));
  auto last = before.find_last_not_of(' ');
  auto next = behind.find_first_not_of(' ');
  const char left = last == std::string::npos ? '(' : before[last],
             right = next == std::string::npos ? ')' : behind[next];
  const std::string products = "*/%";
  bool isTight =
      products.find(left) != std::string::npos || products.find(right) != std::string::npos;
  bool isOperand = (isTight && form.factor != 1) || ((isTight || left == '-') && form.rest != 0);
  return isOperand ? "(" + text + ")" : text;
}

/// ACC_16F, ACC_LANES_16F: the name without the number.
std::optional<std::string> withoutCount(const std::string &word) {
  auto end = word.find_last_of("0123456789"), begin = word.find_first_of("0123456789");
  if (!word.starts_with("ACC_") || end == std::string::npos || end + 2 != word.size() ||
      word[begin - 1] != '_')
    return std::nullopt;
  return word.substr(0, begin) + word.substr(end + 1);
}

/// A word in which the texts differ; none when it has no common form.
std::optional<std::string> oneWord(const std::vector<std::string> &words, const std::string &before,
                                   const std::string &behind, bool inDoubles) {
  if (auto numbers = numbersOf(words)) {
    auto form = formOf(*numbers, inDoubles);
    return form ? std::optional(textOf(*form, before, behind)) : std::nullopt;
  }
  auto name = withoutCount(words.front());
  bool isCommon = name && std::all_of(words.begin(), words.end(), [&](const std::string &word) {
                    return withoutCount(word) == name;
                  });
  return isCommon ? name : std::nullopt;
}

} // namespace

std::optional<std::string> oneText(const std::vector<std::string> &texts, bool inDoubles) {
  std::vector<std::vector<std::string>> all;
  for (const std::string &text : texts) {
    all.push_back(tokensOf(text));
    if (all.back().size() != all.front().size())
      return std::nullopt;
  }
  std::string result;
  for (size_t k = 0; k < all.front().size(); ++k) {
    std::vector<std::string> words;
    for (const std::vector<std::string> &tokens : all)
      words.push_back(tokens[k]);
    if (std::all_of(words.begin(), words.end(),
                    [&](const std::string &word) { return word == words.front(); })) {
      result += words.front();
      continue;
    }
    auto word = oneWord(words, k > 0 ? all.front()[k - 1] : "",
                        k + 1 < all.front().size() ? all.front()[k + 1] : "", inDoubles);
    if (!word)
      return std::nullopt;
    result += *word;
  }
  return result;
}

} // namespace acc
