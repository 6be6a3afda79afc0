#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/MemoryCalls.h"
#include "analysis/tree/SideEffects.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

namespace acc {

std::shared_ptr<Expr> TreeBuilder::makeExpr(Expr::Kind kind, const clang::Expr *at) const {
  auto node = std::make_shared<Expr>();
  node->kind = kind;
  node->type = readType(context, at->getType());
  node->range = placeOf(at);
  return node;
}

ExprRef TreeBuilder::unsupported(const clang::Expr *at, RejectionKind reason,
                                 std::string text) {
  auto node = makeExpr(Expr::Kind::Unsupported, at);
  node->reason = reason;
  node->text = std::move(text);
  node->changed = assignedSymbols(at);
  return node;
}

ExprRef TreeBuilder::unsupported(const clang::Expr *at, const Expr &part) {
  auto node = std::make_shared<Expr>(part);
  node->changed = assignedSymbols(at);
  return node;
}

ExprRef TreeBuilder::makeInteger(const clang::Expr *at, int64_t value) const {
  auto node = makeExpr(Expr::Kind::Integer, at);
  node->type = readType(context, context.IntTy);
  node->value = value;
  node->text = std::to_string(value);
  return node;
}

/// `value` with the suffix that gives it the expression's type; those of 64-bit unsigned types
/// beyond 63 bits as what they are below zero, 18446744073709551615UL as -1UL.
ExprRef TreeBuilder::constant(const clang::Expr *expr, const llvm::APSInt &value) {
  auto node = makeExpr(Expr::Kind::Integer, expr);
  bool isBeyond = value.isUnsigned() && value.getActiveBits() > 63;
  if (isBeyond ? value.getBitWidth() != 64 || node->type.size != 8 : value.getSignificantBits() > 64)
    return unsupported(expr, RejectionKind::Expression, "a constant beyond 64 bits");
  int64_t number = isBeyond ? value.getSExtValue() : value.getExtValue();
  node->value = number < 0 ? -number : number;
  node->text = std::to_string(node->value);
  clang::QualType type = expr->getType().getCanonicalType();
  if (type->isUnsignedIntegerType() && node->type.size >= 4)
    node->text += "U";
  if (context.hasSameUnqualifiedType(type, context.LongTy) ||
      context.hasSameUnqualifiedType(type, context.UnsignedLongTy))
    node->text += "L";
  else if (node->type.size == 8)
    node->text += "LL";
  if (number >= 0)
    return node;
  if (number == INT64_MIN)
    return unsupported(expr, RejectionKind::Expression, "a constant of 63 zero bits");
  auto minus = makeExpr(Expr::Kind::Unary, expr);
  minus->text = "-";
  minus->operands = {node};
  return minus;
}

/// A literal with the spelling of its token.
ExprRef TreeBuilder::literal(const clang::Expr *expr, Expr::Kind kind) {
  const clang::SourceManager &manager = context.getSourceManager();
  auto node = makeExpr(kind, expr);
  std::string text;
  clang::SourceRange range = expr->getSourceRange();
  clang::SourceLocation first = manager.getSpellingLoc(range.getBegin());
  unsigned length = clang::Lexer::MeasureTokenLength(first, manager, context.getLangOpts());
  text = llvm::StringRef(manager.getCharacterData(first), length).str();
  if (range.getBegin() != range.getEnd())
    return unsupported(expr, RejectionKind::Expression, "adjacent string literals");
  if (text.find('\\') != std::string::npos && text.find('\n') != std::string::npos)
    return unsupported(expr, RejectionKind::Expression, "a literal over several lines");
  node->text = std::move(text);
  return node;
}

ExprRef TreeBuilder::addressOf(const clang::Expr *at, ExprRef lvalue) const {
  auto node = makeExpr(Expr::Kind::Unary, at);
  node->text = "&";
  CType pointer;
  pointer.kind = CType::Kind::Pointer;
  pointer.size = context.getTypeSizeInChars(context.VoidPtrTy).getQuantity();
  pointer.spelling = lvalue->type.spelling + " *";
  pointer.element = std::make_shared<CType>(lvalue->type);
  node->type = pointer;
  node->operands = {std::move(lvalue)};
  return node;
}

ExprRef TreeBuilder::expression(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *wrapped = llvm::dyn_cast<clang::ConstantExpr>(expr))
    return expression(wrapped->getSubExpr());
  clang::QualType type = expr->getType();
  if (type->isVectorType() || type->isAnyComplexType())
    return unsupported(expr, RejectionKind::Expression, "a vector or complex value");
  if (const auto *integer = llvm::dyn_cast<clang::IntegerLiteral>(expr)) {
    if (integer->getValue().getActiveBits() > 63)
      return constant(expr, llvm::APSInt(integer->getValue(), type->isUnsignedIntegerType()));
    auto node = std::make_shared<Expr>(*literal(expr, Expr::Kind::Integer));
    node->value = integer->getValue().getZExtValue();
    return node;
  }
  if (const auto *character = llvm::dyn_cast<clang::CharacterLiteral>(expr)) {
    auto node = std::make_shared<Expr>(*literal(expr, Expr::Kind::Integer));
    node->value = static_cast<int32_t>(character->getValue());
    return node;
  }
  if (llvm::isa<clang::FloatingLiteral>(expr) || llvm::isa<clang::StringLiteral>(expr))
    return literal(expr, Expr::Kind::Literal);
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr))
    return implicitCast(cast);
  if (const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(expr)) {
    if (type->isPointerType() && type->getPointeeType()->isArrayType())
      return castToArrayPointer(cast);
    if (type->isPointerType() && isVolatileOrAtomic(context, type->getPointeeType()))
      return unsupported(expr, RejectionKind::Volatile, "a pointer to a volatile object");
    auto node = makeExpr(Expr::Kind::Cast, expr);
    node->operands = {expression(cast->getSubExpr())};
    return node;
  }
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unary(op);
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return binary(op);
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr))
    return conditional(choice);
  if (const auto *called = llvm::dyn_cast<clang::CallExpr>(expr))
    return call(called);
  if (const auto *block = llvm::dyn_cast<clang::StmtExpr>(expr))
    return statementExpression(block);
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(ref->getDecl()))
      return constant(expr, enumerator->getInitVal());
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expr) || llvm::isa<clang::OffsetOfExpr>(expr)) {
    if (std::optional<llvm::APSInt> value = expr->getIntegerConstantExpr(context))
      return constant(expr, *value);
    return unsupported(expr, RejectionKind::Expression, "the size of a variable-length array");
  }
  if (llvm::isa<clang::VAArgExpr>(expr))
    return unsupported(expr, RejectionKind::Expression, "va_arg");
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expr);
      list && list->getNumInits() == 1 && type->isScalarType())
    return expression(list->getInit(0));
  if (llvm::isa<clang::InitListExpr>(expr))
    return unsupported(expr, RejectionKind::Expression, "an initialiser list");
  if (llvm::isa<clang::AtomicExpr>(expr))
    return unsupported(expr, RejectionKind::Volatile, "an atomic operation");
  if (expr->isLValue())
    return place(expr);
  return unsupported(expr, RejectionKind::Expression, "a form outside plain C arithmetic");
}

ExprRef TreeBuilder::implicitCast(const clang::ImplicitCastExpr *cast) {
  const clang::Expr *sub = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (auto value = staticConstant(sub))
      if (ExprRef number = constant(cast, *value); number->kind != Expr::Kind::Unsupported)
        return number;
    return place(sub);
  case clang::CK_NoOp:
    return expression(sub);
  case clang::CK_ArrayToPointerDecay: {
    if (llvm::isa<clang::StringLiteral>(sub->IgnoreParens()))
      return expression(sub);
    ExprRef array = place(sub);
    if (array->kind != Expr::Kind::Access)
      return array;
    if (!array->member.empty())
      return unsupported(cast, RejectionKind::Expression, "an array member used as a pointer");
    return firstElement(cast, array);
  }
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    return unsupported(cast, RejectionKind::Expression, "the address of a function");
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic:
    return unsupported(cast, RejectionKind::Volatile, "the object is volatile or atomic");
  default: {
    auto node = makeExpr(Expr::Kind::Cast, cast);
    node->isImplicit = true;
    node->operands = {expression(sub)};
    return node;
  }
  }
}

ExprRef TreeBuilder::unary(const clang::UnaryOperator *op) {
  const clang::Expr *sub = op->getSubExpr();
  switch (op->getOpcode()) {
  case clang::UO_Extension:
    return expression(sub);
  case clang::UO_Deref:
    return place(op);
  case clang::UO_AddrOf: {
    const clang::Expr *object = sub->IgnoreParens();
    // &*p is p.
    if (const auto *inner = llvm::dyn_cast<clang::UnaryOperator>(object);
        inner && inner->getOpcode() == clang::UO_Deref)
      return expression(inner->getSubExpr());
    ExprRef lvalue = place(object);
    if (lvalue->kind == Expr::Kind::Unsupported)
      return lvalue;
    if (lvalue->kind == Expr::Kind::Access && lvalue->type.kind == CType::Kind::Array)
      return unsupported(op, RejectionKind::Expression, "the address of an array");
    return addressOf(op, lvalue);
  }
  case clang::UO_Plus:
  case clang::UO_Minus:
  case clang::UO_Not:
  case clang::UO_LNot: {
    bool isTest = op->getOpcode() == clang::UO_LNot;
    ExprRef operand = isTest ? truth(sub) : expression(sub);
    if (isTest && sub->getType()->isPointerType() && operand->kind == Expr::Kind::Integer)
      return makeInteger(op, operand->value == 0);
    auto node = makeExpr(Expr::Kind::Unary, op);
    node->text = clang::UnaryOperator::getOpcodeStr(op->getOpcode()).str();
    node->operands = {operand};
    return node;
  }
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return embeddedStep(op);
  default:
    return unsupported(op, RejectionKind::Expression,
                       clang::UnaryOperator::getOpcodeStr(op->getOpcode()).str());
  }
}

ExprRef TreeBuilder::binary(const clang::BinaryOperator *op) {
  if (op->isAssignmentOp())
    return embeddedAssignment(op);
  if (op->getOpcode() == clang::BO_Comma) {
    auto pair = makeExpr(Expr::Kind::Comma, op);
    ExprRef first = expression(op->getLHS());
    pair->operands = {first, expression(op->getRHS())};
    return pair;
  }
  auto node = makeExpr(Expr::Kind::Binary, op);
  node->text = op->getOpcodeStr().str();
  bool isNullTest = op->isEqualityOp() && op->getLHS()->getType()->isPointerType() &&
                    op->getRHS()->isNullPointerConstant(
                        context, clang::Expr::NPC_NeverValueDependent) != clang::Expr::NPCK_NotNull;
  ExprRef left =
      op->isLogicalOp() || isNullTest ? truth(op->getLHS()) : expression(op->getLHS());
  if (isNullTest && left->kind == Expr::Kind::Integer)
    return makeInteger(op, (op->getOpcode() == clang::BO_NE) == (left->value != 0));
  llvm::SaveAndRestore mayNotRun(isCertain, isCertain && !op->isLogicalOp());
  ExprRef right = op->isLogicalOp() ? truth(op->getRHS()) : expression(op->getRHS());
  node->operands = {left, right};
  if (op->isLogicalOp())
    if (std::optional<bool> value = decided(*node))
      return makeInteger(op, *value);
  return node;
}

/// Of && and ||: a pointer's truth is known where the call gives the address of a variable.
std::optional<bool> TreeBuilder::decided(const Expr &logical) {
  auto known = [](const Expr &side) {
    return side.kind == Expr::Kind::Integer ? std::optional(side.value != 0) : std::nullopt;
  };
  std::optional<bool> left = known(*logical.operands[0]), right = known(*logical.operands[1]);
  bool ends = logical.text == "||"; // what decides it alone
  if (left == ends)
    return ends;
  return left ? right : std::nullopt;
}

ExprRef TreeBuilder::conditional(const clang::ConditionalOperator *choice) {
  auto node = makeExpr(Expr::Kind::Conditional, choice);
  ExprRef condition = truth(choice->getCond());
  llvm::SaveAndRestore mayNotRun(isCertain, false);
  ExprRef then = expression(choice->getTrueExpr());
  node->operands = {condition, then, expression(choice->getFalseExpr())};
  return node;
}

ExprRef TreeBuilder::call(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return unsupported(call, RejectionKind::Call, "a call through a pointer");
  std::string name = callee->getNameAsString();
  if (name == "alloca" || name == "__builtin_alloca" || name == "__builtin_alloca_with_align")
    return unsupported(call, RejectionKind::StaticLocal, "alloca");
  if (name == "__builtin_constant_p")
    if (std::optional<llvm::APSInt> value = call->getIntegerConstantExpr(context))
      return constant(call, *value);
  if (ExprRef value = openedCall(call))
    return value;
  if (ExprRef value = inlinedCall(call))
    return value;
  if (const clang::FunctionDecl *definition = callee->getDefinition();
      definition && isShort(*definition) && isInterposable(*definition))
    return unsupported(call, RejectionKind::Call,
                       name + " may be replaced at load time: make it static, or build with "
                              "-fno-semantic-interposition");
  auto node = makeExpr(Expr::Kind::Call, call);
  node->text = name;
  node->effect = effectOf(*call);
  for (const clang::Expr *argument : call->arguments())
    node->operands.push_back(this->argument(argument));
  const CType *copied = copiedElement(*node);
  copiesBytes |= copied && copied->kind == CType::Kind::Floating && hasPlainArguments(*node);
  return node;
}

/// Of a call that stays: strings and functions are handed on as they are.
ExprRef TreeBuilder::argument(const clang::Expr *expr) {
  const clang::Expr *inner = expr->IgnoreParenImpCasts();
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(inner);
  const auto *string = llvm::dyn_cast<clang::StringLiteral>(inner);
  if (const auto *name = llvm::dyn_cast<clang::PredefinedExpr>(inner)) // __func__
    string = name->getFunctionName();
  bool isFunction = ref && llvm::isa<clang::FunctionDecl>(ref->getDecl());
  if (!isFunction && !(string && string->isOrdinary()))
    return expression(expr);
  auto node = makeExpr(Expr::Kind::Literal, expr);
  if (isFunction) {
    node->text = ref->getDecl()->getName().str();
    return node;
  }
  llvm::raw_string_ostream out(node->text);
  out << '"';
  out.write_escaped(string->getString());
  out << '"';
  return node;
}

ExprRef TreeBuilder::statementExpression(const clang::StmtExpr *block) {
  const clang::CompoundStmt *body = block->getSubStmt();
  const auto *result = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
  if (!result || result->getType()->isVoidType())
    return unsupported(block, RejectionKind::Expression, "a statement expression");
  auto node = makeExpr(Expr::Kind::Block, block);
  llvm::SaveAndRestore uncertain(isCertain, false);
  for (const clang::Stmt *stmt : llvm::drop_end(body->body()))
    statement(stmt, node->statements);
  node->operands = {expression(result)};
  return node;
}

/// A conversion that the source did not have to write, for a place where it must.
ExprRef TreeBuilder::shown(const ExprRef &value) const {
  if (value->kind != Expr::Kind::Cast || !value->isImplicit)
    return value;
  auto cast = std::make_shared<Expr>(*value);
  cast->isImplicit = false;
  return cast;
}

bool TreeBuilder::bindVariables(const clang::Stmt *stmt, const FunctionFacts &owner) {
  const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(stmt);
  if (!declarations)
    return false;
  for (const clang::Decl *declaration : declarations->decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || !variable->hasLocalStorage() || !variable->getType()->isScalarType() ||
        owner.addressTaken.contains(variable) || isVolatileOrAtomic(context, variable->getType()))
      return false;
    if (const clang::Expr *value = variable->getInit()) {
      if (!standsFor(variable, shown(expression(value))))
        return false;
      continue;
    }
    auto unknown = std::make_shared<Expr>();
    unknown->type = readType(context, variable->getType());
    unknown->range = placeOf(stmt);
    unknown->text = variable->getName().str() + " before its first value";
    substitutions[variable] = unknown;
  }
  return true;
}

/// The variable is one of a function that is seen through and stands for a value.
bool TreeBuilder::standsForValue(const clang::Expr *name) const {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(name->IgnoreParens());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return variable && substitutions.contains(variable);
}

ExprRef TreeBuilder::embeddedStep(const clang::UnaryOperator *op) {
  if (standsForValue(op->getSubExpr()))
    return unsupported(op, RejectionKind::Expression, "a side effect inside an expression");
  auto node = makeExpr(Expr::Kind::Step, op);
  node->text = op->isIncrementOp() ? "++" : "--";
  node->isPostfix = op->isPostfix();
  node->operands = {place(op->getSubExpr())};
  return node;
}

ExprRef TreeBuilder::embeddedAssignment(const clang::BinaryOperator *op) {
  if (standsForValue(op->getLHS()))
    return unsupported(op, RejectionKind::Expression, "an assignment inside an expression");
  auto node = makeExpr(Expr::Kind::Assign, op);
  node->text = op->getOpcodeStr().str();
  ExprRef target = place(op->getLHS());
  node->operands = {target, expression(op->getRHS())};
  return node;
}

} // namespace acc
