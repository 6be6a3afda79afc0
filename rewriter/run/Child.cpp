#include "rewriter/run/Child.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace acc {
namespace {

/// The limit of memory that is written; address space alone costs nothing.
constexpr rlim_t kMostBytes = rlim_t(4) << 30;

[[noreturn]] void work(const std::function<void(std::FILE *)> &task, int pipe,
                       unsigned milliseconds) {
  rlimit none = {0, 0}, memory = {kMostBytes, kMostBytes};
  rlim_t seconds = milliseconds / 1000 + 1;
  rlimit time = {seconds, seconds + 1};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_DATA, &memory);
  setrlimit(RLIMIT_CPU, &time);
  if (std::FILE *out = fdopen(pipe, "w")) {
    task(out);
    std::fflush(out);
  }
  _exit(0); // buffers that this process has of its parent's files stay unwritten
}

/// Processor time of the process so far, in milliseconds; 0 when it cannot be read.
double processorTime(pid_t process) {
  clockid_t clock;
  timespec time = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

} // namespace

ChildResult runInChild(const std::function<void(std::FILE *)> &task, unsigned milliseconds) {
  ChildResult result;
  int ends[2];
  if (pipe(ends) != 0) {
    result.death = std::string("no pipe: ") + std::strerror(errno);
    return result;
  }
  pid_t child = fork();
  if (child < 0) {
    result.death = std::string("no process: ") + std::strerror(errno);
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  if (child == 0) {
    close(ends[0]);
    work(task, ends[1], milliseconds);
  }
  close(ends[1]);
  // RLIMIT_CPU ends a child that computes, however busy the machine is. The clock on the wall only
  // ends one that waits.
  using Clock = std::chrono::steady_clock;
  const auto patience = std::chrono::milliseconds(4 * milliseconds + 1000);
  Clock::time_point end = Clock::now() + patience;
  double computed = 0;
  char buffer[4096];
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd wait = {ends[0], POLLIN, 0};
    int ready = left <= 0 ? 0 : poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR)
      continue;
    if (double now = ready == 0 ? processorTime(child) : 0; now > computed) {
      computed = now;
      end = Clock::now() + patience;
      continue;
    }
    if (ready <= 0) {
      result.timedOut = true;
      kill(child, SIGKILL);
      break;
    }
    ssize_t size = read(ends[0], buffer, sizeof buffer);
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      break;
    result.output.append(buffer, static_cast<size_t>(size));
  }
  close(ends[0]);
  int status = 0;
  rusage used = {};
  while (wait4(child, &status, 0, &used) < 0 && errno == EINTR)
    ;
  for (const timeval &time : {used.ru_utime, used.ru_stime})
    result.milliseconds += 1e3 * time.tv_sec + 1e-3 * time.tv_usec;
  if (WIFSIGNALED(status)) {
    result.timedOut |= WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
    result.death = strsignal(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    result.death = "exit " + std::to_string(WEXITSTATUS(status));
  }
  return result;
}

} // namespace acc
