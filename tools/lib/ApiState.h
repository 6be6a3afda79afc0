// The implementation of the values of include/acc-delin: the model's own values.
#pragma once

#include "acc-delin/Accera.h"
#include "analysis/tree/SourceNest.h"
#include "scheduling/Array.h"
#include "scheduling/Plan.h"

namespace acc_delin {

Refusal refusalOf(const acc::Rejection &rejection);
/// InvalidSchedule for this reason.
Refusal invalidSchedule(const std::string &why);

acc::Polynomial polynomialOf(const Affine &value);

/// C's name of a type: "unsigned int".
const char *typeName(ScalarType type);
/// The number as a constant that initializes an object of the type; none where the type cannot hold
/// it, but that a floating-point type rounds.
std::optional<std::string> literalOf(const detail::Number &number, ScalarType type);

namespace detail {

struct ArrayState {
  std::string name;
  Role role = Role::Input;
  ScalarType type = ScalarType::float32;
  /// The memory itself, in elements; of a Constant, and of a Temporary of fixed size.
  std::optional<int64_t> elements;
  /// The elements of a Constant, as C spells them.
  std::vector<std::string> data;
  /// One element through a pointer: `view` has one dimension, the array has none.
  bool isOneElement = false;
  /// The dimension whose size the nest gives, and the name that stands for it; not of views.
  std::optional<unsigned> inferred;
  std::string inferredName;
  /// None when it could not be made: then there is a fault.
  std::optional<acc::Array> view;
  /// The array of which this is a view, or itself.
  std::optional<acc::Array> whole;
  std::optional<std::string> fault;

  /// The memory's declaration inside the function; "" for an argument.
  std::string definition() const;
  /// The element type of the memory.
  acc::CType memoryType() const;
  /// A Temporary whose size is known at run time only.
  bool isOnHeap() const { return role == Role::Temporary && view && !elements; }
};

/// A nest, or several one after the other: what functions are made from.
struct NestCode {
  std::vector<acc::StmtRef> loops; // the outermost ones
  std::vector<std::string> indices;
  Uses uses;
  std::set<std::string> written; // arrays
  std::set<std::string> dimensions() const;
  /// One function of it, whose parameters are `arguments`.
  std::string function(const std::vector<Argument> &arguments, const std::string &name) const;
};

/// "f#1", "f#1+f#2": as scripts name the nests of the function `name`.
std::string scriptId(const NestCode &nest, const std::string &name);

std::string nameOf(const Argument &argument);
/// "const float *A"
std::string parameter(const Argument &argument);
/// "void f(long n, float *A)"
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
