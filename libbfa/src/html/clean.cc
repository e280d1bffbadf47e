// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "html/content_walks.h"
#include "html/flat_tree.h"
#include "html/flowing_run.h"
#include "html/media_source.h"
#include "html/text_shape.h"
#include "html/visibility.h"
#include "url/plain_href.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

// Bytes that are not written as they are: in attributes, in text; white space outside of `pre`.
constexpr std::uint8_t kInAttribute = 1, kInText = 2, kIsSpace = 4;
constexpr std::array<std::uint8_t, 256> make_byte_traits() {
  std::array<std::uint8_t, 256> traits{};
  for (const char c : {'&', '<', '>', '\r'}) traits[static_cast<unsigned char>(c)] = kInAttribute | kInText;
  traits[static_cast<unsigned char>('"')] = kInAttribute;
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) traits[static_cast<unsigned char>(c)] |= kIsSpace;
  return traits;
}
constexpr std::array<std::uint8_t, 256> kByteTraits = make_byte_traits();

std::uint8_t traits_of(char c) {
  return kByteTraits[static_cast<unsigned char>(c)];
}

std::string_view escape_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return "&#13;";
  }
}

void append_escaped(std::string& out, std::string_view text, bool attribute) {
  const std::uint8_t asked = attribute ? kInAttribute : kInText;
  std::size_t written = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!(traits_of(text[i]) & asked)) continue;
    out.append(text, written, i - written);
    out += escape_of(text[i]);
    written = i + 1;
  }
  out.append(text, written);
}

// Escaped text with each run of white space as one space.
void append_flowing(std::string& out, std::string_view text) {
  std::size_t written = 0;
  std::size_t retry = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (i >= retry) {
      i += flowing_run<'&', '<', '>'>(text, i);
      retry = i + kFlowingRetry;
    }
    const std::uint8_t traits = traits_of(text[i]);
    const bool plain_space = text[i] == ' ' && (i + 1 == text.size() || !(traits_of(text[i + 1]) & kIsSpace));
    if (!(traits & (kInText | kIsSpace)) || plain_space) {
      ++i;
      continue;
    }
    out.append(text, written, i - written);
    if (traits & kIsSpace) {
      while (i < text.size() && (traits_of(text[i]) & kIsSpace)) ++i;
      out += ' ';
    } else {
      out += escape_of(text[i++]);
    }
    written = i;
  }
  out.append(text, written);
}

struct KeptAttribute {
  std::string_view element;  // in clean form; empty: any
  std::string_view name;
};
constexpr auto kKeptAttributes = std::to_array<KeptAttribute>({
    {"", "dir"},          {"", "lang"},        {"", "title"},       {"del", "datetime"},
    {"img", "alt"},       {"img", "height"},   {"img", "width"},    {"ins", "datetime"},
    {"li", "value"},      {"math", "display"}, {"math", "alttext"}, {"mtd", "columnspan"},
    {"mtd", "rowspan"},   {"ol", "reversed"},  {"ol", "start"},     {"td", "colspan"},
    {"td", "rowspan"},    {"th", "colspan"},   {"th", "rowspan"},   {"th", "scope"},
    {"time", "datetime"},
});

// By length and first letter: a cheap test before the names are compared.
constexpr bool may_be_kept(std::string_view name) {
  constexpr std::array<std::string_view, 11> kFirst{"",  "",     "",   "da", "l", "twvs",
                                                    "h", "dacr", "dr", "",   "c"};
  return !name.empty() && name.size() < kFirst.size() &&
         kFirst[name.size()].find(name.front()) != std::string_view::npos;
}
static_assert(std::ranges::all_of(kKeptAttributes,
                                  [](const KeptAttribute& kept) { return may_be_kept(kept.name); }));

class CleanWalk {
 public:
  // `links`: the links of the subtree, when they are known.
  CleanWalk(const HtmlDocument& doc, const Url& base, NodeSkip skip,
            std::optional<std::span<const HtmlLink>> links)
      : tree_(HtmlAccess::tree(doc)), doc_(doc), base_(base), skip_(skip), links_(links) {}

  std::string run(NodeId root);

 private:
  void close_until(NodeId n);
  NodeId element(NodeId n, NodeId root);  // the next node to look at
  std::size_t find_targets(NodeId root);
  void formula_script(NodeId n);
  void embed(NodeId n);
  void text(const FlatTree::Node& node);
  void attributes(NodeId n, std::string_view name);
  void url_attributes(NodeId n, std::string_view name);
  void anchor_url(NodeId n);
  std::string_view known_url(NodeId n, LinkKind kind);
  std::string_view image(NodeId n);
  void put_url(std::string_view attribute, std::string_view url) {
    if (!url.empty()) put(attribute, url);
  }
  void put(std::string_view attribute, std::string_view value) {
    out_ += ' ';
    out_ += attribute;
    out_ += "=\"";
    append_escaped(out_, value, true);
    out_ += '"';
  }
  void end_tag(std::string_view name) {
    out_ += "</";
    out_ += name;
    out_ += '>';
  }

  struct Open {
    NodeId end;
    std::string_view name;
    bool pre;
  };

  const FlatTree& tree_;
  const HtmlDocument& doc_;
  const Url& base_;
  const NodeSkip skip_;
  const std::optional<std::span<const HtmlLink>> links_;
  std::size_t next_link_ = 0;  // index into the links: earlier ones belong to earlier nodes
  std::string image_;          // the last image's address
  std::string out_;
  std::vector<Open> open_;
  int pre_depth_ = 0;
  bool pre_just_opened_ = false;
  std::unordered_set<std::string_view> targets_;  // names that links of the subtree lead to
  NodeId media_end_ = 0;  // nodes before it are in an audio or video: only sources are kept
};

// Elements that mean nothing outside a table are wrapped in one.
bool is_table_part(std::string_view name) {
  return name == "tr" || name == "td" || name == "th" || name == "tbody" || name == "thead" ||
         name == "tfoot" || name == "caption";
}

std::string CleanWalk::run(NodeId root) {
  const NodeId end = tree_.nodes[root].end;
  std::size_t bytes = find_targets(root);
  bytes += bytes / 8 + 6 * std::size_t{end - root};
  if (links_) {
    for (const HtmlLink& link : *links_) bytes += link.url.size() + 8;
  }
  out_.reserve(bytes);
  const std::string_view root_name = tree_.tags[tree_.nodes[root].tag].traits.clean_name;
  const bool wrap = is_table_part(root_name);
  if (wrap) out_ += "<table>";
  for (NodeId n = root; n < end;) {
    close_until(n);
    const FlatTree::Node& node = tree_.nodes[n];
    if (n != root && skip_(n)) {
      n = node.end;
    } else if (node.tag != 0) {
      n = element(n, root);
    } else {
      if (n >= media_end_) text(node);
      ++n;
    }
  }
  close_until(end);
  if (wrap) out_ += "</table>";
  const std::string_view trimmed = trim_html_space(out_);
  return trimmed.size() == out_.size() ? std::move(out_) : std::string(trimmed);
}

// Finds the names that links in the subtree refer to (footnotes, tables of contents). Only these names are
// kept. Returns the number of bytes of the subtree's texts.
std::size_t CleanWalk::find_targets(NodeId root) {
  std::size_t bytes = 0;
  const std::string page = base_.without_fragment().href();
  const std::uint32_t anchor = tree_.find_tag("a");
  for (NodeId n = root; n < tree_.nodes[root].end; ++n) {
    const FlatTree::Node& node = tree_.nodes[n];
    bytes += node.text_size();
    if (node.tag != anchor || node.attributes() == 0) continue;
    std::string_view href = trim_html_space(tree_.attribute(node, "href"));
    if (href.starts_with(page)) href.remove_prefix(page.size());
    if (href.size() > 1 && href.front() == '#') targets_.insert(href.substr(1));
  }
  return bytes;
}

// A formula in TeX that a script of the page would draw: an empty formula with its source.
void CleanWalk::formula_script(NodeId n) {
  const std::string_view type = doc_.attribute(n, "type");
  if (!type.starts_with("math/tex")) return;
  const NodeId child = doc_.first_child(n);
  if (child == HtmlDocument::kNone || !doc_.is_text(child)) return;
  const std::string_view source = trim_html_space(doc_.text(child));
  if (source.empty()) return;
  out_ += "<math";
  if (type.find("mode=display") != std::string_view::npos) put("display", "block");
  put("alttext", source);
  out_ += "></math>";
}

// Replaces embedded content of another site by a link to it.
void CleanWalk::embed(NodeId n) {
  const std::string_view name = tree_.tags[tree_.nodes[n].tag].name;
  std::string_view source = doc_.attribute(n, name == "object" ? "data" : "src");
  if (name == "iframe" && !doc_.attribute(n, "data-src").empty()) source = doc_.attribute(n, "data-src");
  const std::string url = absolute_url(source, base_);
  if (url.empty()) return;
  out_ += "<a";
  put("href", url);
  out_ += "></a>";
}

void CleanWalk::close_until(NodeId n) {
  while (!open_.empty() && open_.back().end <= n) {
    const Open element = open_.back();
    open_.pop_back();
    if (element.pre) --pre_depth_;
    end_tag(element.name);
  }
}

NodeId CleanWalk::element(NodeId n, NodeId root) {
  const FlatTree::Node& node = tree_.nodes[n];
  const TagTraits& traits = tree_.tags[node.tag].traits;
  const std::string_view name = traits.clean_name;
  if (n != root && is_hidden(tree_, node)) return node.end;
  const bool media = name == "audio" || name == "video";
  if (n != root && traits.role == TextRole::kSkip && !media) {
    const std::string_view raw = tree_.tags[node.tag].name;
    if (raw == "script") formula_script(n);
    if (raw == "iframe" || raw == "object") embed(n);
    return node.end;
  }
  if (name.empty()) return n + 1;
  if (name == "source" ? n >= media_end_ : n < media_end_) return n + 1;
  const std::string_view source = name == "img" ? image(n) : std::string_view();
  if (name == "img" && source.empty()) return n + 1;
  out_ += '<';
  out_ += name;
  put_url("src", source);
  attributes(n, name);
  out_ += '>';
  pre_just_opened_ = false;
  if (traits.is_void) return n + 1;
  const bool pre = traits.role == TextRole::kPre;
  if (pre) {
    ++pre_depth_;
    pre_just_opened_ = true;
  }
  if (media) media_end_ = node.end;
  open_.push_back({node.end, name, pre});
  return n + 1;
}

void CleanWalk::attributes(NodeId n, std::string_view name) {
  url_attributes(n, name);
  if (tree_.nodes[n].attributes() == 0) return;
  if (!targets_.empty()) {
    const std::string_view id = tree_.id_of(tree_.nodes[n]);
    if (targets_.contains(id) && !id.empty()) put("id", id);
  }
  std::array<const HtmlAttribute*, kKeptAttributes.size()> found{};
  bool any = false;
  for (const HtmlAttribute& attribute : doc_.attributes(n)) {
    if (!may_be_kept(attribute.name)) continue;
    if (attribute.value.empty() && attribute.name != "alt" && attribute.name != "reversed") continue;
    for (std::size_t i = 0; i < kKeptAttributes.size(); ++i) {
      const KeptAttribute& kept = kKeptAttributes[i];
      if (kept.name != attribute.name || (!kept.element.empty() && kept.element != name)) continue;
      if (found[i] == nullptr) found[i] = &attribute;
      any = true;
    }
  }
  if (!any) return;
  for (const HtmlAttribute* attribute : found) {
    if (attribute != nullptr) put(attribute->name, attribute->value);
  }
}

void CleanWalk::url_attributes(NodeId n, std::string_view name) {
  if (name == "a") {
    anchor_url(n);
  } else if (name == "audio" || name == "video" || name == "source") {
    put_url("src", absolute_url(doc_.attribute(n, "src"), base_));
    if (name == "video") put_url("poster", absolute_url(doc_.attribute(n, "poster"), base_));
    if (name != "source") put("controls", "");
  } else if (name == "blockquote" || name == "q" || name == "del" || name == "ins") {
    put_url("cite", absolute_url(doc_.attribute(n, "cite"), base_));
  }
}

void CleanWalk::anchor_url(NodeId n) {
  const std::string_view href = trim_html_space(doc_.attribute(n, "href"));
  if (href.empty()) return;
  std::string_view known = known_url(n, LinkKind::kLink);
  const std::string plain = links_ ? std::string() : plain_href(href, &base_);
  if (known.empty()) known = plain;
  if (!known.empty()) return put("href", known);
  const Result<Url> url = Url::parse(href, &base_);
  if (url && (url->is_http() || url->scheme() == "mailto")) put("href", url->href());
}

// The first link of a kind that the element has; empty when it has no such link, or links are not known.
// Elements must come in document order.
std::string_view CleanWalk::known_url(NodeId n, LinkKind kind) {
  if (!links_) return {};
  while (next_link_ < links_->size() && (*links_)[next_link_].node < n) ++next_link_;
  for (std::size_t i = next_link_; i < links_->size() && (*links_)[i].node == n; ++i) {
    if ((*links_)[i].kind == kind) return (*links_)[i].url;
  }
  return {};
}

std::string_view CleanWalk::image(NodeId n) {
  if (links_) return known_url(n, LinkKind::kImage);
  image_ = image_url(doc_, n, base_);
  return image_;
}

void CleanWalk::text(const FlatTree::Node& node) {
  const std::string_view text = node.text();
  if (text.empty()) return;
  if (pre_depth_ > 0) {
    if (pre_just_opened_ && text[0] == '\n') out_ += '\n';  // parsers drop the first one
    pre_just_opened_ = false;
    append_escaped(out_, text, false);
    return;
  }
  constexpr std::uint8_t kPlain = TextShape::kSingleSpaces | TextShape::kUnescaped;
  if (node.shape() & TextShape::kBlank) {
    out_ += ' ';
  } else if ((node.shape() & kPlain) == kPlain) {
    out_ += text;
  } else {
    append_flowing(out_, text);
  }
}

}  // namespace

std::string walk_clean(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base, NodeSkip skip,
                       std::optional<std::span<const HtmlLink>> links) {
  return CleanWalk(doc, base, skip, links).run(root);
}

std::string clean_html(const HtmlDocument& doc, HtmlDocument::NodeId root, const Url& base,
                       const NodeFilter& skip) {
  return guarded_or_empty([&]() -> std::string {
    return root < doc.size() ? walk_clean(doc, root, base, {&skip, nullptr}, std::nullopt) : std::string();
  });
}

}  // namespace bfa
