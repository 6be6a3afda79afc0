#include "rewriter/judge/BenchMemory.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstring>
#include <optional>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace acc {

sigjmp_buf BenchMemory::escape;
volatile int BenchMemory::isRunning = 0;

namespace {

constexpr size_t kPage = 4096;
/// Address space of each buffer, and the place of its pointer there: buffers do not begin at the
/// same place of a cache.
constexpr uintptr_t kMostRegion = uintptr_t(1) << 36, kLeastRegion = uintptr_t(1) << 29;
constexpr uintptr_t kApart = 3 * kPage + 9 * 64;
/// Pages that are opened at once, after the first few of a slot.
constexpr size_t kFirstFaults = 8, kAhead = 16;
constexpr uint64_t kMostBytes = uint64_t(192) << 20;
constexpr size_t kPatternBytes = size_t(1) << 16;
/// From one row to the next, where memory holds pointers to rows.
constexpr uint64_t kRowBytes = 1040;

BenchMemory *current = nullptr;
pthread_t firstThread;

/// One thread at a time: others that meet the same closed page wait.
class OpenLock {
public:
  OpenLock() {
    while (taken.test_and_set(std::memory_order_acquire))
      ;
  }
  ~OpenLock() { taken.clear(std::memory_order_release); }

private:
  static inline std::atomic_flag taken;
};

bool isClosed(char *page) {
  unsigned char seen;
  return mincore(page, kPage, &seen) == 0 && !(seen & 1);
}

uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// From 0 to below 1, or small integers: what may be converted to any integer type.
double floatOf(uint64_t random, Contents contents) {
  if (contents == Contents::Exact)
    return static_cast<double>(random >> 40 & 7);
  return 0.25 + 0.75 * static_cast<double>(random >> 11) / 9007199254740992.0;
}

void putFloat(double value, unsigned size, char *out) {
  const float single = static_cast<float>(value);
  std::memcpy(out, size == 4 ? static_cast<const void *>(&single) : &value,
              std::min<size_t>(size, 8));
}

double getFloat(const char *at, unsigned size) {
  if (size == 4) {
    float single;
    std::memcpy(&single, at, 4);
    return single;
  }
  double value;
  std::memcpy(&value, at, 8);
  return value;
}

/// Equal but for NaNs, and for last bits where `isLoose`.
bool alike(double a, double b, unsigned size, bool isLoose) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return true;
  const double scale = std::max({1.0, std::fabs(a), std::fabs(b)});
  return isLoose && std::fabs(a - b) <= (size == 4 ? 1e-3 : 1e-9) * scale;
}

/// The offset of the first byte that differs, of bytes that begin at `phase` in an element; none.
std::optional<size_t> firstDifference(const char *a, const char *b, size_t size, uint64_t phase,
                                      uint64_t element, const std::vector<LayoutLeaf> &leaves,
                                      bool isLoose, bool onlyLeaves) {
  if (std::memcmp(a, b, size) == 0)
    return std::nullopt;
  for (size_t at = 0; at < size; ++at) {
    if (a[at] == b[at])
      continue;
    const uint64_t within = element ? (phase + at) % element : 0;
    const LayoutLeaf *leaf = nullptr;
    for (const LayoutLeaf &one : leaves)
      if (one.offset <= within && within < one.offset + one.size)
        leaf = &one;
    if (!leaf && onlyLeaves)
      continue;
    const size_t before = leaf ? within - leaf->offset : 0;
    const bool isNumber = leaf && leaf->isFloating && !leaf->target &&
                          (leaf->size == 4 || leaf->size == 8) && before <= at &&
                          at - before + leaf->size <= size;
    if (isNumber && alike(getFloat(a + at - before, leaf->size),
                          getFloat(b + at - before, leaf->size), leaf->size, isLoose)) {
      at += leaf->size - before - 1;
      continue;
    }
    return at;
  }
  return std::nullopt;
}

void onSignal(int number, siginfo_t *info, void *) {
  if (current)
    openTouched(*current, number, info ? info->si_addr : nullptr);
}

} // namespace

void openTouched(BenchMemory &memory, int number, void *address) {
  if (number == SIGSEGV && memory.open(static_cast<char *>(address)))
    return;
  const bool isFirst = pthread_equal(pthread_self(), firstThread) != 0;
  if (!isFirst && number == SIGPROF)
    pthread_kill(firstThread, number); // a run returns on its own stack
  else if (isFirst && BenchMemory::isRunning && (number == SIGPROF || memory.bytes > kMostBytes)) {
    BenchMemory::isRunning = 0;
    siglongjmp(BenchMemory::escape, number);
  }
  if (number == SIGPROF)
    return;
  std::signal(number, SIG_DFL);
  raise(number);
}

BenchMemory::BenchMemory(const InputLayout &layout, Variables variables, Contents contents,
                         uint64_t shortestTable)
    : layout(layout), variables(std::move(variables)), contents(contents),
      shortestTable(shortestTable) {
  const size_t count = std::max<size_t>(1, layout.slots.size());
  for (region = kMostRegion; !space && region >= kLeastRegion; region /= 2) {
    void *mapped = mmap(nullptr, count * region, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped != MAP_FAILED) {
      space = static_cast<char *>(mapped);
      break;
    }
  }
  for (size_t k = 0; k < layout.slots.size(); ++k)
    slotPatterns.push_back(patternOf(layout.slots[k].leaves, layout.slots[k].element, k));
  for (size_t k = 0; k < layout.variables.size(); ++k)
    variablePatterns.push_back(patternOf(layout.variables[k].leaves, layout.variables[k].element,
                                         layout.slots.size() + k));
  pages.reserve(kMostBytes / kPage + 4096);
  current = this;
  firstThread = pthread_self();
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaddset(&action.sa_mask, SIGPROF); // a page is opened to the end
  for (int number : {SIGSEGV, SIGPROF})
    sigaction(number, &action, nullptr);
}

char *BenchMemory::pointerOf(size_t slot) const {
  return space + slot * region + region / 2 + slot * kApart;
}

void BenchMemory::makeElement(const std::vector<LayoutLeaf> &leaves, uint64_t index, size_t seed,
                              char *out) const {
  for (size_t k = 0; k < leaves.size(); ++k) {
    const LayoutLeaf &leaf = leaves[k];
    const uint64_t random =
        mixed(index * 0x9e3779b97f4a7c15u + (seed * 131 + k + 1) * 0xd1342543de82ef95u);
    if (leaf.target) {
      const char *row = pointerOf(*leaf.target) + index * kRowBytes;
      std::memcpy(out + leaf.offset, &row, sizeof row);
    } else if (leaf.isFloating) {
      putFloat(floatOf(random, contents), leaf.size, out + leaf.offset);
    } else {
      uint64_t value = leaf.isBoolean  ? random & 1
                       : shortestTable ? (random >> 7) % shortestTable
                                       : (random >> 7) % 101;
      std::memcpy(out + leaf.offset, &value, std::min<size_t>(leaf.size, sizeof value));
    }
  }
}

BenchMemory::Pattern BenchMemory::patternOf(const std::vector<LayoutLeaf> &leaves, uint64_t element,
                                            size_t seed) const {
  Pattern pattern;
  pattern.leaves = &leaves;
  pattern.element = std::max<uint64_t>(1, element);
  if (std::any_of(leaves.begin(), leaves.end(),
                  [](const LayoutLeaf &leaf) { return leaf.target.has_value(); }))
    return pattern;
  const uint64_t count = std::max<uint64_t>(1, kPatternBytes / pattern.element);
  pattern.bytes.assign(count * pattern.element, '\0');
  for (uint64_t k = 0; k < count; ++k)
    makeElement(leaves, k, seed, pattern.bytes.data() + k * pattern.element);
  return pattern;
}

/// Bytes from `offset` on, relative to the pointer.
void BenchMemory::fill(const Pattern &pattern, size_t seed, int64_t offset, char *out,
                       size_t size) const {
  const auto period =
      static_cast<int64_t>(pattern.bytes.empty() ? pattern.element : pattern.bytes.size());
  auto phase = static_cast<size_t>((offset % period + period) % period);
  if (!pattern.bytes.empty()) {
    while (size > 0) {
      const size_t count = std::min(size, pattern.bytes.size() - phase);
      std::memcpy(out, pattern.bytes.data() + phase, count);
      out += count;
      size -= count;
      phase = 0;
    }
    return;
  }
  if (pattern.element > kPage)
    return;
  char element[kPage];
  int64_t index = (offset - static_cast<int64_t>(phase)) / period;
  while (size > 0) {
    std::memset(element, 0, pattern.element);
    makeElement(*pattern.leaves, static_cast<uint64_t>(index++), seed, element);
    const size_t count = std::min<size_t>(size, pattern.element - phase);
    std::memcpy(out, element + phase, count);
    out += count;
    size -= count;
    phase = 0;
  }
}

bool BenchMemory::open(char *address) {
  if (!space || address < space || address >= space + layout.slots.size() * region)
    return false;
  const OpenLock lock;
  const auto slot = static_cast<size_t>((address - space) / static_cast<ptrdiff_t>(region));
  char *start = address - reinterpret_cast<uintptr_t>(address) % kPage;
  if (!isClosed(start))
    return true;
  const size_t ahead = faults[slot]++ < kFirstFaults ? 1 : kAhead;
  size_t count = 0; // pages that are closed
  while (count < ahead && (count == 0 || isClosed(start + count * kPage)))
    ++count;
  const size_t size = count * kPage;
  if (bytes + size > kMostBytes || pages.size() == pages.capacity()) {
    bytes = kMostBytes + 1;
    return false;
  }
  if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0)
    return false;
  bytes += size;
  pages.push_back({slot, start, size});
  fill(slotPatterns[slot], slot, start - pointerOf(slot), start, size);
  return true;
}

void BenchMemory::fillVariables() {
  for (size_t k = 0; k < layout.variables.size(); ++k)
    if (const LayoutVariable &variable = layout.variables[k];
        !variable.leaves.empty() && variable.element > 0)
      fill(variablePatterns[k], layout.slots.size() + k, 0,
           static_cast<char *>(variables.addresses[k]),
           variable.size - variable.size % variable.element);
}

void BenchMemory::store() {
  renewed.clear();
  for (const LayoutStore &entry : layout.stores) {
    const LayoutSlot &slot = layout.slots[entry.slot];
    uint64_t bits = 0;
    size_t size = slot.size;
    if (slot.kind == LayoutSlot::Kind::Buffer) {
      bits = reinterpret_cast<uintptr_t>(pointerOf(entry.slot));
      size = sizeof(char *);
    } else if (slot.kind == LayoutSlot::Kind::Floating) {
      putFloat(contents == Contents::Exact ? 2 : 0.75, slot.size, reinterpret_cast<char *>(&bits));
    } else {
      bits = static_cast<uint64_t>(slot.isBoolean ? values[entry.slot] != 0 : values[entry.slot]);
    }
    size = std::min(size, sizeof bits);
    char *place = entry.owner ? pointerOf(*entry.owner)
                              : static_cast<char *>(variables.addresses[entry.variable]);
    std::memcpy(place + entry.offset, &bits, size);
    if (!entry.owner && variables.isLocal[entry.variable] && !variables.isDead[entry.variable])
      renewed.push_back({place + entry.offset, bits, size});
  }
}

void BenchMemory::begin(const SlotValues &now) {
  values = now;
  const size_t length = std::max<size_t>(1, layout.slots.size()) * region;
  mmap(space, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  pages.clear();
  bytes = 0;
  faults.assign(layout.slots.size(), 0);
  wantedPages.clear();
  wantedVariables.clear();
  fillVariables();
  store();
}

void BenchMemory::restore() {
  for (const auto &[number, wanted] : wantedPages) {
    const Page &page = pages[number];
    fill(slotPatterns[page.slot], page.slot, page.start - pointerOf(page.slot), page.start,
         page.size);
  }
  fillVariables();
  store();
}

void BenchMemory::keep() {
  std::string before;
  for (size_t k = 0; k < pages.size(); ++k) {
    const Page &page = pages[k];
    before.resize(page.size);
    fill(slotPatterns[page.slot], page.slot, page.start - pointerOf(page.slot), before.data(),
         page.size);
    if (std::memcmp(before.data(), page.start, page.size) != 0)
      wantedPages.emplace(k, std::string(page.start, page.size));
  }
  for (size_t k = 0; k < layout.variables.size(); ++k)
    wantedVariables.emplace_back(static_cast<char *>(variables.addresses[k]),
                                 layout.variables[k].size);
}

std::string BenchMemory::difference(bool isLoose) {
  std::string before;
  for (size_t k = 0; k < pages.size(); ++k) {
    const Page &page = pages[k];
    const LayoutSlot &slot = layout.slots[page.slot];
    auto changed = wantedPages.find(k);
    const int64_t offset = page.start - pointerOf(page.slot);
    if (changed == wantedPages.end()) {
      before.resize(page.size);
      fill(slotPatterns[page.slot], page.slot, offset, before.data(), page.size);
    }
    const auto element = static_cast<int64_t>(std::max<uint64_t>(1, slot.element));
    const auto phase = static_cast<uint64_t>((offset % element + element) % element);
    const std::string &wanted = changed == wantedPages.end() ? before : changed->second;
    if (auto at = firstDifference(page.start, wanted.data(), page.size, phase, slot.element,
                                  slot.leaves, isLoose, /*onlyLeaves=*/false)) {
      const int64_t place = offset + static_cast<int64_t>(*at);
      return slot.name + "[" +
             std::to_string((place - (place % element + element) % element) / element) +
             "] differs";
    }
  }
  for (size_t k = 0; k < layout.variables.size(); ++k) {
    const LayoutVariable &variable = layout.variables[k];
    if (variable.leaves.empty() || variables.isDead[k])
      continue;
    if (auto at = firstDifference(static_cast<const char *>(variables.addresses[k]),
                                  wantedVariables[k].data(), variable.size, 0, variable.element,
                                  variable.leaves, isLoose, /*onlyLeaves=*/true))
      return variable.name +
             (variable.size > variable.element && variable.element > 0
                  ? "[" + std::to_string(*at / variable.element) + "]"
                  : "") +
             " differs";
  }
  return "";
}

uint64_t BenchMemory::touched() const {
  uint64_t sum = bytes;
  for (const LayoutVariable &variable : layout.variables)
    if (variable.size > 8 * sizeof(void *))
      sum += variable.size;
  return sum;
}

} // namespace acc
