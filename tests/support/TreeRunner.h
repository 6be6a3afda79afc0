// An interpreter of the loops of the fast version.
#pragma once

#include "rewriter/emit/CodeTree.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace acc::test {

using Parameters = std::map<std::string, int64_t>;
/// One executed iteration: statement, then its iterators.
using Instance = std::vector<int64_t>;

/// Runs a code tree: which instances of which statements, in order.
class TreeRunner {
public:
  explicit TreeRunner(Parameters values) : values(std::move(values)) {}

  std::vector<Instance> run(const CodeNode &root) {
    walk(root);
    return order;
  }

private:
  int64_t value(const IntExpr &e) const {
    auto at = [&](size_t k) { return value(e.operands[k]); };
    switch (e.kind) {
    case IntExpr::Kind::Linear:
      return e.polynomial.evaluate(values).value();
    case IntExpr::Kind::Sum:
    case IntExpr::Kind::Min:
    case IntExpr::Kind::Max: {
      int64_t result = at(0);
      for (size_t k = 1; k < e.operands.size(); ++k)
        result = e.kind == IntExpr::Kind::Sum   ? result + at(k)
                 : e.kind == IntExpr::Kind::Min ? std::min(result, at(k))
                                                : std::max(result, at(k));
      return result;
    }
    case IntExpr::Kind::Product:
      return at(0) * at(1);
    case IntExpr::Kind::FloorDiv:
      return at(0) >= 0 ? at(0) / e.divisor : -((-at(0) + e.divisor - 1) / e.divisor);
    case IntExpr::Kind::Div:
      return at(0) / e.divisor;
    case IntExpr::Kind::Mod:
    case IntExpr::Kind::Rest:
      return at(0) % e.divisor;
    case IntExpr::Kind::Choose:
      return at(0) ? at(1) : at(2);
    case IntExpr::Kind::Compare:
      return e.op == Op::LessEqual      ? at(0) <= at(1)
             : e.op == Op::Less         ? at(0) < at(1)
             : e.op == Op::GreaterEqual ? at(0) >= at(1)
             : e.op == Op::Greater      ? at(0) > at(1)
                                        : at(0) == at(1);
    case IntExpr::Kind::And:
      return std::all_of(e.operands.begin(), e.operands.end(),
                         [&](const IntExpr &operand) { return value(operand); });
    case IntExpr::Kind::Or:
      return std::any_of(e.operands.begin(), e.operands.end(),
                         [&](const IntExpr &operand) { return value(operand); });
    }
    return 0;
  }

  void walk(const CodeNode &node) {
    switch (node.kind) {
    case CodeNode::Kind::Loop:
      for (int64_t &c = values[loopSymbol(node.depth)] = value(node.first); value(node.condition);
           c += node.step)
        walk(node.children[0]);
      return;
    case CodeNode::Kind::Value:
      values[loopSymbol(node.depth)] = value(node.first);
      return walk(node.children[0]);
    case CodeNode::Kind::If:
      if (value(node.condition))
        walk(node.children[0]);
      else if (node.children.size() > 1)
        walk(node.children[1]);
      return;
    case CodeNode::Kind::Statement: {
      Instance instance{node.statement};
      for (const IntExpr &iterator : node.iterators)
        instance.push_back(value(iterator));
      order.push_back(instance);
      return;
    }
    default:
      for (const CodeNode &child : node.children)
        walk(child);
    }
  }

  Parameters values;
  std::vector<Instance> order;
};

} // namespace acc::test
