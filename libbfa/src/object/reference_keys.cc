// SPDX-License-Identifier: Apache-2.0
#include "object/reference_keys.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

// Until nothing more is encoded: an address inside of an address inside of an address.
std::string fully_decoded(std::string_view text) {
  std::string out = percent_decode(text);
  for (int depth = 0; depth < 3; ++depth) {
    std::string next = percent_decode(out);
    if (next == out) break;
    out = std::move(next);
  }
  return out;
}

std::string reference_key(const Reference& reference, const std::optional<Url>& url) {
  std::string key(1, static_cast<char>(reference.kind));
  return key + (url ? fetch_dedup_key(canonical_url(*url)) : reference.url);
}

// The page of an object, to tell which links are about it.
class OwnPage {
 public:
  explicit OwnPage(const std::string& address) {
    const auto url = Url::parse(address);
    if (!url) return;
    key_ = fetch_dedup_key(canonical_url(url->without_fragment()));
    if (url->path().size() < 2) return;  // every address of the blog has the home page in it
    name_ = fully_decoded(std::string(url->host()) + std::string(url->path()));
    while (name_.ends_with('/')) name_.pop_back();
  }

  bool is_own(std::string_view key) const { return !key_.empty() && key == key_; }

  // A request to a service about the page: its query names the page's address. The blog's platform writes
  // such links, and changes them, under posts that stay as they are.
  bool is_named_in_query(std::string_view address) const {
    const std::size_t query = address.find('?');
    return !name_.empty() && query != std::string_view::npos &&
           fully_decoded(address.substr(query + 1)).find(name_) != std::string::npos;
  }

 private:
  std::string key_, name_;
};

// The hosts of such services: a link to one of them that has no words is a part of the same bar.
std::set<std::string> services_asked(const DataObject& object, const OwnPage& own) {
  std::set<std::string> hosts;
  for (const auto& reference : object.references) {
    if (reference.kind != ReferenceKind::kLink || !own.is_named_in_query(reference.url)) continue;
    if (const auto url = Url::parse(reference.url)) hosts.insert(std::string(url->host()));
  }
  return hosts;
}

bool by_key(const std::pair<std::string, const Reference*>& a,
            const std::pair<std::string, const Reference*>& b) {
  return a.first < b.first;
}

}  // namespace

ReferenceKeys::ReferenceKeys(const DataObject& object) {
  const OwnPage own(object.url);
  const std::set<std::string> services = services_asked(object, own);
  keys_.reserve(object.references.size());
  for (const auto& reference : object.references) {
    const auto url = Url::parse(reference.url);
    std::string key = reference_key(reference, url ? std::optional<Url>(*url) : std::nullopt);
    if (reference.kind == ReferenceKind::kLink) {
      if (own.is_own(std::string_view(key).substr(1)) || own.is_named_in_query(reference.url)) continue;
      if (reference.text.empty() && url && services.contains(std::string(url->host()))) continue;
    }
    keys_.emplace_back(std::move(key), &reference);
  }
  std::stable_sort(keys_.begin(), keys_.end(), by_key);
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  keys_.erase(std::unique(keys_.begin(), keys_.end(), same), keys_.end());
}

bool ReferenceKeys::operator==(const ReferenceKeys& other) const {
  return std::equal(keys_.begin(), keys_.end(), other.keys_.begin(), other.keys_.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first; });
}

void ReferenceKeys::without(const ReferenceKeys& other, std::vector<Reference>& links,
                            std::vector<Reference>& media) const {
  std::vector<std::pair<std::string, const Reference*>> rest;
  std::set_difference(keys_.begin(), keys_.end(), other.keys_.begin(), other.keys_.end(),
                      std::back_inserter(rest), by_key);
  for (const auto& [key, reference] : rest)
    (reference->kind == ReferenceKind::kLink ? links : media).push_back(*reference);
}

}  // namespace bfa
