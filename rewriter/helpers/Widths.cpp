#include "rewriter/helpers/Widths.h"

namespace acc {

const std::vector<Width> &widths() {
  static const std::vector<Width> all{{"avx512", 64, 8, "defined(__AVX512F__)"},
                                      {"avx2", 32, 6, "defined(__AVX__)"},
                                      {"neon", 16, 8, "defined(__aarch64__)"},
                                      {"sse2", 16, 6, ""}};
  return all;
}

std::string widthDefinitions() {
  std::string text = "/* Bytes of a vector register, and rows of a tile of two registers a row. */\n#if !defined(ACC_BYTES)\n";
  for (const Width &width : widths()) {
    std::string word = &width == &widths().front() ? "#if " : "#elif ";
    text += (*width.condition ? word + width.condition : "#else") + "\n";
    text += "#define ACC_BYTES " + std::to_string(width.bytes) + "\n#define ACC_ROWS " + std::to_string(width.rows) + "\n";
  }
  return text + "#endif\n#endif\n#define ACC_FLOATS (ACC_BYTES / 4)\n#define ACC_DOUBLES (ACC_BYTES / 8)\n";
}

bool dependsOnWidth(std::string_view text) {
  for (const char *name : {kFloats, kDoubles, kRows, "ACC_F(", "ACC_D("})
    if (text.find(name) != std::string_view::npos)
      return true;
  return false;
}

std::vector<std::vector<std::string>> widthFlags() {
  std::vector<std::vector<std::string>> all;
  for (const Width &width : widths())
    all.push_back({"-DACC_BYTES=" + std::to_string(width.bytes), "-DACC_ROWS=" + std::to_string(width.rows)});
  return all;
}

} // namespace acc
