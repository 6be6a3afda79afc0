#include "rewriter/judge/UnitCompiler.h"

#include "analysis/frontend/CompileFlags.h"
#include "analysis/frontend/Processor.h"
#include "rewriter/run/Child.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <unistd.h>

namespace acc {
namespace {

namespace path = llvm::sys::path;

/// Processor time of one compilation.
constexpr unsigned kCompileMilliseconds = 60000;

/// In an absolute folder of the PATH: what is found in others depends on where the tool was called.
std::string onPath(llvm::StringRef name) {
  const char *folders = std::getenv("PATH");
  llvm::SmallVector<llvm::StringRef, 16> all;
  llvm::StringRef(folders ? folders : "").split(all, ':', -1, false);
  llvm::erase_if(all, [](llvm::StringRef folder) { return path::is_relative(folder); });
  if (all.empty())
    return "";
  const llvm::ErrorOr<std::string> file = llvm::sys::findProgramByName(name, all);
  return file ? *file : "";
}

bool isKnown(llvm::StringRef name) {
  static const llvm::Regex known(
      "^((x86_64|aarch64)-[a-z0-9_]+(-[a-z0-9_]+)*-)?(gcc|clang|cc)(-[0-9]+"
      "(\\.[0-9]+)*)?$");
  return known.match(name);
}

/// What a measurement does without: link-time optimization, counters, sanitizers, debug
/// information, code at fixed addresses.
bool isLeftOut(llvm::StringRef flag) {
  for (llvm::StringRef prefix : {"-flto",
                                 "-fprofile-",
                                 "-ftest-coverage",
                                 "--coverage",
                                 "-fsanitize",
                                 "-fno-pic",
                                 "-fno-PIC",
                                 "-fpie",
                                 "-fPIE",
                                 "-fno-pie",
                                 "-fno-PIE",
                                 "-mcmodel",
                                 "-save-temps",
                                 "-fsyntax-only",
                                 "-fverbose-asm",
                                 "-ftime-",
                                 "-fcallgraph-info",
                                 "-fdump",
                                 "-fstack-usage",
                                 "-gsplit-dwarf",
                                 "-fplugin",
                                 "-fopt-info",
                                 "-fsave-optimization-record"})
    if (flag.starts_with(prefix))
      return true;
  return flag == "-pg" || flag == "-static" || flag == "-pie" || flag == "-c" || flag == "-S" ||
         flag == "-E" || flag == "-pipe" || flag == "-shared";
}

/// What the unit becomes a part of: an executable, where no library replaces a function, unless its
/// flags ask for code of a shared library.
bool isForExecutable(const std::vector<std::string> &flags) {
  return llvm::none_of(flags,
                       [](const std::string &flag) { return flag == "-fPIC" || flag == "-fpic"; });
}

bool isWerror(llvm::StringRef flag) {
  return flag.starts_with("-Werror") || flag == "-pedantic-errors";
}

std::vector<std::string> commandOf(const UnitInput &input, const std::string &compiler,
                                   Warnings warnings) {
  std::vector<std::string> words = {compiler, "-iquote", path::parent_path(input.path).str()};
  for (const std::string &flag : input.flags)
    if (!isLeftOut(flag) && (warnings == Warnings::AsInCommand || !isWerror(flag)))
      words.push_back(flag);
  // Without a command nobody says that it is not for speed.
  if (input.compiler.empty() &&
      llvm::none_of(input.flags, [](llvm::StringRef flag) { return flag.starts_with("-O"); }))
    words.push_back("-O2");
  if (warnings == Warnings::Off)
    words.push_back("-w");
  for (const char *flag : {"-g0", "-fPIC", "-fvisibility=hidden", "-fno-lto",
                           "-falign-functions=64", "-falign-loops=64", "-shared"})
    words.push_back(flag);
  // The library that is measured stands for the executable; text that asks finds it so.
  if (isForExecutable(input.flags))
    words.push_back("-D__PIE__=2");
  return words;
}

/// Runs a program in a folder; its output and errors, and how it ended.
ChildResult runProgramIn(const std::string &folder, const std::vector<std::string> &words) {
  return runInChild(
      [&](std::FILE *out) {
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(out), STDERR_FILENO);
        if (!folder.empty() && chdir(folder.c_str()) != 0)
          _exit(126);
        std::vector<char *> arguments;
        for (const std::string &word : words)
          arguments.push_back(const_cast<char *>(word.c_str()));
        arguments.push_back(nullptr);
        setenv("LC_ALL", "C", 1);
        execv(arguments.front(), arguments.data());
        _exit(127);
      },
      kCompileMilliseconds);
}

/// Writes a file; a full disk, or a limit on the size of files, is an error code.
std::error_code written(const std::string &file, llvm::StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (error)
    return error;
  out << bytes;
  out.close();
  error = out.error();
  out.clear_error();
  return error;
}

/// Symbols that the library leaves undefined become weak: nothing that runs uses them, and loading
/// it needs none of them. Why it cannot be loaded here, as a sentence.
std::string weaken(const std::string &library) {
  auto buffer = llvm::MemoryBuffer::getFile(library);
  if (!buffer)
    return "the compiler did not write a library";
  std::string copy = (*buffer)->getBuffer().str(); // the file is written anew
  buffer->reset();
  char *bytes = copy.data();
  const size_t size = copy.size();
  Elf64_Ehdr head;
  if (size < sizeof head)
    return "the compiler did not write a library";
  std::memcpy(&head, bytes, sizeof head);
#if defined(__x86_64__)
  constexpr unsigned kMachine = EM_X86_64;
#elif defined(__aarch64__)
  constexpr unsigned kMachine = EM_AARCH64;
#else
  constexpr unsigned kMachine = EM_NONE;
#endif
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_machine != kMachine)
    return "the unit is built for a different machine";
  for (unsigned k = 0; k < head.e_shnum; ++k) {
    const uint64_t at = head.e_shoff + uint64_t(k) * head.e_shentsize;
    Elf64_Shdr section;
    if (at + sizeof section > size)
      break;
    std::memcpy(&section, bytes + at, sizeof section);
    if (section.sh_type != SHT_DYNSYM || section.sh_offset + section.sh_size > size)
      continue;
    for (uint64_t place = section.sh_offset;
         place + sizeof(Elf64_Sym) <= section.sh_offset + section.sh_size;
         place += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, bytes + place, sizeof symbol);
      if (symbol.st_shndx != SHN_UNDEF || ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL)
        continue;
      symbol.st_info =
          static_cast<unsigned char>(ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(symbol.st_info)));
      std::memcpy(bytes + place, &symbol, sizeof symbol);
    }
  }
  std::error_code error = written(library, copy);
  return error ? error.message() : "";
}

/// The errors of the compiler that lie in files "acc_judge_K", and the first of all.
void readErrors(const std::string &output, BuiltUnit &built) {
  llvm::SmallVector<llvm::StringRef, 32> lines;
  llvm::StringRef(output).split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    size_t at = line.find("error: ");
    if (at == llvm::StringRef::npos)
      continue;
    if (built.error.empty())
      built.error = line.substr(at + 7).str();
    size_t number = 0;
    llvm::StringRef rest = line;
    if (rest.consume_front("acc_judge_") && !rest.consumeInteger(10, number))
      built.faulty.insert(number);
  }
  if (built.error.empty())
    built.error = lines.empty() ? "no message" : lines.front().str();
}

/// Writes the files to the folder and compiles the first of them to `output`; the error, "" for
/// none. `built` gets what else is known of it.
std::string compile(const UnitInput &input, const std::vector<NamedText> &files,
                    const std::string &folder, std::vector<std::string> words,
                    const std::string &output, BuiltUnit *built) {
  for (const auto &[name, text] : files)
    if (std::error_code error = written(folder + "/" + name, text))
      return name + ": " + error.message();
  words.insert(words.end(), {folder + "/" + files.front().first, "-o", output, "-lm"});
  const ChildResult result = runProgramIn(input.directory, words);
  if (result.timedOut)
    return "it exceeds the time limit";
  if (!result.death.empty())
    readErrors(result.output, *built);
  return built->error;
}

} // namespace

CompilerName findKnownCompiler(const std::string &name) {
  if (name.empty()) {
    for (const char *usual : {"cc", "gcc", "clang", "clang-19"})
      if (std::string file = onPath(usual); !file.empty())
        return {file, ""};
    return {"", "there is no C compiler on the PATH"};
  }
  const std::string own = path::filename(name).str();
  if (!isKnown(own))
    return {"", "its compiler, " + own +
                    ", is not a known C compiler (--compiler=PATH runs it anyway)"};
  std::string file = onPath(own);
  return {file, file.empty() ? "its compiler, " + own + ", is not on the PATH" : ""};
}

bool mayRound(const UnitInput &input, const std::string &compiler) {
  bool contracts = !isClang(compiler), isFast = false;
  bool hasFma = compiledVectorsOf(input) == "avx512" || compiledVectorsOf(input) == "neon";
  for (const std::string &flag : input.flags) {
    if (flag.starts_with("-ffp-contract="))
      contracts = flag == "-ffp-contract=fast" || flag == "-ffp-contract=on";
    if (flag.starts_with("-std=c") || flag.starts_with("-std=iso"))
      contracts = isClang(compiler);
    if (flag == "-ffast-math" || flag == "-Ofast" || flag.starts_with("-fassociative-math") ||
        flag == "-funsafe-math-optimizations" || flag == "-freciprocal-math")
      isFast = true;
    hasFma |= flag.starts_with("-march=") || flag.starts_with("-mcpu=") || flag == "-mfma";
  }
  return isFast || (hasFma && (contracts || isClang(compiler)) &&
                    !llvm::is_contained(input.flags, "-ffp-contract=off"));
}

bool warningsAreErrors(const UnitInput &input) { return llvm::any_of(input.flags, isWerror); }

BuiltUnit buildUnit(const UnitInput &input, const std::vector<NamedText> &files,
                    const std::string &compiler, const std::string &folder, Warnings warnings) {
  BuiltUnit built;
  const std::string library = folder + "/unit.so";
  built.error =
      compile(input, files, folder, commandOf(input, compiler, warnings), library, &built);
  if (built.error.empty())
    built.error = weaken(library);
  if (built.error.empty())
    built.library = library;
  return built;
}

std::string assemblyOf(const UnitInput &input, const std::vector<NamedText> &files,
                       const std::string &compiler, const std::string &folder) {
  const std::string assembly = folder + "/unit.s";
  std::vector<std::string> words = commandOf(input, compiler, Warnings::Off);
  words.push_back("-S");
  BuiltUnit built;
  if (!compile(input, files, folder, std::move(words), assembly, &built).empty())
    return "";
  auto buffer = llvm::MemoryBuffer::getFile(assembly);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

std::map<std::string, unsigned> callsIn(const std::string &assembly) {
  static const llvm::Regex call("^[ \t]*(call|callq|jmp|jmpq|bl|b)[ \t]+([A-Za-z_][A-Za-z0-9_]*)");
  std::map<std::string, unsigned> calls;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  llvm::StringRef(assembly).split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines)
    if (llvm::SmallVector<llvm::StringRef, 3> parts; call.match(line, &parts))
      ++calls[parts[2].str()];
  return calls;
}

} // namespace acc
