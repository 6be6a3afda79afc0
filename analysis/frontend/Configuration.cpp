#include "analysis/frontend/Configuration.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/FoldedValues.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Locations.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

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
      : unit(unit), manager(unit.context.getSourceManager()), atEntry(atEntry), facts(facts) {
    nest = manager.getComposedLoc(manager.getMainFileID(), facts.editRange.begin);
  }

  std::optional<Rejection> pinFor(const clang::FunctionDecl &function, const clang::Stmt &loop) {
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

  /// gcc lets another library replace the function; clang does not, nor does the linker of an executable, nor gcc where
  /// a flag of this unit promises that there is none.
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
      refuse("the value of " + macro + " depends on where the file is, or on its lines");
    if (std::string condition = valuePin(expr, unit.context); !condition.empty())
      pin(facts.pins, condition);
    if (expr.getType()->isEnumeralType())
      useSize(expr.getType());
  }

  void useSize(clang::QualType type) {
    if (!isLayoutOfFlags(type, unit.context))
      return;
    if (std::optional<std::string> condition = sizePin(type, unit.context))
      pin(facts.typePins, *condition);
    else
      refuse("flags may change the size of a type that has no name");
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
    uint32_t end = manager.getFileOffset(
        manager.getExpansionRange(function.getEndLoc()).getEnd());
    for (const ConditionalUse &use : unit.record.conditionals) {
      bool around = use.file == file && use.takenBegin <= begin && end <= use.takenEnd;
      auto [from, to] = placeIn(file, use);
      if (from < end && begin < to && !around)
        useConditional(use);
    }
    for (const MacroUse &use : unit.record.macrosIn(file, begin, end))
      if (arithmetic(*use.info, true).empty())
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
    auto [endFile, to] = manager.getDecomposedExpansionLoc(
        manager.getExpansionRange(decl->getEndLoc()).getEnd());
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
    for (const ConditionalUse &use : unit.record.conditionals) {
      bool around = use.takenBegin <= begin && end <= use.takenEnd;
      bool inside = begin <= use.begin && use.end <= end;
      if (use.file == file && (around || inside))
        useConditional(use);
    }
    for (const MacroUse &use : unit.record.macrosIn(file, begin, end))
      useMacro(*use.name, *use.info);
    useCharacters(manager.getBufferData(file).slice(begin, end));
  }

  /// The dialects in which these characters are these tokens.
  void useCharacters(llvm::StringRef text) {
    if (hasTrigraph(text))
      refuse("a trigraph means something else in another dialect of C");
    if (std::string condition = dialectOf(text, unit.context.getLangOpts()); !condition.empty())
      pin(facts.pins, condition);
  }

  bool isAroundNest(const ConditionalUse &use) const {
    return use.file == manager.getMainFileID() && use.takenBegin <= facts.editRange.begin &&
           facts.editRange.end <= use.takenEnd;
  }

  const clang::MacroInfo *definitionAtNest(const clang::IdentifierInfo *name) const {
    return unit.preprocessor.getMacroDefinitionAtLoc(name, nest).getMacroInfo();
  }

  /// A name in the condition that means something else at the nest.
  const clang::IdentifierInfo *changedName(const PreprocessorCondition &condition) const {
    for (const clang::IdentifierInfo *name : condition.names)
      if (name->hadMacroDefinition() &&
          unit.preprocessor.getMacroDefinitionAtLoc(name, condition.where).getMacroInfo() !=
              definitionAtNest(name))
        return name;
    return nullptr;
  }

  /// #ifndef X / #define X: include guards and values that a command line may replace. The
  /// branch is taken wherever X is not given from outside.
  bool definesItself(const ConditionalUse &use, const clang::IdentifierInfo *name) const {
    const clang::MacroInfo *info = definitionAtNest(name);
    if (!info)
      return false;
    auto [file, offset] = manager.getDecomposedExpansionLoc(info->getDefinitionLoc());
    return file == use.file && use.takenBegin <= offset && offset < use.takenEnd;
  }

  void useConditional(const ConditionalUse &use) {
    if (isAroundNest(use) || !conditionals.insert(&use).second)
      return;
    for (const PreprocessorCondition &condition : use.conditions) {
      const clang::IdentifierInfo *changed = changedName(condition);
      if (condition.names.empty())
        continue; // #if 0
      if (!changed)
        pin(facts.pins, condition.text);
      else if (!definesItself(use, changed))
        refuse("the line #if " + condition.text + " cannot be repeated at the nest");
    }
  }

  void useMacro(const clang::IdentifierInfo &name, const clang::MacroInfo &info) {
    if (!macros.insert(&info).second)
      return;
    if (auto [file, from] = manager.getDecomposedLoc(info.getDefinitionLoc()); file.isValid())
      useCharacters(manager.getBufferData(file).slice(
          from, manager.getFileOffset(info.getDefinitionEndLoc())));
    bool isSame = definitionAtNest(&name) == &info;
    std::string text = isSame && info.isObjectLike() ? arithmetic(info, false) : "";
    if (!text.empty()) {
      pin(facts.pins, "(" + name.getName().str() + ") == (" + text + ")");
      return;
    }
    clang::SourceLocation place = info.getDefinitionLoc();
    bool mayBeGiven = manager.isWrittenInCommandLineFile(place);
    auto [file, offset] = manager.getDecomposedExpansionLoc(place);
    for (const ConditionalUse &use : unit.record.conditionals)
      if (use.file == file && use.takenBegin <= offset && offset < use.takenEnd) {
        for (const PreprocessorCondition &condition : use.conditions)
          mayBeGiven |= changedName(condition) == &name;
        useConditional(use);
      }
    if (!mayBeGiven)
      return;
    if (isSame && info.isObjectLike() && (pinType(name, info) || pinConstant(name, info)))
      return;
    if (isSame && info.isFunctionLike() && pinSamples(name, info))
      return;
    refuse("the macro " + name.getName().str() + " may be another one");
  }

  /// The expansion as one line when it is arithmetic of constants alone, all macros in it
  /// replaced; "" otherwise.
  std::string arithmetic(const clang::MacroInfo &info, bool floating) const {
    std::vector<std::string> words;
    if (!collect(info, floating, words, 0))
      return "";
    // Operands and operators in turn, brackets in pairs.
    int depth = 0;
    bool wantsOperand = true;
    std::string text;
    for (const std::string &word : words) {
      bool isNumber = llvm::isAlnum(word[0]) || word[0] == '.' || word[0] == '\'';
      bool isPrefix = word == "+" || word == "-" || word == "~";
      if (wantsOperand ? !(isNumber || isPrefix || word == "(") : isNumber || word == "(" || word == "~")
        return "";
      depth += word == "(" ? 1 : word == ")" ? -1 : 0;
      if (depth < 0)
        return "";
      bool spaced = !text.empty() && !wantsOperand && word != ")";
      text += (spaced ? " " : "") + word;
      bool isBinary = !wantsOperand && word != ")";
      text += isBinary ? " " : "";
      wantsOperand = wantsOperand ? !isNumber : word != ")";
    }
    return depth == 0 && !wantsOperand ? text : "";
  }

  bool collect(const clang::MacroInfo &info, bool floating, std::vector<std::string> &words,
               int depth) const {
    constexpr int kDeepest = 32;
    if (depth > kDeepest)
      return false;
    for (const clang::Token &token : info.tokens()) {
      std::string spelling = unit.preprocessor.getSpelling(token);
      if (token.getIdentifierInfo()) {
        const clang::MacroInfo *inner = definitionAtNest(token.getIdentifierInfo());
        if (!inner || !inner->isObjectLike() || inner->isBuiltinMacro() ||
            !collect(*inner, floating, words, depth + 1))
          return false;
        continue;
      }
      static const char *const kOperators[] = {"+", "-", "*",  "/",  "%", "(", ")",
                                               "~", "&", "<<", ">>", "|", "^"};
      bool isOperator = llvm::any_of(kOperators, [&](const char *one) { return spelling == one; });
      bool isInteger =
          spelling.find_first_of(isHex(spelling) ? ".pP" : ".eEfF") == std::string::npos;
      bool isNumber = token.is(clang::tok::numeric_constant) && (floating || isInteger);
      if (!isOperator && !isNumber && token.isNot(clang::tok::char_constant))
        return false;
      words.push_back(spelling);
    }
    return true;
  }

  static bool isHex(const std::string &number) {
    return number.size() > 1 && (number[1] == 'x' || number[1] == 'X');
  }

  /// Arithmetic, or the name of an enumerator:  M   ->   "(M) == (3)", "sizeof(M) == sizeof(3)"
  bool pinConstant(const clang::IdentifierInfo &name, const clang::MacroInfo &info) {
    std::string text = arithmetic(info, true);
    if (text.empty() && info.getNumTokens() == 1 && info.tokens()[0].is(clang::tok::identifier))
      text = enumerator(*info.tokens()[0].getIdentifierInfo());
    if (text.empty())
      return false;
    std::string given = "(" + name.getName().str() + ")", here = "(" + text + ")";
    pin(facts.typePins, given + " == " + here);
    pin(facts.typePins, "sizeof" + given + " == sizeof" + here);
    return true;
  }

  /// The value of the constant of that name; "" when there is none.
  std::string enumerator(const clang::IdentifierInfo &name) const {
    for (clang::NamedDecl *decl :
         unit.context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&name)))
      if (const auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(decl))
        return llvm::toString(constant->getInitVal(), 10);
    return "";
  }

  /// A macro with arguments that is arithmetic of them, told from another one by what it gives
  /// for a few numbers:
  ///   MIN(2, 3) == (((2) < (3)) ? (2) : (3)) && MIN(11, 4) == ...
  bool pinSamples(const clang::IdentifierInfo &name, const clang::MacroInfo &info) {
    constexpr size_t kMost = 4;
    static const char *const kSamples[][kMost] = {
        {"2", "3", "5", "7"}, {"11", "4", "1", "6"}, {"-3", "-9", "8", "10"}};
    size_t count = info.getNumParams();
    if (count == 0 || count > kMost || info.isVariadic())
      return false;
    std::set<const clang::IdentifierInfo *> own;
    bool isBlock = isStatementExpression(info, own);
    bool shifts = llvm::any_of(info.tokens(), [](const clang::Token &token) {
      return token.isOneOf(clang::tok::lessless, clang::tok::greatergreater);
    });
    auto isOperand = [](const clang::Token &token) {
      return token.isOneOf(clang::tok::identifier, clang::tok::numeric_constant);
    };
    // A declaration, or two words that only mean something elsewhere.
    auto tokens = info.tokens();
    for (size_t k = 1; k < tokens.size(); ++k)
      if (!isBlock && isOperand(tokens[k - 1]) && isOperand(tokens[k]))
        return false;
    std::vector<std::string> pins;
    for (const auto &sample : kSamples) {
      if (shifts && sample[0][0] == '-')
        continue;
      std::string use = name.getName().str(), body;
      for (size_t k = 0; k < count; ++k)
        use += (k == 0 ? "(" : ", ") + std::string(sample[k]);
      for (const clang::Token &token : info.tokens()) {
        const clang::IdentifierInfo *word = token.getIdentifierInfo();
        int parameter = word ? info.getParameterNum(word) : -1;
        bool isKnown = !word || parameter >= 0 || definitionAtNest(word) || own.count(word) ||
                       token.isOneOf(clang::tok::kw_int, clang::tok::kw_long, clang::tok::kw_float,
                                     clang::tok::kw_double, clang::tok::kw_unsigned,
                                     clang::tok::kw_typeof, clang::tok::kw___auto_type);
        bool isPlain = !token.isOneOf(clang::tok::hash, clang::tok::hashhash,
                                      clang::tok::l_square) &&
                       (isBlock || !token.isOneOf(clang::tok::l_brace, clang::tok::semi,
                                                  clang::tok::equal));
        if (!isKnown || !isPlain)
          return false;
        body += (body.empty() || !token.hasLeadingSpace() ? "" : " ") +
                (parameter >= 0 ? sample[parameter] : unit.preprocessor.getSpelling(token));
      }
      pins.push_back(use + ") == (" + body + ")");
    }
    for (const std::string &one : pins)
      pin(facts.typePins, one);
    return true;
  }

  /// ({ __typeof__(a) x = (a); ... x; }); `own` are the variables that it declares.
  bool isStatementExpression(const clang::MacroInfo &info,
                             std::set<const clang::IdentifierInfo *> &own) const {
    auto tokens = info.tokens();
    if (tokens.size() < 4 || tokens[0].isNot(clang::tok::l_paren) ||
        tokens[1].isNot(clang::tok::l_brace) || !tokens.back().is(clang::tok::r_paren))
      return false;
    for (size_t k = 2; k + 1 < tokens.size(); ++k)
      if (tokens[k].is(clang::tok::identifier) && tokens[k + 1].is(clang::tok::equal) &&
          !tokens[k - 1].isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::comma))
        own.insert(tokens[k].getIdentifierInfo());
    return true;
  }

  /// The type's size, whether it is floating, whether it has a sign.
  bool pinType(const clang::IdentifierInfo &name, const clang::MacroInfo &info) {
    std::optional<clang::QualType> type = typeOf(info);
    if (!type || !(*type)->isArithmeticType())
      return false;
    std::string given = name.getName().str();
    uint64_t size = unit.context.getTypeSizeInChars(*type).getQuantity();
    pin(facts.typePins, "sizeof(" + given + ") == " + std::to_string(size));
    bool keepsHalf = (*type)->isRealFloatingType() || (*type)->isBooleanType();
    bool isUnsigned = (*type)->isUnsignedIntegerOrEnumerationType();
    pin(facts.typePins, "(" + given + ")0.5 " + (keepsHalf ? "!=" : "==") + " 0");
    pin(facts.typePins, "(" + given + ")-1 " + (isUnsigned ? "> 0" : "< 1"));
    return true;
  }

  /// The type that the tokens name: keywords, or one typedef.
  std::optional<clang::QualType> typeOf(const clang::MacroInfo &info) const {
    clang::ASTContext &context = unit.context;
    unsigned longs = 0;
    bool isUnsigned = false, isSigned = false, isShort = false, isChar = false, isInt = false;
    for (const clang::Token &token : info.tokens()) {
      switch (token.getKind()) {
      case clang::tok::kw_float:
        return info.getNumTokens() == 1 ? std::optional(context.FloatTy) : std::nullopt;
      case clang::tok::kw_double:
        return info.getNumTokens() == 1 ? std::optional(context.DoubleTy) : std::nullopt;
      case clang::tok::kw_long:
        ++longs;
        break;
      case clang::tok::kw_unsigned:
        isUnsigned = true;
        break;
      case clang::tok::kw_signed:
        isSigned = true;
        break;
      case clang::tok::kw_short:
        isShort = true;
        break;
      case clang::tok::kw_char:
        isChar = true;
        break;
      case clang::tok::kw_int:
        isInt = true;
        break;
      case clang::tok::identifier: {
        clang::DeclarationName name(token.getIdentifierInfo());
        for (clang::NamedDecl *decl : context.getTranslationUnitDecl()->lookup(name))
          if (auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
            if (info.getNumTokens() == 1)
              return compat::typedefType(alias, context);
        return std::nullopt;
      }
      default:
        return std::nullopt;
      }
    }
    if (isChar)
      return isUnsigned ? context.UnsignedCharTy : isSigned ? context.SignedCharTy : context.CharTy;
    if (isShort)
      return isUnsigned ? context.UnsignedShortTy : context.ShortTy;
    if (longs > 1)
      return isUnsigned ? context.UnsignedLongLongTy : context.LongLongTy;
    if (longs)
      return isUnsigned ? context.UnsignedLongTy : context.LongTy;
    if (isInt || isUnsigned || isSigned)
      return isUnsigned ? context.UnsignedIntTy : context.IntTy;
    return std::nullopt;
  }

  static void pin(std::vector<std::string> &pins, const std::string &text) {
    if (std::find(pins.begin(), pins.end(), text) == pins.end())
      pins.push_back(text);
  }

  void refuse(const std::string &why) {
    if (!refusal)
      refusal = Rejection{RejectionKind::Configuration, facts.editRange, why};
  }

  const ParsedUnit &unit;
  const clang::SourceManager &manager;
  const std::vector<KnownValue> &atEntry;
  LoopFacts &facts;
  clang::SourceLocation nest;
  std::set<const clang::Decl *> declarations;
  std::set<const clang::Type *> types;
  llvm::DenseSet<const clang::Expr *> unmade; // arguments of calls that no fast version makes
  std::set<const ConditionalUse *> conditionals;
  std::set<const clang::MacroInfo *> macros;
  std::optional<Rejection> refusal;
};

} // namespace

std::optional<Rejection> readPins(const ParsedUnit &unit, const clang::FunctionDecl &function,
                                  const clang::Stmt &loop, const std::vector<KnownValue> &atEntry,
                                  LoopFacts &facts) {
  return Pins(unit, atEntry, facts).pinFor(function, loop);
}

Outcome<LoopFacts> pinsOfFunction(const ParsedUnit &unit,
                                  const clang::FunctionDecl &function) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  LoopFacts facts;
  facts.editRange.begin = facts.editRange.end = manager.getFileIDSize(manager.getMainFileID());
  std::vector<KnownValue> atEntry;
  if (std::optional<Rejection> refusal = Pins(unit, atEntry, facts).pinFor(function))
    return *refusal;
  return facts;
}

} // namespace acc
