#include "analysis/frontend/Configuration.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/ConditionTerms.h"
#include "analysis/frontend/FoldedValues.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/MacroTests.h"
#include "analysis/support/NamePin.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <tuple>

namespace acc {
namespace {

/// The types and the sizes of arrays that a type names as it is written.
class WrittenType : public clang::RecursiveASTVisitor<WrittenType> {
public:
  explicit WrittenType(const clang::TypeSourceInfo *info) {
    if (info)
      TraverseTypeLoc(info->getTypeLoc());
  }

  bool VisitTypeLoc(clang::TypeLoc place) {
    types.push_back(place.getType());
    if (auto array = place.getAs<clang::ArrayTypeLoc>(); array && array.getSizeExpr())
      sizes.push_back(array.getSizeExpr());
    return true;
  }
  bool TraverseStmt(clang::Stmt *) { return true; }

  std::vector<clang::QualType> types;
  std::vector<const clang::Expr *> sizes;
};

class Pins {
public:
  Pins(const ParsedUnit &unit, const std::vector<KnownValue> &atEntry, LoopFacts &facts)
      : unit(unit), manager(unit.context.getSourceManager()), atEntry(atEntry), facts(facts),
        macroTests(unit, manager.getComposedLoc(manager.getMainFileID(), facts.editRange.begin)),
        floatingMode(facts.floatingMode) {}

  std::optional<Rejection> pinFor(const clang::FunctionDecl &function, const clang::Stmt &loop) {
    around = &function;
    included.insert(manager.getMainFileID()); // however it is included, its text is there
    useNameOf(function);
    useText(manager.getMainFileID(), facts.editRange.begin, facts.editRange.end);
    walk(&loop);
    useValuesAtEntry();
    useChoicesIn(function);
    return refusal;
  }

  std::optional<Rejection> pinFor(const clang::FunctionDecl &function) {
    useDeclaration(&function);
    useChoicesIn(function);
    return refusal;
  }

private:
  void walk(const clang::Stmt *stmt) {
    if (!stmt)
      return;
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      useDeclaration(reference->getDecl());
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt))
      useDeclaration(member->getMemberDecl());
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      useType(expr->getType());
      useValue(*expr);
    }
    if (llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::CallExpr>(stmt))
      useFloatingMode(*llvm::cast<clang::Expr>(stmt));
    if (const auto *trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(stmt)) {
      clang::QualType type = trait->getTypeOfArgument();
      useType(type);
      useLayout(type);
      useSize(type);
    }
    if (const auto *offset = llvm::dyn_cast<clang::OffsetOfExpr>(stmt))
      useSize(offset->getTypeSourceInfo()->getType());
    // A call whose effect is unknown occurs in the original version only.
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
      if (const clang::FunctionDecl *callee = call->getDirectCallee();
          callee && !callee->getDefinition() && effectOf(*call) == CallEffect::Unknown) {
        for (const clang::Expr *argument : call->arguments())
          unmade.insert(argument->IgnoreParenImpCasts());
      }
    if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : declared->decls())
        useDeclaration(decl);
    for (const clang::Stmt *child : stmt->children())
      walk(child);
  }

  /// A file that is included several times has the function under the name that a macro makes each
  /// time, and a fast version of each (NamePin.h).
  void useNameOf(const clang::FunctionDecl &function) {
    const clang::FileID file = manager.getMainFileID();
    const clang::SourceLocation name = function.getLocation();
    if (!name.isMacroID() || manager.getDecomposedExpansionLoc(name).first != file ||
        (!unit.input.inclusion && !isReadAgain(manager, file)))
      return;
    const clang::CharSourceRange use = manager.getExpansionRange(name);
    pin(facts.pins,
        namePin(function.getNameAsString(),
                clang::Lexer::getSourceText(use, manager, unit.context.getLangOpts()).str()));
  }

  void useDeclaration(const clang::Decl *decl) {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      const clang::FunctionDecl *definition = nullptr;
      if (!function->hasBody(definition) || !useDeclared(definition))
        return;
      if (isExported(*definition))
        useExported();
      if (auto other = unit.others.find(definition); other != unit.others.end())
        useOther(other->second);
      walk(definition->getBody());
      return;
    }
    if (!useDeclared(decl))
      return;
    if (const auto *value = llvm::dyn_cast<clang::ValueDecl>(decl))
      useType(value->getType());
    if (const auto *declarator = llvm::dyn_cast<clang::DeclaratorDecl>(decl))
      useWritten(declarator->getTypeSourceInfo());
    if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      useWritten(alias->getTypeSourceInfo());
    // An enumerator without a value counts those before it.
    if (const auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(decl))
      useDeclaration(llvm::cast<clang::EnumDecl>(enumerator->getDeclContext()));
    if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(decl))
      for (const clang::EnumConstantDecl *enumerator : enumeration->enumerators())
        walk(enumerator->getInitExpr());
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      if (variable->getType().isConstQualified() && variable->getType()->isIntegerType())
        walk(variable->getInit());
      if (const clang::VarDecl *other = variable->getPreviousDecl())
        useDeclared(other);
    }
  }

  /// gcc lets another library replace the function; clang does not, nor does the linker of an
  /// executable, nor gcc where a flag of this unit promises that there is none.
  void useExported() {
    const clang::LangOptions &language = unit.context.getLangOpts();
    bool isPromised = language.PICLevel > 0 && !language.PIE && !isClang(unit.input.compiler);
    if (!isPromised)
      pin(facts.pins, "!defined(__PIC__) || defined(__PIE__) || defined(__clang__)");
    else if (unit.flags.isOfast)
      pin(facts.pins,
          "!defined(__PIC__) || defined(__PIE__) || defined(__clang__) || __GNUC__ >= 12");
  }

  /// What a value that is folded owes to flags and to the compiler's own macros.
  void useValue(const clang::Expr &expr) {
    if (unmade.contains(&expr))
      return;
    if (std::string macro = macroThatMade(expr, unit.preprocessor); !macro.empty())
      refuse("the value of " + macro + " depends on the path or the line numbers of the file");
    if (std::string condition = valuePin(expr, unit.context); !condition.empty())
      pin(facts.pins, condition);
    if (expr.getType()->isEnumeralType())
      useSize(expr.getType());
  }

  /// What the nest and the functions that it calls compute stands in a function before the nest's
  /// own then, where the pragmas are in effect that are outside of functions there.
  void useFloatingMode(const clang::Expr &operation) {
    auto isFloating = [](const clang::Stmt *part) {
      const auto *value = llvm::dyn_cast_or_null<clang::Expr>(part);
      return value && value->getType()->isFloatingType();
    };
    if (!isFloating(&operation) && llvm::none_of(operation.children(), isFloating))
      return;
    const clang::FPOptions mode = operation.getFPFeaturesInEffect(unit.context.getLangOpts());
    const clang::FPOptions ofFlags(unit.context.getLangOpts());
    if (floatingMode.value_or(mode.getAsOpaqueInt()) != mode.getAsOpaqueInt() && !refusal)
      refusal = Rejection{RejectionKind::FloatEnvironment, facts.editRange,
                          "a pragma applies to only part of the code"};
    if (mode.getExceptionMode() != ofFlags.getExceptionMode() && !refusal)
      refusal = Rejection{RejectionKind::FloatEnvironment, facts.editRange,
                          "a pragma makes floating-point exceptions observable"};
    floatingMode = mode.getAsOpaqueInt();
  }

  void useSize(clang::QualType type) {
    if (!isLayoutOfFlags(type, unit.context))
      return;
    if (std::optional<std::string> condition = sizePin(type, unit.context))
      pin(facts.typePins, *condition);
    else
      refuse("compiler flags may change the size of an unnamed type");
  }

  void useOther(const OtherDefinition &other) {
    for (const std::string &one : other.pins)
      pin(facts.pins, one);
    for (const std::string &one : other.typePins)
      pin(facts.typePins, one);
  }

  void useWritten(const clang::TypeSourceInfo *info) {
    WrittenType written(info);
    for (clang::QualType type : written.types)
      useType(type);
    for (const clang::Expr *size : written.sizes)
      walk(size);
  }

  /// What the size of a record depends on.
  void useLayout(clang::QualType type) {
    const auto *record =
        llvm::dyn_cast<clang::RecordType>(unit.context.getBaseElementType(type).getCanonicalType());
    if (!record || !useDeclared(record->getDecl()))
      return;
    for (const clang::FieldDecl *field : record->getDecl()->fields()) {
      useDeclaration(field);
      useLayout(field->getType());
    }
  }

  /// The known values of the variables that were met: pins of the text that assigned them.
  void useValuesAtEntry() {
    std::set<const KnownValue *> used;
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (const KnownValue &known : atEntry)
        if (declarations.count(known.variable) && used.insert(&known).second) {
          isNew = true;
          walk(known.value);
          auto [file, from] = manager.getDecomposedExpansionLoc(known.value->getBeginLoc());
          auto [endFile, to] = manager.getDecomposedExpansionLoc(
              manager.getExpansionRange(known.value->getEndLoc()).getEnd());
          if (file == endFile)
            useText(file, from, to + 1);
        }
    }
  }

  /// Branches of #if in the function, and those in which a macro is defined that stands for
  /// more than arithmetic.
  void useChoicesIn(const clang::FunctionDecl &function) {
    auto [file, begin] = manager.getDecomposedExpansionLoc(function.getBeginLoc());
    uint32_t end = manager.getFileOffset(manager.getExpansionRange(function.getEndLoc()).getEnd());
    for (const ConditionalUse &use : unit.record.conditionals) {
      bool around = use.file == file && use.takenBegin <= begin && end <= use.takenEnd;
      auto [from, to] = placeIn(file, use);
      if (from < end && begin < to && !around)
        useConditional(use);
    }
    for (const MacroUse &use : unit.record.macrosIn(file, begin, end))
      if (macroTests.arithmetic(*use.info, true).empty())
        useChoicesAround(*use.info);
  }

  /// Where the group stands in the file, or the #include there that brings it; empty where it
  /// does not.
  std::pair<uint32_t, uint32_t> placeIn(clang::FileID file, const ConditionalUse &use) const {
    std::pair<uint32_t, uint32_t> place{use.begin, use.end};
    for (clang::FileID at = use.file; at != file;) {
      clang::SourceLocation include = manager.getIncludeLoc(at);
      if (include.isInvalid())
        return {0, 0};
      auto [outer, offset] = manager.getDecomposedExpansionLoc(include);
      at = outer;
      place = {offset, offset + 1};
    }
    return place;
  }

  void useChoicesAround(const clang::MacroInfo &info) {
    auto [file, offset] = manager.getDecomposedExpansionLoc(info.getDefinitionLoc());
    useBranchesAround(file, offset);
    useIncludes(file);
  }

  void useBranchesAround(clang::FileID file, uint32_t offset) {
    for (const ConditionalUse &use : unit.record.conditionals)
      if (use.file == file && use.takenBegin <= offset && offset < use.takenEnd)
        useConditional(use);
  }

  /// False when the declaration was visited before, or stands in a system header.
  bool useDeclared(const clang::Decl *decl) {
    clang::SourceLocation begin = decl->getBeginLoc();
    if (begin.isInvalid() || manager.isInSystemHeader(manager.getExpansionLoc(begin)) ||
        !declarations.insert(decl).second)
      return false;
    auto [file, from] = manager.getDecomposedExpansionLoc(begin);
    auto [endFile, to] =
        manager.getDecomposedExpansionLoc(manager.getExpansionRange(decl->getEndLoc()).getEnd());
    if (file == endFile)
      useText(file, from, to + 1);
    return true;
  }

  void useType(clang::QualType type) {
    while (!type.isNull() && types.insert(type.getTypePtr()).second) {
      if (const auto *alias = type->getAs<clang::TypedefType>())
        useDeclaration(alias->getDecl());
      if (std::string condition = typePin(type, unit.context); !condition.empty())
        pin(facts.pins, condition);
      if (const auto *pointer = type->getAs<clang::PointerType>())
        type = pointer->getPointeeType();
      else if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
        type = array->getElementType();
      else
        type = type.getSingleStepDesugaredType(unit.context);
    }
  }

  /// Everything that the preprocessor did for the text [begin, end) of a file.
  void useText(clang::FileID file, uint32_t begin, uint32_t end) {
    // A declaration may end in a branch, or begin in one: `= 5` before #endif.
    for (const ConditionalUse &use : unit.record.conditionals)
      if (use.file == file && use.begin < end && begin < use.end)
        useConditional(use);
    useIncludes(file);
    for (const MacroUse &use : unit.record.macrosIn(file, begin, end))
      useMacro(*use.name, *use.info);
    useCharacters(manager.getBufferData(file).slice(begin, end));
  }

  /// What chose that the file is included, and its name.
  void useIncludes(clang::FileID file) {
    while (included.insert(file).second) {
      clang::SourceLocation include = manager.getIncludeLoc(file);
      if (include.isInvalid())
        return;
      if (manager.isWrittenInCommandLineFile(include) || manager.isWrittenInBuiltinFile(include))
        return refuse("a compiler flag includes the file " +
                      manager.getFilename(manager.getLocForStartOfFile(file)).str() +
                      ", which may differ");
      auto [outer, offset] = manager.getDecomposedExpansionLoc(include);
      useBranchesAround(outer, offset);
      llvm::StringRef name = manager.getBufferData(outer).substr(offset).take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_'; });
      if (const clang::IdentifierInfo *macro =
              name.empty() ? nullptr : unit.preprocessor.getIdentifierInfo(name))
        if (const clang::MacroInfo *info =
                unit.preprocessor.getMacroDefinitionAtLoc(macro, manager.getExpansionLoc(include))
                    .getMacroInfo())
          useMacro(*macro, *info);
      file = outer;
    }
  }

  /// The dialects in which these characters are these tokens.
  void useCharacters(llvm::StringRef text) {
    if (hasTrigraph(text))
      refuse("a trigraph has another meaning in other dialects of C");
    if (std::string condition = dialectOf(text, unit.context.getLangOpts()); !condition.empty())
      pin(facts.pins, condition);
  }

  bool isAroundNest(const ConditionalUse &use) const {
    return use.file == manager.getMainFileID() && use.takenBegin <= facts.editRange.begin &&
           facts.editRange.end <= use.takenEnd;
  }

  /// A name in the condition that means something else at the nest.
  const clang::IdentifierInfo *changedName(const PreprocessorCondition &condition) const {
    for (const clang::IdentifierInfo *name : condition.names)
      if (name->hadMacroDefinition() &&
          unit.preprocessor.getMacroDefinitionAtLoc(name, condition.where).getMacroInfo() !=
              macroTests.definitionOf(name))
        return name;
    return nullptr;
  }

  /// #ifndef X / #define X, or the #include of a file that has it: include guards, inside or around
  /// a file, and values that a command line may replace. The branch is taken wherever X is not
  /// given from outside.
  bool definesItself(const ConditionalUse &use, const clang::IdentifierInfo *name) const {
    const clang::MacroInfo *info = macroTests.definitionOf(name);
    if (!info)
      return false;
    auto [file, offset] = manager.getDecomposedExpansionLoc(info->getDefinitionLoc());
    while (file != use.file) {
      const clang::SourceLocation include = manager.getIncludeLoc(file);
      if (include.isInvalid())
        return false;
      std::tie(file, offset) = manager.getDecomposedExpansionLoc(include);
    }
    return use.takenBegin <= offset && offset < use.takenEnd;
  }

  void useConditional(const ConditionalUse &use) {
    if (isAroundNest(use) || !conditionals.insert(&use).second)
      return;
    for (const PreprocessorCondition &condition : use.conditions) {
      const clang::IdentifierInfo *changed = changedName(condition);
      if (condition.names.empty())
        continue; // #if 0
      if (!changed) {
        pin(facts.pins, condition.text);
        continue;
      }
      const std::vector<PreprocessorCondition> terms = decidingTerms(unit.preprocessor, condition);
      auto term =
          llvm::find_if(terms, [&](const PreprocessorCondition &one) { return !changedName(one); });
      if (term != terms.end())
        pin(facts.pins, term->text);
      else if (!definesItself(use, changed))
        refuse("the line #if " + condition.text + " cannot be repeated around the fast version");
    }
  }

  /// The function with the nest defines the macro: it has that value there in all configurations in
  /// which it is defined, and none where the fast version stands, before the function.
  bool isDefinedAround(const clang::MacroInfo &info) const {
    return around &&
           manager.isBeforeInTranslationUnit(around->getBeginLoc(), info.getDefinitionLoc());
  }

  void useMacro(const clang::IdentifierInfo &name, const clang::MacroInfo &info) {
    if (!macros.insert(&info).second)
      return;
    if (auto [file, from] = manager.getDecomposedLoc(info.getDefinitionLoc()); file.isValid())
      useCharacters(manager.getBufferData(file).slice(
          from, manager.getFileOffset(info.getDefinitionEndLoc())));
    bool isSame = macroTests.definitionOf(&name) == &info;
    std::string text = isSame && info.isObjectLike() ? macroTests.arithmetic(info, false) : "";
    if (!text.empty() && !isDefinedAround(info)) {
      pin(facts.pins, "(" + name.getName().str() + ") == (" + text + ")");
      return;
    }
    clang::SourceLocation place = info.getDefinitionLoc();
    bool mayBeGiven = manager.isWrittenInCommandLineFile(place);
    auto [file, offset] = manager.getDecomposedExpansionLoc(place);
    useIncludes(file);
    for (const ConditionalUse &use : unit.record.conditionals)
      if (use.file == file && use.takenBegin <= offset && offset < use.takenEnd) {
        for (const PreprocessorCondition &condition : use.conditions)
          mayBeGiven |= changedName(condition) == &name;
        useConditional(use);
      }
    if (!mayBeGiven)
      return;
    const std::vector<std::string> tests =
        isSame ? macroTests.testsOf(name, info) : std::vector<std::string>();
    for (const std::string &test : tests)
      pin(facts.typePins, test);
    if (tests.empty())
      refuse("the macro " + name.getName().str() + " may have another definition");
  }

  static void pin(std::vector<std::string> &pins, const std::string &text) {
    if (std::find(pins.begin(), pins.end(), text) == pins.end())
      pins.push_back(text);
  }

  void refuse(const std::string &why) {
    if (!refusal)
      refusal = Rejection{RejectionKind::Configuration, facts.editRange, why};
  }

  const clang::FunctionDecl *around = nullptr; // the nest; null for the pins of a function alone
  const ParsedUnit &unit;
  const clang::SourceManager &manager;
  const std::vector<KnownValue> &atEntry;
  LoopFacts &facts;
  const MacroTests macroTests;
  std::set<const clang::Decl *> declarations;
  std::set<const clang::Type *> types;
  llvm::DenseSet<const clang::Expr *> unmade; // arguments of calls that no fast version makes
  std::set<const ConditionalUse *> conditionals;
  std::set<const clang::MacroInfo *> macros;
  std::set<clang::FileID> included;
  /// Of the nest's function, or the last operation on floating-point numbers.
  std::optional<uint64_t> floatingMode;
  std::optional<Rejection> refusal;
};

} // namespace

std::optional<Rejection> readPins(const ParsedUnit &unit, const clang::FunctionDecl &function,
                                  const clang::Stmt &loop, const std::vector<KnownValue> &atEntry,
                                  LoopFacts &facts) {
  return Pins(unit, atEntry, facts).pinFor(function, loop);
}

Outcome<LoopFacts> pinsOfFunction(const ParsedUnit &unit, const clang::FunctionDecl &function) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  LoopFacts facts;
  facts.editRange.begin = facts.editRange.end = manager.getFileIDSize(manager.getMainFileID());
  std::vector<KnownValue> atEntry;
  if (std::optional<Rejection> refusal = Pins(unit, atEntry, facts).pinFor(function))
    return *refusal;
  return facts;
}

} // namespace acc
