#include "rewriter/edit/EntryMarker.h"

#include "rewriter/edit/Lexeme.h"

#include <algorithm>

namespace acc {
namespace {

/// A function of a block: `static void ACC_NAME(f_1_work)(...)`.
struct Function {
  std::string name;
  size_t body = 0, end = 0; // its braces
};

/// The last byte before `at` that is no white space.
size_t codeBackFrom(std::string_view text, size_t at) {
  const size_t last = text.substr(0, at).find_last_not_of(" \t\r\n");
  return last == text.npos ? 0 : last;
}

std::vector<Function> functionsIn(std::string_view text, const SourceRange &block) {
  std::vector<Function> found;
  std::string_view code = text.substr(0, block.end);
  for (size_t at = block.begin; at < code.size();) {
    const bool startsLine = at == 0 || code[at - 1] == '\n';
    const size_t open =
        startsLine && code.substr(at).starts_with("static ") ? code.find('(', at) : code.npos;
    if (open == code.npos) {
      at = lexemeEnd(code, at);
      continue;
    }
    const size_t nameEnd = codeBackFrom(code, open) + 1;
    size_t name = nameEnd;
    while (name > at && isInWord(code[name - 1]))
      --name;
    Function function{std::string(code.substr(name, nameEnd - name))};
    auto close = closingBracket(code, open);
    size_t next = close ? skipSpace(code, *close + 1) : code.size();
    if (next < code.size() && code[next] == '(') { // of a level
      function.name = code.substr(open + 1, *close - open - 1);
      close = closingBracket(code, next);
      next = close ? skipSpace(code, *close + 1) : code.size();
    }
    auto end = next < code.size() && code[next] == '{' ? closingBracket(code, next) : std::nullopt;
    if (!end) {
      at = open + 1;
      continue;
    }
    function.body = next;
    function.end = *end + 1;
    at = function.end;
    found.push_back(function);
  }
  return found;
}

/// The `if` of each `if (!name(` of the code.
std::vector<size_t> callsOf(std::string_view text, const std::string &name) {
  std::vector<size_t> found;
  for (size_t at = 0; at < text.size();) {
    if (!isInWord(text[at])) {
      at = lexemeEnd(text, at);
      continue;
    }
    size_t end = at;
    while (end < text.size() && isInWord(text[end]))
      ++end;
    const std::string_view word = text.substr(at, end - at);
    const size_t no = word == name && at > 0 ? codeBackFrom(text, at) : 0;
    const size_t open = no > 0 && text[no] == '!' ? codeBackFrom(text, no) : 0;
    const size_t branch = open > 0 && text[open] == '(' ? codeBackFrom(text, open) : 0;
    if (branch > 0 && text.substr(branch - 1, 2) == "if")
      found.push_back(branch - 1);
    at = end;
  }
  return found;
}

} // namespace

std::string entryHash(std::string_view functions, std::string_view line,
                      const ScheduleNote &schedule) {
  return writtenHash(std::string(functions) + " " + std::string(line) + " " + schedule.options +
                     " " + schedule.text);
}

std::variant<EntryRegion, MarkerError> readEntry(std::string_view text, const EntryMarker &marker) {
  auto damaged = [&](const std::string &what) {
    return MarkerError{"the fast version of " + marker.nest + " " + what, marker.block.line};
  };
  const std::vector<Function> functions = functionsIn(text, marker.block);
  if (functions.size() < 2)
    return damaged("is damaged: it no longer consists of two functions");
  EntryRegion entry;
  MarkedRegion &region = entry.region;
  region.nest = marker.nest;
  region.version = marker.version;
  region.hash = marker.hash;
  region.schedule = marker.schedule;
  region.entry = functions.back().name;
  for (const Function &function : functions)
    region.functions.insert(function.name);
  const Function &work = functions[functions.size() - 2];
  region.fast = rangeOf(text, work.body, work.end);
  region.guard = rangeOf(text, functions.back().body, functions.back().end);
  const std::vector<size_t> calls = callsOf(text, region.entry);
  if (calls.size() != 1)
    return damaged(calls.empty() ? "is not called by any nest" : "is called twice");
  size_t begin = calls.front(), open = text.find('(', begin);
  auto close = closingBracket(text, open);
  if (!close)
    return damaged("is damaged: its call has no closing bracket");
  const size_t behindCall = *close + 1;
  const std::string_view line = text.substr(begin, behindCall - begin);
  size_t from = skipSpace(text, behindCall), end = 0, last = 0;
  const bool ownsBraces = from < text.size() && text[from] == '{';
  if (ownsBraces) {
    auto brace = closingBracket(text, from);
    if (!brace)
      return damaged("is damaged: its nest has no closing brace");
    from = skipSpace(text, from + 1);
    end = codeBackFrom(text, *brace) + 1;
    last = *brace + 1;
  } else {
    auto statement = statementEnd(text, from);
    if (!statement)
      return damaged("is damaged: the end of its nest was not found");
    end = last = *statement;
  }
  if (marker.inBraces) {
    begin = codeBackFrom(text, begin);
    auto brace = text[begin] == '{' ? closingBracket(text, begin) : std::nullopt;
    if (!brace)
      return damaged("is damaged: its nest has no closing brace");
    if (!ownsBraces) // with a comment that ends its line
      end = codeBackFrom(text, *brace) + 1;
    last = *brace + 1;
  }
  if (from >= end)
    return damaged("has no nest");
  region.original = rangeOf(text, from, end);
  region.whole = rangeOf(text, begin, last);
  entry.before = rangeOf(text, begin, from);
  entry.behind = rangeOf(text, end, last);
  region.fastHash = entryHash(text.substr(marker.commentEnd, marker.block.end - marker.commentEnd),
                              line, marker.schedule);
  region.isFastEdited = marker.fastHash != region.fastHash;
  return entry;
}

} // namespace acc
