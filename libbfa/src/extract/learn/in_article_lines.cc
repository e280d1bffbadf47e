// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/in_article_lines.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "extract/rules/in_article_rules.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxLines = 48;
constexpr std::uint32_t kMaxLineBytes = 400;

struct Line {
  std::uint32_t articles = 0;
  std::uint32_t fed = 0;   // of these: whose feed has it
  std::uint32_t told = 0;  // of these: whose feed has the whole article
  std::uint32_t edge = 0;  // of these: at an edge
  std::size_t last = 0, last_edge = 0;
};

class LineLearner {
 public:
  explicit LineLearner(const std::vector<LearningArticle>& articles) : articles_(articles) {}

  std::vector<std::string> run() {
    for (std::size_t i = 0; i < articles_.size(); ++i) count_lines(i);
    for (std::size_t i = 0; i < articles_.size(); ++i) count_edges(i);
    return choose_lines();
  }

 private:
  double many(double share) const { return share * static_cast<double>(articles_.size()); }

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
      const std::uint32_t own = at - article.begin();
      if (article.fed[own + 1] > article.fed[own]) ++line.fed;
    });
  }

  bool may_be_boilerplate(const Line& line) const {
    if (line.fed > 0 || line.articles < kMinArticles) return false;
    return line.articles >= many(line.told >= kMinTold ? kManyArticles : kNearlyAll);
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
  std::unordered_map<std::uint64_t, Line> lines_;
};

}  // namespace

std::vector<std::string> learn_lines(const std::vector<LearningArticle>& articles) {
  return LineLearner(articles).run();
}

}  // namespace bfa
