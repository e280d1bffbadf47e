// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "bfa/extract/extract.h"
#include "extract/page/page_facts.h"
#include "extract/page/page_index.h"
#include "extract/rules/page_view.h"

namespace bfa {

// A place on a page that may have the time of the post's last change: its form in rules, and how it is read.
struct ModifiedPlace {
  const char* xpath;
  const char* attribute;
  // The text at the place; may be empty. `article` may be kNone.
  std::string (*read)(const PageIndex& page, const PageFacts& facts, HtmlDocument::NodeId article);
};
std::span<const ModifiedPlace> modified_places();
// The rule that reads the feed's entry in place of the page.
inline constexpr const char* kModifiedEntryPath = "/entry/updated";

// Later by more than a clock's inexactness: a minute between instants. Between days: by a day, or by two if
// only one of the zones is known.
bool is_later(const Timestamp& time, const Timestamp& published);

// The time by the first of the template's rules that gives one after `published` and not after the capture.
// Nothing without such a time: a post that never changed has no such date. Sets the provenance of
// "modified".
std::optional<Timestamp> find_modified(const PageView& view, HtmlDocument::NodeId article,
                                       const std::optional<Timestamp>& published, Provenance& provenance);

}  // namespace bfa
