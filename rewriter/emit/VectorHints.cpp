#include "rewriter/emit/VectorHints.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/CompilerFaults.h"
#include "rewriter/emit/lower/HoistedTests.h"

#include <algorithm>

namespace acc {
namespace {

/// gcc writes short loops out before it looks for vectors, and then finds few. With a
/// limit on their copies it makes the vectors first: a short loop has at most that many.
constexpr int64_t kVectorsAtOnce = 4;

bool hasInnerLoop(const CodeNode &node) {
  return std::any_of(node.children.begin(), node.children.end(), hasLoop);
}

bool areVectorized(const BlockInput &input, const CodeNode &node, const std::string &index) {
  if (node.kind == CodeNode::Kind::Statement)
    return input.plan.vectorizes(index, node.statement);
  return std::all_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return areVectorized(input, child, index); });
}

/// Whether the loop stands directly around a vectorized one of unknown length.
bool isAroundVectors(const BlockInput &input, const CodeNode &node, const LoopValues &values) {
  return std::any_of(node.children.begin(), node.children.end(), [&](const CodeNode &child) {
    if (child.kind != CodeNode::Kind::Loop)
      return isAroundVectors(input, child, values);
    return isVectorized(input, child) && !hasInnerLoop(child) && !constantRange(child, values);
  });
}

/// The expression as a polynomial in which parts without the loop symbol `loop`
/// may be opaque; none when such a part depends on it.
std::optional<Polynomial> approximate(const IntExpr &expr, const LoopValues &values,
                                      const std::string &loop) {
  if (expr.kind == IntExpr::Kind::Linear)
    return expr.polynomial.substitute(values);
  std::vector<Polynomial> operands;
  for (const IntExpr &operand : expr.operands) {
    auto value = approximate(operand, values, loop);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  if (expr.kind == IntExpr::Kind::Sum)
    return operands[0] + operands[1];
  if (expr.kind == IntExpr::Kind::Product)
    return operands[0] * operands[1];
  for (const Polynomial &operand : operands)
    if (operand.contains(loop))
      return std::nullopt;
  return Polynomial::symbol("?");
}

/// What the arms of a ?: read is read by its condition anyway: a choice between two
/// values, for which no compiler has to read early.
bool readsInCondition(const SourceNest &nest, const Expr &choice) {
  auto reads = [&](const ExprRef &part) {
    std::set<std::string> texts;
    forEachExpr(part, [&](const ExprRef &expr) {
      if (expr->kind == Expr::Kind::Access)
        texts.insert(printExpr(nest, *expr));
    });
    return texts;
  };
  std::set<std::string> before = reads(choice.operands[0]);
  return std::all_of(choice.operands.begin() + 1, choice.operands.end(), [&](const ExprRef &arm) {
    std::set<std::string> own = reads(arm);
    return std::includes(before.begin(), before.end(), own.begin(), own.end());
  });
}

/// What compilers may say of the body of an innermost loop.
struct BodyFacts {
  bool independent = true; // each iteration writes elements of its own
  bool simple = true;      // straight code at unit stride: any compiler vectorizes it
  std::set<int> written;   // arrays that are not private
  std::set<int> strided;   // arrays that are not private, at other than unit stride
  std::set<int> statements;
};

class BodyReader {
public:
  BodyReader(const BlockInput &input, unsigned depth) : input(input), depth(depth) {}

  BodyFacts facts;

  void walk(const CodeNode &node, LoopValues values) {
    if (node.kind == CodeNode::Kind::If)
      facts.simple = false;
    if (node.kind == CodeNode::Kind::Value) {
      auto value = approximate(node.first, values, loopSymbol(depth));
      if (!value) {
        facts = {false, false, {}, {}, {}};
        return;
      }
      values[loopSymbol(node.depth)] = *value;
    }
    if (node.kind == CodeNode::Kind::Statement)
      statement(node, values);
    for (const CodeNode &child : node.children)
      walk(child, values);
  }

private:
  void statement(const CodeNode &node, const LoopValues &values) {
    const LiftedScop &source = *input.plan.schedule().nest().source;
    const ScopStatement &statement = source.scop.statements[node.statement];
    facts.statements.insert(node.statement);
    std::map<std::string, Polynomial> iterators;
    for (size_t k = 0; k < node.iterators.size(); ++k) {
      auto value = approximate(node.iterators[k], values, loopSymbol(depth));
      if (!value) {
        facts = {false, false, {}, {}, {}};
        return;
      }
      iterators[source.scop.loops[statement.loops[k]].name] = *value;
    }
    const StmtRef written = writtenBody(source.scop, node);
    if (!written || written->kind != Stmt::Kind::Assign)
      facts.simple = false;
    else
      forEachExprIn(written, [&](const ExprRef &expr) {
        // No vector holds it: long double, a complex number.
        const bool isWide = isInexact(expr->type) && (expr->type.size > 8 || isComplex(expr->type));
        if (isWide || expr->kind == Expr::Kind::Call ||
            (expr->kind == Expr::Kind::Conditional && !readsInCondition(source.scop.nest, *expr)) ||
            (expr->kind == Expr::Kind::Binary &&
             (expr->op() == Op::AmpAmp || expr->op() == Op::PipePipe)))
          facts.simple = false;
      });
    for (const ScopAccess &access : statement.accesses) {
      if (source.scop.arrays[access.array].isPrivate) {
        facts.independent &= !access.isWrite || hasOwnCell(access.array);
        continue;
      }
      bool moves = false;
      for (size_t k = 0; k < access.subscripts.size(); ++k) {
        Polynomial step =
            access.subscripts[k].substitute(iterators).coefficient(loopSymbol(depth), 1);
        moves |= !step.isZero();
        bool unit = step.isZero() || (k + 1 == access.subscripts.size() && step == Polynomial(1));
        facts.simple &= unit;
        if (!unit)
          facts.strided.insert(access.array);
      }
      facts.independent &= moves || !access.isWrite;
      if (access.isWrite)
        facts.written.insert(access.array);
    }
  }

  bool hasOwnCell(int array) const {
    for (const PrivatePlace &place : input.privates)
      if (place.array == array)
        return place.depth > depth || place.dimensionOf(depth);
    return false;
  }

  const BlockInput &input;
  unsigned depth;
};

/// gcc 12 may write two rounds of the loop around one after the other into the loop
/// (-floop-unroll-and-jam) and then take neighbouring elements of a strided array together. Told
/// ivdep, it forgets that the second round reads what the first one wrote:
///   for j { for i p[i][j] = f(p[i][j - 1]) }
bool roundsMeet(const BlockInput &input, const BodyFacts &facts, const std::set<int> &local) {
  const std::vector<Dependence> &all = input.plan.schedule().nest().source->dependences.all;
  return std::any_of(all.begin(), all.end(), [&](const Dependence &d) {
    return facts.statements.count(d.source) && facts.statements.count(d.sink) &&
           facts.strided.count(d.array) && !local.count(d.array);
  });
}

} // namespace

bool isVectorized(const BlockInput &input, const CodeNode &loop) {
  const std::string &index = input.loops.indices[loop.depth].name;
  return input.plan.vectorized().count(index) && areVectorized(input, loop, index);
}

std::string loopHint(const BlockInput &input, const CodeNode &loop, const LoopValues &values,
                     const std::set<int> &local) {
  const std::string &index = input.loops.indices[loop.depth].name;
  if (isVectorized(input, loop) && !hasInnerLoop(loop)) {
    BodyReader reader(input, loop.depth);
    reader.walk(loop.children.front(), values);
    const std::set<int> &written = reader.facts.written;
    bool inBuffers = std::includes(local.begin(), local.end(), written.begin(), written.end());
    bool seenThrough = inBuffers && constantRange(loop, values).has_value();
    std::string hint;
    if (reader.facts.independent && reader.facts.simple && !seenThrough)
      hint = "ACC_VECTOR";
    else if (reader.facts.independent && !roundsMeet(input, reader.facts, local))
      hint = "ACC_INDEPENDENT";
    if (auto range = constantRange(loop, values); range && !hint.empty())
      if (range->last > range->first)
        hint += "_BY(" + std::to_string(kVectorsAtOnce) + ")";
    return hint;
  }
  // The schedule may ask for what is short after unswitching only.
  int64_t below = input.plan.unrolled().count(index)
                      ? 65
                      : std::min<int64_t>(input.loops.indices[loop.depth].unrollBelow, 65);
  if (auto trips = tripCount(loop, values); trips && *trips > 1 && *trips < below) {
    BodyReader reader(input, loop.depth);
    reader.walk(loop.children.front(), values);
    const std::set<int> &written = reader.facts.written;
    const std::vector<ScopArray> &arrays = input.plan.schedule().nest().source->scop.arrays;
    if (faultOf(input.plan, Avoid::PlainCopies))
      return "ACC_UNROLL_CHAINS(" + std::to_string(*trips) + ")";
    // Registers have no index: a buffer or a private variable's tile lives in them once all is
    // written out. Else clang makes vectors across this loop: gathers and scatters.
    if (std::all_of(written.begin(), written.end(),
                    [&](int array) { return local.count(array) || arrays[array].isPrivate; }))
      return "ACC_UNROLL(" + std::to_string(*trips) + ")";
    return "ACC_UNROLL_LATER(" + std::to_string(*trips) + ")";
  }
  if (isAroundVectors(input, loop, values))
    // clang writes two rounds of it one after the other: more code, nothing saved.
    return "ACC_ROLLED";
  return "";
}

bool areApart(const BlockInput &input, const CodeNode &loop, const LoopValues &values,
              const std::set<int> &local) {
  BodyReader reader(input, loop.depth);
  reader.walk(loop.children.front(), values);
  return reader.facts.independent && !roundsMeet(input, reader.facts, local);
}

} // namespace acc
