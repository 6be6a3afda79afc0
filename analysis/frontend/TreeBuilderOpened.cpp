// Calls that are read as the bodies of their functions, whatever their length: what the rewriter has put into a function
// of its own (readRegion).
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

namespace acc {
namespace {

/// double (*a)[64]
bool isRows(const clang::ParmVarDecl *parameter) {
  return parameter->getType()->isPointerType() && parameter->getType()->getPointeeType()->isArrayType();
}

} // namespace

const clang::FunctionDecl *TreeBuilder::openedDefinition(const clang::CallExpr *call, std::vector<ExprRef> &values) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || !opened.contains(definition->getNameAsString()) || isReplaceable(*definition) ||
      call->getNumArgs() != definition->getNumParams() ||
      !meansTheSameIn(*facts.function, definition->getBody(), definition) ||
      llvm::is_contained(inlined, definition))
    return nullptr;
  for (const clang::ParmVarDecl *parameter : definition->parameters()) {
    // Rows keep the cast that gives them sizes; hasRowsOf compares these with the parameter's own.
    const clang::Expr *argument = call->getArg(parameter->getFunctionScopeIndex());
    values.push_back(isRows(parameter) ? expression(argument->IgnoreParenImpCasts()) : argumentOf(call, parameter));
    if (!values.back())
      return nullptr;
  }
  return definition;
}

/// A size as the caller knows it: a parameter of the function is what the call gives.
ExprRef TreeBuilder::givenSize(ExprRef size, const std::map<SymbolId, ExprRef> &declared) const {
  for (;;) {
    const Expr &bare = skipWidening(*size);
    auto given = bare.kind == Expr::Kind::Symbol ? declared.find(bare.symbol) : declared.end();
    if (given == declared.end())
      return std::make_shared<Expr>(bare);
    size = given->second;
  }
}

bool TreeBuilder::isSameSize(const ExprRef &own, const ExprRef &other, const std::map<SymbolId, ExprRef> &declared) const {
  ExprRef a = givenSize(own, declared), b = givenSize(other, declared);
  if (a->kind != b->kind || a->operands.size() != b->operands.size())
    return false;
  switch (a->kind) {
  case Expr::Kind::Integer:
    return a->value == b->value;
  case Expr::Kind::Symbol:
    return a->symbol == b->symbol;
  case Expr::Kind::Binary:
    return a->text == b->text && a->type.spelling == b->type.spelling && isSameSize(a->operands[0], b->operands[0], declared) &&
           isSameSize(a->operands[1], b->operands[1], declared);
  default:
    return false;
  }
}

/// Elements and sizes of the rows behind the parameter are those of the argument, which is read in its place: the
/// function uses its own. `declared`: what parameters are given that are variables of the block.
bool TreeBuilder::hasRowsOf(const clang::ParmVarDecl *parameter, const clang::Expr *argument, const ExprRef &value,
                            const std::map<SymbolId, ExprRef> &declared) {
  clang::QualType rows = parameter->getType()->getPointeeType(), given = argument->getType();
  given = given->isPointerType() ? given->getPointeeType() : context.getBaseElementType(given);
  if (!context.hasSameUnqualifiedType(context.getBaseElementType(rows), context.getBaseElementType(given)))
    return false;
  std::optional<std::vector<ExprRef>> own = arraySizes(rows, false);
  std::vector<ExprRef> sizes;
  if (value->kind == Expr::Kind::Cast)
    sizes.assign(value->operands.begin() + 1, value->operands.end());
  else if (value->kind == Expr::Kind::Symbol)
    sizes = table[value->symbol].innerSizes;
  if (!own || own->size() != sizes.size())
    return false;
  for (size_t k = 0; k < own->size(); ++k)
    if (!isSameSize((*own)[k], sizes[k], declared))
      return false;
  return true;
}

/// A record is given as a copy: what the function sets in it, or may set behind a pointer into it, is not set in the argument.
bool TreeBuilder::isChangedCopy(const clang::FunctionDecl *definition, const clang::ParmVarDecl *parameter) const {
  return parameter->getType()->isRecordType() &&
         clang::ExprMutationAnalyzer(*definition->getBody(), context).isMutated(static_cast<const clang::Decl *>(parameter));
}

// f_1_ok(n, A)  becomes  n > 0 && ...  for  int f_1_ok(int n, float *A) { return n > 0 && ...; }
ExprRef TreeBuilder::openedCall(const clang::CallExpr *call) {
  std::vector<ExprRef> values;
  const clang::FunctionDecl *definition = openedDefinition(call, values);
  std::vector<const clang::Stmt *> body = partsOf(definition ? definition->getBody() : nullptr);
  const auto *end = body.size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body.front()) : nullptr;
  if (!end || !end->getRetValue())
    return nullptr;
  for (const clang::ParmVarDecl *parameter : definition->parameters()) {
    ExprRef value = values[parameter->getFunctionScopeIndex()];
    if (facts.assigned.contains(parameter) || !readsOnlyNames(*value) || isChangedCopy(definition, parameter))
      return nullptr;
    substitutions[parameter] = value;
  }
  inlined.push_back(definition);
  auto leave = compat::atScopeExit([&] { inlined.pop_back(); });
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    if (unsigned k = parameter->getFunctionScopeIndex();
        isRows(parameter) && !hasRowsOf(parameter, call->getArg(k)->IgnoreParenImpCasts(), values[k], {}))
      return nullptr;
  return expression(end->getRetValue());
}

// f_1_fast(n + 1, A, m);  becomes
// { long n = n + 1; double *restrict A_2 = A; for (i = 0; i < n; i++) A_2[i] = m->scale; }
// Converted numbers, pointers to numbers and pointers that promise something (restrict) are variables of the block; for
// what else an argument names its parameter stands.
bool TreeBuilder::openedStatement(const clang::CallExpr *call, Stmts &out) {
  std::vector<ExprRef> values;
  const clang::FunctionDecl *definition = openedDefinition(call, values);
  if (!definition)
    return false;
  Stmts parts;
  std::map<SymbolId, ExprRef> declared;
  std::set<SymbolId> given; // by address, each to one parameter, which may be `restrict`
  for (const clang::ParmVarDecl *parameter : definition->parameters()) {
    ExprRef value = values[parameter->getFunctionScopeIndex()];
    bool isAddress = isAddressOfVariable(*value);
    if (isAddress && !given.insert(value->operands[0]->symbol).second)
      return false;
    clang::QualType type = parameter->getType();
    bool isNamed = value->kind == Expr::Kind::Symbol && !type.isRestrictQualified() &&
                   value->type.spelling == readType(context, type).spelling;
    bool mayStandFor = !facts.assigned.contains(parameter) && readsOnlyNames(*value) && !isChangedCopy(definition, parameter);
    // A name promises nothing: what it stands for may be reached otherwise. So a promise is always a variable.
    bool isVariable = (isNumberOrRow(type) || type.isRestrictQualified()) && !isAddress && !(isNamed && mayStandFor);
    if (!isVariable && !mayStandFor)
      return false;
    if (!isVariable) {
      substitutions[parameter] = value;
      continue;
    }
    auto node = makeStmt(Stmt::Kind::Declare, call);
    node->symbol = symbolOf(parameter);
    node->value = value;
    table[node->symbol].kind = Symbol::Kind::Local;
    table[node->symbol].type.isConst |= !facts.assigned.contains(parameter);
    declared[node->symbol] = value;
    parts.push_back(node);
  }
  inlined.push_back(definition);
  auto leave = compat::atScopeExit([&] { inlined.pop_back(); });
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    if (unsigned k = parameter->getFunctionScopeIndex();
        isRows(parameter) && !hasRowsOf(parameter, call->getArg(k)->IgnoreParenImpCasts(), values[k], declared))
      return false;
  for (const clang::Stmt *stmt : partsOf(definition->getBody()))
    statement(stmt, parts);
  StmtRef block = makeBlock(std::move(parts), placeOf(call));
  if (changesArguments(definition, block))
    return false;
  out.push_back(block);
  return true;
}

} // namespace acc
