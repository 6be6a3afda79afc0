#include "rewriter/emit/Bases.h"

#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/CompilerFaults.h"
#include "rewriter/emit/Parameters.h"

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

bool touches(const Scop &scop, const ScopStatement &statement, SymbolId base, bool isWrite) {
  return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const ScopAccess &access) {
                       return scop.arrays[access.array].base == base && access.isWrite == isWrite &&
                              !(isWrite && access.may);
                     });
}

/// Wherever `later` runs, `first` ran before it in the same iteration of the loops that it is in.
bool runsBefore(const ScopStatement &first, const ScopStatement &later) {
  const size_t depth = first.loops.size();
  return first.condition.isTrue() && depth <= later.loops.size() &&
         std::equal(first.loops.begin(), first.loops.end(), later.loops.begin()) &&
         std::equal(first.positions.begin(), first.positions.begin() + ptrdiff_t(depth),
                    later.positions.begin()) &&
         first.positions[depth] < later.positions[depth];
}

/// A copy of it may be made before the nest: the nest certainly reads or sets it, or it is a
/// variable of the function that only its name reaches and that has a value there.
bool mayBeCopied(const Scop &scop, SymbolId base) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (scop.arrays[access.array].base == base && !access.may)
        return true;
  const Symbol &symbol = scop.nest.symbol(base);
  return (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter) &&
         !symbol.addressTaken && isSetAtEntry(scop.nest, base);
}

/// A value that is set before each read may be none at entry: it is not handed over.
///   m = 0; for (k = 0; k < 16; k++) m += d[k];   where nobody set m before
FunctionParameters::ScalarUse useOf(const Scop &scop, SymbolId base) {
  using Use = FunctionParameters::ScalarUse;
  bool isRead = false, isSet = false, isSetOnce = false;
  for (const ScopStatement &statement : scop.statements) {
    const bool reads = touches(scop, statement, base, false);
    const bool sets = touches(scop, statement, base, true) && statement.condition.isTrue();
    isRead |= reads;
    isSet |= sets;
    isSetOnce |= sets && !reads && statement.loops.empty();
    if (reads && std::none_of(scop.statements.begin(), scop.statements.end(),
                              [&](const ScopStatement &first) {
                                return touches(scop, first, base, true) &&
                                       !touches(scop, first, base, false) &&
                                       runsBefore(first, statement);
                              }))
      return mayBeCopied(scop, base) ? Use::Read : Use::MaySet;
  }
  if (isSetOnce)
    return Use::Set;
  // gcc does not see that the loops run that set it.
  if (isSet && !isRead)
    return isSetAtEntry(scop.nest, base) ? Use::Read : Use::Set;
  return isRead ? Use::Read : Use::MaySet;
}

/// The nest also computes with the pointer itself, which is then handed over beside the alias.
///   A[i] = 0; p[i] = A + i;
bool isUsedAsValue(const Scop &scop, SymbolId base) {
  int uses = 0;
  auto isBase = [&](const Expr &expr) {
    return expr.kind == Expr::Kind::Symbol && expr.symbol == base;
  };
  for (const ScopStatement &statement : scop.statements)
    forEachExprIn(statement.body, [&](const ExprRef &expr) {
      uses += isBase(*expr);
      uses -= expr->kind == Expr::Kind::Access && isBase(skipCasts(*expr->operands[0]));
    });
  return uses > 0;
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

bool hasRows(const LiftedScop &source, int array) {
  const ScopArray &one = source.scop.arrays[array];
  const RecoveredArray &recovered = source.views.arrays[array];
  return recovered.recovered && recovered.view.kind == ViewKind::Array &&
         !recovered.view.sizes.empty() &&
         std::all_of(recovered.view.origin.begin(), recovered.view.origin.end(),
                     [](const Polynomial &low) { return low.isZero(); }) &&
         one.member.empty() && isArithmetic(one.element) && one.base >= 0 && !one.isPrivate;
}

Bases::Bases(const Plan &plan, Names &names, FunctionParameters *parameters)
    : scop(plan.schedule().nest().source->scop), names(names), parameters(parameters) {
  const bool mayBeRestrict = !faultOf(plan, Avoid::Restrict);
  for (const ScopArray &array : scop.arrays) {
    aliasOf.push_back(nullptr);
    if (array.base < 0)
      continue;
    const Symbol &symbol = scop.nest.symbol(array.base);
    bool hasRows = symbol.type.element && symbol.type.element->kind == CType::Kind::Array;
    // Rows that some access leaves behind, given as pointers, are one flat array: (float *)rows.
    bool isFlat = hasRows && array.declaredSizes.empty();
    bool aliased =
        !array.isScalar && !array.isPrivate &&
        (isFlat || (symbol.type.kind == CType::Kind::Pointer && symbol.type.element && !hasRows));
    if (!aliased)
      continue;
    CType pointee = *symbol.type.element;
    while (pointee.kind == CType::Kind::Array)
      pointee = CType(*pointee.element);
    std::string element = array.member.empty() ? array.element.spelling : pointee.spelling;
    auto [found, isNew] = aliases.try_emplace({array.base, element});
    aliasOf.back() = &found->second;
    if (!isNew)
      continue;
    Alias &alias = found->second;
    bool written = isWritten(scop, array.base);
    // Where the source copies bytes, or its own types may alias all others, the code around the
    // rewrite must not take the element's type for the object's.
    alias.isUntyped = !scop.nest.unit->strictAliasing && array.elementSize > 1 &&
                      isArithmetic(array.element) && array.member.empty();
    alias.element = element;
    alias.isConst = !written;
    alias.isRestrict =
        mayBeRestrict && array.member.empty() && (!written || arraysOf(scop, array.base) == 1) &&
        array.element.kind != CType::Kind::Pointer && // the rows are read by the base, too
        !isUsedAsValue(scop, array.base);
    alias.isCast = isFlat || element != pointee.spelling || hasSizePins(scop);
  }
}

std::string Bases::nameOf(SymbolId base, Alias &alias) {
  const Symbol &symbol = scop.nest.symbol(base);
  const std::string constness = alias.isConst ? "const " : "";
  const bool isOfPointers = alias.element.ends_with('*'); // double *const
  std::string pointed = isOfPointers ? alias.element + (alias.isConst ? "const" : "")
                                     : constness + alias.element,
              value = baseText(scop, symbol);
  if (alias.isUntyped) {
    std::string name = names.fresh(symbol.spelling);
    if (parameters)
      value = parameters->add(parameters->stemOf(symbol.spelling) + "_start", constness + "void *",
                              value, base);
    std::string type = names.fresh("any_" + name);
    pointed = constness + type;
    lines.push_back({name, "typedef " + alias.element + " __attribute__((__may_alias__)) " + type});
    lines.push_back({name, pointerTo(pointed, name, alias.isRestrict) + " = (" +
                               pointerTo(pointed, "", false) + ")" + value});
    return name;
  }
  if (alias.isCast)
    value = "(" + pointerTo(pointed, "", false) + ")" + value;
  if (parameters)
    return parameters->add(parameters->stemOf(symbol.spelling),
                           pointerTo(pointed, "", alias.isRestrict), value, base);
  std::string name = names.fresh(symbol.spelling);
  lines.push_back({name, pointerTo(pointed, name, alias.isRestrict) + " = " + value});
  return name;
}

std::string Bases::text(int array) {
  SymbolId base = scop.arrays[array].base;
  if (base < 0)
    return scop.arrays[array].name;
  if (Alias *alias = aliasOf[array]) {
    if (alias->name.empty())
      alias->name = nameOf(base, *alias);
    return alias->name;
  }
  if (!parameters)
    return scop.nest.symbol(base).spelling;
  const Symbol &symbol = scop.nest.symbol(base);
  bool isOutside = symbol.kind == Symbol::Kind::Global && !symbol.isStaticOrThreadLocal;
  return scop.arrays[array].isScalar && !isOutside && isWritten(scop, base)
             ? parameters->reference(base, useOf(scop, base))
             : parameters->value(base);
}

std::string Bases::rows(int array, const std::vector<std::string> &sizes,
                        const std::vector<std::string> &sizesAtNest) {
  auto [found, isNew] = rowsOf.try_emplace(array);
  if (!isNew)
    return found->second;
  SymbolId base = scop.arrays[array].base;
  const Symbol &symbol = scop.nest.symbol(base);
  auto bracketed = [](const std::vector<std::string> &all) {
    std::string text;
    for (const std::string &size : all)
      text += "[" + size + "]";
    return text;
  };
  std::string element =
      (isWritten(scop, base) ? "" : "const ") + scop.arrays[array].element.spelling;
  return found->second = parameters->add(parameters->stemOf(symbol.spelling), element + " (*",
                                         "(" + element + " (*)" + bracketed(sizesAtNest) + ")" +
                                             baseText(scop, symbol),
                                         base, ")" + bracketed(sizes));
}

} // namespace acc
