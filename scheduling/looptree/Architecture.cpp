#include "scheduling/looptree/Architecture.h"

#include <algorithm>
#include <limits>

namespace acc::looptree {
namespace {

using ArchKind = ArchNode::Kind;

std::vector<std::string> fieldsOf(ArchKind kind) {
  std::vector<std::string> fields = {"name", "spatial"};
  auto add = [&](std::vector<std::string> more) {
    fields.insert(fields.end(), more.begin(), more.end());
  };
  if (kind == ArchKind::Hierarchical)
    return {"nodes"};
  if (kind == ArchKind::Fork)
    return {"nodes", "non_forked_power_gateable", "forked_power_gateable"};
  if (kind == ArchKind::Array)
    return {"name", "spatial", "nodes"};
  if (kind == ArchKind::Container)
    return fields;
  add({"component_class", "component_model", "component_modeling_log", "actions", "enabled", "area",
       "total_area", "area_scale", "leak_power", "total_leak_power", "leak_power_scale",
       "energy_scale", "actions_scale", "total_latency", "latency_scale", "throughput_scale",
       "n_parallel_instances", "extra_attributes_for_component_model"});
  if (kind == ArchKind::Memory || kind == ArchKind::Toll)
    add({"tensors", "bits_per_value", "bits_per_action", "values_per_action"});
  if (kind == ArchKind::Memory)
    add({"size", "skip_initial_output_write"});
  if (kind == ArchKind::Toll)
    add({"direction"});
  if (kind == ArchKind::Compute)
    add({"skip_initial_output_write"});
  if (kind == ArchKind::Network)
    add({"bits_per_value", "bits_per_action", "topology"});
  return fields;
}

const std::vector<std::pair<const char *, ArchKind>> kArchTags = {
    {"Memory", ArchKind::Memory},       {"Toll", ArchKind::Toll},
    {"Compute", ArchKind::Compute},     {"Network", ArchKind::Network},
    {"Container", ArchKind::Container}, {"Hierarchical", ArchKind::Hierarchical},
    {"Fork", ArchKind::Fork},           {"Array", ArchKind::Array}};

const char *tagOf(ArchKind kind) {
  for (const auto &[tag, own] : kArchTags)
    if (own == kind)
      return tag;
  return "";
}

class ArchitectureReader {
public:
  explicit ArchitectureReader(Diagnostics &diagnostics) : diagnostics(diagnostics) {}

  void readNodes(const std::vector<YamlRef> &list, ArchNode &into) {
    for (const YamlRef &item : list) {
      auto tag = std::find_if(kArchTags.begin(), kArchTags.end(),
                              [&](const auto &one) { return item->tag == one.first; });
      if (tag == kArchTags.end()) {
        std::string known;
        for (const auto &[name, kind] : kArchTags)
          known += (known.empty() ? "!" : ", !") + std::string(name);
        diagnostics.error(item->place,
                          (item->tag.empty() ? std::string("a node of the architecture has no tag")
                                             : "there is no component !" + item->tag) +
                              "; there are: " + known);
        continue;
      }
      ArchNode node;
      node.kind = tag->second;
      node.place = item->place;
      node.node = item;
      Fields fields(*item, tag->first, fieldsOf(node.kind), diagnostics);
      if (node.kind != ArchKind::Hierarchical && node.kind != ArchKind::Fork) {
        node.name = fields.required("name");
        if (!node.name.empty() && !names.insert(node.name).second)
          fields.error("name", "there are two components '" + node.name + "'");
      }
      if (node.kind == ArchKind::Memory)
        fields.required("size");
      if (node.kind == ArchKind::Toll && !fields.get("direction"))
        fields.error("direction", "Toll needs 'direction'");
      if (node.isBranch())
        readNodes(fields.list("nodes"), node);
      into.nodes.push_back(std::move(node));
    }
  }

private:
  Diagnostics &diagnostics;
  std::set<std::string> names;
};

bool contains(const ArchNode &node, const std::string &name) {
  if (!node.isBranch())
    return node.name == name;
  return std::any_of(node.nodes.begin(), node.nodes.end(),
                     [&](const ArchNode &inner) { return contains(inner, name); });
}

/// True when the Compute was met.
bool flatten(const ArchNode &branch, const std::string &compute,
             std::vector<const ArchNode *> &out) {
  for (const ArchNode &node : branch.nodes) {
    if (node.kind == ArchKind::Fork && !contains(node, compute))
      continue;
    if (node.isBranch()) {
      if (flatten(node, compute, out) && node.kind != ArchKind::Array)
        return true;
    } else if (node.kind != ArchKind::Compute) {
      out.push_back(&node);
    } else if (node.name == compute) {
      out.push_back(&node);
      return true;
    }
  }
  return false;
}

void collectLeaves(const ArchNode &node, std::vector<const ArchNode *> &out) {
  if (!node.isBranch())
    out.push_back(&node);
  for (const ArchNode &inner : node.nodes)
    collectLeaves(inner, out);
}

/// Reads the fields of one component that have numbers.
class Evaluation {
public:
  Evaluation(const ArchNode &node, const ExprScope &scope, Diagnostics &diagnostics)
      : node(node), fields(*node.node, tagOf(node.kind), fieldsOf(node.kind), diagnostics),
        scope(scope), diagnostics(diagnostics) {}

  Component evaluate() {
    component.node = &node;
    readSpatial();
    if (node.kind == ArchKind::Container)
      return component;
    std::string model = fields.text("component_class");
    dummy = model == "Dummy" || model == "dummy";
    component.actionsScale = number("actions_scale", 1);
    double instances = number("n_parallel_instances", 1);
    component.leakPower = costOf("leak_power") * number("leak_power_scale", 1) * instances;
    if (const YamlNode *latency = fields.get("total_latency"))
      component.latency = latency->text;
    if (node.kind == ArchKind::Memory)
      component.size = number("size", 0);
    component.skipsInitialOutputWrite = fields.flag("skip_initial_output_write", true);
    readWidths();
    readActions(instances);
    readDirection();
    return component;
  }

private:
  double number(const std::string &key, double otherwise) {
    return fields.number(key, scope).value_or(otherwise);
  }

  /// A figure that AccelForge would otherwise ask a component model for.
  double costOf(const std::string &key) {
    if (!fields.get(key) && !dummy)
      fields.error(key, std::string(tagOf(node.kind)) + " '" + node.name + "' has no '" + key +
                            "'; without it only a library of component models could tell the "
                            "cost");
    return number(key, 0);
  }

  void readSpatial() {
    for (const YamlRef &item : fields.list("spatial")) {
      Fields own(*item, "Spatial",
                 {"name", "fanout", "may_reuse", "reuse", "loop_bounds", "min_usage", "usage_scale",
                  "power_gateable"},
                 diagnostics);
      SpatialDimension dimension;
      dimension.name = own.required("name");
      own.required("fanout");
      dimension.fanout = own.number("fanout", scope).value_or(1);
      std::string reuse = own.text("may_reuse");
      if (reuse.empty())
        reuse = own.text("reuse");
      if (auto set = setOf(reuse.empty() ? "All" : reuse, scope, item->place, diagnostics))
        dimension.mayReuse = *set;
      component.spatial.push_back(std::move(dimension));
    }
  }

  void readWidths() {
    if (const YamlNode *bits = fields.get("bits_per_value"))
      component.bitsPerValue = numbersBySet(*bits, scope, diagnostics);
    if (const YamlNode *values = node.holdsTensors() ? fields.get("values_per_action") : nullptr)
      component.valuesPerAction = numbersBySet(*values, scope, diagnostics);
    positive(component.bitsPerValue, "bits_per_value");
    positive(component.valuesPerAction, "values_per_action");
  }

  void positive(const std::map<std::string, double> &numbers, const std::string &key) {
    for (const auto &[name, value] : numbers)
      if (!(value > 0))
        fields.error(key, "'" + key + "' must be above 0");
  }

  void readActions(double instances) {
    double energyScale = number("energy_scale", 1);
    double throughputScale = number("throughput_scale", 1) / number("latency_scale", 1);
    double bits = node.kind == ArchKind::Compute ? 1 : number("bits_per_action", 1);
    for (const YamlRef &item : fields.list("actions")) {
      Fields own(*item, "Action",
                 {"name", "energy", "energy_scale", "latency", "latency_scale", "throughput",
                  "throughput_scale", "bits_per_action", "values_per_action",
                  "extra_attributes_for_component_model"},
                 diagnostics);
      ArchAction action;
      action.name = own.required("name");
      action.energy = own.number("energy", scope).value_or(0) *
                      own.number("energy_scale", scope).value_or(1) * energyScale;
      std::optional<double> throughput = own.number("throughput", scope);
      if (auto latency = own.number("latency", scope); latency && !throughput)
        throughput = *latency == 0 ? std::numeric_limits<double>::infinity() : 1 / *latency;
      for (auto [key, given] : {std::pair("energy", own.get("energy") != nullptr),
                                std::pair("throughput", throughput.has_value())})
        if (!given && !dummy)
          diagnostics.error(item->place, "action '" + action.name + "' of '" + node.name +
                                             "' has no " + key +
                                             "; without it only a library "
                                             "of component models could tell the cost");
      action.throughput = throughput.value_or(std::numeric_limits<double>::infinity()) *
                          own.number("throughput_scale", scope).value_or(1) /
                          own.number("latency_scale", scope).value_or(1) * throughputScale *
                          instances;
      if (!(action.throughput > 0))
        own.error("throughput", "the throughput of '" + action.name + "' must be above 0");
      action.bits = own.number("bits_per_action", scope).value_or(bits);
      if (!(action.bits > 0))
        own.error("bits_per_action", "'bits_per_action' must be above 0");
      if (const YamlNode *values = own.get("values_per_action"))
        action.valuesPerAction = numbersBySet(*values, scope, diagnostics);
      positive(action.valuesPerAction, "actions");
      component.actions.push_back(std::move(action));
    }
    for (const char *name : neededActions())
      if (!component.action(name)) {
        if (!dummy)
          diagnostics.error(node.place, "'" + node.name + "' has no action '" + name +
                                            "' with energy and throughput");
        ArchAction action;
        action.name = name;
        action.throughput = std::numeric_limits<double>::infinity();
        action.bits = bits;
        component.actions.push_back(std::move(action));
      }
  }

  std::vector<const char *> neededActions() const {
    switch (node.kind) {
    case ArchKind::Memory:
      return {"read", "write"};
    case ArchKind::Toll:
      return {"read"};
    case ArchKind::Compute:
      return {"compute"};
    case ArchKind::Network:
      return {"hop"};
    default:
      return {};
    }
  }

  void readDirection() {
    const YamlNode *direction = node.kind == ArchKind::Toll ? fields.get("direction") : nullptr;
    if (!direction)
      return;
    auto take = [&](const std::string &tensor, const YamlNode &value) {
      if (value.text != "up" && value.text != "down" && value.text != "up_and_down")
        diagnostics.error(value.place,
                          "'direction' must be up, down or up_and_down, not '" + value.text + "'");
      component.direction[tensor] = value.text;
    };
    auto all = scope.find("All");
    const NameSet *tensors = all == scope.end() ? nullptr : all->second.set();
    if (direction->isScalar()) {
      if (tensors)
        for (const std::string &tensor : *tensors)
          take(tensor, *direction);
      return;
    }
    for (const auto &[tensor, value] : valuesBySet(*direction, scope, diagnostics))
      take(tensor, *value);
    if (tensors)
      for (const std::string &tensor : *tensors)
        if (!component.direction.count(tensor))
          diagnostics.error(direction->place, "'direction' says nothing of " + tensor);
  }

  const ArchNode &node;
  Fields fields;
  const ExprScope &scope;
  Diagnostics &diagnostics;
  bool dummy = false;
  Component component;
};

} // namespace

const ArchNode *Architecture::find(const std::string &name) const {
  for (const ArchNode *leaf : leaves())
    if (leaf->name == name)
      return leaf;
  return nullptr;
}

std::vector<const ArchNode *> Architecture::pathTo(const std::string &compute) const {
  std::vector<const ArchNode *> path;
  flatten(root, compute, path);
  bool found = std::any_of(path.begin(), path.end(), [&](const ArchNode *node) {
    return node->kind == ArchKind::Compute && node->name == compute;
  });
  return found ? path : std::vector<const ArchNode *>();
}

std::vector<const ArchNode *> Architecture::leaves() const {
  std::vector<const ArchNode *> all;
  collectLeaves(root, all);
  return all;
}

const ArchAction *Component::action(const std::string &name) const {
  for (const ArchAction &action : actions)
    if (action.name == name)
      return &action;
  return nullptr;
}

const SpatialDimension *Component::dimension(const std::string &name) const {
  for (const SpatialDimension &dimension : spatial)
    if (dimension.name == name)
      return &dimension;
  return nullptr;
}

double Component::perAction(const std::string &name, const std::string &tensor, double bits) const {
  const ArchAction *own = action(name);
  if (!own)
    return 1;
  if (auto values = own->valuesPerAction.find(tensor); values != own->valuesPerAction.end())
    return values->second;
  if (auto values = valuesPerAction.find(tensor); values != valuesPerAction.end())
    return values->second;
  auto width = bitsPerValue.find(tensor);
  return own->bits / (width == bitsPerValue.end() ? bits : width->second);
}

Architecture readArchitecture(const YamlNode &node, const ExprScope &variables,
                              Diagnostics &diagnostics) {
  Architecture architecture;
  architecture.variables = variables;
  architecture.root.kind = ArchKind::Hierarchical;
  Fields fields(node, "arch", {"nodes", "variables", "extra_attributes_for_all_component_models"},
                diagnostics);
  for (const YamlEntry &entry : fields.map("variables"))
    if (auto value = valueOf(*entry.value, architecture.variables, diagnostics))
      architecture.variables[entry.key] = *value;
  ArchitectureReader(diagnostics).readNodes(fields.list("nodes"), architecture.root);
  if (architecture.root.nodes.empty())
    fields.error("nodes", "the architecture has no nodes");
  return architecture;
}

Component evaluateComponent(const Architecture &architecture, const ArchNode &node,
                            const ExprScope &sets, Diagnostics &diagnostics) {
  ExprScope scope = sets;
  for (const auto &[name, value] : architecture.variables)
    scope.emplace(name, value);
  return Evaluation(node, scope, diagnostics).evaluate();
}

} // namespace acc::looptree
