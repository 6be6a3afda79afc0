// Files of this folder that verify writes out and compiles; generated.
#pragma once

namespace acc {

extern const char *const kDriverTypes;  // driver_types.h
extern const char *const kRunnerSource; // Runner.c

} // namespace acc
