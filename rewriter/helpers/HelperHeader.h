// The file of helpers that the generated files of a folder share, acc_delin.h.
#pragma once

#include <string>
#include <string_view>

namespace acc {

/// Its name.
inline constexpr const char *kHelperHeader = "acc_delin.h";

/// The whole file, with the helpers that `code` uses; `name`: its own, by which it includes itself.
/// A file that defines ACC_FILE and includes it is read once for each level of the processor, with
/// ACC_LEVEL defined and ACC_WORK 1, and goes on itself with ACC_CALL 1 and ACC_RUN, which chooses
/// the level where it runs. A file that does not has helpers for what its own flags allow, and both
/// are 1.
std::string helperHeader(const std::string &name, std::string_view code);

/// Code that uses the helpers that such a file has.
std::string helpersIn(std::string_view header);

/// A condition of the preprocessor that another target of the compiler may change: such a file
/// reads the code of a level under one (`#pragma GCC target`), where it defines __AVX2__.
bool dependsOnLevel(std::string_view condition);

/// It is such a file, of any version, edited or not.
bool isHelperHeader(std::string_view text);

/// Somebody changed it after it was written: its tokens are not those of the hash in its comment.
bool isEditedHeader(std::string_view text);

} // namespace acc
