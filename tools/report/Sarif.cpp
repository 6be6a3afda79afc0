#include "tools/report/Sarif.h"

#include "tools/report/SourceLines.h"
#include "tools/report/Summary.h"
#include "tools/report/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace acc::report {
namespace {

using Items = llvm::json::Array;
using llvm::json::fixUTF8;
using llvm::json::Object;
using llvm::json::Value;

constexpr const char *kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char *kRoot = "%SRCROOT%";

Object message(const std::string &text) { return Object{{"text", fixUTF8(text)}}; }

/// A path as the path of a URI (RFC 3986): every byte but the unreserved ones and '/' escaped.
std::string uriPath(llvm::StringRef path) {
  std::string uri;
  for (char c : path)
    if (llvm::isAlnum(c) || llvm::StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += "%" + llvm::utohexstr(static_cast<unsigned char>(c), /*LowerCase=*/false, 2);
  return uri;
}

class Places {
public:
  Places(const SourceTexts &texts, const std::string &root) : root(root) {
    for (const auto &[path, text] : texts)
      lines[path] = linesOf(text);
  }

  Object artifact(const std::string &path) const {
    llvm::StringRef below = path;
    bool isBelow = !root.empty() && below.consume_front(root) && below.consume_front("/");
    if (llvm::sys::path::is_absolute(path) && !isBelow)
      return Object{{"uri", "file://" + uriPath(path)}};
    llvm::SmallString<128> name(isBelow ? below : llvm::StringRef(path));
    llvm::sys::path::remove_dots(name);
    return Object{{"uri", uriPath(name)}, {"uriBaseId", kRoot}};
  }

  /// A place of line 0 is the whole file. The region ends behind what stands there.
  Object at(const std::string &path, unsigned line, unsigned column) const {
    Object place{{"artifactLocation", artifact(path)}};
    if (line) {
      Object region{{"startLine", line}, {"endLine", line}};
      if (column) {
        region["startColumn"] = pointColumn(path, line, column);
        const std::string_view *text = lineOf(path, line);
        region["endColumn"] = pointColumn(path, line, text ? endOfTerm(*text, column) : column + 1);
      }
      place["region"] = std::move(region);
    }
    return Object{{"physicalLocation", std::move(place)}};
  }

  Object region(const std::string &path, const SarifReplacement &edit) const {
    return Object{{"startLine", edit.startLine},
                  {"startColumn", pointColumn(path, edit.startLine, edit.startColumn)},
                  {"endLine", edit.endLine},
                  {"endColumn", pointColumn(path, edit.endLine, edit.endColumn)}};
  }

private:
  const std::string_view *lineOf(const std::string &path, unsigned line) const {
    auto file = lines.find(path);
    return file == lines.end() || line > file->second.size() ? nullptr : &file->second[line - 1];
  }
  unsigned pointColumn(const std::string &path, unsigned line, unsigned column) const {
    const std::string_view *text = lineOf(path, line);
    return text ? codePointColumn(*text, column) : column;
  }

  std::string root;
  std::map<std::string, std::vector<std::string_view>> lines;
};

/// What else the finding is about: the head of its nest, and what the loops carry.
Items relatedTo(const Remark &remark, const Places &places) {
  Items related;
  const Nest &nest = *remark.nest;
  auto add = [&](unsigned line, unsigned column, const std::string &text) {
    Object place = places.at(remark.file->path, line, column);
    place["id"] = static_cast<int64_t>(related.size());
    place["message"] = message(text);
    related.push_back(std::move(place));
  };
  if (nest.line && (remark.line != nest.line || remark.column != nest.column))
    add(nest.line, nest.column, "the nest " + nest.id);
  if (remark.level == Level::Recovered)
    for (const DependenceNote &note : dependenceNotes(nest))
      if (note.line)
        add(note.line, note.column, note.text);
  return related;
}

std::string textOf(const Remark &remark) {
  std::string text = remark.nest->id + ": " + remark.message;
  if (remark.level == Level::Recovered)
    text += "; " + validitySentence(*remark.nest);
  return text;
}

/// Hashes of what a finding is about, without lines; equal ones are told apart by their number.
std::vector<std::string> fingerprintsOf(const std::vector<Remark> &remarks) {
  std::vector<std::string> prints;
  std::map<std::string, unsigned> seen;
  for (const Remark &remark : remarks) {
    std::string words;
    for (const std::string &word :
         {remark.file->path, remark.nest->function, remark.rule, remark.message})
      words += word + '\0';
    words += std::to_string(seen[words]++);
    prints.push_back(llvm::utohexstr(llvm::xxh3_64bits(words), /*LowerCase=*/true, 16));
  }
  return prints;
}

/// The fixes of the nest that the remark says the status of.
Items fixesOf(const Remark &remark, const Places &places, const std::vector<SarifFix> &fixes) {
  Items items;
  if (remark.rule != remark.nest->status)
    return items;
  for (const SarifFix &fix : fixes) {
    if (fix.path != remark.file->path || fix.nest != remark.nest->id)
      continue;
    Items replacements;
    for (const SarifReplacement &edit : fix.replacements)
      replacements.push_back(Object{{"deletedRegion", places.region(fix.path, edit)},
                                    {"insertedContent", Object{{"text", fixUTF8(edit.text)}}}});
    items.push_back(
        Object{{"description", message(fix.description)},
               {"artifactChanges", Items{Object{{"artifactLocation", places.artifact(fix.path)},
                                                {"replacements", std::move(replacements)}}}}});
  }
  return items;
}

Object resultOf(const Remark &remark, const std::string &fingerprint,
                const std::map<std::string, int64_t> &ruleIndex, const Places &places,
                bool asksForAction, Items fixes, bool hasBaseline) {
  Object location = places.at(remark.file->path, remark.line, remark.column);
  location["logicalLocations"] = Items{Object{{"name", fixUTF8(remark.nest->function)},
                                              {"fullyQualifiedName", fixUTF8(remark.nest->id)},
                                              {"kind", "function"}}};
  Object result{{"ruleId", "acc-" + fixUTF8(remark.rule)},
                // SARIF, 3.27.10: what is no failure has the level "none".
                {"kind", asksForAction ? "fail" : "informational"},
                {"level", !asksForAction     ? "none"
                          : remark.isWarning ? "warning"
                                             : "note"},
                {"message", message(textOf(remark))},
                {"locations", Items{std::move(location)}},
                {"partialFingerprints", Object{{"accDelin/v1", fingerprint}}}};
  if (auto rule = ruleIndex.find(remark.rule); rule != ruleIndex.end())
    result["ruleIndex"] = rule->second;
  if (Items related = relatedTo(remark, places); !related.empty())
    result["relatedLocations"] = std::move(related);
  if (!fixes.empty())
    result["fixes"] = std::move(fixes);
  result["suppressions"] = remark.isSuppressed ? Items{Object{{"kind", "inSource"}}} : Items{};
  if (hasBaseline)
    result["baselineState"] = remark.isKnown ? "unchanged" : "new";
  return result;
}

/// The words of a page without its headings and what stands between fences.
std::string plainText(const std::string &markdown) {
  std::string text;
  bool isCode = false;
  for (std::string_view line : linesOf(markdown)) {
    if (line.starts_with("```"))
      isCode = !isCode;
    else if (!isCode && !line.starts_with("#"))
      text += std::string(line) + "\n";
  }
  return llvm::StringRef(text).trim().str();
}

Object ruleOf(const Rule &rule) {
  bool isWarning = rule.isFault;
  Object object{
      {"id", "acc-" + rule.id},
      {"name", rule.id},
      {"shortDescription", message(rule.description)},
      {"fullDescription", message(rule.help.empty() ? rule.description : plainText(rule.help))},
      {"defaultConfiguration", Object{{"level", isWarning ? "warning" : "note"}}},
      {"properties", Object{{"tags", Items{isWarning ? "correctness" : "performance", "loops"}},
                            {"precision", "very-high"},
                            {"problem.severity", isWarning ? "warning" : "recommendation"}}}};
  if (!rule.help.empty())
    object["help"] =
        Object{{"text", fixUTF8(plainText(rule.help))}, {"markdown", fixUTF8(rule.help)}};
  if (!rule.uri.empty())
    object["helpUri"] = rule.uri;
  return object;
}

/// A fault of this program, which is none of the source.
bool isInternal(const std::string &rule) { return rule == "internal"; }

/// What went wrong with files as wholes, and what this program's faults cost.
Items notificationsOf(const Report &report, const Places &places) {
  Items notifications;
  auto add = [&](const File &file, const Finding &what, const char *level,
                 const std::string &text) {
    notifications.push_back(
        Object{{"descriptor", Object{{"id", "acc-" + fixUTF8(what.id)}}},
               {"level", level},
               {"message", message(text)},
               {"locations", Items{places.at(file.path, what.line, what.column)}}});
  };
  for (const File &file : report.files) {
    for (const Finding &error : file.errors)
      add(file, error, file.status == "ok" ? "warning" : "error", error.message);
    for (const Nest &nest : file.nests)
      for (const Finding &rejection : nest.rejections)
        if (isInternal(rejection.id))
          add(file, rejection, "error", nest.id + ": " + rejection.message);
  }
  return notifications;
}

} // namespace

void writeSarif(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
                const SarifOptions &options, llvm::raw_ostream &out) {
  Places places(texts, options.root);
  Items rules, results;
  std::map<std::string, int64_t> ruleIndex;
  for (const Rule &rule : options.rules) {
    ruleIndex[rule.id] = static_cast<int64_t>(rules.size());
    rules.push_back(ruleOf(rule));
  }
  std::vector<std::string> fingerprints = fingerprintsOf(remarks);
  for (size_t k = 0; k < remarks.size(); ++k) {
    Items fixes = fixesOf(remarks[k], places, options.fixes);
    bool asksForAction =
        remarks[k].isWarning || options.counted.count(&remarks[k]) || !fixes.empty();
    if (!isInternal(remarks[k].rule) && (asksForAction || options.withInformation))
      results.push_back(resultOf(remarks[k], fingerprints[k], ruleIndex, places, asksForAction,
                                 std::move(fixes), options.hasBaseline));
  }
  Object driver{{"name", "acc-delin"},
                {"version", fixUTF8(report.toolVersion)},
                {"semanticVersion", fixUTF8(report.toolVersion)},
                {"rules", std::move(rules)}};
  if (!options.homepage.empty())
    driver["informationUri"] = options.homepage;
  const Counts counts = count(report);
  Object run{
      {"tool", Object{{"driver", std::move(driver)}}},
      {"automationDetails", Object{{"id", "acc-delin/" + options.command + "/"}}},
      {"columnKind", "unicodeCodePoints"},
      {"originalUriBaseIds",
       Object{{kRoot, Object{{"description", message("The working directory of the run.")}}}}},
      {"invocations",
       Items{Object{{"executionSuccessful", !counts.failedFiles && !counts.internalErrors},
                    {"toolExecutionNotifications", notificationsOf(report, places)}}}},
      {"results", std::move(results)}};
  Object log{{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Items{std::move(run)}}};
  out << llvm::formatv("{0:2}\n", Value(std::move(log)));
}

} // namespace acc::report
