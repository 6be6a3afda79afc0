// Texts whose parts are made from left to right.
#pragma once

#include <initializer_list>
#include <string>

namespace acc {

/// The parts one behind the other. Parts in braces are evaluated from left to right; operands of
/// `+` are not with every compiler, and the names that parts take would depend on it.
inline std::string inOrder(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string &part : parts)
    text += part;
  return text;
}

} // namespace acc
