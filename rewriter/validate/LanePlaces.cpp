#include "rewriter/validate/LanePlaces.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/helpers/Helpers.h"
#include "rewriter/validate/HelperHeads.h"
#include "rewriter/validate/LocalRows.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/TestedStatements.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace acc {
namespace {

/// What a macro for lanes says: ACC_LANES_16F means 16 elements of 4 bytes, in places that begin
/// with "ACC_16F(". ACC_LANES_F leaves the number of lanes to the compiler; it counts as 1, since
/// the loop runs over whole vectors.
struct VectorKind {
  int64_t count = 0;
  unsigned elementSize = 0;
  std::string place;
};

/// Bytes of a variable that counts to the end of a row of vectors, which is behind that of the
/// plain loop.
constexpr unsigned kLeastVariable = 4;

constexpr const char *const kHeads[] = {kLanes, kPart, kFill, kStore}; // of loops over vectors

/// The number of vectors is written as one: ACC_PART_8D(jj, 2, jj_end). The plain loop then has a
/// constant for where these end.
bool hasNumberOfVectors(std::string_view head) {
  const size_t comma = head.find(',');
  if (comma == std::string_view::npos)
    return false;
  const size_t number = head.find_first_not_of(' ', comma + 1),
               behind = head.find_first_not_of("0123456789", number);
  return behind != std::string_view::npos && behind > number && head[behind] == ',';
}

std::optional<VectorKind> vectorKindOf(std::string_view head) {
  for (const char *name : kHeads)
    if (head.starts_with(name)) {
      head.remove_prefix(std::string_view(name).size());
      break;
    }
  VectorKind kind;
  size_t digits = 0;
  for (;
       digits < head.size() && digits < 4 && std::isdigit(static_cast<unsigned char>(head[digits]));
       ++digits)
    kind.count = kind.count * 10 + (head[digits] - '0');
  char letter = digits < head.size() ? head[digits] : ' ';
  if ((digits > 0 && kind.count < 2) || (letter != 'F' && letter != 'D') ||
      !head.substr(digits + 1).starts_with("("))
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
    if (!body || statement.condition.symbols().count(loop.name) ||
        !kAssignments.count(body->text) ||
        !std::all_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const ScopAccess &access) { return isPlaced(access); }))
      return false;
    const Expr &target = *body->target, &value = *body->value;
    return shapeOf(target) == Shape::Vector && shapeOf(value) == Shape::Vector &&
           target.type.spelling == value.type.spelling;
  }

private:
  enum class Shape { Unsound, Scalar, Vector };

  /// The statement's, also below a test that all lanes share: what such a one reads is no vector,
  /// and isPlaced does not move. Null when there is more.
  const Stmt *assignment() const {
    const Stmt *body = statement.body.get();
    if (!body || body->kind == Stmt::Kind::Assign)
      return body;
    const auto tested = testedAssignmentOf(statement);
    bool namesLanes = false;
    if (tested)
      forEachExpr(tested->condition, [&](const ExprRef &part) {
        namesLanes |= part->symbol == loop.variable || isVectorText(*part);
      });
    return tested && !namesLanes ? tested->assignment.get() : nullptr;
  }

  bool isVectorText(const Expr &expr) const {
    return expr.kind == Expr::Kind::Access &&
           textFrom(scop.nest, expr.range).starts_with(kind.place);
  }

  bool isVector(const ScopAccess &access) const {
    return access.node && textFrom(scop.nest, access.node->range).starts_with(kind.place);
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
    bool isElement = array.element.kind == CType::Kind::Floating &&
                     array.elementSize == kind.elementSize && array.member.empty() && access.node &&
                     access.node->member.empty();
    return moves == inVector && (!inVector || isElement);
  }

  Shape shapeOf(const Expr &expr) const {
    for (const ScopAccess &access : statement.accesses)
      if (access.node.get() == &expr)
        return isVector(access) ? Shape::Vector : Shape::Scalar;
    if (expr.kind == Expr::Kind::Access || expr.kind == Expr::Kind::Unsupported ||
        expr.symbol == loop.variable)
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
    bool isArithmetic =
        (expr.kind == Expr::Kind::Unary && expr.op() == Op::Minus) ||
        (expr.kind == Expr::Kind::Binary && (expr.op() == Op::Plus || expr.op() == Op::Minus ||
                                             expr.op() == Op::Star || expr.op() == Op::Slash));
    return all == Shape::Vector && !(isArithmetic && isOneType) ? Shape::Unsound : all;
  }

  const Scop &scop;
  const ScopStatement &statement;
  const ScopLoop &loop;
  const VectorKind &kind;
};

/// A loop over a part of rows.
class PartOfRows {
public:
  PartOfRows(const Scop &scop, int index, const VectorKind &kind)
      : scop(scop), index(index), loop(scop.loops[index]), kind(kind) {}

  bool isSound() const {
    return runsFromZero(loop) && greatestEnd(loop) &&
           hasNumberOfVectors(textFrom(scop.nest, loop.where)) &&
           scop.nest.symbol(loop.variable).type.size >= kLeastVariable &&
           std::all_of(scop.statements.begin(), scop.statements.end(),
                       [&](const ScopStatement &statement) {
                         return std::find(statement.loops.begin(), statement.loops.end(), index) ==
                                    statement.loops.end() ||
                                isSound(statement);
                       });
  }

private:
  bool startsWith(const char *head) const {
    return textFrom(scop.nest, loop.where).starts_with(head);
  }

  bool isSound(const ScopStatement &statement) const {
    if (statement.loops.back() != index)
      return false;
    if (startsWith(kPart))
      return LaneStatement(scop, statement, index, kind).isSound() &&
             std::all_of(statement.accesses.begin(), statement.accesses.end(),
                         [&](const ScopAccess &access) {
                           return !moves(access) ||
                                  (isInLongRows(scop, access, loop) &&
                                   (!access.isWrite || isUsedToTheEnd(scop, access.array, loop)));
                         });
    return isCopy(statement) &&
           (startsWith(kStore) || std::all_of(statement.accesses.begin(), statement.accesses.end(),
                                              [&](const ScopAccess &access) {
                                                return !access.isWrite ||
                                                       (isInLongRows(scop, access, loop) &&
                                                        isUsedToTheEnd(scop, access.array, loop));
                                              }));
  }

  /// Of one element of the vector's type to another at unit stride on both sides, one of them in a
  /// local array.
  bool isCopy(const ScopStatement &statement) const {
    return copiesElement(scop, statement, kind.elementSize) &&
           std::all_of(statement.accesses.begin(), statement.accesses.end(),
                       [&](const ScopAccess &access) {
                         return scop.arrays[access.array].element.kind == CType::Kind::Floating &&
                                movesAtUnitStride(access, loop);
                       }) &&
           std::any_of(
               statement.accesses.begin(), statement.accesses.end(),
               [&](const ScopAccess &access) { return scop.arrays[access.array].isPrivate; });
  }

  bool moves(const ScopAccess &access) const {
    return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const Polynomial &subscript) { return subscript.contains(loop.name); });
  }

  const Scop &scop;
  int index;
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

/// ACC_16F(x) or ACC_F(x).
bool isPlaceText(std::string_view text) {
  constexpr std::string_view kName = "ACC_";
  if (!text.starts_with(kName))
    return false;
  text.remove_prefix(std::min(text.find_first_not_of("0123456789", kName.size()), text.size()));
  return text.starts_with("F(") || text.starts_with("D(");
}

/// What only a loop in vectors may have stands outside of one: places of several elements, or a
/// head that something else stands before, as a macro around it.
bool hasStrayVectors(const Scop &emitted, const ScopStatement &statement) {
  const ScopLoop *loop = statement.loops.empty() ? nullptr : &emitted.loops[statement.loops.back()];
  if (loop && isLaneLoop(emitted.nest, loop->where))
    return false;
  const bool isInnermost =
      loop && std::none_of(emitted.loops.begin(), emitted.loops.end(), [&](const ScopLoop &other) {
        return other.parent == statement.loops.back();
      });
  return (isInnermost && namesLanes(emitted.nest, loop->where)) ||
         std::any_of(
             statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
               return access.node && isPlaceText(textFrom(emitted.nest, access.node->range));
             });
}

} // namespace

std::optional<Rejection> checkLanePlaces(const Scop &emitted) {
  for (const ScopStatement &statement : emitted.statements)
    if (hasStrayVectors(emitted, statement))
      return notProved("a vector access is outside a vector loop", statement.where);
  for (size_t index = 0; index < emitted.loops.size(); ++index) {
    const ScopLoop &loop = emitted.loops[index];
    if (!isLaneLoop(emitted.nest, loop.where))
      continue;
    const std::string_view head = textFrom(emitted.nest, loop.where);
    if (head.starts_with(kTurn))
      continue; // for checkTurnedSquares
    auto kind = vectorKindOf(head);
    if (kind && !head.starts_with(kLanes)) {
      if (!PartOfRows(emitted, static_cast<int>(index), *kind).isSound())
        return notProved(
            "cannot prove that the vector loop reads the same part of a row as the plain loop",
            loop.where);
      continue;
    }
    if (!kind || !runsInVectors(loop, *kind))
      return notProved("the trip count of a vector loop is not a multiple of the vector length",
                       loop.where);
    for (const ScopStatement &statement : emitted.statements) {
      if (std::find(statement.loops.begin(), statement.loops.end(), static_cast<int>(index)) ==
          statement.loops.end())
        continue;
      if (statement.loops.back() != static_cast<int>(index) ||
          !LaneStatement(emitted, statement, static_cast<int>(index), *kind).isSound())
        return notProved("a vector loop does not access the same elements as the plain loop",
                         statement.where);
    }
  }
  return std::nullopt;
}

} // namespace acc
