// The interface that a caller of a function must provide: its parameters, the globals that it uses,
// and reasons against calling it with made-up values. Clang-free.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace acc {

/// A type as a caller sees it. `spelling` is the source's own name for it, without
/// qualifiers, as it may be written at the end of the unit.
struct InterfaceType {
  enum class Kind { Void, Integer, Floating, Pointer, Record, Array, Other } kind = Kind::Other;
  std::string spelling;
  unsigned size = 0, align = 1; // bytes; size 0 when the type is not complete
  bool isSigned = false, isBoolean = false;
  bool isConst = false;
  bool isRestrict = false;
  /// What a pointer points to; the innermost element of an array.
  std::shared_ptr<const InterfaceType> element;
  /// Of an array: elements of all its dimensions together.
  uint64_t count = 0;
  /// Of a record, in order; bit-fields and members of unions are left out.
  struct Field;
  std::vector<Field> fields;
};

struct InterfaceType::Field {
  std::string name;
  InterfaceType type;
  uint64_t offset = 0; // bytes from the record's start
};

struct InterfaceVariable {
  std::string name;
  InterfaceType type;
};

/// A function that the unit calls but does not define, and that affects its caller by its result at
/// most.
struct OutsideFunction {
  std::string name;
  std::string symbol; // what the linker knows it by
  InterfaceType result;
  bool returns = true;
};

struct FunctionInterface {
  std::string name;
  InterfaceType result;
  std::vector<InterfaceVariable> parameters;
  /// Globals that the function or what it calls in this unit names; constants left out.
  std::vector<InterfaceVariable> globals;
  /// Functions that it, or what it calls in this unit, needs from other units. A program that calls
  /// it must define them; they may do nothing.
  std::vector<OutsideFunction> outside;
  /// Elements at constant indices, of arrays that its parameters point to, which its text names:
  /// "n[0]", "dims[2]".
  std::set<std::string> elements;
  /// The length of the shortest named array that it indexes directly by an integer from memory: a
  /// greater integer would leave the array. 10 for `digits[text[i]]`; 0 when there is no such
  /// array.
  uint64_t shortestTable = 0;
  /// Why it must not be called with made-up values, as a sentence; "" when it may.
  std::string obstacle;
};

/// The interfaces of the functions defined in the main file that `names` names. Empty when
/// the unit has errors.
std::vector<FunctionInterface> readInterfaces(const UnitInput &input,
                                              const std::set<std::string> &names);

} // namespace acc
