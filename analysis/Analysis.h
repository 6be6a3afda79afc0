// One nest from the source to its dependences: what is known of it before anything is scheduled.
#pragma once

#include "analysis/delinearize/Lint.h"
#include "analysis/delinearize/Versions.h"
#include "analysis/dependence/Claims.h"
#include "analysis/support/StageTimes.h"

#include <functional>
#include <memory>

namespace acc {

struct NestAnalysis;

/// Called after a stage ("read", "scop", "delinearize", "dependences") with the analysis so far.
using AnalysisObserver = std::function<void(const char *stage, const NestAnalysis &soFar)>;

struct AnalysisOptions {
  /// isl operations for all stages together; 0: no limit.
  uint64_t quota = IslContext::kDefaultQuota;
  DataConditions data = DataConditions::Open;
  DependenceDetail detail = DependenceDetail::Distances;
  /// Scop::asRead is kept: what a proof compares with.
  bool keepsAsRead = false;
  /// Also computes what only a report needs: lint, the simple case of the validity, claims.
  bool describes = false;
  /// Views with a subscript for each loop are taken where there are any (withPlainViews).
  bool plainViews = false;
  /// The views under other conditions are found.
  bool findsVersions = false;
  /// Where to add what each stage cost; null: nowhere.
  StageTimes *times = nullptr;
  AnalysisObserver observer = {};
};

/// One member per stage. Members after the stage at which the analysis ended are empty. The member
/// of that stage may be partial.
struct NestAnalysis {
  /// The owner of all isl values below: first, so that it goes last.
  std::shared_ptr<const IslContext> context;
  SourceNest source;
  DataConditions data = DataConditions::Open;

  /// As buildScop made it, until views are found. Afterwards without statements that never run, in
  /// the form with the best views (one value of a flag, statements cut at folds), and with its
  /// tests separated.
  std::optional<Scop> scop;

  ViewChoices choices;
  std::vector<LintFinding> lint;
  std::optional<Delinearization> views;
  std::vector<ViewVersion> versions;
  /// Few comparisons that imply the validity.
  std::optional<Condition> simpleValidity;

  std::optional<Dependences> dependences;
  std::optional<Claims> claims;

  /// Why the nest cannot be lifted: the stage where the analysis ended, an unknown part of a nest
  /// that was analysed as a whole, or arrays whose views hold for almost no size.
  std::optional<Rejection> rejection;

  /// There is a value of every stage.
  bool isWhole() const { return dependences.has_value(); }
};

/// All stages, one after the other:
///   source -> scop -> views -> dependences
/// What refuses is in the value, also when isl's quota ends. A scop in which something is not known
/// (Scop::unknown) is the last stage.
NestAnalysis analyse(const SourceNest &source, const AnalysisOptions &options = {});

/// What is worth telling of a nest that is not lifted.
enum class Described {
  /// Only of one with a recovered array, and only a part of the quota is spent on it.
  WhereRecovered,
  Always
};

/// Continues after a scop with unknown parts and describes what is known. The rejection stays.
NestAnalysis describeUnknown(NestAnalysis ended, const AnalysisOptions &options, Described which);

/// Some view has more dimensions than the source shows.
bool recoversArrays(const Delinearization &views);

} // namespace acc
