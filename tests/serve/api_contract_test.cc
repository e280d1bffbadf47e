// SPDX-License-Identifier: Apache-2.0
// The REST interface keeps to its own description: every address of the table answers its example, and the
// answers fit the schemas.
#include <set>

#include "api_site.h"
#include "serve/programs/api/api_call.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class OpenApi : public ApiSite {
 protected:
  static std::string filled(std::string_view path, const std::string& blog) {
    std::string out(path == "/" ? "" : path);
    const std::size_t at = out.find("{blog}");
    if (at != std::string::npos) out.replace(at, 6, blog);
    return out;
  }

  JsonSchema document() const { return JsonSchema(json("/openapi.json")); }

  static Json reference(std::string_view name) {
    return {{"$ref", "#/components/schemas/" + std::string(name)}};
  }
};

TEST_F(OpenApi, EveryReadingExampleAnswersInItsSchema) {
  const JsonSchema document = this->document();
  int tried = 0;
  for (const ApiRoute& route : api_routes()) {
    if (route.method != "GET") continue;
    const std::string target = filled(route.path, std::string(route.sample_path)) +
                               (route.sample.empty() ? "" : "?" + std::string(route.sample));
    const Json answer = json(target);
    EXPECT_EQ(document.faults(reference(route.reply), answer), std::vector<std::string>()) << target;
    // A list that is empty says nothing about its items.
    const bool is_list = route.reply.ends_with("List") || route.reply == "SearchAnswer";
    for (const auto& [name, value] : answer.items())
      EXPECT_FALSE(is_list && value.is_array() && value.empty()) << target << " " << name;
    ++tried;
    if (route.line.empty()) continue;
    const auto at = target.find('?');
    const auto found = lines("/api/v1" + target.substr(0, at) + ".ndjson" + target.substr(at));
    EXPECT_FALSE(found.empty()) << target;
    for (const Json& line : found)
      EXPECT_EQ(document.faults(reference(route.line), line), std::vector<std::string>()) << line;
  }
  EXPECT_GT(tried, 14);
}

TEST_F(OpenApi, EveryWritingExampleIsTakenBesideARun) {
  const JsonSchema document = this->document();
  {
    const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
    ASSERT_TRUE(add_subscriptions(*archive, {{blog.home(), {}, {}, {}}}, bench.clock.now()));
    ASSERT_TRUE(archive->close());
  }
  start_run();
  int tried = 0;
  for (const ApiRoute& route : api_routes()) {
    if (route.method == "GET") continue;
    const bool in_body = !route.body.empty();
    const std::string target =
        filled(route.path, std::string(route.sample_path)) + (in_body ? "" : "?" + std::string(route.sample));
    ServeReply reply = write(std::string(route.method), target, in_body ? std::string(route.sample) : "");
    const std::string body = body_of(reply);
    EXPECT_EQ(reply.status, route.reply == "Queued" ? 202 : 200) << route.id << "\n" << body;
    const Json answer = Json::parse(body, nullptr, false);
    EXPECT_EQ(document.faults(reference(route.reply), answer), std::vector<std::string>()) << body;
    ++tried;
  }
  EXPECT_EQ(tried, 6);
}

// What the document says of parameters is what the router takes.
TEST_F(OpenApi, DescribesEachAddressAndParameterOnce) {
  const Json document = json("/openapi.json");
  EXPECT_EQ(document["openapi"], "3.1.0");
  std::set<std::string> ids;
  for (const ApiRoute& route : api_routes()) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    const Json& operation = document["paths"][std::string(route.path)][method];
    ASSERT_TRUE(operation.is_object()) << route.path;
    EXPECT_TRUE(ids.insert(operation["operationId"].get<std::string>()).second) << route.id;
    std::set<std::string> names;
    for (const Json& parameter : operation.value("parameters", Json::array()))
      EXPECT_TRUE(names.insert(parameter["name"].get<std::string>()).second) << route.id;
    for (const ApiParameter& parameter : route.parameters)
      EXPECT_TRUE(names.contains(std::string(parameter.name))) << route.id << parameter.name;
  }
  std::set<std::string> used;
  const auto collect = [&](const Json& value, const auto& self) -> void {
    if (value.is_object() && value.contains("$ref")) used.insert(value["$ref"].get<std::string>());
    for (const Json& each : value) {
      if (each.is_structured()) self(each, self);
    }
  };
  collect(document["paths"], collect);
  collect(document["components"], collect);
  for (const auto& name : used) EXPECT_TRUE(document.contains(Json::json_pointer(name.substr(1)))) << name;
  for (const auto& [name, schema] : document["components"]["schemas"].items()) {
    ASSERT_TRUE(schema.is_object()) << name;
    // Lines are named in a description: a media type of lines has no schema of its lines.
    const bool of_lines = name == "VersionLine" || name == "ListedObject" || name == "Arrival";
    EXPECT_TRUE(of_lines || used.contains("#/components/schemas/" + name)) << name << " is not used";
  }
}

TEST_F(OpenApi, TheSchemaFileIsTheTable) {
  Json wanted = json("/openapi.json")["components"]["schemas"];
  std::string text = wanted.dump();
  const std::string from = "#/components/schemas/", to = "#/$defs/";
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to);
  const Json file = schema_file("api").root();
  EXPECT_EQ(file["$defs"], Json::parse(text)) << "schemas/api.schema.json: its $defs are the schemas of "
                                                 "libbfa/src/serve/programs/api/api_schemas_table.cc";
}

// Shapes that have a schema of their own fit that one too.
TEST_F(OpenApi, DocumentedShapesAreTheDocumentedOnes) {
  edit();
  const std::string post = encoded_post(3);
  const std::pair<const char*, std::vector<Json>> rows[] = {
      {"object",
       {json("/objects/one?url=" + post), json("/objects/one?url=" + post + "&version=1"),
        json("/objects/one?url=" + encoded_post(2))}},
      {"object", lines("/api/v1/objects.ndjson?full=1")},
      {"change", {json("/diff?url=" + post)}},
      {"arrival", lines("/api/v1/changes.ndjson?pages=1")},
      {"version", lines("/api/v1/versions.ndjson")},
      {"template", {json("/templates")["templates"][0]}},
      {"report", {json("/stats?full=1")}},
  };
  for (const auto& [name, values] : rows) {
    const JsonSchema schema = schema_file(name);
    ASSERT_FALSE(values.empty()) << name;
    for (const Json& value : values)
      EXPECT_EQ(schema.faults(value), std::vector<std::string>()) << name << value.dump().substr(0, 300);
  }
  EXPECT_EQ(json("/objects/one?url=" + encoded_post(2))["comments"].size(), 3U);
}

}  // namespace
}  // namespace bfa
