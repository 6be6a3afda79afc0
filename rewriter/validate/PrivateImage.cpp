#include "rewriter/validate/PrivateImage.h"

#include "rewriter/validate/LinearSystem.h"

#include <algorithm>

namespace acc {
namespace {

struct Use {
  int statement, access;
};

std::vector<int> commonLoops(const Scop &scop, const std::vector<Use> &uses) {
  std::vector<int> common = scop.statements[uses.front().statement].loops;
  for (const Use &use : uses) {
    const std::vector<int> &loops = scop.statements[use.statement].loops;
    auto ends = std::mismatch(common.begin(), common.end(), loops.begin(), loops.end());
    common.erase(ends.first, common.end());
  }
  return common;
}

} // namespace

std::vector<Polynomial> privateSubscripts(const Scop &scop, const ScopAccess &access) {
  size_t leading =
      std::min(scop.arrays[access.array].privateLoops.size(), access.subscripts.size());
  return {access.subscripts.begin() + leading, access.subscripts.end()};
}

std::optional<std::vector<Polynomial>> solveImage(const std::vector<std::string> &loops,
                                                  const std::vector<ImageSample> &samples,
                                                  const Scop &scop) {
  size_t rank = samples.front().subscripts.size(), dimensions = samples.front().cell.size();
  std::set<Polynomial> constants{Polynomial(1)};
  for (const ImageSample &sample : samples) {
    if (sample.subscripts.size() != rank || sample.cell.size() != dimensions)
      return std::nullopt;
    for (const Polynomial &value : sample.cell)
      for (const Term &term : value.terms())
        if (std::none_of(term.powers.begin(), term.powers.end(),
                         [&](const auto &power) { return scop.isIterator(power.first); }))
          constants.insert(Polynomial::fromTerm({1, term.powers}));
  }
  // The subscripts first: an unknown that the equations leave open gets 0.
  std::vector<Polynomial> names;
  for (size_t k = 0; k < rank; ++k)
    names.push_back(Polynomial::symbol("#" + std::to_string(k)));
  for (const std::string &loop : loops)
    names.push_back(Polynomial::symbol(loop));
  names.insert(names.end(), constants.begin(), constants.end());

  std::vector<Polynomial> image;
  for (size_t d = 0; d < dimensions; ++d) {
    LinearSystem system(names.size());
    for (const ImageSample &sample : samples) {
      std::vector<Polynomial> row = sample.subscripts;
      row.insert(row.end(), names.begin() + rank, names.end());
      system.addEquation(row, sample.cell[d]);
    }
    auto solution = system.solve();
    if (!solution)
      return std::nullopt;
    image.emplace_back();
    for (size_t k = 0; k < names.size(); ++k)
      image.back() += Polynomial(solution->values[k]) * names[k];
  }
  return image;
}

std::optional<Placement> placeAccesses(const Scop &source, const Delinearization &views,
                                       const Scop &emitted,
                                       const std::vector<MatchedStatement> &matched,
                                       const CellProgram &after) {
  Placement result;
  std::map<int, std::vector<Use>> privateUses;
  for (size_t s = 0; s < emitted.statements.size(); ++s) {
    const ScopStatement &statement = emitted.statements[s];
    const MatchedStatement &match = matched[s];
    std::vector<PlacedAccess> placed(statement.accesses.size());
    for (size_t a = 0; a < placed.size(); ++a) {
      const ScopAccess &access = statement.accesses[a];
      placed[a].isWrite = access.isWrite;
      if (emitted.arrays[access.array].isPrivate) {
        placed[a].through = access.array;
        privateUses[access.array].push_back({static_cast<int>(s), static_cast<int>(a)});
      }
    }
    if (match.source >= 0) {
      for (const AccessPair &pair : match.match.accesses) {
        placed[pair.emitted].array = source.statements[match.source].accesses[pair.source].array;
        for (const Polynomial &subscript : views.viewOf(match.source, pair.source).subscripts)
          placed[pair.emitted].cell.push_back(subscript.substitute(match.iterators));
      }
    } else {
      PlacedAccess &read = placed[match.copy.read], &write = placed[match.copy.write];
      if ((read.through < 0) == (write.through < 0))
        return std::nullopt;
      int global = read.through < 0 ? match.copy.read : match.copy.write;
      for (PlacedAccess *access : {&read, &write}) {
        access->array = sharedArray(source, emitted, statement.accesses[global].array);
        access->cell = after.subscripts[s][global];
      }
    }
    result.accesses.push_back(placed);
  }

  for (const auto &[array, uses] : privateUses) {
    PrivateImage image;
    image.array = array;
    image.loops = commonLoops(emitted, uses);
    std::vector<std::string> loops;
    for (int loop : image.loops)
      loops.push_back(emitted.loops[loop].name);
    std::vector<ImageSample> samples;
    for (const Use &use : uses) {
      const PlacedAccess &placed = result.accesses[use.statement][use.access];
      if (image.original >= 0 && image.original != placed.array)
        return std::nullopt;
      image.original = placed.array;
      samples.push_back(
          {privateSubscripts(emitted, emitted.statements[use.statement].accesses[use.access]),
           placed.cell});
    }
    auto cell = solveImage(loops, samples, emitted);
    if (!cell)
      return std::nullopt;
    image.cell = *cell;
    image.rank = samples.front().subscripts.size();
    result.images.push_back(image);
  }
  return result;
}

} // namespace acc
