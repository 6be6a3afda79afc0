#include "rewriter/emit/BlockText.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace acc {
namespace {

constexpr const char *kIndent = "    ";

std::string indented(const std::string &line) {
  return line.empty() || line[0] == '#' ? line : kIndent + line;
}

/// A constant that the scope declares need not be declared again further in: scopes inside were
/// written before it was asked for.
void dropRepeated(const std::vector<std::string> &declarations, std::vector<std::string> &lines) {
  std::erase_if(lines, [&](const std::string &line) {
    size_t code = line.find_first_not_of(' ');
    return code != std::string::npos && line.compare(code, 6, "const ") == 0 &&
           std::find(declarations.begin(), declarations.end(), line.substr(code)) !=
               declarations.end();
  });
}

} // namespace

void BlockText::statement(const std::string &line) {
  scopes.back().lines.push_back(line);
  ++scopes.back().statements;
}

void BlockText::close(const std::string &head, const std::vector<std::string> &preamble) {
  assert(scopes.size() > 1);
  Scope body = std::move(scopes.back());
  scopes.pop_back();
  dropRepeated(body.declarations, body.lines);
  Scope &outer = scopes.back();
  ++outer.statements;
  outer.lines.insert(outer.lines.end(), preamble.begin(), preamble.end());
  outer.needsBraces |= !preamble.empty() || head.rfind("if", 0) == 0 || head.rfind("else", 0) == 0;
  bool braces =
      head.empty() || body.statements != 1 || !body.declarations.empty() || body.needsBraces;
  if (braces)
    outer.lines.push_back(head.empty() ? "{" : head + " {");
  else
    outer.lines.push_back(head);
  for (const std::string &line : body.declarations)
    outer.lines.push_back(indented(line));
  for (const std::string &line : body.lines)
    outer.lines.push_back(indented(line));
  if (braces)
    outer.lines.push_back("}");
}

std::string BlockText::take() {
  assert(scopes.size() > 1);
  std::string text = scopes.back().str();
  scopes.pop_back();
  return text;
}

std::string BlockText::str() const {
  assert(scopes.size() == 1);
  return scopes.front().str();
}

std::string BlockText::Scope::str() const {
  std::string text = "{\n";
  std::vector<std::string> rest = lines;
  dropRepeated(declarations, rest);
  for (const std::string &line : declarations)
    text += indented(line) + "\n";
  for (const std::string &line : rest)
    text += indented(line) + "\n";
  return text + "}";
}

} // namespace acc
