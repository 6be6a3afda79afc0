#include "analysis/frontend/EditFacts.h"

#include "analysis/frontend/Configuration.h"
#include "analysis/frontend/Labels.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/OpenMp.h"
#include "analysis/tree/SourceThreads.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

namespace acc {
namespace {

/// The innermost statement at the end of `stmt`: the one whose ';' or '}' ends it.
const clang::Stmt *lastPart(const clang::Stmt *stmt) {
  for (;;) {
    const clang::Stmt *inner = nullptr;
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      inner = loop->getBody();
    else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt))
      inner = loop->getBody();
    else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
      inner = branch->getElse() ? branch->getElse() : branch->getThen();
    else if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt))
      inner = label->getSubStmt();
    else if (const auto *label = llvm::dyn_cast<clang::SwitchCase>(stmt))
      inner = label->getSubStmt();
    else if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt))
      inner = attributed->getSubStmt();
    else if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(stmt))
      inner = choice->getBody();
    if (!inner)
      return stmt;
    stmt = inner;
  }
}

Rejection macro(const SourceRange &where, const std::string &detail) {
  return {RejectionKind::Macro, where, detail};
}

/// The macro whose text holds the token:  the macro ZERO (line 3)
std::string macroAround(const ParsedUnit &unit, clang::SourceLocation token) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  std::string name =
      clang::Lexer::getImmediateMacroName(token, manager, unit.context.getLangOpts()).str();
  const clang::PresumedLoc place = manager.getPresumedLoc(manager.getSpellingLoc(token), false);
  if (name.empty() || place.isInvalid())
    return "a macro";
  const bool isElsewhere = !mainOffset(manager, manager.getSpellingLoc(token));
  return "the macro " + name + " (line " + std::to_string(place.getLine()) +
         (isElsewhere ? std::string(" of ") + place.getFilename() : "") + ")";
}

/// The bytes of the whole statement, its last ';' included.
Outcome<SourceRange> wholeStatement(const ParsedUnit &unit, const clang::Stmt &loop) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  const clang::LangOptions &language = unit.context.getLangOpts();
  SourceRange tokens = rangeOf(unit.context, loop.getSourceRange());
  clang::SourceLocation first = loop.getBeginLoc();
  if (first.isMacroID()) {
    if (manager.isMacroArgExpansion(first))
      return macro(tokens, "the loop is an argument of a macro");
    clang::SourceLocation start;
    if (!clang::Lexer::isAtStartOfMacroExpansion(first, manager, language, &start) ||
        !start.isFileID())
      return macro(tokens, "the loop starts inside " + macroAround(unit, first));
  }
  if (!tokens.known())
    return macro(tokens, "the loop spans several files");
  const clang::Stmt *part = lastPart(&loop);
  clang::SourceLocation last = part->getEndLoc();
  if (last.isMacroID()) {
    clang::SourceLocation end;
    bool closes = clang::Lexer::isAtEndOfMacroExpansion(last, manager, language, &end);
    bool sameUse =
        first.isMacroID() && manager.getExpansionLoc(first) == manager.getExpansionLoc(last);
    if (sameUse)
      return macro(tokens, "the loop is the expansion of " + macroAround(unit, first));
    if (!closes && !manager.isMacroArgExpansion(last))
      return macro(tokens, "the loop ends inside " + macroAround(unit, last));
  }
  if (llvm::isa<clang::CompoundStmt>(part) || llvm::isa<clang::NullStmt>(part)) {
    if (last.isMacroID() && manager.isMacroArgExpansion(last))
      return macro(tokens, "the loop ends inside an argument of a macro");
    return tokens;
  }
  clang::SourceLocation inFile = manager.getExpansionRange(last).getEnd();
  auto next = clang::Lexer::findNextToken(inFile, manager, language);
  if (!next || next->isNot(clang::tok::semi))
    return macro(tokens, "the last semicolon comes from a macro");
  std::optional<uint32_t> semicolon = mainOffset(manager, next->getLocation());
  if (!semicolon)
    return macro(tokens, "the loop spans several files");
  return placeAt(manager, tokens.begin, *semicolon + 1);
}

/// What a pragma means for a rewrite of the loop that it stands at or in.
enum class PragmaEffect {
  None,   // says nothing about the loop
  Hint,   // for speed: the loop means the same without it
  OpenMp, // splits the work where OpenMP is on
  Alone,  // the same, and stands for itself: a loop behind it is not its own
  OpenAcc,
  Other
};

bool startsWithOne(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> starts) {
  return llvm::any_of(starts, [&](llvm::StringRef start) {
    return text.consume_front(start) &&
           (text.empty() || !(llvm::isAlnum(text[0]) || text[0] == '_'));
  });
}

PragmaEffect pragmaEffect(llvm::StringRef pragma) {
  std::string words = pragmaWords(pragma);
  static const llvm::StringRef kNone[] = {"GCC diagnostic",
                                          "clang diagnostic",
                                          "GCC warning",
                                          "GCC error",
                                          "GCC poison",
                                          "GCC visibility",
                                          "mark",
                                          "region",
                                          "endregion",
                                          "message",
                                          "warning",
                                          "pack",
                                          "weak",
                                          "once",
                                          "omp threadprivate",
                                          "omp declare",
                                          "scop",
                                          "endscop"};
  static const llvm::StringRef kHints[] = {
      "ivdep",      "vector",     "novector",   "simd",       "nosimd",       "unroll",
      "nounroll",   "loop_count", "loop count", "prefetch",   "noprefetch",   "distribute_point",
      "interleave", "nofusion",   "GCC ivdep",  "GCC unroll", "GCC novector", "clang loop",
      "loop",       "_CRI ivdep", "nodepchk",   "block_loop", "noblock_loop", "omp simd"};
  if (startsWithOne(words, kNone))
    return PragmaEffect::None;
  if (startsWithOne(words, kHints))
    return PragmaEffect::Hint;
  if (startsWithOne(words, {"omp"}))
    return isStandAlone(words) ? PragmaEffect::Alone : PragmaEffect::OpenMp;
  if (startsWithOne(words, {"acc"}))
    return PragmaEffect::OpenAcc;
  return PragmaEffect::Other;
}

/// It says something of the statement behind it.
bool appliesToNext(llvm::StringRef pragma) {
  PragmaEffect effect = pragmaEffect(pragma);
  return effect != PragmaEffect::None && effect != PragmaEffect::Alone;
}

/// Admits a rewrite beside a pragma, or says why there can be none. Where OpenMP is on, the pragma
/// decides how the loop runs, so the fast version is for all other builds.
std::optional<Rejection> admitPragma(const ParsedUnit &unit, llvm::StringRef pragma,
                                     LoopFacts &facts) {
  auto pinned = [&](const char *macro) -> std::optional<Rejection> {
    if (unit.preprocessor.isMacroDefined(macro))
      return Rejection{RejectionKind::LoopPragma, facts.editRange, pragma.str()};
    std::string pin = "!defined(" + std::string(macro) + ")";
    if (!llvm::is_contained(facts.pins, pin))
      facts.pins.push_back(pin);
    return std::nullopt;
  };
  switch (pragmaEffect(pragma)) {
  case PragmaEffect::None:
  case PragmaEffect::Hint:
    return std::nullopt;
  case PragmaEffect::OpenMp:
  case PragmaEffect::Alone:
    return pinned("_OPENMP");
  case PragmaEffect::OpenAcc:
    return pinned("_OPENACC");
  case PragmaEffect::Other:
    break;
  }
  return Rejection{RejectionKind::LoopPragma, facts.editRange, pragma.str()};
}

/// The lines inside the range that the preprocessor reads: conditionals become pins, pragmas from
/// the loop on are admitted one by one, anything else in a branch that is compiled is refused.
std::optional<Rejection> directivesInside(const ParsedUnit &unit, uint32_t loopBegin,
                                          LoopFacts &facts) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  const SourceRange &range = facts.editRange;
  llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  auto isSkipped = [&](uint32_t at) {
    return llvm::any_of(unit.record.conditionals, [&](const ConditionalUse &use) {
      return use.file == manager.getMainFileID() && use.begin < at && at < use.end &&
             !(use.takenBegin < at && at < use.takenEnd);
    });
  };
  for (uint32_t at = range.begin; at < range.end; ++at) {
    if (at > range.begin && text[at - 1] != '\n')
      continue;
    uint32_t start = at;
    while (start < range.end && (text[start] == ' ' || text[start] == '\t'))
      ++start;
    llvm::StringRef rest = text.slice(start, range.end);
    llvm::StringRef line = rest.take_until([](char c) { return c == '\n' || c == '\r'; });
    bool isDirective = rest.consume_front("#");
    if (!isDirective && !rest.starts_with("%:") && !rest.starts_with("\?\?="))
      continue;
    llvm::StringRef word = rest.ltrim(" \t").take_while(llvm::isAlpha);
    static const llvm::StringRef kConditional[] = {"if",   "ifdef", "ifndef",  "elif",
                                                   "else", "endif", "elifdef", "elifndef"};
    if (isDirective &&
        (word == "pragma" || llvm::is_contained(kConditional, word) || isSkipped(start)))
      continue;
    return Rejection{RejectionKind::PreprocessorLine, placeAt(manager, start, start + 1),
                     line.str()};
  }
  for (const ConditionalUse &use : unit.record.conditionals) {
    bool begins = range.begin < use.begin && use.begin < range.end;
    bool ends = range.begin < use.end && use.end < range.end;
    if (use.file == manager.getMainFileID() && begins != ends)
      return Rejection{RejectionKind::PreprocessorLine, placeAt(manager, use.begin, use.begin + 1),
                       "an #if group is only partly inside the nest"};
  }
  for (const PragmaUse &pragma : unit.pragmas)
    if (loopBegin <= pragma.begin && pragma.begin < range.end)
      if (auto refused = admitPragma(unit, pragma.text, facts))
        return refused;
  return std::nullopt;
}

/// A label below `stmt` that control may come to from outside the loop, or a case label of a switch
/// around it.
const clang::Stmt *entryInside(const clang::Stmt &loop, const clang::Stmt *stmt,
                               bool inSwitch = false) {
  if (!stmt)
    return nullptr;
  const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt);
  const bool isEntry = label && isJumpedTo(*label) && !isJumpedToOnlyFrom(loop, *label->getDecl());
  if (isEntry || (!inSwitch && llvm::isa<clang::SwitchCase>(stmt)))
    return stmt;
  inSwitch |= llvm::isa<clang::SwitchStmt>(stmt);
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *entry = entryInside(loop, child, inSwitch))
      return entry;
  return nullptr;
}

/// The start of the logical line (continued lines joined) that ends before `end`.
size_t logicalLineStart(llvm::StringRef text, size_t end) {
  for (;;) {
    size_t newline = text.rfind('\n', end);
    if (newline == llvm::StringRef::npos)
      return 0;
    if (!text.take_front(newline).rtrim("\r").ends_with("\\"))
      return newline + 1;
    end = newline;
  }
}

/// The pragmas that apply to a statement, and where the text that holds them starts.
struct PragmasAbove {
  std::vector<std::string> texts; // in the order of the file
  size_t begin = 0;               // lines from here on belong to the statement
  bool splitsGroup = false;       // an #if group around the statement parts them from it
};

/// Walks up over blank lines, comments and directives that stand before `lineStart`.
PragmasAbove pragmaLinesAbove(llvm::StringRef text, size_t lineStart) {
  PragmasAbove above;
  above.begin = lineStart;
  bool inComment = false, pending = false, isParted = false;
  int depth = 0;
  while (lineStart > 0) {
    size_t start = logicalLineStart(text, lineStart - 1);
    llvm::StringRef whole = text.slice(start, lineStart), line = whole.trim();
    size_t code = start + (whole.size() - whole.ltrim().size());
    lineStart = start;
    if (inComment) {
      inComment = !line.contains("/*");
      continue;
    }
    if (line.empty() || line.starts_with("//"))
      continue;
    if (line.ends_with("*/")) {
      size_t open = line.rfind("/*");
      if (open == llvm::StringRef::npos)
        inComment = true;
      else if (open != 0 && !line.starts_with("#"))
        break;
      else if (open == 0)
        continue;
      if (inComment)
        continue;
    }
    if (!line.starts_with("#"))
      break;
    llvm::StringRef word = line.drop_front().ltrim().take_while(llvm::isAlpha);
    isParted |= depth == 0 && (word.starts_with("if") || word.starts_with("el"));
    depth += word == "endif" ? 1 : word.starts_with("if") ? -1 : 0;
    if (word == "pragma" && appliesToNext(line)) {
      above.texts.push_back(line.str());
      above.splitsGroup |= isParted;
      pending = true;
    }
    if (pending && depth == 0 && !isParted) {
      above.begin = code;
      pending = false;
    }
  }
  above.splitsGroup |= pending;
  std::reverse(above.texts.begin(), above.texts.end());
  return above;
}

/// Is the macro empty in this configuration, or a pragma in it?
bool mayBePragma(const ParsedUnit &unit, llvm::StringRef name) {
  const clang::IdentifierInfo *identifier = unit.preprocessor.getIdentifierInfo(name);
  if (!identifier->hadMacroDefinition())
    return false;
  const clang::MacroInfo *macro = unit.preprocessor.getMacroInfo(identifier);
  return !macro || macro->tokens_empty() ||
         llvm::any_of(macro->tokens(), [](const clang::Token &token) {
           return token.is(clang::tok::identifier) &&
                  token.getIdentifierInfo()->getName() == "_Pragma";
         });
}

/// A macro name directly before the offset ("OMP_FOR for (...)").
std::string macroNameBefore(const ParsedUnit &unit, llvm::StringRef text, size_t offset) {
  llvm::StringRef before = text.take_front(offset).rtrim();
  llvm::StringRef use = before;
  if (before.ends_with(")")) {
    int depth = 0;
    size_t at = before.size();
    while (at > 0) {
      --at;
      if (before[at] == ')')
        ++depth;
      else if (before[at] == '(' && --depth == 0)
        break;
    }
    use = before.take_front(at).rtrim();
  }
  size_t start = use.size();
  while (start > 0 && (llvm::isAlnum(use[start - 1]) || use[start - 1] == '_'))
    --start;
  llvm::StringRef name = use.drop_front(start);
  size_t newline = use.rfind('\n');
  bool isDirective = use.drop_front(newline == llvm::StringRef::npos ? 0 : newline + 1)
                         .ltrim()
                         .starts_with("#"); // #define t self->t
  if (name.empty() || llvm::isDigit(name[0]) || isDirective)
    return "";
  return mayBePragma(unit, name) ? name.str() : "";
}

} // namespace

namespace {

PragmasAbove pragmasOf(const ParsedUnit &unit, uint32_t offset) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  PragmasAbove found;
  found.begin = offset;
  size_t newline = text.take_front(offset).rfind('\n');
  size_t lineStart = newline == llvm::StringRef::npos ? 0 : newline + 1;
  if (text.slice(lineStart, offset).trim().empty())
    if (PragmasAbove lines = pragmaLinesAbove(text, lineStart); !lines.texts.empty())
      found = std::move(lines);
  // Several in a row, also of the same macro.
  size_t at = offset;
  std::vector<std::string> operators;
  for (const PragmaUse &pragma : llvm::reverse(unit.pragmas)) {
    bool sameUse = pragma.begin == at;
    bool before = pragma.end <= at && text.slice(pragma.end, at).trim().empty();
    if ((sameUse || before) && !llvm::StringRef(pragma.text).starts_with("#") &&
        appliesToNext(pragma.text)) {
      operators.push_back(pragma.text);
      at = pragma.begin;
    }
  }
  found.texts.insert(found.texts.end(), operators.rbegin(), operators.rend());
  found.begin = std::min(found.begin, at);
  if (std::string name = macroNameBefore(unit, text, offset); !name.empty() && found.texts.empty())
    found.texts.push_back(name);
  return found;
}

} // namespace

std::string pragmasBefore(const ParsedUnit &unit, uint32_t offset) {
  return llvm::join(pragmasOf(unit, offset).texts, "\n");
}

unsigned loopsReachedBy(llvm::StringRef pragma) {
  static const llvm::StringRef kReaching[] = {
      "tile", "target", "teams", "distribute", "offload", "unroll_and_jam", "interchange"};
  unsigned loops = 0;
  llvm::SmallVector<llvm::StringRef> lines;
  pragma.split(lines, '\n', -1, false);
  std::string line;
  for (llvm::StringRef part : lines) {
    line += part.rtrim("\r").str();
    if (llvm::StringRef(line).ends_with("\\")) { // it goes on
      line.back() = ' ';
      continue;
    }
    const std::string whole = std::exchange(line, "");
    const PragmaEffect effect = pragmaEffect(whole);
    const llvm::StringRef directive =
        llvm::StringRef(whole).take_until([](char c) { return c == '('; });
    if (effect == PragmaEffect::Other || effect == PragmaEffect::OpenAcc ||
        llvm::any_of(kReaching, [&](llvm::StringRef word) { return directive.contains(word); }))
      return UINT_MAX;
    loops = std::max(loops, loopsOf(pragmaWords(whole)) - 1);
  }
  return loops;
}

namespace {

/// Where threads run a part of the function, what control flow says of a nest holds for all of
/// them, or a pin makes the original run.
std::optional<Rejection> admitThreads(const ParsedUnit &unit, const OpenMpRegions &openMp,
                                      const clang::Stmt &loop, LoopFacts &facts) {
  if (openMp.empty())
    return std::nullopt;
  if (!unit.preprocessor.isMacroDefined("_OPENMP")) {
    const char *const kPin = "!defined(_OPENMP)";
    if (!llvm::is_contained(facts.pins, kPin))
      facts.pins.push_back(kPin);
    return std::nullopt;
  }
  if (threadsOf(facts))
    return std::nullopt;
  const OpenMpRegions::Shared shared = openMp.sharedIn(&loop);
  if (!shared.variable)
    return std::nullopt;
  const SourceRange pragma =
      placeAt(unit.context.getSourceManager(), shared.construct->at, shared.construct->at + 1);
  return Rejection{RejectionKind::LoopPragma, facts.editRange,
                   "all threads share '" + shared.variable->getNameAsString() + "' (line " +
                       std::to_string(pragma.line) + ": " + shared.construct->words + ")"};
}

/// A loop with `omp parallel for`, whose fast version shares out its own loops.
std::optional<Rejection> admitParallelFor(const OpenMpRegions &openMp, const clang::Stmt &loop,
                                          const std::string &pragma, const LoopFacts &facts) {
  if (std::string why = openMp.whyNotWhole(&loop); !why.empty())
    return Rejection{RejectionKind::LoopPragma, facts.editRange, pragma + ": " + why};
  return std::nullopt;
}

bool isParallelFor(const ParsedUnit &unit, const std::vector<std::string> &pragmas) {
  return pragmas.size() == 1 && unit.preprocessor.isMacroDefined("_OPENMP") &&
         llvm::StringRef(pragmaWords(pragmas.front())).starts_with("omp parallel for");
}

} // namespace

LoopFacts readEditFacts(const ParsedUnit &unit, const FunctionFacts &around,
                        const clang::Stmt &loop, const std::string &enclosingPragma,
                        const std::vector<KnownValue> &atEntry) {
  LoopFacts facts;
  const clang::FunctionDecl &function = *around.function;
  const clang::SourceManager &manager = unit.context.getSourceManager();
  Outcome<SourceRange> whole = wholeStatement(unit, loop);
  facts.editRange = whole ? *whole : rangeOf(unit.context, loop.getSourceRange());
  if (clang::SourceLocation head = function.getSourceRange().getBegin(); head.isFileID())
    facts.functionBegin = mainOffset(manager, head);
  else if (clang::SourceLocation start; clang::Lexer::isAtStartOfMacroExpansion(
               head, manager, unit.context.getLangOpts(), &start))
    facts.functionBegin = mainOffset(manager, start);
  if (auto mode = unit.floatingModes.find(&function); mode != unit.floatingModes.end())
    facts.floatingMode = mode->second.getAsOpaqueInt();
  PragmasAbove above;
  if (facts.editRange.known())
    above = pragmasOf(unit, facts.editRange.begin);
  facts.pragma = llvm::join(above.texts, "\n");
  if (!whole) {
    facts.notEditable = whole.rejection();
    return facts;
  }
  if (const clang::Stmt *entry = entryInside(loop, &loop)) {
    facts.notEditable = Rejection{RejectionKind::Jump, rangeOf(unit.context, entry->getBeginLoc()),
                                  "a jump from outside the loop leads to a label inside it"};
    return facts;
  }
  if (above.splitsGroup) {
    facts.notEditable = Rejection{RejectionKind::LoopPragma, facts.editRange, facts.pragma};
    return facts;
  }
  const uint32_t loopBegin = facts.editRange.begin;
  // What stands behind the pragma of a block may be any statement; others stay with the original
  // loop.
  if (!llvm::all_of(above.texts, [](const std::string &pragma) {
        return appliesToBlock(pragmaWords(pragma));
      })) {
    facts.editRange = placeAt(manager, above.begin, facts.editRange.end);
    for (const std::string &pragma : above.texts)
      if (!facts.notEditable)
        facts.notEditable = isParallelFor(unit, above.texts)
                                ? admitParallelFor(*around.openMp, loop, pragma, facts)
                                : admitPragma(unit, pragma, facts);
  }
  if (!facts.notEditable && !enclosingPragma.empty()) {
    facts.notEditable = admitPragma(unit, enclosingPragma, facts);
    // Such a loop must stay a plain one also where only the simd part is on.
    if (pragmaEffect(enclosingPragma) == PragmaEffect::Hint)
      facts.notEditable = Rejection{RejectionKind::LoopPragma, facts.editRange, enclosingPragma};
  }
  if (!facts.notEditable)
    facts.notEditable = directivesInside(unit, loopBegin, facts);
  if (!facts.notEditable)
    facts.notEditable = admitThreads(unit, *around.openMp, loop, facts);
  if (!facts.notEditable)
    facts.notEditable = readPins(unit, function, loop, atEntry, facts);
  return facts;
}

} // namespace acc
