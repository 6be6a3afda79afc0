// The values of a schedule's indices on one statement, which every step of the
// schedule changes in turn; private to this folder.
#pragma once

#include "scheduling/Schedule.h"

namespace acc {

class IndexValues {
public:
  /// The coordinates of the nest's dimensions, { S0[i, j] -> value }.
  IndexValues(const Nest &nest, int statement);
  /// The same over iterations with `blocks` further dimensions, { S0[i, j, b0, ...] -> value },
  /// which number the blocks that `blockStart` makes, the first one first.
  IndexValues(const Nest &nest, int statement, unsigned blocks);

  int statement() const { return index; }
  isl::pw_aff at(const std::string &name) const { return values.at(name); }
  void set(const std::string &name, const isl::pw_aff &value) { values[name] = value; }
  void remove(const std::string &name) { values.erase(name); }
  isl::pw_aff constant(int64_t value) const;
  /// The value of a polynomial that is affine in the statement's iterators,
  /// divided by `step` and rounded down.
  isl::pw_aff affine(const Polynomial &value, int64_t step = 1) const;
  /// The greatest multiple of `size` that is not above `value`: a division, or where blocks are
  /// numbered `size` times the number of the block, with what `numbered` says of it.
  isl::pw_aff blockStart(const isl::pw_aff &value, int64_t size);

  /// How many blocks were asked for.
  unsigned blockCount() const { return made; }
  /// { S0[i, j, b0, ...] } where each number is that of the block in which its value lies.
  isl::set numbered(const isl::set &iterations) const;

private:
  isl::pw_aff overBlocks(const isl::aff &value) const;

  const Nest &nest;
  int index;
  unsigned made = 0;
  /// Where blocks are numbered, { S0[i, j, b0, ...] -> S0[i, j] } and the numbers.
  isl::pw_multi_aff toIterations;
  std::vector<isl::pw_aff> numbers;
  isl::set lying;
  std::map<std::string, isl::pw_aff> values;
};

/// 1 on `set`, else 0; `like` gives the domain.
isl::pw_aff indicator(const isl::set &set, const isl::pw_aff &like);

/// The coordinate of `dimension` where the loop's variable is `place`, as a
/// polynomial over the iterators of `statement`; none when it mentions others.
/// Divide it by the dimension's step.
std::optional<Polynomial> coordinateAt(const Nest &nest, int dimension, const Polynomial &place,
                                       int statement);

/// Why `place` means nothing in the nest: a name that is neither a loop's nor that of a
/// value which the nest uses. None when there is no such name.
std::optional<std::string> unknownName(const Nest &nest, const Polynomial &place);

/// "f", made unique: the name of a fusing index that a step makes.
std::string freshFusing(const Schedule &schedule);

} // namespace acc
