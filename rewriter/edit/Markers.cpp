#include "rewriter/edit/Edit.h"
#include "rewriter/edit/Lexeme.h"

#include <algorithm>
#include <cctype>

namespace acc {
namespace {

constexpr std::string_view kOpening = "/* acc-delin ";

/// One marker comment of the file.
struct Marker {
  bool isBegin = false;
  std::string nest, version, hash;
  std::string fastHash; // "" in markers of versions before 0.2
  size_t begin = 0, end = 0;
};

unsigned lineOf(std::string_view text, size_t at) {
  return 1 + std::count(text.begin(), text.begin() + at, '\n');
}

SourceRange rangeOf(std::string_view text, size_t begin, size_t end) {
  size_t before = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  size_t lineStart = before == std::string_view::npos ? 0 : before + 1;
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end), lineOf(text, begin),
          static_cast<uint32_t>(begin - lineStart + 1)};
}

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = skipSpace(text, 0); at < text.size();) {
    size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    words.emplace_back(text.substr(at, end - at));
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
  std::string_view comment = text.substr(begin, end - begin);
  std::string_view inner = comment.substr(kOpening.size());
  if (inner.size() >= 2 && inner.substr(inner.size() - 2) == "*/")
    inner.remove_suffix(2);
  std::vector<std::string> words = wordsOf(inner);
  Marker marker;
  marker.begin = begin;
  marker.end = end;
  if (!words.empty() && words[0] == "end") {
    if (words.size() != 2)
      return MarkerError{"the end marker does not name one nest", lineOf(text, begin)};
    marker.nest = words[1];
    return marker;
  }
  auto keyword = std::find(words.begin(), words.end(), "begin:");
  if (keyword == words.end())
    return std::nullopt;
  auto fields = keyword - words.begin();
  if (fields != 3 && fields != 4)
    return MarkerError{"the begin marker lacks its version, nest or hash", lineOf(text, begin)};
  marker.isBegin = true;
  marker.version = words[0];
  marker.nest = words[1];
  marker.hash = words[2];
  if (fields == 4)
    marker.fastHash = words[3];
  if (!isVersion(marker.version))
    return MarkerError{"the begin marker of " + marker.nest + " has no readable version: " +
                           marker.version,
                       lineOf(text, begin)};
  for (size_t k = 2; k < size_t(fields); ++k)
    if (!isHash(words[k]))
      return MarkerError{"the begin marker of " + marker.nest + " has no readable hash: " +
                             words[k],
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

/// Reads `{ if (guard) {fast} else { original } }` between two markers, or the same with
/// the guard's value in a flag, or with the guarded version between #if lines.
class RegionReader {
public:
  RegionReader(std::string_view text, const Marker &begin, const Marker &end)
      : text(text), begin(begin), end(end), at(begin.end) {}

  std::optional<MarkedRegion> read() {
    MarkedRegion region;
    region.nest = begin.nest;
    region.version = begin.version;
    region.hash = begin.hash;
    region.whole = rangeOf(text, begin.begin, end.end);
    if (!take("{"))
      return std::nullopt;
    unsigned pins = 0;
    for (; take("#if "); ++pins)
      skipLine();
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
    if (!peek("{"))
      return std::nullopt;
    auto fastEnd = bracket();
    if (!fastEnd)
      return std::nullopt;
    region.fast = rangeOf(text, at, *fastEnd + 1);
    at = *fastEnd + 1;
    if (!take("else"))
      return std::nullopt;
    while (pins > 0 && take("#endif"))
      --pins;
    if (pins > 0 || !take("{"))
      return std::nullopt;
    size_t originalBegin = skipSpace(text, at);
    // The original is the user's: its brackets are not trusted, only the two
    // closing braces of the wrapper.
    size_t originalEnd = end.begin;
    for (int brace = 0; brace < 2; ++brace)
      if (!takeBack('}', originalEnd))
        return std::nullopt;
    originalEnd = spaceBack(originalEnd);
    if (originalBegin >= originalEnd)
      return std::nullopt;
    region.original = rangeOf(text, originalBegin, originalEnd);
    std::string around(text.substr(begin.end, originalBegin - begin.end));
    around += text.substr(originalEnd, end.begin - originalEnd);
    region.isFastEdited = !begin.fastHash.empty() && begin.fastHash != contentHash(around);
    return region;
  }

private:
  /// "flag = guard;" and the hint behind it, up to the `if`.
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
    if (!skipTests())
      return false;
    if (peek("#if")) {
      size_t hintEnd = text.substr(0, end.begin).find("#endif", at);
      if (hintEnd == std::string_view::npos)
        return false;
      at = hintEnd + 6;
    }
    return true;
  }

  /// The `if`s with a block behind the flag's declaration, but for the last one, which has an `else`.
  bool skipTests() {
    for (size_t before = at; take("if"); before = at) {
      for (const char *opening : {"(", "{"}) {
        std::optional<size_t> close = peek(opening) ? bracket() : std::nullopt;
        if (!close)
          return false;
        at = *close + 1;
      }
      if (peek("else")) {
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

  void skipLine() { at = std::min(text.find('\n', at), end.begin); }

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
  std::optional<size_t> bracket() const {
    return closingBracket(text.substr(0, end.begin), at);
  }
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

} // namespace

std::variant<std::vector<MarkedRegion>, MarkerError> findMarkers(std::string_view text) {
  auto found = allMarkers(text);
  if (auto *error = std::get_if<MarkerError>(&found))
    return *error;
  const auto &markers = std::get<0>(found);
  std::vector<MarkedRegion> regions;
  for (size_t k = 0; k < markers.size(); k += 2) {
    const Marker &begin = markers[k];
    unsigned line = lineOf(text, begin.begin);
    if (!begin.isBegin)
      return MarkerError{"the end marker of " + begin.nest + " has no begin", line};
    if (k + 1 == markers.size())
      return MarkerError{"the begin marker of " + begin.nest + " has no end", line};
    const Marker &end = markers[k + 1];
    if (end.isBegin)
      return MarkerError{"the begin marker of " + end.nest + " stands before the end of " +
                             begin.nest,
                         lineOf(text, end.begin)};
    if (end.nest != begin.nest)
      return MarkerError{"the end marker of " + end.nest + " stands where that of " + begin.nest +
                             " belongs",
                         lineOf(text, end.begin)};
    auto region = RegionReader(text, begin, end).read();
    if (!region)
      return MarkerError{"the code between the markers of " + begin.nest +
                             " is not a guarded version any more",
                         line};
    regions.push_back(*region);
  }
  return regions;
}

std::variant<std::string, MarkerError> revert(std::string_view text) {
  auto found = findMarkers(text);
  if (auto *error = std::get_if<MarkerError>(&found))
    return *error;
  std::vector<Edit> edits;
  for (const MarkedRegion &region : std::get<0>(found)) {
    const SourceRange &original = region.original;
    edits.push_back({region.whole.begin, region.whole.end,
                     std::string(text.substr(original.begin, original.end - original.begin))});
  }
  return *applyEdits(text, std::move(edits));
}

std::string contentHash(std::string_view text) {
  // FNV-1a, 64 bits, folded to 32. [http://www.isthe.com/chongo/tech/comp/fnv/]
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
      continue;
    hash = (hash ^ static_cast<unsigned char>(text[i])) * 1099511628211u;
  }
  uint32_t folded = static_cast<uint32_t>(hash >> 32) ^ static_cast<uint32_t>(hash);
  std::string digits(8, '0');
  for (int k = 7; k >= 0; --k, folded >>= 4)
    digits[k] = "0123456789abcdef"[folded & 15];
  return digits;
}

} // namespace acc
