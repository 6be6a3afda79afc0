#include "EmitHarness.h"

#include "analysis/delinearize/TestsApart.h"
#include "analysis/frontend/Frontend.h"
#include "rewriter/helpers/Helpers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace acc::test {
namespace {

template <typename T> bool accepted(const Outcome<T> &outcome, const char *stage) {
  if (outcome)
    return true;
  ADD_FAILURE() << stage << ": " << outcome.rejection().message();
  return false;
}

std::string fileText(const std::filesystem::path &path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

} // namespace

std::optional<Lifted> liftText(const std::string &text, std::vector<std::string> flags,
                               unsigned ordinal, DataConditions data) {
  SourceUnit unit = readUnit({"/tmp/unit.c", "/tmp", flags, text});
  for (const ParseError &error : unit.errors)
    ADD_FAILURE() << error.message;
  if (!unit.errors.empty() || unit.nests.size() <= ordinal)
    return std::nullopt;
  Lifted lifted;
  lifted.context = std::make_shared<IslContext>();
  lifted.text = text;
  const SourceNest &nest = unit.nests[ordinal];
  lifted.range = nest.root->loop.editRange;
  auto scop = buildScop(nest, data);
  if (!accepted(scop, "buildScop"))
    return std::nullopt;
  auto views = delinearize(*scop, *lifted.context);
  if (!accepted(views, "delinearize"))
    return std::nullopt;
  separateTests(*scop, *views);
  auto dependences = computeDependences(*scop, *views, *lifted.context);
  if (!accepted(dependences, "dependences"))
    return std::nullopt;
  auto source = std::make_shared<LiftedScop>();
  source->context = lifted.context.get();
  source->scop = *scop;
  source->views = *views;
  source->dependences = *dependences;
  lifted.source = source;
  return lifted;
}

MakePlan scripted(const std::string &steps, const std::string &target) {
  return [steps, target](const Nest &nest) -> Outcome<Plan> {
    auto parsed = Script::parse("- nest: kernel#1\n" + steps);
    if (auto *error = std::get_if<ScriptError>(&parsed))
      return Rejection{RejectionKind::InvalidSchedule, {}, error->message};
    return std::get<Script>(parsed).apply("kernel#1", nest, *namedTarget(target));
  };
}

Outcome<Plan> sourceOrder(const Nest &nest) { return Plan(Schedule(nest)); }

Outcome<Plan> automatic(const Nest &nest) {
  auto plan = chooseSchedule(nest, hostTarget());
  if (!plan && plan.rejection().kind == RejectionKind::NotProfitable)
    return sourceOrder(nest);
  return plan;
}

std::optional<EmittedNest> emitText(const Lifted &lifted, const MakePlan &makePlan) {
  auto nest = lift(lifted.source);
  if (!accepted(nest, "lift"))
    return std::nullopt;
  auto plan = makePlan(*nest);
  if (!accepted(plan, "plan"))
    return std::nullopt;
  if (!accepted(plan->schedule().checkLegality(), "legality"))
    return std::nullopt;
  auto emitted = emit(*plan);
  if (!accepted(emitted, "emit"))
    return std::nullopt;
  return *emitted;
}

std::string rewritten(const Lifted &lifted, const EmittedNest &emitted) {
  std::string original =
      lifted.text.substr(lifted.range.begin, lifted.range.end - lifted.range.begin);
  std::string counted = emitted.function;
  counted.insert(counted.rfind('}'), "    ++fastRuns;\n");
  const EmittedGuard &guard = emitted.guard;
  std::string helpers;
  for (const std::string &block : helperBlocks(guard.text + guard.tests + counted, 64, 64))
    helpers += block;
  uint32_t functionBegin = *lifted.source->scop.nest.root->loop.functionBegin;
  return "extern int fastRuns;\n" + lifted.text.substr(0, functionBegin) + "\n" + helpers +
         counted + "\n" + lifted.text.substr(functionBegin, lifted.range.begin - functionBegin) +
         "{\nint " + guard.flag + " = " + guard.text + ";\n" + guard.tests + "\nif (" + guard.flag +
         ") " + emitted.call + " else {\n" + original + "\n}\n}" +
         lifted.text.substr(lifted.range.end);
}

std::string compileAndRun(const std::string &original, const std::string &fast,
                          const std::string &driver, const std::string &flags) {
  namespace fs = std::filesystem;
  fs::path folder =
      fs::temp_directory_path() / ("acc-emit-" + std::to_string(getpid()) + "-" +
                                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
  fs::create_directories(folder);
  std::ofstream(folder / "old.c") << original;
  std::ofstream(folder / "new.c") << fast;
  std::ofstream(folder / "main.c") << driver;
  std::string log = (folder / "log").string();
  auto run = [&](const std::string &command) {
    return std::system((command + " >> " + log + " 2>&1").c_str()) == 0;
  };
  std::string in = "cd " + folder.string() + " && ";
  std::string common = " -O2 -ffp-contract=off -fsanitize=address,undefined"
                       " -fno-sanitize-recover=all -c ";
  bool ok = run(in + "gcc " + flags + common + "-w -Dkernel=kernel_old old.c -o old.o") &&
            run(in + "gcc " + flags + common +
                "-pedantic -Wall -Wextra -Werror -Dkernel=kernel_new new.c -o new.o") &&
            run(in + "if command -v clang-19; then clang-19 " + flags +
                " -O3 -pedantic -Wall -Wextra -Werror -c new.c -o clang.o; fi") &&
            run(in + "gcc -w -O1 -fsanitize=undefined -fno-sanitize-recover=all"
                     " -c main.c -o main.o") &&
            run(in + "gcc -fsanitize=address,undefined old.o new.o main.o -o run -lm") &&
            run(in + "ASAN_OPTIONS=detect_leaks=0 ./run");
  std::string problem = ok ? "" : fileText(log) + "\n" + fast;
  fs::remove_all(folder);
  return problem;
}

} // namespace acc::test
