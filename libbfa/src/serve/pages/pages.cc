// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/pages/page_list.h"

namespace bfa {
namespace {

constexpr std::string_view kCaptures = "/web/*/";

using Page = ServeReply (*)(const SiteContext&, const ServeRequest&);
struct Route {
  std::string_view path;
  Page page;
};
constexpr Route kRoutes[] = {{"/", pages::home_page},           {"/blog", pages::blog_page},
                             {"/post", pages::post_page},       {"/post/diff", pages::diff_page},
                             {"/changes", pages::changes_page}, {"/live", pages::live_page},
                             {"/search", pages::search_page},   {"/report", pages::report_page}};

// Whether a person asked: browsers name HTML for pages, and programs do not.
bool wants_html(const ServeRequest& request) {
  return request.header("accept").find("text/html") != std::string_view::npos;
}

}  // namespace

std::optional<ServeReply> answer_pages(const SiteContext& context, const ServeRequest& request) {
  const std::string_view path = request.path();
  for (const Route& route : kRoutes) {
    if (path == route.path) return route.page(context, request);
  }
  if (path == "/captures") return pages::captures_page(context, request, {});
  // The address may have a query of its own: it goes to the end of the target.
  const std::string_view target = request.target;
  if (target.starts_with(kCaptures) && target.size() > kCaptures.size())
    return pages::captures_page(context, request, target.substr(kCaptures.size()));
  if (!wants_html(request)) return std::nullopt;
  return pages::error_page(context, request, 404, "Nothing here", "There is nothing at this address.");
}

void show_problem(const SiteContext& context, const ServeRequest& request, ServeReply& reply) {
  if (reply.status < 400 || reply.stream || !wants_html(request)) return;
  if (!reply.body.starts_with("{\"type\":\"about:blank\"")) return;
  const auto problem = nlohmann::json::parse(reply.body, nullptr, false);
  if (!problem.is_object()) return;
  const std::string title = problem.value("title", std::string());
  const std::string detail = problem.value("detail", std::string());
  std::string heading = "This cannot be answered";
  if (reply.status == 404) heading = "Not in the archive";
  if (reply.status >= 500) heading = "Something went wrong";
  const std::string sentence = detail.empty() ? title : title + ": " + detail;
  ServeReply page = pages::error_page(context, request, reply.status, heading, sentence);
  for (const auto& [name, value] : reply.headers) {
    const bool of_the_body = name == "Content-Type" || name == "ETag" || name == "Content-Security-Policy";
    if (!of_the_body) page.set(name, value);
  }
  reply = std::move(page);
}

}  // namespace bfa
