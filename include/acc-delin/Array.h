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
#include <vector>

namespace acc {
struct Expr;
struct Stmt;
}

namespace acc_delin {

enum class ScalarType {
  int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64
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

/// Input: `const T *` argument. InputOutput, Output: `T *` argument. Constant: data
/// of the function. Temporary: zeroed memory of the function, of fixed size; without
/// dimensions a scalar variable.
enum class Role { Input, InputOutput, Output, Constant, Temporary };

/// FirstMajor: the last dimension is contiguous. LastMajor: the first one.
enum class Layout { FirstMajor, LastMajor, Explicit };

class Array;
class Element;
namespace detail {
struct ArrayState;
const ArrayState &stateOf(const Array &array);
}

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
        const std::vector<double> &data);

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
}

/// A value that the logic of a nest computes: an expression of C and what it uses. It is computed in the type
/// that C gives it: 0.1f * A(i) of a float32 array in float, 0.1 * A(i) in double.
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
  static Expression binary(const char *op, const Expression &a, const Expression &b);
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
};

/// An argument that the logic only reads.
class Scalar : public Expression {
public:
  Scalar(const std::string &name, ScalarType type);
  const std::string &name() const { return uses.scalars.begin()->first; }
  ScalarType type() const { return uses.scalars.begin()->second; }
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

template <typename... Subscripts>
Element Array::operator()(const Subscripts &...subscripts) const {
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
