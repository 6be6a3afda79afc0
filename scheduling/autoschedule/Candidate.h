// Schedules worth considering, what they are expected to cost, and how one
// becomes a plan.
#pragma once

#include "scheduling/Plan.h"
#include "scheduling/autoschedule/CostTerms.h"
#include "scheduling/autoschedule/LoopCompiler.h"
#include "scheduling/autoschedule/Strides.h"

#include <functional>

namespace acc {

/// A schedule with the decisions that go with it; nothing is checked yet.
struct Candidate {
  std::string name;
  Schedule schedule;
  std::set<std::string> unrolled;
  /// Where the plan is better off with it, in the order of trial.
  std::vector<Promotion> promotions;
  /// Factor on the expected cost for what the estimate does not see.
  double gain = 1;
  /// Indices that carry a dependence in the source and none here, as their loops are cut.
  std::set<std::string> apart = {};
  /// Indices that must be vectorized, or the candidate is dropped.
  std::set<std::string> needed = {};
  /// Indices that must not carry a dependence.
  std::set<std::string> independent = {};
  /// The index of sums of integers around a tile of them that is written out: compilers make
  /// vectors along it. "" for none.
  std::string summed = {};
};

/// The order of the source.
Candidate sourceOrder(const Nest &nest);

/// Permutations that put the dimension with the smallest strides innermost,
/// inside the parts of an imperfect nest and with the parts moved outwards
/// (distribution):
///   for j for i A[i][j] = 1      ->  for i for j A[i][j] = 1
void addPermutations(const Schedule &start, const NestStrides &strides,
                     std::vector<Candidate> &all);

/// Register tiles of accumulations, rows and columns of the accumulator inside
/// the reduction:
///   for i for j for k C[i][j] += A[i][k]*B[k][j]
///   -> for k for j for i  for k_1 for ii for jj  C[i + ii][j + jj] += ...
/// Never rows alone: compilers turn them into gathers that cost more than they
/// save. `start`, here and below: the schedule whose indices are still its nest's dimensions.
void addRegisterTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                      std::vector<Candidate> &all);

/// Register tiles of updates in three loops, where other statements write the same array at the
/// diagonal; these get a place in the loops, and all loops are tiled from the same values on.
///   for k { for i > k A[i][k] /= A[k][k]; for i > k for j > k A[i][j] -= A[i][k]*A[k][j]; }
///   -> for j for i for k  for kk for ii { if (j + jj == k + kk) A[i + ii][..] /= ..; else for jj
///       A[i + ii][j + jj] -= ..; }
/// Sums of the same array with a loop of their own, as below and above the diagonal, are parts of
/// the same loops.
void addDiagonalTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                      std::vector<Candidate> &all);

/// Square tiles where accesses are contiguous along different dimensions:
///   for i for j B[j][i] = A[i][j]  ->  for i for j for ii for jj ...
/// and, of elements of 4 and 8 bytes, with a copy of what is read across that is turned in
/// registers:
///   -> for j for i { t[jj][ii] = A[i + ii][j + jj]; for jj for ii B[j + jj][i + ii] = t[jj][ii]; }
void addTransposeTiles(const Schedule &start, const NestStrides &strides,
                       std::vector<Candidate> &all);

/// Loops cut around the one iteration that writes what all others read, so that each part may run
/// in vectors:
///   for j A[i][j] = f(A[i][j], A[i][k])   ->   for j < k ..; j = k ..; for j > k ..
void addSplitSets(const Nest &nest, const NestStrides &strides, std::vector<Candidate> &all);

/// Sums along rows with several rows at once, each in its order: the rows' elements come from a
/// transposed copy, so that a vector holds one of each.
///   for i for j y[i] += A[i][j]*x[j]
///   -> for i for j { t[jj][ii] = A[i + ii][j + jj]; for jj for ii y[i + ii] += t[jj][ii]*x[j +
///       jj]; }
/// Not those that the compiler takes in another order, with lanes along the row.
void addRowSums(const Schedule &start, const NestStrides &strides, const Target &target,
                const LoopCompiler &compiler, std::vector<Candidate> &all);

/// Tiles of sums of integers along their innermost loop, in which what one row or column of them
/// reads is loaded once; of bytes from copies, which have 16 bits. Not for compilers that pair
/// bytes: with 512 rows times 512 rows of 512, clang 19 gains 1.02 times (AVX-512), and loses half
/// of its speed with 16, while gcc 12 gains 2.4 times.
///   for i for j for k s += A[i][k]*B[j][k]   ->   for i for j for k for ii for jj s[ii][jj] +=
///       A[i + ii][k]*B[j + jj][k]
void addSumTiles(const Schedule &start, const NestStrides &strides, const Target &target,
                 const LoopCompiler &compiler, std::vector<Candidate> &all);

/// Innermost loops in which a statement uses what it made in the iteration before, as a sum does,
/// and others do not: the others in vectors, a block of iterations at a time, and what the chain
/// wants of them in cells.
///   for k { d = f(k); A[k] += d; s += d*d; }   ->   for k by 128 { for kk { d[kk] = f(k + kk);
///       A[..] += d[kk]; }  for kk s += d[kk]*d[kk]; }
void addChainsApart(const Nest &nest, const NestStrides &strides, const MachineModel &machine,
                    std::vector<Candidate> &all);

/// Rows in which each iteration uses what the one before made, several at once, each so many
/// iterations behind the row before that it waits for none of them:
///   for i for j A[i][j] = f(A[i][j - 1], A[i - 1][j])   ->   for i by 8 for j for ii < 8  A[i +
///       ii][j - ii] = ...
void addJammedChains(const Nest &nest, const NestStrides &strides, std::vector<Candidate> &all);

/// Sweeps over the same arrays as one, the later ones some iterations behind:
///   for y for x S0(y, x); for y for x S1(y, x)
///   -> for y { for x S0(y, x); for x S1(y - 1, x) }
void addFusedSweeps(const Nest &nest, const NestStrides &strides, const MachineModel &machine,
                    std::vector<Candidate> &all);

/// The same, and several of their repetitions over data that the caches do not hold in blocks of
/// rows that they do:
///   for t { for y for x S0; for y for x S1 }   ->   for t by 8 for y by 8  for t_1 < 8 for y_1 < 8
///       { for x S0; for x S1 }
void addSkewedSweeps(const Nest &nest, const NestStrides &strides, const MachineModel &machine,
                     std::vector<Candidate> &all);

/// Of the candidates from `begin` on, which start from one nest, the cheapest for each part of it,
/// two at a time, where these change no statement both and no loop around both.
///   for i { for j for k S0; for j for k S1 }   ->   a tile of S0's loops, and row sums of S1's
void addJoinedParts(std::vector<Candidate> &all, size_t begin,
                    const std::function<double(const Candidate &)> &cost);

/// Promotes the elements that an innermost loop leaves the same, sums into them among them, at the
/// outermost loop around it that does; nothing for a candidate with promotions of its own.
///   for i for j total[i] += w[i]*A[i*n + j]   ->   total at j, w at j
/// A compiler that cannot tell them from the elements that the loop stores loads, and stores,
/// them in each iteration.
void addInvariants(Candidate &candidate, const NestStrides &strides);

/// The innermost loop indices of a statement that compilers write out before they vectorize, so
/// that the loop around them is the innermost one that counts: too short for a vector, or
/// short and with a dependence from one iteration to the next.
///   for i { for t < 5 B[i] += w[t]*A[i + t] }   -> t
std::set<std::string> writtenOut(const Schedule &schedule, const NestStrides &strides,
                                 int statement);

/// Iterations of the index's loop depend on one another, for the statement with itself.
bool carries(const Nest &nest, int statement, const Index &index);

/// The innermost loop index of the statement that is not written out; null for none. Of a statement
/// that has the rows of a tile but not its columns it is the rows: what is unrolled stays inside,
/// and compilers vectorize nothing around it.
const Index *innermostLoop(const Candidate &candidate, const NestStrides &strides, int statement);

/// A loop that is the innermost one of some statements: the fusing indices before it have the same
/// values for all of them.
struct InnermostLoop {
  const Index *index = nullptr; // null for a statement without loops
  std::vector<int> statements;
};

/// All of them, each statement in one.
std::vector<InnermostLoop> innermostLoops(const Candidate &candidate, const NestStrides &strides);

/// By its strides the index is worth vectorizing for the statement: stores contiguous or
/// invariant, most other accesses as well, and not too few iterations.
bool runsContiguously(const NestStrides &strides, int statement, const Index &index);

/// The innermost loop index of each statement that is worth vectorizing by its
/// strides: stores contiguous or invariant, most other accesses as well. Indices that are
/// written out do not count.
std::set<std::string> vectorWishes(const Candidate &candidate, const NestStrides &strides);

/// The plan of the candidate vectorizes the innermost loop of a statement in as many loops as any:
/// vectors around the loops that take the time gain nothing.
bool vectorizesDeepest(const Plan &plan, const Candidate &candidate, const NestStrides &strides);

/// The statement is `x += ..` or the like, below a condition or not, with an operation that
/// compilers take in any order: on integers, or where the unit's flags let them. Or it keeps the
/// greatest or the least of integers.
bool isReorderedSum(const Scop &scop, const ScopStatement &statement, const ScopArray &sum,
                    const LoopCompiler &compiler);

/// Who wrote the loops: the source's may alias, wrap and branch where the compiler cannot see
/// that they do not.
enum class LoopText { Source, Written };

/// Per statement its innermost loop where the compiler makes vectors of it, "" where it does not:
/// all statements in a loop are in vectors, or none.
std::vector<std::string> compiledVectors(const Candidate &candidate, const NestStrides &strides,
                                         const LoopCompiler &compiler, LoopText text);

/// What one run of the candidate asks of the machine. Sizes that are not known count as
/// kTypicalExtent.
CostTerms costTerms(const Candidate &candidate, const NestStrides &strides, const Target &target,
                    const LoopCompiler &compiler, LoopText text);
/// Its cycles, only for comparing candidates of one nest.
double expectedCost(const Candidate &candidate, const NestStrides &strides, const Target &target,
                    const LoopCompiler &compiler, LoopText text);
inline constexpr double kTypicalExtent = 256;

/// Whether a candidate is to be checked, or one like it but for promotions of other arrays was.
enum class Checked { Now, Before };

/// Checks legality and storage of private arrays and makes the decisions that can be made. The
/// Rejection says why the candidate is unavailable.
Outcome<Plan> realise(const Candidate &candidate, const NestStrides &strides, const Target &target,
                      Checked checked = Checked::Now);

} // namespace acc
