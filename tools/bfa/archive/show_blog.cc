// SPDX-License-Identifier: Apache-2.0
#include "archive/show_blog.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/archive_reading.h"
#include "bfa/remove/remove.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "command.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

// An address without its scheme: http and https are one blog.
std::string_view after_scheme(std::string_view url) {
  const std::size_t at = url.find("://");
  return at == std::string_view::npos ? url : url.substr(at + 3);
}

struct ShownPost {
  std::string url, title, published;
  std::uint64_t version = 0, versions = 0;
  UtcTime first_seen{};
};

// A post that stood at the time and does so no longer.
struct DeletedPost {
  std::string url, title, why;
  UtcTime when{};
};

struct ShownBlog {
  std::string home, title;
  std::vector<ShownPost> posts;  // newest first
  std::uint64_t comments = 0;
  std::vector<DeletedPost> deleted;
};

class BlogReader {
 public:
  BlogReader(const Archive& archive, const std::optional<UtcTime>& time) : archive_(archive), time_(time) {}

  Result<ShownBlog> read(const std::string& blog) {
    const Status found = find(blog);
    if (!found) return found.error();
    if (const auto summary = archive_.summary(object_key(ObjectKind::kBlog, shown_.home)))
      shown_.title = summary->latest.title;
    for (const Status& step : {read_posts(), read_comments(), read_removals()}) {
      if (!step) return step.error();
    }
    std::sort(shown_.posts.begin(), shown_.posts.end(), [](const ShownPost& a, const ShownPost& b) {
      return std::pair(b.published, a.url) < std::pair(a.published, b.url);
    });
    std::sort(shown_.deleted.begin(), shown_.deleted.end(),
              [](const DeletedPost& a, const DeletedPost& b) { return a.when > b.when; });
    return std::move(shown_);
  }

 private:
  Status find(const std::string& blog) {
    const auto blogs = archive_.blogs();
    if (!blogs) return blogs.error();
    for (const BlogState& state : *blogs) {
      const auto url = Url::parse(state.home);
      const bool same = after_scheme(state.home) == after_scheme(blog) ||
                        after_scheme(state.home) == std::string(after_scheme(blog)) + "/" ||
                        (url && url->host() == blog);
      if (!same || !url) continue;
      shown_.home = state.home;
      host_ = url->host();
      base_ = after_scheme(state.base.empty() ? state.home : state.base);
      return {};
    }
    return Error{Code::kNotFound, "the archive has no such blog; bfa ls --kind blog lists them", blog, -1};
  }

  // Several blogs may stand on one host.
  bool is_of_blog(const DataObject& object) const {
    return after_scheme(object.url.empty() ? object.post : object.url).starts_with(base_);
  }

  ObjectQuery query_of(ObjectKind kind) const {
    ObjectQuery query;
    query.kind = kind;
    query.blog_host = host_;
    query.at = time_;
    query.heads_only = !time_;
    return query;
  }

  Status read_posts() {
    return archive_.for_each_object(query_of(ObjectKind::kPost),
                                    [&](const std::string& key, const ObjectSummary& summary) {
                                      if (is_of_blog(summary.latest)) add_post(key, summary);
                                      return true;
                                    });
  }

  void add_post(const std::string& key, const ObjectSummary& summary) {
    const DataObject& object = summary.latest;
    if (object.status == "gone") return;
    ShownPost post;
    post.url = object.url;
    post.title = object.title;
    if (object.published) post.published = format_timestamp(*object.published);
    post.version = post.versions = summary.versions;
    post.first_seen = summary.first_seen;
    if (time_) see_later(key, post);
    shown_.posts.push_back(std::move(post));
  }

  // Of a post as of a time: which of its versions it was, and how it went on.
  void see_later(const std::string& key, ShownPost& post) {
    const auto now = archive_.summary(key);
    if (!now) return;
    post.version = post.versions = now->versions;
    if (now->latest.status == "gone")
      shown_.deleted.push_back({post.url, post.title, "gone from the web", now->last_changed});
    if (post.versions < 2) return;
    const auto versions = archive_.versions(key);
    if (!versions) return;
    const auto later = [this](const Version& version) { return version.observed > *time_; };
    post.version -= static_cast<std::uint64_t>(std::count_if(versions->begin(), versions->end(), later));
  }

  Status read_comments() {
    return archive_.for_each_object(query_of(ObjectKind::kComment),
                                    [&](const std::string&, const ObjectSummary& summary) {
                                      if (is_of_blog(summary.latest)) ++shown_.comments;
                                      return true;
                                    });
  }

  Status read_removals() {
    if (!time_) return {};
    const auto removals = removals_of(archive_);
    if (!removals) return removals.error();
    for (const Removal& removal : *removals) {
      if (removal.time > *time_ && after_scheme(removal.address).starts_with(base_))
        shown_.deleted.push_back(
            {removal.address, {}, "taken out of the archive: " + removal.reason, removal.time});
    }
    return {};
  }

  const Archive& archive_;
  const std::optional<UtcTime>& time_;
  ShownBlog shown_;
  std::string host_, base_;
};

std::string day_of(const std::string& published) {
  std::string day = published.substr(0, 10);
  day.resize(10, ' ');
  return day;
}

void print_blog(const ShownBlog& blog, const std::optional<UtcTime>& time, bool colours) {
  const auto title = [](const std::string& text) {
    const std::string line = collapse_space(for_terminal(text));
    return line.empty() ? std::string("(no title)") : line;
  };
  print_line(coloured(title(blog.title), kBold, colours));
  print_line(for_terminal(blog.home));
  std::string counts = std::to_string(blog.posts.size()) + (blog.posts.size() == 1 ? " post, " : " posts, ");
  counts += std::to_string(blog.comments) + (blog.comments == 1 ? " comment" : " comments");
  print_line(time ? "at " + format_rfc3339(std::chrono::floor<std::chrono::seconds>(*time)) + ": " + counts
                  : counts);
  for (const ShownPost& post : blog.posts) {
    std::string version = "version " + std::to_string(post.version);
    if (post.version < post.versions) version += " of " + std::to_string(post.versions);
    print_line(day_of(post.published) + "  " + coloured(title(post.title), kBold, colours) + "  " + version +
               "  " + coloured(for_terminal(post.url), kDim, colours));
  }
  if (!time) return;
  print_line("");
  print_line(blog.deleted.empty() ? "nothing of it was deleted since" : "deleted since:");
  for (const DeletedPost& post : blog.deleted) {
    print_line(format_rfc3339(post.when).substr(0, 10) + "  " + for_terminal(post.url) + "  " +
               coloured(for_terminal(post.why), kRed, colours));
  }
}

std::string json_of(const ShownBlog& blog, const std::optional<UtcTime>& time) {
  Json json = {{"v", 1}, {"url", blog.home}};
  if (!blog.title.empty()) json["title"] = blog.title;
  if (time) json["at"] = format_rfc3339(*time);
  json["comments"] = blog.comments;
  json["posts"] = Json::array();
  for (const ShownPost& post : blog.posts) {
    Json row = {{"url", post.url}, {"title", post.title}};
    if (!post.published.empty()) row["published"] = post.published;
    row["first_seen"] = format_rfc3339(post.first_seen);
    row["version"] = post.version;
    row["versions"] = post.versions;
    json["posts"].push_back(std::move(row));
  }
  if (time) {
    json["deleted"] = Json::array();
    for (const DeletedPost& post : blog.deleted)
      json["deleted"].push_back({{"url", post.url}, {"time", format_rfc3339(post.when)}, {"why", post.why}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

int show_blog(const Archive& archive, const std::string& blog, const std::optional<UtcTime>& time,
              bool json) {
  const auto shown = BlogReader(archive, time).read(blog);
  if (!shown) return report_error(shown.error(), json);
  if (json) {
    print_line(json_of(*shown, time));
  } else {
    print_blog(*shown, time, use_colours());
  }
  return kDone;
}

}  // namespace bfa::tool
