#include "rewriter/emit/Lanes.h"

#include "rewriter/emit/VectorHints.h"

#include <algorithm>

namespace acc {
namespace {

enum class Shape { Other, Scalar, Vector };

/// Statements one after the other; none where there is more.
std::optional<std::vector<const CodeNode *>> statementsOf(const CodeNode &node) {
  if (node.kind == CodeNode::Kind::Statement)
    return std::vector{&node};
  if (node.kind != CodeNode::Kind::Block)
    return std::nullopt;
  std::vector<const CodeNode *> all;
  for (const CodeNode &child : node.children) {
    auto own = statementsOf(child);
    if (!own)
      return std::nullopt;
    all.insert(all.end(), own->begin(), own->end());
  }
  return all;
}

/// Reads the values of one statement.
class ValueReader {
public:
  ValueReader(const BlockInput &input, const CodeNode &node, unsigned depth, const LoopValues &values,
              const TilesAround &tiles)
      : scop(input.plan.schedule().nest().source->scop), statement(scop.statements[node.statement]), depth(depth),
        tiles(tiles) {
    for (size_t k = 0; k < statement.loops.size(); ++k)
      if (auto value = polynomialOf(node.iterators[k], values))
        iterators[scop.loops[statement.loops[k]].name] = *value;
    isKnown = iterators.size() == statement.loops.size();
  }

  /// The type of the elements; none where the statement cannot be taken in lanes.
  std::optional<CType> element() {
    static const std::set<std::string> kAssignments = {"=", "+=", "-=", "*=", "/="};
    if (!isKnown || !statement.body || statement.body->kind != Stmt::Kind::Assign ||
        !kAssignments.count(statement.body->text))
      return std::nullopt;
    const Stmt &body = *statement.body;
    type = body.target->type;
    bool isNumber = type.kind == CType::Kind::Floating && (type.size == 4 || type.size == 8);
    if (!isNumber || shapeOf(*body.target) != Shape::Vector || shapeOf(*body.value) != Shape::Vector)
      return std::nullopt;
    return type;
  }

  bool setsTile() const {
    return std::any_of(statement.accesses.begin(), statement.accesses.end(), [&](const ScopAccess &access) {
      return access.isWrite && tiles.all.count(access.array);
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
      bool isArray = std::any_of(statement.accesses.begin(), statement.accesses.end(),
                                 [&](const ScopAccess &access) { return access.node.get() == &expr; });
      return isArray ? shapeOfAccess(expr) : Shape::Scalar;
    }
    case Expr::Kind::Unary:
      return expr.text == "-" ? shapeOf(*expr.operands[0]) : Shape::Other;
    case Expr::Kind::Binary: {
      if (expr.text != "+" && expr.text != "-" && expr.text != "*" && expr.text != "/")
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
    for (const ScopAccess &access : statement.accesses) {
      if (access.node.get() != &expr)
        continue;
      auto moves = movesWith(access, depth, iterators);
      bool isPlain = !scop.arrays[access.array].isPrivate && scop.arrays[access.array].member.empty() &&
                     expr.member.empty() && !access.table;
      if (!moves || !isPlain || (*moves && tiles.reversed.count(access.array)))
        return Shape::Other;
      shape = *moves ? Shape::Vector : Shape::Scalar;
    }
    return shape;
  }

  const Scop &scop;
  const ScopStatement &statement;
  unsigned depth;
  const TilesAround &tiles;
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

} // namespace

std::optional<bool> movesWith(const ScopAccess &access, unsigned depth,
                              const std::map<std::string, Polynomial> &iterators) {
  bool moves = false;
  for (size_t k = 0; k < access.subscripts.size(); ++k) {
    Polynomial subscript = access.subscripts[k].substitute(iterators);
    if (!subscript.contains(loopSymbol(depth)))
      continue;
    bool isUnit = subscript.degree(loopSymbol(depth)) == 1 &&
                  subscript.coefficient(loopSymbol(depth), 1) == Polynomial(1);
    if (!isUnit || k + 1 != access.subscripts.size())
      return std::nullopt;
    moves = true;
  }
  return moves;
}

std::optional<Lanes> lanesOf(const BlockInput &input, const CodeNode &loop, const LoopValues &values,
                             const TilesAround &tiles) {
  if (!input.parameters || input.asArrays || loop.step != 1 ||
      !input.plan.vectorized().count(input.loops.indices[loop.depth].name))
    return std::nullopt;
  auto range = constantRange(loop, values);
  auto statements = statementsOf(loop.children.front());
  if (!range || range->first != 0 || !statements || statements->empty())
    return std::nullopt;
  std::optional<CType> element;
  bool setsTile = false;
  for (const CodeNode *node : *statements) {
    ValueReader reader(input, *node, loop.depth, values, tiles);
    auto own = reader.element();
    if (!own || (element && own->spelling != element->spelling))
      return std::nullopt;
    element = own;
    setsTile |= reader.setsTile();
  }
  int64_t count = input.plan.target().vectorBytes / element->size, length = range->last + 1;
  if (!setsTile || count < 2 || length % count != 0 || !areApart(input, loop, values, tiles.all))
    return std::nullopt;
  return Lanes{count, std::to_string(count) + (element->size == 4 ? "F" : "D")};
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
    auto statements = statementsOf(loop->children.front());
    bool setsArray = std::any_of(statements->begin(), statements->end(), [&](const CodeNode *one) {
      const std::vector<ScopAccess> &accesses = scop.statements[one->statement].accesses;
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
