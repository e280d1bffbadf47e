// SPDX-License-Identifier: Apache-2.0
#include "crawl/judge/removed_comments.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "bfa/text/utf8.h"
#include "extract/comments/comment_merge.h"

namespace bfa {
namespace {

constexpr std::size_t kMostComments = 400;  // of a page: those without an address are matched up to it
constexpr std::size_t kMostLost = 4;        // one may be missing, or one in so many

std::string_view fragment_of(std::string_view url) {
  const std::size_t hash = url.rfind('#');
  return hash == std::string_view::npos ? std::string_view() : url.substr(hash + 1);
}

// A match may also be of comments that are only alike. Those are not missing, and prove nothing either.
bool is_surely_same(const DataObject& before, const DataObject& after) {
  const std::string_view name = fragment_of(before.url);
  if (!name.empty() && name == fragment_of(after.url)) return true;
  return before.authors == after.authors && collapse_space(before.text) == collapse_space(after.text);
}

// The comments that answer the same one, or the post, on both pages.
struct Siblings {
  std::vector<std::size_t> before;
  std::size_t after = 0;  // how many stand there now
  bool has_new = false;   // one of these was not there before
};

class Comparison {
 public:
  Comparison(const std::vector<DataObject>& before, const std::vector<DataObject>& after, bool paged)
      : before_(before), after_(after), paged_(paged), match_(match_comments(before, after)) {
    for (const DataObject& comment : after) keys_.insert(object_key(comment));
    for (std::size_t i = 0; i < before.size(); ++i) {
      index_.emplace(before[i].id, i);
      kept_.push_back(match_[i] >= 0 &&
                      is_surely_same(before[i], after[static_cast<std::size_t>(match_[i])]));
    }
  }

  std::vector<std::size_t> removed() {
    std::vector<std::size_t> out;
    if (!is_same_list()) return out;
    group();
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (is_removed(i, 0)) out.push_back(i);
    }
    return out;
  }

 private:
  // The same comment under its address. Where addresses are positions, the one behind a removed comment has
  // its address: other words of another author.
  bool has_kept_address(const DataObject& before, const DataObject& after) {
    if (before.url != after.url) return false;
    if (collapse_space(before.text) == collapse_space(after.text)) return true;
    return ++edited_ == 1 && before.authors == after.authors;
  }

  bool is_missing(std::size_t i) const { return match_[i] < 0 && !keys_.contains(object_key(before_[i])); }

  // Most comments are still there, in their order, under their addresses.
  bool is_same_list() {
    std::size_t missing = 0;
    std::int32_t last = -1;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      missing += is_missing(i) ? 1 : 0;
      if (match_[i] >= 0 && !has_kept_address(before_[i], after_[static_cast<std::size_t>(match_[i])]))
        return false;
      if (!kept_[i]) continue;
      if (match_[i] < last) return false;
      last = match_[i];
    }
    return missing > 0 && missing <= std::max<std::size_t>(1, before_.size() / kMostLost);
  }

  // What the comments answer: an id of the later page, if the answered comment is there.
  std::string answered(const DataObject& comment) const {
    const auto parent = index_.find(comment.parent);
    if (comment.parent.empty() || parent == index_.end() || match_[parent->second] < 0) return comment.parent;
    return after_[static_cast<std::size_t>(match_[parent->second])].id;
  }

  void group() {
    for (std::size_t i = 0; i < before_.size(); ++i) groups_[answered(before_[i])].before.push_back(i);
    std::unordered_set<std::size_t> known;
    for (const std::int32_t at : match_) {
      if (at >= 0) known.insert(static_cast<std::size_t>(at));
    }
    for (std::size_t i = 0; i < after_.size(); ++i) {
      Siblings& group = groups_[after_[i].parent];
      ++group.after;
      group.has_new = group.has_new || !known.contains(i);
    }
  }

  bool is_removed(std::size_t i, std::size_t depth) const {
    if (!is_missing(i) || depth > before_.size()) return false;
    const auto parent = index_.find(before_[i].parent);
    if (!before_[i].parent.empty() && parent != index_.end() && is_missing(parent->second))
      return is_removed(parent->second, depth + 1);
    const Siblings& group = groups_.at(answered(before_[i]));
    const auto kept = [&](std::size_t sibling) { return static_cast<bool>(kept_[sibling]); };
    const auto own = std::find(group.before.begin(), group.before.end(), i);
    const bool earlier = std::any_of(group.before.begin(), own, kept);
    const bool later = std::any_of(own, group.before.end(), kept);
    // A part of a list is a run of it: what is missing within the run was taken out.
    if (earlier && later) return !is_replaced(group, own);
    // Two or more at an end are another page of them, or answers that are folded.
    const auto lost = std::count_if(group.before.begin(), group.before.end(),
                                    [&](std::size_t at) { return is_missing(at); });
    if (lost > 1) return false;
    // At an end of the list new ones may have pushed it out, if the page shows a fixed number.
    return !paged_ && (!group.has_new || group.before.size() != group.after);
  }

  // A new one stands in its place: it may be the same one with other words.
  bool is_replaced(const Siblings& group, std::vector<std::size_t>::const_iterator own) const {
    const auto is_kept = [&](std::size_t sibling) { return static_cast<bool>(kept_[sibling]); };
    const auto next = std::find_if(own, group.before.end(), is_kept);
    auto last = own;
    while (last != group.before.begin() && !is_kept(*last)) --last;
    const std::int32_t from = match_[*last], to = match_[*next];
    for (std::int32_t at = from + 1; at < to; ++at) {
      const auto& comment = after_[static_cast<std::size_t>(at)];
      const bool known = std::find(match_.begin(), match_.end(), at) != match_.end();
      if (!known && comment.parent == after_[static_cast<std::size_t>(from)].parent) return true;
    }
    return false;
  }

  const std::vector<DataObject>& before_;
  const std::vector<DataObject>& after_;
  bool paged_;
  std::size_t edited_ = 0;  // kept ones with other words
  std::vector<std::int32_t> match_;
  std::vector<bool> kept_;                              // of `before`
  std::unordered_set<std::string> keys_;                // of `after`
  std::unordered_map<std::string, std::size_t> index_;  // of `before`, by id
  std::map<std::string, Siblings> groups_;
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

std::vector<std::size_t> removed_comments(const std::vector<DataObject>& before,
                                          const std::vector<DataObject>& after, bool paged) {
  if (before.empty() || after.empty() || before.size() > kMostComments || after.size() > kMostComments)
    return {};
  return Comparison(before, after, paged).removed();
}

bool has_more_comments(const std::vector<HtmlLink>& links, const Url& post,
                       const std::vector<DataObject>& comments) {
  std::unordered_set<std::string_view> own;
  for (const DataObject& comment : comments) own.insert(fragment_of(comment.url));
  own.erase(std::string_view());
  std::string path(post.path());
  while (path.ends_with('/')) path.pop_back();
  return std::any_of(links.begin(), links.end(), [&](const HtmlLink& link) {
    const auto url = Url::parse(link.url);
    if (!url || url->host() != post.host() || !std::string_view(url->path()).starts_with(path)) return false;
    if (own.contains(url->fragment())) return false;  // the address of a comment
    std::string rest = lower(std::string(url->path()).substr(path.size()));
    if (url->has_query() && url->query() != post.query()) rest += "?" + lower(url->query());
    const bool named = rest.find("comment") != std::string::npos || rest.find("cpage") != std::string::npos;
    return named && std::any_of(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; });
  });
}

}  // namespace bfa
