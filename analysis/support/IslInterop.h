// The isl C API that cpp.h lacks. Every C-level isl call of the project is in
// IslInterop.cpp (and the context in IslContext.cpp).
#pragma once

#include <isl/cpp.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace acc {

/// constant + sum coefficient*name; names are tuple dimensions or parameters.
struct LinearForm {
  std::map<std::string, int64_t> coefficients;
  int64_t constant = 0;
};

/// form >= 0, or form == 0.
struct LinearConstraint {
  LinearForm form;
  bool equality = false;
};

/// { tuple[dims] : constraints }. A name that is no dimension is a parameter.
/// An empty tuple name gives an anonymous tuple.
isl::set makeSet(isl::ctx ctx, const std::string &tuple, const std::vector<std::string> &dims,
                 const std::vector<LinearConstraint> &constraints);

/// [params] -> { : constraints }
isl::set makeParameterSet(isl::ctx ctx, const std::vector<LinearConstraint> &constraints);

/// { tuple[dims] -> form }
isl::aff makeAff(isl::ctx ctx, const std::string &tuple, const std::vector<std::string> &dims,
                 const LinearForm &form);

/// { tuple[dims] -> outTuple[forms] }, total on its domain.
isl::map makeMap(isl::ctx ctx, const std::string &tuple, const std::vector<std::string> &dims,
                 const std::string &outTuple, const std::vector<LinearForm> &forms);

/// { x -> y : b(y) - a(x) is negative, zero or positive }, as `sign` says.
isl::map comparison(const isl::pw_aff &a, const isl::pw_aff &b, int sign);

/// { [a0, ...] -> [b0, ...] : ak = bk for k < equal } over `dims` dimensions each; with
/// `thenLess` also a_equal < b_equal.
isl::map prefixOrder(isl::ctx ctx, unsigned dims, unsigned equal, bool thenLess);

/// Constraints of one disjunct. `name` of the k-th tuple dimension is dims[k];
/// parameters keep their names. An existential d = floor(form/denominator) has
/// the name "e<k>" and is listed in `divs`; divs may use earlier ones.
struct Division {
  std::string name;
  LinearForm numerator;
  int64_t denominator = 1;
};
struct Disjunct {
  std::vector<Division> divs;
  std::vector<LinearConstraint> constraints;
};

/// The disjuncts of `set` (made disjoint when `disjoint`), each existential
/// with an explicit division. None when a coefficient exceeds 64 bits.
std::optional<std::vector<Disjunct>> disjunctsOf(const isl::set &set,
                                                 const std::vector<std::string> &dims);

/// Decides which points are in a set: for many points of one set.
class PointTest {
public:
  /// `dims` as for disjunctsOf. Where that gives none, no point is told to be in the set.
  PointTest(const isl::set &set, const std::vector<std::string> &dims);
  /// Values of the set's parameters in their order, then of `dims`. False beyond 64 bits.
  bool contains(std::vector<int64_t> point) const;

private:
  /// constant + sum of number*value, of the values at these places.
  struct Form {
    int64_t constant = 0;
    std::vector<std::pair<int64_t, size_t>> terms;
    std::optional<int64_t> at(const std::vector<int64_t> &values) const;
  };
  /// Its divisions have values behind those of the point.
  struct Piece {
    std::vector<std::pair<Form, int64_t>> divisions;
    std::vector<std::pair<Form, bool>> constraints; // true: an equation
  };
  static bool isIn(const Piece &piece, std::vector<int64_t> &values);
  /// False where a piece has divisions or numbers beyond 64 bits.
  bool addPlainPieces(const isl::set &set);

  size_t coordinates;
  std::vector<Piece> pieces;
};

/// An isl::aff without divisions as a LinearForm; none when it has divisions or
/// a denominator or exceeds 64 bits.
std::optional<LinearForm> linearFormOf(const isl::aff &aff, const std::vector<std::string> &dims);

/// Removes tuple dimensions [first, first+count) existentially.
isl::set projectOut(const isl::set &set, unsigned first, unsigned count);
/// Number of tuple dimensions.
unsigned dimensionsOf(const isl::set &set);
unsigned inputDimensionsOf(const isl::map &map);
unsigned outputDimensionsOf(const isl::map &map);
/// { in -> the first `count` output dimensions }, for some value of the others.
isl::map firstOutputs(const isl::map &map, unsigned count);
/// Names of the parameters, in order.
std::vector<std::string> parametersOf(const isl::set &set);
/// Tuple name; "" when anonymous.
std::string tupleOf(const isl::set &set);
/// Projects all parameters' constraints: { : exists dims }, parameters kept.
isl::set parameterSetOf(const isl::set &set);
/// A superset: constraints that involve a parameter outside of `names` are dropped,
/// and with them these parameters.
isl::set restrictedToParameters(const isl::set &set, const std::set<std::string> &names);
/// The value of dimension `position` when it is the same constant on the whole
/// set (a parameter does not count), else none.
std::optional<int64_t> constantDimension(const isl::set &set, unsigned position);
/// A superset of `set` without existentials or divisions.
isl::set withoutDivisions(const isl::set &set);
/// Fixes a dimension to a constant.
isl::set fixDimension(const isl::set &set, unsigned position, int64_t value);
/// The same set with another tuple name.
isl::set withTuple(const isl::set &set, const std::string &tuple);
/// { in -> out } -> the set { [in, out] } as one flat anonymous tuple.
isl::set flattenToSet(const isl::map &map);
/// Number of convex pieces that isl holds the map or set in.
unsigned pieceCount(const isl::map &map);
unsigned pieceCount(const isl::set &set);
/// The same constraints in the same order: equal at a glance.
bool isPlainlyEqual(const isl::set &a, const isl::set &b);
/// Which of the points, values of all its parameters in their order, are in a set without
/// dimensions. None where it has divisions.
std::optional<std::vector<bool>> membership(const isl::set &set,
                                            const std::vector<std::vector<int64_t>> &points);
/// Some constraint has a number of at least `limit` or at most -`limit`.
bool hasNumberBeyond(const isl::set &set, int64_t limit);
/// Some point of `set`: values of the parameters by name, and the coordinates.
/// None when the set is empty or a value exceeds 64 bits.
struct SamplePoint {
  std::map<std::string, int64_t> parameters;
  std::vector<int64_t> coordinates;
};
std::optional<SamplePoint> samplePoint(const isl::set &set);
/// The exact number of points of a set without parameters, none when unbounded
/// or above `limit`.
std::optional<int64_t> countPoints(const isl::set &set, int64_t limit);

} // namespace acc
