// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "extract/fields/title_frame.h"
#include "extract/learn/training.h"

namespace bfa {

// What a blog writes around the titles of its posts.
struct TitleLesson {
  TitleFrame frame;
  std::vector<std::string> words;  // what "{category}" stands for
};

// The texts of the page's links, as far as they may be words under which posts are filed.
void add_link_texts(const PageIndex& page, std::vector<std::string>& out);

// What a page of the feed may have for a slot: the entry's words, authors and day, and the texts of
// links, as categories are.
TitleWords words_of_entry(const TrainingExample& example, const std::string& language);

// What <title> has around titles, from pages whose titles the feed has.
TitleLesson learn_title_frame(const std::vector<TrainingExample>& examples, const std::string& language);

// The same without a feed, from many pages and their <title>s: a part that they have in common; and where a
// part of <title> is on the page as a line of its own, a heading first, what <title> has around it.
TitleLesson learn_title_frame(std::span<const PageIndex* const> pages,
                              const std::vector<std::string>& titles);

}  // namespace bfa
