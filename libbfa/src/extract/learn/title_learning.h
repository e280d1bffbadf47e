// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "extract/fields/title_frame.h"
#include "extract/learn/training.h"

namespace bfa {

// The text that a blog writes around the titles of its posts.
struct TitleLesson {
  TitleFrame frame;
  std::vector<std::string> words;  // the values of "{category}"
};

// The texts of the page's links, as far as they may be words under which posts are filed.
void add_link_texts(const PageIndex& page, std::vector<std::string>& out);

// The possible contents of a slot on a page of the feed: the entry's words, authors and day, and the texts
// of links, as categories are.
TitleWords words_of_entry(const TrainingExample& example, const std::string& language);

// The text around titles in <title>, from pages whose titles the feed has.
TitleLesson learn_title_frame(const std::vector<TrainingExample>& examples, const std::string& language);

// The same without a feed, from many pages and their <title>s: a part that they have in common; and if a
// part of <title> is a line of the page, preferably a heading, the text around it in <title>.
TitleLesson learn_title_frame(std::span<const PageIndex* const> pages,
                              const std::vector<std::string>& titles);

}  // namespace bfa
