// A condition of the preprocessor on the name of a function that macros make.
#pragma once

#include <string>

namespace acc {

/// Of a file that is read several times: the function that is written `use` there has the name.
///   add_f, NAME(add)   ->   ACC_JOIN(ACC_add_f_IS_, NAME(add))
inline std::string namePin(const std::string &name, const std::string &use) {
  return "ACC_JOIN(ACC_" + name + "_IS_, " + use + ")";
}

/// The definitions that such a condition needs, as lines; "" for any other condition.
inline std::string definitionsFor(const std::string &pin) {
  const std::string begin = "ACC_JOIN(", end = "_IS_, ";
  const size_t comma = pin.find(end);
  if (!pin.starts_with(begin) || comma == std::string::npos)
    return "";
  const std::string word = pin.substr(begin.size(), comma - begin.size()); // ACC_add_f
  return "#define ACC_JOIN_(a, b) a##b\n#define ACC_JOIN(a, b) ACC_JOIN_(a, b)\n#define " + word +
         "_IS_" + word.substr(4) + " 1\n";
}

} // namespace acc
