// Errors and warnings about a LoopTree description, with places. Plain values.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace acc::looptree {

/// A place in one of the files read; line 0: nowhere in particular.
struct Place {
  std::string file;
  unsigned line = 0, column = 0; // 1-based
};

struct Diagnostic {
  enum class Severity { Error, Warning };
  Severity severity = Severity::Error;
  Place where;
  std::string message;
};

/// Collects what readers and checks find; work goes on after an error.
class Diagnostics {
public:
  void error(const Place &where, std::string message) {
    add({Diagnostic::Severity::Error, where, std::move(message)});
  }
  void warning(const Place &where, std::string message) {
    add({Diagnostic::Severity::Warning, where, std::move(message)});
  }
  const std::vector<Diagnostic> &all() const { return found; }
  bool hasErrors() const {
    for (const Diagnostic &one : found)
      if (one.severity == Diagnostic::Severity::Error)
        return true;
    return false;
  }

private:
  /// The same sentence at the same place is said once.
  void add(Diagnostic one) {
    for (const Diagnostic &other : found)
      if (other.where.file == one.where.file && other.where.line == one.where.line &&
          other.where.column == one.where.column && other.message == one.message)
        return;
    found.push_back(std::move(one));
  }

  std::vector<Diagnostic> found;
};

} // namespace acc::looptree
