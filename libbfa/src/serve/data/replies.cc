// SPDX-License-Identifier: Apache-2.0
#include "serve/data/replies.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "bfa/io/digest.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

// Our own pages load what this server gives, and nothing else; no other site may put them into a frame.
constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-src 'self' http:; base-uri 'none'; frame-ancestors 'none'";

ServeReply reply_of(int status, std::string body, std::string_view type) {
  ServeReply reply;
  reply.status = status;
  reply.body = std::move(body);
  reply.headers = {{"Content-Type", std::string(type)}, {"X-Content-Type-Options", "nosniff"}};
  return reply;
}

using Json = nlohmann::ordered_json;

Json problem_of(int status, std::string_view title, std::string_view detail) {
  Json problem = {{"type", "about:blank"}, {"status", status}, {"title", title}};
  if (!detail.empty()) problem["detail"] = detail;
  return problem;
}

ServeReply reply_of_problem(int status, const Json& problem) {
  return reply_of(status, problem.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
                  "application/problem+json");
}

bool names_tag(std::string_view list, const std::string& tag) {
  if (list == "*") return true;
  for (std::size_t at = 0; (at = list.find(tag, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + tag.size();
    const bool whole_end = end == list.size() || list[end] == ',' || list[end] == ' ';
    const bool whole_start = at == 0 || list[at - 1] == ',' || list[at - 1] == ' ' || list[at - 1] == '/';
    if (whole_start && whole_end) return true;
  }
  return false;
}

}  // namespace

ServeReply text_reply(int status, std::string text) {
  return reply_of(status, std::move(text), "text/plain; charset=utf-8");
}

ServeReply html_reply(int status, std::string html) {
  ServeReply reply = reply_of(status, std::move(html), "text/html; charset=utf-8");
  reply.set("Content-Security-Policy", kPagePolicy);
  reply.set("Referrer-Policy", "no-referrer");
  return reply;
}

ServeReply json_reply(std::string json, std::string_view type) {
  return reply_of(200, std::move(json), type);
}

ServeReply redirect_reply(std::string_view location) {
  ServeReply reply = text_reply(302, "it is at " + std::string(location) + "\n");
  reply.set("Location", location);
  return reply;
}

ServeReply problem_reply(int status, std::string_view title, std::string_view detail) {
  return reply_of_problem(status, problem_of(status, title, detail));
}

int status_of(const Error& error) {
  switch (error.code) {
    case Code::kInvalidArgument:
      return 400;
    case Code::kNotFound:
      return 404;
    case Code::kUnavailable:
      return 503;
    case Code::kDenied:
      return 403;
    case Code::kLimit:
      return 413;
    default:
      return 500;
  }
}

ServeReply problem_reply(const Error& error) {
  ServeReply reply = problem_reply(status_of(error), error.message, error.where);
  if (reply.status == 503) reply.set("Retry-After", "2");
  return reply;
}

ServeReply search_problem_reply(const Error& error, std::string_view text) {
  const bool in_text = error.code == Code::kInvalidArgument || error.code == Code::kNotFound;
  if (!in_text || error.offset < 0 || static_cast<std::size_t>(error.offset) > text.size())
    return problem_reply(error);
  const int status = status_of(error);
  Json problem = problem_of(status, error.message, error.where);
  problem["position"] = count_code_points(text.substr(0, static_cast<std::size_t>(error.offset)));
  return reply_of_problem(status, problem);
}

void answer_conditionally(const ServeRequest& request, ServeReply& reply) {
  if (reply.status != 200 || reply.stream) return;
  const std::string tag =
      "\"" + hex_encode(digest(DigestAlgorithm::kSha256, reply.body)).substr(0, 32) + "\"";
  reply.set("ETag", tag);
  if (!names_tag(request.header("if-none-match"), tag)) return;
  reply.status = 304;
  reply.body.clear();
}

}  // namespace bfa
