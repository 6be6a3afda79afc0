// Source text, guard and fast block in; the proof's verdict out.
#pragma once

#include "analysis/model/Scop.h"
#include "rewriter/validate/Validate.h"

#include <gtest/gtest.h>

namespace acc::test {

/// One function with one nest, its views by the sizes behind the outermost
/// dimension, and a rewrite of it.
struct RewriteCase {
  std::string before; // text up to the nest
  std::string nest;
  std::string after = "\n}\n";
  std::map<std::string, std::vector<std::string>> sizes;
  std::string guard;
  std::string fast;
  /// Behind the guard, whose value is `fast`: see NestRewrite::tests.
  std::string tests = {};
  DataConditions data = DataConditions::Open;
  /// NestRewrite::function, entry and entryCall, in place of `guard` and `fast`.
  std::string function = {}, entry = {}, call = {};

  /// The case with the first occurrence of `from` in the fast block (or the
  /// guard) replaced; a test bug when there is none.
  RewriteCase withFast(const std::string &from, const std::string &to) const;
  RewriteCase withGuard(const std::string &from, const std::string &to) const;
  RewriteCase withTests(const std::string &from, const std::string &to) const;
};

/// The proof, or why there is none. `verdict` is "" when proved, else the message.
struct ProofResult {
  std::string verdict;
  Proof proof;
};
ProofResult prove(const RewriteCase &c);

void expectProved(const RewriteCase &c);

/// Refused, and for a reason that names `part`.
void expectRefused(const RewriteCase &c, const std::string &part);

/// Why the nest of the case has no scop; "" when it has one.
std::string scopRefusal(const RewriteCase &c);

} // namespace acc::test
