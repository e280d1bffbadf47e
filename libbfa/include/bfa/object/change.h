// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  Verdict verdict = Verdict::kNone;  // kContent: the object changed; kBoilerplate: only the page around it;
                                     // kNone: same bytes
  std::vector<ChangeReason> reasons;
  double similarity = 1;             // of the texts, by words, [0, 1]
  std::vector<TextEdit> text_edits;  // empty when the texts are equal
  std::vector<Reference> links_added, links_removed, media_added, media_removed;
};

// Compares two states of one object: text, title, references, metadata; markup, language, provenance and
// counters are no change. White space and typographic variants of the same character do not count, nor does
// metadata that is no longer found, nor a date that only became less or more precise. verdict is kContent or
// kNone: whether the page around it changed only the caller knows. `from`, `to` are left to the caller.
// Every rule and its reason: docs/formats/object.md. Thread-safe. Source: Archiving Data Objects using Web
// Feeds, change detection on objects of the same URL.
BFA_EXPORT Change compare_objects(const DataObject& before, const DataObject& after);

// The same decision without the edit scripts: cheap. True when compare_objects would say kContent.
BFA_EXPORT bool object_changed(const DataObject& before, const DataObject& after);

}  // namespace bfa
