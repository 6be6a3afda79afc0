#include "rewriter/emit/AssignedBody.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {

StmtRef assignedBody(const Scop &scop, const ScopStatement &statement,
                     std::map<const Expr *, int> &accessOf) {
  const StmtRef &body = statement.body;
  if (body->kind != Stmt::Kind::Declare)
    return body;
  if (!body->value)
    return nullptr;
  auto result = std::make_shared<Stmt>(*body);
  result->kind = Stmt::Kind::Assign;
  result->text = "=";
  result->target = makeSymbol(body->symbol, scop.nest.symbol(body->symbol).type, body->range);
  for (size_t a = 0; a < statement.accesses.size(); ++a)
    if (statement.accesses[a].isWrite &&
        scop.arrays[statement.accesses[a].array].base == body->symbol)
      accessOf[result->target.get()] = static_cast<int>(a);
  return result;
}

} // namespace acc
