#include "tools/acc-delin/CompileDatabase.h"

#include "tools/acc-delin/TextFile.h"
#include "tools/report/Json.h"

#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <memory>
#include <system_error>

namespace acc {
namespace {

namespace path = llvm::sys::path;

const char *const kFileName = "compile_commands.json";

/// The disk, of which pipes and devices cannot be read: reading them may never end.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  RegularFiles() : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    auto found = status(path);
    if (found && !found->isRegularFile())
      return std::make_error_code(std::errc::invalid_argument);
    return ProxyFileSystem::openFileForRead(path);
  }
};

/// The words of the command, response files expanded relative to the directory.
std::variant<std::vector<std::string>, std::string> wordsOf(const llvm::json::Object &entry,
                                                            const std::string &directory) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 32> words;
  if (const llvm::json::Array *arguments = entry.getArray("arguments")) {
    for (const llvm::json::Value &argument : *arguments)
      if (auto text = argument.getAsString())
        words.push_back(saver.save(*text).data());
  } else if (auto command = entry.getString("command")) {
    llvm::cl::TokenizeGNUCommandLine(*command, saver, words);
  }
  RegularFiles files;
  llvm::cl::ExpansionContext context(allocator, llvm::cl::TokenizeGNUCommandLine);
  context.setVFS(&files).setCurrentDir(directory);
  if (llvm::Error error = context.expandResponseFiles(words))
    return llvm::toString(std::move(error));
  return std::vector<std::string>(words.begin(), words.end());
}

bool isLauncher(llvm::StringRef word) {
  llvm::StringRef name = path::filename(word);
  return name == "ccache" || name == "sccache" || name == "distcc" || name == "icecc";
}

/// Options that only choose outputs. With `takesValue` the next word belongs to them.
bool isOutputOption(llvm::StringRef word, bool &takesValue) {
  static const char *const kWithValue[] = {"-o", "-MF", "-MT", "-MQ", "-MJ"};
  static const char *const kAlone[] = {"-c",   "-S",  "-E",  "-M", "-MM",        "-MD",
                                       "-MMD", "-MP", "-MG", "--", "-save-temps"};
  takesValue = false;
  for (const char *option : kWithValue) {
    takesValue = word == option;
    // "-oa.o" and "-MFa.d"
    if (takesValue || word.starts_with(option))
      return true;
  }
  return std::find(std::begin(kAlone), std::end(kAlone), word) != std::end(kAlone);
}

bool sameFile(const std::string &a, const std::string &b) {
  return a == b || realPath(a) == realPath(b);
}

} // namespace

std::string absolutePath(const std::string &name, const std::string &directory) {
  llvm::SmallString<256> result(directory);
  path::append(result, name);
  if (path::is_absolute(name))
    result = name;
  llvm::sys::fs::make_absolute(result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

std::string realPath(const std::string &name) {
  llvm::SmallString<256> result;
  if (llvm::sys::fs::real_path(name, result))
    return name;
  return result.str().str();
}

std::string compilerOf(const std::vector<std::string> &command) {
  auto found = std::find_if_not(command.begin(), command.end(), isLauncher);
  return found == command.end() ? "" : *found;
}

std::vector<std::string> readingFlags(const std::vector<std::string> &command,
                                      const std::string &directory, const std::string &file) {
  std::vector<std::string> flags;
  size_t first = 0;
  while (first < command.size() && isLauncher(command[first]))
    ++first;
  if (first < command.size() && path::filename(command[first]).ends_with("++"))
    flags = {"-x", "c++"};
  for (size_t k = first + 1; k < command.size(); ++k) {
    bool takesValue = false;
    if (isOutputOption(command[k], takesValue)) {
      k += takesValue;
      continue;
    }
    bool mayBeFile = !command[k].starts_with("-");
    if (mayBeFile && path::filename(command[k]) == path::filename(file) &&
        sameFile(absolutePath(command[k], directory), file))
      continue;
    flags.push_back(command[k]);
  }
  return flags;
}

std::variant<CompileDatabase, std::string> CompileDatabase::load(const std::string &where) {
  CompileDatabase database;
  llvm::SmallString<256> name(where);
  if (llvm::sys::fs::is_directory(where))
    path::append(name, kFileName);
  if (!llvm::sys::fs::exists(where))
    return "-p " + where + ": no such directory";
  database.file = name.str().str();
  std::optional<std::string> text = readTextFile(database.file);
  if (!text)
    return "cannot read " + database.file +
           "; create it with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear";
  llvm::Expected<llvm::json::Value> value = report::parseJson(*text);
  if (!value)
    return database.file + ": " + llvm::toString(value.takeError());
  const llvm::json::Array *entries = value->getAsArray();
  if (!entries)
    return database.file + ": expected an array";
  std::string base = absolutePath(path::parent_path(database.file).str());
  for (const llvm::json::Value &entry : *entries) {
    const llvm::json::Object *object = entry.getAsObject();
    auto file = object ? object->getString("file") : std::nullopt;
    if (!file)
      return database.file + ": an entry has no file";
    auto directory = object->getString("directory");
    UnitInput input;
    input.directory = absolutePath(directory ? directory->str() : "", base);
    input.path = absolutePath(file->str(), input.directory);
    auto words = wordsOf(*object, input.directory);
    if (auto *error = std::get_if<std::string>(&words))
      return database.file + ": " + *error;
    input.compiler = compilerOf(std::get<0>(words));
    input.flags = readingFlags(std::get<0>(words), input.directory, input.path);
    std::vector<UnitInput> &known = database.inputs[realPath(input.path)];
    bool repeated = std::any_of(known.begin(), known.end(), [&](const UnitInput &other) {
      return other.flags == input.flags && other.directory == input.directory;
    });
    if (!repeated)
      known.push_back(std::move(input));
  }
  return database;
}

std::string CompileDatabase::search(const std::string &directory) {
  for (std::string at = absolutePath(directory); !at.empty(); at = path::parent_path(at).str()) {
    llvm::SmallString<256> name(at);
    path::append(name, kFileName);
    if (llvm::sys::fs::is_regular_file(name))
      return at;
  }
  return "";
}

std::vector<UnitInput> CompileDatabase::all() const {
  std::vector<UnitInput> result;
  for (const auto &[path, ofFile] : inputs)
    result.insert(result.end(), ofFile.begin(), ofFile.end());
  return result;
}

std::vector<UnitInput> CompileDatabase::inputsOf(const std::string &name) const {
  auto found = inputs.find(realPath(name));
  if (found == inputs.end())
    return {};
  std::vector<UnitInput> exact;
  for (const UnitInput &input : found->second)
    if (input.path == name)
      exact.push_back(input);
  return exact.empty() ? found->second : exact;
}

} // namespace acc
