// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/extract/extract.h"
#include "page_facts.h"
#include "page_index.h"
#include "training.h"

namespace bfa {

// Where the blog says when its posts were changed: metadata, JSON-LD, microdata, the class "updated" of
// hAtom, a line such as "Updated on May 5, 2024", the feed's entries. A place counts when three pages have
// it, nearly all of their values are not before the page's day of publication, and those after it are not all
// of about one day: that is when the site was built. Rules of the field "modified", best first.
std::vector<FieldRule> learn_modified(const std::vector<Trainee>& trainees, const std::string& language);

// What the first of the template's rules says that gives a time after `published` and not after the capture;
// nothing where none does: a post that never changed has no such date. Sets the provenance of "modified".
std::optional<Timestamp> find_modified(const Template& t, const PageInput& input, const PageIndex& page,
                                       const PageFacts& facts, HtmlDocument::NodeId article,
                                       const std::optional<Timestamp>& published, Provenance& provenance);

}  // namespace bfa
