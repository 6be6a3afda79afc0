#include "tools/acc-delin/Commands.h"

#include "analysis/support/Rejection.h"
#include "tools/acc-delin/RejectionPages.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/WithColor.h"

namespace acc {
namespace {

/// The id closest to a mistyped one.
std::string nearest(const std::string &id) {
  std::string best;
  unsigned distance = 0;
  for (RejectionKind kind : allRejections()) {
    unsigned here = llvm::StringRef(rejectionId(kind)).edit_distance(id);
    if (best.empty() || here < distance) {
      best = rejectionId(kind);
      distance = here;
    }
  }
  return best;
}

} // namespace

int explain(const CommandLine &line) {
  const std::string &asked = line.arguments.front();
  const RejectionKind *kind = findRejection(asked);
  if (!kind) {
    llvm::WithColor::error(llvm::errs(), "acc-delin")
        << "no refusal has the id '" << asked << "'; did you mean '" << nearest(asked) << "'?\n";
    return kUsage;
  }
  std::string page(rejectionPage(rejectionId(*kind)));
  if (page.empty())
    page = std::string(rejectionId(*kind)) + ": " + Rejection{*kind, {}, "..."}.message() + "\n";
  return writeOutput(line.output, page) ? kFine : kUsage;
}

} // namespace acc
