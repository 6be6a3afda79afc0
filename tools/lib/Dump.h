// The values between the stages as text, for --dump-after. For people, not for
// programs: the form may change.
#pragma once

#include "rewriter/emit/Emit.h"

namespace acc {

std::string dump(const SourceNest &nest);
std::string dump(const Scop &scop);
std::string dump(const Scop &scop, const Delinearization &views);
std::string dump(const Scop &scop, const Dependences &dependences);
std::string dump(const Nest &nest);
std::string dump(const Plan &plan, const std::string &nestId);
std::string dump(const EmittedNest &emitted);

} // namespace acc
