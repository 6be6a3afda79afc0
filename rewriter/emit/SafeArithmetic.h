// Integer conditions as C that is right for every value of the parameters:
// nothing wraps, nothing unsigned is subtracted.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/Alternatives.h"
#include "analysis/support/Interval.h"
#include "rewriter/emit/Names.h"

#include <functional>

namespace acc {

/// Writes conditions one after the other, each relying on those before it.
///   p <= n*m   ->   p <= (long)n * m                                (int)
///              ->   (double)n * m < 4e18 && ... && p <= n * m       (long)
class SafeArithmetic {
public:
  SafeArithmetic(const Scop &scop, const WideType &wide);

  /// Values that will be written later. Of the products in those that may not fit the wide
  /// type, only the largest are checked, as soon as all their factors are known to be
  /// positive and `mayRead` allows it: every part of such a product is then bounded too.
  ///   nz*ny*nx + ny*nx + nx   ->   (double)nz * ny * nx < 1e17
  void announce(const std::vector<Polynomial> &values,
                std::function<bool(const std::string &)> mayRead);

  /// Appends C conjuncts that hold exactly when `condition` does, except that
  /// values beyond 1e17 may make them false, and those near 2^32 where products of 32 bits must not
  /// wrap; a disjunction is one conjunct. The condition counts as known afterwards.
  void add(const Condition &condition, std::vector<std::string> &conjuncts);

  /// C of a value in the wide type; conjuncts that keep it from wrapping are
  /// appended first.
  std::string value(const Polynomial &value, std::vector<std::string> &conjuncts);

  /// C of a comparison, in the wide type unless both sides are plain variables of one sign;
  /// conjuncts as for a value. `equality`: what is written for an equality, "!=" where it is
  /// denied.
  std::string comparison(const Condition &condition, std::vector<std::string> &conjuncts,
                         const std::string &equality = "==");

  /// That the product is within +-limit counts as known, though nothing is written for it.
  void know(const Term &product, int64_t limit);

  /// Appends conjuncts that keep the product within +-1e17, unless what is known keeps it within
  /// +-2^62. The guard may read its factors by then.
  void keepSmall(const Term &product, std::vector<std::string> &conjuncts);

  /// C of the product of `factors`, to be compared with a small number: rounded where it is large.
  std::string product(const std::vector<Polynomial> &factors, std::vector<std::string> &conjuncts);

  /// What the conjuncts demand so far besides the conditions: bounds of products that are
  /// terms of a value, and of unsigned values. Of checks inside a disjunction nothing.
  const std::vector<Condition> &checks() const { return checked; }

  /// Bounds that follow from the types and the conditions so far.
  Interval boundsOf(const Polynomial &value) const;

private:
  void assume(const Condition &condition);
  void assumeNonNegative(const Polynomial &value);
  std::string whole(const Alternative &alternative);
  std::string whole(const Condition &condition);
  std::string side(const std::vector<Term> &terms, bool plain, std::vector<std::string> &conjuncts);
  std::string termText(const Term &term, bool plain, bool isFirst) const;
  /// The product is not above the other one, which has its factors and others of at least 1.
  bool isPartOf(const Term &part, const Term &whole) const;
  /// C text of a product, computed in floating point, where nothing wraps.
  std::string productText(const Term &term) const;
  /// Appends what keeps every step of the sum inside the wide type. One limit serves all
  /// products, so that each is checked once, and never one that its types bound:
  ///   c*h*w + p   ->   (double)c * h < 1e17 && ... && (double)c * h * w > -1e17
  void checkMagnitude(const std::vector<Term> &terms, std::vector<std::string> &conjuncts);
  /// Appends what keeps each product on the way to the sum within +-limit.
  void boundProducts(const std::vector<Term> &terms, __int128 limit,
                     std::vector<std::string> &conjuncts);
  /// A limit of products, and those that make a value positive where they are below it.
  struct Room {
    __int128 limit;
    std::vector<Term> terms;
  };
  /// 1e17 for 2^60 - n*m - m: what its types keep small takes a little of the 2^60, and what cannot
  /// be negative nothing. For a value that would need such limits to be computed at all, also a
  /// smaller one of billions, of what may make it less: 2e9 for 2^32 - n*m - m + o of unsigned
  /// numbers. None for others.
  std::optional<Room> roomFor(const Polynomial &value) const;
  /// Appends the checks of announced products that have become possible.
  void boundAnnounced(std::vector<std::string> &conjuncts);
  /// The greatest magnitude that a part of the sum may have on the way to its value.
  __int128 magnitudeOf(const std::vector<Term> &terms) const;
  void checkUnsigned(const std::vector<Term> &terms, std::vector<std::string> &conjuncts);
  Interval boundsOf(const Term &term) const;
  /// One value or constant as it stands.
  bool isPlain(const std::vector<Term> &terms) const;
  /// C compares the two sides, written plainly, as numbers: it would take a negative one for a
  /// large one beside an unsigned one.
  bool mayCompare(const std::vector<Term> &left, const std::vector<Term> &right) const;

  const Scop &scop;
  WideType wide;
  std::map<std::string, Polynomial> derived;
  std::map<std::string, Interval> ranges;
  std::set<std::string> checkedUnsigned;
  /// Products that a conjunct keeps within +-limit.
  struct Bounded {
    Term product;
    __int128 limit;
  };
  std::vector<Bounded> bounded;
  std::vector<Condition> checked;
  std::vector<Term> announced;
  std::function<bool(const std::string &)> mayRead;
};

} // namespace acc
