// The innermost subscript of all accesses of a base: which fold of each access
// and which window make the weakest condition.
#pragma once

#include "analysis/delinearize/Subscripts.h"
#include "analysis/solve/DomainFacts.h"

namespace acc {

/// One dimension, decided for all accesses of a base.
struct Dimension {
  /// Per access: the remainder for the outer dimensions, and the subscript.
  std::vector<SizeDivision> divisions;
  /// The lower corner of the window; over parameters.
  Polynomial origin;
  /// Parameters for which some subscript leaves origin <= s < origin + size.
  isl::set bad;
};

/// The divisions of a use's `value` by `size` whose subscript has the form.
std::vector<SizeDivision> fittingDivisions(const DomainFacts &facts, const IndexUse &use,
                                           const Polynomial &value, const Polynomial &size,
                                           SubscriptForm form);

/// Whether a view that holds for only some parameters is also useful.
enum class Wanted { AnyView, ViewWithoutCondition };

/// Divides `values` (one per use) by `size`. Any integer k may move k*size from a subscript to its
/// quotient, and one offset common to all accesses may shift the window; neither changes an
/// address. So the choice with the weakest condition is taken, and origin 0 and k = 0 among equal
/// ones. None when a subscript has not the form, or leaves every window somewhere and nothing but
/// `ViewWithoutCondition` is wanted.
std::optional<Dimension> splitDimension(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                                        const std::vector<Polynomial> &values,
                                        const Polynomial &size, SubscriptForm form,
                                        Wanted wanted = Wanted::AnyView);

/// Some division of every use, where the view holds nowhere anyhow: origin 0, and
/// `bad` is left empty.
std::optional<Dimension> someDivision(const DomainFacts &facts, const std::vector<IndexUse> &uses,
                                      const std::vector<Polynomial> &values, const Polynomial &size,
                                      SubscriptForm form);

} // namespace acc
