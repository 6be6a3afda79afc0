#include "tools/report/Json.h"
#include "SampleReport.h"
#include "tests/support/JsonSchema.h"

#include "llvm/Support/MemoryBuffer.h"

#include <functional>

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::report;

namespace {

std::string jsonOf(const Report &report) {
  std::string text;
  llvm::raw_string_ostream out(text);
  writeJson(report, out);
  return text;
}

llvm::json::Value parsed(const std::string &text) {
  return llvm::cantFail(llvm::json::parse(text), "our own JSON");
}

acc::test::JsonSchema reportSchema() {
  auto buffer = llvm::MemoryBuffer::getFile(ACC_SOURCE_DIR "/docs/report.schema.json");
  return acc::test::JsonSchema(parsed((*buffer)->getBuffer().str()));
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

TEST(Json, WhatIsWrittenIsReadBack) {
  std::string text = jsonOf(report::test::sampleReport());
  auto read = readJson(text);
  ASSERT_TRUE(std::holds_alternative<Report>(read)) << std::get<std::string>(read);
  EXPECT_EQ(jsonOf(std::get<Report>(read)), text);
}

TEST(Json, ReportsFollowTheSchema) {
  auto violations = reportSchema().violations(parsed(jsonOf(report::test::sampleReport())));
  EXPECT_TRUE(violations.empty()) << joined(violations);
}

TEST(Json, TheSchemaRefusesOtherReports) {
  auto schema = reportSchema();
  auto refuses = [&](const std::function<void(llvm::json::Object & nest)> &spoil) {
    llvm::json::Value value = parsed(jsonOf(report::test::sampleReport()));
    llvm::json::Object &file = *(*value.getAsObject()->getArray("files"))[0].getAsObject();
    spoil(*(*file.getArray("nests"))[0].getAsObject());
    return !schema.violations(value).empty();
  };
  EXPECT_FALSE(refuses([](llvm::json::Object &) {}));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) { nest.erase("guard"); }));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) { nest["status"] = "lifted"; }));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) { nest["line"] = -1; }));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) { nest["extra"] = 1; }));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) { nest["validity"] = ""; }));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) { nest["validity"] = nullptr; }));
  EXPECT_TRUE(refuses([](llvm::json::Object &nest) {
    (*(*nest.getArray("dependences"))[0].getAsObject())["distance"] = llvm::json::Array{"one"};
  }));
  EXPECT_TRUE(refuses(
      [](llvm::json::Object &nest) { (*nest.getArray("disjoint"))[0] = llvm::json::Array{"C"}; }));
}

TEST(Json, KeysStandInTheDocumentedOrder) {
  std::string text = jsonOf(report::test::sampleReport());
  size_t at = 0;
  for (const char *key : {"schemaVersion",  "tool",       "files",    "path",        "status",
                          "nests",          "id",         "parent",   "function",    "parameters",
                          "loops",          "statements", "arrays",   "validity",    "guard",
                          "disjoint",       "guardText",  "versions", "assumptions", "dependences",
                          "orderInvariant", "fp",         "lint",     "schedule",    "expected",
                          "milliseconds"}) {
    size_t found = text.find("\"" + std::string(key) + "\":", at);
    ASSERT_NE(found, std::string::npos) << key;
    at = found;
  }
}

TEST(Json, InvalidUtf8DoesNotBreakTheReport) {
  Report report;
  report.files.push_back({"caf\xe9.c", "ok", {}, {}});
  auto read = readJson(jsonOf(report));
  ASSERT_TRUE(std::holds_alternative<Report>(read));
  EXPECT_EQ(std::get<Report>(read).files[0].path, "caf\xef\xbf\xbd.c");
}

TEST(Json, UnreadableReportsAreNamed) {
  auto message = [](const std::string &text) {
    auto read = readJson(text);
    return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : "";
  };
  EXPECT_NE(message("{"), "");
  EXPECT_NE(message("[]"), "");
  EXPECT_NE(message(R"({"files": []})"), "");
  EXPECT_NE(message(R"({"schemaVersion": 2, "files": []})").find("version 1"), std::string::npos);
  EXPECT_NE(message(R"({"schemaVersion": 1, "files": [{"path": "a.c"}]})").find("status"),
            std::string::npos);
}

TEST(Json, BracketsInStringsAreNoDepth) {
  std::string many(1000, '[');
  EXPECT_TRUE(static_cast<bool>(parseJson("[\"\\\"" + many + "\"]")));
  EXPECT_TRUE(
      static_cast<bool>(parseJson("[[], " + std::string(90, '[') + std::string(90, ']') + "]")));
  llvm::Expected<llvm::json::Value> deep = parseJson(many);
  ASSERT_FALSE(static_cast<bool>(deep));
  EXPECT_EQ(llvm::toString(deep.takeError()), "the JSON nests too deeply");
}

} // namespace
