// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/feed/feed.h"
#include "bfa/html/document.h"
#include "bfa/object/data_object.h"
#include "bfa/object/template.h"
#include "bfa/url/url.h"

namespace bfa {

// A page to learn from: what the feed says, and the page that it links to. Borrowed: must outlive the call.
struct TrainingPage {
  Url url;  // final URL of the page
  const HtmlDocument* doc = nullptr;
  const FeedEntry* entry = nullptr;
  std::uint64_t capture = 0;
  UtcTime captured{};
  // Of this post, as feeds of comments have them (comments_of_feed): they show where comments stand. May be
  // null.
  const std::vector<DataObject>* comments = nullptr;
};

// What learning works on: pages in the order of their capture sequence numbers, never in the order of
// arrival.
struct TrainingSet {
  Url blog;                    // home page
  const Feed* feed = nullptr;  // null: no feed
  std::string feed_url;
  std::vector<TrainingPage> pages;
  std::vector<TrainingPage>
      others;  // pages of the blog that no entry names (entry == nullptr): for what repeats
  UtcTime now{};
};

// A page to extract from. Borrowed: must outlive the call.
struct PageInput {
  Url url;   // final URL
  Url blog;  // home page of its blog
  const HtmlDocument* doc = nullptr;
  const FeedEntry* entry = nullptr;  // the feed's entry for this page; null when no feed names it
  std::string feed_url;              // of that entry's feed
  UtcTime captured{};                // what relative dates count from
};

// Another page of the same post.
struct PartLink {
  std::uint32_t number = 0;  // 2 and more
  std::string url;

  bool operator==(const PartLink&) const = default;
};

// Which page of a post on several pages this one is. See extract/parts.h.
struct PostParts {
  std::uint32_t number = 0;     // 0: it is no such page; 1: the first
  std::string first;            // address of the first page
  std::vector<PartLink> later;  // further ones that this page names, by number

  bool operator==(const PostParts&) const = default;
};

// What a page held. No object: "no content here" is a right answer for some pages.
struct Extraction {
  std::optional<DataObject> object;
  std::vector<DataObject> comments;
  Findings findings;
  PostParts parts;
};

// A way to learn and extract. Implementations are pure: same input, same output, on any machine; thread-safe.
class BFA_EXPORT ExtractionStrategy {
 public:
  virtual ~ExtractionStrategy() = default;
  virtual std::string_view name() const = 0;
  // Learns from `set`. A Template with method "generic" and a reason when nothing reliable can be learned.
  // Errors: kIo.
  virtual Result<Template> learn(const TrainingSet& set) const = 0;
  // Extracts with `t` (null or generic: without learned rules). Errors: kIo. Provenance names method and
  // rules; provenance.warc is the caller's to fill.
  virtual Result<Extraction> extract(const Template* t, const PageInput& page) const = 0;
};

// The default: all methods together. Which candidate is a page's article is settled by how far the evidence
// agrees; falls back per page and per field; docs/extraction.md. Template::method is "ensemble", or "generic"
// with a reason when no rule could be learned.
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

}  // namespace bfa
