// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/in_article_boilerplate.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "bfa/text/utf8.h"
#include "extract/learn/training.h"
#include "extract/page/region_signs.h"
#include "extract/page/rule_key.h"
#include "extract/rules/in_article_rules.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinArticles = 3;
constexpr std::size_t kMaxPlaces = 16;
constexpr std::size_t kMaxLines = 48;
constexpr std::size_t kMaxTried = 256;   // of each kind: each is looked for in all the feed's texts
constexpr std::uint32_t kMaxDepth = 12;  // below the container: deeper places are the text's own
constexpr std::uint32_t kMaxLineBytes = 400;
constexpr std::uint32_t kMinSearched = 16;  // bytes of a line that stands in another text by no chance
constexpr double kManyArticles = 0.3;       // that have a place or a line for it to count
constexpr double kNearlyAll = 0.85;         // the same amid the text, and of lines that no feed disowns
constexpr double kSame = 0.8;               // of a place's nodes, of a line's articles: that are alike
constexpr double kEdge = 0.9;               // of a place's nodes: at the edge of the feed's text
constexpr double kStray = 0.05;             // of a place's nodes: that the feed may have after all
constexpr double kHeard = 0.6;              // of a feed's text: that an article must have
constexpr std::size_t kHostPages = 12;      // whose links tell which hosts all pages link to
constexpr std::size_t kMinTold = 3;         // articles with the whole text in the feed

// An article with what is asked of it again and again.
struct Article {
  const PageIndex* page = nullptr;
  NodeId node = HtmlDocument::kNone;
  const TrainingExample* example = nullptr;  // null: in no feed
  std::span<const std::uint8_t> cut;         // RepeatPage::cut
  std::vector<std::uint64_t> paths;    // a key per node of the subtree: of the tags down to it; 0: too deep
  std::vector<std::uint64_t> places;   // a key per node of the subtree; 0: too deep, or no element
  std::vector<std::uint64_t> sums;     // prefix sums of mixed block hashes
  std::vector<std::uint32_t> fed;      // prefix sums of the blocks that the feed has
  std::vector<std::uint32_t> running;  // prefix sums of text outside of links, less what is gone
  std::uint32_t first_fed = 0, end_fed = 0;
  bool told = false;               // the feed has the whole article
  std::vector<std::uint8_t> gone;  // a flag per block: a rule takes it away

  std::uint32_t begin() const { return page->first_block(node); }
  std::uint32_t end() const { return page->end_block(node); }
  std::uint64_t place(NodeId n) const { return places[n - node]; }
  bool is_fed(NodeId n) const {
    return fed[page->end_block(n) - begin()] > fed[page->first_block(n) - begin()];
  }
};

struct Place {
  std::uint32_t articles = 0;  // that have it
  std::uint32_t nodes = 0;
  std::uint32_t repeated = 0;  // of these, with a text that stands in several articles
  std::uint32_t amid = 0;
  std::uint32_t leading = 0;
  std::uint32_t sections = 0;
  std::uint32_t fed = 0;            // whose text the feed has
  std::uint32_t told = 0;           // in articles that the feed has as a whole
  std::uint32_t told_articles = 0;  // these articles
  std::uint32_t sources = 0;        // of these nodes: with links to other sites
  std::uint32_t beside = 0;         // of these nodes: before all of the feed's text, or behind it
  std::size_t last = 0;             // article, from 1
  bool heading = false;
};

struct Line {
  std::uint32_t articles = 0;
  std::uint32_t fed = 0;   // of these: whose feed has it
  std::uint32_t told = 0;  // of these: whose feed has the whole article
  std::uint32_t edge = 0;  // of these: at an edge
  std::size_t last = 0, last_edge = 0;
};

class Learner {
 public:
  Learner(std::span<const RepeatPage> pages, std::string_view host, std::span<const std::string> known)
      : host_(host) {
    for (const RepeatPage& page : pages) {
      if (page.article == HtmlDocument::kNone) continue;
      Article& article = articles_.emplace_back();
      article.page = page.page;
      article.node = page.article;
      article.example = page.example;
      article.cut = page.cut;
    }
    for (const std::string& xpath : known) known_.insert(rule_key(xpath));
    known_.erase(0);
  }

  std::vector<std::string> run() {
    if (articles_.size() < kMinArticles) return {};
    count_names();
    count_hosts();
    for (Article& article : articles_) prepare(article);
    for (std::size_t i = 0; i < articles_.size(); ++i) count_texts(articles_[i]);
    for (std::size_t i = 0; i < articles_.size(); ++i) count_places(i);
    std::vector<std::string> out = choose_places();
    for (std::size_t i = 0; i < articles_.size(); ++i) count_lines(i);
    for (std::size_t i = 0; i < articles_.size(); ++i) count_edges(i);
    choose_lines(out);
    return out;
  }

 private:
  double many(double share) const { return share * static_cast<double>(articles_.size()); }

  // Which ids and classes, digits or not, the elements of a path have in many articles. That others have them
  // too says nothing: where few names serve for everything, all stand somewhere.
  void count_names() {
    std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::size_t>> counts;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      Article& article = articles_[i];
      const FlatTree& tree = HtmlAccess::tree(article.page->doc());
      const NodeId end = article.page->end(article.node);
      article.paths.assign(end - article.node, 0);
      article.paths[0] = 1;
      const std::uint32_t deepest = article.page->doc().depth(article.node) + kMaxDepth;
      for (NodeId n = article.node + 1; n < end; ++n) {
        const FlatTree::Node& node = tree.nodes[n];
        if (node.tag == 0 || node.depth() > deepest) continue;
        article.paths[n - article.node] =
            key_of_child(article.paths[node.parent - article.node], tree.tags[node.tag].hash);
        for (const std::uint32_t name : {node.element().id_name, node.element().class_name}) {
          if (name == 0) continue;
          auto& [count, last] = counts[name_key(article, n, tree.names[name])];
          if (last != i + 1) ++count;
          last = i + 1;
        }
      }
    }
    for (const auto& [name, count] : counts) {
      if (count.first >= kMinArticles && count.first >= many(kManyArticles)) names_.insert(name);
    }
  }

  static std::uint64_t name_key(const Article& article, NodeId n, const FlatTree::Name& name) {
    return key_of_class(article.paths[n - article.node], name.hash.hash);
  }
  bool is_common(const Article& article, NodeId n, const FlatTree::Name& name) const {
    return !name.value.empty() && names_.contains(name_key(article, n, name));
  }

  void prepare(Article& article) const {
    const PageIndex& page = *article.page;
    const FlatTree& tree = HtmlAccess::tree(page.doc());
    const NodeId end = page.end(article.node);
    article.places.assign(end - article.node, 0);
    article.places[0] = 1;
    for (NodeId n = article.node + 1; n < end; ++n) {
      const FlatTree::Node& node = tree.nodes[n];
      if (article.paths[n - article.node] == 0) continue;
      std::uint64_t key = key_of_child(article.place(node.parent), tree.tags[node.tag].hash);
      const FlatTree::Name& id = tree.names[node.element().id_name];
      const FlatTree::Name& classes = tree.names[node.element().class_name];
      if (is_common(article, n, id)) key = key_of_class(key, id.hash.hash);
      if (is_common(article, n, classes)) key = key_of_class(key + 1, classes.hash.hash);
      article.places[n - article.node] = key;
    }
    article.gone.assign(article.end() - article.begin(), 0);
    for (NodeId n = article.node + 1; n < end; ++n) {
      if (page.tag(n) == Tag::kText || !known_.contains(rule_keys(page)[n])) continue;
      take_away(article, n);
      n = page.end(n) - 1;
    }
    if (!article.cut.empty()) {
      for (std::uint32_t i = article.begin(); i < article.end(); ++i)
        article.gone[i - article.begin()] |= article.cut[page.blocks()[i].first];
    }
    hear(article);
  }

  // What of the article the feed has.
  static void hear(Article& article) {
    const PageIndex& page = *article.page;
    const std::uint32_t count = article.end() - article.begin();
    article.sums.assign(count + 1, 0);
    article.fed.assign(count + 1, 0);
    article.running.assign(count + 1, 0);
    std::uint32_t bytes = 0;
    std::uint32_t all = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const TextBlock& block = page.blocks()[article.begin() + i];
      article.sums[i + 1] = article.sums[i] + scramble(block.hash);
      article.fed[i + 1] = article.fed[i];
      const bool gone = article.gone[i] != 0;
      article.running[i + 1] = article.running[i] + (gone ? 0 : block.bytes - block.link_bytes);
      all += gone ? 0 : block.bytes;
      if (article.example == nullptr) continue;
      const std::vector<std::uint64_t>& lines = article.example->lines;
      if (!std::binary_search(lines.begin(), lines.end(), block.hash)) continue;
      bytes += block.bytes;
      if (article.fed[i + 1]++ == 0) article.first_fed = article.begin() + i;
      article.end_fed = article.begin() + i + 1;
    }
    if (article.example == nullptr || bytes == 0) return;
    article.told =
        !article.example->cut_short && bytes >= kHeard * article.example->article.bytes && 2 * bytes >= all;
  }

  static void take_away(Article& article, NodeId n) {
    const std::uint32_t end = article.page->end_block(n) - article.begin();
    for (std::uint32_t i = article.page->first_block(n) - article.begin(); i < end; ++i) article.gone[i] = 1;
  }

  static bool is_gone(const Article& article, NodeId n) {
    const std::span<const std::uint8_t> gone = article.gone;
    const std::uint32_t first = article.page->first_block(n) - article.begin();
    const std::span<const std::uint8_t> own =
        gone.subspan(first, article.page->end_block(n) - article.page->first_block(n));
    return std::all_of(own.begin(), own.end(), [](std::uint8_t each) { return each != 0; });
  }

  // Named by itself, so that its place is not any element's; what stands within lines is text.
  bool is_named(const Article& article, NodeId n) const {
    const PageIndex& page = *article.page;
    if (article.place(n) == 0 || !is_block(page.tag(n)) || !is_text_region(page, n)) return false;
    const FlatTree& tree = HtmlAccess::tree(article.page->doc());
    const FlatTree::Element& element = tree.nodes[n].element();
    return is_common(article, n, tree.names[element.id_name]) ||
           is_common(article, n, tree.names[element.class_name]);
  }

  static std::uint64_t text_key(const Article& article, NodeId n) {
    const std::uint32_t begin = article.begin();
    return scramble(article.place(n)) ^ (article.sums[article.page->end_block(n) - begin] -
                                         article.sums[article.page->first_block(n) - begin]);
  }

  // The article's text goes on before and behind it.
  static bool is_amid(const Article& article, NodeId n) {
    const std::uint32_t begin = article.begin();
    return article.running[article.page->first_block(n) - begin] > kEdgeBytes &&
           article.running.back() - article.running[article.page->end_block(n) - begin] > kEdgeBytes;
  }

  template <class Visit>
  void for_places(const Article& article, const Visit& visit) const {
    for (NodeId n = article.node + 1; n < article.page->end(article.node); ++n) {
      if (is_named(article, n) && !is_gone(article, n)) visit(n);
    }
  }

  void count_texts(const Article& article) {
    std::unordered_set<std::uint64_t> seen;
    for_places(article, [&](NodeId n) {
      const std::uint64_t key = text_key(article, n);
      if (seen.insert(key).second) ++articles_with_text_[key];
    });
  }

  void count_places(std::size_t i) {
    const Article& article = articles_[i];
    const PageIndex& page = *article.page;
    for_places(article, [&](NodeId n) {
      Place& place = places_[article.place(n)];
      if (place.last != i + 1) {
        ++place.articles;
        if (article.told) ++place.told_articles;
        place.last = i + 1;
      }
      ++place.nodes;
      if (page.zones(n) & kZoneHeading) place.heading = true;
      if (articles_with_text_[text_key(article, n)] >= kMinArticles) ++place.repeated;
      if (is_amid(article, n)) ++place.amid;
      if (leads_to_posts(page, n, host_)) ++place.leading;
      if (is_section(page, n)) ++place.sections;
      if (article.is_fed(n)) ++place.fed;
      if (!article.told) return;
      ++place.told;
      if (leads_elsewhere(page, n)) ++place.sources;
      if (page.end_block(n) <= article.first_fed || page.first_block(n) >= article.end_fed) ++place.beside;
    });
  }

  // Hosts that nearly all pages link to outside of their articles: the blog's own under whatever name, and
  // those of services.
  void count_hosts() {
    std::unordered_map<std::string_view, std::pair<std::uint32_t, std::size_t>> counts;
    const std::size_t pages = std::min(articles_.size(), kHostPages);
    for (std::size_t i = 0; i < pages; ++i) {
      const PageIndex& page = *articles_[i].page;
      for (const NodeId n : page.links(page.body(), page.end(page.body()))) {
        if (page.contains(articles_[i].node, n)) continue;
        auto& [count, last] = counts[host_of_link(page.attribute(n, "href"))];
        if (last != i + 1) ++count;
        last = i + 1;
      }
    }
    for (const auto& [host, count] : counts) {
      if (count.first >= kSame * static_cast<double>(pages)) usual_hosts_.insert(host);
    }
    usual_hosts_.insert(std::string_view());
    usual_hosts_.insert(without_www(host_));
  }

  // It has a link with a text that leads to another site than all pages lead to.
  bool leads_elsewhere(const PageIndex& page, NodeId n) const {
    if (page.link_bytes(n) == 0) return false;
    const std::span<const NodeId> links = page.links(n + 1, page.end(n));
    return std::any_of(links.begin(), links.end(), [&](NodeId id) {
      return page.text_bytes(id) > 0 && !usual_hosts_.contains(host_of_link(page.attribute(id, "href")));
    });
  }

  bool is_none_of_text(const Place& place) const {
    if (place.articles < kMinArticles || place.fed > kStray * place.nodes) return false;
    const bool told = place.told_articles >= kMinTold;
    // Other links to other sites in each article may be its sources, which not every feed has.
    if (told && place.beside >= kEdge * place.told && 2 * place.sources <= place.told &&
        place.articles >= many(kManyArticles))
      return true;
    const bool links = place.leading >= kSame * place.nodes;
    const bool same = place.repeated >= kSame * place.nodes && 2 * place.sections <= place.nodes &&
                      (told || !place.heading);
    const bool amid = 2 * place.amid > place.nodes && !links;
    return (links || same) && place.articles >= many(amid ? kNearlyAll : kManyArticles);
  }

  // Whether the feed of an article has a block of another one, or has it in another division into lines.
  static bool is_in_feed(const PageIndex& page, const TextBlock& block, const Article& article) {
    if (article.example == nullptr || block.bytes < kMinSearched) return false;
    return article.example->text.find(collapse_space(text_of(page, block))) != std::string::npos;
  }

  std::string xpath_of(const Article& article, NodeId n) const {
    const FlatTree& tree = HtmlAccess::tree(article.page->doc());
    std::vector<PathStep> steps;
    for (; n != article.node; n = article.page->parent(n)) {
      const FlatTree::Node& node = tree.nodes[n];
      PathStep& step = steps.emplace_back();
      step.tag = tree.tags[node.tag].name;
      if (!is_path_name(step.tag)) return {};
      const FlatTree::Name& id = tree.names[node.element().id_name];
      const FlatTree::Name& classes = tree.names[node.element().class_name];
      if (is_common(article, n, id)) step.predicates.push_back({"id", std::string(id.value)});
      if (is_common(article, n, classes)) step.predicates.push_back({"class", std::string(classes.value)});
    }
    std::reverse(steps.begin(), steps.end());
    return "." + write_path(steps);
  }

  // Takes away what the rule finds, when the feed has none of that.
  bool apply(const std::string& xpath) {
    std::vector<std::pair<Article*, NodeId>> found;
    std::size_t fed = 0;
    for (Article& article : articles_) {
      for (const NodeId n : match_place(*article.page, article.node, xpath)) {
        found.emplace_back(&article, n);
        bool in_feed = article.is_fed(n);
        for (std::uint32_t i = article.page->first_block(n); i < article.page->end_block(n) && !in_feed; ++i)
          in_feed = is_in_feed(*article.page, article.page->blocks()[i], article);
        if (in_feed) ++fed;
      }
    }
    if (static_cast<double>(fed) > kStray * static_cast<double>(found.size())) return false;
    for (const auto& [article, n] : found) take_away(*article, n);
    return true;
  }

  std::vector<std::string> choose_places() {
    std::vector<std::string> out;
    std::unordered_set<std::uint64_t> tried;
    for (const Article& article : articles_) {
      for (NodeId n = article.node + 1; n < article.page->end(article.node); ++n) {
        if (out.size() == kMaxPlaces || tried.size() == kMaxTried) return out;
        if (!is_named(article, n) || is_gone(article, n)) continue;
        const auto found = places_.find(article.place(n));
        if (found == places_.end() || !is_none_of_text(found->second)) continue;
        if (!tried.insert(article.place(n)).second) continue;
        std::string xpath = xpath_of(article, n);
        if (xpath.empty() || !apply(xpath)) continue;
        out.push_back(std::move(xpath));
        n = article.page->end(n) - 1;  // what is inside goes with it
      }
    }
    return out;
  }

  template <class Visit>
  static void for_lines(const Article& article, const Visit& visit) {
    for (std::uint32_t i = article.begin(); i < article.end(); ++i) {
      const TextBlock& block = article.page->blocks()[i];
      if (article.gone[i - article.begin()] == 0 && block.bytes <= kMaxLineBytes)
        visit(i, line_key(*article.page, block, block.hash));
    }
  }

  void count_lines(std::size_t i) {
    const Article& article = articles_[i];
    for_lines(article, [&](std::uint32_t at, std::uint64_t key) {
      Line& line = lines_[key];
      if (line.last == i + 1) return;
      line.last = i + 1;
      ++line.articles;
      if (article.told) ++line.told;
      const std::uint32_t own = at - article.begin();
      if (article.fed[own + 1] > article.fed[own]) ++line.fed;
    });
  }

  bool may_be_boilerplate(const Line& line) const {
    if (line.fed > 0 || line.articles < kMinArticles) return false;
    return line.articles >= many(line.told >= kMinTold ? kManyArticles : kNearlyAll);
  }

  void count_edges(std::size_t i) {
    const Article& article = articles_[i];
    walk_edges(*article.page, article.node, [&](std::uint32_t at) {
      if (article.gone[at - article.begin()] != 0) return true;
      const TextBlock& block = article.page->blocks()[at];
      if (block.bytes > kMaxLineBytes) return false;
      Line& line = lines_[line_key(*article.page, block, block.hash)];
      if (!may_be_boilerplate(line)) return false;
      if (line.last_edge != i + 1) ++line.edge;
      line.last_edge = i + 1;
      return true;
    });
  }

  void choose_lines(std::vector<std::string>& out) {
    std::unordered_set<std::uint64_t> tried;
    std::size_t count = 0;
    for (const Article& article : articles_) {
      for_lines(article, [&](std::uint32_t at, std::uint64_t key) {
        const Line& line = lines_[key];
        if (count == kMaxLines || tried.size() == kMaxTried || !may_be_boilerplate(line) ||
            line.edge < kSame * line.articles)
          return;
        if (!tried.insert(key).second) return;
        const TextBlock& block = article.page->blocks()[at];
        std::string xpath = line_rule(*article.page, block);
        if (xpath.empty()) return;
        const bool in_feed = std::any_of(articles_.begin(), articles_.end(), [&](const Article& other) {
          return other.told && is_in_feed(*article.page, block, other);
        });
        if (in_feed) return;
        out.push_back(std::move(xpath));
        ++count;
      });
    }
  }

  std::string_view host_;
  std::vector<Article> articles_;
  std::unordered_set<std::string_view> usual_hosts_;
  std::unordered_set<std::uint64_t> known_;  // rule_key() of what is boilerplate already
  std::unordered_set<std::uint64_t> names_;  // name_key() of what many articles have
  std::unordered_map<std::uint64_t, std::uint32_t> articles_with_text_;
  std::unordered_map<std::uint64_t, Place> places_;
  std::unordered_map<std::uint64_t, Line> lines_;
};

}  // namespace

std::vector<std::string> inner_regions(std::span<const RepeatPage> pages, std::string_view host,
                                       std::span<const std::string> known) {
  return Learner(pages, host, known).run();
}

}  // namespace bfa
