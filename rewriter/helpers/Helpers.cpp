#include "rewriter/helpers/Helpers.h"

#include "rewriter/helpers/Groups.h"
#include "rewriter/helpers/Instances.h"
#include "rewriter/helpers/Widths.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <utility>

namespace acc {
namespace {

/// What the text of each written nest may use. gcc knows `GCC unroll` since version 8.
constexpr const char *kBase = R"C(#define ACC_DELIN 1
/* The first n elements at p and the first m at q have no byte in common. */
#define ACC_APART(p, n, q, m) \
    (ACC_END(p, n) <= (__UINTPTR_TYPE__)(q) || ACC_END(q, m) <= (__UINTPTR_TYPE__)(p))
#define ACC_END(p, n) ((__UINTPTR_TYPE__)(p) + (__UINTPTR_TYPE__)(n) * sizeof(*(p)))
#define ACC_MIN(a, b) ((a) < (b) ? (a) : (b))
#define ACC_MAX(a, b) ((a) > (b) ? (a) : (b))
/* A product of sizes with which nothing overflows. */
#define ACC_SMALL(x) ((x) < 1e17 && (x) > -1e17)
/* What macros leave of it, as a string. */
#define ACC_TEXT(code) ACC_TEXT_(code)
#define ACC_TEXT_(code) #code
/* A tile is full, as most are. */
#define ACC_FULL(condition) __builtin_expect(condition, 1)
/* Of the loop behind it: its iterations are independent (and n vectors of them fill the
   registers); it is written out n times (CHAINS: its rounds wait for one another, and the asm keeps
   gcc 12 from making two loops of them under -fwrapv); it stays as it is. */
#define ACC_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define ACC_VECTOR ACC_PRAGMA(clang loop vectorize(assume_safety))
#define ACC_VECTOR_BY(n) ACC_VECTOR
#define ACC_INDEPENDENT
#define ACC_INDEPENDENT_BY(n)
#define ACC_UNROLL(n) ACC_PRAGMA(clang loop unroll(full))
#define ACC_UNROLL_LATER(n)
#define ACC_UNROLL_CHAINS(n)
#define ACC_ROLLED ACC_PRAGMA(clang loop unroll(disable))
#else
#define ACC_VECTOR ACC_PRAGMA(GCC ivdep)
#define ACC_VECTOR_BY(n) ACC_PRAGMA(GCC ivdep) ACC_PRAGMA(GCC unroll n)
#define ACC_INDEPENDENT ACC_VECTOR
#define ACC_INDEPENDENT_BY(n) ACC_VECTOR_BY(n)
#define ACC_UNROLL(n) ACC_PRAGMA(GCC unroll n)
#define ACC_UNROLL_LATER(n) ACC_UNROLL(n)
#define ACC_UNROLL_CHAINS(n) __asm__ volatile(""); ACC_UNROLL(n)
#define ACC_ROLLED
#endif
)C";

constexpr const char *kFast =
    R"C(/* Of a fast version, which leaves the registers of its caller to the source's loops, and of a
   function for its tiles, which clang takes into it. clang would split vectors of 64 bytes where it
   takes 32 to be faster; gcc 12 takes some functions that store for pure ones, and drops their
   calls. Its nest may stand below an #if that does not hold. */
#if defined(__clang__) && defined(__AVX512F__)
#define ACC_OF_TILE __attribute__((__unused__, __min_vector_width__(512)))
#elif defined(__clang__)
#define ACC_OF_TILE __attribute__((__unused__))
#else
#define ACC_OF_TILE __attribute__((__noipa__, __unused__))
#endif
#define ACC_FAST __attribute__((__noinline__)) ACC_OF_TILE
)C";

constexpr const char *kEntry =
    R"C(/* Of a function that stands for a nest: it has the check, and calls the fast version. */
#define ACC_ENTRY __inline__ __attribute__((__always_inline__, __unused__))
)C";

constexpr const char *kCalls =
    R"C(/* The fast version, which may exist for several levels of the processor. */
#define ACC_NAME(function) function
#define ACC_RUN(function, arguments) function arguments
#define ACC_RUN_AT(plain, avx2, avx512, function, arguments) function arguments
#define ACC_AT(plain, avx2, avx512) 1
#define ACC_WORK 1
#define ACC_CALL 1
)C";

constexpr const char *kBeside =
    R"C(/* In a matrix with rows of that many elements, the n columns from p[i] on and the m columns from
   q[j] on are other ones, also if the rows are not the same. */
#define ACC_BESIDE(p, i, n, q, j, m, row) \
    (ACC_COLUMNS(ACC_END(p, i), ACC_SIZE(n, p), ACC_END(q, j), ACC_SIZE(m, q), ACC_SIZE(row, p)) \
    || ACC_COLUMNS(ACC_END(q, j), ACC_SIZE(m, q), ACC_END(p, i), ACC_SIZE(n, p), ACC_SIZE(row, p)))
#define ACC_SIZE(n, p) ((__UINTPTR_TYPE__)(n) * sizeof(*(p)))
#define ACC_COLUMNS(p, n, q, m, row) \
    (p <= q && n <= (q - p) % row && (q - p) % row + m <= row)
)C";

constexpr const char *kPitch =
    R"C(/* Elements from the row at p to the next one, at q. */
#define ACC_PITCH(p, q) \
    ((__PTRDIFF_TYPE__)((__UINTPTR_TYPE__)(q) - (__UINTPTR_TYPE__)(p)) \
    / (__PTRDIFF_TYPE__)sizeof(*(p)))
)C";

constexpr const char *kRow =
    R"C(/* The pointer, by which other rows are reached, too: compilers do not know which of them it is. */
#if defined(ACC_DELIN_PLAIN)
#define ACC_ANY_ROW(p) (p)
#else
#define ACC_ANY_ROW(p) (*(__typeof__(p) volatile *)&(p))
#endif
)C";

constexpr const char *kCache =
    R"C(/* Bytes that the caches hold, by a guess: on fewer, blocks of several sweeps do not pay. */
#define ACC_CACHE(guess) (guess)
)C";

constexpr const char *kLines =
    R"C(/* Of a local array: it begins where a line of the cache does, so that no vector lies in two. */
#define ACC_LINES __attribute__((__aligned__(64)))
)C";

constexpr const char *kParallel =
    R"C(/* Of the loop behind it: its iterations are independent. Threads share them out where OpenMP is
   on and the work is at least that much: less does not pay for their start. */
#if defined(_OPENMP) || defined(ACC_DELIN_PLAIN)
#define ACC_PARALLEL(work, least) ACC_PRAGMA(omp parallel for schedule(static) if(work >= least))
#else
#define ACC_PARALLEL(work, least)
#endif
)C";

constexpr const char *kParallelOf =
    R"C(/* The same for a number of threads. */
#if defined(_OPENMP) || defined(ACC_DELIN_PLAIN)
#define ACC_PARALLEL_OF(work, least, count) \
    ACC_PRAGMA(omp parallel for schedule(static) if(work >= least) num_threads(count))
#else
#define ACC_PARALLEL_OF(work, least, count)
#endif
)C";

/// Squares of a copy with two dimensions exchanged. A square is read row by row. At stage s, rows k
/// and k + s exchange lanes: of each group of 2s lanes, the upper half of row k and the lower half
/// of row k + s [Eklundh, "A Fast Computer Method for Matrix Transposing", IEEE Trans. Computers
/// 1972]. Squares have the side that the target's registers have lanes, where this divides the
/// sizes, else that of 16 bytes: gcc 12 takes wider vectors than the target has apart, element by
/// element. What reads the copy in registers of the same width right behind it finds a line still
/// on its way to the cache in one piece; from two halves it waits (row sums: half the speed on Zen
/// 3, 2026-11).
constexpr const char *kTurnText =
    R"C(/* to = from for all p < n and q < m, where from runs along q and to along p, in elements of 4 or 8
   bytes. Of each row that many rows further on the line is fetched in which the square ends: what
   is before it was used by the squares beside it. */
#if defined(ACC_DELIN_PLAIN) || (!defined(__clang__) && __GNUC__ < 12)
#define ACC_TURN_4(n, m, ahead, p, q, to, from) \
    for (p = 0; p < n; p++) for (q = 0; q < m; q++) to = from;
#define ACC_TURN_8 ACC_TURN_4
#else
#define ACC_STAGE(n, s, vector, low, high) ACC_UNROLL(16) for (acc_k = 0; acc_k < n; acc_k++) \
    if (!(acc_k & s)) { \
        const vector acc_a = (vector)acc_r[acc_k], acc_b = (vector)acc_r[acc_k + s]; \
        acc_r[acc_k] = (acc_v)__builtin_shufflevector(acc_a, acc_b, low); \
        acc_r[acc_k + s] = (acc_v)__builtin_shufflevector(acc_a, acc_b, high); }
#define ACC_ALIGNED_AS(type) __aligned__(sizeof(type)), __may_alias__
#define ACC_ALIGNED(side, type) __aligned__(side * sizeof(type)), __unused__
#define ACC_SIDE(side, type, more) __attribute__((__vector_size__(side * sizeof(type)), more))
#define ACC_SQUARES(type, side, n, m, ahead, p, q, to, from, stages) \
    for (p = 0; p < n; p += side) for (q = 0; q < m; q += side) { \
    typedef type acc_v ACC_SIDE(side, type, ACC_ALIGNED_AS(type)); \
    typedef __UINT64_TYPE__ acc_w ACC_SIDE(side, type, ACC_ALIGNED(side, type)); \
    acc_v acc_r[side]; \
    const __UINTPTR_TYPE__ acc_row = (__UINTPTR_TYPE__)&from; \
    __UINTPTR_TYPE__ acc_far; \
    int acc_k; \
    p++; \
    acc_far = ahead * ((__UINTPTR_TYPE__)&from - acc_row) + sizeof(acc_v) - 1; \
    p--; \
    ACC_UNROLL(16) for (acc_k = 0; acc_k < side; acc_k++, p++) { \
        acc_r[acc_k] = *(const acc_v *)&from; \
        if (ahead && q == 0) \
            __builtin_prefetch((const void *)((__UINTPTR_TYPE__)&from + acc_far)); } \
    p -= side; \
    stages \
    ACC_UNROLL(16) for (acc_k = 0; acc_k < side; acc_k++, q++) *(acc_v *)&to = acc_r[acc_k]; \
    q -= side; }
#define ACC_LOW_1 0, 8, 2, 10, 4, 12, 6, 14
#define ACC_HIGH_1 1, 9, 3, 11, 5, 13, 7, 15
#define ACC_LOW_2 0, 1, 8, 9, 4, 5, 12, 13
#define ACC_HIGH_2 2, 3, 10, 11, 6, 7, 14, 15
#define ACC_LOW_4 0, 1, 2, 3, 8, 9, 10, 11
#define ACC_HIGH_4 4, 5, 6, 7, 12, 13, 14, 15
#define ACC_LOW_16 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define ACC_HIGH_16 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#define ACC_QUADS(n, m, ahead, p, q, to, from) \
    ACC_SQUARES(__UINT32_TYPE__, 4, n, m, ahead, p, q, to, from, \
        ACC_STAGE(4, 1, acc_v, ACC_LOW_Q, ACC_HIGH_Q) ACC_STAGE(4, 2, acc_w, ACC_LOW_P, ACC_HIGH_P))
#define ACC_PAIRS(n, m, ahead, p, q, to, from) \
    ACC_SQUARES(__UINT64_TYPE__, 2, n, m, ahead, p, q, to, from, \
        ACC_STAGE(2, 1, acc_w, ACC_LOW_P, ACC_HIGH_P))
#define ACC_LOW_P 0, 2
#define ACC_HIGH_P 1, 3
#define ACC_LOW_Q 0, 4, 2, 6
#define ACC_HIGH_Q 1, 5, 3, 7
#if defined(__AVX512F__)
#define ACC_TURN_4(n, m, ahead, p, q, to, from) { \
    if (n % 16 == 0 && m % 16 == 0) \
        ACC_SQUARES(__UINT32_TYPE__, 16, n, m, ahead, p, q, to, from, \
            ACC_STAGE(16, 1, acc_v, ACC_LOW_16, ACC_HIGH_16) \
            ACC_STAGE(16, 2, acc_w, ACC_LOW_1, ACC_HIGH_1) \
            ACC_STAGE(16, 4, acc_w, ACC_LOW_2, ACC_HIGH_2) \
            ACC_STAGE(16, 8, acc_w, ACC_LOW_4, ACC_HIGH_4)) \
    else ACC_QUADS(n, m, ahead, p, q, to, from) }
#define ACC_TURN_8(n, m, ahead, p, q, to, from) { \
    if (n % 8 == 0 && m % 8 == 0) \
        ACC_SQUARES(__UINT64_TYPE__, 8, n, m, ahead, p, q, to, from, \
            ACC_STAGE(8, 1, acc_w, ACC_LOW_1, ACC_HIGH_1) \
            ACC_STAGE(8, 2, acc_w, ACC_LOW_2, ACC_HIGH_2) \
            ACC_STAGE(8, 4, acc_w, ACC_LOW_4, ACC_HIGH_4)) \
    else ACC_PAIRS(n, m, ahead, p, q, to, from) }
#elif defined(__AVX2__)
#define ACC_LOW_W 0, 1, 4, 5
#define ACC_HIGH_W 2, 3, 6, 7
#define ACC_TURN_4(n, m, ahead, p, q, to, from) { \
    if (n % 8 == 0 && m % 8 == 0) \
        ACC_SQUARES(__UINT32_TYPE__, 8, n, m, ahead, p, q, to, from, \
            ACC_STAGE(8, 1, acc_v, ACC_LOW_1, ACC_HIGH_1) \
            ACC_STAGE(8, 2, acc_w, ACC_LOW_Q, ACC_HIGH_Q) \
            ACC_STAGE(8, 4, acc_w, ACC_LOW_W, ACC_HIGH_W)) \
    else ACC_QUADS(n, m, ahead, p, q, to, from) }
#define ACC_TURN_8(n, m, ahead, p, q, to, from) { \
    if (n % 4 == 0 && m % 4 == 0) \
        ACC_SQUARES(__UINT64_TYPE__, 4, n, m, ahead, p, q, to, from, \
            ACC_STAGE(4, 1, acc_w, ACC_LOW_Q, ACC_HIGH_Q) \
            ACC_STAGE(4, 2, acc_w, ACC_LOW_W, ACC_HIGH_W)) \
    else ACC_PAIRS(n, m, ahead, p, q, to, from) }
#else
#define ACC_TURN_4 ACC_QUADS
#define ACC_TURN_8 ACC_PAIRS
#endif
#endif
)C";

constexpr const char *kTurnPartText =
    R"C(/* The same for all p < p_end and q < q_end, of rows of n elements along p. Their others are 0, or
   what they were: nobody uses them. */
#if defined(ACC_DELIN_PLAIN) || (!defined(__clang__) && __GNUC__ < 12)
#define ACC_TURN_PART_4(n, p_end, q_end, ahead, p, q, to, from) \
    for (p = 0; p < ACC_MIN(p_end, n); p++) for (q = 0; q < (q_end); q++) to = from;
#define ACC_TURN_PART_8 ACC_TURN_PART_4
#else
#define ACC_TURN_PART(turn, n, p_end, q_end, ahead, p, q, to, from) { \
    const __typeof__(q + 0) acc_m = (p_end) < n ? 0 : (q_end) - (q_end) % 4; \
    turn(n, acc_m, ahead, p, q, to, from) \
    for (q = acc_m; q < (q_end); q++) { \
        for (p = 0; p < ACC_MIN(p_end, n); p++) to = from; \
        for (p = ACC_MIN(p_end, n); p < n; p++) to = 0; } }
#define ACC_TURN_PART_4(n, p_end, q_end, ahead, p, q, to, from) \
    ACC_TURN_PART(ACC_TURN_4, n, p_end, q_end, ahead, p, q, to, from)
#define ACC_TURN_PART_8(n, p_end, q_end, ahead, p, q, to, from) \
    ACC_TURN_PART(ACC_TURN_8, n, p_end, q_end, ahead, p, q, to, from)
#endif
)C";

/// Iterations of a loop over so many elements at once, where the target has registers for them.
struct VectorText {
  std::string suffix;    // of the names: 16F
  std::string type;      // of the elements
  std::string count;     // of elements in a vector
  std::string bytes;     // of a vector
  std::string condition; // that there are such registers
};

std::string isInVectors(const VectorText &vector) {
  return "#if " + vector.condition + " && !defined(ACC_DELIN_PLAIN)\n";
}

Group vectorsOf(const VectorText &vector) {
  const std::string &n = vector.suffix;
  std::string lower = "acc_" + n;
  lower.back() = lower.back() == 'F' ? 'f' : 'd';
  const std::string size = vector.type == "float" ? "4" : "8", end = "(n) * " + vector.count;
  const std::string type = "typedef " + vector.type + " " + lower +
                           "\n    __attribute__((__vector_size__(" + vector.bytes +
                           "), __aligned__(" + size + "), __may_alias__));\n";
  const std::string head = "/* A loop over n vectors of " + vector.count + " elements; ACC_" + n +
                           "(x) is x and those behind it. */\n" + isInVectors(vector);
  const std::string macros = "#define ACC_LANES_" + n + "(v, n) ACC_UNROLL(8) for (v = 0; v < " +
                             end + "; v += " + vector.count + ")\n#define ACC_" + n + "(x) (*(" +
                             lower + " *)&(x))\n#else\n#define ACC_LANES_" + n +
                             "(v, n) ACC_INDEPENDENT_BY(4) for (v = 0; v < " + end +
                             "; v++)\n#define ACC_" + n + "(x) x\n#endif\n";
  const bool isOfLevel = n.size() == 1; // its type is one of the others
  return {{"ACC_" + n + "(", kFill + n + "("},
          "ACC_" + n,
          head + type + macros,
          isOfLevel ? "" : type,
          head + macros};
}

/// A row of a buffer that vectors take as a whole, and of which a part is used.
Group partsOf(const VectorText &vector) {
  const std::string &n = vector.suffix, end = "(n) * " + vector.count,
                    all = "{ ACC_LANES_" + n + "(v, n) ACC_" + n + "(to) = ACC_" + n + "(from); }";
  const std::string text =
      "/* Of a local row of n vectors the first elements, up to end: to = from, a loop over "
      "them, and\n"
      "   to = from the other way. The first two go on to the end of the row, where nobody "
      "uses it. */\n" +
      isInVectors(vector) + "#define ACC_FILL_" + n +
      "(v, n, end, to, from) \\\n"
      "    if ((end) == " +
      end + ") " + all +
      " \\\n"
      "    else for (v = 0; v < " +
      end +
      "; v++) to = v < (end) ? from : 0\n"
      "#define ACC_PART_" +
      n + "(v, n, end) ACC_LANES_" + n +
      "(v, n)\n"
      "#define ACC_STORE_" +
      n +
      "(v, n, end, to, from) \\\n"
      "    if ((end) == " +
      end + ") " + all +
      " \\\n"
      "    else for (v = 0; v < ACC_MIN(end, " +
      end +
      "); v++) to = from\n"
      "#else\n"
      "#define ACC_FILL_" +
      n +
      "(v, n, end, to, from) \\\n"
      "    for (v = 0; v < ACC_MIN(end, " +
      end +
      "); v++) to = from\n"
      "#define ACC_PART_" +
      n +
      "(v, n, end) \\\n"
      "    ACC_INDEPENDENT for (v = 0; v < ACC_MIN(end, " +
      end +
      "); v++)\n"
      "#define ACC_STORE_" +
      n + " ACC_FILL_" + n +
      "\n"
      "#endif\n";
  return {{kFill + n + "(", kPart + n + "(", kStore + n + "("}, kFill + n, text, "", text};
}

} // namespace

const std::vector<Group> &helperGroups() {
  static const std::string k16 =
      "(defined(__SSE2__) || defined(__aarch64__))"; // registers of 16 bytes
  static const std::vector<Group> all = [] {
    std::vector<Group> groups{{{"ACC_"}, "ACC_DELIN", std::string(kBase) + kFast, kBase, kFast},
                              {widthNames(), kFloats, widthDefinitions(), "", elementsOfWidth()}};
    for (const VectorText &vector :
         std::vector<VectorText>{{"F", "float", kFloats, "ACC_BYTES", k16},
                                 {"D", "double", kDoubles, "ACC_BYTES", k16},
                                 {"16F", "float", "16", "64", "defined(__AVX512F__)"},
                                 {"8D", "double", "8", "64", "defined(__AVX512F__)"},
                                 {"8F", "float", "8", "32", "defined(__AVX__)"},
                                 {"4D", "double", "4", "32", "defined(__AVX__)"},
                                 {"4F", "float", "4", "16", k16},
                                 {"2D", "double", "2", "16", k16}}) {
      groups.push_back(vectorsOf(vector));
      groups.push_back(partsOf(vector));
    }
    groups.push_back({{"ACC_ENTRY"}, "ACC_ENTRY", std::string(kEntry) + kCalls, kEntry, ""});
    auto add = [&](const char *trigger, const char *name, const char *text, bool isOfLevel) {
      groups.push_back({{trigger}, name, text, isOfLevel ? "" : text, isOfLevel ? text : ""});
    };
    add("ACC_BESIDE(", "ACC_BESIDE", kBeside, false);
    add("ACC_PITCH(", "ACC_PITCH", kPitch, false);
    add("ACC_ANY_ROW(", "ACC_ANY_ROW", kRow, false);
    add(kTurn, "ACC_TURN_4", kTurnText, true);
    add(kTurnPart, "ACC_TURN_PART_4", kTurnPartText, true);
    add("ACC_LINES", "ACC_LINES", kLines, false);
    add("ACC_CACHE(", "ACC_CACHE", kCache, false);
    add("ACC_PARALLEL(", "ACC_PARALLEL", kParallel, false);
    add("ACC_PARALLEL_OF(", "ACC_PARALLEL_OF", kParallelOf, false);
    return groups;
  }();
  return all;
}

bool isUsed(const Group &group, std::string_view code) {
  return std::any_of(group.triggers.begin(), group.triggers.end(), [&](const std::string &trigger) {
    return code.find(trigger) != std::string_view::npos;
  });
}

std::string allHelpers() {
  std::string code;
  for (const Group &group : helperGroups())
    code += group.triggers.front() + " ";
  return code;
}

std::set<std::string> helperNames(std::string_view code) {
  std::set<std::string> names;
  for (const Group &group : helperGroups()) {
    if (!isUsed(group, code))
      continue;
    std::string word;
    for (const char *at = group.text.c_str(); *at; ++at) {
      if (std::isalnum(static_cast<unsigned char>(*at)) || *at == '_')
        word += *at;
      else if (std::string ended = std::exchange(word, "");
               ended.starts_with("acc_") || ended.starts_with("ACC_"))
        names.insert(ended);
    }
  }
  for (const char *name : {kInstance, kLoop})
    if (code.find(name) != code.npos)
      names.insert(name);
  return names;
}

std::vector<std::string> helperBlocks(std::string_view code, unsigned longBits,
                                      unsigned pointerBits) {
  std::vector<std::string> blocks;
  for (const Group &group : helperGroups()) {
    if (!isUsed(group, code))
      continue;
    bool isBase = blocks.empty();
    std::string condition =
        isBase ? std::string("defined(__GNUC__) && (__GNUC__ >= 8 || defined(__clang__)) \\\n"
                             "    && !defined(__cplusplus) \\\n") +
                     kComputesInItsTypes +
                     "    && __SIZEOF_LONG__ == " + std::to_string(longBits / 8) +
                     (longBits == pointerBits
                          ? ""
                          : " && __SIZEOF_POINTER__ == " + std::to_string(pointerBits / 8))
               : kHaveHelpers;
    blocks.push_back("#if " + condition + " && !defined(" + group.defines + ")\n" + group.text +
                     "#endif\n");
  }
  return blocks;
}

std::string withoutHelpers(std::string_view text) {
  std::string rest;
  std::copy_if(text.begin(), text.end(), std::back_inserter(rest),
               [](char c) { return c != '\r'; });
  for (const auto &[longBits, pointerBits] : {std::pair{64u, 64u}, {32u, 64u}, {32u, 32u}})
    for (const std::string &block : helperBlocks(allHelpers(), longBits, pointerBits))
      for (size_t at; (at = rest.find(block)) != rest.npos;)
        rest.erase(at, block.size());
  return rest;
}

namespace {

/// The words of the text that are identifiers.
std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  return words;
}

/// A directive from its name on, with the lines that it goes on in.
std::string_view directiveAt(std::string_view text, size_t begin) {
  size_t end = text.find('\n', begin);
  while (end != text.npos && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return text.substr(begin, end == text.npos ? end : end - begin);
}

} // namespace

std::string otherHelperIn(std::string_view text) {
  const std::string rest = withoutHelpers(text);
  const std::set<std::string> names = helperNames(allHelpers());
  for (size_t at = 0; (at = rest.find("define", at)) != rest.npos; ++at) {
    const size_t hash = rest.find_last_not_of(" \t", at - 1);
    if (at == 0 || hash == rest.npos || rest[hash] != '#')
      continue;
    for (const std::string &word : wordsOf(directiveAt(rest, at + 6)))
      if (names.count(word))
        return word;
  }
  return rest.find(kPlainMacros) == rest.npos ? "" : kPlainMacros;
}

} // namespace acc
