#include "tools/acc-delin/MachineFile.h"

#include "tools/acc-delin/YamlText.h"

namespace acc {

/// The value of one key, where it is given.
struct GivenNumber {
  const MachineNumber &number;
  std::optional<double> value = {};
};

struct GivenNumbers {
  MachineValues values;
};

} // namespace acc

namespace llvm::yaml {

template <> struct ScalarTraits<acc::GivenNumber> {
  static void output(const acc::GivenNumber &given, void *, llvm::raw_ostream &out) {
    out << acc::shortestText(given.value.value_or(0));
  }
  static StringRef input(StringRef text, void *, acc::GivenNumber &given) {
    static std::string message; // the caller copies it
    double value = 0;
    message = text.getAsDouble(value) ? "expected a number, found '" + text.str() + "'"
                                      : given.number.fault(value);
    given.value = value;
    return message;
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct MappingTraits<acc::GivenNumbers> {
  static void mapping(IO &io, acc::GivenNumbers &given) {
    for (const acc::MachineNumber &number : acc::machineNumbers()) {
      acc::GivenNumber one{number};
      if (auto known = given.values.find(number.key); known != given.values.end())
        one.value = known->second;
      if (!io.outputting() || one.value)
        io.mapOptional(number.key, one);
      if (one.value)
        given.values[number.key] = *one.value;
    }
  }
};

} // namespace llvm::yaml

namespace acc {

std::variant<MachineValues, ConfigurationError> readMachine(const std::string &text) {
  auto read = readYaml<GivenNumbers>(text);
  if (auto *error = std::get_if<ConfigurationError>(&read))
    return std::move(*error);
  return std::move(std::get<GivenNumbers>(read).values);
}

std::string machineText(const MachineValues &values) {
  GivenNumbers given{values};
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output out(stream);
  out << given;
  return text;
}

} // namespace acc
