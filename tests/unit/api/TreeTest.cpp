// The library's nests are typed trees: those that the frontend reads from the C that is printed of
// them.
#include "analysis/frontend/Frontend.h"
#include "tools/lib/ApiSource.h"
#include "tools/lib/ApiTree.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace acc_delin;
namespace tree = acc_delin::detail;
using acc::ExprRef;
using acc::StmtRef;

namespace {

constexpr ScalarType kTypes[] = {ScalarType::int8,    ScalarType::int16,   ScalarType::int32,
                                 ScalarType::int64,   ScalarType::uint8,   ScalarType::uint16,
                                 ScalarType::uint32,  ScalarType::uint64,  ScalarType::boolean,
                                 ScalarType::float16, ScalarType::float32, ScalarType::float64};

std::string describe(const acc::CType &type) {
  return (type.isConst ? "const " : "") + type.spelling + (type.isSigned ? " s" : " ") +
         std::to_string(type.size) + " k" + std::to_string(static_cast<int>(type.kind)) +
         (type.element ? " of " + describe(*type.element) : "");
}

/// Compilers differ in whether (float)c of a char is written (float)(int)c: the promotion changes
/// no value.
const ExprRef &withoutPromotion(const ExprRef &operand) {
  bool isPromotion = operand->kind == acc::Expr::Kind::Cast && operand->isImplicit &&
                     operand->type.spelling == "int" && operand->operands[0]->type.isInteger() &&
                     operand->operands[0]->type.bits() < 32;
  return isPromotion ? operand->operands[0] : operand;
}

/// All that a tree says but places; names instead of symbols.
std::string describe(const acc::SourceNest &nest, const ExprRef &expr) {
  if (!expr)
    return "-";
  std::string text = "(" + std::to_string(static_cast<int>(expr->kind)) +
                     (expr->isImplicit ? "i" : "") + " " + expr->text + " " +
                     std::to_string(expr->value) + " : " + describe(expr->type);
  if (expr->symbol >= 0)
    text += " " + nest.symbol(expr->symbol).name;
  if (expr->kind == acc::Expr::Kind::Call)
    text += " effect " + std::to_string(static_cast<int>(expr->effect));
  const bool isConversion = expr->kind == acc::Expr::Kind::Cast && expr->isImplicit;
  for (const ExprRef &operand : expr->operands)
    text += " " + describe(nest, isConversion ? withoutPromotion(operand) : operand);
  return text + ")";
}

void collect(const acc::SourceNest &nest, const StmtRef &stmt, std::vector<std::string> &lines) {
  if (!stmt)
    return lines.push_back("-");
  lines.push_back("statement " + std::to_string(static_cast<int>(stmt->kind)) + " " + stmt->text +
                  " " + describe(nest, stmt->target) + " " + describe(nest, stmt->value) + " " +
                  describe(nest, stmt->condition));
  if (stmt->kind == acc::Stmt::Kind::For) {
    collect(nest, stmt->init, lines);
    collect(nest, stmt->step, lines);
  }
  for (const StmtRef &child : stmt->children)
    collect(nest, child, lines);
}

std::vector<std::string> linesOf(const acc::SourceNest &nest) {
  std::vector<std::string> lines;
  collect(nest, nest.root, lines);
  for (const acc::Symbol &symbol : *nest.symbols)
    lines.push_back("symbol " + symbol.name + " " + std::to_string(static_cast<int>(symbol.kind)) +
                    " " + describe(symbol.type) + " elements " +
                    std::to_string(symbol.elementCount.value_or(-1)) + " extent " +
                    describe(nest, symbol.extent) +
                    (symbol.isStaticOrThreadLocal ? " static" : ""));
  for (acc::SymbolId live : nest.root->loop.liveOut)
    lines.push_back("live " + nest.symbol(live).name);
  return lines;
}

/// The nest as it is built and as the frontend reads it.
void expectAsRead(const tree::NestCode &nest, const std::vector<Argument> &arguments) {
  const std::string text = nest.function(arguments, "nest");
  acc::SourceUnit unit = acc::readUnit({"/nest.c", "/", {"-std=c89"}, text});
  ASSERT_TRUE(unit.errors.empty()) << unit.errors.front().message << "\n" << text;
  ASSERT_EQ(unit.nests.size(), 1u);
  const acc::SourceNest &read = unit.nests.front();
  std::vector<std::string> built = linesOf(tree::sourceOf(nest)), wanted = linesOf(read);
  built.resize(std::max(built.size(), wanted.size()));
  wanted.resize(built.size());
  for (size_t k = 0; k < built.size(); ++k)
    EXPECT_EQ(built[k], wanted[k]) << text;
  EXPECT_TRUE(read.knownAtEntry.empty());
  EXPECT_EQ(tree::sourceOf(nest).id, read.id);
}

struct Code {
  tree::NestCode nest;
  std::vector<Argument> arguments;
  std::vector<StmtRef> body;

  ExprRef elementOf(const Array &array, const acc::Polynomial &index) {
    if (nest.uses.arrays.emplace(array.name(), array).second && !tree::stateOf(array).elements)
      arguments.push_back(array);
    ExprRef memory = tree::variable(array.name(), tree::stateOf(array).memoryType());
    return array.rank() ? tree::element(memory, *memory->type.element, tree::sumOf(index)) : memory;
  }
  void check() {
    nest.indices = {"i"};
    nest.uses.integers.insert({"i", "n"});
    arguments.push_back(Dimension{"n"});
    nest.loops = {tree::loop("i", acc::Polynomial(0), acc::Polynomial::symbol("n"), 1, body)};
    expectAsRead(nest, arguments);
  }
};

const acc::Polynomial kIndex = acc::Polynomial::symbol("i");

/// One array of each type.
std::vector<Array> arrays(Role role, const std::string &prefix) {
  std::vector<Array> all;
  for (size_t k = 0; k < std::size(kTypes); ++k)
    all.emplace_back(prefix + std::to_string(k), role, kTypes[k],
                     std::vector<Size>{Affine(Dimension{"n"})});
  return all;
}

TEST(ApiTree, OperandsAreConvertedAsInC) {
  std::vector<Array> in = arrays(Role::Input, "A"), out = arrays(Role::InputOutput, "R");
  Code code;
  for (size_t a = 0; a < in.size(); ++a)
    for (size_t b = 0; b < in.size(); ++b) {
      ExprRef x = code.elementOf(in[a], kIndex), y = code.elementOf(in[b], kIndex);
      ExprRef target = code.elementOf(out[(a + 3 * b) % out.size()], kIndex);
      for (const char *op : {"+", "/", "<", "==", "&&"})
        code.body.push_back(tree::assignment(target, "=", tree::arithmetic(op, x, y)));
      if (x->type.isInteger() && y->type.isInteger())
        for (const char *op : {"%", "&", "^", "<<", ">>"})
          code.body.push_back(tree::assignment(target, "=", tree::arithmetic(op, x, y)));
      code.body.push_back(tree::assignment(code.elementOf(out[a], kIndex), "+=", y));
      code.body.push_back(
          tree::assignment(target, "*=", tree::choice(tree::arithmetic(">=", x, y), x, y)));
      code.body.push_back(tree::assignment(target, "=", tree::castTo(tree::typeOf(kTypes[b]), x)));
    }
  code.check();
}

TEST(ApiTree, UnaryOperatorsPromote) {
  std::vector<Array> in = arrays(Role::Input, "A"), out = arrays(Role::InputOutput, "R");
  Code code;
  for (size_t a = 0; a < in.size(); ++a) {
    ExprRef x = code.elementOf(in[a], kIndex);
    for (const char *op : {"-", "!", "~"})
      if (*op != '~' || x->type.isInteger())
        code.body.push_back(tree::assignment(code.elementOf(out[(a + 5) % out.size()], kIndex), "=",
                                             tree::unary(op, x)));
  }
  code.check();
}

TEST(ApiTree, ConstantsCallsAndSums) {
  Array F("F", Role::Output, ScalarType::float32, {Affine(Dimension{"n"})});
  Array K("K", Role::Input, ScalarType::int16, {Affine(Dimension{"n"})});
  Code code;
  ExprRef target = code.elementOf(F, kIndex), k = code.elementOf(K, kIndex);
  for (const ExprRef &value :
       {tree::integer(0), tree::integer(-7), tree::integer(int64_t(1) << 40), tree::floating(0.1),
        tree::floating(-2.0), tree::floating(0.1f), tree::floating(-1e30f)})
    code.body.push_back(tree::assignment(target, "=", tree::arithmetic("*", value, k)));
  code.nest.uses.functions = {{"powf", "float powf(float, float);"},
                              {"fabs", "double fabs(double);"}};
  code.body.push_back(tree::assignment(
      target, "=",
      tree::call("powf", tree::typeOf(ScalarType::float32), {k, tree::floating(2.0)})));
  code.body.push_back(tree::assignment(
      target, "=", tree::call("fabs", tree::typeOf(ScalarType::float64), {target})));
  const acc::Polynomial n = acc::Polynomial::symbol("n"), i = kIndex;
  for (const acc::Polynomial &index :
       {i, acc::Polynomial(3), -i + n, n * i * acc::Polynomial(2) - acc::Polynomial(1),
        acc::Polynomial(0) - i})
    code.body.push_back(tree::assignment(code.elementOf(F, index), "=", tree::sumOf(index)));
  code.check();
}

TEST(ApiTree, MemoryOfTheFunction) {
  Array T("T", Role::Temporary, ScalarType::float64, {16}),
      s("s", Role::Temporary, ScalarType::float64, {});
  Array C("C", ScalarType::float64, {4}, {1, 2, 3, 4});
  Array A("A", Role::Output, ScalarType::float64, {Affine(Dimension{"n"})});
  Code code;
  ExprRef sum = code.elementOf(s, 0);
  code.body.push_back(tree::assignment(sum, "=", code.elementOf(C, 2)));
  code.body.push_back(tree::assignment(code.elementOf(T, 1), "=", sum));
  code.body.push_back(tree::assignment(code.elementOf(A, kIndex), "=", code.elementOf(T, 1)));
  code.check();
}

} // namespace
