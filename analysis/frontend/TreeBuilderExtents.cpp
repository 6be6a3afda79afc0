// How large the object behind a variable is, as far as its declaration or its only
// allocation says.
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {

ExprRef TreeBuilder::stableSize(const clang::Expr *size) {
  if (!size || !isStableSize(size))
    return nullptr;
  ExprRef value = expression(size);
  return value->kind == Expr::Kind::Unsupported || hasSideEffect(value) ? nullptr : value;
}

/// malloc(n*sizeof(double)) -> n*8; calloc(n, 8) -> n*8
ExprRef TreeBuilder::allocatedBytes(const clang::CallExpr *call) {
  llvm::StringRef name = call->getDirectCallee()->getName();
  bool isPair = name == "calloc";
  unsigned first = name == "aligned_alloc" || name == "memalign" ? 1 : 0;
  if (call->getNumArgs() < (isPair ? 2 : first + 1))
    return nullptr;
  ExprRef bytes = stableSize(call->getArg(first));
  ExprRef each = isPair ? stableSize(call->getArg(1)) : nullptr;
  if (!isPair || !bytes || !each)
    return isPair ? nullptr : bytes;
  auto product = makeExpr(Expr::Kind::Binary, call);
  product->text = "*";
  product->operands = {bytes, each};
  return product;
}

void TreeBuilder::readExtent(SymbolId id, const clang::VarDecl *variable) {
  auto assigned = facts.assigned.find(variable);
  size_t assignments = assigned == facts.assigned.end() ? 0 : assigned->second.size();
  clang::QualType type = variable->getType();
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable))
    type = parameter->getOriginalType();
  if (const clang::ArrayType *array = context.getAsArrayType(type)) {
    if (assignments)
      return;
    if (llvm::isa<clang::ConstantArrayType>(array)) {
      if (auto sizes = arraySizes(type, true))
        table[id].extent = sizes->front();
    } else if (const auto *variableSize = llvm::dyn_cast<clang::VariableArrayType>(array)) {
      table[id].extent = stableSize(variableSize->getSizeExpr());
    }
    return;
  }
  auto allocation = facts.allocations.find(variable);
  if (!type->isPointerType() || allocation == facts.allocations.end() ||
      !variable->hasLocalStorage() || facts.addressTaken.contains(variable))
    return;
  // Set once: by its declaration, or by one assignment after a null pointer at most.
  const clang::Expr *initial = variable->getInit();
  bool isInitial = initial && initial->IgnoreParenCasts() == allocation->second;
  bool startsNull =
      !initial || initial->isNullPointerConstant(context, clang::Expr::NPC_ValueDependentIsNotNull);
  if (isInitial ? assignments == 0 : startsNull && assignments == 1) {
    table[id].extent = allocatedBytes(allocation->second);
    table[id].extentIsBytes = true;
  }
}

} // namespace acc
