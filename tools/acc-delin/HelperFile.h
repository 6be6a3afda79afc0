// One file with the helpers of all rewritten files (--helpers), in place of a block in each.
#pragma once

#include "rewriter/edit/Edit.h"

#include <string>
#include <vector>

namespace acc {

/// The edits of one file with an #include of the helpers' file in place of the blocks of helpers, which become lines
/// of `blocks` unless they are there. `path` and `helpers` are absolute.
///   #if ... ACC_DELIN ... #endif   ->   #include "../acc_helpers.h"
std::vector<Edit> withHelperFile(std::vector<Edit> edits, const std::string &path, const std::string &helpers,
                                 std::vector<std::string> &blocks);

/// What the helpers' file should hold: what it holds, with the blocks that it lacks behind it.
std::string helperFileText(const std::string &onDisk, const std::vector<std::string> &blocks);

} // namespace acc
