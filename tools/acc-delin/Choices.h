// The words of options that take one of a few; the command line and the configuration read them.
#pragma once

#include "tools/acc-delin/CommandLine.h"

namespace acc {

template <typename T> struct Choice {
  const char *word;
  T value;
};

inline constexpr Choice<Format> kFormats[] = {{"text", Format::Text},
                                              {"json", Format::Json},
                                              {"sarif", Format::Sarif},
                                              {"markdown", Format::Markdown},
                                              {"html", Format::Html}};
inline constexpr Choice<FailOn> kFailOns[] = {{"none", FailOn::None},
                                              {"recovered", FailOn::Recovered},
                                              {"refused", FailOn::Refused},
                                              {"lint", FailOn::Lint}};
inline constexpr Choice<FloatingPoint> kFloatingPoints[] = {
    {"strict", FloatingPoint::Strict},
    {"source", FloatingPoint::Source},
    {"reassociate", FloatingPoint::Reassociate}};

} // namespace acc
