// Remainders of values that loops in steps have.
#pragma once

#include "rewriter/emit/CodeTree.h"

#include <map>

namespace acc {

/// value % modulus == rest; modulus 0: the value is `rest`; modulus 1: nothing is known.
struct Residue {
  int64_t modulus = 1, rest = 0;
  bool isNeverNegative = false;

  Residue() = default;
  Residue(int64_t modulus, int64_t value);
};

/// By loop symbol.
using Residues = std::map<std::string, Residue>;

Residue residueOf(const Polynomial &value, const Residues &known);

/// The residue of the variable of a loop, or of a value that stands for one.
Residue residueOfLoop(const CodeNode &loop, const Residues &known);

} // namespace acc
