// `verify OLD.c NEW.c`: two versions of a file by anybody.
#pragma once

#include "tools/acc-delin/Units.h"

namespace acc {

/// Two files that define functions of one name are no parts of one program: each such function is
/// run in both on the same inputs. The exit status; none when the units are no two versions.
std::optional<int> verifyVersions(const CommandLine &line, const std::vector<Unit> &units);

} // namespace acc
