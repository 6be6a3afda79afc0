// Numbers that a process and the copies that it makes of itself (fork) take, each of them once.
#pragma once

#include <atomic>
#include <cstddef>

namespace acc {

/// Made before the copies are. `take` only where there was memory to share.
class SharedCounter {
public:
  SharedCounter();
  ~SharedCounter();
  SharedCounter(const SharedCounter &) = delete;
  SharedCounter &operator=(const SharedCounter &) = delete;

  bool isShared() const { return counter != nullptr; }
  /// The next of 0, 1, 2, ... that no process has taken.
  size_t take() { return counter->fetch_add(1); }

private:
  using Counter = std::atomic<size_t>;
  static_assert(Counter::is_always_lock_free, "a lock would be each process's own");
  Counter *counter = nullptr;
};

} // namespace acc
