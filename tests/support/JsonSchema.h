// A validator for the part of JSON Schema that docs/report.schema.json uses. An
// unknown keyword is a violation, so that the schema cannot say more than is checked.
#pragma once

#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace acc::test {

class JsonSchema {
public:
  explicit JsonSchema(llvm::json::Value schema) : root(std::move(schema)) {}

  /// What is wrong with `value`, one line each, with its path.
  std::vector<std::string> violations(const llvm::json::Value &value) const {
    std::vector<std::string> found;
    check(*root.getAsObject(), value, "$", found);
    return found;
  }

private:
  using Value = llvm::json::Value;
  using Object = llvm::json::Object;
  using Found = std::vector<std::string>;

  static bool hasType(const Value &value, llvm::StringRef type) {
    if (type == "integer")
      return value.getAsInteger().has_value();
    if (type == "number")
      return value.getAsNumber().has_value();
    switch (value.kind()) {
    case Value::Null:
      return type == "null";
    case Value::Boolean:
      return type == "boolean";
    case Value::Number:
      return false;
    case Value::String:
      return type == "string";
    case Value::Array:
      return type == "array";
    case Value::Object:
      return type == "object";
    }
    return false;
  }

  static bool hasAnyType(const Value &value, const Value &types) {
    if (auto one = types.getAsString())
      return hasType(value, *one);
    for (const Value &type : *types.getAsArray())
      if (hasType(value, *type.getAsString()))
        return true;
    return false;
  }

  const Object &resolve(llvm::StringRef reference) const {
    reference.consume_front("#/$defs/");
    return *root.getAsObject()->getObject("$defs")->getObject(reference);
  }

  void check(const Object &schema, const Value &value, const std::string &path,
             Found &found) const {
    auto fail = [&](const std::string &what) { found.push_back(path + ": " + what); };
    static const std::set<std::string> kNotes = {"$schema", "title", "description", "$defs"};
    for (const auto &[key, rule] : schema) {
      std::string name = key.str();
      if (kNotes.count(name) || name == "additionalProperties" || name == "properties")
        continue;
      if (name == "$ref") {
        check(resolve(*rule.getAsString()), value, path, found);
      } else if (name == "type") {
        if (!hasAnyType(value, rule))
          fail("wrong type");
      } else if (name == "const") {
        if (!(value == rule))
          fail("not the constant");
      } else if (name == "enum") {
        const llvm::json::Array &values = *rule.getAsArray();
        if (std::find(values.begin(), values.end(), value) == values.end())
          fail("not one of the values");
      } else if (name == "anyOf") {
        bool any = false;
        for (const Value &option : *rule.getAsArray()) {
          Found inner;
          check(*option.getAsObject(), value, path, inner);
          any |= inner.empty();
        }
        if (!any)
          fail("no option matches");
      } else if (name == "pattern") {
        if (auto text = value.getAsString(); text && !llvm::Regex(*rule.getAsString()).match(*text))
          fail("does not match the pattern");
      } else if (name == "minimum") {
        if (auto number = value.getAsNumber(); number && *number < *rule.getAsNumber())
          fail("below the minimum");
      } else if (name == "minLength") {
        if (auto text = value.getAsString(); text && int64_t(text->size()) < *rule.getAsInteger())
          fail("too short");
      } else if (!checkContainer(name, schema, rule, value, path, found)) {
        fail("the schema has the unknown keyword " + name);
      }
    }
    if (const Object *object = value.getAsObject())
      checkProperties(schema, *object, path, found);
  }

  bool checkContainer(const std::string &name, const Object &, const Value &rule,
                      const Value &value, const std::string &path, Found &found) const {
    auto fail = [&](const std::string &what) { found.push_back(path + ": " + what); };
    const llvm::json::Array *array = value.getAsArray();
    const Object *object = value.getAsObject();
    if (name == "items") {
      for (size_t k = 0; array && k < array->size(); ++k)
        check(*rule.getAsObject(), (*array)[k], path + "[" + std::to_string(k) + "]", found);
    } else if (name == "minItems") {
      if (array && int64_t(array->size()) < *rule.getAsInteger())
        fail("too few items");
    } else if (name == "maxItems") {
      if (array && int64_t(array->size()) > *rule.getAsInteger())
        fail("too many items");
    } else if (name == "minProperties") {
      if (object && int64_t(object->size()) < *rule.getAsInteger())
        fail("too few properties");
    } else if (name == "maxProperties") {
      if (object && int64_t(object->size()) > *rule.getAsInteger())
        fail("too many properties");
    } else if (name == "required") {
      for (const Value &key : *rule.getAsArray())
        if (object && !object->get(*key.getAsString()))
          fail("lacks " + key.getAsString()->str());
    } else {
      return false;
    }
    return true;
  }

  void checkProperties(const Object &schema, const Object &object, const std::string &path,
                       Found &found) const {
    const Object *properties = schema.getObject("properties");
    bool closed = !schema.getBoolean("additionalProperties").value_or(true);
    for (const auto &[key, value] : object) {
      const Object *rule = properties ? properties->getObject(key) : nullptr;
      if (rule)
        check(*rule, value, path + "." + key.str(), found);
      else if (closed)
        found.push_back(path + ": unknown key " + key.str());
    }
  }

  Value root;
};

} // namespace acc::test
