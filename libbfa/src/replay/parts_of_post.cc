// SPDX-License-Identifier: Apache-2.0
#include "replay/parts_of_post.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "replay/rewrite/markup_writer.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr NodeId kMostNodes = 8;         // of an element that is a name, a title or a tag
constexpr std::size_t kMostAround = 60;  // bytes of text around what is left out: "Tagged with", "Posted by"
constexpr std::array<std::string_view, 4> kNeighbours = {"prev", "next", "older", "newer"};

std::string key_of(std::string_view text) {
  return fold_case(collapse_space(text));
}

std::set<std::string> keys_of(const std::vector<std::string>& names) {
  std::set<std::string> keys;
  for (const auto& name : names) keys.insert(key_of(name));
  return keys;
}

std::string day_of(const DataObject& object) {
  return object.published ? format_timestamp(*object.published).substr(0, 10) : std::string();
}

// True for "nav-next", "blog-pager-older-link": a word of the name begins so.
bool names_neighbour(std::string_view name) {
  const std::string folded = ascii_lower_case(name);
  for (std::size_t at = 0; at < folded.size(); ++at) {
    if (at > 0 && is_letter(folded[at - 1])) continue;
    const std::string_view rest = std::string_view(folded).substr(at);
    if (std::any_of(kNeighbours.begin(), kNeighbours.end(),
                    [&](std::string_view word) { return rest.starts_with(word); }))
      return true;
  }
  return false;
}

bool is_heading(std::string_view tag) {
  return tag.size() == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6';
}

class PartsOfPost {
 public:
  PartsOfPost(const HtmlDocument& doc, const DataObject& post, const DataObject& shown, RebuiltPlaces& places)
      : doc_(doc), shown_(shown), places_(places), title_(key_of(post.title)), day_(day_of(post)) {
    for (const std::string& key : keys_of(post.authors)) {
      if (!keys_of(shown.authors).contains(key)) authors_.insert(key);
    }
    for (const std::string& key : keys_of(post.tags)) {
      if (!keys_of(shown.tags).contains(key)) tags_.insert(key);
    }
    if (title_ == key_of(shown.title)) title_.clear();
    if (day_ == day_of(shown)) day_.clear();
  }

  void run() {
    body_ = doc_.find_first("body");
    if (body_ == HtmlDocument::kNone) return;
    find_zone();
    for (NodeId n = body_ + 1; n < doc_.end(body_); ++n) {
      if (!doc_.is_element(n)) continue;
      const bool known = n == places_.content || doc_.tag(n) == "aside" || is_placed(n);
      if (!known && !take(n)) continue;
      n = doc_.end(n) - 1;
    }
    for (const NodeId n : found_) places_.left_out.insert(with_label(n));
  }

 private:
  bool is_placed(NodeId n) const {
    if (places_.left_out.contains(n)) return true;
    return std::any_of(places_.fields.begin(), places_.fields.end(),
                       [n](const auto& field) { return field.second == n; });
  }

  // Whether something with a place is in it.
  bool holds_place(NodeId n) const {
    if (doc_.contains(n, places_.content)) return true;
    return std::any_of(places_.fields.begin(), places_.fields.end(),
                       [&](const auto& field) { return doc_.contains(n, field.second); });
  }

  // The element around the content that has the title of the page's post too, else the next one around it.
  void find_zone() {
    zone_ = doc_.parent(places_.content);
    const auto title = places_.fields.find("title");
    NodeId known = title == places_.fields.end() ? HtmlDocument::kNone : title->second;
    for (NodeId n = body_; known == HtmlDocument::kNone && !title_.empty() && n < doc_.end(body_); ++n) {
      if (is_heading(doc_.tag(n)) && key_of(text_of(doc_, n)) == title_) known = n;
    }
    if (known == HtmlDocument::kNone) return;
    while (zone_ != body_ && !doc_.contains(zone_, known)) zone_ = doc_.parent(zone_);
  }

  // True when the element is part of the post: nothing within it is looked at then.
  bool take(NodeId n) {
    const std::string_view tag = doc_.tag(n);
    if (tag == "a" && leads_to_neighbour(n)) return leave_out(n);
    if (doc_.end(n) - n > kMostNodes) return false;
    const std::string key = key_of(text_of(doc_, n));
    if (key.empty()) return false;
    // A link to the post is of a list, but for that of its heading.
    const bool own = !has_link(n) || (is_heading(tag) && doc_.contains(zone_, n));
    if (key == title_ && own && !within_link(n)) return place("title", n, is_heading(tag));
    if (!doc_.contains(zone_, n)) return false;
    if (authors_.contains(key)) return place("author", n, !shown_.authors.empty());
    if (tag == "a" && (tags_.contains(key) || (has_rel(rel_of(doc_, n), "tag") && !tags_.empty())))
      return leave_out(n);
    return tag == "time" && !day_.empty() && doc_.attribute(n, "datetime").starts_with(day_) && leave_out(n);
  }

  bool leave_out(NodeId n) {
    found_.push_back(n);
    return true;
  }

  bool place(const char* field, NodeId n, bool fits) {
    if (!fits || places_.fields.contains(field) || places_.within.contains(field)) return leave_out(n);
    places_.fields[field] = n;
    return true;
  }

  bool has_link(NodeId n) const { return doc_.find_first("a", n) != HtmlDocument::kNone; }

  bool within_link(NodeId n) const {
    for (; n != HtmlDocument::kNone && n != body_; n = doc_.parent(n)) {
      if (doc_.tag(n) == "a") return true;
    }
    return false;
  }

  // By `rel`, or by the names of the link and of the element around it.
  bool leads_to_neighbour(NodeId n) const {
    const std::string rel = rel_of(doc_, n);
    if (has_rel(rel, "prev") || has_rel(rel, "next") || has_rel(rel, "previous")) return true;
    if (!doc_.contains(zone_, n) && !doc_.contains(doc_.parent(zone_), n)) return false;
    const NodeId around = doc_.parent(n);
    for (const NodeId named : {n, around}) {
      if (named == body_ || named == zone_ || holds_place(named)) continue;
      if (names_neighbour(doc_.attribute(named, "class")) || names_neighbour(doc_.attribute(named, "id")))
        return true;
    }
    return false;
  }

  // The largest element around `n` that has no other links and few other words: its label goes with it.
  NodeId with_label(NodeId n) const {
    for (;;) {
      const NodeId around = doc_.parent(n);
      if (around == HtmlDocument::kNone || around == body_ || around == zone_ || holds_place(around))
        return n;
      std::size_t own = 0;
      for (const NodeId part : found_) {
        if (doc_.contains(around, part)) own += collapse_space(text_of(doc_, part)).size();
      }
      if (collapse_space(text_of(doc_, around)).size() > own + kMostAround || has_other_links(around))
        return n;
      n = around;
    }
  }

  bool has_other_links(NodeId around) const {
    for (NodeId n = around; n < doc_.end(around); ++n) {
      if (doc_.tag(n) != "a" || !doc_.has_attribute(n, "href")) continue;
      const bool own = std::any_of(found_.begin(), found_.end(), [&](NodeId part) {
        return doc_.contains(part, n) || doc_.contains(n, part);
      });
      if (!own) return true;
    }
    return false;
  }

  const HtmlDocument& doc_;
  const DataObject& shown_;
  RebuiltPlaces& places_;
  std::string title_, day_;
  std::set<std::string> authors_, tags_;
  NodeId body_ = HtmlDocument::kNone, zone_ = HtmlDocument::kNone;
  std::vector<NodeId> found_;
};

}  // namespace

void find_parts_of_post(const HtmlDocument& doc, const DataObject& post, const DataObject& shown,
                        RebuiltPlaces& places) {
  if (places.content != HtmlDocument::kNone) PartsOfPost(doc, post, shown, places).run();
}

}  // namespace bfa
