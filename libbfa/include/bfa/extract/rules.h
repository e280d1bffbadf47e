// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"

namespace bfa {

// What one rule finds on a page.
struct RuleTrial {
  FieldRule rule;
  std::uint32_t matches = 0;  // nodes
  std::string value;          // of the one that counts; an article's begin; empty: nothing found
  bool gave_field = false;    // the object's field is this rule's
};

// Why a page's object is as it is.
struct PageExplanation {
  std::optional<DataObject> object;
  int layout = -1;                    // index into Template::layouts; -1: the one that the feed shows
  double layout_share = 0;            // of that layout's signature: what the page has, [0, 1]
  std::vector<std::string> evidence;  // for or against its being a post, for people
  std::vector<RuleTrial> trials;      // by field, in the order of the rules: winner first, then runners-up
};

// Puts a user's rules before all learned ones, in every layout. Rules that the template has as pins already
// go first all the same and stand there once.
BFA_EXPORT void apply_pins(Template& t, std::span<const FieldRule> pins);

// Extracts the page and says which rule gave which field. Errors: kIo. Thread-safe.
BFA_EXPORT Result<PageExplanation> explain_page(const ExtractionStrategy& strategy, const Template& t,
                                                const PageInput& input);

// The nodes, value and place of one rule on one page; `gave_field` stays false.
BFA_EXPORT RuleTrial try_rule(const FieldRule& rule, const HtmlDocument& doc);

}  // namespace bfa
