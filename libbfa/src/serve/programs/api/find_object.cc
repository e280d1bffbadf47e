// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/find_object.h"

#include <chrono>

#include "base/ascii.h"
#include "base/counted.h"
#include "bfa/base/time.h"
#include "bfa/object/filters.h"
#include "serve/programs/api/api_call.h"

namespace bfa {

Result<std::string> find_object_key(const Archive& archive, const std::string& url,
                                    std::optional<ObjectKind> kind) {
  if (!kind) {
    std::string blog = object_key(ObjectKind::kBlog, url);
    if (archive.summary(blog)) return blog;
    return archive.find_object(url);
  }
  std::string key = object_key(stored_kind(*kind), url);
  if (const auto found = archive.summary(key);
      found && (kind != kPingback || listed_kind(found->latest) == kPingback))
    return key;
  return Error{Code::kNotFound,
               "the archive has no " + std::string(listed_kind_name(*kind)) + " at this address", url, -1};
}

Result<std::size_t> find_version(const std::vector<Version>& versions, std::string_view text,
                                 std::string_view name) {
  const Error absent{Code::kNotFound,
                     std::string(name) + ": the object has " +
                         counted(versions.size(), "version", "versions") + ", first seen " +
                         format_rfc3339(versions.front().observed),
                     versions.front().object.url, -1};
  // Four digits are a year.
  if (const auto number = parse_number(text); number && text.size() != 4 && text.size() != 14) {
    if (*number == 0 || *number > versions.size()) return absent;
    return static_cast<std::size_t>(*number - 1);
  }
  const auto time = parse_api_time(text, true);
  if (!time)
    return Error{Code::kInvalidArgument,
                 std::string(name) + ": wanted is a version's number or a time as 2026-01-31",
                 {},
                 -1};
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions[i].observed <= *time) found = i;
  }
  if (!found) return absent;
  return *found;
}

}  // namespace bfa
