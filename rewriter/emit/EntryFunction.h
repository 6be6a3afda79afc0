// The check and the fast version behind one call: what a source has before its loops.
#pragma once

#include "rewriter/emit/Emit.h"
#include "rewriter/emit/Names.h"

namespace acc {

/// The macro that calls the fast version: ACC_RUN(f_1_work, (n, A)). Where one text serves several
/// levels of the processor, it chooses the level.
inline constexpr const char *kRunMacro = "ACC_RUN";
/// The same where it may not choose all of them: ACC_RUN_AT(1, 1, 0, f_1_work, (n, A)), for
/// "plain", "avx2" and "avx512".
inline constexpr const char *kRunAtMacro = "ACC_RUN_AT";
/// The macro that is 1 where the processor has one of these levels: ACC_AT(0, 1, 1).
inline constexpr const char *kLevelMacro = "ACC_AT";
/// The macro around the names of functions that exist once for each of these levels.
inline constexpr const char *kNameMacro = "ACC_NAME";

/// static int f_1_fast(int n, float *A) { if (guard) { call; return 1; } return 0; }
/// with the variables of the function around the nest, and those of the file that are declared
/// behind its `place` in the unit's text, as its parameters. Variables of the file, records, what
/// may have no value yet, what is set, and what the check takes the address of are passed by
/// address; everything else by value. `call`: a statement, or statements in braces, that names
/// variables as the nest does. Emission when something that it names can be no parameter.
Outcome<EntryFunction> entryFunction(const Scop &scop, const EmittedGuard &guard,
                                     const std::string &call, const std::string &name,
                                     uint32_t place, Names &outside);

/// The text of functions with kNameMacro around their names.
///   static void f_1_work(int n)   ->   static void ACC_NAME(f_1_work)(int n)
std::string withLevelNames(const std::string &functions);

} // namespace acc
