// The library's values as the typed C that they are: the trees that the frontend reads from the
// text that is printed of them, conversions included.
#pragma once

#include "acc-delin/Array.h"
#include "analysis/support/Polynomial.h"
#include "analysis/tree/SourceTree.h"

namespace acc_delin::detail {

acc::CType typeOf(ScalarType type);
/// `long`, the type of indices and dimensions.
acc::CType indexType();

/// A variable by its name. It gets its symbol with a nest (sourceNest).
acc::ExprRef variable(const std::string &name, const acc::CType &type);
/// A constant as C spells it: of `int` where it fits, else of `long`.
acc::ExprRef integer(int64_t value);
acc::ExprRef floating(double value);
acc::ExprRef floating(float value);
/// A sum over variables of indexType: 2*i*n + j - 1.
acc::ExprRef sumOf(const acc::Polynomial &value);

/// a op b, the operands converted as C does it; comparisons and && and || are of `int`.
acc::ExprRef arithmetic(const char *op, const acc::ExprRef &a, const acc::ExprRef &b);
/// -x, ~x, !x
acc::ExprRef unary(const char *op, const acc::ExprRef &x);
/// condition ? yes : no
acc::ExprRef choice(const acc::ExprRef &condition, const acc::ExprRef &yes, const acc::ExprRef &no);
/// The value in the type, by a conversion that the source does not show.
acc::ExprRef converted(const acc::ExprRef &value, const acc::CType &type);
/// A cast that the source shows; of an integer to its own type none.
acc::ExprRef castTo(const acc::CType &type, const acc::ExprRef &value);
/// A function of <math.h> by its whole name; all of its parameters and its result are of the type.
acc::ExprRef call(const std::string &function, const acc::CType &type,
                  const std::vector<acc::ExprRef> &arguments);
/// base[index]
acc::ExprRef element(const acc::ExprRef &base, const acc::CType &type, const acc::ExprRef &index);

/// target op value; "=", "+=", ...
acc::StmtRef assignment(const acc::ExprRef &target, const char *op, const acc::ExprRef &value);
/// for (name = first; name < end; name += step) body
acc::StmtRef loop(const std::string &name, const acc::Polynomial &first, const acc::Polynomial &end,
                  int64_t step, std::vector<acc::StmtRef> body);

} // namespace acc_delin::detail
