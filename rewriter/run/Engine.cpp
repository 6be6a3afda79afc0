#include "rewriter/run/Engine.h"

#include <algorithm>
#include <cstring>
#include <deque>

extern "C" {
#include "rewriter/run/engine/runner.h"
}

namespace acc {
namespace {

/// Enough for loops that count, little enough for many inputs.
constexpr long kAccessesOfCall = 40000, kAccessesOfSearch = 3000000;
constexpr int kTrials = 1200, kKept = 40, kCompared = 120;

/// The engine calls plain functions.
const EngineRequest *request = nullptr;

void storeNumber(char *place, const LayoutSlot &slot, const acc_verify_value &value) {
  if (slot.kind == LayoutSlot::Kind::Buffer) {
    std::memcpy(place, &value.acc_p, sizeof value.acc_p);
  } else if (slot.kind == LayoutSlot::Kind::Floating) {
    store_floating(place, value.acc_d, static_cast<int>(slot.size));
  } else {
    long number = slot.isBoolean ? value.acc_l != 0 : value.acc_l;
    std::memset(place, number < 0 ? -1 : 0, slot.size);
    std::memcpy(place, &number, std::min<size_t>(slot.size, sizeof number));
  }
}

void store(const acc_verify_value *values, const acc_verify_range *ranges) {
  for (const LayoutStore &entry : request->layout.stores) {
    const LayoutSlot &slot = request->layout.slots[entry.slot];
    long offset = static_cast<long>(entry.offset);
    if (!entry.owner) {
      storeNumber(static_cast<char *>(request->variables[entry.variable]) + offset, slot,
                  values[entry.slot]);
      continue;
    }
    const acc_verify_range &there = ranges[*entry.owner];
    long size = slot.kind == LayoutSlot::Kind::Buffer ? 8 : slot.size;
    if (there.acc_low <= offset && offset + size <= there.acc_high)
      storeNumber(static_cast<char *>(values[*entry.owner].acc_p) + offset, slot,
                  values[entry.slot]);
  }
}

/// What a call does is stored before it: pointers are those of the call.
void callEntry(void (*entry)(), const acc_verify_value *values) {
  for (const LayoutStore &place : request->layout.stores)
    if (!place.owner)
      storeNumber(static_cast<char *>(request->variables[place.variable]) + place.offset,
                  request->layout.slots[place.slot], values[place.slot]);
  entry();
}
void callOriginal(acc_verify_value *values) { callEntry(request->original, values); }
void callRewritten(acc_verify_value *values) { callEntry(request->rewritten, values); }

/// The tables of the engine.
class Tables {
public:
  explicit Tables(const EngineRequest &request) : layout(request.layout) {
    for (const LayoutSlot &slot : layout.slots) {
      acc_verify_slot row = {};
      row.name = slot.name.c_str();
      row.kind = slot.kind == LayoutSlot::Kind::Integer    ? ACC_VERIFY_INTEGER
                 : slot.kind == LayoutSlot::Kind::Floating ? ACC_VERIFY_FLOATING
                                                           : ACC_VERIFY_BUFFER;
      row.size = static_cast<int>(slot.size);
      row.is_signed = slot.isSigned;
      row.is_const = slot.isConst;
      row.is_restrict = slot.isRestrict;
      row.element = slot.element;
      row.align = slot.align;
      row.leaves = leavesOf(slot.leaves);
      row.leaf_count = static_cast<int>(slot.leaves.size());
      slots.push_back(row);
    }
    for (const LayoutStore &entry : layout.stores)
      if (!entry.owner && entry.offset == 0 && request.isSet[entry.variable])
        slots[entry.slot].is_set = 1;
  }

  acc_verify_function function(const EngineRequest &request,
                               std::vector<acc_verify_global> &globals) {
    for (size_t k = 0; k < layout.variables.size(); ++k) {
      const LayoutVariable &variable = layout.variables[k];
      acc_verify_global row = {};
      row.name = variable.name.c_str();
      row.address = request.variables[k];
      row.size = variable.size;
      row.element = variable.element;
      row.leaves = leavesOf(variable.leaves);
      row.leaf_count = static_cast<int>(variable.leaves.size());
      row.is_local = request.isLocal[k];
      row.is_dead = request.isDead[k];
      globals.push_back(row);
    }
    acc_verify_function result = {};
    result.slots = slots.data();
    result.slot_count = static_cast<int>(slots.size());
    result.globals = globals.data();
    result.global_count = static_cast<int>(globals.size());
    result.result = ACC_VERIFY_NOTHING;
    result.table = request.shortestTable;
    return result;
  }

private:
  const acc_verify_leaf *leavesOf(const std::vector<LayoutLeaf> &leaves) {
    kept.emplace_back();
    for (const LayoutLeaf &leaf : leaves)
      kept.back().push_back({leaf.offset,
                             leaf.target       ? ACC_VERIFY_ADDRESS
                             : leaf.isFloating ? ACC_VERIFY_FLOATING
                             : leaf.isBoolean  ? ACC_VERIFY_TRUTH
                                               : ACC_VERIFY_INTEGER,
                             static_cast<int>(leaf.size), leaf.isSigned,
                             static_cast<int>(leaf.target.value_or(0))});
    return kept.back().data();
  }

  const InputLayout &layout;
  std::vector<acc_verify_slot> slots;
  std::deque<std::vector<acc_verify_leaf>> kept;
};

void addHint(const std::map<std::string, int64_t> &values, const InputLayout &layout) {
  if (hint_count == MOST_HINTS)
    return;
  Hint &hint = hints[hint_count++];
  for (size_t k = 0; k < layout.slots.size(); ++k)
    if (auto value = values.find(layout.slots[k].name); value != values.end()) {
      hint.values[k] = value->second;
      hint.is_given[k] = 1;
    }
}

} // namespace

void searchInputs(const EngineRequest &wanted, std::FILE *out) {
  request = &wanted;
  Tables tables(wanted);
  std::vector<acc_verify_global> globals;
  acc_verify_function functions[2] = {tables.function(wanted, globals), {}};
  functions[0].setup = store;
  functions[1] = functions[0];
  functions[0].call = callOriginal;
  functions[1].call = callRewritten;
  lines = out;
  long spent = 0;
  original = {&functions[0], &spent, &spent, "original", nullptr, 1};
  rewritten = {&functions[1], wanted.taken, &spent, "rewritten", nullptr, 1};
  f = original.function;
  first_nest = 0;
  nest_count = 1;
  limits.ticks = kAccessesOfCall;
  limits.all_ticks = kAccessesOfSearch;
  limits.trials = kTrials;
  limits.kept = kKept;
  limits.cases = kCompared;
  limits.is_varied = limits.is_counted = 1;
  limits.is_exact = wanted.isExact;
  for (long constant : wanted.constants)
    if (constant_count < MOST_CONSTANTS)
      constants[constant_count++] = constant;
  for (long limit : wanted.narrow)
    if (narrow_count < MOST_NARROW)
      narrow[narrow_count++] = limit;
  for (const auto &wantedValues : wanted.hints)
    addHint(wantedValues, wanted.layout);
  catch_signals();
  search(nullptr);
  std::fprintf(lines, "taken\t0\t%ld\t%ld\n", hits[0], misses[0]);
  std::fprintf(lines, "done\t%d\t%d\n", cases, unusable);
}

} // namespace acc
