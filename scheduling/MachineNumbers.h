// The numbers of a target by their names: what a file of them may say, and what rests on each.
#pragma once

#include "scheduling/Target.h"

#include <map>

namespace acc {

/// Values by their keys that replace the target's own.
using MachineValues = std::map<std::string, double>;

struct MachineNumber {
  /// What rests on it: the choice of a schedule only, of which `tune` can fit some, or what is
  /// written for a schedule as well.
  enum class Use { Choice, Fitted, Text };
  const char *key;
  Use use;
  double least, most;
  bool isWhole;
  double (*get)(const Target &);
  void (*set)(Target &, double);
  /// When not empty, no other values are known to be good.
  std::vector<double> only = {};

  /// What is wrong with the value; "" for nothing.
  std::string fault(double value) const;
};

/// All of them, in the order in which they are written.
const std::vector<MachineNumber> &machineNumbers();

/// Null when there is none of the key.
const MachineNumber *machineNumber(const std::string &key);

/// The target with its values replaced by these valid ones.
Target withValues(Target target, const MachineValues &values);

/// A number as the shortest text that is read back as it.
std::string shortestText(double value);

} // namespace acc
