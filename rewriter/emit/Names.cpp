#include "rewriter/emit/Names.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/helpers/Helpers.h"

#include <cctype>

namespace acc {

Names::Names(const NameSet &known) : known(known), taken(helperNames(allHelpers())) {
  static const char *const kKeywords[] = {
      "auto",     "break",  "case",   "char",     "const",    "continue", "default",  "do",
      "double",   "else",   "enum",   "extern",   "float",    "for",      "goto",     "if",
      "inline",   "int",    "long",   "register", "restrict", "return",   "short",    "signed",
      "sizeof",   "static", "struct", "switch",   "typedef",  "union",    "unsigned", "void",
      "volatile", "while",  "asm",    "typeof"};
  taken.insert(std::begin(kKeywords), std::end(kKeywords));
}

bool Names::reserve(const std::string &name) {
  return !known.mayContain(name) && taken.insert(name).second;
}

std::string Names::fresh(const std::string &base) {
  std::string stem;
  for (char c : base) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      stem += c;
    else if (c == '>' || c == '.')
      stem.clear();
  }
  // Names with two underscores in front are the compiler's.
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem[0])) || stem.starts_with("__"))
    stem = "v" + stem;
  std::string name = stem;
  for (int i = 1; !reserve(name); ++i)
    name = stem + "_" + std::to_string(i);
  return name;
}

bool mentions(const std::string &code, const std::string &name) {
  auto isInWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
    bool isMember =
        at > 0 && (code[at - 1] == '.' || (at > 1 && code[at - 1] == '>' && code[at - 2] == '-'));
    if (!isMember && (at == 0 || !isInWord(code[at - 1])) && !isInWord(code[at + name.size()]))
      return true;
  }
  return false;
}

std::optional<std::string> helperNameIn(const UnitFacts &unit, const std::string &code) {
  for (const std::string &name : helperNames(code))
    if (unit.identifiers.mayContain(name))
      return name;
  return std::nullopt;
}

std::optional<WideType> wideTypeOf(const UnitFacts &unit) {
  if (unit.pointerBits > 64)
    return std::nullopt;
  const std::string name = distanceType(unit).spelling;
  bool isLong = name == "long";
  if (!isLong && !unit.allowsLongLong)
    return std::nullopt;
  return WideType{name, "unsigned " + name, isLong ? "L" : "LL"};
}

} // namespace acc
