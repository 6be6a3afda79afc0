#include "rewriter/emit/lower/HoistedTests.h"

#include "analysis/model/NotedTests.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/IntValues.h"

#include <algorithm>

namespace acc {
namespace {

class Hoister {
public:
  Hoister(const Scop &scop, const std::vector<PrivatePlace> &privates)
      : scop(scop), privates(privates) {}

  CodeNode in(CodeNode node) const {
    if (node.kind == CodeNode::Kind::Loop)
      if (const CodeNode *first = sharedTest(node))
        return testAround(std::move(node), *first);
    for (CodeNode &child : node.children)
      child = in(std::move(child));
    return node;
  }

  bool isSame(const CodeNode &loop, const CodeNode &test) const {
    const ScopStatement &tested = scop.statements[test.statement];
    return isFixed(test, notedTest(scop, tested), loop.depth) && !changesTest(loop, tested);
  }

private:
  /// A statement of the loop whose test is that of all others, and the same for all iterations;
  /// null when there is none.
  const CodeNode *sharedTest(const CodeNode &loop) const {
    const CodeNode &body = loop.children.front();
    std::vector<const CodeNode *> all;
    if (body.kind == CodeNode::Kind::Statement)
      all.push_back(&body);
    else if (body.kind == CodeNode::Kind::Block)
      for (const CodeNode &child : body.children)
        all.push_back(&child);
    std::string text;
    for (const CodeNode *one : all) {
      const ExprRef test = one->kind == CodeNode::Kind::Statement
                               ? notedTest(scop, scop.statements[one->statement])
                               : nullptr;
      if (!test || !isSame(loop, *one))
        return nullptr;
      const std::string own = printExpr(scop.nest, *test);
      if (!text.empty() && (own != text || !isOneInstance(*all.front(), *one)))
        return nullptr;
      text = own;
    }
    return all.empty() ? nullptr : all.front();
  }

  /// The loop writes to an array that the test of a statement in it reads.
  bool changesTest(const CodeNode &loop, const ScopStatement &tested) const {
    return std::any_of(tested.accesses.begin(), tested.accesses.end(), [&](const ScopAccess &read) {
      return !isBelowTest(tested, read) && writesArray(scop, loop, read.array);
    });
  }

  /// The iterators of both are the same: what they read by one name is one value.
  bool isOneInstance(const CodeNode &a, const CodeNode &b) const {
    return a.iterators == b.iterators &&
           scop.statements[a.statement].loops == scop.statements[b.statement].loops;
  }

  bool isFixed(const CodeNode &statement, const ExprRef &test, int depth) const {
    const ScopStatement &what = scop.statements[statement.statement];
    const auto iterators = iteratorsOf(scop, statement, {});
    if (!iterators)
      return false;
    bool fixed = true;
    forEachExpr(test, [&](const ExprRef &part) {
      for (const ScopLoop &other : scop.loops)
        fixed &= part->kind != Expr::Kind::Symbol || part->symbol != other.variable;
      for (const ScopAccess &access : what.accesses)
        fixed &= access.node != part || staysInCell(access, *iterators, depth);
    });
    return fixed;
  }

  bool staysInCell(const ScopAccess &access, const std::map<std::string, Polynomial> &iterators,
                   int depth) const {
    for (const PrivatePlace &place : privates)
      if (place.array == access.array &&
          (place.dimensionOf(depth) || static_cast<int>(place.depth) > depth))
        return false;
    for (size_t k = scop.arrays[access.array].privateLoops.size(); k < access.subscripts.size();
         ++k)
      if (access.subscripts[k].substitute(iterators).contains(loopSymbol(depth)))
        return false;
    return true;
  }

  static CodeNode testAround(CodeNode loop, const CodeNode &statement) {
    CodeNode test;
    test.kind = CodeNode::Kind::Test;
    test.statement = statement.statement;
    test.iterators = statement.iterators;
    CodeNode &body = loop.children.front();
    if (body.kind == CodeNode::Kind::Statement)
      body.isTestedOutside = true;
    for (CodeNode &child : body.children)
      child.isTestedOutside = true;
    test.children = {std::move(loop)};
    return test;
  }

  const Scop &scop;
  const std::vector<PrivatePlace> &privates;
};

} // namespace

CodeNode withHoistedTests(CodeNode code, const Lowering &nest) {
  return Hoister(nest.scop(), nest.privates).in(std::move(code));
}

bool isSameTestIn(const CodeNode &loop, const CodeNode &test, const Scop &scop,
                  const std::vector<PrivatePlace> &privates) {
  return Hoister(scop, privates).isSame(loop, test);
}

CodeNode testsOf(const CodeNode &code) {
  CodeNode result = code;
  if (code.kind == CodeNode::Kind::Test) {
    result.children.clear();
    return result;
  }
  if (code.kind == CodeNode::Kind::Statement)
    return CodeNode();
  for (CodeNode &child : result.children)
    child = testsOf(child);
  const CodeNode nothing;
  if (code.kind == CodeNode::Kind::Block)
    std::erase(result.children, nothing);
  else if (std::all_of(result.children.begin(), result.children.end(),
                       [&](const CodeNode &child) { return child == nothing; }))
    return nothing;
  return result;
}

StmtRef writtenBody(const Scop &scop, const CodeNode &statement) {
  const ScopStatement &what = scop.statements[statement.statement];
  return statement.isTestedOutside ? testedAssignment(what) : what.body;
}

} // namespace acc
