// The schedule given by the user.
#pragma once

#include "acc-delin/Options.h"
#include "acc-delin/Report.h"
#include "analysis/tree/SourceTree.h"
#include "scheduling/Plan.h"
#include "scheduling/looptree/NestTree.h"

#include <optional>
#include <variant>

namespace acc {

/// A script, or LoopTree mappings. The title of a mapping names its nest, or joins the names of
/// neighbouring nests by '+'; without a title it is for every nest that has as many statements as
/// it computes Einsums, and for neighbouring nests that have so together.
class GivenSchedule {
public:
  explicit GivenSchedule(Script script) : script(std::move(script)) {}
  GivenSchedule(std::vector<looptree::Mapping> mappings, looptree::EinsumNames einsums)
      : mappings(std::move(mappings)), einsums(std::move(einsums)) {}

  /// The nests that it names.
  std::vector<std::string> names() const;
  /// Looks for the nests of a unit (outermost ones, in the order of the text) that mappings
  /// without a title are for.
  void findNests(const std::vector<SourceNest> &nests);

  /// It has a schedule for the nest alone.
  bool has(const SourceNest &nest) const;
  /// It names a nest inside of this one.
  bool namesPartOf(const SourceNest &nest) const;
  /// The nests that it fuses, in the order of the text.
  std::vector<std::vector<std::string>> fusions() const;
  Outcome<Plan> apply(const std::string &nestId, const Nest &nest, const Target &target) const;
  /// The schedule of one of `fusions`; `parts` and `joint` as for Script.
  Outcome<Plan> apply(const std::vector<std::string> &nests, const std::vector<Nest> &parts,
                      const Script::JointNest &joint, const Target &target) const;

private:
  const looptree::Mapping *mappingFor(const std::string &nestId) const;

  std::optional<Script> script;
  std::vector<looptree::Mapping> mappings;
  looptree::EinsumNames einsums;
  /// Neighbouring nests that mappings without a title are for.
  std::vector<std::vector<std::string>> found;
  /// Nests that such a mapping is for, alone; all when there are none that fit, so that they
  /// are told why.
  bool fitsNone = false;
};

/// The schedule of the options, none when it is no script, or what is wrong with its text.
std::variant<std::optional<GivenSchedule>, report::Finding>
givenSchedule(const UnitOptions &options);

/// Reads the text of a schedule, or says what is wrong with it and where. `einsums`: which
/// statements the Einsums of mappings are.
std::variant<GivenSchedule, report::Finding> readGiven(const std::string &text,
                                                       const looptree::EinsumNames &einsums = {});

} // namespace acc
