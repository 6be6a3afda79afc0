#include "tools/acc-delin/Configuration.h"

#include <gtest/gtest.h>

#include <utility>

using namespace acc;

namespace {

OptionValues good(const std::string &text) {
  auto read = readConfiguration(text);
  if (auto *error = std::get_if<ConfigurationError>(&read))
    ADD_FAILURE() << error->line << ": " << error->message;
  auto *configuration = std::get_if<OptionValues>(&read);
  return configuration ? *configuration : OptionValues();
}

TEST(Configuration, EveryKeyIsAnOption) {
  OptionValues all =
      good("build: b\nbaseline: k.json\nfile-filter: x\nschedule: none\njobs: 3\n"
           "time-limit: 4\nquota: 5\nquiet: true\nopenmp: true\nno-heap: true\n"
           "run-check: on\nformat: html\nfail-on: 'lint-*,refused'\nfp: source\n"
           "header-filter: h\ncolor: never\nallow-empty: true\ntimes: true\ntarget: avx2\n"
           "machine: m.yaml\n");
  EXPECT_EQ(all.build, "b");
  EXPECT_EQ(all.baseline, "k.json");
  EXPECT_EQ(all.fileFilter, "x");
  EXPECT_EQ(all.schedule, "none");
  EXPECT_EQ(all.target, "avx2");
  EXPECT_EQ(all.machine, "m.yaml");
  EXPECT_EQ(all.jobs, 3u);
  EXPECT_EQ(all.timeLimit, 4u);
  EXPECT_EQ(all.quota, 5u);
  EXPECT_EQ(all.quiet, true);
  EXPECT_EQ(all.openmp, true);
  EXPECT_EQ(all.noHeap, true);
  EXPECT_EQ(all.runCheck, Switch::On);
  EXPECT_EQ(all.format, Format::Html);
  EXPECT_EQ(all.failOn, "lint-*,refused");
  EXPECT_EQ(all.headerFilter, "h");
  EXPECT_EQ(all.color, Color::Never);
  EXPECT_EQ(all.allowEmpty, true);
  EXPECT_EQ(all.times, true);
  EXPECT_EQ(all.fp, FloatingPoint::Source);
}

TEST(Configuration, WhatIsAbsentStaysOpen) {
  EXPECT_FALSE(good("").format);
  EXPECT_FALSE(good("# nothing\n").quiet);
  EXPECT_FALSE(good("jobs: 1\n").schedule);
}

TEST(Configuration, ErrorsHaveAPlace) {
  struct {
    const char *text;
    unsigned line, column;
    const char *says;
  } const cases[] = {
      {"jobs: 1\nformt: text\n", 2, 1, "formt"},
      {"jobs: 1\n\nfail-on: all\n", 3, 10, "recovered"},
      {"format: xml\n", 1, 9, "text, json, sarif, markdown or html"},
      {"compiler: [gcc\n", 1, 15, "has no matching"},
      {"jobs: 2\ncompiler: [gcc]\n", 2, 12, "only be named on the command line"},
      {"compiler: gcc\n", 1, 11, "only be named on the command line"},
      {"jobs: -1\n", 1, 7, "number"},
      {"quiet: [1]\n", 1, 9, ""},
      {"jobs: 1\njobs: 2\n", 2, 1, "jobs"},
      {"- jobs\n", 1, 1, "mapping"},
      {"jobs: 1\n---\njobs: 2\n", 1, 1, "document"},
      {"jobs: {a: [[[[[[[[1]]]]]]]]}\n", 1, 1, "deep"},
  };
  for (const auto &one : cases) {
    auto read = readConfiguration(one.text);
    auto *error = std::get_if<ConfigurationError>(&read);
    ASSERT_TRUE(error) << one.text;
    EXPECT_EQ(std::pair(error->line, error->column), std::pair(one.line, one.column)) << one.text;
    EXPECT_NE(error->message.find(one.says), std::string::npos) << error->message;
  }
}

TEST(Configuration, DepthIsNoMatterOfTheStack) {
  for (const char *part : {"[", "- ", "? ", "{a: "}) {
    std::string text;
    for (unsigned k = 0; k < 100000; ++k)
      text += part;
    EXPECT_TRUE(std::holds_alternative<ConfigurationError>(readConfiguration(text))) << part;
  }
}

TEST(Configuration, PathsAreRelativeToTheFile) {
  OptionValues configuration = good("build: out\nbaseline: /known.json\nschedule: s/a.yaml\n");
  resolvePaths(configuration, "/top/.acc-delin.yaml");
  EXPECT_EQ(configuration.build, "/top/out");
  EXPECT_EQ(configuration.baseline, "/known.json");
  EXPECT_EQ(configuration.schedule, "/top/s/a.yaml");
  configuration = good("schedule: none\n");
  resolvePaths(configuration, "/top/.acc-delin.yaml");
  EXPECT_EQ(configuration.schedule, "none");
}

TEST(Configuration, ItsTextIsReadBack) {
  std::string text =
      configurationText(good("jobs: 3\nfail-on: 'lint-*'\nfile-filter: '^a: b'\nfp: source\n"
                             "quiet: false\ncolor: always\n"));
  EXPECT_EQ(configurationText(good(text)), text);
  OptionValues again = good(text);
  EXPECT_EQ(again.failOn, "lint-*");
  EXPECT_EQ(again.fileFilter, "^a: b");
  EXPECT_EQ(again.quiet, false);
  EXPECT_FALSE(again.openmp);
}

TEST(Configuration, TheUpperOneBeatsTheLower) {
  OptionValues both =
      overlay(good("jobs: 3\nquiet: false\n"), good("jobs: 4\nquiet: true\nquota: 7\n"));
  EXPECT_EQ(both.jobs, 3u);
  EXPECT_EQ(both.quiet, false);
  EXPECT_EQ(both.quota, 7u);
}

} // namespace
