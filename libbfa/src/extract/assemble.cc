// SPDX-License-Identifier: Apache-2.0
#include "assemble.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "bfa/html/content.h"
#include "bfa/text/language.h"
#include "bfa/url/canonical.h"
#include "bylines.h"
#include "post_tags.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kReferenceKinds = 6;  // one more than the last of ReferenceKind

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

std::vector<Reference> references_of(const std::vector<HtmlLink>& links) {
  std::vector<Reference> out;
  std::array<std::unordered_set<std::string_view>, kReferenceKinds> seen;
  for (const HtmlLink& link : links) {
    const std::optional<ReferenceKind> kind = reference_kind(link.kind);
    if (!kind) continue;
    if (!seen[static_cast<std::size_t>(*kind)].insert(link.url).second) continue;
    Reference& reference = out.emplace_back();
    reference.kind = *kind;
    reference.url = link.url;
    reference.text = link.text;
  }
  return out;
}

std::string_view primary(std::string_view language) {
  return language.substr(0, language.find('-'));
}

// The language of the text, where it is long enough to tell and is not the blog's: the blog's says more about
// its region and script.
std::string language_of_text(const std::string& text, std::string declared) {
  constexpr std::size_t kEnough = 200, kSample = 2400;
  if (text.size() < kEnough && !declared.empty()) return declared;
  std::size_t end = std::min(text.size(), kSample);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
  std::string found = detect_language(std::string_view(text).substr(0, end));
  if (found.empty() || primary(found) == primary(declared)) return declared;
  return found;
}

void set_tags(const PageIndex& page, NodeId article, const FeedEntry* entry, DataObject& object) {
  PostTags found = tags_of_post(page, article);
  if (found.tags.empty() && found.categories.empty() && entry != nullptr) {
    found = tags_of_entry(page, article, entry->tags);
  }
  object.tags = std::move(found.tags);
  std::string categories;
  for (const std::string& category : found.categories)
    categories += (categories.empty() ? "" : "\n") + category;
  if (!categories.empty()) object.attributes["categories"] = std::move(categories);
}

}  // namespace

DataObject make_object(const PageInput& input, const PageIndex& page, const PageFacts& facts,
                       Decision decision) {
  DataObject object;
  object.url = canonical_url(input.url, {.drop_fragment = true}).href();
  object.kind = decision.kind;
  object.title = std::move(decision.title);
  object.published = decision.published;
  object.status = "active";
  if (!decision.duplicate_of.empty()) {
    const char* const name = decision.is_part ? "part_of" : "duplicate_of";
    object.attributes[name] = std::move(decision.duplicate_of);
  }
  object.provenance = std::move(decision.provenance);
  object.authors = split_names(decision.author);
  if (decision.kind == ObjectKind::kPost && input.entry != nullptr) object.feed = input.feed_url;
  object.language = decision.language.empty() ? std::string(facts.language) : decision.language;
  if (decision.article == HtmlDocument::kNone) return object;
  const CutMap& cut = decision.cut;
  const NodeFilter skip = [&cut](NodeId n) { return cut[n] != 0; };
  const Url base = base_url(page.doc(), input.url);
  object.text = text_of(page.doc(), decision.article, skip);
  object.html = clean_html(page.doc(), decision.article, base, skip);
  object.references = references_of(links_of(page.doc(), decision.article, base, skip));
  if (decision.kind == ObjectKind::kPost) set_tags(page, decision.article, input.entry, object);
  object.language = language_of_text(object.text, std::move(object.language));
  return object;
}

}  // namespace bfa
