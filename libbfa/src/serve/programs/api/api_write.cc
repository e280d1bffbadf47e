// SPDX-License-Identifier: Apache-2.0
// What programs may change: all but a removal goes through the queue of the archive's run.
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/try.h"
#include "bfa/remove/remove.h"
#include "bfa/subscribe/run.h"
#include "bfa/url/url.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

Error bad_body(std::string message) {
  return {Code::kInvalidArgument, std::move(message), {}, -1};
}

Result<Json> body_of(const ApiCall& call) {
  auto json = Json::parse(call.request.body, nullptr, false);
  if (!json.is_object()) return bad_body("the body is not an object of JSON");
  return json;
}

std::string text_of(const Json& body, const char* name) {
  const auto at = body.find(name);
  return at != body.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// An address of the web, as it was given.
Result<std::string> address_of(const Json& body, const char* name) {
  const std::string text = text_of(body, name);
  const auto url = Url::parse(text);
  if (url && (url->scheme() == "http" || url->scheme() == "https") && text.size() <= 8192) return text;
  return bad_body(std::string(name) + ": wanted is an address that begins with http:// or https://");
}

Result<ServeReply> hand_over(const ApiCall& call, const RunRequest& wanted, const char* what) {
  BFA_RETURN_IF_ERROR(queue_request(call.context.options->archive, wanted));
  ServeReply reply = json_reply("{\"v\":1,\"queued\":" + json_quoted(what) + "}\n");
  reply.status = 202;
  return reply;
}

// Errors: kNotFound when the archive knows no blog or feed of this address.
Status expect_known(const Archive& archive, const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(archive));
  for (const Subscription& each : subscribed) {
    if (each.url == url) return {};
  }
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  for (const BlogState& blog : blogs) {
    if (blog.home == url || blog.feed == url) return {};
    for (const auto& feed : blog.feeds) {
      if (feed == url) return {};
    }
  }
  return Error{Code::kNotFound, "the archive has no blog or feed at this address", url, -1};
}

Result<ServeReply> end_subscription_of(const ApiCall& call, const std::string& url, std::string reason) {
  BFA_ASSIGN_OR_RETURN(const auto subscribed, subscriptions(*call.context.archive));
  bool known = false;
  for (const Subscription& each : subscribed) known = known || each.url == url;
  if (!known) return Error{Code::kNotFound, "no subscription has this address", url, -1};
  RunRequest wanted;
  wanted.end.push_back({url, std::move(reason)});
  return hand_over(call, wanted, "end");
}

Json json_of(const RemoveReport& report, bool dry_run) {
  Json json = {{"v", 1},
               {"event", dry_run ? "would-remove" : "removed"},
               {"addresses", report.addresses},
               {"repeated", report.repeated},
               {"captures", report.captures},
               {"records", report.records},
               {"files", report.files},
               {"packages", report.packages},
               {"objects", Json::array()},
               {"remaining", report.remaining.size() + report.remaining_more},
               {"packages_kept", report.packages_kept},
               {"backups", report.backups}};
  for (const RemovedObject& object : report.objects)
    json["objects"].push_back({{"kind", kind_name(object.kind)}, {"url", object.url}});
  return json;
}

Result<RemoveOptions> removal_of_body(const ApiCall& call, const Json& body) {
  RemoveOptions options;
  int given = 0;
  for (const auto& [name, form] :
       {std::pair("url", RemovalForm::kUrl), std::pair("prefix", RemovalForm::kPrefix),
        std::pair("blog", RemovalForm::kBlog)}) {
    if (!body.contains(name)) continue;
    BFA_ASSIGN_OR_RETURN(options.address, address_of(body, name));
    options.form = form;
    ++given;
  }
  if (given != 1) return bad_body("give one of 'url', 'prefix' and 'blog'");
  options.reason = text_of(body, "reason");
  const auto dry_run = body.find("dry_run");
  if (dry_run != body.end() && !dry_run->is_boolean()) return bad_body("dry_run: wanted is true or false");
  options.dry_run = dry_run != body.end() && dry_run->get<bool>();
  if (options.reason.empty() && !options.dry_run) return bad_body("'reason' is needed: it is kept");
  options.archive.clock = call.context.options->clock;
  options.archive.log = call.context.options->log;
  return options;
}

}  // namespace

Result<ServeReply> api_add_blog(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const Json body, body_of(call));
  Subscription wanted;
  BFA_ASSIGN_OR_RETURN(wanted.url, address_of(body, "url"));
  wanted.title = text_of(body, "title");
  const auto feeds = body.find("feeds");
  if (feeds != body.end() && !feeds->is_array()) return bad_body("feeds: wanted is a list of addresses");
  for (std::size_t i = 0; feeds != body.end() && i < feeds->size(); ++i) {
    if (!(*feeds)[i].is_string()) return bad_body("feeds: wanted is a list of addresses");
    wanted.feeds.push_back((*feeds)[i].get<std::string>());
    // The run takes what is handed over without an answer.
    if (const auto feed = subscription_address(wanted.feeds.back()); !feed)
      return bad_body("feeds: " + feed.error().message);
  }
  RunRequest request;
  request.add.push_back(std::move(wanted));
  return hand_over(call, request, "add");
}

Result<ServeReply> api_poll_blog(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const Json body, body_of(call));
  BFA_ASSIGN_OR_RETURN(std::string url, address_of(body, "url"));
  BFA_RETURN_IF_ERROR(expect_known(*call.context.archive, url));
  RunRequest request;
  request.poll.push_back(std::move(url));
  return hand_over(call, request, "poll");
}

Result<ServeReply> api_retry(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const Json body, body_of(call));
  BFA_ASSIGN_OR_RETURN(std::string url, address_of(body, "url"));
  RunRequest request;
  request.retry.push_back({std::move(url), text_of(body, "failure")});
  return hand_over(call, request, "retry");
}

Result<ServeReply> api_remove_blog(const ApiCall& call) {
  if (!call.in_path.empty()) return end_subscription_of(call, std::string(call.in_path), call.text("reason"));
  BFA_ASSIGN_OR_RETURN(const Json body, body_of(call));
  BFA_ASSIGN_OR_RETURN(const std::string url, address_of(body, "url"));
  return end_subscription_of(call, url, text_of(body, "reason"));
}

// The run closes the archive meanwhile, and goes on afterwards.
Result<ServeReply> api_take_down(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const Json body, body_of(call));
  BFA_ASSIGN_OR_RETURN(const RemoveOptions options, removal_of_body(call, body));
  const std::string& directory = call.context.options->archive;
  BFA_ASSIGN_OR_RETURN(const auto pause, pause_run(directory));
  BFA_ASSIGN_OR_RETURN(const RemoveReport report, remove_from_archive(directory, options));
  return json_reply(json_of(report, options.dry_run).dump(-1, ' ', false, Json::error_handler_t::replace) +
                    "\n");
}

}  // namespace bfa
