#include "rewriter/helpers/Widths.h"

#include <algorithm>

namespace acc {

const std::vector<Width> &widths() {
  static const std::vector<Width> all{{"avx512", 64, 8, "defined(__AVX512F__)"},
                                      {"avx2", 32, 6, "defined(__AVX__)"},
                                      {"neon", 16, 8, "defined(__aarch64__)"},
                                      {"sse2", 16, 6, ""}};
  return all;
}

std::string widthDefinitions() {
  std::string text = "/* Bytes of a vector register, and rows of a tile of two registers a row. "
                     "*/\n#if !defined(ACC_BYTES)\n";
  for (const Width &width : widths()) {
    std::string word = &width == &widths().front() ? "#if " : "#elif ";
    text += (*width.condition ? word + width.condition : "#else") + "\n";
    text += "#define ACC_BYTES " + std::to_string(width.bytes) + "\n#define ACC_ROWS " +
            std::to_string(width.rows) + "\n";
  }
  std::string proved;
  for (const Width &width : widths())
    proved += (proved.empty() ? "" : " \\\n    || ") +
              ("(ACC_BYTES == " + std::to_string(width.bytes)) +
              " && ACC_ROWS == " + std::to_string(width.rows) + ")";
  text += "#endif\n#elif !(" + proved + ")\n#error \"acc-delin has not proved these sizes\"\n";
  return text + "#endif\n" + elementsOfWidth();
}

std::string elementsOfWidth() {
  return "#define ACC_FLOATS (ACC_BYTES / 4)\n#define ACC_DOUBLES (ACC_BYTES / 8)\n";
}

const std::vector<std::string> &widthNames() {
  static const std::vector<std::string> names{kFloats, kDoubles, kRows, "ACC_F(", "ACC_D("};
  return names;
}

bool dependsOnWidth(std::string_view text) {
  return std::any_of(widthNames().begin(), widthNames().end(), [&](const std::string &name) {
    return text.find(name) != std::string_view::npos;
  });
}

std::vector<std::vector<std::string>> widthFlags() {
  std::vector<std::vector<std::string>> all;
  for (const Width &width : widths())
    all.push_back(
        {"-DACC_BYTES=" + std::to_string(width.bytes), "-DACC_ROWS=" + std::to_string(width.rows)});
  return all;
}

} // namespace acc
