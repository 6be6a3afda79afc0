#include "rewriter/edit/DiffLines.h"
#include "rewriter/edit/Edit.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace acc {
namespace {

using Lines = std::vector<std::string_view>;

constexpr size_t kContext = 3;

/// Marks the lines of `a` that go and those of `b` that come. Myers' linear-space
/// algorithm ["An O(ND) Difference Algorithm and Its Variations", 1986, 4b].
class Comparison {
public:
  Comparison(const Lines &a, const Lines &b)
      : removed(a.size()), added(b.size()), a(a), b(b), forward(2 * (a.size() + b.size()) + 4),
        backward(forward.size()) {
    compare(0, a.size(), 0, b.size());
  }

  std::vector<bool> removed, added;

private:
  struct Snake {
    long x, y, u, v; // equal from (x, y) to (u, v)
  };

  void compare(long a0, long a1, long b0, long b1) {
    while (a0 < a1 && b0 < b1 && a[a0] == b[b0])
      ++a0, ++b0;
    while (a0 < a1 && b0 < b1 && a[a1 - 1] == b[b1 - 1])
      --a1, --b1;
    if (a0 == a1 || b0 == b1) {
      std::fill(removed.begin() + a0, removed.begin() + a1, true);
      std::fill(added.begin() + b0, added.begin() + b1, true);
      return;
    }
    Snake middle = middleSnake(a0, a1, b0, b1);
    compare(a0, middle.x, b0, middle.y);
    compare(middle.u, a1, middle.v, b1);
  }

  /// Searches from both ends at once; the paths meet in the middle of a shortest
  /// edit script. Both ends are known to differ, so neither half is the whole.
  Snake middleSnake(long a0, long a1, long b0, long b1) {
    long n = a1 - a0, m = b1 - b0, delta = n - m, centre = n + m + 1;
    bool odd = delta & 1;
    for (long d = 0;; ++d) {
      for (long k = -d; k <= d; k += 2) {
        long start = furthest(forward, centre, k, d, n, m);
        long x = start;
        while (x >= 0 && x < n && x - k < m && a[a0 + x] == b[b0 + x - k])
          ++x;
        forward[centre + k] = x;
        long mirrored = delta - k;
        if (x >= 0 && odd && std::abs(mirrored) <= d - 1 && x + backward[centre + mirrored] >= n)
          return {a0 + start, b0 + start - k, a0 + x, b0 + x - k};
      }
      for (long k = -d; k <= d; k += 2) {
        long start = furthest(backward, centre, k, d, n, m);
        long x = start;
        while (x >= 0 && x < n && x - k < m && a[a1 - 1 - x] == b[b1 - 1 - x + k])
          ++x;
        backward[centre + k] = x;
        long mirrored = delta - k;
        if (x >= 0 && !odd && std::abs(mirrored) <= d && x + forward[centre + mirrored] >= n)
          return {a1 - x, b1 - x + k, a1 - start, b1 - start + k};
      }
    }
  }

  /// Where one more edit leads on diagonal k; kNowhere outside the rectangle.
  static long furthest(const std::vector<long> &frontier, long centre, long k, long d, long n,
                       long m) {
    if (d == 0)
      return 0;
    long down = k == d ? kNowhere : frontier[centre + k + 1];
    long right = k == -d ? kNowhere : frontier[centre + k - 1] + 1;
    down = down < 0 || down - k > m ? kNowhere : down;
    right = right <= 0 || right > n ? kNowhere : right;
    return std::max(down, right);
  }

  static constexpr long kNowhere = std::numeric_limits<long>::min() / 2;

  const Lines &a, &b;
  std::vector<long> forward, backward;
};

/// A file name as git writes it in a diff: quoted when it holds what would break
/// the line, with a tab behind it when it holds a space.
std::string fileName(char side, const std::string &path) {
  size_t start = std::min(path.find_first_not_of('/'), path.size());
  std::string name = std::string(1, side) + "/" + path.substr(start);
  bool quote = std::any_of(name.begin(), name.end(),
                           [](unsigned char c) { return c == '"' || c == '\\' || c < ' '; });
  if (quote) {
    std::string quoted = "\"";
    for (unsigned char c : name) {
      if (c == '"' || c == '\\')
        quoted += '\\', quoted += static_cast<char>(c);
      else if (c < ' ')
        quoted += {'\\', static_cast<char>('0' + c / 64), static_cast<char>('0' + c / 8 % 8),
                   static_cast<char>('0' + c % 8)};
      else
        quoted += static_cast<char>(c);
    }
    return quoted + "\"";
  }
  return name.find(' ') == std::string::npos ? name : name + "\t";
}

} // namespace

std::vector<std::string_view> linesOf(std::string_view text) {
  Lines lines;
  for (size_t at = 0; at < text.size();) {
    size_t feed = text.find('\n', at);
    size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::vector<DiffLine> diffLines(const Lines &a, const Lines &b) {
  Comparison comparison(a, b);
  std::vector<DiffLine> result;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && comparison.removed[i])
      result.push_back({'-', a[i++]});
    else if (j < b.size() && comparison.added[j])
      result.push_back({'+', b[j++]});
    else
      result.push_back({' ', a[i++]}), ++j;
  }
  return result;
}

std::string withKeptLines(std::string_view before, std::string_view after,
                          const std::function<bool(std::string_view line)> &isKept) {
  std::string text, waiting;
  for (const DiffLine &line : diffLines(linesOf(before), linesOf(after))) {
    const bool isWaiting = line.sign == '-' && isKept(line.text);
    // What is new goes before them, but in place of the line behind them.
    if (!isWaiting && line.sign != '+')
      text += std::exchange(waiting, "");
    if (line.sign != '-')
      text += line.text;
    else if (isWaiting)
      waiting += line.text;
  }
  return text + waiting;
}

std::string unifiedDiff(const std::string &path, std::string_view before, std::string_view after,
                        DiffOf files) {
  if (before == after)
    return "";
  std::vector<DiffLine> lines = diffLines(linesOf(before), linesOf(after));
  const std::string none = "/dev/null";
  std::string result = "--- " + (files == DiffOf::NewFile ? none : fileName('a', path)) + "\n+++ " +
                       (files == DiffOf::RemovedFile ? none : fileName('b', path)) + "\n";
  size_t oldLine = 1, newLine = 1, at = 0;
  auto advance = [&](size_t to) {
    for (; at < to; ++at) {
      oldLine += lines[at].sign != '+';
      newLine += lines[at].sign != '-';
    }
  };
  auto nextChange = [&](size_t from) {
    while (from < lines.size() && lines[from].sign == ' ')
      ++from;
    return from;
  };
  for (size_t change = nextChange(0); change < lines.size();) {
    size_t end = change;
    // Changes with at most two contexts between them share a hunk.
    for (size_t next = change; next < lines.size() && next - end <= 2 * kContext;
         next = nextChange(next)) {
      while (next < lines.size() && lines[next].sign != ' ')
        ++next;
      end = next;
    }
    size_t first = change - std::min(change, kContext);
    size_t last = std::min(end + kContext, lines.size());
    advance(first);
    std::string body;
    size_t oldStart = oldLine, newStart = newLine;
    for (size_t k = first; k < last; ++k) {
      body += lines[k].sign;
      body += lines[k].text;
      if (lines[k].text.back() != '\n')
        body += "\n\\ No newline at end of file\n";
    }
    advance(last);
    size_t oldCount = oldLine - oldStart, newCount = newLine - newStart;
    // An empty side names the line before it.
    result += "@@ -" + std::to_string(oldStart - (oldCount == 0)) + "," + std::to_string(oldCount) +
              " +" + std::to_string(newStart - (newCount == 0)) + "," + std::to_string(newCount) +
              " @@\n" + body;
    change = nextChange(last);
  }
  return result;
}

} // namespace acc
