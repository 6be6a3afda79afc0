#include "tools/acc-delin/Completion.h"

#include "tools/acc-delin/OptionTable.h"
#include "tools/acc-delin/RulePages.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace acc {
namespace {

namespace cl = llvm::cl;

struct Row {
  std::string name; // with its dashes
  std::string value, help;
  /// The words that the value is one of; empty when it is free.
  std::vector<std::string> words;
  bool takesFile = false;
};

std::vector<Row> rowsOf(cl::SubCommand &command) {
  std::vector<Row> rows;
  for (const std::string &name : option::namesOf(command)) {
    const cl::Option &one = *command.OptionsMap.find(name)->second;
    Row row{
        (name.size() == 1 ? "-" : "--") + name, one.ValueStr.str(), one.HelpStr.str(), {}, false};
    row.takesFile =
        row.value == "FILE" || row.value == "DIR" || row.value == "BUILD" || row.value == "REPORT";
    llvm::SmallVector<llvm::StringRef, 6> words;
    llvm::StringRef(row.value).split(words, '|');
    if (words.size() > 1)
      for (llvm::StringRef word : words)
        if (word == word.lower())
          row.words.push_back(word.str());
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  for (cl::SubCommand *command : option::subCommands())
    names.push_back(command->getName().str());
  return names;
}

/// In single quotes of a shell.
std::string inQuotes(const std::string &text) {
  std::string out = "'";
  for (char c : text)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string forBash() {
  std::string text = "# bash completion of acc-delin; made by acc-delin --generate=bash\n"
                     "_acc_delin() {\n"
                     "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                     "  [[ $cur == = ]] && cur=\n"
                     "  [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
                     "  COMPREPLY=()\n"
                     "  if (( COMP_CWORD == 1 )); then\n"
                     "    COMPREPLY=($(compgen -W '" +
                     joined(commandNames()) +
                     " --help --version --list-checks' -- \"$cur\"))\n    return\n  fi\n"
                     "  case ${COMP_WORDS[1]}:$prev in\n";
  for (cl::SubCommand *command : option::subCommands())
    for (const Row &row : rowsOf(*command))
      if (!row.words.empty())
        text += "    " + command->getName().str() + ":" + row.name + ") COMPREPLY=($(compgen -W '" +
                joined(row.words) + "' -- \"$cur\")); return ;;\n";
  text += "  esac\n  local options=\n  case ${COMP_WORDS[1]} in\n";
  for (cl::SubCommand *command : option::subCommands()) {
    std::vector<std::string> names;
    for (const Row &row : rowsOf(*command))
      names.push_back(row.name);
    text += "    " + command->getName().str() + ") options='" + joined(names) + "' ;;\n";
  }
  return text +
         "  esac\n"
         "  if [[ ${COMP_WORDS[1]} == explain && $cur != -* ]]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         joined(ruleIds()) +
         "' -- \"$cur\"))\n"
         "  elif [[ $cur == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _acc_delin acc-delin\n";
}

/// Text between the brackets of a zsh specification.
std::string inBrackets(const std::string &text) {
  std::string out;
  for (char c : text)
    out += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out;
}

std::string forZsh() {
  std::string text =
      "#compdef acc-delin\n# zsh completion of acc-delin; made by acc-delin --generate=zsh\n"
      "_acc_delin() {\n  local -a commands\n  commands=(\n";
  for (cl::SubCommand *command : option::subCommands())
    text +=
        "    " + inQuotes(command->getName().str() + ":" + command->getDescription().str()) + "\n";
  text += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
          "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (cl::SubCommand *command : option::subCommands()) {
    text += "    " + command->getName().str() + ")\n      _arguments";
    for (const Row &row : rowsOf(*command)) {
      std::string spec = row.name;
      if (!row.value.empty())
        spec += row.name.starts_with("--") ? "=" : "+";
      spec += "[" + inBrackets(row.help) + "]";
      if (!row.value.empty())
        spec += ":" + inBrackets(row.value) + ":" +
                (!row.words.empty() ? "(" + joined(row.words) + ")"
                 : row.takesFile    ? "_files"
                                    : " ");
      text += " \\\n        " + inQuotes(spec);
    }
    std::string rest =
        command == &option::explainCommand ? "*:id:(" + joined(ruleIds()) + ")" : "*:file:_files";
    text += " \\\n        " + inQuotes(rest) + " ;;\n";
  }
  return text + "  esac\n}\n_acc_delin \"$@\"\n";
}

std::string forFish() {
  std::string text = "# fish completion of acc-delin; made by acc-delin --generate=fish\n";
  for (cl::SubCommand *command : option::subCommands())
    text += "complete -c acc-delin -n __fish_use_subcommand -f -a " + command->getName().str() +
            " -d " + inQuotes(command->getDescription().str()) + "\n";
  for (cl::SubCommand *command : option::subCommands())
    for (const Row &row : rowsOf(*command)) {
      bool isLong = row.name.starts_with("--");
      text += "complete -c acc-delin -n '__fish_seen_subcommand_from " + command->getName().str() +
              "' " + (isLong ? "-l " + row.name.substr(2) : "-s " + row.name.substr(1));
      if (!row.value.empty())
        text += row.takesFile ? " -r" : " -x";
      if (!row.words.empty())
        text += " -a " + inQuotes(joined(row.words));
      text += " -d " + inQuotes(row.help) + "\n";
    }
  return text + "complete -c acc-delin -n '__fish_seen_subcommand_from explain' -f -a " +
         inQuotes(joined(ruleIds())) + "\n";
}

/// Text of roff: no escape, no request at the start of a line.
std::string roff(const std::string &text) {
  std::string out = text.starts_with(".") || text.starts_with("'") ? "\\&" : "";
  for (char c : text)
    out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  return out;
}

std::string manual() {
  std::string text =
      ".\\\" Made by acc-delin --generate=man\n.TH ACC-DELIN 1 \"\" \"acc-delin " +
      std::string(kVersion) + "\"\n.SH NAME\n" + roff("acc-delin") +
      " \\- recovers multi-dimensional arrays from hand-flattened C and rewrites loops\n"
      ".SH SYNOPSIS\n.B acc\\-delin\n.I COMMAND\n[\\fIOPTION\\fR...] \\fIARGUMENT\\fR... [\\-\\- "
      "\\fIFLAGS\\fR]\n"
      ".SH COMMANDS\n";
  for (cl::SubCommand *command : option::subCommands()) {
    text += ".SS " + roff(command->getName().str()) + "\n" + roff(command->getDescription().str()) +
            ".\n";
    for (const Row &row : rowsOf(*command)) {
      std::string value =
          row.value.empty() ? "" : (row.name.starts_with("--") ? "=" : " ") + row.value;
      text +=
          ".TP\n.BR \"" + roff(row.name) + "\" \"" + roff(value) + "\"\n" + roff(row.help) + ".\n";
    }
  }
  return text +
         ".SH EXIT STATUS\n"
         ".TP\n.B 0\nfine\n"
         ".TP\n.B 1\n" +
         roff("findings that --fail-on counts, or --check would change something") +
         "\n.TP\n.B 2\nwrong usage, configuration or compile database, or no input files\n"
         ".TP\n.B 3\na unit did not parse or exceeded its time limit, or a file could not be "
         "written\n"
         ".TP\n.B 4\nan internal error lost a nest or a file\n"
         ".SH FILES\n.TP\n.B .acc\\-delin.yaml\noptions for the sources in its directory and "
         "below\n"
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours unless " +
         roff("--color=always") + "\n";
}

} // namespace

std::string completionFor(const std::string &what) {
  return what == "bash"   ? forBash()
         : what == "zsh"  ? forZsh()
         : what == "fish" ? forFish()
         : what == "man"  ? manual()
                          : "";
}

} // namespace acc
