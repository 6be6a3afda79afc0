#include "scheduling/Plan.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <sstream>

namespace acc {
namespace {

/// A YAML scalar that reads back as `text`, also inside [] and {}.
std::string quoted(const std::string &text) {
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
    text += (text.empty() ? "" : ", ") + quoted(name);
  return "[" + text + "]";
}

std::string list(const std::vector<Polynomial> &places) {
  std::string text;
  for (const Polynomial &place : places)
    text += (text.empty() ? "" : ", ") + quoted(place.str());
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
  auto index = [&] { return "index: " + quoted(step.indices[0]); };
  auto made = [&](const char *key) {
    return std::string(", ") + key + ": " + quoted(step.inner[0]);
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
      text += (k ? ", " : "") + quoted(step.indices[k]) + ": " + std::to_string(step.sizes[k]);
    return "tile: {" + text + "}";
  }
  case Kind::Reorder:
    return "reorder: " + list(step.indices);
  case Kind::Skew:
    return "skew: {" + index() + ", by: " + quoted(step.indices[1]) +
           (step.sizes[0] == 1 ? "" : size("factor", 0)) +
           (step.sizes[1] == 0 ? "" : size("unroll_loops_smaller_than", 1)) + "}";
  case Kind::Pad:
    return "pad: {" + index() + size("size", 0) + "}";
  case Kind::Shift:
    return "shift: {" + index() + ", by: " + quoted(step.places[0].str()) +
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
           ", at: " + quoted(step.places[0].str()) + "}";
  case Kind::UnrollAndJam:
    return "unroll_and_jam: {" + index() + size("size", 0) + made("inner") + "}";
  case Kind::Substitute:
    return "substitute: " + list(step.indices);
  case Kind::Concatenate:
    break; // part of the entry's head
  }
  return "";
}

/// "  schedule:" and the steps from the `first` on; "" for none.
std::string stepsText(const std::vector<Step> &steps, size_t first) {
  std::string text;
  for (size_t k = first; k < steps.size(); ++k)
    text += "    - " + stepText(steps[k]) + "\n";
  return text.empty() ? text : "  schedule:\n" + text;
}

/// "a#1+b#1" -> "a#1", "b#1"
std::vector<std::string> partsOf(const std::string &nestId) {
  std::vector<std::string> parts;
  std::istringstream words(nestId);
  for (std::string part; std::getline(words, part, '+');)
    parts.push_back(part);
  return parts;
}

/// Takes the names of the part's nests from the front of `nests`.
std::string partText(const Fusion::Part &part, std::vector<std::string> &nests, std::string &text);

/// The entries of the parts and the head of the entry that fuses them. Takes the
/// nests' names from the front of `nests`.
std::string fusionText(const Fusion &fusion, std::vector<std::string> &nests) {
  std::string text, parts;
  for (const Fusion::Part &part : fusion.parts)
    parts += (parts.empty() ? "" : ", ") + partText(part, nests, text);
  text += "- fuse: [" + parts + "]\n";
  if (fusion.partial)
    text += "  partial: " + std::to_string(*fusion.partial) + "\n";
  if (!fusion.names.empty())
    text += "  names: " + list(fusion.names) + "\n";
  return text;
}

std::string partText(const Fusion::Part &part, std::vector<std::string> &nests, std::string &text) {
  std::string steps = stepsText(part.steps, 0);
  std::vector<std::string> before = nests;
  if (part.fusion) {
    text += fusionText(*part.fusion, nests) + steps;
    before.resize(before.size() - nests.size());
    return list(before);
  }
  assert(!nests.empty() && "the id of a fused nest joins those of its parts");
  nests.erase(nests.begin());
  if (!steps.empty())
    text += "- nest: " + quoted(before.front()) + "\n" + steps;
  return quoted(before.front());
}

/// The members of `set` in the schedule's order.
std::vector<std::string> inOrder(const Schedule &schedule, const std::set<std::string> &set) {
  std::vector<std::string> names;
  for (const Index &index : schedule.order())
    if (set.count(index.name))
      names.push_back(index.name);
  return names;
}

} // namespace

std::string printScript(const Plan &plan, const std::string &nestId) {
  const Schedule &schedule = plan.schedule();
  const Fusion *fusion = schedule.fusion();
  std::string text;
  size_t first = 0;
  if (fusion) {
    std::vector<std::string> nests = partsOf(nestId);
    text = fusionText(*fusion, nests);
    first = fusion->steps;
  } else {
    text = "- nest: " + quoted(nestId) + "\n";
  }
  text += stepsText(schedule.steps(), first);
  std::string decisions;
  for (const Expansion &expansion : plan.expansions())
    decisions += "    - expand: {scalar: " + quoted(expansion.scalar) +
                 ", index: " + quoted(expansion.index) + "}\n";
  for (const Promotion &promotion : plan.promotions())
    decisions += std::string("    - ") + (promotion.isContraction ? "contract" : "promote") +
                 ": {array: " + quoted(promotion.array) +
                 ", index: " + quoted(promotion.index) +
                 (promotion.layout == Promotion::Layout::LastMajor ? ", layout: last_major" : "") +
                 "}\n";
  if (!plan.unrolled().empty())
    decisions += "    - unroll: " + list(inOrder(schedule, plan.unrolled())) + "\n";
  if (!plan.vectorized().empty())
    decisions += "    - vectorize: " + list(inOrder(schedule, plan.vectorized())) + "\n";
  return decisions.empty() ? text : text + "  plan:\n" + decisions;
}

} // namespace acc
