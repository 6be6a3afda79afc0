#include "rewriter/validate/TreeMatch.h"

#include "analysis/model/IntegerValue.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Made of variables that only their names reach and that the nest does not assign.
bool isKept(const SourceNest &nest, const Expr &expr) {
  if (expr.kind == Expr::Kind::Symbol) {
    const Symbol &symbol = nest.symbol(expr.symbol);
    return (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter) &&
           !symbol.addressTaken && !symbol.isLent && !assignedIn(nest.root).count(expr.symbol);
  }
  const bool isPlain = expr.kind == Expr::Kind::Integer || expr.kind == Expr::Kind::Unary ||
                       expr.kind == Expr::Kind::Binary || expr.kind == Expr::Kind::Cast ||
                       expr.kind == Expr::Kind::Conditional;
  return isPlain && std::all_of(expr.operands.begin(), expr.operands.end(),
                                [&](const ExprRef &part) { return isKept(nest, *part); });
}

/// One statement with its scop, as the comparison needs it.
struct Side {
  const Scop &scop;
  const ScopStatement &statement;
  /// Of a claim, which is no arithmetic of the program: what a parameter is defined by stands for
  /// it, whether or not that changes later.
  bool isClaim = false;

  std::vector<int> accessesAt(const Expr *node, bool isWrite) const {
    std::vector<int> found;
    for (size_t k = 0; k < statement.accesses.size(); ++k)
      if (statement.accesses[k].node.get() == node && statement.accesses[k].isWrite == isWrite)
        found.push_back(k);
    return found;
  }

  /// The ends of the table of which the node is some element; empty for other nodes.
  std::vector<int> tableAt(const Expr *node) const {
    std::vector<int> found;
    for (size_t k = 0; k < statement.accesses.size(); ++k)
      if (statement.accesses[k].table.get() == node)
        found.push_back(k);
    return found;
  }

  bool isAccess(const Expr *node) const {
    return !accessesAt(node, false).empty() || !accessesAt(node, true).empty();
  }

  const std::string &nameOf(SymbolId symbol) const { return scop.nest.symbol(symbol).name; }

  /// The innermost loop around the statement whose variable is `symbol`.
  const ScopLoop *loopOf(SymbolId symbol) const {
    for (auto index = statement.loops.rbegin(); index != statement.loops.rend(); ++index)
      if (scop.loops[*index].variable == symbol)
        return &scop.loops[*index];
    return nullptr;
  }

  /// The variable that the statement gives a value, when it is declared in it and nothing else
  /// names it; -1 otherwise.
  SymbolId ownVariable(const Stmt &stmt) const {
    SymbolId symbol = stmt.kind == Stmt::Kind::Declare ? stmt.symbol : assignedSymbol(stmt);
    bool isDeclared = false;
    forEachStmt(statement.body, [&](const StmtRef &part) {
      isDeclared |= part->kind == Stmt::Kind::Declare && part->symbol == symbol;
    });
    bool isAccessed = std::any_of(
        statement.accesses.begin(), statement.accesses.end(),
        [&](const ScopAccess &access) { return scop.arrays[access.array].base == symbol; });
    return symbol >= 0 && isDeclared && !isAccessed ? symbol : -1;
  }

  /// The parameter that stands for the quotient.
  std::optional<Polynomial> quotientOf(const Polynomial &dividend,
                                       const Polynomial &divisor) const {
    for (const Parameter &parameter : scop.parameters)
      if (parameter.valueText == quotientText(dividend, divisor))
        return Polynomial::symbol(parameter.name);
    return std::nullopt;
  }

  /// A value that differs from the expression's by a multiple of 2^bits of its type, if by
  /// anything: the value of (unsigned)i * 2 + (unsigned)j is that of i * 2 + j where unsigned holds
  /// the latter.
  std::optional<Polynomial> residueOf(const Expr &expr) const {
    if (expr.kind == Expr::Kind::Integer)
      return Polynomial(expr.value);
    if (expr.kind == Expr::Kind::Cast && expr.type.isInteger() &&
        expr.type.kind != CType::Kind::Boolean)
      return valueOf(*expr.operands[0]);
    const bool wraps = expr.kind == Expr::Kind::Binary && expr.type.isInteger() &&
                       !expr.type.isSigned && expr.type.kind != CType::Kind::Boolean;
    const bool isSum = wraps && (expr.op() == Op::Plus || expr.op() == Op::Minus);
    if (!isSum && !(wraps && expr.op() == Op::Star))
      return valueOf(expr);
    auto a = residueOf(*expr.operands[0]), b = residueOf(*expr.operands[1]);
    if (!a || !b)
      return std::nullopt;
    return !isSum ? *a * *b : expr.op() == Op::Plus ? *a + *b : *a - *b;
  }

  bool isWide(const CType &type) const {
    return type.isInteger() && type.isSigned && type.bits() >= scop.nest.unit->pointerBits;
  }

  /// The value of an integer expression over loop variables, parameters and constants,
  /// computed in the width of an address, where it stays in range as subscripts do; none
  /// where a conversion or narrower arithmetic on the way may change it.
  std::optional<Polynomial> valueOf(const Expr &expr) const {
    if (auto parameter = parameterDefinedAs(scop, expr, isClaim))
      return parameter;
    switch (expr.kind) {
    case Expr::Kind::Integer:
      return Polynomial(expr.value);
    case Expr::Kind::Symbol:
      if (const ScopLoop *loop = loopOf(expr.symbol))
        return Polynomial::symbol(loop->name);
      if (scop.parameter(nameOf(expr.symbol)))
        return Polynomial::symbol(nameOf(expr.symbol));
      return std::nullopt;
    case Expr::Kind::Cast: {
      bool keeps = expr.type.isSigned && keepsValues(expr.operands[0]->type, expr.type);
      return keeps ? valueOf(*expr.operands[0]) : std::nullopt;
    }
    case Expr::Kind::Unary: {
      auto value =
          expr.op() == Op::Minus && isWide(expr.type) ? valueOf(*expr.operands[0]) : std::nullopt;
      return value ? std::optional(-*value) : std::nullopt;
    }
    case Expr::Kind::Binary: {
      if (!isWide(expr.type))
        return std::nullopt;
      auto a = valueOf(*expr.operands[0]), b = valueOf(*expr.operands[1]);
      if (!a || !b)
        return std::nullopt;
      if (expr.op() == Op::Slash || expr.op() == Op::Percent) {
        auto quotient = quotientOf(*a, *b);
        if (!quotient)
          return std::nullopt;
        return expr.op() == Op::Slash ? *quotient : *a - *b * *quotient;
      }
      if (expr.op() == Op::Plus || expr.op() == Op::Minus || expr.op() == Op::Star)
        return expr.op() == Op::Plus ? *a + *b : expr.op() == Op::Minus ? *a - *b : *a * *b;
      return std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }
};

bool isSame(const CType &a, const CType &b) { return a.spelling == b.spelling && a.size == b.size; }

/// A buffer of `to` may hold numbers of `from`: what is read of it is the same number.
bool holds(const CType &to, const CType &from) { return isSame(to, from) || keepsValues(from, to); }

/// `z += (unsigned)1` adds what `z += 1` does where z has that type, as `z++` is read: the number
/// is converted in any case.
const Expr &operandOf(const Stmt &stmt) {
  const Expr &value = *stmt.value;
  const bool isUsual =
      stmt.kind == Stmt::Kind::Assign &&
      (stmt.op() == Op::PlusEqual || stmt.op() == Op::MinusEqual) &&
      value.kind == Expr::Kind::Cast && isSame(value.type, stmt.target->type) &&
      value.type.kind == CType::Kind::Integer && value.operands[0]->type.isInteger() &&
      !keepsValues(value.type, truthType()) && keepsValues(value.operands[0]->type, truthType());
  return isUsual ? *value.operands[0] : value;
}

bool isAs(const Expr &expr, const CType &type) { return expr.type.spelling == type.spelling; }

/// A number of type `part` is the same behind a conversion to `type` and back.
bool holdsAllOf(const CType &type, const CType &part) {
  const bool isFloating = part.kind == CType::Kind::Floating;
  if (type.kind == CType::Kind::Boolean || isFloating != (type.kind == CType::Kind::Floating))
    return false;
  return isFloating ? type.size > part.size
                    : type.isInteger() && part.isInteger() && !mayChangeNumber(part, type);
}

class Matcher {
public:
  Matcher(const Side &emitted, const Side &source) : emitted(emitted), source(source) {}

  bool statements(const Stmt &e, const Stmt &s) {
    const Stmt &a = onlyChild(e), &b = onlyChild(s);
    if (isStore(a) && isStore(b))
      return stores(a, b);
    if (a.kind != b.kind || a.text != b.text)
      return false;
    std::vector<const Stmt *> left = partsOf(a), right = partsOf(b);
    if (left.size() != right.size())
      return false;
    switch (a.kind) {
    case Stmt::Kind::If:
      if (!expressions(*a.condition, *b.condition))
        return false;
      break;
    case Stmt::Kind::Evaluate:
      if (!expressions(*a.value, *b.value))
        return false;
      break;
    case Stmt::Kind::Block:
    case Stmt::Kind::Empty:
      break;
    default:
      return false;
    }
    for (size_t k = 0; k < left.size(); ++k)
      if (!statements(*left[k], *right[k]))
        return false;
    endScopes(a, b);
    return true;
  }

  StatementMatch match;

private:
  /// Declarations that give no value have no effect.
  static std::vector<const Stmt *> partsOf(const Stmt &stmt) {
    std::vector<const Stmt *> parts;
    for (const StmtRef &child : stmt.children)
      if (child && (child->kind != Stmt::Kind::Declare || child->value))
        parts.push_back(child.get());
    return parts;
  }

  static std::set<SymbolId> declaredIn(const Stmt &stmt) {
    std::set<SymbolId> symbols;
    for (const StmtRef &child : stmt.children)
      if (stmt.kind == Stmt::Kind::Block && child && child->kind == Stmt::Kind::Declare)
        symbols.insert(child->symbol);
    return symbols;
  }

  /// Variables that end with both blocks: the next ones are others, by whatever names.
  void endScopes(const Stmt &e, const Stmt &s) {
    const std::set<SymbolId> ofEmitted = declaredIn(e);
    for (SymbolId symbol : declaredIn(s))
      if (auto known = variables.find(symbol);
          known != variables.end() && ofEmitted.count(known->second)) {
        paired.erase(known->second);
        variables.erase(known);
      }
  }

  static bool isStore(const Stmt &stmt) {
    return stmt.kind == Stmt::Kind::Assign || (stmt.kind == Stmt::Kind::Declare && stmt.value);
  }

  static std::string operatorOf(const Stmt &stmt) {
    return stmt.kind == Stmt::Kind::Declare ? "=" : stmt.text;
  }

  bool stores(const Stmt &e, const Stmt &s) {
    if (operatorOf(e) != operatorOf(s) || !expressions(operandOf(e), operandOf(s)))
      return false;
    if (SymbolId own = source.ownVariable(s); own >= 0)
      return pairVariables(emitted.ownVariable(e), own);
    if (operatorOf(e) != "=" && !readsOwnValue(e, s) &&
        !pair(targetAccess(emitted, e, false), targetAccess(source, s, false)))
      return false;
    if (!pair(targetAccess(emitted, e, true), targetAccess(source, s, true)))
      return false;
    const SymbolId left = assignedSymbol(e), right = assignedSymbol(s);
    return left < 0 || right < 0 || pairVariables(left, right);
  }

  /// The targets of += are variables that the statements have set before: no access reads them.
  bool readsOwnValue(const Stmt &e, const Stmt &s) const {
    auto known = variables.find(assignedSymbol(s));
    return known != variables.end() && known->second == assignedSymbol(e) &&
           emitted.accessesAt(e.target.get(), false).empty() &&
           source.accessesAt(s.target.get(), false).empty();
  }

  /// The access of the target; a declaration has no node for it, so the only
  /// access of the declared symbol stands for it.
  static int targetAccess(const Side &side, const Stmt &stmt, bool isWrite) {
    if (stmt.target)
      if (auto found = side.accessesAt(stmt.target.get(), isWrite); found.size() == 1)
        return found[0];
    SymbolId symbol = stmt.kind == Stmt::Kind::Declare                         ? stmt.symbol
                      : stmt.target && stmt.target->kind == Expr::Kind::Symbol ? stmt.target->symbol
                                                                               : -1;
    int only = -1;
    for (size_t k = 0; k < side.statement.accesses.size(); ++k) {
      const ScopAccess &access = side.statement.accesses[k];
      if (symbol < 0 || access.isWrite != isWrite || side.scop.arrays[access.array].base != symbol)
        continue;
      if (only >= 0)
        return -1;
      only = k;
    }
    return only;
  }

  /// Variables that the statements give values, one for one; paired where they first get one. What
  /// is read of them behind that, and is no access, is that value.
  bool pairVariables(SymbolId e, SymbolId s) {
    if (e < 0 ||
        emitted.scop.nest.symbol(e).type.spelling != source.scop.nest.symbol(s).type.spelling)
      return false;
    auto [known, isNew] = variables.try_emplace(s, e);
    return isNew ? paired.insert(e).second : known->second == e;
  }

  /// The first read at the node that has no partner yet; -1 when there is none.
  int nextRead(const Side &side, const Expr &node, int AccessPair::*of) const {
    for (int access : side.accessesAt(&node, false))
      if (std::none_of(match.accesses.begin(), match.accesses.end(),
                       [&](const AccessPair &pair) { return pair.*of == access; }))
        return access;
    return -1;
  }

  bool pair(int e, int s) {
    if (e < 0 || s < 0)
      return false;
    const ScopAccess &a = emitted.statement.accesses[e], &b = source.statement.accesses[s];
    const CType &left = emitted.scop.arrays[a.array].element;
    const CType &right = source.scop.arrays[b.array].element;
    const bool isReadOfBuffer = !a.isWrite && emitted.scop.arrays[a.array].isPrivate;
    if (a.isWrite != b.isWrite || !(isReadOfBuffer ? holds(left, right) : isSame(left, right)))
      return false;
    match.accesses.push_back({e, s});
    return true;
  }

  bool expressions(const Expr &eOuter, const Expr &sOuter) {
    const Expr &e = withoutIdleCasts(eOuter), &s = withoutIdleCasts(sOuter);
    bool eAccess = emitted.isAccess(&e), sAccess = source.isAccess(&s);
    if (eAccess || sAccess) {
      // An argument that a function names twice is one node with two reads, in this order.
      int left = nextRead(emitted, e, &AccessPair::emitted);
      return pair(left, nextRead(source, s, &AccessPair::source));
    }
    std::vector<int> eTable = emitted.tableAt(&e), sTable = source.tableAt(&s);
    if (!eTable.empty() || !sTable.empty())
      return eTable.size() == 2 && sTable.size() == 2 && pair(eTable[0], sTable[0]) &&
             pair(eTable[1], sTable[1]) && expressions(*e.operands[1], *s.operands[1]);
    if (s.kind == Expr::Kind::Symbol && source.loopOf(s.symbol))
      return loopValues(e, s);
    if (auto number = isAs(e, s.type) ? constantValue(s) : std::nullopt) // however it is spelled
      return number == constantValue(e);
    if (e.kind != s.kind || !isAs(e, s.type) || e.text != s.text || e.member != s.member ||
        e.operands.size() != s.operands.size())
      return false;
    switch (e.kind) {
    case Expr::Kind::Integer:
      return e.value == s.value;
    case Expr::Kind::Symbol:
      if (auto known = variables.find(s.symbol); known != variables.end())
        return known->second == e.symbol;
      return !emitted.loopOf(e.symbol) && !paired.count(e.symbol) &&
             emitted.nameOf(e.symbol) == source.nameOf(s.symbol);
    case Expr::Kind::Call:
      if (e.effect == CallEffect::Unknown || e.effect == CallEffect::Observes ||
          e.effect == CallEffect::Fills)
        return false;
      break;
    case Expr::Kind::Access:
    case Expr::Kind::Unsupported:
      return false;
    default:
      break;
    }
    for (size_t k = 0; k < e.operands.size(); ++k)
      if (!expressions(*e.operands[k], *s.operands[k]))
        return false;
    return true;
  }

  bool loopValues(const Expr &e, const Expr &s) {
    if (e.type.spelling != s.type.spelling)
      return false;
    // The counter's value, which is to be this one, is one of the type: a conversion to it keeps
    // it.
    auto value = emitted.residueOf(withoutIdleCasts(e));
    if (!value)
      return false;
    match.values.push_back({*value, Polynomial::symbol(source.loopOf(s.symbol)->name)});
    return true;
  }

  const Side &emitted, &source;
  std::map<SymbolId, SymbolId> variables; // of the source, in the emitted statement
  std::set<SymbolId> paired;              // those of the emitted one
};

} // namespace

const Expr &withoutIdleCasts(const Expr &expr) {
  const Expr *at = &expr;
  while (at->kind == Expr::Kind::Cast && !at->operands.empty()) {
    const Expr *from = at->operands[0].get();
    if (from->kind == Expr::Kind::Cast && !from->operands.empty() &&
        holdsAllOf(from->type, from->operands[0]->type) && isAs(*from->operands[0], at->type))
      from = from->operands[0].get();
    if (!isAs(*from, at->type))
      break;
    at = from;
  }
  return *at;
}

bool sameDefinition(const SourceNest &a, const Expr &given, const SourceNest &b,
                    const Expr &other) {
  const Expr &x = skipWidening(given), &y = skipWidening(other);
  // NULL, 0 and (void *)0 beside a pointer.
  bool isPointer = x.type.kind == CType::Kind::Pointer || y.type.kind == CType::Kind::Pointer;
  if (isPointer && isNull(x) && isNull(y))
    return true;
  if (auto number = constantValue(x)) // however it is spelled
    return number == constantValue(y);
  if (x.kind != y.kind || x.text != y.text || x.value != y.value || x.member != y.member ||
      x.type.spelling != y.type.spelling || x.operands.size() != y.operands.size())
    return false;
  if (x.kind == Expr::Kind::Symbol && a.symbol(x.symbol).name != b.symbol(y.symbol).name)
    return false;
  if (x.kind == Expr::Kind::Call || x.kind == Expr::Kind::Unsupported)
    return false;
  for (size_t k = 0; k < x.operands.size(); ++k)
    if (!sameDefinition(a, *x.operands[k], b, *y.operands[k]))
      return false;
  return true;
}

ExprRef definitionOf(const Scop &scop, const Parameter &parameter) {
  if (parameter.symbol < 0)
    return parameter.definition;
  for (const KnownAtEntry &entry : scop.nest.knownAtEntry)
    if (entry.symbol == parameter.symbol)
      return entry.value;
  return nullptr;
}

std::optional<Polynomial> parameterDefinedAs(const Scop &scop, const Expr &expr, bool mayChange) {
  for (const Parameter &parameter : scop.parameters)
    if (ExprRef definition = parameter.isTruth ? nullptr : definitionOf(scop, parameter);
        definition && sameDefinition(scop.nest, *definition, scop.nest, expr) &&
        (mayChange || isKept(scop.nest, expr)))
      return Polynomial::symbol(parameter.name);
  return std::nullopt;
}

std::optional<StatementMatch> matchStatements(const Scop &emitted,
                                              const ScopStatement &emittedStatement,
                                              const Scop &source,
                                              const ScopStatement &sourceStatement) {
  Side e{emitted, emittedStatement}, s{source, sourceStatement};
  if (!emittedStatement.body || !sourceStatement.body ||
      emittedStatement.opaque != sourceStatement.opaque ||
      emittedStatement.accesses.size() != sourceStatement.accesses.size())
    return std::nullopt;
  Matcher matcher(e, s);
  if (!matcher.statements(*emittedStatement.body, *sourceStatement.body))
    return std::nullopt;
  // An access that the walk did not meet (a subscript that is itself read from
  // memory) is not compared, so the statements are not known to be equal.
  if (matcher.match.accesses.size() != emittedStatement.accesses.size())
    return std::nullopt;
  return matcher.match;
}

std::optional<Polynomial> integerValue(const Scop &scop, const ScopStatement &statement,
                                       const Expr &expr) {
  return Side{scop, statement, true}.valueOf(expr);
}

std::optional<CopyForm> copyForm(const Scop &scop, const ScopStatement &statement) {
  if (!statement.body || statement.opaque || statement.accesses.size() != 2)
    return std::nullopt;
  const Stmt *body = &onlyChild(*statement.body);
  bool stores = body->kind == Stmt::Kind::Declare ||
                (body->kind == Stmt::Kind::Assign && body->op() == Op::Equal);
  if (!stores || !body->value)
    return std::nullopt;
  CopyForm form;
  for (size_t k = 0; k < 2; ++k)
    (statement.accesses[k].isWrite ? form.write : form.read) = k;
  if (form.read < 0 || form.write < 0)
    return std::nullopt;
  const ScopAccess &read = statement.accesses[form.read], &write = statement.accesses[form.write];
  const ScopArray &written = scop.arrays[write.array];
  const CType &from = scop.arrays[read.array].element;
  const bool isCopy =
      written.isPrivate ? holds(written.element, from) : isSame(written.element, from);
  const Expr &value =
      isSame(written.element, from) ? withoutIdleCasts(*body->value) : skipWidening(*body->value);
  if (read.may || write.may || read.node.get() != &value || !isCopy)
    return std::nullopt;
  return form;
}

} // namespace acc
