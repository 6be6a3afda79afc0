// What stands behind the values of include/acc-delin: the model's own values.
#pragma once

#include "acc-delin/Accera.h"
#include "analysis/model/SourceNest.h"
#include "scheduling/Array.h"
#include "scheduling/Plan.h"

namespace acc_delin {

Refusal refusalOf(const acc::Rejection &rejection);

acc::Polynomial polynomialOf(const Affine &value);

/// C's name of a type: "unsigned int".
const char *typeName(ScalarType type);

namespace detail {

struct ArrayState {
  std::string name;
  Role role = Role::Input;
  ScalarType type = ScalarType::float32;
  /// The memory itself, in elements; of a Temporary or a Constant.
  std::optional<int64_t> elements;
  std::vector<double> data;
  /// The dimension whose size the nest gives, and the name that stands for it; not of views.
  std::optional<unsigned> inferred;
  std::string inferredName;
  /// None when it could not be made: then there is a fault.
  std::optional<acc::Array> view;
  std::optional<std::string> fault;

  /// The memory's declaration inside the function; "" for an argument.
  std::string definition() const;
  /// Of the memory.
  acc::CType memoryType() const;
};

/// A nest, or several one after the other: what functions are made from.
struct NestCode {
  std::vector<acc::StmtRef> loops; // the outermost ones
  std::vector<std::string> indices;
  Uses uses;
  std::set<std::string> written; // arrays
  std::set<std::string> dimensions() const;
  /// One function of it with `arguments`, or what its arguments lack.
  std::variant<std::string, Refusal> function(const std::vector<Argument> &arguments,
                                              const std::string &name) const;
};

/// "f#1", "f#1+f#2": as scripts name the nests of the function `name`.
std::string scriptId(const NestCode &nest, const std::string &name);

/// "void f(long n, float *A)".
std::string declaration(const std::vector<Argument> &arguments, const std::string &name);

struct ScheduleState {
  NestCode nest;
  acc::Schedule schedule;
  /// As `fuse` made them.
  std::vector<std::string> fused, fusing, unfused;
};

struct PlanState {
  NestCode nest;
  acc::Plan plan;
};

} // namespace detail
} // namespace acc_delin
