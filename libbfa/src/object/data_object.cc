// SPDX-License-Identifier: Apache-2.0
#include "bfa/object/data_object.h"

#include <array>

#include "base/guard.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

struct KindName {
  ObjectKind kind;
  std::string_view name;
};
constexpr std::array<KindName, 5> kKindNames = {{{ObjectKind::kBlog, "blog"},
                                                 {ObjectKind::kFeed, "feed"},
                                                 {ObjectKind::kPost, "post"},
                                                 {ObjectKind::kPage, "page"},
                                                 {ObjectKind::kComment, "comment"}}};

constexpr char kKeyVersion = 1;
constexpr std::size_t kMaxIdBytes = 200;

// Ids come from feeds: any bytes, any length. A NUL ends parts of a key, so no part may contain one.
void append_id(std::string& key, std::string_view id) {
  if (id.size() > kMaxIdBytes) {
    key += "sha256:" + hex_encode(digest(DigestAlgorithm::kSha256, id));
    return;
  }
  for (const char c : id) {
    if (c == '\0') {
      key += "%00";
    } else {
      key += c;
    }
  }
}

void append_url(std::string& key, std::string_view text) {
  const auto url = Url::parse(text);
  if (!url) {
    key += '\0';  // no host: such keys sort first within their kind
    key += '\0';
    append_id(key, text);
    return;
  }
  key += reversed_host(url->host());
  if (url->has_explicit_port()) key += ':' + std::to_string(url->port());
  key += '\0';
  key += url->scheme();
  key += '\0';
  key += url->path();
  if (url->has_query()) (key += '?') += url->query();
  if (!url->fragment().empty()) (key += '#') += url->fragment();
}

}  // namespace

std::string_view kind_name(ObjectKind kind) {
  for (const auto& row : kKindNames) {
    if (row.kind == kind) return row.name;
  }
  return "unknown";
}

std::optional<ObjectKind> parse_kind(std::string_view name) {
  for (const auto& row : kKindNames) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

std::string object_key(ObjectKind kind, std::string_view url, std::string_view comment_id) {
  return guarded_or_empty([&]() -> std::string {
    std::string key;
    key.reserve(url.size() + comment_id.size() + 16);
    key += kKeyVersion;
    key += static_cast<char>(kind);
    append_url(key, url);
    if (!comment_id.empty()) {
      key += '\0';
      append_id(key, comment_id);
    }
    return key;
  });
}

std::string object_key(const DataObject& object) {
  return guarded_or_empty([&]() -> std::string {
    if (object.kind != ObjectKind::kComment) return object_key(object.kind, object.url);
    if (!object.url.empty() && object.url != object.post) return object_key(object.kind, object.url);
    return object_key(object.kind, object.post.empty() ? object.url : object.post, object.id);
  });
}

}  // namespace bfa
