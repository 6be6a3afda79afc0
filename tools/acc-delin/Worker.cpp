#include "tools/acc-delin/Worker.h"

#include "tools/acc-delin/CommandLine.h"
#include "tools/acc-delin/SharedNests.h"
#include "tools/acc-delin/TemporaryFile.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <thread>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace acc {
namespace {

/// For the tests of the parent: ACC_DELIN_TEST_FAULT=crash:TEXT or hang:TEXT
/// makes the worker of every path that contains TEXT fail that way, crash-after:TEXT when it
/// has given the result of such a file, crash-reading:TEXT when it reads such an included file,
/// crash-beginning:TEXT when it has read what several begin with, one of them such a file,
/// crash-in:TEXT when it comes to a nest with such an id, where hang-in:TEXT waits and spin-in:TEXT
/// computes without an end; burn-in:TEXT takes time there, and slow-telling:TEXT makes it pause
/// while it tells what such a file includes; without:TEXT leaves the first such text out of each
/// rewrite that is proved.
std::optional<llvm::StringRef> textOf(llvm::StringRef fault) {
  const char *request = std::getenv("ACC_DELIN_TEST_FAULT");
  auto [asked, text] = llvm::StringRef(request ? request : "").split(':');
  return asked == fault ? std::optional(text) : std::nullopt;
}

bool isAskedFor(llvm::StringRef fault, const std::string &path) {
  std::optional<llvm::StringRef> text = textOf(fault);
  return text && llvm::StringRef(path).contains(*text);
}

void leaveOut(llvm::StringRef text, std::vector<Edit> &edits) {
  for (Edit &edit : edits)
    if (size_t at = edit.text.find(text.str()); at != std::string::npos)
      edit.text.erase(at, text.size());
}

/// Clang 22 parses 2048 brackets in one another, which 8 MB of stack do not hold. On Linux the
/// main thread's stack grows up to the limit in force when it does.
constexpr rlim_t kStackBytes = rlim_t(64) << 20;

void allowDeepSources() {
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur >= kStackBytes)
    return;
  limit.rlim_cur =
      limit.rlim_max == RLIM_INFINITY ? kStackBytes : std::min(kStackBytes, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

void takeTime() {
  constexpr double kSeconds = 0.4;
  for (std::clock_t start = std::clock(); std::clock() - start < kSeconds * CLOCKS_PER_SEC;)
    ;
}

/// Processor time of the children that have ended.
std::chrono::nanoseconds timeOfChildren() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return std::chrono::seconds(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         std::chrono::microseconds(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// The line that names the nest that is worked on from now on; "" for none.
std::string nestLine(const std::string &nest) {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return kNestLine + nest + ' ' +
         std::to_string(int64_t(used.tv_sec) * 1'000'000'000 + used.tv_nsec) + '\n';
}

void dieWithParent() {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void prepareProcess() {
  dieWithParent();
  allowDeepSources();
  llvm::sys::Process::PreventCoreFiles();
}

void beginUnit(const UnitInput &input) {
  if (isAskedFor("crash", input.path))
    std::abort();
  while (isAskedFor("hang", input.path))
    pause();
}

/// The work on a unit; `first` may be another one that begins alike, when `start` gives the unit.
int work(const WorkerRequest &first, const UnitStart &start, pid_t parent, const WorkerEnds &ends) {
  const auto [output, answer, spare] = ends;
  const UnitOptions &options = first.options;
  const UnitInput *input = &first.input;
  auto startOwn = [&]() -> const UnitInput & { return *(input = &start()); };
  llvm::raw_fd_ostream out(output, /*shouldClose=*/false, /*unbuffered=*/false);
  auto tellNest = [&](const std::string &nest) {
    out << nestLine(nest);
    out.flush();
    if (options.ended.count(nest))
      return;
    if (isAskedFor("crash-in", nest))
      std::abort();
    while (isAskedFor("hang-in", nest))
      pause();
    while (isAskedFor("spin-in", nest))
      takeTime();
    if (isAskedFor("burn-in", nest))
      takeTime();
  };
  auto choose = [&](const std::vector<FileInclusions> &files) {
    std::string told = encode(files);
    out << told.substr(0, told.size() / 2);
    if (isAskedFor("slow-telling", input->path)) {
      out.flush();
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    out << told.substr(told.size() / 2);
    out.flush();
    // That is what the parent waits for when a worker ends, too.
    kill(parent, SIGCHLD);
    std::vector<std::string> chosen;
    for (const FileInclusions &file : files) {
      char byte = kLeaveIt;
      if (llvm::sys::RetryAfterSignal(-1, ::read, answer, &byte, size_t(1)) == 1 && byte == kReadIt)
        chosen.push_back(file.path);
    }
    for (const std::string &path : chosen)
      if (isAskedFor("crash-reading", path))
        std::abort();
    return chosen;
  };
  auto tellResult = [&](UnitResult &&result) {
    out << encode(result);
    out.flush();
    if (isAskedFor("crash-after", result.file.path))
      std::abort();
  };
  bool hasSpare = false, isAlone = false;
  auto help =
      [&](const std::function<UnitResult()> &work) -> std::optional<std::function<UnitResult()>> {
    char byte;
    hasSpare = hasSpare || llvm::sys::RetryAfterSignal(-1, ::read, spare, &byte, size_t(1)) == 1;
    if (!hasSpare || isAlone)
      return std::nullopt;
    auto given = std::make_shared<TemporaryFile>(makeTemporary());
    out.flush();
    pid_t pid = fork();
    if (pid < 0) {
      isAlone = true;
      return std::nullopt;
    }
    if (pid == 0) {
      dieWithParent();
      dup2(fileno(given->get()), output);
      tellResult(work());
      _exit(out.has_error() ? kInternalError : kFine);
    }
    out << kHelperLine << pid << '\n';
    out.flush();
    return [pid, given, &out]() {
      int status = 0;
      std::chrono::nanoseconds before = timeOfChildren();
      // Which nest the helper is at is not known here.
      out << nestLine("");
      out.flush();
      llvm::sys::RetryAfterSignal(-1, ::waitpid, pid, &status, 0);
      out << kHelperLine << "0 " << (timeOfChildren() - before).count() << '\n';
      WorkerOutput output = splitOutput(contentOf(given->get()));
      if (WIFSIGNALED(status) && !output.lastNest.empty()) {
        // The parent starts a worker again that crashes in a nest.
        out << nestLine(output.lastNest);
        out.flush();
        std::abort();
      }
      if (output.results.size() != 1)
        throw std::runtime_error("a helper process gave no result");
      auto result = decodeResult(output.results.front());
      if (!result)
        throw std::runtime_error("cannot read the result of a helper process");
      return std::move(*result);
    };
  };
  UnitWatch watch;
  watch.nest = tellNest;
  if (answer >= 0)
    watch.choose = choose;
  watch.share = [&help](size_t count, const NestWork &work) {
    return shareNests(count, work, help);
  };
  if (start)
    watch.start = startOwn;
  if (std::optional<llvm::StringRef> text = textOf("without"))
    watch.proved = [text](std::vector<Edit> &edits) { leaveOut(*text, edits); };
  watch.take = tellResult;
  processUnit(first.input, options, watch);
  bool failed = out.has_error();
  out.clear_error();
  return failed ? kUnitFailed : kFine;
}

/// False when the other end is closed.
template <typename Value> bool readValue(int from, Value &value) {
  return llvm::sys::RetryAfterSignal(-1, ::read, from, &value, sizeof value) == sizeof value;
}

template <typename Value> bool writeValue(int to, const Value &value) {
  return write(to, &value, sizeof value) == sizeof value;
}

} // namespace

int runWorker(const WorkerRequest &request, const WorkerEnds &ends) {
  prepareProcess();
  beginUnit(request.input);
  return work(request, {}, getppid(), ends);
}

int runReader(const std::vector<WorkerRequest> &requests, size_t first, const WorkerEnds &ends,
              int numbers, int news) {
  const pid_t parent = getppid();
  prepareProcess();
  auto start = [&]() -> const UnitInput & {
    size_t number = first;
    if (isAskedFor("crash-beginning", requests[first].input.path))
      std::abort();
    do {
      pid_t pid = fork();
      if (pid == 0) {
        dieWithParent();
        beginUnit(requests[number].input);
        return requests[number].input;
      }
      CopyNews copy{pid, false, 0};
      if (pid < 0 || !writeValue(news, copy) ||
          llvm::sys::RetryAfterSignal(-1, ::waitpid, pid, &copy.status, 0) != pid)
        _exit(kInternalError);
      copy.hasEnded = true;
      if (!writeValue(news, copy))
        _exit(kInternalError);
      kill(parent, SIGCHLD);
    } while (readValue(numbers, number));
    _exit(kFine);
  };
  return work(requests[first], start, parent, ends);
}

} // namespace acc
