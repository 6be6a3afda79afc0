#include "rewriter/helpers/Instances.h"

namespace acc {

std::string counterOfLoop(size_t loop) {
  return std::string(kLoop) + "(" + std::to_string(loop) + ")";
}

std::string instanceLine(size_t statement, const std::string &values) {
  return std::string(kInstance) + "(" + std::to_string(statement) + (values.empty() ? "" : ", ") +
         values + ")";
}

bool isInstanceLine(std::string_view line) {
  const size_t code = line.find_first_not_of(' ');
  return code != line.npos && line.substr(code).starts_with(std::string(kInstance) + "(");
}

std::string withoutInstances(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view line =
        text.substr(0, text.find('\n') == text.npos ? text.size() : text.find('\n') + 1);
    text.remove_prefix(line.size());
    if (!isInstanceLine(line))
      result += line;
  }
  return result;
}

std::vector<std::string> instanceFlags() {
  // One statement with the one behind it, also before an `else`.
  const std::string test =
      std::string("if (") + kInstanceCall + "(\"" + kInstance + "\", __VA_ARGS__)) ; else";
  return {std::string("-D") + kInstance + "(...)=" + test,
          std::string("-D") + kLoop + "(k)=" + kLoopCall + "(k)"};
}

} // namespace acc
