#include "tools/lib/ApiState.h"
#include "tools/lib/ApiTree.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace acc_delin {
namespace {

std::vector<acc::Polynomial> polynomialsOf(const std::vector<Affine> &values) {
  std::vector<acc::Polynomial> all;
  for (const Affine &value : values)
    all.push_back(polynomialOf(value));
  return all;
}

acc::Array::Sizes sizesOf(const std::vector<Size> &shape) {
  acc::Array::Sizes sizes;
  for (const Size &size : shape)
    sizes.push_back(size ? std::optional(polynomialOf(*size)) : std::nullopt);
  return sizes;
}

bool isFloating(ScalarType type) { return type >= ScalarType::float16; }

/// The number where it is an integer.
std::optional<__int128> integerOf(const detail::Number &number) {
  if (auto *value = std::get_if<int64_t>(&number.value))
    return *value;
  if (auto *value = std::get_if<uint64_t>(&number.value))
    return *value;
  const double value = std::get<double>(number.value);
  if (!(std::fabs(value) < 1e19) || value != std::floor(value))
    return std::nullopt;
  return static_cast<__int128>(value);
}

double floatingOf(const detail::Number &number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number.value);
}

/// Whether the type's greatest finite value is not below the number.
bool isFinite(double value, ScalarType type) {
  if (type == ScalarType::float16)
    return std::fabs(value) < 65520; // rounds to no more than 65504
  return std::isfinite(type == ScalarType::float32 ? static_cast<float>(value) : value);
}

bool holds(ScalarType type, __int128 value) {
  if (type == ScalarType::boolean)
    return value == 0 || value == 1;
  const acc::CType read = detail::typeOf(type);
  const __int128 end = __int128(1) << (read.bits() - (read.isSigned ? 1 : 0));
  return value < end && value >= (read.isSigned ? -end : 0);
}

std::shared_ptr<const detail::ArrayState> withView(detail::ArrayState state,
                                                   const acc::Outcome<acc::Array> &view) {
  if (view) {
    state.view = *view;
    if (!state.whole)
      state.whole = *view;
  } else {
    state.fault = view.rejection().detail;
  }
  return std::make_shared<detail::ArrayState>(std::move(state));
}

/// What is made by hand, without memory of its own.
detail::ArrayState stateOf(const std::string &name, Role role, ScalarType type) {
  detail::ArrayState state;
  state.name = name;
  state.role = role;
  state.type = type;
  return state;
}

/// Elements of memory with a fixed shape; none for a run-time or missing size.
std::optional<int64_t> elementsOf(const std::vector<Size> &shape) {
  int64_t count = 1;
  for (const Size &size : shape)
    if (!size || !size->terms().empty() || __builtin_mul_overflow(count, size->constant(), &count))
      return std::nullopt;
  return count;
}

std::shared_ptr<const detail::ArrayState> made(const std::string &name, Role role, ScalarType type,
                                               const std::vector<Size> &shape,
                                               const acc::Outcome<acc::Array> &view) {
  detail::ArrayState state = stateOf(name, role, type);
  if (role == Role::Temporary) {
    state.elements = elementsOf(shape);
    if (std::count(shape.begin(), shape.end(), kInfinite))
      state.fault = "array " + name + ": a temporary array needs all of its sizes";
  }
  if (role == Role::Constant)
    state.fault = "array " + name + ": a constant array is made from its data";
  if (state.fault)
    return std::make_shared<detail::ArrayState>(std::move(state));
  return withView(std::move(state), view);
}

acc::Layout layoutOf(Layout layout) { return static_cast<acc::Layout>(layout); }

/// A packed array. Where one size is missing that its map needs, a name stands for it.
std::shared_ptr<const detail::ArrayState> packed(const std::string &name, Role role,
                                                 ScalarType type, const std::vector<Size> &shape,
                                                 Layout layout) {
  if (shape.empty() && role != Role::Constant) {
    detail::ArrayState one = stateOf(name, role, type);
    if (role == Role::Temporary) {
      one.elements = 1;
      return std::make_shared<detail::ArrayState>(std::move(one));
    }
    one.isOneElement = true;
    return withView(std::move(one), acc::Array::packed(name, sizesOf({1})));
  }
  acc::Array::Sizes sizes = sizesOf(shape);
  acc::Outcome<acc::Array> view = acc::Array::packed(name, sizes, layoutOf(layout));
  if (view || std::count(shape.begin(), shape.end(), kInfinite) != 1)
    return made(name, role, type, shape, view);
  size_t missing = std::find(shape.begin(), shape.end(), kInfinite) - shape.begin();
  const std::string symbol = name + "_size" + std::to_string(missing);
  sizes[missing] = acc::Polynomial::symbol(symbol);
  detail::ArrayState state =
      *made(name, role, type, shape, acc::Array::packed(name, sizes, layoutOf(layout)));
  state.inferred = missing;
  state.inferredName = symbol;
  return std::make_shared<detail::ArrayState>(std::move(state));
}

/// The same memory behind another map.
std::shared_ptr<const detail::ArrayState> viewOf(detail::ArrayState state,
                                                 const acc::Outcome<acc::Array> &view) {
  state.inferred.reset();
  state.isOneElement = false;
  return withView(std::move(state), view);
}

} // namespace

const char *typeName(ScalarType type) {
  static const char *const kNames[] = {
      "signed char",  "short",         "int",   "long",     "unsigned char", "unsigned short",
      "unsigned int", "unsigned long", "_Bool", "_Float16", "float",         "double"};
  return kNames[static_cast<size_t>(type)];
}

std::optional<std::string> literalOf(const detail::Number &number, ScalarType type) {
  if (isFloating(type)) {
    const double value = floatingOf(number);
    if (!isFinite(value, type))
      return std::nullopt;
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
    std::string text = buffer;
    if (text.find_first_not_of("-0123456789") == std::string::npos)
      text += ".0";
    return text + (type == ScalarType::float32 ? "f" : "");
  }
  std::optional<__int128> value = integerOf(number);
  if (!value || !holds(type, *value))
    return std::nullopt;
  if (*value == INT64_MIN) // its magnitude has no type
    return "-9223372036854775807L - 1";
  const char *suffix = *value >= INT32_MIN && *value <= INT32_MAX ? ""
                       : type == ScalarType::int64                ? "L"
                       : type == ScalarType::uint64               ? "UL"
                                                                  : "U";
  if (*value < 0)
    return std::to_string(static_cast<int64_t>(*value)) + suffix;
  return std::to_string(static_cast<uint64_t>(*value)) + suffix;
}

Affine operator+(const Affine &a, const Affine &b) {
  Affine sum = a;
  sum.fixed += b.fixed;
  for (const auto &[name, factor] : b.factors)
    if ((sum.factors[name] += factor) == 0)
      sum.factors.erase(name);
  return sum;
}

Affine operator-(const Affine &a, const Affine &b) { return a + -1 * b; }

Affine operator*(int64_t factor, const Affine &a) {
  Affine product;
  product.fixed = factor * a.fixed;
  if (factor != 0)
    for (const auto &[name, old] : a.factors)
      product.factors[name] = factor * old;
  return product;
}

acc::Polynomial polynomialOf(const Affine &value) {
  acc::Polynomial sum(value.constant());
  for (const auto &[name, factor] : value.terms())
    sum += acc::Polynomial(factor) * acc::Polynomial::symbol(name);
  return sum;
}

void detail::Uses::add(const Uses &other) {
  for (const auto &[name, array] : other.arrays)
    if (auto own = arrays.find(name); own != arrays.end() && !fault)
      if (own->second.role() != array.role() || own->second.type() != array.type())
        fault = "two arrays are named '" + name + "'";
  arrays.insert(other.arrays.begin(), other.arrays.end());
  scalars.insert(other.scalars.begin(), other.scalars.end());
  integers.insert(other.integers.begin(), other.integers.end());
  functions.insert(other.functions.begin(), other.functions.end());
  for (const auto &[name, places] : other.inferred)
    inferred[name].insert(inferred[name].end(), places.begin(), places.end());
  if (!fault)
    fault = other.fault;
}

const detail::ArrayState &detail::stateOf(const Array &array) { return *array.state; }

acc::CType detail::ArrayState::memoryType() const {
  acc::CType type = typeOf(this->type);
  if (elements && !view)
    return type; // a scalar variable
  const bool isRead = role == Role::Input || role == Role::Constant;
  acc::CType memory;
  type.isConst = isRead;
  memory.kind = elements ? acc::CType::Kind::Array : acc::CType::Kind::Pointer;
  memory.size = elements ? *elements * type.size : sizeof(void *);
  memory.isConst = elements && isRead;
  memory.spelling = type.spelling + (elements ? "[" + std::to_string(*elements) + "]" : " *");
  if (isRead && !elements)
    memory.spelling = "const " + memory.spelling;
  memory.element = std::make_shared<acc::CType>(type);
  return memory;
}

std::string detail::ArrayState::definition() const {
  if (!elements)
    return "";
  std::string text = std::string(typeName(type)) + " " + name;
  if (!view)
    return text + " = 0;";
  text += "[" + std::to_string(*elements) + "] = {";
  if (role == Role::Temporary)
    return text + "0};";
  std::string values;
  for (const std::string &value : data)
    values += (values.empty() ? "" : ", ") + value;
  return "static const " + text + values + "};";
}

Array::Array(const std::string &name, Role role, ScalarType type, const std::vector<Size> &shape,
             Layout layout)
    : state(packed(name, role, type, shape, layout)) {}

Array::Array(const std::string &name, Role role, ScalarType type, const std::vector<Size> &shape,
             const std::vector<Affine> &map, const Affine &offset)
    : state(made(
          name, role, type, shape,
          acc::Array::mapped(name, sizesOf(shape), {polynomialsOf(map), polynomialOf(offset)}))) {
  if (role == Role::Temporary) // its memory is that of its shape, not of its map
    state = withView(acc_delin::stateOf(name, role, type),
                     acc::Rejection{acc::RejectionKind::InvalidSchedule,
                                    {},
                                    "array " + name + ": a temporary array has no map of its own"});
}

Array::Array(const std::vector<detail::Number> &data, const std::string &name, ScalarType type,
             const std::vector<int64_t> &shape) {
  const std::vector<Size> sizes(shape.begin(), shape.end());
  detail::ArrayState made = acc_delin::stateOf(name, Role::Constant, type);
  made.elements = elementsOf(sizes);
  const bool fits = made.elements && *made.elements == static_cast<int64_t>(data.size());
  bool isHeld = true;
  for (const detail::Number &number : data) {
    std::optional<std::string> literal = literalOf(number, type);
    isHeld &= literal.has_value();
    made.data.push_back(literal.value_or(""));
  }
  const std::string fault =
      !fits ? ": its data is not of its shape" : ": its type cannot hold its data";
  if (fits && isHeld)
    state = withView(std::move(made), acc::Array::packed(name, sizesOf(sizes)));
  else
    state =
        withView(std::move(made),
                 acc::Rejection{acc::RejectionKind::InvalidSchedule, {}, "array " + name + fault});
}

const std::string &Array::name() const { return state->name; }
Role Array::role() const { return state->role; }
ScalarType Array::type() const { return state->type; }
unsigned Array::rank() const {
  return state->view && !state->isOneElement ? state->view->rank() : 0;
}
const std::optional<std::string> &Array::fault() const { return state->fault; }

Layout Array::layout() const {
  return state->view ? static_cast<Layout>(state->view->layout()) : Layout::Explicit;
}

std::vector<std::string> Array::affineMap() const {
  std::vector<std::string> texts;
  if (rank() > 0)
    for (const acc::Polynomial &coefficient : state->view->map().coefficients)
      texts.push_back(coefficient.str());
  return texts;
}

std::string Array::affineOffset() const {
  return state->view ? state->view->map().offset.str() : "";
}

std::vector<std::string> Array::shape() const {
  std::vector<std::string> texts;
  if (rank() > 0)
    for (const auto &size : state->view->sizes())
      texts.push_back(size && !(state->inferred == texts.size()) ? size->str() : "");
  return texts;
}

Array Array::subArray(const std::vector<Affine> &offsets, const std::vector<Size> &shape,
                      const std::vector<int64_t> &strides) const {
  if (!state->view)
    return *this;
  return Array(
      viewOf(*state, state->view->subArray(polynomialsOf(offsets), sizesOf(shape), strides)));
}

Array Array::slice(const std::vector<unsigned> &dimensions,
                   const std::vector<Affine> &offsets) const {
  if (!state->view)
    return *this;
  return Array(viewOf(*state, state->view->slice(dimensions, polynomialsOf(offsets))));
}

Array Array::splitDimension(unsigned dimension, const Affine &size) const {
  if (!state->view)
    return *this;
  return Array(viewOf(*state, state->view->splitDimension(dimension, polynomialOf(size))));
}

Array Array::mergeDimensions(unsigned first, unsigned second) const {
  if (!state->view)
    return *this;
  return Array(viewOf(*state, state->view->mergeDimensions(first, second)));
}

Array Array::permuteDimensions(const std::vector<unsigned> &order) const {
  if (!state->view)
    return *this;
  return Array(viewOf(*state, state->view->permuteDimensions(order)));
}

Element Array::at(const std::vector<Affine> &subscripts) const {
  detail::Uses uses;
  uses.arrays.emplace(state->name, *this);
  uses.fault = state->fault;
  if (!state->fault && subscripts.size() != rank())
    uses.fault = "array " + state->name + " has " + std::to_string(rank()) + " dimensions, not " +
                 std::to_string(subscripts.size());
  acc::ExprRef memory = detail::variable(state->name, state->memoryType());
  if (uses.fault || !state->view)
    return {std::move(memory), std::move(uses)};
  acc::Polynomial address = state->isOneElement
                                ? acc::Polynomial()
                                : state->view->map().addressOf(polynomialsOf(subscripts));
  uses.integers = address.symbols();
  if (!state->inferredName.empty()) {
    std::vector<Affine> &places = uses.inferred[state->inferredName];
    if (state->inferred)
      places.push_back(subscripts[*state->inferred]);
    uses.integers.erase(state->inferredName);
  }
  const acc::CType type = *memory->type.element;
  return {detail::element(memory, type, detail::sumOf(address)), std::move(uses)};
}

Expression::Expression(double value) : tree(detail::floating(value)) {
  if (!std::isfinite(value))
    uses.fault = "a constant is not finite";
}

Expression::Expression(float value) : tree(detail::floating(value)) {
  if (!std::isfinite(value))
    uses.fault = "a constant is not finite";
}

Expression::Expression(int value) : tree(detail::integer(value)) {}

Expression::Expression(const Affine &value) {
  acc::Polynomial sum = polynomialOf(value);
  tree = detail::sumOf(sum);
  uses.integers = sum.symbols();
}

bool Expression::isInteger() const { return tree->type.isInteger(); }

Expression Expression::binary(const char *op, const Expression &a, const Expression &b) {
  static const std::set<std::string> kOfIntegers = {"%", "&", "|", "^", "<<", ">>"};
  detail::Uses uses = a.uses;
  uses.add(b.uses);
  if (kOfIntegers.count(op) && !(a.isInteger() && b.isInteger()) && !uses.fault)
    uses.fault = "'" + std::string(op) + "' is of integers only";
  return {detail::arithmetic(op, a.tree, b.tree), std::move(uses)};
}

Expression Expression::select(const Expression &condition, const Expression &yes,
                              const Expression &no) {
  detail::Uses uses = condition.uses;
  uses.add(yes.uses);
  uses.add(no.uses);
  return {detail::choice(condition.tree, yes.tree, no.tree), std::move(uses)};
}

Scalar::Scalar(const std::string &name, ScalarType type)
    : Expression(detail::variable(name, detail::typeOf(type)), {}), ownName(name), ownType(type) {
  uses.scalars[name] = type;
}

Scalar::Scalar(const std::string &name, ScalarType type, detail::Number value)
    : Expression(detail::integer(0), {}), ownName(name), ownType(type) {
  if (!literalOf(value, type)) {
    uses.fault = "scalar " + name + ": its type cannot hold its value";
    return;
  }
  if (isFloating(type))
    tree = type == ScalarType::float32 ? detail::floating(static_cast<float>(floatingOf(value)))
                                       : detail::floating(floatingOf(value));
  else if (auto number = static_cast<int64_t>(*integerOf(value)); number == INT64_MIN)
    tree = detail::arithmetic("-", detail::integer(INT64_MIN + 1), detail::integer(1));
  else
    tree = detail::integer(number); // a large unsigned one modulo 2^64
  if (tree->type.spelling != detail::typeOf(type).spelling)
    tree = detail::castTo(detail::typeOf(type), tree);
}

OutputDimension::OutputDimension(const std::string &name, const Expression &value)
    : Dimension{name}, tree(value.tree), uses(value.uses) {
  if (!uses.arrays.empty() && !uses.fault)
    uses.fault = "the dimension " + name + " is computed from an array";
}

Statement::Statement(const Element &element, const char *op, const Expression &value)
    : tree(detail::assignment(element.tree, op, value.tree)), uses(element.uses) {
  target = uses.arrays.begin()->first;
  uses.add(value.uses);
}

} // namespace acc_delin
