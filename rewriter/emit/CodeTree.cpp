#include "rewriter/emit/CodeTree.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <utility>

namespace acc {

IntExpr linear(Polynomial value) {
  IntExpr result;
  result.polynomial = std::move(value);
  return result;
}

namespace {

IntExpr node(IntExpr::Kind kind, std::vector<IntExpr> operands) {
  IntExpr result;
  result.kind = kind;
  result.operands = std::move(operands);
  return result;
}

IntExpr sum(IntExpr a, IntExpr b) {
  if (a.kind == IntExpr::Kind::Linear && b.kind == IntExpr::Kind::Linear)
    return linear(a.polynomial + b.polynomial);
  return node(IntExpr::Kind::Sum, {std::move(a), std::move(b)});
}

IntExpr product(IntExpr a, IntExpr b) {
  if (a.kind == IntExpr::Kind::Linear && b.kind == IntExpr::Kind::Linear)
    return linear(a.polynomial * b.polynomial);
  return node(IntExpr::Kind::Product, {std::move(a), std::move(b)});
}

class AstReader {
public:
  AstReader(const Scop &scop, unsigned limit) : scop(scop), limit(limit) {}

  /// What has no C, "" when all was read.
  std::string failure;

  CodeNode read(const isl::ast_node &ast) {
    CodeNode result;
    if (++count > limit) {
      fail("more than " + std::to_string(limit) + " loops and statements");
      return result;
    }
    if (ast.isa<isl::ast_node_block>()) {
      isl::ast_node_list children = ast.as<isl::ast_node_block>().children();
      for (unsigned i = 0; i < children.size(); ++i)
        result.children.push_back(read(children.at(i)));
    } else if (ast.isa<isl::ast_node_for>()) {
      auto loop = ast.as<isl::ast_node_for>();
      std::string name = loop.iterator().as<isl::ast_expr_id>().id().name();
      // isl names the variable of schedule dimension d "c<d>", with a suffix "_<k>"
      // when a parameter has that name; dimensions without a loop are left out.
      result.depth = std::stoi(name.substr(1));
      result.first = expression(loop.init());
      result.kind = loop.is_degenerate() ? CodeNode::Kind::Value : CodeNode::Kind::Loop;
      iterators.emplace_back(name, result.depth);
      if (!loop.is_degenerate()) {
        result.condition = expression(loop.cond());
        auto step = expression(loop.inc()).polynomial.constant();
        if (!step)
          fail("a loop step that is not constant");
        result.step = step.value_or(1);
      }
      result.children.push_back(read(loop.body()));
      iterators.pop_back();
    } else if (ast.isa<isl::ast_node_if>()) {
      auto branch = ast.as<isl::ast_node_if>();
      result.kind = CodeNode::Kind::If;
      result.condition = expression(branch.cond());
      result.children.push_back(read(branch.then_node()));
      if (branch.has_else_node())
        result.children.push_back(read(branch.else_node()));
    } else if (ast.isa<isl::ast_node_mark>()) {
      auto mark = ast.as<isl::ast_node_mark>();
      result.kind = CodeNode::Kind::Region;
      result.depth = std::stoi(mark.id().name().substr(std::string(kPromotionMark).size()));
      result.children.push_back(read(mark.node()));
    } else {
      statement(ast.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>(), result);
    }
    return result;
  }

private:
  void fail(const std::string &what) {
    if (failure.empty())
      failure = what;
  }

  void statement(const isl::ast_expr_op &call, CodeNode &result) {
    result.kind = CodeNode::Kind::Statement;
    std::string name = call.arg(0).as<isl::ast_expr_id>().id().name();
    for (size_t s = 0; s < scop.statements.size(); ++s)
      if (scop.statements[s].id == name)
        result.statement = s;
    assert(result.statement >= 0 && "isl names a statement that the scop lacks");
    // Behind the iterators stand the numbers of blocks.
    size_t count = scop.iteratorsOf(scop.statements[result.statement]).size();
    for (unsigned i = 1; i <= count; ++i)
      result.iterators.push_back(expression(call.arg(i)));
  }

  IntExpr expression(const isl::ast_expr &expr) {
    if (expr.isa<isl::ast_expr_int>())
      return linear(Polynomial(number(expr.as<isl::ast_expr_int>().val())));
    if (expr.isa<isl::ast_expr_id>())
      return linear(named(expr.as<isl::ast_expr_id>().id().name()));
    return operation(expr.as<isl::ast_expr_op>());
  }

  int64_t number(const isl::val &value) {
    if (value.is_int() && value.abs().le(isl::val(value.ctx(), int64_t(1) << 60)))
      return value.num_si();
    fail("a constant that does not fit in 64 bits");
    return 0;
  }

  /// Products of parameters are one name in isl: "n*m".
  Polynomial named(const std::string &name) const {
    for (const auto &[iterator, depth] : iterators)
      if (iterator == name)
        return Polynomial::symbol(loopSymbol(depth));
    return polynomialOf({{{name, 1}}, 0});
  }

  IntExpr all(IntExpr::Kind kind, const isl::ast_expr_op &op) {
    std::vector<IntExpr> operands;
    for (unsigned i = 0; i < op.n_arg(); ++i)
      operands.push_back(expression(op.arg(i)));
    return node(kind, std::move(operands));
  }

  IntExpr division(IntExpr::Kind kind, const isl::ast_expr_op &op) {
    IntExpr result = node(kind, {expression(op.arg(0))});
    auto divisor = expression(op.arg(1)).polynomial.constant();
    if (!divisor || *divisor <= 0)
      fail("a division by something other than a positive constant");
    else
      result.divisor = *divisor;
    if (kind == IntExpr::Kind::Mod)
      addMultiple(result.operands[0], result.divisor);
    return result;
  }

  /// One form for equal remainders: (n - 1) % 8 is written (n + 7) % 8. What is not
  /// negative stays so.
  static void addMultiple(IntExpr &operand, int64_t divisor) {
    if (operand.kind != IntExpr::Kind::Linear)
      return;
    int64_t offset = 0;
    for (const Term &term : operand.polynomial.terms())
      if (term.powers.empty())
        offset = term.coefficient;
    if (offset < 0)
      operand.polynomial += Polynomial((-offset + divisor - 1) / divisor * divisor);
  }

  IntExpr comparison(Op compared, const isl::ast_expr_op &op) {
    IntExpr result = all(IntExpr::Kind::Compare, op);
    result.op = compared;
    return result;
  }

  IntExpr operation(const isl::ast_expr_op &op) {
    using Kind = IntExpr::Kind;
    if (op.isa<isl::ast_expr_op_add>())
      return sum(expression(op.arg(0)), expression(op.arg(1)));
    if (op.isa<isl::ast_expr_op_sub>())
      return sum(expression(op.arg(0)), product(linear(Polynomial(-1)), expression(op.arg(1))));
    if (op.isa<isl::ast_expr_op_minus>())
      return product(linear(Polynomial(-1)), expression(op.arg(0)));
    if (op.isa<isl::ast_expr_op_mul>())
      return product(expression(op.arg(0)), expression(op.arg(1)));
    if (op.isa<isl::ast_expr_op_min>())
      return all(Kind::Min, op);
    if (op.isa<isl::ast_expr_op_max>())
      return all(Kind::Max, op);
    if (op.isa<isl::ast_expr_op_fdiv_q>())
      return division(Kind::FloorDiv, op);
    // isl divides exactly here: any rounding is right.
    if (op.isa<isl::ast_expr_op_div>() || op.isa<isl::ast_expr_op_pdiv_q>())
      return division(Kind::Div, op);
    if (op.isa<isl::ast_expr_op_pdiv_r>())
      return division(Kind::Mod, op);
    if (op.isa<isl::ast_expr_op_zdiv_r>())
      return division(Kind::Rest, op);
    if (op.isa<isl::ast_expr_op_and>() || op.isa<isl::ast_expr_op_and_then>())
      return all(Kind::And, op);
    if (op.isa<isl::ast_expr_op_or>() || op.isa<isl::ast_expr_op_or_else>())
      return all(Kind::Or, op);
    if (op.isa<isl::ast_expr_op_cond>() || op.isa<isl::ast_expr_op_select>())
      return all(Kind::Choose, op);
    if (op.isa<isl::ast_expr_op_eq>())
      return comparison(Op::EqualEqual, op);
    if (op.isa<isl::ast_expr_op_le>())
      return comparison(Op::LessEqual, op);
    if (op.isa<isl::ast_expr_op_lt>())
      return comparison(Op::Less, op);
    if (op.isa<isl::ast_expr_op_ge>())
      return comparison(Op::GreaterEqual, op);
    if (op.isa<isl::ast_expr_op_gt>())
      return comparison(Op::Greater, op);
    fail("the expression " + op.to_C_str());
    return {};
  }

  const Scop &scop;
  unsigned limit, count = 0;
  /// isl's names of the loops around, with their depths.
  std::vector<std::pair<std::string, int>> iterators;
};

} // namespace

std::string loopSymbol(unsigned depth) { return "%" + std::to_string(depth); }

bool mentionsLoop(const IntExpr &expr, unsigned depth) {
  return expr.polynomial.contains(loopSymbol(depth)) ||
         std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](const IntExpr &operand) { return mentionsLoop(operand, depth); });
}

IntExpr notAbove(const Polynomial &a, const Polynomial &b) {
  IntExpr left, right, compare;
  left.polynomial = a;
  right.polynomial = b;
  compare.kind = IntExpr::Kind::Compare;
  compare.op = Op::LessEqual;
  compare.operands = {left, right};
  return compare;
}

IntExpr notNegative(const Polynomial &value) {
  Polynomial left, right;
  for (const Term &term : value.terms())
    if (term.coefficient < 0)
      left -= Polynomial::fromTerm(term);
    else
      right += Polynomial::fromTerm(term);
  return notAbove(left, right);
}

Outcome<CodeNode> codeTree(const ScheduleTree &tree, const Scop &scop, unsigned limit) {
  isl::ast_node ast = isl::ast_build::from_context(tree.context).node_from(tree.schedule);
  AstReader reader(scop, limit);
  CodeNode root = reader.read(ast);
  if (reader.failure.empty())
    return root;
  SourceRange where = scop.nest.root ? scop.nest.root->range : SourceRange{};
  return Rejection{RejectionKind::Emission, where, reader.failure};
}

IntExpr roundedDown(const RoundedDown &what) {
  if (what.divisor == 1)
    return linear(what.value);
  IntExpr rest, negated, sum;
  rest.kind = IntExpr::Kind::Mod;
  rest.divisor = what.divisor;
  rest.operands = {linear(what.dividend)};
  negated.kind = IntExpr::Kind::Product;
  negated.operands = {linear(Polynomial(-1)), std::move(rest)};
  sum.kind = IntExpr::Kind::Sum;
  sum.operands = {linear(what.value), std::move(negated)};
  return sum;
}

std::optional<RoundedDown> asRoundedDown(const IntExpr &expr) {
  using Kind = IntExpr::Kind;
  if (expr.kind != Kind::Sum || expr.operands.size() != 2 || expr.operands[0].kind != Kind::Linear)
    return std::nullopt;
  const IntExpr &less = expr.operands[1];
  if (less.kind != Kind::Product || less.operands.size() != 2 ||
      !(less.operands[0] == linear(Polynomial(-1))) || less.operands[1].kind != Kind::Mod ||
      less.operands[1].operands[0].kind != Kind::Linear)
    return std::nullopt;
  const IntExpr &rest = less.operands[1];
  return RoundedDown{expr.operands[0].polynomial, rest.operands[0].polynomial, rest.divisor};
}

} // namespace acc
