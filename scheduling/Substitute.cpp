// Forward substitution of scalars, so that the loops around them become a perfect nest:
//   before: for i for k { t = alpha*A[i][k]; for j C[i][j] += t*B[k][j]; }
//   after:  for i for k for j C[i][j] += (float)(alpha*A[i][k])*B[k][j];
#include "analysis/model/ScopIsl.h"
#include "analysis/support/IslInterop.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"
#include "scheduling/PairOrder.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// Values of more operations are not computed anew in each iteration of an inner loop.
constexpr size_t kCheapValue = 8;

/// One assignment, evaluated before it is stored.
bool isStore(const ScopStatement &statement) {
  if (!statement.body)
    return false;
  const Stmt &body = onlyChild(*statement.body);
  return (body.kind == Stmt::Kind::Assign || body.kind == Stmt::Kind::Declare) && body.value;
}

/// The operations of a value, subscripts apart; none for calls, divisions and branches.
std::optional<size_t> cheapOperations(const Expr &value) {
  if (value.kind == Expr::Kind::Access)
    return 1;
  if (value.kind == Expr::Kind::Call || value.kind == Expr::Kind::Conditional ||
      value.op() == Op::Slash || value.op() == Op::Percent)
    return std::nullopt;
  size_t count = value.operands.empty() ? 0 : 1;
  for (const ExprRef &operand : value.operands) {
    auto inner = cheapOperations(*operand);
    if (!inner)
      return std::nullopt;
    count += *inner;
  }
  return count;
}

bool isCheap(const Expr &value) {
  return cheapOperations(value).value_or(kCheapValue + 1) <= kCheapValue;
}

/// No statement in as many loops as any uses the scalar: what it is made of may take longer there.
bool isUsedBeside(const Scop &scop, int scalar) {
  size_t deepest = 0, used = 0;
  for (const ScopStatement &statement : scop.statements) {
    deepest = std::max(deepest, statement.loops.size());
    for (const ScopAccess &access : statement.accesses)
      if (access.array == scalar && !access.isWrite)
        used = std::max(used, statement.loops.size());
  }
  return used < deepest;
}

/// The statement runs inside of all loops of `outer`.
bool isInside(const ScopStatement &statement, const ScopStatement &outer) {
  return outer.loops.size() <= statement.loops.size() &&
         std::equal(outer.loops.begin(), outer.loops.end(), statement.loops.begin());
}

/// A statement that gives the scalar a value, and the value in the scalar's type.
struct Definition {
  int statement = -1;
  ExprRef value;
};

class Substituter {
public:
  Substituter(const LiftedScop &source, int array, SourceRange where)
      : source(source), scop(source.scop), array(array), where(where),
        uses(statementsWith(scop, array, false)) {}

  Outcome<LiftedScop> substitute() {
    if (auto refusal = findDefinitions())
      return *refusal;
    for (int use : uses)
      for (const Definition &definition : definitions)
        if (auto refusal = checkUse(use, definition))
          return *refusal;
    for (const Definition &definition : definitions)
      if (auto refusal = checkUnchanged(definition))
        return *refusal;
    return runIsl(*source.context, where, "legality of the step", [&]() -> Outcome<LiftedScop> {
      for (int use : uses)
        if (auto refusal = checkDefined(use))
          return *refusal;
      return substituted();
    });
  }

private:
  Rejection invalid(const std::string &why) const {
    return {RejectionKind::InvalidSchedule, where,
            "substitute: " + scop.arrays[array].name + " " + why};
  }

  const ScopStatement &statementOf(const Definition &definition) const {
    return scop.statements[definition.statement];
  }

  std::optional<Rejection> findDefinitions() {
    const ScopArray &scalar = scop.arrays[array];
    if (!scalar.isScalar || !scalar.isPrivate || !isArithmetic(scalar.element) ||
        scalar.element.isVolatile)
      return invalid("is not a scalar that is private to each iteration");
    std::vector<int> writers = statementsWith(scop, array, true);
    if (writers.empty() || uses.empty())
      return invalid(uses.empty() ? "is not used" : "has no value");
    for (int writer : writers) {
      if (scop.statements[writer].loops != scop.statements[writers.front()].loops)
        return invalid("is assigned in several loops");
      if (auto refusal = addDefinition(writer))
        return refusal;
    }
    return std::nullopt;
  }

  std::optional<Rejection> addDefinition(int writer) {
    const ScopArray &scalar = scop.arrays[array];
    const ScopStatement &statement = scop.statements[writer];
    const Stmt *body = isStore(statement) ? &onlyChild(*statement.body) : nullptr;
    bool isPlain = body && !statement.opaque &&
                   (body->kind == Stmt::Kind::Declare || body->op() == Op::Equal) &&
                   assignedSymbol(*body) == scalar.base;
    if (!isPlain || !isPure(*body->value))
      return invalid("is assigned a value that is not plain arithmetic");
    for (const ScopAccess &access : statement.accesses)
      if (access.isWrite ? access.array != array || access.may
                         : access.array == array || access.may || access.table || !access.node ||
                               scop.arrays[access.array].isUnknown)
        return invalid("is assigned a value that is not plain arithmetic");
    auto cast = std::make_shared<Expr>();
    cast->kind = Expr::Kind::Cast;
    cast->type = scalar.element;
    cast->type.isConst = false;
    // An element is a value of its type; what is computed may have more bits before it is stored.
    cast->isImplicit = body->value->kind == Expr::Kind::Access &&
                       body->value->type.spelling == scalar.element.spelling;
    cast->range = body->value->range;
    cast->operands = {body->value};
    definitions.push_back({writer, cast});
    return std::nullopt;
  }

  /// The definition stands before the use in the same iteration of its loops, which are around the
  /// use, too, and no loop between them has a variable that the value names. Where a condition on
  /// data decides whether the use happens, the value is computed below it or in it: of what the
  /// definition has read in any case.
  std::optional<Rejection> checkUse(int use, const Definition &definition) const {
    const ScopStatement &statement = scop.statements[use], &defining = statementOf(definition);
    size_t depth = defining.loops.size();
    const bool isTest = statement.body && onlyChild(*statement.body).kind == Stmt::Kind::If;
    if (!(isTest || isStore(statement)) || !isInside(statement, defining) ||
        defining.positions[depth] >= statement.positions[depth])
      return invalid("may be used before it is assigned, in " + statement.id);
    bool isNamed = false;
    forEachExpr(definition.value, [&](const ExprRef &part) {
      for (size_t k = depth; k < statement.loops.size(); ++k)
        isNamed |= part->kind == Expr::Kind::Symbol &&
                   part->symbol == scop.loops[statement.loops[k]].variable;
    });
    if (isNamed)
      return invalid("is assigned a value that depends on another loop variable");
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array && (access.table || !isInValue(statement, access)))
        return invalid("appears in a subscript, in " + statement.id);
    return std::nullopt;
  }

  /// What is computed or tested reads the scalar, and no subscript does.
  static bool isInValue(const ScopStatement &statement, const ScopAccess &access) {
    size_t all = 0, inSubscripts = 0;
    auto count = [&](size_t &of) {
      return [&](const ExprRef &part) { of += part == access.node; };
    };
    forEachExprIn(statement.body, count(all));
    forEachExprIn(statement.body, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Access)
        for (const ExprRef &operand : part->operands)
          forEachExpr(operand, count(inSubscripts));
    });
    return all > 0 && inSubscripts == 0;
  }

  /// No element that the value reads is written between the definition and a use. What is written
  /// later in an iteration of the definition's loops is a dependence that none of them carries.
  std::optional<Rejection> checkUnchanged(const Definition &definition) const {
    size_t depth = statementOf(definition).loops.size();
    for (const Dependence &dependence : source.dependences.all) {
      if (dependence.kind != DependenceKind::WAR || dependence.source != definition.statement ||
          dependence.carriedBy >= 0)
        continue;
      const ScopStatement &writer = scop.statements[dependence.sink];
      if (!isInside(writer, statementOf(definition)))
        continue; // behind the innermost of the definition's loops
      for (int use : uses) {
        bool isSame = use == dependence.sink && writer.loops.size() == depth &&
                      readsFirst(writer, dependence.array);
        bool isBehind = writer.positions[depth] > scop.statements[use].positions[depth];
        if (!isSame && !isBehind)
          return runIsl(*source.context, where, "legality of the step",
                        [&]() -> Outcome<Ok> {
                          return violation(source, dependence, dependence.relation());
                        })
              .rejection();
      }
    }
    return std::nullopt;
  }

  /// In an instance of the statement the last read of the scalar comes before the first store to
  /// the array.
  bool readsFirst(const ScopStatement &statement, int written) const {
    bool isWritten = false;
    for (const ScopAccess &access : statement.accesses) {
      if (isWritten && access.array == array)
        return false;
      isWritten |= access.isWrite && access.array == written;
    }
    return true;
  }

  /// Each instance of the use has the value of one definition.
  std::optional<Rejection> checkDefined(int use) const {
    isl::set open = iterationDomain(*source.context, scop, scop.statements[use]);
    for (const Definition &definition : definitions) {
      isl::set own = iterationDomain(*source.context, scop, whereDefined(use, definition));
      if (!own.is_subset(open))
        return invalid("has more than one value, in " + scop.statements[use].id);
      open = open.subtract(own);
    }
    if (!open.is_empty())
      return invalid("may be used before it is assigned, in " + scop.statements[use].id);
    return std::nullopt;
  }

  /// The use where it has the definition's value.
  ScopStatement whereDefined(int use, const Definition &definition) const {
    ScopStatement part = scop.statements[use];
    part.condition = Condition::conjunction({part.condition, statementOf(definition).condition});
    return part;
  }

  ScopStatement withValue(const ScopStatement &statement, const ExprRef &value) const {
    ScopStatement result = statement;
    std::vector<ExprRef> nodes;
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array)
        nodes.push_back(access.node);
    result.body = mapExprs(statement.body, [&](const ExprRef &part) {
      return std::count(nodes.begin(), nodes.end(), part) ? value : nullptr;
    });
    return result;
  }

  /// The scop without the scalar; its views are those of the same accesses. A use of several values
  /// is as many statements:
  ///   if (i == k) t = 1; else t = A[i][k];  s += t*u;   ->   if (i == k) s += (float)1*u; else s
  ///       += A[i][k]*u;
  Outcome<LiftedScop> substituted() const {
    LiftedScop result = source;
    if (!result.scop.asRead) // the proof compares with it
      result.scop.asRead = std::make_shared<const Scop>(scop);
    std::vector<ScopStatement> statements;
    for (RecoveredArray &recovered : result.views.arrays)
      recovered.accesses.clear();
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = scop.statements[s];
      if (std::any_of(definitions.begin(), definitions.end(), [&](const Definition &definition) {
            return definition.statement == static_cast<int>(s);
          }))
        continue;
      if (!std::count(uses.begin(), uses.end(), static_cast<int>(s))) {
        addStatement(result, statements, s, statement, /*piece=*/-1);
        continue;
      }
      for (size_t piece = 0; piece < definitions.size(); ++piece) {
        ScopStatement part =
            definitions.size() > 1 ? whereDefined(s, definitions[piece]) : statement;
        if (definitions.size() > 1 && iterationDomain(*source.context, scop, part).is_empty())
          continue; // of two scalars with values under the same conditions
        addStatement(result, statements, s, withValue(part, definitions[piece].value),
                     static_cast<int>(piece));
      }
    }
    result.scop.statements = std::move(statements);
    if (definitions.size() > 1)
      giveIds(result.scop);
    dropArray(result);
    Outcome<Dependences> dependences =
        computeDependences(result.scop, result.views, *source.context, DependenceDetail::Relations,
                           source.dependences.known);
    if (!dependences)
      return dependences.rejection();
    result.dependences = std::move(*dependences);
    return result;
  }

  /// `statement` for that of number `from`, its views with it; in the place of the scalar it reads
  /// what the definition of this number reads, where and if it read the scalar.
  void addStatement(LiftedScop &result, std::vector<ScopStatement> &statements, int from,
                    ScopStatement statement, int piece) const {
    std::vector<ScopAccess> accesses;
    auto add = [&](int origin, size_t access) {
      ViewAccess view = source.views.viewOf(origin, access);
      view.statement = statements.size();
      view.access = accesses.size();
      accesses.push_back(scop.statements[origin].accesses[access]);
      result.views.arrays[accesses.back().array].accesses.push_back(std::move(view));
    };
    for (size_t a = 0; a < statement.accesses.size(); ++a) {
      if (statement.accesses[a].array != array) {
        add(from, a);
        continue;
      }
      const Definition &definition = definitions[piece];
      const std::vector<ScopAccess> &defining = statementOf(definition).accesses;
      for (size_t read = 0; read < defining.size(); ++read)
        if (!defining[read].isWrite) {
          add(definition.statement, read);
          accesses.back().may = statement.accesses[a].may;
        }
    }
    statement.accesses = std::move(accesses);
    for (int &position : statement.positions)
      position *= static_cast<int>(definitions.size());
    statement.positions.back() += std::max(piece, 0);
    statements.push_back(std::move(statement));
  }

  /// Statements that were one keep its id in the first; the others get what is free.
  static void giveIds(Scop &scop) {
    std::set<std::string> taken;
    for (const ScopStatement &statement : scop.statements)
      taken.insert(statement.id);
    std::set<std::string> seen;
    for (ScopStatement &statement : scop.statements)
      for (size_t number = 0; !seen.insert(statement.id).second; ++number)
        if (std::string id = "S" + std::to_string(number); taken.insert(id).second)
          statement.id = id;
  }

  void dropArray(LiftedScop &lifted) const {
    auto renumber = [&](int &number) { number -= number > array; };
    lifted.scop.arrays.erase(lifted.scop.arrays.begin() + array);
    for (auto *statements : {&lifted.scop.statements, &lifted.scop.tests})
      for (ScopStatement &statement : *statements)
        for (ScopAccess &access : statement.accesses)
          renumber(access.array);
    Delinearization &views = lifted.views;
    views.arrays.erase(views.arrays.begin() + array);
    for (RecoveredArray &recovered : views.arrays)
      renumber(recovered.array);
    for (auto &[a, b] : views.disjoint) {
      renumber(a);
      renumber(b);
    }
    for (auto &[a, location] : views.kept)
      renumber(a);
  }

  const LiftedScop &source;
  const Scop &scop;
  int array;
  SourceRange where;
  std::vector<int> uses;
  std::vector<Definition> definitions;
};

} // namespace

Outcome<Schedule> Schedule::substitute(const std::vector<std::string> &scalars) const {
  if (!history.empty() || joined)
    return invalid("substitute must be the first step");
  if (scalars.empty())
    return invalid("substitute: no scalar is named");
  std::shared_ptr<const LiftedScop> source = base->source;
  for (const std::string &name : scalars) {
    const std::vector<ScopArray> &arrays = source->scop.arrays;
    auto found = std::find_if(arrays.begin(), arrays.end(), [&](const ScopArray &array) {
      return array.isScalar && array.name == name;
    });
    if (found == arrays.end())
      return invalid("substitute: there is no scalar '" + name + "'");
    Outcome<LiftedScop> next =
        Substituter(*source, found - arrays.begin(), placeOf(*base)).substitute();
    if (!next)
      return next.rejection();
    // Keeps the source alive for whatever lives as long as it does.
    source = std::shared_ptr<LiftedScop>(new LiftedScop(std::move(*next)),
                                         [keep = source](LiftedScop *s) { delete s; });
  }
  Outcome<Nest> nest = lift(source);
  if (!nest)
    return nest.rejection();
  Schedule result(std::move(*nest));
  result.history.push_back(Step{Step::Kind::Substitute, scalars, {}, {}, {}, {}, {}});
  return result;
}

std::vector<Schedule> substitutions(const Nest &nest) {
  constexpr size_t kMostScalars = 3;
  std::vector<std::string> names;
  const Scop &scop = nest.source->scop;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (const ScopArray &array = scop.arrays[access.array];
          access.isWrite && array.isScalar && names.size() < kMostScalars &&
          Schedule(nest).substitute({array.name}))
        names.push_back(array.name);
  std::vector<Schedule> all;
  for (unsigned chosen = 1; chosen < 1u << names.size(); ++chosen) {
    std::vector<std::string> some;
    for (size_t k = 0; k < names.size(); ++k)
      if (chosen >> k & 1)
        some.push_back(names[k]);
    if (Outcome<Schedule> without = Schedule(nest).substitute(some))
      all.push_back(std::move(*without));
  }
  std::stable_sort(all.begin(), all.end(), [](const Schedule &a, const Schedule &b) {
    return a.steps().front().indices.size() > b.steps().front().indices.size();
  });
  return all;
}

std::vector<std::string> cheapScalars(const Nest &nest) {
  const Scop &scop = nest.source->scop;
  auto isCheapIn = [&](int array) {
    const bool isBeside = isUsedBeside(scop, array);
    const std::vector<int> writers = statementsWith(scop, array, true);
    return std::all_of(writers.begin(), writers.end(), [&](int writer) {
      const ScopStatement &statement = scop.statements[writer];
      return isStore(statement) && (isBeside || isCheap(*onlyChild(*statement.body).value));
    });
  };
  std::vector<std::string> names;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses) {
      const ScopArray &array = scop.arrays[access.array];
      if (access.isWrite && array.isScalar && array.isPrivate &&
          !std::count(names.begin(), names.end(), array.name) && isCheapIn(access.array))
        names.push_back(array.name);
    }
  return names;
}

} // namespace acc
