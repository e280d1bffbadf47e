// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "bfa/html/document.h"
#include "replay/rebuilt_content.h"

namespace bfa {

// Where content goes in a captured page.
struct RebuiltPlaces {
  HtmlDocument::NodeId content = HtmlDocument::kNone;  // kNone: nowhere
  std::map<std::string, HtmlDocument::NodeId> fields;  // "title", "author", "date": outside of the content
  std::set<std::string> within;                        // fields that stood within the content
  std::set<HtmlDocument::NodeId> left_out;  // what belongs to another post, or was in the content's place
};

// The places by the rules of an object and of a template; `other`: the page is of another post.
RebuiltPlaces places_in(const HtmlDocument& doc, const DataObject& object, const Template* rules, bool other);

// The place of a list: its first item. Items are siblings with one link to one of `entries` each; of several
// lists the one with most text counts.
RebuiltPlaces list_place_in(const HtmlDocument& doc, const Url& url, const std::vector<FeedEntry>& entries);

// The captured page as markup with the content in its place; not yet rewritten, and not safe.
std::string markup_with(const HtmlDocument& doc, std::string_view source, const Url& url,
                        const RebuiltPlaces& places, const RebuiltContent& content, bool other);

// A page of the content alone.
std::string plain_markup(const RebuiltContent& content);

}  // namespace bfa
