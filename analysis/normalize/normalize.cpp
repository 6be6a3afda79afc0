#include "analysis/normalize/normalize.h"

#include "analysis/normalize/ArrayCasts.h"
#include "analysis/normalize/Assertions.h"
#include "analysis/normalize/BranchScalars.h"
#include "analysis/normalize/Calls.h"
#include "analysis/normalize/CertainReads.h"
#include "analysis/normalize/CountedLoops.h"
#include "analysis/normalize/CountedPointers.h"
#include "analysis/normalize/ElementStores.h"
#include "analysis/normalize/EntryStarts.h"
#include "analysis/normalize/HintsOut.h"
#include "analysis/normalize/KnownTests.h"
#include "analysis/normalize/LeadingBreaks.h"
#include "analysis/normalize/MemoryLoops.h"
#include "analysis/normalize/NegatedTests.h"
#include "analysis/normalize/OnceBlocks.h"
#include "analysis/normalize/OwnCounters.h"
#include "analysis/normalize/RolledLoops.h"
#include "analysis/normalize/RowTables.h"
#include "analysis/normalize/SideEffectsOut.h"
#include "analysis/normalize/SingleHeads.h"
#include "analysis/normalize/SplitObjects.h"
#include "analysis/normalize/StatementExpressions.h"
#include "analysis/normalize/Steps.h"
#include "analysis/normalize/StructuredJumps.h"
#include "analysis/normalize/SunkTests.h"
#include "analysis/normalize/SwappedBytes.h"
#include "analysis/normalize/SwitchToIf.h"
#include "analysis/normalize/TestedValues.h"
#include "analysis/normalize/UnusedValues.h"
#include "analysis/normalize/VectorLanes.h"
#include "analysis/normalize/ZeroedArrays.h"
#include "analysis/support/Append.h"
#include "analysis/tree/LiveOut.h"
#include "analysis/tree/MemoryCalls.h"
#include "analysis/tree/PlainTree.h"
#include "analysis/tree/VectorCalls.h"

#include <utility>

namespace acc {
namespace {

/// The variables of `liveOut`, and those that count one of them.
std::set<SymbolId> withCounters(std::set<SymbolId> liveOut, const SourceNest &nest) {
  for (size_t id = 0; id < nest.symbols->size(); ++id)
    if (liveOut.count(nest.symbol(SymbolId(id)).counts))
      liveOut.insert(SymbolId(id));
  return liveOut;
}

CopiesPropagated propagated(const SourceNest &nest, const PassContext &context) {
  return propagateCopies(nest, StoreFacts(nest), withCounters(context.liveOut, nest));
}

SourceNest withCopiesPropagated(SourceNest nest, const PassContext &context) {
  nest.root = propagated(nest, context).root;
  return nest;
}

/// What no pass made plain is an internal error, and nothing is read of it.
StmtRef plainOrRefused(const StmtRef &root) {
  if (isPlain(root))
    return root;
  auto node = std::make_shared<Stmt>();
  node->range = root->range;
  node->reason = RejectionKind::Internal;
  node->text = "no pass simplified this statement";
  return node;
}

/// Other words for the same: what looks at a tree need not know them.
std::vector<Pass> formPasses() {
  return {
      {"calls", withCallsOpened},             // A[at(i, j, n)]                       A[i*n + j]
      {"known-tests", withKnownTests},        // if (&n && m)                         if (1 && m)
      {"unused-values", withoutUnusedValues}, // n + 1;                               ;
      {"hints-out", withoutHints},            // if (__builtin_expect(x, 1))          if (x)
      {"statement-expressions", withoutStatementExpressions}, // ({ int a = x; a*a; })   x*x
      {"vector-lanes", withVectorLanes},  // _mm_storeu_ps(y, v);    for (l..) y[l] = v[l];
      {"assertions", withDemands},        // if (c) ; else abort();               a demand of c
      {"array-casts", withoutArrayCasts}, // ((T (*)[n])A)[i][j]                  ((T *)A)[i*n + j]
      {"swapped-bytes",
       withSwappedBytes}, // *(T *)((long)((T *)words + n) ^ 3)   ((T *)words)[n + 3 - 2*(n & 3)]
  };
}

std::vector<Pass> furtherPasses() {
  return {
      {"switch-to-if", withSwitchesAsIfs},      // switch (k) { case 1: S }   if (k == 1) S
      {"once-blocks", withoutOnceBlocks},       // do { S } while (0);   { S }
      {"side-effects-out", withSideEffectsOut}, // A[k++] = x;           A[k] = x; k += 1;
      {"zeroed-arrays", withZeroedArrays}, // float t[8] = {0};     float t[8]; for (e..) t[e] = 0;
      {"memory-loops",
       withMemoryLoops}, // memcpy(x, y, n)       for (k = 0; k < n; k++) x[k] = y[k]
      {"element-stores", withElementStores},     // *p += A[i]            p[0] += A[i]
      {"split-objects", withSplitObjects},       // float s[2]; s[1] = 0   float s_1; s_1 = 0
      {"steps", withSteps},                      // k = k + 2             k += 2
      {"certain-reads", withCertainReads},       // notes what is read early or late without harm
      {"negated-tests", withPlainTests},         // for (; !(i >= n); )   for (; i < n; )
      {"leading-breaks", withoutLeadingBreaks},  // { if (c) break; S }   a part of the loop's test
      {"structured-jumps", withStructuredJumps}, // if (c) continue; S    if (c) {} else S
      {"counted-loops", withCountedLoops},       // while, do             for
      {"entry-starts", withEntryStarts},         // for (; n > 0; n--)    for (n = n; n > 0; n--)
      {"single-heads", withSingleHeads}, // for (i = 0, k = 0; ...; i++, k += 2)   counts i alone
      {"own-counters", withOwnCounters}, // for (g = 0; ...)      for (g_1 = 0; ...)
      {"counted-pointers",
       withCountedPointers},         // for (p = A; ...)      for (t = 0; ...) with A + t
      {"row-tables", withRowTables}, // a[i][j], double **a           (a[0] + i*(a[1] - a[0]))[j]
      {"branch-scalars", withBranchScalars}, // if (c) { t = x; S }   if (c) { double t; t = x; S }
      {"tested-values", withTestedValues},   // t = b[l]; if (t)      t = b[l]; if (b[l])
      {"sunk-tests", withSunkTests}, // if (b[l]) for ..: S     holds = b[l]; for ..: if (holds) S
      {"propagate-copies", withCopiesPropagated}, // row = i*n; A[row]     A[i*n]
      {"rolled-loops", withRolledLoops} // for (; k < n; k += 2) { A[k] = 0; A[k + 1] = 0; }   for
                                        // (; k < n; k++) A[k] = 0;
  };
}

} // namespace

const std::vector<Pass> &passes() {
  static const std::vector<Pass> kPasses = [] {
    std::vector<Pass> all = formPasses();
    append(all, furtherPasses());
    return all;
  }();
  return kPasses;
}

SourceNest asWhole(SourceNest nest) {
  nest = withCallsOpened(std::move(nest));
  if (!nest.unit->strictAliasing || !(copiesNumbers(nest.root) || hasVectors(nest.root)))
    return nest;
  auto unit = std::make_shared<UnitFacts>(*nest.unit);
  unit->strictAliasing = false;
  nest.unit = unit;
  return nest;
}

SourceNest inPlainForms(SourceNest nest) {
  nest = asWhole(std::move(nest));
  for (const Pass &pass : formPasses())
    nest = pass.apply(std::move(nest), {});
  return nest;
}

SourceNest behindPass(const SourceNest &nest, DataConditions data, const std::string &name) {
  SourceNest form = asWhole(nest);
  const PassContext context{liveOutOf(form), data, LoopCopies::Rolled};
  for (const Pass &pass : passes()) {
    form = pass.apply(std::move(form), context);
    if (pass.name == name)
      break;
  }
  return form;
}

SourceNest NormalForm::whole() const {
  SourceNest form = nest;
  form.root = propagated.root;
  return form;
}

NormalForm normalize(const SourceNest &nest, DataConditions data, LoopCopies copies) {
  NormalForm form{asWhole(nest), {}, {}, false};
  const PassContext context{liveOutOf(form.nest), data, copies};
  // What copy propagation, the last pass but one, tells beyond its tree is wanted, too.
  for (size_t k = 0; k + 2 < passes().size(); ++k)
    form.nest = passes()[k].apply(std::move(form.nest), context);
  form.liveOut = withCounters(context.liveOut, form.nest);
  form.propagated = propagated(form.nest, context);
  const StmtRef rolled = passes().back().apply(form.whole(), context).root;
  form.isRolled = rolled != form.propagated.root;
  form.propagated.root = rolled;
  form.propagated.root = plainOrRefused(form.propagated.root);
  return form;
}

} // namespace acc
