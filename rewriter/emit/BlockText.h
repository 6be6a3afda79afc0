// Text of a C block: nested scopes whose declarations come first.
#pragma once

#include <string>
#include <vector>

namespace acc {

class BlockText {
public:
  BlockText() { open(); }

  void open() { scopes.emplace_back(); }
  /// A line at the start of the innermost scope, without indentation.
  void declare(const std::string &line) { scopes.back().declarations.push_back(line); }
  /// The same at the start of the scope that so many others are around.
  void declareAt(size_t level, const std::string &line) {
    scopes[level].declarations.push_back(line);
  }
  /// How many scopes are around the innermost one.
  size_t level() const { return scopes.size() - 1; }
  /// A statement of one line.
  void statement(const std::string &line);
  /// A line of the preprocessor, or any other that is no statement.
  void raw(const std::string &line) { scopes.back().lines.push_back(line); }
  /// Ends the innermost scope and puts it behind `head` ("for (...)", "if (...)",
  /// "else"; "" for a plain block). Braces only where the language or a reader
  /// needs them. `preamble`: lines before the head that belong to it.
  void close(const std::string &head, const std::vector<std::string> &preamble = {});
  /// Ends the innermost scope, which goes elsewhere: "{ ... }".
  std::string take();
  /// The innermost scope keeps its braces even around one statement.
  void requireBraces() { scopes.back().needsBraces = true; }
  /// The outermost scope as "{ ... }".
  std::string str() const;

private:
  struct Scope {
    std::vector<std::string> declarations, lines;
    unsigned statements = 0;
    bool needsBraces = false;

    std::string str() const;
  };
  std::vector<Scope> scopes;
};

} // namespace acc
