// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "crawl/archive_crawl.h"
#include "crawlmodel/crawl_json.h"

namespace bfa::test {

inline void add_object(const Archive& archive, const std::string& key, const ObjectSummary& summary,
                       std::vector<std::string>& lines) {
  ObjectJsonOptions options;
  options.summary = &summary;
  const std::string name = object_to_json(summary.latest, {.full = false}) + " ";
  lines.push_back(name + "is " + object_to_json(summary.latest, options));
  for (const auto& version : got(archive.versions(key)))
    lines.push_back(name + "version " + format_rfc3339(version.observed) + " #" +
                    std::to_string(version.sequence) + " " + object_to_json(version.object));
  for (const auto& sighting : got(archive.sightings(key)))
    lines.push_back(name + "seen " + format_rfc3339(sighting.observed) + " #" +
                    std::to_string(sighting.sequence));
  for (const auto& change : got(archive.changes(key)))
    lines.push_back(name + "change " + change_to_json(change));
  for (const auto& comment : got(archive.comments_of(summary.latest.url)))
    lines.push_back(name + "comment " + object_to_json(comment));
}

// All that an archive answers, as lines.
inline std::vector<std::string> dump(const Archive& archive) {
  std::vector<std::string> lines;
  EXPECT_TRUE(archive.for_each_object({}, [&](const std::string& key, const ObjectSummary& summary) {
    add_object(archive, key, summary, lines);
    return true;
  }));
  EXPECT_TRUE(archive.for_each_capture([&](const Capture& capture) {
    lines.push_back("capture " + capture_to_json(capture));
    return true;
  }));
  for (const auto& blog : got(archive.blogs())) {
    lines.push_back("blog " + blog_to_json(blog));
    for (const auto& learned : got(archive.templates(blog.home)))
      lines.push_back("template " + template_to_json(learned));
    for (const auto& feed : blog.feeds) {
      const auto version = archive.view().last_feed(feed);
      if (version && *version)
        lines.push_back("feed " + feed + " #" + std::to_string((*version)->sequence) + " " +
                        (*version)->serialized);
    }
    for (const auto& failure : got(archive.failures(blog.home)))
      lines.push_back("failure " + task_to_json(failure.task));
  }
  return lines;
}

inline void expect_same(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  EXPECT_EQ(before.size(), after.size());
  int told = 0;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()) && told < 5; ++i) {
    if (before[i] == after[i]) continue;
    ++told;
    ADD_FAILURE() << "line " << i << "\n  was " << before[i] << "\n  is  " << after[i];
  }
}

}  // namespace bfa::test
