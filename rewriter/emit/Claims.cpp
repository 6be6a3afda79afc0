#include "rewriter/emit/Claims.h"

#include "rewriter/helpers/Instances.h"

namespace acc {

std::string claimLine(const Scop &scop, size_t statement,
                      const std::map<std::string, Polynomial> &iterators, const LoopsAround &around,
                      IntText &integers) {
  std::map<std::string, Polynomial> given;
  for (size_t k = 0; k < around.given; ++k)
    given[loopSymbol(around.depths[k])] = Polynomial::symbol("#" + counterOfLoop(k));
  std::string values;
  for (int loop : scop.statements[statement].loops) {
    const Polynomial value =
        iterators.at(scop.loops[loop].name).substitute(integers.loopValues()).substitute(given);
    values += (values.empty() ? "" : ", ") + integers.text(value).text;
  }
  return instanceLine(statement, values);
}

} // namespace acc
