#include "analysis/support/IslInterop.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <functional>
#include <set>

namespace acc {
namespace {

int positionOf(const std::vector<std::string> &names, const std::string &name) {
  auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::vector<std::string> parametersIn(const std::vector<LinearForm> &forms,
                                      const std::vector<std::string> &dims) {
  std::set<std::string> names;
  for (const LinearForm &form : forms)
    for (const auto &[name, coefficient] : form.coefficients)
      if (coefficient != 0 && positionOf(dims, name) < 0)
        names.insert(name);
  return {names.begin(), names.end()};
}

/// The result of one of isl's C functions. None, for want of quota above all, is the exception that
/// isl's C++ interface throws: it is never a set without points or constraints.
template <typename T> T *resultOf(T *result) {
  if (!result)
    isl::exception::throw_invalid("no result", __FILE__, __LINE__);
  return result;
}

isl_val *valueOf(isl_ctx *ctx, int64_t value) { return isl_val_int_from_si(ctx, value); }

isl_space *setSpace(isl_ctx *ctx, const std::string &tuple, const std::vector<std::string> &dims,
                    const std::vector<std::string> &params) {
  isl_space *space = isl_space_set_alloc(ctx, params.size(), dims.size());
  for (size_t i = 0; i < params.size(); ++i)
    space = isl_space_set_dim_id(space, isl_dim_param, i,
                                 isl_id_alloc(ctx, params[i].c_str(), nullptr));
  if (!tuple.empty())
    space = isl_space_set_tuple_name(space, isl_dim_set, tuple.c_str());
  return space;
}

isl_aff *affOf(isl_space *space, const std::vector<std::string> &dims,
               const std::vector<std::string> &params, const LinearForm &form) {
  isl_ctx *ctx = isl_space_get_ctx(space);
  isl_aff *aff = isl_aff_zero_on_domain(isl_local_space_from_space(space));
  aff = isl_aff_set_constant_val(aff, valueOf(ctx, form.constant));
  for (const auto &[name, coefficient] : form.coefficients) {
    if (coefficient == 0)
      continue;
    int dim = positionOf(dims, name);
    int param = positionOf(params, name);
    aff = dim >= 0
              ? isl_aff_set_coefficient_val(aff, isl_dim_in, dim, valueOf(ctx, coefficient))
              : isl_aff_set_coefficient_val(aff, isl_dim_param, param, valueOf(ctx, coefficient));
  }
  return aff;
}

std::vector<LinearForm> formsOf(const std::vector<LinearConstraint> &constraints) {
  std::vector<LinearForm> forms;
  for (const LinearConstraint &constraint : constraints)
    forms.push_back(constraint.form);
  return forms;
}

bool readValue(isl_val *value, int64_t &out) {
  bool fits = isl_val_is_int(value) == isl_bool_true;
  if (fits) {
    fits = isl_val_cmp_si(value, INT64_MIN) >= 0 && isl_val_cmp_si(value, INT64_MAX) <= 0;
    if (fits)
      out = isl_val_get_num_si(value);
  }
  isl_val_free(value);
  return fits;
}

std::string parameterName(isl_aff *aff, unsigned position) {
  return isl_aff_get_dim_name(aff, isl_dim_param, position);
}

/// Reads `aff` scaled by its denominator; false when it does not fit.
bool readAff(isl_aff *aff, const std::vector<std::string> &dims,
             const std::vector<std::string> &divNames, LinearForm &form) {
  bool ok = readValue(isl_aff_get_constant_val(aff), form.constant);
  auto read = [&](isl_dim_type type, unsigned position, const std::string &name) {
    int64_t coefficient = 0;
    ok = ok && readValue(isl_aff_get_coefficient_val(aff, type, position), coefficient);
    if (coefficient != 0)
      form.coefficients[name] = coefficient;
  };
  for (int i = 0; i < isl_aff_dim(aff, isl_dim_param); ++i)
    read(isl_dim_param, i, parameterName(aff, i));
  for (size_t i = 0; i < dims.size(); ++i)
    read(isl_dim_in, i, dims[i]);
  for (size_t i = 0; i < divNames.size(); ++i)
    read(isl_dim_div, i, divNames[i]);
  return ok;
}

struct DisjunctReader {
  const std::vector<std::string> &dims;
  std::vector<Disjunct> all;
  bool ok = true;
};

isl_stat readBasicSet(isl_basic_set *raw, void *user) {
  auto &reader = *static_cast<DisjunctReader *>(user);
  Disjunct disjunct;
  std::vector<std::string> divNames;
  isl_local_space *space = isl_basic_set_get_local_space(raw);
  for (int i = 0; i < isl_basic_set_dim(raw, isl_dim_div); ++i)
    divNames.push_back("e" + std::to_string(i));
  for (int i = 0; reader.ok && i < isl_basic_set_dim(raw, isl_dim_div); ++i) {
    isl_aff *div = isl_local_space_get_div(space, i);
    isl_val *denominator = isl_aff_get_denominator_val(div);
    Division division{divNames[i], {}, 1};
    reader.ok = readValue(isl_val_copy(denominator), division.denominator);
    div = isl_aff_scale_val(div, denominator);
    std::vector<std::string> earlier(divNames.begin(), divNames.begin() + i);
    reader.ok = reader.ok && readAff(div, reader.dims, earlier, division.numerator);
    isl_aff_free(div);
    disjunct.divs.push_back(division);
  }
  isl_local_space_free(space);
  isl_constraint_list *list = isl_basic_set_get_constraint_list(raw);
  reader.ok = reader.ok && list;
  for (int i = 0; reader.ok && i < isl_constraint_list_n_constraint(list); ++i) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, i);
    LinearConstraint linear;
    linear.equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    isl_aff *aff = isl_constraint_get_aff(constraint);
    reader.ok = readAff(aff, reader.dims, divNames, linear.form);
    isl_aff_free(aff);
    isl_constraint_free(constraint);
    // Implied by the definition of a division: no need to repeat it.
    disjunct.constraints.push_back(linear);
  }
  isl_constraint_list_free(list);
  isl_basic_set_free(raw);
  reader.all.push_back(std::move(disjunct));
  return isl_stat_ok;
}

/// Constraints as rows: the constant, the parameters, the dimensions. In one piece, because
/// isl simplifies the set once for each constraint that is added alone.
isl_mat *rowsOf(isl_ctx *ctx, const std::vector<LinearConstraint> &constraints, bool equalities,
                const std::vector<std::string> &params, const std::vector<std::string> &dims) {
  auto isRow = [&](const LinearConstraint &c) { return c.equality == equalities; };
  size_t count = std::count_if(constraints.begin(), constraints.end(), isRow);
  isl_mat *rows = isl_mat_alloc(ctx, count, 1 + params.size() + dims.size());
  size_t row = 0;
  for (const LinearConstraint &constraint : constraints) {
    if (!isRow(constraint))
      continue;
    auto valueAt = [&](const std::string &name) {
      auto found = constraint.form.coefficients.find(name);
      return found == constraint.form.coefficients.end() ? 0 : found->second;
    };
    size_t column = 0;
    auto put = [&](int64_t value) {
      rows = isl_mat_set_element_val(rows, row, column++, valueOf(ctx, value));
    };
    put(constraint.form.constant);
    for (const std::string &name : params)
      put(valueAt(name));
    for (const std::string &name : dims)
      put(valueAt(name));
    ++row;
  }
  return rows;
}

isl::set constrained(isl_space *space, const std::vector<std::string> &dims,
                     const std::vector<std::string> &params,
                     const std::vector<LinearConstraint> &constraints) {
  // One without variables would leave an empty set that is not marked as such, on which
  // later operations assert.
  std::vector<LinearConstraint> rows;
  for (const LinearConstraint &constraint : constraints) {
    bool isConstant =
        std::all_of(constraint.form.coefficients.begin(), constraint.form.coefficients.end(),
                    [](const auto &entry) { return entry.second == 0; });
    int64_t value = constraint.form.constant;
    if (!isConstant)
      rows.push_back(constraint);
    else if (constraint.equality ? value != 0 : value < 0)
      return isl::manage(isl_set_empty(space));
  }
  isl_ctx *ctx = isl_space_get_ctx(space);
  isl_mat *equalities = rowsOf(ctx, rows, true, params, dims);
  isl_mat *inequalities = rowsOf(ctx, rows, false, params, dims);
  return isl::manage(isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space, equalities, inequalities, isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div)));
}

} // namespace

isl::set makeSet(isl::ctx ctx, const std::string &tuple, const std::vector<std::string> &dims,
                 const std::vector<LinearConstraint> &constraints) {
  std::vector<std::string> params = parametersIn(formsOf(constraints), dims);
  return constrained(setSpace(ctx.get(), tuple, dims, params), dims, params, constraints);
}

isl::set makeParameterSet(isl::ctx ctx, const std::vector<LinearConstraint> &constraints) {
  return parameterSetOf(makeSet(ctx, "", {}, constraints));
}

isl::aff makeAff(isl::ctx ctx, const std::string &tuple, const std::vector<std::string> &dims,
                 const LinearForm &form) {
  std::vector<std::string> params = parametersIn({form}, dims);
  return isl::manage(affOf(setSpace(ctx.get(), tuple, dims, params), dims, params, form));
}

isl::map makeMap(isl::ctx ctx, const std::string &tuple, const std::vector<std::string> &dims,
                 const std::string &outTuple, const std::vector<LinearForm> &forms) {
  std::vector<std::string> params = parametersIn(forms, dims);
  isl_space *domain = setSpace(ctx.get(), tuple, dims, params);
  isl_space *range = setSpace(ctx.get(), outTuple, std::vector<std::string>(forms.size()), params);
  isl_multi_aff *multi =
      isl_multi_aff_zero(isl_space_map_from_domain_and_range(isl_space_copy(domain), range));
  for (size_t i = 0; i < forms.size(); ++i)
    multi = isl_multi_aff_set_aff(multi, i, affOf(isl_space_copy(domain), dims, params, forms[i]));
  isl_space_free(domain);
  return isl::manage(isl_map_from_multi_aff(multi));
}

isl::map prefixOrder(isl::ctx ctx, unsigned dims, unsigned equal, bool thenLess) {
  isl_map *order = isl_map_universe(isl_space_alloc(ctx.get(), 0, dims, dims));
  for (unsigned k = 0; k < equal; ++k)
    order = isl_map_equate(order, isl_dim_in, k, isl_dim_out, k);
  if (thenLess)
    order = isl_map_order_lt(order, isl_dim_in, equal, isl_dim_out, equal);
  return isl::manage(order);
}

std::optional<std::vector<Disjunct>> disjunctsOf(const isl::set &set,
                                                 const std::vector<std::string> &dims) {
  isl_set *explicitSet = isl_set_compute_divs(set.copy());
  explicitSet = isl_set_remove_redundancies(isl_set_coalesce(explicitSet));
  DisjunctReader reader{dims, {}, true};
  isl_stat isRead = isl_set_foreach_basic_set(resultOf(explicitSet), readBasicSet, &reader);
  isl_set_free(explicitSet);
  if (isRead != isl_stat_ok || !reader.ok)
    return std::nullopt;
  return reader.all;
}

namespace {

/// Of a piece without divisions. Calls `visit` with each row of numbers, the constant first;
/// false where one is beyond 64 bits.
bool visitRows(const isl::basic_set &piece, bool equalities,
               const std::function<void(const std::vector<int64_t> &)> &visit) {
  auto read = equalities ? isl_basic_set_equalities_matrix : isl_basic_set_inequalities_matrix;
  isl_mat *matrix =
      resultOf(read(piece.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
  std::vector<int64_t> numbers(isl_mat_cols(matrix));
  bool fits = true;
  for (int row = 0; row < isl_mat_rows(matrix) && fits; ++row) {
    for (size_t column = 0; column < numbers.size() && fits; ++column)
      fits = readValue(isl_mat_get_element_val(matrix, row, column), numbers[column]);
    if (fits)
      visit(numbers);
  }
  isl_mat_free(matrix);
  return fits;
}

} // namespace

PointTest::PointTest(const isl::set &set, const std::vector<std::string> &dims) {
  std::vector<std::string> names = parametersOf(set);
  names.insert(names.end(), dims.begin(), dims.end());
  coordinates = names.size();
  if (addPlainPieces(set))
    return;
  pieces.clear();
  auto disjuncts = disjunctsOf(set, dims);
  if (!disjuncts)
    return;
  for (const Disjunct &disjunct : *disjuncts) {
    std::map<std::string, size_t> places;
    for (const std::string &name : names)
      places.emplace(name, places.size());
    auto formOf = [&](const LinearForm &linear) {
      Form form{linear.constant, {}};
      for (const auto &[name, number] : linear.coefficients)
        form.terms.emplace_back(number, places.at(name));
      return form;
    };
    Piece &piece = pieces.emplace_back();
    for (const Division &division : disjunct.divs) {
      piece.divisions.emplace_back(formOf(division.numerator), division.denominator);
      places.emplace(division.name, places.size());
    }
    for (const LinearConstraint &constraint : disjunct.constraints)
      piece.constraints.emplace_back(formOf(constraint.form), constraint.equality);
  }
}

bool PointTest::addPlainPieces(const isl::set &set) {
  bool isPlain = true;
  set.foreach_basic_set([&](isl::basic_set part) {
    isPlain = isPlain && isl_basic_set_dim(part.get(), isl_dim_div) == 0;
    if (!isPlain)
      return;
    Piece &piece = pieces.emplace_back();
    for (bool equalities : {true, false})
      isPlain &= visitRows(part, equalities, [&](const std::vector<int64_t> &row) {
        Form form{row.front(), {}};
        for (size_t k = 1; k < row.size(); ++k)
          if (row[k] != 0)
            form.terms.emplace_back(row[k], k - 1);
        piece.constraints.emplace_back(std::move(form), equalities);
      });
  });
  return isPlain;
}

std::optional<int64_t> PointTest::Form::at(const std::vector<int64_t> &values) const {
  __int128 sum = constant;
  for (const auto &[number, place] : terms)
    if (__builtin_add_overflow(sum, __int128(number) * values[place], &sum))
      return std::nullopt;
  return sum == int64_t(sum) ? std::optional(int64_t(sum)) : std::nullopt;
}

bool PointTest::isIn(const Piece &piece, std::vector<int64_t> &values) {
  for (const auto &[numerator, denominator] : piece.divisions) {
    auto value = numerator.at(values);
    if (!value)
      return false;
    values.push_back(*value / denominator - (*value % denominator < 0 ? 1 : 0));
  }
  return std::all_of(piece.constraints.begin(), piece.constraints.end(), [&](const auto &one) {
    auto value = one.first.at(values);
    return value && (one.second ? *value == 0 : *value >= 0);
  });
}

bool PointTest::contains(std::vector<int64_t> point) const {
  return std::any_of(pieces.begin(), pieces.end(), [&](const Piece &piece) {
    point.resize(coordinates);
    return isIn(piece, point);
  });
}

std::optional<LinearForm> linearFormOf(const isl::aff &aff, const std::vector<std::string> &dims) {
  LinearForm form;
  if (isl_aff_dim(aff.get(), isl_dim_div) > 0 &&
      isl_aff_involves_dims(aff.get(), isl_dim_div, 0, isl_aff_dim(aff.get(), isl_dim_div)))
    return std::nullopt;
  isl_val *denominator = isl_aff_get_denominator_val(aff.get());
  bool integral = isl_val_is_one(denominator) == isl_bool_true;
  isl_val_free(denominator);
  if (!integral || !readAff(aff.get(), dims, {}, form))
    return std::nullopt;
  return form;
}

isl::set projectOut(const isl::set &set, unsigned first, unsigned count) {
  return isl::manage(isl_set_project_out(set.copy(), isl_dim_set, first, count));
}

unsigned dimensionsOf(const isl::set &set) { return isl_set_dim(set.get(), isl_dim_set); }
unsigned inputDimensionsOf(const isl::map &map) { return isl_map_dim(map.get(), isl_dim_in); }
unsigned outputDimensionsOf(const isl::map &map) { return isl_map_dim(map.get(), isl_dim_out); }

std::vector<std::string> parametersOf(const isl::set &set) {
  std::vector<std::string> names;
  for (int i = 0; i < isl_set_dim(set.get(), isl_dim_param); ++i)
    names.push_back(isl_set_get_dim_name(set.get(), isl_dim_param, i));
  return names;
}

std::string tupleOf(const isl::set &set) {
  return isl_set_has_tuple_name(set.get()) == isl_bool_true ? isl_set_get_tuple_name(set.get())
                                                            : "";
}

isl::set parameterSetOf(const isl::set &set) { return isl::manage(isl_set_params(set.copy())); }

std::optional<int64_t> constantDimension(const isl::set &set, unsigned position) {
  isl_val *value = isl_set_plain_get_val_if_fixed(set.get(), isl_dim_set, position);
  int64_t number = 0;
  if (!value || isl_val_is_nan(value) == isl_bool_true) {
    isl_val_free(value);
    return std::nullopt;
  }
  return readValue(value, number) ? std::optional(number) : std::nullopt;
}

isl::set withoutDivisions(const isl::set &set) {
  return isl::manage(isl_set_remove_divs(set.copy()));
}

isl::set fixDimension(const isl::set &set, unsigned position, int64_t value) {
  isl_ctx *ctx = isl_set_get_ctx(set.get());
  return isl::manage(isl_set_fix_val(set.copy(), isl_dim_set, position, valueOf(ctx, value)));
}

isl::set restrictedToParameters(const isl::set &set, const std::set<std::string> &names) {
  isl_set *result = set.copy();
  for (const std::string &name : parametersOf(set)) {
    if (names.count(name))
      continue;
    int position = isl_set_find_dim_by_name(result, isl_dim_param, name.c_str());
    result = isl_set_drop_constraints_involving_dims(result, isl_dim_param, position, 1);
    result = isl_set_project_out(result, isl_dim_param, position, 1);
  }
  return isl::manage(result);
}

isl::set withTuple(const isl::set &set, const std::string &tuple) {
  return isl::manage(isl_set_set_tuple_name(set.copy(), tuple.c_str()));
}

isl::set flattenToSet(const isl::map &map) {
  return isl::manage(isl_set_flatten(isl_map_wrap(map.copy())));
}

bool isPlainlyEqual(const isl::set &a, const isl::set &b) {
  return isl_set_plain_is_equal(a.get(), b.get()) == isl_bool_true;
}

unsigned pieceCount(const isl::set &set) { return isl_set_n_basic_set(set.get()); }
unsigned pieceCount(const isl::map &map) { return isl_map_n_basic_map(map.get()); }

isl::map firstOutputs(const isl::map &map, unsigned count) {
  unsigned all = outputDimensionsOf(map);
  return isl::manage(isl_map_project_out(map.copy(), isl_dim_out, count, all - count));
}

isl::map comparison(const isl::pw_aff &a, const isl::pw_aff &b, int sign) {
  auto compare = sign < 0 ? isl_pw_aff_gt_map : sign > 0 ? isl_pw_aff_lt_map : isl_pw_aff_eq_map;
  return isl::manage(compare(a.copy(), b.copy()));
}

namespace {

/// The sign of the row's value where the parameters have these values; none beyond 128 bits.
std::optional<int> signAt(const std::vector<int64_t> &row, const std::vector<int64_t> &point) {
  __int128 sum = row.front();
  for (size_t k = 0; k < point.size(); ++k)
    if (__builtin_add_overflow(sum, __int128(row[k + 1]) * point[k], &sum))
      return std::nullopt;
  return sum < 0 ? -1 : sum > 0;
}

} // namespace

std::optional<std::vector<bool>> membership(const isl::set &set,
                                            const std::vector<std::vector<int64_t>> &points) {
  std::vector<bool> inside(points.size(), false);
  bool known = true;
  set.foreach_basic_set([&](isl::basic_set piece) {
    known = known && isl_basic_set_dim(piece.get(), isl_dim_div) == 0;
    if (!known)
      return;
    std::vector<bool> inPiece(points.size(), true);
    bool fits = true;
    for (bool equalities : {true, false})
      fits &= visitRows(piece, equalities, [&](const std::vector<int64_t> &row) {
        for (size_t p = 0; p < points.size(); ++p) {
          auto sign = signAt(row, points[p]);
          known = known && sign.has_value();
          inPiece[p] = inPiece[p] && sign && (equalities ? *sign == 0 : *sign >= 0);
        }
      });
    known = known && fits;
    for (size_t p = 0; p < points.size(); ++p)
      inside[p] = inside[p] || inPiece[p];
  });
  return known ? std::optional(inside) : std::nullopt;
}

bool hasNumberBeyond(const isl::set &set, int64_t limit) {
  bool found = false;
  set.foreach_basic_set([&](isl::basic_set piece) {
    for (bool equalities : {true, false}) {
      bool fits = visitRows(piece, equalities, [&](const std::vector<int64_t> &row) {
        for (int64_t number : row)
          found = found || number >= limit || number <= -limit;
      });
      found = found || !fits;
    }
  });
  return found;
}

std::optional<SamplePoint> samplePoint(const isl::set &set) {
  isl_point *point = resultOf(isl_set_sample_point(set.copy()));
  if (isl_point_is_void(point) != isl_bool_false) {
    isl_point_free(point);
    return std::nullopt;
  }
  SamplePoint sample;
  bool ok = true;
  auto read = [&](isl_dim_type type, int position) {
    int64_t value = 0;
    ok = readValue(isl_point_get_coordinate_val(point, type, position), value) && ok;
    return value;
  };
  std::vector<std::string> names = parametersOf(set);
  for (size_t i = 0; i < names.size(); ++i)
    sample.parameters[names[i]] = read(isl_dim_param, i);
  for (unsigned i = 0; i < dimensionsOf(set); ++i)
    sample.coordinates.push_back(read(isl_dim_set, i));
  isl_point_free(point);
  return ok ? std::optional(sample) : std::nullopt;
}

std::optional<int64_t> countPoints(const isl::set &set, int64_t limit) {
  struct Counter {
    int64_t count = 0, limit = 0;
  } counter{0, limit};
  if (isl_set_is_bounded(set.get()) != isl_bool_true)
    return std::nullopt;
  isl_stat done = isl_set_foreach_point(
      set.get(),
      [](isl_point *point, void *user) {
        isl_point_free(point);
        auto &c = *static_cast<Counter *>(user);
        return ++c.count > c.limit ? isl_stat_error : isl_stat_ok;
      },
      &counter);
  if (done != isl_stat_ok)
    return std::nullopt;
  return counter.count;
}

} // namespace acc
