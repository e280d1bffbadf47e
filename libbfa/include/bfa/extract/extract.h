// SPDX-License-Identifier: Apache-2.0
// Learning from a blog's feed and pages, and extracting posts from pages, on parsed documents. Easier to use,
// from raw bytes: extractor.h. How it works: docs/extraction.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/feed/feed.h"
#include "bfa/html/document.h"
#include "bfa/object/data_object.h"
#include "bfa/object/template.h"
#include "bfa/url/url.h"

namespace bfa {

// A page to learn from: the page, and the feed's entry that links to it. Borrowed: must outlive the call.
struct TrainingPage {
  Url url;  // final URL of the page
  const HtmlDocument* doc = nullptr;
  const FeedEntry* entry = nullptr;
  std::uint64_t capture = 0;  // sequence number of the capture
  UtcTime captured{};
  // The comments on this post as feeds have them (comments_of_feed): they show which part of the page is its
  // comments. May be null.
  const std::vector<DataObject>* comments = nullptr;
  // The feed of `entry`, for a blog with several; null: TrainingSet::feed.
  const Feed* feed = nullptr;
};

// What learning works on: pages in the order of their captures' sequence numbers, never in the order of
// arrival.
struct TrainingSet {
  Url blog;                    // home page
  const Feed* feed = nullptr;  // the main one; null: no feed
  std::string feed_url;
  std::vector<TrainingPage> pages;
  std::vector<TrainingPage>
      others;     // pages of the blog that no entry of the main feed links to: they show what repeats
  UtcTime now{};  // Template::learned
};

// A page to extract from. Borrowed: must outlive the call.
struct PageInput {
  Url url;   // final URL
  Url blog;  // home page of its blog
  const HtmlDocument* doc = nullptr;
  const FeedEntry* entry = nullptr;  // the feed's entry for this page; null when no entry links to it
  std::string feed_url;              // of that entry's feed
  UtcTime captured{};                // relative dates count from it
  // The zone in which the blog writes local times, as a user says: a name of the IANA database or an offset
  // ("+02:00"). It counts more than Template::zones. Empty: not known.
  std::string zone = {};
  // True: the caller has asked meta_refresh (html/content.h), and the page does not refresh to another.
  // False: extraction asks, and a page that refreshes to another has no object.
  bool refresh_checked = false;
};

// A link to another page of the same post.
struct PageLink {
  std::uint32_t number = 0;  // 2 and more
  std::string url;

  bool operator==(const PageLink&) const = default;
};

// Which page of a post on several pages this one is. See pagination.h.
struct Pagination {
  std::uint32_t number = 0;     // 0: the post has one page; 1: the first of several
  std::string first;            // address of the first page
  std::vector<PageLink> later;  // later pages that this page links to, by number

  bool operator==(const Pagination&) const = default;
};

// The result of extraction from a page. Without an object: the page has no content; for some pages that is
// correct.
struct Extraction {
  std::optional<DataObject> object;
  std::vector<DataObject> comments;
  Findings findings;
  Pagination pagination;
};

// A template prepared for many pages: its rules are parsed once. A value; copies share one state. Immutable
// and thread-safe.
class BFA_EXPORT CompiledTemplate {
 public:
  // Rules that cannot be parsed find nothing. Errors: kIo (memory).
  static Result<CompiledTemplate> compile(Template t);

  // Valid as long as any copy of this exists.
  const Template& source() const noexcept;

  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  explicit CompiledTemplate(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;  // shared: copies are cheap, and pages on several threads use one
};

// A way to learn and extract: one method, from one paper, or several together. Implementations are stateless
// and pure: same input, same output, on any machine. Thread-safe: one object serves all threads and all
// pages.
class BFA_EXPORT ExtractionStrategy {
 public:
  virtual ~ExtractionStrategy() = default;
  virtual std::string_view name() const = 0;
  // Learns from `set`. Gives a template with method "generic" and a reason when nothing reliable can be
  // learned. Errors: kIo (memory), kInternal.
  virtual Result<Template> learn(const TrainingSet& set) const = 0;
  // Extracts with `t` (null or generic: without learned rules). Provenance contains method and rules; the
  // caller fills in provenance.warc. Errors: kIo (memory), kInternal. For many pages of one blog the second
  // form is faster: the first parses the template's rules each time. Both give the same.
  virtual Result<Extraction> extract(const Template* t, const PageInput& page) const = 0;
  virtual Result<Extraction> extract(const CompiledTemplate& t, const PageInput& page) const = 0;
};

// The default: all methods together. Evidence from all of them decides which candidate is a page's article;
// if the learned rules find nothing on a page or for a field, the page's own metadata and structure are used;
// docs/extraction.md. Template::method is "ensemble", or "generic" with a reason when no rule could be
// learned. This and the other functions that make a strategy return nullptr when memory runs out.
BFA_EXPORT std::unique_ptr<ExtractionStrategy> make_ensemble_strategy();
// The BlogForever method alone: bigram sets in post-order, id before class before path, one vote a page; a
// page where no rule finds anything gets no text. Source: BlogForever Crawler, Algorithms 1 and 2.
BFA_EXPORT std::unique_ptr<ExtractionStrategy> make_dice_strategy();
// No learning from feeds: cleaning by DOM heuristics.
BFA_EXPORT std::unique_ptr<ExtractionStrategy> make_generic_strategy();
// By name; nullptr when unknown. One method alone never falls back to another.
BFA_EXPORT std::unique_ptr<ExtractionStrategy> make_strategy(std::string_view name);
// The names that make_strategy knows, "ensemble" first.
BFA_EXPORT std::vector<std::string> strategy_names();

// The objects of a feed of comments, each linked to `post_url` (empty: found by each entry's link or
// in_reply_to).
BFA_EXPORT std::vector<DataObject> comments_of_feed(const Feed& feed, const std::string& feed_url,
                                                    const std::string& post_url);

// The comments of one post from its page and from its feed of comments, each once. `page`: as Extraction has
// them; `feed`: as comments_of_feed gives them, possibly only the newest. A comment in both keeps the values
// of the page, above all its parent. It gets its id and feed URL from the feed, and the date if the page's
// is coarser; references to it as a parent get the new id. Comments that only the feed has come last.
// Matched by address, then by the maximum weighted matching over text, author and date. Deterministic,
// thread-safe. Source: BlogForever Crawler, "Variations for authors, dates and comments".
BFA_EXPORT std::vector<DataObject> merge_comments(std::vector<DataObject> page,
                                                  const std::vector<DataObject>& feed);

}  // namespace bfa
