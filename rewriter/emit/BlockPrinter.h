// CodeTree -> the block of the fast version in C.
#pragma once

#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/FunctionParameters.h"
#include "rewriter/emit/Names.h"
#include "rewriter/emit/PrivatePlaces.h"

namespace acc {

struct BlockInput {
  const Plan &plan;
  const LoopOrder &loops;
  const CodeNode &code;
  const std::vector<PrivatePlace> &privates;
  /// What holds wherever the block runs.
  isl::set context;
  WideType wide;
  /// A variable without which loops around others do not go on; "" for none.
  std::string goesOn = {};
  /// Parameters of the function whose body the block is; null if it is in the source's function.
  FunctionParameters *parameters = nullptr;
  /// Threads share out loops of any work.
  bool anyWork = false;
  /// Loops that threads share out have a function for their bodies: what its name begins with, and
  /// the names that mean something at file scope. Null where no function can be added.
  std::string stem = {};
  Names *outside = nullptr;
  /// Recovered arrays are written as such: C[i][j], with C a parameter `float (*C)[ldc]`.
  bool asArrays = false;
};

struct PrintedBlock {
  std::string text; // braces included
  /// Functions that it calls, each static and without what parts it from the next.
  std::vector<std::string> functions;
  /// The promotions that found no place and the loops that threads do not share out, and why.
  std::vector<std::string> withoutEffect;
  /// What loops count with, by depth.
  std::vector<std::string> variables;
  /// Each loop that is partial for its vectors (LoopOrder::partial) is written in them somewhere.
  bool arePartsInVectors = true;
};

/// Emission when a statement has no C in the new
/// order (a scalar of the nest that no access describes) or needs more than
/// kPromotionBytes on the stack.
Outcome<PrintedBlock> printBlock(const BlockInput &input, Names &names);

} // namespace acc
