#include "scheduling/autoschedule/Strides.h"

#include "scheduling/Array.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace acc {
namespace {

/// For a factor that is not known: the step of a convolution is 1 or 2.
///   im[y*step + r][x*step + s]
constexpr int64_t kFactorInRow = 2;
/// The step of a pixel's bytes, and integers of at most so many bytes that compilers permute: gcc
/// 12 and clang 19 have gray values of three colours each at 3.5 to 4 times the speed (AVX2, Zen
/// 4).
constexpr int64_t kPermuted = 4;
constexpr unsigned kSmall = 2;

/// Elements per unit of each subscript; large where there is no such number.
std::vector<Polynomial> pitches(const Scop &scop, const RecoveredArray &recovered, size_t rank) {
  auto array = Array::of(scop, recovered);
  if (array && array->rank() == rank)
    return array->map().coefficients;
  std::vector<Polynomial> result(rank, Polynomial(kLargeStride));
  if (rank > 0)
    result.back() = Polynomial(1);
  return result;
}

} // namespace

NestStrides stridesOf(const Nest &nest) {
  const LiftedScop &source = *nest.source;
  NestStrides all;
  for (size_t s = 0; s < source.scop.statements.size(); ++s) {
    const ScopStatement &statement = source.scop.statements[s];
    std::map<std::string, Polynomial> inverse;
    for (size_t k = 0; k < statement.loops.size(); ++k)
      inverse[source.scop.loops[statement.loops[k]].name] = nest.iterators[s][k];
    std::vector<StridedAccess> accesses;
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      const ScopArray &array = source.scop.arrays[access.array];
      StridedAccess one;
      one.array = access.array;
      one.isWrite = access.isWrite;
      one.isPrivate = array.isPrivate;
      one.isConditional = access.may;
      if (array.element.isInteger() && array.elementSize <= kSmall)
        one.near = kPermuted;
      one.stride.resize(nest.dimensions.size());
      one.uses.resize(nest.dimensions.size());
      const std::vector<Polynomial> &subscripts = source.views.viewOf(s, a).subscripts;
      std::vector<Polynomial> pitch =
          pitches(source.scop, source.views.arrays[access.array], subscripts.size());
      for (size_t k = 0; k < subscripts.size(); ++k) {
        Polynomial subscript = subscripts[k].substitute(inverse);
        for (size_t d = 0; d < nest.dimensions.size(); ++d) {
          Polynomial coefficient = subscript.coefficient(nest.dimensions[d].name, 1);
          if (coefficient.isZero())
            continue;
          one.uses[d] = true;
          if (array.isPrivate)
            continue;
          // An inner subscript stays below its size in all iterations, so a factor is small.
          bool isFactor = k > 0 && !coefficient.constant();
          one.stride[d] += (isFactor ? Polynomial(kFactorInRow) : coefficient) * pitch[k];
        }
      }
      accesses.push_back(std::move(one));
    }
    all.accesses.push_back(std::move(accesses));
  }
  return all;
}

int64_t strideSize(const Polynomial &stride) {
  auto constant = stride.constant();
  return constant ? std::abs(*constant) : kLargeStride;
}

int strideWeight(const Polynomial &stride) {
  int64_t size = strideSize(stride);
  if (size <= 1)
    return size;
  if (size < kLargeStride)
    return size < 16 ? 2 : size < 1024 ? 5 : 9;
  return 10 * std::max(1, stride.totalDegree([](const std::string &) { return true; }));
}

} // namespace acc
