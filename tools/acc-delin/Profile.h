// --profile: where a program's time goes, by function, as profilers and people write it.
#pragma once

#include "acc-delin/Report.h"

#include <map>
#include <set>
#include <string>
#include <variant>

namespace acc {

/// Less of the time than this is not worth a diff.
inline constexpr double kLeastShare = 0.01;

struct Profile {
  /// Parts of 1 of the program's time, by the function's name in C. Copies that compilers make of a
  /// function
  /// (`gemm_nn.constprop.0`, `gemm_nn._omp_fn.0`) are the function.
  std::map<std::string, double> shares;

  /// 0 for a function that it does not name.
  double shareOf(const std::string &function) const;
  /// The functions that take at least kLeastShare.
  std::set<std::string> hot() const;
};

/// The functions with their own time in a text of one of these kinds, which are told apart line by
/// line:
///   perf report --stdio      `    45.12%  darknet  darknet  [.] gemm_nn`; of two percentages the
///       second, which leaves callees out
///   gprof's flat profile     ` 33.34      0.02     0.02     7208     0.00     0.00  gemm_nn`
///   names with shares        `gemm_nn 45.1%`, `gemm_nn 0.451` or the other way round; `#` begins a
///       comment
/// Lines of another kind are left out.
Profile parseProfile(const std::string &text);

/// The profile in a file; a message when it cannot be read or names no function.
std::variant<Profile, std::string> readProfile(const std::string &path);

/// What rewriting each nest is expected to save becomes a part of the program's time, so that nests
/// are ranked by it. The time of a function is shared out among those of its nests for which a gain
/// is expected, as what one run of each is thought to cost.
void rankByProfile(const Profile &profile, report::Report &report);

} // namespace acc
