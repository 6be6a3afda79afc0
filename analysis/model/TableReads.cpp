#include "analysis/model/TableReads.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Elements between the first and the last: a table that 16 bits index.
constexpr int64_t kMaxSpan = 1 << 16;

/// Elements of an array with a name of its own, beyond which the source may not read; none for
/// members, of which the last one may go on behind its struct.
std::optional<int64_t> lengthOf(const Symbol &symbol) {
  const CType &type = symbol.type;
  bool isKnown = symbol.kind != Symbol::Kind::Path && type.kind == CType::Kind::Array &&
                 type.element && type.element->size && type.size;
  return isKnown ? std::optional<int64_t>(type.size / type.element->size) : std::nullopt;
}

/// No index of which views could be made.
bool isPlain(const ScopAccess &access) {
  return std::all_of(access.subscripts.begin(), access.subscripts.end(),
                     [](const Polynomial &index) {
                       return index.totalDegree([](const std::string &) { return true; }) <= 1;
                     });
}

} // namespace

std::vector<ScopAccess> TableReads::read(const ExprRef &node, ArrayTable &arrays, int statement,
                                         const Rejection &why) {
  bool isNumber = node->type.isInteger() || node->type.kind == CType::Kind::Floating;
  if (node->operands.size() != 2 || !node->member.empty() || !isNumber)
    return {};
  const ExprRef &index = node->operands[1];
  auto bounds = values->boundsOf(*index);
  const ExprRef &base = node->operands[0];
  if (base->kind == Expr::Kind::Symbol)
    if (auto length = lengthOf(model.nest.symbol(base->symbol)))
      bounds = ValueBounds{std::max<int64_t>(bounds ? bounds->low : 0, 0),
                           std::min(bounds ? bounds->high : *length - 1, *length - 1)};
  if (!bounds || bounds->low > bounds->high || bounds->high - bounds->low >= kMaxSpan)
    return {};
  std::vector<ScopAccess> ends;
  for (int64_t end : {bounds->low, bounds->high}) {
    auto element = std::make_shared<Expr>(*node);
    element->operands[1] = makeInteger(end, index->type, index->range);
    auto access = arrays.read(element);
    bool isElement = access && access->subscripts.size() == 1 &&
                     access->subscripts.front() == Polynomial(end) && access->wraps.empty();
    if (!isElement)
      return {};
    access->node = nullptr;
    access->table = node;
    access->may = true;
    ends.push_back(std::move(*access));
  }
  reads.push_back({statement, node, ends.front().array, why});
  return ends;
}

std::vector<UnknownPlace> TableReads::settle(const std::vector<ScopStatement> &statements,
                                             const std::vector<ScalarAccess> &scalars,
                                             std::vector<ScopArray> &arrays) const {
  for (const Read &read : reads)
    arrays[read.array].isTable = !arrays[read.array].isPrivate;
  std::set<SymbolId> open;
  for (const ScalarAccess &scalar : scalars)
    if (!arrays[statements[scalar.statement].accesses[scalar.access].array].isPrivate)
      open.insert(scalar.symbol);
  for (const ScopStatement &statement : statements)
    for (const ScopAccess &access : statement.accesses)
      if (!access.table && (access.isWrite || !isPlain(access)))
        arrays[access.array].isTable = false;
  std::vector<UnknownPlace> places;
  for (const Read &read : reads) {
    std::set<SymbolId> used = values->variablesOf(read.node->operands[1]);
    bool isOpen =
        std::any_of(used.begin(), used.end(), [&](SymbolId id) { return open.count(id) != 0; });
    if (isOpen || !arrays[read.array].isTable)
      places.push_back(
          {read.statement, rootOf(*read.node->operands[0]), read.node->type, false, read.why});
  }
  return places;
}

} // namespace acc
