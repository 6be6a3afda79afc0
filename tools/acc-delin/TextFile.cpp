#include "tools/acc-delin/TextFile.h"

#include "rewriter/edit/Edit.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <fstream>

namespace acc {

namespace {

constexpr size_t kMostBytes = size_t(512) << 20;

} // namespace

std::optional<std::string> readTextFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  char block[1 << 16];
  while (file.read(block, sizeof block) || file.gcount() > 0) {
    text.append(block, file.gcount());
    if (text.size() > kMostBytes)
      return std::nullopt;
  }
  if (!file.eof()) // not opened, a folder
    return std::nullopt;
  return text;
}

bool writeOutput(const std::string &path, std::string_view text) {
  if (path.empty() || path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    if (!llvm::outs().has_error())
      return true;
    llvm::errs() << "acc-delin: error: cannot write to standard output\n";
    llvm::outs().clear_error();
    return false;
  }
  // A device or pipe cannot be replaced by a rename.
  llvm::sys::fs::file_status status;
  bool exists = !llvm::sys::fs::status(path, status);
  if (exists && !llvm::sys::fs::is_regular_file(status)) {
    std::error_code error;
    llvm::raw_fd_ostream out(path, error);
    if (!error) {
      out << text;
      out.flush();
      error = out.error();
      out.clear_error();
    }
    if (error)
      llvm::errs() << "acc-delin: error: " << path << ": " << error.message() << '\n';
    return !error;
  }
  std::string folder = llvm::sys::path::parent_path(path).str();
  std::string error;
  const bool isNew = !folder.empty() && !llvm::sys::fs::exists(folder);
  if (std::error_code failed =
          isNew ? llvm::sys::fs::create_directories(folder) : std::error_code())
    error = "cannot create the folder " + folder + ": " + failed.message();
  else
    error = writeFileAtomically(path, text, std::nullopt);
  if (isNew && error.empty())
    llvm::errs() << "acc-delin: note: made the folder " << folder << '\n';
  if (!error.empty())
    llvm::errs() << "acc-delin: error: " << error << '\n';
  return error.empty();
}

} // namespace acc
