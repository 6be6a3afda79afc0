#include "rewriter/edit/EntryMarker.h"
#include "rewriter/edit/Lexeme.h"
#include "rewriter/edit/ScheduleComment.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace acc {
namespace {

unsigned lineOf(std::string_view text, size_t at) {
  return 1 + std::count(text.begin(), text.begin() + at, '\n');
}

} // namespace

SourceRange rangeOf(std::string_view text, size_t begin, size_t end) {
  size_t before = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  size_t lineStart = before == std::string_view::npos ? 0 : before + 1;
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end), lineOf(text, begin),
          static_cast<uint32_t>(begin - lineStart + 1)};
}

namespace {

constexpr std::string_view kOpening = "/* acc-delin ";

/// One marker comment of the file.
struct Marker {
  enum class Kind { Begin, End, Function, Entry, Helpers };
  Kind kind = Kind::Begin;
  std::string nest, version, hash, fastHash;
  ScheduleNote schedule = {};
  bool inBraces = false;
  size_t begin = 0, end = 0;
};

/// The words of a comment, without what a formatter begins and ends its lines with.
std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = skipSpace(text, 0); at < text.size();) {
    size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    if (const std::string_view word = text.substr(at, end - at); word != "*" && word != "\\")
      words.emplace_back(word);
    at = skipSpace(text, end);
  }
  return words;
}

bool isHash(const std::string &word) {
  return word.size() == 8 && std::all_of(word.begin(), word.end(), [](unsigned char c) {
           return std::isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

bool isVersion(const std::string &word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) &&
         word.find_first_not_of("0123456789.") == std::string::npos;
}

/// Reads the comment at [begin, end). Null result: a comment of the user's own.
std::variant<std::optional<Marker>, MarkerError> readMarker(std::string_view text, size_t begin,
                                                            size_t end) {
  std::string_view inner = text.substr(begin + kOpening.size(), end - begin - kOpening.size());
  if (inner.ends_with("*/"))
    inner.remove_suffix(2);
  std::vector<std::string> words = wordsOf(inner);
  Marker marker;
  marker.begin = begin;
  marker.end = end;
  if (words.empty())
    return std::nullopt;
  if (words[0] == "helpers" ||
      (words.size() == 2 && words[0] == "fast" && words[1] == "versions")) {
    marker.kind = Marker::Kind::Helpers;
    return marker;
  }
  if (words[0] == "end") {
    if (words.size() != 2)
      return MarkerError{"the end marker does not name one nest", lineOf(text, begin)};
    marker.kind = Marker::Kind::End;
    marker.nest = words[1];
    return marker;
  }
  if (words.size() > 3 && words[0] == "fast" && words[1] == "version" && words[2] == "of") {
    marker.kind = Marker::Kind::Function;
    marker.nest = words[3].substr(0, words[3].find(':'));
    marker.schedule = scheduleIn(inner);
    return marker;
  }
  if (words.size() > 7 && isVersion(words[0]) && words[1] == "fast" && words[2] == "version" &&
      words[3] == "of") {
    marker.kind = Marker::Kind::Entry;
    marker.version = words[0];
    marker.nest = words[4];
    marker.hash = words[5];
    marker.inBraces = words[7] == "in";
    marker.fastHash = words[6].substr(0, words[6].find(':'));
    marker.schedule = scheduleIn(inner);
    if (!isHash(marker.hash) || !isHash(marker.fastHash))
      return MarkerError{"the comment of the fast version of " + marker.nest +
                             " has no readable hashes",
                         lineOf(text, begin)};
    return marker;
  }
  bool isOfOlderVersion = std::find(words.begin(), words.end(), "begin:") != words.end();
  marker.inBraces =
      words.size() > 2 && words.back() == "braces" && words[words.size() - 3] == "begin";
  if (words.back() != "begin" && !marker.inBraces && !isOfOlderVersion)
    return std::nullopt;
  if (words.size() != (marker.inBraces ? 7u : 5u) || isOfOlderVersion)
    return MarkerError{
        "the begin marker lacks its version, nest or hashes, or was written by an older version "
        "(revert it with that version)",
        lineOf(text, begin)};
  marker.version = words[0];
  marker.nest = words[1];
  marker.hash = words[2];
  marker.fastHash = words[3];
  if (!isVersion(marker.version))
    return MarkerError{"the begin marker of " + marker.nest +
                           " has no readable version: " + marker.version,
                       lineOf(text, begin)};
  for (size_t k : {2, 3})
    if (!isHash(words[k]))
      return MarkerError{"the begin marker of " + marker.nest +
                             " has no readable hash: " + words[k],
                         lineOf(text, begin)};
  return marker;
}

std::variant<std::vector<Marker>, MarkerError> allMarkers(std::string_view text) {
  std::vector<Marker> markers;
  for (size_t at = 0; at < text.size();) {
    size_t end = lexemeEnd(text, at);
    if (text.substr(at, kOpening.size()) == kOpening) {
      auto read = readMarker(text, at, end);
      if (auto *error = std::get_if<MarkerError>(&read))
        return *error;
      if (auto &marker = std::get<0>(read))
        markers.push_back(*marker);
    }
    at = end;
  }
  return markers;
}

/// What is put in before a function: a comment with the #if ... #endif, or the #include of helpers,
/// behind it and an empty line. None when that is not there.
std::optional<SourceRange> blockBehind(std::string_view text, const Marker &marker) {
  size_t at = skipSpace(text, marker.end);
  unsigned depth = 0;
  bool isContinued = false; // of a macro before the first #if
  bool isIncluded = marker.kind == Marker::Kind::Helpers && text.substr(at).starts_with("#include");
  while (at < text.size()) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    const std::string_view directive = directiveOf(line);
    const bool isDefined = marker.kind == Marker::Kind::Entry && directive == "define";
    if (directive.starts_with("if"))
      ++depth;
    else if (depth == 0 && !isIncluded && !isDefined && !isContinued)
      return std::nullopt;
    isContinued = (isDefined || isContinued) && line.substr(0, line.find('\r')).ends_with('\\');
    at = std::min(end + 1, text.size());
    if (!isIncluded && (directive != "endif" || --depth > 0))
      continue;
    // Several conditions in a row end one after the other.
    if (text.substr(at).starts_with("\r\n"))
      at += 2;
    else if (text.substr(at).starts_with("\n"))
      at += 1;
    return rangeOf(text, marker.begin, at);
  }
  return std::nullopt;
}

/// Reads what nestEdits writes between the two markers of a nest.
class RegionReader {
public:
  RegionReader(std::string_view text, const Marker &begin, const Marker &end)
      : text(text), begin(begin), end(end), at(begin.end) {}

  /// What is put in before the original and behind it.
  SourceRange before, behind;

  std::optional<MarkedRegion> read(std::string_view function) {
    MarkedRegion region;
    region.nest = begin.nest;
    region.version = begin.version;
    region.hash = begin.hash;
    const size_t lineStart = logicalLineStart(text, begin.begin);
    // "#if condition" and the marker.
    const bool fromLineStart = !begin.inBraces && directiveOf(text.substr(lineStart)) == "if";
    size_t first = fromLineStart ? lineStart : begin.begin;
    region.whole = rangeOf(text, first, end.end);
    unsigned pins = fromLineStart;
    if (begin.inBraces && !take("{"))
      return std::nullopt;
    while (takeDirective("if"))
      ++pins;
    if (take("int ") && !readFlag(region))
      return std::nullopt;
    if (!take("if") || !peek("("))
      return std::nullopt;
    auto guardEnd = bracket();
    if (!guardEnd)
      return std::nullopt;
    if (!region.guard.known())
      region.guard = rangeOf(text, at + 1, *guardEnd);
    at = *guardEnd + 1;
    auto fastEnd = peek("{") ? bracket() : semicolonFrom(at);
    if (!fastEnd)
      return std::nullopt;
    region.fast = rangeOf(text, at, *fastEnd + 1);
    at = *fastEnd + 1;
    if (!take("else"))
      return std::nullopt;
    while (pins > 0 && takeDirective("endif"))
      --pins;
    if (pins > 0 || (begin.inBraces && !take("{")))
      return std::nullopt;
    size_t originalBegin = skipSpace(text, at);
    size_t putBefore = originalBegin;
    if (fromLineStart)
      putBefore = std::min(text.find('\n', at), originalBegin - 1) + 1;
    // The original is the user's: its brackets are not trusted, only the closing braces behind it.
    size_t originalEnd = end.begin;
    for (int brace = 0; brace < (begin.inBraces ? 2 : 0); ++brace)
      if (!takeBack('}', originalEnd))
        return std::nullopt;
    originalEnd = spaceBack(originalEnd);
    if (originalBegin >= originalEnd)
      return std::nullopt;
    region.original = rangeOf(text, originalBegin, originalEnd);
    before = rangeOf(text, first, putBefore);
    behind = rangeOf(text, originalEnd, end.end);
    std::string around(function);
    if (fromLineStart) // with the blank that parts the marker from its line
      around += text.substr(first, begin.begin - 1 - first);
    around += text.substr(begin.end, putBefore - begin.end);
    around += text.substr(originalEnd, end.end - originalEnd);
    region.fastHash = writtenHash(around);
    region.isFastEdited = begin.fastHash != region.fastHash;
    if (!function.empty())
      readFunction(function, region);
    return region;
  }

private:
  /// The names of the functions; the body of the last one is the fast version.
  void readFunction(std::string_view block, MarkedRegion &region) const {
    for (size_t line = 0; line < block.size();) {
      size_t open = block.find('(', line),
             next = std::min(block.find('\n', line), block.size() - 1) + 1;
      size_t name = block.substr(0, std::min(open, block.size())).find_last_of(" *\n");
      auto close = open < next ? closingBracket(block, open) : std::nullopt;
      size_t body = close ? skipSpace(block, *close + 1) : block.size();
      if (!block.substr(line).starts_with("static ") || name == std::string_view::npos ||
          body >= block.size() || block[body] != '{') {
        line = next;
        continue;
      }
      region.functions.insert(std::string(block.substr(name + 1, open - name - 1)));
      auto last = closingBracket(block, body);
      if (!last)
        return;
      size_t base = block.data() - text.data();
      region.fast = rangeOf(text, base + body, base + *last + 1);
      line = *last + 1;
    }
  }

  /// "flag = guard;" and the tests behind it, up to the last `if`.
  bool readFlag(MarkedRegion &region) {
    size_t equals = text.substr(0, end.begin).find('=', at);
    if (equals == std::string_view::npos)
      return false;
    size_t guardBegin = skipSpace(text, equals + 1);
    std::optional<size_t> guardEnd = semicolonFrom(guardBegin);
    if (!guardEnd)
      return false;
    region.guard = rangeOf(text, guardBegin, *guardEnd);
    at = *guardEnd + 1;
    return skipTests();
  }

  /// The `if`s with a block behind the flag's declaration, but for the last one, which has an
  /// `else`.
  bool skipTests() {
    for (size_t before = at; take("if"); before = at) {
      std::optional<size_t> close = peek("(") ? bracket() : std::nullopt;
      if (!close)
        return false;
      at = *close + 1;
      close = peek("{") ? bracket() : std::nullopt;
      if (close)
        at = *close + 1;
      if (!close || peek("else")) {
        at = before;
        return true;
      }
    }
    return true;
  }

  /// Behind all brackets: a statement expression has semicolons of its own.
  std::optional<size_t> semicolonFrom(size_t position) const {
    std::string_view code = text.substr(0, end.begin);
    while ((position = code.find_first_of(";(", position)) != std::string_view::npos) {
      if (code[position] == ';')
        return position;
      std::optional<size_t> close = closingBracket(code, position);
      if (!close)
        return std::nullopt;
      position = *close + 1;
    }
    return std::nullopt;
  }

  bool takeDirective(std::string_view name) {
    if (!peek("#") || directiveOf(text.substr(at)) != name)
      return false;
    at = std::min(logicalLineEnd(text, at), end.begin);
    return true;
  }

  bool peek(std::string_view word) {
    at = skipSpace(text, at);
    return at + word.size() <= end.begin && text.substr(at, word.size()) == word;
  }
  bool take(std::string_view word) {
    if (!peek(word))
      return false;
    at += word.size();
    return true;
  }
  std::optional<size_t> bracket() const { return closingBracket(text.substr(0, end.begin), at); }
  size_t spaceBack(size_t position) const {
    size_t last = text.substr(0, position).find_last_not_of(" \t\r\n");
    return last == std::string_view::npos ? 0 : last + 1;
  }
  bool takeBack(char c, size_t &position) const {
    position = spaceBack(position);
    if (position <= at || text[position - 1] != c)
      return false;
    --position;
    return true;
  }

  std::string_view text;
  const Marker &begin, &end;
  size_t at;
};

bool standsBeforeFunction(const Marker &marker) {
  return marker.kind != Marker::Kind::Begin && marker.kind != Marker::Kind::End;
}

/// The block of such a marker.
std::variant<SourceRange, MarkerError> blockOf(std::string_view text, const Marker &marker) {
  if (auto block = blockBehind(text, marker))
    return *block;
  const std::string what = marker.kind == Marker::Kind::Helpers
                               ? "the block of helpers"
                               : "the fast version of " + marker.nest;
  return MarkerError{what + " is damaged: #if or #endif is missing", lineOf(text, marker.begin)};
}

/// All that rewrites put into a file.
struct Inserted {
  std::vector<MarkedRegion> regions;
  std::vector<SourceRange> ranges;
};

std::variant<Inserted, MarkerError> readAll(std::string_view text) {
  auto found = allMarkers(text);
  if (auto *error = std::get_if<MarkerError>(&found))
    return *error;
  const auto &markers = std::get<0>(found);
  Inserted inserted;
  std::map<std::string, SourceRange> functions;
  std::map<std::string, ScheduleNote> schedules;
  for (size_t k = 0; k < markers.size(); ++k) {
    const Marker &begin = markers[k];
    unsigned line = lineOf(text, begin.begin);
    if (standsBeforeFunction(begin)) {
      auto block = blockOf(text, begin);
      if (auto *error = std::get_if<MarkerError>(&block))
        return *error;
      const SourceRange &range = std::get<SourceRange>(block);
      inserted.ranges.push_back(range);
      if (begin.kind == Marker::Kind::Function) {
        if (!functions.emplace(begin.nest, range).second)
          return MarkerError{"the fast version of " + begin.nest + " appears twice", line};
        schedules[begin.nest] = begin.schedule;
      }
      if (begin.kind != Marker::Kind::Entry)
        continue;
      auto entry = readEntry(text, {begin.nest, begin.version, begin.hash, begin.fastHash,
                                    begin.schedule, begin.inBraces, range, begin.end});
      if (auto *error = std::get_if<MarkerError>(&entry))
        return *error;
      const EntryRegion &read = std::get<EntryRegion>(entry);
      inserted.ranges.push_back(read.before);
      if (read.behind.begin < read.behind.end)
        inserted.ranges.push_back(read.behind);
      inserted.regions.push_back(read.region);
      continue;
    }
    if (begin.kind == Marker::Kind::End)
      return MarkerError{"the end marker of " + begin.nest + " has no begin", line};
    if (++k == markers.size())
      return MarkerError{"the begin marker of " + begin.nest + " has no end", line};
    const Marker &end = markers[k];
    if (end.kind != Marker::Kind::End)
      return MarkerError{"a marker of " + (end.nest.empty() ? "the helpers" : end.nest) +
                             " appears before the end of " + begin.nest,
                         lineOf(text, end.begin)};
    if (end.nest != begin.nest)
      return MarkerError{"the end marker of " + end.nest + " appears in place of that of " +
                             begin.nest,
                         lineOf(text, end.begin)};
    auto function = functions.find(begin.nest);
    std::string_view code;
    if (function != functions.end())
      code = text.substr(function->second.begin, function->second.end - function->second.begin);
    RegionReader reader(text, begin, end);
    auto region = reader.read(code);
    if (!region)
      return MarkerError{"the code between the markers of " + begin.nest +
                             " is no longer a guarded version",
                         line};
    functions.erase(begin.nest);
    region->schedule = schedules[begin.nest];
    inserted.regions.push_back(*region);
    inserted.ranges.push_back(reader.before);
    inserted.ranges.push_back(reader.behind);
  }
  // The lines of several fast versions stand before one nest: the inner one has it.
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (MarkedRegion &outer : inserted.regions)
      for (const MarkedRegion &inner : inserted.regions)
        if (outer.original.begin == inner.whole.begin && outer.original.end == inner.whole.end) {
          outer.original = inner.original;
          isNew = true;
        }
  }
  if (!functions.empty())
    return MarkerError{"the fast version of " + functions.begin()->first + " has no nest after it",
                       functions.begin()->second.line};
  auto byPlace = [](const SourceRange &a, const SourceRange &b) { return a.begin < b.begin; };
  std::stable_sort(inserted.ranges.begin(), inserted.ranges.end(), byPlace);
  std::stable_sort(
      inserted.regions.begin(), inserted.regions.end(),
      [&](const MarkedRegion &a, const MarkedRegion &b) { return byPlace(a.whole, b.whole); });
  return inserted;
}

} // namespace

std::variant<std::vector<MarkedRegion>, MarkerError> findMarkers(std::string_view text) {
  auto all = readAll(text);
  if (auto *error = std::get_if<MarkerError>(&all))
    return *error;
  return std::move(std::get<Inserted>(all).regions);
}

std::variant<std::vector<SourceRange>, MarkerError> insertedRanges(std::string_view text) {
  auto all = readAll(text);
  if (auto *error = std::get_if<MarkerError>(&all))
    return *error;
  return std::move(std::get<Inserted>(all).ranges);
}

std::variant<std::vector<SourceRange>, MarkerError> blocksBeforeFunctions(std::string_view text) {
  auto markers = allMarkers(text);
  if (auto *error = std::get_if<MarkerError>(&markers))
    return *error;
  std::vector<SourceRange> blocks;
  for (const Marker &marker : std::get<0>(markers)) {
    if (!standsBeforeFunction(marker))
      continue;
    auto block = blockOf(text, marker);
    if (auto *error = std::get_if<MarkerError>(&block))
      return *error;
    blocks.push_back(std::get<SourceRange>(block));
  }
  return blocks;
}

std::variant<std::string, MarkerError> revert(std::string_view text) {
  auto inserted = insertedRanges(text);
  if (auto *error = std::get_if<MarkerError>(&inserted))
    return *error;
  std::vector<Edit> edits;
  for (const SourceRange &range : std::get<0>(inserted))
    edits.push_back({range.begin, range.end, ""});
  return *applyEdits(text, std::move(edits));
}

namespace {

/// `withComments`: their words count, but for what marks them.
std::string hashOf(std::string_view text, bool withComments) {
  // FNV-1a, 64 bits, folded to 32. [http://www.isthe.com/chongo/tech/comp/fnv/]
  uint64_t hash = 14695981039346656037u;
  auto add = [&](std::string_view token) {
    for (char c : token)
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    hash = (hash ^ 0) * 1099511628211u; // its end
  };
  for (size_t at = skipSpace(text, 0); at < text.size(); at = skipSpace(text, at)) {
    size_t end = lexemeEnd(text, at);
    const bool isComment = end > at + 1 && text[at] == '/';
    const bool isSplice =
        text[at] == '\\' && (text.substr(end, 1) == "\n" || text.substr(end, 2) == "\r\n");
    while (isInWord(text[end - 1]) && end < text.size() && isInWord(text[end]))
      ++end;
    if (isComment && withComments) {
      for (const std::string &word : wordsOf(text.substr(at, end - at)))
        if (word.find_first_not_of("*/") != word.npos)
          add(word);
    } else if (!isComment && !isSplice)
      add(text.substr(at, end - at));
    at = end;
  }
  uint32_t folded = static_cast<uint32_t>(hash >> 32) ^ static_cast<uint32_t>(hash);
  std::string digits(8, '0');
  for (int k = 7; k >= 0; --k, folded >>= 4)
    digits[k] = "0123456789abcdef"[folded & 15];
  return digits;
}

} // namespace

std::string contentHash(std::string_view text) { return hashOf(text, /*withComments=*/false); }

std::string writtenHash(std::string_view text) { return hashOf(text, /*withComments=*/true); }

} // namespace acc
