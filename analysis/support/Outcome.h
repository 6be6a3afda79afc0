// Outcome<T>: a value, or the Rejection that says why there is none.
#pragma once

#include "analysis/support/Rejection.h"

#include <cassert>
#include <utility>
#include <variant>

namespace acc {

/// "No" and "unknown" are values. Test with `if (outcome)`, then take the value with `*` or the
/// reason with `rejection()`.
template <typename T> class [[nodiscard]] Outcome {
public:
  Outcome(T value) : state(std::move(value)) {}
  Outcome(Rejection reason) : state(std::move(reason)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state); }
  T &operator*() { return std::get<T>(state); }
  const T &operator*() const { return std::get<T>(state); }
  T *operator->() { return &std::get<T>(state); }
  const T *operator->() const { return &std::get<T>(state); }
  const Rejection &rejection() const { return std::get<Rejection>(state); }

private:
  std::variant<T, Rejection> state;
};

/// The Outcome of a check that yields nothing.
struct Ok {};

} // namespace acc
