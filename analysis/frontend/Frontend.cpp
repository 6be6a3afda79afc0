#include "analysis/frontend/Frontend.h"

#include "analysis/frontend/CalledFunctions.h"
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/EditFacts.h"
#include "analysis/frontend/Locations.h"
#include "analysis/frontend/OpenMp.h"
#include "analysis/frontend/OtherUnits.h"
#include "analysis/frontend/Parse.h"
#include "analysis/frontend/ReadSizes.h"
#include "analysis/frontend/TreeBuilder.h"
#include "analysis/frontend/UnitFacts.h"
#include "analysis/support/Append.h"

#include <map>
#include <set>

namespace acc {
namespace {

/// The unit's own function definitions outside of system headers, in their order.
std::vector<const clang::FunctionDecl *> allDefinitions(const ParsedUnit &unit) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  std::vector<const clang::FunctionDecl *> functions;
  for (const clang::Decl *decl : unit.context.getTranslationUnitDecl()->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->doesThisDeclarationHaveABody() &&
        unit.holds(function->getLocation()) &&
        !manager.isInSystemHeader(manager.getExpansionLoc(function->getBody()->getBeginLoc())))
      functions.push_back(function);
  }
  return functions;
}

/// No statement below it runs as a part of the function. Expressions are searched, as they may hold
/// statements: ({ for (...) ...; 0; }). Operands of sizeof are not, as they do not run.
bool isWithoutLoops(const clang::Stmt *stmt) {
  return !stmt || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt);
}

/// A loop of the function stands in the file.
bool hasLoopsIn(const clang::SourceManager &manager, const clang::Stmt *stmt, clang::FileID file) {
  if (isWithoutLoops(stmt))
    return false;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt) &&
      manager.getDecomposedExpansionLoc(stmt->getBeginLoc()).first == file)
    return true;
  return llvm::any_of(stmt->children(),
                      [&](const clang::Stmt *child) { return hasLoopsIn(manager, child, file); });
}

/// Function definitions of the main file, in its order; of an included file, those with loops
/// there.
std::vector<const clang::FunctionDecl *> definitions(const ParsedUnit &unit) {
  std::vector<const clang::FunctionDecl *> functions = allDefinitions(unit);
  const clang::SourceManager &manager = unit.context.getSourceManager();
  llvm::erase_if(functions, [&](const clang::FunctionDecl *function) {
    return !mainOffset(manager, function->getBody()->getBeginLoc()) &&
           !(unit.input.inclusion &&
             hasLoopsIn(manager, function->getBody(), manager.getMainFileID()));
  });
  return functions;
}

struct OutermostLoop {
  const clang::Stmt *loop;
  EnclosingPragma enclosing;
};

/// The loops that no other loop of the function is around.
void collectLoops(const ParsedUnit &unit, const clang::Stmt *stmt, EnclosingPragma pragma,
                  std::vector<OutermostLoop> &loops) {
  if (isWithoutLoops(stmt))
    return;
  const auto *repeat = llvm::dyn_cast<clang::DoStmt>(stmt);
  bool isBlock = repeat && isPlainBlock(repeat, unit.context);
  std::optional<uint32_t> offset = mainOffset(unit.context.getSourceManager(), stmt->getBeginLoc());
  if (llvm::isa<clang::ForStmt>(stmt) || llvm::isa<clang::WhileStmt>(stmt) ||
      (repeat && !isBlock)) {
    if (offset)
      loops.push_back({stmt, pragma});
    return;
  }
  if (offset && llvm::isa<clang::CompoundStmt>(stmt))
    // Before a block a macro's name is hardly a pragma: void NAME(int n) {
    if (std::string own = pragmasBefore(unit, *offset);
        llvm::StringRef(own).contains("ragma") && loopsReachedBy(own) == UINT_MAX)
      pragma = {own, UINT_MAX};
  for (const clang::Stmt *child : stmt->children())
    collectLoops(unit, child, pragma, loops);
}

/// The outermost statements that lie wholly inside the region.
void collectStatements(const ParsedUnit &unit, const clang::Stmt *stmt, const SourceRange &region,
                       std::vector<const clang::Stmt *> &found) {
  if (!stmt)
    return;
  SourceRange range = rangeOf(unit.context, stmt->getSourceRange());
  if (range.known() && region.contains(range)) {
    found.push_back(stmt);
    return;
  }
  for (const clang::Stmt *child : stmt->children())
    collectStatements(unit, child, region, found);
}

SourceNest makeNest(const clang::FunctionDecl &function,
                    const std::shared_ptr<const UnitFacts> &unit, const FunctionFacts &facts,
                    TreeBuilder &builder, CalledFunctions &functions, StmtRef root) {
  SourceNest nest;
  nest.knownAtEntry = builder.knownAtEntry();
  nest.setAtEntry = builder.setAtEntry();
  nest.function = function.getNameAsString();
  nest.unit = unit;
  nest.symbols = builder.symbols();
  nest.root = std::move(root);
  nest.functions = functions.calledBy(builder, function);
  nest.functionRejection = facts.rejection;
  if (!nest.functionRejection)
    nest.functionRejection = builder.twoNamesOfOneObject();
  return nest;
}

/// What is known of sizes, and where it goes.
struct SizeReader {
  EntryRanges ranges;
  SizesByNest &sizes;
};

/// The loop and those inside of it.
void forEachLoop(const clang::Stmt *stmt, llvm::function_ref<void(const clang::Stmt *)> found) {
  if (isWithoutLoops(stmt))
    return;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt))
    found(stmt);
  for (const clang::Stmt *child : stmt->children())
    forEachLoop(child, found);
}

/// `reader`: null where other units have calls of their own.
void readNests(const ParsedUnit &unit, const clang::FunctionDecl &function,
               const std::shared_ptr<UnitFacts> &unitFacts, CalledFunctions &functions,
               SizeReader *reader, std::vector<SourceNest> &nests) {
  FunctionFacts facts = readFunctionFacts(unit, function);
  unitFacts->readsErrno |= facts.usesErrno;
  std::vector<OutermostLoop> loops;
  collectLoops(unit, function.getBody(), {}, loops);
  if (loops.empty())
    return;
  Liveness liveness(function, unit.context, *facts.openMp);
  int ordinal = 0;
  for (const OutermostLoop &loop : loops) {
    FunctionFacts own = facts;
    readWalks(unit.context, {loop.loop}, own);
    TreeBuilder builder(unit, own, &liveness);
    builder.enclosing = loop.enclosing;
    builder.atEntry = valuesBefore(function, loop.loop, own, unit.context);
    builder.setThere = setBefore(function, loop.loop, own, unit.context);
    StmtRef root = builder.build(loop.loop);
    nests.push_back(makeNest(function, unitFacts, own, builder, functions, std::move(root)));
    nests.back().otherDefinitions = otherDefinitionsOf(unit, function, {loop.loop});
    nests.back().id = nests.back().function + "#" + std::to_string(++ordinal);
    if (!reader)
      continue;
    KnownSizes &sizes = reader->sizes[nests.back().id];
    for (const KnownRanges &known : reader->ranges.before(function, loop.loop))
      sizes.calls.push_back(builder.knownSizes(known));
    forEachLoop(loop.loop, [&](const clang::Stmt *part) {
      append(sizes.gaps, builder.knownGaps(part, gapsBefore(function, part, own, unit.context)));
    });
  }
}

/// Which functions have loops that stand in an included file, by file.
using IncludedLoops = std::map<clang::FileID, std::set<std::string>>;

void findIncludedLoops(const clang::SourceManager &manager, const clang::Stmt *stmt,
                       const std::string &function, IncludedLoops &found) {
  if (isWithoutLoops(stmt))
    return;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt)) {
    clang::FileID file = manager.getDecomposedExpansionLoc(stmt->getBeginLoc()).first;
    if (file != manager.getMainFileID())
      found[file].insert(function);
    return;
  }
  for (const clang::Stmt *child : stmt->children())
    findIncludedLoops(manager, child, function, found);
}

IncludedLoops includedLoops(const ParsedUnit &unit) {
  IncludedLoops found;
  for (const clang::FunctionDecl *function : allDefinitions(unit))
    findIncludedLoops(unit.context.getSourceManager(), function->getBody(),
                      function->getNameAsString(), found);
  return found;
}

std::vector<FileInclusions> includedFiles(const ParsedUnit &unit, const IncludedLoops &loops) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  std::map<std::string, std::set<std::string>> functions;
  std::map<std::string, std::map<unsigned, std::vector<std::string>>> inclusions;
  for (const auto &[file, names] : loops)
    if (std::string path = pathOf(manager, file); !path.empty()) {
      functions[path].insert(names.begin(), names.end());
      inclusions[path][ordinalOf(manager, file)] = {names.begin(), names.end()};
    }
  std::vector<FileInclusions> files;
  for (const auto &[path, names] : functions)
    files.push_back({{path, {names.begin(), names.end()}}, inclusions[path]});
  return files;
}

/// The loops of one included file, once for each time that the unit includes it. Elsewhere in this
/// folder places are places of the main file, so the included file is made the main file meanwhile.
/// What is recorded of the main file alone (pragmas) is left out; an included file is never edited
/// here.
SourceUnit readIncludedFile(const std::string &path, const ParsedUnit &unit,
                            const IncludedLoops &loops) {
  SourceUnit result;
  clang::SourceManager &manager = unit.context.getSourceManager();
  clang::FileID mainFile = manager.getMainFileID();
  auto restore = compat::atScopeExit([&] { manager.setMainFileID(mainFile); });
  const std::vector<PragmaUse> noPragmas;
  const std::vector<uint32_t> noAttributes;
  for (const auto &[file, names] : loops) {
    if (pathOf(manager, file) != path)
      continue;
    manager.setMainFileID(file);
    ParsedUnit view{unit.input, unit.context,       unit.preprocessor, unit.flags,
                    noPragmas,  unit.record,        noAttributes,      unit.others,
                    unit.end,   unit.floatingModes, unit.turnsBytes};
    auto facts = std::make_shared<UnitFacts>(readUnitFacts(view));
    facts->path = path;
    CalledFunctions called(view);
    std::vector<const clang::FunctionDecl *> functions = allDefinitions(view);
    llvm::erase_if(functions, [&](const clang::FunctionDecl *function) {
      return !names.contains(function->getNameAsString());
    });
    addDefinitions(view, functions);
    for (const clang::FunctionDecl *function : functions)
      readNests(view, *function, facts, called, nullptr, result.nests);
    result.facts = facts;
    manager.setMainFileID(mainFile);
  }
  return result;
}

/// What is known of a file that could not be read.
std::shared_ptr<UnitFacts> factsWithoutUnit(const std::string &path, const std::string &text) {
  auto facts = std::make_shared<UnitFacts>();
  facts->path = path;
  facts->text = std::make_shared<const std::string>(text);
  return facts;
}

} // namespace

SourceUnit readUnit(const UnitInput &input, const IncludedChoice &choose, const UnitStart &start) {
  SizesByNest sizes;
  return readUnit(input, choose, start, sizes);
}

SourceUnit readUnit(const UnitInput &input, const IncludedChoice &choose, const UnitStart &start,
                    SizesByNest &sizes) {
  SourceUnit result;
  std::vector<std::string> chosen;
  auto use = [&](const ParsedUnit &unit) {
    auto facts = std::make_shared<UnitFacts>(readUnitFacts(unit));
    CalledFunctions called(unit);
    SizeReader reader{EntryRanges(unit.context), sizes};
    std::vector<const clang::FunctionDecl *> functions = definitions(unit);
    addDefinitions(unit, functions);
    for (const clang::FunctionDecl *function : functions)
      readNests(unit, *function, facts, called, &reader, result.nests);
    result.facts = facts;
    if (!choose)
      return;
    IncludedLoops loops = includedLoops(unit);
    chosen = choose(includedFiles(unit, loops));
    for (const std::string &path : chosen)
      result.included.push_back(readIncludedFile(path, unit, loops));
  };
  const UnitInput *own = &input;
  auto startOwn = [&]() -> const UnitInput & { return *(own = &start()); };
  result.errors = start ? parseUnit(input, startOwn, use) : parseUnit(input, use);
  if (!result.facts)
    result.facts = factsWithoutUnit(own->path, own->text.value_or(""));
  for (size_t k = 0; k < result.included.size(); ++k) {
    result.included[k].errors = result.errors;
    if (!result.included[k].facts)
      result.included[k].facts = factsWithoutUnit(chosen[k], "");
  }
  return result;
}

Outcome<SourceNest> readRegion(const UnitInput &input, SourceRange region,
                               const std::set<std::string> &opened) {
  Outcome<SourceNest> result =
      Rejection{RejectionKind::Statement, region, "the region contains no statement of a function"};
  std::vector<ParseError> errors = parseUnit(input, [&](const ParsedUnit &unit) {
    auto unitFacts = std::make_shared<UnitFacts>(readUnitFacts(unit));
    for (const clang::FunctionDecl *function : definitions(unit)) {
      FunctionFacts facts = readFunctionFacts(unit, *function);
      unitFacts->readsErrno |= facts.usesErrno;
      std::vector<const clang::Stmt *> stmts;
      collectStatements(unit, function->getBody(), region, stmts);
      if (stmts.empty())
        continue;
      Liveness liveness(*function, unit.context, *facts.openMp);
      std::vector<const clang::Stmt *> read = stmts;
      std::vector<const clang::FunctionDecl *> callees;
      for (const clang::FunctionDecl *callee : definitions(unit))
        if (opened.contains(callee->getNameAsString())) {
          const FunctionFacts own = readFunctionFacts(unit, *callee);
          facts.add(own);
          liveness.add(Liveness(*callee, unit.context, *own.openMp));
          read.push_back(callee->getBody());
          callees.push_back(callee);
        }
      readWalks(unit.context, read, facts, &opened);
      CalledFunctions functions(unit);
      functions.open(callees, facts, liveness, opened);
      TreeBuilder builder(unit, facts, &liveness);
      builder.opened = opened;
      builder.atEntry = valuesBefore(*function, stmts.front(), facts, unit.context);
      StmtRef root = builder.buildBlock(stmts);
      SourceNest nest = makeNest(*function, unitFacts, facts, builder, functions, std::move(root));
      nest.id = "region";
      result = std::move(nest);
    }
  });
  if (!errors.empty())
    return Rejection{RejectionKind::ParseError, errors.front().where, errors.front().message};
  return result;
}

} // namespace acc
