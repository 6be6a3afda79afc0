// Code that reports every memory access to the engine.
#pragma once

#include <set>
#include <string>

namespace llvm {
class Module;
}

namespace acc {

/// Puts a call of the engine before every load and store of the module but those of local variables
/// and of the global ones `unwatched`, one into each loop, and the engine's functions in the place
/// of memcpy, memmove and memset. Code that leaves an array that it names traps. Unlike LLVM's
/// thread sanitizer it leaves out no access for its width or because another one comes before it.
void watchAccesses(llvm::Module &module, const std::set<std::string> &unwatched);

/// The engine's function of that name; null when it is none.
void *watchFunction(const std::string &name);

} // namespace acc
