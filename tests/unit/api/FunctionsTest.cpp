// Calls and constants in the logic of a nest: the C computes what C computes.
#include "ApiHarness.h"

using namespace acc_delin;
using namespace acc_delin::test;

namespace {

const Index i{"i"}, j{"j"};

Package packageOf(const std::vector<Statement> &logic, const std::vector<Argument> &arguments) {
  Nest nest({48, 20}, {"i", "j"});
  for (const Statement &statement : logic)
    nest.iterationLogic(statement);
  Package package;
  taken(package.add(taken(nest.createSchedule()), arguments, "compute"));
  return package;
}

} // namespace

TEST(ApiFunctions, ConstantsKeepTheirType) {
  Array A("A", Role::InputOutput, ScalarType::float32, {48, 20});
  // In float; and in double, which rounds otherwise.
  Package package = packageOf({A(i, j) = A(i, j) * 0.1f, A(i, j) += A(i, j) * 0.3}, {A});
  EXPECT_EQ(run(package, R"(
int main(void) {
  static float A[960];
  int k, differ = 0;
  for (k = 0; k < 960; k++) A[k] = 1 + 0.37f*k;
  compute(A);
  for (k = 0; k < 960; k++) {
    float a = 1 + 0.37f*k, b;
    b = a * 0.1f;
    if (A[k] != (float)(b + b * 0.3)) return 1;
    differ += A[k] != (float)(b + b * 0.3f) || b != (float)(a * 0.1);
  }
  return differ > 0 ? 0 : 2;
}
)"),
            "");
}

TEST(ApiFunctions, CallsAreThoseOfTheArgumentsType) {
  Array X("X", Role::Input, ScalarType::float32, {48, 20}),
      Y("Y", Role::Input, ScalarType::float64, {48, 20}),
      K("K", Role::Input, ScalarType::int32, {48, 20});
  Array F("F", Role::Output, ScalarType::float32, {48, 20}),
      D("D", Role::Output, ScalarType::float64, {48, 20}),
      N("N", Role::Output, ScalarType::int32, {48, 20});
  Package package =
      packageOf({F(i, j) = floor(X(i, j) * 3) + sqrt(abs(X(i, j))),
                 D(i, j) = max(Y(i, j), 0.0) + ceil(Y(i, j) + X(i, j)) + pow(2, K(i, j)),
                 N(i, j) = min(abs(K(i, j)), 7) + cast(ScalarType::int32, Y(i, j))},
                {X, Y, K, F, D, N});
  for (const char *name : {"float floorf(float);", "float sqrtf(float);", "float fabsf(float);",
                           "double ceil(double);", "double pow(double, double);"})
    EXPECT_NE(package.source().find(name), std::string::npos) << name;
  EXPECT_EQ(package.source().find("double fabs("), std::string::npos);
  EXPECT_EQ(run(package, R"(
#include <math.h>
#include <stdlib.h>
static float X[960], F[960];
static double Y[960], D[960];
static int K[960], N[960];
int main(void) {
  int k;
  for (k = 0; k < 960; k++) { X[k] = -3 + 0.0071f*k; Y[k] = 5 - 0.013*k; K[k] = k % 23 - 11; }
  compute(X, Y, K, F, D, N);
  for (k = 0; k < 960; k++) {
    if (F[k] != floorf(X[k]*3) + sqrtf(fabsf(X[k]))) return 1;
    if (D[k] != (Y[k] > 0 ? Y[k] : 0) + ceil(Y[k] + X[k]) + pow(2, K[k])) return 2;
    if (N[k] != (abs(K[k]) < 7 ? abs(K[k]) : 7) + (int)Y[k]) return 3;
  }
  return 0;
}
)"),
            "");
}

TEST(ApiFunctions, OperatorsAreThoseOfC) {
  Array K("K", Role::Input, ScalarType::int32, {48, 20}),
      L("L", Role::Input, ScalarType::uint8, {48, 20});
  Array N("N", Role::Output, ScalarType::int64, {48, 20}),
      D("D", Role::Output, ScalarType::float64, {48, 20});
  const Expression x = K(i, j), y = L(i, j);
  Package package = packageOf(
      {N(i, j) = (x % 7) + ((x & y) << 3) - (x ^ ~y) + (y >> 2) * (x | 5) + -y,
       N(i, j) += floorDivide(x, 3) * 100 + floorDivide(x, -4) * 10000,
       D(i, j) = floorDivide(x, 2.5) + logicalAnd(x, y != 3) + logicalOr(x == 4, logicalNot(y))},
      {K, L, N, D});
  EXPECT_EQ(run(package, R"(
#include <math.h>
static int K[960];
static unsigned char L[960];
static long N[960];
static double D[960];
int main(void) {
  int k;
  for (k = 0; k < 960; k++) { K[k] = k % 61 - 30; L[k] = k * 7 % 256; }
  compute(K, L, N, D);
  for (k = 0; k < 960; k++) {
    int x = K[k], y = L[k];
    long n = (x % 7) + ((x & y) * 8) - (x ^ ~y) + y / 4 * (x | 5) - y;
    n += (long)floor(x / 3.0) * 100 + (long)floor(x / -4.0) * 10000;
    if (N[k] != n) return 1;
    if (D[k] != floor(x / 2.5) + (x && y != 3) + (x == 4 || !y)) return 2;
  }
  return 0;
}
)"),
            "");
  Array F("F", Role::Output, ScalarType::float32, {48, 20});
  for (const Expression &value : {F(i, j) % 2, ~F(i, j), F(i, j) << 1})
    expectRefused(Nest({48, 20}, {"i", "j"}).iterationLogic(F(i, j) = value).createSchedule(),
                  "only");
}

TEST(ApiFunctions, CallsStayInSchedules) {
  // The sums of a softmax's rows, tiled.
  Array X("X", Role::Input, ScalarType::float64, {48, 20}),
      S("S", Role::InputOutput, ScalarType::float64, {48});
  Nest nest({48, 20}, {"i", "j"});
  nest.iterationLogic(S(i) += exp(X(i, j)));
  Schedule schedule = taken(nest.createSchedule());
  Index ii = taken(schedule.split(i, 8));
  taken(schedule.reorder({i, j, ii}));
  Package package;
  taken(package.add(schedule, {X, S}, "sums"));
  EXPECT_EQ(run(package, R"(
#include <math.h>
int main(void) {
  static double X[48][20], S[48];
  int i, j;
  for (i = 0; i < 48; i++) for (j = 0; j < 20; j++) X[i][j] = 0.01*i - 0.03*j;
  sums(&X[0][0], S);
  for (i = 0; i < 48; i++) {
    double sum = 0;
    for (j = 0; j < 20; j++) sum += exp(X[i][j]);
    if (S[i] != sum) return 1;
  }
  return 0;
}
)"),
            "");
}

TEST(ApiFunctions, NamesOfFunctionsAreTaken) {
  Array X("exp", Role::InputOutput, ScalarType::float64, {48, 20});
  Nest nest({48, 20}, {"i", "j"});
  nest.iterationLogic(X(i, j) = exp(X(i, j)));
  expectRefused(nest.createSchedule(),
                "'exp' is the name of an array and of a function of <math.h>");
}
