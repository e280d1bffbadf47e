// SPDX-License-Identifier: Apache-2.0
#include "extract/page/page_facts.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/ascii.h"
#include "bfa/text/utf8.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

std::string text_content(const HtmlDocument& doc, NodeId n) {
  std::string out;
  for (NodeId id = n; id < doc.end(n); ++id) {
    if (doc.is_text(id)) out += doc.text(id);
  }
  return out;
}

// The string value of the first `"key": "..."` at or after `from`; JSON-LD is often broken, so this reads
// only the pair. Sets `from` past it.
std::string json_string(std::string_view json, std::string_view key, std::size_t from = 0) {
  std::string quoted = "\"";
  quoted += key;
  quoted += '"';
  std::size_t at = json.find(quoted, from);
  if (at == std::string_view::npos) return {};
  at += quoted.size();
  while (at < json.size() && (std::isspace(static_cast<unsigned char>(json[at])) || json[at] == ':')) ++at;
  if (at >= json.size() || json[at] != '"') return {};
  std::string out;
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') return {};  // escapes: rare in names and dates, not worth a guess
    out.push_back(json[at]);
  }
  return out;
}

bool names_thread(std::string_view type) {
  return type.find("DiscussionForumPosting") != std::string_view::npos ||
         type.find("QAPage") != std::string_view::npos;
}

void read_json_ld(std::string_view json, PageFacts& facts) {
  facts.says_thread = facts.says_thread || names_thread(json);
  if (facts.ld_published.empty()) facts.ld_published = json_string(json, "datePublished");
  if (!facts.ld_author.empty()) return;
  const std::size_t author = json.find("\"author\"");
  if (author == std::string_view::npos) return;
  const std::string direct = json_string(json, "author", author);
  facts.ld_author = direct.empty() ? json_string(json.substr(0, author + 300), "name", author) : direct;
}

void read_meta(const HtmlDocument& doc, NodeId n, PageFacts& facts) {
  std::string_view key = doc.attribute(n, "property");
  if (key.empty()) key = doc.attribute(n, "name");
  if (key.empty()) key = doc.attribute(n, "itemprop");
  const std::string_view value = doc.attribute(n, "content");
  if (key.empty() || value.empty()) return;
  if (key == "generator" && is_forum_software(value)) facts.says_thread = true;
  struct Slot {
    std::string_view key;
    std::string_view PageFacts::* field;
  };
  static constexpr std::array<Slot, 12> kSlots{{
      {"og:title", &PageFacts::og_title},
      {"og:type", &PageFacts::og_type},
      {"og:site_name", &PageFacts::site_name},
      {"author", &PageFacts::author},
      {"Author", &PageFacts::author},
      {"article:author", &PageFacts::author},
      {"article:published_time", &PageFacts::published},
      {"datePublished", &PageFacts::published},
      {"article:modified_time", &PageFacts::modified},
      {"dateModified", &PageFacts::modified},
      {"description", &PageFacts::description},
      {"og:description", &PageFacts::description},
  }};
  for (const Slot& slot : kSlots) {
    if (slot.key == key && (facts.*slot.field).empty()) facts.*slot.field = value;
  }
}

}  // namespace

PageFacts read_facts(const PageIndex& page) {
  PageFacts facts;
  NodeId drawing_end = 0;  // a drawing's <title> is not the page's title
  for (const NodeId n : page.telling(0, static_cast<NodeId>(page.size()))) {
    if (n < drawing_end) continue;
    switch (page.tag(n)) {
      case Tag::kHtml:
        facts.language = page.attribute(n, "lang");
        [[fallthrough]];
      case Tag::kBody:
      case Tag::kDiv:
      case Tag::kArticle:
        if (!facts.says_thread && page.holds(n, FlatTree::kHoldsMeaning))
          facts.says_thread = names_thread(page.attribute(n, "itemtype"));
        break;
      case Tag::kTitle:
        if (facts.head_title.empty()) facts.head_title = collapse_space(text_content(page.doc(), n));
        break;
      case Tag::kMeta:
        read_meta(page.doc(), n, facts);
        break;
      case Tag::kScript:
        if (page.attribute(n, "type") == "application/ld+json")
          read_json_ld(text_content(page.doc(), n), facts);
        break;
      case Tag::kSvg:
        drawing_end = page.end(n);
        break;
      default:
        break;
    }
  }
  return facts;
}

std::string comparable_title(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const char ascii = text[pos];
    if (static_cast<unsigned char>(ascii) < 0x80) {
      if (is_letter_or_digit(ascii)) {
        out.push_back(ascii_lower(ascii));
        ++pos;
        continue;
      }
    }
    const char32_t c = next_code_point(text, pos);
    if (is_word_char(c)) append_code_point(out, fold_case(c));
  }
  return out;
}

}  // namespace bfa
