// Statements in sequence, and the labels among them that only skip some of these.
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Labels.h"
#include "analysis/frontend/Locations.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {

/// A label to which control jumps only from the statements before it is the end of a Once:
///     { S; if (c) goto next; T; next: U; }   ->   { S; once next: { if (c) goto next; T; } U; }
/// Any other label stays in the tree as what was not read.
void TreeBuilder::sequence(llvm::ArrayRef<const clang::Stmt *> stmts, Stmts &out) {
  // Where each statement begins in `out`.
  std::vector<size_t> starts;
  for (size_t k = 0; k < stmts.size(); ++k) {
    const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmts[k]);
    for (; label; label = llvm::dyn_cast<clang::LabelStmt>(label->getSubStmt())) {
      const clang::LabelDecl *name = label->getDecl();
      if (!isJumpedTo(*label) || !isJumpedToWithoutLoop(stmts.take_front(k), *name))
        continue;
      size_t first = 0;
      while (!hasGoto(*stmts[first], *name))
        ++first;
      auto skipped = makeStmt(Stmt::Kind::Once, stmts[first]);
      skipped->text = name->getName().str();
      skipped->children = {
          makeBlock(Stmts(out.begin() + starts[first], out.end()),
                    rangeOf(context, {stmts[first]->getBeginLoc(), stmts[k - 1]->getEndLoc()}))};
      out.resize(starts[first]);
      out.push_back(skipped);
      for (size_t s = first + 1; s < k; ++s)
        starts[s] = starts[first];
      ends.insert(name);
    }
    starts.push_back(out.size());
    statement(stmts[k], out);
  }
}

} // namespace acc
