#include "analysis/normalize/StatementExpressions.h"

#include "analysis/normalize/NestExprs.h"
#include "analysis/normalize/ValueSize.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

bool isAddressOf(const Expr &expr, const CType &type, const SourceNest &nest) {
  return isAddressOfVariable(expr, *nest.symbols) &&
         expr.operands[0]->type.spelling == type.spelling;
}

/// One block.
class BlockValue {
public:
  explicit BlockValue(const SourceNest &nest) : nest(nest) {}

  /// Null where the value of the block is not that of one expression.
  ExprRef of(const Expr &block) {
    for (const StmtRef &stmt : block.statements)
      if (!set(*stmt))
        return nullptr;
    if (isChanged(block))
      return nullptr;
    ExprRef value = withoutSideEffects(inserted(block.operands[0]));
    std::set<const Expr *> told;
    forEachExpr(value, [&](const ExprRef &part) { told.insert(part.get()); });
    bool isAllTold = std::all_of(owed.begin(), owed.end(),
                                 [&](const ExprRef &part) { return told.count(part.get()); });
    return isAllTold ? value : nullptr;
  }

private:
  bool set(const Stmt &stmt) {
    if (stmt.kind != Stmt::Kind::Declare || !stmt.value)
      return false;
    const Symbol &symbol = nest.symbol(stmt.symbol);
    bool isScalar = isArithmetic(symbol.type) || symbol.type.kind == CType::Kind::Pointer;
    ExprRef value = withoutSideEffects(inserted(stmt.value));
    if (!isScalar || symbol.addressTaken || symbol.type.isVolatile ||
        isLargerThan(value, kMostOfValue))
      return false;
    // What C computes for it, and what may do more than give a value.
    forEachExpr(value, [&](const ExprRef &part) {
      if (mayDoMore(*part))
        owed.push_back(part);
    });
    bool isConverted = value->kind == Expr::Kind::Cast && value->isImplicit;
    values[stmt.symbol] = isConverted ? makeExplicitCast(value, value->type) : value;
    return true;
  }

  /// A variable of the block is assigned, or more than its value is named.
  bool isChanged(const Expr &block) const {
    bool isChanged = false;
    auto visit = [&](const ExprRef &part) {
      bool isAssigned = part->kind == Expr::Kind::Assign || part->kind == Expr::Kind::Step;
      if (isAssigned && part->operands[0]->kind == Expr::Kind::Symbol)
        isChanged |= values.count(part->operands[0]->symbol) > 0;
      if (part->kind == Expr::Kind::Symbol && nest.symbol(part->symbol).kind == Symbol::Kind::Path)
        isChanged |= values.count(nest.symbol(part->symbol).root) > 0;
      for (SymbolId symbol : part->changed)
        isChanged |= values.count(symbol) > 0;
    };
    for (const StmtRef &stmt : block.statements)
      forEachExpr(stmt->value, visit);
    forEachExpr(block.operands[0], visit);
    return isChanged;
  }

  /// The expression with values in the place of the variables.
  ExprRef inserted(const ExprRef &expr) const {
    return mapExpr(expr, [&](const ExprRef &part) { return replacement(part); });
  }

  ExprRef replacement(const ExprRef &part) const {
    if (part->kind == Expr::Kind::Symbol) {
      auto value = values.find(part->symbol);
      return value == values.end() ? nullptr : value->second;
    }
    bool isPlace = part->kind == Expr::Kind::Access ||
                   (part->kind == Expr::Kind::Unary && part->op() == Op::Amp);
    if (!isPlace)
      return nullptr;
    ExprRef base = inserted(part->operands[0]);
    if (base == part->operands[0])
      return nullptr;
    if (base->kind == Expr::Kind::Unsupported)
      return asUnsupported(part, *base);
    auto copy = std::make_shared<Expr>(*part);
    copy->operands[0] = base;
    for (size_t k = 1; k < copy->operands.size(); ++k)
      copy->operands[k] = inserted(part->operands[k]);
    // *&x is x.
    bool isFirst = copy->operands.size() == 2 && copy->operands[1]->kind == Expr::Kind::Integer &&
                   copy->operands[1]->value == 0;
    return isFirst && part->member.empty() && isAddressOf(*base, part->type, nest)
               ? base->operands[0]
               : ExprRef(copy);
  }

  const SourceNest &nest;
  std::map<SymbolId, ExprRef> values;
  std::vector<ExprRef> owed;
};

/// It declares numbers, and to compute one of them changes something: ({ int x = *p++; x * x; }).
bool isDoneOnce(const Expr &block, const SourceNest &nest) {
  bool isNumbers = true, changes = false;
  for (const StmtRef &stmt : block.statements) {
    isNumbers &= stmt->kind == Stmt::Kind::Declare && stmt->value &&
                 isArithmetic(nest.symbol(stmt->symbol).type) &&
                 !nest.symbol(stmt->symbol).addressTaken &&
                 !nest.symbol(stmt->symbol).type.isVolatile;
    changes |= isNumbers && hasSideEffect(stmt->value);
  }
  return isNumbers && changes && !hasSideEffect(block.operands[0]);
}

} // namespace

SourceNest withoutStatementExpressions(SourceNest nest) {
  const SourceNest whole = nest;
  std::function<ExprRef(const ExprRef &)> plain = [&](const ExprRef &expr) -> ExprRef {
    if (expr->kind != Expr::Kind::Block)
      return nullptr;
    auto block = std::make_shared<Expr>(*expr);
    for (StmtRef &stmt : block->statements)
      stmt = mapExprs(stmt, plain);
    block->operands[0] = mapExpr(expr->operands[0], plain);
    if (!block->statements.empty() && areDemands(block->statements))
      return block;
    if (isDoneOnce(*block, whole))
      return block;
    ExprRef value = BlockValue(whole).of(*block);
    return value ? value : asUnsupported(expr);
  };
  nest = withExprs(std::move(nest), plain);
  std::erase_if(nest.knownAtEntry, [](const KnownAtEntry &known) {
    bool isRead = !hasSideEffect(known.value);
    forEachExpr(known.value,
                [&](const ExprRef &part) { isRead &= part->kind != Expr::Kind::Unsupported; });
    return !isRead;
  });
  return nest;
}

} // namespace acc
