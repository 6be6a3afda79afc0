// acc-delin: recovers multi-dimensional arrays from linearized C.
#include "tools/acc-delin/Commands.h"

#include "llvm/Support/WithColor.h"

#include <csignal>
#include <exception>
#include <fcntl.h>

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
  case acc::Command::Serve:
    return acc::serve();
  }
  return acc::kInternalError;
}

/// A file that is opened while a standard stream is closed would get its number, and messages
/// would be written into it. What goes to a standard output that is closed still fails.
void openStandardStreams() {
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    if (fcntl(descriptor, F_GETFD) < 0)
      open("/dev/null", descriptor == 1 ? O_RDONLY : O_RDWR);
}

} // namespace

int main(int argc, const char **argv) {
  openStandardStreams();
  std::signal(SIGXFSZ, SIG_IGN); // a write beyond the limit fails, which is reported
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    llvm::WithColor::error(llvm::errs(), "acc-delin") << "internal error: " << error.what() << '\n';
    return acc::kInternalError;
  }
}
