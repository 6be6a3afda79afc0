#include "analysis/tree/ObjectMemory.h"

#include "analysis/tree/NumberTypes.h"

namespace acc {
namespace {

constexpr int64_t kDistance = int64_t(1) << 32;
/// Elements from one row to the next, where memory holds pointers to rows.
constexpr int64_t kRow = 1000;

} // namespace

ScalarValue *ObjectMemory::element(const Place &place, const Expr &access, bool isWrite) {
  const std::string base = place.base + access.member;
  accesses.push_back({base, place.index, isWrite});
  auto object = objects.find(base);
  bool isInside = object != objects.end() && place.index >= object->second.low &&
                  place.index - object->second.low < int64_t(object->second.elements.size());
  if (isInside)
    return &object->second.elements[place.index - object->second.low];
  bool isFloating = isInexact(access.type);
  if (options.contents && (isFloating || access.type.isInteger())) {
    auto [known, isNew] = beyond.try_emplace({base, place.index});
    if (isNew)
      known->second = options.contents({base, place.index}, access.type);
    return &known->second;
  }
  if (!options.ignoreBounds)
    return nullptr;
  outside = isFloating ? ScalarValue::floating(0) : ScalarValue();
  return &outside;
}

std::optional<ScalarValue> ObjectMemory::load(const Place &place, const Expr &access) {
  const ScalarValue *found = element(place, access, false);
  return found ? std::optional(*found) : std::nullopt;
}

bool ObjectMemory::store(const Place &place, const Expr &access, const ScalarValue &value) {
  ScalarValue *found = element(place, access, true);
  if (!found)
    return false;
  *found = value;
  written[{place.base + access.member, place.index}] = value;
  return true;
}

Place ObjectMemory::rowAt(const Place &place, const Expr &access) {
  const std::string table = place.base + access.member;
  accesses.push_back({table, place.index, false});
  return {table + "[]", place.index * kRow};
}

int64_t ObjectMemory::addressOf(const Place &place, int64_t elementSize) {
  auto [number, isNew] = numbers.try_emplace(place.base, int64_t(numbers.size()) + 1);
  return number->second * kDistance + place.index * elementSize;
}

std::optional<Place> ObjectMemory::placeAt(int64_t address, int64_t elementSize) const {
  // An index may be negative.
  const int64_t object = (address + kDistance / 2) / kDistance,
                offset = address - object * kDistance;
  for (const auto &[base, known] : numbers)
    if (known == object && elementSize > 0 && offset % elementSize == 0)
      return Place{base, offset / elementSize};
  return std::nullopt;
}

bool ObjectMemory::lend(const std::string &object, const ScalarValue &value) {
  return objects.try_emplace(object, MemoryObject{0, {value}}).second;
}

ScalarValue ObjectMemory::takeBack(const std::string &object) {
  const ScalarValue value = objects.at(object).elements.at(0);
  objects.erase(object);
  written.erase({object, 0});
  std::erase_if(accesses, [&](const TracedAccess &access) { return access.base == object; });
  return value;
}

} // namespace acc
