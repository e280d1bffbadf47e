// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/find_object.h"

#include "base/try.h"
#include "bfa/crawl/address_rules.h"
#include "bfa/remove/remove.h"

namespace bfa {
namespace {

Result<std::string> find_key(const Archive& archive, const std::string& url, std::optional<ObjectKind> kind) {
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

}  // namespace

Result<std::string> find_object_key(const Archive& archive, const std::string& url,
                                    std::optional<ObjectKind> kind) {
  auto key = find_key(archive, url, kind);
  if (key || key.error().code != Code::kNotFound) return key;
  BFA_ASSIGN_OR_RETURN(const auto removal, removal_of(archive, url));
  if (!removal) return key;
  return Error{Code::kNotFound, removal_sentence(*removal), url, -1};
}

}  // namespace bfa
