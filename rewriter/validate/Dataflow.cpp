#include "rewriter/validate/Dataflow.h"

#include "analysis/support/Rejection.h"

namespace acc {
namespace {

/// Copies in a row that are followed: into a buffer, out of it, and again.
constexpr unsigned kMaxCopyChain = 6;

} // namespace

Outcome<ValueOrigins> valueOrigins(const std::vector<FlowStatement> &program,
                                   const isl::set &parameters) {
  isl::ctx ctx = parameters.ctx();
  isl::union_map writes = isl::union_map::empty(ctx), schedule = writes, copies = writes;
  isl::union_set copyDomain = isl::union_set::empty(ctx);
  for (const FlowStatement &statement : program) {
    schedule = schedule.unite(statement.schedule.intersect_domain(statement.domain));
    for (const CellAccess &access : statement.accesses)
      if (access.isWrite)
        writes = writes.unite(access.relation.intersect_domain(statement.domain));
    if (statement.copiedRead >= 0)
      copyDomain = copyDomain.unite(statement.domain);
  }
  writes = writes.intersect_params(parameters);
  schedule = schedule.intersect_params(parameters);

  ValueOrigins origins;
  for (const FlowStatement &statement : program) {
    origins.ofAccess.emplace_back();
    for (size_t k = 0; k < statement.accesses.size(); ++k) {
      isl::union_map direct = isl::union_map::empty(ctx);
      const CellAccess &access = statement.accesses[k];
      if (!access.isWrite) {
        isl::union_map sink = isl::union_map(access.relation.intersect_domain(statement.domain))
                                  .intersect_params(parameters);
        isl::union_flow flow = isl::union_access_info(sink)
                                   .set_must_source(writes)
                                   .set_schedule_map(schedule)
                                   .compute_flow();
        direct = flow.must_dependence().reverse().unite(flow.must_no_source());
      }
      if (static_cast<int>(k) == statement.copiedRead)
        copies = copies.unite(direct);
      origins.ofAccess.back().push_back(direct);
    }
  }

  for (auto &accesses : origins.ofAccess)
    for (isl::union_map &origin : accesses) {
      isl::union_map final = origin.subtract_range(copyDomain);
      isl::union_map open = origin.intersect_range(copyDomain);
      for (unsigned step = 0; !open.is_empty(); ++step) {
        if (step == kMaxCopyChain)
          return Rejection{RejectionKind::NotProved, {}, "a value passes through too many copies"};
        open = open.apply_range(copies);
        final = final.unite(open.subtract_range(copyDomain));
        open = open.intersect_range(copyDomain);
      }
      origin = final.coalesce();
    }
  return origins;
}

} // namespace acc
