#include "analysis/frontend/EntryGaps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <map>
#include <optional>

namespace acc {
namespace {

/// More than these are not compared with one another.
constexpr size_t kMostNodes = 32;
constexpr int64_t kMostGap = INT64_C(1) << 40;

/// A variable, or an expression that no sum of variables gives; null for zero.
using Node = const void *;

/// Nodes with factors 1 and -1, and a constant.
struct Sum {
  std::map<Node, int> nodes;
  int64_t constant = 0;
};

std::optional<Sum> sumOf(std::optional<Sum> a, const std::optional<Sum> &b, int sign) {
  if (!a || !b)
    return std::nullopt;
  for (const auto &[node, factor] : b->nodes)
    if ((a->nodes[node] += sign * factor) == 0)
      a->nodes.erase(node);
  a->constant += sign * b->constant;
  return std::abs(a->constant) < kMostGap ? a : std::nullopt;
}

class Gaps {
public:
  Gaps(const std::vector<KnownValue> &values, const clang::ASTContext &context) : context(context) {
    for (const KnownValue &entry : values)
      value[entry.variable] = entry.value;
    for (const KnownValue &entry : values)
      if (entry.variable->getType()->isIntegerType())
        addZero(sumOf(sumOfVariable(entry.variable), read(entry.value), -1));
  }

  void add(const KnownTest &known) {
    const auto *test = llvm::dyn_cast<clang::BinaryOperator>(known.test->IgnoreParenImpCasts());
    if (!test || !test->isComparisonOp() || !test->getLHS()->getType()->isIntegerType() ||
        !test->getRHS()->getType()->isIntegerType())
      return;
    const clang::BinaryOperatorKind op =
        known.isTrue ? test->getOpcode()
                     : clang::BinaryOperator::negateComparisonOp(test->getOpcode());
    const bool isLess = op == clang::BO_LT || op == clang::BO_LE;
    std::optional<Sum> left = read(test->getLHS()), right = read(test->getRHS());
    if (!left || !right || op == clang::BO_NE)
      return;
    std::optional<Sum> difference = isLess ? sumOf(left, right, -1) : sumOf(right, left, -1);
    if (difference && (op == clang::BO_LT || op == clang::BO_GT))
      ++difference->constant;
    addNoMore(difference);
    if (op == clang::BO_EQ)
      addZero(difference);
  }

  void add(const KnownRest &known) {
    if (isLimited(*known.set))
      addZero(sumOf(sumOfVariable(known.variable), Sum{{{known.set, 1}}, 0}, -1));
  }

  std::vector<EntryGap> all() {
    close();
    std::vector<EntryGap> result;
    for (const auto &[nodes, most] : least)
      if (nodes.first != nodes.second && isVariable(nodes.first) && isVariable(nodes.second))
        result.push_back({static_cast<const clang::VarDecl *>(nodes.first),
                          static_cast<const clang::VarDecl *>(nodes.second), most});
    return result;
  }

private:
  bool isVariable(Node node) const { return !node || variables.contains(node); }

  void addGap(Node larger, Node smaller, int64_t most) {
    for (Node node : {larger, smaller})
      nodes.insert(node);
    auto [known, isNew] = least.insert({{larger, smaller}, most});
    if (!isNew)
      known->second = std::min(known->second, most);
  }

  Sum sumOfVariable(const clang::VarDecl *variable) {
    variables.insert(variable->getCanonicalDecl());
    return Sum{{{variable->getCanonicalDecl(), 1}}, 0};
  }

  void addZero(const std::optional<Sum> &sum) {
    addNoMore(sum);
    addNoMore(sumOf(Sum{}, sum, -1));
  }

  /// The sum is at most zero. Where it has more than two nodes, rests are replaced by their limits:
  ///   n - j - n % 8 <= 0   ->   n - j <= 7
  void addNoMore(std::optional<Sum> sum) {
    for (size_t k = 0; sum && k < rests.size() && sum->nodes.size() > 2; ++k)
      if (auto found = sum->nodes.find(rests[k].node); found != sum->nodes.end()) {
        sum->constant -= found->second > 0 ? -rests[k].least : rests[k].most;
        if (std::abs(found->second) != 1)
          return;
        sum->nodes.erase(found);
      }
    if (!sum || sum->nodes.empty() || sum->nodes.size() > 2)
      return;
    Node larger = nullptr, smaller = nullptr;
    for (const auto &[node, factor] : sum->nodes) {
      Node &place = factor > 0 ? larger : smaller;
      if (place || std::abs(factor) != 1)
        return;
      place = node;
    }
    addGap(larger, smaller, -sum->constant);
  }

  /// Every gap that follows from two, until none is new (Floyd, 1962).
  void close() {
    if (nodes.size() > kMostNodes)
      return;
    for (Node middle : nodes)
      for (Node larger : nodes)
        for (Node smaller : nodes) {
          auto above = least.find({larger, middle}), below = least.find({middle, smaller});
          if (above != least.end() && below != least.end())
            addGap(larger, smaller, above->second + below->second);
        }
  }

  /// `asMask`: the bits as a signed number, ~7u as -8.
  std::optional<int64_t> constantOf(const clang::Expr *expr, bool asMask = false) const {
    clang::Expr::EvalResult result;
    if (expr->isValueDependent() || !expr->EvaluateAsInt(result, context))
      return std::nullopt;
    llvm::APSInt value = result.Val.getInt();
    value.setIsSigned(value.isSigned() || asMask);
    if (!value.isRepresentableByInt64())
      return std::nullopt;
    const int64_t constant = value.getExtValue();
    return std::abs(constant) < kMostGap ? std::optional(constant) : std::nullopt;
  }

  /// Without conversions that keep every value, but for the sign of large ones.
  static const clang::Expr *plain(const clang::Expr *expr, const clang::ASTContext &context) {
    expr = expr->IgnoreParens();
    while (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
      const clang::Expr *inner = cast->getSubExpr()->IgnoreParens();
      if (!inner->getType()->isIntegerType() ||
          context.getTypeSize(inner->getType()) > context.getTypeSize(expr->getType()))
        break;
      expr = inner;
    }
    return expr;
  }

  /// Where the expression is a variable with a known value, that.
  const clang::Expr *resolved(const clang::Expr *expr) const {
    expr = plain(expr, context);
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr);
    const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    auto found = variable ? value.find(variable->getCanonicalDecl()) : value.end();
    return found == value.end() ? expr : plain(found->second, context);
  }

  const clang::BinaryOperator *binary(const clang::Expr *expr, clang::BinaryOperatorKind op) const {
    const auto *result = llvm::dyn_cast<clang::BinaryOperator>(resolved(expr));
    return result && result->getOpcode() == op ? result : nullptr;
  }

  std::optional<Sum> read(const clang::Expr *expr) {
    if (auto constant = constantOf(expr))
      return Sum{{}, *constant};
    expr = plain(expr, context);
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      if (!variable)
        return std::nullopt;
      return sumOfVariable(variable);
    }
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (!op)
      return std::nullopt;
    if (op->isAdditiveOp())
      return sumOf(read(op->getLHS()), read(op->getRHS()),
                   op->getOpcode() == clang::BO_Add ? 1 : -1);
    return isLimited(*op) ? std::optional(Sum{{{op, 1}}, 0}) : std::nullopt;
  }

  /// A rest of a division, or a multiple next to a number; its gaps are added.
  ///   n % 8, n & 7; n & ~7, n / 8 * 8, n >> 3 << 3
  bool isLimited(const clang::BinaryOperator &op) {
    const bool hasSign = op.getType()->isSignedIntegerType();
    auto isRest = [&](int64_t most, bool mayBeNegative) {
      rests.push_back({&op, mayBeNegative ? -most : 0, most});
      addGap(&op, nullptr, most);
      addGap(nullptr, &op, -rests.back().least);
      return true;
    };
    const clang::BinaryOperatorKind kind =
        op.isCompoundAssignmentOp()
            ? clang::BinaryOperator::getOpForCompoundAssignment(op.getOpcode())
            : op.getOpcode();
    const bool asMask = kind == clang::BO_And;
    const std::optional<int64_t> right = constantOf(op.getRHS(), asMask),
                                 left = constantOf(op.getLHS(), asMask);
    const std::optional<int64_t> constant = right ? right : left;
    const clang::Expr *other = right ? op.getLHS() : op.getRHS();
    if (!constant)
      return false;
    switch (kind) {
    case clang::BO_Rem:
      return right && *right > 0 && isRest(*right - 1, hasSign);
    case clang::BO_And: {
      if (*constant >= 0)
        return isRest(*constant, false);
      const int64_t multiple = -*constant;
      return (multiple & (multiple - 1)) == 0 && isMultiple(op, other, multiple, false);
    }
    case clang::BO_Shl: {
      const clang::BinaryOperator *down = right ? binary(op.getLHS(), clang::BO_Shr) : nullptr;
      return down && *right >= 0 && *right < 32 && constantOf(down->getRHS()) == right &&
             isMultiple(op, down->getLHS(), INT64_C(1) << *right, false);
    }
    case clang::BO_Mul: {
      if (const clang::BinaryOperator *part = binary(other, clang::BO_Div))
        return *constant > 0 && constantOf(part->getRHS()) == constant &&
               isMultiple(op, part->getLHS(), *constant, hasSign);
      const clang::BinaryOperator *down = binary(other, clang::BO_Shr);
      const std::optional<int64_t> bits = down ? constantOf(down->getRHS()) : std::nullopt;
      return bits && *bits >= 0 && *bits < 32 && *constant == INT64_C(1) << *bits &&
             isMultiple(op, down->getLHS(), *constant, false);
    }
    default:
      return false;
    }
  }

  /// The expression is the multiple that is next to `of` below, or towards zero.
  bool isMultiple(const clang::BinaryOperator &expr, const clang::Expr *of, int64_t multiple,
                  bool towardsZero) {
    std::optional<Sum> rest = sumOf(read(of), Sum{{{&expr, 1}}, 0}, -1);
    if (!rest)
      return false;
    std::optional<Sum> upper = sumOf(rest, Sum{{}, multiple - 1}, -1);
    std::optional<Sum> lower = sumOf(Sum{{}, towardsZero ? 1 - multiple : 0}, rest, -1);
    addNoMore(upper);
    addNoMore(lower);
    return true;
  }

  const clang::ASTContext &context;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> value;
  llvm::DenseSet<Node> variables;
  llvm::SetVector<Node> nodes;
  struct Rest {
    Node node;
    int64_t least, most;
  };
  std::vector<Rest> rests;
  llvm::MapVector<std::pair<Node, Node>, int64_t> least;
};

} // namespace

std::vector<EntryGap> gapsBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                                 const FunctionFacts &facts, const clang::ASTContext &context) {
  const EntryTests known = testsBefore(function, stmt, facts, context);
  Gaps gaps(known.values, context);
  for (const KnownRest &rest : known.rests)
    gaps.add(rest);
  for (const KnownTest &test : known.tests)
    gaps.add(test);
  return gaps.all();
}

} // namespace acc
