// SPDX-License-Identifier: Apache-2.0
// The blogs of an archive, in numbers from the index.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const BlogRow& blog) {
  Json json = {{"v", 1}, {"home", blog.home}, {"host", blog.host}, {"subscribed", blog.subscribed}};
  if (!blog.title.empty()) json["title"] = blog.title;
  if (!blog.feed.empty()) json["feed"] = blog.feed;
  const auto time = [&json](const char* name, const std::optional<UtcTime>& value) {
    if (value) json[name] = format_rfc3339(*value);
  };
  time("last_visit", blog.last_crawl);
  time("next_visit", blog.next_crawl);
  time("last_poll", blog.last_poll);
  time("next_poll", blog.next_poll);
  json["failed"] = blog.failed;
  json["media_missing"] = blog.media_missing;
  json["absent"] = blog.absent;
  json["trouble"] = blog.trouble;
  const BlogCounts& counts = blog.counts;
  Json numbers = {{"posts", counts.posts},       {"pages", counts.pages},
                  {"comments", counts.comments}, {"pingbacks", counts.pingbacks},
                  {"new", counts.new_posts},     {"edited", counts.edited},
                  {"gone", counts.gone},         {"versions", counts.versions}};
  if (counts.first_seen) numbers["first_seen"] = format_rfc3339(*counts.first_seen);
  if (counts.last_changed) numbers["last_changed"] = format_rfc3339(*counts.last_changed);
  if (!counts.newest_post.empty()) numbers["newest_post"] = counts.newest_post;
  json["counts"] = std::move(numbers);
  return json;
}

// What only the store has of it. Nothing for a blog that was never visited.
Status add_state(const Archive& archive, const std::string& home, Json& json) {
  BFA_ASSIGN_OR_RETURN(const auto state, archive.view().blog(home));
  if (!state) return {};
  json["crawls"] = state->crawls;
  json["feeds"] = state->feeds;
  if (!state->became.empty())
    json["became"] = {{"what", state->became}, {"evidence", state->became_evidence}};
  if (!state->moved_to.empty()) json["moved_to"] = state->moved_to;
  return {};
}

// The blog that is named by home page or host. Errors: kNotFound, kInvalidArgument (several at one host).
Result<const BlogRow*> find_blog(const BlogOverview& all, const std::string& name) {
  const bool is_address = name.find('/') != std::string::npos;
  const BlogRow* found = is_address ? all.named(name) : nullptr;
  if (found != nullptr) return found;
  const std::string host = is_address ? std::string() : host_of_blog(name);
  for (const BlogRow& row : all.blogs) {
    if (host.empty() || row.host != host) continue;
    if (found != nullptr)
      return Error{Code::kInvalidArgument, "several blogs are at this host: name one by its home page",
                   found->home + " and " + row.home, -1};
    found = &row;
  }
  if (found == nullptr) return Error{Code::kNotFound, "the archive has no such blog", name, -1};
  return found;
}

using Values = std::vector<std::pair<std::string, std::uint64_t>>;

Json values_json(const Values& values) {
  Json list = Json::array();
  for (const auto& [value, posts] : values) list.push_back({{"value", value}, {"posts", posts}});
  return list;
}

// Of the blog that the parameter names by its home page, else of a host, else of all.
Result<Values> values_named(const ApiCall& call, ValueField field, std::size_t limit) {
  const std::string name = call.text("blog");
  if (name.find('/') != std::string::npos) {
    BFA_ASSIGN_OR_RETURN(const auto all, call.context.overview());
    if (const BlogRow* const row = all->named(name); row != nullptr)
      return values_of_blog(*call.context.index, *row, field, limit);
  }
  BFA_ASSIGN_OR_RETURN(const BlogFilter filter, call.context.blog_filter(name));
  if (filter.belongs)  // a folder that is no blog's: values are counted by blogs and hosts
    return Error{Code::kNotFound, "the archive has no such blog", name, -1};
  return call.context.index->count_values(filter.host, field, limit);
}

}  // namespace

Result<ServeReply> api_blogs(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const auto all, call.context.overview());
  const std::uint64_t limit = call.number("limit", 1000);
  const std::string after = call.text("after");
  auto at = std::upper_bound(all->blogs.begin(), all->blogs.end(), after,
                             [](const std::string& text, const BlogRow& row) { return text < row.home; });
  std::vector<std::string> items;
  for (; at != all->blogs.end() && items.size() < limit; ++at) items.push_back(dump(json_of(*at)));
  const bool more = at != all->blogs.end();
  return list_reply("blogs", items, more ? std::prev(at)->home : std::string());
}

Result<ServeReply> api_blog(const ApiCall& call) {
  constexpr std::size_t kMostValues = 50;
  BFA_ASSIGN_OR_RETURN(const auto all, call.context.overview());
  BFA_ASSIGN_OR_RETURN(const BlogRow* blog, find_blog(*all, std::string(call.in_path)));
  Json json = json_of(*blog);
  BFA_RETURN_IF_ERROR(add_state(*call.context.archive, blog->home, json));
  for (const auto& [name, field] :
       {std::pair("authors", ValueField::kAuthor), std::pair("tags", ValueField::kTag),
        std::pair("categories", ValueField::kCategory), std::pair("languages", ValueField::kLanguage)}) {
    BFA_ASSIGN_OR_RETURN(const auto values, values_of_blog(*call.context.index, *blog, field, kMostValues));
    json[name] = values_json(values);
  }
  return json_reply(dump(json) + "\n");
}

Result<ServeReply> api_blog_days(const ApiCall& call) {
  BFA_ASSIGN_OR_RETURN(const auto all, call.context.overview());
  BFA_ASSIGN_OR_RETURN(const BlogRow* blog, find_blog(*all, std::string(call.in_path)));
  BFA_ASSIGN_OR_RETURN(const auto days, days_of_blog(*call.context.index, *blog));
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
  BFA_ASSIGN_OR_RETURN(const auto values, values_named(call, field, limit));
  std::vector<std::string> items;
  for (const auto& [value, posts] : values) items.push_back(dump({{"value", value}, {"posts", posts}}));
  return list_reply("values", items, {});
}

}  // namespace bfa
