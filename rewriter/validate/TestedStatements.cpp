#include "rewriter/validate/TestedStatements.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
std::optional<TestedAssignment> testedAssignmentOf(const ScopStatement &statement) {
  const StmtRef &body = statement.body;
  if (!body || body->kind != Stmt::Kind::If || (body->children.size() > 1 && body->children[1]))
    return std::nullopt;
  StmtRef inner = body->children[0];
  while (inner && inner->kind == Stmt::Kind::Block && inner->children.size() == 1)
    inner = inner->children[0];
  if (!inner || inner->kind != Stmt::Kind::Assign)
    return std::nullopt;
  return TestedAssignment{body->condition, inner};
}

const ScopAccess *accessAt(const ScopStatement &statement, const Expr &node, bool isWrite) {
  for (const ScopAccess &access : statement.accesses)
    if (access.node.get() == &node && access.isWrite == isWrite)
      return &access;
  return nullptr;
}

std::optional<std::vector<const ScopAccess *>>
privateReads(const Scop &scop, const ScopStatement &statement, const ExprRef &condition) {
  std::vector<const ScopAccess *> reads;
  std::set<const Expr *> inside; // of accesses
  bool isKnown = true;
  forEachExpr(condition, [&](const ExprRef &part) {
    if (inside.count(part.get()))
      return;
    if (const ScopAccess *access = accessAt(statement, *part, false)) {
      isKnown &= scop.arrays[access->array].isPrivate && !access->table;
      reads.push_back(access);
      forEachExpr(part, [&](const ExprRef &below) { inside.insert(below.get()); });
      return;
    }
    isKnown &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Unary ||
               part->kind == Expr::Kind::Binary || part->kind == Expr::Kind::Cast ||
               part->kind == Expr::Kind::Conditional;
  });
  return isKnown && !reads.empty() ? std::optional(reads) : std::nullopt;
}

const Expr &withoutTruth(const Expr &condition) {
  const Expr &value = skipWidening(condition);
  const bool isNotZero = value.kind == Expr::Kind::Binary && value.op() == Op::ExclaimEqual &&
                         value.operands[1]->kind == Expr::Kind::Integer &&
                         value.operands[1]->value == 0;
  return isNotZero ? withoutTruth(*value.operands[0]) : value;
}

bool isSameTest(const Scop &scop, const ScopStatement &a, const ExprRef &x, const ScopStatement &b,
                const ExprRef &y) {
  auto form = [&](const ScopStatement &statement, const ExprRef &test) {
    PrintHooks hooks;
    hooks.replace = [&](const Expr &part) -> std::optional<std::string> {
      for (const ScopAccess &access : statement.accesses)
        if (access.node.get() == &part && !access.isWrite)
          return "@" + std::to_string(access.array);
      return std::nullopt;
    };
    return printExpr(scop.nest, withoutTruth(*test), hooks);
  };
  return form(a, x) == form(b, y);
}

isl::map testedElements(const GuardContext &guard, const Scop &scop, const ScopStatement &statement,
                        const ExprRef &condition) {
  const auto reads = privateReads(scop, statement, condition);
  std::vector<Polynomial> values;
  for (const ScopAccess *read : *reads)
    values.insert(values.end(), read->subscripts.begin(), read->subscripts.end());
  return valuesOn(guard, scop, statement, values);
}

isl::map valuesOn(const GuardContext &guard, const Scop &scop, const ScopStatement &statement,
                  const std::vector<Polynomial> &values) {
  const std::vector<std::string> iterators = scop.iteratorsOf(statement);
  std::vector<LinearForm> forms;
  for (const Polynomial &value : values) {
    auto form = linearForm(value, iterators);
    if (!form)
      return {};
    forms.push_back(*form);
  }
  isl::set domain =
      iterationDomain(guard.isl(), scop, statement).intersect_params(guard.parameters());
  return makeMap(guard.isl().get(), statement.id, iterators, "", forms).intersect_domain(domain);
}

Lifetime::Lifetime(const Scop &scop, int array, const std::vector<size_t> &statements)
    : scop(scop), loops(scop.arrays[array].privateLoops.size()) {
  const std::vector<int> &own = scop.statements[statements.front()].loops;
  around.assign(own.begin(), own.begin() + static_cast<long>(std::min(loops, own.size())));
  first = last = placeOf(statements.front());
  for (size_t s : statements) {
    first = std::min(first, placeOf(s));
    last = std::max(last, placeOf(s));
  }
}

bool Lifetime::contains(size_t statement) const {
  const std::vector<int> &own = scop.statements[statement].loops;
  return own.size() >= loops && std::equal(around.begin(), around.end(), own.begin()) &&
         placeOf(statement) >= first && placeOf(statement) <= last;
}

bool Lifetime::isInOrder(const std::vector<size_t> &before,
                         const std::vector<size_t> &after) const {
  return std::all_of(before.begin(), before.end(), [&](size_t a) {
    return contains(a) && std::all_of(after.begin(), after.end(), [&](size_t b) {
             return contains(b) && placeOf(a) < placeOf(b);
           });
  });
}

bool Lifetime::changes(const std::set<int> &arrays) const {
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (const ScopAccess &access : scop.statements[s].accesses)
      if (access.isWrite && arrays.count(access.array) && contains(s))
        return true;
  return false;
}

} // namespace acc
