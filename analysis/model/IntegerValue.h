// The value of a C integer expression as polynomials, and whether the C value
// is that number or only congruent to it.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/model/Quotient.h"
#include "analysis/tree/RowDistance.h"

namespace acc {

/// min or max of `entries`; a single entry otherwise.
struct IntegerValue {
  enum class Kind { Single, Min, Max };
  Kind kind = Kind::Single;
  std::vector<Polynomial> entries;
  CType type;
  /// The C value is only congruent to the entry modulo 2^bits of the type: some
  /// wrapping operation or conversion lies below. Single only.
  bool isRing = false;

  bool isSingle() const { return kind == Kind::Single; }
  const Polynomial &single() const { return entries.front(); }
};

/// Where an expression stands: the loop variables in scope and where its wrap
/// requirements go.
class IntegerReader {
public:
  IntegerReader(ModelContext &model, std::vector<WrapRequirement> &wraps)
      : model(model), wraps(wraps) {}

  /// The value of an integer expression with exact C typing. Signed arithmetic cannot wrap (it
  /// would be undefined; under -fwrapv it is a ring). Unsigned arithmetic is a ring modulo 2^bits.
  /// Conversions to wider types, divisions, shifts and comparisons leave the ring, and each
  /// requires the value to be in range. Fails, for example with NonPolynomialIndex, if there is no
  /// such value.
  Outcome<IntegerValue> read(const Expr &expr);

  /// Requires the C value to be the number itself.
  void force(IntegerValue &value, SourceRange where);
  /// As C converts to another integer type.
  IntegerValue convert(IntegerValue value, const CType &type, SourceRange where);
  /// As the subscript of a pointer: modulo 2^pointerBits nothing is required.
  Outcome<Polynomial> readIndex(const Expr &expr);

  /// The reason why the value of the element may change between iterations; none where it stays, as
  /// for `dims[2]`, `p->d[axis]` and `rows[i]` with an invariant i.
  std::optional<Rejection> whyNotFixed(const Expr &access) const;
  /// To be called when whyNotFixed returned none: records what that answer depends on.
  void keepFixed(const Expr &access) const;

  /// Whether a pointer or floating-point number is not 0, or a comparison of such holds, as a
  /// parameter that is 0 or 1: `bias != NULL`, `*beta == 0.`. NonPolynomialIndex when it may
  /// change in the nest or cannot be computed wherever the nest is entered.
  Outcome<IntegerValue> readTruth(const Expr &expr);

  /// `low <= value <= high` unless the ranges of the symbols imply it.
  void require(const Polynomial &value, Wide low, Wide high, SourceRange where);

  /// Facts that hold even if a wrap requirement fails: each fact, or the alternative that a value
  /// it names is out of range. Without the alternative, the facts of k % 4u for an int k would
  /// imply k >= 0, although they are false for k < 0.
  std::vector<Condition> alsoOutside(std::vector<Condition> facts) const;

private:
  Outcome<IntegerValue> readUnary(const Expr &expr);
  Outcome<IntegerValue> readBinary(const Expr &expr);
  Outcome<IntegerValue> readDistance(const Expr &expr);
  Outcome<IntegerValue> readRowDistance(const Expr &expr, const RowDistance &rows);
  bool haveNoCommonBit(const Polynomial &high, const Polynomial &low) const;
  Outcome<IntegerValue> readDivision(const Expr &expr, IntegerValue left, IntegerValue right);
  Outcome<IntegerValue> readDivisionBy(const Expr &expr, IntegerValue left, int64_t power,
                                       bool isRemainder);
  Outcome<IntegerValue> readFixedPoint(const Expr &expr, Quotient parts, int64_t power,
                                       bool isRemainder);
  Outcome<IntegerValue> readInvariantShift(const Expr &shift, const Polynomial &x, int64_t power);
  Outcome<IntegerValue> readMask(const Expr &expr, IntegerValue left, const MaskForm &mask);
  Outcome<IntegerValue> readShift(const Expr &expr, IntegerValue left, IntegerValue right);
  Outcome<IntegerValue> readConditional(const Expr &expr);
  Outcome<IntegerValue> readName(const Expr &expr);
  bool isFixed(const Expr &expr) const;
  void keepParts(const Expr &expr) const;
  /// What is stated of a parameter.
  using Facts = std::function<std::vector<Condition>(const Polynomial &)>;
  /// A parameter for an expression of invariant operands that is no polynomial.
  Outcome<IntegerValue> opaque(const Expr &expr, const Facts &facts = {});
  /// A min or max of invariant values as a parameter that is one of them and beyond none:
  /// j*max(m, 1) is j*q. Any other value as it is.
  Outcome<IntegerValue> asFactor(const Expr &expr, IntegerValue value);
  IntegerValue arithmetic(const Expr &expr, IntegerValue left, IntegerValue right);
  Rejection notPolynomial(const Expr &expr) const;

  ModelContext &model;
  std::vector<WrapRequirement> &wraps;
};

/// The value as it is, in the type.
IntegerValue exact(Polynomial value, const CType &type);

/// Parameter::valueText of the parameter that stands for dividend / divisor; dividend % divisor.
std::string quotientText(const Polynomial &dividend, const Polynomial &divisor);
std::string remainderText(const Polynomial &dividend, const Polynomial &divisor);

} // namespace acc
