// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/object/data_object.h"
#include "serve/data/query_string.h"
#include "serve/data/routes.h"

namespace bfa {

// The REST interface as a table: the router checks requests by it, and the OpenAPI document is made from it.

// A parameter of a query. The router has checked the values before a handler is called.
struct ApiParameter {
  enum class Type : std::uint8_t {
    kText,
    kNumber,  // `least` to `most`
    kFlag,    // 1 or 0
    kTime,    // RFC 3339, a day, a month or a year
    kChoice,  // one of `choices`
  };
  std::string_view name;
  Type type = Type::kText;
  std::string_view description;
  std::string_view choices{};  // "post page comment"
  std::uint64_t least = 0, most = 0;
  bool required = false;
};

// The choices of a parameter `verdict`: those that parse_listed_verdict() takes.
inline constexpr std::string_view kVerdictNames = "new content gone back moved";

// A request that a handler answers.
struct ApiCall {
  const SiteContext& context;
  const ServeRequest& request;
  const QueryString& query;
  std::string_view in_path;  // what stands for "{blog}" in the path, decoded
  bool lines = false;        // JSON Lines are asked for

  bool flag(std::string_view name) const;
  std::uint64_t number(std::string_view name, std::uint64_t otherwise) const;
  // A day, month or year is its first instant or, with `end`, its last one.
  std::optional<UtcTime> time(std::string_view name, bool end) const;
  std::optional<ObjectKind> kind() const;
  std::string text(std::string_view name) const { return std::string(query.value(name)); }
  // Narrows a query to the parameter `blog`: a host, or the address of a blog.
  template <class Query>
  Status narrow_to_blog(Query& wanted) const {
    auto filter = context.blog_filter(query.value("blog"));
    if (!filter) return filter.error();
    wanted.blog_host = std::move(filter->host);
    wanted.belongs = std::move(filter->belongs);
    return {};
  }
};

using ApiHandler = Result<ServeReply> (*)(const ApiCall& call);

struct ApiRoute {
  std::string_view method, path;  // below /api/v1; "{blog}" stands for a segment
  std::string_view id, summary;
  std::string_view description;
  std::span<const ApiParameter> parameters;
  std::string_view reply;   // the schema of the answer
  std::string_view line;    // the schema of a line, where JSON Lines can be had
  std::string_view body;    // the schema of the request's body; empty: it has none
  std::string_view sample;  // a request that works on the sample archive of the tests: a query, or a body
  std::string_view sample_path;  // the same for "{blog}"
  ApiHandler handler = nullptr;
};

std::span<const ApiRoute> api_routes();

// A schema of the answers, as JSON; others are referred to as {"$ref":"#/components/schemas/NAME"}.
struct ApiSchema {
  std::string_view name, json;
};
std::span<const ApiSchema> api_schemas();

// The interface as an OpenAPI 3.1 document; `server`: its address.
std::string openapi_document(std::string_view server);

// An answer with status 400 when a query does not fit the parameters of its address; nothing when it does.
std::optional<ServeReply> refuse_query(std::span<const ApiParameter> parameters, const QueryString& query);

// The time of a parameter: nothing when it is none.
std::optional<UtcTime> parse_api_time(std::string_view text, bool end);

// The host of a blog that is named by host or address.
std::string host_of_blog(std::string_view blog);

}  // namespace bfa
