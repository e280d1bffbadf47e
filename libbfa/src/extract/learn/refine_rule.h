// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "bfa/object/template.h"
#include "extract/page/page_index.h"

namespace bfa {

// A page and the place on it that a learner chose for the article.
struct ChosenPlace {
  const PageIndex* page = nullptr;
  HtmlDocument::NodeId node = HtmlDocument::kNone;
};

// An XPath that finds the places chosen by the voters of a rule better than the rule; empty: the rule is
// good enough.
//
// If names distinguish little (a class for each post, names with digits, the same few names everywhere, no
// names), a rule finds several places on most pages, and the heaviest may not be the chosen one. The sharper
// XPath finds only the chosen places: by a name with digits that all of these pages have, by a longer path,
// or by an element's position among its siblings ("/div[2]"), with as few of these as possible. `chosen`: of
// all pages; only those are used whose place has this rule.
std::string refined_rule(std::span<const ChosenPlace> chosen, const FieldRule& rule);

}  // namespace bfa
