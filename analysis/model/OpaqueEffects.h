// Calls and reads of which the source does not say enough: what a scop may still say of the
// nest around them.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/model/Scop.h"

namespace acc {

/// The call has to stay where it is: it may touch memory, or a state of its own that
/// tells how often and in which order it was called.
bool isOpaqueCall(const Expr &expr);

/// It may read and write all memory that can be reached without a local name, and it need
/// not return. False for calls that touch a state of their own only (rand, printf).
bool mayTouchMemory(const Expr &call);

/// `if (c) {} else fail();`, an assert: control goes on only where the condition holds.
bool isRequirement(const Stmt &stmt);

/// Why the place of a read may stay unknown: the read is of any memory then.
bool mayBeAnywhere(RejectionKind kind);

/// What a scop leaves open.
struct OpaqueEffects {
  /// Statements that read elements at places that are not known.
  std::set<int> reading;
  /// The first of these reads.
  std::optional<Rejection> first;
};

/// Keeps the order around the opaque calls and reads of the statements: a hidden location is
/// read and written by each call and read by each such read. Where a call may touch memory,
/// it is read (written) by every statement that reads (writes) what the call can reach, and
/// no access is certain to happen; where there are such reads, every store to an array
/// writes it. Returns the first call or read as a Rejection: the nest can be described, its
/// views hold for the accesses that the scop lists, but nobody may write it anew.
std::optional<Rejection> orderOpaqueEffects(ModelContext &model, const OpaqueEffects &effects,
                                            std::vector<ScopStatement> &statements,
                                            std::vector<ScopArray> &arrays);

} // namespace acc
