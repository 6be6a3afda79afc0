#include "analysis/support/Rejection.h"

namespace acc {
namespace {

struct Row {
  RejectionKind kind;
  const char *id;
  const char *sentence;
};

const Row kRows[] = {
#define REJECTION(Name, Id, Sentence) {RejectionKind::Name, Id, Sentence},
#include "analysis/support/Rejection.def"
#undef REJECTION
};

const Row &rowOf(RejectionKind kind) { return kRows[static_cast<size_t>(kind)]; }

} // namespace

std::string Rejection::message() const {
  std::string text = rowOf(kind).sentence;
  size_t hole = text.find("{0}");
  if (hole != std::string::npos)
    text.replace(hole, 3, detail);
  return text;
}

const char *rejectionId(RejectionKind kind) { return rowOf(kind).id; }

const RejectionKind *findRejection(const std::string &id) {
  std::string bare = id.starts_with("acc-") ? id.substr(4) : id;
  for (const Row &row : kRows)
    if (bare == row.id)
      return &row.kind;
  return nullptr;
}

const std::vector<RejectionKind> &allRejections() {
  static const std::vector<RejectionKind> kinds = [] {
    std::vector<RejectionKind> all;
    for (const Row &row : kRows)
      all.push_back(row.kind);
    return all;
  }();
  return kinds;
}

} // namespace acc
