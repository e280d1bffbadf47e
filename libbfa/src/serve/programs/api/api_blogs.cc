// SPDX-License-Identifier: Apache-2.0
// The blogs of an archive, in numbers from the index.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"
#include "bfa/subscribe/subscriptions.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// A blog that was visited, or is subscribed to.
struct Known {
  BlogState state;  // `home` alone when it was never visited
  const Subscription* subscription = nullptr;
};

struct KnownBlogs {
  std::vector<Subscription> subscribed;
  std::map<std::string, Known> by_home;
  std::map<std::string, BlogCounts> counts;  // by host
};

Result<KnownBlogs> known_blogs(const SiteContext& context) {
  KnownBlogs out;
  BFA_ASSIGN_OR_RETURN(out.subscribed, subscriptions(*context.archive));
  BFA_ASSIGN_OR_RETURN(auto blogs, context.archive->blogs());
  for (BlogState& blog : blogs) {
    const std::string home = blog.home;
    out.by_home[home].state = std::move(blog);
  }
  for (const Subscription& each : out.subscribed) {
    Known& known = out.by_home[each.url];
    known.subscription = &each;
    known.state.home = each.url;
  }
  BFA_ASSIGN_OR_RETURN(auto counts, context.index->count_blogs());
  for (BlogCounts& each : counts) {
    const std::string host = each.host;
    out.counts[host] = std::move(each);
  }
  return out;
}

Json json_of(const Known& blog, const KnownBlogs& all) {
  const BlogState& state = blog.state;
  const std::string host = host_of_blog(state.home);
  Json json = {{"v", 1}, {"home", state.home}, {"host", host}, {"subscribed", blog.subscription != nullptr}};
  if (blog.subscription != nullptr && !blog.subscription->title.empty())
    json["title"] = blog.subscription->title;
  if (!state.feed.empty()) json["feed"] = state.feed;
  if (!state.feeds.empty()) json["feeds"] = state.feeds;
  json["crawls"] = state.crawls;
  if (state.last_crawl != UtcTime{}) json["last_crawl"] = format_rfc3339(state.last_crawl);
  if (!state.became.empty()) json["became"] = {{"what", state.became}, {"evidence", state.became_evidence}};
  if (!state.moved_to.empty()) json["moved_to"] = state.moved_to;
  const auto at = all.counts.find(host);
  if (at == all.counts.end()) return json;
  const BlogCounts& counts = at->second;
  Json numbers = {{"posts", counts.posts},   {"pages", counts.pages}, {"comments", counts.comments},
                  {"edited", counts.edited}, {"gone", counts.gone},   {"versions", counts.versions}};
  if (counts.first_seen) numbers["first_seen"] = format_rfc3339(*counts.first_seen);
  if (counts.last_changed) numbers["last_changed"] = format_rfc3339(*counts.last_changed);
  if (!counts.newest_post.empty()) numbers["newest_post"] = counts.newest_post;
  json["of_host"] = std::move(numbers);
  return json;
}

// The blog that is named by home page or host. Errors: kNotFound, kInvalidArgument (several at one host).
Result<const Known*> find_blog(const KnownBlogs& all, const std::string& name) {
  if (const auto at = all.by_home.find(name); at != all.by_home.end()) return &at->second;
  const Known* found = nullptr;
  const std::string host = host_of_blog(name);
  for (const auto& [home, blog] : all.by_home) {
    if (name.find("://") != std::string::npos || host_of_blog(home) != host) continue;
    if (found != nullptr)
      return Error{Code::kInvalidArgument, "several blogs are at this host: name one by its home page",
                   found->state.home + " and " + home, -1};
    found = &blog;
  }
  if (found == nullptr) return Error{Code::kNotFound, "the archive has no such blog", name, -1};
  return found;
}

Json values_json(const std::vector<std::pair<std::string, std::uint64_t>>& values) {
  Json list = Json::array();
  for (const auto& [value, posts] : values) list.push_back({{"value", value}, {"posts", posts}});
  return list;
}

}  // namespace

Result<ServeReply> api_blogs(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const KnownBlogs all, known_blogs(call.context));
  const std::uint64_t limit = call.number("limit", 1000);
  std::vector<std::string> items;
  std::string last;
  bool more = false;
  for (auto at = all.by_home.upper_bound(call.text("after")); at != all.by_home.end() && !more; ++at) {
    more = items.size() == limit;
    if (more) break;
    items.push_back(dump(json_of(at->second, all)));
    last = at->first;
  }
  return list_reply("blogs", items, more ? last : std::string());
}

Result<ServeReply> api_blog(const ApiCall& call) {
  constexpr std::size_t kMostValues = 50;
  BFA_ASSIGN_OR_RETURN(const KnownBlogs all, known_blogs(call.context));
  BFA_ASSIGN_OR_RETURN(const Known* blog, find_blog(all, std::string(call.in_path)));
  Json json = json_of(*blog, all);
  const std::string host = host_of_blog(blog->state.home);
  for (const auto& [name, field] :
       {std::pair("authors", ValueField::kAuthor), std::pair("tags", ValueField::kTag),
        std::pair("categories", ValueField::kCategory), std::pair("languages", ValueField::kLanguage)}) {
    BFA_ASSIGN_OR_RETURN(const auto values, call.context.index->count_values(host, field, kMostValues));
    json[name] = values_json(values);
  }
  return json_reply(dump(json) + "\n");
}

Result<ServeReply> api_blog_days(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const KnownBlogs all, known_blogs(call.context));
  BFA_ASSIGN_OR_RETURN(const Known* blog, find_blog(all, std::string(call.in_path)));
  BFA_ASSIGN_OR_RETURN(const auto days, call.context.index->count_days(host_of_blog(blog->state.home)));
  std::vector<std::string> items;
  for (const DayCounts& day : days)
    items.push_back(
        dump({{"day", day.day}, {"posts", day.posts}, {"edits", day.edits}, {"captures", day.captures}}));
  return list_reply("days", items, {});
}

Result<ServeReply> api_values(const ApiCall& call) {
  ValueField field = ValueField::kAuthor;
  const std::string_view name = call.query.value("field");
  if (name == "tag") field = ValueField::kTag;
  if (name == "category") field = ValueField::kCategory;
  if (name == "language") field = ValueField::kLanguage;
  const auto limit = static_cast<std::size_t>(call.number("limit", 100));
  BFA_ASSIGN_OR_RETURN(const auto values, call.context.index->count_values(call.blog_host(), field, limit));
  std::vector<std::string> items;
  for (const auto& [value, posts] : values) items.push_back(dump({{"value", value}, {"posts", posts}}));
  return list_reply("values", items, {});
}

}  // namespace bfa
