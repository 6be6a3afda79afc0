// Expresses macros as conditions that distinguish them from others of the same name.
#pragma once

#include "analysis/frontend/Parse.h"

#include <set>

namespace acc {

class MacroTests {
public:
  /// Names mean what they mean at `nest`.
  MacroTests(const ParsedUnit &unit, clang::SourceLocation nest) : unit(unit), nest(nest) {}

  /// Null when the name is no macro there.
  const clang::MacroInfo *definitionOf(const clang::IdentifierInfo *name) const;

  /// The expansion as one line when it is arithmetic of constants alone, with all macros in it
  /// replaced; else "". `floating`: constants may be floating-point numbers, too.
  std::string arithmetic(const clang::MacroInfo &info, bool floating) const;

  /// Conditions of C that hold for this definition of the macro and for almost no other; empty if
  /// its form is not supported.
  std::vector<std::string> testsOf(const clang::IdentifierInfo &name,
                                   const clang::MacroInfo &info) const;

private:
  /// Arithmetic, or the name of an enumerator:  M   ->   "(M) == (3)", "sizeof(M) == sizeof(3)"
  std::vector<std::string> testsOfConstant(const clang::IdentifierInfo &name,
                                           const clang::MacroInfo &info) const;
  /// A macro with arguments that is arithmetic on them is identified by its results for a few
  /// numbers:
  ///   MIN(2, 3) == (((2) < (3)) ? (2) : (3)) && MIN(11, 4) == ...
  /// A macro for an element is told by addresses, which read nothing:
  ///   &AT(((char *)4096 + 2), 3) == &(*((((char *)4096 + 2)) + (3)))
  std::vector<std::string> testsBySamples(const clang::IdentifierInfo &name,
                                          const clang::MacroInfo &info) const;
  /// It leaves nothing:  #define M(a, b)   ->   "3 == sizeof(ACC_TEXT((M(2, 3))))"
  std::vector<std::string> testsOfNothing(const clang::IdentifierInfo &name,
                                          const clang::MacroInfo &info) const;
  /// The type's size, whether it is floating, whether it has a sign.
  std::vector<std::string> testsOfType(const clang::IdentifierInfo &name,
                                       const clang::MacroInfo &info) const;

  bool collect(const clang::MacroInfo &info, bool floating, std::vector<std::string> &words,
               int depth) const;
  /// The value of the constant of that name; "" when there is none.
  std::string enumerator(const clang::IdentifierInfo &name) const;
  /// The type that the tokens name: keywords, or one typedef.
  std::optional<clang::QualType> typeOf(const clang::MacroInfo &info) const;

  const ParsedUnit &unit;
  clang::SourceLocation nest;
};

} // namespace acc
