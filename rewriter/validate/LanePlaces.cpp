#include "rewriter/validate/LanePlaces.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/helpers/Helpers.h"
#include "rewriter/helpers/Widths.h"
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

/// Bytes of a variable that counts to the end of a row of vectors, which is behind that of the plain loop.
constexpr unsigned kLeastVariable = 4;

constexpr const char *const kHeads[] = {kLanes, kPart, kFill, kStore, kTurnPart};

/// ACC_TURN_PART_4(32, ..: the size of the elements, where the length of the rows is written as a number, or as one times the elements of
/// a vector, which each target has its number for; none else.
std::optional<unsigned> turnedElementSize(std::string_view head) {
  head.remove_prefix(std::string_view(kTurnPart).size());
  if (!head.starts_with("4(") && !head.starts_with("8("))
    return std::nullopt;
  std::string_view length = head.substr(2, head.find(',') - 2);
  for (const char *count : {kFloats, kDoubles})
    if (std::string times = std::string(" * ") + count; length.ends_with(times))
      length.remove_suffix(times.size());
  const bool isNumber = !length.empty() && length.find_first_not_of("0123456789") == length.npos;
  return isNumber ? std::optional(unsigned(head[0] - '0')) : std::nullopt;
}

/// The number of vectors is written as one: ACC_PART_8D(jj, 2, jj_end). The plain loop then has a constant for where these end.
bool hasNumberOfVectors(std::string_view head) {
  const size_t comma = head.find(',');
  if (comma == std::string_view::npos)
    return false;
  const size_t number = head.find_first_not_of(' ', comma + 1), behind = head.find_first_not_of("0123456789", number);
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
  for (; digits < head.size() && digits < 4 && std::isdigit(static_cast<unsigned char>(head[digits])); ++digits)
    kind.count = kind.count * 10 + (head[digits] - '0');
  char letter = digits < head.size() ? head[digits] : ' ';
  if ((digits > 0 && kind.count < 2) || (letter != 'F' && letter != 'D') || !head.substr(digits + 1).starts_with("("))
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
    if (!body || statement.condition.symbols().count(loop.name) || !kAssignments.count(body->text) || !std::all_of(statement.accesses.begin(), statement.accesses.end(),
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

/// A loop over a part of rows.
class PartOfRows {
public:
  PartOfRows(const Scop &scop, int index, const VectorKind &kind) : scop(scop), index(index), loop(scop.loops[index]), kind(kind) {}

  bool isSound() const {
    return runsFromZero(loop) && vectorEnd() && hasNumberOfVectors(textAt(scop.nest, loop.where)) &&
           scop.nest.symbol(loop.variable).type.size >= kLeastVariable &&
           std::all_of(scop.statements.begin(), scop.statements.end(), [&](const ScopStatement &statement) {
             return std::find(statement.loops.begin(), statement.loops.end(), index) == statement.loops.end() || isSound(statement);
           });
  }

  /// Of one that copies rows whose elements are neighbours along it, with one loop inside: the rest of each row may be set, too.
  bool isTurnedSound() const {
    auto isWithin = [&](const ScopStatement &statement) { return std::find(statement.loops.begin(), statement.loops.end(), index) != statement.loops.end(); };
    return runsFromZero(loop) && vectorEnd() && scop.nest.symbol(loop.variable).type.size >= kLeastVariable &&
           std::all_of(scop.statements.begin(), scop.statements.end(), [&](const ScopStatement &statement) {
             return !isWithin(statement) || (isInsideOnce(statement) && isTurnedCopy(statement));
           });
  }

private:
  bool isInsideOnce(const ScopStatement &statement) const {
    const size_t depth = statement.loops.size();
    return depth >= 2 && statement.loops[depth - 2] == index && scop.loops[statement.loops.back()].where.begin == loop.where.begin;
  }

  bool isTurnedCopy(const ScopStatement &statement) const {
    return isAssignmentOfElement(statement) && std::all_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
             return !access.isWrite || (isInLongRows(access) && isUsedToTheEnd(access.array));
           });
  }

  static bool runsFromZero(const ScopLoop &loop) { return loop.step == 1 && loop.first.size() == 1 && loop.first[0].isZero(); }

  /// The plain loop's ends have that of the vectors among them: not before the greatest constant.
  std::optional<int64_t> vectorEnd() const {
    std::optional<int64_t> greatest;
    for (const Polynomial &end : loop.end)
      if (auto constant = end.constant())
        greatest = std::max(greatest.value_or(*constant), *constant);
    return greatest;
  }

  bool startsWith(const char *head) const { return textAt(scop.nest, loop.where).starts_with(head); }

  bool isSound(const ScopStatement &statement) const {
    if (statement.loops.back() != index)
      return false;
    if (startsWith(kPart))
      return LaneStatement(scop, statement, index, kind).isSound() &&
             std::all_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
               return !moves(access) || (isInLongRows(access) && (!access.isWrite || isUsedToTheEnd(access.array)));
             });
    return isCopy(statement) && (startsWith(kStore) || std::all_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
             return !access.isWrite || (isInLongRows(access) && isUsedToTheEnd(access.array));
           }));
  }

  /// Of one element of the vector's type to another.
  bool isAssignmentOfElement(const ScopStatement &statement) const {
    const StmtRef &body = statement.body;
    return body && body->kind == Stmt::Kind::Assign && body->text == "=" && !statement.opaque && statement.accesses.size() == 2 &&
           statement.accesses[0].isWrite != statement.accesses[1].isWrite &&
           std::all_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
             const ScopArray &array = scop.arrays[access.array];
             const Expr *side = access.isWrite ? body->target.get() : body->value.get();
             return array.element.kind == CType::Kind::Floating && array.elementSize == kind.elementSize && array.member.empty() &&
                    access.node.get() == side && side->member.empty() && !access.table && side->type.spelling == body->target->type.spelling;
           });
  }

  /// The same at unit stride on both sides, one of them in a local array.
  bool isCopy(const ScopStatement &statement) const {
    return isAssignmentOfElement(statement) &&
           std::all_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) { return movesAtUnitStride(access); }) &&
           std::any_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) { return scop.arrays[access.array].isPrivate; });
  }

  bool moves(const ScopAccess &access) const {
    return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const Polynomial &subscript) { return subscript.contains(loop.name); });
  }

  bool movesAtUnitStride(const ScopAccess &access) const {
    return !access.subscripts.empty() && access.subscripts.back().degree(loop.name) == 1 &&
           access.subscripts.back().coefficient(loop.name, 1) == Polynomial(1) &&
           std::none_of(access.subscripts.begin(), access.subscripts.end() - 1,
                        [&](const Polynomial &subscript) { return subscript.contains(loop.name); });
  }

  /// Its last subscript is the variable of the loop, which is in no other one.
  static bool isAlongRow(const ScopAccess &access, const ScopLoop &loop) {
    return !access.subscripts.empty() && access.subscripts.back() == Polynomial::symbol(loop.name) &&
           std::none_of(access.subscripts.begin(), access.subscripts.end() - 1,
                        [&](const Polynomial &subscript) { return subscript.contains(loop.name); });
  }

  bool isInLongRows(const ScopAccess &access) const {
    const ScopArray &array = scop.arrays[access.array];
    if (!array.isPrivate || array.isScalar || array.base < 0 || !array.member.empty() || !isAlongRow(access, loop))
      return false;
    const std::optional<int64_t> size = array.declaredSizes.empty() ? scop.nest.symbol(array.base).elementCount
                                                                    : array.declaredSizes.back().constant();
    return size && *size >= *vectorEnd();
  }

  /// The end of this loop is one of the iteration that the array lives in, and each access moves along rows up to it.
  bool isUsedToTheEnd(int array) const {
    const std::vector<int> &around = scop.arrays[array].privateLoops;
    for (const Polynomial &end : loop.end)
      for (const std::string &symbol : end.symbols())
        if (scop.isIterator(symbol) &&
            std::none_of(around.begin(), around.end(), [&](int outer) { return scop.loops[outer].name == symbol; }))
          return false;
    for (const ScopStatement &statement : scop.statements)
      for (const ScopAccess &access : statement.accesses)
        if (access.array == array && std::none_of(statement.loops.begin(), statement.loops.end(), [&](int own) {
              return runsFromZero(scop.loops[own]) && haveEqualEnds(scop.loops[own], loop) && isAlongRow(access, scop.loops[own]);
            }))
          return false;
    return true;
  }

  /// One end may be named twice.
  static bool haveEqualEnds(const ScopLoop &a, const ScopLoop &b) {
    auto isAmong = [](const Polynomial &end, const std::vector<Polynomial> &ends) { return std::find(ends.begin(), ends.end(), end) != ends.end(); };
    return std::all_of(a.end.begin(), a.end.end(), [&](const Polynomial &end) { return isAmong(end, b.end); }) &&
           std::all_of(b.end.begin(), b.end.end(), [&](const Polynomial &end) { return isAmong(end, a.end); });
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

/// What only a loop in vectors may have stands outside of one: places of several elements, or a head that something else
/// stands before, as a macro around it.
bool hasStrayVectors(const Scop &emitted, const ScopStatement &statement) {
  const ScopLoop *loop = statement.loops.empty() ? nullptr : &emitted.loops[statement.loops.back()];
  if (loop && isLaneLoop(emitted.nest, loop->where))
    return false;
  const bool isInnermost = loop && std::none_of(emitted.loops.begin(), emitted.loops.end(), [&](const ScopLoop &other) {
                             return other.parent == statement.loops.back();
                           });
  const std::string_view text =
      isInnermost ? textAt(emitted.nest, loop->where).substr(0, loop->where.end - loop->where.begin) : std::string_view();
  return std::any_of(std::begin(kHeads), std::end(kHeads), [&](const char *head) { return text.find(head) != text.npos; }) ||
         std::any_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
           return access.node && isPlaceText(textAt(emitted.nest, access.node->range));
         });
}

} // namespace

bool isLaneLoop(const SourceNest &nest, const SourceRange &loop) {
  const std::string_view text = textAt(nest, loop);
  return std::any_of(std::begin(kHeads), std::end(kHeads), [&](const char *head) { return text.starts_with(head); });
}

std::optional<Rejection> checkLanePlaces(const Scop &emitted) {
  for (const ScopStatement &statement : emitted.statements)
    if (hasStrayVectors(emitted, statement))
      return notProved("vectors stand outside of a loop that takes them", statement.where);
  for (size_t index = 0; index < emitted.loops.size(); ++index) {
    const ScopLoop &loop = emitted.loops[index];
    if (!isLaneLoop(emitted.nest, loop.where))
      continue;
    const std::string_view head = textAt(emitted.nest, loop.where);
    if (head.starts_with(kTurnPart)) {
      const bool isInner = loop.parent >= 0 && emitted.loops[loop.parent].where.begin == loop.where.begin;
      const auto size = turnedElementSize(head);
      if (!isInner && (!size || !PartOfRows(emitted, static_cast<int>(index), {1, *size, ""}).isTurnedSound()))
        return notProved("what a copy sets behind the part of a row is not shown to be used by nobody", loop.where);
      continue;
    }
    auto kind = vectorKindOf(head);
    if (kind && !head.starts_with(kLanes)) {
      if (!PartOfRows(emitted, static_cast<int>(index), *kind).isSound())
        return notProved("what vectors take of a row is not shown to be what the plain loop takes", loop.where);
      continue;
    }
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
