// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/store/archive.h"
#include "package/aip/package_plan.h"

namespace bfa {

// What an archive needs besides the captures of one object to have it as it was read: a package of one post
// has neither the feed nor the pages that taught the template, and its captures have other objects too.
struct ObjectReadings {
  // In the order in which they are written.
  struct Step {
    std::uint64_t sequence = 0;
    std::string record;              // id of its last record; empty: it is written here
    std::optional<StepResult> made;  // of a step that is written here: its task, and what it learned
    std::string readings;            // JSON
  };
  BlogState blog;
  std::string object, object_kind;
  std::vector<Step> steps;
};

// Gathers the states, sightings and readings of the object of `plan`, of its comments and of its blog, with
// the templates that they were read with. `has_step`: whether the captures of the package have the records of
// this step. Nothing when the package cannot give them all: a step is not in it, or the object has moved.
// Errors: those of the archive.
Result<std::optional<ObjectReadings>> gather_readings(const Archive& archive, const BlogState& blog,
                                                      const std::string& blog_key, const PackagePlan& plan,
                                                      const std::function<bool(std::uint64_t)>& has_step);

// Writes them as a WARC file of metadata records, docs/formats/store.md, and returns the number of its
// records. Equal input gives equal bytes. Errors: kIo, kInvalidArgument (the file exists).
Result<std::uint64_t> write_readings(FileSystem& fs, const std::string& path, const ObjectReadings& readings,
                                     UtcTime now);

}  // namespace bfa
