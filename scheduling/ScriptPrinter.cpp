#include "scheduling/ScriptLine.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <sstream>

namespace acc {
namespace {

/// A YAML scalar that reads back as `text`, also inside [] and {}.
std::string inQuotes(const std::string &text) {
  bool plain = !text.empty() && std::isalnum(static_cast<unsigned char>(text[0])) &&
               std::all_of(text.begin(), text.end(), [](unsigned char c) {
                 return std::isalnum(c) || c == '_' || c == '#' || c == '.';
               });
  if (plain)
    return text;
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

template <typename Names> std::string list(const Names &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + inQuotes(name);
  return "[" + text + "]";
}

std::string list(const std::vector<Polynomial> &places) {
  std::string text;
  for (const Polynomial &place : places)
    text += (text.empty() ? "" : ", ") + inQuotes(place.str());
  return "[" + text + "]";
}

std::string list(const std::vector<std::vector<std::string>> &parts) {
  std::string text;
  for (const std::vector<std::string> &part : parts)
    text += (text.empty() ? "" : ", ") + list(part);
  return "[" + text + "]";
}

std::string stepText(const Step &step) {
  using Kind = Step::Kind;
  auto index = [&] { return "index: " + inQuotes(step.indices[0]); };
  auto made = [&](const char *key) {
    return std::string(", ") + key + ": " + inQuotes(step.inner[0]);
  };
  auto size = [&](const char *key, int k) {
    return std::string(", ") + key + ": " + std::to_string(step.sizes[k]);
  };
  switch (step.kind) {
  case Kind::Split:
    return "split: {" + index() + size("size", 0) + made("inner") + "}";
  case Kind::Tile: {
    std::string text;
    for (size_t k = 0; k < step.indices.size(); ++k)
      text += (k ? ", " : "") + inQuotes(step.indices[k]) + ": " + std::to_string(step.sizes[k]);
    return "tile: {" + text + "}";
  }
  case Kind::Reorder:
    return "reorder: " + list(step.indices);
  case Kind::Skew:
    return "skew: {" + index() + ", by: " + inQuotes(step.indices[1]) +
           (step.sizes[0] == 1 ? "" : size("factor", 0)) +
           (step.sizes[1] == 0 ? "" : size("unroll_loops_smaller_than", 1)) + "}";
  case Kind::Pad:
    return "pad: {" + index() + size("size", 0) + "}";
  case Kind::Shift:
    return "shift: {" + index() + ", by: " + inQuotes(step.places[0].str()) +
           (step.statements[0].empty() ? "" : ", statements: " + list(step.statements[0])) + "}";
  case Kind::Fuse:
    return "fuse: {indices: " + list(step.indices) + made("name") + "}";
  case Kind::Distribute:
    return "distribute: {" + index() + ", parts: " + list(step.statements) + made("name") + "}";
  case Kind::Hoist:
    return "hoist: {statements: " + list(step.statements[0]) + ", " + index() + made("name") + "}";
  case Kind::IndexSetSplit: {
    std::vector<std::string> pieces(step.inner.begin() + 1, step.inner.end());
    return "index_set_split: {" + index() + ", at: " + list(step.places) + made("name") +
           (pieces.empty() ? "" : ", names: " + list(pieces)) + "}";
  }
  case Kind::Peel:
    return "peel: {" + index() + size("front", 0) + size("back", 1) + made("name") + "}";
  case Kind::Sink:
    return "sink: {statements: " + list(step.statements[0]) + ", " + index() +
           ", at: " + inQuotes(step.places[0].str()) + "}";
  case Kind::UnrollAndJam:
    return "unroll_and_jam: {" + index() + size("size", 0) + made("inner") + "}";
  case Kind::Substitute:
    return "substitute: " + list(step.indices);
  case Kind::Concatenate:
    break; // part of the entry's head
  }
  return "";
}

/// An entry of a script: keys with their values, the first of them what it is for; and its lists.
struct EntryText {
  std::vector<std::string> head, schedule, plan;
};

std::vector<std::string> stepTexts(const std::vector<Step> &steps, size_t first) {
  std::vector<std::string> texts;
  for (size_t k = first; k < steps.size(); ++k)
    texts.push_back(stepText(steps[k]));
  return texts;
}

/// "  plan:" with an item a line; "" for none.
std::string itemLines(const char *key, const std::vector<std::string> &items) {
  std::string text;
  for (const std::string &item : items)
    text += "    - " + item + "\n";
  return text.empty() ? text : std::string("  ") + key + ":\n" + text;
}

std::string linesOf(const EntryText &entry) {
  std::string text;
  for (const std::string &line : entry.head)
    text += (text.empty() ? "- " : "  ") + line + "\n";
  return text + itemLines("schedule", entry.schedule) + itemLines("plan", entry.plan);
}

/// ", plan: [{item}, {item}]"; "" for none.
std::string itemsInLine(const char *key, const std::vector<std::string> &items) {
  std::string text;
  for (const std::string &item : items)
    text += (text.empty() ? "{" : ", {") + item + "}";
  return text.empty() ? text : std::string(", ") + key + ": [" + text + "]";
}

std::string inLine(const EntryText &entry) {
  std::string text;
  for (const std::string &line : entry.head)
    text += (text.empty() ? "{" : ", ") + line;
  return text + itemsInLine("schedule", entry.schedule) + itemsInLine("plan", entry.plan) + "}";
}

/// "a#1+b#1" -> "a#1", "b#1"
std::vector<std::string> partsOf(const std::string &nestId) {
  std::vector<std::string> parts;
  std::istringstream words(nestId);
  for (std::string part; std::getline(words, part, '+');)
    parts.push_back(part);
  return parts;
}

/// Takes the names of the part's nests from the front of `nests`; its name in the head of a `fuse`
/// entry.
std::string addPart(const Fusion::Part &part, std::vector<std::string> &nests,
                    std::vector<EntryText> &entries);

/// The entries of the parts and the one that fuses them. Takes the nests' names from the front of
/// `nests`.
void addFusion(const Fusion &fusion, std::vector<std::string> &nests,
               std::vector<EntryText> &entries) {
  std::string parts;
  for (const Fusion::Part &part : fusion.parts)
    parts += (parts.empty() ? "" : ", ") + addPart(part, nests, entries);
  EntryText &entry = entries.emplace_back();
  entry.head = {"fuse: [" + parts + "]"};
  if (fusion.partial)
    entry.head.push_back("partial: " + std::to_string(*fusion.partial));
  if (!fusion.names.empty())
    entry.head.push_back("names: " + list(fusion.names));
}

std::string addPart(const Fusion::Part &part, std::vector<std::string> &nests,
                    std::vector<EntryText> &entries) {
  std::vector<std::string> steps = stepTexts(part.steps, 0), before = nests;
  if (part.fusion) {
    addFusion(*part.fusion, nests, entries);
    entries.back().schedule = std::move(steps);
    before.resize(before.size() - nests.size());
    return list(before);
  }
  assert(!nests.empty() && "the id of a fused nest joins those of its parts");
  nests.erase(nests.begin());
  if (!steps.empty())
    entries.push_back({{"nest: " + inQuotes(before.front())}, std::move(steps), {}});
  return inQuotes(before.front());
}

/// The members of `set` in the schedule's order.
std::vector<std::string> inOrder(const Schedule &schedule, const std::set<std::string> &set) {
  std::vector<std::string> names;
  for (const Index &index : schedule.order())
    if (set.count(index.name))
      names.push_back(index.name);
  return names;
}

std::vector<EntryText> entriesOf(const Plan &plan, const std::string &nestId) {
  const Schedule &schedule = plan.schedule();
  const Fusion *fusion = schedule.fusion();
  std::vector<EntryText> entries;
  size_t first = 0;
  if (fusion) {
    std::vector<std::string> nests = partsOf(nestId);
    addFusion(*fusion, nests, entries);
    first = fusion->steps;
  } else {
    entries.push_back({{"nest: " + inQuotes(nestId)}, {}, {}});
  }
  EntryText &entry = entries.back();
  entry.schedule = stepTexts(schedule.steps(), first);
  for (const Expansion &expansion : plan.expansions())
    entry.plan.push_back("expand: {scalar: " + inQuotes(expansion.scalar) +
                         ", index: " + inQuotes(expansion.index) + "}");
  for (const Promotion &promotion : plan.promotions())
    entry.plan.push_back(
        std::string(promotion.isContraction ? "contract" : "promote") +
        ": {array: " + inQuotes(promotion.array) + ", index: " + inQuotes(promotion.index) +
        (promotion.layout == Promotion::Layout::LastMajor ? ", layout: last_major" : "") + "}");
  if (!plan.unrolled().empty())
    entry.plan.push_back("unroll: " + list(inOrder(schedule, plan.unrolled())));
  if (!plan.vectorized().empty())
    entry.plan.push_back("vectorize: " + list(inOrder(schedule, plan.vectorized())));
  for (const Parallel &one : plan.parallels())
    entry.plan.push_back("parallelize: {indices: " + list(one.indices) + "}");
  return entries;
}

} // namespace

std::string printScript(const Plan &plan, const std::string &nestId) {
  std::string text;
  for (const EntryText &entry : entriesOf(plan, nestId))
    text += linesOf(entry);
  return text;
}

std::string printScriptInLine(const Plan &plan, const std::string &nestId) {
  std::string text;
  for (const EntryText &entry : entriesOf(plan, nestId))
    text += (text.empty() ? "" : ", ") + inLine(entry);
  return text;
}

} // namespace acc
