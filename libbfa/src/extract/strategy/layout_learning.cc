// SPDX-License-Identifier: Apache-2.0
#include "extract/strategy/layout_learning.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "extract/decide/post_evidence.h"
#include "extract/fields/title_frame.h"
#include "extract/learn/layouts.h"

namespace bfa {
namespace {

constexpr std::size_t kMinPages = 3;  // of a layout: fewer show no repetition
constexpr std::size_t kMaxLayouts = 8;
constexpr std::size_t kMinTextBytes = 40;
constexpr std::size_t kTextBytes = 400;  // of a page that looks like a post only by its day and its text

// A page on which the rules of the feed's layout find no article.
struct UnruledPage {
  const TrainingPage* input = nullptr;
  const PageIndex* index = nullptr;
  PageFacts facts;
};

// All of them and their structures, in the same order.
struct UnruledPages {
  std::vector<UnruledPage> pages;
  std::vector<const HtmlDocument*> docs;
  std::vector<PageStructure> structures;
};

// The extraction of a page by its own markup if it looks like a post; otherwise no object.
struct LikePost {
  Extraction alone;
  bool sure = false;  // its address or metadata identify it as a post
};

PageInput input_of(const TrainingPage& page, const Url& blog) {
  return {page.url, blog, page.doc, nullptr, "", page.captured};
}

bool links_beside(const TrainingPage& input, HtmlDocument::NodeId heading) {
  const HtmlDocument::NodeId link = input.doc->find_first("a", heading);
  if (link == HtmlDocument::kNone) return false;
  const Result<Url> url = Url::parse(input.doc->attribute(link, "href"), &input.url);
  if (!url || url->host() != input.url.host()) return false;
  const bool home = url->path() == "/" && url->query().empty();
  const bool same = url->path() == input.url.path() && url->query() == input.url.query();
  return !home && !same;
}

// True when a heading has the title, as <title> does, and no heading after it links to another page of the
// blog, as in lists.
bool is_heading_and_title(const UnruledPage& unruled, const std::string& title) {
  const std::string key = comparable_title(title);
  if (key.empty()) return false;
  const PageIndex& page = *unruled.index;
  if (comparable_title(unruled.facts.head_title).find(key) == std::string::npos) return false;
  bool found = false;
  for (const HtmlDocument::NodeId n : page.headings(page.body(), page.end(page.body()))) {
    if (found && 2 * page.link_bytes(n) > page.text_bytes(n) && links_beside(*unruled.input, n)) return false;
    found = found || comparable_title(line_of(page, n)) == key;
  }
  return found;
}

// True when its text is short compared with the number of the blog's pages that it links to.
bool lists_pages(const TrainingPage& input, const DataObject& object) {
  constexpr std::size_t kMinLinks = 3;
  constexpr std::size_t kTextALink = 200;
  const auto links = static_cast<std::size_t>(
      std::count_if(object.references.begin(), object.references.end(), [&](const Reference& reference) {
        const Result<Url> url = Url::parse(reference.url);
        return reference.kind == ReferenceKind::kLink && url && url->host() == input.url.host();
      }));
  return links >= kMinLinks && object.text.size() < kTextALink * links;
}

// The title without digits: titles of lists on several pages differ only in numbers.
std::string without_numbers(const std::string& title) {
  std::string key = comparable_title(title);
  std::erase_if(key, is_digit);
  return key;
}

// A title that several pages have is their site's; the rest of <title> may be theirs.
void drop_repeated_titles(const TrainingSet& pages, PageIndexes& indexes, Feed& feed) {
  std::map<std::string, std::size_t> count;
  for (const FeedEntry& entry : feed.entries) ++count[comparable_title(entry.title)];
  for (std::size_t i = 0; i < feed.entries.size(); ++i) {
    std::string& title = feed.entries[i].title;
    if (count[comparable_title(title)] < 2) continue;
    const PageFacts facts = read_facts(indexes.of(*pages.pages[i].doc));
    title = without_site_name(facts.head_title, {}, {}, title, "");
    if (count[comparable_title(title)] > 0) title.clear();
  }
}

FeedEntry entry_of(const DataObject& object) {
  FeedEntry entry;
  entry.link = object.url;
  entry.id = object.url;
  entry.title = object.title;
  entry.authors = object.authors;
  entry.published = object.published;
  return entry;
}

class LayoutLearner {
 public:
  LayoutLearner(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes)
      : strategy_(strategy), set_(set), indexes_(indexes) {}

  Template run() {
    Template t = strategy_.learn(set_, indexes_);
    if (t.rule("article") == nullptr) return t;
    find_unruled(t);
    if (unruled_.pages.size() < kMinPages) return t;
    const TemplateRules rules(t);
    std::vector<Layout> layouts;
    for (const std::vector<std::size_t>& group : group_by_structure(unruled_.structures)) {
      if (group.size() < kMinPages || layouts.size() == kMaxLayouts) break;
      if (std::optional<Layout> layout = learn_layout(rules, group)) layouts.push_back(std::move(*layout));
    }
    t.layouts = std::move(layouts);
    return t;
  }

 private:
  // Fills `unruled_`, and the signature of the feed's layout.
  void find_unruled(Template& t) {
    std::vector<const HtmlDocument*> docs;
    std::vector<PageStructure> structures;
    std::vector<std::size_t> ruled;
    for (const std::vector<TrainingPage>* list : {&set_.pages, &set_.others}) {
      for (const TrainingPage& page : *list) {
        if (page.doc == nullptr) continue;
        docs.push_back(page.doc);
        structures.push_back(structure_of(*page.doc));
        const PageIndex& index = indexes_.of(*page.doc);
        const bool found = article_by_rules(t, index).node != HtmlDocument::kNone;
        if (found && list == &set_.pages) ruled.push_back(docs.size() - 1);
        if (found) continue;
        unruled_.pages.push_back({&page, &index, read_facts(index)});
        unruled_.docs.push_back(page.doc);
        unruled_.structures.push_back(structures.back());
      }
    }
    t.signature = signature_of(docs, structures, ruled);
  }

  // Learns from pages of a group as from entries of a feed, where they have none: titles and days come from
  // each page's own markup; the article is the text that does not repeat.
  std::optional<Layout> learn_layout(const TemplateRules& rules, const std::vector<std::size_t>& group) {
    const std::vector<std::size_t> posts = without_lists(rules, group);
    if (posts.size() < kMinPages) return std::nullopt;
    const Template unlearned = what_repeats(rules.source, posts);
    const TemplateRules unlearned_rules(unlearned);
    std::vector<LikePost> found;
    std::map<std::string, std::size_t> titles;
    for (const std::size_t i : group) {
      found.push_back(like_post(rules, unlearned_rules, unruled_.pages[i]));
      if (found.back().alone.object) ++titles[without_numbers(found.back().alone.object->title)];
    }
    Feed feed;
    feed.language = rules.source.language;
    feed.entries.reserve(group.size());  // pages point to them
    TrainingSet pages{set_.blog, &feed, set_.feed_url, {}, {}, set_.now};
    for (std::size_t k = 0; k < group.size(); ++k) {
      TrainingPage page = *unruled_.pages[group[k]].input;
      const Extraction& alone = found[k].alone;
      if (page.entry != nullptr) {
        feed.entries.push_back(*page.entry);
        pages.pages.push_back(page);
      } else if (alone.object && (found[k].sure || titles[without_numbers(alone.object->title)] == 1)) {
        feed.entries.push_back(entry_of(*alone.object));
        page.entry = &feed.entries.back();
        pages.pages.push_back(page);
      } else {
        pages.others.push_back(page);
      }
    }
    if (pages.pages.size() < kMinPages) return std::nullopt;
    drop_repeated_titles(pages, indexes_, feed);
    return layout_from(strategy_.learn(pages, indexes_), group);
  }

  std::optional<Layout> layout_from(Template learned, const std::vector<std::size_t>& group) const {
    const FieldRule* article = learned.rule("article");
    if (article == nullptr || 2 * article->support < article->pages) return std::nullopt;
    Layout layout;
    layout.signature = signature_of(unruled_.docs, unruled_.structures, group);
    layout.captures = std::move(learned.captures);
    layout.rules = std::move(learned.rules);
    layout.boilerplate = std::move(learned.boilerplate);
    layout.title_prefix = std::move(learned.title_prefix);
    layout.title_suffix = std::move(learned.title_suffix);
    layout.title_words = std::move(learned.title_words);
    return layout;
  }

  // A group's pages except for those with addresses of lists: if these are most of the group, their common
  // parts hide the posts.
  std::vector<std::size_t> without_lists(const TemplateRules& rules,
                                         const std::vector<std::size_t>& group) const {
    std::vector<std::size_t> out;
    for (const std::size_t i : group) {
      if (!address_evidence(rules, input_of(*unruled_.pages[i].input, set_.blog)).list) out.push_back(i);
    }
    return out;
  }

  // The common parts of the group's pages, so that their site's name is not used as a title.
  Template what_repeats(const Template& t, const std::vector<std::size_t>& group) const {
    TrainingSet pages{set_.blog, nullptr, set_.feed_url, {}, {}, set_.now};
    for (const std::size_t i : group) {
      pages.others.push_back(*unruled_.pages[i].input);
      pages.others.back().entry = nullptr;
    }
    Template out = strategy_.learn(pages, indexes_);
    out.language = t.language;
    out.post_pattern = t.post_pattern;
    return out;
  }

  Extraction extract(const TemplateRules& rules, const UnruledPage& page, const PageInput& input) const {
    if (meta_refresh(*input.doc, input.url)) return {};
    PageView view{input, *page.index, page.facts, &rules, RemovalMask(page.index->size(), 0)};
    return extract_page(view, strategy_.chooser(&rules));
  }

  LikePost like_post(const TemplateRules& rules, const TemplateRules& unlearned,
                     const UnruledPage& page) const {
    static const FeedEntry kUnnamed;
    LikePost out;
    PageInput input = input_of(*page.input, set_.blog);
    const AddressEvidence address = address_evidence(rules, input);
    if (address.list || address.below_post) return out;
    Extraction alone = extract(unlearned, page, input);
    if (!alone.object || alone.object->attributes.contains("duplicate_of")) return out;
    out.sure = address.like_posts || alone.object->kind == ObjectKind::kPost;
    if (!out.sure) {
      // A text of some length with a day, below a heading that <title> repeats and no other page of the
      // group has, belongs to a post if several pages have this structure. A page that is not a post gets no
      // day, so these pages are read as posts.
      input.entry = &kUnnamed;
      alone = extract(unlearned, page, input);
      if (!alone.object || !alone.object->published || alone.object->text.size() < kTextBytes ||
          !is_heading_and_title(page, alone.object->title) || lists_pages(*page.input, *alone.object))
        return out;
    }
    // Few words are enough if a feed's pages have shown the form of posts' addresses.
    const bool taught = address.like_posts && rules.source.method == strategy_.name();
    if (!alone.object->title.empty() && (taught || alone.object->text.size() >= kMinTextBytes))
      out.alone = std::move(alone);
    return out;
  }

  const PageStrategy& strategy_;
  const TrainingSet& set_;
  PageIndexes& indexes_;
  UnruledPages unruled_;
};

}  // namespace

Template learn_layouts(const PageStrategy& strategy, const TrainingSet& set, PageIndexes& indexes) {
  return LayoutLearner(strategy, set, indexes).run();
}

}  // namespace bfa
