// acc-delin: recovers multi-dimensional arrays from linearized C.
#include "tools/acc-delin/Commands.h"

#include "llvm/Support/WithColor.h"

#include <exception>

namespace {

int run(int argc, const char **argv) {
  auto parsed = acc::parseCommandLine(argc, argv);
  if (int *status = std::get_if<int>(&parsed))
    return *status;
  const acc::CommandLine &line = std::get<acc::CommandLine>(parsed);
  switch (line.command) {
  case acc::Command::Analyze:
    return acc::analyze(line);
  case acc::Command::Rewrite:
    return acc::rewrite(line);
  case acc::Command::Verify:
    return acc::verify(line);
  case acc::Command::Tune:
    return acc::tune(line);
  case acc::Command::Merge:
    return acc::merge(line);
  case acc::Command::Explain:
    return acc::explain(line);
  case acc::Command::LoopTree:
    return acc::loopTree(line);
  }
  return acc::kInternalError;
}

} // namespace

int main(int argc, const char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    llvm::WithColor::error(llvm::errs(), "acc-delin") << "internal error: " << error.what() << '\n';
    return acc::kInternalError;
  }
}
