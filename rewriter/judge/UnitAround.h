// The text of a unit with that of an included file in it.
#pragma once

#include "analysis/frontend/Parse.h"

namespace acc {

struct SplicedUnit {
  std::string text;
  /// The folders of the files that the text is from, in which `#include "..."` is looked up.
  std::vector<std::string> folders;
};

/// The main file's text in which `text` is in place of the #include of the inclusion that the
/// input names, and so on outwards; the text itself when it names none. None where a flag includes
/// the file.
///   k.h: int n;   unit.c: #include "k.h"   ->   #line 1 "k.h" / int n; / #line 2 "unit.c"
std::optional<SplicedUnit> unitAround(const ParsedUnit &unit, std::string text);

} // namespace acc
