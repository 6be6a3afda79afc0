#include "rewriter/validate/TurnedSquares.h"

#include "rewriter/helpers/Helpers.h"
#include "rewriter/helpers/Widths.h"
#include "rewriter/validate/HelperHeads.h"
#include "rewriter/validate/LocalRows.h"
#include "rewriter/validate/NotProved.h"

#include <algorithm>

namespace acc {
namespace {

constexpr unsigned kPieceBytes = 16;
/// Bytes of a variable that counts in pieces, beyond the end of its plain loop.
constexpr unsigned kLeastVariable = 4;

/// ACC_TURN_PART_4(32, ..
struct TurnHead {
  bool isPart = false;
  unsigned bytes = 0;      // of an element
  std::string_view length; // the text of n
};

std::optional<TurnHead> turnHeadOf(std::string_view text) {
  TurnHead head;
  head.isPart = text.starts_with(kTurnPart);
  text.remove_prefix(std::string_view(head.isPart ? kTurnPart : kTurn).size());
  if (!text.starts_with("4(") && !text.starts_with("8("))
    return std::nullopt;
  head.bytes = unsigned(text[0] - '0');
  head.length = text.substr(2, text.find(',') - 2);
  return head;
}

/// A number, or one times the elements of a vector, for which each target has its number: the least
/// that it is, of which it is a multiple.
std::optional<int64_t> writtenNumber(std::string_view text) {
  int64_t factor = 1;
  for (const auto &[count, bytes] : {std::pair{kFloats, 4u}, {kDoubles, 8u}})
    if (std::string times = std::string(" * ") + count; text.ends_with(times)) {
      text.remove_suffix(times.size());
      factor = kPieceBytes / bytes;
    }
  constexpr size_t kMostDigits = 6;
  int64_t number = 0;
  for (char c : text) {
    if (c < '0' || c > '9' || text.size() > kMostDigits)
      return std::nullopt;
    number = 10 * number + (c - '0');
  }
  return text.empty() ? std::nullopt : std::optional(number * factor);
}

class TurnedSquares {
public:
  /// Of the outer one of both loops.
  TurnedSquares(const Scop &scop, int index, const TurnHead &head)
      : scop(scop), index(index), along(scop.loops[index]), head(head) {}

  bool isSound() const {
    const std::optional<int64_t> length =
        head.isPart ? writtenNumber(head.length) : constantEnd(along);
    return runsFromZero(along) && length && isInPieces(*length) && countsFarEnough(along) &&
           std::all_of(scop.statements.begin(), scop.statements.end(),
                       [&](const ScopStatement &statement) {
                         return std::find(statement.loops.begin(), statement.loops.end(), index) ==
                                    statement.loops.end() ||
                                isSound(statement);
                       });
  }

private:
  static std::optional<int64_t> constantEnd(const ScopLoop &loop) {
    return loop.end.size() == 1 ? loop.end[0].constant() : std::nullopt;
  }

  bool isInPieces(int64_t elements) const {
    return elements > 0 && elements % (kPieceBytes / head.bytes) == 0;
  }

  bool countsFarEnough(const ScopLoop &loop) const {
    return scop.nest.symbol(loop.variable).type.size >= kLeastVariable;
  }

  bool isSound(const ScopStatement &statement) const {
    const size_t depth = statement.loops.size();
    if (depth < 2 || statement.loops[depth - 2] != index ||
        scop.loops[statement.loops.back()].where.begin != along.where.begin)
      return false;
    const ScopLoop &across = scop.loops[statement.loops.back()];
    const std::optional<int64_t> end = constantEnd(across);
    return runsFromZero(across) && countsFarEnough(across) &&
           (head.isPart || (end && isInPieces(*end))) &&
           copiesElement(scop, statement, head.bytes) &&
           std::all_of(statement.accesses.begin(), statement.accesses.end(),
                       [&](const ScopAccess &access) {
                         return access.isWrite ? isPlace(access, across)
                                               : movesAtUnitStride(access, across);
                       });
  }

  bool isPlace(const ScopAccess &to, const ScopLoop &across) const {
    return scop.arrays[to.array].isPrivate && movesAtUnitStride(to, along) &&
           !to.subscripts.back().contains(across.name) &&
           (!head.isPart ||
            (isInLongRows(scop, to, along) && isUsedToTheEnd(scop, to.array, along)));
  }

  const Scop &scop;
  int index;
  const ScopLoop &along;
  const TurnHead &head;
};

} // namespace

std::optional<Rejection> checkTurnedSquares(const Scop &emitted) {
  for (size_t index = 0; index < emitted.loops.size(); ++index) {
    const ScopLoop &loop = emitted.loops[index];
    const std::string_view text = textFrom(emitted.nest, loop.where);
    const bool isInner =
        loop.parent >= 0 && emitted.loops[loop.parent].where.begin == loop.where.begin;
    if (!text.starts_with(kTurn) || isInner)
      continue;
    const std::optional<TurnHead> head = turnHeadOf(text);
    if (!head || !TurnedSquares(emitted, static_cast<int>(index), *head).isSound())
      return notProved(
          "cannot prove that the transposed copy reads the same elements as the plain loop",
          loop.where);
  }
  return std::nullopt;
}

} // namespace acc
