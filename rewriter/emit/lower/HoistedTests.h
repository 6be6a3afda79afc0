// Hoists tests out of innermost loops that do not change them.
#pragma once

#include "rewriter/emit/lower/LoweringPass.h"

namespace acc {

/// An innermost loop of which all statements have the same test on private variables, the same in
/// all its iterations, stands below that test:
///   before: for ii  if (holds[jj]) x[ii] += ..
///   after:  if (holds[jj]) for ii  x[ii] += ..
CodeNode withHoistedTests(CodeNode code, const Lowering &nest);

/// A test (CodeNode::Kind::Test) is the same in all iterations of a loop around it.
bool isSameTestIn(const CodeNode &loop, const CodeNode &test, const Scop &scop,
                  const std::vector<PrivatePlace> &privates);

/// The code with only its tests, without the statements under them.
///   for kk { for jj if (holds[kk][jj]) .. ; .. }   ->   for kk for jj if (holds[kk][jj]) ;
CodeNode testsOf(const CodeNode &code);

/// What is written for the statement: its body, without the test that stands further out.
StmtRef writtenBody(const Scop &scop, const CodeNode &statement);

} // namespace acc
