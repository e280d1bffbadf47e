// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/base/warc_ref.h"

namespace bfa {

enum class ObjectKind : std::uint8_t { kBlog = 1, kFeed = 2, kPost = 3, kPage = 4, kComment = 5 };
BFA_EXPORT std::string_view kind_name(ObjectKind kind);
BFA_EXPORT std::optional<ObjectKind> parse_kind(std::string_view name);

enum class ReferenceKind : std::uint8_t { kLink = 1, kImage = 2, kAudio = 3, kVideo = 4, kEmbed = 5 };
struct Reference {
  ReferenceKind kind = ReferenceKind::kLink;
  std::string url;
  std::string text;    // may be empty
  std::string digest;  // labelled; of media where known

  bool operator==(const Reference&) const = default;
};

// The method and rules that gave an object's fields. compare_objects() ignores it.
struct Provenance {
  std::string method;                          // the strategy: "ensemble", "dice", ..., "generic"; or "feed"
  std::map<std::string, std::string> methods;  // field name to method
  std::uint64_t template_sequence = 0;         // 0: none
  std::map<std::string, std::string> rules;    // field name to XPath
  double confidence = 0;                       // [0, 1]
  std::uint64_t feed_sequence = 0;  // capture of the feed whose entry links to this object; 0: none
  std::int32_t feed_entry = -1;     // index of that entry; -1: none
  WarcRef warc;

  bool operator==(const Provenance&) const = default;
};

// A data object (Oita and Senellart, section 2): what a blog publishes, without the page around it. A value.
// Empty strings and lists mean unknown or none.
struct DataObject {
  std::string url;  // canonical
  ObjectKind kind = ObjectKind::kPage;
  std::string title, subtitle;
  std::vector<std::string> authors;
  std::optional<Timestamp> published, modified;
  std::vector<std::string> tags;
  std::string language;  // BCP 47
  std::string text;      // UTF-8, paragraphs by "\n\n"
  std::string html;      // clean and safe
  std::vector<Reference> references;
  std::string feed;    // URL of the feed it is in
  std::string post;    // of a comment: URL of its post
  std::string parent;  // of a comment: id of the comment that it answers
  std::string id;      // of a comment: the feed's id, or a hash of its content
  std::map<std::string, std::string>
      attributes;      // BlogForever's other attributes, by the names of docs/formats/object.md
  std::string status;  // "active", "gone" (404 or 410 seen), "restricted"
  Provenance provenance;

  bool operator==(const DataObject&) const = default;
};

// An object's identity: kind, reversed host, URL byte-exact, and for a comment without permalink its id.
// The byte order of keys is by kind and host. Source: docs/formats/object.md, "Keys". Thread-safe.
// Empty when memory runs out; no object has an empty key.
BFA_EXPORT std::string object_key(const DataObject& object);
BFA_EXPORT std::string object_key(ObjectKind kind, std::string_view url, std::string_view comment_id = {});

}  // namespace bfa
