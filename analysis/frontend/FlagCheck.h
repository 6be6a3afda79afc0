// Checks of a command before its file is read: flags that no compiler knows, and files that are not
// C.
#pragma once

#include <string>
#include <vector>

namespace acc {

/// The flags that Clang's driver does not have and that are none of gcc's that readFlags knows, and
/// names of processors (-march=, -mcpu=, -mtune=) that LLVM does not know; each once, in their
/// order. They are left out when the file is read.
std::vector<std::string> unknownFlags(const std::vector<std::string> &flags);

enum class SourceKind { C, OtherLanguage, Unknown };

/// What the name of a file says of it, or -x among the flags.
SourceKind sourceKindOf(const std::string &path, const std::vector<std::string> &flags);

} // namespace acc
