#include "rewriter/emit/FunctionParameters.h"

#include "analysis/tree/ExprPrinter.h"
#include "rewriter/emit/Parameters.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <set>

namespace acc {
namespace {

bool isPointer(const std::string &declaration) {
  return declaration.find('*') != std::string::npos;
}

/// "float *" and "p" -> "float *p".
std::string joined(const std::string &type, const std::string &name) {
  return type +
         (type.empty() || type.back() == '*' || type.back() == ' ' || type.back() == '(' ? ""
                                                                                         : " ") +
         name;
}

} // namespace

bool hasSizePins(const Scop &scop) {
  const std::vector<std::string> &pins = scop.nest.root->loop.typePins;
  return std::any_of(pins.begin(), pins.end(),
                     [](const std::string &pin) { return pin.starts_with("sizeof"); });
}

std::string FunctionParameters::stemOf(const std::string &spelling) const {
  auto lastOf = [](const std::string &path) {
    size_t at = path.find_last_of(".>");
    return at == std::string::npos ? path : path.substr(at + 1);
  };
  std::set<std::string> alike;
  auto count = [&](const std::string &other) {
    if (lastOf(other) == lastOf(spelling))
      alike.insert(other);
  };
  for (const acc::Parameter &parameter : scop.parameters)
    count(parameter.name);
  for (const ScopArray &array : scop.arrays)
    if (array.base >= 0)
      count(scop.nest.symbol(array.base).spelling);
  if (alike.size() < 2)
    return spelling;
  std::string stem;
  for (char c : spelling)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      stem += c;
    else if (c == '.' || c == '>')
      stem += '_';
  return stem;
}

std::string FunctionParameters::nameFor(const Symbol &symbol) {
  if (names.reserve(symbol.spelling))
    return symbol.spelling;
  return names.fresh(symbol.spelling);
}

std::string FunctionParameters::declaration(const Symbol &symbol, const std::string &name) {
  const CType *type = &symbol.type;
  bool isArray = type->kind == CType::Kind::Array;
  if (!isArray && type->kind != CType::Kind::Pointer)
    return joined(type->spelling, name);
  // Rows: float (*m)[64].
  const CType *element = type->element.get();
  std::string sizes;
  size_t dimension = 0;
  while (element && element->kind == CType::Kind::Array) {
    PrintHooks hooks;
    hooks.replace = [&](const Expr &part) -> std::optional<std::string> {
      return part.kind == Expr::Kind::Symbol ? std::optional(value(part.symbol)) : std::nullopt;
    };
    if (dimension < symbol.innerSizes.size()) {
      sizes += "[" + printExpr(scop.nest, *symbol.innerSizes[dimension++], hooks) + "]";
    } else if (const CType *inner = element->element.get();
               symbol.innerSizes.empty() && inner && inner->size && element->size) {
      sizes += "[" + std::to_string(element->size / inner->size) + "]";
    } else {
      failure = "the row length of '" + symbol.spelling + "' is unknown";
      return "";
    }
    element = element->element.get();
  }
  if (!element)
    return joined(type->spelling, name);
  std::string pointed = (element->isConst ? "const " : "") + element->spelling;
  if (sizes.empty())
    return joined(isArray ? joined(pointed, "*") : type->spelling, name);
  return pointed + " (*" + name + ")" + sizes;
}

bool FunctionParameters::isArrayInRecord(const Symbol &symbol) const {
  if (symbol.kind != Symbol::Kind::Path || symbol.type.kind != CType::Kind::Array)
    return false;
  const Symbol &root = scop.nest.symbol(symbol.root);
  return root.type.kind == CType::Kind::Other && !isVisible(root);
}

std::string FunctionParameters::value(SymbolId id) {
  const Symbol &symbol = scop.nest.symbol(id);
  bool isInRecord = isArrayInRecord(symbol);
  // A pointer that the nest reads from an element of an array, rows[y], is handed over.
  const bool isLoaded = symbol.kind == Symbol::Kind::Path && symbol.parent < 0;
  if (symbol.kind == Symbol::Kind::Path && !isInRecord && !isLoaded) {
    const std::string &root = scop.nest.symbol(symbol.root).spelling;
    std::string name = value(symbol.root);
    size_t at = symbol.spelling.find(root);
    if (name == root || at == std::string::npos)
      return symbol.spelling;
    return symbol.spelling.substr(0, at) + name + symbol.spelling.substr(at + root.size());
  }
  if (isVisible(symbol))
    return symbol.spelling;
  if (auto found = known.find(id); found != known.end())
    return found->second;
  std::string text = declaration(symbol, "");
  if (text.find("unnamed") != std::string::npos || text.find("anonymous") != std::string::npos)
    failure =
        "the type of '" + symbol.spelling + "' is unnamed, so it cannot be passed to a function";
  std::string name =
      isInRecord || isLoaded ? names.fresh(stemOf(symbol.spelling)) : nameFor(symbol);
  known[id] = name;
  std::string argument = baseText(scop, symbol);
  if (typesMayDiffer && isPointer(text))
    argument = "(" + text + ")" + argument;
  parameters.push_back({name, declaration(symbol, name), argument, id});
  return name;
}

std::string FunctionParameters::reference(SymbolId id, ScalarUse kind) {
  const Symbol &symbol = scop.nest.symbol(id);
  auto [found, isNew] = references.try_emplace(id);
  if (!isNew)
    return found->second;
  const bool isPart = symbol.kind == Symbol::Kind::Path; // s.flag has no name of its own
  std::string name = isPart ? names.fresh(stemOf(symbol.spelling)) : nameFor(symbol),
              place = symbol.spelling;
  found->second = "(*" + name + ")";
  if (kind != ScalarUse::MaySet) {
    place = outside.fresh((isPart ? name : symbol.spelling) + "_now");
    copies.push_back(joined(symbol.type.spelling, place) +
                     (kind == ScalarUse::Read ? " = " + symbol.spelling : "") + ";");
    copiesBack.push_back(symbol.spelling + " = " + place + ";");
  }
  if (inLocals && kind != ScalarUse::MaySet) {
    found->second = name;
    name = names.fresh(found->second + "_now");
    locals.push_back(joined(symbol.type.spelling, found->second) +
                     (kind == ScalarUse::Read ? " = *" + name : "") + ";");
    localsBack.push_back("*" + name + " = " + found->second + ";");
  }
  const std::string &plain = symbol.type.spelling;
  const bool isPointer = symbol.type.kind == CType::Kind::Pointer;
  const std::string type = !symbol.type.isConst ? plain
                           : isPointer          ? plain + "const"
                                                : "const " + plain;
  // The variable's own address is that of a restrict pointer; a copy is none.
  const bool isOfRestrict = symbol.type.isRestrict && kind == ScalarUse::MaySet;
  parameters.push_back(
      {name, joined(joined(type, isOfRestrict ? "__restrict *" : "*"), "__restrict " + name),
       "&" + place, id});
  return found->second;
}

std::string FunctionParameters::add(const std::string &stem, const std::string &before,
                                    const std::string &argument, SymbolId symbol,
                                    const std::string &behind) {
  std::string name = names.fresh(stem);
  parameters.push_back(
      {name, joined(before, name) + behind, argument, symbol < 0 ? INT_MAX : symbol});
  return name;
}

std::vector<FunctionParameters::Parameter> FunctionParameters::sorted() const {
  std::vector<Parameter> all = parameters;
  std::stable_sort(all.begin(), all.end(), [](const Parameter &a, const Parameter &b) {
    return std::pair(isPointer(a.declaration), a.order) <
           std::pair(isPointer(b.declaration), b.order);
  });
  return all;
}

std::string FunctionParameters::declarations() const {
  std::string text;
  for (const Parameter &parameter : sorted())
    text += (text.empty() ? "" : ", ") + parameter.declaration;
  return text.empty() ? "void" : text;
}

std::vector<std::pair<std::string, std::string>> FunctionParameters::named() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Parameter &parameter : sorted())
    all.emplace_back(parameter.name, parameter.declaration);
  return all;
}

std::string FunctionParameters::arguments() const {
  std::string text;
  for (const Parameter &parameter : sorted())
    text += (text.empty() ? "" : ", ") + parameter.argument;
  return text;
}

} // namespace acc
