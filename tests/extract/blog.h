// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/extract/extract.h"

namespace bfa::test {

// A small blog made in memory: posts with pages and feed entries, and other pages.
class Blog {
 public:
  Blog();

  // A post: `page` is its HTML; the entry has the title, `content` and the author. `entry` false: in no feed.
  void post(const std::string& path, const std::string& title, const std::string& page,
            const std::string& content, const std::string& author = "Ada Fox",
            const std::string& published = "2024-03-05T10:00:00Z");
  void other(const std::string& path, const std::string& page);

  TrainingSet training() const;
  // Learns with the dice strategy; fails the test when that fails.
  Template learn() const;

  Feed feed;

 private:
  struct Page {
    Url url;
    HtmlDocument doc;
  };
  std::deque<Page> pages_;
  std::deque<Page> others_;
};

// Extracts from HTML as the page of `url` (http://blog.example + path).
DataObject extract(const Template* t, const std::string& path, std::string_view html,
                   const FeedEntry* entry = nullptr, std::string_view strategy = "ensemble");

// A page in the layout of the tests' theme: header, sidebar, article in div.story, footer.
struct Theme {
  std::string story_class = "story";
  std::string sidebar = "<h3>About me</h3><p>I write about boats and bread in this little corner.</p>";
  std::string footer = "Powered by a small engine";
  std::string after_story;  // comments and such
  std::string counter = "1,024 visitors";
  bool date = true;

  std::string page(const std::string& title, const std::string& story, const std::string& author = "Ada Fox",
                   const std::string& day = "March 5, 2024") const;
};

// Running text that no other seed gives: `sentences` sentences of made-up words.
std::string prose(unsigned seed, int sentences);
std::string paragraphs(unsigned seed, int count);

}  // namespace bfa::test
