// A switch whose cases do not run into each other, as the ifs that it means.
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Types.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// The statements behind some labels, without the break that ends them.
struct Section {
  std::vector<int64_t> values;
  bool isDefault = false;
  bool isEnded = false;
  std::vector<const clang::Stmt *> stmts;
};

/// A label of the switch, or a break that leaves it.
bool belongsToSwitch(const clang::Stmt *stmt, bool inLoop = false) {
  if (!stmt || llvm::isa<clang::SwitchStmt>(stmt))
    return false;
  if (llvm::isa<clang::SwitchCase>(stmt) || (!inLoop && llvm::isa<clang::BreakStmt>(stmt)))
    return true;
  inLoop |= llvm::isa<clang::ForStmt>(stmt) || llvm::isa<clang::WhileStmt>(stmt) ||
            llvm::isa<clang::DoStmt>(stmt);
  return llvm::any_of(stmt->children(),
                      [&](const clang::Stmt *child) { return belongsToSwitch(child, inLoop); });
}

/// Adds a statement of a section; false where a jump of the switch hides in it.
bool addTo(Section &section, const clang::Stmt *stmt) {
  if (section.isEnded) // never reached
    return llvm::isa<clang::BreakStmt>(stmt);
  if (llvm::isa<clang::BreakStmt>(stmt)) {
    section.isEnded = true;
    return true;
  }
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return llvm::all_of(block->body(), [&](const clang::Stmt *part) {
      return addTo(section, part);
    });
  section.isEnded =
      llvm::isa<clang::ContinueStmt>(stmt) || llvm::isa<clang::ReturnStmt>(stmt);
  section.stmts.push_back(stmt);
  return !belongsToSwitch(stmt);
}

std::optional<std::vector<Section>> sectionsOf(const clang::SwitchStmt *choice,
                                               const clang::ASTContext &context) {
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(choice->getBody());
  if (!body)
    return std::nullopt;
  std::vector<Section> sections;
  for (const clang::Stmt *stmt : body->body()) {
    while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(stmt)) {
      bool isShared = !sections.empty() && sections.back().stmts.empty() &&
                      !sections.back().isEnded;
      if (!sections.empty() && !isShared && !sections.back().isEnded)
        return std::nullopt; // falls through
      if (!isShared)
        sections.emplace_back();
      if (const auto *one = llvm::dyn_cast<clang::CaseStmt>(label)) {
        llvm::APSInt value = one->getLHS()->EvaluateKnownConstInt(context);
        if (one->getRHS() || value.getSignificantBits() > 63)
          return std::nullopt;
        sections.back().values.push_back(value.getExtValue());
      } else {
        sections.back().isDefault = true;
      }
      stmt = label->getSubStmt();
    }
    if (sections.empty() || !addTo(sections.back(), stmt))
      return std::nullopt;
  }
  return sections;
}

} // namespace

// switch (k) { case 1: case 2: S; break; default: T; }  becomes
// if (k == 1 || k == 2) S; else T;
bool TreeBuilder::switchAsIfs(const clang::SwitchStmt *choice, Stmts &out) {
  const clang::Expr *selector = choice->getCond();
  if (choice->getInit() || choice->getConditionVariable() || selector->HasSideEffects(context))
    return false;
  std::optional<std::vector<Section>> sections = sectionsOf(choice, context);
  if (!sections)
    return false;
  Effects *outer = std::exchange(effects, nullptr);
  ExprRef value = expression(selector);
  effects = outer;
  SourceRange where = placeOf(choice);
  CType truth = readType(context, context.IntTy);
  auto blockOfSection = [&](const Section &section) {
    Stmts parts;
    for (const clang::Stmt *stmt : section.stmts)
      statement(stmt, parts);
    return makeBlock(std::move(parts), where);
  };
  std::vector<StmtRef> blocks;
  StmtRef otherwise;
  for (const Section &section : *sections) {
    blocks.push_back(blockOfSection(section));
    if (section.isDefault)
      otherwise = blocks.back();
  }
  for (size_t k = sections->size(); k-- > 0;) {
    if ((*sections)[k].isDefault)
      continue;
    auto node = makeStmt(Stmt::Kind::If, choice);
    for (int64_t label : (*sections)[k].values) {
      ExprRef equal = makeBinary("==", value, acc::makeInteger(label, value->type, where), truth,
                                 where);
      node->condition = node->condition
                            ? makeBinary("||", node->condition, equal, truth, where)
                            : equal;
    }
    node->children = {blocks[k]};
    if (otherwise)
      node->children.push_back(otherwise);
    otherwise = node;
  }
  out.push_back(otherwise ? otherwise : makeBlock({}, where));
  return true;
}

} // namespace acc
