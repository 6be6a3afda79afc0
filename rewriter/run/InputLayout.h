// The numbers and buffers that make up an input of a piece of code, and where they are stored
// before it runs, by the types of its variables.
#pragma once

#include "analysis/frontend/FunctionInterface.h"

namespace acc {

/// A number, or an address, within an element of a buffer or variable.
struct LayoutLeaf {
  uint64_t offset = 0;
  bool isFloating = false;
  unsigned size = 0;
  bool isSigned = false, isBoolean = false;
  /// Where the value is an address: the slot into whose memory it points.
  std::optional<size_t> target = {};
};

/// A number or a buffer that is chosen for each input.
struct LayoutSlot {
  std::string name; // "p->w"
  enum class Kind { Integer, Floating, Buffer } kind = Kind::Integer;
  unsigned size = 0; // of a number
  bool isSigned = false, isBoolean = false;
  bool isConst = false, isRestrict = false; // of a buffer
  uint64_t element = 0, align = 1;
  std::vector<LayoutLeaf> leaves;
};

/// Where the value of a slot is stored: in a variable, or in memory that the pointer of another
/// slot points to.
struct LayoutStore {
  size_t slot = 0;
  std::optional<size_t> owner; // the slot with that pointer
  size_t variable = 0;         // without an owner
  uint64_t offset = 0;
};

/// A variable that the code uses; its memory is filled by its leaves before the slots are stored.
struct LayoutVariable {
  std::string name;
  uint64_t size = 0, element = 0;
  std::vector<LayoutLeaf> leaves;
};

struct InputLayout {
  std::vector<LayoutSlot> slots;
  std::vector<LayoutVariable> variables; // as given
  std::vector<LayoutStore> stores;       // in an order in which owners come first
  /// Why no input can be made, as a sentence.
  std::string obstacle;
};

/// Of records only members whose names are in `members` get values of their own. `sizes`: elements
/// that the code takes sizes from, by the names of their pointers: "n[0]", "dims[2]".
InputLayout layOutInputs(const std::vector<InterfaceVariable> &variables,
                         const std::set<std::string> &sizes, const std::set<std::string> &members);

} // namespace acc
