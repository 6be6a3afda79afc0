// The examples in the headers of the passes.
#pragma once

#include "analysis/normalize/normalize.h"
#include "analysis/tree/CompareRuns.h"

namespace acc::test {

/// One before and after of a header.
struct Example {
  std::string given, before, after, reads;
};

/// "element-stores"   ->   "ElementStores"
std::string fileOf(const std::string &pass);

/// The lines `//   KEY: text` of the header's first comment. `given` holds until another one stands
/// there.
std::vector<Example> examplesOf(const std::string &pass);

/// The loop, or the statements, of a function. `given`: what stands at file scope, the parameters,
/// the local variables: "int g; (int n) int i;".
SourceNest readOf(const std::string &given, const std::string &body);

/// Some values for all integers that are not the nest's own.
std::vector<RunPoint> pointsFor(const SourceNest &nest);

SourceNest applied(const Pass &pass, const SourceNest &nest);

} // namespace acc::test
