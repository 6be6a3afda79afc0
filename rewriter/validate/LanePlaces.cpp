#include "rewriter/validate/LanePlaces.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/helpers/Helpers.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/TestedStatements.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace acc {
namespace {

std::string_view textAt(const SourceNest &nest, const SourceRange &place) {
  if (!nest.unit->text || !place.known() || place.begin > nest.unit->text->size())
    return {};
  return std::string_view(*nest.unit->text).substr(place.begin);
}

/// What a macro for lanes says: ACC_LANES_16F means 16 elements of 4 bytes, in places that begin with "ACC_16F(". ACC_LANES_F
/// leaves the number of lanes to the compiler; it counts as 1, since the loop runs over whole vectors.
struct VectorKind {
  int64_t count = 0;
  unsigned elementSize = 0;
  std::string place;
};

std::optional<VectorKind> vectorKindOf(std::string_view head) {
  if (!head.starts_with(kLanes))
    return std::nullopt;
  head.remove_prefix(std::string_view(kLanes).size());
  VectorKind kind;
  size_t digits = 0;
  for (; digits < head.size() && digits < 4 && std::isdigit(static_cast<unsigned char>(head[digits])); ++digits)
    kind.count = kind.count * 10 + (head[digits] - '0');
  char letter = digits < head.size() ? head[digits] : ' ';
  if ((digits > 0 && kind.count < 2) || (letter != 'F' && letter != 'D'))
    return std::nullopt;
  if (digits == 0)
    kind.count = 1;
  kind.elementSize = letter == 'F' ? 4 : 8;
  kind.place = "ACC_" + std::string(head.substr(0, digits + 1)) + "(";
  return kind;
}

/// One statement of the loop `index`.
class LaneStatement {
public:
  LaneStatement(const Scop &scop, const ScopStatement &statement, int index, const VectorKind &kind)
      : scop(scop), statement(statement), loop(scop.loops[index]), kind(kind) {}

  bool isSound() const {
    static const std::set<std::string> kAssignments = {"=", "+=", "-=", "*=", "/="};
    const Stmt *body = assignment();
    if (!body || !kAssignments.count(body->text) || !std::all_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const ScopAccess &access) { return isPlaced(access); }))
      return false;
    const Expr &target = *body->target, &value = *body->value;
    return shapeOf(target) == Shape::Vector && shapeOf(value) == Shape::Vector &&
           target.type.spelling == value.type.spelling;
  }

private:
  enum class Shape { Unsound, Scalar, Vector };

  /// The statement's, also below a test that all lanes share: what such a one reads is no vector, and isPlaced does not move. Null
  /// when there is more.
  const Stmt *assignment() const {
    const Stmt *body = statement.body.get();
    if (!body || body->kind == Stmt::Kind::Assign)
      return body;
    const auto tested = testedAssignmentOf(statement);
    bool namesLanes = false;
    if (tested)
      forEachExpr(tested->condition, [&](const ExprRef &part) { namesLanes |= part->symbol == loop.variable || isVectorText(*part); });
    return tested && !namesLanes ? tested->assignment.get() : nullptr;
  }

  bool isVectorText(const Expr &expr) const {
    return expr.kind == Expr::Kind::Access && textAt(scop.nest, expr.range).starts_with(kind.place);
  }

  bool isVector(const ScopAccess &access) const {
    return access.node && textAt(scop.nest, access.node->range).starts_with(kind.place);
  }

  /// At unit stride in elements of the type of the vector; else in one place.
  bool isPlaced(const ScopAccess &access) const {
    bool inVector = isVector(access), moves = false;
    for (size_t k = 0; k < access.subscripts.size(); ++k) {
      const Polynomial &subscript = access.subscripts[k];
      if (!subscript.contains(loop.name))
        continue;
      if (k + 1 != access.subscripts.size() || subscript.degree(loop.name) != 1 ||
          subscript.coefficient(loop.name, 1) != Polynomial(1))
        return false;
      moves = true;
    }
    const ScopArray &array = scop.arrays[access.array];
    bool isElement = array.element.kind == CType::Kind::Floating && array.elementSize == kind.elementSize &&
                     array.member.empty() && access.node && access.node->member.empty();
    return moves == inVector && (!inVector || isElement);
  }

  Shape shapeOf(const Expr &expr) const {
    for (const ScopAccess &access : statement.accesses)
      if (access.node.get() == &expr)
        return isVector(access) ? Shape::Vector : Shape::Scalar;
    if (expr.kind == Expr::Kind::Access || expr.kind == Expr::Kind::Unsupported || expr.symbol == loop.variable)
      return Shape::Unsound;
    Shape all = Shape::Scalar;
    bool isOneType = true;
    for (const ExprRef &operand : expr.operands) {
      Shape shape = shapeOf(*operand);
      if (shape == Shape::Unsound)
        return shape;
      isOneType &= operand->type.spelling == expr.type.spelling;
      all = shape == Shape::Vector ? shape : all;
    }
    bool isArithmetic = (expr.kind == Expr::Kind::Unary && expr.text == "-") ||
                        (expr.kind == Expr::Kind::Binary &&
                         (expr.text == "+" || expr.text == "-" || expr.text == "*" || expr.text == "/"));
    return all == Shape::Vector && !(isArithmetic && isOneType) ? Shape::Unsound : all;
  }

  const Scop &scop;
  const ScopStatement &statement;
  const ScopLoop &loop;
  const VectorKind &kind;
};

/// From 0 to a multiple of the vector's elements, one after the other.
bool runsInVectors(const ScopLoop &loop, const VectorKind &kind) {
  if (loop.step != 1 || loop.first.size() != 1 || loop.end.size() != 1 || !loop.first[0].isZero())
    return false;
  auto length = loop.end[0].constant();
  return length && *length > 0 && *length % kind.count == 0;
}

} // namespace

bool isLaneLoop(const SourceNest &nest, const SourceRange &loop) { return textAt(nest, loop).starts_with(kLanes); }

std::optional<Rejection> checkLanePlaces(const Scop &emitted) {
  for (size_t index = 0; index < emitted.loops.size(); ++index) {
    const ScopLoop &loop = emitted.loops[index];
    if (!isLaneLoop(emitted.nest, loop.where))
      continue;
    auto kind = vectorKindOf(textAt(emitted.nest, loop.where));
    if (!kind || !runsInVectors(loop, *kind))
      return notProved("a loop in vectors has not their length", loop.where);
    for (const ScopStatement &statement : emitted.statements) {
      if (std::find(statement.loops.begin(), statement.loops.end(), static_cast<int>(index)) == statement.loops.end())
        continue;
      if (statement.loops.back() != static_cast<int>(index) ||
          !LaneStatement(emitted, statement, static_cast<int>(index), *kind).isSound())
        return notProved("a loop in vectors does not take what the plain loop takes", statement.where);
    }
  }
  return std::nullopt;
}

} // namespace acc
