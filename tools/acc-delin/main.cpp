// acc-delin: recovers multi-dimensional arrays from linearized C. The first
// argument --worker makes this program the worker of one translation unit.
#include "tools/acc-delin/Commands.h"
#include "tools/acc-delin/Worker.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

#include <exception>
#include <string_view>

namespace {

/// An address inside this program, by which it finds its own file.
void anchor() {}

int run(int argc, const char **argv) {
  auto parsed = acc::parseCommandLine(argc, argv);
  if (int *status = std::get_if<int>(&parsed))
    return *status;
  const acc::CommandLine &line = std::get<acc::CommandLine>(parsed);
  std::string program =
      llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&anchor));
  switch (line.command) {
  case acc::Command::Analyze:
    return acc::analyze(line, program);
  case acc::Command::Rewrite:
    return acc::rewrite(line, program);
  case acc::Command::Merge:
    return acc::merge(line);
  case acc::Command::Explain:
    return acc::explain(line);
  case acc::Command::LoopTree:
    return acc::loopTree(line, program);
  }
  return acc::kInternalError;
}

} // namespace

int main(int argc, const char **argv) {
  try {
    if (argc == 2 && std::string_view(argv[1]) == acc::kWorkerArgument)
      return acc::runWorker();
    return run(argc, argv);
  } catch (const std::exception &error) {
    llvm::WithColor::error(llvm::errs(), "acc-delin") << "internal error: " << error.what() << '\n';
    return acc::kInternalError;
  }
}
