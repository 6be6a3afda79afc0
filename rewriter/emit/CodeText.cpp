#include "rewriter/emit/CodeText.h"

#include <map>

namespace acc {
namespace {

class CodeWriter {
public:
  explicit CodeWriter(const LoopOrder &loops) : loops(loops) {}

  std::string text(const CodeNode &node, unsigned depth) const {
    const std::string indent(2 * depth, ' ');
    auto below = [&](size_t first, unsigned deeper) {
      std::string all;
      for (size_t k = first; k < node.children.size(); ++k)
        all += text(node.children[k], depth + deeper);
      return all;
    };
    switch (node.kind) {
    case CodeNode::Kind::Block:
      return below(0, 0);
    case CodeNode::Kind::Loop:
      return indent + "for (" + name(node.depth) + " = " + text(node.first) + "; " +
             text(node.condition) + "; " + name(node.depth) + " += " + std::to_string(node.step) +
             ")\n" + below(0, 1);
    case CodeNode::Kind::Value:
      return indent + "with " + name(node.depth) + " = " + text(node.first) + "\n" + below(0, 1);
    case CodeNode::Kind::If: {
      const std::string test = text(node.condition);
      std::string all = indent + "if (" + (node.isFullTile ? "FULL(" + test + ")" : test) + ")\n" +
                        text(node.children[0], depth + 1);
      return node.children.size() > 1 ? all + indent + "else\n" + below(1, 1) : all;
    }
    case CodeNode::Kind::Test:
      return indent + "if (test of " + instance(node) + ")\n" + below(0, 1);
    case CodeNode::Kind::Region:
      return indent + "region " + std::to_string(node.depth) + "\n" + below(0, 1);
    case CodeNode::Kind::Notes:
      return indent + "notes " + std::to_string(node.depth) + "\n" + below(0, 1);
    case CodeNode::Kind::Statement:
      return indent + instance(node) + (node.isTestedOutside ? " (tested)" : "") + "\n";
    }
    return "";
  }

private:
  std::string name(int depth) const { return loops.indices[depth].name; }

  std::string instance(const CodeNode &node) const {
    return "S" + std::to_string(node.statement) + "(" + joined(node.iterators, ", ") + ")";
  }

  std::string joined(const std::vector<IntExpr> &all, const std::string &separator) const {
    std::string result;
    for (size_t k = 0; k < all.size(); ++k)
      result += (k ? separator : "") + text(all[k]);
    return result;
  }

  std::string text(const Polynomial &value) const {
    std::map<std::string, Polynomial> names;
    for (unsigned depth = 0; depth < loops.depth(); ++depth)
      names[loopSymbol(depth)] = Polynomial::symbol(loops.indices[depth].name);
    return value.substitute(names).str();
  }

  std::string text(const IntExpr &e) const {
    auto at = [&](size_t k) { return text(e.operands[k]); };
    const std::string divisor = std::to_string(e.divisor);
    switch (e.kind) {
    case IntExpr::Kind::Linear:
      return text(e.polynomial);
    case IntExpr::Kind::Sum:
      return "(" + joined(e.operands, " + ") + ")";
    case IntExpr::Kind::Product:
      return "(" + at(0) + ")*(" + at(1) + ")";
    case IntExpr::Kind::Min:
      return "min(" + joined(e.operands, ", ") + ")";
    case IntExpr::Kind::Max:
      return "max(" + joined(e.operands, ", ") + ")";
    case IntExpr::Kind::FloorDiv:
      return "floor((" + at(0) + ")/" + divisor + ")";
    case IntExpr::Kind::Div:
      return "(" + at(0) + ")/" + divisor;
    case IntExpr::Kind::Mod:
    case IntExpr::Kind::Rest:
      return "(" + at(0) + ") % " + divisor;
    case IntExpr::Kind::Choose:
      return "(" + at(0) + " ? " + at(1) + " : " + at(2) + ")";
    case IntExpr::Kind::Compare:
      return at(0) + " " + opText(e.op) + " " + at(1);
    case IntExpr::Kind::And:
      return "(" + joined(e.operands, " && ") + ")";
    case IntExpr::Kind::Or:
      return "(" + joined(e.operands, " || ") + ")";
    }
    return "";
  }

  const LoopOrder &loops;
};

} // namespace

std::string codeText(const CodeNode &code, const LoopOrder &loops) {
  return CodeWriter(loops).text(code, 0);
}

} // namespace acc
