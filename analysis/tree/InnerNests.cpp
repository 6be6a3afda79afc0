#include "analysis/tree/SourceNest.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace acc {
namespace {

using Variables = std::set<SymbolId>;

/// A loop, and the variables that have a value wherever control comes to it.
struct InnerLoop {
  StmtRef loop;
  Variables set;
};

/// Adds what has a value behind the statement.
void passBy(const Stmt &stmt, Variables &set) {
  if (stmt.kind == Stmt::Kind::Declare && stmt.value)
    set.insert(stmt.symbol);
  else if (stmt.kind == Stmt::Kind::Declare)
    set.erase(stmt.symbol);
  else if (stmt.kind == Stmt::Kind::Assign && stmt.target->kind == Expr::Kind::Symbol)
    set.insert(stmt.target->symbol);
  else if (stmt.kind == Stmt::Kind::Block)
    for (const StmtRef &child : stmt.children)
      passBy(*child, set);
  else if (stmt.kind == Stmt::Kind::If && stmt.children.size() == 2) {
    Variables one = set, other = set;
    passBy(*stmt.children[0], one);
    passBy(*stmt.children[1], other);
    set.clear();
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                          std::inserter(set, set.end()));
  }
}

/// Control may come to a statement past those before it: labels and cases are read as unsupported.
bool isEnteredInside(const StmtRef &root) {
  bool found = false;
  forEachStmt(root, [&](const StmtRef &stmt) {
    found |= stmt->kind == Stmt::Kind::Unsupported || stmt->kind == Stmt::Kind::Switch;
  });
  return found;
}

/// `set`: where control comes to the statement.
void collectLoops(const StmtRef &stmt, Variables set, std::vector<InnerLoop> &loops) {
  if (!stmt)
    return;
  if (isLoop(*stmt)) {
    // The loops of a function that is seen through are nests of that function.
    if (stmt->loop.editRange.known())
      loops.push_back({stmt, std::move(set)});
    return;
  }
  for (const StmtRef &child : stmt->children) {
    collectLoops(child, set, loops);
    if (child && stmt->kind == Stmt::Kind::Block)
      passBy(*child, set);
  }
}

/// The symbols that the tree names, and what they start from.
Variables namedIn(const StmtRef &root, const SymbolTable &symbols) {
  Variables named;
  auto add = [&](SymbolId id) {
    for (; id >= 0 && named.insert(id).second; id = symbols[id].parent)
      named.insert(symbols[id].root);
  };
  forEachStmt(root, [&](const StmtRef &stmt) { add(stmt->symbol); });
  forEachExprIn(root, [&](const ExprRef &part) { add(part->symbol); });
  named.erase(-1);
  return named;
}

/// Variables of blocks beside the nest share their names with those that are visible in it. Of two,
/// one has a name that is not in the text, and that is the one that the nest does not name.
///   { int *p; loop }  { int *p; nest }
void nameAsWritten(SourceNest &nest) {
  const Variables named = namedIn(nest.root, *nest.symbols);
  std::map<SymbolId, std::string> renamed;
  for (SymbolId id : named) {
    const Symbol &symbol = nest.symbol(id);
    if (symbol.kind == Symbol::Kind::Path || symbol.name == symbol.spelling || symbol.isInvented)
      continue;
    for (size_t other = 0; other < nest.symbols->size(); ++other)
      if (nest.symbol(SymbolId(other)).name == symbol.spelling && !named.count(SymbolId(other)) &&
          renamed.try_emplace(SymbolId(other), symbol.name).second)
        renamed[id] = symbol.spelling;
  }
  if (renamed.empty())
    return;
  auto symbols = std::make_shared<SymbolTable>(*nest.symbols);
  for (Symbol &symbol : *symbols) {
    const auto own = renamed.find(symbol.root);
    if (own != renamed.end() && symbol.name.starts_with(nest.symbol(symbol.root).name))
      symbol.name.replace(0, nest.symbol(symbol.root).name.size(), own->second);
  }
  nest.symbols = std::move(symbols);
}

} // namespace

bool isSetAtEntry(const SourceNest &nest, SymbolId variable) {
  return nest.symbol(variable).kind == Symbol::Kind::Parameter ||
         std::count(nest.setAtEntry.begin(), nest.setAtEntry.end(), variable) ||
         std::any_of(nest.knownAtEntry.begin(), nest.knownAtEntry.end(),
                     [&](const KnownAtEntry &entry) { return entry.symbol == variable; });
}

std::vector<SourceNest> innerNests(const SourceNest &nest) {
  const bool isEntered = isEnteredInside(nest.root);
  Variables set(nest.setAtEntry.begin(), nest.setAtEntry.end());
  std::vector<InnerLoop> loops;
  if (nest.root->init)
    passBy(*nest.root->init, set);
  if (isLoop(*nest.root))
    for (const StmtRef &child : nest.root->children)
      collectLoops(child, set, loops);
  else
    collectLoops(nest.root, set, loops);
  // What holds in every iteration.
  std::set<SymbolId> changed = assignedIn(nest.root);
  std::vector<KnownAtEntry> known;
  for (const KnownAtEntry &entry : nest.knownAtEntry) {
    bool isKept = !changed.count(entry.symbol);
    forEachExpr(entry.value, [&](const ExprRef &part) {
      isKept &= part->kind != Expr::Kind::Symbol || !changed.count(part->symbol);
    });
    if (isKept)
      known.push_back(entry);
  }
  std::vector<SourceNest> inner;
  for (const InnerLoop &found : loops) {
    SourceNest part = nest;
    part.parent = nest.id;
    part.id = nest.id + "." + std::to_string(inner.size() + 1);
    part.root = found.loop;
    part.knownAtEntry = known;
    if (!isEntered)
      part.setAtEntry.assign(found.set.begin(), found.set.end());
    nameAsWritten(part);
    inner.push_back(std::move(part));
  }
  return inner;
}

} // namespace acc
