// --changed=REV: the lines that differ from a git revision.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace acc {

/// Lines of the files as they are on disk.
class ChangedLines {
public:
  /// Adds what a `git diff -U0` says of files below `top`. False when it is no such text.
  bool addDiff(std::string_view diff, const std::string &top);
  /// A file of which every line is new; an absolute path.
  void addNewFile(const std::string &path);

  /// Some line from `first` to `last` of the file (an absolute path, links resolved) was changed or
  /// is new, or lines between two of them were removed.
  bool touches(const std::string &path, unsigned first, unsigned last) const;

private:
  struct Span {
    unsigned first, last;
  };
  std::map<std::string, std::vector<Span>> spans;
};

/// What differs from the revision in the repositories that hold `paths`, untracked files included.
/// A message when git is not there, a path is in no repository, or there is no such revision.
std::variant<ChangedLines, std::string> changedSince(const std::string &revision,
                                                     const std::vector<std::string> &paths);

} // namespace acc
