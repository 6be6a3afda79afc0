// Random nests over all integer types: where the scop's requirements hold, the
// interpreter must make exactly the accesses that the scop describes.
#include "tests/support/Source.h"

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace acc;
using namespace acc::test;

namespace {

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  std::string nest() {
    int depth = 1 + pick(3);
    std::string text = "void f(";
    for (const char *name : {"n", "m", "k"})
      text += type(name) + " " + name + ", ";
    text += "float *A, float *B) {\n";
    for (int level = 0; level < depth; ++level) {
      text += std::string(2 * level + 2, ' ') + loop(level);
      names.push_back(std::string(1, "ijl"[level]));
    }
    std::string body = "A[" + index() + "] += B[" + index() + "];";
    if (pick(3) == 0)
      body = "if (" + value() + relation() + value() + ") " + body;
    if (pick(3) == 0)
      body = "{ " + type("t") + " t = " + value() + "; " + body + " A[t + " + value() + "] = 0; }";
    return text + std::string(2 * depth + 2, ' ') + body + "\n}\n";
  }

private:
  int pick(int count) { return int(random() % unsigned(count)); }

  std::string type(const std::string &) {
    static const char *const kTypes[] = {"int",           "int",           "unsigned",
                                         "long",          "unsigned long", "short",
                                         "unsigned char", "signed char",   "unsigned short"};
    return kTypes[pick(9)];
  }

  std::string relation() {
    static const char *const kRelations[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    return kRelations[pick(6)];
  }

  std::string name() {
    static const char *const kNames[] = {"n", "m", "k"};
    return !names.empty() && pick(2) ? names[pick(int(names.size()))] : kNames[pick(3)];
  }

  std::string value() {
    switch (pick(9)) {
    case 0:
      return std::to_string(pick(4));
    case 1:
      return "(" + name() + " + " + value() + ")";
    case 2:
      return "(" + name() + " - " + value() + ")";
    case 3:
      return "(" + type("") + ")" + name();
    case 4:
      return pick(2) ? "-" + name() : "n % 2";
    case 5:
      return pick(2) ? "n / 2" : "(m < k ? m : k)";
    default:
      return name();
    }
  }

  std::string index() {
    std::string text = value();
    for (const std::string &each : names)
      text += " + " + each + (pick(2) ? " * " + value() : std::string());
    return text;
  }

  /// The greater or the less of two values: which one it is decides what a step lands on.
  std::string start() {
    if (pick(4))
      return pick(2) ? "0" : value();
    std::string one = name(), other = pick(2) ? "0" : value();
    return "(" + one + (pick(2) ? " < " : " > ") + other + " ? " + one + " : " + other + ")";
  }

  std::string loop(int level) {
    std::string v(1, "ijl"[level]);
    std::string step = " " + std::to_string(pick(2) ? 1 : 2 + pick(3));
    if (pick(3)) {
      static const char *const kUp[] = {" < ", " <= ", " < ", " != "};
      return "for (" + type(v) + " " + v + " = " + start() + "; " + v + kUp[pick(4)] + value() +
             "; " + v + " +=" + step + ")\n";
    }
    return "for (" + type(v) + " " + v + " = " + start() + "; " + v + (pick(2) ? " > " : " >= ") +
           value() + "; " + v + " -=" + step + ")\n";
  }

  std::mt19937 random;
  std::vector<std::string> names;
};

TEST(RandomNests, RunAsTheScopSays) {
  int lifted = 0, compared = 0;
  const char *more = std::getenv("ACC_RANDOM_NESTS"); // how many, for longer runs
  unsigned count = more ? unsigned(std::atoi(more)) : 150;
  for (unsigned seed = 0; seed < count; ++seed) {
    std::string text = Generator(seed).nest();
    std::vector<std::string> flags;
    if (seed % 5 == 0)
      flags = {"-fwrapv"};
    auto scop = scopOf(text, flags);
    if (!scop || scop->unknown) // no access stands for an unknown place
      continue;
    ++lifted;
    bool mayDoLess = std::any_of(scop->statements.begin(), scop->statements.end(),
                                 [](const ScopStatement &each) { return each.opaque; });
    compared += compareOnBox(text, {{"n", {0, 1, 2, 3, 7}}, {"m", {0, 1, 3}}, {"k", {0, 2, 5}}},
                             flags, mayDoLess);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(lifted, 50);
  EXPECT_GT(compared, 500);
}

} // namespace
