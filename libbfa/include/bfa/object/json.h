// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/object/template.h"
#include "bfa/object/version.h"

namespace bfa {

// The JSON of schemas/: one object on one line, "v": 1, keys in a fixed order, UTF-8. Absent fields are left
// out. All functions are thread-safe and deterministic: equal values give equal bytes. Without memory the
// JSON is empty.

struct ObjectJsonOptions {
  bool full = true;  // false: url, kind, title, published, versions, last_seen only
  const ObjectSummary* summary =
      nullptr;  // adds versions, first_seen, last_seen, comment_count, pingback_count
  const std::vector<DataObject>* comments = nullptr;  // adds comments[] in place of comment_count
  // How long the extraction took: adds "ms".
  std::optional<std::chrono::duration<double, std::milli>> elapsed = {};
};
BFA_EXPORT std::string object_to_json(const DataObject& object, const ObjectJsonOptions& options = {});
BFA_EXPORT Result<DataObject> object_from_json(
    std::string_view json);  // kCorrupt, kUnsupported (a newer "v")

BFA_EXPORT std::string change_to_json(const Change& change);
BFA_EXPORT Result<Change> change_from_json(std::string_view json);  // kCorrupt, kUnsupported

BFA_EXPORT std::string template_to_json(const Template& t, bool pretty = false);
BFA_EXPORT Result<Template> template_from_json(std::string_view json);  // kCorrupt, kUnsupported

// {"event":"error","code":...,"message":...,"where":...,"offset":...}
BFA_EXPORT std::string error_to_json(const Error& error);

}  // namespace bfa
