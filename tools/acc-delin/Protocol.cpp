#include "tools/acc-delin/Protocol.h"

#include "tools/acc-delin/Packing.h"

#include "llvm/ADT/StringExtras.h"

namespace acc {
// Archives find these by the type of the value. Each names all fields, so that the compiler misses
// a new one.
#define ACC_FIELDS(TYPE, ...)                                                                      \
  static void fields(auto &archive, Is<TYPE> auto &fielded) {                                      \
    auto &[__VA_ARGS__] = fielded;                                                                 \
    archive(__VA_ARGS__);                                                                          \
  }

namespace report {

ACC_FIELDS(Finding, id, message, line, column)
ACC_FIELDS(Parameter, name, type, value)
ACC_FIELDS(Loop, name, source, parent, lower, upper, step, line, parallel, parallelWhen)
ACC_FIELDS(Statement, id, line, loops, condition, opaque)
ACC_FIELDS(Access, statement, isWrite, may, line, column, index, subscripts)
ACC_FIELDS(Array::Alternative, view, sizes, validity)
ACC_FIELDS(Array, base, element, elementSize, role, view, sizes, origin, strides, offset, rowStart,
           rowLength, affineMap, affineOffset, accesses, alternatives, recovered)
ACC_FIELDS(Assumption, kind, condition, verdict, line)
ACC_FIELDS(Dependence, kind, array, carriedBy, distance, line, column, lines, isUnknown)
ACC_FIELDS(Version, when, arrays, validity, guard)
ACC_FIELDS(Run, inputs, fast, why)
ACC_FIELDS(MeasuredSize, values, bytes, original, rewritten)
ACC_FIELDS(Measured, compiler, why, sizes)
ACC_FIELDS(Gain, share, saved)
ACC_FIELDS(Nest, id, parent, function, line, column, endLine, endColumn, status, rejections,
           parameters, loops, statements, arrays, validity, guard, simpleValidity, disjoint,
           guardText, versions, assumptions, dependences, dependencesWhen, orderInvariant, lint,
           fpMode, reassociated, schedule, script, expected, loopTree, written, run, measured,
           milliseconds)
ACC_FIELDS(File, path, status, errors, nests)

} // namespace report

ACC_FIELDS(Edit, begin, end, text, nest, nestBegin, isShared)
ACC_FIELDS(SmallInput, nest, values)
ACC_FIELDS(DriverText, function, text, obstacle, replaced)
ACC_FIELDS(AccessTerms, atHand, kept, missed, streamed, isGathered, lines, copied, transposed,
           turned)
ACC_FIELDS(StatementTerms, accesses, arithmetic, atOnce, iterations, isChain, isInMemory, chain,
           divisions)
ACC_FIELDS(CostTerms, loops, gain)
ACC_FIELDS(PlanTerms, nest, plan, source)
ACC_FIELDS(KnownSize, low, high)
ACC_FIELDS(UnitResult, file, edits, inSource, inputs, declaredSizes, leaveOutCalls, terms, proved,
           drivers)

static void fields(auto &archive, Is<FileInclusions> auto &value) {
  std::vector<std::pair<unsigned, std::vector<std::string>>> inclusions(value.inclusions.begin(),
                                                                        value.inclusions.end());
  archive(value.path, value.functions, inclusions);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(value)>>)
    value.inclusions = {inclusions.begin(), inclusions.end()};
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

std::string encode(const std::vector<FileInclusions> &files) {
  return record(kIncludedLine, files);
}

std::optional<std::vector<FileInclusions>> decodeIncluded(const std::string &bytes) {
  return valueOf<std::vector<FileInclusions>>(bytes);
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
