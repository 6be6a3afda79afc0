#include "rewriter/validate/InstanceMatch.h"

#include "rewriter/validate/InstanceMap.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/PrivateImage.h"

#include <algorithm>

namespace acc {
namespace {

/// Completions of one open iterator that are tried at most.
constexpr size_t kMaxCompletions = 256;

/// Rows, planes and so on by which the place of an access is looked for elsewhere.
constexpr unsigned kMaxRows = 3;

/// Loops of a statement that are guessed in their places at most.
constexpr size_t kMaxGuessed = 8;

std::string atLine(const ScopStatement &statement) {
  return " (line " + std::to_string(statement.where.line) + ")";
}

class InstanceMatcher {
public:
  InstanceMatcher(const Scop &source, const Scop &emitted, const GuardContext &guard)
      : source(source), emitted(emitted), guard(guard), constants(boundMonomials(emitted)) {
    for (const Polynomial &monomial : boundMonomials(source))
      constants.insert(monomial);
    for (const ScopStatement &statement : source.statements) {
      domains.push_back(
          iterationDomain(guard.isl(), source, statement).intersect_params(guard.parameters()));
      claimed.push_back(isl::set::empty(domains.back().space()));
    }
  }

  Outcome<std::vector<MatchedStatement>> match() {
    collectBuffers();
    std::vector<MatchedStatement> result(emitted.statements.size());
    // First what addresses alone decide: it says where private arrays have their place.
    for (size_t k = 0; k < result.size(); ++k)
      if (auto matched = match(emitted.statements[k]))
        result[k] = *matched;
      else
        waiting.insert(k);
    collectImages(result);
    mayComplete = true;
    for (size_t k : waiting) {
      const ScopStatement &statement = emitted.statements[k];
      auto matched = match(statement);
      if (!matched)
        return notProved(failure + atLine(statement), statement.where);
      result[k] = *matched;
    }
    for (size_t k = 0; k < domains.size(); ++k)
      if (!claimed[k].is_equal(domains[k]))
        return notProved("some iterations of statement " + source.statements[k].id +
                             " are missing",
                         source.statements[k].where);
    return result;
  }

private:
  std::optional<MatchedStatement> match(const ScopStatement &statement) {
    failure = "an operation is not one of the source";
    for (size_t k = 0; k < source.statements.size(); ++k)
      if (auto found = matchWith(statement, k))
        return found;
    if (auto copy = mayComplete ? copyForm(emitted, statement) : std::nullopt) {
      MatchedStatement result;
      result.copy = *copy;
      return result;
    }
    return std::nullopt;
  }

  /// Where a local buffer's element lives in an array, as its copies say: used
  /// only to find the instances of a computation on the buffer, never trusted.
  struct BufferImage {
    int array;
    std::vector<Polynomial> cell; // subscripts of the buffer in the copy
    Polynomial index;             // of the array
    std::vector<std::string> iterators;
  };

  void collectBuffers() {
    for (const ScopStatement &statement : emitted.statements) {
      auto copy = copyForm(emitted, statement);
      if (!copy)
        continue;
      const ScopAccess &read = statement.accesses[copy->read];
      const ScopAccess &write = statement.accesses[copy->write];
      bool fills = emitted.arrays[write.array].isPrivate;
      const ScopAccess &local = fills ? write : read, &global = fills ? read : write;
      if (!emitted.arrays[local.array].isPrivate || emitted.arrays[global.array].isPrivate ||
          global.subscripts.size() != 1)
        continue;
      buffers[local.array].push_back({global.array, local.subscripts, global.subscripts[0],
                                      emitted.iteratorsOf(statement)});
    }
  }

  /// Which element of the source's private array each element of an emitted one is,
  /// as the statements matched so far say: hints as well.
  void collectImages(const std::vector<MatchedStatement> &matched) {
    std::map<int, std::vector<ImageSample>> samples;
    for (size_t k = 0; k < matched.size(); ++k) {
      if (waiting.count(k))
        continue;
      const ScopStatement &e = emitted.statements[k];
      const ScopStatement &s = source.statements[matched[k].source];
      for (const AccessPair &pair : matched[k].match.accesses) {
        const ScopAccess &left = e.accesses[pair.emitted], &right = s.accesses[pair.source];
        if (!emitted.arrays[left.array].isPrivate || !source.arrays[right.array].isPrivate)
          continue;
        ImageSample sample{privateSubscripts(emitted, left), {}};
        for (const Polynomial &subscript : right.subscripts)
          sample.cell.push_back(subscript.substitute(matched[k].iterators));
        samples[left.array].push_back(std::move(sample));
      }
    }
    for (const auto &[array, all] : samples) {
      std::vector<std::string> loops;
      for (int loop : emitted.arrays[array].privateLoops)
        loops.push_back(emitted.loops[loop].name);
      if (auto image = solveImage(loops, all, emitted))
        privateImages[array] = *image;
    }
  }

  /// The index in the array behind a buffer access; none when the copies do not
  /// name each buffer element by iterators of their own.
  static std::optional<Polynomial> imageIndex(const BufferImage &image,
                                              const std::vector<Polynomial> &cell) {
    std::map<std::string, Polynomial> values;
    for (size_t k = 0; k < image.cell.size() && k < cell.size(); ++k) {
      auto symbols = image.cell[k].symbols();
      std::vector<std::string> own;
      for (const std::string &name : symbols)
        if (!values.count(name) && std::count(image.iterators.begin(), image.iterators.end(), name))
          own.push_back(name);
      if (own.empty())
        continue;
      auto slope = image.cell[k].coefficient(own[0], 1).constant();
      if (own.size() != 1 || !slope || (*slope != 1 && *slope != -1))
        return std::nullopt;
      // cell_k == slope*own + rest
      Polynomial rest = image.cell[k] - Polynomial(*slope) * Polynomial::symbol(own[0]);
      values[own[0]] = Polynomial(*slope) * (cell[k] - rest.substitute(values));
    }
    return image.index.substitute(values);
  }

  std::optional<std::vector<IndexEquation>> equationsOf(const ScopStatement &e,
                                                        const ScopStatement &s,
                                                        const StatementMatch &match) const {
    std::vector<IndexEquation> equations, hints;
    for (const AccessPair &pair : match.accesses) {
      const ScopAccess &left = e.accesses[pair.emitted], &right = s.accesses[pair.source];
      if (left.may && !right.may)
        return std::nullopt;
      if (source.arrays[right.array].isPrivate) {
        if (!emitted.arrays[left.array].isPrivate)
          return std::nullopt;
        auto image = privateImages.find(left.array);
        if (image == privateImages.end() || image->second.size() != right.subscripts.size())
          continue;
        std::map<std::string, Polynomial> cell;
        std::vector<Polynomial> own = privateSubscripts(emitted, left);
        for (size_t k = 0; k < own.size(); ++k)
          cell["#" + std::to_string(k)] = own[k];
        for (size_t k = 0; k < right.subscripts.size(); ++k)
          hints.push_back({right.subscripts[k], image->second[k].substitute(cell)});
        continue;
      }
      if (emitted.arrays[left.array].isPrivate) {
        auto found = buffers.find(left.array);
        if (found == buffers.end() || right.subscripts.size() != 1)
          continue;
        for (const BufferImage &image : found->second)
          if (sharedArray(source, emitted, image.array) == right.array)
            if (auto index = imageIndex(image, left.subscripts)) {
              hints.push_back({right.subscripts[0], *index});
              break;
            }
        continue;
      }
      if (sharedArray(source, emitted, left.array) != right.array ||
          left.subscripts.size() != right.subscripts.size())
        return std::nullopt;
      for (size_t k = 0; k < left.subscripts.size(); ++k)
        equations.push_back({right.subscripts[k], left.subscripts[k]});
    }
    for (const auto &value : match.values)
      equations.push_back({value.source, value.emitted});
    equations.insert(equations.end(), hints.begin(), hints.end());
    return equations;
  }

  std::optional<MatchedStatement> matchWith(const ScopStatement &e, size_t index) {
    const ScopStatement &s = source.statements[index];
    auto match = matchStatements(emitted, e, source, s);
    if (!match)
      return std::nullopt;
    auto equations = equationsOf(e, s, *match);
    std::vector<std::string> iterators = source.iteratorsOf(s);
    std::vector<std::string> emittedIterators = emitted.iteratorsOf(e);
    auto solved = equations
                      ? solveInstances(iterators, emittedIterators, *equations, constants)
                      : std::nullopt;
    if (!solved) {
      failure = "an access has another address than in the source";
      return std::nullopt;
    }
    if (!mayComplete && solved->size() < iterators.size())
      return std::nullopt;
    isl::set domain =
        iterationDomain(guard.isl(), emitted, e).intersect_params(guard.parameters());
    auto candidates = completions(*solved, iterators, emittedIterators, e);
    if (candidates.size() == 1)
      addOtherRows(candidates, unseenShifts(iterators, *equations));
    guessSteps(*equations, iterators, emittedIterators, 0, candidates);
    if (mayComplete)
      guess(*equations, iterators, emittedIterators, e, 0, candidates);
    for (const auto &values : candidates) {
      std::vector<LinearForm> forms;
      for (const std::string &name : iterators)
        if (auto form = linearForm(values.at(name), emittedIterators))
          forms.push_back(*form);
      if (forms.size() != iterators.size())
        continue;
      isl::map instances = makeMap(guard.isl().get(), e.id, emittedIterators, s.id, forms)
                               .intersect_domain(domain);
      isl::set image = instances.range();
      if (!image.is_subset(domains[index])) {
        failure = "iterations outside the source's run";
        continue;
      }
      if (!image.is_disjoint(claimed[index]) || !instances.is_injective()) {
        failure = "iterations run more than once";
        continue;
      }
      if (!sameValues(e, s, *match, values)) {
        failure = "an access has another address than in the source";
        continue;
      }
      claimed[index] = claimed[index].unite(image).coalesce();
      MatchedStatement result;
      result.source = static_cast<int>(index);
      result.match = *match;
      result.iterators = values;
      result.instances = instances;
      return result;
    }
    return std::nullopt;
  }

  /// The same addresses counted from the next rows: where the place in a row is shifted by
  /// more than half of its length, the solution may be a row off; at the end of a plane a row
  /// and a plane. The nearest first.
  ///   [i + 1][-1] is [i][n - 1]; [i + 1][0][-1] is [i][m - 1][n - 1]
  static void addOtherRows(std::vector<std::map<std::string, Polynomial>> &candidates,
                           const std::vector<std::map<std::string, Polynomial>> &shifts) {
    size_t from = 0;
    for (unsigned steps = 0; steps < kMaxRows; ++steps)
      for (size_t end = candidates.size(); from < end; ++from)
        for (const auto &shift : shifts)
          for (int rows : {1, -1}) {
            auto other = candidates[from];
            for (const auto &[name, change] : shift)
              if (auto found = other.find(name); found != other.end())
                found->second += Polynomial(rows) * change;
            bool isNew = std::find(candidates.begin(), candidates.end(), other) == candidates.end();
            if (isNew && candidates.size() < kMaxCompletions)
              candidates.push_back(std::move(other));
          }
  }

  /// Values for the iterators that no equation fixed: a sum of emitted iterators
  /// (of one at first, of those that are used nowhere else at first), from the
  /// same start.
  std::vector<std::map<std::string, Polynomial>>
  completions(const std::map<std::string, Polynomial> &solved,
              const std::vector<std::string> &iterators,
              const std::vector<std::string> &emittedIterators, const ScopStatement &e) const {
    std::vector<std::string> unused;
    for (const std::string &name : emittedIterators)
      if (std::none_of(solved.begin(), solved.end(),
                       [&](const auto &entry) { return entry.second.contains(name); }))
        unused.push_back(name);
    std::vector<Polynomial> choices;
    // A skew puts an iterator that no address has into others' values.
    for (const auto *names : {&std::as_const(unused), &emittedIterators}) {
      std::vector<Polynomial> sums = sumsOf(*names);
      for (const Polynomial &sum : sums)
        if (std::find(choices.begin(), choices.end(), sum) == choices.end())
          choices.push_back(sum);
    }
    std::vector<std::map<std::string, Polynomial>> result{solved};
    for (const std::string &name : iterators) {
      if (solved.count(name))
        continue;
      std::vector<std::map<std::string, Polynomial>> extended;
      for (const auto &values : result)
        for (Polynomial choice : allChoices(choices, name, e)) {
          if (extended.size() >= kMaxCompletions)
            break;
          auto more = values;
          more[name] = choice.substitute(values); // for (j = i; ...) starts where i is
          extended.push_back(more);
        }
      result = extended;
    }
    return result;
  }

  /// Where only sums of iterators stand in an address, as in A[(y + dy)*s + x + dx], the
  /// equations leave a choice: each iterator may be the emitted one in its place, from
  /// the same start or as it is.
  void guess(const std::vector<IndexEquation> &equations, const std::vector<std::string> &iterators,
             const std::vector<std::string> &emittedIterators, const ScopStatement &e,
             size_t depth, std::vector<std::map<std::string, Polynomial>> &found) const {
    auto solved = solveInstances(iterators, emittedIterators, equations, constants);
    if (!solved)
      return;
    if (depth == iterators.size()) {
      if (solved->size() == depth)
        found.push_back(*solved);
      return;
    }
    if (depth >= std::min(emittedIterators.size(), kMaxGuessed))
      return;
    std::vector<Polynomial> choices =
        allChoices({Polynomial::symbol(emittedIterators[depth])}, iterators[depth], e);
    choices.pop_back(); // the loop's first value is no iterator
    for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
      std::vector<IndexEquation> more = equations;
      more.push_back({Polynomial::symbol(iterators[depth]), *choice});
      guess(more, iterators, emittedIterators, e, depth + 1, found);
    }
  }

  /// A loop in steps may be an emitted one in the same steps, or one that counts them, which a sum in an address does not
  /// tell: b of A[(b + k)*n] with k < 8 where b runs in steps of 8. Those from iterator `depth` on.
  void guessSteps(const std::vector<IndexEquation> &equations, const std::vector<std::string> &iterators,
                  const std::vector<std::string> &emittedIterators, size_t depth,
                  std::vector<std::map<std::string, Polynomial>> &found) const {
    while (depth < iterators.size() && std::abs(source.loop(iterators[depth])->step) == 1)
      ++depth;
    if (depth >= iterators.size()) {
      auto solved = found.size() < kMaxCompletions ? solveInstances(iterators, emittedIterators, equations, constants) : std::nullopt;
      if (solved && solved->size() == iterators.size() && std::find(found.begin(), found.end(), *solved) == found.end())
        found.push_back(*solved);
      return;
    }
    const ScopLoop &loop = *source.loop(iterators[depth]);
    for (const std::string &name : emittedIterators) {
      const ScopLoop &own = *emitted.loop(name);
      Polynomial value = Polynomial::symbol(name);
      if (own.step == 1)
        value = loop.first.front() + Polynomial(loop.step) * (value - own.first.front());
      else if (std::abs(own.step) != std::abs(loop.step))
        continue;
      std::vector<IndexEquation> more = equations;
      more.push_back({Polynomial::symbol(iterators[depth]), value});
      guessSteps(more, iterators, emittedIterators, depth + 1, found);
    }
  }

  /// Sums of one, two and three of the names, the innermost first.
  static std::vector<Polynomial> sumsOf(const std::vector<std::string> &names) {
    std::vector<Polynomial> ones, sums;
    for (auto name = names.rbegin(); name != names.rend(); ++name)
      ones.push_back(Polynomial::symbol(*name));
    sums = ones;
    for (size_t a = 0; a < ones.size(); ++a)
      for (size_t b = a + 1; b < ones.size(); ++b)
        sums.push_back(ones[a] + ones[b]);
    for (size_t a = 0; a < ones.size(); ++a)
      for (size_t b = a + 1; b < ones.size(); ++b)
        for (size_t c = b + 1; c < ones.size(); ++c)
          sums.push_back(ones[a] + ones[b] + ones[c]);
    return sums;
  }

  /// Each choice as it is, and counted from where the source's loop starts in its direction and
  /// steps; at last the loop's first value.
  std::vector<Polynomial> allChoices(std::vector<Polynomial> choices, const std::string &name,
                                     const ScopStatement &e) const {
    const ScopLoop &loop = *source.loop(name);
    std::vector<Polynomial> counted;
    std::map<std::string, Polynomial> starts;
    for (int index : e.loops)
      starts[emitted.loops[index].name] = emitted.loops[index].first.front();
    for (int64_t pace : {int64_t(loop.step < 0 ? -1 : 1), int64_t(loop.step), int64_t(1)})
      for (const Polynomial &choice : choices)
        counted.push_back(loop.first.front() +
                          Polynomial(pace) * (choice - choice.substitute(starts)));
    // Loops are emitted upwards: those of a downward one are turned around.
    choices.insert(loop.step < 0 ? choices.begin() : choices.end(), counted.begin(), counted.end());
    std::vector<Polynomial> distinct;
    for (const Polynomial &choice : choices)
      if (std::find(distinct.begin(), distinct.end(), choice) == distinct.end())
        distinct.push_back(choice);
    distinct.push_back(loop.first.front());
    return distinct;
  }

  /// The proof of equal addresses, whatever found the instances: substituted and
  /// expanded, the polynomials are the same.
  bool sameValues(const ScopStatement &e, const ScopStatement &s, const StatementMatch &match,
                  const std::map<std::string, Polynomial> &values) const {
    for (const AccessPair &pair : match.accesses) {
      const ScopAccess &left = e.accesses[pair.emitted], &right = s.accesses[pair.source];
      if (emitted.arrays[left.array].isPrivate || source.arrays[right.array].isPrivate)
        continue;
      for (size_t k = 0; k < left.subscripts.size(); ++k)
        if (!(right.subscripts[k].substitute(values) == left.subscripts[k]))
          return false;
    }
    return std::all_of(match.values.begin(), match.values.end(), [&](const auto &value) {
      return value.source.substitute(values) == value.emitted;
    });
  }

  const Scop &source, &emitted;
  const GuardContext &guard;
  std::set<Polynomial> constants;
  std::vector<isl::set> domains, claimed;
  std::map<int, std::vector<BufferImage>> buffers;
  /// Per emitted private array, over its loops and "#0", "#1", ... for its subscripts.
  std::map<int, std::vector<Polynomial>> privateImages;
  /// Emitted statements that addresses alone do not decide.
  std::set<size_t> waiting;
  /// Whether iterators that nothing decides may be guessed.
  bool mayComplete = false;
  std::string failure;
};

} // namespace

int sharedArray(const Scop &scop, const Scop &other, int arrayOfOther) {
  const ScopArray &wanted = other.arrays[arrayOfOther];
  for (size_t k = 0; k < scop.arrays.size(); ++k) {
    const ScopArray &array = scop.arrays[k];
    if (array.name == wanted.name && array.member == wanted.member &&
        array.element.spelling == wanted.element.spelling &&
        array.elementSize == wanted.elementSize && !array.isPrivate && !wanted.isPrivate)
      return static_cast<int>(k);
  }
  return -1;
}

std::set<Polynomial> boundMonomials(const Scop &scop) {
  std::set<Polynomial> monomials{Polynomial(1)};
  auto add = [&](const Polynomial &value) {
    for (const Term &term : value.terms()) {
      Term parametric{1, {}};
      for (const auto &[name, exponent] : term.powers)
        if (!scop.isIterator(name))
          parametric.powers[name] = exponent;
      monomials.insert(Polynomial::fromTerm(parametric));
    }
  };
  for (const ScopLoop &loop : scop.loops) {
    for (const Polynomial &value : loop.first)
      add(value);
    for (const Polynomial &value : loop.end)
      add(value);
  }
  return monomials;
}

Outcome<std::vector<MatchedStatement>> matchInstances(const Scop &source, const Scop &emitted,
                                                      const GuardContext &guard) {
  return InstanceMatcher(source, emitted, guard).match();
}

} // namespace acc
