// Views of the shapes that occur in old code, each with the weakest condition
// that is known, judged by brute force over a box of parameter values that
// includes zero and negative sizes.
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

using namespace acc;
using namespace acc::test;

namespace {

struct Case {
  const char *id;
  std::vector<LoopSpec> loops;
  std::vector<AccessSpec> accesses;
  /// Dimensions that the data has, per base.
  std::map<std::string, unsigned> ranks;
  /// The validity must hold wherever this does.
  const char *expected;
  int64_t low, high;
};

void PrintTo(const Case &c, std::ostream *out) { *out << c.id; }

// clang-format off
const std::vector<Case> kCases = {
    {"D01", {{"i", "0", "n"}, {"j", "0", "m"}}, {{"A", "i*m+j"}}, {{"A", 2}}, "", -2, 5},
    {"D02", {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "o"}},
     {{"A", "(i*m+j)*o+k"}}, {{"A", 3}}, "", -2, 5},
    {"D03", {{"i", "0", "n"}, {"j", "0", "n"}, {"k", "0", "n"}},
     {{"A", "i*n*n+j*n+k"}}, {{"A", 3}}, "", -2, 5},
    {"D04", {{"i", "0", "s0"}, {"j", "0", "s1"}, {"k", "0", "s2"}},
     {{"A", "(n2*(n1*o0+o1)+o2)+n1*n2*i+n2*j+k"}}, {{"A", 3}},
     "0 <= o1 && o1+s1 <= n1 && 0 <= o2 && o2+s2 <= n2", -1, 4},
    {"D05", {{"i", "0", "N"}, {"j", "0", "N"}},
     {{"A", "(2*j)*N+i"}, {"A", "(2*j+1)*N+i"}}, {{"A", 2}}, "", -2, 5},
    {"D06", {{"i", "0", "5"}, {"j", "0", "n"}},
     {{"A", "i*n+j"}, {"A", "i*n+n-j-1"}}, {{"A", 2}}, "", -2, 5},
    {"D07", {{"i", "0", "3"}, {"j", "0", "n"}, {"k", "0", "m"}},
     {{"A", "(i*n+(n-1-j))*m+(m-1-k)"}}, {{"A", 3}}, "", -2, 5},
    {"D08", {{"j", "0", "n"}}, {{"X", "j*n"}, {"X", "(n-1)*n+j"}}, {{"X", 2}}, "", -2, 5},
    {"D09", {{"z", "0", "1"}},
     {{"A", "N*M+M+1"}, {"A", "M-1"}, {"A", "N*M-M"}, {"A", "N*M-1"}}, {{"A", 3}},
     "N >= 2 && M >= 2", -2, 5},
    {"D10", {{"i", "0", "n"}, {"j", "0", "i"}},
     {{"A", "i*n+j"}, {"A", "j*n+i"}}, {{"A", 2}}, "", -2, 5},
    {"D12", {{"j", "0", "n"}, {"i", "0", "m"}}, {{"A", "i+j*lda"}}, {{"A", 2}}, "m <= lda", -2, 5},
    {"D13", {{"i", "0", "m"}, {"j", "0", "n"}},
     {{"A", "(i+r0)*lda+(j+c0)"}}, {{"A", 2}}, "0 <= c0 && c0+n <= lda", -2, 5},
    {"D14", {{"i", "0", "n"}, {"j", "0", "n"}},
     {{"A", "i*(n+2)+j+1"}, {"A", "(i+2)*(n+2)+j+1"}, {"A", "(i+1)*(n+2)+j"},
     {"A", "(i+1)*(n+2)+j+2"}}, {{"A", 2}}, "", -2, 5},
    {"D15", {{"i", "1", "Q+1"}, {"j", "1", "R+1"}, {"k", "1", "S+1"}},
     {{"In", "i*R*S+2*i*S+2*i*R+4*i+j*S+j*2+k"},
     {"In", "7+2*j+k+2*R+3*S+j*S+R*S+4*i+2*R*i+2*S*i+R*S*i"},
     {"In", "-7+2*j+k-2*R-3*S+j*S-R*S+4*i+2*R*i+2*S*i+R*S*i"}}, {{"In", 3}}, "", -2, 5},
    {"D16", {{"i", "0", "n+1"}, {"j", "0", "n+1"}}, {{"A", "i*(n+1)+j"}}, {{"A", 2}}, "", -2, 5},
    {"D18", {{"y", "0", "h"}, {"x", "0", "w"}, {"c", "0", "3"}},
     {{"A", "3*(y*w+x)+c"}}, {{"A", 3}}, "", -2, 5},
    {"D19", {{"y", "0", "h"}, {"x", "0", "w"}},
     {{"A", "3*w*y+3*x"}, {"A", "3*w*y+3*x+1"}, {"A", "3*w*y+3*x+2"}}, {{"A", 3}}, "", -2, 5},
    {"D20", {{"i", "0", "3"}, {"j", "0", "6"}},
     {{"A", "2*(i*n+j)"}, {"A", "2*(i*n+j)+1"}}, {{"A", 3}}, "n >= 6", -2, 12},
    {"D21", {{"y", "0", "h"}, {"x", "0", "w"}, {"k", "0", "ch"}},
     {{"A", "y*w*ch+x*ch+k"}}, {{"A", 3}}, "", -2, 5},
    {"D22", {{"b", "0", "N"}, {"c", "0", "Cc"}, {"oh", "0", "H-KH+1"}, {"ow", "0", "W-KW+1"},
             {"kh", "0", "KH"}, {"kw", "0", "KW"}},
     {{"in", "((b*Cc+c)*H+(oh+kh))*W+ow+kw"}}, {{"in", 4}}, "", 0, 3},
    {"D23", {{"j", "1", "n+1"}, {"i", "1", "m+1"}},
     {{"a", "i+j*a_dim1-(1+a_dim1)"}}, {{"a", 2}}, "m <= a_dim1", -2, 5},
    {"D24", {{"k", "1", "nz+1"}, {"j", "1", "ny+1"}, {"i", "1", "nx+1"}},
     {{"u", "i+(j+k*d2)*d1-(1+d1*(1+d2))"}}, {{"u", 3}}, "nx <= d1 && ny <= d2", -1, 4},
    {"D26", {{"i", "0", "n"}, {"j", "0", "m"}}, {{"A", "i*lda+j"}}, {{"A", 2}}, "m <= lda", -2, 5},
    {"D27", {{"i", "0", "n"}, {"j", "0", "m"}}, {{"A", "i*m+j"}}, {{"A", 2}}, "", -2, 5},
    {"D30", {{"i", "1", "pr-1"}, {"j", "1", "pc-1"}, {"k", "1", "pd-1"}},
     {{"m", "0*mr*mc*md+i*mc*md+j*md+k"}}, {{"m", 3}}, "mc >= pc-1 && md >= pd-1", 0, 5},
    {"D32", {{"i", "0", "n"}, {"j", "0", "m"}},
     {{"A", "i*s0+j*s1"}}, {{"A", 3}}, "s1 > 0 && m*s1 <= s0", -2, 7},
    {"D34", {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "o"}},
     {{"A", "i*(m*o)+j*o+k"}}, {{"A", 3}}, "", -2, 5},
    {"D35", {{"i", "0", "n"}, {"j", "0", "16"}}, {{"A", "i*16+j"}}, {{"A", 2}}, "", -2, 5},
    {"D36", {{"i", "0", "n"}, {"j", "0", "m"}}, {{"A", "i*4+j"}}, {{"A", 2}}, "m <= 4", -2, 5},
    {"D38", {{"i", "0", "n"}, {"j", "0", "4"}, {"k", "0", "3"}},
     {{"A", "i*32+j*8+3*k"}}, {{"A", 3}}, "", -2, 5},
    {"D39", {{"ti", "0", "nt"}, {"tj", "0", "nt"}, {"i", "0", "3"}, {"j", "0", "3"}},
     {{"A", "(ti*3+i)*n+tj*3+j"}}, {{"A", 2}}, "3*nt <= n", -1, 9},
    {"D45", {{"i", "0", "n"}}, {{"A", "i*n+i"}}, {{"A", 2}}, "", -2, 5},
    {"D46", {{"i", "0", "n"}}, {{"A", "i*(n+1)"}}, {{"A", 2}}, "", -2, 5},
    {"D50", {{"i", "0", "n"}, {"j", "0", "m-1"}}, {{"A", "i*m+j+1"}}, {{"A", 2}}, "", -2, 5},
    {"D56", {{"y", "0", "h"}, {"x", "0", "w"}},
     {{"A", "(h-1-y)*st+x"}}, {{"A", 2}}, "w <= st", -2, 5},
    {"D58", {{"i", "0", "n"}, {"j", "0", "i+1"}}, {{"A", "i*n+j"}}, {{"A", 2}}, "", -2, 5},
    {"D60", {{"i", "0", "o"}, {"t", "0", "n*m"}}, {{"A", "i*n*m+t"}}, {{"A", 2}}, "", -2, 4},
    {"D61", {{"oh", "0", "OH"}, {"ow", "0", "OW"}, {"kh", "0", "KH"}, {"kw", "0", "KW"}},
     {{"in", "(oh*2+kh)*W+ow*2+kw"}}, {{"in", 2}}, "2*(OW-1)+KW <= W", 0, 4},
    {"D62", {{"i", "1", "n-1"}, {"j", "1", "m-1"}},
     {{"A", "i*m+j-1"}, {"A", "i*m+j+1"}, {"A", "(i-1)*m+j"}, {"A", "(i+1)*m+j"}}, {{"A", 2}},
     "", -2, 5},
    {"D66", {{"i", "0", "n"}, {"j", "0", "m"}}, {{"A", "i*m+j"}}, {{"A", 2}}, "", -2, 5},
    {"D68", {{"i", "0", "n"}, {"j", "0", "w"}}, {{"A", "i*m+j"}}, {{"A", 2}}, "w <= m", -2, 5},
    {"D69", {{"g", "0", "ng"}, {"k", "0", "nz"}, {"j", "0", "ny"}, {"i", "0", "ic"}},
     {{"A", "((g*nz+k)*ny+j)*ic+i"}}, {{"A", 4}}, "", 0, 3},
    {"D70", {{"z", "0", "5"}, {"y", "0", "4"}, {"x", "0", "4"}},
     {{"A", "3+20*(x+y*4+z*4*4)"}}, {{"A", 4}}, "", 0, 1},
    {"D71", {{"i", "0", "n"}, {"j", "0", "2*m"}}, {{"A", "i*2*m+j"}}, {{"A", 2}}, "", -2, 5},
    {"D72", {{"i", "0", "n"}, {"y", "0", "2*H"}, {"x", "0", "3*W"}},
     {{"A", "i*(2*H)*(3*W)+y*3*W+x"}}, {{"A", 3}}, "", -1, 3},
    {"D73", {{"i", "0", "n"}, {"j", "0", "P+1"}, {"k", "0", "Q+3"}},
     {{"A", "i*P*Q+3*i*P+i*Q+3*i+j*Q+3*j+k"}}, {{"A", 3}}, "", -3, 3},
    {"D75", {{"i", "0", "n"}, {"j", "0", "2*P+1"}}, {{"A", "i*(2*P+1)+j"}}, {{"A", 2}}, "", -2, 5},
    {"D76", {{"i", "0", "r"}, {"j", "0", "n+m"}}, {{"A", "i*(n+m)+j"}}, {{"A", 2}}, "", -2, 5},
    {"D77", {{"z", "0", "nz"}, {"y", "0", "ny"}, {"x", "0", "nx"}},
     {{"A", "(z*(ny+2*h)+(y+h))*(nx+2*h)+(x+h)"}}, {{"A", 3}}, "h >= 0", -2, 3},
    {"D79", {{"i", "0", "n"}, {"j", "0", "m"}}, {{"A", "b*(i*m+j)"}}, {{"A", 3}}, "b > 0", -2, 5},
    {"D81", {{"c", "0", "C"}, {"kh", "0", "KH"}, {"kw", "0", "KW"}, {"oh", "0", "OH"},
             {"ow", "0", "OW"}},
     {{"col", "((c*KH+kh)*KW+kw)*OH*OW+oh*OW+ow"}}, {{"col", 5}}, "", 0, 3},
    {"D82", {{"z", "0", "Z"}, {"y", "0", "h"}, {"x", "0", "w"}},
     {{"A", "z*w*h+(y*w+x)"}}, {{"A", 3}}, "", -2, 5},
    {"D85", {{"i", "0", "r"}, {"j", "0", "n"}}, {{"A", "(i+j)*n+j"}}, {{"A", 2}}, "", -2, 5},
    {"D86", {{"i", "0", "m"}, {"j", "0", "n"}},
     {{"A", "r0*lda+c0+i*lda+j"}}, {{"A", 2}}, "0 <= c0 && c0+n <= lda", -1, 3},
    {"D91", {{"i", "0", "s0"}, {"j", "0", "s1"}, {"k", "0", "s2"}},
     {{"A", "(n2*(n1*o0+o1)+o2)+n1*n2*i+n2*j+k"}}, {{"A", 3}}, "s1 <= n1 && s2 <= n2", -1, 4},
    {"D92", {{"j", "1", "n+1"}, {"i", "1", "m+1"}},
     {{"a", "i+j*ld"}}, {{"a", 2}}, "m <= ld", -2, 5},
    {"D93", {{"i", "0", "L"}}, {{"A", "N*i+N+p"}}, {{"A", 2}}, "N > 0", -2, 5},
    {"D94", {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "o"}},
     {{"A", "(2*i+3)*m*o+(3*j-4)*o+5*k+7"}}, {{"A", 3}}, "1 <= 0", -2, 5},
    {"D95", {{"i", "0", "n"}, {"j", "0", "m"}},
     {{"A", "(2*i+b)*m+2*j"}}, {{"A", 2}}, "m == 1", -2, 5},
    {"D96", {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "o"}},
     {{"A", "i*m*o+j*o+k"}, {"A", "i*m*o+j*o+k+1"}}, {{"A", 3}}, "1 <= 0", -2, 5},
};
// clang-format on

Scop scopOf(const Case &c, const std::string &type) {
  std::vector<std::string> names;
  for (const LoopSpec &loop : c.loops)
    names.push_back(loop.name);
  std::vector<StatementSpec> statements;
  for (size_t k = 0; k < c.accesses.size(); ++k) {
    std::vector<int> positions(names.size() + 1, 0);
    positions.back() = k;
    statements.push_back({names, positions, c.accesses[k], "+=", {}});
  }
  return makeScop(c.loops, statements, type);
}

class CaseTable : public testing::TestWithParam<std::tuple<Case, const char *>> {};

TEST_P(CaseTable, HoldsAgainstBruteForce) {
  const auto &[c, type] = GetParam();
  IslContext context;
  Scop scop = scopOf(c, type);
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views) << views.rejection().message();
  // What never holds is given up for the flat view.
  bool isNever = std::string(c.expected) == "1 <= 0";
  for (const auto &[base, rank] : c.ranks)
    for (const RecoveredArray &array : views->arrays)
      if (scop.arrays[array.array].name == base) {
        EXPECT_GE(array.view.rank(), isNever ? 1 : rank) << base;
        EXPECT_EQ(array.recovered, !isNever);
      }
  bool isUnsigned = std::string(type).starts_with("unsigned");
  Findings found = judge(scop, *views, condition(c.expected), c.low, c.high, [&](const Point &p) {
    return !isUnsigned || std::all_of(p.begin(), p.end(), [](auto &v) { return v.second >= 0; });
  });
  EXPECT_GT(found.points, 0);
  EXPECT_EQ(found.unsound, 0) << found.first << "\nvalidity " << views->validity.str();
  EXPECT_EQ(found.missed, 0) << found.first << "\nvalidity " << views->validity.str();
  EXPECT_GT(found.valid, 0);
}

std::string caseName(const testing::TestParamInfo<CaseTable::ParamType> &info) {
  std::string type = std::get<1>(info.param);
  std::replace(type.begin(), type.end(), ' ', '_');
  return std::string(std::get<0>(info.param).id) + "_" + type;
}

INSTANTIATE_TEST_SUITE_P(Delinearize, CaseTable,
                         testing::Combine(testing::ValuesIn(kCases),
                                          testing::Values("long", "int", "unsigned int")),
                         caseName);

} // namespace
