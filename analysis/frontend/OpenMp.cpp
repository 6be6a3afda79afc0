#include "analysis/frontend/OpenMp.h"

#include "analysis/frontend/EntryValues.h"
#include "analysis/frontend/Locations.h"

#include "llvm/ADT/StringExtras.h"

namespace acc {
namespace {

bool isWordLetter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The words of the directive itself: those before the first bracket. Names of clauses without
/// brackets are among them.
llvm::SmallVector<llvm::StringRef> directiveOf(llvm::StringRef words) {
  llvm::SmallVector<llvm::StringRef> all;
  words.take_until([](char c) { return c == '('; }).split(all, ' ', -1, false);
  return all;
}

bool hasWord(llvm::StringRef words, llvm::ArrayRef<llvm::StringRef> any) {
  return llvm::any_of(directiveOf(words),
                      [&](llvm::StringRef word) { return llvm::is_contained(any, word); });
}

/// Tells of each clause what stands in its brackets.
void forEachClause(llvm::StringRef words,
                   llvm::function_ref<void(llvm::StringRef name, llvm::StringRef text)> take) {
  for (size_t at = 0; at < words.size();) {
    size_t end = at;
    while (end < words.size() && isWordLetter(words[end]))
      ++end;
    const llvm::StringRef name = words.slice(at, end);
    const size_t open = words.find_first_not_of(' ', end);
    if (open != llvm::StringRef::npos && words[open] == '(') {
      size_t close = open;
      for (int depth = 0; close < words.size(); ++close) {
        depth += (words[close] == '(') - (words[close] == ')');
        if (depth == 0)
          break;
      }
      take(name, words.slice(open + 1, close).trim());
      at = close + 1;
    } else {
      at = end + 1;
    }
  }
}

std::vector<llvm::StringRef> clausesOf(llvm::StringRef words,
                                       llvm::ArrayRef<llvm::StringRef> names) {
  std::vector<llvm::StringRef> found;
  forEachClause(words, [&](llvm::StringRef name, llvm::StringRef text) {
    if (llvm::is_contained(names, name))
      found.push_back(text);
  });
  return found;
}

std::vector<llvm::StringRef> clauseNames(llvm::StringRef words) {
  std::vector<llvm::StringRef> found;
  forEachClause(words, [&](llvm::StringRef name, llvm::StringRef) { found.push_back(name); });
  return found;
}

/// The variable is named in one of the clauses:  "+ : s, t", "x, y", "conditional: x", "x : 1"
bool isNamedIn(llvm::StringRef words, llvm::ArrayRef<llvm::StringRef> clauses,
               llvm::StringRef variable) {
  for (llvm::StringRef text : clausesOf(words, clauses)) {
    size_t colon = text.find(':');
    llvm::StringRef behind = colon == llvm::StringRef::npos ? text : text.drop_front(colon + 1);
    llvm::StringRef before = text.take_front(colon);
    for (llvm::StringRef part : {before, behind}) {
      llvm::SmallVector<llvm::StringRef> names;
      part.split(names, ',');
      for (llvm::StringRef name : names)
        if (name.trim().take_while(isWordLetter) == variable)
          return true;
    }
  }
  return false;
}

const llvm::StringRef kPrivate[] = {"private",      "firstprivate",   "lastprivate", "reduction",
                                    "in_reduction", "task_reduction", "linear"};

/// Of each thread's copy the value may be another one than that of the variable outside.
const llvm::StringRef kChanged[] = {"private",        "lastprivate", "reduction", "in_reduction",
                                    "task_reduction", "linear",      "copyin",    "copyprivate"};

/// Threads or tasks begin to run it, who have in common what is not theirs.
bool beginsThreads(llvm::StringRef words) {
  return hasWord(words, {"parallel", "task", "taskloop", "teams", "target"});
}

/// One thread at a time runs it.
bool isExclusive(llvm::StringRef words) {
  return !beginsThreads(words) &&
         hasWord(words, {"single", "master", "masked", "critical", "section", "ordered"});
}

/// The threads that reach it run the iterations of its loops, each some of them or none, and keep
/// the variables that they have, but for those of its clauses and the counters.
bool sharesOut(llvm::StringRef words) {
  return hasWord(words, {"for"}) && !beginsThreads(words) && !isExclusive(words) &&
         !hasWord(words, {"distribute"});
}

/// The counters of the loops that belong to the construct are each thread's own.
bool countsWith(const OpenMpConstruct &construct, const clang::VarDecl *variable) {
  if (!hasWord(construct.words, {"for", "loop", "distribute", "taskloop"}))
    return false;
  const clang::Stmt *stmt = construct.stmt;
  for (unsigned k = loopsOf(construct.words); k > 0 && stmt; --k) {
    while (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      if (block->size() != 1)
        return false;
      stmt = block->body_front();
    }
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    if (!loop)
      return false;
    if (loop->getInit() && assignedVariables(loop->getInit()).contains(variable))
      return true;
    stmt = loop->getBody();
  }
  return false;
}

/// In the order of the text: the first statement that begins at the offset or behind it.
const clang::Stmt *statementBehind(const clang::SourceManager &manager, const clang::Stmt *stmt,
                                   uint32_t offset) {
  if (!stmt)
    return nullptr;
  std::optional<uint32_t> begin = mainOffset(manager, stmt->getBeginLoc());
  if (begin && *begin >= offset)
    return stmt;
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *found = statementBehind(manager, child, offset))
      return found;
  return nullptr;
}

} // namespace

std::string pragmaWords(llvm::StringRef pragma) {
  llvm::StringRef text = pragma.ltrim();
  if (text.consume_front("#")) {
    text = text.ltrim();
    text.consume_front("pragma");
  } else if (size_t quote = text.find('"'); quote != llvm::StringRef::npos) {
    text = text.slice(quote + 1, text.rfind('"'));
  }
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words, " \t\r\n\\");
  return llvm::join(words, " ");
}

bool isStandAlone(llvm::StringRef words) {
  static const llvm::StringRef kAlone[] = {
      "barrier",      "flush",  "taskwait", "taskyield", "threadprivate", "declare", "begin",
      "end",          "cancel", "requires", "error",     "nothing",       "scan",    "interop",
      "cancellation", "depobj", "allocate", "assumes",   "groupprivate"};
  llvm::SmallVector<llvm::StringRef> all = directiveOf(words);
  if (all.size() < 2 || all[0] != "omp")
    return false;
  return llvm::is_contained(kAlone, all[1]) ||
         (all[1] == "target" && all.size() > 2 &&
          llvm::is_contained({"enter", "exit", "update"}, all[2])) ||
         (all[1] == "ordered" && !clausesOf(words, {"depend", "doacross"}).empty());
}

bool appliesToBlock(llvm::StringRef words) {
  return words.starts_with("omp ") && !isStandAlone(words) &&
         hasWord(words,
                 {"parallel", "single", "master", "masked", "critical", "task", "section"}) &&
         !hasWord(words, {"for", "simd", "loop", "sections", "teams", "target", "distribute"});
}

std::string clauseOf(llvm::StringRef words, llvm::StringRef clause) {
  std::vector<llvm::StringRef> found = clausesOf(words, {clause});
  return found.empty() ? "" : found.front().str();
}

unsigned loopsOf(llvm::StringRef words) {
  unsigned count = 1;
  for (llvm::StringRef text : clausesOf(words, {"collapse", "ordered"})) {
    unsigned number = 0;
    // A number that is not written as one may be any.
    count = std::max(count, text.getAsInteger(10, number) ? 16u : number);
  }
  return count;
}

OpenMpRegions::OpenMpRegions(const ParsedUnit &unit, const clang::FunctionDecl &function)
    : manager(unit.context.getSourceManager()) {
  std::optional<uint32_t> first = mainOffset(manager, function.getBeginLoc());
  std::optional<uint32_t> last = mainOffset(manager, function.getEndLoc());
  if (!first || !last) { // pragmas of other files are not recorded
    auto [file, begin] = manager.getDecomposedExpansionLoc(function.getBeginLoc());
    auto [sameFile, end] = manager.getDecomposedExpansionLoc(function.getEndLoc());
    const std::optional<llvm::StringRef> text = manager.getBufferDataOrNone(file);
    isDirected = file != sameFile || !text || text->slice(begin, end).contains("ragma");
    return;
  }
  for (const PragmaUse &pragma : unit.pragmas) {
    const std::string words = pragmaWords(pragma.text);
    const bool isVector = llvm::StringRef(words).starts_with("omp simd");
    if (pragma.begin < *first || pragma.begin >= *last || isVector ||
        !llvm::StringRef(words).starts_with("omp "))
      continue;
    isDirected = true;
    if (isStandAlone(words))
      continue;
    const clang::Stmt *stmt =
        statementBehind(manager, function.getBody(), pragma.isInMacro ? pragma.begin : pragma.end);
    if (!stmt)
      continue;
    SourceRange range = rangeOf(unit.context, stmt->getSourceRange());
    OpenMpConstruct construct{words, pragma.begin, range.begin, range.end, stmt};
    if (!range.known()) { // all that follows
      construct.begin = pragma.end;
      construct.end = *last;
    }
    const std::string other = clauseOf(words, "default");
    isDefaulted |= !other.empty() && other != "shared";
    constructs.push_back(std::move(construct));
  }
  if (empty())
    return;
  for (const OpenMpConstruct &construct : constructs)
    for (const clang::VarDecl *variable : assignedVariables(construct.stmt))
      changed.insert(variable);
  for (const clang::Decl *decl : function.decls())
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl))
      for (const OpenMpConstruct &construct : constructs)
        if (isNamedIn(construct.words, kChanged, variable->getName()) ||
            countsWith(construct, variable->getCanonicalDecl()))
          changed.insert(variable->getCanonicalDecl());
}

std::vector<const OpenMpConstruct *> OpenMpRegions::around(clang::SourceLocation place) const {
  std::vector<const OpenMpConstruct *> all;
  std::optional<uint32_t> offset = mainOffset(manager, place);
  for (const OpenMpConstruct &construct : constructs)
    if (!offset || (construct.begin <= *offset && *offset < construct.end))
      all.push_back(&construct);
  return all;
}

bool OpenMpRegions::isBeside(clang::SourceLocation place, clang::SourceLocation loop) const {
  const std::vector<const OpenMpConstruct *> here = around(place), there = around(loop);
  return llvm::all_of(here, [&](const auto *one) { return llvm::is_contained(there, one); });
}

OpenMpRegions::Use OpenMpRegions::useOf(const clang::VarDecl *variable, clang::SourceLocation place,
                                        const std::vector<const OpenMpConstruct *> &around) const {
  Use use = Use::Own;
  for (const OpenMpConstruct *one : this->around(place)) {
    if (llvm::is_contained(around, one))
      continue;
    if (countsWith(*one, variable) ||
        isNamedIn(one->words, {"private", "lastprivate"}, variable->getName()))
      return Use::Another;
    if (!sharesOut(one->words) || isNamedIn(one->words, kPrivate, variable->getName()))
      use = Use::Read;
  }
  return use;
}

const OpenMpConstruct *OpenMpRegions::sharingOf(const clang::VarDecl *variable,
                                                const clang::Stmt *loop) const {
  const std::vector<const OpenMpConstruct *> all = around(loop->getBeginLoc());
  if (all.empty())
    return nullptr;
  std::optional<uint32_t> declared = mainOffset(manager, variable->getLocation());
  for (const OpenMpConstruct *one : llvm::reverse(all)) {
    bool isOwn =
        variable->hasLocalStorage() && declared && one->begin <= *declared && *declared < one->end;
    if (isOwn || isNamedIn(one->words, kPrivate, variable->getName()) ||
        countsWith(*one, variable) || isExclusive(one->words))
      return nullptr;
    // A task has copies of what is private where it begins.
    bool mayCopy = hasWord(one->words, {"task", "taskloop"}) &&
                   !isNamedIn(one->words, {"shared"}, variable->getName());
    if (beginsThreads(one->words) && !mayCopy)
      return one;
  }
  return variable->hasLocalStorage() ? nullptr : all.front();
}

const OpenMpConstruct *OpenMpRegions::parallelFor(const clang::Stmt *loop) const {
  auto found = llvm::find_if(constructs, [&](const OpenMpConstruct &one) {
    return one.stmt == loop && hasWord(one.words, {"parallel"}) && hasWord(one.words, {"for"});
  });
  return found == constructs.end() ? nullptr : &*found;
}

bool OpenMpRegions::isKept(const clang::VarDecl *variable, const clang::Stmt *loop) const {
  const OpenMpConstruct *construct = parallelFor(loop);
  return construct && !isNamedIn(construct->words, {"lastprivate"}, variable->getName()) &&
         (isNamedIn(construct->words, kPrivate, variable->getName()) ||
          countsWith(*construct, variable));
}

std::string OpenMpRegions::whyNotWhole(const clang::Stmt *loop) const {
  const OpenMpConstruct *construct = parallelFor(loop);
  if (!construct)
    return "#pragma omp parallel for was not found";
  if (around(loop->getBeginLoc()).size() > 1)
    return "it is inside another OpenMP region";
  static const llvm::StringRef kDirective[] = {"omp", "parallel", "for", "simd"};
  static const llvm::StringRef kClauses[] = {"private",   "firstprivate", "lastprivate", "shared",
                                             "default",   "schedule",     "num_threads", "collapse",
                                             "proc_bind", "simdlen",      "safelen",     "aligned"};
  const llvm::StringRef words = construct->words;
  llvm::SmallVector<llvm::StringRef> before = directiveOf(words);
  if (words.contains('('))
    before.pop_back(); // the first clause
  for (llvm::StringRef word : before)
    if (!llvm::is_contained(kDirective, word))
      return "its clause " + word.str();
  for (llvm::StringRef name : clauseNames(words))
    if (!llvm::is_contained(kClauses, name))
      return "its clause " + name.str();
  if (unsigned count = 0; !clauseOf(words, "num_threads").empty() &&
                          llvm::StringRef(clauseOf(words, "num_threads")).getAsInteger(10, count))
    return "its number of threads is not constant";
  for (const clang::VarDecl *variable : assignedVariables(loop)) {
    const std::string name = "'" + variable->getNameAsString() + "'";
    const bool isNamed = isNamedIn(words, kPrivate, variable->getName());
    if (isNamedIn(words, {"firstprivate"}, variable->getName()))
      return name + " starts with a value that an earlier iteration may have changed";
    if (isNamed && (!variable->hasLocalStorage() || !variable->getType()->isScalarType()))
      return "the pragma gives each thread a copy of " + name;
    if (!isNamed && !countsWith(*construct, variable) && !variable->getType()->isArrayType())
      return "the pragma lets all threads share " + name;
  }
  return "";
}

OpenMpRegions::Shared OpenMpRegions::sharedIn(const clang::Stmt *loop) const {
  std::vector<const clang::VarDecl *> assigned;
  for (const clang::VarDecl *variable : assignedVariables(loop))
    if (!variable->getType()->isArrayType())
      assigned.push_back(variable);
  llvm::sort(assigned, [](const clang::VarDecl *a, const clang::VarDecl *b) {
    return a->getLocation() < b->getLocation();
  });
  for (const clang::VarDecl *variable : assigned)
    if (const OpenMpConstruct *construct = sharingOf(variable, loop))
      return {variable, construct};
  return {};
}

} // namespace acc
