// SPDX-License-Identifier: Apache-2.0
#include "change_verdict.h"

#include <algorithm>
#include <set>

#include "bfa/html/content.h"
#include "bfa/object/version.h"
#include "measure.h"

namespace bfa::conformance {
namespace {

constexpr std::size_t kMaxTrainingPages = 40;
constexpr std::size_t kMaxOtherPages = 20;

// The same page under its names: "/57/", "57/index.html", "/57".
std::string path_key(std::string_view path) {
  std::string key(path);
  if (key.ends_with("index.html")) key.resize(key.size() - 10);
  while (key.ends_with('/')) key.pop_back();
  while (key.starts_with('/')) key.erase(0, 1);
  return key;
}

// The visible content of a page: text without white space, title, links and images, each by its last path
// segment, so that a blog that moved is not a change.
struct Appearance {
  std::string text, title;
  std::multiset<std::string> links;

  bool operator==(const Appearance&) const = default;
};

Appearance appearance_of(const LoadedPage& page) {
  Appearance out;
  out.text = without_space(text_of(page.doc, 0));
  if (const auto title = page.doc.find_first("title"); title != HtmlDocument::kNone) {
    for (auto n = title; n < page.doc.end(title); ++n) {
      if (page.doc.is_text(n)) out.title += without_space(page.doc.text(n));
    }
  }
  for (const HtmlLink& link : links_of(page.doc, 0, page.url)) {
    if (link.kind == LinkKind::kScript || link.kind == LinkKind::kStylesheet ||
        link.kind == LinkKind::kIcon || link.kind == LinkKind::kFeed || link.kind == LinkKind::kCanonical) {
      continue;
    }
    std::string url = link.url.substr(0, link.url.find_first_of("?#"));
    while (url.ends_with('/')) url.pop_back();
    out.links.insert(url.substr(url.rfind('/') + 1));
  }
  return out;
}

}  // namespace

ChangeBlog::ChangeBlog(const std::string& folder, const std::vector<const Json*>& pairs)
    : folder_(folder), strategy_(make_ensemble_strategy()) {
  load_feeds(pairs);
  learn(pairs);
}

void ChangeBlog::load_feeds(const std::vector<const Json*>& pairs) {
  std::set<std::string> files;
  for (const Json* pair : pairs) {
    const Json feed = pair->value("feed", Json());
    for (const char* side : {"old", "new"}) {
      if (feed.is_object() && feed.contains(side) && feed[side].is_object()) {
        const std::string file = text_at(feed[side], "feed_file");
        if (!file.empty()) files.insert(file);
      }
    }
  }
  for (const std::string& file : files) {
    const auto bytes = read_file(folder_ + "/" + file);
    if (!bytes) continue;
    Findings findings;
    auto feed = parse_feed(*bytes, {}, {}, findings);
    if (feed && !feed->is_comments) feeds_.push_back(*std::move(feed));
  }
  for (const Feed& feed : feeds_) {
    for (const FeedEntry& entry : feed.entries) {
      const auto url = Url::parse(entry.link);
      if (!url || !url->is_http()) continue;
      origin_ = url->origin();
      entries_[path_key(url->path())] = &entry;
    }
  }
}

void ChangeBlog::learn(const std::vector<const Json*>& pairs) {
  std::vector<LoadedPage> pages;
  std::vector<const FeedEntry*> entries;
  std::set<std::string> seen;
  std::size_t others = 0;
  for (const Json* pair : pairs) {
    const std::string path = text_at(*pair, "path");
    const FeedEntry* entry = entry_of(path);
    if (!seen.insert(path).second) continue;
    if (entry == nullptr ? others >= kMaxOtherPages : pages.size() - others >= kMaxTrainingPages) continue;
    auto page = load_page(folder_ + "/" + text_at(*pair, "new_file"), url_of(path));
    if (!page) continue;
    pages.push_back(*std::move(page));
    entries.push_back(entry);
    if (entry == nullptr) ++others;
  }
  TrainingSet set;
  const auto home = Url::parse(origin_ + "/");
  if (home) set.blog = *home;
  if (!feeds_.empty()) set.feed = &feeds_.back();
  set.feed_url = origin_ + "/feed";
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const TrainingPage page{pages[i].url, &pages[i].doc, entries[i], i + 1, {}};
    (entries[i] != nullptr ? set.pages : set.others).push_back(page);
  }
  auto learned = strategy_->learn(set);
  if (learned) template_ = *std::move(learned);
}

std::string ChangeBlog::url_of(const std::string& path) const {
  return origin_ + "/" + (path.ends_with("index.html") ? path.substr(0, path.size() - 10) : path);
}

const FeedEntry* ChangeBlog::entry_of(const std::string& path) const {
  const auto found = entries_.find(path_key(path));
  return found == entries_.end() ? nullptr : found->second;
}

Result<DataObject> ChangeBlog::extract(const LoadedPage& page, const std::string& path) const {
  PageInput input;
  input.url = page.url;
  if (auto home = Url::parse(origin_ + "/")) input.blog = *std::move(home);
  input.doc = &page.doc;
  input.entry = entry_of(path);
  auto got = strategy_->extract(&template_, input);
  if (!got) return std::move(got).error();
  return got->object ? *std::move(got->object) : DataObject();
}

Result<std::string> ChangeBlog::verdict(const Json& pair) const {
  const std::string path = text_at(pair, "path");
  const std::string old_file = folder_ + "/" + text_at(pair, "old_file");
  const std::string new_file = folder_ + "/" + text_at(pair, "new_file");
  const auto old_bytes = read_file(old_file);
  const auto new_bytes = read_file(new_file);
  if (!old_bytes) return old_bytes.error();
  if (!new_bytes) return new_bytes.error();
  if (*old_bytes == *new_bytes) return std::string("none");
  const auto before = load_page(old_file, url_of(path));
  const auto after = load_page(new_file, url_of(path));
  if (!before) return before.error();
  if (!after) return after.error();
  const auto old_object = extract(*before, path);
  const auto new_object = extract(*after, path);
  if (!old_object) return old_object.error();
  if (!new_object) return new_object.error();
  if (object_changed(*old_object, *new_object)) return std::string("content");
  return std::string(appearance_of(*before) == appearance_of(*after) ? "none" : "boilerplate");
}

}  // namespace bfa::conformance
