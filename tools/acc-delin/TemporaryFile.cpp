#include "tools/acc-delin/TemporaryFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace acc {

void systemError(const char *what, int error) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(error));
}

TemporaryFile makeTemporary() {
  TemporaryFile file(std::tmpfile());
  if (!file)
    systemError("temporary file", errno);
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string contentOf(std::FILE *file) {
  std::string text;
  char block[1 << 16];
  for (ssize_t count;
       (count = pread(fileno(file), block, sizeof block, static_cast<off_t>(text.size()))) > 0;)
    text.append(block, static_cast<size_t>(count));
  return text;
}

} // namespace acc
