// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/rules.h"
#include "bfa/feed/feed.h"
#include "bfa/http/robots.h"
#include "crawl/past/bounded_cache.h"
#include "crawl/past/scope.h"

namespace bfa {

// A blog's state with its scope.
struct KnownBlog {
  BlogState state;
  Scope scope;
};

// A template with its rules and its post pattern parsed.
struct LearnedTemplate {
  CompiledTemplate compiled;
  PostPattern posts;
  const Template& rules() const { return compiled.source(); }
};

// A feed version, parsed.
struct StoredFeed {
  std::string url;
  std::uint64_t sequence = 0;  // of the version
  Feed feed;
  std::vector<std::string> entry_keys;  // fetch_dedup_key of each entry's link; empty where it has none
  std::size_t bytes = 0;                // about what it takes
};

struct StoredPage;  // crawl/page.h

// A BlogView whose blogs, templates, feeds and robots.txt files are parsed once. Templates and feeds never
// change under their sequence number; a commit that changes a blog or a robots.txt file must be followed by
// forget_blog() or forget_robots(). Thread-safe. Null means that the view has no such value. Errors: those
// of the view, kCorrupt.
class ParsedView {
 public:
  // `view` must outlive it.
  explicit ParsedView(const BlogView& view);

  // A blog that is not stored yet is made from its home URL. Further errors: kInvalidArgument (the URL).
  Result<std::shared_ptr<const KnownBlog>> blog(const std::string& home) const;
  Result<std::shared_ptr<const LearnedTemplate>> learned(const std::string& blog,
                                                         std::uint64_t sequence) const;
  // The feed that a capture gave.
  Result<std::shared_ptr<const StoredFeed>> feed_of(std::uint64_t capture) const;
  Result<std::shared_ptr<const StoredFeed>> last_feed(const std::string& url) const;
  Result<std::shared_ptr<const RobotsRules>> robots(const std::string& origin) const;

  // The page of a stored capture, read with the settings of the crawl, which are the same for all calls.
  Result<std::shared_ptr<const StoredPage>> page(std::uint64_t capture, const StepOptions& options) const;
  // Keeps a page that was just stored, as page() would read it.
  void keep_page(std::uint64_t capture, std::shared_ptr<const StoredPage> page) const;
  // Says that other pages are needed sooner than this one.
  void demote_page(std::uint64_t capture) const;

  // The view without parsing.
  const BlogView& stored() const { return view_; }

  void forget_blog(const std::string& home) const { blogs_.forget(home); }
  void forget_robots(const std::string& origin) const { robots_.forget(origin); }

 private:
  Result<std::shared_ptr<const StoredFeed>> parse(FeedVersion version) const;

  const BlogView& view_;
  mutable BoundedCache<KnownBlog> blogs_;
  mutable BoundedCache<LearnedTemplate> templates_;
  mutable BoundedCache<StoredFeed> feeds_;     // by URL and the version's sequence
  mutable BoundedCache<StoredFeed> captured_;  // by capture
  mutable BoundedCache<RobotsRules> robots_;
  mutable BoundedCache<StoredPage> pages_;  // learning and extraction read the same ones
};

}  // namespace bfa
