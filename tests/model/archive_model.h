// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "archive_crawl.h"
#include "bfa/crawl/crawl.h"
#include "support/fixtures.h"

namespace bfa::test {

// What an archive must know: for each post, the editions that a run acknowledged, and the posts that were
// removed.
struct Known {
  std::map<std::string, std::set<std::string>> editions;  // URL -> marks in the text
  std::set<std::string> removed;
};

// An archive under random operations, faults and damage, beside a model that knows what was acknowledged,
// damaged and removed. Each operation ends with a comparison of all answers. One seed is one sequence of
// operations, always the same.
class ArchiveModel {
 public:
  explicit ArchiveModel(std::uint32_t seed);

  // One random operation and the comparison.
  void step();
  const std::string& steps() const { return steps_; }  // what was done, a line each
  static const std::map<std::string, int>& counts() { return counts_; }

 private:
  using Random = std::mt19937;

  std::uint64_t random(std::uint64_t below) { return random_() % below; }
  void note(const std::string& what);

  void edit_a_post();
  void crawl(FileSystem* fs, bool must_succeed);
  void crawl_well();
  void crawl_with_full_disk();
  void crawl_with_power_cut();
  void import();
  void rebuild();
  void check();
  void back_up();
  void restore();
  void remove();
  void damage_store();
  void damage_warc();

  void compare();
  std::string damage(const std::string& path);
  std::string pick(const std::vector<std::string>& paths);
  CrawlOptions options(const Archive& archive);
  void acknowledge(const DataObject& object);
  std::string mark(int post) const;
  std::vector<std::string> store_files() const;
  std::string archive() const { return folder_ / "archive"; }
  std::string copy() const { return folder_ / "copy"; }

  Random random_;
  SampleBlog blog_{"http://blog.example", 6, 6};
  std::map<int, int> edition_;
  SteppedClock clock_;
  TemporaryDirectory folder_;
  Known known_, copied_;
  bool has_copy_ = false;
  int imports_ = 0;
  std::string steps_;
  static std::map<std::string, int> counts_;
};

}  // namespace bfa::test
