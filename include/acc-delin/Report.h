// The report as plain values: what `analyze` says of a source tree. Every format
// is a view of it; the JSON form (schemaVersion 1) is documented by
// docs/report.schema.json. No Clang, isl or GiNaC type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace acc::report {

/// Expressions are C integer expressions without side effects, meant in exact
/// integers: + - * / % << >> comparisons && || ! ?:, and min max floord mod abs.
using Expression = std::string;

struct Finding {
  std::string id; // "loop-bound"
  std::string message;
  unsigned line = 0, column = 0;
};

struct Parameter {
  std::string name, type;
  std::optional<Expression> value;
};

struct Loop {
  std::string name;
  std::optional<std::string> source;
  std::optional<std::string> parent;
  Expression lower, upper, step;
  unsigned line = 0;
  bool parallel = false;
  /// No iteration touches what another one writes, if this condition holds and the pairs of
  /// Nest::disjoint do not overlap. "1" if the addresses alone show it, "0" if the loop is not
  /// parallel.
  Expression parallelWhen = "0";
};

struct Statement {
  std::string id;
  unsigned line = 0;
  std::vector<std::string> loops;
  Expression condition = "1";
  bool opaque = false;
};

struct Access {
  std::string statement;
  bool isWrite = false;
  bool may = false;
  unsigned line = 0, column = 0;
  Expression index;
  std::vector<Expression> subscripts;
};

/// `view` is "array", "strided" or "jagged"; the fields of other kinds are empty.
struct Array {
  std::string base, element;
  unsigned elementSize = 0;
  std::string role; // input, output, input_output, temporary
  std::string view = "array";
  std::vector<Expression> sizes, origin;
  std::vector<Expression> strides;
  Expression offset;
  Expression rowStart, rowLength;
  std::vector<Expression> affineMap;
  Expression affineOffset = "0";
  std::vector<Access> accesses;
  struct Alternative {
    std::string view;
    std::vector<Expression> sizes;
    Expression validity;
  };
  std::vector<Alternative> alternatives;
  /// The view has more dimensions than the source shows. Read from a JSON report without it: true
  /// for every view of two dimensions or more.
  bool recovered = false;
};

struct Assumption {
  std::string kind, condition, verdict;
  unsigned line = 0;
};

struct Dependence {
  std::string kind, array;
  std::optional<std::string> carriedBy;
  std::vector<std::optional<int64_t>> distance;
  /// Of an access that takes part. With isUnknown: of the call or the access at an unknown place
  /// that may touch any memory.
  unsigned line = 0, column = 0;
  /// Lines of the two accesses, the earlier one first: a pair for each two statements, sorted.
  std::vector<std::pair<unsigned, unsigned>> lines = {};
  /// `array` is none of Nest::arrays and no variable: it stands for all that is touched so.
  bool isUnknown = false;
};

/// One of several views of the nest that exclude each other.
struct Version {
  Expression when;
  std::vector<Array> arrays;
  Expression validity, guard;
};

/// What the runs of a rewritten nest against its original showed: they were alike.
struct Run {
  /// Generated inputs, and those of them on which the fast version was taken.
  unsigned inputs = 0, fast = 0;
  /// Why it was never taken; "" when it was.
  std::string why;
};

/// Both versions of a nest on one input, as the unit's compiler builds them.
struct MeasuredSize {
  /// The integers of the input, by their names in C.
  std::vector<std::pair<std::string, int64_t>> values;
  /// Memory that the original touches, in whole pages.
  uint64_t bytes = 0;
  /// Nanoseconds of processor time of one run.
  double original = 0, rewritten = 0;
};

/// What building and timing a rewritten nest showed.
struct Measured {
  /// The compiler that built it; "" where nothing was measured, for the reason `why`.
  std::string compiler, why;
  std::vector<MeasuredSize> sizes;
};

/// What a schedule is expected to gain over the source as the unit's compiler takes it: an estimate
/// that guesses sizes and does not know how often the nest runs.
struct Gain {
  /// Of the source's time.
  double share = 1;
  /// What one run saves, in one unit for all nests: they are ranked by it.
  double saved = 0;
};

struct Nest {
  std::string id;
  std::optional<std::string> parent;
  std::string function;
  unsigned line = 0, column = 0;
  /// Of the nest's last character; 0 where it is not known.
  unsigned endLine = 0, endColumn = 0;
  std::string status; // recovered, affine, rejected
  std::vector<Finding> rejections;
  std::vector<Parameter> parameters;
  std::vector<Loop> loops;
  std::vector<Statement> statements;
  std::vector<Array> arrays;
  Expression validity = "1", guard = "1";
  /// A simple condition under which `validity` holds, where that is too long to be read.
  std::optional<Expression> simpleValidity;
  std::vector<std::pair<std::string, std::string>> disjoint;
  std::string guardText;
  std::vector<Version> versions;
  std::vector<Assumption> assumptions;
  std::vector<Dependence> dependences;
  /// Where each two iterations that touch one element are in one of `dependences`, if the pairs of
  /// `disjoint` share nothing.
  Expression dependencesWhen = "1";
  bool orderInvariant = false;
  std::vector<Finding> lint;
  std::string fpMode = "strict";
  std::vector<std::string> reassociated;
  /// The chosen schedule's steps as JSON text (an array), "[]" when none.
  std::string schedule = "[]";
  /// The chosen schedule and plan as a YAML entry of a script; "" when none.
  /// Not part of the JSON report; --print-schedule prints it.
  std::string script;
  /// Of a schedule that was chosen, not given.
  std::optional<Gain> expected;
  /// The nest as a LoopTree, when that was asked for: with its schedule, else in the source's
  /// order. Not part of the JSON report.
  std::string loopTree;
  /// The rewritten file has a fast version of it; none in reports of a command that writes nothing.
  std::optional<bool> written;
  /// Set if the nest was rewritten and run.
  std::optional<Run> run;
  /// Of a nest whose fast version was to be measured, also where that spoke against it.
  std::optional<Measured> measured;
  /// CPU time of the analysis; 0 if it is not reported.
  double milliseconds = 0;
};

struct File {
  std::string path;
  std::string status = "ok"; // ok, parse-error, crashed, timeout
  /// What went wrong with the file as a whole: the compiler's errors, the reason
  /// of a crash. With status "ok" they are warnings.
  std::vector<Finding> errors;
  std::vector<Nest> nests;
};

struct Report {
  std::string toolVersion;
  std::vector<File> files;
};

} // namespace acc::report
