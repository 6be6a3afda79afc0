// A set of names that are already used.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <unordered_set>

namespace acc {

/// A unit has thousands of them and few are asked for, so only their hashes are kept: a name that
/// is not in the set may, once in a blue moon, be said to be. Copies share the names.
class NameSet {
public:
  void reserve(size_t count) { hashes->reserve(count); }
  void insert(std::string_view name) { hashes->insert(std::hash<std::string_view>()(name)); }
  /// True for every name that was inserted; for another one all but never.
  bool mayContain(std::string_view name) const {
    return hashes->count(std::hash<std::string_view>()(name)) != 0;
  }

private:
  std::shared_ptr<std::unordered_set<size_t>> hashes =
      std::make_shared<std::unordered_set<size_t>>();
};

} // namespace acc
