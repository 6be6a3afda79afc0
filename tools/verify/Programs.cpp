#include "tools/verify/Programs.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <optional>

namespace acc {
namespace {

std::string contentOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

} // namespace

ProgramResult runProgram(const std::string &program, const std::vector<std::string> &arguments,
                         const std::string &folder, unsigned seconds) {
  std::string output = folder + "/stdout", errors = folder + "/stderr";
  // The files are opened for writing, not emptied.
  llvm::sys::fs::remove(output);
  llvm::sys::fs::remove(errors);
  std::vector<llvm::StringRef> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef("/dev/null"),
                                                llvm::StringRef(output), llvm::StringRef(errors)};
  ProgramResult result;
  std::string problem;
  auto start = std::chrono::steady_clock::now();
  result.status = llvm::sys::ExecuteAndWait(program, words, std::nullopt, redirects, seconds,
                                            /*MemoryLimit=*/0, &problem);
  auto spent = std::chrono::steady_clock::now() - start;
  result.timedOut = result.status < 0 && spent >= std::chrono::seconds(seconds);
  result.output = contentOf(output);
  result.errors = problem + contentOf(errors);
  return result;
}

std::string writeScratch(const std::string &path, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (error)
    return path + ": " + error.message();
  out << text;
  out.close();
  if (!out.has_error())
    return "";
  out.clear_error();
  return path + ": cannot be written";
}

} // namespace acc
