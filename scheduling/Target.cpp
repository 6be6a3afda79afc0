#include "scheduling/Target.h"

#include <fstream>
#include <sstream>

namespace acc {
namespace {

bool hasFlag(const std::string &flags, const std::string &flag) {
  std::istringstream words(flags);
  for (std::string word; words >> word;)
    if (word == flag)
      return true;
  return false;
}

std::string firstLine(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// "48K" -> 49152; 0 when unreadable.
uint64_t bytesOf(const std::string &text) {
  std::istringstream in(text);
  uint64_t number = 0;
  char unit = 0;
  if (!(in >> number))
    return 0;
  in >> unit;
  return unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : number;
}

/// Fields besides the name as the instruction sets' manuals give them. What is for all has tiles
/// for the widest registers: narrower ones take them apart at less cost than wide ones stay empty.
const std::vector<Target> &knownTargets() {
  static const std::vector<Target> targets = {
      {"portable", 64, 32}, {"sse2", 16, 16},
      {"avx2", 32, 16},     {"avx512", 64, 32, 32 * 1024, 1024 * 1024},
      {"neon", 16, 32},     {"scalar", 0, 0},
  };
  return targets;
}

} // namespace

Outcome<Target> namedTarget(const std::string &name) {
  if (name == "host")
    return hostTarget();
  for (const Target &target : knownTargets())
    if (target.name == name)
      return target;
  std::string known;
  for (const std::string &one : targetNames())
    known += (known.empty() ? "" : ", ") + one;
  return Rejection{
      RejectionKind::InvalidSchedule, {}, "there is no target '" + name + "'; known are " + known};
}

std::vector<std::string> targetNames() {
  std::vector<std::string> names{"host"};
  for (const Target &target : knownTargets())
    names.push_back(target.name);
  return names;
}

Target hostTarget() {
  Target target;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    bool isX86 = line.starts_with("flags");
    if (!isX86 && !line.starts_with("Features"))
      continue;
    if (hasFlag(line, "avx512f"))
      target = *namedTarget("avx512");
    else if (hasFlag(line, "avx2") || hasFlag(line, "avx"))
      target = *namedTarget("avx2");
    else
      target = *namedTarget(isX86 ? "sse2" : "neon");
    break;
  }
  for (int k = 0; k < 8; ++k) {
    std::string cache = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(k) + "/";
    std::string type = firstLine(cache + "type");
    uint64_t size = bytesOf(firstLine(cache + "size"));
    if (size == 0 || type == "Instruction")
      continue;
    std::string level = firstLine(cache + "level");
    if (level == "1")
      target.l1Bytes = size;
    else if (level == "2")
      target.l2Bytes = size;
  }
  return target;
}

} // namespace acc
