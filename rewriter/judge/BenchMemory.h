// The data of one input: memory for each buffer that grows as it is touched, and the variables.
#pragma once

#include "rewriter/run/InputLayout.h"

#include <map>
#include <setjmp.h>

namespace acc {

/// What the contents of memory are.
enum class Contents {
  Any,  // full mantissas: sums depend on the order of their terms
  Exact // small integers, whose sums are the same in any order
};

/// The integers of an input, by slot.
using SlotValues = std::vector<int64_t>;

/// One for each process: it takes the faults of the process.
class BenchMemory {
public:
  struct Variables {
    std::vector<void *> addresses; // of each variable of the layout
    std::vector<bool> isLocal, isDead;
  };

  /// Fewer bytes of address space for each buffer if the process is limited.
  BenchMemory(const InputLayout &layout, Variables variables, Contents contents,
              uint64_t shortestTable);

  /// There is memory at all.
  bool isThere() const { return space != nullptr; }
  /// Nothing is touched yet; variables and what pointers lead to hold these values. Contents are
  /// the same for the same offset of a slot.
  void begin(const SlotValues &values);
  /// The same again, in pages that differ from it.
  void restore();
  /// Stores the local variables anew, as a call does that follows another one.
  void renew() const {
    for (const Renewed &one : renewed)
      __builtin_memcpy(one.place, &one.bits, one.size);
  }

  /// After a run from `begin`: what it left is what is wanted of others.
  void keep();
  /// What differs from that now; "" for nothing. Numbers may differ in their last bits where
  /// `isLoose`.
  std::string difference(bool isLoose);

  /// Bytes of the pages that were touched.
  uint64_t touched() const;

  /// Where a run returns to that is out of time or touches more memory than there may be.
  static sigjmp_buf escape;
  static volatile int isRunning;

private:
  struct Page {
    size_t slot;
    char *start;
    size_t size;
  };
  struct Renewed {
    void *place;
    uint64_t bits;
    size_t size;
  };
  /// Bytes that repeat from offset to offset.
  struct Pattern {
    std::string bytes; // "" where contents depend on the place: addresses
    const std::vector<LayoutLeaf> *leaves = nullptr;
    uint64_t element = 1;
  };

  /// A fault in the memory of a slot makes the page, and some behind it, be there.
  bool open(char *address);
  Pattern patternOf(const std::vector<LayoutLeaf> &leaves, uint64_t element, size_t seed) const;
  void makeElement(const std::vector<LayoutLeaf> &leaves, uint64_t index, size_t seed,
                   char *out) const;
  void fill(const Pattern &pattern, size_t seed, int64_t offset, char *out, size_t size) const;
  void fillVariables();
  void store();
  char *pointerOf(size_t slot) const;

  friend void openTouched(BenchMemory &memory, int number, void *address);

  const InputLayout &layout;
  Variables variables;
  Contents contents;
  uint64_t shortestTable;
  SlotValues values;
  char *space = nullptr;
  uintptr_t region = 0; // bytes of address space of each buffer
  std::vector<Pattern> slotPatterns, variablePatterns;
  std::vector<size_t> faults; // of each slot
  std::vector<Page> pages;
  uint64_t bytes = 0;
  std::vector<Renewed> renewed;
  /// Pages that a run changed, and the variables: the memory that it left.
  std::map<size_t, std::string> wantedPages;
  std::vector<std::string> wantedVariables;
};

} // namespace acc
