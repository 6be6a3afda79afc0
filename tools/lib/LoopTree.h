// LoopTree mappings for the command line: plain text in, plain text out.
#pragma once

#include <string>
#include <vector>

namespace acc {

struct LoopTreeFile {
  std::string name, text;
};

enum class LoopTreeFormat { Table, Json, Svg };

struct LoopTreeCheck {
  /// Figures: none when some part could not be read.
  enum class Status { Fine, Findings, Unreadable } status = Status::Fine;
  /// In the wanted format.
  std::string output;
  /// One line per error or warning: "FILE:LINE:COLUMN: error: ...".
  std::string messages;
};

/// Reads mapping, workload and architecture from the files, checks them and gives
/// the figures of the evaluator `accelforge`. A single file with several YAML
/// documents holds several descriptions: a table or picture each, a list in JSON.
LoopTreeCheck checkLoopTree(const std::vector<LoopTreeFile> &files, LoopTreeFormat format);

} // namespace acc
