#include "rewriter/emit/LocalArrays.h"

#include <algorithm>

namespace acc {
namespace {

/// All vector registers that a target has: a larger buffer lives in memory. Without a place of its
/// own in the cache's lines each of its vectors of 64 bytes may lie in two, as the stack falls:
/// products 1.0 to 1.26 times as long (gcc 12, Cascade Lake).
constexpr int64_t kRegisterBytes = 2048;

/// double t[4][8]  ->  double (*t)[8]
std::string asParameter(const std::string &element, const std::string &name,
                        const std::vector<int64_t> &sizes) {
  std::string text = element + (element.back() == '*' ? "" : " ") +
                     (sizes.size() == 1 ? "*" + name : "(*" + name + ")");
  for (size_t k = 1; k < sizes.size(); ++k)
    text += "[" + std::to_string(sizes[k]) + "]";
  return text;
}

std::string bracketed(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += "[" + std::to_string(size) + "]";
  return text;
}

} // namespace

void LocalArrays::declare(const Element &element, const std::string &name,
                          const std::vector<int64_t> &sizes, bool isZeroed) {
  int64_t bytes = element.bytes;
  for (int64_t size : sizes)
    bytes *= size;
  used += bytes;
  if (!sizes.empty())
    open.push_back({name, asParameter(element.type, name, sizes)});
  const std::string type = element.type + (element.type.back() == '*' ? "" : " ");
  block.declare(type + name + bracketed(sizes) + (bytes > kRegisterBytes ? " ACC_LINES" : "") +
                (isZeroed ? " = {0};" : ";"));
  declared.emplace_back(name, block.level());
}

void LocalArrays::declareNote(const std::string &name, const std::vector<int64_t> &sizes,
                              const std::string &value) {
  block.declare("int " + name + bracketed(sizes) + value + ";");
  open.push_back({name, sizes.empty() ? "int " + name : asParameter("int", name, sizes)});
  declared.emplace_back(name, block.level());
}

void LocalArrays::endScope() {
  std::erase_if(declared, [&](const auto &local) {
    const auto &[name, level] = local;
    if (level < block.level())
      return false;
    names.release(name);
    std::erase_if(open,
                  [&, name = name](const Bases::Declaration &array) { return array.name == name; });
    return true;
  });
}

bool LocalArrays::isArray(const std::string &name) const {
  return std::any_of(open.begin(), open.end(),
                     [&](const Bases::Declaration &array) { return array.name == name; });
}

} // namespace acc
