#include "tools/lib/ApiCalls.h"

#include "acc-delin/Accera.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <functional>

namespace acc_delin {
namespace {

namespace json = llvm::json;

/// What is wrong with a request; answered as "error".
struct BadRequest {
  std::string message;
};

[[noreturn]] void bad(const std::string &message) { throw BadRequest{message}; }

// Parts of a request.

const json::Value &part(const json::Object &object, llvm::StringRef key) {
  const json::Value *value = object.get(key);
  if (!value)
    bad("'" + key.str() + "' is missing");
  return *value;
}

const json::Array &arrayOf(const json::Value &value) {
  const json::Array *array = value.getAsArray();
  return array ? *array : (bad("expected an array"), *array);
}

const json::Object &objectOf(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  return object ? *object : (bad("expected an object"), *object);
}

std::string textOf(const json::Value &value) {
  auto text = value.getAsString();
  return text ? text->str() : (bad("expected a string"), "");
}

int64_t wholeOf(const json::Value &value) {
  auto number = value.getAsInteger();
  return number ? *number : (bad("expected an integer"), 0);
}

template <typename F> auto listOf(const json::Value &value, F read) {
  std::vector<decltype(read(value))> list;
  for (const json::Value &entry : arrayOf(value))
    list.push_back(read(entry));
  return list;
}

const json::Value &at(const json::Array &array, size_t k) {
  if (k >= array.size())
    bad("an array is too short");
  return array[k];
}

/// One of these names, as the enumerator of the same position.
template <typename T, size_t N>
T choiceOf(const json::Value &value, const char *const (&names)[N]) {
  const std::string text = textOf(value);
  for (size_t k = 0; k < N; ++k)
    if (text == names[k])
      return static_cast<T>(k);
  bad("'" + text + "' is not known");
}

constexpr const char *kTypes[] = {"int8",   "int16",  "int32", "int64",   "uint8",   "uint16",
                                  "uint32", "uint64", "bool",  "float16", "float32", "float64"};
constexpr const char *kRoles[] = {"input", "input_output", "output", "const", "temp"};
constexpr const char *kLayouts[] = {"first_major", "last_major"};

ScalarType typeOf(const json::Value &value) { return choiceOf<ScalarType>(value, kTypes); }

detail::Number numberOf(const json::Value &value) {
  if (auto number = value.getAsInteger())
    return *number;
  if (auto number = value.getAsUINT64())
    return *number;
  if (auto number = value.getAsNumber())
    return *number;
  if (auto truth = value.getAsBoolean())
    return *truth ? 1 : 0;
  bad("expected a number");
}

/// 5, or {"i": 2, "N": 1, "": 5}.
Affine affineOf(const json::Value &value) {
  if (auto number = value.getAsInteger())
    return *number;
  Affine sum;
  for (const auto &[name, factor] : objectOf(value)) {
    const llvm::StringRef symbol = name;
    sum = sum + wholeOf(factor) * (symbol.empty() ? Affine(1) : Affine(Index{symbol.str()}));
  }
  return sum;
}

Size sizeOf(const json::Value &value) {
  if (value.getAsNull())
    return kInfinite;
  return affineOf(value);
}

Index indexOf(const json::Value &value) { return {textOf(value)}; }

std::vector<Index> indicesOf(const json::Value &value) { return listOf(value, indexOf); }

std::vector<Affine> affinesOf(const json::Value &value) { return listOf(value, affineOf); }

std::vector<Size> sizesOf(const json::Value &value) { return listOf(value, sizeOf); }

/// {"role", "type", "shape", and "layout", "map" with "offset", or "data"}.
Array arrayFrom(const std::string &name, const json::Object &given) {
  const ScalarType type = typeOf(part(given, "type"));
  const auto role = choiceOf<Role>(part(given, "role"), kRoles);
  const json::Value &shape = part(given, "shape");
  if (role == Role::Constant)
    return Array(listOf(part(given, "data"), numberOf), name, type, listOf(shape, wholeOf));
  if (const json::Value *map = given.get("map"))
    return Array(name, role, type, sizesOf(shape), affinesOf(*map),
                 given.get("offset") ? affineOf(*given.get("offset")) : Affine(0));
  const json::Value *layout = given.get("layout");
  return Array(name, role, type, sizesOf(shape),
               layout ? choiceOf<Layout>(*layout, kLayouts) : Layout::FirstMajor);
}

using Arrays = std::map<std::string, Array>;

Arrays arraysOf(const json::Object &request) {
  Arrays arrays;
  if (const json::Value *given = request.get("arrays"))
    for (const auto &[name, array] : objectOf(*given))
      arrays.emplace(llvm::StringRef(name).str(),
                     arrayFrom(llvm::StringRef(name).str(), objectOf(array)));
  return arrays;
}

/// "A", or ["A", ["sub", offsets, shape, strides], ["slice", dimensions, offsets], ["split",
/// dimension, size],
/// ["merge", first, second], ["permute", order]].
Array viewOf(const json::Value &value, const Arrays &arrays) {
  const bool isName = value.getAsString().has_value();
  const std::string name = textOf(isName ? value : at(arrayOf(value), 0));
  auto found = arrays.find(name);
  if (found == arrays.end())
    bad("there is no array '" + name + "'");
  Array view = found->second;
  auto dimension = [](const json::Value &number) { return static_cast<unsigned>(wholeOf(number)); };
  for (size_t k = 1; !isName && k < arrayOf(value).size(); ++k) {
    const json::Array &step = arrayOf(arrayOf(value)[k]);
    const std::string kind = textOf(at(step, 0));
    if (kind == "sub")
      view =
          view.subArray(affinesOf(at(step, 1)), sizesOf(at(step, 2)), listOf(at(step, 3), wholeOf));
    else if (kind == "slice")
      view = view.slice(listOf(at(step, 1), dimension), affinesOf(at(step, 2)));
    else if (kind == "split")
      view = view.splitDimension(dimension(at(step, 1)), affineOf(at(step, 2)));
    else if (kind == "merge")
      view = view.mergeDimensions(dimension(at(step, 1)), dimension(at(step, 2)));
    else if (kind == "permute")
      view = view.permuteDimensions(listOf(at(step, 1), dimension));
    else
      bad("'" + kind + "' is no view");
  }
  return view;
}

Element elementOf(const json::Array &read, const Arrays &arrays) {
  return viewOf(at(read, 1), arrays).at(affinesOf(at(read, 2)));
}

Expression callOf(const std::string &name, const std::vector<Expression> &given) {
  using One = Expression (*)(const Expression &);
  using Two = Expression (*)(const Expression &, const Expression &);
  static const std::map<std::string, One> kOne = {
      {"sqrt", sqrt},   {"exp", exp},   {"log", log},     {"log2", log2},
      {"log10", log10}, {"sin", sin},   {"cos", cos},     {"tan", tan},
      {"sinh", sinh},   {"cosh", cosh}, {"tanh", tanh},   {"floor", floor},
      {"ceil", ceil},   {"abs", abs},   {"round", round}, {"logical_not", logicalNot}};
  static const std::map<std::string, Two> kTwo = {{"max", max},
                                                  {"min", min},
                                                  {"pow", pow},
                                                  {"floor_divide", floorDivide},
                                                  {"logical_and", logicalAnd},
                                                  {"logical_or", logicalOr}};
  if (auto one = kOne.find(name); one != kOne.end() && given.size() == 1)
    return one->second(given[0]);
  if (auto two = kTwo.find(name); two != kTwo.end() && given.size() == 2)
    return two->second(given[0], given[1]);
  bad("there is no function '" + name + "' of " + std::to_string(given.size()) + " arguments");
}

/// The operator as text that lives on.
const char *operatorOf(const json::Value &value) {
  static const char *const kAll[] = {"+",  "-", "*",  "/",  "%",  "&", "|", "^",  "<<", ">>", "<",
                                     "<=", ">", ">=", "==", "!=", "~", "=", "+=", "-=", "*=", "/="};
  const std::string text = textOf(value);
  for (const char *one : kAll)
    if (text == one)
      return one;
  bad("there is no operator '" + text + "'");
}

/// ["number", 2.5, "float32"], ["number", 3], ["affine", {"i": 1}], ["scalar", "alpha", "float32"],
/// ["read", "A", [{"i": 1}, 0]], ["binary", "+", a, b], ["unary", "-", a], ["cast", "int64", a],
/// ["select", condition, a, b], ["call", "max", a, b].
Expression expressionOf(const json::Value &value, const Arrays &arrays) {
  const json::Array &node = arrayOf(value);
  const std::string kind = textOf(at(node, 0));
  auto operand = [&](size_t k) { return expressionOf(at(node, k), arrays); };
  if (kind == "number" && node.size() > 2)
    return Scalar("a constant", typeOf(node[2]), numberOf(node[1]));
  if (kind == "number") {
    const detail::Number number = numberOf(at(node, 1));
    auto *integer = std::get_if<int64_t>(&number.value);
    if (integer && *integer == static_cast<int>(*integer))
      return Expression(static_cast<int>(*integer));
    auto *real = std::get_if<double>(&number.value);
    return real ? Expression(*real) : Expression(Affine(wholeOf(node[1])));
  }
  if (kind == "affine")
    return Expression(affineOf(at(node, 1)));
  if (kind == "scalar")
    return Scalar(textOf(at(node, 1)), typeOf(at(node, 2)));
  if (kind == "read")
    return elementOf(node, arrays);
  if (kind == "binary")
    return Expression::binary(operatorOf(at(node, 1)), operand(2), operand(3));
  if (kind == "unary")
    return Expression::unary(operatorOf(at(node, 1)), operand(2));
  if (kind == "cast")
    return cast(typeOf(at(node, 1)), operand(2));
  if (kind == "select")
    return Expression::select(operand(1), operand(2), operand(3));
  if (kind != "call")
    bad("'" + kind + "' is no expression");
  std::vector<Expression> operands;
  for (size_t k = 2; k < node.size(); ++k)
    operands.push_back(operand(k));
  return callOf(textOf(at(node, 1)), operands);
}

/// {"loops": [{"index", "first", "end", "step"}], "logic": [["=", read, value] or a nest]}.
Nest nestOf(const json::Object &given, const Arrays &arrays) {
  Nest nest(listOf(part(given, "loops"), [](const json::Value &value) {
    const json::Object &loop = objectOf(value);
    const json::Value *first = loop.get("first"), *step = loop.get("step");
    return Loop{indexOf(part(loop, "index")), first ? affineOf(*first) : Affine(0),
                affineOf(part(loop, "end")), step ? wholeOf(*step) : 1};
  }));
  for (const json::Value &value : arrayOf(part(given, "logic"))) {
    if (const json::Object *inner = value.getAsObject()) {
      nest.iterationLogic(nestOf(*inner, arrays));
      continue;
    }
    const json::Array &assignment = arrayOf(value);
    nest.iterationLogic(Statement(elementOf(arrayOf(at(assignment, 1)), arrays),
                                  operatorOf(at(assignment, 0)),
                                  expressionOf(at(assignment, 2), arrays)));
  }
  return nest;
}

// Parts of an answer.

json::Value valueOf(const std::string &text) { return json::fixUTF8(text); }
json::Value valueOf(const Index &index) { return valueOf(index.name); }
json::Value valueOf(const Done &) { return true; }

json::Value valueOf(const std::vector<Index> &indices) {
  json::Array names;
  for (const Index &index : indices)
    names.push_back(index.name);
  return names;
}

json::Object valueOf(const Schedule &schedule) {
  json::Array shape;
  for (const std::optional<int64_t> &size : schedule.shape())
    shape.push_back(size ? json::Value(*size) : json::Value(nullptr));
  json::Object all{{"indices", valueOf(schedule.getIndices())}, {"shape", std::move(shape)}};
  if (auto fusing = schedule.getFusingIndex()) {
    all["fused"] = valueOf(schedule.getFusedIndices());
    all["fusing"] = fusing->name;
    all["unfused"] = valueOf(schedule.getUnfusedIndices());
  }
  return all;
}

json::Object valueOf(const Target &target) {
  return json::Object{{"name", target.name},
                      {"vector_bytes", target.vectorBytes},
                      {"vector_registers", target.vectorRegisters},
                      {"l1_bytes", target.l1Bytes},
                      {"l2_bytes", target.l2Bytes}};
}

json::Value valueOf(const SpaceSize &size) {
  return json::Object{{"real", size.real},
                      {"slots", size.slots ? json::Value(*size.slots) : json::Value(nullptr)}};
}

json::Value refusal(const Refusal &refusal) {
  return json::Object{
      {"refusal", json::Object{{"id", refusal.id}, {"message", json::fixUTF8(refusal.message)}}}};
}

json::Value success(json::Value value) { return json::Object{{"value", std::move(value)}}; }

template <typename T> json::Value answerOf(const Result<T> &result) {
  return result ? success(valueOf(*result)) : refusal(result.refusal());
}

/// The host, one by name, or {"name", "vector_bytes", ...}.
Result<Target> targetOf(const json::Object &request) {
  const json::Value *given = request.get("target");
  if (!given)
    return Target::portable();
  if (auto name = given->getAsString())
    return Target::named(name->str());
  const json::Object &fields = objectOf(*given);
  auto number = [&](llvm::StringRef key) {
    return static_cast<uint64_t>(fields.get(key) ? wholeOf(*fields.get(key)) : 0);
  };
  return Target{textOf(part(fields, "name")), static_cast<unsigned>(number("vector_bytes")),
                static_cast<unsigned>(number("vector_registers")), number("l1_bytes"),
                number("l2_bytes")};
}

/// {"array": "A"}, {"scalar": "alpha", "type"}, {"dimension": "N"}, {"dimension": "N", "value"}.
Argument argumentOf(const json::Value &value, const Arrays &arrays) {
  const json::Object &given = objectOf(value);
  if (const json::Value *array = given.get("array"))
    return viewOf(*array, arrays);
  if (const json::Value *scalar = given.get("scalar"))
    return Scalar(textOf(*scalar), typeOf(part(given, "type")));
  const std::string name = textOf(part(given, "dimension"));
  if (const json::Value *computed = given.get("value"))
    return OutputDimension(name, expressionOf(*computed, arrays));
  return Dimension{name};
}

std::map<std::string, int64_t> numbersOf(const json::Object &request, llvm::StringRef key) {
  std::map<std::string, int64_t> numbers;
  if (const json::Value *given = request.get(key))
    for (const auto &[name, number] : objectOf(*given))
      numbers[llvm::StringRef(name).str()] = wholeOf(number);
  return numbers;
}

} // namespace

struct ApiCalls::State {
  std::map<int64_t, std::variant<Schedule, Plan, Package>> values;
  int64_t last = 0;

  template <typename T> int64_t keep(T value) {
    values.emplace(++last, std::move(value));
    return last;
  }

  template <typename T> T &get(const json::Object &request, llvm::StringRef key) {
    auto found = values.find(wholeOf(part(request, key)));
    T *value = found == values.end() ? nullptr : std::get_if<T>(&found->second);
    return value ? *value : (bad("there is no such " + key.str()), *value);
  }

  json::Value scheduleAnswer(const Result<Schedule> &schedule) {
    if (!schedule)
      return refusal(schedule.refusal());
    json::Object value = valueOf(*schedule);
    value["handle"] = keep(*schedule);
    return success(std::move(value));
  }

  /// Of a step: what it gives, and the schedule as it is then.
  template <typename T>
  static json::Value stepAnswer(const Schedule &schedule, const Result<T> &step) {
    if (!step)
      return refusal(step.refusal());
    json::Object value = valueOf(schedule);
    value["made"] = valueOf(*step);
    return success(std::move(value));
  }

  json::Value ofSchedule(const std::string &call, const json::Object &request) {
    auto &schedule = get<Schedule>(request, "schedule");
    auto index = [&] { return indexOf(part(request, "index")); };
    auto size = [&] { return wholeOf(part(request, "size")); };
    if (call == "copy")
      return scheduleAnswer(schedule);
    if (call == "split")
      return stepAnswer(schedule, schedule.split(index(), size()));
    if (call == "pad")
      return stepAnswer(schedule, schedule.pad(index(), size()));
    if (call == "reorder")
      return stepAnswer(schedule, schedule.reorder(indicesOf(part(request, "order"))));
    if (call == "tile")
      return stepAnswer(schedule,
                        schedule.tile(listOf(part(request, "sizes"), [](const json::Value &one) {
                          const json::Array &pair = arrayOf(one);
                          return std::pair(indexOf(at(pair, 0)), wholeOf(at(pair, 1)));
                        })));
    if (call == "skew")
      return stepAnswer(schedule, schedule.skew(index(), indexOf(part(request, "by")), 1,
                                                wholeOf(part(request, "unroll"))));
    if (call == "valid_order")
      return success(schedule.isValidLoopOrder(indicesOf(part(request, "order"))));
    if (call == "check")
      return answerOf(schedule.check());
    if (call == "legal_where")
      return answerOf(schedule.legalWhere());
    if (call == "size")
      return answerOf(schedule.size(numbersOf(request, "dimensions")));
    if (call != "plan")
      bad("there is no call '" + call + "' of a schedule");
    Result<Target> target = targetOf(request);
    if (!target)
      return refusal(target.refusal());
    Result<Plan> plan = schedule.createPlan(*target);
    return plan ? success(json::Object{{"handle", keep(*plan)}}) : refusal(plan.refusal());
  }

  json::Value ofPlan(const std::string &call, const json::Object &request) {
    auto &plan = get<Plan>(request, "plan");
    auto index = [&] { return indexOf(part(request, "index")); };
    auto indices = [&] { return indicesOf(part(request, "indices")); };
    if (call == "unroll")
      return answerOf(plan.unroll(index()));
    if (call == "vectorize")
      return answerOf(plan.vectorize(index()));
    if (call == "kernelize")
      return answerOf(plan.kernelize(indices(), indicesOf(part(request, "vectorized"))));
    if (call == "parallelize")
      return answerOf(plan.parallelize(indices()));
    if (call == "tensorize")
      return answerOf(plan.tensorize(indices()));
    if (call == "script")
      return success(plan.script(textOf(part(request, "name"))));
    if (call != "cache")
      bad("there is no call '" + call + "' of a plan");
    const Array array = viewOf(part(request, "array"), arraysOf(request));
    const auto layout = choiceOf<Layout>(part(request, "layout"), kLayouts);
    if (const json::Value *level = request.get("level"))
      return answerOf(plan.cacheAtLevel(array, wholeOf(*level), layout));
    if (const json::Value *most = request.get("max_elements"))
      return answerOf(plan.cacheWithin(array, wholeOf(*most), layout));
    return answerOf(plan.cache(array, index(), layout));
  }

  json::Value ofPackage(const std::string &call, const json::Object &request) {
    auto &package = get<Package>(request, "package");
    if (call == "source")
      return success(package.source());
    if (call == "header")
      return success(package.header(textOf(part(request, "guard"))));
    if (call != "add")
      bad("there is no call '" + call + "' of a package");
    const Arrays arrays = arraysOf(request);
    const std::string name = textOf(part(request, "name"));
    const auto arguments = listOf(part(request, "arguments"), [&](const json::Value &value) {
      return argumentOf(value, arrays);
    });
    if (request.get("plan"))
      return answerOf(package.add(get<Plan>(request, "plan"), arguments, name));
    return answerOf(package.add(get<Schedule>(request, "schedule"), arguments, name));
  }

  json::Value answer(const json::Object &request) {
    const std::string call = textOf(part(request, "call"));
    if (call == "schedule")
      return scheduleAnswer(
          nestOf(objectOf(part(request, "nest")), arraysOf(request)).createSchedule());
    if (call == "fuse") {
      std::vector<Schedule> parts;
      for (const json::Value &handle : arrayOf(part(request, "parts")))
        parts.push_back(get<Schedule>(json::Object{{"schedule", handle}}, "schedule"));
      const json::Value *partial = request.get("partial");
      return scheduleAnswer(fuse(parts, partial ? std::optional(wholeOf(*partial)) : std::nullopt,
                                 listOf(part(request, "names"), textOf)));
    }
    if (call == "package")
      return success(json::Object{{"handle", keep(Package())}});
    if (call == "target")
      return answerOf(targetOf(request));
    if (call == "drop") {
      values.erase(wholeOf(part(request, "handle")));
      return success(true);
    }
    if (request.get("package"))
      return ofPackage(call, request);
    if (request.get("plan"))
      return ofPlan(call, request);
    return ofSchedule(call, request);
  }
};

ApiCalls::ApiCalls() : state(std::make_unique<State>()) {}
ApiCalls::~ApiCalls() = default;

std::string ApiCalls::answer(const std::string &request) {
  json::Value answer = nullptr;
  try {
    llvm::Expected<json::Value> parsed = json::parse(request);
    if (!parsed)
      bad(llvm::toString(parsed.takeError()));
    answer = state->answer(objectOf(*parsed));
  } catch (const BadRequest &problem) {
    answer = json::Object{{"error", json::fixUTF8(problem.message)}};
  }
  return llvm::formatv("{0}", answer).str();
}

} // namespace acc_delin
