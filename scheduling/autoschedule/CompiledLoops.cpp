// Which loops the compiler turns into vectors, in the source and in a version that we write.
#include "analysis/model/NotedTests.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>

namespace acc {
namespace {

/// Pairs of pointers that compilers compare before a loop of vectors, at most: gcc 12's
/// vect-max-version-for-alias-checks; clang 19 makes up to 8 comparisons.
constexpr size_t kAliasChecks = 10;

bool isMemory(const ScopArray &array) { return !array.isPrivate && !array.isScalar; }

/// The array is read as another type than its pointer has: ((unsigned char *)words)[i].
bool isReinterpreted(const Scop &scop, const ScopArray &array) {
  if (array.base < 0 || !scop.nest.symbols || !array.member.empty())
    return false;
  const CType *type = &scop.nest.symbols->at(array.base).type;
  while (type->element)
    type = type->element.get();
  return type->size && array.elementSize && type->size != array.elementSize;
}

size_t aliasChecks(const Scop &scop, const ScopStatement &statement) {
  std::set<int> written, touched;
  for (const ScopAccess &access : statement.accesses)
    if (isMemory(scop.arrays[access.array]) && !scop.arrays[access.array].isDistinctObject) {
      touched.insert(access.array);
      if (access.isWrite)
        written.insert(access.array);
    }
  size_t pairs = 0; // each once: two written arrays from the side of the later one
  for (int array : touched)
    for (int other : written)
      pairs += other < array || (other > array && !written.count(array));
  return pairs;
}

/// Divides integers by what is no constant: no machine does that in vectors.
bool dividesIntegers(const ScopStatement &statement) {
  bool divides = false;
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    divides |= expr->kind == Expr::Kind::Binary &&
               (expr->op() == Op::Slash || expr->op() == Op::Percent) && expr->type.isInteger() &&
               !constantValue(*expr->operands[1]);
  });
  return divides;
}

/// Calls what compilers have no vectors of by themselves: exp, and sqrt while errno counts.
bool callsFunctions(const ScopStatement &statement) {
  static const std::set<std::string> kInVectors{"fabs", "fabsf", "abs", "__builtin_fabs",
                                                "__builtin_fabsf"};
  bool calls = false;
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    calls |= expr->kind == Expr::Kind::Call && !kInVectors.count(expr->text);
  });
  return calls;
}

/// What is known to keep compilers from vectorizing a loop of the source, though its accesses are
/// contiguous: a store to one element in all iterations, accesses below conditions, subscripts that
/// may wrap or are of another type, a loop downwards, and more pointers than are compared. Elements
/// of one array are compared as those of two are. The version that we write has none of these.
bool hindersVectors(const Nest &nest, const NestStrides &strides, int s, const Index &index) {
  const Scop &scop = nest.source->scop;
  const ScopStatement &statement = scop.statements[s];
  const bool isTestedBefore =
      notedTest(scop, statement) != nullptr; // around the loop, in the source or by its compiler
  for (size_t a = 0; a < statement.accesses.size(); ++a) {
    const ScopAccess &access = statement.accesses[a];
    const ScopArray &array = scop.arrays[access.array];
    if (!isMemory(array))
      continue;
    bool isKept = access.isWrite && strideSize(strides.accesses[s][a].stride[index.dimension]) == 0;
    if (isKept || (access.may && !isTestedBefore) || !access.wraps.empty() ||
        isReinterpreted(scop, array))
      return true;
  }
  int loop = nest.dimensions[index.dimension].loop;
  return (loop >= 0 && (scop.loops[loop].step < 0 ||
                        statement.condition.symbols().count(scop.loops[loop].name))) ||
         aliasChecks(scop, statement) > kAliasChecks;
}

/// Stores below a condition to one element for each iteration of the index, which the statement
/// does not read in any case.
bool storesUnderMasks(const LiftedScop &source, const NestStrides &strides, int s,
                      const Index &index) {
  const std::vector<ScopAccess> &accesses = source.scop.statements[s].accesses;
  if (notedTest(source.scop, source.scop.statements[s]))
    return false;
  for (size_t a = 0; a < accesses.size(); ++a) {
    if (!accesses[a].isWrite || !accesses[a].may || !strides.accesses[s][a].uses[index.dimension])
      continue;
    bool isRead = false;
    for (size_t b = 0; b < accesses.size(); ++b)
      isRead |= !accesses[b].isWrite && !accesses[b].may &&
                accesses[b].array == accesses[a].array &&
                source.views.viewOf(s, b).subscripts == source.views.viewOf(s, a).subscripts;
    if (!isRead)
      return true;
  }
  return false;
}

/// The greater or the lesser of what the target holds and another value, in the target; `test`: the
/// condition around the assignment, null for none.
///   if (v > most) most = v;   most = most < v ? v : most;
bool keepsExtreme(const SourceNest &nest, const Stmt &assignment, const ExprRef &test) {
  static const std::set<std::string> kComparisons{"<", ">", "<=", ">="};
  if (assignment.op() != Op::Equal)
    return false;
  auto text = [&](const Expr &expr) { return printExpr(nest, skipCasts(expr)); };
  const Expr &value = skipCasts(*assignment.value);
  const bool isChoice = !test && value.kind == Expr::Kind::Conditional;
  if (!test && !isChoice)
    return false;
  const Expr &condition = skipCasts(test ? *test : *value.operands[0]);
  if (condition.kind != Expr::Kind::Binary || !kComparisons.count(condition.text))
    return false;
  const std::string kept = text(*assignment.target);
  const std::set<std::string> chosen{isChoice ? text(*value.operands[1]) : kept,
                                     isChoice ? text(*value.operands[2]) : text(value)};
  return chosen.count(kept) &&
         chosen == std::set{text(*condition.operands[0]), text(*condition.operands[1])};
}

/// The index carries nothing but a sum of the statement in a local variable, which compilers
/// take in any order. The written version has a variable of the source for itself.
bool sumsInRegister(const Candidate &candidate, const NestStrides &strides,
                    const LoopCompiler &compiler, int s, const Index &index) {
  const Nest &nest = candidate.schedule.nest();
  const Scop &scop = nest.source->scop;
  int loop = nest.dimensions[index.dimension].loop;
  for (const Dependence &d : nest.source->dependences.all) {
    if (d.carriedBy != loop || d.source != s || d.sink != s)
      continue;
    const ScopArray &array = scop.arrays[d.array];
    bool isPromoted = std::any_of(
        candidate.promotions.begin(), candidate.promotions.end(), [&](const Promotion &promotion) {
          return promotion.array == array.name && candidate.schedule.positionOf(promotion.index) <=
                                                      candidate.schedule.positionOf(index.name);
        });
    if (!isReorderedSum(scop, scop.statements[s], array, compiler) ||
        !(array.isPrivate || array.isScalar || isPromoted))
      return false;
    for (const StridedAccess &access : strides.accesses[s])
      if (access.array == d.array && strideSize(access.stride[index.dimension]) != 0)
        return false;
  }
  return true;
}

/// Which part of a distribution, by the index that it made, has the statement; 0 where the index
/// was made otherwise.
size_t partOf(const Schedule &schedule, const std::string &fusing, size_t s) {
  const std::string &id = schedule.nest().source->scop.statements[s].id;
  for (const Step &step : schedule.steps()) {
    const bool isDistribution =
        step.kind == Step::Kind::Distribute || step.kind == Step::Kind::Hoist;
    if (!isDistribution || step.inner.front() != fusing)
      continue;
    size_t part = 0;
    while (part < step.statements.size() &&
           !std::count(step.statements[part].begin(), step.statements[part].end(), id))
      ++part;
    return part;
  }
  return 0;
}

/// The fusing indices before the index have the same values for both statements. An estimate
/// without isl: what rests on it is proved by carryingNone.
bool shareLoop(const Schedule &schedule, const Index &index, size_t a, size_t b) {
  const Nest &nest = schedule.nest();
  const int end = schedule.positionOf(index.name);
  for (int k = 0; k < end; ++k) {
    const Index &fusing = schedule.order()[k];
    if (fusing.kind != NestDimension::Kind::Fusing || !fusing.has[a] || !fusing.has[b])
      continue;
    const bool isSame = fusing.dimension >= 0
                            ? nest.dimensions[fusing.dimension].value[a] ==
                                  nest.dimensions[fusing.dimension].value[b]
                            : partOf(schedule, fusing.name, a) == partOf(schedule, fusing.name, b);
    if (!isSame)
      return false;
  }
  return true;
}

/// A statement of the loop uses, or overwrites, in a later iteration what one behind it in the text
/// touched: vectors of the one would run before those of the other.
///   t = A[j - 1]*a;  A[j] = t + B[j];
bool carriesBack(const Nest &nest, const std::vector<int> &statements, const Index &index) {
  const int loop = nest.dimensions[index.dimension].loop;
  auto isAmong = [&](int s) {
    return std::find(statements.begin(), statements.end(), s) != statements.end();
  };
  return std::any_of(nest.source->dependences.all.begin(), nest.source->dependences.all.end(),
                     [&](const Dependence &d) {
                       return d.carriedBy == loop && d.source > d.sink && isAmong(d.source) &&
                              isAmong(d.sink);
                     });
}

} // namespace

bool isReorderedSum(const Scop &scop, const ScopStatement &statement, const ScopArray &sum,
                    const LoopCompiler &compiler) {
  static const std::set<std::string> kOperations{"+=", "-=", "*=", "|=", "&=", "^="};
  const StmtRef tested = testedAssignment(statement), sums = tested ? tested : statement.body;
  const bool hasElse = tested && statement.body->children.size() > 1 && statement.body->children[1];
  if (!sums || sums->kind != Stmt::Kind::Assign || hasElse)
    return false;
  if (kOperations.count(sums->text))
    return sum.element.isInteger() || compiler.reassociates;
  return sum.element.isInteger() &&
         keepsExtreme(scop.nest, *sums, tested ? statement.body->condition : nullptr);
}

std::vector<InnermostLoop> innermostLoops(const Candidate &candidate, const NestStrides &strides) {
  std::vector<InnermostLoop> loops;
  for (int s = 0; s < static_cast<int>(strides.accesses.size()); ++s) {
    const Index *index = innermostLoop(candidate, strides, s);
    auto own = std::find_if(loops.begin(), loops.end(), [&](const InnermostLoop &loop) {
      return index && loop.index == index &&
             shareLoop(candidate.schedule, *index, loop.statements.front(), s);
    });
    if (own == loops.end())
      own = loops.insert(own, {index, {}});
    own->statements.push_back(s);
  }
  return loops;
}

std::vector<std::string> compiledVectors(const Candidate &candidate, const NestStrides &strides,
                                         const LoopCompiler &compiler, LoopText text) {
  const Nest &nest = candidate.schedule.nest();
  const std::set<std::string> wishes = vectorWishes(candidate, strides);
  std::vector<std::string> vectors(strides.accesses.size());
  for (const InnermostLoop &loop : innermostLoops(candidate, strides)) {
    if (!loop.index)
      continue;
    const Index &index = *loop.index;
    bool isWanted = false;
    bool isForbidden =
        (compiler.vectors != LoopCompiler::Vectors::All &&
         !(compiler.vectors == LoopCompiler::Vectors::FixedLengths && index.size)) ||
        (!candidate.apart.count(index.name) && carriesBack(nest, loop.statements, index));
    for (int s : loop.statements) {
      const ScopStatement &statement = nest.source->scop.statements[s];
      const bool isSum = runsContiguously(strides, s, index) &&
                         sumsInRegister(candidate, strides, compiler, s, index);
      isWanted = isWanted ||
                 (!candidate.unrolled.count(index.name) && (isSum || wishes.count(index.name)));
      isForbidden =
          isForbidden || dividesIntegers(statement) || callsFunctions(statement) ||
          (!isSum && !candidate.apart.count(index.name) && carries(nest, s, index)) ||
          (!compiler.storesBelowConditions && storesUnderMasks(*nest.source, strides, s, index)) ||
          (text == LoopText::Source && hindersVectors(nest, strides, s, index));
    }
    if (isWanted && !isForbidden)
      for (int s : loop.statements)
        vectors[s] = index.name;
  }
  return vectors;
}

} // namespace acc
