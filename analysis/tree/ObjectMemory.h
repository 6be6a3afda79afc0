// The memory of a run: objects by name, what is read and written in them, and their addresses as
// numbers.
#pragma once

#include "analysis/tree/Interpreter.h"

namespace acc {

/// A pointer value: an element of an object.
struct Place {
  std::string base;
  int64_t index = 0;
};

class ObjectMemory {
public:
  ObjectMemory(std::map<std::string, MemoryObject> objects, const InterpreterOptions &options)
      : objects(std::move(objects)), options(options) {}

  /// The value of an element; `access` has its member and type. None when it lies out of bounds,
  /// which ends the run.
  std::optional<ScalarValue> load(const Place &place, const Expr &access);
  /// False when the element lies out of bounds.
  bool store(const Place &place, const Expr &access, const ScalarValue &value);

  /// Where a pointer in memory points, whose place this is: the pointers of one object point into
  /// another, equally far apart.
  Place rowAt(const Place &place, const Expr &access);

  /// The place's address, for elements of this size. Objects are far apart, in the order in which
  /// they are requested.
  int64_t addressOf(const Place &place, int64_t elementSize);
  /// The place at an address that addressOf gave, or near one.
  std::optional<Place> placeAt(int64_t address, int64_t elementSize) const;

  /// A scalar as an object of one element, while a function has its address; false when it is one
  /// already.
  bool lend(const std::string &object, const ScalarValue &value);
  /// What it holds then. Of the object nothing is left.
  ScalarValue takeBack(const std::string &object);

  std::map<std::string, MemoryObject> objects;
  std::map<MemoryPlace, ScalarValue> written;
  std::vector<TracedAccess> accesses;

private:
  ScalarValue *element(const Place &place, const Expr &access, bool isWrite);

  const InterpreterOptions &options;
  std::map<std::string, int64_t> numbers;    // of objects whose addresses were asked for
  std::map<MemoryPlace, ScalarValue> beyond; // the bounds of objects
  ScalarValue outside;
};

} // namespace acc
