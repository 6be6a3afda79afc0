#include "scheduling/Plan.h"

#include <algorithm>
#include <cctype>

namespace acc {
namespace {

/// A YAML scalar that reads back as `text`, also inside [] and {}.
std::string quoted(const std::string &text) {
  bool plain = !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) &&
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

std::string stepText(const Step &step) {
  switch (step.kind) {
  case Step::Kind::Split:
    return "split: {index: " + quoted(step.indices[0]) +
           ", size: " + std::to_string(step.sizes[0]) + ", inner: " + quoted(step.inner[0]) + "}";
  case Step::Kind::Tile: {
    std::string text;
    for (size_t k = 0; k < step.indices.size(); ++k)
      text += (k ? ", " : "") + quoted(step.indices[k]) + ": " + std::to_string(step.sizes[k]);
    return "tile: {" + text + "}";
  }
  case Step::Kind::Reorder:
    return "reorder: " + list(step.indices);
  }
  return "";
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
  std::string text = "- nest: " + quoted(nestId) + "\n";
  const Schedule &schedule = plan.schedule();
  if (!schedule.steps().empty())
    text += "  schedule:\n";
  for (const Step &step : schedule.steps())
    text += "    - " + stepText(step) + "\n";
  std::string decisions;
  for (const Promotion &promotion : plan.promotions())
    decisions += "    - promote: {array: " + quoted(promotion.array) +
                 ", index: " + quoted(promotion.index) + "}\n";
  if (!plan.unrolled().empty())
    decisions += "    - unroll: " + list(inOrder(schedule, plan.unrolled())) + "\n";
  if (!plan.vectorized().empty())
    decisions += "    - vectorize: " + list(inOrder(schedule, plan.vectorized())) + "\n";
  return decisions.empty() ? text : text + "  plan:\n" + decisions;
}

} // namespace acc
