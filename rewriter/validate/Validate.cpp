#include "rewriter/validate/Validate.h"

#include "analysis/model/LiveArrays.h"
#include "analysis/support/Append.h"
#include "rewriter/validate/AllTests.h"
#include "rewriter/validate/BufferCheck.h"
#include "rewriter/validate/Disjointness.h"
#include "rewriter/validate/FinalValues.h"
#include "rewriter/validate/GuardReads.h"
#include "rewriter/validate/LanePlaces.h"
#include "rewriter/validate/LocalBounds.h"
#include "rewriter/validate/LoopHints.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/NotedCopies.h"
#include "rewriter/validate/OrderCheck.h"
#include "rewriter/validate/ReadBack.h"
#include "rewriter/validate/RolledSource.h"
#include "rewriter/validate/ScanCheck.h"
#include "rewriter/validate/ScopValues.h"
#include "rewriter/validate/StatementCheck.h"
#include "rewriter/validate/SubstitutedReads.h"
#include "rewriter/validate/TurnedSquares.h"
#include "rewriter/validate/ViewCheck.h"
#include "rewriter/validate/Wraps.h"

#include <algorithm>

namespace acc {
namespace {

/// A statement behind all others that reads every element which the source
/// writes and which may be read later: what memory holds at the end.
std::vector<FlowStatement> finalReads(const CellProgram &source, const Scop &scop, unsigned depth,
                                      const GuardContext &guard) {
  constexpr int64_t kAfterAll = 1 << 20;
  std::vector<FlowStatement> reads;
  isl::ctx ctx = guard.isl().get();
  for (size_t array = 0; array < scop.arrays.size(); ++array) {
    if (isDeadAfter(scop, array))
      continue;
    isl::set cells;
    source.mayWritten.foreach_set([&](isl::set part) {
      if (tupleOf(part) == sharedCell(array))
        cells = part;
    });
    if (cells.is_null())
      continue;
    std::vector<std::string> names;
    std::vector<LinearForm> identity;
    for (unsigned k = 0; k < dimensionsOf(cells); ++k) {
      names.push_back("#" + std::to_string(k));
      identity.push_back({{{names.back(), 1}}, 0});
    }
    FlowStatement read;
    read.id = "final" + std::to_string(array);
    isl::map toCell = makeMap(ctx, read.id, names, sharedCell(array), identity);
    read.domain = toCell.intersect_range(cells).domain();
    std::vector<LinearForm> time(2 * depth + 1);
    time[0].constant = kAfterAll;
    read.schedule = makeMap(ctx, read.id, names, "", time);
    read.accesses.push_back({toCell, false});
    reads.push_back(read);
  }
  return reads;
}

/// Compares where values come from on both sides.
class OriginComparison {
public:
  OriginComparison(const Scop &source, const Scop &emitted, const GuardContext &guard,
                   const std::vector<MatchedStatement> &matched)
      : source(source), emitted(emitted), guard(guard), matched(matched) {}

  std::optional<Rejection> prove(CellProgram before, CellProgram after, Proof &proof) {
    size_t sourceCount = before.statements.size(), emittedCount = after.statements.size();
    isl::union_map toSource = isl::union_map::empty(guard.isl().get());
    for (const MatchedStatement &match : matched)
      if (match.source >= 0)
        toSource = toSource.unite(*match.instances);
    isl::union_map translate = toSource.unite(before.shared.identity());

    std::vector<FlowStatement> ends = finalReads(before, source, depthOf(source), guard);
    for (const FlowStatement &end : ends)
      before.statements.push_back(end);
    for (const FlowStatement &end : finalReads(before, source, depthOf(emitted), guard))
      after.statements.push_back(end);
    auto left = valueOrigins(before.statements, guard.parameters());
    if (!left)
      return left.rejection();
    auto right = valueOrigins(after.statements, guard.parameters());
    if (!right)
      return right.rejection();

    for (size_t s = 0; s < emittedCount; ++s) {
      const MatchedStatement &match = matched[s];
      if (match.source < 0)
        continue;
      for (const AccessPair &pair : match.match.accesses) {
        ++proof.accessesCompared;
        const auto &mine = after.flowAccesses[s][pair.emitted];
        const auto &theirs = before.flowAccesses[match.source][pair.source];
        if (mine.size() != theirs.size())
          return notProved("a store is conditional in only one of the two versions",
                           emitted.statements[s].where);
        for (size_t k = 0; k < mine.size(); ++k) {
          if (after.statements[s].accesses[mine[k]].isWrite)
            continue;
          isl::union_map emittedOrigin = right->ofAccess[s][mine[k]];
          isl::union_map sourceOrigin = left->ofAccess[match.source][theirs[k]].intersect_domain(
              isl::union_set(match.instances->range()));
          // A store that may leave a variable without a value: nobody asks which one it leaves.
          if (after.statements[s].accesses[mine[0]].isWrite) {
            isl::union_set open = sourceOrigin.intersect_range(before.own).domain();
            sourceOrigin = sourceOrigin.subtract_domain(open);
            emittedOrigin = emittedOrigin.subtract_domain(
                open.apply(isl::union_map(*match.instances).reverse()));
          }
          if (auto problem = compare(emittedOrigin.apply_domain(*match.instances), emittedOrigin,
                                     translate, sourceOrigin, emitted.statements[s].where))
            return problem;
          ++proof.dependencesOrdered;
        }
      }
    }
    for (size_t k = 0; k < ends.size(); ++k) {
      const isl::union_map &emittedOrigin = right->ofAccess[emittedCount + k][0];
      if (!emittedOrigin.apply_range(translate).is_equal(left->ofAccess[sourceCount + k][0]))
        return notProved("memory has different final values than in the source",
                         source.nest.root->range);
      ++proof.dependencesOrdered;
    }
    return std::nullopt;
  }

private:
  /// `moved` is `origin` with its readers as source instances.
  std::optional<Rejection> compare(const isl::union_map &moved, const isl::union_map &origin,
                                   const isl::union_map &translate, const isl::union_map &expected,
                                   SourceRange where) const {
    if (!origin.range().is_subset(translate.domain()))
      return notProved("a read sees a value that no store of the source wrote", where);
    if (!moved.apply_range(translate).is_equal(expected))
      return notProved("a read sees a different value than in the source", where);
    return std::nullopt;
  }

  const Scop &source, &emitted;
  const GuardContext &guard;
  const std::vector<MatchedStatement> &matched;
};

/// The cheap way: private arrays are other places of the source's elements, and
/// conflicts keep their order. None when that cannot be shown.
std::optional<Proof> proveByOrder(const Scop &source, const Delinearization &views,
                                  const Scop &emitted, const std::vector<MatchedStatement> &matched,
                                  const CellProgram &after, const GuardContext &guard) {
  auto placement = placeAccesses(source, views, emitted, matched, after);
  if (!placement || !privateArraysAreExact(source, emitted, matched, *placement, after, guard))
    return std::nullopt;
  auto conflicts = conflictsInOrder(source, emitted, matched, *placement, guard);
  if (!conflicts)
    return std::nullopt;
  Proof proof;
  proof.dependencesOrdered = *conflicts;
  for (const MatchedStatement &match : matched) {
    proof.instancesCompared += match.source >= 0;
    proof.accessesCompared += match.match.accesses.size();
  }
  return proof;
}

/// Polynomials whose products the guard's context should know.
std::vector<Polynomial> interestingValues(const Scop &source, const Scop &emitted,
                                          const Delinearization &views) {
  std::vector<Polynomial> values;
  for (const Scop *scop : {&source, &emitted}) {
    for (const ScopStatement &statement : scop->statements)
      for (const ScopAccess &access : statement.accesses)
        append(values, access.subscripts);
    for (const ScopLoop &loop : scop->loops) {
      append(values, loop.first);
      append(values, loop.end);
    }
  }
  for (const RecoveredArray &array : views.arrays) {
    append(values, array.range.low);
    append(values, array.range.high);
  }
  append(values, views.validity.values());
  return values;
}

} // namespace

Outcome<Proof> validate(const Scop &source, const Delinearization &views, const UnitInput &input,
                        SourceRange rewrite, const std::set<std::string> &functions,
                        const IslContext &context) {
  auto back = readBack(source, input, rewrite, functions, context);
  if (!back)
    return back.rejection();
  return runIsl(context, rewrite, "proof of the rewritten code", [&]() -> Outcome<Proof> {
    Scop emitted = back->emitted;
    GuardContext guard(context, source, emitted, back->guard.integers,
                       interestingValues(source, emitted, views));
    if (auto wrong = checkStatements(source, guard))
      return *wrong;
    if (auto wrong = checkRolled(source, back->guard.integers, context))
      return *wrong;
    if (auto wrong = checkLanePlaces(emitted))
      return *wrong;
    if (auto wrong = checkTurnedSquares(emitted))
      return *wrong;
    if (auto wrong = checkGuardReads(source, back->guard.reads, context))
      return *wrong;
    if (auto wrong = checkEntryValues(source, back->computed, context))
      return *wrong;
    if (auto wrong = checkScans(source, back->scans, guard))
      return *wrong;
    if (auto checked = checkViews(source, views, guard); !checked)
      return checked.rejection();
    if (auto apart = checkDisjointness(source, back->guard.addresses, guard))
      return *apart;
    if (auto wrong = takeFinalValues(source, emitted, guard))
      return *wrong;
    if (auto wrong = checkWraps(source, guard))
      return *wrong;
    if (auto wrong = checkWraps(emitted, guard))
      return *wrong;
    if (auto wrong = checkLocalBounds(source, emitted, guard))
      return *wrong;
    auto tested = withoutAllTests(emitted, guard);
    if (!tested)
      return tested.rejection();
    auto plain = withoutNotes(*tested, guard);
    if (!plain)
      return plain.rejection();
    emitted = plain->scop;
    // One size by two names is the same address on both sides.
    auto matched = matchInstances(substituted(source, guard.equations()),
                                  substituted(emitted, guard.equations()), guard);
    if (!matched)
      return matched.rejection();
    auto before = sourceProgram(source, views, guard);
    if (!before)
      return before.rejection();
    if (auto wrong = checkUnchanged(source, *before, guard))
      return *wrong;
    auto after =
        emittedProgram(source, views, emitted, *matched, *before, plain->whereTested, guard);
    if (!after)
      return after.rejection();
    if (auto wrong = checkLoopHints(emitted, *after))
      return *wrong;
    if (auto proof = proveByOrder(source, views, emitted, *matched, *after, guard))
      return *proof;
    // Where values are right although the order of some writes is not, or a buffer
    // outlives its loops: compare where each value comes from.
    Proof proof;
    for (const MatchedStatement &match : *matched)
      proof.instancesCompared += match.source >= 0;
    if (auto wrong =
            OriginComparison(source, emitted, guard, *matched).prove(*before, *after, proof))
      return *wrong;
    return proof;
  });
}

} // namespace acc
