// The refusal of the proof.
#pragma once

#include "analysis/support/Rejection.h"

namespace acc {

/// `what` could not be shown: a sentence that follows "could not be proved equal to the source:".
inline Rejection notProved(const std::string &what, SourceRange where) {
  return {RejectionKind::NotProved, where, what};
}

} // namespace acc
