// SPDX-License-Identifier: Apache-2.0
// TimeGates and TimeMaps (RFC 7089) of captured pages and of the versions of posts: docs/memento.md.
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "serve/data/archived_url.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/programs/capture_cursor.h"
#include "serve/programs/memento_links.h"
#include "serve/programs/mementos.h"
#include "serve/programs/timemap.h"

namespace bfa {
namespace {

constexpr std::size_t kCapturesAtOnce = 256;

Error not_an_address() {
  return {Code::kInvalidArgument,
          "the address ends in no http or https URL of at most " + std::to_string(kMaxArchivedUrl) + " bytes",
          {},
          -1};
}

Error not_kept(const std::string& url) {
  return {Code::kNotFound, "the archive has nothing of this address", url, -1};
}

// The time that a client asks for (RFC 7089 section 2.1.1); nothing without the field.
Result<std::optional<UtcTime>> accepted_time(const ServeRequest& request) {
  const std::string_view field = trim_line_space(request.header("accept-datetime"));
  if (field.empty()) return std::optional<UtcTime>();
  const auto time = parse_http_date(field);
  if (time) return std::optional<UtcTime>(*time);
  return Error{Code::kInvalidArgument,
               "Accept-Datetime is not a date such as \"Sun, 06 Nov 1994 08:49:37 GMT\"",
               {},
               -1};
}

// 302 of a TimeGate (RFC 7089 section 4.2.1): `chosen` and what surrounds it.
ServeReply timegate_reply(const std::string& url, const std::string& timemap, const TimeMapEntry& chosen,
                          const std::optional<TimeMapEntry>& first, const std::optional<TimeMapEntry>& last) {
  LinkField field;
  field.add(url, "original");
  field.add(timemap, "timemap", "; type=\"application/link-format\"");
  const auto is_chosen = [&](const auto& other) { return other && other->address == chosen.address; };
  const std::string rel =
      std::string(is_chosen(first) ? "first " : "") + (is_chosen(last) ? "last " : "") + "memento";
  field.add_memento(chosen.address, rel, chosen.time);
  if (first && last && !is_chosen(first)) {
    field.add_memento(first->address,
                      first->address == last->address ? "first last memento" : "first memento", first->time);
  }
  if (last && !is_chosen(last) && (!first || first->address != last->address))
    field.add_memento(last->address, "last memento", last->time);
  ServeReply reply = redirect_reply(chosen.address);
  reply.set("Vary", "accept-datetime");
  reply.set("Link", field.text());
  return reply;
}

// Captured pages.

TimeMapEntry entry_of(const ServeRequest& request, const IndexedCapture& capture) {
  return {memento_address(request, capture.time, capture.url), capture.time};
}

Result<ServeReply> page_timegate(const SiteContext& context, const ServeRequest& request,
                                 const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto time, accepted_time(request));
  BFA_ASSIGN_OR_RETURN(const std::string key, memento_key(*context.index, url));
  BFA_ASSIGN_OR_RETURN(const auto chosen, nearest_memento(*context.index, key, time));
  if (!chosen) return not_kept(url);
  BFA_ASSIGN_OR_RETURN(const auto first, find_memento(*context.index, key, {}, {}, false));
  BFA_ASSIGN_OR_RETURN(const auto last, find_memento(*context.index, key, {}, {}, true));
  const auto entry = [&](const std::optional<IndexedCapture>& capture) {
    return capture ? std::optional(entry_of(request, *capture)) : std::nullopt;
  };
  return timegate_reply(url, timemap_address(request, url), entry_of(request, *chosen), entry(first),
                        entry(last));
}

// Streamed: an address can have hundreds of thousands of captures.
Result<ServeReply> page_timemap(const SiteContext& context, const ServeRequest& request, TimeMapForm form,
                                const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const std::string key, memento_key(*context.index, url));
  BFA_ASSIGN_OR_RETURN(const auto first, find_memento(*context.index, key, {}, {}, false));
  BFA_ASSIGN_OR_RETURN(const auto last, find_memento(*context.index, key, {}, {}, true));
  if (!first || !last) return not_kept(url);
  TimeMapHead head{header_safe_url(url),
                   timegate_address(request, url),
                   timemap_address(request, url, "link"),
                   timemap_address(request, url, "json"),
                   timemap_address(request, url, "cdxj"),
                   entry_of(request, *first),
                   entry_of(request, *last)};
  CaptureRange range;
  range.first = key;
  range.to = last->time;  // what arrives meanwhile is in the next TimeMap
  auto cursor = std::make_shared<CaptureCursor>(context.index, std::vector{range});
  ServeRequest origin;
  origin.origin = request.origin;
  return timemap_reply(
      form, std::move(head), [cursor, origin = std::move(origin)]() -> Result<std::vector<TimeMapEntry>> {
        std::vector<TimeMapEntry> entries;
        bool more = true;
        while (more && entries.empty()) {
          BFA_ASSIGN_OR_RETURN(more, cursor->read(kCapturesAtOnce, [&](const IndexedCapture& capture) {
            if (is_memento(capture)) entries.push_back(entry_of(origin, capture));
            return true;
          }));
        }
        return entries;
      });
}

// Versions of posts.

Result<std::vector<TimeMapEntry>> version_entries(const SiteContext& context, const ServeRequest& request,
                                                  const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const std::string key, context.archive->find_object(url));
  BFA_ASSIGN_OR_RETURN(const auto versions, context.archive->versions(key));
  if (versions.empty()) return not_kept(url);
  std::vector<TimeMapEntry> entries;
  for (std::size_t i = 0; i < versions.size(); ++i)
    entries.push_back({post_version_address(request, url, i + 1), versions[i].observed});
  return entries;
}

Result<ServeReply> post_timegate(const SiteContext& context, const ServeRequest& request,
                                 const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto time, accepted_time(request));
  BFA_ASSIGN_OR_RETURN(const auto entries, version_entries(context, request, url));
  const TimeMapEntry* chosen = &entries.back();
  const auto distance = [&](const TimeMapEntry& entry) {
    const auto off = whole_second(entry.time) - whole_second(*time);
    return off < decltype(off)::zero() ? -off : off;
  };
  for (auto entry = entries.rbegin(); time && entry != entries.rend(); ++entry) {
    if (distance(*entry) < distance(*chosen)) chosen = &*entry;
  }
  return timegate_reply(url, post_timemap_address(request, url), *chosen, entries.front(), entries.back());
}

Result<ServeReply> post_timemap(const SiteContext& context, const ServeRequest& request, TimeMapForm form,
                                const std::string& url) {
  BFA_ASSIGN_OR_RETURN(auto entries, version_entries(context, request, url));
  TimeMapHead head{header_safe_url(url),
                   post_timegate_address(request, url),
                   post_timemap_address(request, url, "link"),
                   post_timemap_address(request, url, "json"),
                   post_timemap_address(request, url, "cdxj"),
                   entries.front(),
                   entries.back()};
  return timemap_reply(form, std::move(head),
                       [entries = std::move(entries)]() mutable -> Result<std::vector<TimeMapEntry>> {
                         return std::exchange(entries, {});
                       });
}

using TimeGate = Result<ServeReply>(const SiteContext&, const ServeRequest&, const std::string&);
using TimeMap = Result<ServeReply>(const SiteContext&, const ServeRequest&, TimeMapForm, const std::string&);

ServeReply not_there(const SiteContext& context, const ServeRequest& request, const std::string& url,
                     const Error& error) {
  if (error.code == Code::kNotFound) {
    if (auto removed = removed_reply(*context.archive, request, url)) return std::move(*removed);
  }
  return problem_reply(error);
}

ServeReply answer_timegate(TimeGate& answer, const SiteContext& context, const ServeRequest& request,
                           std::string_view rest) {
  const auto url = archived_url(rest);
  if (!url) return problem_reply(not_an_address());
  auto reply = answer(context, request, *url);
  return reply ? std::move(*reply) : not_there(context, request, *url, reply.error());
}

ServeReply answer_timemap(TimeMap& answer, const SiteContext& context, const ServeRequest& request,
                          std::string_view rest) {
  const std::string_view name = rest.substr(0, rest.find('/'));
  const auto form = parse_timemap_form(name);
  if (!form) return problem_reply(400, "a TimeMap has the form link, json or cdxj: /timemap/link/URL");
  const auto url = archived_url(rest.substr(std::min(rest.size(), name.size() + 1)));
  if (!url) return problem_reply(not_an_address());
  auto reply = answer(context, request, *form, *url);
  return reply ? std::move(*reply) : not_there(context, request, *url, reply.error());
}

}  // namespace

std::optional<ServeReply> answer_memento(const SiteContext& context, const ServeRequest& request) {
  constexpr std::string_view kTimeGate = "/timegate/", kTimeMap = "/timemap/";
  std::string_view target = request.target;
  const bool post = target.starts_with("/post/");
  if (post) target.remove_prefix(5);
  if (target.starts_with(kTimeGate)) {
    return answer_timegate(post ? post_timegate : page_timegate, context, request,
                           target.substr(kTimeGate.size()));
  }
  if (target.starts_with(kTimeMap)) {
    return answer_timemap(post ? post_timemap : page_timemap, context, request,
                          target.substr(kTimeMap.size()));
  }
  return std::nullopt;
}

}  // namespace bfa
