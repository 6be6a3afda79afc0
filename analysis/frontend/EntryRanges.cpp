#include "analysis/frontend/EntryRanges.h"

#include "analysis/frontend/StatementParts.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace acc {
namespace {

/// Calls that are kept apart; more are taken together.
constexpr size_t kMostCalls = 16;
/// Values of a counter, and elements of a table, that are looked at one by one.
constexpr int64_t kMostValues = 64, kMostElements = 4096;

Interval hull(const Interval &a, const Interval &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

bool isWithin(const Interval &inner, const Interval &outer) {
  return outer.low <= inner.low && inner.high <= outer.high;
}

Interval number(__int128 value) { return {value, value}; }

Interval limitsOf(const clang::ASTContext &context, clang::QualType type) {
  if (type->isBooleanType())
    return {0, 1};
  const unsigned bits = context.getIntWidth(type);
  if (bits > 64)
    return kAnyInteger;
  const __int128 values = static_cast<__int128>(1) << bits;
  return type->isSignedIntegerOrEnumerationType() ? Interval{-values / 2, values / 2 - 1}
                                                  : Interval{0, values - 1};
}

/// The elements of a constant table; null for any other array.
const clang::InitListExpr *tableOf(const clang::ASTContext &context, const clang::Expr *base) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(base->IgnoreParenImpCasts());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  const clang::ConstantArrayType *array =
      variable ? context.getAsConstantArrayType(variable->getType()) : nullptr;
  if (!array || !array->getElementType().isConstQualified() ||
      array->getElementType().isVolatileQualified())
    return nullptr;
  const clang::Expr *initial = variable->getAnyInitializer();
  return initial ? llvm::dyn_cast<clang::InitListExpr>(initial) : nullptr;
}

/// Control does not come to what stands behind it.
bool leaves(const clang::Stmt *stmt) {
  if (!stmt)
    return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(stmt))
    return true;
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return !block->body_empty() && leaves(block->body_back());
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts()) : nullptr;
  return call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
}

/// Ranges of a function's variables, from those of its parameters.
class Reader {
public:
  Reader(const clang::ASTContext &context, const clang::FunctionDecl &function,
         KnownRanges parameters)
      : context(context), body(function.getBody()), changed(body), ranges(std::move(parameters)) {
    for (const clang::ParmVarDecl *parameter : function.parameters())
      if (isChanged(parameter))
        ranges.erase(parameter);
  }

  KnownRanges before(const clang::Stmt *stmt) {
    if (!changed.isEntered)
      descend(body, stmt, /*inSequence=*/true);
    declare(body);
    std::erase_if(ranges, [&](const auto &entry) {
      return isWithin(limitsOf(context, entry.first->getType()), entry.second);
    });
    return ranges;
  }

  Interval valueOf(const clang::Expr *expr) const {
    expr = expr->IgnoreParens();
    if (!expr->getType()->isIntegralOrEnumerationType())
      return kAnyInteger;
    clang::Expr::EvalResult constant;
    if (!expr->isValueDependent() && expr->EvaluateAsInt(constant, context) &&
        constant.Val.getInt().isRepresentableByInt64())
      return number(constant.Val.getInt().getExtValue());
    const Interval limits = limitsOf(context, expr->getType()), value = withoutLimits(expr);
    return isWithin(value, limits) ? value : limits;
  }

private:
  Interval withoutLimits(const clang::Expr *expr) const {
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
      return valueOf(cast->getSubExpr());
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      auto known = ranges.find(llvm::dyn_cast<clang::VarDecl>(ref->getDecl()));
      return known == ranges.end() ? kAnyInteger : known->second;
    }
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr))
      return hull(valueOf(choice->getTrueExpr()), valueOf(choice->getFalseExpr()));
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
      return elementOf(*element);
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
      return unary->getOpcode() == clang::UO_Minus  ? number(-1) * valueOf(unary->getSubExpr())
             : unary->getOpcode() == clang::UO_Plus ? valueOf(unary->getSubExpr())
                                                    : kAnyInteger;
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
    return binary
               ? resultOf(binary->getOpcode(), valueOf(binary->getLHS()), valueOf(binary->getRHS()))
               : kAnyInteger;
  }

  static Interval resultOf(clang::BinaryOperatorKind op, const Interval &a, const Interval &b) {
    const bool isPositive = b.low > 0 && b.low == b.high && b.high < kBeyond;
    switch (op) {
    case clang::BO_Add:
      return a + b;
    case clang::BO_Sub:
      return a + number(-1) * b;
    case clang::BO_Mul:
      return a * b;
    case clang::BO_Div:
      return isPositive ? Interval{a.low / b.low, a.high / b.low} : kAnyInteger;
    case clang::BO_Rem:
      return isPositive ? Interval{a.low < 0 ? 1 - b.low : 0, b.low - 1} : kAnyInteger;
    case clang::BO_And:
      return b.low >= 0   ? Interval{0, a.low >= 0 ? std::min(a.high, b.high) : b.high}
             : a.low >= 0 ? Interval{0, a.high}
                          : kAnyInteger;
    case clang::BO_Shl:
    case clang::BO_Shr: {
      if (a.low < 0 || b.low != b.high || b.low < 0 || b.low > 62)
        return kAnyInteger;
      const __int128 by = static_cast<__int128>(1) << static_cast<int>(b.low);
      return op == clang::BO_Shl ? a * number(by) : Interval{a.low / by, a.high / by};
    }
    case clang::BO_LT:
    case clang::BO_GT:
    case clang::BO_LE:
    case clang::BO_GE:
    case clang::BO_EQ:
    case clang::BO_NE:
    case clang::BO_LAnd:
    case clang::BO_LOr:
      return {0, 1};
    default:
      return kAnyInteger;
    }
  }

  Interval elementOf(const clang::ArraySubscriptExpr &element) const {
    const clang::InitListExpr *table = tableOf(context, element.getBase());
    if (!table)
      return kAnyInteger;
    const __int128 length =
        context.getAsConstantArrayType(table->getType())->getSize().getLimitedValue();
    Interval at = valueOf(element.getIdx());
    at = {std::max<__int128>(at.low, 0), std::min<__int128>(at.high, length - 1)};
    if (at.low > at.high || at.high - at.low >= kMostElements)
      return kAnyInteger;
    std::optional<Interval> all;
    for (__int128 k = at.low; k <= at.high; ++k) {
      const bool isGiven = k < table->getNumInits();
      const Interval one = isGiven ? valueOf(table->getInit(static_cast<unsigned>(k))) : number(0);
      all = all ? hull(*all, one) : one;
    }
    return *all;
  }

  // What tests on the way to a statement say.

  void descend(const clang::Stmt *stmt, const clang::Stmt *target, bool inSequence) {
    if (stmt == target)
      return;
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      for (const clang::Stmt *child : block->body()) {
        if (holds(child, target))
          return descend(child, target, true);
        if (inSequence)
          pass(child);
      }
      return;
    }
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      const bool isThen = holds(branch->getThen(), target);
      if (isThen || (branch->getElse() && holds(branch->getElse(), target))) {
        learn(branch->getCond(), isThen);
        return descend(isThen ? branch->getThen() : branch->getElse(), target, true);
      }
      return;
    }
    // Control comes to a label of a switch by no statement before it.
    const bool isSwitch = llvm::isa<clang::SwitchStmt>(stmt);
    for (const clang::Stmt *child : stmt->children())
      if (child && holds(child, target))
        return descend(child, target, !isSwitch);
  }

  /// What holds behind a statement that control has come through.
  void pass(const clang::Stmt *stmt) {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      if (leaves(branch->getThen()))
        learn(branch->getCond(), false);
      else if (leaves(branch->getElse()))
        learn(branch->getCond(), true);
      return;
    }
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    if (!expr)
      return;
    expr = expr->IgnoreParenCasts();
    if (const auto *extension = llvm::dyn_cast<clang::UnaryOperator>(expr);
        extension && extension->getOpcode() == clang::UO_Extension)
      return pass(extension->getSubExpr());
    if (const auto *block = llvm::dyn_cast<clang::StmtExpr>(expr)) {
      for (const clang::Stmt *child : block->getSubStmt()->body())
        pass(child);
    } else if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
      if (leaves(choice->getFalseExpr()))
        learn(choice->getCond(), true);
      else if (leaves(choice->getTrueExpr()))
        learn(choice->getCond(), false);
    } else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
      if (binary->getOpcode() == clang::BO_Comma) {
        pass(binary->getLHS());
        pass(binary->getRHS());
      } else if (binary->isLogicalOp() && leaves(binary->getRHS())) {
        learn(binary->getLHS(), binary->getOpcode() == clang::BO_LOr);
      }
    }
  }

  void learn(const clang::Expr *condition, bool isTrue) {
    forEachOutcome(condition, isTrue,
                   [&](const clang::Expr *test, bool holds) { learnOne(test, holds); });
  }

  void learnOne(const clang::Expr *test, bool isTrue) {
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(test);
    if (!binary || !binary->isComparisonOp() || !binary->getLHS()->getType()->isIntegerType() ||
        !binary->getRHS()->getType()->isIntegerType())
      return;
    const clang::BinaryOperatorKind op =
        isTrue ? binary->getOpcode()
               : clang::BinaryOperator::negateComparisonOp(binary->getOpcode());
    narrow(binary->getLHS(), op, valueOf(binary->getRHS()));
    narrow(binary->getRHS(), clang::BinaryOperator::reverseComparisonOp(op),
           valueOf(binary->getLHS()));
  }

  /// `expr op other`, where the expression is a variable that keeps its value.
  void narrow(const clang::Expr *expr, clang::BinaryOperatorKind op, const Interval &other) {
    expr = expr->IgnoreParens();
    while (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
      const clang::Expr *inner = cast->getSubExpr();
      if (!inner->getType()->isIntegralOrEnumerationType() ||
          !isWithin(valueOf(inner), limitsOf(context, expr->getType())))
        return;
      expr = inner->IgnoreParens();
    }
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr);
    const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage() || isChanged(variable))
      return;
    Interval range = valueOf(expr);
    if (op == clang::BO_EQ || op == clang::BO_LE || op == clang::BO_LT)
      range.high = std::min(range.high, other.high - (op == clang::BO_LT));
    if (op == clang::BO_EQ || op == clang::BO_GE || op == clang::BO_GT)
      range.low = std::max(range.low, other.low + (op == clang::BO_GT));
    if (range.low <= range.high) // else the statement never runs
      ranges[variable] = range;
  }

  // Variables that keep the value of their declaration, and counters of loops.

  void declare(const clang::Stmt *stmt) {
    if (!stmt)
      return;
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
            variable && variable->hasLocalStorage() && variable->getInit() &&
            variable->getType()->isIntegralOrEnumerationType() && !isChanged(variable))
          add(variable, overCounters(variable->getInit(), 0));
    size_t before = counters.size();
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      count(*loop);
    for (const clang::Stmt *child : stmt->children())
      declare(child);
    counters.resize(before);
  }

  void add(const clang::VarDecl *variable, const Interval &range) {
    auto [known, isNew] = ranges.try_emplace(variable, range);
    if (!isNew) // a test on the way may say more
      known->second = {std::max(known->second.low, range.low),
                       std::min(known->second.high, range.high)};
  }

  /// for (int b = 0; b < 4; b++), the body leaving b alone: 0 to 3.
  void count(const clang::ForStmt &loop) {
    const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit());
    const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getCond());
    const auto *step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop.getInc());
    const auto *counter = declaration && declaration->isSingleDecl()
                              ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                              : nullptr;
    if (!counter || !counter->getInit() || !test || !step || !step->isIncrementOp() ||
        !counter->getType()->isIntegralOrEnumerationType() || !names(step->getSubExpr(), counter) ||
        !names(test->getLHS(), counter) ||
        Changes(loop.getBody()).assigned.contains(counter->getCanonicalDecl()) ||
        (test->getOpcode() != clang::BO_LT && test->getOpcode() != clang::BO_LE))
      return;
    const Interval first = valueOf(counter->getInit()), end = valueOf(test->getRHS());
    const Interval range{first.low, end.high - (test->getOpcode() == clang::BO_LT)};
    if (range.low > range.high)
      return;
    ranges[counter] = range;
    counters.push_back(counter);
  }

  static bool names(const clang::Expr *expr, const clang::VarDecl *variable) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
    return ref && ref->getDecl() == variable;
  }

  /// The values for each of those of the counters around, as far as these are few:   edge[b + 1] -
  /// edge[b] is less than the whole table allows.
  Interval overCounters(const clang::Expr *expr, size_t counter) {
    if (counter == counters.size())
      return valueOf(expr);
    const Interval range = ranges.at(counters[counter]);
    if (range.high - range.low >= kMostValues)
      return overCounters(expr, counter + 1);
    std::optional<Interval> all;
    for (__int128 k = range.low; k <= range.high; ++k) {
      ranges[counters[counter]] = number(k);
      const Interval one = overCounters(expr, counter + 1);
      all = all ? hull(*all, one) : one;
    }
    ranges[counters[counter]] = range;
    return *all;
  }

  bool isChanged(const clang::VarDecl *variable) const {
    return changed.assigned.contains(variable->getCanonicalDecl());
  }

  const clang::ASTContext &context;
  const clang::Stmt *body;
  const Changes changed;
  KnownRanges ranges;
  std::vector<const clang::VarDecl *> counters;
};

bool isSame(const KnownRanges &a, const KnownRanges &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &x, const auto &y) {
    return x.first == y.first && x.second.low == y.second.low && x.second.high == y.second.high;
  });
}

/// What holds in both.
KnownRanges hullOf(const KnownRanges &a, const KnownRanges &b) {
  KnownRanges both;
  for (const auto &[variable, range] : a)
    if (auto other = b.find(variable); other != b.end())
      both[variable] = hull(range, other->second);
  return both;
}

} // namespace

class EntryRanges::Collector : public clang::RecursiveASTVisitor<Collector> {
public:
  explicit Collector(std::map<const clang::FunctionDecl *, Uses> &uses) : uses(uses) {}

  bool TraverseFunctionDecl(clang::FunctionDecl *function) {
    const clang::FunctionDecl *before = caller;
    caller = function;
    RecursiveASTVisitor::TraverseFunctionDecl(function);
    caller = before;
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *use) {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(use->getDecl()))
      ++uses[function->getCanonicalDecl()].mentions;
    return true;
  }
  bool VisitCallExpr(const clang::CallExpr *call) {
    if (const clang::FunctionDecl *callee = call->getDirectCallee(); callee && caller)
      uses[callee->getCanonicalDecl()].calls.push_back({call, caller});
    return true;
  }

private:
  std::map<const clang::FunctionDecl *, Uses> &uses;
  const clang::FunctionDecl *caller = nullptr;
};

const std::map<const clang::FunctionDecl *, EntryRanges::Uses> &EntryRanges::usesOfAll() {
  if (!uses) {
    uses = std::make_unique<std::map<const clang::FunctionDecl *, Uses>>();
    Collector(*uses).TraverseDecl(context.getTranslationUnitDecl());
  }
  return *uses;
}

std::vector<KnownRanges> EntryRanges::ofParameters(const clang::FunctionDecl &function) {
  const clang::FunctionDecl *canonical = function.getCanonicalDecl();
  const bool hasIntegers = llvm::any_of(function.parameters(), [](const auto *parameter) {
    return parameter->getType()->isIntegralOrEnumerationType();
  });
  if (function.isExternallyVisible() || function.isVariadic() || !hasIntegers)
    return {{}};
  // Of one that calls itself nothing is known meanwhile.
  auto [known, isNew] = found.try_emplace(canonical, std::vector<KnownRanges>{{}});
  if (!isNew)
    return known->second;
  auto used = usesOfAll().find(canonical);
  if (used == usesOfAll().end() || used->second.calls.size() != used->second.mentions)
    return {{}};
  std::vector<KnownRanges> all;
  for (const Call &one : used->second.calls)
    for (const KnownRanges &atCall : before(*one.caller, one.call)) {
      Reader reader(context, *one.caller, atCall);
      KnownRanges own;
      for (unsigned k = 0; k < std::min(one.call->getNumArgs(), function.getNumParams()); ++k)
        if (const clang::ParmVarDecl *parameter = function.getParamDecl(k);
            parameter->getType()->isIntegralOrEnumerationType())
          own[parameter] = reader.valueOf(one.call->getArg(k));
      if (llvm::any_of(all, [&](const KnownRanges &other) { return isSame(own, other); }))
        continue;
      if (all.size() < kMostCalls)
        all.push_back(std::move(own));
      else
        all.back() = hullOf(all.back(), own);
    }
  if (all.empty())
    all.emplace_back();
  return found[canonical] = all;
}

std::vector<KnownRanges> EntryRanges::before(const clang::FunctionDecl &function,
                                             const clang::Stmt *stmt) {
  std::vector<KnownRanges> all;
  for (KnownRanges &parameters : ofParameters(function))
    all.push_back(Reader(context, function, std::move(parameters)).before(stmt));
  return all;
}

} // namespace acc
