// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/in_article_places.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "extract/page/region_signs.h"
#include "extract/page/rule_hash.h"
#include "extract/rules/in_article_rules.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMaxPlaces = 16;
constexpr std::uint32_t kMaxDepth = 12;  // below the container: deeper places are the text's own
constexpr double kEdge = 0.9;            // of a place's nodes: at the edge of the feed's text
constexpr double kStray = 0.05;          // of a place's nodes: that the feed may have after all
constexpr std::size_t kHostPages = 12;   // whose links show which hosts all pages link to
constexpr std::size_t kMaxEnds = 4;
constexpr std::uint32_t kEndBytes = 400;  // of a line at which articles end
constexpr std::size_t kMinEndTold = 5;    // articles with the whole text in the feed that show an end
constexpr std::uint32_t kFootText =
    100;                           // bytes outside of links, of lines of few posts, before the comments
constexpr double kFewTexts = 0.2;  // of an end's articles: with more

struct Place {
  std::uint32_t articles = 0;  // that have it
  std::uint32_t nodes = 0;
  std::uint32_t repeated = 0;  // of these, with a text that is in several articles
  std::uint32_t amid = 0;
  std::uint32_t leading = 0;
  std::uint32_t sections = 0;
  std::uint32_t fed = 0;            // whose text the feed has
  std::uint32_t told = 0;           // in articles that the feed has as a whole
  std::uint32_t told_articles = 0;  // these articles
  std::uint32_t sources = 0;        // of these nodes: with links to other sites
  std::uint32_t beside = 0;         // of these nodes: before all of the feed's text, or after it
  std::size_t last = 0;             // article, from 1
  bool heading = false;
};

// A line or a named place at which the text may end.
struct End {
  std::uint32_t articles = 0, nodes = 0;
  std::uint32_t told = 0;     // of the articles: that the feed has as a whole
  std::uint32_t before = 0;   // of these: it is before the end of the feed's text
  std::uint32_t near = 0;     // of these: it is right behind the feed's text
  std::uint32_t sources = 0;  // of these: links to other sites follow, or are in it
  std::uint32_t texts = 0;    // of these: running text of this post follows before the comments
  std::size_t last = 0;       // article, from 1
};

class PlaceLearner {
 public:
  PlaceLearner(std::vector<LearningArticle>& articles, std::string_view host,
               std::span<const std::string> known)
      : host_(host), articles_(articles) {
    for (const std::string& xpath : known) known_.insert(rule_hash(xpath));
    known_.erase(0);
  }

  std::vector<std::string> run() {
    count_names();
    count_hosts();
    for (LearningArticle& article : articles_) prepare(article);
    for (std::size_t i = 0; i < articles_.size(); ++i) count_texts(articles_[i]);
    for (std::size_t i = 0; i < articles_.size(); ++i) count_places(i);
    std::vector<std::string> out = choose_places();
    for (std::size_t i = 0; i < articles_.size(); ++i) count_ends(i);
    for (const LearningArticle& article : articles_) count_texts_behind(article);
    for (std::string& rule : choose_ends()) out.push_back(std::move(rule));
    return out;
  }

 private:
  double many(double share) const { return share * static_cast<double>(articles_.size()); }

  // Which ids and classes, digits or not, the elements of a path have in many articles. It is not evidence
  // that other elements have them, too: on pages with few names every name is used in many places.
  void count_names() {
    std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::size_t>> counts;
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      LearningArticle& article = articles_[i];
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

  static std::uint64_t name_key(const LearningArticle& article, NodeId n, const FlatTree::Name& name) {
    return key_of_class(article.paths[n - article.node], name.hash.hash);
  }
  bool is_common(const LearningArticle& article, NodeId n, const FlatTree::Name& name) const {
    return !name.value.empty() && names_.contains(name_key(article, n, name));
  }

  void prepare(LearningArticle& article) const {
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
      if (page.tag(n) == Tag::kText || !known_.contains(rule_hashes(page)[n])) continue;
      take_away(article, n);
      n = page.end(n) - 1;
    }
    if (!article.cut.empty()) {
      for (std::uint32_t i = article.begin(); i < article.end(); ++i)
        article.gone[i - article.begin()] |= article.cut[page.blocks()[i].first];
    }
    read_feed_text(article);
  }

  // It has a name, so that its place is not just any element's. Inline elements are text.
  bool is_named(const LearningArticle& article, NodeId n) const {
    const PageIndex& page = *article.page;
    if (article.place(n) == 0 || !is_block(page.tag(n)) || !is_text_region(page, n)) return false;
    const FlatTree& tree = HtmlAccess::tree(article.page->doc());
    const FlatTree::Element& element = tree.nodes[n].element();
    return is_common(article, n, tree.names[element.id_name]) ||
           is_common(article, n, tree.names[element.class_name]);
  }

  static std::uint64_t text_key(const LearningArticle& article, NodeId n) {
    const std::uint32_t begin = article.begin();
    return scramble(article.place(n)) ^ (article.sums[article.page->end_block(n) - begin] -
                                         article.sums[article.page->first_block(n) - begin]);
  }

  // The article has text before and after it.
  static bool is_amid(const LearningArticle& article, NodeId n) {
    const std::uint32_t begin = article.begin();
    return article.running[article.page->first_block(n) - begin] > kEdgeBytes &&
           article.running.back() - article.running[article.page->end_block(n) - begin] > kEdgeBytes;
  }

  template <class Visit>
  void for_places(const LearningArticle& article, const Visit& visit) const {
    for (NodeId n = article.node + 1; n < article.page->end(article.node); ++n) {
      if (is_named(article, n) && !is_gone(article, n)) visit(n);
    }
  }

  void count_texts(const LearningArticle& article) {
    std::unordered_set<std::uint64_t> seen;
    for_places(article, [&](NodeId n) {
      const std::uint64_t key = text_key(article, n);
      if (seen.insert(key).second) ++articles_with_text_[key];
    });
  }

  void count_places(std::size_t i) {
    const LearningArticle& article = articles_[i];
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

  // It has a link with text to a site that not all pages link to.
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

  std::string xpath_of(const LearningArticle& article, NodeId n) const {
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

  // Removes the places that the rule finds, if the feed does not have them.
  bool apply(const std::string& xpath) {
    std::vector<std::pair<LearningArticle*, NodeId>> found;
    std::size_t fed = 0;
    for (LearningArticle& article : articles_) {
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
    for (const LearningArticle& article : articles_) {
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

  // Calls visit(key, node) for what may be an end, in the order of the page; kNone: a line, the block `at`.
  template <class Visit>
  void for_ends(const LearningArticle& article, const Visit& visit) const {
    NodeId n = article.node + 1;
    for (std::uint32_t at = article.begin(); at < article.end(); ++at) {
      const TextBlock& block = article.page->blocks()[at];
      for (; n <= block.first; ++n) {
        if (is_named(article, n) && article.page->first_block(n) == at) visit(article.place(n), n, at);
      }
      if (block.bytes <= kEndBytes)
        visit(scramble(line_key(*article.page, block, block.hash)), HtmlDocument::kNone, at);
    }
  }

  void count_ends(std::size_t i) {
    const LearningArticle& article = articles_[i];
    if (!article.is_post) return;
    ++posts_;
    for_ends(article, [&](std::uint64_t key, NodeId n, std::uint32_t at) {
      End& end = ends_[key];
      ++end.nodes;
      if (end.last == i + 1) return;
      end.last = i + 1;
      ++end.articles;
      if (!article.told) return;
      ++end.told;
      if (n == HtmlDocument::kNone ? heads_sources(article, at) : leads_elsewhere(*article.page, n))
        ++end.sources;
      if (at < article.end_fed) {
        ++end.before;
      } else if (article.running[at - article.begin()] - article.running[article.end_fed - article.begin()] <=
                 kEdgeBytes) {
        ++end.near;
      }
    });
  }

  // What the feed leaves out may be text all the same: notes, sources, a postscript. Comments are not.
  void count_texts_behind(const LearningArticle& article) {
    if (!article.is_post || !article.told) return;
    std::uint64_t last = 0;
    for_ends(article, [&](std::uint64_t key, NodeId, std::uint32_t at) {
      if (key == last || at < article.end_fed || !is_end(key)) return;
      last = key;
      const std::uint32_t foot = comments_from(*article.page, at, article.end());
      std::uint32_t text = 0;
      for (std::uint32_t i = at; i < foot; ++i) {
        const TextBlock& block = article.page->blocks()[i];
        const auto line = ends_.find(scramble(line_key(*article.page, block, block.hash)));
        if (line == ends_.end() || line->second.articles < kMinArticles)
          text += block.bytes - block.link_bytes;
      }
      if (text > kFootText) ++ends_.at(key).texts;
    });
  }

  // The line below the line `at` consists of links to other sites: they may be the text's sources.
  bool heads_sources(const LearningArticle& article, std::uint32_t at) const {
    if (at + 1 >= article.end()) return false;
    const PageIndex& page = *article.page;
    const TextBlock& next = page.blocks()[at + 1];
    const std::span<const NodeId> links = links_of(page, next);
    return 2 * next.link_bytes > next.bytes && std::any_of(links.begin(), links.end(), [&](NodeId id) {
             return !usual_hosts_.contains(host_of_link(page.attribute(id, "href")));
           });
  }

  bool is_end(std::uint64_t key) const {
    const auto found = ends_.find(key);
    if (found == ends_.end()) return false;
    const End& end = found->second;
    return end.told >= kMinEndTold && end.texts <= kFewTexts * end.told && end.before == 0 &&
           end.near >= kSame * end.told && 2 * end.sources <= end.told &&
           end.nodes <= (1 + kStray) * end.articles &&
           end.articles >= kNearlyAll * static_cast<double>(posts_);
  }

  // The first end in each article that has none yet.
  std::vector<std::string> choose_ends() {
    std::vector<std::string> out;
    std::unordered_set<std::uint64_t> chosen;
    for (LearningArticle& article : articles_) {
      std::uint64_t first = 0;
      std::uint32_t from = article.end();
      std::string rule;
      for_ends(article, [&](std::uint64_t key, NodeId n, std::uint32_t at) {
        if (first != 0 || !is_end(key)) return;
        first = key;
        from = at;
        rule = n != HtmlDocument::kNone ? xpath_of(article, n)
                                        : line_rule(*article.page, article.page->blocks()[at]);
      });
      if (first == 0 || rule.empty()) continue;
      for (std::uint32_t at = from; at < article.end(); ++at) article.gone[at - article.begin()] = 1;
      if (out.size() < kMaxEnds && chosen.insert(first).second) out.push_back(end_rule(rule));
    }
    return out;
  }

  std::string_view host_;
  std::vector<LearningArticle>& articles_;
  std::size_t posts_ = 0;
  std::unordered_map<std::uint64_t, End> ends_;
  std::unordered_set<std::string_view> usual_hosts_;
  std::unordered_set<std::uint64_t> known_;  // rule_hash() of what is boilerplate already
  std::unordered_set<std::uint64_t> names_;  // name_key() of what many articles have
  std::unordered_map<std::uint64_t, std::uint32_t> articles_with_text_;
  std::unordered_map<std::uint64_t, Place> places_;
};

}  // namespace

std::vector<std::string> learn_places(std::vector<LearningArticle>& articles, std::string_view host,
                                      std::span<const std::string> known) {
  return PlaceLearner(articles, host, known).run();
}

}  // namespace bfa
