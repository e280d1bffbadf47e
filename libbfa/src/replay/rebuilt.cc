// SPDX-License-Identifier: Apache-2.0
#include "bfa/replay/rebuilt.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/html/document.h"
#include "bfa/text/charset.h"
#include "bfa/url/canonical.h"
#include "replay/part_finder.h"
#include "replay/parts_of_post.h"
#include "replay/rebuilt_markup.h"
#include "replay/rewrite/served_page.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxPageBytes = 16u << 20;
constexpr std::size_t kMostFrames = 4;  // captured pages that are tried

std::chrono::microseconds distance(UtcTime a, UtcTime b) {
  return a < b ? b - a : a - b;
}

// A captured page that the content may stand in.
struct FrameCapture {
  std::uint64_t sequence = 0;
  std::string url;
  UtcTime time{};
  bool other = false;  // of another post
};

class Rebuilding {
 public:
  Rebuilding(const Archive& archive, const SearchIndex& index, std::string url, UtcTime at,
             const ReplayOptions& options)
      : archive_(archive), index_(index), url_(std::move(url)), at_(at), options_(options) {}

  Result<std::optional<RebuiltPage>> run() {
    BFA_ASSIGN_OR_RETURN(auto content, content_at(archive_, index_, url_, at_, options_.left_out));
    if (!content) return std::optional<RebuiltPage>();
    content_ = std::move(*content);
    out_.source = content_.source;
    out_.source_url = content_.source_url;
    out_.source_time = content_.source_time;
    out_.version = content_.version;
    out_.later = content_.later;
    BFA_RETURN_IF_ERROR(choose_rules());
    BFA_ASSIGN_OR_RETURN(const auto frames, frames_to_try());
    for (const auto& frame : frames) {
      BFA_ASSIGN_OR_RETURN(const bool fits, put_into(frame));
      if (fits) return std::optional<RebuiltPage>(std::move(out_));
    }
    BFA_ASSIGN_OR_RETURN(const Url url, Url::parse(url_));
    BFA_RETURN_IF_ERROR(finish(plain_markup(content_), url));
    return std::optional<RebuiltPage>(std::move(out_));
  }

 private:
  // The template that was in use at the instant.
  Status choose_rules() {
    if (!content_.blog) return {};
    BFA_ASSIGN_OR_RETURN(auto templates, archive_.templates(content_.blog->home));
    for (auto& candidate : templates) {
      if (!rules_ || candidate.learned <= at_) rules_ = std::move(candidate);
    }
    return {};
  }

  Result<std::vector<FrameCapture>> frames_to_try() const {
    std::vector<FrameCapture> frames;
    BFA_ASSIGN_OR_RETURN(const auto own, nearest_capture(index_, url_, at_, CaptureWish::kContent));
    if (own && own->redirect.empty() && own->mime.find("html") != std::string::npos)
      frames.push_back({own->sequence, own->url, own->time, false});
    if (!rules_ || content_.source == RebuiltPage::Source::kList) return frames;
    std::vector<std::uint64_t> steps = rules_->captures;
    for (const auto& layout : rules_->layouts)
      steps.insert(steps.end(), layout.captures.begin(), layout.captures.end());
    std::vector<FrameCapture> others;
    for (const auto step : steps) {
      BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().capture(step));
      if (capture) others.push_back({step, capture->final_url, capture->time, true});
    }
    std::stable_sort(others.begin(), others.end(), [&](const FrameCapture& a, const FrameCapture& b) {
      return distance(a.time, at_) < distance(b.time, at_);
    });
    for (auto& other : others) {
      if (frames.size() < kMostFrames && surt_key(other.url) != surt_key(url_))
        frames.push_back(std::move(other));
    }
    return frames;
  }

  // False when the page cannot be read, or has no place for the content.
  Result<bool> put_into(const FrameCapture& frame) {
    const auto exchange = archive_.view().load(frame.sequence);
    if (!exchange && exchange.error().code == Code::kIo) return exchange.error();
    if (!exchange && !out_.unreadable) {
      out_.unreadable = exchange.error();
      out_.unreadable_url = frame.url;
    }
    const auto url = Url::parse(frame.url);
    if (!exchange || !url || exchange->head.status != 200) return false;
    Findings findings;
    BFA_ASSIGN_OR_RETURN(const std::string bytes, decoded_prefix(*exchange, kMaxPageBytes, findings));
    const auto type = parse_media_type(exchange->head.header("content-type"));
    const auto text = decode_text(bytes, type.charset, CharsetContext::kHtml, findings);
    BFA_ASSIGN_OR_RETURN(const auto doc, HtmlDocument::parse(text.text, findings, {}, text.encoding));
    BFA_ASSIGN_OR_RETURN(const RebuiltPlaces places, places_for(doc, *url, frame));
    if (places.content == HtmlDocument::kNone) return false;
    out_.frame_url = frame.url;
    out_.frame_time = frame.time;
    BFA_RETURN_IF_ERROR(finish(markup_with(doc, text.text, *url, places, content_, frame.other), *url));
    return true;
  }

  // What the archive knows of the post whose page it is.
  Result<std::optional<DataObject>> post_of(const FrameCapture& frame) const {
    const auto key = archive_.find_object(frame.url);
    if (!key && key.error().code != Code::kNotFound) return key.error();
    if (!key) return std::optional<DataObject>();
    BFA_ASSIGN_OR_RETURN(auto version, archive_.version_at(*key, frame.time));
    return version ? std::optional<DataObject>(std::move(version->object)) : std::optional<DataObject>();
  }

  Result<RebuiltPlaces> places_for(const HtmlDocument& doc, const Url& url, const FrameCapture& frame) const {
    if (content_.source != RebuiltPage::Source::kList) {
      RebuiltPlaces places = places_in(doc, content_.object, rules_ ? &*rules_ : nullptr, frame.other);
      if (!frame.other) return places;
      BFA_ASSIGN_OR_RETURN(const auto post, post_of(frame));
      if (post) find_parts_of_post(doc, *post, content_.object, places);
      return places;
    }
    // The links that the page has are those of the feed at its own time.
    BFA_ASSIGN_OR_RETURN(const auto feed, feed_of_blog(archive_, index_, *content_.blog, frame.time));
    return list_place_in(doc, url, feed ? feed->feed.entries : content_.entries);
  }

  Status finish(const std::string& markup, const Url& url) {
    Findings findings;
    BFA_ASSIGN_OR_RETURN(const auto doc, HtmlDocument::parse(markup, findings));
    PartFinder finder(index_, at_, options_.max_parts);
    const ServedPlaces places{options_.prefix, format_cdx_time(at_), options_.links,
                              [&](const Url& part) { return finder.has(part); }};
    ServedPage page = write_served_page(doc, markup, url, places);
    BFA_RETURN_IF_ERROR(finder.status());
    out_.page.status = 200;
    out_.page.page = true;
    out_.page.content_type = "text/html; charset=utf-8";
    out_.page.body = std::move(page.html);
    out_.page.title = std::move(page.title);
    out_.page.start = page.start;
    out_.page.left_out = std::move(page.left_out);
    finder.move_to(out_.page);
    return {};
  }

  const Archive& archive_;
  const SearchIndex& index_;
  const std::string url_;
  const UtcTime at_;
  const ReplayOptions& options_;
  RebuiltContent content_;
  std::optional<Template> rules_;
  RebuiltPage out_;
};

}  // namespace

Result<std::optional<RebuiltPage>> rebuild_page(const Archive& archive, const SearchIndex& index,
                                                const std::string& url, UtcTime at,
                                                const ReplayOptions& options) {
  return guarded([&] { return Rebuilding(archive, index, url, at, options).run(); });
}

}  // namespace bfa
