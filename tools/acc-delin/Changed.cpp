#include "tools/acc-delin/Changed.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>
#include <optional>
#include <set>

namespace acc {
namespace {

namespace path = llvm::sys::path;

/// A name as git prints it: in quotes with escapes of C when it has odd characters.
std::string unquoted(llvm::StringRef name) {
  if (!name.consume_front("\""))
    return name.str();
  name.consume_back("\"");
  std::string text;
  while (!name.empty()) {
    char c = name.front();
    name = name.drop_front();
    unsigned code = 0;
    if (c != '\\' || name.empty()) {
      text += c;
    } else if (name.size() >= 3 && !name.take_front(3).getAsInteger(8, code)) {
      text += static_cast<char>(code);
      name = name.drop_front(3);
    } else {
      constexpr llvm::StringLiteral kLetters = "abtnvfr";
      size_t at = kLetters.find(name.front());
      text += at == llvm::StringRef::npos ? name.front() : static_cast<char>('\a' + at);
      name = name.drop_front();
    }
  }
  return text;
}

std::string below(const std::string &top, const std::string &name) {
  llvm::SmallString<256> whole(top);
  path::append(whole, name);
  llvm::SmallString<256> real;
  return llvm::sys::fs::real_path(whole, real) ? whole.str().str() : real.str().str();
}

/// What `git` prints when it is run in the folder; none when it fails, with its first line of
/// complaint in `error`.
std::optional<std::string> runGit(const std::string &folder, std::vector<llvm::StringRef> words,
                                  std::string &error) {
  auto program = llvm::sys::findProgramByName("git");
  if (!program) {
    error = "git is not installed, but --changed needs it";
    return std::nullopt;
  }
  llvm::SmallString<128> output, complaint;
  if (llvm::sys::fs::createTemporaryFile("acc-delin", "out", output) ||
      llvm::sys::fs::createTemporaryFile("acc-delin", "err", complaint)) {
    error = "cannot create a temporary file";
    return std::nullopt;
  }
  llvm::FileRemover removeOutput(output), removeComplaint(complaint);
  words.insert(words.begin(), {"git", "-C", folder, "-c", "core.quotePath=false"});
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(output),
                                                llvm::StringRef(complaint)};
  int status = llvm::sys::ExecuteAndWait(*program, words, std::nullopt, redirects);
  auto text = llvm::MemoryBuffer::getFile(status == 0 ? output : complaint);
  if (status == 0 && text)
    return (*text)->getBuffer().str();
  error = text ? (*text)->getBuffer().split('\n').first.str() : "cannot run git";
  return std::nullopt;
}

} // namespace

bool ChangedLines::addDiff(std::string_view text, const std::string &top) {
  llvm::StringRef rest(text.data(), text.size());
  std::vector<Span> *file = nullptr;
  std::vector<Span> nowhere; // of a file that is gone
  while (!rest.empty()) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (line.consume_front("+++ ")) {
      llvm::StringRef name = line.rtrim("\t\r");
      file = &nowhere;
      if (name != "/dev/null") {
        std::string plain = unquoted(name);
        if (!llvm::StringRef(plain).starts_with("b/"))
          return false;
        file = &spans[below(top, plain.substr(2))];
      }
    } else if (line.consume_front("@@ ")) {
      // "-12,3 +14,0 @@": what is gone, then what is there.
      llvm::StringRef there = line.split('+').second.split(' ').first;
      auto [start, count] = there.split(',');
      unsigned first = 0, lines = 1;
      if (!file || start.getAsInteger(10, first) ||
          (!count.empty() && count.getAsInteger(10, lines)))
        return false;
      file->push_back(lines ? Span{first, first + lines - 1} : Span{first + 1, first});
      // The lines of the hunk, so that one that looks like a header is none.
      unsigned gone = 1;
      auto [goneStart, goneCount] = line.split(' ').first.drop_front().split(',');
      if (!goneCount.empty() && goneCount.getAsInteger(10, gone))
        return false;
      for (unsigned left = gone + lines; left > 0 && !rest.empty(); --left)
        rest = rest.split('\n').second;
    }
  }
  return true;
}

void ChangedLines::addNewFile(const std::string &file) {
  spans[below("", file)].push_back({1, ~0u});
}

bool ChangedLines::touches(const std::string &file, unsigned first, unsigned last) const {
  auto known = spans.find(file);
  return known != spans.end() &&
         std::any_of(known->second.begin(), known->second.end(), [&](const Span &span) {
           // For a removal `first` is the line behind it and `last` the line before it: both must
           // be inside.
           return first <= span.last && span.first <= last;
         });
}

std::variant<ChangedLines, std::string> changedSince(const std::string &revision,
                                                     const std::vector<std::string> &paths) {
  ChangedLines changed;
  std::set<std::string> seen;
  std::string error;
  for (const std::string &named : paths) {
    std::string folder = named;
    if (!llvm::sys::fs::is_directory(named))
      folder = path::parent_path(named).str();
    if (folder.empty())
      folder = ".";
    auto top = runGit(folder, {"rev-parse", "--show-toplevel"}, error);
    if (!top)
      return named + ": " + error;
    std::string root = llvm::StringRef(*top).rtrim("\n").str();
    if (!seen.insert(root).second)
      continue;
    auto diff = runGit(root,
                       {"diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv",
                        "--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", revision, "--"},
                       error);
    auto untracked = diff
                         ? runGit(root, {"ls-files", "-z", "--others", "--exclude-standard"}, error)
                         : std::nullopt;
    if (!untracked)
      return error;
    if (!changed.addDiff(*diff, root))
      return "the diff of git against " + revision + " cannot be read";
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(*untracked).split(names, '\0', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef name : names)
      changed.addNewFile(root + "/" + name.str());
  }
  return changed;
}

} // namespace acc
