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

// What finds the places that the voters of a rule chose better than the rule does; empty: the rule does.
//
// Where names distinguish little (a class for each post, names with digits, the same few names on everything,
// no names), a rule finds several places on most pages, and the heaviest need not be the chosen one. The
// sharper XPath names the chosen places alone: by a name that all of these pages have though it has digits,
// by a longer path, or by an element's place among its siblings ("/div[2]"), with the fewest of these that
// do. `chosen`: of all pages; those count where the rule is the chosen place's own.
std::string refined_rule(std::span<const ChosenPlace> chosen, const FieldRule& rule);

}  // namespace bfa
