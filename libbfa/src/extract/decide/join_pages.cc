// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "bfa/extract/pagination.h"
#include "extract/decide/page_address.h"

namespace bfa {
namespace {

constexpr std::uint32_t kMaxParts = 99;

std::string key_of(const std::string& address) {
  const Result<Url> url = Url::parse(address);
  return url ? part_key(*url) : address;
}

void add_links(const Extraction& page, std::map<std::uint32_t, std::string>& known) {
  for (const PartLink& link : page.parts.later) known.try_emplace(link.number, link.url);
}

void add_missing(std::vector<std::string>& to, std::vector<std::string> from) {
  for (std::string& name : from) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(std::move(name));
  }
}

void add_references(DataObject& post, std::vector<Reference> more) {
  for (Reference& reference : more) {
    const bool known = std::any_of(post.references.begin(), post.references.end(), [&](const Reference& own) {
      return own.kind == reference.kind && own.url == reference.url;
    });
    if (!known) post.references.push_back(std::move(reference));
  }
}

// Each page of a post may show all of its comments.
void add_comments(std::vector<DataObject>& to, std::vector<DataObject> from) {
  std::set<std::string> known;
  for (const DataObject& comment : to) known.insert(comment.id);
  for (DataObject& comment : from) {
    if (known.insert(comment.id).second) to.push_back(std::move(comment));
  }
}

void append_part(Extraction& post, Extraction part) {
  DataObject& object = *post.object;
  (object.text += "\n\n") += part.object->text;
  object.html += part.object->html;
  add_references(object, std::move(part.object->references));
  add_missing(object.tags, std::move(part.object->tags));
  (object.attributes["parts"] += "\n") += part.object->url;
  object.provenance.confidence = std::min(object.provenance.confidence, part.object->provenance.confidence);
  add_comments(post.comments, std::move(part.comments));
  post.findings.insert(post.findings.end(), part.findings.begin(), part.findings.end());
}

}  // namespace

bool is_first_part(const Extraction& page) {
  return page.object && page.parts.number == 1;
}

bool is_later_part(const Extraction& page) {
  return page.object && page.parts.number > 1;
}

std::vector<std::string> part_urls(const DataObject& post) {
  std::vector<std::string> out;
  const auto at = post.attributes.find("parts");
  if (at == post.attributes.end()) return out;
  for (std::string_view rest = at->second; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    out.emplace_back(line);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return out;
}

Result<Extraction> join_parts(Extraction first, const PartLoader& load) {
  if (!is_first_part(first)) return first;
  const std::string own = key_of(first.parts.first);
  std::map<std::uint32_t, std::string> known;
  add_links(first, known);
  std::set<std::string> texts{first.object->text};
  first.object->attributes["parts"] = first.object->url;
  bool joined = false;
  for (std::uint32_t number = 2; number <= kMaxParts; ++number) {
    const auto at = known.find(number);
    if (at == known.end()) break;
    BFA_ASSIGN_OR_RETURN(std::optional<Extraction> part, load(at->second));
    if (!part || !part->object) {
      first.findings.push_back(
          Finding{Code::kNotFound, "part", "a page of this post is not at hand", -1, at->second});
      continue;
    }
    if (part->parts.number != number || key_of(part->parts.first) != own) break;
    if (part->object->text.empty() || !texts.insert(part->object->text).second) break;
    add_links(*part, known);
    append_part(first, std::move(*part));
    joined = true;
  }
  if (!joined) first.object->attributes.erase("parts");
  return first;
}

}  // namespace bfa
