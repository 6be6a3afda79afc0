// Padding of local rows: vectors may access a row beyond the end of the loop, inside the row.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// In steps of one.
bool runsFromZero(const ScopLoop &loop);

/// The greatest constant among the loop's ends, before or behind all of which it ends; none without
/// one.
std::optional<int64_t> greatestEnd(const ScopLoop &loop);

/// The last subscript moves by one with each iteration of the loop, and no other does.
bool movesAtUnitStride(const ScopAccess &access, const ScopLoop &loop);

/// The access goes along rows of a local array with the loop, from where other loops say, to its
/// greatest end at the most, which is no further than the row's.
bool isInLongRows(const Scop &scop, const ScopAccess &access, const ScopLoop &loop);

/// The end of the loop stays while the local array lives, and each access to that is along its rows
/// in loops that end there, too: what is behind it nobody reads.
bool isUsedToTheEnd(const Scop &scop, int array, const ScopLoop &loop);

/// The statement is `to = from`, one element of an array to one of another of the same type and of
/// so many bytes, as they are.
bool copiesElement(const Scop &scop, const ScopStatement &statement, unsigned bytes);

} // namespace acc
