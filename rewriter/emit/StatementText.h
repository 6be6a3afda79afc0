// The text of a statement in the new order, and of its test.
#pragma once

#include "rewriter/emit/Bases.h"
#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/CodeTree.h"
#include "rewriter/emit/IntText.h"

#include <functional>

namespace acc {

/// What a statement is called where the values of its source's iterators are these.
struct StatementText {
  std::map<std::string, Polynomial> iterators;
  /// Of CodeNode::Kind::Statement; none if nothing remains, as for a declaration.
  std::vector<std::string> lines;
  /// Of CodeNode::Kind::Test: the condition, and as an operand of ||, &= and !=.
  struct Test {
    std::string text, asOperand;
  } test;
};

class StatementPrinter {
public:
  /// The text of the access (statement, access) where its statement's iterators have these values.
  using AccessText =
      std::function<std::string(int, int, const std::map<std::string, Polynomial> &)>;
  using Failure = std::function<void(SourceRange, const std::string &)>;

  /// `fail` gets what has no C in the new order.
  StatementPrinter(const BlockInput &input, Names &names, Bases &bases, IntText &integers,
                   AccessText access, Failure fail);

  StatementText text(const CodeNode &node);

private:
  struct Printed;
  void prepare(const CodeNode &node, Printed &what);
  std::optional<std::string> replaced(const Printed &what, const Expr &expr);
  bool isParameter(SymbolId symbol) const;
  const std::string &localName(SymbolId symbol);

  const BlockInput &input;
  const Scop &scop;
  Names &names;
  Bases &bases;
  IntText &integers;
  const AccessText access;
  const Failure fail;
  std::set<SymbolId> assigned;
  std::map<SymbolId, std::string> localNames;
};

} // namespace acc
