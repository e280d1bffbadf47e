// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/object/data_object.h"
#include "bfa/text/word_diff.h"

namespace bfa {

enum class Verdict : std::uint8_t { kNone = 0, kBoilerplate = 1, kContent = 2 };
BFA_EXPORT std::string_view verdict_name(Verdict verdict);

// One reason for a verdict: `field` ("text", "title", "references", "authors", ...), `kind` ("changed",
// "added", "removed"), `detail` for people.
struct ChangeReason {
  std::string field, kind, detail;

  bool operator==(const ChangeReason&) const = default;
};

// What differs between two versions of one object.
struct Change {
  std::string url;
  UtcTime from{}, to{};
  // kContent: the object changed; kBoilerplate: only the page around it changed; kNone: no change.
  Verdict verdict = Verdict::kNone;
  std::vector<ChangeReason> reasons;
  double similarity = 1;             // of the texts, by words, [0, 1]
  std::vector<TextEdit> text_edits;  // empty when the texts are equal
  std::vector<Reference> links_added, links_removed, media_added, media_removed;
};

// Compares two states of one object: text, title, references, metadata. These are not changes: markup,
// language, provenance, counters, white space, typographic variants of a character, metadata that is no
// longer found, and a date that only became less or more precise. The verdict is kContent or kNone: only the
// caller knows whether the page around the object changed. The caller sets `from` and `to`.
// docs/formats/object.md has each rule and its reason. Thread-safe. Source: Archiving Data Objects using Web
// Feeds, change detection on objects of the same URL. When memory runs out: kContent without reasons.
BFA_EXPORT Change compare_objects(const DataObject& before, const DataObject& after);

// True when compare_objects returns kContent. Cheap: it makes no edit scripts. When memory runs
// out: true. Thread-safe.
BFA_EXPORT bool object_changed(const DataObject& before, const DataObject& after);

// An object as observed at an instant. `sequence`: the archive's number of the step that observed it; capture
// ids contain it.
struct Version {
  DataObject object;
  UtcTime observed{};
  std::uint64_t sequence = 0;
};

// An observation that repeats the last version.
struct Sighting {
  UtcTime observed{};
  std::uint64_t sequence = 0;
};

// The state and the history of an object in the archive, in numbers.
struct ObjectSummary {
  DataObject latest;
  std::uint64_t versions = 0, sightings = 0;
  UtcTime first_seen{}, last_seen{}, last_changed{};
  std::uint64_t comment_count = 0;  // of a post
};

}  // namespace bfa
