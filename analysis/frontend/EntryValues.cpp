#include "analysis/frontend/EntryValues.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Labels.h"
#include "analysis/frontend/OpenMp.h"
#include "analysis/frontend/StatementParts.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/VectorCalls.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace acc {
namespace {

using Variables = llvm::DenseSet<const clang::VarDecl *>;

class Walk {
public:
  /// `entersLoops`: follows control into the bodies of loops, to where each iteration comes.
  Walk(const FunctionFacts &facts, const clang::ASTContext &context, bool entersLoops = false)
      : facts(facts), context(context), entersLoops(entersLoops) {}

  /// Follows control from the start of `stmt` to `target` inside it.
  void descend(const clang::Stmt *stmt, const clang::Stmt *target) {
    if (stmt == target) {
      if (Changes(stmt).isEntered) // its parts are nests, too
        forgetAll();
      return;
    }
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      for (const clang::Stmt *child : block->body()) {
        if (holds(child, target))
          return descend(child, target);
        pass(child);
      }
      return;
    }
    const auto *labelled = llvm::dyn_cast<clang::LabelStmt>(stmt);
    if (labelled && !isJumpedTo(*labelled))
      return descend(labelled->getSubStmt(), target);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      pass(branch->getCond());
      const bool isThen = holds(branch->getThen(), target);
      learn(branch->getCond(), isThen);
      return descend(isThen ? branch->getThen() : branch->getElse(), target);
    }
    // Any other statement may be entered repeatedly, or in its middle.
    const Changes changes(stmt);
    forget(changes);
    if (changes.isEntered) // a jump may have passed by all that stands before
      forgetAll();
    if (labelled)
      descend(labelled->getSubStmt(), target);
    else if (const Loop loop(stmt); entersLoops && !changes.isEntered && holds(loop.body, target)) {
      if (!loop.runsFirst)
        learn(loop.condition, true);
      descend(loop.body, target);
    }
  }

  std::vector<KnownValue> known;
  std::vector<KnownTest> tests;
  std::vector<KnownRest> rests;
  /// What has a value, known or not.
  Variables given;

  /// A variable of the expression may have another value for a thread.
  static bool mentionsOne(const clang::Expr *expr, const OpenMpRegions &openMp) {
    Variables found;
    collect(expr, found);
    return llvm::any_of(found, [&](const auto *variable) { return openMp.mayDiffer(variable); });
  }

private:
  struct Loop {
    explicit Loop(const clang::Stmt *stmt) {
      if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(stmt)) {
        condition = counted->getCond();
        body = counted->getBody();
      } else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt)) {
        condition = loop->getCond();
        body = loop->getBody();
      } else if (const auto *last = llvm::dyn_cast<clang::DoStmt>(stmt)) {
        condition = last->getCond();
        body = last->getBody();
        runsFirst = true;
      }
    }

    const clang::Expr *condition = nullptr; // null for "for (;;)"
    const clang::Stmt *body = nullptr;      // null for what is no loop
    bool runsFirst = false;
  };

  /// The condition was true, or false, when control came by last.
  void learn(const clang::Expr *condition, bool isTrue) {
    if (!condition)
      return;
    forEachOutcome(condition, isTrue, [&](const clang::Expr *test, bool holds) {
      if (isPlain(test))
        tests.push_back({test, holds});
    });
  }

  /// A break leaves the loop with this body.
  static bool isBrokenOut(const clang::Stmt *body) {
    if (!body || Loop(body).body)
      return false;
    if (llvm::isa<clang::BreakStmt>(body))
      return true;
    const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(body);
    return !choice && llvm::any_of(body->children(), isBrokenOut);
  }

  void forgetAll() {
    tests.clear();
    rests.clear();
    known.clear();
    given.clear();
  }

  /// Adds what the statement certainly sets if control goes through it; it has no label.
  static void addSet(const clang::Stmt *stmt, Variables &set) {
    if (!stmt)
      return;
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      for (const clang::Stmt *child : block->body())
        addSet(child, set);
    } else if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
          set.erase(variable->getCanonicalDecl());
          if (variable->hasLocalStorage() && variable->getInit())
            set.insert(variable->getCanonicalDecl());
        }
    } else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      Variables then = set, other = set;
      addSet(branch->getThen(), then);
      addSet(branch->getElse(), other);
      for (const clang::VarDecl *variable : then)
        if (other.contains(variable))
          set.insert(variable);
    } else if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
      addSet(loop->getInit(), set);
    } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParenImpCasts());
      if (op && (op->isAssignmentOp() || op->isCommaOp()))
        addSet(op->getRHS(), set);
      if (op && op->isCommaOp())
        addSet(op->getLHS(), set);
      if (op && op->getOpcode() == clang::BO_Assign)
        if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens()))
          if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
              variable && variable->hasLocalStorage())
            set.insert(variable->getCanonicalDecl());
    }
  }

  void pass(const clang::Stmt *stmt) {
    if (!stmt)
      return;
    Changes changes(stmt);
    if (changes.isEntered)
      forgetAll();
    else
      addSet(stmt, given);
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
          forget(Changes(variable->getInit()));
          hide(variable);
          set(variable, variable->getInit());
        }
      return;
    }
    if (const auto *labelled = llvm::dyn_cast<clang::LabelStmt>(stmt))
      return pass(labelled->getSubStmt());
    forget(changes);
    if (const Loop loop(stmt); loop.body && !isBrokenOut(loop.body) && !changes.isEntered)
      learn(loop.condition, false);
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    const auto *assignment =
        expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
    if (!assignment || !assignment->isAssignmentOp())
      return;
    const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
    const auto *variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
    if (variable && assignment->getOpcode() == clang::BO_Assign)
      set(variable, assignment->getRHS());
    else if (variable && isPlain(variable) &&
             llvm::is_contained({clang::BO_AndAssign, clang::BO_RemAssign},
                                assignment->getOpcode()))
      rests.push_back(
          {variable->getCanonicalDecl(), llvm::cast<clang::CompoundAssignOperator>(assignment)});
  }

  void set(const clang::VarDecl *variable, const clang::Expr *value) {
    variable = variable->getCanonicalDecl();
    forget(Variables{variable});
    if (value && isPlain(variable) && isPlain(value) && !mentions(value, {variable}))
      known.push_back({variable, value});
  }

  void forget(const Changes &changes) {
    forget(changes.assigned);
    forget(changes.declared);
  }

  void forget(const Variables &changed) {
    llvm::erase_if(known, [&](const KnownValue &entry) {
      return changed.contains(entry.variable) || mentions(entry.value, changed);
    });
    llvm::erase_if(tests, [&](const KnownTest &entry) { return mentions(entry.test, changed); });
    llvm::erase_if(rests, [&](const KnownRest &entry) { return changed.contains(entry.variable); });
  }

  /// From here on the name means the new variable.
  void hide(const clang::VarDecl *variable) {
    Variables hidden;
    for (const KnownValue &entry : known)
      collect(entry.value, hidden);
    for (const KnownTest &entry : tests)
      collect(entry.test, hidden);
    for (const clang::VarDecl *other : hidden)
      if (other != variable->getCanonicalDecl() && other->getName() == variable->getName())
        forget(Variables{other});
  }

  static void collect(const clang::Stmt *stmt, Variables &found) {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        found.insert(variable->getCanonicalDecl());
    for (const clang::Stmt *child : stmt->children())
      collect(child, found);
  }

  static bool mentions(const clang::Stmt *stmt, const Variables &variables) {
    Variables found;
    collect(stmt, found);
    return llvm::any_of(found, [&](const auto *variable) { return variables.contains(variable); });
  }

  /// Only assignments by name change it, and statements that take its address.
  bool isPlain(const clang::VarDecl *variable) const {
    clang::QualType type = variable->getType();
    return isOwn(variable) && (type->isIntegerType() || type->isPointerType() ||
                               (readVectorType(context, type) && hasNoAddress(variable)));
  }

  bool isOwn(const clang::VarDecl *variable) const {
    return variable->hasLocalStorage() && !facts.addressKept.contains(variable) &&
           !variable->getType().isVolatileQualified();
  }

  bool hasNoAddress(const clang::VarDecl *variable) const {
    return !facts.addressTaken.contains(variable->getCanonicalDecl());
  }

  bool isPlain(const clang::Expr *expr) const {
    expr = expr->IgnoreParens();
    if (readVectorType(context, expr->getType()))
      return isPlainVector(expr->IgnoreParenImpCasts());
    if (llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(expr) ||
        (expr->getType()->isIntegerType() && expr->isIntegerConstantExpr(context)))
      return true;
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      return variable && isPlain(variable);
    }
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
      bool isPointer = expr->getType()->isPointerType();
      bool isSame = isPointer && cast->getSubExpr()->getType()->isPointerType() &&
                    context.hasSameUnqualifiedType(expr->getType()->getPointeeType(),
                                                   cast->getSubExpr()->getType()->getPointeeType());
      bool isNumber =
          expr->getType()->isIntegerType() && cast->getSubExpr()->getType()->isIntegerType();
      return (isSame || isNumber) && isPlain(cast->getSubExpr());
    }
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr))
      return !op->isAssignmentOp() && !op->isLogicalOp() && op->getOpcode() != clang::BO_Comma &&
             isPlain(op->getLHS()) && isPlain(op->getRHS());
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr))
      return isPlain(choice->getCond()) && isPlain(choice->getLHS()) && isPlain(choice->getRHS());
    const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr);
    if (!op)
      return false;
    if (op->getOpcode() == clang::UO_AddrOf) {
      const auto *element =
          llvm::dyn_cast<clang::ArraySubscriptExpr>(op->getSubExpr()->IgnoreParens());
      return element && isPlain(element->getLHS()) && isPlain(element->getRHS());
    }
    bool isArithmetic = op->getOpcode() == clang::UO_Minus || op->getOpcode() == clang::UO_Plus ||
                        op->getOpcode() == clang::UO_Not;
    return isArithmetic && isPlain(op->getSubExpr());
  }

  /// A vector of numbers that are computed without memory.
  bool isPlainVector(const clang::Expr *expr) const {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      return variable && isPlain(variable);
    }
    const auto *call = llvm::dyn_cast<clang::CallExpr>(expr);
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && isVectorIntrinsic(*callee) && !readsMemory(callee->getName().str()) &&
           llvm::all_of(call->arguments(), [&](const clang::Expr *argument) {
             return argument->getType()->isVectorType() ? isPlain(argument)
                                                        : isPlainNumber(argument->IgnoreParens());
           });
  }

  /// Sums and products of literals and of variables.
  bool isPlainNumber(const clang::Expr *expr) const {
    expr = expr->IgnoreParens();
    if (llvm::isa<clang::FloatingLiteral>(expr))
      return true;
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      return variable && variable->getType()->isRealFloatingType() && isOwn(variable) &&
             hasNoAddress(variable);
    }
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
      return cast->getType()->isArithmeticType() && isPlainNumber(cast->getSubExpr());
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr))
      return (op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul) &&
             isPlainNumber(op->getLHS()) && isPlainNumber(op->getRHS());
    const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr);
    return op && op->getOpcode() == clang::UO_Minus ? isPlainNumber(op->getSubExpr())
                                                    : !op && isPlain(expr);
  }

  const FunctionFacts &facts;
  const clang::ASTContext &context;
  const bool entersLoops;
};

} // namespace

llvm::DenseSet<const clang::VarDecl *> assignedVariables(const clang::Stmt *stmt) {
  Changes changes(stmt);
  for (const clang::VarDecl *variable : changes.declared)
    changes.assigned.erase(variable);
  return std::move(changes.assigned);
}

std::vector<KnownValue> valuesBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                                     const FunctionFacts &facts, const clang::ASTContext &context) {
  Walk walk(facts, context);
  walk.descend(function.getBody(), stmt);
  const OpenMpRegions &openMp = *facts.openMp;
  if (!openMp.empty()) // other threads may have come there another way
    llvm::erase_if(walk.known, [&](const KnownValue &entry) {
      return openMp.hasDefault() ||
             !openMp.isBeside(entry.value->getBeginLoc(), stmt->getBeginLoc()) ||
             openMp.mayDiffer(entry.variable) || walk.mentionsOne(entry.value, openMp);
    });
  return std::move(walk.known);
}

EntryTests testsBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                       const FunctionFacts &facts, const clang::ASTContext &context) {
  if (!facts.openMp->empty())
    return {};
  Walk walk(facts, context, /*entersLoops=*/true);
  walk.descend(function.getBody(), stmt);
  return {std::move(walk.tests), std::move(walk.rests), std::move(walk.known)};
}

llvm::DenseSet<const clang::VarDecl *> setBefore(const clang::FunctionDecl &function,
                                                 const clang::Stmt *stmt,
                                                 const FunctionFacts &facts,
                                                 const clang::ASTContext &context) {
  Walk walk(facts, context);
  walk.descend(function.getBody(), stmt);
  return facts.openMp->empty() ? std::move(walk.given) : Variables();
}

} // namespace acc
