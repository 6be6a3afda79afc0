#include "tools/acc-delin/Worker.h"

#include "tools/acc-delin/CommandLine.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#ifdef __linux__
#include <csignal>
#include <sys/prctl.h>
#endif
#include <unistd.h>

namespace acc {
namespace {

/// For the tests of the parent: ACC_DELIN_TEST_FAULT=crash:TEXT or hang:TEXT
/// makes the worker of every path that contains TEXT fail that way.
void failOnRequest(const std::string &path) {
  const char *request = std::getenv("ACC_DELIN_TEST_FAULT");
  if (!request)
    return;
  auto [fault, text] = llvm::StringRef(request).split(':');
  if (!llvm::StringRef(path).contains(text))
    return;
  if (fault == "crash")
    std::abort();
  while (fault == "hang")
    pause();
}

} // namespace

int runWorker(const WorkerRequest &request, int output) {
#ifdef __linux__
  // When the parent is killed, so is the worker.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  llvm::sys::Process::PreventCoreFiles();
  const auto &[input, options] = request;
  llvm::raw_fd_ostream out(output, /*shouldClose=*/false, /*unbuffered=*/false);
  failOnRequest(input.path);
  UnitResult result = processUnit(input, options, [&](const std::string &nest) {
    out << kNestLine << nest << '\n';
    out.flush();
  });
  out << kResultLine << encode(result) << '\n';
  out.flush();
  bool failed = out.has_error();
  out.clear_error();
  return failed ? kInternalError : kFine;
}

} // namespace acc
