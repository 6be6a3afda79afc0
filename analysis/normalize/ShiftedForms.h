// A normal form of expressions and statements as text. Integers are polynomials, so equal values in
// different forms have equal texts, also if a counter stands for its value some iterations later.
#pragma once

#include "analysis/support/Polynomial.h"
#include "analysis/tree/SourceNest.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace acc {

/// x / divisor of integers, which has a name in polynomials: towards zero as C divides, or
/// (`isFloor`) downwards, as x & ~3 and x >> 2 do. For x >= 0 both are the same.
struct NamedQuotient {
  Polynomial dividend;
  int64_t divisor = 1;
  bool isFloor = false;
};

/// The texts of one nest, which may be compared with each other. No signed arithmetic of it may
/// wrap (-fwrapv).
class ShiftedForms {
public:
  explicit ShiftedForms(const SourceNest &nest);

  /// The expression with what variables that the nest does not change are known to hold
  /// (SourceNest::knownAtEntry), where that is arithmetic of such variables.
  ExprRef resolved(const ExprRef &expr) const;

  /// The statements with `counter + shift` for the counter. Those of one text do the same in the
  /// same order, but for what they leave in variables that are declared in them. None for jumps and
  /// for what is not in a plain tree.
  ///     s = s + a[i*n + k + 1];  with 0   is   s += a[k + n*i];  with 1
  std::optional<std::string> textOf(const std::vector<StmtRef> &stmts, SymbolId counter,
                                    int64_t shift);
  std::optional<std::string> textOf(const ExprRef &expr);

  /// The value of an integer expression, not only what it is modulo 2^n, over names of its own. The
  /// counter is named counterName(); none where a coefficient has no 64 bits.
  std::optional<Polynomial> valueOf(const ExprRef &expr, SymbolId counter);
  static const std::string &counterName();

  /// The counter appears in the value, including in the expression that a name stands for.
  bool dependsOnCounter(const Polynomial &value) const;
  /// What the name stands for; null where that is no quotient.
  const NamedQuotient *quotientOf(const std::string &name) const;

private:
  struct Atom {
    std::string name;
    bool hasCounter = false;
    std::optional<NamedQuotient> quotient;
  };

  std::string text(const std::vector<StmtRef> &stmts);
  std::string text(const StmtRef &stmt);
  std::string text(const ExprRef &expr);
  std::string accessText(const Expr &access);
  std::string assignText(const Stmt &assign);
  std::string symbolText(SymbolId symbol);
  /// Modulo 2^n where the type is unsigned.
  Polynomial number(const ExprRef &expr);
  Polynomial convertedNumber(const Expr &cast);
  /// As itself, in whatever type.
  Polynomial exact(const ExprRef &expr);
  std::optional<Polynomial> exactUnsigned(const Expr &expr);
  std::optional<Polynomial> division(const Expr &expr);
  Polynomial quotient(const Polynomial &dividend, int64_t divisor, bool isFloor);
  Polynomial atom(const std::string &key, const std::set<std::string> &parts = {});
  Polynomial opaque(const ExprRef &expr, const std::string &kind);
  std::string textOf(const Polynomial &value);
  bool hasCounterIn(const std::string &key) const;

  const SourceNest &nest;
  std::map<SymbolId, ExprRef> atEntry;
  SymbolId counter = -1;
  int64_t shift = 0;
  bool failed = false;
  std::map<SymbolId, std::string> own;     // declared in what is read
  std::map<std::string, Atom> atoms;       // by what they stand for
  std::map<std::string, std::string> keys; // of names
};

} // namespace acc
