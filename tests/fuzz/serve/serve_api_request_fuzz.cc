// SPDX-License-Identifier: Apache-2.0
// Queries of the REST interface and names of batches: a query is refused with a sentence of bounded size, or
// all its values are what the handlers read; names of batches are read back.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "serve/programs/api/api_call.h"
#include "serve/programs/stream/batches.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_accepted(const bfa::ApiRoute& route, const bfa::QueryString& query) {
  const bfa::SiteContext context;
  const bfa::ServeRequest request;
  const bfa::ApiCall call{context, request, query, {}, false};
  for (const auto& parameter : route.parameters) {
    const std::string_view value = query.value(parameter.name);
    if (value.empty()) {
      check(!parameter.required);
      continue;
    }
    using Type = bfa::ApiParameter::Type;
    if (parameter.type == Type::kNumber) {
      const std::uint64_t number = call.number(parameter.name, ~std::uint64_t{0});
      check(number >= parameter.least && number <= parameter.most);
    }
    if (parameter.type == Type::kTime) {
      const auto begin = call.time(parameter.name, false), end = call.time(parameter.name, true);
      check(begin && end && *begin <= *end);
    }
    if (parameter.name == "kind") check(call.kind().has_value());
    if (parameter.name == "blog") check(!bfa::host_of_blog(value).empty() || value.find(':') != value.npos);
  }
}

}  // namespace

BFA_FUZZ_TARGET(serve_api_request) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const bfa::QueryString query(input);
  for (const auto& route : bfa::api_routes()) {
    const auto refused = bfa::refuse_query(route.parameters, query);
    if (!refused) {
      check_accepted(route, query);
      continue;
    }
    check(refused->status == 400 && refused->body.find("\"title\"") != std::string::npos);
    check(refused->body.size() < 2000);
  }
  if (const auto name = bfa::parse_batch_name(input)) {
    const auto again = bfa::parse_batch_name(bfa::batch_name_text(*name));
    check(again && *again == *name);
  }
  return 0;
}
