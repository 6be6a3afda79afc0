#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/OpenMp.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/SourceThreads.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include "llvm/ADT/StringExtras.h"

namespace acc {
namespace {

/// Named by an OpenMP threadprivate pragma, which is text to our Clang.
bool isThreadPrivate(const ParsedUnit &unit, const std::string &name) {
  return llvm::any_of(unit.pragmas, [&](const PragmaUse &pragma) {
    llvm::StringRef text = pragma.text;
    size_t at = text.find("threadprivate");
    if (at == llvm::StringRef::npos)
      return false;
    llvm::SmallVector<llvm::StringRef, 4> names;
    llvm::SplitString(text.substr(at), names, "(), \t");
    return llvm::is_contained(names, name);
  });
}

} // namespace

std::string TreeBuilder::uniqueName(const std::string &spelling) const {
  auto taken = [&](const std::string &name) {
    return llvm::any_of(table, [&](const Symbol &symbol) { return symbol.name == name; });
  };
  std::string name = spelling;
  // A variable that is met later may have the suffixed name itself.
  for (int i = 2; taken(name) || (i > 2 && unit.preprocessor.getIdentifierTable().find(name) !=
                                               unit.preprocessor.getIdentifierTable().end());
       ++i)
    name = spelling + "_" + std::to_string(i);
  return name;
}

bool TreeBuilder::isStableSize(const clang::Expr *size) const {
  size = size->IgnoreParenImpCasts();
  if (llvm::isa<clang::IntegerLiteral>(size) || size->isIntegerConstantExpr(context))
    return true;
  if (const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(size))
    return isStableSize(cast->getSubExpr());
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(size))
    return !op->isAssignmentOp() && isStableSize(op->getLHS()) && isStableSize(op->getRHS());
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(size);
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || facts.addressTaken.contains(variable))
    return false;
  auto found = facts.assigned.find(variable);
  // An assignment before the declaration can only run again together with the declaration.
  return found == facts.assigned.end() ||
         llvm::all_of(found->second, [&](clang::SourceLocation where) {
           return context.getSourceManager().isBeforeInTranslationUnit(where, size->getBeginLoc());
         });
}

std::optional<std::vector<ExprRef>> TreeBuilder::arraySizes(clang::QualType type,
                                                            bool mustBeStable) {
  std::vector<ExprRef> sizes;
  while (const clang::ArrayType *array = context.getAsArrayType(type)) {
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
      auto node = std::make_shared<Expr>();
      node->kind = Expr::Kind::Integer;
      node->type = readType(context, context.getSizeType());
      node->value = fixed->getSize().getZExtValue();
      node->text = std::to_string(node->value);
      sizes.push_back(node);
    } else if (const auto *variable = llvm::dyn_cast<clang::VariableArrayType>(array)) {
      const clang::Expr *size = variable->getSizeExpr();
      if (!size || (mustBeStable && !isStableSize(size)))
        return std::nullopt;
      sizes.push_back(expression(size));
      if (sizes.back()->kind == Expr::Kind::Unsupported || changesSomething(sizes.back()))
        return std::nullopt;
    } else {
      return std::nullopt;
    }
    type = array->getElementType();
  }
  return sizes;
}

SymbolId TreeBuilder::symbolOf(const clang::VarDecl *variable) {
  variable = variable->getCanonicalDecl();
  if (auto found = ids.find(variable); found != ids.end())
    return found->second;
  SymbolId id = table.size();
  Symbol symbol;
  symbol.spelling = variable->getName().str();
  symbol.name = uniqueName(symbol.spelling);
  symbol.type = readType(context, variable->getType());
  std::optional<CType> lanes = readVectorType(context, variable->getType());
  if (lanes && variable->hasLocalStorage() && !facts.addressTaken.contains(variable)) {
    symbol.type = *lanes;
    symbol.elementCount = laneCount(*lanes);
  }
  bool isNumber = symbol.type.isInteger() || symbol.type.kind == CType::Kind::Floating;
  symbol.isOwnStatic = variable->isStaticLocal() && liveness && isNumber &&
                       variable->getTLSKind() == clang::VarDecl::TLS_None &&
                       !facts.addressTaken.contains(variable) &&
                       !liveness->isKeptBetweenCalls(variable);
  symbol.kind = llvm::isa<clang::ParmVarDecl>(variable)             ? Symbol::Kind::Parameter
                : variable->hasLocalStorage() || symbol.isOwnStatic ? Symbol::Kind::Local
                                                                    : Symbol::Kind::Global;
  symbol.root = id;
  symbol.addressTaken = facts.addressKept.contains(variable);
  symbol.isLent = facts.addressLent.contains(variable);
  symbol.isAssigned = facts.assigned.contains(variable);
  symbol.isWalked = facts.walked.contains(variable);
  symbol.isStaticOrThreadLocal = (variable->isStaticLocal() && !symbol.isOwnStatic) ||
                                 variable->getTLSKind() != clang::VarDecl::TLS_None ||
                                 isThreadPrivate(unit, symbol.spelling);
  symbol.declaration = rangeOf(context, variable->getFirstDecl()->getSourceRange());
  ids[variable] = id;
  variables[id] = variable;
  table.push_back(std::move(symbol));

  clang::QualType type = variable->getType();
  clang::QualType inner;
  if (const clang::ArrayType *array = context.getAsArrayType(type))
    inner = array->getElementType();
  else if (type->isPointerType())
    inner = type->getPointeeType();
  if (!inner.isNull() && inner->isArrayType()) {
    if (std::optional<std::vector<ExprRef>> sizes = arraySizes(inner, true))
      table[id].innerSizes = std::move(*sizes);
    else
      unstable.insert(id);
  }
  if (const auto *fixed = context.getAsConstantArrayType(type)) {
    if (!context.getBaseElementType(type)->isVariablyModifiedType())
      table[id].elementCount = context.getConstantArrayElementCount(fixed);
  } else if (const auto *named = context.getAsVariableArrayType(type)) {
    if (!inner->isArrayType() && named->getSizeExpr())
      if (auto size = constantNamed(named->getSizeExpr()); size && size->isStrictlyPositive())
        table[id].elementCount = size->getExtValue();
  }
  readExtent(id, variable);
  return id;
}

std::optional<llvm::APSInt> TreeBuilder::constantNamed(const clang::Expr *name) const {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(name->IgnoreParenImpCasts());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return variable ? constantOf(*variable, context) : std::nullopt;
}

std::optional<llvm::APSInt> TreeBuilder::staticConstant(const clang::Expr *name) const {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(name->IgnoreParens());
  const auto *variable = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return variable ? staticConstantOf(*variable, context) : std::nullopt;
}

/// The variables that `stmt` assigns.
std::vector<SymbolId> TreeBuilder::assignedSymbols(const clang::Stmt *stmt) {
  std::set<SymbolId> symbols;
  for (const clang::VarDecl *variable : assignedVariables(stmt))
    symbols.insert(symbolOf(variable));
  return {symbols.begin(), symbols.end()};
}

ExprRef TreeBuilder::symbolNode(const clang::Expr *at, SymbolId id) const {
  auto node = makeExpr(Expr::Kind::Symbol, at);
  node->symbol = id;
  node->type = table[id].type;
  return node;
}

std::vector<KnownAtEntry> TreeBuilder::knownAtEntry() {
  std::vector<KnownAtEntry> result;
  std::vector<KnownValue> open = atEntry;
  auto isNamed = [&](const KnownValue &entry) { return ids.contains(entry.variable); };
  for (auto next = llvm::find_if(open, isNamed); next != open.end();
       next = llvm::find_if(open, isNamed)) {
    KnownValue entry = *next;
    open.erase(next);
    ExprRef value = expression(entry.value);
    bool isBuilt = !changesSomething(value);
    forEachExpr(value,
                [&](const ExprRef &part) { isBuilt &= part->kind != Expr::Kind::Unsupported; });
    if (isBuilt)
      result.push_back({ids[entry.variable], value});
  }
  return result;
}

std::vector<SymbolId> TreeBuilder::setAtEntry() const {
  std::vector<SymbolId> result;
  for (const auto &[id, variable] : variables)
    if (setThere.contains(variable->getCanonicalDecl()))
      result.push_back(id);
  return result;
}

std::map<std::string, KnownSize> TreeBuilder::knownSizes(const KnownRanges &ranges) const {
  std::map<std::string, KnownSize> sizes;
  for (const auto &[variable, range] : ranges)
    if (auto found = ids.find(variable); found != ids.end())
      sizes[table[found->second].name] = {int64_t(std::max<__int128>(range.low, INT64_MIN)),
                                          int64_t(std::min<__int128>(range.high, INT64_MAX))};
  return sizes;
}

std::vector<KnownGap> TreeBuilder::knownGaps(const clang::Stmt *loop,
                                             const std::vector<EntryGap> &gaps) const {
  auto nameOf = [&](const clang::VarDecl *variable) -> std::optional<std::string> {
    if (!variable)
      return "";
    auto found = ids.find(variable);
    return found == ids.end() ? std::nullopt : std::optional(table[found->second].name);
  };
  std::vector<KnownGap> result;
  for (const EntryGap &gap : gaps)
    if (auto larger = nameOf(gap.larger), smaller = nameOf(gap.smaller); larger && smaller)
      result.push_back({rangeOf(context, loop->getSourceRange()), *larger, *smaller, gap.most});
  return result;
}

void TreeBuilder::readLiveAfter(const clang::Stmt *loop, LoopFacts &into) const {
  for (size_t id = 0; liveness && id < table.size(); ++id) {
    // A member of a record is read where the record is named.
    const bool isMember = table[id].kind == Symbol::Kind::Path && !table[id].throughPointer;
    const SymbolId whole = isMember ? table[id].root : static_cast<SymbolId>(id);
    const Symbol &symbol = table[whole];
    auto variable = variables.find(whole);
    bool isPlainLocal = variable != variables.end() && symbol.kind != Symbol::Kind::Global &&
                        !symbol.isStaticOrThreadLocal;
    bool isRead = !isPlainLocal || liveness->isLiveAfter(loop, variable->second);
    if (isRead || symbol.addressTaken)
      into.liveOut.push_back(id);
    if (!isRead && symbol.isLent)
      into.lentOut.push_back(id);
    if (isRead && isPlainLocal && threadsOf(into) && facts.openMp->isKept(variable->second, loop))
      into.notEditable =
          Rejection{RejectionKind::LoopPragma, into.editRange,
                    into.pragma + ": '" + symbol.spelling + "' is used after the loop"};
  }
}

std::optional<Rejection> TreeBuilder::twoNamesOfOneObject() const {
  Objects objects(context);
  // A local variable of a function is another object in each of its calls.
  auto isLocalOfCalls = [](const clang::VarDecl *a, const clang::VarDecl *b) {
    return a == b && a->hasLocalStorage();
  };
  for (auto a = variables.begin(); a != variables.end(); ++a)
    for (auto b = std::next(a); b != variables.end(); ++b)
      if (!isLocalOfCalls(a->second, b->second) && objects.mayBeOne(*a->second, *b->second))
        return Rejection{RejectionKind::DependenceUnknown, table[b->first].declaration,
                         table[a->first].name + " and " + table[b->first].name +
                             " may name the same object"};
  return std::nullopt;
}

} // namespace acc
