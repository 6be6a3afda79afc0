#include "analysis/frontend/FunctionFacts.h"

#include "analysis/frontend/AddressUse.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/OpenMp.h"
#include "analysis/frontend/Parse.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <map>

namespace acc {

const clang::VarDecl *objectOf(const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(lvalue))
    return llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue))
    return member->isArrow() ? nullptr : objectOf(member->getBase());
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
    if (element->getBase()->getType()->isVectorType()) // a lane
      return objectOf(element->getBase());
    const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
    if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay)
      return objectOf(decay->getSubExpr());
  }
  return nullptr;
}

bool isZero(const clang::Expr *expr) {
  const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(expr->IgnoreParenImpCasts());
  return literal && literal->getValue() == 0;
}

bool isAllocation(const clang::FunctionDecl &callee) {
  static const llvm::StringRef kNames[] = {
      "malloc", "calloc", "aligned_alloc", "memalign", "alloca", "__builtin_alloca", "_mm_malloc"};
  return llvm::is_contained(kNames, libraryName(callee));
}

namespace {

/// Is `expr` the value of a pointer variable or field?
bool isPointerObject(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  return expr->getType()->isPointerType() &&
         (llvm::isa<clang::DeclRefExpr>(expr) || llvm::isa<clang::MemberExpr>(expr));
}

/// The facts of functions that are called, by how deep in calls within calls.
using CalleeFacts = std::map<std::pair<const clang::FunctionDecl *, unsigned>, FunctionFacts>;

class BodyVisitor : public clang::RecursiveASTVisitor<BodyVisitor> {
public:
  BodyVisitor(const clang::ASTContext &context, FunctionFacts &facts, CalleeFacts &callees,
              unsigned depth = 0, const std::set<std::string> *opened = nullptr)
      : context(context), facts(facts), callees(callees), depth(depth), opened(opened) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl())) {
      if (variable->getType()->isPointerType() && !harmless.contains(ref))
        facts.walked.insert(variable);
      if (variable->getName() == "errno")
        facts.usesErrno = true;
    }
    return true;
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *expr) {
    harmlessDecay(expr->getBase());
    if (isZero(expr->getIdx()))
      harmlessPointer(expr->getBase());
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr *expr) {
    if (expr->isArrow())
      harmlessPointer(expr->getBase());
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(expr->getMemberDecl());
    if (field && field->getType()->isPointerType() && !harmless.contains(expr))
      facts.walkedFields.insert(field);
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator *expr) {
    if (expr->getOpcode() == clang::UO_Deref) {
      harmlessPointer(expr->getSubExpr());
      harmlessDecay(expr->getSubExpr());
      const clang::Expr *pointer = expr->getSubExpr()->IgnoreParens();
      if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(pointer)) {
        harmlessDecay(sum->getLHS());
        harmlessDecay(sum->getRHS());
      }
    } else if (expr->getOpcode() == clang::UO_AddrOf) {
      takeAddress(expr, expr->getSubExpr());
    } else if (expr->getOpcode() == clang::UO_LNot) {
      harmlessPointer(expr->getSubExpr());
    } else if (expr->isIncrementDecrementOp()) {
      assign(expr->getSubExpr(), expr->getOperatorLoc());
    }
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *expr) {
    if (expr->isAssignmentOp())
      assign(expr->getLHS(), expr->getOperatorLoc());
    const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(expr->getLHS()->IgnoreParens());
    if (expr->getOpcode() == clang::BO_Assign && target)
      allocate(llvm::dyn_cast<clang::VarDecl>(target->getDecl()), expr->getRHS());
    if (expr->isComparisonOp() || expr->isLogicalOp()) {
      harmlessPointer(expr->getLHS());
      harmlessPointer(expr->getRHS());
    }
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    allocate(variable, variable->getInit());
    if (variable->hasAttr<clang::CleanupAttr>()) { // a call at the end of its scope is given it
      facts.addressTaken.insert(variable);
      facts.addressKept.insert(variable);
    }
    return true;
  }

  bool VisitIfStmt(clang::IfStmt *stmt) {
    harmlessPointer(stmt->getCond());
    return true;
  }
  bool VisitWhileStmt(clang::WhileStmt *stmt) {
    harmlessPointer(stmt->getCond());
    return true;
  }
  bool VisitForStmt(clang::ForStmt *stmt) {
    if (stmt->getCond())
      harmlessPointer(stmt->getCond());
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *expr) {
    if (expr->getCastKind() == clang::CK_ArrayToPointerDecay && !harmless.contains(expr))
      takeAddress(expr, expr->getSubExpr());
    return true;
  }

  bool VisitAsmStmt(clang::AsmStmt *stmt) {
    for (const clang::Stmt *operand : stmt->children())
      if (const auto *expr = llvm::dyn_cast_or_null<clang::Expr>(operand))
        takeAddress(expr, expr);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (const clang::Expr *address = addressArgument(call->getArg(k));
          address && forgetsArgument(*call, k))
        forgotten.insert(address);
    const clang::FunctionDecl *callee = call->getDirectCallee();
    // The body of the callee may be read in place of the call, and may use the pointer as an array.
    const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      if (!definition || !walksParameter(*definition, k))
        harmlessPointer(call->getArg(k));
    if (!callee || !callee->getDeclName().isIdentifier())
      return true;
    std::string symbol = symbolOf(*callee);
    llvm::StringRef name = symbol;
    if (name == "__errno_location" || name == "__errno" || name == "___errno" || name == "__error")
      facts.usesErrno = true;
    if (callee->hasAttr<clang::ReturnsTwiceAttr>() || name == "setjmp" || name == "_setjmp" ||
        name == "sigsetjmp" || name == "__sigsetjmp" || name == "vfork" || name == "getcontext")
      reject(RejectionKind::SetJump, call, name.str());
    static const llvm::StringRef kEnvironment[] = {
        "fegetround",    "fesetround",     "fetestexcept",    "feraiseexcept",
        "feclearexcept", "feenableexcept", "feholdexcept",    "feupdateenv",
        "fegetenv",      "fesetenv",       "fegetexceptflag", "fesetexceptflag"};
    if (llvm::is_contained(kEnvironment, name))
      reject(RejectionKind::FloatEnvironment, call, "the function calls " + name.str());
    return true;
  }

  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *stmt) {
    reject(RejectionKind::SetJump, stmt, "computed goto");
    return true;
  }
  bool VisitAddrLabelExpr(clang::AddrLabelExpr *expr) {
    reject(RejectionKind::SetJump, expr, "the address of a label");
    return true;
  }

private:
  /// The callee uses the pointer otherwise than by `->`, or hands it on. Asked of pointers to
  /// structs, and of all pointers that `opened` functions take.
  bool walksParameter(const clang::FunctionDecl &definition, unsigned index) const {
    constexpr unsigned kMaxDepth = 3;
    if (depth >= kMaxDepth || index >= definition.getNumParams())
      return true;
    const clang::ParmVarDecl *parameter = definition.getParamDecl(index);
    clang::QualType type = parameter->getType();
    bool isOpened = opened && opened->contains(definition.getNameAsString());
    if (!type->isPointerType() || !(isOpened || type->getPointeeType()->isRecordType()))
      return true;
    auto [own, isNew] = callees.try_emplace({&definition, depth + 1});
    if (isNew)
      BodyVisitor(context, own->second, callees, depth + 1, opened)
          .TraverseStmt(definition.getBody());
    return own->second.walked.contains(parameter) || own->second.assigned.contains(parameter);
  }

  /// `expr` is the address of (a part of) `lvalue`.
  void takeAddress(const clang::Expr *expr, const clang::Expr *lvalue) {
    const clang::VarDecl *variable = objectOf(lvalue);
    if (!variable)
      return;
    facts.addressTaken.insert(variable);
    if (!forgotten.contains(expr))
      facts.addressKept.insert(variable);
  }

  void assign(const clang::Expr *target, clang::SourceLocation where) {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        facts.assigned[variable].push_back(where);
  }

  void allocate(const clang::VarDecl *variable, const clang::Expr *value) {
    const auto *call = value ? llvm::dyn_cast<clang::CallExpr>(value->IgnoreParenCasts()) : nullptr;
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (variable && callee && callee->getDeclName().isIdentifier() && isAllocation(*callee))
      facts.allocations[variable] = call;
  }

  /// What a cast to the same pointer type is written around; only qualifiers may differ.
  const clang::Expr *withoutOwnCast(const clang::Expr *expr) const {
    const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(expr->IgnoreParenImpCasts());
    if (!cast)
      return expr;
    clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
    bool isOwn = from->isPointerType() && to->isPointerType() &&
                 context.hasSameUnqualifiedType(from->getPointeeType(), to->getPointeeType());
    return isOwn ? withoutOwnCast(cast->getSubExpr()) : expr;
  }

  void harmlessPointer(const clang::Expr *expr) {
    const clang::Expr *pointer = withoutOwnCast(expr);
    if (isPointerObject(pointer))
      harmless.insert(pointer->IgnoreParenImpCasts());
  }

  void harmlessDecay(const clang::Expr *expr) {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr->IgnoreParens());
    if (cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      harmless.insert(cast);
  }

  void reject(RejectionKind kind, const clang::Stmt *at, std::string detail) {
    if (!facts.rejection)
      facts.rejection = Rejection{kind, rangeOf(context, at->getSourceRange()), std::move(detail)};
  }

  const clang::ASTContext &context;
  FunctionFacts &facts;
  CalleeFacts &callees;
  unsigned depth; // of calls read within calls
  const std::set<std::string> *opened;
  /// Visited parents come before their children, so a parent marks here which
  /// uses of a pointer or array say nothing.
  llvm::DenseSet<const clang::Expr *> harmless;
  /// Addresses that are arguments of calls which do not keep them.
  llvm::DenseSet<const clang::Expr *> forgotten;
};

/// Attributes under which the body is compiled differently or replaced.
std::optional<std::string> forbiddenAttribute(const clang::FunctionDecl &function) {
  if (function.hasAttr<clang::WeakAttr>())
    return "weak";
  if (function.hasAttr<clang::NakedAttr>())
    return "naked";
  if (function.hasAttr<clang::OptimizeNoneAttr>())
    return "optnone";
  if (function.hasAttr<clang::TargetClonesAttr>())
    return "target_clones";
  return std::nullopt;
}

std::optional<Rejection> unitWide(const ParsedUnit &unit, SourceRange where) {
  if (unit.flags.trapsSigned)
    return Rejection{RejectionKind::Expression, where, "-ftrapv makes every operation observable"};
  if (!unit.flags.foreign.empty())
    return Rejection{RejectionKind::Configuration, where,
                     unit.flags.foreign + " changes the meaning of C in an unsupported way"};
  if (unit.turnsBytes || llvm::any_of(unit.pragmas, [](const PragmaUse &pragma) {
        return llvm::StringRef(pragma.text).contains("scalar_storage_order");
      }))
    return Rejection{RejectionKind::Configuration, where, "scalar_storage_order is not supported"};
  if (unit.flags.roundingMath)
    return Rejection{RejectionKind::FloatEnvironment, where, "-frounding-math"};
  for (const PragmaUse &pragma : unit.pragmas) {
    const std::string text = pragmaWords(pragma.text);
    llvm::SmallVector<llvm::StringRef, 8> words;
    llvm::StringRef(text).split(words, ' ', -1, false);
    auto has = [&](llvm::StringRef word) {
      return llvm::any_of(words, [&](llvm::StringRef w) { return w.starts_with(word); });
    };
    SourceRange at = placeAt(unit.context.getSourceManager(), pragma.begin, pragma.end);
    // float_control(precise, on) asks for what is kept anyway; exceptions are observed
    // where it names them.
    bool seesExceptions = has("float_control") && pragma.text.find("except") != std::string::npos;
    if ((has("FENV_ACCESS") && !has("OFF")) || has("FENV_ROUND") || seesExceptions)
      return Rejection{RejectionKind::FloatEnvironment, at, pragma.text};
    if (has("GCC") && (has("optimize") || has("push_options")))
      return Rejection{RejectionKind::FunctionAttribute, at, pragma.text};
  }
  return std::nullopt;
}

/// Clang drops attributes that it does not know: one stands between the
/// declaration before the function and the function's body.
bool hasForeignAttribute(const ParsedUnit &unit, const clang::FunctionDecl &function) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  for (const clang::FunctionDecl *declaration : function.redecls()) {
    clang::SourceLocation last = declaration->doesThisDeclarationHaveABody()
                                     ? declaration->getBody()->getBeginLoc()
                                     : declaration->getEndLoc();
    std::optional<uint32_t> end = mainOffset(manager, last);
    if (!end)
      continue;
    uint32_t begin = 0;
    for (const clang::Decl *other : unit.context.getTranslationUnitDecl()->decls()) {
      std::optional<uint32_t> otherEnd = mainOffset(manager, other->getEndLoc());
      if (otherEnd && other != declaration && *otherEnd < *end)
        begin = std::max(begin, *otherEnd);
    }
    // A declaration without a body carries its attributes behind it.
    size_t semicolon = manager.getBufferData(manager.getMainFileID()).find(';', *end);
    uint32_t limit = declaration->doesThisDeclarationHaveABody() ? *end : semicolon;
    for (uint32_t offset : unit.foreignAttributes)
      if (begin <= offset && offset < limit)
        return true;
  }
  return false;
}

} // namespace

void readWalks(const clang::ASTContext &context, const std::vector<const clang::Stmt *> &stmts,
               FunctionFacts &facts, const std::set<std::string> *opened) {
  FunctionFacts own;
  CalleeFacts callees;
  for (const clang::Stmt *stmt : stmts)
    BodyVisitor(context, own, callees, 0, opened).TraverseStmt(const_cast<clang::Stmt *>(stmt));
  for (const clang::VarDecl *variable : own.addressTaken)
    if (facts.addressKept.insert(variable).second)
      facts.addressLent.insert(variable);
  facts.walked = std::move(own.walked);
  facts.walkedFields = std::move(own.walkedFields);
}

void FunctionFacts::add(const FunctionFacts &other) {
  addressTaken.insert(other.addressTaken.begin(), other.addressTaken.end());
  addressKept.insert(other.addressKept.begin(), other.addressKept.end());
  addressLent.insert(other.addressLent.begin(), other.addressLent.end());
  walked.insert(other.walked.begin(), other.walked.end());
  walkedFields.insert(other.walkedFields.begin(), other.walkedFields.end());
  for (const auto &[variable, places] : other.assigned)
    assigned[variable].append(places.begin(), places.end());
  allocations.insert(other.allocations.begin(), other.allocations.end());
  usesErrno |= other.usesErrno;
  if (!rejection)
    rejection = other.rejection;
}

FunctionFacts readFunctionFacts(const ParsedUnit &unit, const clang::FunctionDecl &function) {
  FunctionFacts facts;
  facts.function = &function;
  facts.openMp = std::make_shared<const OpenMpRegions>(unit, function);
  SourceRange where = rangeOf(unit.context, function.getLocation());
  facts.rejection = unitWide(unit, where);
  if (!facts.rejection && function.hasAttr<clang::StrictFPAttr>())
    facts.rejection = Rejection{RejectionKind::FloatEnvironment, where, "strict floating point"};
  if (std::optional<std::string> attribute = forbiddenAttribute(function))
    facts.rejection = Rejection{RejectionKind::FunctionAttribute, where, *attribute};
  else if (!unit.foreignAttributes.empty() && hasForeignAttribute(unit, function))
    facts.rejection = Rejection{RejectionKind::FunctionAttribute, where, "optimize"};
  CalleeFacts callees;
  BodyVisitor(unit.context, facts, callees).TraverseStmt(function.getBody());
  return facts;
}

} // namespace acc
