// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bfa/store/archive.h"

namespace bfa {

// Which blog an object belongs to, in an archive of many blogs: the blog whose feed lists it; otherwise the
// blog with the longest base that its URL begins with. A comment belongs to the blog of its post.
class Ownership {
 public:
  explicit Ownership(std::vector<BlogState> blogs);

  const std::vector<BlogState>& blogs() const { return blogs_; }
  int owner(const DataObject& object) const;  // an index into blogs(); -1: none
  int owner_of_url(const std::string& url) const;
  // The blog of that home page, or into which the blog of that home page was joined; -1: none.
  int owner_of_home(const std::string& home) const;
  // The blog whose home or base `url` is; -1: none.
  int blog_named(const std::string& url) const;

 private:
  struct Scope {
    std::string prefix;  // host, port and path, without the scheme
    int blog;
  };
  std::vector<BlogState> blogs_;
  std::vector<Scope> scopes_;  // longest prefix first
  std::map<std::string, int> feeds_, homes_;
};

// One record of a package, with the other objects that its MARC form needs. Valid during the call that
// passes it.
struct PackageItem {
  const ObjectSummary& object;
  const std::vector<DataObject>& replies;
  const DataObject* post = nullptr;
  const DataObject* parent = nullptr;
};

// Receives the records of a package: comments between the enter() and leave() of their post.
class ItemVisitor {
 public:
  virtual ~ItemVisitor() = default;
  virtual Status enter(const PackageItem& item) = 0;
  virtual Status leave(const PackageItem& item) = 0;
  // False: of comments only `latest` is looked at, and their histories need not be read.
  virtual bool counts_versions() const { return true; }
};

// The objects of one package, read from the archive at each visit: only the keys of comments without a post
// are kept in memory. The archive must not change meanwhile. One thread.
class PackageSelection {
 public:
  // All of the blog `blog`, or with `only_key` that object and its comments. All must outlive the selection.
  PackageSelection(const Archive& archive, const Ownership& ownership, int blog, std::string only_key,
                   const std::vector<std::string>& stray_keys)
      : archive_(archive),
        ownership_(ownership),
        blog_(blog),
        only_key_(std::move(only_key)),
        stray_keys_(stray_keys) {}

  // The blog that an address belongs to; -1: none.
  int owner_of(const std::string& url) const { return ownership_.owner_of_url(url); }

  // The object of the blog itself; made from the blog's state if no such object is stored.
  Result<ObjectSummary> blog_record() const;

  // The blog's record first, then posts, then pages, each with its comments, then comments without a post.
  Status walk(ItemVisitor& visitor) const;

 private:
  using TakeObject = std::function<Status(const std::string& key, const ObjectSummary& object)>;
  Status walk_kind(ObjectKind kind, const TakeObject& take) const;
  Status walk_orphans(ItemVisitor& visitor) const;
  Status visit_with_comments(const ObjectSummary& object, ItemVisitor& visitor) const;
  Status visit_comment(const ObjectSummary& comment, const std::vector<DataObject>& siblings,
                       const DataObject* post, ItemVisitor& visitor) const;
  bool has_post(const DataObject& comment) const;
  Result<ObjectSummary> summary_of(const DataObject& object) const;

  const Archive& archive_;
  const Ownership& ownership_;
  const int blog_;
  const std::string only_key_;
  const std::vector<std::string>& stray_keys_;
  mutable std::unordered_set<std::uint64_t> seen_;  // comments of this walk, by a hash of their keys
  mutable std::optional<std::vector<std::string>>
      orphans_;                                     // keys of comments without a post; by the first walk
  mutable std::pair<std::string, bool> last_post_;  // of has_post(): comments of one post follow each other
};

}  // namespace bfa
