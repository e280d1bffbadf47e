// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/extract/pagination.h"
#include "extract/page/address_identity.h"

namespace bfa {
namespace {

constexpr std::uint32_t kMaxPages = 99;

std::string key_of(const std::string& address) {
  const Result<Url> url = Url::parse(address);
  return url ? address_identity(*url) : address;
}

void add_links(const Extraction& page, std::map<std::uint32_t, std::string>& known) {
  for (const PageLink& link : page.pagination.later) known.try_emplace(link.number, link.url);
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

void append_page(Extraction& post, Extraction page) {
  DataObject& object = *post.object;
  (object.text += "\n\n") += page.object->text;
  object.html += page.object->html;
  add_references(object, std::move(page.object->references));
  add_missing(object.tags, std::move(page.object->tags));
  (object.attributes["parts"] += "\n") += page.object->url;
  object.provenance.confidence = std::min(object.provenance.confidence, page.object->provenance.confidence);
  add_comments(post.comments, std::move(page.comments));
  post.findings.insert(post.findings.end(), page.findings.begin(), page.findings.end());
}

}  // namespace

bool is_first_page(const Extraction& page) {
  return page.object && page.pagination.number == 1;
}

bool is_later_page(const Extraction& page) {
  return page.object && page.pagination.number > 1;
}

std::vector<std::string> joined_urls(const DataObject& post) {
  return guarded_or_empty([&]() -> std::vector<std::string> {
    std::vector<std::string> out;
    const auto at = post.attributes.find("parts");
    if (at == post.attributes.end()) return out;
    for (std::string_view rest = at->second; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      out.emplace_back(line);
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return out;
  });
}

namespace {

Result<Extraction> join(Extraction first, const PageLoader& load) {
  const std::string own = key_of(first.pagination.first);
  std::map<std::uint32_t, std::string> known;
  add_links(first, known);
  std::set<std::string> texts{first.object->text};
  first.object->attributes["parts"] = first.object->url;
  bool joined = false;
  for (std::uint32_t number = 2; number <= kMaxPages; ++number) {
    const auto at = known.find(number);
    if (at == known.end()) break;
    BFA_ASSIGN_OR_RETURN(std::optional<Extraction> page, load(at->second));
    if (!page || !page->object) {
      first.findings.push_back(
          Finding{Code::kNotFound, "part", "a page of this post is not at hand", -1, at->second});
      continue;
    }
    if (page->pagination.number != number || key_of(page->pagination.first) != own) break;
    if (page->object->text.empty() || !texts.insert(page->object->text).second) break;
    add_links(*page, known);
    append_page(first, std::move(*page));
    joined = true;
  }
  if (!joined) first.object->attributes.erase("parts");
  return first;
}

}  // namespace

Result<Extraction> join_pages(Extraction first, const PageLoader& load) {
  return guarded([&]() -> Result<Extraction> {
    if (!is_first_page(first)) return std::move(first);
    return join(std::move(first), load);
  });
}

}  // namespace bfa
