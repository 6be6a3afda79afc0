// C text of polynomials: terms grouped by what multiplies the loop variables.
#pragma once

#include "analysis/support/Polynomial.h"

#include <functional>

namespace acc {

/// How tightly a text binds: kSum needs parentheses as a factor.
enum class TextLevel { Sum, Product, Primary };

struct PolynomialText {
  std::string text;
  TextLevel level = TextLevel::Primary;

  /// With parentheses unless it binds at least as tightly as `least`.
  std::string at(TextLevel least) const { return level < least ? "(" + text + ")" : text; }
};

/// `name` gives the C text (a primary expression) of a symbol; `isLoop` tells loop
/// variables and what is computed from them:
///   i*n*m + k*n*m + j   ->   (i + k) * n * m + j
PolynomialText polynomialText(const Polynomial &value,
                              const std::function<std::string(const std::string &)> &name,
                              const std::function<bool(const std::string &)> &isLoop);

} // namespace acc
