#include "rewriter/emit/BlockText.h"

#include <cassert>

namespace acc {
namespace {

constexpr const char *kIndent = "    ";

std::string indented(const std::string &line) {
  return line.empty() || line[0] == '#' ? line : kIndent + line;
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
  Scope &outer = scopes.back();
  ++outer.statements;
  outer.lines.insert(outer.lines.end(), preamble.begin(), preamble.end());
  outer.needsBraces |= !preamble.empty() || head.rfind("if", 0) == 0 || head.rfind("else", 0) == 0;
  bool braces = head.empty() || body.statements != 1 || !body.declarations.empty() ||
                body.needsBraces;
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

std::string BlockText::str() const {
  assert(scopes.size() == 1);
  std::string text = "{\n";
  for (const std::string &line : scopes.front().declarations)
    text += indented(line) + "\n";
  for (const std::string &line : scopes.front().lines)
    text += indented(line) + "\n";
  return text + "}";
}

} // namespace acc
