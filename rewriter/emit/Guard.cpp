#include "rewriter/emit/Guard.h"

#include "analysis/model/DataTests.h"
#include "analysis/model/ObjectBounds.h"
#include "analysis/support/Append.h"
#include "rewriter/emit/ReadSafety.h"
#include "rewriter/emit/SafeArithmetic.h"
#include "rewriter/emit/WorkEstimate.h"
#include "scheduling/Repetition.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// As the user knows it: a derived value has a name in reports only.
std::string shown(const Parameter &parameter) {
  if (parameter.symbol >= 0)
    return parameter.name;
  if (!parameter.valueText.empty())
    return parameter.valueText;
  return parameter.value ? parameter.value->str() : parameter.name;
}

SourceRange placeOf(const Scop &scop) {
  return scop.nest.root ? scop.nest.root->range : SourceRange{};
}

/// "A" as a pointer to its first element.
std::string baseText(const Scop &scop, const ScopArray &array) {
  const Symbol &symbol = scop.nest.symbol(array.base);
  bool nested = symbol.type.element && symbol.type.element->kind == CType::Kind::Array;
  std::string text = symbol.spelling;
  bool isConverted = array.member.empty() && symbol.type.kind == CType::Kind::Pointer &&
                     symbol.type.element && symbol.type.element->spelling != array.element.spelling;
  if (!nested && isConverted)
    return "(const " + array.element.spelling + " *)" + text;
  if (!nested)
    return text;
  text = "&" + text;
  for (const CType *type = &symbol.type;
       type->element && (type == &symbol.type || type->kind == CType::Kind::Array);
       type = type->element.get())
    text += "[0]";
  return "(" + text + ")";
}

class DisjointText {
public:
  DisjointText(const LiftedScop &source, const WideType &wide, SafeArithmetic &arithmetic,
               const ReadSafety &safety, const std::vector<Condition> &known)
      : source(source), wide(wide), arithmetic(arithmetic), safety(safety), known(known) {}

  /// All of one array's elements lie before those of the other, or both take other columns of one
  /// matrix.
  std::string pair(int a, int b, std::vector<std::string> &conjuncts) {
    std::string ranges = byRanges(a, b, conjuncts);
    auto columns = byColumns(a, b, conjuncts);
    return columns ? "(" + ranges + " || " + *columns + ")" : ranges;
  }

  /// All of the array's elements lie before the location, or behind it.
  std::string apart(int array, const KeptLocation &location, std::vector<std::string> &conjuncts) {
    if (auto elements = counted(array, conjuncts))
      return "ACC_APART(" + *elements + ", &" + location.text + ", 1)";
    const ElementRange &range = source.views.arrays[array].range;
    std::string first = "(" + wide.unsignedName + ")&" + location.text;
    std::string end = first + " + sizeof(" + location.text + ")";
    std::string below, above;
    for (const Polynomial &high : range.high)
      below += (below.empty() ? "" : " && ") + address(array, high + Polynomial(1), conjuncts) +
               " <= " + first;
    for (const Polynomial &low : range.low)
      above += (above.empty() ? "" : " && ") + end + " <= " + address(array, low, conjuncts);
    auto grouped = [](const std::string &text, size_t count) {
      return count > 1 ? "(" + text + ")" : text;
    };
    return "(" + grouped(below, range.high.size()) + " || " + grouped(above, range.low.size()) +
           ")";
  }

private:
  std::string byRanges(int a, int b, std::vector<std::string> &conjuncts) {
    auto one = counted(a, conjuncts), other = one ? counted(b, conjuncts) : std::nullopt;
    if (other)
      return "ACC_APART(" + *one + ", " + *other + ")";
    return "(" + before(a, b, conjuncts) + " || " + before(b, a, conjuncts) + ")";
  }

  /// "ldc == lda && ACC_BESIDE(C, 0, m, A, 0, p, ldc)": rows of both are as long; none where that
  /// is not known to help.
  std::optional<std::string> byColumns(int a, int b, std::vector<std::string> &conjuncts) {
    const RecoveredArray &one = source.views.arrays[a], &other = source.views.arrays[b];
    if (!one.strip || !other.strip ||
        source.scop.arrays[a].elementSize != source.scop.arrays[b].elementSize)
      return std::nullopt;
    auto isSizeOf = [](const RowStrip &rows, const RowStrip &columns) {
      std::set<std::string> names = (columns.last - columns.first).symbols();
      return std::any_of(names.begin(), names.end(),
                         [&](const std::string &name) { return rows.pitch.contains(name); });
    };
    if (isSizeOf(*one.strip, *other.strip) || isSizeOf(*other.strip, *one.strip))
      return std::nullopt;
    auto columns = [&](int array) {
      const RowStrip &strip = *source.views.arrays[array].strip;
      return baseText(source.scop, source.scop.arrays[array]) + ", " +
             arithmetic.value(source.views.arrays[array].range.low.front(), conjuncts) + ", " +
             plain(strip.last + Polynomial(1) - strip.first, conjuncts) + ", ";
    };
    std::string row = plain(one.strip->pitch, conjuncts);
    std::string beside = "ACC_BESIDE(" + columns(a) + columns(b) + row + ")";
    std::string before = saysPositive(one.strip->pitch) ? "" : row + " > 0 && ";
    if (one.strip->pitch != other.strip->pitch)
      before +=
          arithmetic.comparison(Condition::zero(one.strip->pitch - other.strip->pitch), conjuncts) +
          " && ";
    return before.empty() ? beside : "(" + before + beside + ")";
  }

  /// A term says so, or two, in a way that the proof follows:   ld >= m, m >= 8
  bool saysPositive(const Polynomial &size) const {
    auto isBelow = [&](const Polynomial &value) {
      return std::any_of(known.begin(), known.end(), [&](const Condition &term) {
        auto rest = term.kind() == Condition::Kind::NonNegative ? (value - term.value()).constant()
                                                                : std::nullopt;
        return rest && *rest >= 1;
      });
    };
    return isBelow(size) || std::any_of(known.begin(), known.end(), [&](const Condition &term) {
             const Polynomial below = size - term.value();
             return term.kind() == Condition::Kind::NonNegative && below.symbols().size() == 1 &&
                    isBelow(below);
           });
  }

  /// The value where no arithmetic follows:   (long)m   ->   m
  std::string plain(const Polynomial &value, std::vector<std::string> &conjuncts) {
    std::string text = arithmetic.value(value, conjuncts), cast = "(" + wide.name + ")";
    bool isOne = text.starts_with(cast) && value.terms().size() == 1 &&
                 value.terms().front().degree() == 1 && value.terms().front().coefficient == 1;
    return isOne ? text.substr(cast.size()) : text;
  }

  /// "C, n*ldc + m", "row + n, m": where the elements begin, and how many; none where several ends
  /// are possible, or the source may leave alone an array of which they do not begin at the base.
  std::optional<std::string> counted(int array, std::vector<std::string> &conjuncts) {
    const ElementRange &range = source.views.arrays[array].range;
    if (range.low.size() != 1 || range.high.size() != 1)
      return std::nullopt;
    const Polynomial &low = range.low.front();
    std::string base = baseText(source.scop, source.scop.arrays[array]);
    if (!low.isZero()) {
      if (!safety.isCertainlyAccessed(array))
        return std::nullopt;
      std::string offset = arithmetic.value(low, conjuncts);
      if (offset[0] == '-') {
        offset = arithmetic.value(-low, conjuncts);
        base += " - " + ((-low).terms().size() > 1 ? "(" + offset + ")" : offset);
      } else {
        base += " + " + offset;
      }
    }
    return base + ", " + arithmetic.value(range.high.front() + Polynomial(1) - low, conjuncts);
  }

  std::string before(int a, int b, std::vector<std::string> &conjuncts) {
    std::string text;
    unsigned count = 0;
    for (const Polynomial &high : source.views.arrays[a].range.high)
      for (const Polynomial &low : source.views.arrays[b].range.low) {
        text += (text.empty() ? "" : " && ") + address(a, high + Polynomial(1), conjuncts) +
                " <= " + address(b, low, conjuncts);
        ++count;
      }
    return count > 1 ? "(" + text + ")" : text;
  }

  /// `(unsigned long)(A + n)`; where the source may leave A alone, which may then be null or
  /// shorter:   `(unsigned long)A + (unsigned long)n * sizeof(*A)`
  std::string address(int array, const Polynomial &offset, std::vector<std::string> &conjuncts) {
    std::string base = baseText(source.scop, source.scop.arrays[array]);
    std::string integer = "(" + wide.unsignedName + ")";
    if (offset.isZero())
      return integer + base;
    auto known = isCertain.find(array);
    if (known == isCertain.end())
      known = isCertain.emplace(array, safety.isCertainlyAccessed(array)).first;
    if (!known->second)
      return integer + base + " + " + integer + "(" + arithmetic.value(offset, conjuncts) +
             ") * sizeof(*" + base + ")";
    std::string value = arithmetic.value(offset, conjuncts);
    if (value[0] == '-') {
      std::string less = arithmetic.value(-offset, conjuncts);
      bool isSum = (-offset).terms().size() > 1;
      return "(" + wide.unsignedName + ")(" + base + " - " + (isSum ? "(" + less + ")" : less) +
             ")";
    }
    return "(" + wide.unsignedName + ")(" + base + " + " + value + ")";
  }

  const LiftedScop &source;
  const WideType &wide;
  SafeArithmetic &arithmetic;
  const ReadSafety &safety;
  const std::vector<Condition> &known;
  std::map<int, bool> isCertain;
};

/// Every value that the guard reckons in the wide type.
std::vector<Polynomial> valuesOf(const LiftedScop &source,
                                 const std::vector<Condition> &conditions) {
  std::vector<Polynomial> values;
  for (const Condition &condition : conditions)
    append(values, condition.values());
  for (auto [a, b] : source.views.disjoint)
    for (int array : {a, b}) {
      const ElementRange &range = source.views.arrays[array].range;
      append(values, range.low);
      append(values, range.high);
    }
  for (auto [array, location] : source.views.kept) {
    const ElementRange &range = source.views.arrays[array].range;
    append(values, range.low);
    append(values, range.high);
  }
  return values;
}

int degreeOf(const Condition &condition) {
  int degree = 0;
  for (const Polynomial &value : condition.values())
    for (const Term &term : value.terms())
      degree = std::max(degree, term.degree());
  return degree;
}

/// Of comparisons that differ in their constant alone the strongest implies the others:   n > 0, n
/// >= 8   ->   n >= 8
void keepStrongest(std::vector<Condition> &conditions) {
  auto isWeaker = [](const Condition &a, const Condition &b) {
    if (a.kind() != Condition::Kind::NonNegative || b.kind() != Condition::Kind::NonNegative ||
        a == b)
      return false;
    auto more = (a.value() - b.value()).constant();
    return more && *more > 0;
  };
  std::vector<Condition> kept;
  for (const Condition &one : conditions)
    if (std::none_of(conditions.begin(), conditions.end(),
                     [&](const Condition &other) { return isWeaker(one, other); }))
      kept.push_back(one);
  conditions = std::move(kept);
}

/// Alternatives of which the other conditions leave one are that one, and signs of values that
/// these imply go:
///   n >= 8, ld > 0, n <= 0 || n <= ld   ->   n >= 8, n <= ld
void dropImplied(std::vector<Condition> &conditions, const ReadSafety &known) {
  ReadSafety certain = known;
  for (const Condition &condition : conditions)
    if (condition.kind() != Condition::Kind::Or)
      certain.assume(condition);
  for (Condition &condition : conditions)
    if (condition.kind() == Condition::Kind::Or)
      condition = certain.remainderOf(condition);
  std::vector<ReadSafety> before = {known}; // what holds with the first k conditions
  for (const Condition &condition : conditions) {
    before.push_back(before.back());
    before.back().assume(condition);
  }
  ReadSafety behind = known; // with those behind k
  for (size_t k = conditions.size(); k-- > 0;) {
    const bool isSign =
        conditions[k].kind() == Condition::Kind::NonNegative && conditions[k].symbols().size() == 1;
    bool isImplied = conditions[k].isTrue();
    if (isSign && !isImplied) {
      ReadSafety others = before[k];
      others.assumeAllOf(behind);
      isImplied = others.remainderOf(conditions[k]).isTrue();
    }
    if (isImplied)
      conditions.erase(conditions.begin() + static_cast<ptrdiff_t>(k));
    else
      behind.assume(conditions[k]);
  }
}

/// The least number whose power is at least `wanted`.
int64_t leastOfPower(size_t power, __int128 wanted) {
  auto isEnough = [&](int64_t length) {
    __int128 product = 1;
    for (size_t k = 0; k < power && product < wanted; ++k)
      product *= length;
    return product >= wanted;
  };
  int64_t least = 1;
  for (int64_t step = int64_t(1) << 62; step > 0; step /= 2)
    if (!isEnough(least + step - 1))
      least += step;
  return least;
}

/// The conjuncts one after the other, between them the tests of data.
class GuardWriter {
public:
  GuardWriter(const LiftedScop &source, const WideType &wide)
      : scop(source.scop), safety(*source.context, scop), arithmetic(scop, wide),
        context(source.context), waiting(testNames(scop)) {}

  std::vector<std::string> &conjuncts() {
    return guard.tests.empty() ? guard.conjuncts : guard.tests.back().conjuncts;
  }

  /// The condition where all tests hold, without which the guard is false anyway.
  Condition whereAllHold(const Condition &condition) const {
    std::map<std::string, Polynomial> holds;
    for (const ScopStatement &test : scop.tests)
      holds[test.tests] = Polynomial(1);
    return condition.substitute(holds);
  }

  void require(const Condition &condition) {
    Condition open = safety.remainderOf(condition);
    if (open.isTrue())
      return;
    arithmetic.add(open, conjuncts());
    safety.assume(open);
    done.push_back(open);
  }

  /// Where the source would not read a parameter there is nothing to gain either.
  bool makeReadable(const std::string &name) {
    auto needed = safety.mayRead(name) ? std::nullopt : safety.whenRead(name);
    if (!needed || needed->isTrue())
      return false;
    Condition plain = whereAllHold(*needed);
    bool hasTest = !(plain == *needed);
    if (!safety.mayReadAll(plain) || (hasTest && !testAll()))
      return false;
    require(plain);
    return true;
  }

  /// Makes the tests that are left; false when there are none, or one would read what the source
  /// may not.
  bool testAll() {
    if (waiting.empty() ||
        !std::all_of(waiting.begin(), waiting.end(),
                     [&](const std::string &test) { return safety.mayTest(test); }))
      return false;
    for (const std::string &test : waiting) {
      guard.tests.push_back({test, {}});
      safety.assume(Condition::less(Polynomial(0), Polynomial::symbol(test)));
    }
    waiting.clear();
    return true;
  }

  /// The fast version reckons bounds and conditions in the wide type, otherwise than the source
  /// does: `n + 8 - m <= 8*i + 7` for `n - 8*i < m`. What is in them stays far from its limits.
  void keepSmall(const std::vector<Term> &terms) {
    for (const KeptTerm &kept : keptByObjects(*context, scop, Condition::conjunction(done), terms))
      arithmetic.know(kept.product, kept.limit);
    for (const Term &term : terms)
      arithmetic.keepSmall(term, conjuncts());
  }

  bool hasTests() const { return !waiting.empty(); }

  void add(const std::string &text) {
    auto isKnown = [&](const std::vector<std::string> &known) {
      return std::find(known.begin(), known.end(), text) != known.end();
    };
    if (!isKnown(guard.conjuncts) &&
        std::none_of(guard.tests.begin(), guard.tests.end(),
                     [&](const GuardTest &test) { return isKnown(test.conjuncts); }))
      conjuncts().push_back(text);
  }

  /// Some parameter or base that the source reads only in some iterations, as the user knows it.
  std::optional<std::string> unreadable() {
    for (const Parameter &parameter : scop.parameters)
      if (!safety.isTest(parameter.name) && !safety.mayRead(parameter.name) &&
          !(makeReadable(parameter.name) && safety.mayRead(parameter.name)))
        return shown(parameter);
    for (const ScopArray &array : scop.arrays)
      if (array.base >= 0 && !array.isPrivate && !safety.mayReadBase(array.base))
        return array.name;
    return std::nullopt;
  }

  const Scop &scop;
  ReadSafety safety;
  SafeArithmetic arithmetic;
  GuardText guard;
  std::vector<Condition> done;

private:
  const IslContext *context;
  std::vector<std::string> waiting; // tests, in the order of the source
};

} // namespace

Outcome<GuardText> guardText(const LiftedScop &source, const WideType &wide,
                             const std::vector<Condition> &pays, bool asksForWork,
                             const std::optional<SweptData> &swept, const WorkLimits &limits) {
  const Scop &scop = source.scop;
  GuardWriter writer(source, wide);
  std::vector<Condition> pending = pays;
  for (const Condition &condition : source.views.guard)
    for (const Condition &part : condition.conjuncts())
      if (Condition plain = writer.whereAllHold(part); !plain.isTrue())
        pending.push_back(plain);
  // The estimate of the work, below, demands it of all but one of the loops.
  const WorkEstimate work = workEstimate(scop).within(limits);
  ReadSafety views = writer.safety;
  for (const Condition &condition : pending)
    views.assume(condition);
  for (const Polynomial &length : work.lengths)
    if (Condition runs = Condition::less(Polynomial(0), length); !views.remainderOf(runs).isTrue())
      pending.insert(pending.begin(), runs);
  const bool isOneLength = asksForWork && haveOneLength(work.lengths);
  if (isOneLength && work.hasMost())
    pending.insert(
        pending.begin(),
        Condition::less(work.lengths.front(),
                        Polynomial(leastOfPower(work.lengths.size(), __int128(work.most) + 1))));
  if (isOneLength && work.least > 1)
    pending.insert(pending.begin(),
                   Condition::lessEqual(Polynomial(leastOfPower(work.lengths.size(), work.least)),
                                        work.lengths.front()));
  keepStrongest(pending);
  dropImplied(pending, writer.safety);
  // What holds for sure leaves less of the alternatives, and what is known of single values bounds
  // their products.
  std::stable_sort(pending.begin(), pending.end(), [](const Condition &a, const Condition &b) {
    return std::pair(a.kind() == Condition::Kind::Or, degreeOf(a)) <
           std::pair(b.kind() == Condition::Kind::Or, degreeOf(b));
  });
  writer.arithmetic.announce(valuesOf(source, pending),
                             [&](const std::string &name) { return writer.safety.mayRead(name); });
  // In rounds: what a condition makes readable is read behind all that could be read before, since
  // that a loop runs is known in exact integers only where the conditions on its types hold.
  //   for (int k = n - 1u; k >= 0; k--) for (t = 0; t < *m; t++):   n >= 1 && n <= 2147483648 && *m
  //       > 0
  while (!pending.empty()) {
    auto open =
        std::stable_partition(pending.begin(), pending.end(), [&](const Condition &condition) {
          return writer.safety.mayReadAll(condition);
        });
    if (open != pending.begin()) {
      std::vector<Condition> readable(pending.begin(), open);
      pending.erase(pending.begin(), open);
      for (const Condition &condition : readable)
        writer.require(condition);
      continue;
    }
    bool progress = false;
    for (const Condition &condition : pending)
      for (const std::string &name : condition.symbols())
        progress = progress || writer.makeReadable(name);
    if (!progress && !writer.testAll())
      return Rejection{RejectionKind::Guard, placeOf(scop),
                       pending.front().str() + " would be evaluated where the source may "
                                               "not read it"};
  }
  if (writer.safety.isContradiction()) {
    std::string all;
    for (const Condition &condition : writer.done)
      all += (all.empty() ? "" : " && ") + condition.str();
    const bool mayBeShort = asksForWork || !pays.empty();
    if (mayBeShort && guardText(source, wide, {}, /*asksForWork=*/false))
      return Rejection{RejectionKind::NeverRuns, placeOf(scop),
                       "its loops are too short, since the check would require " + all};
    return Rejection{RejectionKind::NeverValid, placeOf(scop), "the check would be " + all};
  }
  auto unreadable = writer.unreadable();
  if (unreadable && writer.testAll())
    unreadable = writer.unreadable();
  if (unreadable)
    return Rejection{RejectionKind::Guard, placeOf(scop),
                     *unreadable + " is read only in some iterations of the source"};
  auto limitWork = [&](const char *comparison, int64_t limit, const Condition &exact) {
    std::string text = writer.arithmetic.product(work.lengths, writer.conjuncts()) + comparison +
                       std::to_string(limit);
    writer.conjuncts().push_back(std::move(text));
    writer.done.push_back(exact);
  };
  const bool limitsWork = asksForWork && !isOneLength && !work.lengths.empty();
  if (limitsWork && work.least > 1)
    limitWork(" >= ", work.least, Condition::lessEqual(Polynomial(work.least), work.product()));
  if (limitsWork && work.hasMost())
    limitWork(" <= ", work.most, Condition::lessEqual(work.product(), Polynomial(work.most)));
  if (swept) {
    const std::string least =
        "ACC_CACHE(" + std::to_string(swept->cacheBytes) + ") / " + std::to_string(swept->bytes);
    std::string data = writer.arithmetic.product(swept->lengths, writer.conjuncts());
    writer.conjuncts().push_back(data + " >= " + least);
  }
  DisjointText disjoint(source, wide, writer.arithmetic, writer.safety, writer.done);
  writer.keepSmall(wideTerms(scop));
  for (auto [array, location] : source.views.kept)
    writer.add(disjoint.apart(array, scop.kept[location], writer.conjuncts()));
  for (auto [a, b] : source.views.disjoint)
    writer.add(disjoint.pair(a, b, writer.conjuncts()));
  if (writer.hasTests() && !writer.testAll())
    return Rejection{RejectionKind::Guard, placeOf(scop),
                     "a data condition would read memory that the source may not read"};
  const std::vector<Condition> &checks = writer.arithmetic.checks();
  writer.done.insert(writer.done.end(), checks.begin(), checks.end());
  writer.guard.integers = Condition::conjunction(writer.done);
  return std::move(writer.guard);
}

} // namespace acc
