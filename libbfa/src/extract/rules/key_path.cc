// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/key_path.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::string_view kSpecial = "|[],=*\\";

std::string escape(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// The next character of a value in text form, its length in `size`; `star` when it is the wildcard.
char next_char(std::string_view value, std::size_t at, std::size_t& size, bool& star) {
  star = value[at] == '*';
  const bool escaped = value[at] == '\\' && at + 1 < value.size();
  size = escaped ? 2 : 1;
  return value[escaped ? at + 1 : at];
}

// Matches `text` with the pattern from `at` on, "*" matches any text; each "*" is tried once from the last
// place where it could begin, which is enough for one-level wildcards.
bool value_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t after_star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    std::size_t size = 0;
    bool star = false;
    const char c = p < pattern.size() ? next_char(pattern, p, size, star) : '\0';
    if (p < pattern.size() && star) {
      after_star = p += size;
      star_text = t;
    } else if (p < pattern.size() && c == text[t]) {
      p += size;
      ++t;
    } else if (after_star != std::string_view::npos) {
      p = after_star;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// The common beginning of two values and "*"; the value itself when they are equal.
std::string merge_values(std::string_view a, std::string_view b) {
  if (a == b) return std::string(a);
  std::size_t at = 0;
  while (at < a.size() && at < b.size()) {
    std::size_t size = 0;
    std::size_t other = 0;
    bool star = false;
    bool other_star = false;
    const char c = next_char(a, at, size, star);
    const char d = next_char(b, at, other, other_star);
    if (c != d || size != other || star || other_star) break;
    at += size;
  }
  while (at > 0 && is_digit(a[at - 1])) --at;
  return std::string(a.substr(0, at)) + "*";
}

KeyPath::Node merge_nodes(const KeyPath::Node& a, const KeyPath::Node& b) {
  KeyPath::Node out;
  out.tag = a.tag;
  out.gap = a.gap || b.gap;
  for (const KeyPath::Attribute& one : a.attributes) {
    for (const KeyPath::Attribute& other : b.attributes) {
      if (one.name == other.name) out.attributes.push_back({one.name, merge_values(one.value, other.value)});
    }
  }
  return out;
}

// Attributes about the technique, the language or the links of a page, not about its content.
bool is_telling(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kOthers = {"style",  "href", "src",   "title", "width",
                                                              "height", "lang", "xmlns", "dir"};
  return !name.starts_with("on") && !name.starts_with("data-") &&
         std::find(kOthers.begin(), kOthers.end(), name) == kOthers.end();
}

bool fits(const HtmlDocument& doc, NodeId n, const KeyPath::Node& node) {
  if (doc.tag(n) != node.tag) return false;
  return std::all_of(node.attributes.begin(), node.attributes.end(), [&](const KeyPath::Attribute& want) {
    return doc.has_attribute(n, want.name) && value_matches(want.value, doc.attribute(n, want.name));
  });
}

// The position of the next unescaped `end` in the text form.
std::size_t find_plain(std::string_view text, std::size_t at, char end) {
  while (at < text.size() && text[at] != end) at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

bool parse_attributes(std::string_view text, KeyPath::Node& node) {
  while (!text.empty()) {
    const std::size_t end = find_plain(text, 0, ',');
    const std::string_view item = text.substr(0, end);
    const std::size_t equals = item.find('=');
    if (item.size() < 2 || item.front() != '@' || equals == std::string_view::npos || equals < 2)
      return false;
    node.attributes.push_back(
        {std::string(item.substr(1, equals - 1)), std::string(item.substr(equals + 1))});
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
  return false;
}

bool parse_node(std::string_view text, KeyPath::Node& node) {
  const std::size_t bracket = find_plain(text, 0, '[');
  node.tag = text.substr(0, bracket);
  const bool plain = std::none_of(node.tag.begin(), node.tag.end(), [](char c) {
    return c == '*' || c == '@' || c == ']' || c == '\\' || c == '/' || c == ' ';
  });
  if (node.tag.empty() || !plain) return false;
  if (bracket == text.size()) return true;
  if (find_plain(text, bracket + 1, ']') + 1 != text.size()) return false;
  return parse_attributes(text.substr(bracket + 1, text.size() - bracket - 2), node);
}

}  // namespace

Result<KeyPath> KeyPath::parse(std::string_view text) {
  const auto wrong = [text] {
    return Error{Code::kInvalidArgument, "not a key-path", std::string(text.substr(0, 200))};
  };
  KeyPath path;
  bool gap = !text.starts_with('|');
  std::string_view rest = gap ? text : text.substr(1);
  for (bool more = true; more;) {
    const std::size_t end = find_plain(rest, 0, '|');
    const std::string_view part = rest.substr(0, end);
    more = end < rest.size();
    rest.remove_prefix(more ? end + 1 : end);
    if (part == "*") {
      gap = true;
      continue;
    }
    Node node;
    if (!parse_node(part, node) || path.nodes_.size() == kMaxNodes) return wrong();
    node.gap = gap;
    gap = false;
    path.nodes_.push_back(std::move(node));
  }
  if (path.nodes_.empty() || gap) return wrong();
  return path;
}

KeyPath KeyPath::of_node(const HtmlDocument& doc, NodeId n) {
  KeyPath path;
  for (; n != 0 && n != HtmlDocument::kNone && path.nodes_.size() < kMaxNodes; n = doc.parent(n)) {
    if (!doc.is_element(n)) continue;
    Node node;
    node.tag = doc.tag(n);
    for (const HtmlAttribute& attribute : doc.attributes(n)) {
      if (is_telling(attribute.name))
        node.attributes.push_back({std::string(attribute.name), escape(attribute.value)});
    }
    path.nodes_.push_back(std::move(node));
  }
  std::reverse(path.nodes_.begin(), path.nodes_.end());
  if (!path.nodes_.empty()) path.nodes_.front().gap = n != 0 && n != HtmlDocument::kNone;
  return path;
}

std::string KeyPath::to_text() const {
  std::string out;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (i > 0 || !node.gap) out += '|';
    if (i > 0 && node.gap) out += "*|";
    out += node.tag;
    for (std::size_t k = 0; k < node.attributes.size(); ++k) {
      out += (k == 0 ? "[@" : ",@") + node.attributes[k].name + "=" + node.attributes[k].value;
    }
    if (!node.attributes.empty()) out += ']';
  }
  return out;
}

std::optional<KeyPath> KeyPath::merge(const KeyPath& a, const KeyPath& b, std::size_t min_nodes) {
  KeyPath out;
  const std::size_t size = std::min(a.nodes_.size(), b.nodes_.size());
  for (std::size_t i = 0; i < size && a.nodes_[i].tag == b.nodes_[i].tag; ++i) {
    out.nodes_.push_back(merge_nodes(a.nodes_[i], b.nodes_[i]));
  }
  if (out.nodes_.size() < min_nodes || out.nodes_.empty()) return std::nullopt;
  return out;
}

std::optional<KeyPath> KeyPath::merge_ends(const KeyPath& a, const KeyPath& b) {
  constexpr std::size_t kBareRoot = 2;  // html, body: every page has them
  const std::size_t size = std::min(a.nodes_.size(), b.nodes_.size());
  std::size_t head = 0;
  while (head < size && a.nodes_[head].tag == b.nodes_[head].tag) ++head;
  std::vector<Node> tail;
  bool named = false;
  while (head + tail.size() < size) {
    const Node& one = a.nodes_[a.nodes_.size() - 1 - tail.size()];
    const Node& other = b.nodes_[b.nodes_.size() - 1 - tail.size()];
    if (one.tag != other.tag) break;
    Node node = merge_nodes(one, other);
    node.gap = false;
    named = named || std::any_of(node.attributes.begin(), node.attributes.end(),
                                 [](const Attribute& x) { return x.value != "*"; });
    tail.push_back(std::move(node));
  }
  if (tail.empty() || !named) return std::nullopt;
  KeyPath out;
  if (head > kBareRoot) {
    for (std::size_t i = 0; i < head; ++i) out.nodes_.push_back(merge_nodes(a.nodes_[i], b.nodes_[i]));
  }
  std::reverse(tail.begin(), tail.end());
  tail.front().gap = true;
  out.nodes_.insert(out.nodes_.end(), tail.begin(), tail.end());
  return out;
}

std::size_t KeyPath::shared_prefix(const KeyPath& a, const KeyPath& b) noexcept {
  const std::size_t size = std::min(a.nodes_.size(), b.nodes_.size());
  std::size_t n = 0;
  while (n < size && a.nodes_[n] == b.nodes_[n]) ++n;
  return n;
}

KeyPath KeyPath::parent() const {
  KeyPath out = *this;
  if (!out.nodes_.empty()) out.nodes_.pop_back();
  return out;
}

std::vector<NodeId> KeyPath::match(const HtmlDocument& doc) const {
  std::vector<NodeId> found;
  if (nodes_.empty()) return found;
  // Per open element, bit i: the path up to its node i ends here (`here`), or here or above (`above`).
  struct Level {
    NodeId end;
    std::uint64_t here, above;
  };
  const bool gaps = std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.gap; });
  std::vector<Level> levels{{static_cast<NodeId>(doc.size()), 0, 0}};
  for (NodeId n = 1; n < doc.size(); ++n) {
    if (!doc.is_element(n)) continue;
    while (levels.back().end <= n) levels.pop_back();
    const Level parent = levels.back();
    const bool at_root = levels.size() == 1;
    std::uint64_t here = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const bool open = i == 0 ? nodes_[i].gap || at_root
                               : ((nodes_[i].gap ? parent.above : parent.here) >> (i - 1) & 1) != 0;
      if (open && fits(doc, n, nodes_[i])) here |= std::uint64_t{1} << i;
    }
    if ((here >> (nodes_.size() - 1) & 1) != 0) found.push_back(n);
    if (here == 0 && !gaps) {
      n = doc.end(n) - 1;  // nothing below can match
      continue;
    }
    levels.push_back({doc.end(n), here, parent.above | here});
  }
  return found;
}

}  // namespace bfa
