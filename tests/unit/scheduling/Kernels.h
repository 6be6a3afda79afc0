// The shapes of nests that an automatic choice must know what to do with.
#pragma once

#include "analysis/tree/TreeUtil.h"
#include "tests/unit/scheduling/Fixture.h"

namespace acc::test {

/// Wide vectors, and registers for tiles of eight rows.
inline Target withVectors(unsigned bytes = 64, unsigned registers = 32) {
  Target target;
  target.vectorBytes = bytes;
  target.vectorRegisters = registers;
  return target;
}

inline Lifted gemmWith(const std::string &a, const std::string &b,
                       const std::string &element = "float") {
  return Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
                         {{{"i", "j", "k"}, {}, {"C", "i*ldc + j"}, "+=", {{"A", a}, {"B", b}}}},
                         "int", element),
                {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}});
}

/// for i for j { C = 1; for k C += A*B; }
inline Lifted gemmWithInit() {
  return Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
                         {{{"i", "j"}, {0, 0, 0}, {"C", "i*m + j"}, "=", {}},
                          {{"i", "j", "k"},
                           {0, 0, 1, 0},
                           {"C", "i*m + j"},
                           "+=",
                           {{"A", "i*p + k"}, {"B", "k*m + j"}}}}),
                {{"C", {"m"}}, {"A", {"p"}}, {"B", {"m"}}});
}

/// for i for j { sum = 1; for k sum += A*B; C = sum; }
inline Lifted gemmWithScalar() {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
      {{{"i", "j"}, {0, 0, 0}, {"sum", "0"}, "=", {}},
       {{"i", "j", "k"}, {0, 0, 1, 0}, {"sum", "0"}, "+=", {{"A", "i*p + k"}, {"B", "k*m + j"}}},
       {{"i", "j"}, {0, 0, 2}, {"C", "i*m + j"}, "=", {{"sum", "0"}}}});
  makePrivateScalar(scop, "sum", {"i", "j"});
  return Lifted(scop, {{"C", {"m"}}, {"A", {"p"}}, {"B", {"m"}}});
}

/// out[y][x][k] += in[y + r][x + s][c] * w[r][s][c][k], or w[k][r][s][c]
inline Lifted conv2d(bool isFilterFirst = false) {
  const std::string weight =
      isFilterFirst ? "k*R*S*C + r*S*C + s*C + c" : "r*S*C*K + s*C*K + c*K + k";
  const std::vector<std::string> sizes = isFilterFirst ? std::vector<std::string>{"R", "S", "C"}
                                                       : std::vector<std::string>{"S", "C", "K"};
  return Lifted(makeScop({{"y", "0", "OH"},
                          {"x", "0", "OW"},
                          {"k", "0", "K"},
                          {"r", "0", "R"},
                          {"s", "0", "S"},
                          {"c", "0", "C"}},
                         {{{"y", "x", "k", "r", "s", "c"},
                           {},
                           {"out", "y*OW*K + x*K + k"},
                           "+=",
                           {{"in", "(y + r)*W*C + (x + s)*C + c"}, {"w", weight}}}}),
                {{"out", {"OW", "K"}}, {"in", {"W", "C"}}, {"w", sizes}});
}

/// A two-deep nest over n and m.
inline Lifted pair(const std::string &target, const std::string &op,
                   const std::vector<AccessSpec> &reads, const ViewSizes &sizes) {
  return Lifted(
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}}, {{{"i", "j"}, {}, {"A", target}, op, reads}}),
      sizes);
}

/// for i { tmp = 1; for j tmp += A[i][j]*x[j]; for j2 y[j2] += A[i][j2]*tmp; }
inline Lifted atax() {
  Scop scop =
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"j2", "0", "m", "i"}},
               {{{"i"}, {0, 0}, {"tmp", "0"}, "=", {}},
                {{"i", "j"}, {0, 1, 0}, {"tmp", "0"}, "+=", {{"A", "i*m + j"}, {"x", "j"}}},
                {{"i", "j2"}, {0, 2, 0}, {"y", "j2"}, "+=", {{"A", "i*m + j2"}, {"tmp", "0"}}}});
  makePrivateScalar(scop, "tmp", {"i"});
  return Lifted(scop, {{"A", {"m"}}});
}

inline Lifted lu() {
  return Lifted(makeScop({{"i", "0", "n"},
                          {"j", "0", "i"},
                          {"k", "0", "j"},
                          {"j2", "i", "n", "i"},
                          {"k2", "0", "i", "j2"}},
                         {{{"i", "j", "k"},
                           {0, 0, 0, 0},
                           {"A", "i*n + j"},
                           "-=",
                           {{"A", "i*n + k"}, {"A", "k*n + j"}}},
                          {{"i", "j"}, {0, 0, 1}, {"A", "i*n + j"}, "/=", {{"A", "j*n + j"}}},
                          {{"i", "j2", "k2"},
                           {0, 1, 0, 0},
                           {"A", "i*n + j2"},
                           "-=",
                           {{"A", "i*n + k2"}, {"A", "k2*n + j2"}}}}),
                {{"A", {"n"}}});
}

/// for r for q { for p { sum[p] = 1; for s sum[p] += A[r][q][s]*C4[s][p]; }
///               for p2 A[r][q][p2] = sum[p2]; }
inline Lifted doitgen() {
  return Lifted(
      makeScop(
          {{"r", "0", "nr"},
           {"q", "0", "nq"},
           {"p", "0", "np"},
           {"s", "0", "np"},
           {"p2", "0", "np", "q"}},
          {{{"r", "q", "p"}, {0, 0, 0, 0}, {"sum", "p"}, "=", {}},
           {{"r", "q", "p", "s"},
            {0, 0, 0, 1, 0},
            {"sum", "p"},
            "+=",
            {{"A", "r*nq*np + q*np + s"}, {"C4", "s*np + p"}}},
           {{"r", "q", "p2"}, {0, 0, 1, 0}, {"A", "r*nq*np + q*np + p2"}, "=", {{"sum", "p2"}}}}),
      {{"A", {"nq", "np"}}, {"C4", {"np"}}});
}

/// for i for k { t = A[i][k]; for j C[i][j] += t*B[k][j]; }, with other statements on request; t is
/// a variable of the tree and private to both loops. `source` and `index`: what it is made of.
inline Scop betweenLoops(const std::vector<StatementSpec> &more = {},
                         const std::string &source = "A", const std::string &index = "i*lda + k") {
  std::vector<StatementSpec> statements{
      {{"i", "k"}, {0, 0, 0}, {"t", "0"}, "=", {{source, index}}},
      {{"i", "k", "j"}, {0, 0, 2, 0}, {"C", "i*ldc + j"}, "+=", {{"t", "0"}, {"B", "k*ldb + j"}}}};
  statements.insert(statements.end(), more.begin(), more.end());
  Scop scop = makeScop({{"i", "0", "n"}, {"k", "0", "p"}, {"j", "0", "m"}}, statements);
  for (ScopStatement &statement : scop.statements)
    for (ScopAccess &access : statement.accesses)
      if (const ScopArray &array = scop.arrays[access.array]; array.name == "t") {
        ExprRef old = access.node, variable = makeSymbol(array.base, array.element, {});
        statement.body = mapExprs(
            statement.body, [&](const ExprRef &part) { return part == old ? variable : nullptr; });
        access.node = variable;
      }
  makePrivateScalar(scop, "t", {"i", "k"});
  return scop;
}

} // namespace acc::test
