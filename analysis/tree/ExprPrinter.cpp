#include "analysis/tree/ExprPrinter.h"

#include "analysis/support/InOrder.h"
#include "analysis/tree/Conversions.h"

#include <algorithm>
#include <map>
#include <utility>

namespace acc {
namespace {

enum Precedence {
  kComma = 1,
  kAssign,
  kConditional,
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelation,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kPostfix
};

int precedenceOf(const std::string &op) {
  static const std::map<std::string, int> kLevels = {
      {"||", kOr},       {"&&", kAnd},      {"|", kBitOr},    {"^", kBitXor},    {"&", kBitAnd},
      {"==", kEquality}, {"!=", kEquality}, {"<", kRelation}, {"<=", kRelation}, {">", kRelation},
      {">=", kRelation}, {"<<", kShift},    {">>", kShift},   {"+", kSum},       {"-", kSum},
      {"*", kProduct},   {"/", kProduct},   {"%", kProduct}};
  auto level = kLevels.find(op);
  return level == kLevels.end() ? kConditional : level->second;
}

/// The least level at which an operand of `op` needs no parentheses: what the
/// grammar needs, and what compilers warn about (-Wparentheses).
int operandLevel(const std::string &op, bool isRight) {
  int level = precedenceOf(op);
  switch (level) {
  case kBitOr:
  case kBitXor:
  case kBitAnd:
    return kUnary;
  case kShift:
  case kEquality:
  case kRelation:
    return level == kShift ? kUnary : kShift;
  default:
    return isRight ? level + 1 : level;
  }
}

class Printer {
public:
  Printer(const SourceNest &nest, const PrintHooks &hooks) : nest(nest), hooks(hooks) {}

  std::string print(const Expr &expr, int least) const {
    auto [text, level] = printed(expr);
    return level < least ? "(" + text + ")" : text;
  }

  std::string nameOf(SymbolId symbol) const {
    auto given = hooks.names.find(symbol);
    return given != hooks.names.end() ? given->second : nest.symbol(symbol).spelling;
  }

  std::string declaration(const CType &type, std::string name) const {
    std::string spelling = type.spelling;
    std::string prefix;
    if (type.kind == CType::Kind::Pointer) {
      if (type.isRestrict)
        name = (nest.unit->isC99 ? "restrict " : "__restrict ") + name;
      if (type.isConst)
        name = "const " + name;
    } else if (type.isConst && spelling.rfind("const ", 0) != 0) {
      prefix = "const ";
    }
    size_t pointer = spelling.find("(*)");
    size_t bracket = spelling.find('[');
    if (type.kind == CType::Kind::Pointer && pointer != std::string::npos)
      return prefix + spelling.substr(0, pointer + 2) + name + spelling.substr(pointer + 2);
    if (type.kind == CType::Kind::Array && bracket != std::string::npos) {
      std::string element = spelling.substr(0, bracket);
      bool spaced = !element.empty() && (element.back() == ' ' || element.back() == '*');
      return prefix + element + (spaced ? "" : " ") + name + spelling.substr(bracket);
    }
    bool spaced = !spelling.empty() && spelling.back() == '*';
    return prefix + spelling + (spaced ? "" : " ") + name;
  }

  std::string lines(const Stmt &stmt, const std::string &indent) const {
    switch (stmt.kind) {
    case Stmt::Kind::Block:
      return indent + "{\n" + blockLines(stmt, indent + "    ") + indent + "}\n";
    case Stmt::Kind::If:
      return ifLines(stmt, indent, indent);
    case Stmt::Kind::Assign:
      return inOrder({indent, print(*stmt.target, kUnary), " ", stmt.text, " ",
                      print(*stmt.value, kConditional), ";\n"});
    case Stmt::Kind::Declare: {
      std::string text = indent + declaration(nest.symbol(stmt.symbol).type, nameOf(stmt.symbol));
      return text + (stmt.value ? " = " + print(*stmt.value, kConditional) : "") + ";\n";
    }
    case Stmt::Kind::Evaluate:
      return indent + print(*stmt.value, kConditional) + ";\n";
    case Stmt::Kind::Jump:
      return indent + stmt.text + ";\n";
    default:
      return indent + ";\n";
    }
  }

private:
  std::pair<std::string, int> printed(const Expr &expr) const {
    if (hooks.replace && (expr.kind == Expr::Kind::Access || expr.kind == Expr::Kind::Symbol))
      if (auto text = hooks.replace(expr))
        return {*text, kPostfix};
    switch (expr.kind) {
    case Expr::Kind::Integer: {
      std::string text = expr.text.empty() ? std::to_string(expr.value) : expr.text;
      return {text, text[0] == '-' ? kUnary : kPostfix};
    }
    case Expr::Kind::Literal:
    case Expr::Kind::Unsupported:
      return {expr.text, kPostfix};
    case Expr::Kind::Symbol:
      return {nameOf(expr.symbol), kPostfix};
    case Expr::Kind::Access: {
      std::string text = print(*expr.operands[0], kPostfix);
      for (size_t k = 1; k < expr.operands.size(); ++k)
        text += "[" + print(*expr.operands[k], kConditional) + "]";
      return {text + expr.member, kPostfix};
    }
    case Expr::Kind::Unary: {
      std::string operand = print(*expr.operands[0], kUnary);
      bool glued = !operand.empty() && operand[0] == expr.text[0] && expr.op() != Op::Exclaim &&
                   expr.op() != Op::Tilde;
      return {expr.text + (glued ? " " : "") + operand, kUnary};
    }
    case Expr::Kind::Binary:
      return {inOrder({operandOf(expr, 0), " ", expr.text, " ", operandOf(expr, 1)}),
              precedenceOf(expr.text)};
    case Expr::Kind::Cast:
      if ((expr.isImplicit && !isShownNarrowing(expr)) || changesNothing(expr))
        return printed(*expr.operands[0]);
      return {"(" + expr.type.spelling + ")" + print(*expr.operands[0], kUnary), kUnary};
    case Expr::Kind::Conditional:
      return {inOrder({print(*expr.operands[0], kOr), " ? ", print(*expr.operands[1], kConditional),
                       " : ", print(*expr.operands[2], kConditional)}),
              kConditional};
    case Expr::Kind::Call: {
      std::string text = expr.text + "(";
      for (size_t k = 0; k < expr.operands.size(); ++k)
        text += (k ? ", " : "") + print(*expr.operands[k], kConditional);
      return {text + ")", kPostfix};
    }
    case Expr::Kind::Assign:
      return {inOrder({print(*expr.operands[0], kUnary), " ", expr.text, " ",
                       print(*expr.operands[1], kAssign)}),
              kAssign};
    case Expr::Kind::Step:
      return expr.isPostfix
                 ? std::pair(print(*expr.operands[0], kPostfix) + expr.text, int(kPostfix))
                 : std::pair(expr.text + print(*expr.operands[0], kUnary), int(kUnary));
    case Expr::Kind::Comma:
      return {inOrder({print(*expr.operands[0], kComma), ", ", print(*expr.operands[1], kAssign)}),
              kComma};
    case Expr::Kind::Block: {
      std::string text = "({ ";
      for (const StmtRef &stmt : expr.statements)
        text += lines(*stmt, "");
      std::replace(text.begin(), text.end(), '\n', ' ');
      return {text + print(*expr.operands[0], kComma) + "; })", kPostfix};
    }
    }
    return {expr.text, kPostfix};
  }

  bool isShownNarrowing(const Expr &cast) const {
    const Expr *given =
        cast.operands[0].get(); // what the compiler converts, as no conversion inside is shown
    while (given->kind == Expr::Kind::Cast && given->isImplicit)
      given = given->operands[0].get();
    const Expr *inner = cast.operands[0].get();
    while ((inner->kind == Expr::Kind::Cast || inner->kind == Expr::Kind::Unary) &&
           inner->operands.size() == 1)
      inner = inner->operands[0].get();
    const bool isConstant =
        inner->kind == Expr::Kind::Literal || inner->kind == Expr::Kind::Integer;
    // gcc 12 moves a cast into the arms of a choice, where it no longer finds the minimum that the
    // choice is.
    const bool isChoice = given->kind == Expr::Kind::Conditional && given->type.isInteger();
    return hooks.showsNarrowing && !isConstant && !isChoice &&
           mayChangeNumber(given->type, cast.type);
  }

  /// (int)(a - b) of ints. Not of floats: a cast may round.
  static bool changesNothing(const Expr &cast) {
    const CType &from = cast.operands[0]->type;
    return cast.type.isInteger() && from.isInteger() && from.spelling == cast.type.spelling;
  }

  /// Compilers warn where a comparison converts a signed number to an unsigned type.
  bool isShownUnsigned(const Expr &cast) const {
    if (!hooks.showsNarrowing || cast.kind != Expr::Kind::Cast || !cast.isImplicit ||
        !cast.type.isInteger() || cast.type.isSigned)
      return false;
    const Expr *given = cast.operands[0].get();
    while (given->kind == Expr::Kind::Cast && given->isImplicit)
      given = given->operands[0].get();
    return given->type.isInteger() && given->type.isSigned && given->kind != Expr::Kind::Integer &&
           given->kind != Expr::Kind::Literal;
  }

  std::string operandOf(const Expr &binary, int side) const {
    const Expr &operand = *binary.operands[side];
    if (isComparison(binary.op()) && isShownUnsigned(operand))
      return "(" + operand.type.spelling + ")" + print(*operand.operands[0], kUnary);
    auto [text, level] = printed(operand);
    bool isAndInOr = binary.op() == Op::PipePipe && level == kAnd;
    return isAndInOr || level < operandLevel(binary.text, side == 1) ? "(" + text + ")" : text;
  }

  /// C89 has declarations only at the start of a block: a later one is declared
  /// there and assigned in its place.
  std::string blockLines(const Stmt &block, const std::string &indent) const {
    std::string declarations, statements;
    bool started = false;
    for (const StmtRef &child : block.children) {
      if (child->kind == Stmt::Kind::Empty)
        continue;
      bool isDeclaration = child->kind == Stmt::Kind::Declare;
      if (!isDeclaration || nest.unit->isC99) {
        statements += lines(*child, indent);
        started |= !isDeclaration;
      } else if (!started) {
        declarations += lines(*child, indent);
      } else {
        std::string name = nameOf(child->symbol);
        CType plain = nest.symbol(child->symbol).type;
        plain.isConst = false;
        declarations += indent + declaration(plain, name) + ";\n";
        if (child->value)
          statements += indent + name + " = " + print(*child->value, kConditional) + ";\n";
      }
    }
    return declarations + statements;
  }

  std::string branch(const Stmt &stmt, const std::string &indent) const {
    if (stmt.kind == Stmt::Kind::Block)
      return blockLines(stmt, indent + "    ");
    return lines(stmt, indent + "    ");
  }

  std::string ifLines(const Stmt &stmt, const std::string &first, const std::string &indent) const {
    std::string text = inOrder({first, "if (", print(*stmt.condition, kConditional), ") {\n",
                                branch(*stmt.children[0], indent), indent, "}"});
    if (stmt.children.size() < 2 || !stmt.children[1])
      return text + "\n";
    if (stmt.children[1]->kind == Stmt::Kind::If)
      return text + ifLines(*stmt.children[1], " else ", indent);
    return text + " else {\n" + branch(*stmt.children[1], indent) + indent + "}\n";
  }

  const SourceNest &nest;
  const PrintHooks &hooks;
};

} // namespace

std::string printExpr(const SourceNest &nest, const Expr &expr, const PrintHooks &hooks) {
  return Printer(nest, hooks).print(expr, kConditional);
}

std::string printStmt(const SourceNest &nest, const Stmt &stmt, const std::string &indent,
                      const PrintHooks &hooks) {
  return Printer(nest, hooks).lines(stmt, indent);
}

} // namespace acc
