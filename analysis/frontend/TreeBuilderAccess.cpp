#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Alignment.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

const clang::Expr *decayedArray(const clang::Expr *expr) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr->IgnoreParens());
  bool decays = cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
  return decays ? cast->getSubExpr() : nullptr;
}

bool isZero(const ExprRef &expr) { return expr->kind == Expr::Kind::Integer && expr->value == 0; }

/// The pointer that the member is reached through; null for a member of an object.
const clang::Expr *pointerOfMember(const clang::MemberExpr *member) {
  if (member->isArrow())
    return member->getBase();
  const clang::Expr *base = member->getBase()->IgnoreParens();
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(base)) {
    const auto *index = llvm::dyn_cast<clang::IntegerLiteral>(element->getIdx()->IgnoreParens());
    bool isFirst = index && index->getValue() == 0 && !decayedArray(element->getBase());
    return isFirst ? element->getBase() : nullptr;
  }
  const auto *op = llvm::dyn_cast<clang::UnaryOperator>(base);
  bool isPointer = op && op->getOpcode() == clang::UO_Deref &&
                   !llvm::isa<clang::BinaryOperator>(op->getSubExpr()->IgnoreParens()) &&
                   !decayedArray(op->getSubExpr());
  return isPointer ? op->getSubExpr() : nullptr;
}

} // namespace

ExprRef TreeBuilder::place(const clang::Expr *lvalue) {
  const clang::Expr *expr = lvalue->IgnoreParens();
  if (isVolatileOrAtomic(context, expr->getType()))
    return unsupported(expr, RejectionKind::Volatile, "the object is volatile or atomic");
  if (isLessAligned(context, *expr))
    return unsupported(expr, RejectionKind::Expression,
                       "an object with less than the natural alignment of its type");
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    if (!variable)
      return unsupported(expr, RejectionKind::Expression, "a function used as a value");
    return symbolNode(expr, symbolOf(variable));
  }
  if (expr->getType()->isVectorType())
    return unsupported(expr, RejectionKind::Expression, "a SIMD vector in memory");
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
    return elementPlace(expr, element->getBase(), expression(element->getIdx()));
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr))
    return memberPlace(member);
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr);
      op && op->getOpcode() == clang::UO_Deref) {
    const clang::Expr *pointer = op->getSubExpr()->IgnoreParens();
    if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(pointer);
        sum && sum->getOpcode() == clang::BO_Add) {
      bool leftIsPointer = sum->getLHS()->getType()->isPointerType();
      const clang::Expr *base = leftIsPointer ? sum->getLHS() : sum->getRHS();
      const clang::Expr *offset = leftIsPointer ? sum->getRHS() : sum->getLHS();
      return elementPlace(expr, base, expression(offset));
    }
    return elementPlace(expr, pointer, makeInteger(expr, 0));
  }
  if (llvm::isa<clang::CompoundLiteralExpr>(expr))
    return unsupported(expr, RejectionKind::Expression, "a compound literal");
  return unsupported(expr, RejectionKind::Expression, "an unnamed object");
}

ExprRef TreeBuilder::elementPlace(const clang::Expr *at, const clang::Expr *pointer,
                                  ExprRef subscript) {
  if (const clang::Expr *array = decayedArray(pointer)) {
    ExprRef base = place(array);
    if (base->kind == Expr::Kind::Unsupported)
      return unsupported(at, *base);
    return subscripted(at, base, std::move(subscript));
  }
  // *n of a parameter that is used in no other way is a scalar of its own.
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenImpCasts());
  const auto *variable = ref ? llvm::dyn_cast<clang::ParmVarDecl>(ref->getDecl()) : nullptr;
  if (variable && variable->getType()->isPointerType() && isZero(subscript) &&
      at->getType()->isScalarType() && isOnlyDereferenced(pointer) &&
      !facts.assigned.contains(variable) && !isVolatileOrAtomic(context, variable->getType()))
    return pathNode(at, symbolNode(at, symbolOf(variable)), "[0]", true);
  ExprRef base = expression(pointer);
  if (base->kind == Expr::Kind::Unsupported)
    return unsupported(at, *base);
  // *&x is x.
  if (isZero(subscript) && isAddressOfVariable(*base, table) &&
      base->operands[0]->type.spelling ==
          readType(context, at->getType().getUnqualifiedType()).spelling)
    return base->operands[0];
  return subscripted(at, base, std::move(subscript));
}

ExprRef TreeBuilder::subscripted(const clang::Expr *at, const ExprRef &base, ExprRef subscript) {
  const bool isChanged = base->kind == Expr::Kind::Step || base->kind == Expr::Kind::Assign;
  const Expr &named = isChanged ? *base->operands[0] : *base;
  if (named.kind == Expr::Kind::Symbol && unstable.contains(named.symbol))
    return unsupported(at, RejectionKind::Expression,
                       "the size of a dimension of " + table[named.symbol].spelling +
                           " may have changed since its declaration");
  auto access = makeExpr(Expr::Kind::Access, at);
  if (base->kind == Expr::Kind::Access && base->type.kind == CType::Kind::Array) {
    if (!base->member.empty()) {
      // An array inside a struct element: a constant index is part of the path.
      if (subscript->kind != Expr::Kind::Integer)
        return unsupported(at, RejectionKind::Expression, "a variable index into an array member");
      access->operands = base->operands;
      access->member = base->member + "[" + std::to_string(subscript->value) + "]";
      return access;
    }
    access->operands = base->operands;
    access->operands.push_back(std::move(subscript));
  } else {
    access->operands = {base, std::move(subscript)};
  }
  return access;
}

// (T (*)[n])A is a cast to the elements, T *, and of that one to rows of n.
ExprRef TreeBuilder::castToArrayPointer(const clang::CStyleCastExpr *cast) {
  std::optional<std::vector<ExprRef>> sizes = arraySizes(cast->getType()->getPointeeType(), false);
  if (!sizes)
    return unsupported(cast, RejectionKind::Expression, "a cast to arrays of unknown size");
  ExprRef value = expression(cast->getSubExpr());
  if (value->kind == Expr::Kind::Unsupported)
    return value;
  auto elements = makeExpr(Expr::Kind::Cast, cast);
  elements->type = readType(context, context.getPointerType(context.getBaseElementType(
                                         cast->getType()->getPointeeType())));
  elements->operands = {value};
  auto rows = makeExpr(Expr::Kind::Cast, cast);
  rows->operands = {elements};
  rows->operands.insert(rows->operands.end(), sizes->begin(), sizes->end());
  return rows;
}

ExprRef TreeBuilder::memberPlace(const clang::MemberExpr *member) {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field)
    return unsupported(member, RejectionKind::Expression, "a member that is not a field");
  if (field->isBitField())
    return unsupported(member, RejectionKind::Expression, "a bit-field");
  if (field->getParent()->isUnion())
    return unsupported(member, RejectionKind::Expression, "a member of a union");
  if (const clang::Expr *pointer = pointerOfMember(member))
    return memberBehind(member, pointer);
  // Members of an anonymous struct belong to the struct around it.
  std::string dotted = field->getName().empty() ? "" : "." + field->getName().str();
  ExprRef base = place(member->getBase());
  if (base->kind == Expr::Kind::Symbol)
    return dotted.empty() ? base : pathNode(member, base, dotted, false);
  if (base->kind == Expr::Kind::Unsupported)
    return base;
  if (base->kind != Expr::Kind::Access)
    return unsupported(member, RejectionKind::Expression, "a member of an rvalue");
  auto access = std::make_shared<Expr>(*base);
  access->type = readType(context, member->getType());
  access->range = makeExpr(Expr::Kind::Access, member)->range;
  access->member += dotted;
  return access;
}

/// p->f, (*p).f and p[0].f alike.
ExprRef TreeBuilder::memberBehind(const clang::MemberExpr *member, const clang::Expr *pointer) {
  std::string name = member->getMemberDecl()->getName().str();
  ExprRef base;
  bool isPath = false;
  if (const clang::Expr *array = decayedArray(pointer)) {
    base = place(array);
  } else {
    base = expression(pointer);
    isPath = base->kind == Expr::Kind::Symbol && isOnlyDereferenced(pointer);
  }
  if (base->kind == Expr::Kind::Unsupported)
    return base;
  if (isPath)
    return name.empty() ? unsupported(member, RejectionKind::Expression, "an anonymous member")
                        : pathNode(member, base, "->" + name, true);
  ExprRef element = subscripted(member, base, makeInteger(member, 0));
  if (element->kind != Expr::Kind::Access)
    return element;
  auto access = std::make_shared<Expr>(*element);
  access->member += name.empty() ? "" : "." + name;
  return access;
}

/// Is the pointer a variable or field that the function never uses as an array?
bool TreeBuilder::isOnlyDereferenced(const clang::Expr *pointer) const {
  pointer = pointer->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(pointer)) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    return field && !facts.walkedFields.contains(field);
  }
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(pointer);
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return variable && !facts.walked.contains(variable);
}

ExprRef TreeBuilder::pathNode(const clang::Expr *at, const ExprRef &base, const std::string &suffix,
                              bool throughPointer) {
  SymbolId from = base->symbol;
  std::string name = table[from].name + suffix;
  for (size_t id = 0; id < table.size(); ++id)
    if (table[id].kind == Symbol::Kind::Path && table[id].name == name)
      return symbolNode(at, id);
  Symbol symbol;
  symbol.name = name;
  symbol.spelling = table[from].spelling + suffix;
  symbol.kind = Symbol::Kind::Path;
  symbol.type = readType(context, at->getType());
  symbol.root = table[from].root;
  symbol.parent = from;
  symbol.throughPointer = throughPointer || table[from].throughPointer;
  symbol.addressTaken = table[symbol.root].addressTaken;
  symbol.isLent = !symbol.throughPointer && table[symbol.root].isLent;
  symbol.isStaticOrThreadLocal = !symbol.throughPointer && table[symbol.root].isStaticOrThreadLocal;
  symbol.declaration = table[symbol.root].declaration;
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  symbol.isWalked = field && facts.walkedFields.contains(field);
  SymbolId id = table.size();
  table.push_back(std::move(symbol));
  clang::QualType type = at->getType();
  clang::QualType inner;
  if (const clang::ArrayType *array = context.getAsArrayType(type)) {
    inner = array->getElementType();
    if (const auto *fixed = context.getAsConstantArrayType(type))
      table[id].elementCount = context.getConstantArrayElementCount(fixed);
  } else if (type->isPointerType()) {
    inner = type->getPointeeType();
  }
  if (!inner.isNull() && inner->isArrayType()) {
    if (std::optional<std::vector<ExprRef>> sizes = arraySizes(inner, true))
      table[id].innerSizes = std::move(*sizes);
    else
      unstable.insert(id);
  }
  return symbolNode(at, id);
}

// The row A[i] of `double A[n][m]`, used as a pointer, is &A[i][0].
ExprRef TreeBuilder::firstElement(const clang::Expr *at, ExprRef access) const {
  auto full = std::make_shared<Expr>(*access);
  while (full->type.kind == CType::Kind::Array) {
    full->operands.push_back(makeInteger(at, 0));
    CType element = *full->type.element;
    full->type = element;
  }
  return addressOf(at, full);
}

} // namespace acc
