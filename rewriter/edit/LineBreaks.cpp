#include "rewriter/edit/LineBreaks.h"

#include "rewriter/edit/Lexeme.h"
#include "rewriter/helpers/Instances.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace acc {
namespace {

struct Break {
  size_t at;   // what follows goes to the next line
  int binding; // of what it parts: brackets around it, then how closely the operator binds
};

struct Operator {
  std::string_view text;
  int binding;
};
constexpr std::array<Operator, 31> kOperators{
    {{"= ", 0},  {"+= ", 0}, {"-= ", 0},  {"*= ", 0},  {"/= ", 0}, {"%= ", 0}, {"|= ", 0},
     {"&= ", 0}, {"^= ", 0}, {"<<= ", 0}, {">>= ", 0}, {"&& ", 1}, {"|| ", 1}, {"? ", 2},
     {": ", 2},  {"| ", 3},  {"^ ", 3},   {"& ", 3},   {"== ", 4}, {"!= ", 4}, {"<= ", 4},
     {">= ", 4}, {"< ", 4},  {"> ", 4},   {"<< ", 5},  {">> ", 5}, {"+ ", 6},  {"- ", 6},
     {"* ", 7},  {"/ ", 7},  {"% ", 7}}};

/// How many more brackets the code opens than it closes.
int openedBy(std::string_view code) {
  int depth = 0;
  for (size_t at = 0; at < code.size(); at = lexemeEnd(code, at))
    depth += (code[at] == '(' || code[at] == '[' || code[at] == '{') -
             (code[at] == ')' || code[at] == ']' || code[at] == '}');
  return depth;
}

/// In the order of the line, up to the first behind `most`; the blank before each is left out.
std::vector<Break> breaksOf(std::string_view line, size_t most) {
  std::vector<Break> breaks;
  int depth = 0;
  for (size_t at = line.find_first_not_of(' ');
       at < line.size() && (breaks.empty() || breaks.back().at <= most); at = lexemeEnd(line, at)) {
    char c = line[at];
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c != ' ' || at + 1 >= line.size())
      continue;
    std::string_view rest = line.substr(at + 1);
    auto op = std::find_if(kOperators.begin(), kOperators.end(),
                           [&](const Operator &one) { return rest.starts_with(one.text); });
    if (op != kOperators.end())
      breaks.push_back({at + 1, depth * 8 + op->binding});
    else if (line[at - 1] == ',' || line[at - 1] == ';')
      breaks.push_back({at + 1, depth * 8});
  }
  return breaks;
}

/// The best break of a line that is too long; 0 for none.
size_t breakOf(std::string_view line, size_t width) {
  constexpr size_t kLeast = 8; // columns before a break
  size_t start = line.find_first_not_of(' '), third = start + (width - std::min(start, width)) / 3,
         best = 0;
  int binding = 0;
  for (const Break &one : breaksOf(line, width + 1)) {
    if (one.at > width + 1)
      return best ? best : one.at;
    // "x\n    = ..." is worth it only where x is long.
    std::string_view rest = line.substr(one.at);
    bool isAssignment = one.binding % 8 == 0 && rest.substr(0, rest.find(' ')).ends_with('=');
    size_t least = isAssignment ? third : start + kLeast;
    if (one.at > least && (!best || one.binding <= binding)) {
      best = one.at;
      binding = one.binding;
    }
  }
  return best;
}

} // namespace

std::string brokenLines(const std::string &text, size_t width, size_t column) {
  std::string result;
  bool isContinued = false; // of a directive
  for (size_t at = 0; at <= text.size();) {
    size_t feed = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, feed - at);
    at = feed + 1;
    size_t code = line.find_first_not_of(' ');
    bool isDirective =
        isContinued || (code != std::string::npos && line[code] == '#') || isInstanceLine(line);
    isContinued = isDirective && !line.empty() && line.back() == '\\';
    size_t indent = code == std::string::npos ? 0 : code;
    size_t deeper = column ? column : indent + 4;
    int depth = 0; // of brackets, and at the first break
    std::optional<int> first;
    while (!isDirective && line.size() > width) {
      size_t place = breakOf(line, width);
      if (place <= indent || place >= line.size())
        break;
      result += line.substr(0, place - 1) + "\n";
      depth += openedBy(std::string_view(line).substr(0, place));
      const int inner = depth - first.value_or(depth);
      first = first.value_or(depth);
      indent = deeper + 4 * static_cast<size_t>(std::max(inner, 0));
      line = std::string(indent, ' ') + line.substr(place);
    }
    result += line;
    if (at <= text.size())
      result += "\n";
  }
  return result;
}

std::string filledLines(const std::string &text, size_t width, size_t column) {
  std::string result, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line = std::string(column, ' ') + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return result + line;
}

} // namespace acc
