// Conditions on data that are taken to hold in all iterations, so that the loops below them are
// loops without a condition. Whoever uses such a scop checks them before the nest runs.
//   for j for l if (b[l + j*ldb] != 0.) for i c[i + j*ldc] += b[l + j*ldb]*a[i + l*lda];
#pragma once

#include "analysis/model/Parameters.h"

#include <span>

namespace acc {

/// A condition as an `if` without effect, and the branch where it holds.
struct DataTest {
  StmtRef test;
  StmtRef body;
};

/// `if (c) S` as `if (c) {}` and S; `if (c) {} else S` as `if (!c) {}` and S; the condition of the
/// test is a truth value, 0 or 1. Condition (the rejection, with the reason) where both branches do
/// something, or testing may do more than read.
Outcome<DataTest> dataTestOf(const SourceNest &nest, const Stmt &branch);

/// States that the test holds in all iterations, as a condition on a new parameter, and adds it to
/// `needs`. `pieces`: its statements, one for each form of its indices.
Condition addTest(ModelContext &model, std::span<ScopStatement> pieces,
                  std::vector<Assumption> &needs);

/// The reason why a test among the statements cannot be evaluated before the nest runs: the nest
/// writes what the test reads. None when all tests can be.
std::optional<Rejection> whyNotTested(const Scop &scop);

/// The parameters of Scop::tests, each once, in the order of the source.
std::vector<std::string> testNames(const Scop &scop);

/// Moves the tests among the statements to Scop::tests.
void separateTests(Scop &scop);

} // namespace acc
