#include "tools/lib/ApiSource.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tools/lib/ApiTree.h"

#include <algorithm>

namespace acc_delin::detail {
namespace {

using acc::Expr;
using acc::ExprRef;
using acc::Stmt;
using acc::StmtRef;

/// Gives each name of the loops its symbol, in the order in which the frontend meets them.
class Symbols {
public:
  explicit Symbols(const NestCode &nest) : nest(nest) {}

  StmtRef resolved(const StmtRef &stmt) {
    auto copy = std::make_shared<Stmt>(*stmt);
    if (stmt->kind == Stmt::Kind::For) {
      copy->init = resolved(stmt->init);
      copy->step = resolved(stmt->step);
      copy->condition = resolved(stmt->condition);
    }
    if (stmt->kind == Stmt::Kind::Assign) {
      copy->target = resolved(stmt->target);
      copy->value = resolved(stmt->value);
    }
    for (StmtRef &child : copy->children)
      child = resolved(child);
    return copy;
  }

  ExprRef resolved(const ExprRef &expr) {
    auto copy = std::make_shared<Expr>(*expr);
    if (expr->kind == Expr::Kind::Symbol) {
      copy->symbol = symbolOf(*expr);
      copy->text.clear();
    }
    // The subscript before the base.
    for (auto operand = copy->operands.rbegin(); operand != copy->operands.rend(); ++operand)
      if (expr->kind == Expr::Kind::Access)
        *operand = resolved(*operand);
    for (ExprRef &operand : copy->operands)
      if (expr->kind != Expr::Kind::Access)
        operand = resolved(operand);
    return copy;
  }

  acc::SymbolTable table;

private:
  acc::SymbolId symbolOf(const Expr &name) {
    auto [known, isNew] = ids.emplace(name.text, table.size());
    if (!isNew)
      return known->second;
    acc::Symbol symbol;
    symbol.name = symbol.spelling = name.text;
    symbol.type = name.type;
    symbol.root = known->second;
    symbol.kind = acc::Symbol::Kind::Parameter;
    if (std::count(nest.indices.begin(), nest.indices.end(), name.text))
      symbol.kind = acc::Symbol::Kind::Local;
    if (auto array = nest.uses.arrays.find(name.text); array != nest.uses.arrays.end())
      placeInMemory(stateOf(array->second), symbol);
    table.push_back(std::move(symbol));
    return known->second;
  }

  static void placeInMemory(const ArrayState &array, acc::Symbol &symbol) {
    if (!array.elements)
      return;
    const bool isConstant = array.role == Role::Constant;
    symbol.kind = isConstant ? acc::Symbol::Kind::Global : acc::Symbol::Kind::Local;
    symbol.isStaticOrThreadLocal = isConstant;
    if (!array.view)
      return;
    symbol.elementCount = array.elements;
    symbol.extent = acc::makeInteger(*array.elements, typeOf(ScalarType::uint64), {});
  }

  const NestCode &nest;
  std::map<std::string, acc::SymbolId> ids;
};

/// The first thing that the loops do with the variable: read it, or write it.
std::optional<bool> readsFirst(const StmtRef &loops, acc::SymbolId variable) {
  std::optional<bool> reads;
  acc::forEachStmt(loops, [&](const StmtRef &stmt) {
    if (stmt->kind != Stmt::Kind::Assign || reads)
      return;
    bool isTarget = stmt->target->kind == Expr::Kind::Symbol && stmt->target->symbol == variable;
    bool isRead = isTarget && stmt->op() != acc::Op::Equal;
    acc::forEachExpr(stmt->value, [&](const ExprRef &part) {
      isRead |= part->kind == Expr::Kind::Symbol && part->symbol == variable;
    });
    if (!isTarget) // the subscripts of another target, and an element of an array
      acc::forEachExpr(stmt->target, [&](const ExprRef &part) {
        isRead |= part->kind == Expr::Kind::Symbol && part->symbol == variable &&
                  stmt->op() != acc::Op::Equal;
      });
    if (isRead || isTarget)
      reads = isRead;
  });
  return reads;
}

/// The memory of the function that a loop behind the first `count` may read before it is written,
/// or another call of it.
std::vector<acc::SymbolId> liveBehind(const std::vector<StmtRef> &loops, size_t count,
                                      const acc::SymbolTable &table) {
  std::vector<acc::SymbolId> live;
  for (size_t id = 0; id < table.size(); ++id) {
    const acc::Symbol &symbol = table[id];
    if (symbol.kind == acc::Symbol::Kind::Parameter)
      continue;
    bool isRead = symbol.isStaticOrThreadLocal;
    for (size_t later = count; later < loops.size(); ++later)
      isRead |= readsFirst(loops[later], acc::SymbolId(id)).value_or(false);
    if (isRead)
      live.push_back(acc::SymbolId(id));
  }
  return live;
}

std::shared_ptr<const acc::UnitFacts> factsOf(const NestCode &nest) {
  auto facts = std::make_shared<acc::UnitFacts>();
  facts->path = "/nest.c";
  facts->text = std::make_shared<const std::string>();
  facts->isC99 = false;
  facts->allowsLongLong = false;
  facts->identifiers.insert("nest");
  auto insert = [&](const auto &names) {
    for (const auto &[name, value] : names)
      facts->identifiers.insert(name);
  };
  insert(nest.uses.arrays);
  insert(nest.uses.scalars);
  insert(nest.uses.functions);
  for (const std::string &name : nest.uses.integers)
    facts->identifiers.insert(name);
  for (const std::string &name : nest.indices)
    facts->identifiers.insert(name);
  return facts;
}

std::string linesOf(const acc::SourceNest &nest, const Stmt &stmt, const std::string &indent) {
  if (stmt.kind != Stmt::Kind::For)
    return acc::printStmt(nest, stmt, indent);
  auto text = [&](const ExprRef &expr) { return acc::printExpr(nest, *expr); };
  const std::string name = text(stmt.init->target);
  const bool isByOne =
      stmt.step->value->kind == Expr::Kind::Integer && stmt.step->value->value == 1;
  std::string lines = indent + "for (" + name + " = " + text(stmt.init->value) + "; " +
                      text(stmt.condition) + "; " + name +
                      (isByOne ? "++" : " += " + text(stmt.step->value)) + ") {\n";
  for (const StmtRef &child : stmt.children[0]->children)
    lines += linesOf(nest, *child, indent + "    ");
  return lines + indent + "}\n";
}

} // namespace

acc::SourceNest sourceOf(const NestCode &nest) {
  Symbols symbols(nest);
  std::vector<StmtRef> resolved;
  for (const StmtRef &loop : nest.loops)
    resolved.push_back(symbols.resolved(loop));
  std::vector<StmtRef> loops;
  for (size_t k = 0; k < resolved.size(); ++k) {
    auto loop = std::make_shared<Stmt>(*resolved[k]);
    loop->loop.liveOut = liveBehind(resolved, k + 1, symbols.table);
    loops.push_back(loop);
  }
  acc::SourceNest source;
  source.id = scriptId(nest, "nest");
  source.function = "nest";
  source.unit = factsOf(nest);
  source.root = loops.size() == 1 ? loops.front() : acc::makeBlock(std::move(loops), {});
  source.symbols = std::make_shared<const acc::SymbolTable>(std::move(symbols.table));
  return source;
}

std::string textOf(const NestCode &nest) {
  const acc::SourceNest source = sourceOf(nest);
  if (source.root->kind == Stmt::Kind::For)
    return linesOf(source, *source.root, "    ");
  std::string text;
  for (const StmtRef &loop : source.root->children)
    text += linesOf(source, *loop, "    ");
  return text;
}

std::string textOf(const acc::ExprRef &value) {
  const NestCode none;
  Symbols symbols(none);
  const ExprRef resolved = symbols.resolved(value);
  acc::SourceNest source;
  source.unit = factsOf(none);
  source.symbols = std::make_shared<const acc::SymbolTable>(std::move(symbols.table));
  return acc::printExpr(source, *resolved);
}

} // namespace acc_delin::detail
