// Arrays and what is computed with them, as Accera names it. [Accera manual,
// chapters 1 and 2.] Values all through: nothing here runs or is compiled; a
// Nest takes the statements and a Package gives C.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace acc {
struct Expr;
struct Stmt;
} // namespace acc

namespace acc_delin {

/// boolean is C's _Bool, float16 the compiler's _Float16. C of a nest with these types needs a
/// compiler that has them.
enum class ScalarType {
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  boolean,
  float16,
  float32,
  float64
};

/// One loop of a nest, by its name.
struct Index {
  std::string name;
  friend bool operator==(const Index &a, const Index &b) { return a.name == b.name; }
};

/// A size that is known when the code runs; an argument of the function (`long`).
struct Dimension {
  std::string name;
};

/// An integer expression: a sum of multiples of indices and dimensions.
class Affine {
public:
  Affine(int64_t value = 0) : fixed(value) {}
  Affine(int value) : fixed(value) {}
  Affine(const Index &index) : factors{{index.name, 1}} {}
  Affine(const Dimension &dimension) : factors{{dimension.name, 1}} {}

  const std::map<std::string, int64_t> &terms() const { return factors; }
  int64_t constant() const { return fixed; }

  friend Affine operator+(const Affine &a, const Affine &b);
  friend Affine operator-(const Affine &a, const Affine &b);
  friend Affine operator*(int64_t factor, const Affine &a);

private:
  std::map<std::string, int64_t> factors;
  int64_t fixed = 0;
};

Affine operator+(const Affine &a, const Affine &b);
Affine operator-(const Affine &a, const Affine &b);
Affine operator*(int64_t factor, const Affine &a);
inline Affine operator*(const Affine &a, int64_t factor) { return factor * a; }

/// A size of an array; kInfinite for a major dimension without one, or for one other
/// dimension of a packed array, whose size is then that of the loop whose index is its
/// subscript in the nest.
using Size = std::optional<Affine>;
inline constexpr std::nullopt_t kInfinite = std::nullopt;

/// Input: `const T *` argument. InputOutput: `T *` argument. Output: the same, and its elements
/// have no value before the nest assigns one; where its sizes name an OutputDimension, the function
/// allocates it, and the argument is `T **`. Constant: data of the function. Temporary: zeroed
/// memory of the function, on the heap where its size is known at run time only; without dimensions
/// a scalar variable. An argument without dimensions is one element behind its pointer.
enum class Role { Input, InputOutput, Output, Constant, Temporary };

/// FirstMajor: the last dimension is contiguous. LastMajor: the first one.
enum class Layout { FirstMajor, LastMajor, Explicit };

class Array;
class Element;
namespace detail {
struct ArrayState;
const ArrayState &stateOf(const Array &array);

/// A value as it is given: the least type that holds it.
struct Number {
  std::variant<int64_t, uint64_t, double> value;
  template <typename T> Number(T number) {
    static_assert(std::is_arithmetic_v<T>);
    if constexpr (std::is_floating_point_v<T>)
      value = static_cast<double>(number);
    else if constexpr (std::is_unsigned_v<T>)
      value = static_cast<uint64_t>(number);
    else
      value = static_cast<int64_t>(number);
  }
};

template <typename T> constexpr ScalarType scalarTypeOf() {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8, "no type of an array's elements");
  if constexpr (std::is_same_v<T, bool>)
    return ScalarType::boolean;
  if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? ScalarType::float32 : ScalarType::float64;
  constexpr ScalarType kSigned[] = {ScalarType::int8, ScalarType::int16, ScalarType::int32,
                                    ScalarType::int64};
  constexpr ScalarType kUnsigned[] = {ScalarType::uint8, ScalarType::uint16, ScalarType::uint32,
                                      ScalarType::uint64};
  constexpr int size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_signed_v<T> ? kSigned[size] : kUnsigned[size];
}
} // namespace detail

/// A block of elements behind an affine memory map. What is wrong with its making
/// is kept in fault() and refused by the nest that uses it.
class Array {
public:
  Array(const std::string &name, Role role, ScalarType type, const std::vector<Size> &shape,
        Layout layout = Layout::FirstMajor);
  /// Element s lives at offset + sum map[k]*s[k].
  Array(const std::string &name, Role role, ScalarType type, const std::vector<Size> &shape,
        const std::vector<Affine> &map, const Affine &offset = 0);
  /// Constant data, shape[0]*shape[1]*... values in FirstMajor order.
  Array(const std::string &name, ScalarType type, const std::vector<int64_t> &shape,
        const std::vector<double> &data)
      : Array(std::vector<detail::Number>(data.begin(), data.end()), name, type, shape) {}
  /// The same, of the type that the data has: std::vector<int64_t> is an int64 array.
  template <typename T>
  Array(const std::string &name, const std::vector<int64_t> &shape, const std::vector<T> &data)
      : Array(std::vector<detail::Number>(data.begin(), data.end()), name,
              detail::scalarTypeOf<T>(), shape) {}

  /// The same, of any type that holds the numbers.
  Array(const std::vector<detail::Number> &data, const std::string &name, ScalarType type,
        const std::vector<int64_t> &shape);

  const std::string &name() const;
  Role role() const;
  ScalarType type() const;
  unsigned rank() const;
  Layout layout() const;
  /// As C expressions: {"ld", "1"}; sizes are "" where infinite.
  std::vector<std::string> affineMap() const;
  std::string affineOffset() const;
  std::vector<std::string> shape() const;
  const std::optional<std::string> &fault() const;

  /// Views of the same memory; see the manual's chapter 1. A strided sub-array
  /// takes every strides[k]-th element; a slice fixes dimensions; split and merge
  /// regroup the elements of a dimension, or of two neighbours in memory.
  Array subArray(const std::vector<Affine> &offsets, const std::vector<Size> &shape,
                 const std::vector<int64_t> &strides = {}) const;
  Array slice(const std::vector<unsigned> &dimensions, const std::vector<Affine> &offsets) const;
  Array splitDimension(unsigned dimension, const Affine &size) const;
  Array mergeDimensions(unsigned first, unsigned second) const;
  /// Dimension k of the view is dimension order[k] of this array:
  ///   3 x 7 x 5 with {1, 2, 0} is 7 x 5 x 3 with its last dimension outermost in memory.
  Array permuteDimensions(const std::vector<unsigned> &order) const;

  template <typename... Subscripts> Element operator()(const Subscripts &...subscripts) const;
  Element at(const std::vector<Affine> &subscripts) const;

private:
  explicit Array(std::shared_ptr<const detail::ArrayState> state) : state(std::move(state)) {}
  std::shared_ptr<const detail::ArrayState> state;
  friend const detail::ArrayState &detail::stateOf(const Array &array);
};

namespace detail {
/// What a piece of logic names, and what is wrong with it.
struct Uses {
  std::map<std::string, Array> arrays;
  std::map<std::string, ScalarType> scalars;
  std::set<std::string> integers; // indices and dimensions
  /// Declarations of the functions of <math.h> that are called, by their names.
  std::map<std::string, std::string> functions;
  /// Sizes that the nest gives, by the names that stand for them: their subscripts.
  std::map<std::string, std::vector<Affine>> inferred;
  std::optional<std::string> fault;

  void add(const Uses &other);
};
} // namespace detail

/// A value that the logic of a nest computes: an expression of C and what it uses. It is computed
/// in the type that C gives it: 0.1f * A(i) of a float32 array in float, 0.1 * A(i) in double.
class Expression {
public:
  Expression(double value);
  Expression(float value);
  Expression(int value);
  /// An integer of type `long`.
  Expression(const Affine &value);

  /// condition ? yes : no. A condition is what the comparisons below give.
  static Expression select(const Expression &condition, const Expression &yes,
                           const Expression &no);
  /// An operator of C; its operands are integers where C asks for that, or the nest is refused.
  static Expression binary(const char *op, const Expression &a, const Expression &b);
  static Expression unary(const char *op, const Expression &x);
  /// A function of <math.h> by the name that it has for double; see Functions.h.
  static Expression mathCall(const std::string &name, const std::vector<Expression> &arguments);
  static Expression converted(ScalarType type, const Expression &x);

  /// C computes it in an integer type.
  bool isInteger() const;

protected:
  using Tree = std::shared_ptr<const acc::Expr>;
  Expression(Tree tree, detail::Uses uses) : tree(std::move(tree)), uses(std::move(uses)) {}

  Tree tree;
  detail::Uses uses;

  friend class Array;
  friend class Statement;
  friend class Nest;
  friend class OutputDimension;
};

/// A number that the logic only reads: an argument or, with a value, that constant in its type.
/// What the logic assigns is an Array without dimensions.
class Scalar : public Expression {
public:
  Scalar(const std::string &name, ScalarType type);
  Scalar(const std::string &name, ScalarType type, detail::Number value);
  const std::string &name() const { return ownName; }
  ScalarType type() const { return ownType; }
  bool isConstant() const { return uses.scalars.empty(); }

private:
  std::string ownName;
  ScalarType ownType;
};

/// A size that the function computes, of its scalars and of other dimensions, and gives back: an
/// argument `long *`. The logic and the shapes of arrays name it as they do any dimension.
class OutputDimension : public Dimension {
public:
  OutputDimension(const std::string &name, const Expression &value);

private:
  std::shared_ptr<const acc::Expr> tree;
  detail::Uses uses;
  friend class Package;
};

/// An assignment to one element: what a nest does once per iteration.
class Statement {
public:
  Statement(const Element &target, const char *op, const Expression &value);

private:
  std::shared_ptr<const acc::Stmt> tree;
  std::string target; // name of the array
  detail::Uses uses;
  friend class Nest;
};

/// array(i, j): a value, and the target of a statement.
class Element : public Expression {
public:
  Element(const Element &) = default;
  Statement operator=(const Expression &value) const { return {*this, "=", value}; }
  Statement operator=(const Element &value) const { return {*this, "=", value}; }
  Statement operator+=(const Expression &value) const { return {*this, "+=", value}; }
  Statement operator-=(const Expression &value) const { return {*this, "-=", value}; }
  Statement operator*=(const Expression &value) const { return {*this, "*=", value}; }
  Statement operator/=(const Expression &value) const { return {*this, "/=", value}; }

private:
  Element(Tree tree, detail::Uses uses) : Expression(std::move(tree), std::move(uses)) {}
  friend class Array;
};

template <typename... Subscripts> Element Array::operator()(const Subscripts &...subscripts) const {
  return at({Affine(subscripts)...});
}

inline Expression operator+(const Expression &a, const Expression &b) {
  return Expression::binary("+", a, b);
}
inline Expression operator-(const Expression &a, const Expression &b) {
  return Expression::binary("-", a, b);
}
inline Expression operator*(const Expression &a, const Expression &b) {
  return Expression::binary("*", a, b);
}
inline Expression operator/(const Expression &a, const Expression &b) {
  return Expression::binary("/", a, b);
}
inline Expression operator%(const Expression &a, const Expression &b) {
  return Expression::binary("%", a, b);
}
inline Expression operator-(const Expression &x) { return Expression::unary("-", x); }
inline Expression operator&(const Expression &a, const Expression &b) {
  return Expression::binary("&", a, b);
}
inline Expression operator|(const Expression &a, const Expression &b) {
  return Expression::binary("|", a, b);
}
inline Expression operator^(const Expression &a, const Expression &b) {
  return Expression::binary("^", a, b);
}
inline Expression operator~(const Expression &x) { return Expression::unary("~", x); }
inline Expression operator<<(const Expression &a, const Expression &b) {
  return Expression::binary("<<", a, b);
}
inline Expression operator>>(const Expression &a, const Expression &b) {
  return Expression::binary(">>", a, b);
}
inline Expression operator==(const Expression &a, const Expression &b) {
  return Expression::binary("==", a, b);
}
inline Expression operator!=(const Expression &a, const Expression &b) {
  return Expression::binary("!=", a, b);
}
inline Expression operator<(const Expression &a, const Expression &b) {
  return Expression::binary("<", a, b);
}
inline Expression operator>(const Expression &a, const Expression &b) {
  return Expression::binary(">", a, b);
}
inline Expression operator<=(const Expression &a, const Expression &b) {
  return Expression::binary("<=", a, b);
}
inline Expression operator>=(const Expression &a, const Expression &b) {
  return Expression::binary(">=", a, b);
}

} // namespace acc_delin
