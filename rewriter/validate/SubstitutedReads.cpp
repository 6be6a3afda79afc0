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
    if (next != part.accesses.size() || namesSubstituted())
      return std::nullopt;
    return std::move(reads);
  }

private:
  /// Something is left of a scalar, beside its value.
  bool namesSubstituted() const {
    bool isNamed = false;
    forEachExprIn(part.body, [&](const ExprRef &expr) {
      for (const auto &[scalar, definition] : substituted)
        isNamed |= expr->kind == Expr::Kind::Symbol && expr->symbol == read.arrays[scalar].base;
    });
    return isNamed;
  }

  bool statements(const StmtRef &p, const StmtRef &w) {
    if (p == w)
      return true;
    if (!p || !w || p->kind != w->kind || p->text != w->text || p->symbol != w->symbol || p->init ||
        w->init || p->step || w->step || p->children.size() != w->children.size() ||
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
    if (access == around->accesses.end())
      return false;
    const ScopArray &array = read.arrays[access->array];
    if (cast.type.spelling != array.element.spelling || cast.type.size != array.element.size ||
        cast.operands.size() != 1)
      return false;
    const std::vector<int> stores = statementsWith(read, access->array, /*isWrite=*/true);
    return std::any_of(stores.begin(), stores.end(), [&](int store) {
      return mayStandElsewhere(store, array) && isValueOf(cast.operands[0], access->array, store);
    });
  }

  /// The value is that of the store, and the statement has no other one in the scalar's place.
  bool isValueOf(const ExprRef &value, int scalar, size_t store) {
    const std::map<int, size_t> known = substituted;
    if (!substituted.emplace(scalar, store).second && known.at(scalar) != store)
      return false;
    const ScopStatement *outer = std::exchange(around, &read.statements[store]);
    bool isSame = expressions(value, onlyChild(*around->body).value);
    around = outer;
    if (!isSame)
      substituted = known;
    return isSame;
  }

  bool mayStandElsewhere(size_t definition, const ScopArray &scalar) const {
    const ScopStatement &statement = read.statements[definition];
    if (!scalar.isScalar || !scalar.isPrivate || scalar.element.isVolatile || statement.opaque ||
        !statement.body)
      return false;
    const Stmt &body = onlyChild(*statement.body);
    bool isPlain = body.kind == Stmt::Kind::Declare ||
                   (body.kind == Stmt::Kind::Assign && body.op() == Op::Equal);
    if (!isPlain || assignedSymbol(body) != scalar.base || !body.value || !isPure(*body.value) ||
        statement.loops.size() > around->loops.size() ||
        !std::equal(statement.loops.begin(), statement.loops.end(), around->loops.begin()) ||
        textualOrder(statement, *around) >= 0)
      return false;
    // Another loop may not use a variable that the value names.
    bool isNamed = false;
    forEachExpr(body.value, [&](const ExprRef &expr) {
      for (size_t k = statement.loops.size(); k < whole.loops.size(); ++k)
        isNamed |=
            expr->kind == Expr::Kind::Symbol && expr->symbol == read.loops[whole.loops[k]].variable;
    });
    return !isNamed;
  }

  /// The next accesses of the part are those that stand for this one.
  bool accessesOf(const ScopAccess &access) {
    auto found = access.isWrite ? substituted.end() : substituted.find(access.array);
    if (found == substituted.end())
      return next < part.accesses.size() &&
             isSameAccess(scopOfPart, part.accesses[next++], read, access);
    if (access.table)
      return false;
    SubstitutedRead value{found->second, access.array, {}};
    size_t first = next;
    for (const ScopAccess &own : read.statements[value.definition].accesses)
      if (!own.isWrite && !accessesOf(inPlaceOf(access, own)))
        return false;
    for (size_t k = first; k < next; ++k)
      value.accesses.push_back(k);
    reads.push_back(std::move(value));
    return true;
  }

  /// What the definition reads, where the scalar was read: below a condition on data it may not
  /// happen.
  ///   t = A[i]; if (B[j] > t) C[j] = t;   ->   if (B[j] > (float)A[i]) C[j] = (float)A[i];
  static ScopAccess inPlaceOf(const ScopAccess &scalar, ScopAccess own) {
    own.may = own.may || scalar.may;
    return own;
  }

  const Scop &scopOfPart;
  const ScopStatement &part;
  const Scop &read;
  const ScopStatement &whole;
  const ScopStatement *around = &whole; // in which the expressions of what was read stand
  std::map<int, size_t> substituted;    // the scalars' definitions, by their numbers
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

std::optional<std::vector<SubstitutedRead>> substitutedReads(const Scop &scopOfPart,
                                                             const ScopStatement &part,
                                                             const Scop &scopOfWhole,
                                                             const ScopStatement &whole) {
  return PartMatch(scopOfPart, part, scopOfWhole, whole).match();
}

std::optional<Rejection> checkUnchanged(const Scop &source, const CellProgram &program,
                                        const GuardContext &guard) {
  if (!source.asRead)
    return std::nullopt;
  const Scop &read = *source.asRead;
  isl::ctx ctx = guard.isl().get();
  unsigned dims = 2 * depthOf(source) + 1;
  isl::map later = lexicographicOrder(ctx, dims, /*orEqual=*/false).reverse();
  std::vector<std::vector<SubstitutedRead>> values;
  std::vector<std::vector<const ScopStatement *>>
      wholes; // of which each may be a part, in the places where they were read
  for (const ScopStatement &part : source.statements) {
    std::optional<std::vector<SubstitutedRead>> reads;
    wholes.emplace_back();
    for (const ScopStatement &whole : read.statements)
      if (auto found = substitutedReads(source, part, read, whole)) {
        wholes.back().push_back(&whole);
        if (!reads)
          reads = std::move(found);
      }
    if (!reads)
      return Rejection{RejectionKind::NotProved, part.where, "a statement was not analysed"};
    values.push_back(std::move(*reads));
  }
  auto cellsOf = [&](size_t statement, size_t access) {
    return program.statements[statement]
        .accesses[program.flowAccesses[statement][access][0]]
        .relation;
  };
  for (size_t s = 0; s < source.statements.size(); ++s) {
    const FlowStatement &reader = program.statements[s];
    for (const SubstitutedRead &value : values[s]) {
      const ScopStatement &definition = read.statements[value.definition];
      isl::map inside = equalPrefix(ctx, dims, 2 * definition.loops.size());
      for (size_t w = 0; w < source.statements.size(); ++w) {
        if (std::all_of(wholes[w].begin(), wholes[w].end(), [&](const ScopStatement *whole) {
              return textualOrder(*whole, definition) <= 0;
            }))
          continue;
        const FlowStatement &writer = program.statements[w];
        const isl::map between = reader.schedule.apply_range(later.intersect(inside))
                                     .apply_range(writer.schedule.reverse());
        for (size_t write = 0; write < source.statements[w].accesses.size(); ++write)
          for (size_t access : value.accesses) {
            if (!source.statements[w].accesses[write].isWrite)
              continue;
            const bool isEarlierInStatement = w == s && write < access;
            const isl::map before =
                isEarlierInStatement ? between.unite(reader.domain.identity()) : between;
            const isl::union_map same =
                isl::union_map(cellsOf(s, access))
                    .apply_range(isl::union_map(cellsOf(w, write)).reverse());
            if (!same.intersect(before).is_empty())
              return Rejection{RejectionKind::NotProved, source.statements[w].where,
                               "an operand of a substituted scalar may be overwritten before the "
                               "scalar is used"};
          }
      }
    }
  }
  return std::nullopt;
}

} // namespace acc
