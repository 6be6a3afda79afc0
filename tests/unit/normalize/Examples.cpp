#include "tests/unit/normalize/Examples.h"

#include "analysis/tree/LiveOut.h"
#include "tests/support/Source.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace acc::test {
namespace {

std::string functionOf(const std::string &given, const std::string &body) {
  // The parameters stand behind declarations and functions.
  size_t open = 0;
  for (const char *end : {"; (", "} ("})
    if (size_t last = given.rfind(end); last != std::string::npos)
      open = std::max(open, last + 2);
  open = given.find('(', open);
  size_t close = given.find(')', open);
  return given.substr(0, open) + "\nvoid f" + given.substr(open, close + 1 - open) + " {" +
         given.substr(close + 1) + "/*<*/" + body + "/*>*/ }";
}

} // namespace

std::string fileOf(const std::string &pass) {
  std::string name;
  bool isFirst = true;
  for (char c : pass) {
    if (c != '-')
      name += isFirst ? char(toupper(c)) : c;
    isFirst = c == '-';
  }
  return name;
}

std::vector<Example> examplesOf(const std::string &pass) {
  std::ifstream header(std::string(ACC_SOURCE_DIR) + "/analysis/normalize/" + fileOf(pass) + ".h");
  std::vector<Example> examples;
  Example example;
  std::string *field = nullptr; // what a continued line belongs to
  for (std::string line; std::getline(header, line) && line.rfind("//", 0) == 0;) {
    std::istringstream words(line.substr(2));
    std::string key, text;
    words >> key;
    std::getline(words >> std::ws, text);
    // A line that is indented further than the keys continues the one before it.
    if (field && line.rfind("//           ", 0) == 0) {
      *field += " " + key + (text.empty() ? "" : " " + text);
      continue;
    }
    field = nullptr;
    if (key == "given:") {
      example = {text, "", "", ""};
      field = &example.given;
    } else if (key == "before:") {
      example.before = text;
      field = &example.before;
    } else if (key == "after:") {
      examples.push_back(example);
      field = &(examples.back().after = text);
    } else if (key == "reads:") {
      field = &(examples.back().reads = text);
    }
  }
  return examples;
}

SourceNest readOf(const std::string &given, const std::string &body) {
  std::string text = functionOf(given, body);
  return body.rfind("for", 0) == 0 ? nestOf(text) : regionOf(text);
}

std::vector<RunPoint> pointsFor(const SourceNest &nest) {
  std::vector<RunPoint> points;
  for (int64_t seed = 0; seed < 12; ++seed) {
    RunPoint point;
    int64_t value = seed;
    for (const Symbol &symbol : *nest.symbols)
      if (symbol.kind == Symbol::Kind::Parameter && symbol.type.isInteger())
        point[symbol.name] = (value = (value * 5 + 3) % 11) - 1;
    points.push_back(point);
  }
  return points;
}

SourceNest applied(const Pass &pass, const SourceNest &nest) {
  SourceNest result = pass.apply(nest, {liveOutOf(nest), DataConditions::Assumed});
  return result.root == nest.root ? pass.apply(nest, {liveOutOf(nest), DataConditions::Sunk})
                                  : result;
}

} // namespace acc::test
