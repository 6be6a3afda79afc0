// Pins: what the meaning of a loop's text depends on in this configuration of the file - branches
// of #if, values of macros, types that macros give. One configuration is read, but the same text is
// compiled in all of them, so a rewrite is valid only where its pins hold.
#pragma once

#include "analysis/frontend/EntryValues.h"
#include "analysis/frontend/Parse.h"

namespace acc {

/// Fills the pins of `facts` from the loop, from every declaration and inlined function that
/// it uses, from what these use in turn, from the values that its variables are known to have
/// `atEntry`, from the macros in them, and from what the preprocessor chose in the whole
/// `function`: what it skips may use a variable behind the loop, take an address, jump.
///   #ifdef DBL / typedef double real; / #endif      ->  pin "defined(DBL)"
///   #define N 100                                    ->  pin "(N) == (100)"
///   int at(int i) { return 2*i; }  used, not static  ->  pin "!defined(__PIC__) || ...": in a
///       library of gcc's another definition may be loaded in its place
///   for ... #ifdef DBL / print(i); / #endif          ->  pin "!defined(DBL)"
///   n * sizeof(struct point), mode == ON             ->  type pins "16 == sizeof(struct point)",
///       "4 == sizeof(enum mode)": -fpack-struct, -fshort-enums
///   c > '\\377'                                     ->  pin "!defined(__CHAR_UNSIGNED__)"
///   cc -DREAL=float                                  ->  type pin "sizeof(REAL) == 4 && ..."
/// Configuration when something may differ that cannot be pinned: a macro with arguments
/// that the command line may give, a trigraph, a value that __LINE__, __FILE__ or their like make.
std::optional<Rejection> readPins(const ParsedUnit &unit, const clang::FunctionDecl &function,
                                  const clang::Stmt &loop, const std::vector<KnownValue> &atEntry,
                                  LoopFacts &facts);

/// The pins of the text of one function, wherever it is used, without those of its callees. Fails
/// as readPins does.
Outcome<LoopFacts> pinsOfFunction(const ParsedUnit &unit, const clang::FunctionDecl &function);

} // namespace acc
