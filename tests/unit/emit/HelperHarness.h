// Helpers in vectors against the same helpers as plain loops, compiled and run.
#pragma once

#include <string>

namespace acc::test {

/// Compiles `vectors` with each compiler for each kind of registers, `plain` with helpers that are
/// plain loops, and runs `comparison` with both: it returns 0 where they agree. Fails the test
/// where they do not, where a compiler warns, or where nothing was compared; what this processor
/// cannot run is compiled only.
void expectSameAsPlain(const std::string &vectors, const std::string &plain,
                       const std::string &comparison);

} // namespace acc::test
