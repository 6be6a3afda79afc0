#include "tools/acc-delin/Protocol.h"

#include "tools/report/Json.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

namespace acc {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::OStream;
using llvm::json::Path;
using llvm::json::Value;

/// Bytes as base64 text.
struct Packed {
  std::string bytes;
};

std::string pack(const std::string &bytes) { return llvm::encodeBase64(bytes); }

bool fromJSON(const Value &value, Packed &out, Path path) {
  auto text = value.getAsString();
  std::vector<char> bytes;
  if (!text || llvm::errorToBool(llvm::decodeBase64(*text, bytes))) {
    path.report("expected base64");
    return false;
  }
  out.bytes.assign(bytes.begin(), bytes.end());
  return true;
}

/// What of a nest the JSON report does not carry.
struct NestExtra {
  Packed script, loopTree;
  std::vector<bool> recovered;
};

bool fromJSON(const Value &value, NestExtra &out, Path path) {
  ObjectMapper map(value, path);
  std::string flags;
  if (!map || !map.map("script", out.script) || !map.map("loopTree", out.loopTree) ||
      !map.map("recovered", flags))
    return false;
  for (char flag : flags)
    out.recovered.push_back(flag == '1');
  return true;
}

struct PackedDriver {
  std::string function;
  Packed text, obstacle;
  std::vector<std::string> replaced;
};

bool fromJSON(const Value &value, PackedDriver &out, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("function", out.function) && map.map("text", out.text) &&
         map.map("obstacle", out.obstacle) && map.map("replaced", out.replaced);
}

struct PackedEdit {
  uint64_t begin = 0, end = 0;
  Packed text;
};

bool fromJSON(const Value &value, PackedEdit &out, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("begin", out.begin) && map.map("end", out.end) && map.map("text", out.text);
}

struct PackedIncluded {
  Packed path;
  std::vector<std::string> functions;
};

bool fromJSON(const Value &value, PackedIncluded &out, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("path", out.path) && map.map("functions", out.functions);
}

} // namespace

std::string encode(const UnitResult &result) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream out(stream);
  out.object([&] {
    out.attributeBegin("file");
    report::writeJson(result.file, out);
    out.attributeEnd();
    out.attributeArray("extras", [&] {
      for (const report::Nest &nest : result.file.nests)
        out.object([&] {
          std::string recovered;
          for (const report::Array &array : nest.arrays)
            recovered += array.recovered ? '1' : '0';
          out.attribute("script", pack(nest.script));
          out.attribute("loopTree", pack(nest.loopTree));
          out.attribute("recovered", recovered);
        });
    });
    out.attributeArray("edits", [&] {
      for (const Edit &edit : result.edits)
        out.object([&] {
          out.attribute("begin", edit.begin);
          out.attribute("end", edit.end);
          out.attribute("text", pack(edit.text));
        });
    });
    out.attributeArray("proved", [&] {
      for (const std::string &nest : result.proved)
        out.value(nest);
    });
    out.attributeArray("drivers", [&] {
      for (const DriverText &driver : result.drivers)
        out.object([&] {
          out.attribute("function", driver.function);
          out.attribute("text", pack(driver.text));
          out.attribute("obstacle", pack(driver.obstacle));
          out.attributeArray("replaced", [&] {
            for (const std::string &symbol : driver.replaced)
              out.value(symbol);
          });
        });
    });
  });
  return text;
}

std::variant<UnitResult, std::string> decodeResult(const std::string &text) {
  llvm::Expected<Value> value = llvm::json::parse(text);
  if (!value)
    return llvm::toString(value.takeError());
  Path::Root root("result");
  ObjectMapper map(*value, root);
  std::vector<NestExtra> extras;
  std::vector<PackedEdit> edits;
  std::vector<PackedDriver> drivers;
  UnitResult result;
  if (!map || !map.map("extras", extras) || !map.map("edits", edits) ||
      !map.map("proved", result.proved) || !map.map("drivers", drivers))
    return llvm::toString(root.getError());
  const Value *fileValue = value->getAsObject()->get("file");
  if (!fileValue)
    return "result: no file";
  auto file = report::readFile(*fileValue);
  if (auto *error = std::get_if<std::string>(&file))
    return *error;
  result.file = std::move(std::get<report::File>(file));
  if (extras.size() != result.file.nests.size())
    return "result: nests and extras differ in number";
  for (size_t k = 0; k < extras.size(); ++k) {
    report::Nest &nest = result.file.nests[k];
    nest.script = std::move(extras[k].script.bytes);
    nest.loopTree = std::move(extras[k].loopTree.bytes);
    for (size_t a = 0; a < nest.arrays.size() && a < extras[k].recovered.size(); ++a)
      nest.arrays[a].recovered = extras[k].recovered[a];
  }
  for (PackedDriver &driver : drivers)
    result.drivers.push_back({std::move(driver.function), std::move(driver.text.bytes),
                              std::move(driver.obstacle.bytes),
                              {driver.replaced.begin(), driver.replaced.end()}});
  for (PackedEdit &edit : edits)
    result.edits.push_back({static_cast<uint32_t>(edit.begin), static_cast<uint32_t>(edit.end),
                            std::move(edit.text.bytes)});
  return result;
}

std::string encode(const std::vector<IncludedFile> &files) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream out(stream);
  out.array([&] {
    for (const IncludedFile &file : files)
      out.object([&] {
        out.attribute("path", pack(file.path));
        out.attributeArray("functions", [&] {
          for (const std::string &function : file.functions)
            out.value(function);
        });
      });
  });
  return text;
}

std::optional<std::vector<IncludedFile>> decodeIncluded(const std::string &text) {
  std::vector<PackedIncluded> packed;
  llvm::Expected<Value> value = llvm::json::parse(text);
  Path::Root root("included");
  if (!value || !fromJSON(*value, packed, root)) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  std::vector<IncludedFile> files;
  for (PackedIncluded &file : packed)
    files.push_back({std::move(file.path.bytes), std::move(file.functions)});
  return files;
}

WorkerOutput splitOutput(const std::string &text) {
  WorkerOutput output;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  llvm::StringRef whole = llvm::StringRef(text).take_front(text.rfind('\n') + 1);
  whole.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    if (line.front() == kNestLine) {
      output.lastNest = line.drop_front().str();
    } else if (line.front() == kResultLine) {
      output.results.push_back(line.drop_front().str());
      output.lastNest.clear();
    } else if (line.front() == kIncludedLine) {
      output.included = line.drop_front().str();
    } else if (line.front() == kHelperLine) {
      auto [process, time] = line.drop_front().split(' ');
      int64_t taken = 0;
      process.getAsInteger(10, output.helper);
      time.getAsInteger(10, taken);
      output.helped += std::chrono::nanoseconds(taken);
    }
  }
  return output;
}

} // namespace acc
