// SPDX-License-Identifier: Apache-2.0
// The OpenAPI 3.1 document, made from the table of routes: what the router takes is what it says.
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "bfa/base/version.h"
#include "bfa/url/url.h"
#include "serve/programs/api/api_call.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

Json reference(std::string_view name) {
  return {{"$ref", "#/components/schemas/" + std::string(name)}};
}

Json schema_of(const ApiParameter& parameter) {
  using Type = ApiParameter::Type;
  switch (parameter.type) {
    case Type::kText:
      return {{"type", "string"}, {"maxLength", 8192}};
    case Type::kNumber:
      return {{"type", "integer"}, {"minimum", parameter.least}, {"maximum", parameter.most}};
    case Type::kFlag:
      return {{"type", "string"}, {"enum", {"0", "1"}}};
    case Type::kTime:
      return {{"type", "string"}, {"description", "RFC 3339, a day, a month or a year"}};
    case Type::kChoice: {
      Json choices = Json::array();
      for (std::string_view rest = parameter.choices; !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(' '));
        choices.push_back(one);
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
      }
      return {{"type", "string"}, {"enum", choices}};
    }
  }
  return Json::object();
}

// The value of a parameter in a query.
std::string sample_value(std::string_view query, std::string_view name) {
  const QueryString pairs(query);
  return std::string(pairs.value(name));
}

Json parameters_of(const ApiRoute& route) {
  Json list = Json::array();
  if (route.path.find("{blog}") != std::string_view::npos)
    list.push_back({{"name", "blog"},
                    {"in", "path"},
                    {"required", true},
                    {"description", "The host, or the home page."},
                    {"schema", {{"type", "string"}}},
                    {"example", percent_decode(route.sample_path)}});
  const std::string_view sample = route.body.empty() ? route.sample : std::string_view();
  for (const ApiParameter& parameter : route.parameters) {
    Json one = {{"name", parameter.name},
                {"in", "query"},
                {"required", parameter.required},
                {"description", parameter.description},
                {"schema", schema_of(parameter)}};
    const std::string value = sample_value(sample, parameter.name);
    if (!value.empty() && parameter.type == ApiParameter::Type::kNumber) {
      one["example"] = parse_number(value).value_or(parameter.least);
    } else if (!value.empty()) {
      one["example"] = value;
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json problem(std::string_view description) {
  return {{"description", description},
          {"content", {{"application/problem+json", {{"schema", reference("Problem")}}}}}};
}

Json responses_of(const ApiRoute& route) {
  const bool writes = route.method != "GET";
  Json content = {{"application/json", {{"schema", reference(route.reply)}}}};
  if (!route.line.empty())
    content["application/x-ndjson"] = {
        {"schema",
         {{"type", "string"},
          {"description",
           "JSON Lines: each line is one of #/components/schemas/" + std::string(route.line)}}}};
  const bool queued = route.reply == "Queued";
  Json responses = {
      {queued ? "202" : "200",
       {{"description", queued ? "It is handed to the run." : "The answer."}, {"content", content}}}};
  if (!writes) responses["304"] = {{"description", "As the ETag in If-None-Match says."}};
  responses["400"] = problem("The request does not fit.");
  if (writes) {
    responses["401"] = problem("The token is needed.");
    responses["403"] = problem("The request is of another origin.");
    responses["405"] = problem("The server was started without a token.");
    responses["409"] = problem("No run works on the archive.");
    responses["415"] = problem("The body is not JSON.");
  }
  responses["404"] = problem("It is not in the archive.");
  responses["503"] = problem("The store is made anew just now: Retry-After.");
  return responses;
}

Json operation_of(const ApiRoute& route) {
  Json operation = {{"operationId", route.id}, {"summary", route.summary}};
  if (!route.description.empty()) operation["description"] = route.description;
  operation["tags"] = {route.method == "GET" ? "read" : "write"};
  if (Json parameters = parameters_of(route); !parameters.empty()) operation["parameters"] = parameters;
  if (!route.body.empty()) {
    Json media = {{"schema", reference(route.body)}};
    media["example"] = Json::parse(route.sample, nullptr, false);
    operation["requestBody"] = {{"required", true}, {"content", {{"application/json", media}}}};
  }
  operation["responses"] = responses_of(route);
  if (route.method == "GET") {
    operation["security"] = Json::array({Json::object(), {{"token", Json::array()}}});
  } else {
    operation["security"] = Json::array({{{"token", Json::array()}}});
  }
  return operation;
}

}  // namespace

std::string openapi_document(std::string_view server) {
  Json document = {{"openapi", "3.1.0"}};
  document["info"] = {{"title", "An archive of blogs"},
                      {"version", std::string("1")},
                      {"summary", "Reading an archive of libbfa, and asking its run for visits"},
                      {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}};
  document["servers"] = Json::array({{{"url", std::string(server) + "/api/v1"}}});
  document["tags"] = Json::array({{{"name", "read"}, {"description", "Reading the archive"}},
                                  {{"name", "write"}, {"description", "By programs that have the token"}}});
  Json& paths = document["paths"] = Json::object();
  for (const ApiRoute& route : api_routes())
    paths[std::string(route.path)][ascii_lower_case(route.method)] = operation_of(route);
  Json& schemas = document["components"]["schemas"] = Json::object();
  for (const ApiSchema& schema : api_schemas())
    schemas[std::string(schema.name)] = Json::parse(schema.json, nullptr, false);
  document["components"]["securitySchemes"]["token"] = {{"type", "http"}, {"scheme", "bearer"}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bfa
