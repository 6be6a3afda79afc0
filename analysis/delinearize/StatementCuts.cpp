#include "analysis/delinearize/StatementCuts.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>

namespace acc {
namespace {

Scop inPieces(const Scop &scop, const Cuts &cuts) {
  Scop result = scop;
  result.statements.clear();
  int most = 1;
  for (const auto &[statement, conditions] : cuts)
    most = std::max(most, 1 << conditions.size());
  for (size_t s = 0; s < scop.statements.size(); ++s) {
    auto found = cuts.find(s);
    std::vector<Condition> conditions =
        found == cuts.end() ? std::vector<Condition>{} : found->second;
    for (int piece = 0; piece < 1 << conditions.size(); ++piece) {
      ScopStatement part = scop.statements[s];
      std::vector<Condition> all{part.condition};
      for (size_t k = 0; k < conditions.size(); ++k)
        all.push_back(piece >> k & 1 ? conditions[k].negated() : conditions[k]);
      part.condition = Condition::conjunction(all);
      part.id = "S" + std::to_string(result.statements.size());
      for (int &position : part.positions)
        position *= most;
      part.positions.back() += piece;
      result.statements.push_back(std::move(part));
    }
  }
  return result;
}

Scop withoutEmpty(Scop scop, const IslContext &context) {
  isl::set known = contextOfSizes(context, scop);
  std::vector<ScopStatement> kept;
  for (ScopStatement &statement : scop.statements)
    if (!iterationDomain(context, scop, statement).intersect_params(known).is_empty()) {
      statement.id = "S" + std::to_string(kept.size());
      kept.push_back(std::move(statement));
    }
  scop.statements = std::move(kept);
  return scop;
}

} // namespace

Scop cutAt(const Scop &scop, const Cuts &cuts, const IslContext &context) {
  return withoutEmpty(inPieces(scop, cuts), context);
}

} // namespace acc
