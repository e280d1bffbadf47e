// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/in_article_boilerplate.h"

#include <iterator>
#include <utility>

#include "extract/learn/in_article_frames.h"
#include "extract/learn/in_article_lines.h"
#include "extract/learn/in_article_places.h"

namespace bfa {

std::vector<std::string> learn_in_article_boilerplate(std::span<const RepeatPage> pages,
                                                      std::string_view host,
                                                      std::span<const std::string> known,
                                                      const LineContext& words) {
  std::vector<LearningArticle> articles;
  for (const RepeatPage& page : pages) {
    if (page.article == HtmlDocument::kNone) continue;
    LearningArticle& article = articles.emplace_back();
    article.page = page.page;
    article.node = page.article;
    article.example = page.example;
    article.cut = page.cut;
    article.title = page.title;
    article.is_post = page.is_post;
    article.words = words;
  }
  if (articles.size() < kMinArticles) return {};
  std::vector<std::string> rules = learn_places(articles, host, known);
  std::vector<std::string> lines = learn_lines(articles);
  std::vector<std::string> links = learn_link_lines(articles, host, lines);
  std::vector<std::string> heads = learn_list_heads(articles, host, lines);
  std::vector<std::string> frames = learn_frames(articles, host, lines);
  std::move(lines.begin(), lines.end(), std::back_inserter(rules));
  std::move(links.begin(), links.end(), std::back_inserter(rules));
  std::move(heads.begin(), heads.end(), std::back_inserter(rules));
  std::move(frames.begin(), frames.end(), std::back_inserter(rules));
  return rules;
}

}  // namespace bfa
