// SPDX-License-Identifier: Apache-2.0
// Extraction from raw bytes: the simplest interface for programs that have a blog's feed and pages and want
// its posts.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/extract/extract.h"
#include "bfa/feed/feed.h"

namespace bfa {

// A page as it was received. Views: must outlive the call.
struct RawPage {
  std::string_view url;                           // final address, absolute
  std::string_view bytes;                         // the body in any charset, without content coding
  std::string_view content_type = {};             // HTTP Content-Type; empty: not known
  std::vector<std::string> redirected_from = {};  // addresses that lead to it
};

struct ExtractorOptions {
  std::string strategy = "ensemble";  // of strategy_names()
  UtcTime now{};  // relative dates count from it; the epoch: system_clock() when the Extractor is made
  std::string zone = {};  // PageInput::zone; one that does not exist makes every call fail: kInvalidArgument
  // The most pages without an entry that learning reads, evenly spread over all added pages. With a feed
  // they show repeated parts and further layouts; without a feed they are the only source of learning. More
  // pages cost time and hardly change the rules.
  std::size_t max_others = 150;
  std::size_t max_others_without_feed = 80;
  std::size_t max_bytes = std::size_t{64} << 20;  // of one feed or page
};

// The result of learn().
struct LearnReport {
  bool learned = false;     // there are rules for articles
  std::string reason;       // why nothing was learned, for people; empty when `learned`
  std::size_t pages = 0;    // added
  std::size_t entries = 0;  // of the feeds
  std::size_t matched = 0;  // pages that an entry links to
  Template rules;           // also useful without rules for articles: repeated regions, the blog's language
};

// A feed's link as an address of the blog: with the home page's host, and one slash where the path has
// several. Feeds that were moved with their blog, or made by a test server, name another host. Errors:
// kInvalidArgument: no such address can be made; kIo (memory). Thread-safe.
BFA_EXPORT Result<Url> link_on_host(const Url& link, const Url& home);

// `entry` with the text of `other`, another feed's entry for the same page, if that has a quarter more of it:
// a blog may have a feed of summaries beside one of whole texts. The rest of `entry` stays. Nothing
// otherwise, and when memory runs out. Thread-safe.
BFA_EXPORT std::optional<FeedEntry> with_fuller_text(const FeedEntry& entry, const FeedEntry& other);

// One blog: add its feed and pages in any order, learn, extract. Without learn(), and if nothing could be
// learned, each page is read by its own metadata and structure.
//
// Entries are matched with pages by address. Two addresses are the same page when they differ in http and
// https, "www.", the slash or "/index.html" at the end, or the way in which characters are percent-encoded;
// each address in `redirected_from` counts too. An entry without a link that matches is tried by its id. If
// no entry of the main feed matches a page, but three or more and at least half do by link_on_host, these
// count.
//
// Memory: a parsed document for each added page, about ten times its bytes; pages that are only extracted
// need not be added. Thread-safety: extract() may run on several threads, while no other function runs. No
// function throws.
class BFA_EXPORT Extractor {
 public:
  // `home`: the blog's address. One that is not an absolute http(s) URL makes every call fail with
  // kInvalidArgument, and so does an unknown strategy.
  explicit Extractor(std::string_view home, const ExtractorOptions& options = {}) noexcept;
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  // A feed of posts or of comments, of any format. The first feed of posts is the blog's main one; others
  // teach beside it, and the parts of the blog that have a feed of their own (Layout::folder). The entries of
  // all are matched with pages, and comments are merged into those of their posts' pages. Errors: kCorrupt:
  // not a feed; kLimit; kInvalidArgument: `url` is not absolute.
  Status add_feed(std::string_view bytes, std::string_view url, std::string_view content_type = {});

  // A page again, under the same address, replaces the first.
  // Errors: kUnsupported: not HTML, by its type and its bytes; kLimit; kInvalidArgument: a URL is not
  // absolute.
  Status add_page(const RawPage& page);
  Status add_page(std::string_view url, std::string_view bytes, std::string_view content_type = {},
                  std::vector<std::string> redirected_from = {});

  // Learns from the added feeds and pages. It is not an error if nothing can be learned: see LearnReport.
  // Errors: kIo (memory), kInternal.
  Result<LearnReport> learn();
  // Uses the template of an earlier learn() instead.
  Status use(Template rules);

  // Extracts an added page, by any of its addresses. Errors: kNotFound: no such page was added.
  Result<Extraction> extract(std::string_view url) const;
  // Extracts any page; it need not be added. Errors: as add_page.
  Result<Extraction> extract(const RawPage& page) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null: out of memory
};

}  // namespace bfa
