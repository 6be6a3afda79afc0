#include "tools/lib/JointNest.h"

#include "analysis/normalize/normalize.h"
#include "rewriter/edit/Lexeme.h"

namespace acc {
namespace {

bool isComment(const std::string &text, size_t at) {
  return text.compare(at, 2, "/*") == 0 || text.compare(at, 2, "//") == 0;
}

/// The last byte of code before `end` and whether [begin, end) holds any.
struct Code {
  char last = 0;
  bool any = false;
};
Code codeIn(const std::string &text, size_t begin, size_t end) {
  Code code;
  for (size_t at = skipSpace(text, 0); at < end;) {
    if (!isComment(text, at)) {
      code.last = text[at];
      code.any |= at >= begin;
    }
    at = skipSpace(text, lexemeEnd(text, at));
  }
  return code;
}

} // namespace

Outcome<SourceNest> jointNest(const UnitInput &input, const std::string &text,
                              const std::vector<const SourceNest *> &nests) {
  const SourceNest &first = *nests.front();
  auto invalid = [&](const std::string &why) {
    return Rejection{RejectionKind::InvalidSchedule, first.root->range, "fuse: " + why};
  };
  if (nests.size() < 2)
    return invalid("two nests or more are needed");
  SourceRange whole = first.root->loop.editRange;
  for (size_t k = 0; k < nests.size(); ++k) {
    const SourceNest &nest = *nests[k];
    if (nest.functionRejection)
      return *nest.functionRejection;
    if (nest.root->loop.notEditable)
      return *nest.root->loop.notEditable;
    if (k == 0)
      continue;
    const std::string names = nests[k - 1]->id + " and " + nest.id;
    const SourceRange &range = nest.root->loop.editRange;
    if (nest.function != first.function || range.begin < whole.end)
      return invalid(names + " are not adjacent in one function");
    if (codeIn(text, whole.end, range.begin).any)
      return invalid("there is other code between " + names);
    whole.end = range.end;
  }
  // The body of an `if` without braces would lose all but its first nest.
  char before = codeIn(text, whole.begin, whole.begin).last;
  if (before != '{' && before != '}' && before != ';')
    return invalid(first.id + " is not a statement of a block");
  Outcome<SourceNest> region = readRegion(input, whole);
  if (!region)
    return region;
  region = asWhole(std::move(*region));
  if (region->root->children.size() != nests.size())
    return invalid("there are other statements between the nests");
  auto root = std::make_shared<Stmt>(*region->root);
  root->range = first.root->range;
  root->loop.editRange = whole;
  root->loop.functionBegin = first.root->loop.functionBegin;
  region->root = root;
  region->id.clear();
  for (const SourceNest *nest : nests)
    region->id += (region->id.empty() ? "" : "+") + nest->id;
  return region;
}

} // namespace acc
