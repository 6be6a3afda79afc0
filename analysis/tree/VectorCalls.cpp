#include "analysis/tree/VectorCalls.h"

#include "analysis/tree/MemoryCalls.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// What a function makes of its arguments.
enum class LaneMeaning {
  Load,      // the lane of the elements behind the first
  Store,     // the lane of the second becomes that of the elements behind the first
  Broadcast, // the first, in each lane
  Spread,    // the element behind the first, in each lane
  Zero,
  Operator, // the operator between the lanes of the two
  Chosen    // the lane of the first where it compares so with that of the second, which it is else
};

struct VectorFunction {
  const char *name; // what stands between "_mm_", "_mm256_" or "_mm512_" and "_ps" or "_pd"
  LaneMeaning meaning;
  size_t arguments;
  const char *op = "";
};

// clang-format off
constexpr VectorFunction kFunctions[] = {
    {"load",      LaneMeaning::Load,      1},
    {"loadu",     LaneMeaning::Load,      1},
    {"load1",     LaneMeaning::Spread,    1},
    {"store",     LaneMeaning::Store,     2},
    {"storeu",    LaneMeaning::Store,     2},
    {"set1",      LaneMeaning::Broadcast, 1},
    {"setzero",   LaneMeaning::Zero,      0},
    {"add",       LaneMeaning::Operator,  2, "+"},
    {"sub",       LaneMeaning::Operator,  2, "-"},
    {"mul",       LaneMeaning::Operator,  2, "*"},
    {"div",       LaneMeaning::Operator,  2, "/"},
    {"max",       LaneMeaning::Chosen,    2, ">"},
    {"min",       LaneMeaning::Chosen,    2, "<"},
};

/// Names of another form, and the one of this form that means the same.
constexpr std::pair<const char *, const char *> kAliases[] = {
    {"_mm_set_ps1",         "_mm_set1_ps"},
    {"_mm_load_ps1",        "_mm_load1_ps"},
    {"_mm_set_pd1",         "_mm_set1_pd"},
    {"_mm_load_pd1",        "_mm_load1_pd"},
    {"_mm_loaddup_pd",      "_mm_load1_pd"},
    {"_mm_broadcast_ss",    "_mm_load1_ps"},
    {"_mm256_broadcast_ss", "_mm256_load1_ps"},
    {"_mm256_broadcast_sd", "_mm256_load1_pd"},
};
// clang-format on

/// The row of the function; null for another one.
const VectorFunction *functionNamed(std::string name) {
  for (const auto &[alias, meant] : kAliases)
    if (name == alias)
      name = meant;
  const size_t open = name.find('_', 1), close = name.rfind('_');
  if (open == std::string::npos || open >= close)
    return nullptr;
  const std::string width = name.substr(0, open), type = name.substr(close + 1);
  const std::string inner = name.substr(open + 1, close - open - 1);
  if ((width != "_mm" && width != "_mm256" && width != "_mm512") || (type != "ps" && type != "pd"))
    return nullptr;
  auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                            [&](const VectorFunction &row) { return inner == row.name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

const VectorFunction *functionOf(const Expr &call) {
  const VectorFunction *row = call.kind == Expr::Kind::Call ? functionNamed(call.text) : nullptr;
  bool fits = row && call.operands.size() == row->arguments &&
              std::none_of(call.operands.begin(), call.operands.end(), hasSideEffect);
  return fits ? row : nullptr;
}

/// pointer[index], where the pointer is one to numbers of the type.
ExprRef elementBehind(const ExprRef &pointer, const ExprRef &index, const CType &number) {
  const ExprRef &row = handedOver(pointer);
  auto isPlace = [&](const CType &type) {
    return type.element && type.element->spelling == number.spelling && !type.element->isVolatile;
  };
  // Vectors may also be loaded from memory of other numbers, which the source shows by a cast.
  bool isOfNumbers = isPlace(row->type);
  forEachExpr(row, [&](const ExprRef &part) {
    const bool isCast = part->kind == Expr::Kind::Cast && part->type.element;
    isOfNumbers &= !isCast || (isPlace(part->type) && isPlace(part->operands[0]->type));
  });
  if (!isOfNumbers)
    return nullptr;
  return elementOf(row, index, number, pointer->range);
}

ExprRef conditional(const ExprRef &condition, const ExprRef &then, const ExprRef &otherwise) {
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Conditional;
  node->type = then->type;
  node->range = condition->range;
  node->operands = {condition, then, otherwise};
  return node;
}

/// The lanes of two vectors with the operator between them.
ExprRef operated(const Expr &vector, const std::string &op, bool isChoice, const ExprRef &lane) {
  const ExprRef a = laneOf(*vector.operands[0], lane), b = laneOf(*vector.operands[1], lane);
  if (!a || !b)
    return nullptr;
  return isChoice ? conditional(makeBinary(op, a, b, truthType(), vector.range), a, b)
                  : makeBinary(op, a, b, *vector.type.element, vector.range);
}

ExprRef laneOfCall(const Expr &call, const VectorFunction &function, const ExprRef &lane) {
  const CType &number = *call.type.element;
  switch (function.meaning) {
  case LaneMeaning::Load:
    return elementBehind(call.operands[0], lane, number);
  case LaneMeaning::Spread:
    return elementBehind(call.operands[0], makeInteger(0, lane->type, call.range), number);
  case LaneMeaning::Broadcast:
    return makeExplicitCast(call.operands[0], number);
  case LaneMeaning::Zero:
    return makeExplicitCast(makeInteger(0, truthType(), call.range), number);
  case LaneMeaning::Operator:
  case LaneMeaning::Chosen:
    return operated(call, function.op, function.meaning == LaneMeaning::Chosen, lane);
  case LaneMeaning::Store:
    break;
  }
  return nullptr;
}

} // namespace

bool isVector(const CType &type) {
  return type.kind == CType::Kind::Array &&
         type.spelling.find("__vector_size__") != std::string::npos;
}

int64_t laneCount(const CType &vector) { return vector.size / vector.element->size; }

bool isVectorFunction(const std::string &name) { return functionNamed(name); }

bool readsMemory(const std::string &vectorFunction) {
  const VectorFunction *row = functionNamed(vectorFunction);
  return row && (row->meaning == LaneMeaning::Load || row->meaning == LaneMeaning::Store ||
                 row->meaning == LaneMeaning::Spread);
}

bool isVectorStore(const Expr &call) {
  const VectorFunction *function = functionOf(call);
  return function && function->meaning == LaneMeaning::Store && isVector(call.operands[1]->type);
}

bool isVectorLoad(const Expr &call) {
  const VectorFunction *function = functionOf(call);
  return function && function->meaning == LaneMeaning::Load;
}

ExprRef laneOf(const Expr &vector, const ExprRef &lane) {
  if (!isVector(vector.type))
    return nullptr;
  if (vector.kind == Expr::Kind::Symbol)
    return elementOf(makeSymbol(vector.symbol, vector.type, vector.range), lane,
                     *vector.type.element, vector.range);
  if (vector.kind == Expr::Kind::Binary)
    return operated(vector, vector.text, false, lane);
  const VectorFunction *function = functionOf(vector);
  return function ? laneOfCall(vector, *function, lane) : nullptr;
}

ExprRef storedElement(const Expr &store, const ExprRef &lane) {
  return elementBehind(store.operands[0], lane, *store.operands[1]->type.element);
}

ExprRef storedLane(const Expr &store, const ExprRef &lane) {
  return laneOf(*store.operands[1], lane);
}

bool hasVectors(const StmtRef &stmt) {
  bool found = false;
  forEachExprIn(stmt, [&](const ExprRef &expr) { found |= isVector(expr->type); });
  return found;
}

} // namespace acc
