// The engine in this process: it makes inputs, runs both sides and compares what they leave. Its C
// files, in the folder `engine`, are also a program of their own, which `verify` compiles with
// other compilers.
#pragma once

#include "rewriter/run/InputLayout.h"

#include <cstdio>

extern "C" {
/// What watched code calls: `size` bytes at the address are about to be read or written.
void acc_verify_touch(void *address, size_t size, int isWrite);
/// What it calls each time a loop goes round.
void acc_verify_step(void);
/// In the place of functions that never return.
void acc_verify_leave(void);
void *acc_verify_memset(void *, int, size_t);
void *acc_verify_memcpy(void *, const void *, size_t);
void *acc_verify_memmove(void *, const void *, size_t);
void *__wrap_malloc(size_t);
}

namespace acc {

struct EngineRequest {
  InputLayout layout;
  std::vector<bool> isLocal, isDead, isSet; // of each variable, as in CodeVariable
  std::vector<void *> variables;            // where those of the layout are, in both versions
  void (*original)() = nullptr, (*rewritten)() = nullptr;
  long *taken = nullptr; // counted up where the fast version runs
  /// As in CodeNeeds and NestCode.
  uint64_t shortestTable = 0;
  std::vector<long> constants, narrow;
  /// Integers of inputs that are tried first, by the names of the slots; what has no slot is
  /// ignored.
  std::vector<std::map<std::string, int64_t>> hints;
  /// Floating-point contents are small integers, whose sums are the same in any order.
  bool isExact = false;
};

/// Searches for inputs and compares both sides on them, in at most some tens of milliseconds.
/// Writes the lines that engine/main.c describes. Changes signal handlers and resource limits: for
/// a process of its own.
void searchInputs(const EngineRequest &request, std::FILE *lines);

} // namespace acc
