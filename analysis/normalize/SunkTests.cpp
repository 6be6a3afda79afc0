#include "analysis/normalize/SunkTests.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <functional>

namespace acc {
namespace {

class SunkTests {
public:
  SunkTests(SourceNest source, const std::set<SymbolId> &liveOut)
      : nest(std::move(source)), stores(nest), liveOut(liveOut), assigned(assignedIn(nest.root)),
        named(namesIn(nest.root)) {
    findDataSymbols();
  }

  SourceNest apply() {
    std::vector<StmtRef> all;
    walk(nest.root, all);
    nest.root = all.size() == 1 ? all.front() : makeBlock(all, nest.root->range);
    return nest;
  }

private:
  using Counts = std::map<SymbolId, size_t>;

  /// How often each symbol is named, where it is more than declared.
  static Counts namesIn(const StmtRef &root) {
    Counts counts;
    forEachStmt(root, [&](const StmtRef &stmt) {
      if (stmt->kind == Stmt::Kind::Declare && stmt->value)
        ++counts[stmt->symbol];
      for (const ExprRef &own : ownExprs(*stmt))
        forEachExpr(own, [&](const ExprRef &part) {
          if (part->kind == Expr::Kind::Symbol)
            ++counts[part->symbol];
        });
    });
    return counts;
  }

  void walk(const StmtRef &stmt, std::vector<StmtRef> &result) {
    if (!stmt)
      return;
    if (stmt->kind == Stmt::Kind::If && containsLoop(stmt) && isOfData(stmt->condition) &&
        canSink(stmt))
      return sinkIf(*stmt, nullptr, result);
    if (!containsLoop(stmt))
      return result.push_back(stmt);
    const std::set<std::string> outside = reached;
    reached.insert(stmt->reads.begin(), stmt->reads.end());
    if (stmt->kind == Stmt::Kind::For)
      for (const ExprRef &bound : boundsOf(*stmt))
        addReads(bound, reached);
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->children.clear();
    for (const StmtRef &child : stmt->children) {
      std::vector<StmtRef> parts;
      walk(child, parts);
      if (child && stmt->kind == Stmt::Kind::Block)
        reached.insert(child->reads.begin(), child->reads.end());
      if (stmt->kind == Stmt::Kind::Block)
        copy->children.insert(copy->children.end(), parts.begin(), parts.end());
      else
        copy->children.push_back(!child || (parts.size() == 1 && parts[0] == child)
                                     ? child
                                     : makeBlock(parts, child->range));
    }
    reached = outside;
    result.push_back(copy);
  }

  /// Not of counters, what the nest leaves alone, and what is reckoned from these: loops may stay
  /// below such conditions.
  bool isOfData(const ExprRef &condition) const {
    bool is = false;
    forEachExpr(condition, [&](const ExprRef &part) {
      is |= part->kind == Expr::Kind::Access
                ? !isOnePlace(part)
                : part->kind == Expr::Kind::Symbol && ofData.count(part->symbol);
    });
    return is;
  }

  /// Whether the nest may take its value as one that it does not change is asked elsewhere:
  /// alpha[0].
  bool isOnePlace(const ExprRef &access) const {
    bool is = true;
    forEachExpr(access, [&](const ExprRef &part) {
      is &= part->kind != Expr::Kind::Symbol || !assigned.count(part->symbol);
    });
    return is;
  }

  /// Variables to which something is assigned that the data decide.
  void findDataSymbols() {
    size_t known = 0;
    do {
      known = ofData.size();
      forEachStmt(nest.root, [&](const StmtRef &stmt) {
        const SymbolId symbol = assignedSymbol(*stmt);
        if (symbol >= 0 && stmt->value && !stores.isLoopVariable(symbol) && isOfData(stmt->value))
          ofData.insert(symbol);
      });
    } while (ofData.size() > known);
  }

  static std::vector<ExprRef> boundsOf(const Stmt &loop) {
    return {loop.init ? loop.init->value : nullptr, loop.condition,
            loop.step ? loop.step->value : nullptr};
  }

  void addReads(const ExprRef &expr, std::set<std::string> &reads) const {
    if (expr)
      forEachExpr(expr, [&](const ExprRef &part) {
        const bool isMemory =
            part->kind == Expr::Kind::Access || part->kind == Expr::Kind::Call ||
            (part->kind == Expr::Kind::Symbol && nest.symbol(part->symbol).throughPointer);
        if (isMemory)
          reads.insert(printExpr(nest, *part));
      });
  }

  /// Only loops that count in the variable name it: nothing reads what one of them leaves in it.
  bool isNamedInLoops(SymbolId counter) const {
    size_t inLoops = 0;
    const std::function<void(const StmtRef &)> visit = [&](const StmtRef &stmt) {
      if (!stmt)
        return;
      if (loopVariable(*stmt) == counter) {
        const Counts inside = namesIn(stmt);
        inLoops += inside.at(counter);
        return;
      }
      for (const StmtRef &child : stmt->children)
        visit(child);
    };
    visit(nest.root);
    return inLoops == named.at(counter);
  }

  /// The loop ends whatever its bounds, as one that the source may not come to has to: it counts
  /// towards its bound in a type that has room for it.
  static bool ends(const Stmt &loop) {
    const Expr &test = skipImplicitCasts(*loop.condition);
    const bool isOrder = test.kind == Expr::Kind::Binary &&
                         (test.op() == Op::Less || test.op() == Op::LessEqual ||
                          test.op() == Op::Greater || test.op() == Op::GreaterEqual);
    if (!isOrder || !loop.step || loop.step->kind != Stmt::Kind::Assign ||
        skipCasts(*loop.step->value).kind != Expr::Kind::Integer)
      return false;
    const int64_t amount = skipCasts(*loop.step->value).value;
    const bool isUp = loop.step->op() == Op::PlusEqual,
               towards = test.text[0] == (isUp ? '<' : '>');
    const CType &type = loop.step->target->type;
    const SymbolId counter = loopVariable(loop);
    const bool isCounter = counter >= 0 && assignedSymbol(*loop.step) == counter &&
                           skipCasts(*test.operands[0]).symbol == counter;
    const bool hasRoom = !type.isInteger() ? false
                         : type.isSigned   ? type.bits() >= 32
                                           : amount == 1 && test.text.size() == 1;
    return isCounter && amount > 0 && (isUp || loop.step->op() == Op::MinusEqual) && towards &&
           hasRoom && skipCasts(*test.operands[1]).type.bits() <= type.bits();
  }

  /// Evaluated where the source does not come to it, it reads no memory that may not be there, and
  /// divides by no zero.
  bool isHarmless(const ExprRef &expr) const {
    if (!expr)
      return true;
    bool divides = false;
    forEachExpr(expr, [&](const ExprRef &part) {
      const bool isDivision = part->kind == Expr::Kind::Binary &&
                              (part->op() == Op::Slash || part->op() == Op::Percent) &&
                              part->type.isInteger();
      const Expr *divisor = isDivision ? &skipCasts(*part->operands[1]) : nullptr;
      divides |= divisor && (divisor->kind != Expr::Kind::Integer || divisor->value == 0 ||
                             divisor->value == -1);
    });
    std::set<std::string> reads;
    addReads(expr, reads);
    return !divides && isPure(*expr) &&
           std::includes(reached.begin(), reached.end(), reads.begin(), reads.end());
  }

  /// The statements can have the condition each for itself.
  bool canSink(const StmtRef &branch) const {
    bool can = isPure(*branch->condition) && !exitIn(branch);
    forEachStmt(branch, [&](const StmtRef &stmt) {
      switch (stmt->kind) {
      case Stmt::Kind::Block:
      case Stmt::Kind::Assign:
      case Stmt::Kind::Declare:
      case Stmt::Kind::Empty:
        return;
      case Stmt::Kind::If: // around loops it goes before them, unless the data decide it, too
        can &= isPure(*stmt->condition) &&
               (!containsLoop(stmt) || isOfData(stmt->condition) || isHarmless(stmt->condition));
        return;
      case Stmt::Kind::For: {
        const SymbolId counter = loopVariable(*stmt);
        can &= counter >= 0 && !stmt->runsFirst && ends(*stmt) && isNamedInLoops(counter) &&
               !liveOut.count(counter) && nest.symbol(counter).counts < 0 &&
               !stores.isMemory(counter);
        for (const ExprRef &bound : boundsOf(*stmt))
          can &= isHarmless(bound);
        return;
      }
      default:
        can = false;
      }
    });
    return can;
  }

  /// Only what has a name in the nest is read, and nothing below changes it.
  bool keepsItsValue(const ExprRef &condition, const Stmt &branch) const {
    std::set<SymbolId> changed;
    for (const StmtRef &child : branch.children)
      if (child)
        forEachStmt(child, [&](const StmtRef &stmt) {
          if (stmt->target)
            changed.insert(rootOf(*stmt->target));
          if (SymbolId symbol = assignedSymbol(*stmt); symbol >= 0)
            changed.insert(symbol);
        });
    bool keeps = true;
    forEachExpr(condition, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Access && !isOwnArray(rootOf(*part)))
        keeps = false;
      if (part->kind == Expr::Kind::Symbol)
        keeps &= !changed.count(part->symbol) &&
                 (isOwnArray(part->symbol) || !stores.isMemory(part->symbol));
    });
    return keeps;
  }

  /// A local array that no pointer leads to.
  bool isOwnArray(SymbolId id) const {
    if (id < 0)
      return false;
    const Symbol &symbol = nest.symbol(id);
    return symbol.kind == Symbol::Kind::Local && symbol.type.kind == CType::Kind::Array &&
           !symbol.addressTaken && !symbol.isStaticOrThreadLocal;
  }

  /// `outer`: what has to hold besides; null for nothing.
  void sinkIf(const Stmt &branch, const ExprRef &outer, std::vector<StmtRef> &result) {
    ExprRef condition = branch.condition;
    if (outer || !keepsItsValue(condition, branch)) {
      const CType type = truthType();
      const ExprRef holds = makeSymbol(addInvented(nest, "holds", type), type, branch.range);
      auto note = std::make_shared<Stmt>();
      note->kind = Stmt::Kind::Assign;
      note->range = condition->range;
      note->text = "=";
      note->target = holds;
      note->value = isTruthValue(*condition) ? condition : makeNot(makeNot(condition));
      note->reads = branch.reads;
      if (outer)
        note->value = makeBinary("&&", outer, note->value, type, condition->range);
      result.push_back(note);
      // The other branch of a test within another one has to know of both.
      const bool hasElse = branch.children.size() > 1 && branch.children[1];
      condition = holds;
      if (outer && hasElse) {
        sink(branch.children[0], condition, ownBoundsIn(branch.children[0]), result);
        return sink(branch.children[1], makeBinary("&&", outer, makeNot(holds), type, branch.range),
                    ownBoundsIn(branch.children[1]), result);
      }
    }
    sink(branch.children[0], condition, ownBoundsIn(branch.children[0]), result);
    if (branch.children.size() > 1)
      sink(branch.children[1], makeNot(condition), ownBoundsIn(branch.children[1]), result);
  }

  /// Assignments that may happen whether the branch is taken or not, as those of bounds:
  ///   i3 = *m; for (i = k; i < i3; i++)
  /// Each is the only one of an integer that nothing but this arm names, stands in the arm itself,
  /// and before all else that names it.
  std::set<const Stmt *> ownBoundsIn(const StmtRef &arm) const {
    std::set<const Stmt *> own;
    Counts before;
    const Counts inside = arm ? namesIn(arm) : Counts();
    auto add = [&](const StmtRef &stmt, auto &&self) -> void {
      if (!stmt)
        return;
      if (stmt->kind == Stmt::Kind::Block) {
        for (const StmtRef &child : stmt->children)
          self(child, self);
        return;
      }
      if (const SymbolId symbol = assignedSymbol(*stmt);
          isOwnBound(*stmt, symbol) && !before.count(symbol) && !names(stmt->value, symbol) &&
          inside.at(symbol) == named.at(symbol) && assignmentsOf(arm, symbol) == 1)
        own.insert(stmt.get());
      for (const auto &[symbol, count] : namesIn(stmt))
        before[symbol] += count;
    };
    add(arm, add);
    return own;
  }

  bool isOwnBound(const Stmt &stmt, SymbolId symbol) const {
    return stmt.kind == Stmt::Kind::Assign && stmt.op() == Op::Equal && symbol >= 0 &&
           nest.symbol(symbol).type.isInteger() && !liveOut.count(symbol) &&
           !stores.isMemory(symbol) && nest.symbol(symbol).kind != Symbol::Kind::Path &&
           isHarmless(stmt.value);
  }

  static size_t assignmentsOf(const StmtRef &root, SymbolId symbol) {
    size_t count = 0;
    forEachStmt(root, [&](const StmtRef &stmt) { count += assignedSymbol(*stmt) == symbol; });
    return count;
  }

  /// The statement where the condition holds, unless it is one that may happen in any case.
  void sink(const StmtRef &stmt, const ExprRef &condition, const std::set<const Stmt *> &inAnyCase,
            std::vector<StmtRef> &result) {
    if (!stmt || stmt->kind == Stmt::Kind::Empty)
      return;
    if (inAnyCase.count(stmt.get()))
      return result.push_back(stmt);
    if (stmt->kind == Stmt::Kind::Block) {
      for (const StmtRef &child : stmt->children)
        sink(child, condition, inAnyCase, result);
      return;
    }
    if (stmt->kind == Stmt::Kind::Declare) {
      auto declaration = std::make_shared<Stmt>(*stmt);
      declaration->value = nullptr;
      result.push_back(declaration);
      if (!stmt->value)
        return;
      auto value = std::make_shared<Stmt>(*stmt);
      value->kind = Stmt::Kind::Assign;
      value->text = "=";
      value->target = makeSymbol(stmt->symbol, nest.symbol(stmt->symbol).type, stmt->range);
      return result.push_back(where(condition, value));
    }
    if (stmt->kind == Stmt::Kind::If && containsLoop(stmt) && isOfData(stmt->condition))
      return sinkIf(*stmt, condition, result);
    if (stmt->kind == Stmt::Kind::If && !isOfData(stmt->condition) && isHarmless(stmt->condition)) {
      auto copy = std::make_shared<Stmt>(*stmt);
      for (StmtRef &child : copy->children)
        child = child ? sunk(child, condition, inAnyCase) : child;
      return result.push_back(copy);
    }
    if (stmt->kind == Stmt::Kind::For) {
      auto copy = std::make_shared<Stmt>(*stmt);
      copy->children = {sunk(stmt->children[0], condition, inAnyCase)};
      return result.push_back(copy);
    }
    result.push_back(where(condition, stmt));
  }

  StmtRef sunk(const StmtRef &stmt, const ExprRef &condition,
               const std::set<const Stmt *> &inAnyCase) {
    std::vector<StmtRef> parts;
    sink(stmt, condition, inAnyCase, parts);
    return makeBlock(parts, stmt->range);
  }

  static StmtRef where(const ExprRef &condition, const StmtRef &stmt) {
    auto branch = std::make_shared<Stmt>();
    branch->kind = Stmt::Kind::If;
    branch->range = stmt->range;
    branch->condition = condition;
    branch->children = {makeBlock({stmt}, stmt->range)};
    branch->claim = stmt->claim;
    return branch;
  }

  SourceNest nest;
  StoreFacts stores;
  const std::set<SymbolId> &liveOut;
  const std::set<SymbolId> assigned;
  const Counts named; // in the nest
  std::set<SymbolId> ofData;
  std::set<std::string> reached; // memory that is certainly read on the way to the current place
};

} // namespace

SourceNest withSunkTests(SourceNest nest, const PassContext &context) {
  if (!nest.root || context.data != DataConditions::Sunk)
    return nest;
  return SunkTests(std::move(nest), context.liveOut).apply();
}

} // namespace acc
