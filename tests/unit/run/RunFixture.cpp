#include "tests/unit/run/RunFixture.h"

#include "rewriter/edit/Edit.h"

namespace acc::test {

std::map<std::string, RunVerdict> run(const std::string &text,
                                      const std::vector<std::string> &flags, const Hints &hints) {
  UnitInput input;
  input.path = "/rewritten.c";
  input.directory = "/";
  input.flags = flags;
  input.text = text;
  auto markers = findMarkers(text);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions) {
    ADD_FAILURE() << std::get<MarkerError>(markers).message;
    return {};
  }
  std::vector<RewrittenNest> nests;
  for (const MarkedRegion &region : *regions)
    nests.push_back({region.nest, region.whole, false, hints, region.entry});
  RunVerdicts result = runRewrites(input, nests);
  for (const ParseError &error : result.errors)
    ADD_FAILURE() << error.where.line << ": " << error.message;
  std::map<std::string, RunVerdict> verdicts;
  for (size_t k = 0; k < result.verdicts.size(); ++k)
    verdicts[nests[k].id] = result.verdicts[k];
  return verdicts;
}

RunVerdict RunCase::verdict() const {
  std::string text = before;
  NestRewrite rewrite;
  rewrite.nest = "f#1";
  rewrite.range = {static_cast<uint32_t>(before.size()),
                   static_cast<uint32_t>(before.size() + nest.size())};
  rewrite.guard = guard;
  rewrite.fast = fast;
  text += nest + after;
  return run(*applyEdits(text, nestEdits(text, rewrite)), flags, hints)["f#1"];
}

RunCase RunCase::withFast(const std::string &old, const std::string &now) const {
  RunCase result = *this;
  size_t at = result.fast.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  result.fast.replace(at, old.size(), now);
  return result;
}

RunCase RunCase::withGuard(const std::string &now) const {
  RunCase result = *this;
  result.guard = now;
  return result;
}

} // namespace acc::test
