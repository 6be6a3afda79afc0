#include "analysis/dependence/FirstReads.h"

#include "analysis/dependence/Order.h"
#include "analysis/model/ScopIsl.h"

#include <algorithm>

namespace acc {
namespace {

class FirstReads {
public:
  FirstReads(const Scop &scop, const Delinearization &views, const IslContext &context, int array)
      : scop(scop), views(views), context(context), array(array), depth(depthOf(scop)) {}

  std::optional<int> find() const {
    for (size_t s = 0; s < scop.statements.size(); ++s)
      for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
        const ScopAccess &access = scop.statements[s].accesses[a];
        if (access.array == array && !access.isWrite && mayBeFirst(s, a))
          return s;
      }
    return std::nullopt;
  }

private:
  std::optional<isl::map> touched(int statement, int access) const {
    return accessRelation(context, scop, scop.statements[statement], "element",
                          views.viewOf(statement, access).subscripts);
  }

  isl::map timesOf(int statement) const {
    return originalSchedule(context, scop, scop.statements[statement], depth);
  }

  bool mayBeFirst(int statement, int access) const {
    std::optional<isl::map> read = touched(statement, access);
    if (!read)
      return true;
    isl::set open = read->domain();
    const isl::map earlier = lexicographicOrder(context.get(), 2 * depth + 1, false).reverse();
    for (size_t s = 0; s < scop.statements.size(); ++s)
      for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
        const ScopAccess &write = scop.statements[s].accesses[a];
        if (write.array != array || !write.isWrite || write.may || scop.statements[s].opaque)
          continue;
        std::optional<isl::map> written = touched(s, a);
        if (!written)
          continue;
        isl::map before = timesOf(statement).apply_range(earlier).apply_range(timesOf(s).reverse());
        open = open.subtract(before.intersect(read->apply_range(written->reverse())).domain());
      }
    return !open.intersect_params(validParameters(scop, views, context)).is_empty();
  }

  const Scop &scop;
  const Delinearization &views;
  const IslContext &context;
  const int array;
  const unsigned depth;
};

} // namespace

Outcome<std::optional<int>> readBeforeWritten(const Scop &scop, const Delinearization &views,
                                              const IslContext &context, int array) {
  return runIsl(context, scop.nest.root ? scop.nest.root->range : SourceRange{}, "first reads",
                [&]() -> Outcome<std::optional<int>> {
                  return FirstReads(scop, views, context, array).find();
                });
}

} // namespace acc
