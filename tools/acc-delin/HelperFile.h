// One file with the helpers of all rewritten files (--helpers), instead of a block in each.
#pragma once

#include "rewriter/edit/Edit.h"

#include <optional>
#include <string>
#include <vector>

namespace acc {

/// The way from the folder of one file to the other.
std::string relativePath(const std::string &from, const std::string &to);

/// The edits of one file, with an #include of the helpers' file replacing the blocks of helpers.
/// Missing blocks are added to `blocks`. `path` and `helpers` are absolute.
///   #if ... ACC_DELIN ... #endif   ->   #include "../acc_helpers.h"
std::vector<Edit> withHelperFile(std::vector<Edit> edits, const std::string &path,
                                 const std::string &helpers, std::vector<std::string> &blocks);

/// What the helpers' file should hold: what it holds, with the blocks that it lacks behind it.
/// Nothing where it holds anything but helpers as this version writes them: what stands there first
/// is what the compiler takes (each block begins with `#if !defined`), and the proof is about this
/// version's.
std::optional<std::string> helperFileText(const std::string &onDisk,
                                          const std::vector<std::string> &blocks);

/// The new contents of the helpers' file if it contains something else: all helpers, since files
/// that this run does not write may use them.
std::string wholeHelperFile(const std::vector<std::string> &blocks);

} // namespace acc
