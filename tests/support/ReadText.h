// Reads C text for a test and prints trees in a form that shows every
// conversion: {long}i for an implicit cast, (long)i for a written one.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <gtest/gtest.h>

namespace acc::test {

inline UnitInput unitOf(const std::string &text, std::vector<std::string> flags = {},
                        const std::string &path = "/virtual/unit.c") {
  return {path, "/", std::move(flags), text};
}

inline SourceUnit read(const std::string &text, std::vector<std::string> flags = {}) {
  SourceUnit unit = readUnit(unitOf(text, std::move(flags)));
  for (const ParseError &error : unit.errors)
    ADD_FAILURE() << error.where.line << ": " << error.message;
  return unit;
}

std::string show(const SourceNest &nest, const Expr &expr);
std::string show(const SourceNest &nest, const Stmt &stmt);

/// The only nest of `text`, wrapped in nothing.
inline SourceNest nestOf(const std::string &text, std::vector<std::string> flags = {}) {
  SourceUnit unit = read(text, std::move(flags));
  if (unit.nests.size() != 1) {
    ADD_FAILURE() << unit.nests.size() << " nests in: " << text;
    return {};
  }
  return unit.nests.front();
}

/// Shows the body of the only loop of a function with these parameters.
inline std::string bodyOf(const std::string &parameters, const std::string &body,
                          std::vector<std::string> flags = {}) {
  SourceNest nest =
      nestOf("void f(" + parameters + ") { for (int i = 0; i < 9; i++) { " + body + " } }",
             std::move(flags));
  return nest.root ? show(nest, *nest.root->children.at(0)) : "";
}

/// The names of the symbols that are live after the nest's outermost loop.
std::set<std::string> liveOut(const SourceNest &nest, const Stmt &loop);

} // namespace acc::test
