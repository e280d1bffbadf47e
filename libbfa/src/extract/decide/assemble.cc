// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/assemble.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "bfa/html/content.h"
#include "bfa/text/language.h"
#include "bfa/url/canonical.h"
#include "extract/fields/bylines.h"
#include "extract/fields/post_tags.h"
#include "extract/learn/tag_rules.h"
#include "html/content_walks.h"
#include "text/alphabet.h"
#include "text/function_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

std::optional<ReferenceKind> reference_kind(LinkKind kind) {
  switch (kind) {
    case LinkKind::kLink:
      return ReferenceKind::kLink;
    case LinkKind::kImage:
      return ReferenceKind::kImage;
    case LinkKind::kAudio:
      return ReferenceKind::kAudio;
    case LinkKind::kVideo:
      return ReferenceKind::kVideo;
    case LinkKind::kEmbed:
      return ReferenceKind::kEmbed;
    default:
      return std::nullopt;
  }
}

// Each address once a kind. References are looked up by a number for both, so that no string is kept twice.
std::vector<Reference> references_of(std::vector<HtmlLink> links) {
  std::vector<Reference> out;
  out.reserve(links.size());
  const auto hash = [&out](std::size_t i) {
    return std::hash<std::string_view>()(out[i].url) + static_cast<std::size_t>(out[i].kind);
  };
  const auto same = [&out](std::size_t a, std::size_t b) {
    return out[a].kind == out[b].kind && out[a].url == out[b].url;
  };
  std::unordered_set<std::size_t, decltype(hash), decltype(same)> seen(links.size(), hash, same);
  for (HtmlLink& link : links) {
    const std::optional<ReferenceKind> kind = reference_kind(link.kind);
    if (!kind) continue;
    out.push_back({*kind, std::move(link.url), std::move(link.text), {}});
    if (!seen.insert(out.size() - 1).second) out.pop_back();
  }
  return out;
}

std::string_view primary(std::string_view language) {
  return language.substr(0, language.find('-'));
}

// At most `bytes` of the text, extended to the end of the last character.
std::string_view beginning_of(std::string_view text, std::size_t bytes) {
  std::size_t end = std::min(text.size(), bytes);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
  return text.substr(0, end);
}

// Leads a letter of a script other than Latin and Greek.
bool leads_other_script(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0xd0 && byte <= 0xe1) || (byte >= 0xe3 && byte <= 0xed);
}

// The language in which the text both begins and ends, by its most common words. `declared` is tried first:
// it needs fewer words, if no other language has any. Empty: unknown.
std::string_view framing_language(std::string_view text, std::string_view declared) {
  constexpr std::size_t kLines = 400;
  constexpr std::array<std::string_view, 7> kKnown{"en", "fr", "de", "es", "it", "pt", "nl"};
  const FunctionWords begin(text.substr(0, kLines));
  const FunctionWords end(text.substr(text.size() - std::min(text.size(), kLines)));
  if (begin.tell(declared) && end.tell(declared)) return declared;
  const auto tells = [](const FunctionWords& words, std::string_view language) {
    return words.tell(language) && words.tell_before_others(language);
  };
  const auto* const found = std::find_if(kKnown.begin(), kKnown.end(), [&](std::string_view language) {
    return tells(begin, language) && tells(end, language);
  });
  if (found != kKnown.end()) return *found;
  const bool leans = begin.lean_to(declared) && end.lean_to(declared);
  return leans && FunctionWords(text).tell_before_others(declared) ? declared : std::string_view();
}

// Except for single letters of other scripts: a name, a mentioned word. Greek is also allowed.
bool is_latin(std::string_view text) {
  constexpr std::size_t kStray = 8;
  std::size_t strays = 0;
  while (text.size() >= sizeof(std::uint64_t) && strays <= kStray) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof bytes);
    const std::string_view few = text.substr(0, sizeof bytes);
    if (bytes & 0x8080808080808080ull)
      strays += static_cast<std::size_t>(std::count_if(few.begin(), few.end(), leads_other_script));
    text.remove_prefix(sizeof bytes);
  }
  return strays + static_cast<std::size_t>(std::count_if(text.begin(), text.end(), leads_other_script)) <=
         kStray;
}

// The language by letters and most common words, for a text that may be in `declared`; empty: use the
// detector, which takes as long as all other steps together.
std::string_view plain_language(std::string_view text, std::string_view declared) {
  if (is_latin(text)) return framing_language(text, declared);
  const std::string_view found = language_of_letters(text, primary(declared));
  return found == "zh" && primary(declared) != found ? std::string_view() : found;  // or zh-Hant
}

// The language of the text, if the text is long enough and not in the blog's language: the blog's tag is
// more precise about region and script.
std::string language_of_text(const std::string& text, std::string declared) {
  constexpr std::size_t kEnough = 200, kSample = 2400, kBeginning = 700;
  if (text.size() < kEnough && !declared.empty()) return declared;
  const std::string_view sample = beginning_of(text, kSample);
  std::string found;
  if (text.size() >= kEnough) found = plain_language(sample, declared);
  // The beginning may show that it is the declared one: the detector's time depends on the length of its
  // input.
  if (found.empty() && !declared.empty() && sample.size() > 2 * kBeginning) {
    constexpr std::array<std::string_view, 5> kOtherScripts{"ja", "ko", "ru", "uk", "zh"};
    const bool other_script =
        std::find(kOtherScripts.begin(), kOtherScripts.end(), primary(declared)) != kOtherScripts.end();
    if ((other_script || is_latin(sample)) &&
        primary(detect_language(beginning_of(text, kBeginning))) == primary(declared))
      return declared;
  }
  if (found.empty()) found = detect_language(sample);
  if (found.empty() || primary(found) == primary(declared)) return declared;
  return found;
}

// Where tags and categories are from: "page" (links beside the article), "rule" (a learned rule alone),
// "feed" (the entry), "classes" (of the element of the post).
void note_tags(const PostTags& found, const PostTags& on_page, std::string_view source,
               Provenance& provenance) {
  const auto note = [&](const char* field, const std::vector<std::string>& all,
                        const std::vector<std::string>& before) {
    if (all.empty()) return;
    const bool by_rule = source == "page" && before.empty();
    provenance.methods[field] = by_rule ? "rule" : std::string(source);
  };
  note("tag", found.tags, on_page.tags);
  note("category", found.categories, on_page.categories);
}

// `t`: whose rules are used too; may be null.
void set_tags(const PageView& view, NodeId article, const Template* t, DataObject& object) {
  const PageIndex& page = view.page;
  const FeedEntry* entry = view.input.entry;
  const std::vector<NodeId> menus = t == nullptr ? std::vector<NodeId>() : menus_of(*t, page, article);
  PostTags found = tags_of_post(page, article, view.input.url.host(), menus);
  const PostTags on_page = found;
  std::string_view source = "page";
  if (t != nullptr) add_tags_by_rules(*t, page, menus, found);
  if (found.tags.empty() && found.categories.empty() && entry != nullptr) {
    found = tags_of_entry(page, article, entry->tags);
    source = "feed";
  }
  if (found.tags.empty() && found.categories.empty()) {
    found = tags_of_classes(page, article);
    source = "classes";
  }
  note_tags(found, on_page, source, object.provenance);
  object.tags = std::move(found.tags);
  std::string categories;
  for (const std::string& category : found.categories)
    categories += (categories.empty() ? "" : "\n") + category;
  if (!categories.empty()) object.attributes["categories"] = std::move(categories);
}

}  // namespace

DataObject make_object(const PageView& view, PageDecision decision, bool with_tag_rules) {
  const PageInput& input = view.input;
  const HtmlDocument& doc = view.doc();
  DataObject object;
  object.url = canonical_url(input.url, {.drop_fragment = true}).href();
  object.kind = decision.kind;
  object.title = std::move(decision.title);
  object.published = decision.published;
  object.status = "active";
  if (!decision.duplicate_of.empty()) {
    const char* const name = decision.is_later_page ? "part_of" : "duplicate_of";
    object.attributes[name] = std::move(decision.duplicate_of);
  }
  object.provenance = std::move(decision.provenance);
  object.authors = split_names(decision.author);
  if (decision.kind == ObjectKind::kPost && object.authors.empty() && view.rules != nullptr &&
      !view.rules->source.author.empty()) {
    object.attributes["blog_author"] = view.rules->source.author;
    object.provenance.methods["author"] = "blog";
  }
  if (decision.kind == ObjectKind::kPost && input.entry != nullptr) object.feed = input.feed_url;
  object.language = decision.language.empty() ? std::string(view.facts.language) : decision.language;
  if (!object.language.empty()) {
    const bool of_blog = view.rules != nullptr && !view.rules->source.language.empty();
    object.provenance.methods["language"] = of_blog ? "blog" : "page";
  }
  if (decision.article == HtmlDocument::kNone) return object;
  const NodeSkip skip{nullptr, decision.cut.data()};
  const Url base = base_url(doc, input.url);
  object.text = walk_text(doc, decision.article, skip);
  std::vector<HtmlLink> links = walk_links(doc, decision.article, base, skip);
  object.html = walk_clean(doc, decision.article, base, skip, links);
  object.references = references_of(std::move(links));
  if (decision.kind == ObjectKind::kPost)
    set_tags(view, decision.article, with_tag_rules ? view.learned() : nullptr, object);
  const std::string declared = object.language;
  object.language = language_of_text(object.text, std::move(object.language));
  if (object.language != declared) object.provenance.methods["language"] = "text";
  return object;
}

}  // namespace bfa
