// What a candidate asks of the machine: operations of the innermost block, and the iterations that
// the block does at once.
#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/Candidate.h"
#include "scheduling/autoschedule/Latencies.h"

#include <algorithm>

namespace acc {
namespace {

// What compilers and the written code do, on any machine.
constexpr unsigned kTurnedBytes = 4;  // elements of this size at least are turned in registers
constexpr int64_t kAtOnce = 64;       // a longer loop of vectors stays a loop
constexpr double kDividedAtOnce = 16; // bytes that dividers of most machines take
constexpr double kLineBytes = 64;     // of the cache
constexpr double kEvenProducts =
    5;                       // more for a vector's products from those of its even and odd lanes
constexpr double kCall = 10; // operations of a short function

/// The target with the registers that the compiler may use.
Target withRegistersOf(const LoopCompiler &compiler, Target target) {
  if (compiler.vectorBytes > 0) {
    target.vectorBytes = compiler.vectorBytes;
    target.vectorRegisters = compiler.vectorRegisters;
  }
  return target;
}

/// The innermost part of a schedule as one statement sees it.
struct Block {
  std::vector<const Index *> indices; // run at once: unrolled, or the vector index
  const Index *vector = nullptr;
  double lanes = 1;
  const Index *loop = nullptr; // the innermost loop around the block
  double iterations = 1;
};

class StatementCost {
public:
  /// `together`: the statements of its innermost loop.
  StatementCost(const Candidate &candidate, const NestStrides &strides, const Target &target,
                const LoopCompiler &compiler, const std::string &vectorized, LoopText text,
                int statement, const std::vector<int> &together)
      : schedule(candidate.schedule), nest(schedule.nest()), accesses(strides.accesses[statement]),
        target(target), judged(withRegistersOf(compiler, target)), machine(target.machine),
        statement(statement), text(text), together(together) {
    isInRegisters = !candidate.unrolled.empty() || !candidate.promotions.empty();
    unrolled = &candidate.unrolled;
    for (const Index &index : schedule.order())
      if (index.kind == NestDimension::Kind::Loop && index.has[statement])
        active.push_back(&index);
    findBlock(candidate, vectorized, writtenOut(schedule, strides, statement));
    for (const Promotion &promotion : candidate.promotions)
      if (promotedTile(schedule, promotion.array, promotion.index))
        promoted.push_back(promotion);
  }

  StatementTerms terms() const {
    StatementTerms terms;
    double reads = 0;
    for (const StridedAccess &access : accesses) {
      terms.accesses.push_back(memory(access));
      reads += !access.isWrite;
    }
    const ScopStatement &source = nest.source->scop.statements[statement];
    const double products =
        block.vector && judged.vectorBytes == 16 ? kEvenProducts * integerProductsIn(source) : 0;
    terms.arithmetic =
        (std::max(1.0, reads) + kCall * callsIn(source) + products) * vectorsAtOnce();
    terms.atOnce = block.iterations;
    terms.iterations = iterations();
    // Without a loop around the block, as of a short loop alone, nothing waits from one run of it
    // to the next; a loop of vectors carries nothing.
    const bool canWait = block.loop && block.loop != block.vector;
    terms.chain = canWait ? longestChain(nest.dimensions[block.loop->dimension].loop) : 0;
    terms.isChain = terms.chain > 0;
    terms.divisions = divisionsIn(source) * vectorsAtOnce() *
                      std::max(1.0, block.lanes * elementSize / kDividedAtOnce);
    terms.isInMemory = terms.isChain && sumsInMemory();
    if (terms.isInMemory) // what is loaded was stored about as long ago
      terms.chain = std::max(terms.chain, 1.0);
    return terms;
  }

private:
  double iterations() const {
    double count = 1;
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (nest.dimensions[d].kind == NestDimension::Kind::Loop && nest.dimensions[d].has[statement])
        count *= nest.dimensions[d].extent ? double(*nest.dimensions[d].extent) : kTypicalExtent;
    return count;
  }

  void findBlock(const Candidate &candidate, const std::string &vectorized,
                 const std::set<std::string> &shortLoops) {
    for (const StridedAccess &access : accesses)
      elementSize = std::max(elementSize, nest.source->scop.arrays[access.array].elementSize);
    size_t k = active.size();
    for (; k > 0; --k) {
      const Index *index = active[k - 1];
      bool isVector = !block.vector && vectorized == index->name;
      if (!isVector && !shortLoops.count(index->name) && !candidate.unrolled.count(index->name))
        break;
      if (isVector) {
        block.vector = index;
        block.lanes = std::max(1u, judged.vectorBytes / elementSize);
        if (index->size)
          block.lanes = std::min(block.lanes, double(*sizeOf(index)));
      }
      block.indices.push_back(index);
      block.iterations *= atOnce(index);
    }
    block.loop = k > 0 ? active[k - 1] : nullptr;
    if (block.vector && !isWhole(block.vector))
      block.loop = block.vector;
  }

  /// The block runs all iterations of the index, and not only as many as a vector takes.
  bool isWhole(const Index *index) const { return index->size && *sizeOf(index) <= kAtOnce; }

  /// In the text that the judged registers get.
  std::optional<int64_t> sizeOf(const Index *index) const {
    if (!index->size || !isInRegisters || index->dimension < 0)
      return index->size;
    const int64_t size = sizeForRegisters(*index->size, index == block.vector,
                                          unrolled->count(index->name), target, judged);
    return size > 0 ? size : *index->size;
  }

  double vectorsAtOnce() const { return block.iterations / block.lanes; }

  double atOnce(const Index *index) const {
    return isWhole(index) || index != block.vector ? double(sizeOf(index).value_or(1))
                                                   : block.lanes;
  }

  int64_t stride(const StridedAccess &access, const Index *index) const {
    return strideSize(access.stride[index->dimension]);
  }

  AccessTerms memory(const StridedAccess &access) const {
    AccessTerms terms;
    if (access.isPrivate)
      return terms;
    if (const Promotion *buffer = bufferOf(access))
      return buffer->layout == Promotion::Layout::LastMajor ? turned(access, *buffer)
                                                            : copied(access, *buffer);
    double operations = 1;
    bool near = false;
    for (const Index *index : block.indices) {
      int64_t size = stride(access, index);
      double width = atOnce(index);
      const bool isNear = size > 0 && size <= machine.nearElements;
      near |= isNear;
      if (size == 0)
        continue;
      const bool isVector = index == block.vector;
      operations *= isVector && isNear ? width / block.lanes * size : width;
      terms.isGathered |= isVector && !isNear;
    }
    const int64_t along = block.loop ? stride(access, block.loop) : 1;
    const bool isFar = along >= machine.lineElements && !revisited(access);
    double AccessTerms::*place = along == 0                  ? &AccessTerms::kept
                                 : isFar && !near            ? &AccessTerms::missed
                                 : isFar && usedOnce(access) ? &AccessTerms::streamed
                                                             : &AccessTerms::atHand;
    terms.*place = operations;
    if (place == &AccessTerms::streamed && block.vector) { // several narrow vectors share a line
      terms.streamed *= std::min(1.0, block.lanes * elementSize / kLineBytes);
      terms.atHand = operations - terms.streamed;
    }
    if (block.loop && along > 0 && along < machine.lineElements && usedOnce(access))
      terms.lines =
          (block.loop == block.vector ? along * block.lanes : along) / machine.lineElements;
    return terms;
  }

  /// No dimension of the statement leaves the element the same.
  bool usedOnce(const StridedAccess &access) const {
    return std::all_of(active.begin(), active.end(),
                       [&](const Index *index) { return access.uses[index->dimension]; });
  }

  /// A small loop around the innermost one goes on in the same cache lines.
  bool revisited(const StridedAccess &access) const {
    for (const Index *index : active)
      if (index != block.loop && !isInBlock(index) && index->size && *index->size <= 64 &&
          stride(access, index) > 0 && stride(access, index) <= machine.nearElements)
        return true;
    return false;
  }

  bool isInBlock(const Index *index) const {
    return std::find(block.indices.begin(), block.indices.end(), index) != block.indices.end();
  }

  /// Of a copy with transposed elements: the block's part of the work to fill it, the first use
  /// with it, and vectors read for the other uses.
  AccessTerms turned(const StridedAccess &access, const Promotion &buffer) const {
    const double uses = usesOf(access, buffer);
    AccessTerms terms;
    terms.atHand = vectorsOf(access) * (1 - 1 / uses);
    const bool isInRegisters = nest.source->scop.arrays[access.array].elementSize >= kTurnedBytes;
    (isInRegisters ? terms.turned : terms.transposed) = block.iterations / uses;
    return terms;
  }

  /// Of a copy in the order of the source: nothing where it is small enough for registers, else
  /// what the innermost loop reads of it and the block's part of the work to fill it.
  AccessTerms copied(const StridedAccess &access, const Promotion &buffer) const {
    AccessTerms terms;
    const Outcome<PromotedTile> tile = promotedTile(schedule, buffer.array, buffer.index);
    if (tile->elements * nest.source->scop.arrays[access.array].elementSize <=
        int64_t(target.vectorRegisters) * std::max(8u, target.vectorBytes))
      return terms;
    terms.atHand = vectorsOf(access);
    terms.copied = block.iterations / usesOf(access, buffer) / block.lanes;
    return terms;
  }

  /// Vectors, or elements, of the access in a block.
  double vectorsOf(const StridedAccess &access) const {
    double count = 1;
    for (const Index *index : block.indices)
      if (access.uses[index->dimension])
        count *= index == block.vector ? atOnce(index) / block.lanes : atOnce(index);
    return count;
  }

  /// Uses of an element, from when it is copied until the next fills.
  double usesOf(const StridedAccess &access, const Promotion &buffer) const {
    double uses = 1;
    for (const Index *index : active)
      if (!access.uses[index->dimension] &&
          schedule.positionOf(index->name) >= schedule.positionOf(buffer.index))
        uses *= steps(index);
    return uses;
  }

  /// Iterations of the index's loop, about.
  double steps(const Index *index) const {
    const std::optional<int64_t> &extent = nest.dimensions[index->dimension].extent;
    double most =
        std::max(1.0, (extent ? double(*extent) : kTypicalExtent) / double(index->stride));
    return index->size ? std::min(most, double(*sizeOf(index))) : most;
  }

  /// In which the innermost loop finds the access's elements; null for none.
  const Promotion *bufferOf(const StridedAccess &access) const {
    const std::string &name = nest.source->scop.arrays[access.array].name;
    for (const Promotion &promotion : promoted)
      if (promotion.array == name && block.loop &&
          schedule.positionOf(promotion.index) <= schedule.positionOf(block.loop->name))
        return &promotion;
    return nullptr;
  }

  /// The source stores one element in each iteration of the innermost loop.
  bool sumsInMemory() const {
    return text == LoopText::Source &&
           std::any_of(accesses.begin(), accesses.end(), [&](const StridedAccess &access) {
             return access.isWrite && !access.isPrivate &&
                    !nest.source->scop.arrays[access.array].isScalar &&
                    stride(access, block.loop) == 0;
           });
  }

  /// Of what the statement uses that it made in the iteration of the loop before; 0 for none.
  double longestChain(int loop) const {
    double longest = chainAround(*nest.source, together, statement, loop);
    for (const Dependence &d : nest.source->dependences.all)
      if (d.kind == DependenceKind::RAW && d.carriedBy == loop && d.source == statement &&
          d.sink == statement)
        longest = std::max(longest, chainLength(*nest.source, statement, d.array, loop));
    return longest;
  }

  const Schedule &schedule;
  const Nest &nest;
  const std::vector<StridedAccess> &accesses;
  const Target &target;
  const Target judged;
  const MachineModel &machine;
  int statement;
  LoopText text;
  const std::vector<int> &together;
  std::vector<const Index *> active; // loop indices of the statement, outer to inner
  std::vector<Promotion> promoted;
  unsigned elementSize = 1; // of the widest
  const std::set<std::string> *unrolled;
  bool isInRegisters = false; // tiles and buffers that other registers get of another size
  Block block;
};

} // namespace

CostTerms costTerms(const Candidate &candidate, const NestStrides &strides, const Target &target,
                    const LoopCompiler &compiler, LoopText text) {
  const std::vector<std::string> vectorized = compiledVectors(candidate, strides, compiler, text);
  CostTerms terms;
  for (const InnermostLoop &loop : innermostLoops(candidate, strides)) {
    std::vector<StatementTerms> &statements = terms.loops.emplace_back();
    for (int s : loop.statements)
      statements.push_back(StatementCost(candidate, strides, target, compiler, vectorized[s], text,
                                         s, loop.statements)
                               .terms());
  }
  terms.gain = candidate.gain;
  return terms;
}

double expectedCost(const Candidate &candidate, const NestStrides &strides, const Target &target,
                    const LoopCompiler &compiler, LoopText text) {
  return cyclesOf(costTerms(candidate, strides, target, compiler, text), target.machine);
}

} // namespace acc
