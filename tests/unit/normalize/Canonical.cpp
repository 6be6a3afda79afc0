#include "tests/unit/normalize/Canonical.h"

#include "analysis/tree/Endings.h"
#include "analysis/tree/TreeUtil.h"

namespace acc::test {
namespace {

class Writer {
public:
  Writer(const SourceNest &nest, Detail detail) : nest(nest), all(detail == Detail::All) {}

  std::string of(const StmtRef &stmt) const {
    std::string text;
    for (const StmtRef &one : parts(stmt))
      text += line(*one);
    return text.empty() ? ";" : text;
  }

private:
  std::vector<StmtRef> parts(const StmtRef &stmt) const {
    if (!stmt || stmt->kind == Stmt::Kind::Empty)
      return {};
    if (stmt->kind != Stmt::Kind::Block)
      return {stmt};
    std::vector<StmtRef> found;
    for (const StmtRef &child : stmt->children)
      for (const StmtRef &one : parts(child)) {
        // A call that does not come back is told by the Jump behind it.
        if (!all && one->isEnding && !found.empty() && found.back()->kind == Stmt::Kind::Evaluate)
          found.pop_back();
        found.push_back(one);
      }
    return found;
  }

  std::string line(const Stmt &stmt) const {
    std::string text = all && !stmt.reads.empty() ? "reads " : "";
    if (!text.empty())
      for (const std::string &place : stmt.reads)
        text += place + " ";
    auto child = [&](size_t k) {
      return k < stmt.children.size() ? "{" + of(stmt.children[k]) + "}" : std::string();
    };
    std::string condition = stmt.condition ? of(*stmt.condition) : "";
    switch (stmt.kind) {
    case Stmt::Kind::For:
      return text + "for(" + (stmt.init ? of(stmt.init) : ";") + condition + ";" +
             (stmt.step ? of(stmt.step) : ";") + (stmt.runsFirst ? " first" : "") + ")" + child(0);
    case Stmt::Kind::While:
      return text + "while(" + condition + ")" + child(0);
    case Stmt::Kind::DoWhile:
      return text + "do" + child(0) + "(" + condition + ")";
    case Stmt::Kind::If:
      return text + "if(" + condition + ")" + child(0) + "else" + child(1);
    case Stmt::Kind::Switch: {
      text += "switch(" + condition + ")";
      for (size_t k = 0; k < stmt.children.size(); ++k) {
        for (int64_t value : stmt.labels[k].values)
          text += "case " + std::to_string(value) + ":";
        text += (stmt.labels[k].isDefault ? "default:" : "") + child(k);
      }
      return text;
    }
    case Stmt::Kind::Once:
      return text + "once" + stmt.text + child(0);
    case Stmt::Kind::Assign:
      return text + of(*stmt.target) + stmt.text + of(*stmt.value) + ";";
    case Stmt::Kind::Declare:
      // A loop's own counter is declared or assigned, as the C of the text has it.
      return text + (stmt.value ? nest.symbol(stmt.symbol).name + "=" + of(*stmt.value) + ";"
                                : "declare " + nest.symbol(stmt.symbol).name + ";");
    case Stmt::Kind::Evaluate:
      return text + of(*stmt.value) + ";";
    default:
      return text + stmt.text + ";";
    }
  }

  std::string of(const Expr &expr) const {
    switch (expr.kind) {
    case Expr::Kind::Integer:
      return std::to_string(expr.value);
    case Expr::Kind::Symbol:
      return (all && nest.symbol(expr.symbol).kind == Symbol::Kind::Path ? "path " : "") +
             nest.symbol(expr.symbol).name;
    case Expr::Kind::Access: {
      std::string text = of(*expr.operands[0]);
      for (size_t k = 1; k < expr.operands.size(); ++k)
        text += "[" + of(*expr.operands[k]) + "]";
      return text + expr.member;
    }
    case Expr::Kind::Unary:
      return expr.text + "(" + of(*expr.operands[0]) + ")";
    case Expr::Kind::Binary:
      return "(" + of(*expr.operands[0]) + expr.text + of(*expr.operands[1]) + ")";
    case Expr::Kind::Cast:
      return expr.isImplicit ? of(*expr.operands[0])
                             : "(" + expr.type.spelling + ")" + of(*expr.operands[0]);
    case Expr::Kind::Conditional:
      return "(" + of(*expr.operands[0]) + "?" + of(*expr.operands[1]) + ":" +
             of(*expr.operands[2]) + ")";
    case Expr::Kind::Call: {
      std::string text = expr.text + "(";
      for (const ExprRef &argument : expr.operands)
        text += of(*argument) + ",";
      return text + ")";
    }
    case Expr::Kind::Assign:
      return "(" + of(*expr.operands[0]) + expr.text + of(*expr.operands[1]) + ")";
    case Expr::Kind::Step:
      return expr.isPostfix ? of(*expr.operands[0]) + expr.text : expr.text + of(*expr.operands[0]);
    case Expr::Kind::Comma:
      return "(" + of(*expr.operands[0]) + "," + of(*expr.operands[1]) + ")";
    case Expr::Kind::Block: {
      std::string text = "({";
      for (const StmtRef &stmt : expr.statements)
        text += of(stmt);
      return text + of(*expr.operands[0]) + ";})";
    }
    default:
      return expr.text;
    }
  }

  const SourceNest &nest;
  const bool all;
};

} // namespace

std::string canonical(const SourceNest &nest, Detail detail) {
  return Writer(nest, detail).of(nest.root);
}

std::string readsOf(const SourceNest &nest) {
  std::string text;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    std::string own;
    for (const std::string &place : stmt->reads)
      own += (own.empty() ? "" : ", ") + place;
    if (!own.empty())
      text += (text.empty() ? "" : "; ") + own;
  });
  return text;
}

} // namespace acc::test
