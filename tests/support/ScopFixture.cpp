#include "tests/support/ScopFixture.h"

#include <cctype>
#include <cstdlib>

namespace acc::test {
namespace {

class PolynomialReader {
public:
  explicit PolynomialReader(const std::string &text) : text(text) {}

  Polynomial sum() {
    Polynomial result = product();
    while (peek() == '+' || peek() == '-')
      result = text[at++] == '+' ? result + product() : result - product();
    return result;
  }
  bool done() { return peek() == 0; }

private:
  char peek() {
    while (at < text.size() && text[at] == ' ')
      ++at;
    return at < text.size() ? text[at] : 0;
  }
  Polynomial product() {
    Polynomial result = primary();
    while (peek() == '*') {
      ++at;
      result = result * primary();
    }
    return result;
  }
  Polynomial primary() {
    char c = peek();
    if (c == '-') {
      ++at;
      return -primary();
    }
    if (c == '(') {
      ++at;
      Polynomial inner = sum();
      if (peek() != ')')
        abort();
      ++at;
      return inner;
    }
    size_t start = at;
    auto isName = [](unsigned char c) { // "n", "dims[2].w"
      return std::isalnum(c) || c == '_' || c == '.' || c == '[' || c == ']';
    };
    while (at < text.size() && isName(text[at]))
      ++at;
    std::string word = text.substr(start, at - start);
    if (word.empty())
      abort();
    return std::isdigit(word[0]) ? Polynomial(std::stoll(word)) : Polynomial::symbol(word);
  }

  const std::string &text;
  size_t at = 0;
};

CType typeNamed(const std::string &spelling) {
  CType type;
  type.spelling = spelling;
  bool isLong = spelling.find("long") != std::string::npos;
  type.isSigned = spelling.find("unsigned") == std::string::npos;
  if (spelling == "float" || spelling == "double") {
    type.kind = CType::Kind::Floating;
    type.size = spelling == "float" ? 4 : 8;
  } else {
    type.kind = CType::Kind::Integer;
    type.size = isLong ? 8 : 4;
  }
  return type;
}

CType pointerTo(const CType &element) {
  CType type;
  type.kind = CType::Kind::Pointer;
  type.size = 8;
  type.spelling = element.spelling + " *";
  type.element = std::make_shared<CType>(element);
  return type;
}

class Builder {
public:
  Builder(const std::string &parameterType, const std::string &elementType)
      : integer(typeNamed(parameterType)), element(typeNamed(elementType)) {}

  SymbolId symbol(const std::string &name, const CType &type, Symbol::Kind kind) {
    for (size_t i = 0; i < table.size(); ++i)
      if (table[i].name == name)
        return i;
    Symbol symbol;
    symbol.name = symbol.spelling = name;
    symbol.type = type;
    symbol.kind = kind;
    symbol.root = table.size();
    table.push_back(symbol);
    return table.size() - 1;
  }

  void use(const Polynomial &p) {
    for (const std::string &name : p.symbols()) {
      if (scop.isIterator(name) || scop.parameter(name))
        continue;
      scop.parameters.push_back(
          {name, integer, symbol(name, integer, Symbol::Kind::Parameter), {}, "", nullptr, false});
    }
  }

  ExprRef nameNode(const std::string &name, const CType &type) {
    auto node = std::make_shared<Expr>();
    node->kind = Expr::Kind::Symbol;
    node->type = type;
    node->symbol = symbol(name, type, Symbol::Kind::Local);
    return node;
  }

  ExprRef binary(const std::string &op, ExprRef a, ExprRef b) {
    auto node = std::make_shared<Expr>();
    node->kind = Expr::Kind::Binary;
    node->type = a->type;
    node->text = op;
    node->operands = {a, b};
    return node;
  }

  ExprRef polynomialNode(const Polynomial &p) {
    ExprRef sum;
    for (const Term &term : p.terms()) {
      auto constant = std::make_shared<Expr>();
      constant->kind = Expr::Kind::Integer;
      constant->type = integer;
      constant->value = term.coefficient;
      constant->text = std::to_string(term.coefficient);
      ExprRef product = term.coefficient == 1 && !term.powers.empty() ? nullptr : constant;
      for (const auto &[name, exponent] : term.powers)
        for (int i = 0; i < exponent; ++i) {
          ExprRef factor = nameNode(name, integer);
          product = product ? binary("*", product, factor) : factor;
        }
      sum = sum ? binary("+", sum, product) : product;
    }
    if (sum)
      return sum;
    auto zero = std::make_shared<Expr>();
    zero->kind = Expr::Kind::Integer;
    zero->type = integer;
    zero->text = "0";
    return zero;
  }

  int array(const std::string &name) {
    for (size_t i = 0; i < scop.arrays.size(); ++i)
      if (scop.arrays[i].name == name)
        return i;
    ScopArray array;
    array.name = name;
    array.base = symbol(name, pointerTo(element), Symbol::Kind::Parameter);
    array.element = element;
    array.elementSize = element.size;
    scop.arrays.push_back(array);
    return scop.arrays.size() - 1;
  }

  ExprRef accessNode(const AccessSpec &spec, uint32_t column) {
    auto node = std::make_shared<Expr>();
    node->kind = Expr::Kind::Access;
    node->type = element;
    node->range = {column, column + 1, 1, column};
    node->operands = {nameNode(spec.array, pointerTo(element)), polynomialNode(poly(spec.index))};
    return node;
  }

  ScopAccess access(const AccessSpec &spec, ExprRef node, bool isWrite) {
    ScopAccess result;
    result.array = array(spec.array);
    result.isWrite = isWrite;
    result.subscripts = {poly(spec.index)};
    result.node = node;
    result.where = node->range;
    use(result.subscripts[0]);
    return result;
  }

  CType integer, element;
  SymbolTable table;
  Scop scop;
};

} // namespace

Polynomial poly(const std::string &text) {
  PolynomialReader reader(text);
  Polynomial result = reader.sum();
  if (!reader.done())
    abort();
  return result;
}

Scop makeScop(const std::vector<LoopSpec> &loops, const std::vector<StatementSpec> &statements,
              const std::string &parameterType, const std::string &elementType) {
  Builder b(parameterType, elementType);
  for (const LoopSpec &spec : loops) {
    ScopLoop loop;
    loop.name = spec.name;
    loop.variable = b.symbol(spec.name, b.integer, Symbol::Kind::Local);
    loop.parent = static_cast<int>(b.scop.loops.size()) - 1;
    for (size_t i = 0; i < b.scop.loops.size(); ++i)
      if (b.scop.loops[i].name == spec.parent)
        loop.parent = i;
    if (spec.parent == "-")
      loop.parent = -1;
    loop.first = {poly(spec.first)};
    loop.end = {poly(spec.end)};
    loop.step = spec.step;
    b.scop.loops.push_back(loop);
  }
  for (const ScopLoop &loop : b.scop.loops) {
    b.use(loop.first[0]);
    b.use(loop.end[0]);
  }
  uint32_t column = 1;
  for (const StatementSpec &spec : statements) {
    ScopStatement statement;
    statement.id = "S" + std::to_string(b.scop.statements.size());
    for (const std::string &name : spec.loops)
      for (size_t i = 0; i < b.scop.loops.size(); ++i)
        if (b.scop.loops[i].name == name)
          statement.loops.push_back(i);
    statement.positions = spec.positions;
    statement.positions.resize(statement.loops.size() + 1, 0);
    ExprRef target = b.accessNode(spec.target, column++);
    if (spec.op != "=")
      statement.accesses.push_back(b.access(spec.target, target, false));
    ExprRef value;
    for (const AccessSpec &read : spec.reads) {
      ExprRef node = b.accessNode(read, column++);
      statement.accesses.push_back(b.access(read, node, false));
      value = value ? b.binary("*", value, node) : node;
    }
    if (!value) {
      auto one = std::make_shared<Expr>();
      one->kind = Expr::Kind::Literal;
      one->type = b.element;
      one->text = "1.0f";
      value = one;
    }
    statement.accesses.push_back(b.access(spec.target, target, true));
    auto body = std::make_shared<Stmt>();
    body->kind = Stmt::Kind::Assign;
    body->text = spec.op;
    body->target = target;
    body->value = value;
    statement.body = body;
    b.scop.statements.push_back(statement);
  }
  auto facts = std::make_shared<UnitFacts>();
  facts->path = "fixture.c";
  facts->text = std::make_shared<std::string>();
  for (const Symbol &symbol : b.table)
    facts->identifiers.insert(symbol.name);
  b.scop.nest.id = "f#1";
  b.scop.nest.function = "f";
  b.scop.nest.unit = facts;
  b.scop.nest.symbols = std::make_shared<SymbolTable>(b.table);
  return b.scop;
}

Scop gemmScop() {
  return makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
      {{{"i", "j", "k"}, {}, {"C", "i*ldc + j"}, "+=", {{"A", "i*lda + k"}, {"B", "k*ldb + j"}}}});
}

} // namespace acc::test
