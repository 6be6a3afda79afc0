// The meaning of the ids of a report.
#pragma once

#include <string>

namespace acc::report {

/// What an id means.
struct Rule {
  std::string id; // without "acc-"
  std::string description;
  /// Markdown; "" for none.
  std::string help;
  /// It points at a fault, in the source or in this program; else at an opportunity.
  bool isFault = false;
  /// Where the page is on the web; "" when it is not.
  std::string uri = {};
};

} // namespace acc::report
