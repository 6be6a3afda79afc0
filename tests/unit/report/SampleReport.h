// Reports made by hand for the tests of the formats.
#pragma once

#include "acc-delin/Report.h"

namespace acc::report::test {

/// One recovered nest as the gemm of the design's example.
inline Nest gemmNest() {
  Nest nest;
  nest.id = "gemm#1";
  nest.function = "gemm";
  nest.line = 4;
  nest.column = 5;
  nest.status = "recovered";
  for (const char *name : {"n", "m", "p", "ldc", "lda", "ldb"})
    nest.parameters.push_back({name, "int", std::nullopt});
  nest.loops = {{"i", "i", std::nullopt, "0", "n", "1", 4, true, "m <= ldc"},
                {"j", "j", "i", "0", "m", "1", 5, true, "1"},
                {"k", "k", "j", "0", "p", "1", 6, false}};
  nest.statements = {{"S0", 7, {"i", "j", "k"}, "1", false}};
  auto array = [&](const char *base, const char *role, const char *size, const char *row,
                   const char *column, unsigned at) {
    Array result;
    result.base = base;
    result.element = "float";
    result.elementSize = 4;
    result.role = role;
    result.sizes = {size};
    result.origin = {"0"};
    result.affineMap = {size, "1"};
    result.recovered = true;
    Access access{"S0",         false, false, 7, at, std::string(row) + "*" + size + " + " + column,
                  {row, column}};
    result.accesses.push_back(access);
    nest.arrays.push_back(result);
  };
  array("C", "input_output", "ldc", "i", "j", 17);
  array("A", "input", "lda", "i", "k", 33);
  array("B", "input", "ldb", "k", "j", 48);
  Access write = nest.arrays[0].accesses[0];
  write.isWrite = true;
  nest.arrays[0].accesses.push_back(write);
  nest.validity = "m <= ldc && p <= lda && m <= ldb";
  nest.guard = "n > 0 && m > 0 && p > 0 && " + nest.validity;
  nest.disjoint = {{"C", "A"}, {"C", "B"}};
  nest.guardText = "n > 0 && m > 0";
  nest.assumptions = {{"in-bounds", "m <= ldc", "run-time", 7},
                      {"extent", "4*n*ldc fits", "proved", 7}};
  for (const char *kind : {"RAW", "WAR", "WAW"})
    nest.dependences.push_back({kind, "C", "k", {0, 0, 1}, 7, 17, {{7, 7}}});
  nest.dependencesWhen = "m <= ldc";
  nest.schedule = R"([{"tile":{"i":8,"j":32}},{"reorder":["j","i","ii","jj","k"]}])";
  nest.expected = Gain{0.12, 5.5e8};
  nest.milliseconds = 2.5;
  return nest;
}

inline Nest rejectedNest() {
  Nest nest;
  nest.id = "walk#1";
  nest.parent = "walk#0";
  nest.function = "walk";
  nest.line = 12;
  nest.column = 3;
  nest.status = "rejected";
  nest.rejections = {{"loop-bound", "the bound of the loop is not affine: \"x\" | y", 13, 9}};
  return nest;
}

/// Strided and jagged views, versions, lint, null distances, a derived parameter.
inline Nest oddNest() {
  Nest nest = gemmNest();
  nest.id = "odd#2";
  nest.parameters.push_back({"q", "long", "n * m"});
  nest.loops[0].source = std::nullopt;
  nest.arrays[0].view = "strided";
  nest.arrays[0].strides = {"2*lda", "3"};
  nest.arrays[0].offset = "1 - lda";
  nest.arrays[1].view = "jagged";
  nest.arrays[1].rowStart = "r*(r + 1)/2";
  nest.arrays[1].rowLength = "r + 1";
  nest.arrays[1].affineMap = {};
  nest.arrays[2].alternatives = {{"array", {"n", "m"}, "n <= m"}};
  nest.versions = {{"n == m", {nest.arrays[2]}, "1", "n > 0"}};
  nest.dependences.push_back({"RAW", "A", std::nullopt, {std::nullopt, -3}});
  nest.dependences.push_back(
      {"WAW", "memory", "k", {0, 0, std::nullopt}, 7, 17, {{7, 8}, {8, 7}}, true});
  nest.lint = {{"lint", "odd", 5, 2}};
  nest.orderInvariant = true;
  return nest;
}

inline Report sampleReport() {
  Report report;
  report.toolVersion = "0.1.0";
  report.files.push_back({"gemm.c", "ok", {}, {gemmNest()}});
  report.files.push_back({"dir with space/odd.c", "ok", {}, {rejectedNest(), oddNest()}});
  report.files.push_back({"broken.c", "parse-error", {{"parse-error", "expected ';'", 3, 1}}, {}});
  return report;
}

} // namespace acc::report::test
