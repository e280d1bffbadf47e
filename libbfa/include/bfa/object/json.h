// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/object/change.h"
#include "bfa/object/template.h"
#include "bfa/object/version.h"

namespace bfa {

// JSON of design section 8, one object on one line, "v": 1, keys in a fixed order, UTF-8. Absent fields are
// left out. Thread-safe; deterministic: equal values give equal bytes.

struct ObjectJsonOptions {
  bool full = true;                        // false: url, kind, title, published, versions, last_seen only
  const ObjectSummary* summary = nullptr;  // adds versions, first_seen, last_seen, comment_count
  const std::vector<DataObject>* comments = nullptr;  // adds comments[] in place of comment_count
  double ms = -1;                                     // adds "ms" when not negative
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
