// The figures that an evaluator computes for a mapping. Plain values.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace acc::looptree {

/// One tensor in one component, for one Einsum.
struct HolderFigures {
  std::string einsum, component, tensor;
  /// Index of its step on the Einsum's path.
  size_t step = 0;
  bool isToll = false;
  bool isBacking = false;
  /// Bits held at once.
  double occupancy = 0;
  /// Actions.
  double read = 0, write = 0;
  /// Elements of the tile that the holder holds, and how often it is filled.
  double tile = 0, fills = 0;
  /// How often each element of the tile is asked for before it is replaced.
  double reuse = 0;
  /// Loops above the place from which the space is taken.
  size_t loopsAbove = 0;
  bool persistent = false;
};

struct EinsumFigures {
  std::string einsum, compute;
  double computes = 0;
  double energy = 0, latency = 0;
  std::vector<HolderFigures> holders;
};

struct Figures {
  double energy = 0, latency = 0;
  std::vector<EinsumFigures> einsums;
  /// Bits in use at once, per memory.
  std::map<std::string, double> peak;
};

} // namespace acc::looptree
