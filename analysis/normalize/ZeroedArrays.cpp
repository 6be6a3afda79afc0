#include "analysis/normalize/ZeroedArrays.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// `float t[8] = {0};`, which the tree holds as the number 0 of the array's type.
bool isZeroed(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::Declare || !stmt.value || stmt.value->kind != Expr::Kind::Integer || stmt.value->type.kind != CType::Kind::Array ||
      stmt.value->type.size >= uint32_t(1) << 31)
    return false;
  const CType *element = &stmt.value->type;
  while (element->kind == CType::Kind::Array && element->size > 0)
    element = element->element.get();
  return element->isInteger() || element->kind == CType::Kind::Floating;
}

StmtRef withoutValue(const Stmt &stmt) {
  auto plain = std::make_shared<Stmt>(stmt);
  plain->value = nullptr;
  return plain;
}

StmtRef assignment(const ExprRef &target, const char *op, const ExprRef &value, SourceRange where) {
  auto assign = std::make_shared<Stmt>();
  assign->kind = Stmt::Kind::Assign;
  assign->range = where;
  assign->target = target;
  assign->text = op;
  assign->value = value;
  return assign;
}

class Zeroer {
public:
  explicit Zeroer(SourceNest &nest) : nest(nest) {}

  /// The declaration, those of the counters, and the loops.
  std::vector<StmtRef> parts(const Stmt &stmt) {
    std::vector<StmtRef> all{withoutValue(stmt)};
    auto access = std::make_shared<Expr>();
    access->kind = Expr::Kind::Access;
    access->range = stmt.range;
    access->operands = {makeSymbol(stmt.symbol, nest.symbol(stmt.symbol).type, stmt.range)};
    std::vector<StmtRef> loops;
    CType type = nest.symbol(stmt.symbol).type;
    while (type.kind == CType::Kind::Array) {
      const CType element = *type.element;
      loops.push_back(loop(int64_t(type.size / element.size), stmt.range, all));
      access->operands.push_back(loops.back()->init->target);
      type = element;
    }
    type.isConst = false;
    access->type = type;
    StmtRef body = assignment(access, "=", makeExplicitCast(makeInteger(0, truthType(), stmt.range), type), stmt.range);
    for (size_t k = loops.size(); k-- > 0;) {
      auto around = std::make_shared<Stmt>(*loops[k]);
      around->children = {body};
      body = around;
    }
    all.push_back(body);
    return all;
  }

private:
  /// for (e = 0; e < count; e++), without a body; the declaration of `e` goes to `declarations`.
  StmtRef loop(int64_t count, SourceRange where, std::vector<StmtRef> &declarations) {
    const CType wide = truthType();
    const SymbolId id = addInvented(nest, "e", wide);
    const ExprRef counter = makeSymbol(id, wide, where);
    auto declare = std::make_shared<Stmt>();
    declare->kind = Stmt::Kind::Declare;
    declare->range = where;
    declare->symbol = id;
    declarations.push_back(declare);
    auto loop = std::make_shared<Stmt>();
    loop->kind = Stmt::Kind::For;
    loop->range = where;
    loop->init = assignment(counter, "=", makeInteger(0, wide, where), where);
    loop->condition = makeBinary("<", counter, makeInteger(count, wide, where), truthType(), where);
    loop->step = assignment(counter, "+=", makeInteger(1, wide, where), where);
    return loop;
  }

  SourceNest &nest;
};

} // namespace

SourceNest withZeroedArrays(SourceNest nest) {
  StmtRef root = mapStmts(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind != Stmt::Kind::Block)
      return stmt;
    auto block = std::make_shared<Stmt>(*stmt);
    block->children.clear();
    for (const StmtRef &child : stmt->children) {
      std::vector<StmtRef> parts = isZeroed(*child) ? Zeroer(nest).parts(*child) : std::vector{child};
      block->children.insert(block->children.end(), parts.begin(), parts.end());
    }
    return StmtRef(block);
  });
  nest.root = root;
  return nest;
}

StmtRef withoutZeroes(const StmtRef &code) {
  return mapStmts(code, [](const StmtRef &stmt) { return isZeroed(*stmt) ? withoutValue(*stmt) : stmt; });
}

} // namespace acc
