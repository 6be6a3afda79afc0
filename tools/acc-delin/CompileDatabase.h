// compile_commands.json: which commands compile a file.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace acc {

class CompileDatabase {
public:
  /// `path` is the file or its directory. A message when it cannot be read.
  static std::variant<CompileDatabase, std::string> load(const std::string &path);

  /// Nearest directory from `directory` upwards that holds a
  /// compile_commands.json; "" when none does.
  static std::string search(const std::string &directory);

  /// The distinct commands of the file at an absolute path, in the order of the
  /// database; compared by name and, failing that, by the file it links to.
  std::vector<UnitInput> inputsOf(const std::string &path) const;

  /// Every file with all of its commands.
  std::vector<UnitInput> all() const;

  const std::string &path() const { return file; }

private:
  std::string file;
  /// Real path -> inputs whose `path` is the name in the database.
  std::map<std::string, std::vector<UnitInput>> inputs;
};

/// The compiler's name in a command: behind ccache and its like.
std::string compilerOf(const std::vector<std::string> &command);

/// The flags of a compiler command that say how the file is read: without the
/// launcher, the compiler, the file, and what only says which outputs to write.
///   ccache gcc -O2 -c a.c -o a.o -MD -MF a.d   ->   -O2
/// `-x c++` is put first when the compiler's name says so.
std::vector<std::string> readingFlags(const std::vector<std::string> &command,
                                      const std::string &directory, const std::string &file);

/// Absolute and without "." and ".."; symbolic links stay.
std::string absolutePath(const std::string &path, const std::string &directory = "");

/// Symbolic links resolved; the path itself when it does not exist.
std::string realPath(const std::string &path);

} // namespace acc
