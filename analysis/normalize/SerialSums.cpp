#include "analysis/normalize/SerialSums.h"

#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

bool isAddition(const Expr &expr, const CType &type) {
  return expr.kind == Expr::Kind::Binary && (expr.op() == Op::Plus || expr.op() == Op::Minus) &&
         expr.type.spelling == type.spelling && expr.operands[0]->type.spelling == type.spelling &&
         expr.operands[1]->type.spelling == type.spelling;
}

struct Summand {
  std::string op;
  ExprRef value;
};

/// Those behind the first, which is left in `first`.
std::vector<Summand> summandsOf(const ExprRef &sum, ExprRef &first) {
  std::vector<Summand> all;
  first = sum;
  while (isAddition(*first, sum->type)) {
    all.push_back({first->text + "=", first->operands[1]});
    first = first->operands[0];
  }
  std::reverse(all.begin(), all.end());
  return all;
}

/// C rounds after each addition of a sum in the type. A sum of numbers narrower than float is
/// computed in float and rounded once, where it is assigned (FLT_EVAL_METHOD 0).
bool roundsEachAddition(const CType &type) {
  static constexpr unsigned kSizeOfFloat = 4;
  return type.kind != CType::Kind::Floating || type.size >= kSizeOfFloat;
}

/// Nothing in the value reads the variable, or does more than to give a value.
bool isApart(const ExprRef &value, SymbolId variable) {
  return isPure(*value) && !names(value, variable);
}

} // namespace

std::optional<std::vector<StmtRef>> withSerialSums(const std::vector<StmtRef> &stmts,
                                                   const SourceNest &nest, ShiftedForms &forms) {
  const StoreFacts stores(nest);
  std::vector<StmtRef> result;
  bool isChanged = false;
  for (const StmtRef &stmt : stmts) {
    std::vector<Summand> summands;
    bool isSum = stmt->kind == Stmt::Kind::Assign &&
                 stmt->target->type.spelling == stmt->value->type.spelling &&
                 stmt->target->kind == Expr::Kind::Symbol && !stores.isMemory(stmt->target->symbol);
    const CType &type = isSum ? stmt->target->type : CType();
    bool isNumber = type.kind == CType::Kind::Floating ||
                    (type.kind == CType::Kind::Integer && type.bits() >= 32);
    if (isSum && isNumber) {
      ExprRef first;
      summands = summandsOf(stmt->value, first);
      if (stmt->op() == Op::PlusEqual && !type.isSigned && type.kind == CType::Kind::Integer) {
        if (!summands.empty())
          summands.insert(summands.begin(), {"+=", first});
      } else {
        auto own = forms.textOf(first), target = forms.textOf(stmt->target);
        if (stmt->op() != Op::Equal || !own || own != target)
          summands.clear();
      }
      if (summands.size() > 1 && !roundsEachAddition(type))
        summands.clear();
      for (const Summand &summand : summands)
        if (!isApart(summand.value, stmt->target->symbol))
          return std::nullopt;
    }
    if (summands.empty()) {
      result.push_back(stmt);
      continue;
    }
    isChanged = true;
    for (const Summand &summand : summands) {
      auto one = std::make_shared<Stmt>(*stmt);
      one->text = summand.op;
      one->value = summand.value;
      result.push_back(one);
    }
  }
  return isChanged ? std::optional(result) : std::nullopt;
}

} // namespace acc
