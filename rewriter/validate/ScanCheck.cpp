#include "rewriter/validate/ScanCheck.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/InstanceMatch.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/ScopValues.h"
#include "rewriter/validate/Wraps.h"

#include <algorithm>

namespace acc {
namespace {

std::vector<Polynomial> valuesIn(const Scop &scop, std::vector<Polynomial> values) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      values.insert(values.end(), access.subscripts.begin(), access.subscripts.end());
  for (const ScopLoop &loop : scop.loops) {
    values.insert(values.end(), loop.first.begin(), loop.first.end());
    values.insert(values.end(), loop.end.begin(), loop.end.end());
  }
  return values;
}

/// The tests of one parameter as a nest that only tests.
Scop testsOf(const Scop &read, const std::string &parameter) {
  Scop tests = read;
  tests.statements.clear();
  for (const ScopStatement &test : read.tests)
    if (test.tests == parameter)
      tests.statements.push_back(test);
  return tests;
}

std::optional<Rejection> checkUnwritten(const Scop &read, const Scop &tests) {
  for (const ScopStatement &test : tests.statements) {
    bool isTest = test.body && test.body->kind == Stmt::Kind::If && test.body->condition &&
                  isPure(*test.body->condition);
    for (const ScopAccess &access : test.accesses)
      isTest = isTest && access.node && !access.table && !read.arrays[access.array].isUnknown &&
               !isWrittenIn(read, access.array);
    if (!isTest)
      return notProved("the loops may change a condition that is tested before them", test.where);
  }
  return std::nullopt;
}

std::optional<Rejection> checkScan(const Scop &read, const ReadBackScan &scan,
                                   const IslContext &context) {
  Scop tests = testsOf(read, scan.parameter);
  if (auto written = checkUnwritten(read, tests))
    return written;
  for (const ScopStatement &test : tests.statements)
    if (!test.reach.isWhole())
      return notProved(
          "the guard reads data that the source may not reach after a store of the nest",
          test.where);
  GuardContext before(context, tests, scan.scop, scan.before,
                      valuesIn(scan.scop, valuesIn(tests, {})));
  // Only there is the scop what the source does, and does the source come to every test.
  for (const Assumption &need : read.needs)
    if (need.kind != AssumptionKind::Data && !before.implies(need.condition))
      return notProved("the guard reads data before it has checked that " + need.describe(),
                       need.where);
  for (const Demand &demand : read.demands)
    if (!before.implies(demand.condition))
      return notProved("the guard reads data where the source may already have left the nest",
                       demand.place.where);
  for (const Scop *scop : {&static_cast<const Scop &>(tests), &scan.scop})
    if (auto wraps = checkWraps(*scop, before))
      return wraps;
  auto matched = matchInstances(substituted(tests, before.equations()),
                                substituted(scan.scop, before.equations()), before);
  return matched ? std::nullopt : std::optional(matched.rejection());
}

} // namespace

std::optional<Rejection> checkScans(const Scop &source, const std::vector<ReadBackScan> &scans,
                                    const GuardContext &guard) {
  const Scop &read = source.asRead ? *source.asRead : source;
  for (const Scop *scop : {&source, &read})
    for (const ScopStatement &test : scop->tests)
      if (!guard.implies(Condition::less(Polynomial(0), Polynomial::symbol(test.tests))) ||
          std::none_of(scans.begin(), scans.end(),
                       [&](const ReadBackScan &scan) { return scan.parameter == test.tests; }))
        return notProved("the guard omits a data condition", test.where);
  for (const ReadBackScan &scan : scans)
    if (auto wrong = checkScan(read, scan, guard.isl()))
      return wrong;
  return std::nullopt;
}

} // namespace acc
