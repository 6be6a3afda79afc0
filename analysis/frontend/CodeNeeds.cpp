#include "analysis/frontend/CodeNeeds.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace acc {
namespace {

/// Records within records and pointers to records are followed so far: all of them, and those that
/// are named.
constexpr unsigned kDeepest = 4, kDeepestNamed = 8;

std::string spelling(clang::QualType type, const clang::ASTContext &context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  return type.getUnqualifiedType().getAsString(policy);
}

bool isFollowed(const clang::FieldDecl &field, const std::set<std::string> *members) {
  return !members || !field.getType()->isPointerType() || members->count(field.getNameAsString());
}

InterfaceType read(const clang::ASTContext &context, clang::QualType type,
                   const std::set<std::string> *members, unsigned depth = 0) {
  auto part = [&](clang::QualType inner) { return read(context, inner, members, depth + 1); };
  InterfaceType result;
  CType plain = readType(context, type);
  result.spelling = spelling(type, context);
  result.size = plain.size;
  if (!type->isIncompleteType() && !type->isFunctionType() && !type->isVariablyModifiedType())
    result.align = static_cast<unsigned>(context.getTypeAlignInChars(type).getQuantity());
  result.isSigned = plain.isSigned;
  result.isConst = type.isConstQualified();
  result.isRestrict = plain.isRestrict;
  clang::QualType canonical = type.getCanonicalType();
  using Kind = InterfaceType::Kind;
  if (plain.isVolatile || depth > (members ? kDeepestNamed : kDeepest))
    return result;
  if (canonical->isVoidType()) {
    result.kind = Kind::Void;
  } else if (plain.kind == CType::Kind::Integer || plain.kind == CType::Kind::Boolean) {
    result.kind = Kind::Integer;
    result.isBoolean = plain.kind == CType::Kind::Boolean;
  } else if (plain.kind == CType::Kind::Floating && plain.size <= 8 &&
             !canonical->isBFloat16Type()) {
    result.kind = Kind::Floating;
  } else if (canonical->isAnyComplexType()) {
    // An array of its two parts.
    result.kind = Kind::Array;
    result.count = 2;
    result.element = std::make_shared<InterfaceType>(
        part(canonical->castAs<clang::ComplexType>()->getElementType()));
  } else if (const auto *pointer = canonical->getAs<clang::PointerType>()) {
    result.kind = Kind::Pointer;
    clang::QualType element = type->getPointeeType();
    if (element->isArrayType())
      element = context.getBaseElementType(element);
    bool isConst = element.isConstQualified() || pointer->getPointeeType().isConstQualified();
    InterfaceType target = part(element);
    target.isConst = isConst;
    result.element = std::make_shared<InterfaceType>(std::move(target));
  } else if (const clang::ConstantArrayType *array = context.getAsConstantArrayType(type)) {
    result.kind = Kind::Array;
    clang::QualType element = context.getBaseElementType(type);
    result.count = context.getConstantArrayElementCount(array);
    result.isConst |= element.isConstQualified();
    result.element = std::make_shared<InterfaceType>(part(element));
  } else if (const clang::RecordDecl *record = canonical->getAsRecordDecl()) {
    record = record->getDefinition();
    if (!record)
      return result;
    result.kind = Kind::Record;
    if (!record->isUnion())
      for (const clang::FieldDecl *field : record->fields())
        if (!field->isBitField() && !field->getName().empty() && isFollowed(*field, members))
          result.fields.push_back({field->getName().str(), part(field->getType()),
                                   context.getFieldOffset(field) / context.getCharWidth()});
  }
  return result;
}

/// Functions of the library or the compiler without effects beyond the memory that they are given.
bool isHarmless(const clang::FunctionDecl &callee) {
  static const llvm::StringSet<> names = {"malloc", "calloc",  "realloc", "free",   "memcpy",
                                          "memset", "memmove", "memcmp",  "strlen", "prefetch"};
  llvm::StringRef name = callee.getName();
  name.consume_front("__builtin_");
  const clang::Builtin::Context &builtins = callee.getASTContext().BuiltinInfo;
  if (unsigned id = callee.getBuiltinID(); id && builtins.isTSBuiltin(id) && builtins.isConst(id))
    return true; // an instruction: __builtin_ia32_maxps
  return names.contains(name) || effectOf(callee) != CallEffect::Unknown;
}

/// Looks for local variables whose addresses are taken.
class LocalAddresses : public clang::RecursiveASTVisitor<LocalAddresses> {
public:
  bool found = false;

  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    if (op->getOpcode() == clang::UO_AddrOf)
      look(op->getSubExpr());
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      look(cast->getSubExpr());
    return true;
  }

private:
  void look(const clang::Expr *place) {
    while (true) {
      place = place->IgnoreParenImpCasts();
      if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place))
        place = element->getBase();
      else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(place);
               member && !member->isArrow())
        place = member->getBase();
      else
        break;
    }
    if (const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(place))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl()))
        found |= variable->hasLocalStorage();
  }
};

/// The callee may set local variables of the caller.
bool takesLocalMemory(clang::CallExpr *call) {
  LocalAddresses addresses;
  for (clang::Expr *argument : call->arguments())
    addresses.TraverseStmt(argument);
  return addresses.found;
}

/// A function that does nothing and returns some number may stand in its place.
bool isReplaceableByNothing(const clang::FunctionDecl &callee) {
  clang::QualType result = callee.getReturnType();
  unsigned builtin = callee.getBuiltinID();
  bool isOfCompiler =
      builtin != 0 && !callee.getASTContext().BuiltinInfo.isPredefinedLibFunction(builtin);
  const auto *label = callee.getAttr<clang::AsmLabelAttr>();
  bool hasPlainSymbol = !label || llvm::all_of(label->getLabel(), [](char c) {
    return clang::isAlphanumeric(c) || c == '_';
  });
  return !isOfCompiler && hasPlainSymbol && !callee.hasAttr<clang::ReturnsTwiceAttr>() &&
         (result->isVoidType() || result->isRealType());
}

/// Walks a piece of code and everything that it calls in this unit.
class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  llvm::SetVector<const clang::VarDecl *> globals;
  llvm::SetVector<const clang::FunctionDecl *> outside, definitions;
  std::string obstacle;

  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getDeclName().isIdentifier())
      hinder("it calls through a pointer");
    else if (const clang::FunctionDecl *definition = callee->getDefinition())
      walk(definition);
    else if (!isHarmless(*callee) && isReplaceableByNothing(*callee) && !takesLocalMemory(call))
      outside.insert(callee->getCanonicalDecl());
    else if (!isHarmless(*callee))
      hinder("it calls " + callee->getNameAsString() + ", which this file does not define");
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *use) {
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl()))
      if (variable->hasGlobalStorage() && !variable->isStaticLocal())
        globals.insert(variable->getCanonicalDecl());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->isStaticLocal() && !variable->getType().isConstQualified())
      hinder("its variable " + variable->getNameAsString() + " keeps its value between calls");
    return true;
  }

  bool VisitAsmStmt(clang::AsmStmt *) {
    hinder("it contains inline assembly");
    return true;
  }

private:
  void walk(const clang::FunctionDecl *definition) {
    if (definitions.insert(definition) && definition->getBody())
      TraverseStmt(definition->getBody());
  }

  void hinder(const std::string &sentence) {
    if (obstacle.empty())
      obstacle = sentence;
  }
};

/// Looks for elements at constant places of what variables point to: *n, dims[2].
class NamedElements : public clang::RecursiveASTVisitor<NamedElements> {
public:
  explicit NamedElements(const clang::ASTContext &context) : context(context) {}

  std::set<std::string> found;

  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    if (op->getOpcode() == clang::UO_Deref)
      add(op->getSubExpr(), 0);
    return true;
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    clang::Expr::EvalResult index;
    if (element->getIdx()->EvaluateAsInt(index, context))
      add(element->getBase(), index.Val.getInt().getExtValue());
    return true;
  }

private:
  void add(const clang::Expr *pointer, int64_t index) {
    const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenCasts());
    if (use && llvm::isa<clang::VarDecl>(use->getDecl()))
      found.insert(use->getDecl()->getNameAsString() + "[" + std::to_string(index) + "]");
  }

  const clang::ASTContext &context;
};

/// Looks for named arrays with an index that is read from memory, or a variable that is set to one.
class NamedTables : public clang::RecursiveASTVisitor<NamedTables> {
public:
  explicit NamedTables(const clang::ASTContext &context) : context(context) {}

  /// As FunctionInterface::shortestTable, once the whole function is visited.
  uint64_t shortest() const {
    uint64_t least = 0;
    for (const clang::ArraySubscriptExpr *element : found) {
      const clang::Expr *index = element->getIdx()->IgnoreParenCasts();
      const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(index);
      if (!isElement(index) && !(use && fromMemory.contains(use->getDecl())))
        continue;
      uint64_t length = lengthOf(*element);
      least = least && length ? std::min(least, length) : std::max(least, length);
    }
    return least;
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    found.push_back(element);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->hasInit() && isElement(variable->getInit()->IgnoreParenCasts()))
      fromMemory.insert(variable);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
    if (use && op->isAssignmentOp() && isElement(op->getRHS()->IgnoreParenCasts()))
      fromMemory.insert(use->getDecl());
    return true;
  }

private:
  static bool isElement(const clang::Expr *expr) {
    const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr);
    return llvm::isa<clang::ArraySubscriptExpr>(expr) || llvm::isa<clang::MemberExpr>(expr) ||
           (op && op->getOpcode() == clang::UO_Deref);
  }

  uint64_t lengthOf(const clang::ArraySubscriptExpr &element) const {
    const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(element.getBase()->IgnoreParenImpCasts());
    const auto *array = use ? context.getAsConstantArrayType(use->getDecl()->getType()) : nullptr;
    return array ? array->getSize().getZExtValue() : 0;
  }

  const clang::ASTContext &context;
  std::vector<const clang::ArraySubscriptExpr *> found;
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> fromMemory;
};

} // namespace

InterfaceType readInterfaceType(const clang::ASTContext &context, clang::QualType type,
                                const std::set<std::string> *members) {
  return read(context, type, members);
}

CodeNeeds needsOf(const clang::ASTContext &context, clang::Stmt *code) {
  Uses uses;
  uses.TraverseStmt(code);
  NamedElements elements(context);
  elements.TraverseStmt(code);
  NamedTables tables(context);
  tables.TraverseStmt(code);
  return {std::move(uses.globals),   std::move(uses.definitions), std::move(uses.outside),
          std::move(elements.found), tables.shortest(),           std::move(uses.obstacle)};
}

} // namespace acc
