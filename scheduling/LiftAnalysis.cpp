#include "scheduling/LiftAnalysis.h"

namespace acc {

Outcome<Nest> lift(NestAnalysis analysis) {
  if (analysis.rejection)
    return *analysis.rejection;
  // Keeps the context alive for whatever lives as long as it does.
  std::shared_ptr<LiftedScop> source(new LiftedScop,
                                     [keep = analysis.context](LiftedScop *scop) { delete scop; });
  source->context = analysis.context.get();
  source->scop = std::move(*analysis.scop);
  source->views = std::move(*analysis.views);
  source->dependences = std::move(*analysis.dependences);
  return lift(std::shared_ptr<const LiftedScop>(std::move(source)));
}

} // namespace acc
