#include "rewriter/validate/SharedLoops.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/NotProved.h"

#include <algorithm>
#include <cctype>

namespace acc {
namespace {

constexpr std::string_view kHint = "ACC_PARALLEL";

/// Its value is the same all the time that the loop runs: numbers and variables that the loop does
/// not set.
bool isFixed(const SourceNest &nest, const ExprRef &value, const std::set<SymbolId> &assigned) {
  bool fixed = true;
  forEachExpr(value, [&](const ExprRef &part) {
    switch (part->kind) {
    case Expr::Kind::Symbol:
      fixed &= !assigned.count(part->symbol) &&
               nest.symbol(part->symbol).kind != Symbol::Kind::Global &&
               nest.symbol(part->symbol).kind != Symbol::Kind::Path;
      return;
    case Expr::Kind::Integer:
    case Expr::Kind::Unary:
    case Expr::Kind::Binary:
    case Expr::Kind::Cast:
    case Expr::Kind::Conditional:
      return;
    default:
      fixed = false;
    }
  });
  return fixed;
}

/// for (v = first; v < end; v += step)
bool isCounted(const SourceNest &nest, const Stmt &loop, const std::set<SymbolId> &assigned) {
  SymbolId variable = loopVariable(loop);
  if (loop.kind != Stmt::Kind::For || loop.runsFirst || variable < 0 || !loop.condition ||
      !loop.step)
    return false;
  const CType &type = nest.symbol(variable).type;
  auto isVariable = [&](const Expr &expr) {
    return expr.kind == Expr::Kind::Symbol && expr.symbol == variable;
  };
  const Expr &test = skipImplicitCasts(*loop.condition);
  bool isTest =
      test.kind == Expr::Kind::Binary && (test.op() == Op::Less || test.op() == Op::LessEqual) &&
      isVariable(skipImplicitCasts(*test.operands[0])) && isFixed(nest, test.operands[1], assigned);
  bool isStep = loop.step->kind == Stmt::Kind::Assign && loop.step->op() == Op::PlusEqual &&
                isVariable(*loop.step->target) && constantValue(*loop.step->value).value_or(0) > 0;
  return isTest && isStep && type.isInteger() && type.isSigned &&
         nest.symbol(variable).kind == Symbol::Kind::Local;
}

/// Variables that `code` declares itself: each run of it has its own.
std::set<SymbolId> declaredIn(const StmtRef &code) {
  std::set<SymbolId> declared;
  forEachStmt(code, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Declare)
      declared.insert(stmt->symbol);
  });
  return declared;
}

/// Why an iteration is not on its own; "" when it is.
std::string problemOf(const SourceNest &nest, const StmtRef &body) {
  const std::set<SymbolId> declared = declaredIn(body), buffers = declaredIn(nest.root);
  std::string problem;
  forEachStmt(body, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Jump || stmt->kind == Stmt::Kind::Unsupported)
      problem = "may be left by a jump";
    // The model gives each iteration its own of an array that each sets anew; in memory there is
    // one.
    const bool storesElement =
        stmt->kind == Stmt::Kind::Assign && stmt->target->kind == Expr::Kind::Access;
    const SymbolId base = storesElement ? rootOf(*stmt->target->operands[0]) : -1;
    if (buffers.count(base) && !declared.count(base) &&
        nest.symbol(base).type.kind == CType::Kind::Array)
      problem = "sets elements of " + nest.symbol(base).spelling + ", which is declared outside it";
  });
  for (SymbolId symbol : assignedIn(body))
    if (!declared.count(symbol))
      problem = "sets " + nest.symbol(symbol).spelling + ", which is declared outside it";
  forEachExprIn(body, [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Call && expr->effect != CallEffect::Pure)
      problem = (expr->effect == CallEffect::Errno ? "sets errno by " : "calls ") + expr->text;
    if (expr->kind == Expr::Kind::Symbol && nest.symbol(expr->symbol).isStaticOrThreadLocal)
      problem = "may use a per-thread copy of " + nest.symbol(expr->symbol).spelling;
  });
  return problem;
}

bool holds(const StmtRef &stmt, const StmtRef &part) {
  bool found = false;
  forEachStmt(stmt, [&](const StmtRef &one) { found |= one == part; });
  return found;
}

/// The variable is read below `stmt` where no other loop has set it since `loop` ended.
bool isReadOutside(const StmtRef &stmt, const StmtRef &loop, SymbolId variable) {
  if (!stmt)
    return false;
  if (stmt->kind == Stmt::Kind::For && loopVariable(*stmt) == variable) // its init sets it
    return names(stmt->init->value, variable) || (stmt != loop && holds(stmt, loop));
  std::vector<ExprRef> own = ownExprs(*stmt);
  if (stmt->kind == Stmt::Kind::Assign && assignedSymbol(*stmt) == variable &&
      stmt->op() == Op::Equal)
    own = {stmt->value};
  if (std::any_of(own.begin(), own.end(),
                  [&](const ExprRef &expr) { return expr && names(expr, variable); }))
    return true;
  std::vector<StmtRef> parts = stmt->children;
  parts.insert(parts.end(), {stmt->init, stmt->step});
  return std::any_of(parts.begin(), parts.end(),
                     [&](const StmtRef &part) { return isReadOutside(part, loop, variable); });
}

/// Numbers, variables of the code, sums, differences and products.
bool isHarmless(const SourceNest &nest, std::string_view work) {
  auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  char before = '('; // of the last token: 'n' of a name, '0' of a number
  for (size_t at = 0; at < work.size();) {
    char c = work[at];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < work.size() && isWord(work[end]))
      ++end;
    if (end == at) {
      bool isOperator = c == '+' || c == '-' || c == '*' || c == ',';
      if (!(c == '(' || c == ')' || isOperator) ||
          (c == '(' && (before == 'n' || before == '0' || before == ')')) ||
          (isOperator && before != 'n' && before != '0' && before != ')'))
        return false;
      before = c;
      ++at;
      continue;
    }
    std::string word(work.substr(at, end - at));
    bool isNumber = std::isdigit(static_cast<unsigned char>(c));
    const SymbolTable &symbols = *nest.symbols;
    if (before == 'n' || before == '0' || before == ')' ||
        (!isNumber && std::none_of(symbols.begin(), symbols.end(), [&](const Symbol &symbol) {
          return symbol.spelling == word && symbol.kind != Symbol::Kind::Global;
        })))
      return false;
    before = isNumber ? '0' : 'n';
    at = end;
  }
  return true;
}

} // namespace

std::optional<std::string_view> sharedWork(std::string_view hint) {
  if (!hint.starts_with(kHint))
    return std::nullopt;
  hint.remove_prefix(kHint.size());
  hint.remove_prefix(hint.starts_with("_OF(") ? 3 : 0);
  return hint;
}

std::optional<Rejection> checkSharedLoop(const SourceNest &emitted, const StmtRef &loop,
                                         std::string_view work) {
  if (!isHarmless(emitted, work))
    return notProved("the work estimate of a parallel loop is not a plain number", loop->range);
  std::set<SymbolId> assigned = assignedIn(loop);
  if (!isCounted(emitted, *loop, assigned))
    return notProved("OpenMP cannot distribute a loop of this form", loop->range);
  SymbolId variable = loopVariable(*loop);
  if (assignedIn(loop->children[0]).count(variable))
    return notProved("a parallel loop assigns its own counter", loop->range);
  if (std::string problem = problemOf(emitted, loop->children[0]); !problem.empty())
    return notProved("an iteration of a parallel loop " + problem, loop->range);
  if (isReadOutside(emitted.root, loop, variable))
    return notProved("the counter of a parallel loop is used after the loop", loop->range);
  return std::nullopt;
}

} // namespace acc
