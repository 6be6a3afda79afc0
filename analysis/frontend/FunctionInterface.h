// What a program that calls a function must provide: its parameters, the globals that it
// uses, and what forbids calling it with made-up values. Clang-free.
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

/// A function that the unit calls and does not define, of which nothing but the result reaches
/// the caller: none, a number, or never one.
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
  /// What it or what it calls in this unit needs from elsewhere. The program that calls it has to
  /// put something in their place, which may do nothing.
  std::vector<OutsideFunction> outside;
  /// "n[0]", "dims[2]": elements at constant places that its text names, of what its parameters
  /// point to.
  std::set<std::string> elements;
  /// Elements of the shortest named array that it indexes by an integer as it stands in memory, so
  /// that greater ones would leave the array: 10 for `digits[text[i]]`; 0: none.
  uint64_t shortestTable = 0;
  /// Why it must not be called with made-up values, as a sentence; "" when it may.
  std::string obstacle;
};

/// The interfaces of the functions defined in the main file that `names` names. Empty when
/// the unit has errors.
std::vector<FunctionInterface> readInterfaces(const UnitInput &input,
                                              const std::set<std::string> &names);

} // namespace acc
