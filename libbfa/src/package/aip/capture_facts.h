// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/package/aip.h"
#include "bfa/store/archive.h"
#include "enrich/place_file.h"
#include "package/aip/package_plan.h"
#include "package/aip/selection.h"

namespace bfa {

// What the captures of a blog say of its pages and of the blog, beyond what extraction keeps: the attributes
// of Tables 4 to 6 (docs/formats/object.md has the names). Read when a package is written. What is unknown
// stays absent; what an object has already stays as it is. One thread.
class CaptureFacts {
 public:
  // `options` must outlive it.
  CaptureFacts(const Archive& archive, const PackageOptions& options)
      : archive_(archive), options_(options) {}

  // Reads the captures of the blog that are not pages (robots.txt, feeds) and counts its objects. Call it
  // first. `captures` must outlive it.
  Status gather(const PackageSelection& selection, const BlogState& state, const PlannedCaptures& captures);
  // Adds what the newest capture of the object's page says. Errors: kIo.
  Status complete(ObjectSummary& object) const;

 private:
  struct Counter;
  Status read_robots(std::uint64_t sequence);
  Status read_feed(const std::string& url);
  Status read_page(DataObject& object) const;
  void complete_blog(DataObject& blog) const;
  void add_rows(DataObject& object) const;

  const Archive& archive_;
  const PackageOptions& options_;
  std::unique_ptr<PlaceFile> places_;            // null: places are not asked for
  const PlannedCaptures* captures_ = nullptr;    // null: gather() was not called, for packages of captures
  std::map<std::string, std::string> feed_ids_;  // of feed entries, by their links
  std::vector<std::string> sitemaps_, former_;
  std::map<std::string, std::uint64_t> languages_;  // of posts
  std::string feed_title_, feed_language_, feed_rights_, webmaster_, generator_, geo_;
  std::uint64_t posts_ = 0, updates_ = 0;
  bool ended_ = false;  // something else is at its address
  std::optional<Timestamp> first_post_, last_post_, last_activity_;
};

}  // namespace bfa
