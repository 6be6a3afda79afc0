// Small functions of the unit seen through: index and accessor functions.
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/EditFacts.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

namespace acc {
namespace {

/// A variable of the unit that no variable of `caller` hides.
bool isVisibleIn(const clang::FunctionDecl &caller, const clang::VarDecl &variable) {
  return variable.isFileVarDecl() && llvm::none_of(caller.decls(), [&](const clang::Decl *own) {
           const auto *named = llvm::dyn_cast<clang::NamedDecl>(own);
           return named && named->getDeclName() == variable.getDeclName();
         });
}

/// Expression statements, declarations, ifs, counted loops, returns outside of them and blocks of
/// these.
bool isPlainCode(const ParsedUnit &unit, const clang::Stmt *stmt, bool inLoop = false) {
  if (!stmt || llvm::isa<clang::Expr>(stmt) || llvm::isa<clang::NullStmt>(stmt) ||
      llvm::isa<clang::DeclStmt>(stmt))
    return true;
  if (llvm::isa<clang::ReturnStmt>(stmt))
    return !inLoop;
  if (llvm::isa<clang::ForStmt>(stmt)) {
    // Its pragmas can only be seen in the main file.
    std::optional<uint32_t> at =
        mainOffset(unit.context.getSourceManager(), stmt->getBeginLoc());
    if (!at || !pragmasBefore(unit, *at).empty())
      return false;
    inLoop = true;
  } else if (!llvm::isa<clang::CompoundStmt>(stmt) && !llvm::isa<clang::IfStmt>(stmt)) {
    return false;
  }
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return isPlainCode(unit, child, inLoop);
  });
}

void forEachCall(const clang::Stmt *stmt,
                 llvm::function_ref<void(const clang::CallExpr *)> use) {
  if (!stmt)
    return;
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
    use(call);
  for (const clang::Stmt *child : stmt->children())
    forEachCall(child, use);
}

bool hasBranch(const clang::Stmt *stmt) {
  return stmt && (llvm::isa<clang::IfStmt>(stmt) || llvm::any_of(stmt->children(), hasBranch));
}

/// Most parts of a value that a function which is seen through stands for: each use of a variable
/// repeats its value, so thrice x = x*(2 - a*x) has a 15 times.
constexpr size_t kMaxValue = 256;
/// Calls in functions that are seen through for one call of the nest.
constexpr unsigned kMaxNested = 256;

/// Short, and all of it can be read.
bool isReadable(const ExprRef &value) {
  if (isLargerThan(value, kMaxValue))
    return false;
  bool readable = true;
  forEachExpr(value, [&](const ExprRef &part) {
    readable &= part->kind != Expr::Kind::Unsupported;
  });
  return readable;
}

// A longer function with branches is easier to read as the call that it is.
constexpr size_t kMaxBranchingBody = 4;

} // namespace

bool meansTheSameIn(const clang::FunctionDecl &caller, const clang::Stmt *stmt,
                    const clang::FunctionDecl *function) {
  if (!stmt)
    return true;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    bool isOwn =
        variable && variable->hasLocalStorage() && variable->getDeclContext() == function;
    if (variable && !isOwn && !isVisibleIn(caller, *variable))
      return false;
  }
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return meansTheSameIn(caller, child, function);
  });
}

bool isNumberOrRow(clang::QualType type) {
  if (type->isPointerType())
    type = type->getPointeeType();
  return type->isIntegralOrEnumerationType() || type->isRealFloatingType();
}

std::vector<const clang::Stmt *> partsOf(const clang::Stmt *stmt) {
  if (!stmt)
    return {};
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return {block->body_begin(), block->body_end()};
  return {stmt};
}

const clang::FunctionDecl *TreeBuilder::inlinableDefinition(const clang::CallExpr *call) const {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  // What is opened is opened whole (TreeBuilderOpened.cpp), or stays a call.
  if (!definition || opened.contains(definition->getNameAsString()) || definition->isVariadic() ||
      definition->hasAttr<clang::NoInlineAttr>() ||
      call->getNumArgs() != definition->getNumParams())
    return nullptr;
  return !isReplaceable(*definition) && isShort(*definition) &&
                 meansTheSameIn(*facts.function, definition->getBody(), definition)
             ? definition
             : nullptr;
}

const FunctionFacts &TreeBuilder::factsOf(const clang::FunctionDecl *definition) {
  auto [known, isNew] = functionFacts.try_emplace(definition);
  if (isNew)
    known->second = std::make_unique<FunctionFacts>(readFunctionFacts(unit, *definition));
  return *known->second;
}

namespace {

/// As what C passes an argument of the type where no prototype says otherwise (C11 6.5.2.2p6).
clang::QualType promotedAsArgument(const clang::ASTContext &context, clang::QualType type) {
  if (const auto *builtin = type->getAs<clang::BuiltinType>();
      builtin && (builtin->getKind() == clang::BuiltinType::Float ||
                  builtin->getKind() == clang::BuiltinType::Half))
    return context.DoubleTy;
  return context.isPromotableIntegerType(type) ? context.getPromotedIntegerType(type) : type;
}

/// A function that takes the one may be given the other: compatible types, integers that differ in
/// their sign alone, and pointers to void and to characters.
bool isPassedAs(clang::ASTContext &context, clang::QualType given, clang::QualType taken) {
  given = given.getUnqualifiedType();
  taken = taken.getUnqualifiedType();
  if (given->isIntegerType() && taken->isIntegerType())
    return context.getTypeSize(given) == context.getTypeSize(taken);
  if (!given->isPointerType() || !taken->isPointerType())
    return context.typesAreCompatible(given, taken);
  clang::QualType a = given->getPointeeType().getUnqualifiedType();
  clang::QualType b = taken->getPointeeType().getUnqualifiedType();
  auto isByte = [](clang::QualType type) { return type->isVoidType() || type->isAnyCharacterType(); };
  return (isByte(a) && isByte(b)) || context.typesAreCompatible(a, b);
}

/// 0 or 1, whatever its type.
bool isTruthValue(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  return expr->getType()->isBooleanType() || expr->isKnownToHaveBooleanValue();
}

} // namespace

/// The call's argument as the parameter has it. What a prototype in scope of the call did not convert
/// was promoted only, and the function converts it (C11 6.9.1p10): a float arrives as a double. Null
/// where the function does not take what the call gives, which C leaves undefined; also for a _Bool
/// that arrives as another number than 0 and 1, which compilers cut differently.
ExprRef TreeBuilder::argumentOf(const clang::CallExpr *call, const clang::ParmVarDecl *parameter) {
  const clang::Expr *argument = call->getArg(parameter->getFunctionScopeIndex());
  clang::QualType given = argument->getType(), taken = parameter->getType();
  ExprRef value = shown(expression(argument));
  bool isPrototyped = call->getDirectCallee()->hasPrototype();
  if (isPrototyped && context.hasSameUnqualifiedType(given, taken))
    return value;
  // Clang takes a definition in scope for a prototype of promoted types; C does not.
  if (!isPrototyped) {
    clang::QualType written = argument->IgnoreParenImpCasts()->getType();
    given = promotedAsArgument(context, written->isArrayType() || written->isFunctionType()
                                            ? context.getDecayedType(written)
                                            : written);
  }
  bool isPassed = isPassedAs(context, given, promotedAsArgument(context, taken)) &&
                  (!taken->isBooleanType() || isTruthValue(argument));
  if (!isPassed)
    return nullptr;
  return taken->isPointerType() ? value : makeExplicitCast(value, readType(context, taken));
}

/// The value without what the calls in it require, which `out` asks.
static ExprRef withoutBlocks(const ExprRef &value, std::vector<StmtRef> &out) {
  return mapExpr(value, [&](const ExprRef &part) -> ExprRef {
    if (part->kind != Expr::Kind::Block || !areDemands(part->statements))
      return nullptr;
    out.insert(out.end(), part->statements.begin(), part->statements.end());
    return withoutBlocks(part->operands[0], out);
  });
}

/// Parameters stand for the arguments, converted as the call and the function convert them. Those that the
/// caller cannot follow - assigned ones without `mayAssign`, and where the body may store those
/// whose argument reads an element - are variables that `declared` sets; null: none may be.
bool TreeBuilder::bindArguments(const clang::CallExpr *call,
                                const clang::FunctionDecl *definition, bool mayAssign,
                                Stmts *declared) {
  nested = inlined.empty() ? 0 : nested + 1;
  if (definition == facts.function || llvm::is_contained(inlined, definition) || nested > kMaxNested)
    return false;
  const FunctionFacts &calleeFacts = factsOf(definition);
  if (calleeFacts.rejection || calleeFacts.usesErrno)
    return false;
  std::vector<ExprRef> values;
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl *parameter = definition->getParamDecl(i);
    if (calleeFacts.addressTaken.contains(parameter) ||
        isVolatileOrAtomic(context, parameter->getType()) ||
        parameter->getType()->isVariablyModifiedType())
      return false;
    values.push_back(argumentOf(call, parameter));
    if (!values.back())
      return false;
    if (declared)
      values.back() = withoutBlocks(values.back(), *declared);
  }
  // Another call of the function has variables of its own.
  for (const clang::Decl *decl : definition->decls())
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      ids.erase(variable->getCanonicalDecl());
      substitutions.erase(variable);
    }
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl *parameter = definition->getParamDecl(i);
    bool isFollowed = mayAssign || !calleeFacts.assigned.contains(parameter);
    if (isFollowed && (!declared || readsOnlyNames(*values[i]))) {
      if (!standsFor(parameter, values[i]))
        return false;
      continue;
    }
    clang::QualType type = parameter->getType();
    bool isVariable = isNumberOrRow(type) && (!type->isPointerType() || hasSideEffect(values[i]));
    if (!declared || !isReadable(values[i]) || !isVariable)
      return false;
    declared->push_back(declareVariable(call, parameter, values[i]));
  }
  return true;
}

/// The variable of a function that is seen through, as one of the nest.
StmtRef TreeBuilder::declareVariable(const clang::Stmt *at, const clang::VarDecl *variable,
                                     ExprRef value) {
  auto node = makeStmt(Stmt::Kind::Declare, at);
  node->symbol = symbolOf(variable);
  table[node->symbol].kind = Symbol::Kind::Local;
  table[node->symbol].isInvented = true;
  table[node->symbol].declaration = {};
  node->value = std::move(value);
  return node;
}

// at(A, i, j, n)  becomes  A[i*n + j]  for  T at(T *a, int i, int j, int n) { return a[i*n + j]; }
ExprRef TreeBuilder::inlinedCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *definition = inlinableDefinition(call);
  if (!definition || definition->getReturnType()->isVoidType())
    return nullptr;
  const auto *body = llvm::cast<clang::CompoundStmt>(definition->getBody());
  if (hasBranch(body) && body->size() > kMaxBranchingBody &&
      effectOf(*definition) != CallEffect::Unknown)
    return nullptr;
  const bool mayRequire = isCertain;
  llvm::SaveAndRestore uncertain(isCertain, false);
  const size_t outside = owed.size();
  auto settle = compat::atScopeExit([&] { owed.resize(outside); });
  if (!bindArguments(call, definition, true, nullptr))
    return nullptr;
  const FunctionFacts &calleeFacts = factsOf(definition);
  std::optional<SourceRange> outerSite = std::exchange(callSite, placeOf(call));
  inlined.push_back(definition);
  auto leave = compat::atScopeExit([&] {
    inlined.pop_back();
    callSite = outerSite;
  });
  Stmts required;
  ExprRef value = returnedValue(partsOf(body), calleeFacts, required, 0);
  if (!value || (!mayRequire && !required.empty()) || !isReadable(value) || changesSomething(value) ||
      !isAllToldIn(value, required, outside))
    return nullptr;
  if (required.empty())
    return shown(value);
  auto block = makeExpr(Expr::Kind::Block, call);
  block->type = value->type;
  block->statements = std::move(required);
  block->operands = {shown(value)};
  return block;
}

/// As an operand of an operator: smaller integers are int there.
static ExprRef promoted(const ExprRef &value) {
  if (!value->type.isInteger() || value->type.bits() >= truthType().bits())
    return value;
  auto cast = std::make_shared<Expr>();
  cast->kind = Expr::Kind::Cast;
  cast->type = truthType();
  cast->range = value->range;
  cast->isImplicit = true;
  cast->operands = {value};
  return cast;
}

// { row -= pad; if (row < 0) return 0; return im[row]; }  becomes
// row - pad < 0 ? 0 : im[row - pad]
ExprRef TreeBuilder::returnedValue(std::vector<const clang::Stmt *> stmts,
                                   const FunctionFacts &owner, Stmts &required, unsigned depth) {
  constexpr unsigned kMaxBranches = 6;
  for (size_t k = 0; k < stmts.size(); ++k) {
    const clang::Stmt *stmt = stmts[k];
    if (const auto *end = llvm::dyn_cast<clang::ReturnStmt>(stmt))
      return end->getRetValue() ? expression(end->getRetValue()) : nullptr;
    if (std::optional<Stmts> demands = demandsOf(stmt)) {
      required.insert(required.end(), demands->begin(), demands->end());
      continue;
    }
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      std::vector<const clang::Stmt *> parts = partsOf(block);
      parts.insert(parts.end(), stmts.begin() + k + 1, stmts.end());
      return returnedValue(std::move(parts), owner, required, depth);
    }
    if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      if (depth >= kMaxBranches)
        return nullptr;
      const clang::Stmt *branches[] = {choice->getThen(), choice->getElse()};
      auto valueIn = [&](const clang::Stmt *branch, unsigned below) {
        std::vector<const clang::Stmt *> parts = partsOf(branch);
        parts.insert(parts.end(), stmts.begin() + k + 1, stmts.end());
        return returnedValue(std::move(parts), owner, required, below);
      };
      auto node = makeExpr(Expr::Kind::Conditional, choice->getCond());
      node->operands = {truth(choice->getCond())};
      for (int side : {0, 1})
        if (std::string name = depth == 0 ? failingCall(branches[side]) : ""; !name.empty()) {
          required.push_back(
              demanded(choice, node->operands[0], side != 0, "a call of " + name));
          return valueIn(branches[1 - side], depth);
        }
      size_t before = required.size();
      auto bound = substitutions;
      CType returned;
      for (const clang::Stmt *branch : branches) {
        ExprRef value = valueIn(branch, depth + 1);
        substitutions = bound;
        // What one branch requires is not required of the other.
        if (!value || required.size() != before)
          return nullptr;
        // What a return converts by itself, a conditional does not; that promotes.
        returned = value->type;
        bool isNumber = returned.isInteger() || returned.kind == CType::Kind::Floating;
        node->operands.push_back(isNumber ? promoted(makeExplicitCast(value, returned)) : value);
        node->type = node->operands.back()->type;
      }
      return makeExplicitCast(node, returned);
    }
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      if (!bindAssignment(expr))
        return nullptr;
    } else if (!llvm::isa<clang::NullStmt>(stmt) && !bindVariables(stmt, owner)) {
      return nullptr;
    }
  }
  return nullptr;
}

bool TreeBuilder::standsFor(const clang::VarDecl *variable, ExprRef value) {
  // What it stands for is told as often as it is named.
  bool isFit = !isLargerThan(value, kMaxValue) && !changesSomething(value);
  forEachExpr(value, [&](const ExprRef &part) {
    if (mayDoMore(*part))
      owed.push_back(part);
  });
  substitutions[variable] = std::move(value);
  return isFit;
}

bool TreeBuilder::isAllToldIn(const ExprRef &value, const Stmts &before, size_t first) const {
  std::set<const Expr *> told;
  auto note = [&](const ExprRef &part) { told.insert(part.get()); };
  forEachExpr(value, note);
  // Behind a condition stands what only a failing call computes.
  for (const StmtRef &stmt : before)
    forEachStmt(stmt, [&](const StmtRef &part) {
      if (part->kind == Stmt::Kind::If)
        forEachExpr(part->condition, note);
    });
  return std::all_of(owed.begin() + first, owed.end(),
                     [&](const ExprRef &part) { return told.contains(part.get()); });
}

/// `x = e`, `x -= e` of a variable that stands for its value.
bool TreeBuilder::bindAssignment(const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens());
  const auto *ref =
      op && op->isAssignmentOp()
          ? llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens())
          : nullptr;
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  auto known = variable ? substitutions.find(variable) : substitutions.end();
  if (known == substitutions.end() || !variable->getType()->isScalarType())
    return false;
  CType type = readType(context, variable->getType());
  ExprRef before = known->second;
  ExprRef value = shown(expression(op->getRHS()));
  auto converted = [&](ExprRef operand, const CType &target) -> ExprRef {
    auto cast = makeExpr(Expr::Kind::Cast, op);
    cast->type = target;
    cast->operands = {std::move(operand)};
    return operand && cast->operands[0]->type.spelling == target.spelling ? cast->operands[0]
                                                                          : ExprRef(cast);
  };
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(op)) {
    auto sum = makeExpr(Expr::Kind::Binary, op);
    sum->type = readType(context, compound->getComputationResultType());
    sum->text = clang::BinaryOperator::getOpcodeStr(
                    clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode()))
                    .str();
    CType left = readType(context, compound->getComputationLHSType());
    sum->operands = {before->type.kind == CType::Kind::Pointer ? before : converted(before, left),
                     value};
    value = sum;
  }
  return standsFor(variable, type.kind == CType::Kind::Pointer ? value : converted(value, type));
}

/// Declarations of a function that is seen through. Numbers and rows become variables of the
/// nest; what else it declares is only read and stands for its initialiser.
bool TreeBuilder::declareVariables(const clang::DeclStmt *stmt, const FunctionFacts &owner,
                                   Stmts &out) {
  for (const clang::Decl *decl : stmt->decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable)
      return false;
    ExprRef value = variable->hasInit() ? shown(expression(variable->getInit())) : nullptr;
    if (isNumberOrRow(variable->getType())) {
      out.push_back(declareVariable(stmt, variable, value));
      continue;
    }
    if (!value || owner.assigned.contains(variable) || !readsOnlyNames(*value))
      return false;
    if (!standsFor(variable, value))
      return false;
  }
  return true;
}

// set(A, i, j, n, x);  becomes  { A[i*n + j] = x; }
// split(x, &q, &r);  becomes  { q = x / 10; r = x % 10; }  whatever it returns: nobody asks
// axpy(n, a[k], X + k*n, Y);  becomes
//   { double a_2 = a[k]; int i_2; for (i_2 = 0; i_2 < n; i_2++) Y[i_2] += a_2 * X[k*n + i_2]; }
bool TreeBuilder::inlinedStatement(const clang::CallExpr *call, Stmts &out) {
  const clang::FunctionDecl *definition = inlinableDefinition(call);
  if (!definition || !isPlainCode(unit, definition->getBody()))
    return false;
  const FunctionFacts &calleeFacts = factsOf(definition);
  for (const clang::Decl *decl : definition->decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable || llvm::isa<clang::ParmVarDecl>(variable))
      continue;
    if (!variable->getType()->isScalarType() || calleeFacts.addressTaken.contains(variable) ||
        isVolatileOrAtomic(context, variable->getType()) ||
        variable->hasAttr<clang::CleanupAttr>())
      return false;
  }
  Stmts parts;
  llvm::SaveAndRestore certain(isCertain, true);
  if (!bindArguments(call, definition, false, &parts))
    return false;
  isCertain = false;
  std::optional<SourceRange> outerSite = std::exchange(callSite, placeOf(call));
  inlined.push_back(definition);
  auto leave = compat::atScopeExit([&] {
    inlined.pop_back();
    callSite = outerSite;
  });
  for (const clang::Stmt *stmt : partsOf(definition->getBody())) {
    const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(stmt);
    if (!declarations)
      statement(stmt, parts);
    else if (!declareVariables(declarations, calleeFacts, parts))
      return false;
  }
  StmtRef block = withoutReturn(makeBlock(std::move(parts), placeOf(call)));
  if (changesArguments(definition, block))
    return false;
  out.push_back(block);
  return true;
}

/// An argument that stands for a parameter is evaluated once, before the stores of the body.
bool TreeBuilder::changesArguments(const clang::FunctionDecl *definition, const StmtRef &body) const {
  std::set<SymbolId> assigned = assignedIn(body);
  return llvm::any_of(definition->parameters(), [&](const clang::ParmVarDecl *parameter) {
    auto argument = substitutions.find(parameter);
    if (argument == substitutions.end() || isAddressOfVariable(*argument->second))
      return false;
    bool isChanged = false;
    forEachExpr(argument->second, [&](const ExprRef &part) {
      isChanged |= part->kind == Expr::Kind::Symbol && assigned.contains(part->symbol);
    });
    return isChanged;
  });
}

std::optional<TreeBuilder::Stmts> TreeBuilder::demandsOf(const clang::Stmt *stmt) {
  bool mayEnd = false;
  forEachCall(stmt, [&](const clang::CallExpr *call) {
    mayEnd |= call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
  });
  if (!mayEnd)
    return std::nullopt;
  llvm::SaveAndRestore uncertain(isCertain, false);
  Stmts parts;
  statement(stmt, parts);
  return areDemands(parts) ? std::optional(parts) : std::nullopt;
}

/// if (condition) {} else CALL;   or with the condition negated when it must not hold
StmtRef TreeBuilder::demanded(const clang::Stmt *at, const ExprRef &condition, bool mustHold,
                              const std::string &call) const {
  auto node = makeStmt(Stmt::Kind::If, at);
  node->condition = mustHold ? condition : makeNot(condition);
  auto jump = makeStmt(Stmt::Kind::Jump, at);
  jump->text = call;
  node->children = {makeBlock({}, placeOf(at)), jump};
  return node;
}

// { complain(x); return 1; }
std::string TreeBuilder::failingCall(const Stmt &branch) {
  const Stmt *last = &branch;
  while (last->kind == Stmt::Kind::Block && !last->children.empty())
    last = last->children.back().get();
  if (last->kind != Stmt::Kind::Jump || last->text != "return")
    return "";
  std::string name;
  forEachExprIn(std::make_shared<Stmt>(branch), [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Call && expr->effect == CallEffect::Unknown)
      name = expr->text;
  });
  return name;
}

std::string TreeBuilder::failingCall(const clang::Stmt *branch) const {
  const clang::Stmt *last = branch;
  while (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(last))
    last = block->body_empty() ? nullptr : block->body_back();
  if (!llvm::isa_and_nonnull<clang::ReturnStmt>(last))
    return "";
  std::string name;
  forEachCall(branch, [&](const clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && effectOf(*call) == CallEffect::Unknown && !inlinableDefinition(call))
      name = callee->getNameAsString();
  });
  return name;
}

SourceRange TreeBuilder::placeOf(const clang::Stmt *at) const {
  return callSite ? *callSite : rangeOf(context, at->getSourceRange());
}

bool TreeBuilder::isAddressOfVariable(const Expr &node) const {
  return node.kind == Expr::Kind::Unary && node.text == "&" &&
         node.operands[0]->kind == Expr::Kind::Symbol &&
         table[node.operands[0]->symbol].kind != Symbol::Kind::Path;
}

// p + k, &p[k]: 1;   !(p + k), p + k == 0: 0
std::optional<bool> TreeBuilder::whereInObject(const Expr &condition) const {
  if (condition.kind == Expr::Kind::Unary && condition.text == "!") {
    std::optional<bool> inner = whereInObject(*condition.operands[0]);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (condition.kind == Expr::Kind::Binary && (condition.text == "==" || condition.text == "!="))
    for (size_t side : {0, 1})
      if (isNull(*condition.operands[1 - side]))
        if (std::optional<bool> inner = whereInObject(*condition.operands[side]))
          return (condition.text == "!=") == *inner;
  const Expr &pointer = skipPointerCasts(condition);
  bool isPointer = condition.type.kind == CType::Kind::Pointer;
  bool isSum = pointer.kind == Expr::Kind::Binary;
  bool isElement = pointer.kind == Expr::Kind::Unary && pointer.text == "&" &&
                   pointer.operands[0]->kind == Expr::Kind::Access;
  return isPointer && (isSum || isElement) ? std::optional(true) : std::nullopt;
}

ExprRef TreeBuilder::truth(const clang::Expr *expr) {
  ExprRef value = expression(expr);
  bool isAddress = isAddressOfVariable(*value);
  bool isPointer = value->type.kind == CType::Kind::Pointer;
  bool isKnown = isAddress || isPointer || value->kind == Expr::Kind::Integer;
  return isAddress || (isKnown && isNull(*value)) ? makeInteger(expr, isAddress) : value;
}

/// Reads no element: what stores may do to the names, the model asks of each of them.
bool TreeBuilder::readsOnlyNames(const Expr &node) const {
  if (node.kind == Expr::Kind::Access && node.type.kind != CType::Kind::Array)
    return false;
  bool isPlain = node.kind != Expr::Kind::Call && node.kind != Expr::Kind::Unsupported &&
                 node.kind != Expr::Kind::Assign && node.kind != Expr::Kind::Step;
  if (!isPlain)
    return false;
  for (const StmtRef &stmt : node.statements)
    if (stmt->kind != Stmt::Kind::Declare || !stmt->value || !readsOnlyNames(*stmt->value))
      return false;
  // The address of an element reads none.
  const Expr &whole = node.kind == Expr::Kind::Unary && node.text == "&" ? *node.operands[0] : node;
  return llvm::all_of(whole.operands, [&](const ExprRef &part) { return readsOnlyNames(*part); });
}

} // namespace acc
