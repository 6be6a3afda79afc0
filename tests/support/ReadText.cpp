#include "tests/support/ReadText.h"

namespace acc::test {

std::string show(const SourceNest &nest, const Expr &expr) {
  auto operand = [&](size_t i) { return show(nest, *expr.operands.at(i)); };
  switch (expr.kind) {
  case Expr::Kind::Integer:
  case Expr::Kind::Literal:
    return expr.text;
  case Expr::Kind::Symbol:
    return nest.symbol(expr.symbol).name;
  case Expr::Kind::Access: {
    std::string text = operand(0);
    for (size_t i = 1; i < expr.operands.size(); ++i)
      text += "[" + operand(i) + "]";
    return text + expr.member;
  }
  case Expr::Kind::Unary:
    return expr.text + operand(0);
  case Expr::Kind::Binary:
    return "(" + operand(0) + " " + expr.text + " " + operand(1) + ")";
  case Expr::Kind::Cast:
    return (expr.isImplicit ? "{" + expr.type.spelling + "}" : "(" + expr.type.spelling + ")") +
           operand(0);
  case Expr::Kind::Conditional:
    return "(" + operand(0) + " ? " + operand(1) + " : " + operand(2) + ")";
  case Expr::Kind::Call: {
    std::string text = expr.text + "(";
    for (size_t i = 0; i < expr.operands.size(); ++i)
      text += (i ? ", " : "") + operand(i);
    return text + (expr.effect == CallEffect::Pure    ? ")"
                   : expr.effect == CallEffect::Errno ? ")!errno"
                                                      : ")!");
  }
  case Expr::Kind::Assign:
    return "(" + operand(0) + " " + expr.text + " " + operand(1) + ")";
  case Expr::Kind::Step:
    return expr.isPostfix ? operand(0) + expr.text : expr.text + operand(0);
  case Expr::Kind::Comma:
    return "(" + operand(0) + ", " + operand(1) + ")";
  case Expr::Kind::Block: {
    std::string text = "({ ";
    for (const StmtRef &stmt : expr.statements)
      text += show(nest, *stmt) + " ";
    return text + operand(0) + "; })";
  }
  case Expr::Kind::Unsupported:
    return "<" + std::string(rejectionId(expr.reason)) + ": " + expr.text + ">";
  }
  return "?";
}

std::string show(const SourceNest &nest, const Stmt &stmt) {
  auto children = [&] {
    std::string text;
    for (const StmtRef &child : stmt.children)
      text += (text.empty() ? "" : " ") + show(nest, *child);
    return text;
  };
  auto condition = [&] { return stmt.condition ? show(nest, *stmt.condition) : ""; };
  switch (stmt.kind) {
  case Stmt::Kind::Block:
    return "{ " + children() + " }";
  case Stmt::Kind::For:
    return "for (" + (stmt.init ? show(nest, *stmt.init) : ";") + " " + condition() + "; " +
           (stmt.step ? show(nest, *stmt.step) : "") + ") " + children();
  case Stmt::Kind::While:
    return "while (" + condition() + ") " + children();
  case Stmt::Kind::DoWhile:
    return "do (" + condition() + ") " + children();
  case Stmt::Kind::If:
    return "if (" + condition() + ") " + show(nest, *stmt.children.at(0)) +
           (stmt.children.size() > 1 ? " else " + show(nest, *stmt.children[1]) : "");
  case Stmt::Kind::Switch: {
    std::string text = "switch (" + condition() + ") {";
    for (size_t k = 0; k < stmt.children.size(); ++k) {
      for (int64_t value : stmt.labels.at(k).values)
        text += " case " + std::to_string(value) + ":";
      text += (stmt.labels[k].isDefault ? " default: " : " ") + show(nest, *stmt.children[k]);
    }
    return text + " }";
  }
  case Stmt::Kind::Once:
    return "once " + (stmt.text.empty() ? "" : stmt.text + ": ") + children();
  case Stmt::Kind::Assign:
    return show(nest, *stmt.target) + " " + stmt.text + " " + show(nest, *stmt.value) + ";";
  case Stmt::Kind::Declare:
    return nest.symbol(stmt.symbol).type.spelling + " " + nest.symbol(stmt.symbol).name +
           (stmt.value ? " = " + show(nest, *stmt.value) : "") + ";";
  case Stmt::Kind::Evaluate:
    return show(nest, *stmt.value) + ";";
  case Stmt::Kind::Jump:
    return stmt.text + ";";
  case Stmt::Kind::Empty:
    return ";";
  case Stmt::Kind::Unsupported:
    return "<" + std::string(rejectionId(stmt.reason)) + ": " + stmt.text + ">";
  }
  return "?";
}

std::set<std::string> liveOut(const SourceNest &nest, const Stmt &loop) {
  std::set<std::string> names;
  for (SymbolId id : loop.loop.liveOut)
    names.insert(nest.symbol(id).name);
  return names;
}

} // namespace acc::test
