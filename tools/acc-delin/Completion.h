// Shell completions and the manual page, made from the table of options.
#pragma once

#include <string>

namespace acc {

/// For "bash", "zsh", "fish" or "man"; "" for another word.
std::string completionFor(const std::string &what);

} // namespace acc
