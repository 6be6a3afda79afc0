#include "analysis/normalize/SplitObjects.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace acc {
namespace {

bool isNumber(const CType &type) {
  return (type.kind == CType::Kind::Integer || type.kind == CType::Kind::Boolean ||
          type.kind == CType::Kind::Floating) &&
         !type.isVolatile;
}

/// The objects that can be split, and the text of each of their numbers: ".re", "[1]".
class ObjectParts {
public:
  explicit ObjectParts(const SourceNest &nest) : nest(nest) {
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      if (stmt->kind != Stmt::Kind::Declare)
        return;
      const Symbol &symbol = nest.symbol(stmt->symbol);
      bool isObject = (symbol.type.kind == CType::Kind::Array && symbol.innerSizes.empty()) ||
                      symbol.type.kind == CType::Kind::Other;
      bool isFree = symbol.kind == Symbol::Kind::Local && !symbol.isStaticOrThreadLocal &&
                    !symbol.type.isVolatile && !stmt->value;
      if (isObject && isFree)
        objects.insert(stmt->symbol);
      else
        wrong.insert(stmt->symbol);
    });
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      for (SymbolId changed : stmt->changed)
        wrong.insert(changed);
      if (stmt->kind == Stmt::Kind::Unsupported)
        wrong.insert(objects.begin(), objects.end());
      for (const ExprRef &expr : ownExprs(*stmt))
        visit(expr);
    });
    for (SymbolId each : wrong)
      objects.erase(each);
  }

  std::set<SymbolId> objects;

  /// The object whose number the expression is, and the number; none for others.
  std::optional<std::pair<SymbolId, std::string>> partOf(const Expr &expr) const {
    if (expr.kind == Expr::Kind::Symbol) {
      const Symbol &symbol = nest.symbol(expr.symbol);
      bool isMember = symbol.kind == Symbol::Kind::Path && !symbol.throughPointer &&
                      objects.count(symbol.root) && isNumber(symbol.type);
      if (!isMember)
        return std::nullopt;
      return std::pair(symbol.root, symbol.name.substr(nest.symbol(symbol.root).name.size()));
    }
    if (expr.kind != Expr::Kind::Access || expr.operands.size() != 2 || !expr.member.empty() ||
        !isNumber(expr.type))
      return std::nullopt;
    const Expr &base = skipImplicitCasts(*expr.operands[0]);
    auto index = constantValue(*expr.operands[1]);
    if (base.kind != Expr::Kind::Symbol || !objects.count(base.symbol) || !index || *index < 0)
      return std::nullopt;
    const Symbol &array = nest.symbol(base.symbol);
    bool isWithin = array.type.kind == CType::Kind::Array && array.elementCount &&
                    *index < *array.elementCount && array.type.element &&
                    array.type.element->spelling == expr.type.spelling;
    return isWithin ? std::optional(std::pair(base.symbol, "[" + std::to_string(*index) + "]"))
                    : std::nullopt;
  }

private:
  void visit(const ExprRef &expr) {
    // What cannot be read may name any of them.
    if (expr && expr->kind == Expr::Kind::Unsupported)
      wrong.insert(objects.begin(), objects.end());
    // From the address of one number the others can be reached.
    if (expr && expr->kind == Expr::Kind::Unary && expr->op() == Op::Amp)
      forEachExpr(expr, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol)
          wrong.insert({part->symbol, nest.symbol(part->symbol).root});
      });
    if (!expr || partOf(*expr))
      return;
    for (SymbolId changed : expr->changed)
      wrong.insert(changed);
    if (expr->kind == Expr::Kind::Symbol) {
      wrong.insert(expr->symbol);
      if (nest.symbol(expr->symbol).root >= 0)
        wrong.insert(nest.symbol(expr->symbol).root);
    }
    for (const StmtRef &stmt : expr->statements)
      forEachExprIn(stmt, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol)
          wrong.insert(part->symbol);
      });
    for (const ExprRef &operand : expr->operands)
      visit(operand);
  }

  const SourceNest &nest;
  std::set<SymbolId> wrong;
};

std::string nameFor(const std::string &object, std::string part) {
  std::replace_if(
      part.begin(), part.end(), [](char c) { return !isalnum(static_cast<unsigned char>(c)); },
      '_');
  while (part.size() > 1 && part.back() == '_')
    part.pop_back();
  return object + part;
}

} // namespace

SourceNest withSplitObjects(SourceNest nest) {
  const SourceNest before = nest;
  const ObjectParts parts(before);
  if (parts.objects.empty())
    return nest;
  std::map<SymbolId, std::map<std::string, SymbolId>> variables;
  StmtRef root = mapExprs(nest.root, [&](const ExprRef &expr) -> ExprRef {
    auto part = parts.partOf(*expr);
    if (!part)
      return nullptr;
    auto [variable, isNew] = variables[part->first].try_emplace(part->second, -1);
    if (isNew)
      variable->second =
          addInvented(nest, nameFor(before.symbol(part->first).name, part->second), expr->type);
    return makeSymbol(variable->second, expr->type, expr->range);
  });
  nest.root = mapStmts(root, [&](const StmtRef &stmt) -> StmtRef {
    if (stmt->kind != Stmt::Kind::Declare || !parts.objects.count(stmt->symbol))
      return stmt;
    std::vector<StmtRef> all;
    for (const auto &[text, variable] : variables[stmt->symbol]) {
      auto one = std::make_shared<Stmt>(*stmt);
      one->symbol = variable;
      all.push_back(one);
    }
    return makeBlock(std::move(all), stmt->range);
  });
  return nest;
}

} // namespace acc
