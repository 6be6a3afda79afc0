#include "rewriter/run/NestCode.h"

#include "analysis/frontend/CodeNeeds.h"
#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/Liveness.h"
#include "analysis/frontend/Locations.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace acc {
namespace {

/// Integers of the rewritten text from here to there may be sizes.
constexpr int64_t kLeastSize = 4, kMostSize = 4096;

/// Where the tokens of the statement begin in the main file: the first and the last.
std::optional<std::pair<uint32_t, uint32_t>> tokensOf(const clang::SourceManager &sources,
                                                      clang::SourceRange range) {
  std::optional<uint32_t> first = mainOffset(sources, range.getBegin());
  std::optional<uint32_t> last =
      mainOffset(sources, sources.getExpansionRange(range.getEnd()).getEnd());
  return first && last ? std::optional(std::pair(*first, *last)) : std::nullopt;
}

/// The outermost statements that lie wholly inside the region.
void collectStatements(const clang::SourceManager &sources, clang::Stmt *stmt,
                       const SourceRange &region, std::vector<clang::Stmt *> &found) {
  if (!stmt)
    return;
  auto tokens = tokensOf(sources, stmt->getSourceRange());
  if (tokens && tokens->first >= region.begin && tokens->second < region.end) {
    found.push_back(stmt);
    return;
  }
  if (tokens && (tokens->second < region.begin || tokens->first >= region.end))
    return;
  for (clang::Stmt *child : stmt->children())
    collectStatements(sources, child, region, found);
}

/// The first `if` with an `else` among the statements and in the blocks that they are.
clang::IfStmt *findGuard(llvm::ArrayRef<clang::Stmt *> statements) {
  for (clang::Stmt *stmt : statements) {
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt); branch && branch->getElse())
      return branch;
    if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      if (clang::IfStmt *branch = findGuard(llvm::ArrayRef(block->body_begin(), block->body_end())))
        return branch;
  }
  return nullptr;
}

/// The call of `if (!entry(...))` without an `else`; null for any other.
clang::UnaryOperator *entryTest(clang::IfStmt &branch, const std::string &entry) {
  auto *negation = llvm::dyn_cast<clang::UnaryOperator>(branch.getCond()->IgnoreParenImpCasts());
  if (branch.getElse() || !negation || negation->getOpcode() != clang::UO_LNot)
    return nullptr;
  auto *call = llvm::dyn_cast<clang::CallExpr>(negation->getSubExpr()->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getNameAsString() == entry ? negation : nullptr;
}

/// The statement `if (!entry(...))` among the statements and in the blocks that they are.
clang::IfStmt *findEntry(llvm::ArrayRef<clang::Stmt *> statements, const std::string &entry) {
  for (clang::Stmt *stmt : statements) {
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt); branch && entryTest(*branch, entry))
      return branch;
    if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      if (clang::IfStmt *branch = findEntry({block->body_begin(), block->body_end()}, entry))
        return branch;
  }
  return nullptr;
}

/// The `if` of such a function behind which it returns 1.
clang::IfStmt *guardOf(const clang::FunctionDecl *entry) {
  auto *body = entry ? llvm::dyn_cast_or_null<clang::CompoundStmt>(entry->getBody()) : nullptr;
  if (!body || body->size() < 2)
    return nullptr;
  return llvm::dyn_cast<clang::IfStmt>(body->body_end()[-2]);
}

/// The last loop that no other one of the code is around.
const clang::Stmt *lastLoop(const clang::Stmt *stmt) {
  if (!stmt || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt))
    return stmt;
  const clang::Stmt *last = nullptr;
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *loop = lastLoop(child))
      last = loop;
  return last;
}

/// What a piece of code refers to.
class References : public clang::RecursiveASTVisitor<References> {
public:
  std::vector<clang::DeclRefExpr *> variables;        // in the order of the text
  std::vector<clang::ImplicitCastExpr *> decays;      // of named arrays to pointers
  llvm::SmallPtrSet<const clang::Expr *, 16> targets; // those of them that an assignment sets
  llvm::SmallPtrSet<const clang::VarDecl *, 16> declared;
  std::set<long> constants;
  std::set<std::string> members;
  llvm::SmallPtrSet<const clang::Type *, 16> types; // that values are converted to
  /// `struct plan *` for a `void *state` that the code converts to it first.
  std::map<const clang::VarDecl *, clang::QualType> converted;
  bool leaves = false;
  std::set<const clang::LabelDecl *> jumps, labels; // those that a goto names, those that are there

  bool VisitDeclRefExpr(clang::DeclRefExpr *use) {
    if (llvm::isa<clang::VarDecl>(use->getDecl()))
      variables.push_back(use);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    if (op->getOpcode() == clang::BO_Assign)
      targets.insert(op->getLHS()->IgnoreParens());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    declared.insert(variable->getCanonicalDecl());
    return true;
  }
  bool VisitIntegerLiteral(clang::IntegerLiteral *literal) {
    if (literal->getValue().isIntN(62))
      if (int64_t value = literal->getValue().getSExtValue();
          value >= kLeastSize && value <= kMostSize)
        constants.insert(value);
    return true;
  }
  bool VisitCastExpr(clang::CastExpr *cast) {
    types.insert(cast->getType().getTypePtr());
    const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParenImpCasts());
    const auto *variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (variable && pointsToBytes(variable->getType()) && cast->getType()->isPointerType() &&
        !pointsToBytes(cast->getType()))
      converted.try_emplace(variable->getCanonicalDecl(), cast->getType());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay &&
        llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
      decays.push_back(cast);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    members.insert(member->getMemberDecl()->getNameAsString());
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt *) { return leaves = true; }
  bool VisitGotoStmt(clang::GotoStmt *jump) {
    jumps.insert(jump->getLabel());
    return true;
  }
  bool VisitLabelStmt(clang::LabelStmt *label) {
    labels.insert(label->getDecl());
    return true;
  }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *) { return leaves = true; }

private:
  static bool pointsToBytes(clang::QualType type) {
    return type->isPointerType() &&
           (type->getPointeeType()->isVoidType() || type->getPointeeType()->isCharType());
  }
};

/// The subscripts of arrays that are members, `s->parts[p]`.
class MemberSubscripts : public clang::RecursiveASTVisitor<MemberSubscripts> {
public:
  std::vector<clang::ArraySubscriptExpr *> found;

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *expr) {
    const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(expr->getLHS()->IgnoreParens());
    if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay &&
        llvm::isa<clang::MemberExpr>(decay->getSubExpr()->IgnoreParens()))
      found.push_back(expr);
    return true;
  }
};

} // namespace

struct UnitCodeState {
  /// What is read of a function once for all of its nests.
  struct FunctionReading {
    FunctionReading(const ParsedUnit &unit, const clang::FunctionDecl &function)
        : facts(readFunctionFacts(unit, function)),
          liveness(function, unit.context, *facts.openMp) {}

    FunctionFacts facts;
    Liveness liveness;
  };

  explicit UnitCodeState(const ParsedUnit &unit) : unit(unit) {}

  const FunctionReading &readingOf(const clang::FunctionDecl &function) {
    return readings.try_emplace(&function, unit, function).first->second;
  }

  const ParsedUnit &unit;
  std::map<const clang::FunctionDecl *, FunctionReading> readings;
  /// What makes the tree as it was, the last first.
  std::vector<std::function<void()>> undo;
  unsigned nests = 0;
};

namespace {

class CodeBuilder {
public:
  CodeBuilder(UnitCodeState &state, const RewrittenNest &nest)
      : state(state), context(state.unit.context), nest(nest),
        suffix("_" + std::to_string(state.nests++)) {}

  NestCode build() {
    std::vector<clang::Stmt *> statements;
    clang::FunctionDecl *function = findFunction(statements);
    const bool isCalled = !nest.entry.empty();
    clang::IfStmt *branch = !function  ? nullptr
                            : isCalled ? findEntry(statements, nest.entry)
                                       : findGuard(statements);
    clang::UnaryOperator *test = branch && isCalled ? entryTest(*branch, nest.entry) : nullptr;
    const clang::FunctionDecl *entry = nullptr;
    if (test)
      llvm::cast<clang::CallExpr>(test->getSubExpr()->IgnoreParenImpCasts())
          ->getDirectCallee()
          ->hasBody(entry);
    clang::IfStmt *guard = isCalled ? guardOf(entry) : branch;
    clang::Stmt *original = !branch ? nullptr : isCalled ? branch->getThen() : branch->getElse();
    if (!guard || !original)
      return refused("its fast version is not compiled in this configuration of the file");
    References used;
    for (clang::Stmt *stmt : statements)
      used.TraverseStmt(stmt);
    if (used.leaves || !std::includes(used.labels.begin(), used.labels.end(), used.jumps.begin(),
                                      used.jumps.end()))
      return refused("it may jump out of its function");
    clang::CompoundStmt *whole = block(statements);
    readNeeds(whole, *function);
    std::vector<KnownValue> known = neededValues(*function, statements.front(), used);
    addSizes(used);
    readOriginal(original, known);
    readLiveness(*function, lastLoop(original), used);
    redirectArrays(used.decays);
    redirect(used.variables);
    owner = isCalled ? rangeOf(context, entry->getSourceRange()) : nest.whole;
    count(guard->getCond(), [guard](clang::Expr *now) { guard->setCond(now); });
    code.taken = newVariable("acc_run_taken", context.LongTy, nullptr);
    clang::Stmt *fast = guard->getThen();
    guard->setThen(block({increment(code.taken), fast}));
    state.undo.push_back([guard, fast] { guard->setThen(fast); });
    leaveMembers(fast, original);
    code.original = newFunction("acc_run_original", known, original);
    code.rewritten = newFunction("acc_run_rewritten", known, whole);
    code.function = function;
    code.known = std::move(known);
    return std::move(code);
  }

private:
  /// The source may leave a member array by a pointer, as in `f(s->parts + p)`, for which the fast
  /// version writes `s->parts[p]`. The checks of bounds see the latter alone: none there, since the
  /// bytes that both reach are compared anyhow. A subscript of a pointer that was converted once
  /// more is not checked (clang/lib/CodeGen/CGExpr.cpp, getArrayIndexingBound).
  void leaveMembers(clang::Stmt *fast, clang::Stmt *original) {
    MemberSubscripts members;
    members.TraverseStmt(fast);
    const auto kept = needsOf(context, original).definitions;
    for (const clang::FunctionDecl *called : needsOf(context, fast).definitions)
      if (!llvm::is_contained(kept, called))
        members.TraverseStmt(called->getBody());
    for (clang::ArraySubscriptExpr *subscript : members.found) {
      clang::Expr *array = subscript->getLHS();
      subscript->setLHS(clang::ImplicitCastExpr::Create(context, array->getType(), clang::CK_NoOp,
                                                        array, nullptr, clang::VK_PRValue,
                                                        clang::FPOptionsOverride()));
      state.undo.push_back([subscript, array] { subscript->setLHS(array); });
    }
  }

  NestCode refused(const std::string &sentence) {
    code.obstacle = sentence;
    return std::move(code);
  }

  void hinder(const std::string &sentence) {
    if (code.obstacle.empty())
      code.obstacle = sentence;
  }

  clang::FunctionDecl *findFunction(std::vector<clang::Stmt *> &statements) const {
    for (clang::Decl *decl : context.getTranslationUnitDecl()->decls()) {
      auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (!function || !function->doesThisDeclarationHaveABody())
        continue;
      collectStatements(context.getSourceManager(), function->getBody(), nest.whole, statements);
      if (!statements.empty())
        return function;
    }
    return nullptr;
  }

  void readNeeds(clang::Stmt *whole, const clang::FunctionDecl &function) {
    CodeNeeds needs = needsOf(context, whole);
    hinder(needs.obstacle);
    for (const clang::FunctionDecl *callee : needs.outside)
      if (!callee->isNoReturn()) // the engine's ends the run
        hinder("it calls " + callee->getNameAsString() + ", which this file does not define");
    References inside;
    inside.TraverseStmt(whole);
    for (const clang::FunctionDecl *definition : needs.definitions) {
      if (definition == &function)
        hinder("it is recursive");
      code.definitions.push_back(const_cast<clang::FunctionDecl *>(definition));
      inside.TraverseStmt(definition->getBody());
    }
    code.constants = std::move(inside.constants);
    code.members = std::move(inside.members);
    converted = std::move(inside.converted);
    for (const clang::VarDecl *global : needs.globals)
      addGlobal(*global);
    code.elements = std::move(needs.elements);
    code.shortestTable = needs.shortestTable;
  }

  void addGlobal(const clang::VarDecl &global) {
    if (global.getTLSKind() != clang::VarDecl::TLS_None)
      hinder("the variable " + global.getNameAsString() + " is thread-local");
    const clang::VarDecl *definition = global.getDefinition();
    if (!definition)
      definition = global.getMostRecentDecl();
    code.definitions.push_back(const_cast<clang::VarDecl *>(definition));
    InterfaceType type = readInterfaceType(context, definition->getType(), &code.members);
    if (!type.isConst && !context.getSourceManager().isInSystemHeader(global.getLocation()))
      code.variables.push_back({definition, {global.getNameAsString(), std::move(type)}});
  }

  /// The assignments before the nest that say what the variables are worth there, each behind those
  /// of the variables that its value names.
  std::vector<KnownValue> neededValues(const clang::FunctionDecl &function,
                                       const clang::Stmt *first, References &used) {
    std::map<const clang::VarDecl *, KnownValue> left;
    for (const KnownValue &entry :
         valuesBefore(function, first, state.readingOf(function).facts, context))
      left.insert({entry.variable->getCanonicalDecl(), entry});
    std::vector<KnownValue> result;
    std::function<void(const clang::DeclRefExpr *)> need = [&](const clang::DeclRefExpr *use) {
      const auto *variable = llvm::cast<clang::VarDecl>(use->getDecl())->getCanonicalDecl();
      auto found = left.find(variable);
      if (found == left.end() || used.declared.contains(variable))
        return;
      KnownValue entry = found->second;
      left.erase(found);
      for (const clang::FunctionDecl *called :
           needsOf(context, const_cast<clang::Expr *>(entry.value)).definitions)
        if (!llvm::is_contained(code.definitions, called))
          code.definitions.push_back(const_cast<clang::FunctionDecl *>(called));
      References more;
      more.TraverseStmt(const_cast<clang::Expr *>(entry.value));
      for (clang::DeclRefExpr *inner : more.variables) {
        need(inner);
        used.variables.push_back(inner);
      }
      result.push_back(entry);
    };
    const std::vector<clang::DeclRefExpr *> uses = used.variables;
    for (const clang::DeclRefExpr *use : uses)
      need(use);
    return result;
  }

  /// What the types of the variables refer to: n of `double (*A)[n]`.
  static void addSizes(References &used) {
    for (size_t k = 0; k < used.variables.size(); ++k) {
      clang::QualType type = used.variables[k]->getDecl()->getType();
      if (!type->isVariablyModifiedType() ||
          used.declared.contains(llvm::cast<clang::VarDecl>(used.variables[k]->getDecl())))
        continue;
      References sizes;
      sizes.TraverseType(type);
      for (clang::DeclRefExpr *use : sizes.variables)
        if (!llvm::is_contained(used.variables, use))
          used.variables.push_back(use);
    }
  }

  /// The variables that it sets before it reads them, and its narrow types.
  void readOriginal(clang::Stmt *original, const std::vector<KnownValue> &known) {
    References inside;
    inside.TraverseStmt(original);
    llvm::SmallPtrSet<const clang::VarDecl *, 16> met;
    for (const clang::DeclRefExpr *use : inside.variables) {
      const auto *variable = llvm::cast<clang::VarDecl>(use->getDecl())->getCanonicalDecl();
      if (met.insert(variable).second && inside.targets.contains(use))
        set.insert(variable);
    }
    for (const clang::Type *type : inside.types)
      if (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType())
        if (uint64_t bits = context.getTypeSize(type); bits < 32)
          code.narrow.insert({long(1) << bits, long(1) << (bits - 1)});
    for (const KnownValue &entry : known) {
      set.insert(entry.variable->getCanonicalDecl());
      computed.insert(entry.variable->getCanonicalDecl());
    }
  }

  void readLiveness(const clang::FunctionDecl &function, const clang::Stmt *loop,
                    const References &used) {
    const Liveness &liveness = state.readingOf(function).liveness;
    for (const clang::DeclRefExpr *use : used.variables) {
      const auto *variable = llvm::cast<clang::VarDecl>(use->getDecl())->getCanonicalDecl();
      if (isLocal(*variable) && !used.declared.contains(variable) && !replaced.count(variable))
        replace(*variable, loop && !liveness.isLiveAfter(loop, variable));
    }
  }

  static bool isLocal(const clang::VarDecl &variable) { return variable.isLocalVarDeclOrParm(); }

  /// A variable of static storage for a local one.
  void replace(const clang::VarDecl &variable, bool isDead) {
    clang::QualType type = variable.getType();
    std::string name = "acc_run_v" + std::to_string(replaced.size());
    clang::Expr *init = const_cast<clang::Expr *>(variable.getInit());
    bool isConstant = type.isConstQualified() && init && !llvm::isa<clang::ParmVarDecl>(variable) &&
                      init->isConstantInitializer(context, false);
    // Sizes that are known at run time are for local variables only: a pointer that begins with the
    // value.
    bool isSized = type->isVariablyModifiedType();
    bool isArray = isSized && context.getAsVariableArrayType(type);
    if (isSized && !isArray && !type->isPointerType())
      hinder("the variable " + variable.getNameAsString() + " has a size known only at run time");
    if (isArray)
      type = context.getPointerType(type);
    // Inputs are stored there, also in the elements of a const array.
    clang::QualType held = isSized ? context.VoidPtrTy : context.getUnqualifiedArrayType(type);
    clang::VarDecl *global =
        newVariable(name, isConstant ? type : held, isConstant ? init : nullptr);
    replaced[&variable] = isSized ? newLocal(variable, type, global) : global;
    code.definitions.push_back(global);
    if (isConstant) {
      code.constantLocals.push_back(&variable);
      return;
    }
    if (type->isVectorType() && computed.contains(&variable))
      return;
    auto as = converted.find(variable.getCanonicalDecl());
    InterfaceType interface =
        readInterfaceType(context, as != converted.end() ? as->second : type, &code.members);
    interface.isConst = false;
    interface.isRestrict |= isArray;
    code.variables.push_back({global,
                              {variable.getNameAsString(), std::move(interface)},
                              true,
                              isDead,
                              set.contains(&variable),
                              &variable});
  }

  /// Arrays for which there is a pointer to an array now.
  ///   before: double t[n]; ... t[i]    after: double (*v)[n]; ... (*v)[i]
  void redirectArrays(llvm::ArrayRef<clang::ImplicitCastExpr *> decays) {
    for (clang::ImplicitCastExpr *decay : decays) {
      clang::Expr *array = decay->getSubExpr();
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(
          llvm::cast<clang::DeclRefExpr>(array->IgnoreParens())->getDecl());
      auto found = variable ? replaced.find(variable->getCanonicalDecl()) : replaced.end();
      if (found == replaced.end() || !context.getAsVariableArrayType(array->getType()))
        continue;
      clang::Expr *pointer = clang::ImplicitCastExpr::Create(
          context, found->second->getType(), clang::CK_LValueToRValue, reference(found->second),
          nullptr, clang::VK_PRValue, clang::FPOptionsOverride());
      decay->setSubExpr(clang::UnaryOperator::Create(
          context, pointer, clang::UO_Deref, array->getType(), clang::VK_LValue, clang::OK_Ordinary,
          clang::SourceLocation(), false, clang::FPOptionsOverride()));
      state.undo.push_back([decay, array] { decay->setSubExpr(array); });
    }
  }

  void redirect(llvm::ArrayRef<clang::DeclRefExpr *> uses) {
    for (clang::DeclRefExpr *use : uses)
      if (auto found =
              replaced.find(llvm::cast<clang::VarDecl>(use->getDecl())->getCanonicalDecl());
          found != replaced.end()) {
        state.undo.push_back([use, before = use->getDecl()] { use->setDecl(before); });
        use->setDecl(found->second);
      }
  }

  /// Each term of the condition is counted when it holds. `put` sets the expression where the
  /// condition stands.
  ///   before: n > 0 && ok(n)    after: (n > 0 && ++held_0) && ok(n)   where ok returns (... &&
  ///           ++held_1)
  void count(clang::Expr *condition, const std::function<void(clang::Expr *)> &put) {
    clang::Expr *core = condition->IgnoreParenImpCasts();
    clang::Expr *inner = valueBehind(core);
    auto *both = llvm::dyn_cast<clang::BinaryOperator>(inner ? inner->IgnoreParenImpCasts() : core);
    if (both && both->getOpcode() == clang::BO_LAnd) {
      count(both->getLHS(), [both](clang::Expr *now) { both->setLHS(now); });
      count(both->getRHS(), [both](clang::Expr *now) { both->setRHS(now); });
      return;
    }
    clang::VarDecl *held =
        newVariable("acc_run_held" + std::to_string(code.terms.size()), context.LongTy, nullptr);
    code.terms.push_back({textOf(condition), held});
    put(clang::BinaryOperator::Create(context, condition, increment(held), clang::BO_LAnd,
                                      context.IntTy, clang::VK_PRValue, clang::OK_Ordinary,
                                      clang::SourceLocation(), clang::FPOptionsOverride()));
    state.undo.push_back([put, condition] { put(condition); });
  }

  /// The conjunction that a term only stands for: `flag` with its initializer, `ok(n)` with what
  /// that function returns.
  clang::Expr *valueBehind(clang::Expr *term) const {
    clang::Expr *value = nullptr;
    if (auto *use = llvm::dyn_cast<clang::DeclRefExpr>(term)) {
      if (auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
          variable && owner.contains(rangeOf(context, variable->getSourceRange())))
        value = variable->getInit();
    } else if (auto *call = llvm::dyn_cast<clang::CallExpr>(term)) {
      const clang::FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
      if (callee && callee->hasBody(definition))
        if (auto *body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
            body && !body->body_empty())
          if (auto *last = llvm::dyn_cast<clang::ReturnStmt>(body->body_back()))
            value = last->getRetValue();
    }
    auto *both =
        value ? llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts()) : nullptr;
    return both && both->getOpcode() == clang::BO_LAnd ? value : nullptr;
  }

  /// As written, on one line.
  std::string textOf(const clang::Expr *expression) const {
    const clang::SourceManager &sources = context.getSourceManager();
    llvm::StringRef written = clang::Lexer::getSourceText(
        sources.getExpansionRange(expression->getSourceRange()), sources, context.getLangOpts());
    llvm::SmallVector<llvm::StringRef, 16> words;
    llvm::SplitString(written, words, " \t\r\n\\");
    return llvm::join(words, " ");
  }

  // Nodes of the tree.

  clang::VarDecl *newVariable(const std::string &name, clang::QualType type, clang::Expr *init) {
    auto *variable = clang::VarDecl::Create(
        context, context.getTranslationUnitDecl(), clang::SourceLocation(), clang::SourceLocation(),
        &context.Idents.get(name + suffix), type, context.getTrivialTypeSourceInfo(type),
        init ? clang::SC_None : clang::SC_Extern);
    if (init)
      variable->setInit(init);
    return variable;
  }

  clang::VarDecl *newLocal(const clang::VarDecl &variable, clang::QualType type,
                           clang::VarDecl *value) {
    type = type.getUnqualifiedType();
    auto *local = clang::VarDecl::Create(
        context, const_cast<clang::DeclContext *>(variable.getDeclContext()),
        clang::SourceLocation(), clang::SourceLocation(), variable.getIdentifier(), type,
        context.getTrivialTypeSourceInfo(type), clang::SC_None);
    clang::Expr *init = reference(value);
    for (auto [kind, to] : {std::pair(clang::CK_LValueToRValue, value->getType()),
                            std::pair(clang::CK_BitCast, type)})
      init = clang::ImplicitCastExpr::Create(context, to, kind, init, nullptr, clang::VK_PRValue,
                                             clang::FPOptionsOverride());
    local->setInit(init);
    beginning.push_back(new (context) clang::DeclStmt(
        clang::DeclGroupRef(local), clang::SourceLocation(), clang::SourceLocation()));
    return local;
  }

  clang::DeclRefExpr *reference(clang::VarDecl *variable) {
    return clang::DeclRefExpr::Create(
        context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), variable, false,
        clang::SourceLocation(), variable->getType(), clang::VK_LValue);
  }

  clang::Expr *increment(clang::VarDecl *variable) {
    return clang::UnaryOperator::Create(context, reference(variable), clang::UO_PreInc,
                                        variable->getType(), clang::VK_PRValue, clang::OK_Ordinary,
                                        clang::SourceLocation(), false, clang::FPOptionsOverride());
  }

  clang::Stmt *assignment(clang::VarDecl *variable, const clang::Expr *value) {
    return clang::BinaryOperator::Create(context, reference(variable),
                                         const_cast<clang::Expr *>(value), clang::BO_Assign,
                                         variable->getType(), clang::VK_PRValue, clang::OK_Ordinary,
                                         clang::SourceLocation(), clang::FPOptionsOverride());
  }

  clang::CompoundStmt *block(llvm::ArrayRef<clang::Stmt *> statements) {
    return clang::CompoundStmt::Create(context, statements, clang::FPOptionsOverride(),
                                       clang::SourceLocation(), clang::SourceLocation());
  }

  clang::FunctionDecl *newFunction(const std::string &name, llvm::ArrayRef<KnownValue> known,
                                   clang::Stmt *body) {
    clang::QualType type =
        context.getFunctionType(context.VoidTy, {}, clang::FunctionProtoType::ExtProtoInfo());
    auto *function = clang::FunctionDecl::Create(
        context, context.getTranslationUnitDecl(), clang::SourceLocation(), clang::SourceLocation(),
        clang::DeclarationName(&context.Idents.get(name + suffix)), type,
        context.getTrivialTypeSourceInfo(type), clang::SC_None);
    function->setParams({});
    std::vector<clang::Stmt *> statements;
    auto assign = [&](bool isSized) {
      for (const KnownValue &entry : known)
        if (entry.variable->getType()->isVariablyModifiedType() == isSized)
          statements.push_back(assignment(replaced.at(entry.variable), entry.value));
    };
    assign(false);
    statements.insert(statements.end(), beginning.begin(), beginning.end());
    assign(true);
    statements.push_back(body);
    function->setBody(block(statements));
    return function;
  }

  UnitCodeState &state;
  clang::ASTContext &context;
  const RewrittenNest &nest;
  /// Where the guard stands.
  SourceRange owner;
  /// The suffix of the names of this nest.
  const std::string suffix;
  NestCode code;
  std::map<const clang::VarDecl *, clang::QualType> converted; // as References::converted
  std::map<const clang::VarDecl *, clang::VarDecl *> replaced;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> set;
  /// The variables of which the value at entry is known. A vector among them needs no input, and a
  /// rewritten nest never changes it.
  llvm::SmallPtrSet<const clang::VarDecl *, 16> computed;
  /// Declarations of local variables that both versions begin with.
  std::vector<clang::Stmt *> beginning;
};

} // namespace

UnitCode::UnitCode(const ParsedUnit &unit) : state(std::make_unique<UnitCodeState>(unit)) {}

UnitCode::~UnitCode() = default;

NestCode UnitCode::codeOf(const RewrittenNest &nest) { return CodeBuilder(*state, nest).build(); }

void UnitCode::restore() {
  while (!state->undo.empty()) {
    state->undo.back()();
    state->undo.pop_back();
  }
}

} // namespace acc
