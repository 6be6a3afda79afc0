#include "tools/lib/ApiSource.h"

#include "tools/lib/Pipeline.h"

#include <algorithm>

namespace acc_delin {
namespace {

std::string nameOf(const Argument &argument) {
  if (auto *dimension = std::get_if<Dimension>(&argument))
    return dimension->name;
  if (auto *scalar = std::get_if<Scalar>(&argument))
    return scalar->name();
  return std::get<Array>(argument).name();
}

std::string parameter(const Argument &argument) {
  if (auto *dimension = std::get_if<Dimension>(&argument))
    return "long " + dimension->name;
  if (auto *scalar = std::get_if<Scalar>(&argument))
    return std::string(typeName(scalar->type())) + " " + scalar->name();
  const Array &array = std::get<Array>(argument);
  return (array.role() == Role::Input ? "const " : "") + std::string(typeName(array.type())) +
         " *" + array.name();
}

Refusal invalid(const std::string &why) {
  return refusalOf({acc::RejectionKind::InvalidSchedule, {}, why});
}

/// Why the arguments do not fit what the nest uses.
std::optional<std::string> faultOf(const detail::NestCode &nest,
                                   const std::vector<Argument> &arguments) {
  std::set<std::string> names;
  for (const Argument &argument : arguments) {
    std::string name = nameOf(argument);
    if (!names.insert(name).second)
      return "two arguments are named '" + name + "'";
    auto *array = std::get_if<Array>(&argument);
    if (array && (array->role() == Role::Temporary || array->role() == Role::Constant))
      return "array " + name + " lives in the function and is no argument";
  }
  std::set<std::string> needed = nest.dimensions();
  for (const auto &[name, type] : nest.uses.scalars)
    needed.insert(name);
  for (const auto &[name, array] : nest.uses.arrays)
    if (!detail::stateOf(array).elements)
      needed.insert(name);
  for (const std::string &name : needed)
    if (!names.count(name))
      return "the argument '" + name + "' is missing";
  return std::nullopt;
}

} // namespace

std::string detail::declaration(const std::vector<Argument> &arguments, const std::string &name) {
  std::string text;
  for (const Argument &argument : arguments)
    text += (text.empty() ? "" : ", ") + parameter(argument);
  return "void " + name + "(" + (text.empty() ? "void" : text) + ")";
}

std::string detail::scriptId(const NestCode &nest, const std::string &name) {
  std::string id;
  for (unsigned k = 1; k <= nest.loops.size(); ++k)
    id += (k > 1 ? "+" : "") + name + "#" + std::to_string(k);
  return id;
}

std::variant<std::string, Refusal>
detail::NestCode::function(const std::vector<Argument> &arguments, const std::string &name) const {
  if (auto fault = faultOf(*this, arguments))
    return invalid(*fault);
  std::string text;
  for (const auto &[function, prototype] : uses.functions)
    text += prototype + "\n";
  text += declaration(arguments, name) + "\n{\n    long ";
  for (size_t k = 0; k < indices.size(); ++k)
    text += (k ? ", " : "") + indices[k];
  text += ";\n";
  for (const auto &[array, value] : uses.arrays)
    if (std::string definition = stateOf(value).definition(); !definition.empty())
      text += "    " + definition + "\n";
  return text + textOf(*this) + "}\n";
}

Result<Done> Package::add(const Schedule &schedule, const std::vector<Argument> &arguments,
                          const std::string &name) {
  Result<Plan> plan = schedule.createPlan();
  if (!plan)
    return plan.refusal();
  return add(*plan, arguments, name);
}

Result<Done> Package::add(const Plan &plan, const std::vector<Argument> &arguments,
                          const std::string &name) {
  for (const Function &function : functions)
    if (function.name == name)
      return invalid("the package has a function '" + name + "' already");
  auto text = plan.state->nest.function(arguments, name);
  if (auto *refusal = std::get_if<Refusal>(&text))
    return *refusal;
  const std::string &source = std::get<std::string>(text);
  acc::UnitOptions options;
  options.rewrite = true;
  options.scheduleFrom = acc::UnitOptions::ScheduleFrom::Script;
  options.script = plan.script(detail::scriptId(plan.state->nest, name));
  acc::UnitResult result =
      acc::processUnit({"/" + name + ".c", "/", {"-std=c89"}, source}, options);
  const acc::report::File &file = result.file;
  if (!file.errors.empty())
    return Refusal{file.errors.front().id, file.errors.front().message};
  for (const acc::report::Nest &nest : file.nests)
    if (!nest.rejections.empty())
      return Refusal{nest.rejections.front().id, nest.rejections.front().message};
  std::optional<std::string> written = acc::applyEdits(source, result.edits);
  if (!written || result.edits.empty())
    return invalid("nothing was written for '" + name + "'");
  functions.push_back({name, detail::declaration(arguments, name), *written});
  return Done{};
}

std::string Package::source() const {
  std::string text;
  for (const Function &function : functions)
    text += (text.empty() ? "" : "\n") + function.text;
  return text;
}

std::string Package::header(const std::string &includeGuard) const {
  std::string text = "#ifndef " + includeGuard + "\n#define " + includeGuard +
                     "\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const Function &function : functions)
    text += function.declaration + ";\n";
  return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

} // namespace acc_delin
