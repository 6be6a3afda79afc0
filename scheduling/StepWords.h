// Refusals of steps that are made of others; private to this folder.
#pragma once

#include "analysis/support/Rejection.h"

namespace acc {

/// The refusal of a step that is part of `step`, reported as one of `step`: the text before the
/// first colon is the name of the step.
///   "split: there is no index 'q'"  ->  "tile: there is no index 'q'"
inline Rejection inWordsOf(const std::string &step, Rejection refusal) {
  refusal.detail = step + refusal.detail.substr(refusal.detail.find(':'));
  return refusal;
}

} // namespace acc
