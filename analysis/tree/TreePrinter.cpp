#include "analysis/tree/TreePrinter.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

class TreePrinter {
public:
  explicit TreePrinter(const SourceNest &nest) : nest(nest) {
    for (size_t id = 0; id < nest.symbols->size(); ++id)
      hooks.names[SymbolId(id)] = nest.symbol(SymbolId(id)).name;
  }

  void print(const StmtRef &stmt, const std::string &indent) {
    if (!stmt)
      return;
    if (!stmt->reads.empty()) {
      std::string all;
      for (const std::string &place : stmt->reads)
        all += (all.empty() ? "" : ", ") + place;
      text += indent + "/* reads " + all + " */\n";
    }
    switch (stmt->kind) {
    case Stmt::Kind::Block:
      text += indent + "{\n";
      for (const StmtRef &child : stmt->children)
        print(child, indent + "    ");
      text += indent + "}\n";
      return;
    case Stmt::Kind::For:
      text += indent + "for (" + part(stmt->init) + "; " + condition(*stmt) + "; " +
              part(stmt->step) + ")" + (stmt->runsFirst ? " /* once before the test */" : "") +
              "\n";
      return print(stmt->children[0], indent + "    ");
    case Stmt::Kind::While:
      text += indent + "while (" + condition(*stmt) + ")\n";
      return print(stmt->children[0], indent + "    ");
    case Stmt::Kind::DoWhile:
      text += indent + "do\n";
      print(stmt->children[0], indent + "    ");
      text += indent + "while (" + condition(*stmt) + ");\n";
      return;
    case Stmt::Kind::If:
      return printIf(*stmt, indent);
    case Stmt::Kind::Switch:
      return printSwitch(*stmt, indent);
    case Stmt::Kind::Once:
      if (!stmt->text.empty()) {
        print(stmt->children[0], indent);
        text += indent + stmt->text + ":;\n";
        return;
      }
      text += indent + "do\n";
      print(stmt->children[0], indent + "    ");
      text += indent + "while (0);\n";
      return;
    case Stmt::Kind::Unsupported:
      text += indent + "; /* not read: " + stmt->text + " */\n";
      return;
    default:
      text += printStmt(nest, *stmt, indent, hooks);
    }
  }

  std::string text;

private:
  void printIf(const Stmt &stmt, const std::string &indent) {
    text += indent + "if (" + condition(stmt) + ")\n";
    // In braces where an else below would be taken for this one's.
    bool hasElse = stmt.children.size() > 1 && stmt.children[1];
    bool isOpen = hasElse && stmt.children[0]->kind != Stmt::Kind::Block;
    print(isOpen ? makeBlock({stmt.children[0]}, stmt.range) : stmt.children[0], indent + "    ");
    if (!hasElse)
      return;
    text += indent + "else\n";
    print(stmt.children[1], indent + "    ");
  }

  void printSwitch(const Stmt &stmt, const std::string &indent) {
    text += indent + "switch (" + condition(stmt) + ") {\n";
    for (size_t k = 0; k < stmt.children.size(); ++k) {
      text += indent;
      for (int64_t value : stmt.labels[k].values)
        text += "case " + std::to_string(value) + ": ";
      text += stmt.labels[k].isDefault ? "default:\n" : "\n";
      print(stmt.children[k], indent + "    ");
    }
    text += indent + "}\n";
  }

  std::string condition(const Stmt &stmt) const {
    return stmt.condition ? printExpr(nest, *stmt.condition, hooks) : "";
  }

  /// The first or last part of a `for`.
  std::string part(const StmtRef &stmt) const {
    if (!stmt)
      return "";
    if (stmt->kind != Stmt::Kind::Block) {
      std::string line = printStmt(nest, *stmt, "", hooks);
      return line.substr(0, line.find_last_of(';'));
    }
    std::string all;
    for (const StmtRef &child : stmt->children)
      all += (all.empty() ? "" : ", ") + part(child);
    return all;
  }

  const SourceNest &nest;
  PrintHooks hooks;
};

} // namespace

std::string printTree(const SourceNest &nest) {
  TreePrinter printer(nest);
  printer.print(nest.root, "");
  return printer.text;
}

} // namespace acc
