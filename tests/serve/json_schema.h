// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace bfa::test {

// The part of JSON Schema that the project's schemas use. `root`: the document that references are in.
class JsonSchema {
 public:
  using Json = nlohmann::json;
  explicit JsonSchema(Json root) : root_(std::move(root)) {}

  // Why `value` does not fit, one text each.
  std::vector<std::string> faults(const Json& value) const { return faults(root_, value); }
  std::vector<std::string> faults(const Json& schema, const Json& value) const {
    std::vector<std::string> out;
    check(schema, value, "$", out);
    return out;
  }
  const Json& root() const { return root_; }

 private:
  static bool has_type(const std::string& type, const Json& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  static bool has_type(const Json& types, const Json& value) {
    if (types.is_string()) return has_type(types.get<std::string>(), value);
    return std::any_of(types.begin(), types.end(),
                       [&](const Json& type) { return has_type(type.get<std::string>(), value); });
  }

  void check_text(const Json& schema, const Json& value, const std::string& where,
                  std::vector<std::string>& out) const {
    const auto& text = value.get_ref<const std::string&>();
    if (schema.contains("minLength") && text.size() < schema["minLength"].get<std::size_t>())
      out.push_back(where + ": too short");
    if (schema.contains("pattern") &&
        !std::regex_search(text, std::regex(schema["pattern"].get<std::string>(), std::regex::ECMAScript)))
      out.push_back(where + ": " + text + " does not fit " + schema["pattern"].dump());
  }

  void check_object(const Json& schema, const Json& value, const std::string& where,
                    std::vector<std::string>& out) const {
    if (schema.contains("required")) {
      for (const auto& name : schema["required"]) {
        if (!value.contains(name.get<std::string>())) out.push_back(where + ": no " + name.dump());
      }
    }
    if (!schema.contains("properties")) return;
    for (const auto& [name, member] : value.items()) {
      if (schema["properties"].contains(name))
        check(schema["properties"][name], member, where + "." + name, out);
    }
  }

  void check(const Json& schema, const Json& value, const std::string& where,
             std::vector<std::string>& out) const {
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"].get<std::string>();
      const Json::json_pointer target(name.substr(1));
      if (!root_.contains(target)) return out.push_back("no " + name);
      return check(root_.at(target), value, where, out);
    }
    if (schema.contains("const") && schema["const"] != value) out.push_back(where + ": not the constant");
    if (schema.contains("enum") &&
        std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
      out.push_back(where + ": " + value.dump() + " is none of " + schema["enum"].dump());
    if (schema.contains("oneOf")) {
      const auto fits = std::count_if(schema["oneOf"].begin(), schema["oneOf"].end(),
                                      [&](const Json& one) { return faults(one, value).empty(); });
      if (fits != 1) out.push_back(where + ": fits " + std::to_string(fits) + " of oneOf");
    }
    if (schema.contains("type") && !has_type(schema["type"], value))
      return out.push_back(where + ": " + value.dump().substr(0, 80) + " is no " + schema["type"].dump());
    if (value.is_number() && schema.contains("minimum") && value < schema["minimum"])
      out.push_back(where + ": too small");
    if (value.is_number() && schema.contains("maximum") && value > schema["maximum"])
      out.push_back(where + ": too great");
    if (value.is_string()) check_text(schema, value, where, out);
    if (value.is_object()) check_object(schema, value, where, out);
    if (value.is_array() && schema.contains("items")) {
      for (std::size_t i = 0; i < value.size(); ++i)
        check(schema["items"], value[i], where + "[" + std::to_string(i) + "]", out);
    }
  }

  Json root_;
};

}  // namespace bfa::test
