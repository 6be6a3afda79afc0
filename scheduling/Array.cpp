#include "scheduling/Array.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

Rejection invalidArray(const std::string &name, const std::string &why) {
  return {RejectionKind::InvalidSchedule, {}, "array " + name + ": " + why};
}

bool knownBelow(const Polynomial &value, int64_t limit) {
  auto constant = value.constant();
  return constant && *constant < limit;
}

std::optional<std::string> faultOf(const Array::Sizes &sizes) {
  if (sizes.empty())
    return "it has no dimension";
  for (const auto &size : sizes)
    if (size && knownBelow(*size, 1))
      return "the size " + size->str() + " is below 1";
  return std::nullopt;
}

/// None when a size that is needed is missing.
std::optional<std::vector<Polynomial>> packedCoefficients(const Array::Sizes &sizes,
                                                          Layout layout) {
  std::vector<Polynomial> result(sizes.size(), Polynomial(1));
  for (size_t step = 1; step < sizes.size(); ++step) {
    bool first = layout == Layout::FirstMajor;
    size_t inner = first ? sizes.size() - step : step - 1;
    if (!sizes[inner])
      return std::nullopt;
    result[first ? inner - 1 : step] = result[inner] * *sizes[inner];
  }
  return result;
}

/// Each coefficient a positive multiple of the one before it, the first 1.
template <typename Iterator> bool isChain(Iterator begin, Iterator end) {
  Polynomial before(1);
  for (Iterator at = begin; at != end; before = *at++) {
    auto factor = at->dividedBy(before);
    if (!factor || knownBelow(*factor, 1) || (at == begin && !(*at == Polynomial(1))))
      return false;
  }
  return true;
}

} // namespace

const char *layoutName(Layout layout) {
  switch (layout) {
  case Layout::FirstMajor:
    return "first_major";
  case Layout::LastMajor:
    return "last_major";
  case Layout::Explicit:
    return "explicit";
  }
  return "";
}

const char *roleName(ArrayRole role) {
  switch (role) {
  case ArrayRole::Input:
    return "input";
  case ArrayRole::InputOutput:
    return "input_output";
  case ArrayRole::Output:
    return "output";
  case ArrayRole::Constant:
    return "constant";
  case ArrayRole::Temporary:
    return "temporary";
  }
  return "";
}

Polynomial AffineMap::addressOf(const std::vector<Polynomial> &subscripts) const {
  assert(subscripts.size() == coefficients.size());
  Polynomial address = offset;
  for (size_t k = 0; k < subscripts.size(); ++k)
    address += coefficients[k] * subscripts[k];
  return address;
}

Rejection Array::invalid(const std::string &why) const { return invalidArray(base, why); }

Outcome<Array> Array::packed(std::string name, Sizes sizes, Layout layout) {
  if (auto fault = faultOf(sizes))
    return invalidArray(name, *fault);
  if (layout == Layout::Explicit)
    return invalidArray(name, "an explicit layout needs its map");
  auto coefficients = packedCoefficients(sizes, layout);
  if (!coefficients)
    return invalidArray(name, "only its major dimension may lack a size");
  return Array(std::move(name), std::move(sizes), {std::move(*coefficients), Polynomial()});
}

Outcome<Array> Array::mapped(std::string name, Sizes sizes, AffineMap map) {
  if (auto fault = faultOf(sizes))
    return invalidArray(name, *fault);
  if (map.coefficients.size() != sizes.size())
    return invalidArray(name, "its map has " + std::to_string(map.coefficients.size()) +
                                  " coefficients for " + std::to_string(sizes.size()) +
                                  " dimensions");
  return Array(std::move(name), std::move(sizes), std::move(map));
}

Layout Array::layout() const {
  const std::vector<Polynomial> &all = memory.coefficients;
  if (isChain(all.rbegin(), all.rend()))
    return Layout::FirstMajor;
  return isChain(all.begin(), all.end()) ? Layout::LastMajor : Layout::Explicit;
}

std::optional<unsigned> Array::majorDimension() const {
  const std::vector<Polynomial> &all = memory.coefficients;
  for (unsigned major = 0; major < rank(); ++major) {
    bool greatest = std::all_of(all.begin(), all.end(), [&](const Polynomial &other) {
      auto a = all[major].constant(), b = other.constant();
      return a && b ? std::abs(*a) >= std::abs(*b) : all[major].dividedBy(other).has_value();
    });
    if (greatest)
      return major;
  }
  return std::nullopt;
}

Outcome<Array> Array::subArray(const std::vector<Polynomial> &offsets, const Sizes &sizes,
                               const std::vector<int64_t> &strides) const {
  if (offsets.size() != rank() || sizes.size() != rank() ||
      (!strides.empty() && strides.size() != rank()))
    return invalid("a sub-array needs one offset, size and stride per dimension");
  if (auto fault = faultOf(sizes))
    return invalid("sub-array: " + *fault);
  AffineMap map{memory.coefficients, memory.addressOf(offsets)};
  for (unsigned k = 0; k < rank(); ++k) {
    int64_t stride = strides.empty() ? 1 : strides[k];
    if (stride < 1)
      return invalid("sub-array: the stride " + std::to_string(stride) + " is below 1");
    map.coefficients[k] *= Polynomial(stride);
    bool outside = knownBelow(offsets[k], 0);
    if (extents[k] && sizes[k])
      outside |= knownBelow(
          *extents[k] - Polynomial(1) - offsets[k] - (*sizes[k] - Polynomial(1)) * stride, 0);
    if (outside)
      return invalid("the sub-array leaves dimension " + std::to_string(k));
  }
  return Array(base, sizes, std::move(map));
}

Outcome<Array> Array::slice(const std::vector<unsigned> &dimensions,
                            const std::vector<Polynomial> &offsets) const {
  if (dimensions.size() != offsets.size())
    return invalid("a slice needs one offset per dimension that it fixes");
  std::vector<Polynomial> corner(rank());
  std::vector<bool> isFixed(rank());
  for (size_t k = 0; k < dimensions.size(); ++k) {
    unsigned d = dimensions[k];
    if (d >= rank() || isFixed[d])
      return invalid("there is no dimension " + std::to_string(d) + " to slice");
    isFixed[d] = true;
    corner[d] = offsets[k];
    bool outside = knownBelow(offsets[k], 0) ||
                   (extents[d] && knownBelow(*extents[d] - Polynomial(1) - offsets[k], 0));
    if (outside)
      return invalid("the slice leaves dimension " + std::to_string(d));
  }
  Sizes sizes;
  AffineMap map{{}, memory.addressOf(corner)};
  for (unsigned k = 0; k < rank(); ++k)
    if (!isFixed[k]) {
      sizes.push_back(extents[k]);
      map.coefficients.push_back(memory.coefficients[k]);
    }
  if (sizes.empty())
    return invalid("a slice must leave a dimension");
  return Array(base, std::move(sizes), std::move(map));
}

Outcome<Array> Array::splitDimension(unsigned d, const Polynomial &size) const {
  if (d >= rank())
    return invalid("there is no dimension " + std::to_string(d) + " to split");
  if (knownBelow(size, 1))
    return invalid("the size " + size.str() + " is below 1");
  std::optional<Polynomial> blocks;
  if (extents[d]) {
    blocks = extents[d]->dividedBy(size);
    if (!blocks)
      return invalid("the size " + extents[d]->str() + " of dimension " + std::to_string(d) +
                     " is not known to be a multiple of " + size.str());
  }
  Array result = *this;
  result.extents[d] = blocks;
  result.extents.insert(result.extents.begin() + d + 1, size);
  std::vector<Polynomial> &map = result.memory.coefficients;
  map.insert(map.begin() + d + 1, map[d]);
  map[d] *= size;
  return result;
}

Outcome<Array> Array::mergeDimensions(unsigned first, unsigned second) const {
  if (second != first + 1 || second >= rank())
    return invalid("dimensions " + std::to_string(first) + " and " + std::to_string(second) +
                   " are not adjacent");
  auto follows = [&](unsigned outer, unsigned inner) {
    return extents[inner] &&
           memory.coefficients[outer] == memory.coefficients[inner] * *extents[inner];
  };
  bool rows = follows(first, second);
  if (!rows && !follows(second, first))
    return invalid("dimensions " + std::to_string(first) + " and " + std::to_string(second) +
                   " do not follow each other in memory");
  Array result = *this;
  unsigned inner = rows ? second : first, outer = rows ? first : second;
  std::optional<Polynomial> size;
  if (extents[outer])
    size = *extents[outer] * *extents[inner];
  result.extents[first] = size;
  result.memory.coefficients[first] = memory.coefficients[inner];
  result.extents.erase(result.extents.begin() + second);
  result.memory.coefficients.erase(result.memory.coefficients.begin() + second);
  return result;
}

Outcome<Array> Array::permuteDimensions(const std::vector<unsigned> &order) const {
  Sizes sizes;
  AffineMap map{{}, memory.offset};
  std::vector<bool> isPlaced(rank());
  for (unsigned dimension : order) {
    if (dimension >= rank() || isPlaced[dimension])
      return invalid("there is no dimension " + std::to_string(dimension) + " to place");
    isPlaced[dimension] = true;
    sizes.push_back(extents[dimension]);
    map.coefficients.push_back(memory.coefficients[dimension]);
  }
  if (order.size() != rank())
    return invalid("an order must list every dimension");
  return Array(base, std::move(sizes), std::move(map));
}

std::optional<Array> Array::of(const Scop &scop, const RecoveredArray &recovered) {
  const ArrayView &view = recovered.view;
  if (view.kind == ViewKind::Jagged)
    return std::nullopt;
  Sizes sizes{std::nullopt};
  sizes.insert(sizes.end(), view.sizes.begin(), view.sizes.end());
  AffineMap map = view.kind == ViewKind::Strided
                      ? AffineMap{view.strides, view.offset}
                      : AffineMap{*packedCoefficients(sizes, Layout::FirstMajor), Polynomial()};
  return Array(scop.arrays[recovered.array].name, std::move(sizes), std::move(map));
}

ArrayRole roleOf(const Scop &scop, int array) {
  const ScopArray &source = scop.arrays[array];
  if (source.isPrivate)
    return ArrayRole::Temporary;
  bool reads = false, writes = false;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array)
        (access.isWrite ? writes : reads) = true;
  if (writes)
    return reads ? ArrayRole::InputOutput : ArrayRole::Output;
  const Symbol *symbol = source.base < 0 ? nullptr : &scop.nest.symbol(source.base);
  bool isData = symbol && symbol->type.kind == CType::Kind::Array && source.element.isConst &&
                (symbol->kind == Symbol::Kind::Global || symbol->isStaticOrThreadLocal);
  return isData ? ArrayRole::Constant : ArrayRole::Input;
}

} // namespace acc
