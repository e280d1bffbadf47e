// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/find_object.h"

namespace bfa {

Result<std::string> find_object_key(const Archive& archive, const std::string& url,
                                    std::optional<ObjectKind> kind) {
  if (!kind) {
    std::string blog = object_key(ObjectKind::kBlog, url);
    if (archive.summary(blog)) return blog;
    return archive.find_object(url);
  }
  std::string key = object_key(*kind, url);
  if (archive.summary(key)) return key;
  return Error{Code::kNotFound, "the archive has no " + std::string(kind_name(*kind)) + " at this address",
               url, -1};
}

}  // namespace bfa
