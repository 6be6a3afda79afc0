#include "rewriter/validate/GuardReads.h"

#include "analysis/model/ExprPrinter.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/model/TreeUtil.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

bool names(const Polynomial &value, const std::set<std::string> &wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const std::string &name) { return value.contains(name); });
}

bool computes(const Scop &source, const ScopAccess &access, const std::set<std::string> &wanted) {
  return wanted.count(source.arrays[access.array].name) ||
         std::any_of(access.subscripts.begin(), access.subscripts.end(),
                     [&](const Polynomial &subscript) { return names(subscript, wanted); });
}

/// Of several bounds (`j < n && j < m`) only the first is certain to be computed.
bool firstNames(const std::vector<Polynomial> &bounds, const std::set<std::string> &wanted) {
  return !bounds.empty() && names(bounds.front(), wanted);
}

/// Names of the source whose value comes from `read`: the location itself, as a parameter or
/// as the base of an array, and what is computed from it.
std::set<std::string> namesOf(const Scop &source, const GuardRead &read) {
  std::set<std::string> found = {read.name};
  for (const Parameter &parameter : source.parameters) {
    bool holds = !read.isComputed && parameter.name == read.name;
    if (parameter.definition)
      forEachExpr(parameter.definition, [&](const ExprRef &part) {
        holds |= read.isComputed ? printExpr(source.nest, *part) == read.name
                                 : part->kind == Expr::Kind::Symbol &&
                                       source.nest.symbol(part->symbol).name == read.name;
      });
    if (holds)
      found.insert(parameter.name);
  }
  return found;
}

/// Parameters for which a statement in these loops under this condition runs.
isl::set whereReached(const IslContext &context, const Scop &source, int loop,
                      const Condition &condition) {
  ScopStatement statement;
  statement.id = "R";
  statement.condition = condition;
  for (int at = loop; at >= 0; at = source.loops[at].parent)
    statement.loops.insert(statement.loops.begin(), at);
  return parameterSetOf(iterationDomain(context, source, statement));
}

/// Parameters for which the source certainly computes one of `wanted`: it comes to a loop
/// that is bounded by it, or to an access.
isl::set whereComputed(const IslContext &context, const Scop &source,
                       const std::set<std::string> &wanted) {
  isl::set where = makeParameterSet(context.get(), {{{{}, -1}, false}});
  for (const ScopLoop &loop : source.loops)
    if (firstNames(loop.first, wanted) || firstNames(loop.end, wanted))
      where = where.unite(whereReached(context, source, loop.parent, loop.condition));
  for (const ScopStatement &statement : source.statements)
    for (const ScopAccess &access : statement.accesses)
      if (!statement.opaque && !access.may && computes(source, access, wanted))
        where = where.unite(parameterSetOf(iterationDomain(context, source, statement)));
  return where;
}

} // namespace

std::optional<Rejection> checkGuardReads(const Scop &source, const std::vector<GuardRead> &reads,
                                         const IslContext &context) {
  std::map<std::string, isl::set> computed;
  for (const GuardRead &read : reads) {
    auto at = computed.find(read.name);
    if (at == computed.end())
      at = computed.emplace(read.name, whereComputed(context, source, namesOf(source, read)))
               .first;
    isl::set known = contextSet(context, source);
    for (const Condition &part : read.before.conjuncts())
      if (auto set = conditionSet(context, "", {}, part))
        known = known.intersect_params(parameterSetOf(*set));
    if (!known.is_subset(at->second))
      return Rejection{RejectionKind::NotProved, read.where,
                       "the guard reads " + read.name + " where the source may not"};
  }
  return std::nullopt;
}

} // namespace acc
