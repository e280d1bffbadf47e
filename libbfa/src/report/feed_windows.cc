// SPDX-License-Identifier: Apache-2.0
#include "report/feed_windows.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/try.h"
#include "bfa/feed/feed.h"

namespace bfa {
namespace {

constexpr int kNotModified = 304;

// The entries that were in a feed. An entry is known by its id or by its link: feeds exist that give a new id
// to each entry at each poll, and others whose links carry the number of the poll.
class KnownEntries {
 public:
  bool empty() const { return hashes_.empty(); }
  bool knows(const FeedEntry& entry) const {
    return hashes_.contains(hash('i', entry.id)) ||
           (!entry.link.empty() && hashes_.contains(hash('l', entry.link)));
  }
  void add(const FeedEntry& entry) {
    hashes_.insert(hash('i', entry.id));
    if (!entry.link.empty()) hashes_.insert(hash('l', entry.link));
  }

 private:
  static std::size_t hash(char field, std::string_view text) {
    const std::size_t value = std::hash<std::string_view>()(text);
    return field == 'i' ? value : value * 3 + 1;
  }

  std::unordered_set<std::size_t> hashes_;
};

}  // namespace

std::size_t FeedWindows::source_of(const std::string& url, std::size_t blog) {
  const auto [at, is_new] = index_.try_emplace(url, sources_.size());
  if (is_new) sources_.push_back({blog, false, url, url, {}});
  return at->second;
}

void FeedWindows::expect(const std::string& url, std::size_t blog) {
  if (!url.empty()) sources_[source_of(url, blog)].expected = true;
}

void FeedWindows::add(const Capture& capture, std::size_t blog) {
  Source& source = sources_[source_of(capture.url, blog)];
  source.final_url = capture.final_url;
  const std::size_t digest = std::hash<std::string>()(capture.payload_digest);
  source.answers.push_back({capture.time.time_since_epoch().count(), capture.sequence,
                            static_cast<std::uint32_t>(digest), capture.status == kNotModified});
}

// Whether the answer was a feed.
Result<bool> FeedWindows::read(const Source& source, const Answer& answer, Feed& feed) const {
  for (const std::string* url : {&source.url, &source.final_url}) {
    BFA_ASSIGN_OR_RETURN(const auto version, archive_.view().feed_at(*url, answer.sequence));
    if (!version || version->sequence != answer.sequence) continue;
    BFA_ASSIGN_OR_RETURN(feed, deserialize_feed(version->serialized));
    return true;
  }
  return false;
}

Result<std::optional<FeedFigures>> FeedWindows::figures_of(Source& source) const {
  std::sort(source.answers.begin(), source.answers.end(), [](const Answer& a, const Answer& b) {
    return std::pair(a.time, a.sequence) < std::pair(b.time, b.sequence);
  });
  FeedFigures out;
  out.url = source.url;
  out.answers = source.answers.size();
  std::uint64_t compared = 0, overflows = 0;
  KnownEntries known;
  std::optional<std::uint32_t> last;  // of the last answer that was a feed
  for (const Answer& answer : source.answers) {
    if (answer.unchanged || (last && *last == answer.digest)) {
      out.failing = 0;
      if (!known.empty()) ++compared;
      continue;
    }
    Feed feed;
    BFA_ASSIGN_OR_RETURN(const bool is_feed, read(source, answer, feed));
    if (!is_feed) {
      ++out.failing;
      continue;
    }
    if (feed.is_comments) return std::optional<FeedFigures>();
    last = answer.digest;
    out.failing = 0;
    out.format = feed.format;
    out.version = feed.version;
    out.window = feed.entries.size();
    // An empty feed says nothing of what was in it between two answers.
    if (feed.entries.empty()) continue;
    if (!known.empty()) {
      ++compared;
      if (std::none_of(feed.entries.begin(), feed.entries.end(),
                       [&](const FeedEntry& entry) { return known.knows(entry); }))
        ++overflows;
    }
    for (const FeedEntry& entry : feed.entries) known.add(entry);
  }
  if (compared > 0) {
    out.compared = compared;
    out.overflows = overflows;
  }
  return std::optional<FeedFigures>(std::move(out));
}

Status FeedWindows::finish(std::vector<BlogFigures>& blogs) {
  for (Source& source : sources_) {
    BFA_ASSIGN_OR_RETURN(auto figures, figures_of(source));
    source.answers = {};
    // Usual places of feeds are asked too: what never was a feed and is not named by the blog is none.
    if (!figures || (figures->format.empty() && !source.expected)) continue;
    BlogFigures& blog = blogs[source.blog];
    if (figures->compared)
      blog.possible_loss = blog.possible_loss.value_or(0) + figures->overflows.value_or(0);
    blog.feeds.push_back(std::move(*figures));
  }
  for (BlogFigures& blog : blogs) {
    const auto fails = [](const FeedFigures& feed) { return feed.failing > 0; };
    if (!blog.feeds.empty() && std::all_of(blog.feeds.begin(), blog.feeds.end(), fails))
      blog.feed_failing = true;
  }
  return {};
}

}  // namespace bfa
