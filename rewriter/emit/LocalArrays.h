// Buffers and private variables: their declarations, their scopes, what they take of the stack.
#pragma once

#include "rewriter/emit/Bases.h"
#include "rewriter/emit/BlockText.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace acc {

class LocalArrays {
public:
  LocalArrays(BlockText &block, Names &names) : block(block), names(names) {}

  struct Element {
    std::string type;  // "double"
    int64_t bytes = 0; // of one
  };

  /// Declares `name` in the innermost scope; a plain variable without sizes.
  ///   double C_tile[8][16];   double B_tile[240][16] ACC_LINES;   float t[8] = {0};
  void declare(const Element &element, const std::string &name, const std::vector<int64_t> &sizes,
               bool isZeroed);

  /// What is noted of tests: `int C_any[8];`, `int C_all = 1;`. `value`: " = 1" or "".
  void declareNote(const std::string &name, const std::vector<int64_t> &sizes,
                   const std::string &value);

  /// The innermost scope is about to end: its declarations have no name after it.
  void endScope();

  /// Arrays and notes of all open scopes as parameters of a function: {"t", "double (*t)[8]"}.
  const std::vector<Bases::Declaration> &parameters() const { return open; }
  /// It is an array or a note of an open scope, which a function around its use may be given.
  bool isArray(const std::string &name) const;

  /// Bytes of the stack that are in use where the text is.
  int64_t bytes() const { return used; }
  /// After a scope, or at the start of a function. Returns the previous ones.
  int64_t exchangeBytes(int64_t bytes) { return std::exchange(used, bytes); }

private:
  BlockText &block;
  Names &names;
  std::vector<Bases::Declaration> open;
  std::vector<std::pair<std::string, size_t>> declared; // with the level of their scope
  int64_t used = 0;
};

} // namespace acc
