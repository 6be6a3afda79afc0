#include "rewriter/run/Child.h"

#include <cerrno>
#include <chrono>
#include <cstring>
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
  using Clock = std::chrono::steady_clock;
  // Four times: on a busy machine processor time is what counts.
  Clock::time_point end = Clock::now() + std::chrono::milliseconds(4 * milliseconds + 1000);
  char buffer[4096];
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd wait = {ends[0], POLLIN, 0};
    int ready = left <= 0 ? 0 : poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR)
      continue;
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
