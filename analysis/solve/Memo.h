// Answers that are kept, since the same questions come again and again.
#pragma once

#include <isl/cpp.h>

#include <map>

namespace acc {

/// Answers by question, each found once.
template <typename Question, typename Answer> class Memo {
public:
  /// `find` is called where the question is new; it may ask others of the same memo.
  template <typename Find> const Answer &operator()(const Question &question, Find &&find) {
    auto known = answers.find(question);
    if (known == answers.end())
      known = answers.emplace(question, find()).first;
    return known->second;
  }

private:
  std::map<Question, Answer> answers;
};

/// A set as a part of a question. Copies of an isl set are one object, asked about again and again
/// when many accesses share a window; equal sets that were made apart are two questions. Keeps the
/// set.
struct SameSet {
  isl::set set;
  friend bool operator<(const SameSet &a, const SameSet &b) { return a.set.get() < b.set.get(); }
};

} // namespace acc
