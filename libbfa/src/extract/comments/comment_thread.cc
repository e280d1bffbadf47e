// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_thread.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/comments/comment_anchors.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxNote = 100;    // bytes
constexpr std::size_t kMaxNoteWords = 12;  // bytes before the name: "Reply to "

std::optional<int> number_after(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    std::size_t pos = at + word.size();
    while (pos < text.size() &&
           (text[pos] == ' ' || text[pos] == ':' || text[pos] == '-' || text[pos] == '_'))
      ++pos;
    int value = 0;
    const std::size_t begin = pos;
    while (pos < text.size() && is_digit(text[pos]) && pos - begin < 5) {
      value = 10 * value + text[pos++] - '0';
    }
    if (pos > begin) return value;
  }
  return std::nullopt;
}

// The depth of a comment by its own markup: a left margin, a class with a number, a spacer.
std::optional<int> depth_of(const PageIndex& page, NodeId n) {
  const HtmlDocument& doc = page.doc();
  const std::string_view style = doc.attribute(n, "style");
  for (const std::string_view word : {"margin-left", "padding-left", "margin-inline-start"}) {
    if (const std::optional<int> depth = number_after(style, word)) return depth;
  }
  for (const std::string_view word : {"depth", "level", "indent", "lvl"}) {
    if (const std::optional<int> depth = number_after(doc.attribute(n, "class"), word)) return depth;
    const std::string name = "data-" + std::string(word);
    if (const std::optional<int> depth = number_after(doc.attribute(n, name), "")) return depth;
  }
  // Tables: an empty first cell, or an image, as wide as the comment is deep.
  NodeId at = n + 1;
  for (int steps = 0; at < doc.end(n) && steps < 8; ++at, ++steps) {
    if (page.tag(at) == Tag::kText && page.text_bytes(at) > 0) break;
    const bool spacer = page.tag(at) == Tag::kImg || (page.tag(at) == Tag::kTd && page.text_bytes(at) == 0);
    if (!spacer) continue;
    if (const std::optional<int> depth = number_after(doc.attribute(at, "width"), "")) return depth;
  }
  return std::nullopt;
}

// The reply note of an element that is not a button: "Reply to Ann"; "" for other elements.
std::string note_of(const PageIndex& page, NodeId n) {
  if (page.text_bytes(n) > kMaxNote || page.link_bytes(n) > 0) return {};
  for (NodeId at = n; at < page.end(n); ++at) {
    if (page.doc().tag(at) == "button") return {};
  }
  std::string line = collapse_space(line_of(page, n));
  const std::size_t space = line.find(' ');
  if (space == std::string::npos || !is_reply_action(std::string_view(line).substr(0, space))) return {};
  return line;
}

}  // namespace

// The anchor of a comment may be in front of it.
bool CommentThreads::has_place(const std::string& fragment) {
  const NodeId end = places_.empty() ? static_cast<NodeId>(page_.size()) : 0;
  for (NodeId n = 0; n < end; ++n) {
    if (page_.tag(n) == Tag::kText) continue;
    places_.emplace(page_.doc().attribute(n, "id"));
    if (page_.tag(n) == Tag::kA) places_.emplace(page_.doc().attribute(n, "name"));
  }
  return places_.contains(fragment);
}

void CommentThreads::add(std::size_t item, const CommentScan& scan) {
  Entry entry;
  for (const std::string_view id : scan.ids) {
    by_id_.try_emplace(std::string(id), item);
    if (const auto stem = numbered_id_stem(id))
      by_number_.try_emplace(std::string(id.substr(stem->size())), item);
    entry.ids.emplace_back(id);
  }
  for (const CommentScan::Link& link : scan.links) {
    // If this page has an element with that id, the link refers to it, whatever address the link has.
    const bool here = !link.other_page || has_place(link.fragment);
    ++(here ? entry.own_page : entry.other_page);
    entry.links.push_back(link.fragment);
  }
  entry.answers = std::string(scan.answers);
  for (const NodeId n : scan.actions) {
    if (entry.note.empty()) entry.note = note_of(page_, n);
  }
  entries_.push_back(std::move(entry));
}

std::int64_t CommentThreads::linked_parent(std::size_t item) const {
  const Entry& entry = entries_[item];
  for (const std::string& fragment : entry.links) {
    const auto found = by_id_.find(fragment);
    if (found != by_id_.end() && found->second < item) return static_cast<std::int64_t>(found->second);
  }
  if (!entry.answers.empty() && entry.answers != "0") {
    for (const auto* ids : {&by_id_, &by_number_}) {
      const auto found = ids->find(entry.answers);
      if (found != ids->end() && found->second < item) return static_cast<std::int64_t>(found->second);
    }
  }
  return -1;
}

// A list of answers that follows its comment as a sibling.
std::int64_t CommentThreads::beside(std::size_t item, const std::vector<std::int64_t>& around) const {
  if (item == 0) return -1;
  const HtmlDocument& doc = page_.doc();
  NodeId list = doc.parent(items_[item].begin);
  for (int up = 0; up < 4 && list != HtmlDocument::kNone && list != page_.body(); ++up) {
    const Tag tag = page_.tag(list);
    const bool of_answers = tag == Tag::kUl || tag == Tag::kOl || tag == Tag::kBlockquote ||
                            tag == Tag::kDl || (marks_of(page_, list) & kMarkReplies);
    if (of_answers) {
      // The comment before, or one of those around it, is the list's elder sibling.
      std::int64_t at = static_cast<std::int64_t>(item) - 1;
      for (int steps = 0; at >= 0 && steps < 8; ++steps) {
        const CommentItem& other = items_[static_cast<std::size_t>(at)];
        NodeId next = other.end < page_.size() ? other.end : HtmlDocument::kNone;
        while (next != HtmlDocument::kNone && next < list && page_.tag(next) == Tag::kText &&
               page_.text_bytes(next) == 0) {
          ++next;
        }
        if (next == list && doc.parent(other.begin) == doc.parent(list)) return at;
        at = around[static_cast<std::size_t>(at)];
      }
    }
    list = doc.parent(list);
  }
  return -1;
}

// The first comment is not an answer: if it has such a note, the notes are buttons.
std::int64_t CommentThreads::named_parent(std::size_t item, const std::vector<CommentFields>& fields) const {
  const std::string& note = entries_[item].note;
  if (note.empty() || !entries_.front().note.empty()) return -1;
  std::int64_t best = -1;
  std::size_t longest = 0;  // "Reply to Jo Ann" names Jo Ann, not Ann
  for (std::size_t i = item; i-- > 0;) {
    const std::string& name = fields[i].author;
    if (name.size() <= longest || note.size() <= name.size() || note.size() > name.size() + kMaxNoteWords)
      continue;
    if (!note.ends_with(name) || note[note.size() - name.size() - 1] != ' ') continue;
    best = static_cast<std::int64_t>(i);
    longest = name.size();
  }
  return best;
}

void CommentThreads::by_depth(std::vector<CommentFields>& fields) const {
  std::vector<int> depths;
  for (const CommentItem& item : items_) depths.push_back(depth_of(page_, item.begin).value_or(-1));
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (depths[i] < 0 || items_[i].ping) continue;  // has no depth, or is not an answer
    while (!open.empty() && depths[open.back()] >= depths[i]) open.pop_back();
    if (fields[i].parent < 0 && !open.empty()) fields[i].parent = static_cast<std::int64_t>(open.back());
    open.push_back(i);
  }
}

void CommentThreads::resolve(std::vector<CommentFields>& fields) const {
  const std::size_t count = items_.size();
  std::vector<std::int64_t> around(count, -1);
  std::vector<std::size_t> open;
  bool nested = false;
  for (std::size_t i = 0; i < count; ++i) {
    while (!open.empty() && items_[open.back()].end <= items_[i].begin) open.pop_back();
    if (!open.empty()) around[i] = static_cast<std::int64_t>(open.back());
    open.push_back(i);
  }
  for (std::size_t i = 0; i < count; ++i) {
    fields[i].parent = linked_parent(i);
    if (fields[i].parent < 0) fields[i].parent = around[i];
    if (fields[i].parent < 0) {
      fields[i].parent = beside(i, around);
      if (fields[i].parent >= 0) around[i] = fields[i].parent;
    }
    if (fields[i].parent < 0) fields[i].parent = named_parent(i, fields);
    nested = nested || around[i] >= 0;
  }
  if (!nested) by_depth(fields);
  for (std::size_t i = 0; i < count; ++i) {
    const Entry& entry = entries_[i];
    fields[i].elsewhere = entry.other_page > 0 && entry.own_page == 0;
    for (const std::string& fragment : entry.links) {
      const auto found = by_id_.find(fragment);
      if (found != by_id_.end() && found->second == i) {
        fields[i].fragment = fragment;
        break;
      }
    }
    if (fields[i].fragment.empty() && !entry.ids.empty()) fields[i].fragment = entry.ids.front();
    if (fields[i].fragment.empty()) {
      for (const std::string& fragment : entry.links) {
        if (by_id_.count(fragment) == 0 && fragment.find_first_of("0123456789") != std::string::npos) {
          fields[i].fragment = fragment;
          break;
        }
      }
    }
  }
}

}  // namespace bfa
