// Other scops of the same nest, which may have better views.
#pragma once

#include "analysis/delinearize/ArrayViews.h"

namespace acc {

/// A scop, what is known where its statements run, and the views of its arrays.
struct ScopViews {
  std::shared_ptr<const Scop> scop; // before `facts`, which refer to it
  std::shared_ptr<const DomainFacts> facts;
  ViewChoices choices;
};

/// The scop with its facts and views, within the quota in force.
ScopViews viewsIn(Scop scop, const IslContext &context);

/// The scops that one variant makes of a nest, one after the other.
class ScopForms {
public:
  virtual ~ScopForms() = default;
  /// The next one; none at the end. `last` is the previous one with its views, at first the
  /// unchanged scop; null if the search for them was abandoned.
  virtual std::optional<Scop> next(const ScopViews *last) = 0;

  enum class Gain {
    None,
    Some,  // the best so far, but a later one may be better
    Enough // taken
  };
  /// What the views of a form that `next` made are worth.
  virtual Gain gainOf(const ScopViews &form) = 0;
};

/// One way to make another scop of a nest.
struct Variant {
  const char *name;
  /// The share of the remaining quota that each of its forms may use.
  uint64_t part;
  /// `asItIs` must outlive the result.
  std::unique_ptr<ScopForms> (*formsOf)(const ScopViews &asItIs);
};

/// The variants in the order in which they are tried.
const std::vector<Variant> &variants();

/// The form that the variant takes; none when no form gains anything. `TooComplex` when the quota
/// ends.
Outcome<std::optional<ScopViews>> bestForm(const Variant &variant, const ScopViews &asItIs);

/// The views of a nest.
struct NestViews {
  /// The scop as it is, or the form of it that has the best views. Without choices where the search
  /// for the first was given up.
  ScopViews in;
  /// Made of `in.choices`; the rejection of the first array that has no view.
  Outcome<Delinearization> views;
};

/// The views of the unchanged scop. If they hold only under a condition or for almost no size, also
/// those of its variants, each derived from the best before it. With `plain`, views with a
/// subscript per loop are preferred (withPlainViews).
Outcome<NestViews> recoverViews(Scop scop, const IslContext &context,
                                const DelinearizeOptions &options, bool plain);

} // namespace acc
