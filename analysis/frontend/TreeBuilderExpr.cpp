#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace acc {
namespace {

bool isAllZero(const clang::Expr &value);

/// Of an array of numbers, which begins with zeros in all of it: {0}, {{0, 0}, {0}}.
bool isAllZero(const clang::InitListExpr &list) {
  return list.getType()->isConstantArrayType() &&
         (!list.hasArrayFiller() ||
          llvm::isa<clang::ImplicitValueInitExpr>(list.getArrayFiller())) &&
         std::all_of(list.begin(), list.end(), [](const clang::Stmt *part) {
           return isAllZero(*llvm::cast<clang::Expr>(part));
         });
}

bool isAllZero(const clang::Expr &value) {
  const clang::Expr *plain = value.IgnoreParenImpCasts();
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(plain))
    return isAllZero(*list);
  if (const auto *integer = llvm::dyn_cast<clang::IntegerLiteral>(plain))
    return integer->getValue() == 0;
  if (const auto *number = llvm::dyn_cast<clang::FloatingLiteral>(plain))
    return number->getValue().isPosZero();
  return llvm::isa<clang::ImplicitValueInitExpr>(plain);
}

} // namespace

std::shared_ptr<Expr> TreeBuilder::makeExpr(Expr::Kind kind, const clang::Expr *at) const {
  auto node = std::make_shared<Expr>();
  node->kind = kind;
  node->type = readType(context, at->getType());
  node->range = rangeOf(context, at->getSourceRange());
  return node;
}

ExprRef TreeBuilder::unsupported(const clang::Expr *at, RejectionKind reason, std::string text) {
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
/// beyond 63 bits as what they are below zero, 18446744073709551615UL as -1UL; the least number of
/// 64 bits as LONG_MIN has it, -9223372036854775807L - 1L.
ExprRef TreeBuilder::constant(const clang::Expr *expr, const llvm::APSInt &value) {
  auto node = makeExpr(Expr::Kind::Integer, expr);
  bool isBeyond = value.isUnsigned() && value.getActiveBits() > 63;
  if (isBeyond ? value.getBitWidth() != 64 || node->type.size != 8
               : value.getSignificantBits() > 64)
    return unsupported(expr, RejectionKind::Expression, "a constant that does not fit in 64 bits");
  int64_t number = isBeyond ? value.getSExtValue() : value.getExtValue();
  if (number == INT64_MIN) {
    llvm::APSInt next = value, one = value;
    ++next;
    one = 1;
    return makeBinary("-", constant(expr, next), constant(expr, one), node->type, node->range);
  }
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
    return unsupported(expr, RejectionKind::Expression,
                       "a string literal that spans several lines");
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
  if (type->isVectorType())
    return vector(expr);
  if (type->isComplexIntegerType())
    return unsupported(expr, RejectionKind::Expression, "a complex integer");
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
  if (llvm::isa<clang::FloatingLiteral, clang::ImaginaryLiteral, clang::StringLiteral>(expr))
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
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expr); list && isAllZero(*list)) {
    auto zero = std::make_shared<Expr>(*makeExpr(Expr::Kind::Integer, expr));
    zero->value = 0;
    return zero;
  }
  if (llvm::isa<clang::InitListExpr>(expr))
    return unsupported(expr, RejectionKind::Expression, "an initialiser list");
  if (llvm::isa<clang::AtomicExpr>(expr))
    return unsupported(expr, RejectionKind::Volatile, "an atomic operation");
  if (expr->isLValue())
    return place(expr);
  return unsupported(expr, RejectionKind::Expression, "a form outside plain C arithmetic");
}

/// A value that VectorCalls.h knows the lanes of, or unsupported.
ExprRef TreeBuilder::vector(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  const auto *called = llvm::dyn_cast<clang::CallExpr>(expr);
  std::optional<CType> lanes = readVectorType(context, expr->getType());
  ExprRef value;
  if (lanes && ref) {
    value = place(ref);
  } else if (lanes && op && (op->isAdditiveOp() || op->isMultiplicativeOp())) {
    auto node = std::make_shared<Expr>(*binary(op));
    node->type = *lanes;
    value = node;
  } else if (lanes && called) {
    value = call(called);
  }
  if (value && (isVector(value->type) || value->kind == Expr::Kind::Unsupported))
    return value;
  std::string name;
  if (called && called->getDirectCallee())
    name = " (" + called->getDirectCallee()->getNameAsString() + ")";
  return unsupported(expr, RejectionKind::Expression, "a SIMD vector" + name);
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
    auto node = makeExpr(Expr::Kind::Unary, op);
    node->text = clang::UnaryOperator::getOpcodeStr(op->getOpcode()).str();
    node->operands = {expression(sub)};
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
  ExprRef left = expression(op->getLHS());
  node->operands = {left, expression(op->getRHS())};
  return node;
}

ExprRef TreeBuilder::conditional(const clang::ConditionalOperator *choice) {
  auto node = makeExpr(Expr::Kind::Conditional, choice);
  ExprRef condition = expression(choice->getCond());
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
  const bool isOfLanes = isVectorIntrinsic(*callee);
  const clang::FunctionDecl *known = isOfLanes ? nullptr : definitionOf(call);
  if (const clang::FunctionDecl *definition = callee->getDefinition();
      !isOfLanes && definition && isShort(*definition) && isInterposable(*definition))
    return unsupported(call, RejectionKind::Call,
                       "'" + name +
                           "' may be replaced at load time: make it static, build with "
                           "-fno-semantic-interposition, or pass --no-interposition");
  auto node = makeExpr(Expr::Kind::Call, call);
  node->text = name;
  node->effect = effectOf(*call);
  if (std::optional<CType> lanes = readVectorType(context, call->getType()))
    node->type = *lanes;
  for (const clang::Expr *argument : call->arguments())
    node->operands.push_back(this->argument(argument));
  node->fitsParameters = known && takesArguments(call, known);
  if (node->fitsParameters)
    called.insert(known);
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
  const auto *result =
      body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
  if (!result || result->getType()->isVoidType())
    return unsupported(block, RejectionKind::Expression, "a statement expression");
  auto node = makeExpr(Expr::Kind::Block, block);
  for (const clang::Stmt *stmt : llvm::drop_end(body->body()))
    statement(stmt, node->statements);
  node->operands = {expression(result)};
  return node;
}

ExprRef TreeBuilder::embeddedStep(const clang::UnaryOperator *op) {
  auto node = makeExpr(Expr::Kind::Step, op);
  node->text = op->isIncrementOp() ? "++" : "--";
  node->isPostfix = op->isPostfix();
  node->operands = {place(op->getSubExpr())};
  return node;
}

ExprRef TreeBuilder::embeddedAssignment(const clang::BinaryOperator *op) {
  auto node = makeExpr(Expr::Kind::Assign, op);
  node->text = op->getOpcodeStr().str();
  ExprRef target = place(op->getLHS());
  node->operands = {target, expression(op->getRHS())};
  return node;
}

} // namespace acc
