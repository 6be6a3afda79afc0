#include "rewriter/emit/Lanes.h"

#include "rewriter/emit/VectorHints.h"
#include "rewriter/emit/lower/HoistedTests.h"

#include <algorithm>

namespace acc {
namespace {

/// Loops of at most so many iterations are written out.
constexpr int64_t kWrittenOut = 16;

enum class Shape { Other, Scalar, Vector };

/// A statement, and what the values of loops around it mean there.
struct Placed {
  const CodeNode *node = nullptr;
  LoopValues values;
};

/// Statements one after the other in the loop at `depth`, also behind loops of one iteration, which
/// is the same for all of the loop's; none where there is more.
std::optional<std::vector<Placed>> statementsOf(const CodeNode &node, unsigned depth,
                                                LoopValues values) {
  if (node.kind == CodeNode::Kind::Statement)
    return std::vector{Placed{&node, values}};
  if (node.kind == CodeNode::Kind::Value) {
    auto value = polynomialOf(node.first, values);
    if (!value || value->contains(loopSymbol(depth)))
      return std::nullopt;
    values[loopSymbol(node.depth)] = *value;
  } else if (node.kind != CodeNode::Kind::Block) {
    return std::nullopt;
  }
  std::vector<Placed> all;
  for (const CodeNode &child : node.children) {
    auto own = statementsOf(child, depth, values);
    if (!own)
      return std::nullopt;
    all.insert(all.end(), own->begin(), own->end());
  }
  return all;
}

/// Reads the values of one statement.
class ValueReader {
public:
  /// With `inBuffers`, what moves with the loop must be in buffers.
  ValueReader(const BlockInput &input, const CodeNode &node, unsigned depth,
              const LoopValues &values, const TilesAround &tiles, bool inBuffers)
      : input(input), scop(input.plan.schedule().nest().source->scop),
        statement(scop.statements[node.statement]), written(writtenBody(scop, node)),
        number(node.statement), depth(depth), tiles(tiles), inBuffers(inBuffers) {
    auto known = iteratorsOf(scop, node, values);
    isKnown = known.has_value();
    iterators = known.value_or(std::map<std::string, Polynomial>());
  }

  /// The type of the elements; none where the statement cannot be taken in lanes.
  std::optional<CType> element() {
    static const std::set<std::string> kAssignments = {"=", "+=", "-=", "*=", "/="};
    if (!isKnown || !written || written->kind != Stmt::Kind::Assign ||
        !kAssignments.count(written->text))
      return std::nullopt;
    const Stmt &body = *written;
    type = body.target->type;
    bool isNumber = type.kind == CType::Kind::Floating && (type.size == 4 || type.size == 8);
    if (!isNumber || shapeOf(*body.target) != Shape::Vector ||
        shapeOf(*body.value) != Shape::Vector)
      return std::nullopt;
    return type;
  }

  bool setsTile() const {
    return std::any_of(
        statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
          return access.isWrite &&
                 (tiles.all.count(access.array) || scop.arrays[access.array].isPrivate);
        });
  }

private:
  Shape shapeOf(const Expr &expr) const {
    if (expr.type.spelling != type.spelling)
      return Shape::Other;
    switch (expr.kind) {
    case Expr::Kind::Access:
      return shapeOfAccess(expr);
    case Expr::Kind::Literal:
    case Expr::Kind::Symbol: {
      bool isArray =
          std::any_of(statement.accesses.begin(), statement.accesses.end(),
                      [&](const ScopAccess &access) { return access.node.get() == &expr; });
      return isArray ? shapeOfAccess(expr) : Shape::Scalar;
    }
    case Expr::Kind::Cast: // of a product that stood for a scalar
      return expr.isImplicit || shapeOf(*expr.operands[0]) == Shape::Scalar
                 ? shapeOf(*expr.operands[0])
                 : Shape::Other;
    case Expr::Kind::Unary:
      return expr.op() == Op::Minus ? shapeOf(*expr.operands[0]) : Shape::Other;
    case Expr::Kind::Binary: {
      // Behind the end of a part there may be zeros, by which no division of the source divides.
      if (expr.op() != Op::Plus && expr.op() != Op::Minus && expr.op() != Op::Star &&
          (expr.op() != Op::Slash || inBuffers))
        return Shape::Other;
      Shape a = shapeOf(*expr.operands[0]), b = shapeOf(*expr.operands[1]);
      if (a == Shape::Other || b == Shape::Other)
        return Shape::Other;
      return a == Shape::Vector ? a : b;
    }
    default:
      return Shape::Other;
    }
  }

  Shape shapeOfAccess(const Expr &expr) const {
    Shape shape = Shape::Other;
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      if (access.node.get() != &expr)
        continue;
      auto moves = movesWith(input, tiles, {number, static_cast<int>(a)}, depth, iterators);
      bool isPlain =
          scop.arrays[access.array].member.empty() && expr.member.empty() && !access.table;
      if (!moves || !isPlain || (*moves && inBuffers && !isLocal(access, a)))
        return Shape::Other;
      shape = *moves ? Shape::Vector : Shape::Scalar;
    }
    return shape;
  }

  /// In a buffer, or cells of a variable.
  bool isLocal(const ScopAccess &access, size_t a) const {
    return scop.arrays[access.array].isPrivate || tiles.served.count({number, static_cast<int>(a)});
  }

  const BlockInput &input;
  const Scop &scop;
  const ScopStatement &statement;
  const StmtRef written; // of the statement
  int number;            // of the statement
  unsigned depth;
  const TilesAround &tiles;
  bool inBuffers;
  std::map<std::string, Polynomial> iterators;
  bool isKnown = false;
  CType type;
};

void collectLoops(const CodeNode &node, std::vector<const CodeNode *> &loops) {
  if (node.kind == CodeNode::Kind::Loop)
    loops.push_back(&node);
  for (const CodeNode &child : node.children)
    collectLoops(child, loops);
}

/// The subscript moves by one with the loop; false when it stays; none for another step.
std::optional<bool> stepsWith(const Polynomial &subscript, unsigned depth) {
  if (!subscript.contains(loopSymbol(depth)))
    return false;
  if (subscript.degree(loopSymbol(depth)) == 1 &&
      subscript.coefficient(loopSymbol(depth), 1) == Polynomial(1))
    return true;
  return std::nullopt;
}

std::optional<bool> movesInCells(const BlockInput &input, const ScopAccess &access, unsigned depth,
                                 const std::map<std::string, Polynomial> &iterators) {
  const ScopArray &array = input.plan.schedule().nest().source->scop.arrays[access.array];
  for (const PrivatePlace &place : input.privates) {
    if (place.array != access.array)
      continue;
    const bool isScalar = access.subscripts.size() == array.privateLoops.size();
    if (place.depth > depth || (!isScalar && !place.areCellsLast))
      return std::nullopt;
    for (size_t k = array.privateLoops.size(); k < access.subscripts.size(); ++k)
      if (access.subscripts[k].substitute(iterators).contains(loopSymbol(depth)))
        return std::nullopt;
    auto dimension = place.dimensionOf(depth);
    if (!dimension)
      return false;
    return *dimension + 1 == place.cells.size() && place.cells.back().back() == depth
               ? std::optional(true)
               : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

std::optional<bool> movesWith(const BlockInput &input, const TilesAround &tiles,
                              std::pair<int, int> access, unsigned depth,
                              const std::map<std::string, Polynomial> &iterators) {
  const LiftedScop &source = *input.plan.schedule().nest().source;
  const ScopAccess &one = source.scop.statements[access.first].accesses[access.second];
  if (source.scop.arrays[one.array].isPrivate)
    return movesInCells(input, one, depth, iterators);
  auto reversed = tiles.reversed.find(one.array);
  bool isReversed = reversed != tiles.reversed.end() && reversed->second.accesses.count(access);
  const std::vector<Polynomial> &subscripts =
      isReversed ? source.views.viewOf(access.first, access.second).subscripts : one.subscripts;
  const bool inRegisters = isReversed && reversed->second.others <= kWrittenOut;
  const size_t neighbours = isReversed ? reversed->second.neighbours : subscripts.size() - 1;
  bool moves = false;
  for (size_t k = 0; k < subscripts.size(); ++k) {
    auto steps = stepsWith(subscripts[k].substitute(iterators), depth);
    if (!steps || (*steps && (k != neighbours || inRegisters)))
      return std::nullopt;
    moves = moves || *steps;
  }
  return moves;
}

std::optional<Lanes> lanesOf(const BlockInput &input, const CodeNode &loop,
                             const LoopValues &values, const TilesAround &tiles) {
  if (!input.parameters || input.asArrays || loop.step != 1 || !isVectorized(input, loop))
    return std::nullopt;
  auto range = constantRange(loop, values);
  auto part = input.loops.partial[loop.depth]
                  ? partialRange(loop, values, *input.loops.indices[loop.depth].size)
                  : std::nullopt;
  auto statements = statementsOf(loop.children.front(), loop.depth, values);
  if ((!part && (!range || range->first != 0)) || !statements || statements->empty())
    return std::nullopt;
  std::optional<CType> element;
  bool setsTile = false;
  for (const Placed &one : *statements) {
    ValueReader reader(input, *one.node, loop.depth, one.values, tiles, part.has_value());
    auto own = reader.element();
    if (!own || (element && own->spelling != element->spelling))
      return std::nullopt;
    element = own;
    setsTile |= reader.setsTile();
  }
  auto lanes = lanesFor(input, *element, (part ? part->last : range->last) + 1);
  if (!setsTile || !lanes || !areApart(input, loop, values, tiles.all))
    return std::nullopt;
  if (part)
    lanes->bounds = part->bounds;
  return lanes;
}

std::optional<Lanes> lanesFor(const BlockInput &input, const CType &element, int64_t length) {
  const bool isNumber =
      element.kind == CType::Kind::Floating && (element.size == 4 || element.size == 8);
  const int64_t count = isNumber ? input.plan.target().vectorBytes / element.size : 0;
  if (!input.parameters || input.asArrays || count < 2 || length % count != 0)
    return std::nullopt;
  return Lanes{count, std::to_string(count) + (element.size == 4 ? "F" : "D"), length};
}

std::optional<Lanes> lanesOfBuffer(const BlockInput &input, const CodeNode &node, int array,
                                   const LoopValues &values, const TilesAround &tiles) {
  std::vector<const CodeNode *> loops;
  collectLoops(node, loops);
  const Scop &scop = input.plan.schedule().nest().source->scop;
  std::optional<Lanes> found;
  for (const CodeNode *loop : loops) {
    auto lanes = lanesOf(input, *loop, values, tiles);
    if (!lanes)
      continue;
    auto statements = statementsOf(loop->children.front(), loop->depth, values);
    bool setsArray = std::any_of(statements->begin(), statements->end(), [&](const Placed &one) {
      const std::vector<ScopAccess> &accesses = scop.statements[one.node->statement].accesses;
      return std::any_of(accesses.begin(), accesses.end(), [&](const ScopAccess &access) {
        return access.isWrite && access.array == array;
      });
    });
    if (setsArray && found && found->suffix != lanes->suffix)
      return std::nullopt;
    if (setsArray)
      found = lanes;
  }
  return found;
}

} // namespace acc
