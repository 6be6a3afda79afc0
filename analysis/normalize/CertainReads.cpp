#include "analysis/normalize/CertainReads.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

class CertainReads {
public:
  explicit CertainReads(const SourceNest &nest) : nest(nest), assigned(assignedIn(nest.root)) {}

  void collect(const ExprRef &expr) {
    if (!expr)
      return;
    switch (expr->kind) {
    case Expr::Kind::Symbol:
      if (const Symbol &symbol = nest.symbol(expr->symbol); symbol.throughPointer)
        add(*expr, symbol.name);
      return;
    case Expr::Kind::Access:
      if (isFixedPlace(expr))
        add(*expr, printExpr(nest, *expr));
      break;
    case Expr::Kind::Unary:
      if (expr->op() == Op::Amp)
        return;
      break;
    case Expr::Kind::Conditional:
      return collect(expr->operands[0]);
    case Expr::Kind::Binary:
      if (expr->op() == Op::AmpAmp || expr->op() == Op::PipePipe)
        return collect(expr->operands[0]);
      break;
    default:
      break;
    }
    for (const ExprRef &operand : expr->operands)
      collect(operand);
  }

  /// What was collected since the last call.
  std::vector<std::string> take() { return std::exchange(found, {}); }

private:
  void add(const Expr &expr, const std::string &text) {
    if (expr.type.kind != CType::Kind::Array &&
        std::find(found.begin(), found.end(), text) == found.end())
      found.push_back(text);
  }

  /// Of variables that keep their value: the text means the same place everywhere in the nest.
  bool isFixedPlace(const ExprRef &access) const {
    bool isFixed = true;
    forEachExpr(access, [&](const ExprRef &part) {
      isFixed &= part->kind != Expr::Kind::Call && part->kind != Expr::Kind::Unsupported &&
                 (part->kind != Expr::Kind::Symbol || !assigned.count(part->symbol));
    });
    return isFixed;
  }

  const SourceNest &nest;
  std::set<SymbolId> assigned;
  std::vector<std::string> found;
};

StmtRef withReads(const StmtRef &root, CertainReads &reads) {
  reads.collect(root->condition);
  reads.collect(root->value);
  if (root->init)
    reads.collect(root->init->value);
  if (root->target && root->target->kind != Expr::Kind::Symbol)
    for (const ExprRef &operand : root->target->operands)
      reads.collect(operand);
  std::vector<std::string> own = reads.take();
  std::vector<StmtRef> children;
  for (const StmtRef &child : root->children)
    children.push_back(child ? withReads(child, reads) : child);
  if (own.empty() && children == root->children)
    return root;
  auto copy = std::make_shared<Stmt>(*root);
  copy->reads = std::move(own);
  copy->children = std::move(children);
  return copy;
}

} // namespace

SourceNest withCertainReads(SourceNest nest) {
  if (nest.root) {
    CertainReads reads(nest);
    nest.root = withReads(nest.root, reads);
  }
  return nest;
}

} // namespace acc
