// Fresh names and the types of index arithmetic of a unit.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The unit must outlive it.
class Names {
public:
  explicit Names(const UnitFacts &unit) : Names(unit.identifiers) {}
  /// Names for a new function at file scope: only those that mean something at file scope are
  /// taken, so that it can have the names of variables of other functions.
  static Names ofFunction(const UnitFacts &unit) { return Names(unit.fileNames); }

  /// `base` made an identifier ("m->data" gives "data"), with a suffix _1, _2, ...
  /// where the unit or an earlier call uses it.
  std::string fresh(const std::string &base);
  /// A name that is no longer used.
  void release(const std::string &name) { taken.erase(name); }
  /// Takes `name` itself; false when it is used already.
  bool reserve(const std::string &name);

private:
  explicit Names(const NameSet &known);

  const NameSet &known;
  std::set<std::string> taken;
};

/// The name appears in the code, not as a member.
bool mentions(const std::string &code, const std::string &name);

/// A name of the unit that the helpers in `code` would change, or be changed by; none when there is
/// none.
std::optional<std::string> helperNameIn(const UnitFacts &unit, const std::string &code);

/// The signed 64-bit type of all index arithmetic; none when the unit's language
/// has no such type.
struct WideType {
  std::string name;         // "long"
  std::string unsignedName; // "unsigned long": holds a pointer, too
  std::string suffix;       // "L"
};
std::optional<WideType> wideTypeOf(const UnitFacts &unit);

} // namespace acc
