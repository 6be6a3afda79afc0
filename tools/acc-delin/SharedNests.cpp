#include "tools/acc-delin/SharedNests.h"

#include "tools/acc-delin/SharedCounter.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace acc {
namespace {

/// Fewer nests than this are not worth another process.
constexpr size_t kWorthHelp = 4;

/// The rows of each nest: the outermost one of a nest is no part of another.
std::vector<std::vector<report::Nest>> rowsByNest(std::vector<report::Nest> rows) {
  std::vector<std::vector<report::Nest>> groups;
  for (report::Nest &row : rows) {
    if (!row.parent || groups.empty())
      groups.emplace_back();
    groups.back().push_back(std::move(row));
  }
  return groups;
}

void append(UnitResult &all, UnitResult more) {
  std::move(more.file.nests.begin(), more.file.nests.end(), std::back_inserter(all.file.nests));
  std::move(more.edits.begin(), more.edits.end(), std::back_inserter(all.edits));
  std::move(more.inputs.begin(), more.inputs.end(), std::back_inserter(all.inputs));
  all.inSource.merge(more.inSource);
  all.declaredSizes.merge(more.declaredSizes);
  all.leaveOutCalls.insert(all.leaveOutCalls.end(), more.leaveOutCalls.begin(),
                           more.leaveOutCalls.end());
  std::move(more.terms.begin(), more.terms.end(), std::back_inserter(all.terms));
}

/// What came of nests that two processes shared; `own` did those with the numbers `done`.
UnitResult merged(UnitResult own, const std::set<size_t> &done, UnitResult helper) {
  auto ownRows = rowsByNest(std::move(own.file.nests));
  auto otherRows = rowsByNest(std::move(helper.file.nests));
  own.file.nests.clear();
  helper.file.nests.clear();
  auto nextOwn = ownRows.begin(), nextOther = otherRows.begin();
  UnitResult result;
  for (size_t k = 0; k < ownRows.size() + otherRows.size(); ++k)
    for (report::Nest &row : done.count(k) ? *nextOwn++ : *nextOther++)
      result.file.nests.push_back(std::move(row));
  append(result, std::move(own));
  append(result, std::move(helper));
  std::stable_sort(result.edits.begin(), result.edits.end(),
                   [](const Edit &a, const Edit &b) { return a.nestBegin < b.nestBegin; });
  return result;
}

/// This number, once.
NextNest only(size_t number) {
  return [left = std::optional(number)]() mutable { return std::exchange(left, std::nullopt); };
}

} // namespace

UnitResult shareNests(size_t count, const NestWork &work, const HelperStart &help) {
  SharedCounter counter;
  UnitResult result;
  for (size_t first = 0; first < count; ++first) {
    const size_t left = count - first;
    if (counter.isShared() && left >= kWorthHelp) {
      std::set<size_t> done; // of those that are left, by this process
      auto workOnRest = [&] {
        return work([&]() -> std::optional<size_t> {
          size_t k = counter.take();
          if (k >= left)
            return std::nullopt;
          done.insert(k);
          return first + k;
        });
      };
      if (auto helper = help(workOnRest)) {
        UnitResult own = workOnRest();
        append(result, merged(std::move(own), done, (*helper)()));
        return result;
      }
    }
    append(result, work(only(first)));
  }
  return result;
}

} // namespace acc
