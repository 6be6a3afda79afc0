#include "rewriter/run/InputLayout.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

using Kind = InterfaceType::Kind;

constexpr size_t kMostSlots = 60;
/// Elements of an array within a record that are set one by one, and that are told apart as leaves.
constexpr uint64_t kMostElements = 16, kMostLeafElements = 64;

bool isNumber(const InterfaceType &type) {
  return type.kind == Kind::Integer || type.kind == Kind::Floating;
}

class LayoutBuilder {
public:
  LayoutBuilder(const std::set<std::string> &sizes, const std::set<std::string> &members)
      : sizes(sizes), members(members) {}

  InputLayout build(const std::vector<InterfaceVariable> &variables) {
    for (const InterfaceVariable &variable : variables)
      add(variable);
    if (layout.slots.size() > kMostSlots)
      hinder("it needs more than " + std::to_string(kMostSlots) + " values");
    return std::move(layout);
  }

private:
  /// Where a value goes.
  struct Place {
    std::optional<size_t> owner;
    size_t variable = 0;
    uint64_t offset = 0;

    Place at(uint64_t more) const { return {owner, variable, offset + more}; }
  };

  void hinder(const std::string &sentence) {
    if (layout.obstacle.empty())
      layout.obstacle = sentence;
  }

  void add(const InterfaceVariable &variable) {
    const InterfaceType &type = variable.type;
    if (type.kind == Kind::Other || type.kind == Kind::Void || type.size == 0)
      hinder("cannot create a value for the variable " + variable.name + " of type " +
             type.spelling);
    const InterfaceType &element = type.kind == Kind::Array ? *type.element : type;
    LayoutVariable row{variable.name, type.size, element.size, {}};
    if (type.kind == Kind::Array)
      row.size = type.count * element.size;
    addNumbers(element, 0, row.leaves);
    size_t number = layout.variables.size();
    layout.variables.push_back(std::move(row));
    if (type.kind == Kind::Array) { // filled as memory
      std::vector<LayoutLeaf> rows;
      addRows(variable.name, element, 0, rows);
      layout.variables[number].leaves.insert(layout.variables[number].leaves.end(), rows.begin(),
                                             rows.end());
      return;
    }
    if (!set(variable.name, type, {std::nullopt, number, 0}) && type.kind == Kind::Pointer)
      hinder("cannot create a value for the variable " + variable.name + " of type " +
             type.spelling);
  }

  size_t addSlot(LayoutSlot slot, const Place &place) {
    layout.slots.push_back(std::move(slot));
    layout.stores.push_back({layout.slots.size() - 1, place.owner, place.variable, place.offset});
    return layout.slots.size() - 1;
  }

  /// False for what no value can be made for.
  bool set(const std::string &name, const InterfaceType &type, const Place &place) {
    if (type.kind == Kind::Record) {
      for (const InterfaceType::Field &field : type.fields)
        if (members.count(field.name))
          set(name + "." + field.name, field.type, place.at(field.offset));
      return true;
    }
    if (type.kind == Kind::Array) {
      if (isNumber(*type.element) && type.count <= kMostElements)
        for (uint64_t k = 0; k < type.count; ++k)
          set(name + "[" + std::to_string(k) + "]", *type.element,
              place.at(k * type.element->size));
      return true;
    }
    if (isNumber(type)) {
      LayoutSlot slot;
      slot.name = name;
      slot.kind =
          type.kind == Kind::Integer ? LayoutSlot::Kind::Integer : LayoutSlot::Kind::Floating;
      slot.size = type.size;
      slot.isSigned = type.isSigned;
      slot.isBoolean = type.isBoolean;
      addSlot(std::move(slot), place);
      return true;
    }
    return type.kind == Kind::Pointer && setPointer(name, type, place);
  }

  bool setPointer(const std::string &name, const InterfaceType &pointer, const Place &place) {
    std::optional<size_t> slot = addBuffer(name, pointer);
    if (slot)
      layout.stores.push_back({*slot, place.owner, place.variable, place.offset});
    if (slot)
      setTarget(name, *slot, *pointer.element);
    return slot.has_value();
  }

  /// None for what no value can be made for.
  std::optional<size_t> addBuffer(const std::string &name, const InterfaceType &pointer) {
    const InterfaceType &element = *pointer.element;
    bool isBytes = element.kind == Kind::Void;
    if (!isBytes && (element.kind == Kind::Other || element.size == 0))
      return std::nullopt;
    LayoutSlot slot;
    slot.name = name;
    slot.kind = LayoutSlot::Kind::Buffer;
    slot.isConst = element.isConst;
    slot.isRestrict = pointer.isRestrict;
    slot.element = isBytes ? 1 : element.size;
    slot.align = isBytes ? 1 : element.align;
    if (isBytes)
      slot.leaves.push_back({0, false, 1, false, false});
    else
      addNumbers(element, 0, slot.leaves);
    layout.slots.push_back(std::move(slot));
    return layout.slots.size() - 1;
  }

  static void addNumbers(const InterfaceType &type, uint64_t offset,
                         std::vector<LayoutLeaf> &leaves) {
    if (isNumber(type))
      leaves.push_back(
          {offset, type.kind == Kind::Floating, type.size, type.isSigned, type.isBoolean});
    else if (type.kind == Kind::Record)
      for (const InterfaceType::Field &field : type.fields)
        addNumbers(field.type, offset + field.offset, leaves);
    else if (type.kind == Kind::Array && type.element->size)
      for (uint64_t k = 0; k < std::min(type.count, kMostLeafElements); ++k)
        addNumbers(*type.element, offset + k * type.element->size, leaves);
  }

  /// The pointers within an element: each points into one buffer, a row further for each element.
  void addRows(const std::string &name, const InterfaceType &type, uint64_t offset,
               std::vector<LayoutLeaf> &leaves) {
    if (type.kind == Kind::Record) {
      for (const InterfaceType::Field &field : type.fields)
        if (members.count(field.name))
          addRows(name + "[]." + field.name, field.type, offset + field.offset, leaves);
    } else if (type.kind == Kind::Pointer) {
      if (std::optional<size_t> slot = addBuffer(name + "[]", type)) {
        leaves.push_back({offset, false, 8, false, false, slot});
        setTarget(name + "[]", *slot, *type.element);
      }
    }
  }

  /// The fields of the first element that a pointer points to, or the elements that are sizes.
  void setTarget(const std::string &name, size_t pointer, const InterfaceType &element) {
    if (element.kind == Kind::Record) {
      for (const InterfaceType::Field &field : element.fields) {
        if (!members.count(field.name))
          continue;
        size_t next = layout.slots.size();
        if (set(name + "->" + field.name, field.type, {pointer, 0, field.offset}) &&
            field.type.kind == Kind::Pointer)
          layout.slots[pointer].leaves.push_back({field.offset, false, 8, false, false, next});
      }
    } else if (element.kind == Kind::Pointer) {
      std::vector<LayoutLeaf> rows;
      addRows(name, element, 0, rows);
      layout.slots[pointer].leaves.insert(layout.slots[pointer].leaves.end(), rows.begin(),
                                          rows.end());
    } else if (isNumber(element)) {
      for (auto at = sizes.lower_bound(name + "["); at != sizes.end(); ++at) {
        if (at->compare(0, name.size() + 1, name + "[") != 0)
          break;
        int64_t index = std::atol(at->c_str() + name.size() + 1);
        if (*at == name + "[" + std::to_string(index) + "]")
          set(*at, element, {pointer, 0, static_cast<uint64_t>(index) * element.size});
      }
    }
  }

  const std::set<std::string> &sizes, &members;
  InputLayout layout;
};

} // namespace

InputLayout layOutInputs(const std::vector<InterfaceVariable> &variables,
                         const std::set<std::string> &sizes, const std::set<std::string> &members) {
  return LayoutBuilder(sizes, members).build(variables);
}

} // namespace acc
