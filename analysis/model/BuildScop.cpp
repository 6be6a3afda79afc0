#include "analysis/model/BuildScop.h"
#include "analysis/model/Conditions.h"
#include "analysis/model/DataTests.h"
#include "analysis/model/DecidedConditions.h"
#include "analysis/model/FinalValues.h"
#include "analysis/model/IndexPieces.h"
#include "analysis/model/LiveArrays.h"
#include "analysis/model/LoopForm.h"
#include "analysis/model/LoopSplit.h"
#include "analysis/model/OpaqueCalls.h"
#include "analysis/model/Requirements.h"
#include "analysis/model/ScalarPrivatization.h"
#include "analysis/model/StatementAccesses.h"
#include "analysis/model/UnsteadyBounds.h"
#include "analysis/normalize/LoopStart.h"
#include "analysis/normalize/RowTables.h"
#include "analysis/normalize/normalize.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/LastAssignments.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

using Failure = std::optional<Rejection>;

// A nest with more statements is no kernel but a table of cases.
constexpr size_t kMaxStatements = 256;

class ScopBuilder {
public:
  ScopBuilder(NormalForm form, const IslContext &isl, DataConditions data)
      : isl(isl), nest(std::move(form.nest)), tree(std::move(form.propagated)), stores(nest),
        model(nest, stores), liveOut(std::move(form.liveOut)), data(data) {
    model.addSymbol = [this](Symbol symbol) { return addSymbol(std::move(symbol)); };
  }

  Outcome<Scop> build() {
    if (nest.functionRejection)
      return *nest.functionRejection;
    model.state = tree.state;
    for (const auto &[id, value] : tree.atEntry)
      if (!stores.isAssigned(id))
        model.holders.emplace(printExpr(nest, skipWidening(*value)), id);
    const LastAssignments last = lastAssignments(tree.root, nest, stores);
    tree.root = last.rest;
    for (SymbolId id : tree.entryValues)
      stores.forgetAssignments(id);
    for (const LastAssignment &one : last.all)
      stores.forgetAssignments(one.variable);
    for (const ExprRef &need : tree.needs)
      if (auto reason = addNeed(*need))
        return *reason;
    for (const ExprRef &access : tree.kept) {
      model.keep(skipPointerCasts(*access->operands[0]).symbol, access->range);
      model.keep(*access);
    }
    accesses.begin(tree.root);
    if (auto reason = visit(tree.root))
      return *reason;
    if (auto reason = whyScalarsAlias(model, scalars))
      return *reason;
    auto found = accesses.arrays.finish(statements);
    if (!found)
      return found.rejection();
    scop.arrays = *found;
    if (scop.arrays.empty() && !effects.places.empty())
      return effects.places.front().why;
    if (auto call = opaqueCallIn(model, tree.root); call && scop.arrays.empty())
      return *call;
    if (scop.arrays.empty())
      return Rejection{RejectionKind::NoAccess, nest.root->range, ""};
    std::set<SymbolId> shared = liveOut;
    for (const ScalarAccess &access : scalars)
      if (stores.isMemory(access.symbol))
        shared.insert(access.symbol);
    privatizeScalars(model, scalars, declared, shared, statements, scop.arrays);
    for (const UnknownPlace &place : accesses.tableReads.settle(statements, scalars, scop.arrays))
      effects.places.push_back(place);
    if (auto reason = changesKept(model, effects.places))
      return *reason;
    if (auto unknown = orderUnknown(model, effects, statements, scop.arrays))
      scop.unknown = unknown;
    bool isCalled = stores.call() && !demands.leaveOutCallsOf(nest.root);
    if (isCalled && !scop.unknown) // in code that never runs; what is known rests on it
      scop.unknown = whyStays(nest, *stores.call());
    if (!storesSomething(statements, scop.arrays, effects))
      return Rejection{RejectionKind::NoStore, nest.root->range, ""};
    auto finals = finalValuesOf(model, last.all, liveOut, scop.entryWraps);
    if (!finals)
      return finals.rejection();
    scop.finalValues = *finals;
    for (const KnownAtEntry &entry : nest.knownAtEntry)
      addEquality(entry.symbol, entry.value);
    scop.parameters = model.parameters;
    scop.context = Condition::conjunction(model.facts);
    scop.loops = model.loops;
    scop.nest.symbols = nest.symbols;
    scop.nest.unit = nest.unit;
    scop.statements = statements;
    for (const CalledDefinition &called : nest.otherDefinitions)
      model.assume(AssumptionKind::Definition,
                   called.function + " is the function that " + called.path + " defines",
                   nest.root->range);
    scop.assumptions = model.assumptions;
    scop.kept = model.kept;
    findReach(scop, loopPositions);
    if (auto reason = whyNotTested(scop))
      return *reason;
    return std::move(scop);
  }

private:
  // Statements.

  Failure visit(const StmtRef &stmt) {
    noteReads(*stmt);
    switch (stmt->kind) {
    case Stmt::Kind::Block:
      for (const StmtRef &child : stmt->children)
        if (auto reason = visit(child))
          return reason;
      return std::nullopt;
    case Stmt::Kind::For:
    case Stmt::Kind::While:
    case Stmt::Kind::DoWhile:
      return visitLoop(*stmt);
    case Stmt::Kind::If:
      return visitIf(stmt);
    case Stmt::Kind::Assign:
      return visitAssign(stmt);
    case Stmt::Kind::Declare:
      return visitDeclaration(*stmt);
    case Stmt::Kind::Evaluate:
      return hasOpaqueCall(stmt) ? addStatement(stmt) : accesses.whyHasEffect(stmt->value);
    case Stmt::Kind::Empty:
      return std::nullopt;
    case Stmt::Kind::Jump:
      return Rejection{RejectionKind::Jump, stmt->range, stmt->text};
    case Stmt::Kind::Switch: // not in a plain tree
    case Stmt::Kind::Once:
    case Stmt::Kind::Unsupported:
      return Rejection{stmt->reason, stmt->range, stmt->text};
    }
    return std::nullopt;
  }

  void noteReads(const Stmt &stmt) {
    if (stmt.reads.empty() || open > 0)
      return;
    scop.reads.push_back({place("R"), stmt.reads});
  }

  Failure visitLoop(const Stmt &stmt) {
    std::vector<WrapRequirement> wraps;
    auto stepped = splitByStep(model, stmt, wraps, newSymbol);
    if (!stepped)
      return visitFromStart(stmt, stepped.rejection());
    if (*stepped && !liveOut.count((*stepped)->first.loop.variable)) {
      scop.entryWraps.insert(scop.entryWraps.end(), wraps.begin(), wraps.end());
      const auto &[header, split] = **stepped;
      return visitSplit(split, header.entry, {}, wraps);
    }
    wraps.clear();
    auto header = readLoop(model, stmt, wraps);
    if (!header)
      return visitFromStart(stmt, header.rejection());
    scop.entryWraps.insert(scop.entryWraps.end(), wraps.begin(), wraps.end());
    return visitLoops({header->loop}, header->entry, stmt.children[0], wraps);
  }

  /// A loop whose bounds were refused: its length may be affine where they are not.
  ///     for (x = y; x < y + w; x++), where y is i*w   ->   for (t = 0; t < w; t++)
  Failure visitFromStart(const Stmt &stmt, const Rejection &refused) {
    SymbolId counter = loopVariable(stmt);
    bool isTried = refused.kind == RejectionKind::LoopBound && counter >= 0 &&
                   !liveOut.count(counter) && !stores.isMemory(counter);
    StmtRef counted = isTried ? countedFromStart(stmt, *nest.unit, newSymbol) : nullptr;
    Failure reason = counted ? visitLoop(*counted) : refused;
    // In the source's own names.
    return reason && reason->kind == RejectionKind::LoopBound ? refused : reason;
  }

  /// Loops directly around each other and what the innermost holds. `wraps`: what reading the
  /// header of the first one demands.
  Failure visitLoops(const std::vector<ScopLoop> &loops, const Condition &entry,
                     const StmtRef &body, const std::vector<WrapRequirement> &wraps) {
    std::vector<ScopLoop> inner(loops.begin() + 1, loops.end());
    if (!liveOut.count(loops.front().variable))
      if (auto split = splitByDivisor(model, loops, body, newSymbol)) {
        // The loop may come from a split itself, whose condition and bounds name it.
        std::map<std::string, Polynomial> value{{loops.front().name, split->value}};
        for (Condition &known : conditions)
          known = known.substitute(value);
        for (ScopLoop &inside : inner)
          for (std::vector<Polynomial> *bounds : {&inside.first, &inside.end})
            for (Polynomial &bound : *bounds)
              bound = bound.substitute(value);
        return visitSplit(*split, entry.substitute(value), inner, wraps);
      }
    ScopLoop loop = loops.front();
    loop.condition = Condition::conjunction(conditions);
    loop.entry = entry;
    loop.wrapsAround = wrapsAround;
    model.enter(loop);
    loopPositions.push_back(positions);
    positions.push_back(0);
    size_t outside = wrapsAround.size();
    conditions.push_back(entry);
    wrapsAround.insert(wrapsAround.end(), wraps.begin(), wraps.end());
    auto reason = inner.empty() ? visit(body) : visitLoops(inner, Condition::always(), body, {});
    wrapsAround.resize(outside, WrapRequirement{});
    conditions.pop_back();
    positions.pop_back();
    model.leave();
    ++positions.back();
    return reason;
  }

  Failure visitSplit(const LoopSplit &split, const Condition &entry,
                     const std::vector<ScopLoop> &inner,
                     const std::vector<WrapRequirement> &wraps) {
    if (split.need) {
      scop.needs.push_back(*split.need);
      model.positive.push_back(split.need->condition.value() + Polynomial(1));
    }
    std::vector<ScopLoop> loops = split.loops;
    loops.insert(loops.end(), inner.begin(), inner.end());
    return visitLoops(loops, Condition::conjunction({entry, split.condition}), split.body, wraps);
  }

  SymbolId addVariable(const std::string &hint, const CType &type) {
    Symbol symbol;
    symbol.name = symbol.spelling = model.fresh(hint);
    symbol.type = type;
    symbol.isInvented = true;
    return addSymbol(std::move(symbol));
  }

  SymbolId addSymbol(Symbol symbol) {
    auto table = std::make_shared<SymbolTable>(*nest.symbols);
    table->push_back(std::move(symbol));
    tables.push_back(nest.symbols); // references into it are still held
    nest.symbols = table;
    return SymbolId(table->size()) - 1;
  }

  /// x = c ? a : b;   as   if (c) x = a; else x = b;   where c is affine, without an x = x.
  Failure visitAssign(const StmtRef &stmt) {
    const Expr *value = stmt->value.get();
    std::vector<const Expr *> casts;
    for (; value->kind == Expr::Kind::Cast; value = value->operands[0].get())
      casts.push_back(value);
    bool isPlain = model.chosen.empty() && model.taken.empty();
    if (value->kind != Expr::Kind::Conditional || !isPlain || readsElement(*value->operands[0]))
      return addStatement(stmt);
    size_t outside = wrapsAround.size();
    auto condition = readAround(*value->operands[0]);
    if (!condition)
      return addStatement(stmt);
    for (int side : {1, 2}) {
      ExprRef chosen = value->operands[side];
      if (chosen->type.spelling != value->type.spelling)
        chosen = makeExplicitCast(chosen, value->type);
      for (size_t k = casts.size(); k-- > 0;) {
        auto cast = std::make_shared<Expr>(*casts[k]);
        cast->operands = {chosen};
        chosen = cast;
      }
      auto branch = std::make_shared<Stmt>(*stmt);
      branch->value = chosen;
      if (chosen->kind == Expr::Kind::Symbol && chosen->symbol == assignedSymbol(*stmt) &&
          stmt->op() == Op::Equal)
        continue;
      conditions.push_back(side == 1 ? *condition : condition->negated());
      auto reason = visitAssign(branch);
      conditions.pop_back();
      if (reason)
        return reason;
    }
    wrapsAround.resize(outside, WrapRequirement{});
    return std::nullopt;
  }

  Condition around() const { return Condition::conjunction(conditions); }

  /// A condition around a part of the tree. Its wrap requirements are added to `wrapsAround`, until
  /// the caller shortens it again.
  Outcome<Condition> readAround(const Expr &expr) {
    size_t before = scop.entryWraps.size();
    auto condition = readCondition(model, expr, scop.entryWraps);
    if (condition)
      wrapsAround.insert(wrapsAround.end(), scop.entryWraps.begin() + before,
                         scop.entryWraps.end());
    return condition;
  }

  /// A statement without accesses here.
  ScopStatement place(const std::string &id) const {
    ScopStatement here;
    here.id = id;
    here.loops = model.scope;
    here.condition = around();
    here.wrapsAround = wrapsAround;
    here.positions = positions;
    return here;
  }

  Failure visitIf(const StmtRef &stmt) {
    if (isRowTest(*stmt) && data != DataConditions::Open)
      return visitRowTest(stmt);
    if (isDemand(*stmt))
      return demands.demand(*stmt, place("D"), open == 0) ? std::nullopt : addStatement(stmt);
    if (const Stmt *exit = exitIn(stmt); exit && !containsLoop(stmt)) {
      StmtRef rest = demands.withoutReturns(stmt, place("D"), open == 0);
      return rest ? visit(rest) : addStatement(stmt);
    }
    size_t outside = wrapsAround.size();
    auto condition = readAround(*stmt->condition);
    if (!condition) {
      if (condition.rejection().kind != RejectionKind::Condition)
        return condition.rejection();
      if (!containsLoop(stmt))
        return addStatement(demands.withoutFailures(stmt, place("D"), open == 0));
      return data == DataConditions::Assumed ? visitAssumed(*stmt)
                                             : visitOpen(*stmt, condition.rejection());
    }
    conditions.push_back(*condition);
    auto reason = visit(stmt->children[0]);
    conditions.back() = condition->negated();
    if (!reason && stmt->children.size() > 1 && stmt->children[1])
      reason = visit(stmt->children[1]);
    conditions.pop_back();
    wrapsAround.resize(outside, WrapRequirement{});
    return reason;
  }

  /// Loops under a condition that the data decide: the nest is described, with the reads of the
  /// condition in its place and everything under it as what may happen.
  ///     if (x[j] != 0) for (i...) y[i] += x[j]*A[j*n + i];
  Failure visitOpen(const Stmt &stmt, const Rejection &why) {
    auto test = std::make_shared<Stmt>(stmt);
    test->children = {makeBlock({}, stmt.range)};
    if (auto reason = addStatement(test))
      return reason;
    if (!scop.unknown)
      scop.unknown = why;
    ++open;
    Failure reason;
    for (size_t k = 0; k < stmt.children.size() && !reason; ++k) {
      accesses.known.push_back(knownWhere(model, *stmt.condition, k == 0, scop.entryWraps));
      if (stmt.children[k])
        reason = visit(stmt.children[k]);
      accesses.known.pop_back();
    }
    --open;
    return reason;
  }

  /// The same under DataConditions::Assumed: the test, and behind it what runs where it holds.
  Failure visitAssumed(const Stmt &stmt) {
    auto taken = dataTestOf(nest, stmt);
    if (!taken)
      return taken.rejection();
    size_t first = statements.size();
    if (auto reason = addStatement(taken->test); reason || statements.size() == first)
      return reason;
    conditions.push_back(addTest(model, std::span(statements).subspan(first), scop.needs));
    auto reason = visit(taken->body);
    conditions.pop_back();
    return reason;
  }

  /// The pointers are those of a table whose rows are equally far apart (RowTables.h).
  Failure visitRowTest(const StmtRef &stmt) {
    size_t first = statements.size();
    if (auto reason = addStatement(stmt); reason || statements.size() == first)
      return reason;
    addTest(model, std::span(statements).subspan(first), scop.needs);
    const Expr &row = *stmt->condition->operands[0]->operands[0];
    scop.needs.back().text =
        "the rows of " + printExpr(nest, *row.operands[0]) + row.member + " are equally far apart";
    return std::nullopt;
  }

  Failure visitDeclaration(const Stmt &stmt) {
    const Symbol &symbol = nest.symbol(stmt.symbol);
    if (symbol.isStaticOrThreadLocal)
      return Rejection{RejectionKind::StaticLocal, stmt.range, symbol.name};
    if (symbol.type.kind == CType::Kind::Array) {
      if (stmt.value)
        return Rejection{RejectionKind::Statement, stmt.range,
                         "array '" + symbol.name + "' has an initializer"};
      accesses.arrays.declareLocal(stmt.symbol);
      return std::nullopt;
    }
    declared[stmt.symbol] = model.scope;
    if (!stmt.value)
      return std::nullopt;
    // A declaration with a value is an assignment; where the variable is
    // declared is for whoever writes the code.
    auto assign = std::make_shared<Stmt>(stmt);
    assign->kind = Stmt::Kind::Assign;
    assign->text = "=";
    assign->target = makeSymbol(stmt.symbol, symbol.type, stmt.range);
    return visitAssign(assign);
  }

  Failure addStatement(const StmtRef &body) { return addPieces(body, {}); }

  /// The statement once for each form of its indices, each where that applies.
  Failure addPieces(const StmtRef &body, const std::vector<WrapRequirement> &wraps) {
    using Found = std::optional<IndexPieces>;
    size_t before = scop.entryWraps.size();
    auto open = runIsl(isl, body->range, "the forms of an index", [&] {
      return Outcome<Found>(openIndex(model, isl, body, around(), scop.entryWraps));
    });
    if (!open)
      return open.rejection();
    if (!*open)
      return addPiece(body, wraps);
    const IndexPieces &index = **open;
    if (!index.need.isTrue())
      addNeed(index);
    size_t outside = wrapsAround.size();
    for (size_t k = before; k < scop.entryWraps.size(); ++k)
      wrapsAround.push_back(scop.entryWraps[k]);
    std::vector<WrapRequirement> all = wraps;
    all.insert(all.end(), index.wraps.begin(), index.wraps.end());
    for (const IndexPiece &piece : index.pieces) {
      auto possible = runIsl(isl, body->range, "the forms of an index", [&] {
        return Outcome<bool>(
            isPossible(model, isl, Condition::conjunction({around(), piece.when})));
      });
      if (!possible)
        return possible.rejection();
      if (!*possible)
        continue;
      if (piece.operand)
        model.taken[index.node] = piece.operand;
      else
        model.chosen[index.node] = piece.value;
      conditions.push_back(piece.when);
      auto reason = addPieces(body, all);
      conditions.pop_back();
      model.chosen.erase(index.node);
      model.taken.erase(index.node);
      if (reason)
        return reason;
    }
    wrapsAround.resize(outside, WrapRequirement{});
    return std::nullopt;
  }

  /// What the code before the nest made a parameter of other ones:   int width = w + 2*pad;
  void addEquality(SymbolId id, const ExprRef &value) {
    auto isParameter = [&](SymbolId symbol) {
      return std::any_of(model.parameters.begin(), model.parameters.end(),
                         [&](const Parameter &known) { return known.symbol == symbol; });
    };
    bool isKnown = isParameter(id);
    forEachExpr(value, [&](const ExprRef &part) {
      bool isSum = part->kind == Expr::Kind::Binary &&
                   (part->op() == Op::Plus || part->op() == Op::Minus || part->op() == Op::Star);
      isKnown &= isSum || part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
                 (part->kind == Expr::Kind::Symbol && isParameter(part->symbol));
    });
    if (!isKnown)
      return;
    std::vector<WrapRequirement> wraps;
    IntegerReader reader(model, wraps);
    auto known = reader.read(*value);
    auto parameter = model.parameterOf(id, value->range);
    if (!known || !known->isSingle() || !parameter)
      return;
    *known = reader.convert(*known, nest.symbol(id).type, value->range);
    reader.force(*known, value->range);
    if (wraps.empty())
      model.facts.push_back(Condition::zero(*parameter - known->single()));
  }

  Failure addNeed(const Expr &need) {
    auto condition = readCondition(model, need, scop.entryWraps);
    if (!condition)
      return condition.rejection();
    scop.needs.push_back(
        {AssumptionKind::SizePositive, *condition, "", Verdict::RunTime, need.range});
    return std::nullopt;
  }

  void addNeed(const IndexPieces &index) {
    scop.needs.push_back(
        {AssumptionKind::InBounds, index.need, "", Verdict::RunTime, index.node->range});
  }

  Failure addPiece(const StmtRef &body, const std::vector<WrapRequirement> &wraps) {
    if (statements.size() >= kMaxStatements)
      return Rejection{RejectionKind::TooComplex, body->range, "too many cases of one index"};
    ScopStatement statement = place("S" + std::to_string(statements.size()));
    statement.wrapsAround.insert(statement.wrapsAround.end(), wraps.begin(), wraps.end());
    statement.body = body;
    statement.where = body->range;
    ++positions.back();
    if (auto reason = accesses.read(body, int(statements.size()), statement))
      return reason;
    if (open) {
      statement.opaque = true;
      for (ScopAccess &access : statement.accesses) {
        access.may = true;
        access.readsSome = false;
      }
    }
    if (!statement.accesses.empty()) {
      std::vector<WrapRequirement> &own = statement.accesses.front().wraps;
      own.insert(own.end(), wraps.begin(), wraps.end());
    }
    statements.push_back(std::move(statement));
    return std::nullopt;
  }

  const IslContext &isl;
  SourceNest nest;
  CopiesPropagated tree;
  std::vector<std::shared_ptr<const SymbolTable>> tables;
  NewSymbol newSymbol = [this](const std::string &hint, const CType &type) {
    return addVariable(hint, type);
  };
  StoreFacts stores;
  ModelContext model;
  std::set<SymbolId> liveOut;
  DataConditions data;
  Scop scop;
  std::vector<ScopStatement> statements;
  StatementAccesses accesses{model, scop.entryWraps};
  std::vector<ScalarAccess> &scalars = accesses.scalars;
  UnknownEffects &effects = accesses.effects;
  std::map<SymbolId, std::vector<int>> declared;
  std::vector<Condition> conditions;
  /// ScopStatement::wrapsAround of the current place.
  std::vector<WrapRequirement> wrapsAround;
  Demands demands{model, scop};
  std::vector<int> positions{0};
  std::vector<std::vector<int>> loopPositions; // of model.loops
  unsigned open = 0; // conditions around the current place that `visitOpen` reads
};

} // namespace

Outcome<Scop> buildScop(const SourceNest &nest, const IslContext &context, DataConditions data,
                        LoopCopies copies) {
  const SourceNest whole = asWhole(nest);
  NormalForm form = normalize(whole, data, copies);
  const bool isRolled = form.isRolled && copies == LoopCopies::Rolled;
  auto scop = ScopBuilder(std::move(form), context, data).build();
  if (scop) {
    scop->isRolled = isRolled;
    decideConditions(*scop);
    std::shared_ptr<const SymbolTable> symbols = scop->nest.symbols;
    scop->nest = whole;
    scop->data = data;
    scop->nest.symbols = symbols; // with the variables of split loops
  }
  return scop;
}

} // namespace acc
