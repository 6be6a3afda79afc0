#include "rewriter/emit/CompilerFaults.h"

#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

const LiftedScop &sourceOf(const Plan &plan) { return *plan.schedule().nest().source; }

constexpr CompilerFault kFaults[] = {
    {"shared-strides", "gcc 12.2, -O3 (-floop-interchange)", "sums have another order",
     Avoid::Restrict, [](const Plan &plan) { return hasSharedStrides(sourceOf(plan)); }},
    {"paired-products", "gcc 12.2, x86 with FMA (vfmaddsub)",
     "products are not rounded, whatever -ffp-contract says", Avoid::Restrict,
     [](const Plan &plan) { return hasPairedProducts(sourceOf(plan)); }},
    {"paired-products-of-objects", "gcc 12.2, x86 with FMA (vfmaddsub)",
     "the same without restrict, of declared arrays and of values in variables", Avoid::FusedLevel,
     [](const Plan &plan) { return hasPairedProducts(sourceOf(plan)); }},
    {"neighbour-reads", "gcc 12 (-fpredictive-commoning)", "the remainder of vectors is slower",
     Avoid::Restrict, readsNeighboursInVectors},
    {"unrolled-chains", "gcc 12.2, -O3 with -fwrapv or -fno-strict-overflow",
     "copies that depend on one another become loops of their own", Avoid::PlainCopies,
     hasUnrolledChains},
};

/// A loop around a statement, and how far each iteration moves in an array.
struct Move {
  const ScopLoop *loop;
  Polynomial stride;
};

/// Whether the loop runs at most so often.
bool runsAtMost(const ScopLoop &loop, int64_t times) {
  if (loop.first.size() != 1 || loop.step != 1)
    return false;
  return std::any_of(loop.end.begin(), loop.end.end(), [&](const Polynomial &end) {
    auto count = (end - loop.first.front()).constant();
    return count && *count <= times;
  });
}

/// The slow one moves by a multiple of what the fast one does, past all of its iterations.
bool isPast(const Move &slow, const Move &fast) {
  auto quotient = slow.stride.dividedBy(fast.stride);
  auto factor = quotient ? quotient->constant() : std::nullopt;
  return factor && runsAtMost(*fast.loop, std::abs(*factor));
}

/// Loops that move in the `subscript`, by these strides in memory; gcc reckons rightly where they
/// are numbers.
bool mayMeet(const Scop &scop, const ScopStatement &statement, const Polynomial &subscript,
             const Polynomial &index) {
  std::vector<Move> moves;
  for (int number : statement.loops) {
    const ScopLoop &loop = scop.loops[number];
    if (!subscript.contains(loop.name))
      continue;
    Move move{&loop, index.coefficient(loop.name, 1) * Polynomial(loop.step)};
    for (const Move &other : moves)
      if (!(move.stride.constant() && other.stride.constant()) && !isPast(move, other) &&
          !isPast(other, move))
        return true;
    moves.push_back(std::move(move));
  }
  return false;
}

/// Both store to elements of one array that are so many apart, a number other than 0, or to two
/// members of records.
bool storeSideBySide(const Scop &scop, const ScopStatement &a, const ScopStatement &b) {
  for (const ScopAccess &one : a.accesses)
    for (const ScopAccess &other : b.accesses) {
      const ScopArray &array = scop.arrays[one.array], &second = scop.arrays[other.array];
      if (!one.isWrite || !other.isWrite || array.element.kind != CType::Kind::Floating)
        continue;
      if (array.base >= 0 && array.base == second.base && array.member != second.member)
        return true;
      if (one.array != other.array || one.subscripts.empty() ||
          one.subscripts.size() != other.subscripts.size())
        continue;
      auto apart = (one.subscripts.back() - other.subscripts.back()).constant();
      if (apart && *apart != 0)
        return true;
    }
  return false;
}

bool multipliesComplex(const ScopStatement &statement) {
  bool found = false;
  forEachStmt(statement.body, [&](const StmtRef &part) {
    found |= part->kind == Stmt::Kind::Assign && part->op() == Op::StarEqual &&
             isComplex(part->target->type);
  });
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    found |= isComplex(expr->type) && expr->kind == Expr::Kind::Binary && expr->op() == Op::Star;
  });
  return found;
}

/// Floating-point products, and whether anything is added to or subtracted from something.
struct Arithmetic {
  int products = 0;
  bool adds = false;
};

Arithmetic arithmeticOf(const Scop &scop) {
  Arithmetic found;
  for (const ScopStatement &statement : scop.statements) {
    forEachStmt(statement.body, [&](const StmtRef &part) {
      found.adds |= part->op() == Op::PlusEqual || part->op() == Op::MinusEqual;
    });
    forEachExprIn(statement.body, [&](const ExprRef &expr) {
      if (expr->type.kind != CType::Kind::Floating)
        return;
      found.products += expr->kind == Expr::Kind::Binary && expr->op() == Op::Star;
      found.adds |= expr->op() == Op::Plus || expr->op() == Op::Minus;
    });
  }
  return found;
}

/// The innermost loop of a statement in the plan's order; null when it has none.
const Index *innermostOf(const Schedule &schedule, size_t statement) {
  const std::vector<Index> &order = schedule.order();
  auto found = std::find_if(order.rbegin(), order.rend(), [&](const Index &index) {
    return index.kind == NestDimension::Kind::Loop && index.has[statement];
  });
  return found == order.rend() ? nullptr : &*found;
}

/// Some array is read at two places of which a later iteration of the loop moves one to the other.
bool readsNeighbours(const ScopStatement &statement, const ScopLoop &loop) {
  for (const ScopAccess &one : statement.accesses)
    for (const ScopAccess &other : statement.accesses) {
      if (one.isWrite || other.isWrite || one.array != other.array || one.subscripts.size() != 1 ||
          other.subscripts.size() != 1)
        continue;
      auto distance = (other.subscripts[0] - one.subscripts[0]).constant();
      auto stride =
          (one.subscripts[0].coefficient(loop.name, 1) * Polynomial(loop.step)).constant();
      if (distance && stride && *distance != 0 && *stride != 0 && *distance % *stride == 0)
        return true;
    }
  return false;
}

/// The dimensions of the statement's innermost indices that are written out, and of the loop around
/// these; empty where its innermost index is not.
std::set<int> copiedIn(const Plan &plan, int statement) {
  std::set<int> dimensions;
  const std::vector<Index> &order = plan.schedule().order();
  for (size_t k = order.size(); k-- > 0;) {
    const Index &index = order[k];
    if (index.kind != NestDimension::Kind::Loop || !index.has[statement])
      continue;
    const bool isCopied = plan.unrolled().count(index.name) > 0;
    if (!isCopied && dimensions.empty())
      return {};
    dimensions.insert(index.dimension);
    if (!isCopied)
      break;
  }
  return dimensions;
}

} // namespace

std::span<const CompilerFault> compilerFaults() { return kFaults; }

const CompilerFault *faultOf(const Plan &plan, Avoid avoid) {
  const auto *found =
      std::find_if(std::begin(kFaults), std::end(kFaults), [&](const CompilerFault &fault) {
        return fault.avoid == avoid && fault.isMet(plan);
      });
  return found == std::end(kFaults) ? nullptr : found;
}

bool hasSharedStrides(const LiftedScop &source) {
  const Scop &scop = source.scop;
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      const ScopAccess &access = scop.statements[s].accesses[a];
      if (!access.isWrite || access.subscripts.size() != 1 || scop.arrays[access.array].isPrivate ||
          scop.arrays[access.array].isScalar)
        continue;
      // The guard keeps the rows of a view apart.
      const std::vector<Polynomial> subscripts =
          source.views.arrays[access.array].recovered
              ? source.views.viewOf(int(s), int(a)).subscripts
              : access.subscripts;
      for (const Polynomial &subscript : subscripts)
        if (mayMeet(scop, scop.statements[s], subscript, access.subscripts[0]))
          return true;
    }
  return false;
}

bool hasPairedProducts(const LiftedScop &source) {
  const std::vector<ScopStatement> &statements = source.scop.statements;
  if (std::any_of(statements.begin(), statements.end(), multipliesComplex))
    return true;
  for (size_t a = 0; a < statements.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (storeSideBySide(source.scop, statements[a], statements[b])) {
        const Arithmetic all = arithmeticOf(source.scop);
        return all.products > 1 && all.adds;
      }
  return false;
}

bool readsNeighboursInVectors(const Plan &plan) {
  const Schedule &schedule = plan.schedule();
  const Nest &nest = schedule.nest();
  const Scop &scop = nest.source->scop;
  if (!plan.promotions().empty())
    return false;
  bool isAny = false;
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    const Index *index = innermostOf(schedule, s);
    if (!index || !plan.vectorizes(index->name, static_cast<int>(s)) || index->dimension < 0)
      return false;
    const int loop = nest.dimensions[index->dimension].loop;
    isAny = isAny || (loop >= 0 && readsNeighbours(scop.statements[s], scop.loops[loop]));
  }
  return isAny;
}

bool hasUnrolledChains(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const std::vector<Dependence> &all = nest.source->dependences.all;
  return std::any_of(all.begin(), all.end(), [&](const Dependence &d) {
    if (nest.source->scop.arrays[d.array].isPrivate)
      return false;
    const std::set<int> dimensions = copiedIn(plan, d.sink);
    return std::any_of(dimensions.begin(), dimensions.end(), [&](int dimension) {
      return dimension >= 0 && nest.dimensions[dimension].loop == d.carriedBy;
    });
  });
}

} // namespace acc
