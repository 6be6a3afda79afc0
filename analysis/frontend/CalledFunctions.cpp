#include "analysis/frontend/CalledFunctions.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/OpenMp.h"
#include "analysis/frontend/Types.h"

#include "clang/AST/Attr.h"

namespace acc {
namespace {

/// A variable of the unit that no variable of `caller` hides.
bool isVisibleIn(const clang::FunctionDecl &caller, const clang::VarDecl &variable) {
  return variable.isFileVarDecl() && llvm::none_of(caller.decls(), [&](const clang::Decl *own) {
           const auto *named = llvm::dyn_cast<clang::NamedDecl>(own);
           return named && named->getDeclName() == variable.getDeclName();
         });
}

/// Names only variables of `function` and those of the unit: then its text means the same in the
/// caller.
bool meansTheSameIn(const clang::FunctionDecl &caller, const clang::Stmt *stmt,
                    const clang::FunctionDecl *function) {
  if (!stmt)
    return true;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    bool isOwn = variable && variable->hasLocalStorage() && variable->getDeclContext() == function;
    if (variable && !isOwn && !isVisibleIn(caller, *variable))
      return false;
  }
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return meansTheSameIn(caller, child, function);
  });
}

/// A parameter or variable that is no value which only its name reaches; null where all are.
const clang::VarDecl *hiddenVariable(const clang::FunctionDecl &definition,
                                     const FunctionFacts &facts, const clang::ASTContext &context) {
  for (const clang::Decl *decl : definition.decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable)
      continue;
    bool isParameter = llvm::isa<clang::ParmVarDecl>(variable);
    bool isPlain = isParameter ? !variable->getType()->isVariablyModifiedType()
                               : (variable->getType()->isScalarType() ||
                                  readVectorType(context, variable->getType())) &&
                                     !variable->hasAttr<clang::CleanupAttr>();
    if (!isPlain || facts.addressTaken.contains(variable) ||
        isVolatileOrAtomic(context, variable->getType()))
      return variable;
  }
  return nullptr;
}

/// A function that is not read, as one whose body says why.
CalledFunction unreadFunction(const std::string &what, SourceRange where) {
  auto body = std::make_shared<Stmt>();
  body->kind = Stmt::Kind::Unsupported;
  body->reason = RejectionKind::Call;
  body->text = what;
  body->range = where;
  CalledFunction function;
  function.symbols = std::make_shared<SymbolTable>();
  function.body = body;
  return function;
}

std::string describe(const clang::VarDecl &variable) {
  if (variable.getType()->isVectorType())
    return "a SIMD vector";
  return "a variable that is not a number: " + variable.getName().str();
}

} // namespace

const CalledFunctions::Built &CalledFunctions::built(const clang::FunctionDecl *definition) {
  auto [entry, isNew] = known.try_emplace(definition);
  if (!isNew)
    return entry->second;
  const FunctionFacts facts = readFunctionFacts(unit, *definition);
  const clang::VarDecl *hidden = hiddenVariable(*definition, facts, unit.context);
  const bool hasDirective = facts.openMp->hasDirective();
  if (facts.rejection || facts.usesErrno || hasDirective || hidden) {
    const SourceRange where = hidden ? rangeOf(unit.context, hidden->getSourceRange())
                                     : rangeOf(unit.context, definition->getSourceRange());
    // What is known of its effect otherwise is better than what its body says.
    if (effectOf(*definition) == CallEffect::Unknown)
      entry->second.function = std::make_shared<CalledFunction>(
          facts.rejection ? unreadFunction(facts.rejection->message(), facts.rejection->where)
          : hasDirective  ? unreadFunction("an OpenMP directive", where)
          : hidden        ? unreadFunction(describe(*hidden), where)
                          : unreadFunction("a use of errno", where));
    return entry->second;
  }
  TreeBuilder builder(unit, facts, nullptr);
  entry->second.function = std::make_shared<CalledFunction>(builder.buildFunction(*definition));
  entry->second.calls = builder.called;
  return entry->second;
}

void CalledFunctions::open(const std::vector<const clang::FunctionDecl *> &definitions,
                           const FunctionFacts &facts, const Liveness &liveness,
                           const std::set<std::string> &opened) {
  for (const clang::FunctionDecl *definition : definitions) {
    TreeBuilder builder(unit, facts, &liveness);
    builder.opened = opened;
    known[definition] = {std::make_shared<CalledFunction>(builder.buildFunction(*definition)),
                         builder.called};
  }
}

std::map<std::string, std::shared_ptr<const CalledFunction>>
CalledFunctions::calledBy(const TreeBuilder &builder, const clang::FunctionDecl &caller) {
  std::map<std::string, std::shared_ptr<const CalledFunction>> functions;
  llvm::SetVector<const clang::FunctionDecl *> open = builder.called;
  for (size_t k = 0; k < open.size(); ++k) {
    const clang::FunctionDecl *definition = open[k];
    if (definition == &caller || !meansTheSameIn(caller, definition->getBody(), definition))
      continue;
    const Built &callee = built(definition);
    if (!callee.function)
      continue;
    functions[definition->getNameAsString()] = callee.function;
    open.insert(callee.calls.begin(), callee.calls.end());
  }
  return functions;
}

} // namespace acc
