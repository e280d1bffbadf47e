// SPDX-License-Identifier: Apache-2.0
// Pages that were put together: /rebuilt/TIME/URL. They are no mementos, and no list of captures has them.
#include "bfa/crawl/address_rules.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/programs/web_address.h"
#include "serve/programs/web_pages.h"

namespace bfa {
namespace {

Result<ServeReply> rebuilt_reply(const SiteContext& context, const ServeRequest& request,
                                 std::string_view rest) {
  auto address = parse_web_address(rest);
  if (!address) return std::move(address).error();
  const bool bare = address->modifier == "mp_";
  if (address->list || (!address->modifier.empty() && !bare))
    return Error{Code::kInvalidArgument, "a time and an address are expected", {}, -1};
  UtcTime at = std::chrono::floor<std::chrono::seconds>(context.now);
  if (!address->digits.empty()) {
    auto time = time_of_digits(address->digits);
    if (!time) return std::move(time).error();
    at = *time;
  }
  ReplayOptions options;
  options.prefix = request.mount + "/web/";
  if (bare) options.links = "mp_";
  const auto decisions = context.archive->decisions({});
  if (!decisions) return decisions.error();
  const auto rules = AddressRules::make(*decisions);
  if (!rules) return rules.error();
  options.left_out = [&](const std::string& url) { return (*rules)->blocks({}, url) != nullptr; };
  auto rebuilt = rebuild_page(*context.archive, *context.index, address->url, at, options);
  if (!rebuilt) {
    if (!wants_pages(request)) return std::move(rebuilt).error();
    return html_reply(status_of(rebuilt.error()), unreadable_page(address->url, rebuilt.error()));
  }
  if (!*rebuilt) {
    if (auto removed = removed_reply(*context.archive, request, address->url)) return std::move(*removed);
    const auto captured = nearest_capture(*context.index, address->url, at, CaptureWish::kContent);
    if (!captured) return captured.error();
    return html_reply(404, *captured ? nothing_to_rebuild_page(address->url, **captured)
                                     : not_archived_page(address->url, KnownOf::kNothing, at));
  }
  RebuiltPage& page = **rebuilt;
  if (!request.replay_origin && !bare)
    page.page.body.insert(page.page.start, rebuilt_banner(address->url, at, page));
  ServeReply reply = html_reply(200, std::move(page.page.body));
  reply.set("X-Archive-Rebuilt", "put together, not captured");
  return reply;
}

}  // namespace

ServeReply answer_rebuilt(const SiteContext& context, const ServeRequest& request, std::string_view rest) {
  auto made = rebuilt_reply(context, request, rest);
  ServeReply reply = made ? std::move(*made) : problem_reply(made.error());
  reply.set("Content-Security-Policy", kReplayPolicy);
  reply.set("Access-Control-Allow-Origin", "*");
  answer_conditionally(request, reply);
  return reply;
}

}  // namespace bfa
