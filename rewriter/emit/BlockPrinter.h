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
  /// Of the function that the block is the body of; null when it stands in the source's function.
  FunctionParameters *parameters = nullptr;
  /// Recovered arrays are written as such: C[i][j], with C a parameter `float (*C)[ldc]`.
  bool asArrays = false;
};

struct PrintedBlock {
  std::string text; // braces included
  /// The promotions that found no place, and why.
  std::vector<std::string> withoutBuffer;
};

/// Emission when a statement has no C in the new
/// order (a scalar of the nest that no access describes) or needs more than
/// kPromotionBytes on the stack.
Outcome<PrintedBlock> printBlock(const BlockInput &input, Names &names);

} // namespace acc
