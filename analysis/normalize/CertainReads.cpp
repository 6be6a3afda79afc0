#include "analysis/normalize/CertainReads.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/SideEffects.h"
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
    case Expr::Kind::Conditional: {
      collect(expr->operands[0]);
      std::vector<std::string> before = take();
      collect(expr->operands[1]);
      std::vector<std::string> first = take();
      collect(expr->operands[2]);
      found = joined(std::move(before), common(first, take()));
      return;
    }
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

  /// What a branch certainly reads where control comes to it, of its statements after `withReads`:
  /// up to the first that may store elsewhere than in numbers of its own, call, jump or loop.
  std::vector<std::string> ofBranch(const Stmt &stmt) const {
    std::vector<std::string> all;
    goesOn(stmt, all);
    return all;
  }

  /// Its value is computed and control goes on; it changes nothing but errno.
  static bool returns(const ExprRef &expr) {
    bool isKnown = true;
    forEachExpr(expr,
                [&](const ExprRef &part) { isKnown &= !isSideEffect(*part) && !mayDoMore(*part); });
    return isKnown;
  }

  static std::vector<std::string> common(const std::vector<std::string> &one,
                                         const std::vector<std::string> &other) {
    std::vector<std::string> both;
    for (const std::string &text : one)
      if (std::find(other.begin(), other.end(), text) != other.end())
        both.push_back(text);
    return both;
  }

  static std::vector<std::string> joined(std::vector<std::string> all,
                                         const std::vector<std::string> &more) {
    for (const std::string &text : more)
      if (std::find(all.begin(), all.end(), text) == all.end())
        all.push_back(text);
    return all;
  }

private:
  /// A number that no pointer reaches, and through which nothing is reached.
  bool isPlainVariable(SymbolId id) const {
    const Symbol &symbol = nest.symbol(id);
    return (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter) &&
           isArithmetic(symbol.type) && !symbol.addressTaken;
  }

  /// Adds what the statement reads; whether control certainly goes on behind it, and all locations
  /// hold what they held.
  bool goesOn(const Stmt &stmt, std::vector<std::string> &all) const {
    switch (stmt.kind) {
    case Stmt::Kind::Empty:
      return true;
    case Stmt::Kind::Block:
      return std::all_of(stmt.children.begin(), stmt.children.end(),
                         [&](const StmtRef &child) { return goesOn(*child, all); });
    case Stmt::Kind::Assign:
    case Stmt::Kind::Declare:
      if (stmt.value && !returns(stmt.value))
        return false;
      all = joined(std::move(all), stmt.reads);
      return stmt.kind == Stmt::Kind::Declare
                 ? isPlainVariable(stmt.symbol)
                 : stmt.target->kind == Expr::Kind::Symbol && isPlainVariable(stmt.target->symbol);
    case Stmt::Kind::If:
      if (!returns(stmt.condition))
        return false;
      all = joined(std::move(all), stmt.reads);
      return std::all_of(stmt.children.begin(), stmt.children.end(), [&](const StmtRef &child) {
        std::vector<std::string> own;
        return !child || goesOn(*child, own);
      });
    default:
      return false;
    }
  }

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
  if (root->kind == Stmt::Kind::If && children.size() == 2 && children[1] &&
      CertainReads::returns(root->condition))
    own = CertainReads::joined(std::move(own), CertainReads::common(reads.ofBranch(*children[0]),
                                                                    reads.ofBranch(*children[1])));
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
