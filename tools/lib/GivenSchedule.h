// What the user gave as schedule.
#pragma once

#include "acc-delin/Report.h"
#include "scheduling/Plan.h"
#include "scheduling/looptree/NestTree.h"

#include <optional>
#include <variant>

namespace acc {

/// A script, or a LoopTree mapping, which is for the nest that its title names, or for
/// every nest.
struct GivenSchedule {
  std::optional<Script> script;
  std::optional<looptree::MappingNode> mapping;

  bool has(const std::string &nestId) const;
  Outcome<Plan> apply(const std::string &nestId, const Nest &nest, const Target &target) const;
};

/// Reads the text of a schedule, or says what is wrong with it and where.
std::variant<GivenSchedule, report::Finding> readGiven(const std::string &text);

} // namespace acc
