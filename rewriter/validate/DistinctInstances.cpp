#include "rewriter/validate/DistinctInstances.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

using Wide = __int128;

Wide magnitude(int64_t value) { return value < 0 ? -Wide(value) : Wide(value); }

/// Two instances with the same values of all forms: which of their iterators must be the same.
class EqualIterators {
public:
  EqualIterators(const Scop &scop, const ScopStatement &statement) {
    for (int loop : statement.loops)
      open.push_back(&scop.loops[loop]);
  }

  bool areAll(const std::vector<LinearForm> &forms) {
    bool isNew = true;
    while (isNew && !open.empty()) {
      isNew = false;
      for (const LinearForm &form : forms)
        isNew = findOne(form) || isNew;
    }
    return open.empty();
  }

private:
  /// One iterator of the form moves its value by more, from one iteration to the next, than all
  /// others that may differ do together.
  bool findOne(const LinearForm &form) {
    for (auto loop = open.begin(); loop != open.end(); ++loop) {
      const Wide rate = rateOf(form, **loop);
      auto others = rate == 0 ? std::nullopt : spreadBeside(form, **loop);
      if (!others || *others >= rate * distanceOf(**loop))
        continue;
      open.erase(loop);
      return true;
    }
    return false;
  }

  static Wide rateOf(const LinearForm &form, const ScopLoop &loop) {
    auto found = form.coefficients.find(loop.name);
    return found == form.coefficients.end() ? 0 : magnitude(found->second);
  }

  std::optional<Wide> spreadBeside(const LinearForm &form, const ScopLoop &loop) const {
    Wide sum = 0;
    for (const ScopLoop *other : open) {
      const Wide rate = other == &loop ? 0 : rateOf(form, *other);
      auto spread = rate == 0 ? std::optional<int64_t>(0) : spreadOf(*other);
      if (!spread)
        return std::nullopt;
      sum += rate * *spread;
    }
    return sum;
  }

  /// Between two values of the loop's variable; 1 where the instances may start from different
  /// ones.
  int64_t distanceOf(const ScopLoop &loop) const {
    const bool hasOneStart = loop.first.size() == 1 && isSame(loop.first.front());
    return hasOneStart ? std::abs(loop.step) : 1;
  }

  /// How far apart two values may be; none where no fixed length is seen.
  std::optional<int64_t> spreadOf(const ScopLoop &loop) const {
    std::optional<int64_t> least;
    for (const Polynomial &first : loop.first)
      for (const Polynomial &end : loop.end) {
        auto length = (loop.step > 0 ? end - first : first - end).constant();
        if (length && isSame(first) && (!least || *length - 1 < *least))
          least = std::max<int64_t>(*length - 1, 0);
      }
    return least;
  }

  /// The value is the same for both instances.
  bool isSame(const Polynomial &value) const {
    return std::none_of(open.begin(), open.end(),
                        [&](const ScopLoop *loop) { return value.contains(loop->name); });
  }

  std::vector<const ScopLoop *> open; // whose iterators may differ
};

} // namespace

bool giveDistinctValues(const Scop &scop, const ScopStatement &statement,
                        const std::vector<LinearForm> &forms) {
  return EqualIterators(scop, statement).areAll(forms);
}

} // namespace acc
