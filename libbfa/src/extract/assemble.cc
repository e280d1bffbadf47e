// SPDX-License-Identifier: Apache-2.0
#include "assemble.h"

#include <algorithm>
#include <set>
#include <utility>

#include "bfa/html/content.h"
#include "bfa/text/language.h"
#include "bfa/url/canonical.h"

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

std::vector<Reference> references_of(const std::vector<HtmlLink>& links) {
  std::vector<Reference> out;
  std::set<std::pair<ReferenceKind, std::string>> seen;
  for (const HtmlLink& link : links) {
    const std::optional<ReferenceKind> kind = reference_kind(link.kind);
    if (!kind) continue;
    Reference reference;
    reference.kind = *kind;
    reference.url = link.url;
    reference.text = link.text;
    if (seen.emplace(reference.kind, reference.url).second) out.push_back(std::move(reference));
  }
  return out;
}

bool has_rel(std::string_view rel, std::string_view word) {
  const std::size_t at = rel.find(word);
  return at != std::string_view::npos && (at == 0 || rel[at - 1] == ' ') &&
         (at + word.size() == rel.size() || rel[at + word.size()] == ' ');
}

// Links that say rel=tag, near the article: its own, or those beside it.
std::vector<std::string> tags_of(const PageIndex& page, NodeId article) {
  std::vector<std::string> out;
  const HtmlDocument& doc = page.doc();
  NodeId top = article;
  for (int up = 0;
       up < 2 && doc.parent(top) != HtmlDocument::kNone && page.tag(doc.parent(top)) != Tag::kBody; ++up) {
    top = doc.parent(top);
  }
  for (NodeId n = top; n < doc.end(top); ++n) {
    if (page.tag(n) != Tag::kA || !has_rel(doc.attribute(n, "rel"), "tag")) continue;
    if (page.zones(n) & (kZoneIgnored | kZoneComments | kZoneRelated | kZoneAside | kZoneSide)) continue;
    std::string tag = line_of(page, n);
    if (!tag.empty() && std::find(out.begin(), out.end(), tag) == out.end()) out.push_back(std::move(tag));
  }
  return out;
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
  if (!decision.duplicate_of.empty()) object.attributes["duplicate_of"] = std::move(decision.duplicate_of);
  object.provenance = std::move(decision.provenance);
  if (!decision.author.empty()) object.authors.push_back(std::move(decision.author));
  if (decision.kind == ObjectKind::kPost && input.entry != nullptr) object.feed = input.feed_url;
  object.language = decision.language.empty() ? std::string(facts.language) : decision.language;
  if (decision.article == HtmlDocument::kNone) return object;
  const CutMap& cut = decision.cut;
  const NodeFilter skip = [&cut](NodeId n) { return cut[n] != 0; };
  const Url base = base_url(page.doc(), input.url);
  object.text = text_of(page.doc(), decision.article, skip);
  object.html = clean_html(page.doc(), decision.article, base, skip);
  object.references = references_of(links_of(page.doc(), decision.article, base, skip));
  if (decision.kind == ObjectKind::kPost) object.tags = tags_of(page, decision.article);
  if (object.language.empty()) object.language = detect_language(object.text);
  return object;
}

}  // namespace bfa
