// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"
#include "store/store_fixture.h"

namespace bfa::test {

// An archive of a few blogs that is made step by step, in a fixed random order: posts with tags, authors and
// dates of all precisions, edits, posts that are gone and come back, comments, list pages.
class MadeBlogs {
 public:
  explicit MadeBlogs(unsigned seed)
      : random_(seed), archive_(open_or_fail(folder_ / "archive", write_options())) {}

  const Archive& archive() const { return *archive_; }
  std::string path() const { return folder_ / "archive"; }
  UtcTime now() const { return now_; }

  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
    flush();
  }
  void flush() { EXPECT_TRUE(archive_->sink().flush()); }
  int any(int most) { return std::uniform_int_distribution<int>(0, most - 1)(random_); }

  static std::string host(int number) { return "blog" + std::to_string(number) + ".example"; }
  static std::string url_of(int host_number, int post) {
    return "https://" + host(host_number) + "/p/" + std::to_string(post);
  }

  // One capture of a page: a new post, an edit of one, or the same again.
  void step() {
    now_ += std::chrono::seconds(any(40'000));
    const int host_number = any(3);
    const std::string url = url_of(host_number, any(12));
    if (any(8) == 0) return see_gone(url);
    StepResult step = page_step(url, now_, "text " + std::to_string(any(4)) + " of a post");
    step.task.blog = "https://" + host(host_number) + "/";
    DataObject& post = step.objects[0].object;
    fill(post, url);
    if (any(10) == 0) post.kind = ObjectKind::kPage;
    if (any(3) == 0) step.objects.push_back({comment_on(url), now_, 0});
    take(*archive_, step);
  }

 private:
  void fill(DataObject& post, const std::string& url) {
    static const char* const kDates[] = {"",
                                         "2026",
                                         "2025-11",
                                         "2026-01-02",
                                         "2026-01-02T10:00:00",
                                         "2026-01-02T23:30:00-05:00",
                                         "2019-07-01T00:00:00Z",
                                         "2027-03-03"};
    // Mostly a date of its own that stays.
    const auto number = static_cast<unsigned>(std::hash<std::string>()(url) % 8);
    const char* const date = kDates[any(6) == 0 ? any(8) : number];
    if (*date != '\0') post.published = *parse_timestamp(date);
    post.title = "Title " + std::to_string(number);
    post.authors = {any(4) == 0 ? "Bo" : "Ann"};
    if (any(2) == 0) post.tags = {"red", "blue"};
    if (any(5) == 0) post.tags.push_back("rare");
    if (any(5) == 0) post.tags.push_back("Music");
    if (any(2) == 0) post.attributes["categories"] = "News\nMusic";
    post.language = any(4) == 0 ? "de" : "en";
  }

  DataObject comment_on(const std::string& post) {
    DataObject comment;
    comment.kind = ObjectKind::kComment;
    comment.post = post;
    comment.url = post + "#c" + std::to_string(any(5));
    comment.authors = {any(2) == 0 ? "Ann" : "Cy"};
    comment.text = "comment " + std::to_string(any(3));
    comment.published = *parse_timestamp("2026-01-05T10:00:00Z");
    if (comment.url.ends_with('3')) comment.attributes["comment_type"] = "pingback";
    if (comment.url.ends_with('4')) comment.attributes["comment_type"] = "trackback";
    return comment;
  }

  void see_gone(const std::string& url) {
    StepResult step;
    step.task = page_task(url);
    step.outcome = Outcome::kGone;
    step.exchanges.push_back(exchange_of(url, now_, "no", 404));
    take(*archive_, step);
  }

  TemporaryDirectory folder_;
  std::mt19937 random_;
  std::unique_ptr<Archive> archive_;
  UtcTime now_ = *parse_rfc3339("2026-01-01T00:00:00Z");
};

}  // namespace bfa::test
