#include "analysis/model/Requirements.h"

#include "analysis/model/Conditions.h"
#include "analysis/model/IntegerValue.h"
#include "analysis/model/OpaqueCalls.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {

namespace {

bool endsInReturn(const Stmt &branch) {
  if (branch.kind == Stmt::Kind::Block)
    return !branch.children.empty() && endsInReturn(*branch.children.back());
  return branch.kind == Stmt::Kind::Jump && branch.text == "return";
}

} // namespace

bool Demands::demand(const Stmt &requirement, const ScopStatement &place, bool isCertain) {
  auto condition = readCondition(model, *requirement.condition, scop.entryWraps);
  if (!condition)
    return false;
  auto isInvariant = [&](const Condition &part) {
    std::set<std::string> names = part.symbols();
    return std::none_of(names.begin(), names.end(),
                        [&](const std::string &name) { return model.isIterator(name); });
  };
  std::vector<Condition> elsewhere; // where control does not come to it
  for (const Condition &part : place.condition.conjuncts())
    if (!part.isTrue() && isInvariant(part))
      elsewhere.push_back(part.negated());
  ScopStatement certain = place;
  if (!isCertain)
    certain.condition = Condition::never();
  std::vector<WrapRequirement> wraps;
  std::vector<Assumption> needs;
  std::vector<Demand> demands;
  for (Condition part : condition->conjuncts()) {
    if (part.isTrue())
      continue;
    demands.push_back({part, part, certain});
    if (!elsewhere.empty() && isInvariant(part)) {
      elsewhere.push_back(part);
      part = Condition::disjunction(elsewhere);
      elsewhere.pop_back();
    }
    bool isLimit =
        part.kind() == Condition::Kind::NonNegative || part.kind() == Condition::Kind::Zero;
    if (!isLimit && !isInvariant(part))
      return false;
    demands.back().condition = part;
    if (!isLimit) {
      needs.push_back({AssumptionKind::InBounds, part, "", Verdict::RunTime, requirement.range});
      continue;
    }
    std::vector<WrapRequirement> own;
    bool isZero = part.kind() == Condition::Kind::Zero;
    IntegerReader(model, own).require(part.value(), 0, isZero ? 0 : INT64_MAX, requirement.range);
    auto hoisted = model.hoisted(own);
    if (!hoisted)
      return false;
    std::vector<Condition> limits;
    for (const WrapRequirement &wrap : *hoisted) {
      limits.push_back(Condition::lessEqual(wrap.low, wrap.value));
      if (isZero)
        limits.push_back(Condition::lessEqual(wrap.value, wrap.high));
    }
    demands.back().condition = Condition::conjunction(limits);
    wraps.insert(wraps.end(), hoisted->begin(), hoisted->end());
  }
  scop.needs.insert(scop.needs.end(), needs.begin(), needs.end());
  scop.entryWraps.insert(scop.entryWraps.end(), wraps.begin(), wraps.end());
  scop.demands.insert(scop.demands.end(), demands.begin(), demands.end());
  return true;
}

StmtRef Demands::withoutFailures(const StmtRef &stmt, const ScopStatement &place, bool isCertain) {
  if (!stmt || stmt->children.empty())
    return stmt;
  if (isDemand(*stmt))
    return demand(*stmt, place, isCertain) ? makeBlock({}, stmt->range) : stmt;
  bool isChoice = stmt->kind == Stmt::Kind::If;
  for (size_t k = 0; isChoice && k < stmt->children.size(); ++k)
    if (stmt->children[k] && endsInReturn(*stmt->children[k]))
      if (StmtRef rest = withoutBranch(*stmt, k, place, isCertain))
        return withoutFailures(rest, place, isCertain);
  std::vector<ScopStatement> inside(stmt->children.size(), place);
  if (isChoice) {
    std::vector<WrapRequirement> wraps;
    if (auto condition = readCondition(model, *stmt->condition, wraps)) {
      for (size_t k = 0; k < inside.size(); ++k) {
        Condition taken = k == 0 ? *condition : condition->negated();
        inside[k].condition = Condition::conjunction({place.condition, taken});
        inside[k].wrapsAround.insert(inside[k].wrapsAround.end(), wraps.begin(), wraps.end());
      }
    } else {
      isCertain = false;
    }
  }
  auto copy = std::make_shared<Stmt>(*stmt);
  for (size_t k = 0; k < copy->children.size(); ++k)
    copy->children[k] = withoutFailures(copy->children[k], inside[k], isCertain);
  return copy->children == stmt->children ? stmt : copy;
}

StmtRef Demands::withoutBranch(const Stmt &stmt, size_t branch, const ScopStatement &place,
                               bool isCertain) {
  Stmt requirement = stmt;
  if (branch == 0)
    requirement.condition = makeNot(stmt.condition);
  if (!demand(requirement, place, isCertain))
    return nullptr;
  neverTaken.push_back(stmt.children[branch]);
  StmtRef other = stmt.children.size() > 1 ? stmt.children[1 - branch] : nullptr;
  return other ? other : makeBlock({}, stmt.range);
}

StmtRef Demands::withoutReturns(const StmtRef &stmt, const ScopStatement &place, bool isCertain) {
  size_t needs = scop.needs.size(), wraps = scop.entryWraps.size(), taken = neverTaken.size();
  size_t demands = scop.demands.size();
  StmtRef rest = withoutFailures(stmt, place, isCertain);
  if (!exitIn(rest))
    return rest;
  scop.needs.resize(needs);
  scop.entryWraps.resize(wraps, WrapRequirement{});
  scop.demands.resize(demands, Demand{Condition::always(), Condition::always(), {}});
  neverTaken.resize(taken);
  return nullptr;
}

bool Demands::leaveOutCallsOf(const StmtRef &root) const {
  auto callsIn = [](const StmtRef &stmt) {
    std::set<std::pair<uint32_t, std::string>> calls;
    forEachExprIn(stmt, [&](const ExprRef &expr) {
      if (mayWriteMemory(*expr))
        calls.emplace(expr->range.begin, expr->text);
    });
    return calls;
  };
  std::set<std::pair<uint32_t, std::string>> leftOut;
  for (const StmtRef &branch : neverTaken)
    leftOut.merge(callsIn(branch));
  auto all = callsIn(root);
  return std::includes(leftOut.begin(), leftOut.end(), all.begin(), all.end());
}

} // namespace acc
