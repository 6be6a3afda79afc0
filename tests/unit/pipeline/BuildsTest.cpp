// What a unit's command says of how the source and the fast versions are compiled.
#include "tools/lib/CompilerOfUnit.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

using Vectors = LoopCompiler::Vectors;

Builds buildsFor(const std::string &compiler, std::vector<std::string> flags, bool levels = true,
                 const std::string &target = "") {
  UnitInput input;
  input.compiler = compiler;
  input.flags = std::move(flags);
  input.flags.emplace_back("--target=x86_64-linux-gnu");
  UnitOptions options;
  options.levels = levels;
  options.target = target;
  return buildsOf(input, options);
}

std::vector<std::string> namesOf(const Builds &builds) {
  std::vector<std::string> names;
  for (const ProcessorLevel &level : builds.levels)
    names.push_back(level.name);
  return names;
}

const std::vector<std::string> kPlain{"plain"}, kAll{"plain", "avx2", "avx512"};

TEST(Builds, HaveLevelsWhereTheFlagsNameNoProcessor) {
  EXPECT_EQ(namesOf(buildsFor("gcc", {"-O2"})), kAll);
  EXPECT_EQ(namesOf(buildsFor("gcc", {"-O2"}, /*levels=*/false)), kPlain);
  EXPECT_EQ(namesOf(buildsFor("gcc", {"-O2", "-march=x86-64-v3"})), kPlain);
  EXPECT_EQ(namesOf(buildsFor("gcc", {"-O2", "-mavx2"})), kPlain);
  EXPECT_EQ(namesOf(buildsFor("gcc", {"-O2"}, /*levels=*/true, "avx2")), kPlain);
}

TEST(Builds, OfGccHaveVectorsInTheLevelsAlone) {
  const Builds builds = buildsFor("gcc", {"-O2"});
  EXPECT_EQ(builds.source.vectors, Vectors::FixedLengths);
  EXPECT_EQ(builds.source.vectorBytes, 16u);
  for (const ProcessorLevel &level : builds.levels)
    EXPECT_EQ(level.compiler.vectors, Vectors::All) << level.name;
  EXPECT_EQ(builds.levels.back().compiler.vectorBytes, 64u);
  EXPECT_FALSE(builds.levels[1].compiler.storesBelowConditions);
  EXPECT_TRUE(builds.levels[2].compiler.storesBelowConditions);
  // Unless the unit says by name that loops stay scalar.
  EXPECT_EQ(buildsFor("gcc", {"-O2", "-fno-tree-vectorize"}).levels[1].compiler.vectors,
            Vectors::None);
}

TEST(Builds, OfClangAreVectorizedAlikeInAllLevels) {
  for (const auto &[flag, vectors] : {std::pair("-O2", Vectors::All), {"-O1", Vectors::None}}) {
    const Builds builds = buildsFor("clang", {flag});
    EXPECT_EQ(builds.source.vectors, vectors);
    for (const ProcessorLevel &level : builds.levels)
      EXPECT_EQ(level.compiler.vectors, vectors);
  }
}

TEST(Builds, SayWhichFlagAsksForSomethingElseThanSpeed) {
  for (const char *flag : {"-O0", "-Og", "-Os", "-Oz"})
    EXPECT_EQ(buildsFor("gcc", {"-O2", flag}).notForSpeed, flag);
  for (const char *flag : {"-O1", "-O2", "-O3", "-Ofast"})
    EXPECT_EQ(buildsFor("gcc", {"-Os", flag}).notForSpeed, "");
  EXPECT_EQ(buildsFor("gcc", {}).notForSpeed, "");
  // A profile says that the unit's loops take time all the same.
  UnitInput input;
  input.flags = {"-Os"};
  UnitOptions options;
  options.hasProfile = true;
  EXPECT_EQ(buildsOf(input, options).notForSpeed, "");
}

} // namespace
