// Scops made by hand for the tests of the stages behind the model.
#pragma once

#include "analysis/model/Scop.h"

namespace acc::test {

/// Reads "i*(n + 2) - j" into a polynomial; any other text is a test bug (abort).
Polynomial poly(const std::string &text);

struct LoopSpec {
  std::string name, first, end;
  std::string parent = ""; // default: the loop before
  int64_t step = 1;
};

struct AccessSpec {
  std::string array; // "C"
  std::string index; // "i*n + j"
};

/// target op read0 * read1 * ...; `op` "+=" also reads the target.
struct StatementSpec {
  std::vector<std::string> loops;
  std::vector<int> positions; // default: all zero
  AccessSpec target;
  std::string op = "+=";
  std::vector<AccessSpec> reads;
};

/// Builds a scop over `elementType` ("float" or "double") arrays and parameters
/// of `parameterType` ("int", "long", "unsigned int" or "unsigned long").
/// Every name that is no loop is a parameter; symbols, bodies and nodes are set
/// as the frontend would set them; wraps are left empty.
Scop makeScop(const std::vector<LoopSpec> &loops, const std::vector<StatementSpec> &statements,
              const std::string &parameterType = "int", const std::string &elementType = "float");

/// gemm with leading dimensions: C[i*ldc+j] += A[i*lda+k] * B[k*ldb+j].
Scop gemmScop();

} // namespace acc::test
