#include "scheduling/autoschedule/Latencies.h"

#include "analysis/model/NotedTests.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

namespace acc {
namespace {

// Latencies by that of an addition of floating-point numbers, four cycles [Fog, "Instruction
// tables", Skylake and Zen].
constexpr double kFloating = 1, kDivision = 3, kSquareRoot = 4;
constexpr double kInteger = 0.25, kProduct = 0.75, kQuotient = 5;
constexpr double kChoice = 0.5;  // a comparison and a blend
constexpr double kConverted = 1; // between integers and floating-point numbers
constexpr double kSign = 0.25;   // one operation on bits
constexpr double kCall = 2;      // of a short function, as fmin is where it is called

bool isSquareRoot(const Expr &expr) {
  static const std::set<std::string> kNames{"sqrt", "sqrtf", "__builtin_sqrt", "__builtin_sqrtf"};
  return expr.kind == Expr::Kind::Call && kNames.count(expr.text);
}

bool isAbsolute(const Expr &expr) {
  static const std::set<std::string> kNames{"fabs", "fabsf", "abs", "__builtin_fabs",
                                            "__builtin_fabsf"};
  return expr.kind == Expr::Kind::Call && kNames.count(expr.text);
}

/// pow(x, 2): compilers multiply.
bool isSquare(const Expr &expr) {
  static const std::set<std::string> kNames{"pow", "powf", "__builtin_pow", "__builtin_powf"};
  if (expr.kind != Expr::Kind::Call || !kNames.count(expr.text) || expr.operands.size() != 2)
    return false;
  const Expr &exponent = skipCasts(*expr.operands[1]);
  return (exponent.kind == Expr::Kind::Integer && exponent.value == 2) ||
         (exponent.kind == Expr::Kind::Literal && std::strtod(exponent.text.c_str(), nullptr) == 2);
}

double latencyOf(const std::string &operation, const CType &type) {
  const bool divides = operation.starts_with("/") || operation.starts_with("%"),
             isProduct = operation.starts_with("*");
  if (type.isInteger())
    return divides ? kQuotient : isProduct ? kProduct : kInteger;
  return divides ? kDivision : kFloating;
}

double latencyOf(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Unary:
    return kSign;
  case Expr::Kind::Binary:
    return latencyOf(expr.text, expr.type);
  case Expr::Kind::Cast:
    return expr.type.isInteger() == expr.operands[0]->type.isInteger() ? 0 : kConverted;
  case Expr::Kind::Conditional:
    return kChoice;
  case Expr::Kind::Call:
    return isAbsolute(expr)     ? kSign
           : isSquareRoot(expr) ? kSquareRoot
           : isSquare(expr)     ? kFloating
                                : kCall;
  default:
    return 0;
  }
}

/// The longest way to the expression's value from one of `ends`; none where there is none of them.
std::optional<double> wayFrom(const std::set<const Expr *> &ends, const ExprRef &expr) {
  if (!expr)
    return std::nullopt;
  if (ends.count(expr.get()))
    return 0;
  if (expr->kind == Expr::Kind::Access)
    return std::nullopt; // what stands in a subscript is no number of the chain
  std::optional<double> longest;
  for (const ExprRef &operand : expr->operands)
    if (auto way = wayFrom(ends, operand))
      longest = std::max(longest.value_or(0), *way);
  return longest ? std::optional(*longest + latencyOf(*expr)) : std::nullopt;
}

int integerProducts(const ExprRef &expr) {
  if (!expr || expr->kind == Expr::Kind::Access)
    return 0;
  auto isConstant = [](const ExprRef &operand) { return operand->kind == Expr::Kind::Integer; };
  int count = expr->kind == Expr::Kind::Binary && expr->op() == Op::Star &&
              expr->type.isInteger() &&
              std::none_of(expr->operands.begin(), expr->operands.end(), isConstant);
  for (const ExprRef &operand : expr->operands)
    count += integerProducts(operand);
  return count;
}

/// The two elements are the same but for an iteration of the loop.
bool isBefore(const std::vector<Polynomial> &read, const std::vector<Polynomial> &write,
              const std::string &loop) {
  for (size_t k = 0; k < read.size() && k < write.size(); ++k)
    if (!(read[k] - write[k]).isZero() && !write[k].contains(loop))
      return false;
  return true;
}

/// The longest way in the statement from an element of the array to what it writes, also by way of
/// what it tests; none where it reads no such element for that.
std::optional<double> wayThrough(const ScopStatement &statement, int array) {
  std::set<const Expr *> ends;
  for (const ScopAccess &access : statement.accesses)
    if (!access.isWrite && access.array == array && access.node)
      ends.insert(access.node.get());
  const StmtRef tested = testedAssignment(statement), body = tested ? tested : statement.body;
  if (!body || (body->kind != Stmt::Kind::Assign && body->kind != Stmt::Kind::Declare))
    return ends.empty() ? std::nullopt : std::optional(kFloating);
  const bool isUpdate = body->kind == Stmt::Kind::Assign && body->op() != Op::Equal;
  const double last =
      (isUpdate ? latencyOf(body->text, body->target->type) : 0) + (tested ? kChoice : 0);
  std::optional<double> longest = wayFrom(ends, body->value);
  if (isUpdate && ends.count(body->target.get()))
    longest = longest.value_or(0);
  if (tested)
    if (auto way = wayFrom(ends, statement.body->condition))
      longest = std::max(longest.value_or(0), *way);
  return longest ? std::optional(*longest + last) : std::nullopt;
}

/// The statements of one iteration of a loop, by who uses whose values.
class Uses {
public:
  Uses(const LiftedScop &source, const std::vector<int> &statements)
      : source(source), statements(statements) {}

  bool has(int s) const {
    return std::find(statements.begin(), statements.end(), s) != statements.end();
  }
  const ScopStatement &at(int s) const { return source.scop.statements[s]; }

  /// The longest way in one iteration from what `from` writes to what `to` does; none where there
  /// is no way.
  std::optional<double> way(int from, int to) const {
    if (from == to)
      return 0;
    std::optional<double> longest;
    for (const Dependence &d : source.dependences.all) {
      if (d.kind != DependenceKind::RAW || d.carriedBy >= 0 || d.source != from || d.sink <= from ||
          !has(d.sink))
        continue;
      const auto through = wayThrough(at(d.sink), d.array),
                 rest = through ? way(d.sink, to) : std::nullopt;
      if (rest)
        longest = std::max(longest.value_or(0), *through + *rest);
    }
    return longest;
  }

private:
  const LiftedScop &source;
  const std::vector<int> &statements;
};

constexpr size_t kMostTogether = 8; // statements of which all ways are looked at

} // namespace

double chainLength(const LiftedScop &source, int statement, int array, int loop) {
  const ScopStatement &whole = source.scop.statements[statement];
  const StmtRef tested = testedAssignment(whole), body = tested ? tested : whole.body;
  if (!body || body->kind != Stmt::Kind::Assign)
    return kFloating;
  const bool isInteger = source.scop.arrays[array].element.isInteger();
  const bool isUpdate = body->op() != Op::Equal;
  std::set<const Expr *> ends;
  for (size_t a = 0; a < whole.accesses.size(); ++a)
    for (size_t w = 0; w < whole.accesses.size(); ++w)
      if (const ScopAccess &read = whole.accesses[a], &write = whole.accesses[w];
          !read.isWrite && write.isWrite && read.array == array && write.array == array &&
          read.node &&
          isBefore(source.views.viewOf(statement, a).subscripts,
                   source.views.viewOf(statement, w).subscripts, source.scop.loops[loop].name))
        ends.insert(read.node.get());
  const double last = isUpdate ? latencyOf(body->text, source.scop.arrays[array].element) : 0;
  if (auto way = wayFrom(ends, body->value))
    return std::max(*way + last, kInteger);
  return isUpdate ? last : isInteger ? kInteger : kFloating;
}

double chainAround(const LiftedScop &source, const std::vector<int> &statements, int last,
                   int loop) {
  double longest = 0;
  if (statements.size() > kMostTogether)
    return longest;
  const Uses uses(source, statements);
  for (const Dependence &d : source.dependences.all) {
    if (d.kind != DependenceKind::RAW || d.carriedBy != loop || d.source != last ||
        d.sink == last || !uses.has(d.sink))
      continue;
    const auto through = wayThrough(uses.at(d.sink), d.array),
               rest = through ? uses.way(d.sink, last) : std::nullopt;
    if (rest)
      longest = std::max(longest, *through + *rest);
  }
  return longest;
}

int divisionsIn(const ScopStatement &statement) {
  int count = 0;
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    count += isSquareRoot(*expr) || (expr->kind == Expr::Kind::Binary && expr->op() == Op::Slash &&
                                     !expr->type.isInteger());
  });
  forEachStmt(statement.body, [&](const StmtRef &part) {
    count += part->kind == Stmt::Kind::Assign && part->op() == Op::SlashEqual &&
             !part->target->type.isInteger();
  });
  return count;
}

int integerProductsIn(const ScopStatement &statement) {
  int count = 0;
  forEachStmt(statement.body, [&](const StmtRef &part) {
    count += part->kind == Stmt::Kind::Assign && part->op() == Op::StarEqual &&
             part->target->type.isInteger();
    for (const ExprRef &expr : ownExprs(*part))
      count += integerProducts(expr);
  });
  return count;
}

int callsIn(const ScopStatement &statement) {
  int count = 0;
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    count += expr->kind == Expr::Kind::Call && !isSquareRoot(*expr) && !isAbsolute(*expr) &&
             !isSquare(*expr);
  });
  return count;
}

} // namespace acc
