// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/title_learning.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/fields/post_tags.h"
#include "extract/page/page_facts.h"
#include "extract/page/text_hash.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxTitleBytes = 300;
constexpr std::size_t kMinPages = 3;    // whose titles show a frame
constexpr std::size_t kMaxPages = 200;  // of a blog: more pages do not improve the result
constexpr std::size_t kMaxCuts = 12;
constexpr double kSiteShare = 0.5;  // of all pages: that have a line which is not a title
constexpr double kNearlyAll = 0.8;  // of all titles: with the same end, without other evidence

std::uint64_t hash_of(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.value();
}

// Parts of a title between its separators and colons, longest first; the whole title is one of them.
std::vector<std::string_view> parts_of(std::string_view title) {
  std::vector<TitleSeparator> cuts = title_separators(title);
  for (std::size_t at = title.find(": "); at != std::string_view::npos; at = title.find(": ", at + 1))
    cuts.push_back({at, at + 2});
  std::sort(cuts.begin(), cuts.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  if (cuts.size() > kMaxCuts) cuts.resize(kMaxCuts);
  std::vector<std::string_view> out;
  for (std::size_t from = 0; from <= cuts.size(); ++from) {
    const std::size_t begin = from == 0 ? 0 : cuts[from - 1].end;
    for (std::size_t to = from; to <= cuts.size(); ++to) {
      const std::size_t end = to == cuts.size() ? title.size() : cuts[to].begin;
      if (end > begin) out.push_back(title.substr(begin, end - begin));
    }
  }
  std::stable_sort(out.begin(), out.end(), [](auto a, auto b) { return a.size() > b.size(); });
  return out;
}

// Finds titles of posts without a feed: pages have the same text in <title> and in a heading.
class PageTitles {
 public:
  PageTitles(std::span<const PageIndex* const> pages, const std::vector<std::string>& titles)
      : pages_(pages), titles_(titles) {
    for (const PageIndex* page : pages_) {
      std::unordered_map<std::uint64_t, bool> seen;
      for (const TextBlock& block : page->blocks()) {
        if (block.bytes <= kMaxTitleBytes && seen.emplace(block.hash, true).second) ++count_[block.hash];
      }
    }
    for (const std::string& title : titles_) count_parts(title);
    for (const std::string& title : titles_) {
      const Split split = split_of(title, true);
      if (!split.outer.empty() && is_around_titles(split.outer)) ++alike_;
    }
  }

  TitleLesson run() {
    std::vector<TitleFrame> frames;
    std::vector<std::size_t> found;
    const std::size_t step = std::max<std::size_t>(1, pages_.size() / kMaxPages);
    for (std::size_t i = 0; i < pages_.size(); i += step) {
      const std::string_view title = title_of(i);
      if (title.empty()) continue;
      std::optional<TitleFrame> frame = frame_around(titles_[i], title);
      if (!frame) continue;
      const std::size_t trail = frame->suffix.find_first_not_of(' ');
      if (trail == std::string::npos) frame->suffix.clear();
      frames.push_back(std::move(*frame));
      found.push_back(i);
    }
    TitleLesson lesson;
    if (frames.size() < kMinPages) return lesson;
    lesson.frame =
        most_common_frame(frames, [&](std::size_t i) { return words_beside(found[i]); }, lesson.words);
    // A category has several posts.
    if (2 * lesson.words.size() > frames.size()) return {};
    return lesson;
  }

 private:
  void count_parts(const std::string& title) {
    std::set<std::string> keys;
    std::size_t begin = 0;
    for (const TitleSeparator& cut : title_separators(title)) {
      keys.insert(comparable_title(title.substr(begin, cut.begin - begin)));
      begin = cut.end;
    }
    if (begin > 0) keys.insert(comparable_title(title.substr(begin)));
    for (const std::string& key : keys) ++outer_[key];
  }

  // A title without its last or first part.
  struct Split {
    std::string_view inner, outer;
  };
  static Split split_of(std::string_view title, bool last) {
    const std::vector<TitleSeparator> cuts = title_separators(title);
    if (cuts.empty()) return {};
    const TitleSeparator cut = last ? cuts.back() : cuts.front();
    const std::string_view left = without_ends(title.substr(0, cut.begin));
    const std::string_view right = without_ends(title.substr(cut.end));
    return last ? Split{left, right} : Split{right, left};
  }
  static std::string_view without_ends(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    while (text.starts_with(' ')) text.remove_prefix(1);
    return text;
  }

  bool is_around_titles(std::string_view part) const {
    const auto found = outer_.find(comparable_title(part));
    return found != outer_.end() && found->second >= kMinPages;
  }

  // The part of <title> that is the page's own title: a part that is a line of the page. Otherwise the rest
  // of <title> without the parts that several <title>s share and that are lines of the page, and without
  // parts that are alike in nearly all titles. Empty: it cannot be found.
  std::string_view title_of(std::size_t i) const {
    std::string_view title = title_by_line(i);
    if (!title.empty()) return title;
    title = titles_[i];
    for (std::size_t parts = 0; parts < kMaxCuts; ++parts) {
      const std::string_view before = title;
      for (const bool last : {true, false}) {
        const Split split = split_of(title, last);
        if (split.inner.empty() || split.outer.empty() || !is_around_titles(split.outer)) continue;
        const bool sure = is_line(*pages_[i], split.outer) ||
                          (last && parts == 0 && alike_ > kNearlyAll * static_cast<double>(titles_.size()));
        if (sure) title = split.inner;
      }
      if (title == before) break;
    }
    return title.size() < titles_[i].size() ? title : std::string_view();
  }

  static bool is_line(const PageIndex& page, std::string_view text) {
    const std::uint64_t hash = hash_of(text);
    return std::any_of(page.blocks().begin(), page.blocks().end(),
                       [&](const TextBlock& block) { return block.hash == hash; });
  }

  std::string_view title_by_line(std::size_t i) const {
    const PageIndex& page = *pages_[i];
    std::string_view best;
    std::pair<bool, std::uint32_t> best_rank;  // in a heading; on how many pages
    for (const std::string_view whole : parts_of(titles_[i])) {
      const std::string_view part = without_ends(whole);
      const std::uint64_t hash = hash_of(part);
      // Text with which several titles start or end does not belong to the title.
      if (is_around_titles(part)) continue;
      const auto count = count_.find(hash);
      if (count == count_.end()) continue;
      // In hashes all numbers are equal.
      if (count->second > kSiteShare * static_cast<double>(pages_.size()) && !has_digit(part)) continue;
      std::optional<bool> heading;
      for (const TextBlock& block : page.blocks()) {
        if (block.hash == hash) heading = heading.value_or(false) || in_heading(page, block);
      }
      if (!heading) continue;
      const std::pair<bool, std::uint32_t> rank{*heading, count->second};
      if (best.empty() || rank.first > best_rank.first ||
          (rank.first == best_rank.first && rank.second < best_rank.second)) {
        best = part;
        best_rank = rank;
      }
    }
    return best;
  }

  static bool in_heading(const PageIndex& page, const TextBlock& block) {
    NodeId n = block.container;
    for (int up = 0; up < 2 && n != HtmlDocument::kNone; ++up, n = page.parent(n)) {
      if (is_heading(page.tag(n))) return true;
    }
    return false;
  }

  // Links and short lines of the page.
  TitleWords words_beside(std::size_t i) const {
    const PageIndex& page = *pages_[i];
    TitleWords out;
    add_link_texts(page, out.categories);
    for (const bool last : {true, false}) {
      if (const Split split = split_of(titles_[i], last); is_around_titles(split.outer))
        out.categories.emplace_back(split.outer);
    }
    for (const TextBlock& block : page.blocks()) {
      if (block.bytes > kMaxTitleBytes / 4) continue;
      std::string line;
      for (NodeId n = block.first; n <= block.last; ++n) {
        if (page.tag(n) == Tag::kText) line += page.doc().text(n);
      }
      out.categories.push_back(std::move(line));
    }
    // Text that most titles share is in the frame unchanged.
    std::erase_if(out.categories, [this](const std::string& word) {
      const auto around = outer_.find(comparable_title(word));
      return around != outer_.end() && 2 * around->second > titles_.size();
    });
    return out;
  }

  std::span<const PageIndex* const> pages_;
  const std::vector<std::string>& titles_;
  std::unordered_map<std::uint64_t, std::uint32_t> count_;  // pages by hash of a short line
  std::unordered_map<std::string, std::uint32_t> outer_;    // titles by each of their parts
  std::uint32_t alike_ = 0;                                 // titles whose last part others have
};

}  // namespace

void add_link_texts(const PageIndex& page, std::vector<std::string>& out) {
  for (const NodeId n : page.links(page.body(), page.end(page.body()))) {
    if (!may_hold_tag(page, n)) continue;
    if (std::string text = tag_text(page, n); !text.empty()) out.push_back(std::move(text));
  }
}

TitleWords words_of_entry(const TrainingExample& example, const std::string& language) {
  const FeedEntry& entry = *example.input->entry;
  TitleWords out{entry.tags, entry.authors, entry.published, language, example.input->captured};
  add_link_texts(*example.page, out.categories);
  return out;
}

TitleLesson learn_title_frame(const std::vector<TrainingExample>& examples, const std::string& language) {
  std::vector<TitleFrame> frames;
  std::vector<const TrainingExample*> found;
  std::vector<std::string> titles;
  for (const TrainingExample& example : examples) {
    std::optional<TitleFrame> frame =
        frame_around(example.facts.head_title, collapse_space(example.input->entry->title));
    titles.push_back(example.facts.head_title);
    if (!frame) continue;
    frames.push_back(std::move(*frame));
    found.push_back(&example);
  }
  TitleLesson lesson;
  bool general = false;
  lesson.frame = most_common_frame(
      frames,
      [&](std::size_t i) {
        general = true;
        return words_of_entry(*found[i], language);
      },
      lesson.words);
  // The outermost part may be constant even if the part inside of it is not evidence.
  if (general && lesson.frame.empty()) lesson.frame = common_title_frame(titles);
  return lesson;
}

TitleLesson learn_title_frame(std::span<const PageIndex* const> pages,
                              const std::vector<std::string>& titles) {
  TitleLesson lesson = PageTitles(pages, titles).run();
  if (!has_slot(lesson.frame)) lesson = {common_title_frame(titles), {}};
  return lesson;
}

}  // namespace bfa
