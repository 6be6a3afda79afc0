// A switch as its sections.
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Locations.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// Some labels and the statements up to the next ones.
struct Section {
  SectionLabels labels;
  std::vector<const clang::Stmt *> stmts;
};

/// A label of the switch around the statement stands in it.
bool hasLabel(const clang::Stmt *stmt) {
  if (!stmt || llvm::isa<clang::SwitchStmt>(stmt))
    return false;
  return llvm::isa<clang::SwitchCase>(stmt) || llvm::any_of(stmt->children(), hasLabel);
}

/// None where a label stands deeper than in the block of the switch, or a statement before all
/// labels.
std::optional<std::vector<Section>> sectionsOf(const clang::SwitchStmt *choice,
                                               const clang::ASTContext &context) {
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(choice->getBody());
  if (!body)
    return std::nullopt;
  std::vector<Section> sections;
  for (const clang::Stmt *stmt : body->body()) {
    if (llvm::isa<clang::SwitchCase>(stmt))
      sections.emplace_back();
    while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(stmt)) {
      const auto *one = llvm::dyn_cast<clang::CaseStmt>(label);
      if (one) {
        llvm::APSInt value = one->getLHS()->EvaluateKnownConstInt(context);
        if (one->getRHS() || value.getSignificantBits() > 63)
          return std::nullopt;
        sections.back().labels.values.push_back(value.getExtValue());
      }
      sections.back().labels.isDefault |= !one;
      stmt = label->getSubStmt();
    }
    if (sections.empty() || hasLabel(stmt))
      return std::nullopt;
    sections.back().stmts.push_back(stmt);
  }
  return sections;
}

} // namespace

/// Null where it does not consist of sections.
StmtRef TreeBuilder::switchStatement(const clang::SwitchStmt *choice) {
  if (choice->getInit() || choice->getConditionVariable())
    return nullptr;
  std::optional<std::vector<Section>> sections = sectionsOf(choice, context);
  if (!sections)
    return nullptr;
  auto node = makeStmt(Stmt::Kind::Switch, choice);
  node->condition = expression(choice->getCond());
  for (const Section &section : *sections) {
    Stmts parts;
    sequence(section.stmts, parts);
    node->labels.push_back(section.labels);
    node->children.push_back(
        makeBlock(std::move(parts), rangeOf(context, choice->getSourceRange())));
  }
  return node;
}

} // namespace acc
