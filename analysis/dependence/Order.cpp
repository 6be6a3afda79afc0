#include "analysis/dependence/Order.h"

#include <string>

namespace acc {
namespace {

std::string tuple(const char *name, unsigned dims) {
  std::string text = "[";
  for (unsigned k = 0; k < dims; ++k)
    text += (k ? ", " : "") + (name + std::to_string(k));
  return text + "]";
}

std::string relation(unsigned dims, const std::string &constraints) {
  return "{ " + tuple("a", dims) + " -> " + tuple("b", dims) + " : " + constraints + " }";
}

std::string equalities(unsigned count) {
  std::string text = "1 = 1";
  for (unsigned k = 0; k < count; ++k)
    text += " and a" + std::to_string(k) + " = b" + std::to_string(k);
  return text;
}

} // namespace

isl::map carriedAt(isl::ctx ctx, unsigned dims, unsigned level) {
  std::string at = std::to_string(level);
  return isl::map(ctx, relation(dims, equalities(level) + " and a" + at + " < b" + at));
}

isl::map equalPrefix(isl::ctx ctx, unsigned dims, unsigned count) {
  return isl::map(ctx, relation(dims, equalities(count)));
}

isl::map lexicographicOrder(isl::ctx ctx, unsigned dims, bool orEqual) {
  isl::map order = orEqual ? equalPrefix(ctx, dims, dims) : isl::map(ctx, relation(dims, "1 = 0"));
  for (unsigned level = 0; level < dims; ++level)
    order = order.unite(carriedAt(ctx, dims, level));
  return order;
}

} // namespace acc
