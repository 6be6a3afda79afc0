// Why a nest is not lifted or not rewritten: a value, never thrown.
#pragma once

#include "analysis/support/SourceRange.h"

#include <string>
#include <vector>

namespace acc {

enum class RejectionKind {
#define REJECTION(Name, Id, Sentence) Name,
#include "analysis/support/Rejection.def"
#undef REJECTION
};

/// One reason, where it was found, and the detail that fills the sentence.
struct Rejection {
  RejectionKind kind;
  SourceRange where;
  std::string detail;

  /// The sentence for the user, without place and id.
  std::string message() const;
};

/// The stable id, e.g. "loop-bound"; reports print it as "acc-loop-bound".
const char *rejectionId(RejectionKind kind);

/// The row whose id is `id` (with or without the "acc-" prefix), or null.
const RejectionKind *findRejection(const std::string &id);

/// Every kind, in the order of Rejection.def.
const std::vector<RejectionKind> &allRejections();

} // namespace acc
