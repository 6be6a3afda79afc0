// Arrays and scalars of Accera's manual: sizes that the function computes, memory that it
// allocates, a scalar between loops. What the manual writes in Python stands above what is written
// here. Prints the C of a package of two functions.
#include <acc-delin/Accera.h>

#include <cstdio>
#include <cstdlib>

using namespace acc_delin;

namespace {

template <typename T> T taken(Result<T> result) {
  if (result)
    return *result;
  std::fprintf(stderr, "%s: %s\n", result.refusal().id.c_str(), result.refusal().message.c_str());
  std::exit(1);
}

} // namespace

int main() {
  // Start = acc.Scalar(); End = acc.Scalar(); Step = acc.Scalar()
  // N = acc.create_dimensions(role=acc.Role.OUTPUT); N.value = acc.floor((End - Start) / Step)
  // A = acc.Array(shape=(N, ), role=acc.Role.OUTPUT, element_type=acc.ScalarType.float32)
  Scalar start("start", ScalarType::float32), end("end", ScalarType::float32),
      step("step", ScalarType::float32);
  OutputDimension N("N", cast(ScalarType::int64, floor((end - start) / step)));
  Array A("A", Role::Output, ScalarType::float32, {N});

  // @nest.iteration_logic
  // def _(): A[i] = Start; Start += Step
  // A scalar that the logic assigns is an array without dimensions; here it is a variable of the
  // function.
  Array value("value", Role::Temporary, ScalarType::float32, {});
  Index i{"i"}, j{"j"};
  Nest elements({N}, {"i"}), whole({1}, {"once"});
  elements.iterationLogic(A(i) = value()).iterationLogic(value() += step);
  whole.iterationLogic(value() = start).iterationLogic(elements);

  Package package;
  taken(package.add(taken(whole.createSchedule()), {start, end, step, N, A}, "range"));

  // The mean of each row, taken off. The means are kept in a temporary array whose
  // size is known when the function runs.
  Dimension R{"R"}, C{"C"};
  Array X("X", Role::InputOutput, ScalarType::float64, {R, C});
  Array mean("mean", Role::Temporary, ScalarType::float64, {R});
  Nest sums({R, C}, {"i", "j"}), centred({R, C}, {"i", "j"});
  sums.iterationLogic(mean(i) += X(i, j) / cast(ScalarType::float64, Expression(C)));
  centred.iterationLogic(X(i, j) -= mean(i));
  Schedule both = taken(
      fuse({taken(sums.createSchedule()), taken(centred.createSchedule())}, 1, {"i", "f", "j"}));
  taken(package.add(both, {R, C, X}, "centre"));
  std::puts(package.source().c_str());
}
