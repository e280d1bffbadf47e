// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bfa/feed/feed.h"
#include "bfa/report/report.h"
#include "report/window_history.h"

namespace bfa {

// The feeds of posts of an archive: collects the answers of their servers, then compares each with those
// before it. In memory 24 bytes for each answer, and the entries of one feed at a time.
class FeedWindows {
 public:
  explicit FeedWindows(const Archive& archive) : archive_(archive) {}

  // The blog with this number uses the feed; the first one that says so has it.
  // `main`: its posts were learned from it.
  void expect(const std::string& url, std::size_t blog, bool main);
  bool knows(const std::string& url) const { return index_.contains(url); }
  // An answer of a feed's server, in any order.
  void add(const Capture& capture, std::size_t blog);

  // Gives the figures of each feed of posts to its blog.
  Status finish(std::vector<BlogFigures>& blogs);

 private:
  struct Answer {
    std::int64_t time = 0;
    std::uint64_t sequence = 0;
    std::uint32_t digest = 0;  // a part of the payload's, to skip equal ones; 0: not known
    bool unchanged = false;    // the server says so: 304
  };
  struct Source {
    std::size_t blog = 0;
    bool expected = false;  // the blog names it, whatever its answers are
    bool main = false;      // stands first among the feeds of its blog
    std::string url, final_url;
    std::vector<Answer> answers;
  };

  std::size_t source_of(const std::string& url, std::size_t blog);
  // A feed of the blog that was counted: when it was last one, and what was in it.
  struct Done {
    Answer last_feed;
    WindowHistory history;
  };

  // Both answered in one visit.
  bool in_one_visit(const Answer& one, const Answer& other) const;
  void continue_from(const std::vector<Done>& before, const Answer& first, WindowHistory& history) const;
  Result<std::optional<FeedFigures>> figures_of(const Source& source, std::vector<Done>& before) const;
  Result<bool> read(const Source& source, const Answer& answer, Feed& feed) const;

  const Archive& archive_;
  std::map<std::string, std::size_t> index_;
  std::vector<Source> sources_;
  std::vector<std::uint64_t> crawls_;  // the step before each, ascending
};

}  // namespace bfa
