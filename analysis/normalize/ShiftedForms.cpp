#include "analysis/normalize/ShiftedForms.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/StoreFacts.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <iterator>

namespace acc {
namespace {

bool isSameType(const CType &a, const CType &b) {
  return a.isInteger() && b.isInteger() && a.isSigned == b.isSigned && a.size == b.size &&
         a.kind == b.kind;
}

/// Arithmetic in the type is that of numbers of its width: no smaller one, which C widens.
bool isWhole(const CType &type) { return type.kind == CType::Kind::Integer && type.bits() >= 32; }

int64_t quotientDownwards(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return a % b != 0 && a < 0 ? quotient - 1 : quotient;
}

/// 2^s of a mask that clears (`~7`) or keeps (`7`) the last s bits; none for other numbers.
std::optional<int64_t> powerOfMask(int64_t mask, bool isClearing) {
  int64_t power = isClearing ? -mask : mask + 1;
  bool isPower = power >= 2 && power <= (int64_t(1) << 30) && (power & (power - 1)) == 0;
  return isPower ? std::optional(power) : std::nullopt;
}

} // namespace

ShiftedForms::ShiftedForms(const SourceNest &nest) : nest(nest) {
  const StoreFacts stores(nest);
  const std::set<SymbolId> assigned = assignedIn(nest.root);
  std::map<SymbolId, ExprRef> open;
  auto stays = [&](SymbolId symbol) { return !assigned.count(symbol) && !stores.isMemory(symbol); };
  for (const KnownAtEntry &entry : nest.knownAtEntry) {
    bool isArithmetic = stays(entry.symbol) && nest.symbol(entry.symbol).type.isInteger();
    forEachExpr(entry.value, [&](const ExprRef &part) {
      isArithmetic &= part->type.isInteger() &&
                      (part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
                       part->kind == Expr::Kind::Binary ||
                       (part->kind == Expr::Kind::Symbol && stays(part->symbol)));
    });
    if (isArithmetic)
      open.emplace(entry.symbol, entry.value);
  }
  // Those of which others are made first.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto entry = open.begin(); entry != open.end();) {
      bool isReady = std::none_of(open.begin(), open.end(), [&](const auto &other) {
        return names(entry->second, other.first);
      });
      if (isReady && !isLargerThan(entry->second, 100)) {
        const Symbol &symbol = nest.symbol(entry->first);
        atEntry.emplace(entry->first, makeExplicitCast(resolved(entry->second), symbol.type));
      }
      isChanged |= isReady;
      entry = isReady ? open.erase(entry) : std::next(entry);
    }
  }
}

ExprRef ShiftedForms::resolved(const ExprRef &expr) const {
  return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
    auto known = part->kind == Expr::Kind::Symbol ? atEntry.find(part->symbol) : atEntry.end();
    return known == atEntry.end() ? nullptr : known->second;
  });
}

const std::string &ShiftedForms::counterName() {
  static const std::string kName = "k_";
  return kName;
}

std::optional<std::string> ShiftedForms::textOf(const std::vector<StmtRef> &stmts, SymbolId of,
                                                int64_t by) {
  counter = of;
  shift = by;
  failed = false;
  own.clear();
  std::string result = text(stmts);
  return failed ? std::nullopt : std::optional(result);
}

std::optional<std::string> ShiftedForms::textOf(const ExprRef &expr) {
  counter = -1;
  failed = false;
  own.clear();
  std::string result = text(expr);
  return failed ? std::nullopt : std::optional(result);
}

std::optional<Polynomial> ShiftedForms::valueOf(const ExprRef &expr, SymbolId of) {
  counter = of;
  shift = 0;
  failed = false;
  own.clear();
  if (!expr->type.isInteger())
    return std::nullopt;
  Polynomial value = exact(expr);
  return failed || value.overflowed() ? std::nullopt : std::optional(value);
}

bool ShiftedForms::dependsOnCounter(const Polynomial &value) const {
  const std::set<std::string> names = value.symbols();
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return name == counterName() || (keys.count(name) && atoms.at(keys.at(name)).hasCounter);
  });
}

const NamedQuotient *ShiftedForms::quotientOf(const std::string &name) const {
  auto key = keys.find(name);
  if (key == keys.end() || !atoms.at(key->second).quotient)
    return nullptr;
  return &*atoms.at(key->second).quotient;
}

// Texts.

std::string ShiftedForms::text(const std::vector<StmtRef> &stmts) {
  std::string all;
  for (const StmtRef &stmt : stmts)
    all += text(stmt);
  return all;
}

std::string ShiftedForms::text(const StmtRef &stmt) {
  if (!stmt)
    return ";";
  if (!stmt->claim.empty() || !stmt->loop.pragma.empty() || stmt->runsFirst)
    failed = true;
  auto condition = [&] { return stmt->condition ? text(stmt->condition) : std::string(); };
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    return text(stmt->children);
  case Stmt::Kind::Empty:
    return "";
  case Stmt::Kind::Assign:
    return assignText(*stmt);
  case Stmt::Kind::Declare: {
    std::string value = stmt->value ? text(stmt->value) : "";
    const Symbol &symbol = nest.symbol(stmt->symbol);
    if (symbol.type.kind == CType::Kind::Array || symbol.isStaticOrThreadLocal)
      failed = true;
    own[stmt->symbol] = "own" + std::to_string(own.size());
    return "let " + symbol.type.spelling + " " + own[stmt->symbol] + " = " + value + ";";
  }
  case Stmt::Kind::Evaluate:
    return text(stmt->value) + ";";
  case Stmt::Kind::If: {
    std::string all = "if " + condition();
    for (const StmtRef &child : stmt->children)
      all += " {" + text(child) + "}";
    return all + ";";
  }
  case Stmt::Kind::For: {
    std::string first = text(stmt->init), test = condition(), step = text(stmt->step);
    return "for " + first + test + ";" + step + "{" + text(stmt->children[0]) + "}";
  }
  default:
    failed = true;
    return "";
  }
}

/// `v = v + x` and `v += x` where both are computed in the type of v.
std::string ShiftedForms::assignText(const Stmt &assign) {
  const std::string target = text(assign.target);
  std::string op = assign.text;
  ExprRef value = assign.value;
  const CType &type = assign.target->type;
  if (op == "=" && value->kind == Expr::Kind::Binary && value->text.size() == 1 &&
      value->type.spelling == type.spelling && value->operands[1]->type.spelling == type.spelling &&
      text(value->operands[0]) == target) {
    op = value->text + "=";
    value = value->operands[1];
  } else if (op != "=" &&
             (value->type.spelling != type.spelling || (type.isInteger() && !isWhole(type)))) {
    op += " as " + value->type.spelling; // widened for the operation, and narrowed again
  }
  return target + " " + op + " " + text(value) + ";";
}

std::string ShiftedForms::symbolText(SymbolId symbol) {
  auto local = own.find(symbol);
  return local != own.end() ? local->second : "v" + std::to_string(symbol);
}

std::string ShiftedForms::textOf(const Polynomial &value) {
  if (value.overflowed())
    failed = true;
  return value.str();
}

std::string ShiftedForms::text(const ExprRef &expr) {
  if (isWhole(expr->type))
    return "(" + expr->type.spelling + ": " + textOf(number(expr)) + ")";
  std::string head;
  switch (expr->kind) {
  case Expr::Kind::Integer:
    return std::to_string(expr->value) + " " + expr->type.spelling;
  case Expr::Kind::Literal:
    return expr->text + " " + expr->type.spelling;
  case Expr::Kind::Symbol:
    if (expr->symbol == counter)
      failed = true; // of a type that is none of numbers
    return symbolText(expr->symbol);
  case Expr::Kind::Access:
    return accessText(*expr);
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Call:
    head = expr->text;
    break;
  case Expr::Kind::Cast:
    if (expr->operands.size() > 1)
      failed = true;
    head = "as";
    break;
  case Expr::Kind::Conditional:
    head = "choose";
    break;
  default:
    failed = true;
    return "";
  }
  for (const ExprRef &operand : expr->operands)
    head += " " + text(operand);
  return "(" + head + " " + expr->type.spelling + ")";
}

/// (a + x)[y] is a[x + y].
std::string ShiftedForms::accessText(const Expr &access) {
  // Behind a pointer what counts is the number modulo 2^64.
  auto index = [&](const ExprRef &expr) {
    bool isRing = expr->type.isSigned || expr->type.bits() >= nest.unit->pointerBits;
    return isRing && isWhole(expr->type) ? number(expr) : exact(expr);
  };
  ExprRef base = access.operands[0];
  Polynomial first(0);
  while (base->kind == Expr::Kind::Binary && (base->op() == Op::Plus || base->op() == Op::Minus) &&
         base->operands[0]->type.kind == CType::Kind::Pointer &&
         base->operands[1]->type.isInteger() &&
         base->type.spelling == base->operands[0]->type.spelling) {
    bool isMinus = base->op() == Op::Minus;
    if (isMinus && !base->operands[1]->type.isSigned)
      break;
    first = isMinus ? first - index(base->operands[1]) : first + index(base->operands[1]);
    base = base->operands[0];
  }
  std::string all = "at " + text(base);
  for (size_t k = 1; k < access.operands.size(); ++k) {
    Polynomial subscript = index(access.operands[k]);
    all += "[" + textOf(k == 1 ? first + subscript : subscript) + "]";
  }
  if (access.operands.size() == 1)
    all += "[" + textOf(first) + "]";
  return "(" + all + access.member + " " + access.type.spelling + ")";
}

// Numbers.

Polynomial ShiftedForms::atom(const std::string &key, const std::set<std::string> &parts) {
  auto [entry, isNew] = atoms.try_emplace(key);
  if (isNew) {
    entry->second.name = "x" + std::to_string(atoms.size());
    keys[entry->second.name] = key;
  }
  for (const std::string &part : parts)
    entry->second.hasCounter |=
        part == counterName() || (keys.count(part) && atoms.at(keys.at(part)).hasCounter);
  return Polynomial::symbol(entry->second.name);
}

/// Whatever else stands in the text of a value.
bool ShiftedForms::hasCounterIn(const std::string &key) const {
  auto isPart = [](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t begin = 0; begin < key.size();) {
    size_t end = begin;
    while (end < key.size() && isPart(key[end]))
      ++end;
    std::string word = key.substr(begin, end - begin);
    if (word == counterName() || (keys.count(word) && atoms.at(keys.at(word)).hasCounter))
      return true;
    begin = end + 1;
  }
  return false;
}

Polynomial ShiftedForms::opaque(const ExprRef &expr, const std::string &kind) {
  std::string key = kind;
  if (expr->kind == Expr::Kind::Symbol) {
    key += symbolText(expr->symbol);
  } else if (expr->kind == Expr::Kind::Access) {
    key += accessText(*expr);
  } else if (expr->kind == Expr::Kind::Unary || expr->kind == Expr::Kind::Binary ||
             expr->kind == Expr::Kind::Call || expr->kind == Expr::Kind::Cast ||
             expr->kind == Expr::Kind::Conditional) {
    key += "(" + std::to_string(int(expr->kind)) + expr->text;
    for (const ExprRef &operand : expr->operands)
      key += " " + text(operand);
    key += ")";
  } else {
    failed = true;
  }
  key += " " + expr->type.spelling;
  Polynomial value = atom(key);
  if (hasCounterIn(key))
    atoms.at(key).hasCounter = true;
  return value;
}

Polynomial ShiftedForms::quotient(const Polynomial &dividend, int64_t divisor, bool isFloor) {
  if (auto constant = dividend.constant())
    return Polynomial(isFloor ? quotientDownwards(*constant, divisor) : *constant / divisor);
  if (auto whole = dividend.dividedBy(Polynomial(divisor)))
    return *whole;
  std::string key =
      (isFloor ? "floor " : "quotient ") + textOf(dividend) + " by " + std::to_string(divisor);
  Polynomial value = atom(key, dividend.symbols());
  atoms.at(key).quotient = NamedQuotient{dividend, divisor, isFloor};
  return value;
}

/// Quotients and remainders by constants, also as shifts and masks; none for another operation.
std::optional<Polynomial> ShiftedForms::division(const Expr &expr) {
  if (expr.kind != Expr::Kind::Binary || !isWhole(expr.type))
    return std::nullopt;
  // ~3 as an unsigned long has the bits of ~3.
  const Expr &right = *expr.operands[1];
  const bool isExtended = expr.op() == Op::Amp && right.kind == Expr::Kind::Cast &&
                          right.operands[0]->type.isInteger() && right.operands[0]->type.isSigned &&
                          right.type.bits() >= right.operands[0]->type.bits();
  auto constant = constantValue(isExtended ? *right.operands[0] : right);
  if (!constant || !isSameType(expr.operands[0]->type, expr.type))
    return std::nullopt;
  if (expr.op() == Op::Slash || expr.op() == Op::Percent) {
    if (*constant < 1 || *constant > (int64_t(1) << 30) ||
        !isSameType(expr.operands[1]->type, expr.type))
      return std::nullopt;
    Polynomial dividend = exact(expr.operands[0]), whole = quotient(dividend, *constant, false);
    return expr.op() == Op::Slash ? whole : dividend - Polynomial(*constant) * whole;
  }
  const bool isFloor = expr.type.isSigned;
  if (expr.op() == Op::GreaterGreater && *constant > 0 && *constant < 31)
    return quotient(exact(expr.operands[0]), int64_t(1) << *constant, isFloor);
  if (expr.op() != Op::Amp || !isSameType(expr.operands[1]->type, expr.type))
    return std::nullopt;
  // ~3u is 4294967292.
  int64_t mask = *constant;
  if (!expr.type.isSigned && expr.type.bits() == 32 && mask > INT32_MAX)
    mask -= int64_t(1) << 32;
  if (auto power = powerOfMask(mask, true); power && mask < 0)
    return Polynomial(*power) * quotient(exact(expr.operands[0]), *power, isFloor);
  if (auto power = powerOfMask(mask, false); power && mask > 0) {
    Polynomial dividend = exact(expr.operands[0]);
    return dividend - Polynomial(*power) * quotient(dividend, *power, isFloor);
  }
  return std::nullopt;
}

Polynomial ShiftedForms::number(const ExprRef &expr) {
  const CType &type = expr->type;
  if (!isWhole(type))
    return opaque(expr, "number ");
  if (expr->kind == Expr::Kind::Integer)
    return Polynomial(expr->value);
  if (expr->kind == Expr::Kind::Symbol && expr->symbol == counter)
    return Polynomial::symbol(counterName()) + Polynomial(shift);
  if (auto parts = division(*expr))
    return *parts;
  if (expr->kind == Expr::Kind::Unary && (expr->op() == Op::Minus || expr->op() == Op::Plus) &&
      isSameType(expr->operands[0]->type, type))
    return expr->op() == Op::Minus ? -number(expr->operands[0]) : number(expr->operands[0]);
  if (expr->kind == Expr::Kind::Binary && isSameType(expr->operands[0]->type, type)) {
    if (expr->op() == Op::LessLess) {
      auto bits = constantValue(*expr->operands[1]);
      if (bits && *bits >= 0 && *bits < 31)
        return number(expr->operands[0]) * Polynomial(int64_t(1) << *bits);
    }
    bool isRing = expr->op() == Op::Plus || expr->op() == Op::Minus || expr->op() == Op::Star;
    if (isRing && isSameType(expr->operands[1]->type, type)) {
      Polynomial a = number(expr->operands[0]), b = number(expr->operands[1]);
      return expr->op() == Op::Plus ? a + b : expr->op() == Op::Minus ? a - b : a * b;
    }
  }
  if (expr->kind == Expr::Kind::Cast && expr->operands[0]->type.isInteger())
    return convertedNumber(*expr);
  return opaque(expr, "number ");
}

/// A signed number, which does not wrap, is itself in every type that holds it and modulo 2^n in an
/// unsigned one; an unsigned one is so in no wider type.
Polynomial ShiftedForms::convertedNumber(const Expr &cast) {
  const ExprRef &operand = cast.operands[0];
  const CType &from = operand->type, &to = cast.type;
  if (!isWhole(from)) // each of its numbers is an atom as it is
    return keepsValues(from, to) || !to.isSigned ? number(operand)
                                                 : opaque(std::make_shared<Expr>(cast), "number ");
  bool isKept = from.isSigned ? !to.isSigned || to.bits() >= from.bits()
                              : !to.isSigned && to.bits() <= from.bits();
  if (isKept)
    return number(operand);
  if (keepsValues(from, to))
    return exact(operand);
  return opaque(std::make_shared<Expr>(cast), "number ");
}

Polynomial ShiftedForms::exact(const ExprRef &expr) {
  if (expr->type.isSigned || !isWhole(expr->type))
    return number(expr);
  if (auto value = exactUnsigned(*expr))
    return *value;
  Polynomial modulo = number(expr);
  return atom("value " + textOf(modulo) + " " + expr->type.spelling, modulo.symbols());
}

/// What is no sum or difference that may wrap; none for others.
std::optional<Polynomial> ShiftedForms::exactUnsigned(const Expr &expr) {
  if (auto constant = constantValue(expr))
    return Polynomial(*constant);
  if (expr.kind == Expr::Kind::Symbol && expr.symbol != counter)
    return number(std::make_shared<Expr>(expr));
  if (expr.kind == Expr::Kind::Symbol && shift == 0)
    return Polynomial::symbol(counterName());
  if (expr.kind == Expr::Kind::Cast && keepsValues(expr.operands[0]->type, expr.type))
    return exact(expr.operands[0]);
  if (auto parts = division(expr))
    return parts;
  if (expr.kind != Expr::Kind::Binary || !isSameType(expr.operands[0]->type, expr.type))
    return std::nullopt;
  const Expr &left = *expr.operands[0], &right = *expr.operands[1];
  // n - n % 4
  bool isRest = expr.op() == Op::Minus && right.kind == Expr::Kind::Binary &&
                (right.op() == Op::Percent || right.op() == Op::Amp);
  if (isRest && division(right) && exact(expr.operands[0]) == exact(right.operands[0]))
    return exact(expr.operands[0]) - exact(expr.operands[1]);
  // n/4*4, (n >> 2) << 2
  auto factor = constantValue(right);
  bool isShift = expr.op() == Op::LessLess && left.op() == Op::GreaterGreater,
       isProduct = expr.op() == Op::Star && left.op() == Op::Slash;
  if (factor && (isShift || isProduct) && division(left) &&
      constantValue(*left.operands[1]) == factor)
    return exact(expr.operands[0]) * Polynomial(isShift ? int64_t(1) << *factor : *factor);
  return std::nullopt;
}

} // namespace acc
