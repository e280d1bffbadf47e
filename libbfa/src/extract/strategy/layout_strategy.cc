// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <new>
#include <span>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "extract/decide/post_evidence.h"
#include "extract/fields/title_frame.h"
#include "extract/learn/layouts.h"
#include "extract/page/page_facts.h"
#include "extract/rules/article_place.h"

namespace bfa {
namespace {

constexpr std::size_t kMinPages = 3;  // of a layout: fewer show no repetition
constexpr std::size_t kMaxLayouts = 8;
constexpr std::size_t kMinTextBytes = 40;
constexpr std::size_t kTextBytes =
    400;  // of a page that looks like a post by nothing but its day and its text

// The pages of a set that may show a further layout, with what is known of each.
struct Unruled {
  std::vector<const TrainingPage*> pages;
  std::vector<const HtmlDocument*> docs;
  std::vector<PageStructure> structures;
};

class LayoutStrategy final : public ExtractionStrategy {
 public:
  explicit LayoutStrategy(std::unique_ptr<ExtractionStrategy> inner) : inner_(std::move(inner)) {}
  std::string_view name() const override { return inner_->name(); }

  Result<Template> learn(const TrainingSet& set) const override {
    try {
      return learn_all(set);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while learning", set.blog.href()};
    }
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    try {
      if (t == nullptr || input.doc == nullptr) return inner_->extract(t, input);
      const int layout = layout_of(*t, *input.doc);
      const bool pinned =
          has_pins(layout < 0 ? t->rules : t->layouts[static_cast<std::size_t>(layout)].rules);
      if (layout < 0 && !pinned) return inner_->extract(t, input);
      Template own = template_of_layout(*t, layout);
      if (pinned) keep_pins(*input.doc, own.rules);
      return inner_->extract(&own, input);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while extracting", input.url.href()};
    }
  }

 private:
  static bool has_pins(const std::vector<FieldRule>& rules) {
    return std::any_of(rules.begin(), rules.end(), [](const FieldRule& rule) { return rule.pinned; });
  }

  // Where a pinned rule finds something, it is the only one of its field.
  static void keep_pins(const HtmlDocument& doc, std::vector<FieldRule>& rules) {
    std::vector<std::string> fields;
    for (const FieldRule& rule : rules) {
      if (rule.pinned && !match_rule(doc, rule).empty()) fields.push_back(rule.field);
    }
    std::erase_if(rules, [&](const FieldRule& rule) {
      return !rule.pinned && std::find(fields.begin(), fields.end(), rule.field) != fields.end();
    });
  }

  Result<Template> learn_all(const TrainingSet& set) const {
    Result<Template> learned = inner_->learn(set);
    if (!learned || learned->rule("article") == nullptr) return learned;
    const Unruled unruled = sort_pages(set, *learned);
    if (unruled.pages.size() < kMinPages) return learned;
    for (const std::vector<std::size_t>& group : group_by_structure(unruled.structures)) {
      if (group.size() < kMinPages || learned->layouts.size() == kMaxLayouts) break;
      Result<std::optional<Layout>> layout = learn_layout(set, *learned, unruled, group);
      if (!layout) return layout.error();
      if (*layout) learned->layouts.push_back(std::move(**layout));
    }
    return learned;
  }

  // Writes the signature of the feed's layout, and gives the pages that its rules find nothing on.
  static Unruled sort_pages(const TrainingSet& set, Template& t) {
    Unruled unruled;
    std::vector<const HtmlDocument*> docs;
    std::vector<PageStructure> structures;
    std::vector<std::size_t> ruled;
    for (const std::vector<TrainingPage>* list : {&set.pages, &set.others}) {
      for (const TrainingPage& page : *list) {
        if (page.doc == nullptr) continue;
        docs.push_back(page.doc);
        structures.push_back(structure_of(*page.doc));
        const bool found = article_by_rules(t, PageIndex(*page.doc)).node != HtmlDocument::kNone;
        if (found && list == &set.pages) ruled.push_back(docs.size() - 1);
        if (found) continue;
        unruled.pages.push_back(&page);
        unruled.docs.push_back(page.doc);
        unruled.structures.push_back(structures.back());
      }
    }
    t.signature = signature_of(docs, structures, ruled);
    return unruled;
  }

  // Learns from pages of a group as from entries of a feed: their titles and days as the page by itself tells
  // them; the article where text does not repeat.
  Result<std::optional<Layout>> learn_layout(const TrainingSet& set, const Template& t,
                                             const Unruled& unruled,
                                             const std::vector<std::size_t>& group) const {
    const std::vector<std::size_t> posts = without_lists(set, t, unruled, group);
    if (posts.size() < kMinPages) return std::optional<Layout>();
    BFA_ASSIGN_OR_RETURN(const Template unlearned, what_repeats(set, t, unruled, posts));
    Feed feed;
    feed.language = t.language;
    feed.entries.reserve(group.size());  // pages point to them
    TrainingSet pages{set.blog, &feed, set.feed_url, {}, {}, set.now};
    std::vector<LikePost> found;
    std::map<std::string, std::size_t> titles;
    for (const std::size_t i : group) {
      BFA_ASSIGN_OR_RETURN(LikePost one, like_post(set, t, unlearned, *unruled.pages[i]));
      if (one.alone.object) ++titles[without_numbers(one.alone.object->title)];
      found.push_back(std::move(one));
    }
    for (std::size_t k = 0; k < group.size(); ++k) {
      TrainingPage page = *unruled.pages[group[k]];
      const Extraction& alone = found[k].alone;
      if (alone.object && (found[k].sure || titles[without_numbers(alone.object->title)] == 1)) {
        feed.entries.push_back(entry_of(*alone.object));
        page.entry = &feed.entries.back();
        pages.pages.push_back(page);
      } else {
        page.entry = nullptr;
        pages.others.push_back(page);
      }
    }
    if (pages.pages.size() < kMinPages) return std::optional<Layout>();
    drop_repeated_titles(pages, feed);
    BFA_ASSIGN_OR_RETURN(Template learned, inner_->learn(pages));
    const FieldRule* article = learned.rule("article");
    if (article == nullptr || 2 * article->support < article->pages) return std::optional<Layout>();
    Layout layout;
    layout.signature = signature_of(unruled.docs, unruled.structures, group);
    layout.captures = std::move(learned.captures);
    layout.rules = std::move(learned.rules);
    layout.boilerplate = std::move(learned.boilerplate);
    layout.title_prefix = std::move(learned.title_prefix);
    layout.title_suffix = std::move(learned.title_suffix);
    layout.title_words = std::move(learned.title_words);
    return std::optional<Layout>(std::move(layout));
  }

  // A group's pages but for those whose addresses are of lists: where these are most of it, what they have in
  // common hides the posts.
  static std::vector<std::size_t> without_lists(const TrainingSet& set, const Template& t,
                                                const Unruled& unruled,
                                                const std::vector<std::size_t>& group) {
    std::vector<std::size_t> out;
    for (const std::size_t i : group) {
      const TrainingPage& page = *unruled.pages[i];
      if (!address_evidence(t, {page.url, set.blog, page.doc, nullptr, "", page.captured}).list)
        out.push_back(i);
    }
    return out;
  }

  // What the group's pages have in common, so that their site's name is no title of theirs.
  Result<Template> what_repeats(const TrainingSet& set, const Template& t, const Unruled& unruled,
                                const std::vector<std::size_t>& group) const {
    TrainingSet pages{set.blog, nullptr, set.feed_url, {}, {}, set.now};
    for (const std::size_t i : group) {
      pages.others.push_back(*unruled.pages[i]);
      pages.others.back().entry = nullptr;
    }
    BFA_ASSIGN_OR_RETURN(Template out, inner_->learn(pages));
    out.language = t.language;
    out.post_pattern = t.post_pattern;
    return out;
  }

  // What a page shows by itself, when it looks like a post; else no object.
  struct LikePost {
    Extraction alone;
    bool sure = false;  // its address or its own words say so
  };

  Result<LikePost> like_post(const TrainingSet& set, const Template& t, const Template& unlearned,
                             const TrainingPage& page) const {
    static const FeedEntry kUnnamed;
    LikePost out;
    PageInput input{page.url, set.blog, page.doc, nullptr, "", page.captured};
    const AddressEvidence address = address_evidence(t, input);
    if (address.list || address.below_post) return out;
    BFA_ASSIGN_OR_RETURN(Extraction alone, inner_->extract(&unlearned, input));
    if (!alone.object || alone.object->attributes.contains("duplicate_of")) return out;
    out.sure = address.like_posts || alone.object->kind == ObjectKind::kPost;
    if (!out.sure) {
      // A text of some length with a day, below a heading that <title> names and no other page of the group
      // has, is a post's where several pages are built so. What is read as a page keeps no day.
      input.entry = &kUnnamed;
      BFA_ASSIGN_OR_RETURN(alone, inner_->extract(&unlearned, input));
      if (!alone.object || !alone.object->published || alone.object->text.size() < kTextBytes ||
          !is_heading_and_title(page, alone.object->title) || lists_pages(page, *alone.object))
        return out;
    }
    // Few words are enough where a feed's pages showed what posts' addresses are like.
    const bool told = address.like_posts && t.method == "ensemble";
    if (!alone.object->title.empty() && (told || alone.object->text.size() >= kMinTextBytes))
      out.alone = std::move(alone);
    return out;
  }

  // A heading says the title, as does <title>, and none behind it links to another page of the blog, as those
  // of lists do.
  static bool is_heading_and_title(const TrainingPage& input, const std::string& title) {
    const std::string key = title_key(title);
    if (key.empty()) return false;
    const PageIndex page(*input.doc);
    if (title_key(read_facts(page).head_title).find(key) == std::string::npos) return false;
    bool found = false;
    for (const HtmlDocument::NodeId n : page.headings(page.body(), page.end(page.body()))) {
      if (found && 2 * page.link_bytes(n) > page.text_bytes(n) && links_beside(input, n)) return false;
      found = found || title_key(line_of(page, n)) == key;
    }
    return found;
  }

  // Its text is short for the pages of the blog that it links to.
  static bool lists_pages(const TrainingPage& input, const DataObject& object) {
    constexpr std::size_t kMinLinks = 3;
    constexpr std::size_t kTextALink = 200;
    const auto links = static_cast<std::size_t>(
        std::count_if(object.references.begin(), object.references.end(), [&](const Reference& reference) {
          const Result<Url> url = Url::parse(reference.url);
          return reference.kind == ReferenceKind::kLink && url && url->host() == input.url.host();
        }));
    return links >= kMinLinks && object.text.size() < kTextALink * links;
  }

  static bool links_beside(const TrainingPage& input, HtmlDocument::NodeId heading) {
    const HtmlDocument::NodeId link = input.doc->find_first("a", heading);
    if (link == HtmlDocument::kNone) return false;
    const Result<Url> url = Url::parse(input.doc->attribute(link, "href"), &input.url);
    if (!url || url->host() != input.url.host()) return false;
    const bool home = url->path() == "/" && url->query().empty();
    const bool same = url->path() == input.url.path() && url->query() == input.url.query();
    return !home && !same;
  }

  // Lists on several pages have titles that differ in nothing else.
  static std::string without_numbers(const std::string& title) {
    std::string key = title_key(title);
    std::erase_if(key, is_digit);
    return key;
  }

  // A title that several pages have is their site's; what <title> says besides may be theirs.
  static void drop_repeated_titles(TrainingSet& pages, Feed& feed) {
    std::map<std::string, std::size_t> count;
    for (const FeedEntry& entry : feed.entries) ++count[title_key(entry.title)];
    for (std::size_t i = 0; i < feed.entries.size(); ++i) {
      std::string& title = feed.entries[i].title;
      if (count[title_key(title)] < 2) continue;
      const PageFacts facts = read_facts(PageIndex(*pages.pages[i].doc));
      title = without_site_name(facts.head_title, {}, {}, title, "");
      if (count[title_key(title)] > 0) title.clear();
    }
  }

  static FeedEntry entry_of(const DataObject& object) {
    FeedEntry entry;
    entry.link = object.url;
    entry.id = object.url;
    entry.title = object.title;
    entry.authors = object.authors;
    entry.published = object.published;
    return entry;
  }

  std::unique_ptr<ExtractionStrategy> inner_;
};

}  // namespace

std::unique_ptr<ExtractionStrategy> with_layouts(std::unique_ptr<ExtractionStrategy> inner) {
  return std::make_unique<LayoutStrategy>(std::move(inner));
}

}  // namespace bfa
