// Calls that are read as the bodies of their functions, whatever their length: what the rewriter
// has put into a function of its own (readRegion).
#include "analysis/normalize/OpenCalls.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

const CType &elementOf(const CType &type) {
  const CType *element = &type;
  while (element->kind == CType::Kind::Array && element->element)
    element = element->element.get();
  return *element;
}

/// The pointer is what the array's name is worth: int *p of int a[8].
bool isFirstOf(const CType &array, const CType &pointer) {
  return array.kind == CType::Kind::Array && pointer.kind == CType::Kind::Pointer &&
         array.element && pointer.element && array.element->spelling == pointer.element->spelling &&
         array.element->isVolatile == pointer.element->isVolatile;
}

/// double (*a)[64]
bool isRows(const CType &type) {
  return type.kind == CType::Kind::Pointer && type.element &&
         type.element->kind == CType::Kind::Array;
}

/// Elements of the same type, or rows of as many.
bool areAlike(const CType &a, const CType &b) {
  if (a.kind == CType::Kind::Array && b.kind == CType::Kind::Array)
    return a.size && a.size == b.size && areAlike(*a.element, *b.element);
  return a.kind != CType::Kind::Array && a.spelling == b.spelling && a.isVolatile == b.isVolatile;
}

/// (T *)p of a T *p, as the rewriter writes it where a build may give T another size, is p.
const ExprRef &withoutOwnCast(const ExprRef &expr) {
  if (expr->kind != Expr::Kind::Cast || expr->type.kind != CType::Kind::Pointer)
    return expr;
  // A cast to rows is one of the pointer to their elements.
  const ExprRef &cast = isRows(expr->type) ? expr->operands[0] : expr;
  if (cast->kind != Expr::Kind::Cast)
    return expr;
  const CType &to = expr->type, &from = cast->operands[0]->type;
  const bool isOwn = (from.kind == CType::Kind::Pointer || from.kind == CType::Kind::Array) &&
                     from.element && to.element && areAlike(*from.element, *to.element);
  return isOwn ? withoutOwnCast(cast->operands[0]) : expr;
}

/// Sizes of rows, as the caller knows them: a variable of the block is what the call gives.
class Sizes {
public:
  explicit Sizes(const std::map<SymbolId, ExprRef> &declared) : declared(declared) {}

  bool areSame(const ExprRef &own, const ExprRef &other) const {
    ExprRef a = given(own), b = given(other);
    if (a->kind != b->kind || a->operands.size() != b->operands.size())
      return false;
    switch (a->kind) {
    case Expr::Kind::Integer:
      return a->value == b->value;
    case Expr::Kind::Symbol:
      return a->symbol == b->symbol;
    case Expr::Kind::Binary:
      return a->text == b->text && a->type.spelling == b->type.spelling &&
             areSame(a->operands[0], b->operands[0]) && areSame(a->operands[1], b->operands[1]);
    default:
      return false;
    }
  }

private:
  ExprRef given(ExprRef size) const {
    for (;;) {
      const Expr &bare = skipWidening(*size);
      auto found = bare.kind == Expr::Kind::Symbol ? declared.find(bare.symbol) : declared.end();
      if (found == declared.end())
        return std::make_shared<Expr>(bare);
      size = found->second;
    }
  }

  const std::map<SymbolId, ExprRef> &declared;
};

/// The rows of a pointer that is read from memory: their sizes are those of its type.
bool hasConstantSizes(const CType &rows, const std::vector<ExprRef> &sizes) {
  const CType *row = &rows;
  for (const ExprRef &size : sizes) {
    const CType *inner = row->kind == CType::Kind::Array ? row->element.get() : nullptr;
    if (!inner || !inner->size || size->kind != Expr::Kind::Integer ||
        size->value != int64_t(row->size / inner->size))
      return false;
    row = inner;
  }
  return row->kind != CType::Kind::Array;
}

/// Elements and sizes of the rows behind the parameter are those of the argument, which is read in
/// its place: the function uses its own. `own`: the parameter's sizes in terms of the nest.
bool hasRowsOf(const Symbol &parameter, const std::vector<ExprRef> &own, const ExprRef &value,
               const SymbolTable &symbols, const std::map<SymbolId, ExprRef> &declared) {
  const CType &given = value->type;
  const CType &rows = given.kind == CType::Kind::Pointer && given.element ? *given.element : given;
  if (elementOf(*parameter.type.element).spelling != elementOf(rows).spelling)
    return false;
  if (value->kind == Expr::Kind::Access)
    return hasConstantSizes(rows, own);
  std::vector<ExprRef> sizes;
  if (value->kind == Expr::Kind::Cast)
    sizes.assign(value->operands.begin() + 1, value->operands.end());
  else if (value->kind == Expr::Kind::Symbol)
    sizes = symbols[value->symbol].innerSizes;
  const Sizes known(declared);
  return own.size() == sizes.size() &&
         std::equal(own.begin(), own.end(), sizes.begin(),
                    [&](const ExprRef &a, const ExprRef &b) { return known.areSame(a, b); });
}

} // namespace

/// Rows keep the cast that gives them sizes; these are compared with the parameter's own.
ExprRef OpenCalls::wholeArgument(const CalledFunction &function, const Expr &call, size_t k) {
  const CType &type = (*function.symbols)[function.parameters[k]].type;
  if (!isRows(type))
    return withoutOwnCast(argument(call, k, type, true));
  ExprRef operand = call.operands[k];
  while (operand->kind == Expr::Kind::Cast && operand->isImplicit)
    operand = operand->operands[0];
  return withoutOwnCast(expression(operand, true));
}

bool OpenCalls::hasRowsOfAll(const CallFrame &own, const std::vector<ExprRef> &values,
                             const std::map<SymbolId, ExprRef> &declared) {
  for (size_t k = 0; k < values.size(); ++k) {
    const Symbol &parameter = (*own.function.symbols)[own.function.parameters[k]];
    std::vector<ExprRef> sizes;
    for (const ExprRef &size : parameter.innerSizes)
      sizes.push_back(expression(size, false));
    if (isRows(parameter.type) && !hasRowsOf(parameter, sizes, values[k], symbols, declared))
      return false;
  }
  return true;
}

// f_1_ok(n, A)  becomes  n > 0 && ...  for  int f_1_ok(int n, float *A) { return n > 0 && ...; }
ExprRef OpenCalls::wholeValue(const CalledFunction &function, const Expr &call) {
  const std::vector<StmtRef> &body = function.body->children;
  bool isValue = body.size() == 1 && isJump(body.front(), "return") && body.front()->value;
  if (!isValue || std::count(inside.begin(), inside.end(), &function))
    return nullptr;
  CallFrame own(function, symbols, *nest.unit, std::nullopt);
  std::vector<ExprRef> values;
  for (size_t k = 0; k < function.parameters.size(); ++k) {
    values.push_back(wholeArgument(function, call, k));
    if ((*function.symbols)[function.parameters[k]].isAssigned || !readsOnlyNames(*values.back()))
      return nullptr;
    own.bind(function.parameters[k], values.back());
  }
  CallFrame *outer = std::exchange(frame, &own);
  inside.push_back(&function);
  ExprRef value = hasRowsOfAll(own, values, {}) ? expression(body.front()->value, true) : nullptr;
  inside.pop_back();
  frame = outer;
  return value;
}

// f_1_fast(n + 1, A, m);  becomes
// { long n' = n + 1; double *restrict A' = A; for (i' = 0; i' < n'; i'++) A'[i'] = m->scale; }
// Converted numbers, pointers to numbers, pointers that are read from memory, and pointers that
// promise something (restrict) are variables of the block; for what else an argument names its
// parameter stands.
bool OpenCalls::wholeStatement(const CalledFunction &function, const Expr &call, Stmts &out) {
  if (std::count(inside.begin(), inside.end(), &function))
    return false;
  CallFrame own(function, symbols, *nest.unit, std::nullopt);
  Stmts parts;
  std::vector<ExprRef> values;
  std::map<SymbolId, ExprRef> declared;
  std::set<SymbolId> given; // by address, each to one parameter, which may be `restrict`
  const SourceRange where = frame ? frame->placeOf(call.range) : call.range;
  for (size_t k = 0; k < function.parameters.size(); ++k) {
    const ExprRef value = wholeArgument(function, call, k);
    values.push_back(value);
    bool isAddress = isAddressOfVariable(*value, symbols);
    if (isAddress && !given.insert(value->operands[0]->symbol).second)
      return false;
    const Symbol &parameter = (*function.symbols)[function.parameters[k]];
    const CType &type = parameter.type;
    bool isNamed = value->kind == Expr::Kind::Symbol && !type.isRestrict &&
                   (value->type.spelling == type.spelling || isFirstOf(value->type, type));
    bool mayStandFor = !parameter.isAssigned && readsOnlyNames(*value);
    // A name promises nothing: what it stands for may be reached otherwise. So a promise is always
    // a variable.
    const bool isLoaded = type.kind == CType::Kind::Pointer && value->kind == Expr::Kind::Access;
    bool isVariable = (isNumberOrRow(type) || type.isRestrict || isLoaded) && !isAddress &&
                      !(isNamed && mayStandFor);
    if (!isVariable && !mayStandFor)
      return false;
    if (!isVariable) {
      own.bind(function.parameters[k], value);
      continue;
    }
    const SymbolId variable = own.declared(function.parameters[k]);
    symbols[variable].type.isConst |= !parameter.isAssigned;
    declared[variable] = value;
    parts.push_back(declaration(variable, value, where));
  }
  const auto read = [&](Stmts &all) {
    const bool isRead = hasRowsOfAll(own, values, declared);
    for (const StmtRef &stmt : function.body->children)
      statement(stmt, all);
    return isRead;
  };
  return putBody(own, where, std::move(parts), read, out);
}

} // namespace acc
