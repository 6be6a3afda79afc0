#include "analysis/tree/Reordering.h"

#include "analysis/tree/CallEffects.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {

void Reordering::addReads(const ExprRef &expr, Footprint &footprint) const {
  forEachExpr(expr, [&](const ExprRef &part) {
    switch (part->kind) {
    case Expr::Kind::Symbol:
      footprint.reads.push_back({part->symbol, -1, false, part->type});
      break;
    case Expr::Kind::Access:
      footprint.reads.push_back({-1, rootOf(*part->operands[0]), false, part->type});
      break;
    case Expr::Kind::Call: {
      bool setsErrno = part->effect == CallEffect::Errno && nest.unit->readsErrno;
      footprint.isOrdered |=
          setsErrno || (part->effect != CallEffect::Pure && part->effect != CallEffect::Errno);
      if (mayWriteMemory(*part))
        footprint.writes.push_back({-1, -1, true, {}});
      if (mayWriteMemory(*part) || part->effect == CallEffect::Observes)
        footprint.reads.push_back({-1, -1, true, {}});
      break;
    }
    case Expr::Kind::Unsupported:
      footprint.reads.push_back({-1, -1, true, {}});
      footprint.writes.push_back({-1, -1, true, {}});
      for (SymbolId changed : part->changed)
        footprint.writes.push_back({changed, -1, false, nest.symbol(changed).type});
      break;
    default:
      break;
    }
  });
}

Reordering::Footprint Reordering::of(const StmtRef &stmt) const {
  Footprint footprint;
  forEachStmt(stmt, [&](const StmtRef &each) {
    for (const ExprRef &expr : {each->condition, each->value})
      if (expr)
        addReads(expr, footprint);
    if (each->kind == Stmt::Kind::Declare)
      footprint.writes.push_back({each->symbol, -1, false, nest.symbol(each->symbol).type});
    if (each->kind == Stmt::Kind::Assign) {
      const Expr &target = *each->target;
      bool isName = target.kind == Expr::Kind::Symbol;
      if (!isName || each->op() != Op::Equal)
        addReads(each->target, footprint);
      if (isName)
        footprint.writes.push_back({target.symbol, -1, false, target.type});
      else if (target.kind == Expr::Kind::Access)
        footprint.writes.push_back({-1, rootOf(*target.operands[0]), false, target.type});
    }
    if (each->kind == Stmt::Kind::Unsupported) {
      footprint.reads.push_back({-1, -1, true, {}});
      footprint.writes.push_back({-1, -1, true, {}});
    }
    for (SymbolId changed : each->changed)
      footprint.writes.push_back({changed, -1, false, nest.symbol(changed).type});
  });
  return footprint;
}

bool Reordering::isMemory(const Place &place) const {
  return place.symbol < 0 || stores.isMemory(place.symbol);
}

/// s.w and s->w of s, and what these are read through.
bool Reordering::isPartOf(SymbolId part, SymbolId whole) const {
  for (SymbolId at = part; at >= 0;) {
    const Symbol &symbol = nest.symbol(at);
    if (at == whole || symbol.root == whole)
      return true;
    at = symbol.kind == Symbol::Kind::Path ? symbol.parent : -1;
  }
  return false;
}

bool Reordering::isObject(SymbolId id) const {
  if (id < 0)
    return false;
  const Symbol &symbol = nest.symbol(id);
  return symbol.kind != Symbol::Kind::Path &&
         (symbol.type.kind == CType::Kind::Array || symbol.type.kind != CType::Kind::Pointer);
}

bool Reordering::mayMeet(const Place &a, const Place &b) const {
  if (a.symbol >= 0 && b.symbol >= 0 &&
      (isPartOf(a.symbol, b.symbol) || isPartOf(b.symbol, a.symbol)))
    return true;
  if (!isMemory(a) || !isMemory(b))
    return false;
  if (a.isAll || b.isAll)
    return true;
  // Two named objects are apart, and what a pointer reaches is apart from both by type at most. In
  // allocated memory a store may give another type to what was read before (C11 6.5p6), so types
  // part nothing there.
  auto objectOf = [&](const Place &place) -> SymbolId {
    SymbolId id = place.symbol >= 0 ? place.symbol : place.base;
    if (id < 0 || (place.symbol >= 0 && nest.symbol(id).throughPointer))
      return -1;
    if (nest.symbol(id).kind == Symbol::Kind::Path && !nest.symbol(id).throughPointer &&
        (place.symbol >= 0 || nest.symbol(id).type.kind == CType::Kind::Array))
      id = nest.symbol(id).root;
    bool isNamed = place.symbol >= 0 || nest.symbol(id).type.kind == CType::Kind::Array;
    return isNamed && isObject(id) ? id : -1;
  };
  SymbolId one = objectOf(a), other = objectOf(b);
  if (one >= 0 && other >= 0 && one != other)
    return false;
  return (one < 0 && other < 0) || stores.mayAlias(a.type, b.type);
}

bool Reordering::mayMeet(const std::vector<Place> &a, const std::vector<Place> &b) const {
  return std::any_of(a.begin(), a.end(), [&](const Place &one) {
    return std::any_of(b.begin(), b.end(), [&](const Place &other) { return mayMeet(one, other); });
  });
}

bool Reordering::mayLeave(const StmtRef &stmt) {
  bool leaves = hasJump(stmt, "break") || hasJump(stmt, "continue");
  forEachStmt(stmt, [&](const StmtRef &each) {
    leaves |= each->kind == Stmt::Kind::Jump && each->text != "break" && each->text != "continue";
  });
  return leaves;
}

bool Reordering::commute(const StmtRef &a, const StmtRef &b) const {
  if (mayLeave(a) || mayLeave(b))
    return false;
  Footprint one = of(a), other = of(b);
  return !(one.isOrdered && other.isOrdered) && !mayMeet(one.writes, other.reads) &&
         !mayMeet(one.reads, other.writes) && !mayMeet(one.writes, other.writes);
}

bool Reordering::keepsValue(const StmtRef &stmt, const ExprRef &value) const {
  Footprint read;
  addReads(value, read);
  return !read.isOrdered && read.writes.empty() && !mayMeet(of(stmt).writes, read.reads);
}

bool Reordering::mayAssign(const StmtRef &stmt, SymbolId variable) const {
  return mayMeet(of(stmt).writes, {{variable, -1, false, nest.symbol(variable).type}});
}

bool Reordering::mayReadUnnamed(const StmtRef &stmt, SymbolId variable) const {
  Footprint footprint = of(stmt);
  std::erase_if(footprint.reads, [&](const Place &place) { return place.symbol == variable; });
  return mayMeet(footprint.reads, {{variable, -1, false, nest.symbol(variable).type}});
}

} // namespace acc
