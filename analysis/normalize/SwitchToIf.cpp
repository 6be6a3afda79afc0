#include "analysis/normalize/SwitchToIf.h"

#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// The statements behind some labels, without the break that ends them.
struct Section {
  SectionLabels labels;
  bool isEnded = false;
  std::vector<StmtRef> stmts;
};

/// Adds a statement of a section; false where a break of the switch hides in it.
bool addTo(Section &section, const StmtRef &stmt) {
  if (section.isEnded) // never reached
    return isJump(stmt, "break");
  if (isJump(stmt, "break")) {
    section.isEnded = true;
    return true;
  }
  if (stmt->kind == Stmt::Kind::Block)
    return std::all_of(stmt->children.begin(), stmt->children.end(),
                       [&](const StmtRef &part) { return addTo(section, part); });
  section.isEnded = isJump(stmt, "continue") || isJump(stmt, "return") || isGoto(stmt);
  section.stmts.push_back(stmt);
  return !hasJump(stmt, "break");
}

/// Most statements that a section tells again because the one before runs into it.
constexpr size_t kMostRepeated = 8;

/// With nodes of its own: an access is told by its node.
ExprRef copyOf(const ExprRef &expr) {
  auto copy = std::make_shared<Expr>(*expr);
  for (ExprRef &operand : copy->operands)
    operand = copyOf(operand);
  for (StmtRef &stmt : copy->statements)
    stmt = mapExprs(stmt, copyOf);
  return copy;
}

/// The sections, each with those that it runs into; false where these are long or have loops.
bool runOn(std::vector<Section> &sections) {
  for (size_t k = sections.size(); k-- > 1;) {
    const Section &next = sections[k];
    if (sections[k - 1].isEnded)
      continue;
    bool isShort = next.stmts.size() <= kMostRepeated &&
                   std::none_of(next.stmts.begin(), next.stmts.end(), containsLoop);
    if (!isShort)
      return false;
    for (const StmtRef &stmt : next.stmts)
      sections[k - 1].stmts.push_back(mapExprs(stmt, copyOf));
    sections[k - 1].isEnded = next.isEnded;
  }
  return true;
}

/// None where one runs into a long next one, or its break hides in it.
std::optional<std::vector<Section>> sectionsOf(const Stmt &choice) {
  std::vector<Section> sections;
  for (size_t k = 0; k < choice.children.size(); ++k) {
    const SectionLabels &labels = choice.labels[k];
    bool isShared = !sections.empty() && !sections.back().isEnded && sections.back().stmts.empty();
    if (!isShared)
      sections.emplace_back();
    SectionLabels &all = sections.back().labels;
    all.values.insert(all.values.end(), labels.values.begin(), labels.values.end());
    all.isDefault |= labels.isDefault;
    if (!addTo(sections.back(), choice.children[k]))
      return std::nullopt;
  }
  if (!runOn(sections))
    return std::nullopt;
  return sections;
}

/// Reckoned twice, it is the same and does no more. What cannot be read says so itself.
bool isRepeatable(const Expr &value) {
  bool isOwn = !value.type.isVolatile &&
               (value.kind != Expr::Kind::Call || value.effect == CallEffect::Pure) &&
               (value.kind != Expr::Kind::Unsupported || value.reason == RejectionKind::Expression);
  return isOwn && std::all_of(value.operands.begin(), value.operands.end(),
                              [](const ExprRef &part) { return isRepeatable(*part); });
}

StmtRef notRead(const Stmt &choice, const StmtRef &whole) {
  auto node = std::make_shared<Stmt>();
  node->range = choice.range;
  node->text = "switch";
  const std::set<SymbolId> changed = assignedIn(whole);
  node->changed = {changed.begin(), changed.end()};
  std::vector<StmtRef> parts = {node};
  parts.insert(parts.end(), choice.children.begin(), choice.children.end());
  return makeBlock(std::move(parts), choice.range);
}

ExprRef isOneOf(const ExprRef &value, const std::vector<int64_t> &labels, SourceRange where) {
  ExprRef condition;
  for (int64_t label : labels) {
    ExprRef equal =
        makeBinary("==", value, makeInteger(label, value->type, where), truthType(), where);
    condition = condition ? makeBinary("||", condition, equal, truthType(), where) : equal;
  }
  return condition;
}

StmtRef asIfs(const StmtRef &stmt) {
  if (stmt->kind != Stmt::Kind::Switch)
    return stmt;
  const SourceRange where = stmt->range;
  std::optional<std::vector<Section>> sections =
      !hasSideEffect(stmt->condition) && isRepeatable(*stmt->condition) ? sectionsOf(*stmt)
                                                                        : std::nullopt;
  if (!sections)
    return notRead(*stmt, stmt);
  StmtRef otherwise;
  for (const Section &section : *sections)
    if (section.labels.isDefault)
      otherwise = makeBlock(section.stmts, where);
  for (size_t k = sections->size(); k-- > 0;) {
    const Section &section = (*sections)[k];
    if (section.labels.isDefault)
      continue;
    auto node = std::make_shared<Stmt>();
    node->kind = Stmt::Kind::If;
    node->range = where;
    node->condition = isOneOf(stmt->condition, section.labels.values, where);
    node->children = {makeBlock(section.stmts, where)};
    if (otherwise)
      node->children.push_back(otherwise);
    otherwise = node;
  }
  return otherwise ? otherwise : makeBlock({}, where);
}

} // namespace

SourceNest withSwitchesAsIfs(SourceNest nest) {
  nest.root = mapStmts(nest.root, asIfs);
  return nest;
}

} // namespace acc
