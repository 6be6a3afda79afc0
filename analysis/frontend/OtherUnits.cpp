#include "analysis/frontend/OtherUnits.h"

#include "analysis/frontend/AddressUse.h"
#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Configuration.h"
#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Program.h"
#include "analysis/frontend/SameMeaning.h"
#include "analysis/frontend/Types.h"

#include "clang/AST/ASTImporter.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

#include <map>
#include <set>

namespace acc {
namespace {

/// The functions that statements call, directly or through bodies that are at hand, and whose own
/// bodies would be of use.
class Reached {
public:
  explicit Reached(bool countsLoops) : countsLoops(countsLoops) {}

  std::set<const clang::FunctionDecl *> definitions;
  std::set<std::string> missing;

  /// Calls count when they are given an address, and `inLoop`.
  void visit(const clang::Stmt *stmt, bool inLoop) {
    if (!stmt || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt))
      return;
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
      if (inLoop || llvm::any_of(call->arguments(), addressArgument))
        visit(call->getDirectCallee());
    inLoop |= countsLoops && llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
    for (const clang::Stmt *child : stmt->children())
      visit(child, inLoop);
  }

private:
  void visit(const clang::FunctionDecl *callee) {
    if (!callee || !callee->getDeclName().isIdentifier())
      return;
    if (const clang::FunctionDecl *definition = callee->getDefinition()) {
      if (definitions.insert(definition).second && isShort(*definition))
        visit(definition->getBody(), true);
      return;
    }
    const clang::SourceManager &manager = callee->getASTContext().getSourceManager();
    bool isOfProgram = callee->isExternallyVisible() && callee->getBuiltinID() == 0 &&
                       isCalledByItsName(*callee) && callee->hasPrototype() &&
                       !callee->isVariadic() && !callee->isNoReturn() &&
                       !manager.isInSystemHeader(callee->getLocation());
    if (isOfProgram)
      missing.insert(callee->getName().str());
  }

  bool countsLoops;
};

/// The declarations that a function refers to: each must stand in the unit's own text.
class Names : public clang::RecursiveASTVisitor<Names> {
public:
  Names(const clang::FunctionDecl &function, const ParsedUnit &unit)
      : function(function), unit(unit) {}

  bool areKnown = true;

  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    const clang::ValueDecl *decl = ref->getDecl();
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    bool isGlobal = variable && !variable->isLocalVarDeclOrParm() &&
                    !staticConstantOf(*variable, function.getASTContext());
    if (llvm::isa<clang::FunctionDecl>(decl) || isGlobal)
      areKnown &= isKnown(*decl);
    return true;
  }
  bool VisitExpr(clang::Expr *expr) {
    useType(expr->getType());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    useType(variable->getType());
    return true;
  }

private:
  void useType(clang::QualType type) {
    if (const clang::TagDecl *tag =
            function.getASTContext().getBaseElementType(type)->getAsTagDecl())
      areKnown &= llvm::isa<clang::EnumDecl>(tag) || isKnown(*tag);
    if (type->isPointerType())
      useType(type->getPointeeType());
  }

  bool isKnown(const clang::Decl &decl) const {
    return llvm::any_of(decl.redecls(),
                        [&](const clang::Decl *one) { return unit.holds(one->getLocation()); });
  }

  const clang::FunctionDecl &function;
  const ParsedUnit &unit;
};

/// The macro is none in both units, or has the same tokens.
bool isSameMacro(const ParsedUnit &a, const ParsedUnit &b, llvm::StringRef name) {
  auto spelled = [&](const ParsedUnit &unit) -> std::optional<std::string> {
    const clang::MacroInfo *info =
        unit.preprocessor.getMacroInfo(unit.preprocessor.getIdentifierInfo(name));
    if (!info)
      return std::nullopt;
    std::string text = std::to_string(info->getNumParams());
    for (const clang::Token &token : info->tokens())
      text += " " + unit.preprocessor.getSpelling(token);
    return text;
  };
  return spelled(a) == spelled(b);
}

/// The conditions hold in both units alike.
bool meanTheSame(const ParsedUnit &a, const ParsedUnit &b, const std::vector<std::string> &pins) {
  for (const std::string &pin : pins) {
    clang::Lexer lexer(clang::SourceLocation(), clang::LangOptions(), pin.data(), pin.data(),
                       pin.data() + pin.size());
    clang::Token token;
    for (bool isEnd = false; !isEnd;) {
      isEnd = lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::raw_identifier) && !isSameMacro(a, b, token.getRawIdentifier()))
        return false;
    }
  }
  return true;
}

/// Pragmas of some file say how floating-point numbers are computed.
bool changesFloatingMode(const ParsedUnit &unit) {
  const clang::FPOptions ofFlags(unit.context.getLangOpts());
  for (const auto &mode : unit.floatingModes)
    if (mode.second != ofFlags)
      return true;
  return llvm::any_of(unit.pragmas, [](const PragmaUse &pragma) {
    return llvm::StringRef(pragma.text).contains("contract") ||
           llvm::StringRef(pragma.text).contains("FP_CONTRACT");
  });
}

class Bringer {
public:
  Bringer(const ParsedUnit &unit, const std::string &directory)
      : unit(unit), directory(directory) {}

  void bring(const UnitInput &definer, const std::set<std::string> &names) {
    parseUnit(
        definer,
        [&](const ParsedUnit &from) {
          if (!sameLanguage(from.flags, unit.flags))
            return;
          for (clang::DiagnosticsEngine *diagnostics :
               {&from.context.getDiagnostics(), &unit.context.getDiagnostics()})
            diagnostics->setSuppressAllDiagnostics(true);
          clang::ASTImporter importer(
              unit.context, unit.context.getSourceManager().getFileManager(), from.context,
              from.context.getSourceManager().getFileManager(), /*MinimalImport=*/false);
          for (clang::Decl *decl : from.context.getTranslationUnitDecl()->decls())
            if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
                function && function->doesThisDeclarationHaveABody() &&
                function->getDeclName().isIdentifier() && names.contains(function->getName().str()))
              bring(from, *function, importer, definer.path);
        },
        &names);
  }

private:
  void bring(const ParsedUnit &from, clang::FunctionDecl &function, clang::ASTImporter &importer,
             const std::string &path) {
    if (!function.isExternallyVisible() || function.isInlineSpecified() ||
        !isCalledByItsName(function) || isReplaceable(function) || !function.hasPrototype() ||
        changesFloatingMode(from) || !whatHasAnotherSymbol(function, unit.context).empty() ||
        readFunctionFacts(from, function).rejection)
      return;
    Outcome<LoopFacts> pins = pinsOfFunction(from, function);
    if (!pins || !meanTheSame(from, unit, pins->pins) || !meanTheSame(from, unit, pins->typePins))
      return;
    llvm::Expected<clang::Decl *> brought = importer.Import(&function);
    if (!brought) {
      llvm::consumeError(brought.takeError());
      return;
    }
    auto *definition = llvm::dyn_cast<clang::FunctionDecl>(*brought);
    if (!definition || !definition->doesThisDeclarationHaveABody())
      return;
    Names used(*definition, unit);
    used.TraverseDecl(definition);
    if (used.areKnown && whatMeansSomethingElse(function, importer).empty())
      unit.others[definition] = {nameOf(path), pins->pins, pins->typePins};
    else
      definition->setBody(nullptr);
  }

  /// As seen from the directory in which the unit is compiled.
  std::string nameOf(const std::string &path) const {
    llvm::StringRef below(path);
    return below.consume_front(directory) && below.consume_front("/") ? below.str() : path;
  }

  const ParsedUnit &unit;
  const std::string &directory;
};

} // namespace

void addDefinitions(const ParsedUnit &unit,
                    const std::vector<const clang::FunctionDecl *> &functions) {
  const UnitInput &input = unit.input;
  if (!input.program)
    return;
  constexpr int kMostRounds = 3; // of functions that functions call
  Bringer bringer(unit, input.directory);
  std::set<std::string> asked;
  for (int round = 0; round < kMostRounds; ++round) {
    Reached reached(/*countsLoops=*/true);
    for (const clang::FunctionDecl *function : functions)
      reached.visit(function->getBody(), false);
    std::map<const UnitInput *, std::set<std::string>> wanted;
    for (const std::string &name : reached.missing)
      if (const UnitInput *definer = input.program->definerOf(name);
          definer && definer->path != input.path && asked.insert(name).second)
        wanted[definer].insert(name);
    if (wanted.empty())
      return;
    for (const auto &[definer, names] : wanted)
      bringer.bring(*definer, names);
  }
}

std::vector<CalledDefinition> otherDefinitionsOf(const ParsedUnit &unit,
                                                 const clang::FunctionDecl &function,
                                                 const std::vector<const clang::Stmt *> &nest) {
  if (unit.others.empty())
    return {};
  Reached reached(/*countsLoops=*/false);
  reached.visit(function.getBody(), false); // what may keep the address of a variable
  for (const clang::Stmt *stmt : nest)
    reached.visit(stmt, true);
  std::map<std::string, std::string> used;
  for (const clang::FunctionDecl *definition : reached.definitions)
    if (auto other = unit.others.find(definition); other != unit.others.end())
      used[definition->getName().str()] = other->second.path;
  std::vector<CalledDefinition> result;
  for (const auto &[name, path] : used)
    result.push_back({name, path});
  return result;
}

} // namespace acc
