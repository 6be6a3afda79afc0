#include "rewriter/validate/SubstitutedReads.h"

#include "analysis/dependence/Order.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <map>
#include <utility>

namespace acc {
namespace {

class PartMatch {
public:
  PartMatch(const Scop &scopOfPart, const ScopStatement &part, const Scop &read,
            const ScopStatement &whole)
      : scopOfPart(scopOfPart), part(part), read(read), whole(whole) {}

  std::optional<std::vector<SubstitutedRead>> match() {
    if (part.loops != whole.loops || part.opaque != whole.opaque ||
        !statements(part.body, whole.body))
      return std::nullopt;
    for (const ScopAccess &access : whole.accesses)
      if (!accessesOf(access))
        return std::nullopt;
    if (next != part.accesses.size())
      return std::nullopt;
    return std::move(reads);
  }

private:
  bool statements(const StmtRef &p, const StmtRef &w) {
    if (p == w)
      return true;
    if (!p || !w || p->kind != w->kind || p->text != w->text || p->symbol != w->symbol ||
        p->init || w->init || p->step || w->step || p->children.size() != w->children.size() ||
        !expressions(p->target, w->target) || !expressions(p->value, w->value) ||
        !expressions(p->condition, w->condition))
      return false;
    for (size_t k = 0; k < p->children.size(); ++k)
      if (!statements(p->children[k], w->children[k]))
        return false;
    return true;
  }

  bool expressions(const ExprRef &p, const ExprRef &w) {
    if (p == w)
      return true;
    if (!p || !w)
      return false;
    if (w->kind == Expr::Kind::Symbol && p->kind == Expr::Kind::Cast)
      return isValueOf(*p, w);
    if (p->kind != w->kind || p->type.spelling != w->type.spelling || p->text != w->text ||
        p->value != w->value || p->symbol != w->symbol || p->isImplicit != w->isImplicit ||
        p->effect != w->effect || p->member != w->member ||
        p->operands.size() != w->operands.size())
      return false;
    for (size_t k = 0; k < p->operands.size(); ++k)
      if (!expressions(p->operands[k], w->operands[k]))
        return false;
    return true;
  }

  /// The value of the scalar's definition, converted to its type.
  bool isValueOf(const Expr &cast, const ExprRef &scalar) {
    auto access = std::find_if(around->accesses.begin(), around->accesses.end(),
                               [&](const ScopAccess &one) { return one.node == scalar; });
    auto definition = access == around->accesses.end() ? std::nullopt : definitionOf(access->array);
    if (!definition)
      return false;
    const CType &type = read.arrays[access->array].element;
    if (cast.type.spelling != type.spelling || cast.type.size != type.size ||
        cast.operands.size() != 1)
      return false;
    const ScopStatement *outer = std::exchange(around, &read.statements[*definition]);
    bool isSame = expressions(cast.operands[0], onlyChild(*around->body).value);
    around = outer;
    substituted[access->array] = *definition;
    return isSame;
  }

  /// The statement of the only store to the scalar.
  std::optional<size_t> definitionOf(int scalar) const {
    const ScopArray &array = read.arrays[scalar];
    if (!array.isScalar || !array.isPrivate || array.element.isVolatile)
      return std::nullopt;
    std::optional<size_t> found;
    for (size_t s = 0; s < read.statements.size(); ++s)
      for (const ScopAccess &access : read.statements[s].accesses)
        if (access.array == scalar && access.isWrite) {
          if (found || access.may)
            return std::nullopt;
          found = s;
        }
    return found && mayStandElsewhere(*found, array.base) ? found : std::nullopt;
  }

  bool mayStandElsewhere(size_t definition, SymbolId scalar) const {
    const ScopStatement &statement = read.statements[definition];
    if (statement.opaque || !statement.body)
      return false;
    const Stmt &body = onlyChild(*statement.body);
    bool isPlain = body.kind == Stmt::Kind::Declare ||
                   (body.kind == Stmt::Kind::Assign && body.text == "=");
    if (!isPlain || assignedSymbol(body) != scalar || !body.value || !isPure(*body.value) ||
        statement.loops.size() > whole.loops.size() ||
        !std::equal(statement.loops.begin(), statement.loops.end(), whole.loops.begin()) ||
        textualOrder(statement, whole) >= 0)
      return false;
    // Another loop may not use a variable that the value names.
    bool isNamed = false;
    forEachExpr(body.value, [&](const ExprRef &expr) {
      for (size_t k = statement.loops.size(); k < whole.loops.size(); ++k)
        isNamed |= expr->kind == Expr::Kind::Symbol &&
                   expr->symbol == read.loops[whole.loops[k]].variable;
    });
    return !isNamed;
  }

  /// The next accesses of the part are those that stand for this one.
  bool accessesOf(const ScopAccess &access) {
    auto found = access.isWrite ? substituted.end() : substituted.find(access.array);
    if (found == substituted.end())
      return next < part.accesses.size() &&
             isSameAccess(scopOfPart, part.accesses[next++], read, access);
    if (access.may || access.table)
      return false;
    SubstitutedRead value{found->second, {}};
    size_t first = next;
    for (const ScopAccess &own : read.statements[value.definition].accesses)
      if (!own.isWrite && !accessesOf(own))
        return false;
    for (size_t k = first; k < next; ++k)
      value.accesses.push_back(k);
    reads.push_back(std::move(value));
    return true;
  }

  const Scop &scopOfPart;
  const ScopStatement &part;
  const Scop &read;
  const ScopStatement &whole;
  const ScopStatement *around = &whole;  // in which the expressions of what was read stand
  std::map<int, size_t> substituted;      // the scalars' definitions
  std::vector<SubstitutedRead> reads;
  size_t next = 0; // of the part's accesses
};

} // namespace

int textualOrder(const ScopStatement &a, const ScopStatement &b) {
  for (size_t k = 0; k < std::min(a.positions.size(), b.positions.size()); ++k) {
    if (a.positions[k] != b.positions[k])
      return a.positions[k] < b.positions[k] ? -1 : 1;
    if (k >= a.loops.size() || k >= b.loops.size() || a.loops[k] != b.loops[k])
      break;
  }
  return 0;
}

bool isSameAccess(const Scop &scopOfA, const ScopAccess &a, const Scop &scopOfB,
                  const ScopAccess &b) {
  const ScopArray &left = scopOfA.arrays[a.array], &right = scopOfB.arrays[b.array];
  return left.base == right.base && left.name == right.name && left.member == right.member &&
         a.node == b.node && a.isWrite == b.isWrite && a.may == b.may &&
         a.subscripts == b.subscripts && a.when == b.when && a.table == b.table &&
         a.readsSome == b.readsSome;
}

std::optional<std::vector<SubstitutedRead>>
substitutedReads(const Scop &scopOfPart, const ScopStatement &part, const Scop &scopOfWhole,
                 const ScopStatement &whole) {
  return PartMatch(scopOfPart, part, scopOfWhole, whole).match();
}

std::optional<Rejection> checkUnchanged(const Scop &source, const CellProgram &before,
                                        const GuardContext &guard) {
  if (!source.asRead)
    return std::nullopt;
  const Scop &read = *source.asRead;
  isl::ctx ctx = guard.isl().get();
  unsigned dims = 2 * depthOf(source) + 1;
  isl::map later = lexicographicOrder(ctx, dims, /*orEqual=*/false).reverse();
  for (size_t s = 0; s < source.statements.size(); ++s) {
    std::optional<std::vector<SubstitutedRead>> reads;
    for (size_t w = 0; w < read.statements.size() && !reads; ++w)
      reads = substitutedReads(source, source.statements[s], read, read.statements[w]);
    if (!reads)
      return Rejection{RejectionKind::NotProved, source.statements[s].where,
                       "a statement was not read"};
    const FlowStatement &reader = before.statements[s];
    for (const SubstitutedRead &value : *reads) {
      const ScopStatement &definition = read.statements[value.definition];
      isl::map inside = equalPrefix(ctx, dims, 2 * definition.loops.size());
      for (size_t w = 0; w < source.statements.size(); ++w) {
        if (textualOrder(source.statements[w], definition) <= 0)
          continue;
        const FlowStatement &writer = before.statements[w];
        isl::map between = reader.schedule.apply_range(later.intersect(inside))
                               .apply_range(writer.schedule.reverse());
        for (const CellAccess &write : writer.accesses)
          for (size_t access : value.accesses) {
            const CellAccess &own = reader.accesses[before.flowAccesses[s][access][0]];
            isl::union_map same = isl::union_map(own.relation)
                                      .apply_range(isl::union_map(write.relation).reverse());
            if (write.isWrite && !same.intersect(between).is_empty())
              return Rejection{RejectionKind::NotProved, source.statements[w].where,
                               "what a scalar is made of may be written before its use"};
          }
      }
    }
  }
  return std::nullopt;
}

} // namespace acc
