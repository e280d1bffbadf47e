// SPDX-License-Identifier: Apache-2.0
// The router of the REST interface: which row of the table a request is for, and whether it fits the row.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/subscribe/run.h"
#include "bfa/url/url.h"
#include "serve/data/query_string.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/data/token.h"
#include "serve/programs/api/api_call.h"

namespace bfa {
namespace {

constexpr std::string_view kRoot = "/api/v1";
constexpr std::string_view kLines = ".ndjson";

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    path.remove_prefix(1);  // a slash
    out.push_back(path.substr(0, path.find('/')));
    path.remove_prefix(out.back().size());
  }
  return out;
}

bool fits(std::string_view pattern, std::string_view path, std::string& in_path) {
  const auto wanted = segments_of(pattern), given = segments_of(path);
  in_path.clear();
  if (wanted.size() != given.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].starts_with('{')) {
      in_path = percent_decode(given[i]);
    } else if (wanted[i] != given[i]) {
      return false;
    }
  }
  return true;
}

// An answer when the request may not write: programs with the token may, and no page of another origin.
std::optional<ServeReply> refuse_writing(const SiteContext& context, const ServeRequest& request) {
  if (is_cross_origin(request)) return problem_reply(403, "requests of other origins may not write");
  const std::string& token = context.options->token;
  if (token.empty()) {
    ServeReply reply = problem_reply(405, "this server is for reading only: it was started without a token");
    reply.set("Allow", "GET, HEAD");
    return reply;
  }
  if (!has_bearer_token(request, token)) {
    ServeReply reply = problem_reply(401, "the token of this server is needed: Authorization: Bearer TOKEN");
    reply.set("WWW-Authenticate", "Bearer realm=\"bfa\"");
    return reply;
  }
  const std::string_view type = request.header("content-type");
  const std::string_view media = trim_blanks(type.substr(0, type.find(';')));
  if (!request.body.empty() && !equals_ignoring_case(media, "application/json"))
    return problem_reply(415, "wanted is a body of JSON: Content-Type: application/json");
  if (!is_run_there(context.options->archive))
    return problem_reply(409, "no run works on this archive, and only a run writes",
                         "start bfa run on it, or use the commands bfa add, bfa retry and bfa remove");
  return std::nullopt;
}

bool accepts_lines(const ServeRequest& request) {
  const std::string_view accept = request.header("accept");
  return accept.find("application/x-ndjson") != std::string_view::npos ||
         accept.find("application/jsonl") != std::string_view::npos;
}

// What is not there may have been taken out.
ServeReply failed_reply(const ApiCall& call, const Error& error) {
  const std::string url = call.text("url");
  if (error.code == Code::kNotFound && !url.empty() && call.request.method != "POST") {
    ServeRequest program = call.request;
    program.headers.clear();
    if (auto removed = removed_reply(*call.context.archive, program, url)) return std::move(*removed);
  }
  return problem_reply(error);
}

ServeReply run_route(const ApiRoute& route, std::string_view in_path, bool lines, const SiteContext& context,
                     const ServeRequest& request) {
  const QueryString query(request.query());
  if (auto refused = refuse_query(route.parameters, query)) return std::move(*refused);
  if (route.method != "GET") {
    if (auto refused = refuse_writing(context, request)) return std::move(*refused);
  }
  const ApiCall call{context, request, query, in_path, lines};
  auto reply = route.handler(call);
  if (!reply) return failed_reply(call, reply.error());
  if (route.method != "GET") return std::move(*reply);
  reply->set("Cache-Control", "no-cache");
  if (!route.line.empty()) reply->set("Vary", "Accept");
  answer_conditionally(request, *reply);
  return std::move(*reply);
}

ServeReply route_request(const SiteContext& context, const ServeRequest& request, std::string_view path) {
  const bool by_name = path.ends_with(kLines);
  const std::string_view plain = by_name ? path.substr(0, path.size() - kLines.size()) : path;
  const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view(request.method);
  std::string allowed, in_path;
  for (const ApiRoute& route : api_routes()) {
    if (!fits(route.path, plain, in_path) || (by_name && route.line.empty())) continue;
    if (route.method == method) {
      const bool lines = !route.line.empty() && (by_name || accepts_lines(request));
      return run_route(route, in_path, lines, context, request);
    }
    (allowed += allowed.empty() ? "" : ", ") += route.method == "GET" ? "GET, HEAD" : route.method;
  }
  if (allowed.empty())
    return problem_reply(404, "there is nothing at this address of the interface",
                         "/api/v1/openapi.json lists its addresses");
  ServeReply reply =
      problem_reply(405, "this address does not take the method " + request.method.substr(0, 20));
  reply.set("Allow", allowed);
  return reply;
}

}  // namespace

std::optional<ServeReply> answer_api(const SiteContext& context, const ServeRequest& request) {
  std::string_view path = request.path();
  if (request.replay_origin || (path != "/api" && !path.starts_with("/api/"))) return std::nullopt;
  if (path == "/api" || path == "/api/") return redirect_reply(kRoot);
  if (path != kRoot && !path.starts_with(std::string(kRoot) + "/"))
    return problem_reply(404, "this version of the interface is not here", "there is /api/v1");
  path.remove_prefix(kRoot.size());
  return route_request(context, request, path.empty() ? "/" : path);
}

}  // namespace bfa
