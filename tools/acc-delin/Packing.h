// Plain values as MessagePack: fields in their order, without names. For a reader that is the same
// program as the writer.
#pragma once

#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace acc {

/// The two archives hand a structure to `fields(archive, value)`, which an overload for it must
/// answer with `archive(...)` of all its fields.
template <typename T, typename Structure>
concept Is = std::is_same_v<std::remove_const_t<T>, Structure>;

template <typename T>
concept Container = requires(T value) {
  typename T::value_type;
  value.insert(value.end(), typename T::value_type());
};

/// What a container is filled with: of a map, pairs whose key is not constant yet.
template <typename T> struct ElementOf {
  using Type = typename T::value_type;
};
template <typename T>
  requires requires { typename T::mapped_type; }
struct ElementOf<T> {
  using Type = std::pair<typename T::key_type, typename T::mapped_type>;
};
template <typename T> using Element = typename ElementOf<T>::Type;

class Packer {
public:
  explicit Packer(llvm::raw_ostream &out) : out(out) {}

  template <typename... Values> void operator()(const Values &...values) { (put(values), ...); }

private:
  template <typename T> void put(const T &value) {
    if constexpr (std::is_same_v<T, std::string>)
      out.write(llvm::StringRef(value));
    else if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>)
      out.write(value);
    else if constexpr (std::is_integral_v<T>)
      out.write(static_cast<int64_t>(value));
    else if constexpr (Container<T>)
      putAll(value);
    else
      fields(*this, value);
  }
  template <typename T> void put(const std::optional<T> &value) {
    out.write(value.has_value());
    if (value)
      put(*value);
  }
  template <typename A, typename B> void put(const std::pair<A, B> &value) {
    (*this)(value.first, value.second);
  }
  template <typename T> void putAll(const T &values) {
    out.writeArraySize(static_cast<uint32_t>(values.size()));
    for (const auto &value : values)
      put(value);
  }

  llvm::msgpack::Writer out;
};

class Unpacker {
public:
  explicit Unpacker(llvm::StringRef text) : in(text) {}

  /// False when something was missing or of another kind; the values are worth nothing then.
  bool isGood() const { return good; }

  template <typename... Values> void operator()(Values &...values) { (get(values), ...); }

private:
  using Kind = llvm::msgpack::Type;

  /// The next object, of one of these kinds; otherwise the rest is also invalid.
  std::optional<llvm::msgpack::Object> next(std::initializer_list<Kind> kinds) {
    llvm::msgpack::Object object;
    if (good) {
      auto isThere = in.read(object);
      good =
          isThere && *isThere && std::find(kinds.begin(), kinds.end(), object.Kind) != kinds.end();
      if (!isThere)
        llvm::consumeError(isThere.takeError());
    }
    return good ? std::optional(object) : std::nullopt;
  }

  template <typename T> void get(T &value) {
    if constexpr (std::is_same_v<T, std::string>) {
      if (auto object = next({Kind::String}))
        value = object->Raw.str();
    } else if constexpr (std::is_same_v<T, bool>) {
      if (auto object = next({Kind::Boolean}))
        value = object->Bool;
    } else if constexpr (std::is_floating_point_v<T>) {
      if (auto object = next({Kind::Float}))
        value = object->Float;
    } else if constexpr (std::is_integral_v<T>) {
      if (auto object = next({Kind::Int, Kind::UInt}))
        value = static_cast<T>(object->Kind == Kind::Int ? object->Int : int64_t(object->UInt));
    } else if constexpr (Container<T>) {
      getAll(value);
    } else {
      fields(*this, value);
    }
  }
  template <typename T> void get(std::optional<T> &value) {
    bool has = false;
    get(has);
    if (has)
      get(value.emplace());
  }
  template <typename A, typename B> void get(std::pair<A, B> &value) {
    (*this)(value.first, value.second);
  }
  template <typename T> void getAll(T &values) {
    auto object = next({Kind::Array});
    for (size_t k = 0; object && k < object->Length && good; ++k) {
      Element<T> value{};
      get(value);
      values.insert(values.end(), std::move(value));
    }
  }

  llvm::msgpack::Reader in;
  bool good = true;
};

} // namespace acc
