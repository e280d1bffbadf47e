// SPDX-License-Identifier: Apache-2.0
#include "archive/show_blog.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "archive/archive_reading.h"
#include "bfa/object/filters.h"
#include "bfa/remove/remove.h"
#include "bfa/subscribe/blog_filter.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "command.h"
#include "terminal_text.h"

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
  std::uint64_t versions = 0;  // so far
  UtcTime first_seen{};
};

struct ShownComment {
  std::string url, post, type, author, published, text;
  std::uint64_t versions = 0;
};

// A post or comment that was there at the time and is gone now. The title is that of the time; of a comment,
// who wrote it. What was taken out of the archive has none.
struct DeletedObject {
  std::string url, kind, title, why;
  UtcTime when{};
};

struct ShownBlog {
  std::string home, title;
  std::vector<ShownPost> posts;        // newest first
  std::vector<ShownComment> comments;  // by post, oldest first
  std::vector<DeletedObject> deleted;  // last first
};

class BlogReader {
 public:
  BlogReader(const Archive& archive, const std::optional<UtcTime>& time) : archive_(archive), time_(time) {}

  Result<ShownBlog> read(const std::string& blog) {
    const Status found = find(blog);
    if (!found) return found.error();
    const std::string key = object_key(ObjectKind::kBlog, shown_.home);
    if (const auto version = archive_.version_at(key, time_.value_or(UtcTime::max())); version && *version)
      shown_.title = (*version)->object.title;
    for (const Status& step : {read_posts(), read_comments(), read_removals()}) {
      if (!step) return step.error();
    }
    std::sort(shown_.posts.begin(), shown_.posts.end(), [](const ShownPost& a, const ShownPost& b) {
      return std::pair(b.published, a.url) < std::pair(a.published, b.url);
    });
    std::sort(shown_.deleted.begin(), shown_.deleted.end(),
              [](const DeletedObject& a, const DeletedObject& b) { return a.when > b.when; });
    std::sort(shown_.comments.begin(), shown_.comments.end(),
              [](const ShownComment& a, const ShownComment& b) {
                return std::tie(a.post, a.published, a.url) < std::tie(b.post, b.published, b.url);
              });
    return std::move(shown_);
  }

 private:
  Status find(const std::string& blog) {
    const auto blogs = archive_.blogs();
    if (!blogs) return blogs.error();
    const auto places = BlogPlaces::of(archive_);
    if (!places) return places.error();
    const std::string named = places->home_named(blog);
    for (const BlogState& state : *blogs) {
      const auto url = Url::parse(state.home);
      const bool same = named.empty() ? url && url->host() == blog : state.home == named;
      if (!same || !url) continue;
      shown_.home = state.home;
      host_ = url->host();
      base_ = after_scheme(state.base.empty() ? state.home : state.base);
      auto own = known_blog_filter(archive_, state.home);
      if (!own) return own.error();
      belongs_ = std::move(own->belongs);
      return {};
    }
    return Error{Code::kNotFound, "the archive has no such blog; bfa ls --kind blog lists them", blog, -1};
  }

  // Several blogs may stand on one host, also one below another.
  bool is_of_blog(const std::string& url, const std::string& post) const {
    if (belongs_) return belongs_(url, post);
    return after_scheme(url.empty() ? post : url).starts_with(base_);
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
                                      if (is_of_blog(summary.latest.url, summary.latest.post))
                                        add_post(key, summary);
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
    post.versions = summary.versions;
    post.first_seen = summary.first_seen;
    if (time_) see_later(key, object);
    shown_.posts.push_back(std::move(post));
  }

  // Of an object as of a time: whether it is gone now.
  void see_later(const std::string& key, const DataObject& then) {
    const auto now = archive_.summary(key);
    if (!now || now->latest.status != "gone") return;
    const bool comment = then.kind == ObjectKind::kComment;
    const std::string author = then.authors.empty() ? std::string() : then.authors.front();
    shown_.deleted.push_back({then.url.empty() ? then.post : then.url, std::string(kind_name(then.kind)),
                              comment ? author : then.title,
                              comment ? "gone from its page" : "gone from the web", now->last_changed});
  }

  // A head has no text: of the comments that are listed as they are now, the whole objects are read.
  Status read_comments() {
    for (const ObjectKind kind : {ObjectKind::kComment, kPingback}) {
      ObjectQuery query = query_of(kind);
      query.heads_only = false;
      const Status read =
          archive_.for_each_object(query, [&](const std::string& key, const ObjectSummary& summary) {
            if (is_of_blog(summary.latest.url, summary.latest.post) && summary.latest.status != "gone")
              add_comment(key, summary);
            return true;
          });
      if (!read) return read;
    }
    return {};
  }

  void add_comment(const std::string& key, const ObjectSummary& summary) {
    const DataObject& object = summary.latest;
    ShownComment comment;
    comment.url = object.url;
    comment.post = object.post;
    comment.type = comment_type(object);
    if (!object.authors.empty()) comment.author = object.authors.front();
    if (object.published) comment.published = format_timestamp(*object.published);
    comment.text = beginning_of(object.text);
    comment.versions = summary.versions;
    if (time_) see_later(key, object);
    shown_.comments.push_back(std::move(comment));
  }

  // On one line, at most so many characters.
  static std::string beginning_of(const std::string& text) {
    constexpr std::size_t kMost = 100;
    const std::string line = collapse_space(text);
    std::size_t at = 0;
    for (std::size_t count = 0; count < kMost && at < line.size(); ++count) (void)next_code_point(line, at);
    return at < line.size() ? line.substr(0, at) + "..." : line;
  }

  Status read_removals() {
    if (!time_) return {};
    const auto removals = removals_of(archive_);
    if (!removals) return removals.error();
    for (const Removal& removal : *removals) {
      if (removal.time > *time_ && is_of_blog(removal.address, {}))
        shown_.deleted.push_back(
            {removal.address, {}, {}, "taken out of the archive: " + removal.reason, removal.time});
    }
    return {};
  }

  const Archive& archive_;
  const std::optional<UtcTime>& time_;
  ShownBlog shown_;
  std::string host_, base_;
  ObjectFilter belongs_;  // empty: all of the host that begins with the base
};

std::uint64_t pingbacks_of(const ShownBlog& blog) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(blog.comments, [](const ShownComment& one) { return !one.type.empty(); }));
}

std::string day_of(const std::string& published) {
  std::string day = published.substr(0, 10);
  day.resize(10, ' ');
  return day;
}

std::string title(const std::string& text) {
  const std::string line = collapse_space(for_terminal(text));
  return line.empty() ? std::string("(no title)") : line;
}

std::string version_text(std::uint64_t versions) {
  return "version " + std::to_string(versions);
}

void print_comment(const ShownComment& comment, bool colours) {
  const std::string author = comment.author.empty() ? "(no name)" : for_terminal(comment.author);
  std::string line = "    " + day_of(comment.published) + "  " + coloured(author, kBold, colours);
  if (!comment.type.empty()) line += " (" + for_terminal(comment.type) + ")";
  if (comment.versions > 1) line += " (" + version_text(comment.versions) + ")";
  print_line(line + ": " + for_terminal(comment.text));
}

// Comments below their posts; at the end those of posts that are not listed.
void print_posts(const ShownBlog& blog, bool colours) {
  std::multimap<std::string_view, const ShownComment*> comments;
  for (const ShownComment& comment : blog.comments) comments.emplace(comment.post, &comment);
  for (const ShownPost& post : blog.posts) {
    print_line(day_of(post.published) + "  " + coloured(title(post.title), kBold, colours) + "  " +
               version_text(post.versions) + "  " + coloured(for_terminal(post.url), kDim, colours));
    const auto [begin, end] = comments.equal_range(post.url);
    for (auto at = begin; at != end; ++at) print_comment(*at->second, colours);
    comments.erase(begin, end);
  }
  std::string_view post;
  for (const auto& [url, comment] : comments) {
    if (url != post) print_line("comments of " + for_terminal(std::string(url)));
    post = url;
    print_comment(*comment, colours);
  }
}

void print_deleted(const DeletedObject& object, bool colours) {
  std::string line = format_rfc3339(object.when).substr(0, 10) + "  ";
  if (object.kind == "comment") line += "comment by ";
  if (!object.kind.empty()) {
    const bool nameless = object.kind == "comment" && object.title.empty();
    line += coloured(nameless ? "(no name)" : title(object.title), kBold, colours) + "  ";
  }
  print_line(line + for_terminal(object.url) + "  " + coloured(for_terminal(object.why), kRed, colours));
}

void print_blog(const ShownBlog& blog, const std::optional<UtcTime>& time, bool colours) {
  print_line(coloured(title(blog.title), kBold, colours));
  print_line(for_terminal(blog.home));
  const std::uint64_t pingbacks = pingbacks_of(blog);
  std::string counts = counted(blog.posts.size(), "post", "posts") + ", " +
                       counted(blog.comments.size() - pingbacks, "comment", "comments");
  if (pingbacks > 0) counts += ", " + counted(pingbacks, "pingback", "pingbacks");
  print_line(time ? "at " + format_rfc3339(std::chrono::floor<std::chrono::seconds>(*time)) + ": " + counts
                  : counts);
  print_posts(blog, colours);
  if (!time) return;
  print_line("");
  print_line(blog.deleted.empty() ? "nothing of it was deleted since" : "deleted since:");
  for (const DeletedObject& object : blog.deleted) print_deleted(object, colours);
}

Json json_of(const ShownComment& comment) {
  Json row = {{"post", comment.post}};
  if (!comment.url.empty()) row["url"] = comment.url;
  if (!comment.type.empty()) row["type"] = comment.type;
  if (!comment.author.empty()) row["author"] = comment.author;
  if (!comment.published.empty()) row["published"] = comment.published;
  row["text"] = comment.text;
  row["version"] = row["versions"] = comment.versions;
  return row;
}

std::string json_of(const ShownBlog& blog, const std::optional<UtcTime>& time) {
  Json json = {{"v", 1}, {"url", blog.home}};
  if (!blog.title.empty()) json["title"] = blog.title;
  if (time) json["at"] = format_rfc3339(*time);
  json["comments"] = blog.comments.size() - pingbacks_of(blog);
  json["pingbacks"] = pingbacks_of(blog);
  json["posts"] = Json::array();
  for (const ShownPost& post : blog.posts) {
    Json row = {{"url", post.url}, {"title", post.title}};
    if (!post.published.empty()) row["published"] = post.published;
    row["first_seen"] = format_rfc3339(post.first_seen);
    row["version"] = row["versions"] = post.versions;
    json["posts"].push_back(std::move(row));
  }
  json["comment_list"] = Json::array();
  for (const ShownComment& comment : blog.comments) json["comment_list"].push_back(json_of(comment));
  if (time) {
    json["deleted"] = Json::array();
    for (const DeletedObject& object : blog.deleted) {
      Json row = {{"url", object.url}};
      if (!object.kind.empty()) row["kind"] = object.kind;
      if (object.kind == "comment" && !object.title.empty()) row["author"] = object.title;
      if (object.kind != "comment" && !object.title.empty()) row["title"] = object.title;
      row["time"] = format_rfc3339(object.when);
      row["why"] = object.why;
      json["deleted"].push_back(std::move(row));
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

int show_blog(const Archive& archive, const std::string& blog, const std::optional<UtcTime>& time,
              bool json) {
  const auto shown = BlogReader(archive, time).read(blog);
  if (!shown) return report_error(shown.error(), json);
  const auto crawls = archive.crawls();
  if (!crawls) return report_error(crawls.error(), json);
  const bool nothing = shown->posts.empty() && shown->comments.empty() && shown->deleted.empty();
  if (time && nothing && !crawls->empty() && crawls->front().began > *time)
    std::fprintf(stderr, "bfa: the archive began at %s: it says nothing of what was there before\n",
                 format_rfc3339(crawls->front().began).c_str());
  if (json) {
    print_line(json_of(*shown, time));
  } else {
    print_blog(*shown, time, use_colours());
  }
  return kDone;
}

}  // namespace bfa::tool
