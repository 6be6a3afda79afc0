#include "rewriter/edit/Edit.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace acc {
namespace {

std::string systemError(const std::string &what, const std::string &path) {
  return what + " " + path + ": " + std::strerror(errno);
}

/// Closes and, until `keep`, removes a temporary file.
class Temporary {
public:
  explicit Temporary(std::string pattern) : path(std::move(pattern)) {
    descriptor = mkstemp(path.data());
  }
  ~Temporary() {
    close();
    if (!path.empty() && created)
      unlink(path.c_str());
  }
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;

  bool open() {
    created = descriptor >= 0;
    return created;
  }
  bool close() {
    int closing = descriptor;
    descriptor = -1;
    return closing < 0 || ::close(closing) == 0;
  }
  void keep() { path.clear(); }

  std::string path;
  int descriptor = -1;

private:
  bool created = false;
};

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    text.remove_prefix(written);
  }
  return true;
}

std::optional<std::string> readAll(const std::string &path) {
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return std::nullopt;
  std::string text;
  char buffer[1 << 16];
  ssize_t count;
  while ((count = read(descriptor, buffer, sizeof buffer)) > 0 || (count < 0 && errno == EINTR))
    if (count > 0)
      text.append(buffer, count);
  close(descriptor);
  return count < 0 ? std::nullopt : std::optional(text);
}

mode_t modeOfNewFiles() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

void syncFolder(const std::string &folder) {
  int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  fsync(descriptor);
  close(descriptor);
}

} // namespace

std::string writeFileAtomically(const std::string &path, std::string_view text,
                                std::optional<std::string_view> expected) {
  std::string target = path;
  struct stat status{};
  bool exists = lstat(path.c_str(), &status) == 0;
  if (exists) {
    char resolved[PATH_MAX];
    if (!realpath(path.c_str(), resolved) || stat(resolved, &status) != 0)
      return systemError("cannot resolve", path);
    target = resolved;
    if (!S_ISREG(status.st_mode))
      return path + " is not a regular file";
    if (access(target.c_str(), W_OK) != 0)
      return systemError("cannot write", path);
  } else if (expected) {
    return systemError("cannot read", path);
  }

  size_t slash = target.rfind('/');
  std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  Temporary temporary(target + ".XXXXXX");
  if (!temporary.open())
    return systemError("cannot create a file beside", path);
  mode_t mode = exists ? status.st_mode & 07777 : modeOfNewFiles();
  // The owner is kept where the system allows it; the mode must be set after it.
  if (exists && fchown(temporary.descriptor, status.st_uid, status.st_gid) != 0)
    errno = 0;
  if (fchmod(temporary.descriptor, mode) != 0)
    return systemError("cannot set the permissions of", temporary.path);
  if (!writeAll(temporary.descriptor, text) || fsync(temporary.descriptor) != 0 ||
      !temporary.close())
    return systemError("cannot write", temporary.path);
  if (expected) {
    auto now = readAll(target);
    if (!now)
      return systemError("cannot read", path);
    if (*now != *expected)
      return path + " changed while it was being rewritten";
  }
  if (rename(temporary.path.c_str(), target.c_str()) != 0)
    return systemError("cannot replace", path);
  temporary.keep();
  syncFolder(folder);
  return "";
}

} // namespace acc
