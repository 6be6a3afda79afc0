// The result of a library call: a value, or the reason why there is none.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace acc_delin {

/// Why something was refused. Ids are those of `acc-delin explain`.
struct Refusal {
  std::string id;      // "illegal-schedule"
  std::string message; // one sentence
};

/// The result of what yields nothing.
struct Done {};

/// Test with `if (result)`, then take the value with `*` or the reason with refusal().
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::move(value)) {}
  Result(Refusal refusal) : state(std::move(refusal)) {}

  explicit operator bool() const { return state.index() == 0; }
  T &operator*() { return std::get<0>(state); }
  const T &operator*() const { return std::get<0>(state); }
  T *operator->() { return &std::get<0>(state); }
  const T *operator->() const { return &std::get<0>(state); }
  const Refusal &refusal() const { return std::get<1>(state); }

private:
  std::variant<T, Refusal> state;
};

} // namespace acc_delin
