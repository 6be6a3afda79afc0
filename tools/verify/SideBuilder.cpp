#include "tools/verify/SideBuilder.h"

#include "analysis/frontend/CompileFlags.h"
#include "rewriter/edit/FastFile.h"
#include "tools/verify/EmbeddedFiles.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr unsigned kCompileSeconds = 600;

/// The flags of the unit that say how it is read, without levels of optimization and
/// without what lets a compiler change the order of floating-point operations.
Words readingFlags(const UnitInput &input) {
  static const std::set<std::string> dropped = {
      "-ffast-math",           "-funsafe-math-optimizations",
      "-fassociative-math",    "-ffinite-math-only",
      "-freciprocal-math",     "-fno-signed-zeros",
      "-fno-trapping-math",    "-fno-honor-nans",
      "-fno-honor-infinities", "-D_OPENMP=201511",
      "-D_OPENACC=201711"};
  Words flags;
  for (const std::string &flag : readFlags(input.flags, input.compiler).arguments)
    if (flag.compare(0, 2, "-O") != 0 && !dropped.count(flag) &&
        flag.compare(0, 14, "-ffp-contract=") != 0)
      flags.push_back(flag);
  flags.push_back("-ffp-contract=off");
  flags.push_back("-DACC_CACHE(guess)=0"); // what pays on much data only is compared on little, too
  return flags;
}

bool usesOpenMp(const UnitInput &input) {
  return std::find(input.flags.begin(), input.flags.end(), "-fopenmp") != input.flags.end();
}

/// The integers of a text that may be sizes of tiles or limits of work.
std::set<long> constantsIn(std::string_view text) {
  std::set<long> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz"
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ_.",
                                        at);
    end = std::min(end, text.size());
    long value = 0;
    if (end > at && !llvm::StringRef(text.substr(at, end - at)).getAsInteger(10, value) &&
        value > 3 && value <= 4096)
      found.insert(value);
    at = std::max(end, at + 1);
  }
  return found;
}

} // namespace

Words operator+(Words a, const Words &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string findCompiler(const std::string &name) {
  if (auto path = llvm::sys::findProgramByName(name))
    return *path;
  auto other = llvm::sys::findProgramByName(name + "-19");
  return other && name == "clang" ? *other : "";
}

Configuration watchedConfiguration(const std::string &name, const std::string &compiler) {
  Words traps = name == "clang" ? Words{"-fsanitize-trap=undefined"}
                                : Words{"-fsanitize-undefined-trap-on-error"};
  Words flags = Words{"-O0", "-fsanitize=thread",
                      "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds,"
                      "float-cast-overflow"} +
                traps +
                Words{"-Dmemset=acc_verify_memset", "-Dmemcpy=acc_verify_memcpy",
                      "-Dmemmove=acc_verify_memmove"};
  return {compiler, name + " -O0, accesses watched", flags, true, true};
}

std::string firstError(const std::string &errors) {
  size_t at = errors.find("error:");
  if (at == std::string::npos)
    return errors.substr(0, 200);
  return errors.substr(at, errors.find('\n', at) - at);
}

std::vector<std::string> constantsOf(const RunRequest &request, size_t first, size_t count) {
  std::set<long> constants;
  for (size_t k = first; k < first + count; ++k) {
    const SourceRange &whole = request.regions[k].whole;
    constants.merge(constantsIn(
        std::string_view(request.rewritten).substr(whole.begin, whole.end - whole.begin)));
  }
  std::vector<std::string> words;
  for (long constant : constants)
    words.push_back(std::to_string(constant));
  return words;
}

std::pair<size_t, size_t> nestsOf(const std::vector<MarkedRegion> &regions,
                                  const std::string &function) {
  size_t first = 0, count = 0;
  for (size_t k = 0; k < regions.size(); ++k)
    if (regions[k].nest.substr(0, regions[k].nest.find('#')) == function && count++ == 0)
      first = k;
  return {first, count};
}

std::set<std::string> replacedBy(const std::vector<DriverText> &drivers) {
  std::set<std::string> symbols;
  for (const DriverText &driver : drivers)
    symbols.insert(driver.replaced.begin(), driver.replaced.end());
  return symbols;
}

std::string SideBuilder::prepare() {
  if (std::error_code error = llvm::sys::fs::create_directories(runnerFolder()))
    return "cannot create " + runnerFolder() + ": " + error.message();
  for (const EmbeddedFile &file : runnerFiles())
    if (std::string problem = writeScratch(runnerFolder() + "/" + file.name, file.text);
        !problem.empty())
      return problem;
  return "";
}

ProgramResult SideBuilder::compile(const std::string &compiler, const Words &words) {
  return runProgram(compiler, words, folder, kCompileSeconds);
}

bool SideBuilder::buildRunner(const std::string &compiler, const Words &flags,
                              const std::string &output) {
  std::string object = folder + "/runner.o"; // of all sources
  Words sources;
  for (const EmbeddedFile &file : runnerFiles())
    if (llvm::StringRef(file.name).ends_with(".c"))
      sources.push_back(runnerFolder() + "/" + file.name);
  if (!llvm::sys::fs::exists(object) &&
      !compile(compiler, Words{"-O1", "-w", "-r"} + sources + Words{"-o", object}).succeeded())
    return false;
  return compile(compiler, Words{"-rdynamic"} + flags + Words{object, "-o", output, "-ldl"})
      .succeeded();
}

ProgramResult SideBuilder::buildSide(const Configuration &configuration, const std::string &source,
                                     const std::string &output,
                                     const std::set<std::string> &replaced, bool hidesMemory) {
  std::string directory = llvm::sys::path::parent_path(input.path).str();
  bool isParallel = usesOpenMp(input) && !configuration.isWatched;
  Words words = configuration.isComparison ? readingFlags(input) : input.flags;
  // Linked with -Bsymbolic: no function is replaced, whatever -fPIC makes the text believe.
  words = words + Words{"-w", "-fPIC", "-U__PIC__", "-U_FORTIFY_SOURCE"} + configuration.flags;
  if (isParallel)
    words.push_back("-fopenmp");
  words = words + Words{"-iquote", directory, "-I" + runnerFolder()};
  Words link = {"-shared", "-Wl,-Bsymbolic"};
  for (const std::string &symbol : replaced) {
    // Else printf("...\n") may become a call of puts.
    words.push_back("-fno-builtin-" + symbol);
    link.push_back("-Wl,--wrap=" + symbol);
  }
  if (hidesMemory) {
    // Else a call whose memory nobody reads is left out, in one of the two versions.
    words.push_back("-fno-builtin-malloc");
    link.push_back("-Wl,--wrap=malloc");
  }
  ProgramResult compiled =
      compile(configuration.compiler, words + Words{"-c", source, "-o", output + ".o"});
  if (!compiled.succeeded())
    return compiled;
  return compile(configuration.compiler,
                 link + (configuration.isWatched ? Words{} : configuration.flags) +
                     Words{output + ".o", "-o", output, "-lm"} +
                     (isParallel ? Words{"-fopenmp"} : Words{}));
}

std::string SideBuilder::writeSide(const std::string &source, const std::string &text,
                                   bool hasLevels, bool hasFma) const {
  for (const auto &[name, part] : separateFiles(text, source, hasLevels, hasFma))
    if (std::string problem = writeScratch(folder + "/" + name, part); !problem.empty())
      return problem;
  return "";
}

std::string SideBuilder::unitText(const std::string &declarations, const std::string &text,
                                  const std::vector<DriverText> &drivers) const {
  std::string unit = "#include \"acc_verify_types.h\"\n" + declarations + "#line 1 \"" +
                     llvm::sys::path::filename(input.path).str() + "\"\n" + text + "\n";
  for (const DriverText &driver : drivers)
    unit += driver.text;
  return unit;
}

} // namespace acc
