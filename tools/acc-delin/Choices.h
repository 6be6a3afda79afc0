// The words of options that take one of a few; the command line and the configuration read them.
#pragma once

#include "tools/acc-delin/Configuration.h"

#include <optional>
#include <string_view>

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
inline constexpr Choice<Switch> kSwitches[] = {{"on", Switch::On}, {"off", Switch::Off}};
inline constexpr Choice<FloatingPoint> kFloatingPoints[] = {
    {"strict", FloatingPoint::Strict},
    {"source", FloatingPoint::Source},
    {"reassociate", FloatingPoint::Reassociate}};

/// By gain, not by place.
inline constexpr Choice<bool> kOrders[] = {{"place", false}, {"gain", true}};

inline constexpr Choice<Color> kColors[] = {
    {"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}};

/// "a, b or c".
template <typename T, size_t N> std::string wordsOf(const Choice<T> (&choices)[N]) {
  std::string words;
  for (size_t k = 0; k < N; ++k)
    words += (k == 0 ? "" : k + 1 == N ? " or " : ", ") + std::string(choices[k].word);
  return words;
}

/// The value of a word; none when it is not among them.
template <typename T, size_t N>
std::optional<T> choiceOf(std::string_view word, const Choice<T> (&choices)[N]) {
  for (const Choice<T> &choice : choices)
    if (word == choice.word)
      return choice.value;
  return std::nullopt;
}

} // namespace acc
