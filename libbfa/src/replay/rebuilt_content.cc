// SPDX-License-Identifier: Apache-2.0
// Content for pages that are put together: versions of objects, entries and lists of feeds.
#include "replay/rebuilt_content.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr int kMostFeedsRead = 50;  // versions of a feed in which an entry is looked for

// The blog whose base is the longest that the address begins with.
Result<std::optional<BlogState>> blog_of(const Archive& archive, const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  const std::string key = surt_key(url);
  std::optional<BlogState> best;
  std::size_t length = 0;
  for (const auto& blog : blogs) {
    for (const std::string& base : {blog.base, blog.home}) {
      const std::string prefix = base.empty() ? std::string() : surt_key(base);
      if (prefix.empty() || !key.starts_with(prefix) || prefix.size() < length) continue;
      best = blog;
      length = prefix.size();
    }
  }
  return best;
}

std::vector<std::string> feeds_of(const BlogState& blog) {
  std::vector<std::string> urls;
  const auto add = [&](const std::string& url) {
    if (!url.empty() && std::find(urls.begin(), urls.end(), url) == urls.end()) urls.push_back(url);
  };
  add(blog.feed);
  for (const auto& url : blog.feeds) add(url);
  return urls;
}

// Calls `visit` for the versions of a feed from `at` backwards, then from there on, until it returns false.
Status each_feed(const Archive& archive, const SearchIndex& index, const std::string& url, UtcTime at,
                 const std::function<bool(FeedAt)>& visit) {
  std::vector<std::pair<std::uint64_t, UtcTime>> steps;
  for (const bool backwards : {true, false}) {
    CaptureRange range;
    range.first = surt_key(url);
    (backwards ? range.to : range.from) = backwards ? at : at + std::chrono::microseconds(1);
    range.backwards = backwards;
    int left = kMostFeedsRead;
    BFA_RETURN_IF_ERROR(index.for_each_capture(range, [&](const IndexedCapture& capture) {
      steps.emplace_back(capture.sequence, capture.time);
      return --left > 0;
    }));
  }
  std::uint64_t last = 0;
  for (const auto& [step, time] : steps) {
    BFA_ASSIGN_OR_RETURN(const auto version, archive.view().feed_at(url, step));
    if (!version || version->sequence == last) continue;
    last = version->sequence;
    BFA_ASSIGN_OR_RETURN(Feed feed, deserialize_feed(version->serialized));
    if (!visit({std::move(feed), url, version->time})) break;
  }
  return {};
}

DataObject object_of(const FeedEntry& entry, const std::string& url) {
  DataObject object;
  object.url = url;
  object.kind = ObjectKind::kPost;
  object.title = display_title(entry);
  object.authors = entry.authors;
  object.published = entry.published ? entry.published : entry.updated;
  object.tags = entry.tags;
  object.language = entry.language;
  object.html = entry.content.empty() ? entry.summary : entry.content;
  return object;
}

Result<std::optional<RebuiltContent>> from_object(const Archive& archive, const std::string& url,
                                                  UtcTime at) {
  const auto key = archive.find_object(url);
  if (!key && key.error().code == Code::kNotFound) return std::optional<RebuiltContent>();
  if (!key) return key.error();
  BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(*key));
  if (versions.empty()) return std::optional<RebuiltContent>();
  std::size_t number = 0;
  while (number + 1 < versions.size() && versions[number + 1].observed <= at) ++number;
  RebuiltContent out;
  out.source_url = versions[number].object.url;
  out.source_time = versions[number].observed;
  out.version = number + 1;
  out.later = versions[number].observed > at;
  out.object = versions[number].object;
  return std::optional<RebuiltContent>(std::move(out));
}

Result<std::optional<RebuiltContent>> from_entry(const Archive& archive, const SearchIndex& index,
                                                 const BlogState& blog, const std::string& url, UtcTime at) {
  const std::string key = surt_key(url);
  std::optional<RebuiltContent> out;
  for (const auto& feed_url : feeds_of(blog)) {
    BFA_RETURN_IF_ERROR(each_feed(archive, index, feed_url, at, [&](const FeedAt& version) {
      for (const auto& entry : version.feed.entries) {
        if (surt_key(entry.link) != key) continue;
        out.emplace();
        out->source = RebuiltPage::Source::kEntry;
        out->source_url = feed_url;
        out->source_time = version.time;
        out->later = version.time > at;
        out->object = object_of(entry, url);
        if (out->object.language.empty()) out->object.language = version.feed.language;
        return false;
      }
      return true;
    }));
    if (out) break;
  }
  return out;
}

}  // namespace

Result<std::optional<FeedAt>> feed_of_blog(const Archive& archive, const SearchIndex& index,
                                           const BlogState& blog, UtcTime at) {
  std::optional<FeedAt> found;
  for (const auto& url : feeds_of(blog)) {
    BFA_RETURN_IF_ERROR(each_feed(archive, index, url, at, [&](FeedAt version) {
      found = std::move(version);
      return false;
    }));
    if (found) break;
  }
  return found;
}

Result<std::optional<RebuiltContent>> content_at(const Archive& archive, const SearchIndex& index,
                                                 const std::string& url, UtcTime at,
                                                 const std::function<bool(const std::string&)>& left_out) {
  BFA_ASSIGN_OR_RETURN(auto blog, blog_of(archive, url));
  const std::string key = surt_key(url);
  std::optional<RebuiltContent> out;
  if (blog && (key == surt_key(blog->home) || key == surt_key(blog->base))) {
    BFA_ASSIGN_OR_RETURN(auto feed, feed_of_blog(archive, index, *blog, at));
    if (feed) {
      out.emplace();
      out->source = RebuiltPage::Source::kList;
      out->source_url = feed->url;
      out->source_time = feed->time;
      out->later = feed->time > at;
      out->object.url = url;
      out->object.title = feed->feed.title;
      out->object.language = feed->feed.language;
      out->entries = std::move(feed->feed.entries);
      if (left_out) std::erase_if(out->entries, [&](const FeedEntry& entry) { return left_out(entry.link); });
    }
  }
  if (!out) {
    BFA_ASSIGN_OR_RETURN(out, from_object(archive, url, at));
  }
  if (!out && blog && !(left_out && left_out(url))) {
    BFA_ASSIGN_OR_RETURN(out, from_entry(archive, index, *blog, url, at));
  }
  if (out) out->blog = std::move(blog);
  return out;
}

}  // namespace bfa
