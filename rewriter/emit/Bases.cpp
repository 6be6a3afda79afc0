#include "rewriter/emit/Bases.h"

#include <algorithm>

namespace acc {
namespace {

bool isWritten(const Scop &scop, SymbolId base) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.isWrite && scop.arrays[access.array].base == base)
        return true;
  return false;
}

unsigned arraysOf(const Scop &scop, SymbolId base) {
  unsigned count = 0;
  for (const ScopArray &array : scop.arrays)
    count += array.base == base;
  return count;
}

std::string pointerTo(const std::string &element, const std::string &name, bool isRestrict) {
  bool spaced = !element.empty() && element.back() == '*';
  return element + (spaced ? "*" : " *") + (isRestrict ? "__restrict " : "") + name;
}

} // namespace

Bases::Bases(const LiftedScop &source, Names &names) {
  const Scop &scop = source.scop;
  /// By base and, but for members of structs, element.
  std::map<std::pair<SymbolId, std::string>, std::string> aliases;
  for (const ScopArray &array : scop.arrays) {
    if (array.base < 0) {
      texts.push_back(array.name);
      continue;
    }
    const Symbol &symbol = scop.nest.symbol(array.base);
    bool hasRows = symbol.type.element && symbol.type.element->kind == CType::Kind::Array;
    // Rows that some access leaves behind, given as pointers, are one flat array: (float *)rows.
    bool isFlat = hasRows && array.declaredSizes.empty();
    bool aliased = !array.isScalar && !array.isPrivate &&
                   (isFlat || (symbol.type.kind == CType::Kind::Pointer && symbol.type.element &&
                               !hasRows));
    if (!aliased) {
      texts.push_back(symbol.spelling);
      continue;
    }
    CType pointee = *symbol.type.element;
    while (pointee.kind == CType::Kind::Array)
      pointee = CType(*pointee.element);
    std::string element = array.member.empty() ? array.element.spelling : pointee.spelling;
    auto found = aliases.find({array.base, element});
    if (found == aliases.end()) {
      bool written = isWritten(scop, array.base);
      bool isRestrict = array.member.empty() && (!written || arraysOf(scop, array.base) == 1);
      // Where another configuration gives another type, the guard is false (it compares
      // sizes), but the code must compile.
      const std::vector<std::string> &pins = scop.nest.root->loop.typePins;
      bool typeMayDiffer = std::any_of(pins.begin(), pins.end(), [](const std::string &pin) {
        return pin.starts_with("sizeof");
      });
      bool cast = isFlat || element != pointee.spelling || typeMayDiffer;
      std::string qualified = (written ? "" : "const ") + element;
      std::string name = names.fresh(symbol.spelling);
      // Where the source copies bytes, or its own types may alias all others, the code around the
      // rewrite must not take the element's type for the object's.
      bool isUntyped = !scop.nest.unit->strictAliasing && array.elementSize > 1 &&
                       (array.element.isInteger() || array.element.kind == CType::Kind::Floating) &&
                       array.member.empty();
      std::string pointed = qualified, before;
      if (isUntyped) {
        std::string type = names.fresh("any_" + symbol.spelling);
        before = "typedef " + element + " __attribute__((__may_alias__)) " + type + "; ";
        pointed = (written ? "" : "const ") + type;
        cast = true;
      }
      std::string value = cast ? "(" + pointerTo(pointed, "", false) + ")" + symbol.spelling
                               : symbol.spelling;
      lines.emplace_back(name, before + pointerTo(pointed, name, isRestrict) + " = " + value);
      found = aliases.emplace(std::pair(array.base, element), name).first;
    }
    texts.push_back(found->second);
  }
}

std::vector<std::string> Bases::declarations() const {
  std::vector<std::string> needed;
  for (const auto &[name, line] : lines)
    if (used.count(name))
      needed.push_back(line);
  return needed;
}

} // namespace acc
