#include "tools/acc-delin/WorkerPool.h"

#include "analysis/frontend/Beginning.h"
#include "tools/acc-delin/CommandLine.h"
#include "tools/acc-delin/TemporaryFile.h"
#include "tools/acc-delin/Worker.h"

#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace acc {
namespace {

using Clock = std::chrono::steady_clock;

/// A file descriptor that is closed with it.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number(number) {}
  Descriptor(Descriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  int get() const { return number; }

private:
  int number;
};

/// Both ends, so that writing to a worker that died is no fault.
struct Pipe {
  Descriptor reading, writing;
};

Pipe makePipe() {
  int ends[2];
  if (pipe(ends) != 0)
    systemError("pipe", errno);
  Pipe made{Descriptor(ends[0]), Descriptor(ends[1])};
  for (int end : ends)
    fcntl(end, F_SETFD, FD_CLOEXEC);
  return made;
}

/// Which of the files that the unit of a request includes are to be read with it.
struct IncludedOfRequest {
  std::optional<std::vector<FileInclusions>> told;
  std::vector<std::string> chosen;
};

/// The pipes of a worker that is the copy of a reader (Worker.h); it may have copies of its own.
struct CopyPipes {
  Pipe numbers, news;
};

using EndedNests = std::map<std::string, UnitOptions::Ended>;

struct RunningWorker {
  size_t request = 0;
  Pipe answer, spare;
  std::optional<CopyPipes> copies;
  pid_t copy = -1; // of the reader `pid`, when it has told one
  bool isAnswered = false;
  /// It was told that it may use a second processor.
  bool hasSpare = false;
  /// Not shared with a second process, so that it is known which nest takes its time.
  bool isAlone = false;
  /// Nests that ended workers of the request before.
  EndedNests ended;
  pid_t pid = -1;
  TemporaryFile output;
  Clock::time_point progressed; // when it was last seen to have used the processor
  Clock::duration usedThen{0};  // its processor time by then
  Clock::time_point deadline;   // when to look at it again
};

/// Clock time that a worker may wait without using a processor, in multiples of its processor time.
constexpr unsigned kPatience = 4;

/// Processor time of the child so far; none when the system does not tell.
std::optional<Clock::duration> processorTime(pid_t pid) {
  clockid_t clock;
  timespec used;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return std::nullopt;
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// The processor time of the worker and its helpers.
std::optional<Clock::duration> timeUsed(const RunningWorker &worker) {
  std::optional<Clock::duration> used = processorTime(worker.pid);
  if (used && worker.copy > 0)
    *used += processorTime(worker.copy).value_or(Clock::duration::zero());
  if (!used || !worker.hasSpare)
    return used;
  WorkerOutput output = splitOutput(contentOf(worker.output.get()));
  *used += output.helped;
  if (output.helper != 0)
    *used += processorTime(static_cast<pid_t>(output.helper)).value_or(Clock::duration::zero());
  return used;
}

/// The limit is on processor time, so that reports do not depend on what else the machine
/// does; the clock ends one that only waits. Moves the deadline when it is not late.
bool isLate(RunningWorker &worker, std::chrono::seconds limit) {
  constexpr Clock::duration kLeastWait = std::chrono::milliseconds(10);
  Clock::time_point now = Clock::now();
  if (now < worker.deadline)
    return false;
  auto used = timeUsed(worker);
  if (used && *used != worker.usedThen) {
    worker.usedThen = *used;
    worker.progressed = now;
  }
  Clock::time_point latest = worker.progressed + limit * kPatience;
  if (!used || *used >= limit || now >= latest)
    return true;
  int processors = worker.hasSpare ? 2 : 1;
  worker.deadline = std::min(latest, now + std::max((limit - *used) / processors, kLeastWait));
  return false;
}

/// As if it had begun now: it waits for others, which have limits of their own.
void restartClock(RunningWorker &worker, std::chrono::seconds limit) {
  worker.progressed = Clock::now();
  worker.deadline = worker.progressed + limit;
}

/// SIGCHLD blocked while the pool runs, so that it can be waited for with a time
/// limit; children get the mask as it was.
class ChildSignal {
public:
  ChildSignal() {
    sigemptyset(&waited);
    sigaddset(&waited, SIGCHLD);
    sigprocmask(SIG_BLOCK, &waited, &before);
  }
  ~ChildSignal() { sigprocmask(SIG_SETMASK, &before, nullptr); }
  const sigset_t &maskBefore() const { return before; }

  void waitUntil(Clock::time_point deadline) const {
    auto left = std::max(deadline - Clock::now(), Clock::duration::zero());
    auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    timespec time{};
    time.tv_sec = seconds.count();
    time.tv_nsec = std::chrono::nanoseconds(left - seconds).count();
    sigtimedwait(&waited, nullptr, &time);
  }

private:
  sigset_t waited, before;
};

WorkerEnds endsOf(const RunningWorker &worker) {
  return {fileno(worker.output.get()), worker.answer.reading.get(), worker.spare.reading.get()};
}

void startClock(RunningWorker &worker, const PoolOptions &options) {
  worker.usedThen = Clock::duration::zero();
  restartClock(worker, std::chrono::seconds(options.secondsPerUnit));
}

/// A copy of this process as it is: the libraries need not be loaded again, and the
/// requests are there.
template <typename Work>
void startProcess(RunningWorker &worker, const PoolOptions &options, const ChildSignal &signal,
                  const Work &work) {
  worker.output = makeTemporary();
  if (options.choose)
    worker.answer = makePipe();
  worker.spare = makePipe();
  fcntl(worker.spare.reading.get(), F_SETFL, O_NONBLOCK);
  std::fflush(nullptr);
  worker.pid = fork();
  if (worker.pid < 0)
    systemError("fork", errno);
  if (worker.pid == 0) {
    sigprocmask(SIG_SETMASK, &signal.maskBefore(), nullptr);
    // What the analysis prints is for the user, not for whoever reads the report.
    dup2(STDERR_FILENO, STDOUT_FILENO);
    int status = kInternalError;
    try {
      status = work(endsOf(worker));
    } catch (const std::exception &error) {
      llvm::WithColor::error(llvm::errs(), "acc-delin") << error.what() << '\n';
    }
    _exit(status);
  }
  startClock(worker, options);
}

RunningWorker start(const WorkerRequest &request, size_t number, EndedNests ended,
                    const PoolOptions &options, const ChildSignal &signal) {
  RunningWorker worker;
  worker.request = number;
  worker.ended = std::move(ended);
  startProcess(worker, options, signal, [&](const WorkerEnds &ends) {
    WorkerRequest asked = request;
    asked.options.ended = worker.ended;
    return runWorker(asked, ends);
  });
  return worker;
}

/// A worker that is the copy of a reader, for a request that others behind it begin like.
RunningWorker startReader(const std::vector<WorkerRequest> &requests, size_t number,
                          const PoolOptions &options, const ChildSignal &signal) {
  RunningWorker worker;
  worker.request = number;
  worker.copies = CopyPipes{makePipe(), makePipe()};
  CopyPipes &pipes = *worker.copies;
  fcntl(pipes.news.reading.get(), F_SETFL, O_NONBLOCK);
  startProcess(worker, options, signal, [&](const WorkerEnds &ends) {
    pipes.numbers.writing = Descriptor(); // so that it sees the end of the parent
    return runReader(requests, number, ends, pipes.numbers.reading.get(), pipes.news.writing.get());
  });
  return worker;
}

/// The status of the worker when it has ended.
std::optional<int> endOf(RunningWorker &worker) {
  CopyNews news;
  while (worker.copies && read(worker.copies->news.reading.get(), &news, sizeof news) ==
                              static_cast<ssize_t>(sizeof news)) {
    worker.copy = news.hasEnded ? -1 : news.pid;
    if (news.hasEnded)
      return news.status;
  }
  int status = 0;
  if (waitpid(worker.pid, &status, WNOHANG) != worker.pid)
    return std::nullopt;
  worker.pid = -1;
  return status;
}

/// The worker's reader makes a copy of itself for another request.
void reuse(RunningWorker &worker, size_t number, const PoolOptions &options) {
  worker.request = number;
  worker.isAnswered = false;
  std::rewind(worker.output.get());
  int file = fileno(worker.output.get());
  if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0 ||
      write(worker.copies->numbers.writing.get(), &number, sizeof number) !=
          static_cast<ssize_t>(sizeof number))
    systemError("a worker's files", errno);
  startClock(worker, options);
}

/// Ends what is left of it.
void stop(RunningWorker &worker) {
  if (worker.pid < 0)
    return;
  kill(worker.pid, SIGKILL);
  waitpid(worker.pid, nullptr, 0);
  worker.pid = -1;
}

UnitResult failed(const std::string &path, const char *status, const char *id,
                  const std::string &what, const std::string &nest) {
  UnitResult result;
  result.file.path = path;
  result.file.status = status;
  result.file.errors.push_back({id, what + (nest.empty() ? "" : " in " + nest), 0, 0});
  return result;
}

/// What the worker gave, and for the unit and each included file that it has not done, `why`.
std::vector<UnitResult> resultsOf(const WorkerOutput &output, const WorkerRequest &request,
                                  const std::vector<std::string> &included, const char *status,
                                  const char *id, const std::string &why) {
  std::vector<std::string> paths = included;
  paths.insert(paths.begin(), request.input.path);
  std::vector<UnitResult> results;
  for (size_t k = 0; k < paths.size(); ++k) {
    if (k >= output.results.size()) {
      results.push_back(failed(paths[k], status, id, why, output.lastNest));
      continue;
    }
    if (auto result = decodeResult(output.results[k]))
      results.push_back(std::move(*result));
    else
      results.push_back(failed(paths[k], "crashed", "internal",
                               "internal error: cannot read the worker's answer", ""));
  }
  return results;
}

/// What a worker that failed gave before: the files that it had done, when it has begun with
/// others.
WorkerOutput beforeFailure(const RunningWorker &worker, const std::vector<std::string> &included) {
  WorkerOutput output = splitOutput(contentOf(worker.output.get()));
  if (included.empty())
    output.results.clear();
  return output;
}

/// The results of a worker that ended by itself.
std::vector<UnitResult> collect(const RunningWorker &worker, const WorkerRequest &request,
                                const std::vector<std::string> &included, int status) {
  bool endedWell = WIFEXITED(status) && WEXITSTATUS(status) == kFine;
  const bool isUnwritten = WIFEXITED(status) && WEXITSTATUS(status) == kUnitFailed;
  std::string what = isUnwritten           ? std::string("no space to write the worker's answer")
                     : WIFSIGNALED(status) ? std::string("internal error: the analysis crashed (") +
                                                 strsignal(WTERMSIG(status)) + ")"
                                           : "internal error: the worker exited with status " +
                                                 std::to_string(WEXITSTATUS(status));
  return resultsOf(endedWell ? splitOutput(contentOf(worker.output.get()))
                             : beforeFailure(worker, included),
                   request, included, "crashed", isUnwritten ? "output" : "internal", what);
}

/// The nest in which the worker crashed, for the first time: without
/// that nest the rest of the unit can be done. None when it was not in a nest.
std::optional<std::string> crashedNest(const RunningWorker &worker, int status) {
  if (!WIFSIGNALED(status))
    return std::nullopt;
  std::string nest = splitOutput(contentOf(worker.output.get())).lastNest;
  return nest.empty() || worker.ended.count(nest) ? std::nullopt : std::optional(nest);
}

/// The nest at which a worker that is late waits, or which has taken most of a unit's time, for the
/// first time: without that nest the rest of the unit can be done.
std::optional<std::string> slowNest(const RunningWorker &worker, std::chrono::seconds perUnit) {
  WorkerOutput output = splitOutput(contentOf(worker.output.get()));
  if (output.lastNest.empty() || worker.ended.count(output.lastNest))
    return std::nullopt;
  auto used = processorTime(worker.copy > 0 ? worker.copy : worker.pid);
  const bool waits = timeUsed(worker).value_or(perUnit) < perUnit;
  const bool isMost = used && (*used - output.beforeNest) * 2 >= perUnit;
  return waits || isMost ? std::optional(output.lastNest) : std::nullopt;
}

/// It crashed while it read its included files: without them the unit can be done.
bool crashedWhileReading(const RunningWorker &worker, const std::vector<std::string> &included,
                         int status) {
  if (!WIFSIGNALED(status) || included.empty())
    return false;
  WorkerOutput output = splitOutput(contentOf(worker.output.get()));
  return output.lastNest.empty() && output.results.empty();
}

std::vector<UnitResult> giveUp(RunningWorker &worker, const WorkerRequest &request,
                               const std::vector<std::string> &included, unsigned seconds) {
  stop(worker);
  return resultsOf(beforeFailure(worker, included), request, included, "timeout", "too-complex",
                   "the analysis took more than " + std::to_string(seconds) + " s");
}

/// Kills what still runs when the pool is left by an exception.
struct RunningWorkers : std::vector<RunningWorker> {
  ~RunningWorkers() {
    for (RunningWorker &worker : *this)
      stop(worker);
  }
};

/// The included files of all requests. They are chosen in the order of the requests, whichever
/// worker is the first to know them, so that the number of workers does not change the report.
class Choices {
public:
  Choices(size_t requests, const IncludedChooser &choose) : all(requests), choose(choose) {}

  const std::vector<std::string> &chosen(size_t request) const { return all[request].chosen; }

  /// Reads what the worker has told by now.
  void hear(const RunningWorker &worker, bool hasEnded) {
    std::optional<std::vector<FileInclusions>> &told = all[worker.request].told;
    if (!choose || told)
      return;
    auto included = splitOutput(contentOf(worker.output.get())).included;
    if (included || hasEnded)
      told = included ? decodeIncluded(*included) : std::vector<FileInclusions>();
    if (included && !told)
      throw std::runtime_error("cannot read a worker's list of included files");
    for (; next < all.size() && all[next].told; ++next)
      all[next].chosen = choose(next, *all[next].told);
  }

  /// It has told its files, and waits to be answered.
  bool isAwaited(const RunningWorker &worker) const {
    return all[worker.request].told && !worker.isAnswered;
  }

  /// No included file is read with the unit after all; those that were to be.
  std::vector<std::string> giveUp(size_t request) { return std::exchange(all[request].chosen, {}); }

  /// Tells the worker, as soon as it is decided.
  void answer(RunningWorker &worker) const {
    const IncludedOfRequest &included = all[worker.request];
    if (!choose || worker.isAnswered || worker.request >= next)
      return;
    std::string bytes;
    for (const FileInclusions &file : *included.told)
      bytes += std::count(included.chosen.begin(), included.chosen.end(), file.path) ? kReadIt
                                                                                     : kLeaveIt;
    worker.isAnswered = true;
    if (write(worker.answer.writing.get(), bytes.data(), bytes.size()) !=
        static_cast<ssize_t>(bytes.size()))
      systemError("pipe", errno);
  }

private:
  std::vector<IncludedOfRequest> all;
  const IncludedChooser &choose;
  size_t next = 0; // the first for which nothing is chosen yet
};

/// Processors that no request needs any more go to the workers that still run, one to each.
void giveSpare(RunningWorkers &running, unsigned jobs) {
  size_t used = running.size();
  for (const RunningWorker &worker : running)
    used += worker.hasSpare;
  for (RunningWorker &worker : running) {
    if (used >= jobs)
      return;
    if (worker.hasSpare || worker.isAlone)
      continue;
    worker.hasSpare = write(worker.spare.writing.get(), "", 1) == 1;
    worker.deadline = Clock::now();
    used += worker.hasSpare;
  }
}

/// The requests as they are worked on.
struct WorkOrder {
  std::vector<size_t> numbers;         // of the requests, in their order
  std::vector<std::string> beginnings; // of each of these; "" when it shares none

  /// The one behind `at` begins like it.
  bool sharesWithNext(size_t at) const { return at + 1 < numbers.size() && areAlike(at, at + 1); }
  bool areAlike(size_t a, size_t b) const {
    return !beginnings[a].empty() && beginnings[a] == beginnings[b];
  }
};

/// Those that begin alike come where the first of them stands.
WorkOrder orderOf(const std::vector<WorkerRequest> &requests, const PoolOptions &options) {
  WorkOrder order;
  order.numbers.resize(requests.size());
  order.beginnings.resize(requests.size());
  std::iota(order.numbers.begin(), order.numbers.end(), size_t(0));
  if (!options.sharesBeginnings || requests.size() < 2)
    return order;
  std::map<std::string, size_t> firsts;
  std::vector<size_t> place(requests.size());
  std::vector<std::string> beginnings(requests.size());
  for (size_t k = 0; k < requests.size(); ++k) {
    beginnings[k] = keyOfBeginning(requests[k].input);
    place[k] = beginnings[k].empty() ? k : firsts.try_emplace(beginnings[k], k).first->second;
  }
  std::stable_sort(order.numbers.begin(), order.numbers.end(),
                   [&](size_t a, size_t b) { return place[a] < place[b]; });
  for (size_t k = 0; k < requests.size(); ++k)
    order.beginnings[k] = std::move(beginnings[order.numbers[k]]);
  return order;
}

/// The results in the order of work, which is that of the requests here.
std::vector<std::vector<UnitResult>> runInOrder(const std::vector<WorkerRequest> &requests,
                                                const WorkOrder &order, const PoolOptions &options,
                                                const PoolObserver &observer) {
  assert(options.jobs > 0);
  std::vector<std::vector<UnitResult>> results(requests.size());
  std::vector<std::vector<std::string>> unread(requests.size()); // included files that crash
  ChildSignal signal;
  RunningWorkers running;
  Choices choices(requests.size(), options.choose);
  // Once more without what it crashed in, or without a reader that ended; false when that is not
  // known.
  auto restart = [&](RunningWorker &worker, EndedNests ended, bool isAlone) {
    stop(worker);
    worker = start(requests[worker.request], worker.request, std::move(ended), options, signal);
    worker.isAlone = isAlone;
  };
  auto startAgain = [&](RunningWorker &worker, int status) {
    EndedNests ended = worker.ended;
    bool readerEnded = worker.copies && worker.pid < 0;
    if (auto nest = crashedNest(worker, status))
      ended[*nest] = UnitOptions::Ended::Crashed;
    else if (readerEnded)
      ; // the unit by itself
    else if (crashedWhileReading(worker, choices.chosen(worker.request), status))
      unread[worker.request] = choices.giveUp(worker.request);
    else
      return false;
    restart(worker, std::move(ended), worker.isAlone);
    return true;
  };
  // The same for one that is late, without the nest that takes its time.
  auto startWithoutSlow = [&](RunningWorker &worker) {
    EndedNests ended = worker.ended;
    if (auto nest = slowNest(worker, std::chrono::seconds(options.secondsPerUnit)))
      ended[*nest] = UnitOptions::Ended::OutOfTime;
    else if (!worker.hasSpare)
      return false;
    restart(worker, std::move(ended), /*isAlone=*/true);
    return true;
  };
  size_t next = 0, done = 0;
  while (next < requests.size() || !running.empty()) {
    while (next < requests.size() && running.size() < options.jobs) {
      running.push_back(order.sharesWithNext(next)
                            ? startReader(requests, next, options, signal)
                            : start(requests[next], next, {}, options, signal));
      ++next;
    }
    for (size_t k = 0; k < running.size();) {
      RunningWorker &worker = running[k];
      const WorkerRequest &request = requests[worker.request];
      // Each included file may take as long as the unit.
      const std::vector<std::string> &included = choices.chosen(worker.request);
      unsigned seconds = options.secondsPerUnit * static_cast<unsigned>(1 + included.size());
      std::optional<int> ended = endOf(worker);
      if (choices.isAwaited(worker))
        restartClock(worker, std::chrono::seconds(seconds));
      bool late = !ended && isLate(worker, std::chrono::seconds(seconds));
      choices.hear(worker, ended || late);
      if (!ended && !late) {
        ++k;
        continue;
      }
      if (ended ? startAgain(worker, *ended) : startWithoutSlow(worker)) {
        ++k;
        continue;
      }
      std::vector<UnitResult> &own = results[worker.request];
      own = ended ? collect(worker, request, included, *ended)
                  : giveUp(worker, request, included, seconds);
      for (const std::string &path : unread[worker.request])
        own.push_back(failed(path, "crashed", "internal",
                             "internal error: the analysis crashed while the file was read", ""));
      ++done;
      if (observer)
        observer(done, request.input);
      if (worker.pid >= 0 && next < requests.size() && order.areAlike(worker.request, next)) {
        reuse(worker, next, options);
        ++next;
        continue;
      }
      stop(worker);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(k));
    }
    for (RunningWorker &worker : running)
      choices.answer(worker);
    if (next == requests.size())
      giveSpare(running, options.jobs);
    if (running.empty() || (next < requests.size() && running.size() < options.jobs))
      continue;
    signal.waitUntil(std::min_element(running.begin(), running.end(),
                                      [](const RunningWorker &a, const RunningWorker &b) {
                                        return a.deadline < b.deadline;
                                      })
                         ->deadline);
  }
  return results;
}

} // namespace

std::vector<std::vector<UnitResult>> runWorkers(const std::vector<WorkerRequest> &requests,
                                                const PoolOptions &options,
                                                const PoolObserver &observer) {
  WorkOrder order = orderOf(requests, options);
  std::vector<WorkerRequest> ordered;
  for (size_t number : order.numbers)
    ordered.push_back(requests[number]);
  PoolOptions own = options;
  if (options.choose)
    own.choose = [&](size_t at, const std::vector<FileInclusions> &files) {
      return options.choose(order.numbers[at], files);
    };
  std::vector<std::vector<UnitResult>> inOrder = runInOrder(ordered, order, own, observer);
  std::vector<std::vector<UnitResult>> results(requests.size());
  for (size_t k = 0; k < inOrder.size(); ++k)
    results[order.numbers[k]] = std::move(inOrder[k]);
  return results;
}

} // namespace acc
