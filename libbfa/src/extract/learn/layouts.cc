// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/layouts.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "bfa/html/path_rule.h"
#include "extract/page/rule_hash.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxPathDepth = 7;  // deeper elements without a name of their own are content
constexpr double kAlike = 0.5;              // Jaccard similarity of a page to its group
constexpr double kNearlyAll = 0.9;          // of all pages: that have a key which distinguishes nothing
constexpr double kMostMembers = 0.8;        // of a group: that have a key of its signature
constexpr std::size_t kSignatureSize = 32;
constexpr double kBelongs = 0.6;  // of a signature: that a page of the layout has

using Counts = std::unordered_map<std::uint64_t, std::uint32_t>;

Counts count_pages(std::span<const PageStructure> pages) {
  Counts counts;
  for (const PageStructure& page : pages) {
    for (const std::uint64_t key : page.keys) ++counts[key];
  }
  return counts;
}

// A group that grows: how many of its pages have each key.
struct Group {
  std::vector<std::size_t> members;
  Counts counts;

  double likeness(const std::vector<std::uint64_t>& keys) const {
    std::size_t both = 0;
    std::size_t major = 0;
    for (const auto& [key, count] : counts) {
      if (2 * count < members.size()) continue;
      ++major;
      if (std::binary_search(keys.begin(), keys.end(), key)) ++both;
    }
    const std::size_t either = keys.size() + major - both;
    return either == 0 ? 1 : static_cast<double>(both) / static_cast<double>(either);
  }
  void add(std::size_t page, const std::vector<std::uint64_t>& keys) {
    members.push_back(page);
    for (const std::uint64_t key : keys) ++counts[key];
  }
};

// Share of the signature's paths that a page has.
double share_of(const std::vector<std::string>& signature, const RulesOfPage& page) {
  if (signature.empty()) return 0;
  const auto found = std::count_if(signature.begin(), signature.end(),
                                   [&](const std::string& xpath) { return page.has(rule_hash(xpath)); });
  return static_cast<double>(found) / static_cast<double>(signature.size());
}

}  // namespace

PageStructure structure_of(const HtmlDocument& doc) {
  const std::span<const std::uint64_t> keys = rule_hashes(doc);
  std::vector<std::pair<std::uint64_t, NodeId>> found;
  for (NodeId n = 1; n < doc.size(); ++n) {
    if (keys[n] == 0 || doc.tag(n) == "head") continue;
    if (doc.depth(n) <= kMaxPathDepth || has_own_rule(doc, n)) found.emplace_back(keys[n], n);
  }
  std::sort(found.begin(), found.end());
  PageStructure out;
  for (const auto& [key, node] : found) {
    if (!out.keys.empty() && out.keys.back() == key) continue;
    out.keys.push_back(key);
    out.nodes.push_back(node);
  }
  return out;
}

std::vector<std::vector<std::size_t>> group_by_structure(std::span<const PageStructure> pages) {
  const Counts counts = count_pages(pages);
  const double most = kNearlyAll * static_cast<double>(pages.size());
  std::vector<Group> groups;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    std::vector<std::uint64_t> telling;
    for (const std::uint64_t key : pages[i].keys) {
      const std::uint32_t count = counts.at(key);
      if (count > 1 && count <= most) telling.push_back(key);
    }
    Group* best = nullptr;
    double best_likeness = kAlike;
    for (Group& group : groups) {
      const double likeness = group.likeness(telling);
      if (likeness > best_likeness || (best == nullptr && likeness >= kAlike)) {
        best = &group;
        best_likeness = likeness;
      }
    }
    if (best == nullptr) best = &groups.emplace_back();
    best->add(i, telling);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.members.size() > b.members.size(); });
  std::vector<std::vector<std::size_t>> out;
  out.reserve(groups.size());
  for (Group& group : groups) out.push_back(std::move(group.members));
  return out;
}

std::vector<std::string> signature_of(std::span<const HtmlDocument* const> docs,
                                      std::span<const PageStructure> pages,
                                      std::span<const std::size_t> members) {
  struct Mark {
    double elsewhere;
    NodeId node;
    const HtmlDocument* doc;
  };
  if (members.empty()) return {};
  const Counts all = count_pages(pages);
  Counts inside;
  for (const std::size_t i : members) {
    for (const std::uint64_t key : pages[i].keys) ++inside[key];
  }
  const std::size_t first = members.front();
  std::vector<Mark> marks;
  for (std::size_t k = 0; k < pages[first].keys.size(); ++k) {
    const std::uint64_t key = pages[first].keys[k];
    if (inside[key] < kMostMembers * static_cast<double>(members.size())) continue;
    marks.push_back({static_cast<double>(all.at(key) - inside[key]), pages[first].nodes[k], docs[first]});
  }
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
    return a.elsewhere != b.elsewhere ? a.elsewhere < b.elsewhere : a.node < b.node;
  });
  if (marks.size() > kSignatureSize) marks.resize(kSignatureSize);
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.node < b.node; });
  std::vector<std::string> out;
  out.reserve(marks.size());
  for (const Mark& mark : marks) out.push_back(PathRule::for_node(*mark.doc, mark.node).xpath());
  return out;
}

int layout_of(const Template& t, const HtmlDocument& doc, std::string_view path) {
  if (t.layouts.empty()) return -1;
  const RulesOfPage page(doc);
  int best = -1;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < t.layouts.size(); ++i) {
    const std::string& folder = t.layouts[i].folder;
    if (folder.size() <= longest || !path.starts_with(folder)) continue;
    if (share_of(t.layouts[i].signature, page) < kBelongs) continue;
    best = static_cast<int>(i);
    longest = folder.size();
  }
  if (best >= 0) return best;
  double best_share = std::max(kBelongs, share_of(t.signature, page));
  for (std::size_t i = 0; i < t.layouts.size(); ++i) {
    if (!t.layouts[i].folder.empty()) continue;
    const double share = share_of(t.layouts[i].signature, page);
    if (share > best_share) {
      best = static_cast<int>(i);
      best_share = share;
    }
  }
  return best;
}

double layout_share(const Template& t, int layout, const HtmlDocument& doc) {
  return share_of(layout < 0 ? t.signature : t.layouts[static_cast<std::size_t>(layout)].signature,
                  RulesOfPage(doc));
}

Template template_of_layout(const Template& t, int layout) {
  Template out = t;
  out.layouts.clear();
  if (layout < 0 || static_cast<std::size_t>(layout) >= t.layouts.size()) return out;
  const Layout& from = t.layouts[static_cast<std::size_t>(layout)];
  out.signature = from.signature;
  out.rules = from.rules;
  out.boilerplate = from.boilerplate;
  out.captures = from.captures;
  if (!from.folder.empty()) {
    out.author = from.author;
    out.language = from.language;
  }
  // The feed's pages are of another layout: nothing says that the older one has their zone.
  out.zones.clear();
  if (!from.folder.empty() || !from.title_prefix.empty() || !from.title_suffix.empty()) {
    out.title_prefix = from.title_prefix;
    out.title_suffix = from.title_suffix;
    out.title_words = from.title_words;
  }
  return out;
}

}  // namespace bfa
