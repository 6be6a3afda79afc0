#include "rewriter/emit/TurnedCopy.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <utility>

namespace acc {
namespace {

constexpr int64_t kRegisterBytes = 16; // that every target with vectors has

/// A square is read row by row. At stage s, rows k and k + s exchange lanes: of each group of 2s lanes, the
/// upper half of row k and the lower half of row k + s [Eklundh, "A Fast Computer Method for Matrix
/// Transposing", IEEE Trans. Computers 1972]. Squares have the side that the target's registers
/// have lanes, where this divides the sizes, else that of 16 bytes: gcc 12 takes wider vectors than the
/// target has apart, element by element.
constexpr const char *kMacros = R"C(#ifndef ACC_TURN_4
/* to = from for all p < n and q < m, where from runs along q and to along p, in elements of 4 or 8 bytes.
   The line of each row that many rows further on is fetched into the cache. */
#if defined(ACC_DELIN_PLAIN) || !defined(__GNUC__) || (!defined(__clang__) && __GNUC__ < 12)
#define ACC_TURN_4(n, m, ahead, p, q, to, from) for (p = 0; p < n; p++) for (q = 0; q < m; q++) to = from;
#define ACC_TURN_8 ACC_TURN_4
#else
#if defined(__clang__)
#define ACC_UNROLL _Pragma("clang loop unroll(full)")
#else
#define ACC_UNROLL _Pragma("GCC unroll 16")
#endif
#define ACC_STAGE(n, s, vector, low, high) ACC_UNROLL for (acc_k = 0; acc_k < n; acc_k++) if (!(acc_k & s)) { \
    const vector acc_a = (vector)acc_r[acc_k], acc_b = (vector)acc_r[acc_k + s]; \
    acc_r[acc_k] = (acc_v)__builtin_shufflevector(acc_a, acc_b, low); \
    acc_r[acc_k + s] = (acc_v)__builtin_shufflevector(acc_a, acc_b, high); }
#define ACC_SQUARES(type, side, n, m, ahead, p, q, to, from, stages) for (p = 0; p < n; p += side) for (q = 0; q < m; q += side) { \
    typedef type acc_v __attribute__((vector_size(side * sizeof(type)), aligned(sizeof(type)), may_alias)); \
    typedef __UINT64_TYPE__ acc_w __attribute__((vector_size(side * sizeof(type)))); \
    acc_v acc_r[side]; \
    const __UINTPTR_TYPE__ acc_row = (__UINTPTR_TYPE__)&from; \
    __UINTPTR_TYPE__ acc_far; \
    int acc_k; \
    p++; \
    acc_far = ahead * ((__UINTPTR_TYPE__)&from - acc_row); \
    p--; \
    ACC_UNROLL for (acc_k = 0; acc_k < side; acc_k++, p++) { \
        acc_r[acc_k] = *(const acc_v *)&from; \
        if (ahead && q == 0) __builtin_prefetch((const void *)((__UINTPTR_TYPE__)&from + acc_far)); } \
    p -= side; \
    stages \
    ACC_UNROLL for (acc_k = 0; acc_k < side; acc_k++, q++) *(acc_v *)&to = acc_r[acc_k]; \
    q -= side; }
#define ACC_LOW_1 0, 8, 2, 10, 4, 12, 6, 14
#define ACC_HIGH_1 1, 9, 3, 11, 5, 13, 7, 15
#define ACC_LOW_2 0, 1, 8, 9, 4, 5, 12, 13
#define ACC_HIGH_2 2, 3, 10, 11, 6, 7, 14, 15
#define ACC_LOW_4 0, 1, 2, 3, 8, 9, 10, 11
#define ACC_HIGH_4 4, 5, 6, 7, 12, 13, 14, 15
#define ACC_LOW_16 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define ACC_HIGH_16 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#define ACC_QUADS(n, m, ahead, p, q, to, from) ACC_SQUARES(__UINT32_TYPE__, 4, n, m, ahead, p, q, to, from, \
    ACC_STAGE(4, 1, acc_v, ACC_LOW_Q, ACC_HIGH_Q) ACC_STAGE(4, 2, acc_w, ACC_LOW_P, ACC_HIGH_P))
#define ACC_PAIRS(n, m, ahead, p, q, to, from) ACC_SQUARES(__UINT64_TYPE__, 2, n, m, ahead, p, q, to, from, \
    ACC_STAGE(2, 1, acc_w, ACC_LOW_P, ACC_HIGH_P))
#define ACC_LOW_P 0, 2
#define ACC_HIGH_P 1, 3
#define ACC_LOW_Q 0, 4, 2, 6
#define ACC_HIGH_Q 1, 5, 3, 7
#if defined(__AVX512F__)
#define ACC_TURN_4(n, m, ahead, p, q, to, from) { \
    if (n % 16 == 0 && m % 16 == 0) ACC_SQUARES(__UINT32_TYPE__, 16, n, m, ahead, p, q, to, from, \
        ACC_STAGE(16, 1, acc_v, ACC_LOW_16, ACC_HIGH_16) ACC_STAGE(16, 2, acc_w, ACC_LOW_1, ACC_HIGH_1) \
        ACC_STAGE(16, 4, acc_w, ACC_LOW_2, ACC_HIGH_2) ACC_STAGE(16, 8, acc_w, ACC_LOW_4, ACC_HIGH_4)) \
    else ACC_QUADS(n, m, ahead, p, q, to, from) }
#define ACC_TURN_8(n, m, ahead, p, q, to, from) { \
    if (n % 8 == 0 && m % 8 == 0) ACC_SQUARES(__UINT64_TYPE__, 8, n, m, ahead, p, q, to, from, \
        ACC_STAGE(8, 1, acc_w, ACC_LOW_1, ACC_HIGH_1) ACC_STAGE(8, 2, acc_w, ACC_LOW_2, ACC_HIGH_2) \
        ACC_STAGE(8, 4, acc_w, ACC_LOW_4, ACC_HIGH_4)) \
    else ACC_PAIRS(n, m, ahead, p, q, to, from) }
#else
#define ACC_TURN_4 ACC_QUADS
#define ACC_TURN_8 ACC_PAIRS
#endif
#endif
#endif)C";

/// The names that the macros define, or mean as the compiler does: a macro of that name in the unit would change
/// them or be changed by them, a variable would be hidden where they use it.
std::set<std::string> namesOfMacros() {
  std::set<std::string> names{"vector_size", "aligned", "may_alias"};
  std::string word;
  for (char c : std::string(kMacros)) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      word += c;
    else if (std::string ended = std::exchange(word, "");
             ended.starts_with("acc_") || ended.starts_with("ACC_"))
      names.insert(ended);
  }
  return names;
}

bool areTaken(const NameSet &identifiers) {
  static const std::set<std::string> names = namesOfMacros();
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return identifiers.mayContain(name); });
}

std::vector<size_t> extended(const TileBuffer &buffer) {
  std::vector<size_t> dimensions;
  for (size_t k = 0; k < buffer.sizes.size(); ++k)
    if (buffer.sizes[k] > 1)
      dimensions.push_back(k);
  return dimensions;
}

} // namespace

bool isTurnedCopy(const LiftedScop &source, const TileBuffer &buffer) {
  const ScopArray &array = source.scop.arrays[buffer.array];
  const ScopAccess &access = source.scop.statements[buffer.statement].accesses[buffer.access];
  std::vector<size_t> dimensions = extended(buffer);
  bool isContiguous = source.views.arrays[buffer.array].view.kind == ViewKind::Array &&
                      dimensions.size() == 2 && dimensions[1] + 1 == buffer.sizes.size() &&
                      array.member.empty() && !(access.node && !access.node->member.empty());
  int64_t size = array.elementSize;
  if (!isContiguous || areTaken(source.scop.nest.unit->identifiers))
    return false;
  if ((size != 4 && size != 8) || !(array.element.isInteger() || array.element.kind == CType::Kind::Floating))
    return false;
  return buffer.sizes[dimensions[0]] % (kRegisterBytes / size) == 0 &&
         buffer.sizes[dimensions[1]] % (kRegisterBytes / size) == 0;
}

std::string turnedCopy(const LiftedScop &source, const TileBuffer &buffer, const std::string &row,
                       const std::string &column, const std::string &to, const std::string &from,
                       bool isUsedOnce) {
  std::string text = "ACC_TURN_" + std::to_string(source.scop.arrays[buffer.array].elementSize) + "(";
  std::vector<size_t> dimensions = extended(buffer);
  for (size_t k : dimensions)
    text += std::to_string(buffer.sizes[k]) + ", ";
  // The rows of the next such copy: no processor sees them coming in so many short streams.
  text += std::to_string(isUsedOnce ? buffer.sizes[dimensions.front()] : 0) + ", ";
  return text + row + ", " + column + ", " + to + ", " + from + ")";
}

std::vector<std::string> turnedCopyMacros() {
  std::vector<std::string> lines;
  std::istringstream text(kMacros);
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

} // namespace acc
