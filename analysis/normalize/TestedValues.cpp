#include "analysis/normalize/TestedValues.h"

#include "analysis/tree/TreeUtil.h"

#include <map>
#include <utility>

namespace acc {
namespace {

/// A larger value is not computed twice.
constexpr size_t kLargestValue = 48;

class TestedValues {
public:
  explicit TestedValues(const SourceNest &nest) : nest(nest) {}

  StmtRef walk(const StmtRef &stmt) {
    switch (stmt->kind) {
    case Stmt::Kind::Block:
      return withChildren(stmt);
    case Stmt::Kind::If:
      return walkIf(stmt);
    case Stmt::Kind::For:
    case Stmt::Kind::While:
    case Stmt::Kind::DoWhile: {
      forgetChangedIn(stmt); // by the iterations before
      StmtRef result = withChildren(stmt);
      forgetChangedIn(stmt);
      return result;
    }
    case Stmt::Kind::Assign:
    case Stmt::Kind::Declare: {
      ExprRef value = valueOf(*stmt);
      forgetChangedIn(stmt);
      if (value)
        known[assignedSymbol(*stmt)] = value;
      return stmt;
    }
    case Stmt::Kind::Empty:
    case Stmt::Kind::Jump:
      return stmt;
    default:
      known.clear();
      return stmt;
    }
  }

private:
  using Values = std::map<SymbolId, ExprRef>;

  StmtRef withChildren(const StmtRef &stmt) {
    std::vector<StmtRef> children;
    for (const StmtRef &child : stmt->children)
      children.push_back(child ? walk(child) : child);
    if (children == stmt->children)
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->children = std::move(children);
    return copy;
  }

  StmtRef walkIf(const StmtRef &stmt) {
    auto copy = std::make_shared<Stmt>(*stmt);
    if (containsLoop(stmt))
      copy->condition = inTermsOfValues(stmt->condition);
    if (!isPure(*stmt->condition))
      known.clear();
    const Values before = known;
    for (StmtRef &child : copy->children) {
      known = before;
      if (child)
        child = walk(child);
    }
    known = before;
    for (const StmtRef &child : stmt->children)
      if (child)
        forgetChangedIn(child);
    return copy;
  }

  ExprRef inTermsOfValues(const ExprRef &expr) const {
    return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
      auto value = part->kind == Expr::Kind::Symbol ? known.find(part->symbol) : known.end();
      return value == known.end() ? nullptr : value->second;
    });
  }

  /// What a variable of numbers holds behind the statement; null for all else.
  ExprRef valueOf(const Stmt &stmt) const {
    SymbolId variable = assignedSymbol(stmt);
    bool isSet = stmt.kind == Stmt::Kind::Declare || stmt.op() == Op::Equal;
    if (variable < 0 || !isSet || !stmt.value || !isPure(*stmt.value) || isMemory(variable))
      return nullptr;
    const Symbol &symbol = nest.symbol(variable);
    bool isNumber = symbol.type.kind == CType::Kind::Floating || symbol.type.isInteger();
    if (!isNumber || symbol.type.isVolatile || symbol.isStaticOrThreadLocal)
      return nullptr;
    ExprRef value = inTermsOfValues(stmt.value);
    // Integers without memory are substituted wherever they stand.
    if ((symbol.type.isInteger() && !readsMemory(value)) || names(value, variable) ||
        isLargerThan(value, kLargestValue))
      return nullptr;
    auto converted = std::make_shared<Expr>();
    converted->kind = Expr::Kind::Cast;
    converted->type = symbol.type;
    converted->type.isConst = false;
    converted->range = value->range;
    converted->operands = {value};
    return converted;
  }

  /// Stores that do not name the symbol may change it.
  bool isMemory(SymbolId id) const {
    const Symbol &symbol = nest.symbol(id);
    return symbol.kind == Symbol::Kind::Global || symbol.kind == Symbol::Kind::Path ||
           symbol.addressTaken;
  }

  bool readsMemory(const ExprRef &value) const {
    bool reads = false;
    forEachExpr(value, [&](const ExprRef &part) {
      reads |= part->kind == Expr::Kind::Access ||
               (part->kind == Expr::Kind::Symbol && isMemory(part->symbol));
    });
    return reads;
  }

  /// Some part of the statement may change more than the variables that it names.
  bool writesMemory(const StmtRef &root) const {
    bool writes = false;
    forEachStmt(root, [&](const StmtRef &stmt) {
      SymbolId variable = assignedSymbol(*stmt);
      bool isAssignment = stmt->kind == Stmt::Kind::Assign || stmt->kind == Stmt::Kind::Declare;
      writes |= stmt->kind == Stmt::Kind::Evaluate || stmt->kind == Stmt::Kind::Unsupported ||
                (isAssignment && (variable < 0 || isMemory(variable)));
      for (const ExprRef &expr : ownExprs(*stmt))
        writes |= expr && !isPure(*expr);
    });
    return writes;
  }

  void forgetChangedIn(const StmtRef &stmt) {
    if (known.empty())
      return;
    const std::set<SymbolId> changed = assignedIn(stmt);
    const bool forgetsMemory = writesMemory(stmt);
    std::erase_if(known, [&](const Values::value_type &one) {
      bool isChanged = changed.count(one.first) || (forgetsMemory && readsMemory(one.second));
      forEachExpr(one.second, [&](const ExprRef &part) {
        isChanged |= part->kind == Expr::Kind::Symbol &&
                     (changed.count(part->symbol) || changed.count(nest.symbol(part->symbol).root));
      });
      return isChanged;
    });
  }

  const SourceNest &nest;
  Values known;
};

} // namespace

SourceNest withTestedValues(SourceNest nest, const PassContext &context) {
  if (nest.root && context.data == DataConditions::Assumed)
    nest.root = TestedValues(nest).walk(nest.root);
  return nest;
}

} // namespace acc
