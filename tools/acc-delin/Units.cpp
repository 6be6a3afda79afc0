#include "tools/acc-delin/Units.h"

#include "analysis/frontend/FlagCheck.h"
#include "analysis/frontend/Program.h"
#include "tools/acc-delin/CompileDatabase.h"
#include "tools/report/Summary.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

namespace acc {
namespace {

namespace path = llvm::sys::path;

const char *const kNoDatabase =
    ": no compile_commands.json was found; name its directory with -p, create it with "
    "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear, or give the flags after --";

/// A file that was named, or found below a directory that was.
struct Candidate {
  std::string name;
  bool fromDirectory = false;
};

/// "./src/a.c" as people name it: "src/a.c".
std::string withoutDots(llvm::StringRef name) {
  llvm::SmallString<256> clean(name);
  path::remove_dots(clean, /*remove_dot_dot=*/false);
  return clean.str().str();
}

/// Every *.c file below `directory`, sorted. Directories that are links are not
/// entered, so there is no cycle; links to files elsewhere are left out, because
/// who names a folder means what is in it.
std::vector<std::string> sourcesBelow(const std::string &directory) {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  std::string inside = realPath(absolutePath(directory)) + "/";
  std::error_code error;
  fs::recursive_directory_iterator at(directory, fs::directory_options::skip_permission_denied,
                                      error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    bool isElsewhere =
        at->is_symlink(ignored) && !realPath(absolutePath(at->path().string())).starts_with(inside);
    if (at->is_regular_file(ignored) && at->path().extension() == ".c" && !isElsewhere)
      found.push_back(withoutDots(at->path().string()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// What was named, expanded.
struct Expansion {
  std::vector<Candidate> candidates;
  std::vector<std::string> folders;
  /// Files that --file-filter leaves out.
  unsigned filteredOut = 0;
};

void warn(const llvm::Twine &message) {
  llvm::WithColor::warning(llvm::errs(), "acc-delin") << message << '\n';
}

/// Expands directories, applies the filter, drops repetitions; the shard comes last.
std::variant<Expansion, std::string> expand(const CommandLine &line, std::string &commonParent) {
  Expansion expansion;
  std::vector<Candidate> &candidates = expansion.candidates;
  std::set<std::string> seen;
  llvm::Regex filter(line.fileFilter);
  auto add = [&](const std::string &name, bool fromDirectory) {
    if (!line.fileFilter.empty() && !filter.match(name)) {
      ++expansion.filteredOut;
      return;
    }
    if (seen.insert(realPath(absolutePath(name))).second)
      candidates.push_back({name, fromDirectory});
  };
  for (const std::string &argument : line.arguments) {
    llvm::sys::fs::file_status status;
    if (std::error_code error = llvm::sys::fs::status(argument, status))
      return argument + ": " + error.message();
    bool isDirectory = llvm::sys::fs::is_directory(status);
    if (!isDirectory && !llvm::sys::fs::is_regular_file(status))
      return argument + ": neither a file nor a folder";
    std::string absolute = absolutePath(argument);
    std::string holder = isDirectory ? absolute : path::parent_path(absolute).str();
    commonParent = commonParent.empty() ? holder : commonDirectory(commonParent, holder);
    if (!isDirectory) {
      add(argument, false);
      continue;
    }
    expansion.folders.push_back(argument);
    for (const std::string &name : sourcesBelow(argument))
      add(name, true);
  }
  return expansion;
}

/// The databases in use, each loaded once.
class Databases {
public:
  /// The database for a file, or a message; null when the user named none and
  /// none was found.
  std::variant<const CompileDatabase *, std::string> forFile(const std::string &file,
                                                             const std::string &buildPath) {
    std::string directory = path::parent_path(absolutePath(file)).str();
    std::string where = buildPath.empty() ? locate(directory) : buildPath;
    if (where.empty())
      return nullptr;
    auto known = loaded.find(where);
    if (known == loaded.end()) {
      auto database = CompileDatabase::load(where);
      if (auto *error = std::get_if<std::string>(&database))
        return *error;
      known = loaded.emplace(where, std::move(std::get<CompileDatabase>(database))).first;
    }
    return &known->second;
  }

  /// Units of C in the databases that are not among these.
  unsigned othersThan(const std::vector<Unit> &units) const {
    std::set<std::string> named;
    for (const Unit &unit : units)
      named.insert(realPath(unit.path));
    std::set<std::string> others;
    for (const auto &[where, database] : loaded)
      for (const UnitInput &input : database.all())
        if (std::string path = realPath(input.path); path.ends_with(".c") && !named.count(path))
          others.insert(path);
    return static_cast<unsigned>(others.size());
  }

  /// The units of a database that forFile has given.
  std::shared_ptr<const Program> programOf(const CompileDatabase &database) {
    std::shared_ptr<const Program> &known = programs[&database];
    if (!known)
      known = std::make_shared<const Program>(database.all());
    return known;
  }

private:
  const std::string &locate(const std::string &directory) {
    auto [entry, isNew] = found.try_emplace(directory);
    if (isNew)
      entry->second = CompileDatabase::search(directory);
    return entry->second;
  }

  std::map<std::string, std::string> found; // directory -> where its database is
  std::map<std::string, CompileDatabase> loaded;
  std::map<const CompileDatabase *, std::shared_ptr<const Program>> programs;
};

void keepShard(const CommandLine &line, std::vector<Unit> &units) {
  if (line.shardCount == 1)
    return;
  std::vector<Unit> kept;
  for (size_t k = line.shardIndex - 1; k < units.size(); k += line.shardCount)
    kept.push_back(std::move(units[k]));
  units = std::move(kept);
}

/// What the database lists below a folder and sourcesBelow does not see.
struct Unseen {
  std::vector<std::string> gone; // as the user would name them
  unsigned others = 0;           // in other languages
};

Unseen unseenBelow(const CommandLine &line, const std::string &folder,
                   const CompileDatabase &database) {
  Unseen unseen;
  llvm::Regex filter(line.fileFilter);
  std::string inside = absolutePath(folder) + "/";
  std::set<std::string> seen;
  for (const UnitInput &input : database.all()) {
    llvm::StringRef rest = input.path;
    if (!rest.consume_front(inside) || !seen.insert(input.path).second)
      continue;
    llvm::SmallString<256> whole(folder);
    path::append(whole, rest);
    std::string name = withoutDots(whole);
    if (!line.fileFilter.empty() && !filter.match(name))
      continue;
    bool isC = rest.ends_with(".c");
    if (!isC && sourceKindOf(input.path, {}) == SourceKind::OtherLanguage)
      ++unseen.others;
    else if (isC && !llvm::sys::fs::exists(input.path))
      unseen.gone.push_back(name);
  }
  return unseen;
}

/// Why there is nothing to read.
std::string nothingToRead(const CommandLine &line, const Expansion &expansion, unsigned gone,
                          unsigned others, bool skippedSome) {
  std::string where = line.arguments.front() + ": ";
  if (expansion.filteredOut)
    return "--file-filter=" + line.fileFilter + " matches none of " +
           report::plural(expansion.filteredOut, "file");
  if (gone)
    return where + "the files of the compile database do not exist";
  if (skippedSome)
    return where + "no file below it is in the compile database";
  return where + "it contains no .c file" + (others ? " (C++ is not supported)" : "");
}

/// Flags that nobody knows: an error behind `--`, where a person wrote them; of a database, which
/// may be another compiler's, a warning.
std::optional<std::string> checkFlags(const CommandLine &line, const UnitList &list) {
  std::set<std::string> told;
  for (const Unit &unit : list.units)
    for (const UnitInput &input : unit.inputs)
      for (const std::string &flag : unknownFlags(input.flags)) {
        if (line.flags)
          return "unknown compiler flag '" + flag + "'";
        if (!line.quiet && told.insert(flag).second)
          warn("unknown compiler flag '" + flag + "' (first for " + unit.name + ") is ignored");
      }
  return std::nullopt;
}

/// Adds to the flags of each command what the user says of it.
void applyPromises(const CommandLine &line, std::span<UnitInput> inputs) {
  for (UnitInput &input : inputs)
    if (line.noInterposition)
      input.flags.push_back("-fno-semantic-interposition");
}

} // namespace

std::string commonDirectory(const std::string &a, const std::string &b) {
  auto endA = path::end(a), endB = path::end(b);
  llvm::SmallString<256> common;
  for (auto itA = path::begin(a), itB = path::begin(b); itA != endA && itB != endB && *itA == *itB;
       ++itA, ++itB)
    path::append(common, *itA);
  return common.str().str();
}

std::variant<UnitList, std::string> collectUnits(const CommandLine &line) {
  if (line.flags)
    return collectFiles(line);
  UnitList list;
  auto expanded = expand(line, list.commonParent);
  if (auto *error = std::get_if<std::string>(&expanded))
    return *error;
  const Expansion &expansion = std::get<Expansion>(expanded);
  Databases databases;
  bool skippedSome = false;
  for (const Candidate &candidate : expansion.candidates) {
    auto options = folderOptions(line, candidate.name);
    if (auto *error = std::get_if<std::string>(&options))
      return *error;
    Unit unit{candidate.name,
              absolutePath(candidate.name),
              {},
              std::move(std::get<FolderOptions>(options))};
    auto database = databases.forFile(candidate.name, unit.options.buildPath);
    if (auto *error = std::get_if<std::string>(&database))
      return *error;
    const CompileDatabase *known = std::get<0>(database);
    if (!known)
      return candidate.name + kNoDatabase;
    unit.inputs = known->inputsOf(unit.path);
    applyPromises(line, unit.inputs);
    if (line.wholeProgram)
      for (UnitInput &input : unit.inputs)
        input.program = databases.programOf(*known);
    if (unit.inputs.empty() && !candidate.fromDirectory)
      return candidate.name + ": not in " + known->path() + "; give the flags after --";
    if (unit.inputs.empty()) {
      skippedSome = true;
      continue;
    }
    list.units.push_back(std::move(unit));
  }
  unsigned gone = 0, others = 0;
  std::vector<Unit> lost;
  for (const std::string &folder : expansion.folders) {
    auto database = databases.forFile(folder + "/.", line.base.buildPath);
    auto *known = std::get_if<const CompileDatabase *>(&database);
    if (!known || !*known)
      continue;
    Unseen unseen = unseenBelow(line, folder, **known);
    others += unseen.others;
    gone += unseen.gone.size();
    for (const std::string &name : unseen.gone)
      lost.push_back({name, absolutePath(name), (*known)->inputsOf(absolutePath(name)), line.base});
  }
  if (others && !line.quiet)
    warn(llvm::Twine(others) + (others == 1 ? " file" : " files") +
         " of the compile database skipped: only C is supported");
  if (list.units.empty() && !line.allowEmpty)
    return nothingToRead(line, expansion, gone, others, skippedSome);
  if (line.allowEmpty && gone)
    warn(llvm::Twine(gone) + (gone == 1 ? " file" : " files") +
         " of the compile database do not exist");
  else // each says so in the report
    list.units.insert(list.units.end(), lost.begin(), lost.end());
  if (auto error = checkFlags(line, list))
    return *error;
  keepShard(line, list.units);
  list.others = databases.othersThan(list.units);
  return list;
}

std::variant<UnitList, std::string> collectFiles(const CommandLine &line) {
  UnitList list;
  auto expanded = expand(line, list.commonParent);
  if (auto *error = std::get_if<std::string>(&expanded))
    return *error;
  const Expansion &expansion = std::get<Expansion>(expanded);
  std::string here = absolutePath(".");
  for (const Candidate &candidate : expansion.candidates) {
    std::string path = absolutePath(candidate.name);
    UnitInput input{path, here, line.flags.value_or(std::vector<std::string>()), std::nullopt};
    applyPromises(line, {&input, 1});
    if (!line.revert && sourceKindOf(path, input.flags) == SourceKind::Unknown)
      return candidate.name + ": not a C file (pass -x c after -- if it is one)";
    auto options = folderOptions(line, candidate.name);
    if (auto *error = std::get_if<std::string>(&options))
      return *error;
    list.units.push_back(
        {candidate.name, path, {std::move(input)}, std::move(std::get<FolderOptions>(options))});
  }
  if (list.units.empty() && !line.allowEmpty)
    return nothingToRead(line, expansion, 0, 0, false);
  if (auto error = checkFlags(line, list))
    return *error;
  if (line.wholeProgram) {
    std::vector<UnitInput> all;
    for (const Unit &unit : list.units)
      all.push_back(unit.inputs.front());
    auto program = std::make_shared<const Program>(std::move(all));
    for (Unit &unit : list.units)
      unit.inputs.front().program = program;
  }
  keepShard(line, list.units);
  return list;
}

} // namespace acc
