// One shape tried on all accesses of a base, and the order of the results.
#pragma once

#include "analysis/delinearize/Delinearization.h"
#include "analysis/delinearize/Subscripts.h"
#include "analysis/delinearize/Windows.h"
#include "analysis/solve/DomainFacts.h"

namespace acc {

/// A view of all accesses of one base, and what it needs.
struct ViewCandidate {
  ArrayView view;
  /// Per IndexUse.
  std::vector<std::vector<Polynomial>> subscripts;
  /// What the search for subscripts allowed.
  SubscriptForm form = SubscriptForm::Affine;
  /// Parameters for which the view does not hold, products of parameters as
  /// parameters of their own; none when a coefficient exceeds 64 bits.
  std::optional<isl::set> bad;
  /// The complement of `bad` where something runs.
  Condition validity = Condition::always();
};

/// Converts every use into shapes. What is found for inner sizes is kept for the
/// other shapes that end with them: [q], [m][q] and [n][m][q] divide by q once.
class ShapeTrials {
public:
  /// All three must outlive the trials.
  ShapeTrials(const DomainFacts &facts, const std::vector<IndexUse> &uses,
              SubscriptForm form = SubscriptForm::Affine, Wanted wanted = Wanted::AnyView)
      : facts(facts), uses(uses), form(form), wanted(wanted) {}

  /// The result of the division by a shape, before any condition is computed.
  struct Outline {
    /// False: some index has no subscripts of the form in this shape.
    bool exists = true;
    /// Some index can be divided in several ways; `subscripts` are then not known.
    bool hasChoice = false;
    /// Per use, without the folds and windows, which only shift them.
    std::vector<std::vector<Polynomial>> subscripts;
  };
  Outline outline(const Shape &shape) const;

  /// The view of this shape with the weakest window and folds.
  /// Before/after for [n] and i*n + n - 1 - j, 0 <= j < n:
  ///   division gives (i + 1, -1 - j); the fold k = -1 gives (i, n - 1 - j).
  /// None when a subscript would not have the form, the validity cannot be written or takes too
  /// long to find, or it is a condition and none is wanted.
  std::optional<ViewCandidate> view(const Shape &shape);
  /// Some shape was given up for want of quota.
  bool gaveUp() const { return !isComplete; }

private:
  /// The subscripts inside some inner sizes, and the remainder for the outer ones.
  struct Inner {
    std::vector<Polynomial> origin, rest;
    std::vector<std::vector<Polynomial>> subscripts;
    isl::set bad;
    bool isNever = false;
  };
  std::optional<ViewCandidate> viewOf(const Shape &shape);
  const std::optional<Inner> &inner(const Shape &sizes);
  std::optional<Inner> divided(const Shape &sizes);

  const DomainFacts &facts;
  const std::vector<IndexUse> &uses;
  SubscriptForm form;
  Wanted wanted;
  bool isComplete = true;
  std::map<Shape, std::optional<Inner>> found;
};

/// The one-dimensional view: the indices as they are, affine or not.
ViewCandidate flatView(const DomainFacts &facts, const std::vector<IndexUse> &uses);

/// True when `a` is to be preferred: statically true before affine before other
/// conditions before never; then the weaker condition, fewer pieces, more
/// dimensions.
bool preferred(const DomainFacts &facts, const ViewCandidate &a, const ViewCandidate &b);

} // namespace acc
