// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bfa/object/data_object.h"
#include "bfa/text/word_diff.h"

namespace bfa {

// What happened to an object between two states of it. compare_objects() gives kNone or kContent; the others
// need the history. Stored: never renumber.
enum class Verdict : std::uint8_t {
  kNone = 0,         // no change
  kBoilerplate = 1,  // only the page around the object changed
  kContent = 2,      // the object changed
  kNew = 3,          // its first version
  kGone = 4,         // its page answered 404 or 410
  kBack = 5,         // its page answers again after it was gone
  kMoved = 6,        // the same object under a new address
  kReread = 7,       // the same bytes, read anew by another template or program: a reading, not a version
};
// "none", "boilerplate", "content", "new", "gone", "back", "moved", "reread".
BFA_EXPORT std::string_view verdict_name(Verdict verdict);
BFA_EXPORT std::optional<Verdict> parse_verdict(std::string_view name);

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
  Verdict verdict = Verdict::kNone;
  std::vector<ChangeReason> reasons;
  double similarity = 1;             // of the texts, by words, [0, 1]
  std::vector<TextEdit> text_edits;  // empty when the texts are equal
  std::vector<Reference> links_added, links_removed, media_added, media_removed;
  std::string moved_from;             // kMoved: the address before
  std::uint64_t template_before = 0;  // kReread: what the two readings were made with; 0: no template
  std::uint64_t template_after = 0;
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

// An object as observed at an instant, in the reading that was asked for. `sequence`: the archive's number of
// the step that observed it; capture ids contain it.
struct Version {
  DataObject object;
  UtcTime observed{};
  std::uint64_t sequence = 0;
  std::uint64_t capture = 0;   // the step whose record it was read from; 0: its own
  std::uint64_t readings = 1;  // how often its bytes were read with different results
  bool truncated = false;      // every transfer of it was cut: the server states a wrong length
};

// One reading of the bytes of a version. The template stands in the object's provenance.
struct Reading {
  DataObject object;
  std::uint64_t sequence = 0;  // of the step that read
  std::string program;         // "libbfa 0.2.0"; empty: not recorded
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
  // Of a post or page: comments that people wrote; pingbacks and trackbacks on it. A list of heads
  // (ObjectQuery::heads_only, without a time) does not distinguish them: all are in `comment_count`.
  std::uint64_t comment_count = 0, pingback_count = 0;
};

}  // namespace bfa
