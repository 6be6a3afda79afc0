#include "rewriter/helpers/HelperHeader.h"

#include "rewriter/helpers/Groups.h"
#include "rewriter/helpers/Widths.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace acc {
namespace {

constexpr std::string_view kHead =
    "/* clang-format off */\n"
    "/* Helpers of the fast versions that acc-delin wrote in this "
    "folder; acc-delin rewrite --revert removes\n   it with the last "
    "of them. ";

/// What a level sets, before the helpers that depend on it.
struct Level {
  const char *name;
  const char *width;     // of widths()
  const char *condition; // of the preprocessor
  const char *gcc;
  /// A pragma of its own for each: clang takes several in one from version 16 on.
  std::vector<std::string> clang;
};

const std::vector<Level> kLevels{
    {"avx2", "avx2", "defined(ACC_AVX2)", "\"avx2\"", {"target(\"avx2\")"}},
    {"avx512",
     "avx512",
     "defined(ACC_AVX512) && !defined(ACC_NO_FMA)",
     "\"avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512\"",
     {"target(\"avx512f,avx512bw,avx512dq,avx512vl\")", "min_vector_width(512)"}}};

const Width &widthNamed(std::string_view target) {
  for (const Width &width : widths())
    if (width.target == target)
      return width;
  return widths().back();
}

/// The macro for the vectors of a level: acc_f of one text.
std::string typeOf(char kind) { return kind == 'f' ? "ACC_VECTOR_F" : "ACC_VECTOR_D"; }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// The text with the compiler's macros for its target exchanged for what the level says.
std::string ofLevel(std::string text) {
  text = replaced(std::move(text), "defined(__AVX512F__)", "ACC_INT_BYTES == 64");
  text = replaced(std::move(text), "defined(__AVX2__)", "ACC_INT_BYTES == 32");
  for (char kind : {'f', 'd'})
    text =
        replaced(std::move(text), std::string("(acc_") + kind + " *)", "(" + typeOf(kind) + " *)");
  return replaced(std::move(text), "defined(__AVX__)", "ACC_BYTES >= 32");
}

/// #undef for each name that the text defines.
std::string undefined(std::string_view text) {
  std::set<std::string> names;
  constexpr std::string_view kDefine = "#define ";
  for (size_t at = 0; (at = text.find(kDefine, at)) != text.npos;) {
    at += kDefine.size();
    size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
      ++end;
    names.insert(std::string(text.substr(at, end - at)));
  }
  std::string lines;
  for (const std::string &name : names)
    lines += "#undef " + name + "\n";
  return lines;
}

std::string bytesOf(const Width &width) {
  const std::string bytes = std::to_string(width.bytes);
  return "#define ACC_BYTES " + bytes + "\n#define ACC_ROWS " + std::to_string(width.rows) + "\n";
}

/// Bytes and rows of the level that is read, or of the unit's own flags.
std::string sizes() {
  std::string text = "#if !defined(ACC_GIVEN)\n#undef ACC_BYTES\n#undef ACC_ROWS\n";
  std::string word = "#if ";
  for (const Level &level : kLevels) {
    text += word + "ACC_IS_LEVEL == " + std::to_string(&level - kLevels.data() + 1) + "\n" +
            bytesOf(widthNamed(level.width));
    word = "#elif ";
  }
  for (const Width &width : widths())
    text +=
        (*width.condition ? word + width.condition : std::string("#else")) + "\n" + bytesOf(width);
  text += "#endif\n#endif\n#undef ACC_INT_BYTES\n"
          "#if ACC_BYTES == 32 && ACC_IS_LEVEL == 0 && !defined(__AVX2__)\n"
          "#define ACC_INT_BYTES 16\n#else\n#define ACC_INT_BYTES ACC_BYTES\n#endif\n";
  for (const char *kind : {"f", "d"}) {
    const std::string type = typeOf(*kind);
    text += "#undef " + type + "\n";
    std::string each = "#if ";
    for (int bytes : {64, 32, 16}) {
      text += (bytes == 16 ? "#else\n" : each + "ACC_BYTES == " + std::to_string(bytes) + "\n") +
              "#define " + type + " acc_" + std::to_string(bytes / (*kind == 'f' ? 4 : 8)) + kind +
              "\n";
      each = "#elif ";
    }
    text += "#endif\n";
  }
  return text;
}

/// Whether the levels beyond the unit's own flags can be compiled, and how to ask for them where
/// they run. Not where the flags have FMA: the original would contract there, a level does not.
constexpr const char *kHasLevels =
    R"C(/* Levels of the processor beyond the unit's own flags: -DACC_LEVELS=0 leaves them out. */
#if !defined(ACC_LEVELS)
#define ACC_LEVELS 2
#endif
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) \
    && !defined(__FMA__) && !defined(__AVX512F__) && ACC_LEVELS > 0 && !defined(ACC_GIVEN)
#define ACC_AVX2 __builtin_cpu_supports("avx2")
#if ACC_LEVELS > 1 && !(defined(__clang__) && defined(__FAST_MATH__))
#define ACC_AVX512 (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") \
    && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
#endif
#endif
#define ACC_PASTE_(a, b) a##_##b
#define ACC_PASTE(a, b) ACC_PASTE_(a, b)
)C";

/// Reads the helpers and ACC_FILE for one level.
std::string reading(const std::string &name, const std::string &level, const std::string &number) {
  return "#define ACC_LEVEL " + level + "\n#undef ACC_IS_LEVEL\n#define ACC_IS_LEVEL " + number +
         "\n#include \"" + name + "\"\n#include ACC_FILE\n#undef ACC_LEVEL\n";
}

std::string readings(const std::string &name) {
  std::string text = "#if defined(__OPTIMIZE__) && !defined(__clang__)\n"
                     "#pragma GCC push_options\n#pragma GCC optimize(\"O3\")\n#endif\n" +
                     reading(name, "plain", "0") +
                     "#if defined(__OPTIMIZE__) && !defined(__clang__)\n"
                     "#pragma GCC pop_options\n#endif\n";
  for (const Level &level : kLevels) {
    const std::string number = std::to_string(&level - kLevels.data() + 1);
    std::string begin, end;
    for (const std::string &attribute : level.clang) {
      begin +=
          "#pragma clang attribute push(__attribute__((" + attribute + ")), apply_to = function)\n";
      end += "#pragma clang attribute pop\n";
    }
    text += std::string("#if ") + level.condition +
            "\n#if defined(__clang__)\n#pragma clang diagnostic push\n"
            "#pragma clang diagnostic ignored \"-Wpragma-clang-attribute\"\n"
            "#pragma float_control(push)\n#pragma clang fp contract(off)\n" +
            begin + "#else\n#pragma GCC push_options\n#pragma GCC target(" + level.gcc +
            ")\n#pragma GCC optimize(\"O3,fp-contract=off\")\n#endif\n" +
            reading(name, level.name, number) + "#if defined(__clang__)\n" + end +
            "#pragma float_control(pop)\n"
            "#pragma clang diagnostic pop\n"
            "#else\n#pragma GCC pop_options\n#endif\n#endif\n";
  }
  return text;
}

/// The macros that choose the best level that the processor has, of all or of those that are named.
std::string runs() {
  std::string text = "#undef ACC_RUN\n#undef ACC_RUN_AT\n#undef ACC_AT\n"
                     "#define ACC_RUN(function, arguments) \\\n"
                     "    ACC_RUN_AT(1, 1, 1, function, arguments)\n",
              word = "#if ";
  for (size_t count = kLevels.size() + 1; count-- > 0;) {
    std::string choice, at = "(plain)";
    for (size_t k = 0; k < count; ++k) {
      const std::string name = kLevels[k].name,
                        has = (k == 0 ? "ACC_AVX2 && (" : "ACC_AVX512 && (") + name + ")";
      choice = has + " ? function##_" + name + " arguments \\\n    : " + choice;
      at = "(" + has + ") || " + at;
    }
    text += count == 0 ? "#else\n" : word + kLevels[count - 1].condition + "\n";
    text += "#define ACC_RUN_AT(plain, avx2, avx512, function, arguments) \\\n    (" + choice +
            "function##_plain arguments)\n";
    if (count > 0)
      text += "#define ACC_AT(plain, avx2, avx512) \\\n    (" + at + ")\n";
    word = "#elif ";
  }
  return text + "#if defined(__AVX512F__)\n#define ACC_AT(plain, avx2, avx512) avx512\n"
                "#elif defined(__AVX2__)\n#define ACC_AT(plain, avx2, avx512) avx2\n"
                "#else\n#define ACC_AT(plain, avx2, avx512) plain\n#endif\n#endif\n";
}

/// FNV-1a of all but white space.
std::string hashOf(std::string_view text) {
  uint64_t hash = 14695981039346656037u;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  std::string digits(16, '0');
  for (size_t k = digits.size(); k-- > 0; hash >>= 4)
    digits[k] = "0123456789abcdef"[hash & 15];
  return digits;
}

} // namespace

std::string helpersIn(std::string_view header) {
  std::string code;
  for (const Group &group : helperGroups())
    if (header.find("#define " + group.defines + "(") != header.npos ||
        header.find("#define " + group.defines + " ") != header.npos)
      code += group.triggers.front() + " ";
  return code;
}

std::string helperHeader(const std::string &name, std::string_view code) {
  std::string once, types, level;
  for (const Group &group : helperGroups()) {
    if (group.once.starts_with("typedef"))
      types += group.once;
    if (!isUsed(group, code))
      continue;
    if (group.once.starts_with("typedef"))
      ;
    else if (group.once == group.text) // a builder may have given it
      once += "#if !defined(" + group.defines + ")\n" + group.once + "#endif\n";
    else
      once += group.once;
    level += ofLevel(group.level);
  }
  const std::string text =
      "#if !defined(ACC_DELIN_H)\n#define ACC_DELIN_H\n"
      "#if defined(__GNUC__) && (__GNUC__ >= 8 || defined(__clang__)) \\\n"
      "    && !defined(__cplusplus) \\\n" +
      std::string(kComputesInItsTypes) +
      "    && defined(__SIZEOF_LONG__)\n"
      "#if defined(ACC_BYTES)\n#define ACC_GIVEN\n#endif\n" +
      once + "#if !defined(ACC_DELIN_PLAIN)\n" + types + "#endif\n" + kHasLevels +
      "#endif\n#endif\n\n"
      "#if defined(ACC_DELIN)\n#undef ACC_WORK\n#undef ACC_CALL\n#undef ACC_NAME\n"
      "#if defined(ACC_FILE) && !defined(ACC_LEVEL)\n"
      "#define ACC_WORK 1\n#define ACC_CALL 0\n"
      "/* The file for each level. Contraction is off, as it is in the unit. */\n" +
      readings(name) +
      "#undef ACC_WORK\n#undef ACC_CALL\n#define ACC_WORK 0\n#define ACC_CALL 1\n"
      "#undef ACC_IS_LEVEL\n#define ACC_IS_LEVEL 0\n" +
      runs() +
      "#else\n/* What depends on the level. */\n"
      "#if defined(ACC_LEVEL)\n"
      "#define ACC_NAME(function) ACC_PASTE(function, ACC_LEVEL)\n"
      "#define ACC_WORK 1\n#define ACC_CALL 0\n#else\n"
      "#undef ACC_RUN\n#define ACC_RUN(function, arguments) function arguments\n"
      "#undef ACC_RUN_AT\n"
      "#define ACC_RUN_AT(plain, avx2, avx512, function, arguments) function arguments\n"
      "#undef ACC_AT\n#define ACC_AT(plain, avx2, avx512) 1\n"
      "#define ACC_NAME(function) function\n#define ACC_WORK 1\n#define ACC_CALL 1\n"
      "#undef ACC_IS_LEVEL\n#define ACC_IS_LEVEL 0\n#endif\n" +
      sizes() + undefined(level) + level + "#endif\n#endif\n";
  return std::string(kHead) + hashOf(text) + " */\n" + text;
}

bool dependsOnLevel(std::string_view condition) {
  // What gcc defines for a target of x86-64 (gcc 12, config/i386/i386-c.cc).
  constexpr std::array kFamilies = {"__SSE",   "__SSSE", "__MMX",    "__AVX",   "__FMA", "__F16C__",
                                    "__BMI",   "__ABM",  "__POPCNT", "__LZCNT", "__TBM", "__XOP",
                                    "__MOVBE", "__CRC",  "__XSAVE",  "__RDRND"};
  return std::any_of(kFamilies.begin(), kFamilies.end(),
                     [&](const char *family) { return condition.find(family) != condition.npos; });
}

bool isHelperHeader(std::string_view text) {
  return text.find("Helpers of the fast versions that acc-delin wrote") < 64;
}

bool isEditedHeader(std::string_view text) {
  const size_t end = text.find(" */\n", kHead.find('\n'));
  return end == text.npos || end < 16 || text.substr(end - 16, 16) != hashOf(text.substr(end + 4));
}

} // namespace acc
