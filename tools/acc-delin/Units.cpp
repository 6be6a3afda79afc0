#include "tools/acc-delin/Units.h"

#include "analysis/frontend/Program.h"
#include "tools/acc-delin/CompileDatabase.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <filesystem>
#include <set>

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
      found.push_back(at->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string commonDirectory(const std::string &a, const std::string &b) {
  auto endA = path::end(a), endB = path::end(b);
  llvm::SmallString<256> common;
  for (auto itA = path::begin(a), itB = path::begin(b); itA != endA && itB != endB && *itA == *itB;
       ++itA, ++itB)
    path::append(common, *itA);
  return common.str().str();
}

/// Expands directories, applies the filter, drops repetitions; the shard comes last.
std::variant<std::vector<Candidate>, std::string> expand(const CommandLine &line,
                                                         std::string &commonParent) {
  std::vector<Candidate> candidates;
  std::set<std::string> seen;
  llvm::Regex filter(line.fileFilter);
  auto add = [&](const std::string &name, bool fromDirectory) {
    if (!line.fileFilter.empty() && !filter.match(name))
      return;
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
    if (!isDirectory)
      add(argument, false);
    else
      for (const std::string &name : sourcesBelow(argument))
        add(name, true);
  }
  return candidates;
}

/// The databases in use, each loaded once.
class Databases {
public:
  explicit Databases(std::string buildPath) : buildPath(std::move(buildPath)) {}

  /// The database for a file, or a message; null when the user named none and
  /// none was found.
  std::variant<const CompileDatabase *, std::string> forFile(const std::string &file) {
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

  std::string buildPath;
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

} // namespace

std::variant<UnitList, std::string> collectUnits(const CommandLine &line) {
  if (line.flags)
    return collectFiles(line);
  UnitList list;
  auto candidates = expand(line, list.commonParent);
  if (auto *error = std::get_if<std::string>(&candidates))
    return *error;
  Databases databases(line.buildPath);
  bool skippedSome = false;
  for (const Candidate &candidate : std::get<0>(candidates)) {
    auto database = databases.forFile(candidate.name);
    if (auto *error = std::get_if<std::string>(&database))
      return *error;
    const CompileDatabase *known = std::get<0>(database);
    if (!known)
      return candidate.name + kNoDatabase;
    Unit unit{candidate.name, absolutePath(candidate.name), {}};
    unit.inputs = known->inputsOf(unit.path);
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
  if (list.units.empty() && skippedSome)
    return line.arguments.front() + ": no file below it is in the compile database";
  if (std::get<0>(candidates).empty() && line.fileFilter.empty())
    return line.arguments.front() + ": there is no .c file below it";
  keepShard(line, list.units);
  return list;
}

std::variant<UnitList, std::string> collectFiles(const CommandLine &line) {
  UnitList list;
  auto candidates = expand(line, list.commonParent);
  if (auto *error = std::get_if<std::string>(&candidates))
    return *error;
  std::string here = absolutePath(".");
  for (const Candidate &candidate : std::get<0>(candidates)) {
    std::string path = absolutePath(candidate.name);
    UnitInput input{path, here, line.flags.value_or(std::vector<std::string>()), std::nullopt};
    list.units.push_back({candidate.name, path, {std::move(input)}});
  }
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
