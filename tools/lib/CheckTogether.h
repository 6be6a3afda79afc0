// The last check of a unit's rewrites: all of them together.
#pragma once

#include "rewriter/run/Run.h"
#include "tools/lib/UnitRun.h"

namespace acc {

/// The files that a text of the unit's file is written as: it, under this name, and the others that
/// it needs then. Names and texts.
std::vector<std::pair<std::string, std::string>>
writtenFiles(const UnitRun &run, const std::string &text, const std::string &name);

/// What is wrong with a text of the unit's file, as a sentence; "" for nothing.
using TextFault = std::function<std::string(const std::string &text)>;

/// The nests whose rewrites are at fault, each with what is wrong: those that are alone in the
/// text, or else all of them. None where the source is at fault, too.
std::map<std::string, std::string> faultyNests(const UnitRun &run, const TextFault &faultOf);

/// Each edit was proved alone; together they must still compile, in the files that they are written
/// to. What does not is left out. With
/// options.runCheck each rewrite is also run against its original: what differs is left out, as an
/// internal error of its nest, and the rows of the others say on how many inputs they ran. With
/// `only`, no others than those nests are run.
void checkTogether(UnitRun &run, const std::set<std::string> *only = nullptr);

/// The row of the nest, or of the first of those that were rewritten together ("f#1+f#2").
report::Nest *rowOf(UnitRun &run, const std::string &nest);

/// What is run of a rewritten nest.
RewrittenNest rewrittenNest(const UnitRun &run, const MarkedRegion &region);

/// The report warns where a unit with edits is compiled with flags that let the compiler
/// reassociate.
void warnOfFastMath(UnitRun &run);

/// With options.fastFile a warning for each fast version that is not in the file beside the source.
void tellInSource(UnitRun &run);

/// A warning where the rewritten file uses `__LINE__` or `assert`: the lines that are added change
/// the numbers that these give.
void tellMovedLines(UnitRun &run);

} // namespace acc
