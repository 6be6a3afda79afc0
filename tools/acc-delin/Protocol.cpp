#include "tools/acc-delin/Protocol.h"

#include "tools/acc-delin/Packing.h"

#include "llvm/ADT/StringExtras.h"

namespace acc {
// Archives find these by the type of the value. Each names all fields, so that the compiler misses
// a new one.

namespace report {

static void fields(auto &archive, Is<Finding> auto &value) {
  auto &[id, message, line, column] = value;
  archive(id, message, line, column);
}

static void fields(auto &archive, Is<Parameter> auto &parameter) {
  auto &[name, type, value] = parameter;
  archive(name, type, value);
}

static void fields(auto &archive, Is<Loop> auto &value) {
  auto &[name, source, parent, lower, upper, step, line, parallel, parallelWhen] = value;
  archive(name, source, parent, lower, upper, step, line, parallel, parallelWhen);
}

static void fields(auto &archive, Is<Statement> auto &value) {
  auto &[id, line, loops, condition, opaque] = value;
  archive(id, line, loops, condition, opaque);
}

static void fields(auto &archive, Is<Access> auto &value) {
  auto &[statement, isWrite, may, line, column, index, subscripts] = value;
  archive(statement, isWrite, may, line, column, index, subscripts);
}

static void fields(auto &archive, Is<Array::Alternative> auto &value) {
  auto &[view, sizes, validity] = value;
  archive(view, sizes, validity);
}

static void fields(auto &archive, Is<Array> auto &value) {
  auto &[base, element, elementSize, role, view, sizes, origin, strides, offset, rowStart,
         rowLength, affineMap, affineOffset, accesses, alternatives, recovered] = value;
  archive(base, element, elementSize, role, view, sizes, origin, strides, offset, rowStart,
          rowLength, affineMap, affineOffset, accesses, alternatives, recovered);
}

static void fields(auto &archive, Is<Assumption> auto &value) {
  auto &[kind, condition, verdict, line] = value;
  archive(kind, condition, verdict, line);
}

static void fields(auto &archive, Is<Dependence> auto &value) {
  auto &[kind, array, carriedBy, distance, line, column, lines, isUnknown] = value;
  archive(kind, array, carriedBy, distance, line, column, lines, isUnknown);
}

static void fields(auto &archive, Is<Version> auto &value) {
  auto &[when, arrays, validity, guard] = value;
  archive(when, arrays, validity, guard);
}

static void fields(auto &archive, Is<Run> auto &value) {
  auto &[inputs, fast, why] = value;
  archive(inputs, fast, why);
}

static void fields(auto &archive, Is<MeasuredSize> auto &value) {
  auto &[values, bytes, original, rewritten] = value;
  archive(values, bytes, original, rewritten);
}

static void fields(auto &archive, Is<Measured> auto &value) {
  auto &[compiler, why, sizes] = value;
  archive(compiler, why, sizes);
}

static void fields(auto &archive, Is<Gain> auto &value) {
  auto &[share, saved] = value;
  archive(share, saved);
}

static void fields(auto &archive, Is<Nest> auto &value) {
  auto &[id, parent, function, line, column, endLine, endColumn, status, rejections, parameters,
         loops, statements, arrays, validity, guard, simpleValidity, disjoint, guardText, versions,
         assumptions, dependences, dependencesWhen, orderInvariant, lint, fpMode, reassociated,
         schedule, script, expected, loopTree, run, measured, milliseconds] = value;
  archive(id, parent, function, line, column, endLine, endColumn, status, rejections, parameters,
          loops, statements, arrays, validity, guard, simpleValidity, disjoint, guardText, versions,
          assumptions, dependences, dependencesWhen, orderInvariant, lint, fpMode, reassociated,
          schedule, script, expected, loopTree, run, measured, milliseconds);
}

static void fields(auto &archive, Is<File> auto &value) {
  auto &[path, status, errors, nests] = value;
  archive(path, status, errors, nests);
}

} // namespace report

static void fields(auto &archive, Is<Edit> auto &value) {
  auto &[begin, end, text, nest, nestBegin, isShared] = value;
  archive(begin, end, text, nest, nestBegin, isShared);
}

static void fields(auto &archive, Is<SmallInput> auto &value) {
  auto &[nest, values] = value;
  archive(nest, values);
}

static void fields(auto &archive, Is<DriverText> auto &value) {
  auto &[function, text, obstacle, replaced] = value;
  archive(function, text, obstacle, replaced);
}

static void fields(auto &archive, Is<AccessTerms> auto &value) {
  auto &[atHand, kept, missed, streamed, isGathered, lines, copied, transposed, turned] = value;
  archive(atHand, kept, missed, streamed, isGathered, lines, copied, transposed, turned);
}

static void fields(auto &archive, Is<StatementTerms> auto &value) {
  auto &[accesses, arithmetic, atOnce, iterations, isChain, isInMemory, chain, divisions] = value;
  archive(accesses, arithmetic, atOnce, iterations, isChain, isInMemory, chain, divisions);
}

static void fields(auto &archive, Is<CostTerms> auto &value) {
  auto &[loops, gain] = value;
  archive(loops, gain);
}

static void fields(auto &archive, Is<PlanTerms> auto &value) {
  auto &[nest, plan, source] = value;
  archive(nest, plan, source);
}

static void fields(auto &archive, Is<UnitResult> auto &value) {
  auto &[file, edits, inputs, terms, proved, drivers] = value;
  archive(file, edits, inputs, terms, proved, drivers);
}

static void fields(auto &archive, Is<IncludedFile> auto &value) {
  auto &[path, functions] = value;
  archive(path, functions);
}

namespace {

/// A record of the worker's output: what it is, how many bytes it has, and these.
template <typename T> std::string record(char kind, const T &value) {
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  Packer pack(out);
  pack(value);
  out.flush();
  return kind + llvm::utostr(bytes.size()) + '\n' + bytes + '\n';
}

template <typename T> std::optional<T> valueOf(const std::string &bytes) {
  T value;
  Unpacker unpack(bytes);
  unpack(value);
  return unpack.isGood() ? std::optional(std::move(value)) : std::nullopt;
}

} // namespace

std::string encode(const UnitResult &result) { return record(kResultLine, result); }

std::optional<UnitResult> decodeResult(const std::string &bytes) {
  return valueOf<UnitResult>(bytes);
}

std::string encode(const std::vector<IncludedFile> &files) { return record(kIncludedLine, files); }

std::optional<std::vector<IncludedFile>> decodeIncluded(const std::string &bytes) {
  return valueOf<std::vector<IncludedFile>>(bytes);
}

WorkerOutput splitOutput(const std::string &text) {
  WorkerOutput output;
  llvm::StringRef rest = text;
  // The bytes of a record whose first line is read; none while some of them are to come.
  auto bytesOf = [&](llvm::StringRef line) -> std::optional<std::string> {
    size_t size = 0;
    if (line.getAsInteger(10, size) || rest.size() <= size)
      return std::nullopt;
    std::string bytes = rest.take_front(size).str();
    rest = rest.drop_front(size + 1);
    return bytes;
  };
  for (size_t end; (end = rest.find('\n')) != llvm::StringRef::npos;) {
    llvm::StringRef line = rest.take_front(end);
    rest = rest.drop_front(end + 1);
    char kind = line.empty() ? '\0' : line.front();
    line = line.drop_front(!line.empty());
    if (kind == kNestLine) {
      auto [nest, time] = line.rsplit(' ');
      int64_t taken = 0;
      time.getAsInteger(10, taken);
      output.lastNest = nest.str();
      output.beforeNest = std::chrono::nanoseconds(taken);
    } else if (kind == kResultLine || kind == kIncludedLine) {
      auto bytes = bytesOf(line);
      if (!bytes)
        break;
      if (kind == kIncludedLine) {
        output.included = std::move(bytes);
        continue;
      }
      output.results.push_back(std::move(*bytes));
      output.lastNest.clear();
    } else if (kind == kHelperLine) {
      auto [process, time] = line.split(' ');
      int64_t taken = 0;
      process.getAsInteger(10, output.helper);
      time.getAsInteger(10, taken);
      output.helped += std::chrono::nanoseconds(taken);
    }
  }
  return output;
}

} // namespace acc
