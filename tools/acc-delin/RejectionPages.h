// The pages docs/rejections/<id>.md, embedded when the program is built.
#pragma once

#include <string_view>

namespace acc {

/// The page as Markdown; empty when there is none.
std::string_view rejectionPage(std::string_view id);

} // namespace acc
