// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/in_article_lines.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "bfa/text/utf8.h"
#include "extract/page/region_signs.h"
#include "extract/rules/in_article_rules.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxLines = 48;
constexpr std::uint32_t kMaxLineBytes = 400;
constexpr std::uint32_t kMinSentence = 40;
constexpr std::uint32_t kMaxTalkBytes = 60;  // of a line that names comments
constexpr std::uint32_t kMinTalk = 2;        // articles with such a line
constexpr double kOwnLinks = 0.05;           // of lines of links: that the feed may have
constexpr double kManyLast = 0.6;            // that end with one of several lines
constexpr double kFewLists = 0.1;            // that have a list of links below the same line
constexpr std::uint32_t kMaxHeadBytes = 80;  // of that line
constexpr int kMaxRounds = 8;

struct Line {
  std::uint32_t articles = 0;
  std::uint32_t fed = 0;   // of these: whose feed has it
  std::uint32_t told = 0;  // of these: whose feed has the whole article
  std::uint32_t edge = 0;  // of these: at an edge
  std::size_t last = 0, last_edge = 0;
  bool talk = false;      // it names comments
  bool text = false;      // neither code nor links
  bool sentence = false;  // long enough to be equal by no chance
  bool one_of = false;    // nearly all articles end with one of a few such lines
};

double count_posts(const std::vector<LearningArticle>& articles) {
  return static_cast<double>(std::ranges::count_if(articles, &LearningArticle::is_post));
}

class LineLearner {
 public:
  explicit LineLearner(const std::vector<LearningArticle>& articles)
      : articles_(articles), posts_(count_posts(articles)) {}

  std::vector<std::string> run() {
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      if (articles_[i].is_post) count_lines(i);
    }
    for (int round = 0; round < kMaxRounds && take_last_lines(); ++round) {
    }
    for (std::size_t i = 0; i < articles_.size(); ++i) {
      if (articles_[i].is_post) count_edges(i);
    }
    return choose_lines();
  }

 private:
  double many(double share) const { return share * posts_; }

  template <class Visit>
  static void for_lines(const LearningArticle& article, const Visit& visit) {
    for (std::uint32_t i = article.begin(); i < article.end(); ++i) {
      const TextBlock& block = article.page->blocks()[i];
      if (article.gone[i - article.begin()] == 0 && block.bytes <= kMaxLineBytes)
        visit(i, line_key(*article.page, block, block.hash));
    }
  }

  void count_lines(std::size_t i) {
    const LearningArticle& article = articles_[i];
    for_lines(article, [&](std::uint32_t at, std::uint64_t key) {
      Line& line = lines_[key];
      if (line.last == i + 1) return;
      line.last = i + 1;
      ++line.articles;
      if (article.told) ++line.told;
      const TextBlock& block = article.page->blocks()[at];
      line.sentence = block.bytes >= kMinSentence;
      line.text = !(block.zones & kZonePre) && 2 * block.link_bytes < block.bytes;
      if (line.articles == 1 && block.bytes <= kMaxTalkBytes)
        line.talk = is_comment_heading(collapse_space(text_of(*article.page, block)));
      const std::uint32_t own = at - article.begin();
      if (article.fed[own + 1] > article.fed[own]) ++line.fed;
    });
  }

  bool may_be_boilerplate(const Line& line) const {
    if (line.fed > 0) return false;
    if (line.talk) return line.articles >= kMinTalk;  // not every post has comments, or has none
    if (line.articles < kMinArticles) return false;
    if (line.one_of) return true;
    const bool few = line.told >= kMinTold || (line.sentence && line.text);
    return line.articles >= many(few ? kManyArticles : kNearlyAll);
  }

  // A blog of several authors ends its articles with the lines about one of them. True when further lines
  // were found by which nearly all articles end, what was found before not counted.
  bool take_last_lines() {
    std::unordered_set<Line*> ends;
    std::uint32_t articles = 0, told = 0;
    for (const LearningArticle& article : articles_) {
      if (!article.is_post) continue;
      for (std::uint32_t i = article.end(); i > article.begin(); --i) {
        const TextBlock& block = article.page->blocks()[i - 1];
        if (article.gone[i - 1 - article.begin()] != 0) continue;
        if (block.bytes > kMaxLineBytes) break;
        Line& line = lines_[line_key(*article.page, block, block.hash)];
        if (line.one_of || (line.fed == 0 && line.articles >= many(kNearlyAll))) continue;
        if (line.fed > 0 || !line.text || line.articles < kMinArticles) break;
        ends.insert(&line);
        ++articles;
        told += article.told ? 1 : 0;
        break;
      }
    }
    if (articles < many(told >= kMinTold ? kManyLast : kNearlyAll)) return false;
    for (Line* const line : ends) line->one_of = true;
    return !ends.empty();
  }

  void count_edges(std::size_t i) {
    const LearningArticle& article = articles_[i];
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

  std::vector<std::string> choose_lines() {
    std::vector<std::string> out;
    std::unordered_set<std::uint64_t> tried;
    for (const LearningArticle& article : articles_) {
      for_lines(article, [&](std::uint32_t at, std::uint64_t key) {
        const Line& line = lines_[key];
        if (out.size() == kMaxLines || tried.size() == kMaxTried || !may_be_boilerplate(line) ||
            line.edge < kSame * line.articles)
          return;
        if (!tried.insert(key).second) return;
        const TextBlock& block = article.page->blocks()[at];
        std::string xpath = line_rule(*article.page, block);
        if (xpath.empty()) return;
        const bool in_feed =
            std::any_of(articles_.begin(), articles_.end(), [&](const LearningArticle& other) {
              return other.told && is_in_feed(*article.page, block, other);
            });
        if (in_feed) return;
        out.push_back(std::move(xpath));
      });
    }
    return out;
  }

  const std::vector<LearningArticle>& articles_;
  double posts_;
  std::unordered_map<std::uint64_t, Line> lines_;
};

// A line below which articles end with links to pages of the blog.
struct ListHead {
  std::uint32_t articles = 0, fed = 0;
  std::string rule;
};

// The number of the line above the links that end the article, what is known left out; end(): none.
std::uint32_t head_of_last_links(const LearningArticle& article, std::string_view host,
                                 const InArticleRules& known) {
  const PageIndex& page = *article.page;
  bool links = false;
  for (std::uint32_t i = article.end(); i > article.begin(); --i) {
    const TextBlock& block = page.blocks()[i - 1];
    if (article.gone[i - 1 - article.begin()] != 0 || known.has_line(page, block)) continue;
    if (!is_line_of_links(page, block, host))
      return links && block.link_bytes == 0 && block.bytes <= kMaxHeadBytes ? i - 1 : article.end();
    links = true;
  }
  return article.end();
}

// The lines of links at the edges of articles, in one kind of element.
struct LinkLines {
  std::uint32_t articles = 0, told = 0, fed = 0;
  std::size_t last = 0;
};

}  // namespace

std::vector<std::string> learn_link_lines(const std::vector<LearningArticle>& articles, std::string_view host,
                                          const std::vector<std::string>& rules) {
  const InArticleRules known(rules);
  std::map<std::string_view, LinkLines> found;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const LearningArticle& article = articles[i];
    if (!article.is_post) continue;
    walk_edges(*article.page, article.node, [&](std::uint32_t at) {
      const std::uint32_t own = at - article.begin();
      const TextBlock& block = article.page->blocks()[at];
      if (article.gone[own] != 0 || known.has_line(*article.page, block)) return true;
      if (!is_line_of_links(*article.page, block, host)) return false;
      LinkLines& lines = found[article.page->doc().tag(block.container)];
      if (lines.last == i + 1) return true;
      lines.last = i + 1;
      ++lines.articles;
      lines.told += article.told ? 1 : 0;
      lines.fed +=
          article.fed[own + 1] > article.fed[own] || is_in_feed(*article.page, block, article) ? 1 : 0;
      return true;
    });
  }
  std::vector<std::string> out;
  for (const auto& [tag, lines] : found) {
    const double share = lines.told >= kMinTold ? kManyArticles : kNearlyAll;
    if (lines.articles < kMinArticles || lines.articles < share * count_posts(articles) ||
        lines.fed > kOwnLinks * lines.articles)
      continue;
    out.push_back(line_rule(tag, std::string(kLinksSlot)));
  }
  return out;
}

std::vector<std::string> learn_list_heads(const std::vector<LearningArticle>& articles, std::string_view host,
                                          const std::vector<std::string>& rules) {
  const InArticleRules known(rules);
  std::map<std::uint64_t, ListHead> heads;
  for (const LearningArticle& article : articles) {
    const std::uint32_t at = article.is_post ? head_of_last_links(article, host, known) : article.end();
    if (at == article.end()) continue;
    const TextBlock& block = article.page->blocks()[at];
    ListHead& head = heads[line_key(*article.page, block, block.hash)];
    if (head.articles++ == 0) head.rule = list_rule(*article.page, block);
    const std::uint32_t own = at - article.begin();
    if (article.fed[own + 1] > article.fed[own] || is_in_feed(*article.page, block, article)) ++head.fed;
  }
  std::vector<std::string> out;
  for (auto& [key, head] : heads) {
    if (head.articles >= kMinArticles && head.articles >= kFewLists * count_posts(articles) &&
        head.fed == 0 && !head.rule.empty())
      out.push_back(std::move(head.rule));
  }
  return out;
}

std::vector<std::string> learn_lines(const std::vector<LearningArticle>& articles) {
  return LineLearner(articles).run();
}

}  // namespace bfa
