// SPDX-License-Identifier: Apache-2.0
#include "crawl/judge/comment_place.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kTail = std::size_t{16} << 10;  // of a page: its end tags stand there
constexpr std::size_t kMostNumber = 7;                // digits of a number of comments

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string squeeze(std::string_view text) {
  std::string out = collapse_space(text);
  std::erase(out, ' ');
  return out;
}

// The longest line of a text, without white space.
std::string longest_line(std::string_view text) {
  std::string_view best;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end - at > best.size()) best = text.substr(at, end - at);
    at = end + 1;
  }
  return squeeze(best);
}

// A button, a link or a line.
struct Unit {
  std::string kind;                    // its tag, if it is a control; its words with each number as 0
  std::optional<std::int64_t> number;  // the only one in it
};

bool is_control(std::string_view tag) {
  return tag == "a" || tag == "button" || tag == "input" || tag == "summary" || tag == "select";
}

bool is_code(std::string_view tag) {
  return tag == "script" || tag == "style" || tag == "textarea";
}

Unit make_unit(std::string_view tag, std::string_view words) {
  Unit unit{std::string(tag) + ":", std::nullopt};
  int numbers = 0;
  for (std::size_t i = 0; i < words.size();) {
    if (!is_digit(words[i])) {
      unit.kind += words[i++];
      continue;
    }
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; i < words.size() && is_digit(words[i]); ++i) {
      if (++digits <= kMostNumber) value = 10 * value + (words[i] - '0');
    }
    unit.kind += '0';
    unit.number = value;
    ++numbers;
  }
  // A year is no number of comments.
  if (numbers != 1 || (*unit.number >= 1900 && *unit.number < 2100)) unit.number.reset();
  return unit;
}

// The part of a page that a comment has for itself.
struct Item {
  NodeId begin = 0, end = 0;
  bool only_here = false;
};

class CommentArea {
 public:
  explicit CommentArea(const CommentPlace& page) : page_(page), doc_(page.doc) {
    for (NodeId n = 0; n < doc_.size(); ++n) {
      if (!doc_.is_text(n)) continue;
      const std::string words = squeeze(doc_.text(n));
      if (words.empty()) continue;
      starts_.push_back(text_.size());
      nodes_.push_back(n);
      text_ += words;
    }
    find_comments();
    if (items_.empty()) return;
    find_section();
    for (Item& item : items_) widen(item);
  }

  bool empty() const { return items_.empty(); }
  bool has(const std::string& words) const { return text_.find(words) != std::string::npos; }
  std::string last_words() const {
    return nodes_.empty() ? std::string() : make_unit({}, doc_.text(nodes_.back())).kind;
  }

  // How often each unit stands in the place of the comments. Comments that are only here do not count.
  std::map<std::string, int> units() const {
    std::map<std::string, int> out;
    for (NodeId n = begin_; n < end_;) {
      const Item* const item = item_at(n);
      const std::string_view tag = doc_.tag(n);
      if (item != nullptr && item->only_here) {
        n = item->end;
      } else if (tag == "time" || is_code(tag)) {
        n = doc_.end(n);
      } else if (is_control(tag)) {
        const std::string words = label(n);
        if (!is_comment_address(n) && (tag != "a" || item == nullptr || !is_said(words)))
          ++out[make_unit(tag, words).kind];
        n = doc_.end(n);
      } else {
        const std::string words = collapse_space(doc_.text(n));
        if (!words.empty() && (item == nullptr || !is_said(words))) ++out[make_unit({}, words).kind];
        ++n;
      }
    }
    return out;
  }

  // The lines with one number between the article and the end of the comments, outside of comments.
  std::map<std::string, std::int64_t> numbers() const {
    std::map<std::string, std::int64_t> out;
    for (NodeId n = std::min(after_article_, begin_); n < comments_end_; ++n) {
      if (!doc_.is_text(n) || item_at(n) != nullptr) continue;
      const Unit unit = make_unit({}, collapse_space(doc_.text(n)));
      if (unit.number) out.emplace(unit.kind, *unit.number);
    }
    return out;
  }

 private:
  NodeId node_at(std::size_t offset) const {
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
    return nodes_[static_cast<std::size_t>(next - starts_.begin()) - 1];
  }

  void find_comments() {
    std::size_t from = 0;
    for (std::size_t i = 0; i < page_.comments.size(); ++i) {
      said_.push_back(squeeze(page_.comments[i].text));
      const std::string words = longest_line(page_.comments[i].text);
      if (words.empty()) continue;
      std::size_t at = text_.find(words, from);
      if (at == std::string::npos) at = text_.find(words);
      if (at == std::string::npos) continue;
      from = std::max(from, at + words.size());
      const NodeId n = node_at(at);
      items_.push_back({n, doc_.end(n), i < page_.only_here.size() && page_.only_here[i]});
    }
    const auto earlier = [](const Item& a, const Item& b) { return a.begin < b.begin; };
    std::stable_sort(items_.begin(), items_.end(), earlier);
    const auto same = [](const Item& a, const Item& b) { return a.begin == b.begin; };
    items_.erase(std::unique(items_.begin(), items_.end(), same), items_.end());
  }

  // The largest element around all comments that does not have the article, and what follows in its parent.
  void find_section() {
    const std::string words = longest_line(page_.post.text);
    const std::size_t at = words.empty() ? std::string::npos : text_.find(words);
    const NodeId article = at == std::string::npos ? HtmlDocument::kNone : node_at(at + words.size() - 1);
    NodeId root = doc_.parent(items_.front().begin);
    while (!doc_.contains(root, items_.back().begin)) root = doc_.parent(root);
    begin_ = items_.front().begin;
    end_ = comments_end_ = doc_.end(root);
    if (article == HtmlDocument::kNone) {
      begin_ = root;
      end_ = comments_end_ = static_cast<NodeId>(doc_.size());
      return;
    }
    after_article_ = article + 1;
    if (doc_.contains(root, article)) return;
    while (!doc_.contains(doc_.parent(root), article)) root = doc_.parent(root);
    begin_ = root;
    comments_end_ = doc_.end(root);
    end_ = doc_.end(doc_.parent(root));
  }

  void widen(Item& item) const {
    if (items_.size() == 1) return;
    const NodeId own = item.begin;
    for (NodeId up = doc_.parent(own); up != HtmlDocument::kNone && up > begin_; up = doc_.parent(up)) {
      const auto others = std::count_if(items_.begin(), items_.end(), [&](const Item& other) {
        return &other != &item && other.end > up && other.begin < doc_.end(up);
      });
      if (others > 0) return;
      item.begin = up;
      item.end = doc_.end(up);
    }
  }

  const Item* item_at(NodeId n) const {
    auto next = std::upper_bound(items_.begin(), items_.end(), n,
                                 [](NodeId node, const Item& item) { return node < item.begin; });
    if (next == items_.begin()) return nullptr;
    --next;
    return n < next->end ? &*next : nullptr;
  }

  std::string label(NodeId control) const {
    std::string out;
    for (NodeId n = control; n < doc_.end(control); ++n) {
      if (doc_.is_text(n)) out += std::string(doc_.text(n)) + ' ';
      for (const char* name : {"aria-label", "title", "alt", "value"}) {
        if (doc_.has_attribute(n, name)) out += std::string(doc_.attribute(n, name)) + ' ';
      }
    }
    return collapse_space(out);
  }

  bool is_comment_address(NodeId link) const {
    const std::string_view address = doc_.attribute(link, "href");
    const std::size_t hash = address.find('#');
    if (hash == std::string_view::npos || hash + 1 == address.size()) return false;
    return std::any_of(page_.comments.begin(), page_.comments.end(), [&](const DataObject& comment) {
      return comment.url != comment.post && comment.url.ends_with(address.substr(hash));
    });
  }

  bool is_said(std::string_view words) const {
    const std::string part = squeeze(words);
    return std::any_of(said_.begin(), said_.end(),
                       [&](const std::string& text) { return text.find(part) != std::string::npos; });
  }

  const CommentPlace& page_;
  const HtmlDocument& doc_;
  std::string text_;                 // all words of the page, without white space
  std::vector<std::size_t> starts_;  // of each text node, in text_
  std::vector<NodeId> nodes_;        // the same ones
  std::vector<std::string> said_;    // the texts of the comments
  std::vector<Item> items_;          // in their order on the page; they do not overlap
  NodeId begin_ = 0, end_ = 0;       // the section of the comments, with what follows it
  NodeId comments_end_ = 0;          // of the section alone
  NodeId after_article_ = HtmlDocument::kNone;
};

// "0 comments" is no news when "0 comment" stands there.
bool is_other_number(const std::string& kind, const std::map<std::string, int>& before) {
  constexpr std::size_t kEnding = 2;
  return std::any_of(before.begin(), before.end(), [&](const auto& known) {
    const std::string& longer = known.first.size() > kind.size() ? known.first : kind;
    const std::string& shorter = known.first.size() > kind.size() ? kind : known.first;
    return shorter.find('0') != std::string::npos && shorter.size() > 4 &&
           longer.size() - shorter.size() <= kEnding && longer.starts_with(shorter);
  });
}

bool states_more(const CommentArea& before, std::size_t shown_before, const CommentArea& after,
                 std::size_t shown) {
  const auto known = before.numbers();
  for (const auto& [kind, number] : after.numbers()) {
    const auto last = known.find(kind);
    if (last == known.end() || last->second < static_cast<std::int64_t>(shown_before)) continue;
    const std::int64_t hidden_before = last->second - static_cast<std::int64_t>(shown_before);
    const std::int64_t hidden = number - static_cast<std::int64_t>(shown);
    if (hidden > 0 && hidden > hidden_before) return true;
  }
  return false;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

bool ends_whole(std::string_view html) {
  const std::string tail = lower(html.substr(html.size() - std::min(html.size(), kTail)));
  if (tail.find("</body") == std::string::npos && tail.find("</html") == std::string::npos) return false;
  for (std::size_t at = html.find("<!--"); at != std::string_view::npos; at = html.find("<!--", at)) {
    const std::size_t end = html.find("-->", at + 2);
    if (end == std::string_view::npos) return false;
    if (html.substr(at + 4, end - std::min(end, at + 4)).find("<!--") != std::string_view::npos) return false;
    at = end;
  }
  return true;
}

bool may_hide_comments(const CommentPlace& before, const CommentPlace& after) {
  if (before.ends_whole && !after.ends_whole) return true;
  const CommentArea old(before), now(after);
  if (old.empty() || now.empty()) return true;
  if (!after.ends_whole && old.last_words() != now.last_words()) return true;
  for (std::size_t i = 0; i < before.comments.size(); ++i) {
    if (!before.only_here[i]) continue;
    const std::string words = longest_line(before.comments[i].text);
    if (words.empty() || now.has(words)) return true;
  }
  if (states_more(old, before.comments.size(), now, after.comments.size())) return true;
  const auto known = old.units();
  for (const auto& [kind, count] : now.units()) {
    const auto same = known.find(kind);
    if (same == known.end() ? !is_other_number(kind, known) : count > same->second) return true;
  }
  return false;
}

}  // namespace bfa
