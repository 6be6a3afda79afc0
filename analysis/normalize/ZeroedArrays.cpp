#include "analysis/normalize/ZeroedArrays.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// `float t[8] = {0};`, which the tree holds as the number 0 of the array's type.
bool isZeroed(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::Declare || !stmt.value || stmt.value->kind != Expr::Kind::Integer ||
      stmt.value->type.kind != CType::Kind::Array)
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

/// The declaration, those of the counters, and the loops.
std::vector<StmtRef> zeroingOf(const Stmt &stmt, SourceNest &nest) {
  std::vector<StmtRef> parts{withoutValue(stmt)};
  auto access = std::make_shared<Expr>();
  access->kind = Expr::Kind::Access;
  access->range = stmt.range;
  access->type = nest.symbol(stmt.symbol).type;
  access->operands = {makeSymbol(stmt.symbol, access->type, stmt.range)};
  const CType wide = distanceType(*nest.unit);
  std::vector<int64_t> sizes;
  while (access->type.kind == CType::Kind::Array) {
    const CType element = *access->type.element;
    const SymbolId counter = addInvented(nest, "e", wide);
    sizes.push_back(access->type.size / element.size);
    access->operands.push_back(makeSymbol(counter, wide, stmt.range));
    parts.push_back(makeDeclaration(counter, stmt.range));
    access->type = element;
  }
  access->type.isConst = false;
  StmtRef code = makeAssign(access, "=",
                            makeExplicitCast(makeInteger(0, truthType(), stmt.range), access->type),
                            stmt.range);
  for (size_t k = sizes.size(); k-- > 0;)
    code = makeCountedLoop(access->operands[k + 1], makeInteger(sizes[k], wide, stmt.range), code,
                           stmt.range);
  parts.push_back(code);
  return parts;
}

} // namespace

SourceNest withZeroedArrays(SourceNest nest) {
  StmtRef root = mapStmts(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind != Stmt::Kind::Block)
      return stmt;
    auto block = std::make_shared<Stmt>(*stmt);
    block->children.clear();
    for (const StmtRef &child : stmt->children) {
      std::vector<StmtRef> parts = isZeroed(*child) ? zeroingOf(*child, nest) : std::vector{child};
      block->children.insert(block->children.end(), parts.begin(), parts.end());
    }
    return StmtRef(block);
  });
  nest.root = root;
  return nest;
}

StmtRef withoutZeroes(const StmtRef &code) {
  return mapStmts(code,
                  [](const StmtRef &stmt) { return isZeroed(*stmt) ? withoutValue(*stmt) : stmt; });
}

} // namespace acc
