// SPDX-License-Identifier: Apache-2.0
#include "extract/strategy/part_learning.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/extract/rules.h"
#include "extract/learn/layouts.h"
#include "extract/rules/article_place.h"
#include "extract/strategy/layout_learning.h"

namespace bfa {
namespace {

constexpr std::size_t kMinPages = 3;  // of a part: fewer show no repetition
constexpr std::size_t kMaxParts = 32;
constexpr std::size_t kEnoughPages = 4;
constexpr double kAlike = 0.95;  // of the main layout's signature

using Pages = std::vector<TrainingPage>;

struct Part {
  const Feed* feed = nullptr;
  Pages pages;  // with entries
  std::string folder;
};

std::string folder_of(const Pages& pages) {
  std::vector<Url> urls;
  urls.reserve(pages.size());
  for (const TrainingPage& page : pages) urls.push_back(page.url);
  return common_folder(urls);
}

std::size_t pages_in(const Pages& pages, std::string_view folder) {
  return static_cast<std::size_t>(std::count_if(pages.begin(), pages.end(), [&](const TrainingPage& page) {
    return page.url.path().starts_with(folder);
  }));
}

void append(Pages& to, const Pages& from) {
  to.insert(to.end(), from.begin(), from.end());
}

class PartLearner {
 public:
  PartLearner(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes)
      : strategy_(strategy), set_(set), indexes_(indexes) {}

  Template run() {
    divide();
    Template t = learn_layouts(strategy_, set_of(main_, {}), indexes_);
    if (take_alike(t)) t = learn_layouts(strategy_, set_of(main_, {}), indexes_);
    std::vector<Layout> layouts;
    bool around = false;  // a part that the main one is in
    for (const Part& part : parts_) {
      if (std::optional<Layout> layout = learn_part(part)) {
        around = around || main_.folder.starts_with(part.folder);
        layouts.push_back(std::move(*layout));
      }
    }
    if (around && t.rule("article") != nullptr) layouts.push_back(layout_from(t, main_));
    std::move(t.layouts.begin(), t.layouts.end(), std::back_inserter(layouts));
    t.layouts = std::move(layouts);
    if (!parts_.empty() || set_.pages.size() > own_pages_) t.post_pattern = pattern_of_all();
    return t;
  }

 private:
  // Each feed's pages go to the part in whose folder they are.
  void divide() {
    std::vector<Part> feeds;
    for (const TrainingPage& page : set_.pages) {
      const Feed* const feed = page.feed == nullptr ? set_.feed : page.feed;
      auto at = std::find_if(feeds.begin(), feeds.end(), [&](const Part& part) { return part.feed == feed; });
      if (at == feeds.end()) at = feeds.insert(at, Part{feed, {}, {}});
      at->pages.push_back(page);
    }
    auto main =
        std::find_if(feeds.begin(), feeds.end(), [&](const Part& part) { return part.feed == set_.feed; });
    if (main == feeds.end()) main = feeds.begin();  // no page of the main feed
    if (main != feeds.end()) {
      main_ = std::move(*main);
      feeds.erase(main);
    }
    own_pages_ = main_.pages.size();
    main_.folder = folder_of(main_.pages);
    for (Part& part : feeds) part.folder = folder_of(part.pages);
    std::stable_sort(feeds.begin(), feeds.end(),
                     [](const Part& a, const Part& b) { return a.folder.size() < b.folder.size(); });
    const Pages own = main_.pages;
    for (Part& part : feeds) place(own, std::move(part));
    for (const Part& part : parts_) {
      if (part.pages.size() < kMinPages) join(part.pages);
    }
    std::erase_if(parts_, [](const Part& part) { return part.pages.size() < kMinPages; });
    if (parts_.size() > kMaxParts) parts_.resize(kMaxParts);
  }

  // Pages of other feeds in the main part. They may have other layouts than those of the main feed, which are
  // enough to learn from if they are not too few; then these show what repeats, and those that are built like
  // the main feed's teach in a second run.
  void join(const Pages& pages) { append(own_pages_ < kEnoughPages ? main_.pages : joined_, pages); }

  bool take_alike(const Template& t) {
    const auto differs = [&](const TrainingPage& page) {
      if (page.doc == nullptr || layout_share(t, -1, *page.doc) < kAlike) return true;
      const ArticlePlace place = article_by_rules(t, indexes_.of(*page.doc));
      return place.node == HtmlDocument::kNone || place.listing;
    };
    const auto alike = std::stable_partition(joined_.begin(), joined_.end(), differs);
    const bool any = alike != joined_.end();
    main_.pages.insert(main_.pages.end(), alike, joined_.end());
    joined_.erase(alike, joined_.end());
    return any;
  }

  // `own`: the pages of the main feed.
  void place(const Pages& own, Part part) {
    const bool around = main_.folder.size() > part.folder.size() && main_.folder.starts_with(part.folder);
    const bool apart = around ? 2 * pages_in(part.pages, main_.folder) <= part.pages.size()
                              : pages_in(own, part.folder) == 0;
    if (!apart) return join(part.pages);
    for (Part& known : parts_) {
      if (!part.folder.starts_with(known.folder) || pages_in(known.pages, part.folder) == 0) continue;
      return append(known.pages, part.pages);
    }
    parts_.push_back(std::move(part));
  }

  bool is_in_part(const TrainingPage& page, const Part& part) const {
    const std::string_view path = page.url.path();
    if (!path.starts_with(part.folder)) return false;
    return std::none_of(parts_.begin(), parts_.end(), [&](const Part& other) {
      return other.folder.size() > part.folder.size() && path.starts_with(other.folder);
    });
  }

  TrainingSet set_of(const Part& part, const std::string& folder) const {
    TrainingSet out = set_;
    if (part.feed != nullptr) out.feed = part.feed;
    out.pages = part.pages;
    out.others.clear();
    for (const TrainingPage& page : set_.others) {
      const bool own = folder.empty() ? std::none_of(parts_.begin(), parts_.end(),
                                                     [&](const Part& other) {
                                                       return !main_.folder.starts_with(other.folder) &&
                                                              is_in_part(page, other);
                                                     })
                                      : is_in_part(page, part);
      if (own) out.others.push_back(page);
    }
    if (folder.empty()) append(out.others, joined_);
    return out;
  }

  std::optional<Layout> learn_part(const Part& part) const {
    const Template learned = strategy_.learn(set_of(part, part.folder), indexes_);
    const FieldRule* article = learned.rule("article");
    if (article == nullptr || 2 * article->support < article->pages) return std::nullopt;
    return layout_from(learned, part);
  }

  Layout layout_from(const Template& learned, const Part& part) const {
    std::vector<const HtmlDocument*> docs;
    std::vector<PageStructure> structures;
    std::vector<std::size_t> members;
    for (const TrainingPage& page : part.pages) {
      if (page.doc == nullptr) continue;
      if (article_by_rules(learned, indexes_.of(*page.doc)).node == HtmlDocument::kNone) continue;
      members.push_back(docs.size());
      docs.push_back(page.doc);
      structures.push_back(structure_of(*page.doc));
    }
    Layout layout;
    layout.signature = signature_of(docs, structures, members);
    layout.captures = learned.captures;
    layout.rules = learned.rules;
    layout.boilerplate = learned.boilerplate;
    layout.title_prefix = learned.title_prefix;
    layout.title_suffix = learned.title_suffix;
    layout.title_words = learned.title_words;
    layout.folder = part.folder;
    layout.author = learned.author;
    layout.language = learned.language;
    return layout;
  }

  std::string pattern_of_all() const {
    std::vector<std::string> urls;
    urls.reserve(set_.pages.size());
    for (const TrainingPage& page : set_.pages) urls.push_back(page.url.href());
    return PostPattern::learn(urls).to_text();
  }

  const PageStrategy& strategy_;
  const TrainingSet& set_;
  PageIndexes& indexes_;
  Part main_;
  std::size_t own_pages_ = 0;  // of the main feed
  Pages joined_;
  std::vector<Part> parts_;
};

}  // namespace

Template learn_parts(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes) {
  const bool several = std::any_of(set.pages.begin(), set.pages.end(), [&](const TrainingPage& page) {
    return page.feed != nullptr && page.feed != set.feed;
  });
  if (!several) return learn_layouts(strategy, set, indexes);
  return PartLearner(strategy, set, indexes).run();
}

}  // namespace bfa
