// SPDX-License-Identifier: Apache-2.0
#include "package/aip/selection.h"

#include <algorithm>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/object/filters.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

std::string without_scheme(const std::string& url) {
  const std::size_t at = url.find("://");
  return at == std::string::npos ? url : url.substr(at + 3);
}

std::string host_of(const std::string& url) {
  const std::string rest = without_scheme(url);
  return rest.substr(0, rest.find_first_of("/?#"));
}

// The folder of a home page: all up to the last '/' of its path.
std::string folder_of(const std::string& url) {
  const std::string rest = without_scheme(url.substr(0, url.find_first_of("?#")));
  const std::size_t slash = rest.rfind('/');
  return slash == std::string::npos ? rest + "/" : rest.substr(0, slash + 1);
}

std::string plain_host(const std::string& url) {
  const auto parsed = Url::parse(url);
  return parsed ? std::string(parsed->host()) : host_of(url);
}

}  // namespace

Ownership::Ownership(std::vector<BlogState> blogs) : blogs_(std::move(blogs)) {
  for (int i = 0; i < static_cast<int>(blogs_.size()); ++i) {
    const BlogState& blog = blogs_[static_cast<std::size_t>(i)];
    for (const std::string& url : {blog.base, blog.home}) {
      if (url.empty()) continue;
      scopes_.push_back({folder_of(url), i});
    }
    for (const std::string& feed : blog.feeds) feeds_.emplace(feed, i);
    for (const std::string& feed : blog.comment_feeds) feeds_.emplace(feed, i);
    if (!blog.feed.empty()) feeds_.emplace(blog.feed, i);
    homes_.emplace(blog.home, i);
  }
  for (int i = 0; i < static_cast<int>(blogs_.size()); ++i) {
    for (const std::string& home : blogs_[static_cast<std::size_t>(i)].former) homes_.emplace(home, i);
  }
  std::ranges::stable_sort(scopes_, std::greater<>(), [](const Scope& scope) { return scope.prefix.size(); });
}

int Ownership::owner_of_url(const std::string& url) const {
  const std::string rest = without_scheme(url);
  for (const Scope& scope : scopes_) {
    if (rest.starts_with(scope.prefix) || rest + "/" == scope.prefix) return scope.blog;
  }
  return -1;
}

int Ownership::owner_of_home(const std::string& home) const {
  const auto found = homes_.find(home);
  return found == homes_.end() ? -1 : found->second;
}

int Ownership::owner(const DataObject& object) const {
  if (blogs_.size() == 1) return 0;
  if (object.kind != ObjectKind::kBlog && !object.feed.empty()) {
    if (const auto found = feeds_.find(object.feed); found != feeds_.end()) return found->second;
  }
  return owner_of_url(object.kind == ObjectKind::kComment && !object.post.empty() ? object.post : object.url);
}

int Ownership::blog_named(const std::string& url) const {
  std::string wanted = without_scheme(url);
  while (wanted.ends_with('/')) wanted.pop_back();
  for (std::size_t i = 0; i < blogs_.size(); ++i) {
    for (const std::string& name : {blogs_[i].home, blogs_[i].base}) {
      std::string known = without_scheme(name);
      while (known.ends_with('/')) known.pop_back();
      if (!known.empty() && known == wanted) return static_cast<int>(i);
    }
  }
  return -1;
}

Result<ObjectSummary> PackageSelection::summary_of(const DataObject& object) const {
  Result<ObjectSummary> summary = archive_.summary(object_key(object));
  if (summary || summary.error().code != Code::kNotFound) return summary;
  ObjectSummary own;
  own.latest = object;
  own.versions = 1;
  return own;
}

Status PackageSelection::walk(ItemVisitor& visitor) const {
  seen_.clear();
  BFA_ASSIGN_OR_RETURN(const ObjectSummary blog, blog_record());
  const std::vector<DataObject> none;
  const PackageItem blog_item{blog, none};
  BFA_RETURN_IF_ERROR(visitor.enter(blog_item));
  BFA_RETURN_IF_ERROR(visitor.leave(blog_item));
  if (!only_key_.empty()) {
    BFA_ASSIGN_OR_RETURN(const ObjectSummary object, archive_.summary(only_key_));
    if (object.latest.kind != ObjectKind::kComment) return visit_with_comments(object, visitor);
    BFA_ASSIGN_OR_RETURN(const std::vector<DataObject> siblings, archive_.comments_of(object.latest.post));
    const Result<ObjectSummary> post = archive_.summary(object_key(ObjectKind::kPost, object.latest.post));
    return visit_comment(object, siblings, post ? &post->latest : nullptr, visitor);
  }
  const TakeObject take = [&](const std::string&, const ObjectSummary& object) {
    return visit_with_comments(object, visitor);
  };
  BFA_RETURN_IF_ERROR(walk_kind(ObjectKind::kPost, take));
  BFA_RETURN_IF_ERROR(walk_kind(ObjectKind::kPage, take));
  return walk_orphans(visitor);
}

// There are few, and to find them all comments are read: only the first walk does it.
Status PackageSelection::walk_orphans(ItemVisitor& visitor) const {
  if (!orphans_) {
    std::vector<std::string> found;
    const TakeObject take = [&](const std::string& key, const ObjectSummary& comment) {
      if (!has_post(comment.latest)) found.push_back(key);
      return Status();
    };
    // Filters distinguish pingbacks and comments (bfa/object/filters.h); a package has both.
    for (const ObjectKind kind : {ObjectKind::kComment, kPingback})
      BFA_RETURN_IF_ERROR(walk_kind(kind, take));
    orphans_ = std::move(found);
  }
  for (const std::string& key : *orphans_) {
    BFA_ASSIGN_OR_RETURN(const ObjectSummary comment, archive_.summary(key));
    BFA_RETURN_IF_ERROR(visit_comment(comment, {}, nullptr, visitor));
  }
  return {};
}

Result<ObjectSummary> PackageSelection::blog_record() const {
  const BlogState& state = ownership_.blogs()[static_cast<std::size_t>(blog_)];
  for (const std::string& url : {state.home, state.base}) {
    if (url.empty()) continue;
    Result<ObjectSummary> there = archive_.summary(object_key(ObjectKind::kBlog, url));
    if (there || there.error().code != Code::kNotFound) return there;
  }
  ObjectSummary summary;
  summary.latest.kind = ObjectKind::kBlog;
  summary.latest.url = state.home;
  summary.latest.feed = state.feed;
  summary.latest.status = "active";
  summary.versions = 1;
  summary.first_seen = summary.last_seen = summary.last_changed = state.last_crawl;
  return summary;
}

Status PackageSelection::walk_kind(ObjectKind kind, const TakeObject& take) const {
  ObjectQuery query;
  query.kind = kind;
  const BlogState& state = ownership_.blogs()[static_cast<std::size_t>(blog_)];
  std::vector<std::string> hosts{""};
  if (ownership_.blogs().size() > 1) {
    hosts = {plain_host(state.base.empty() ? state.home : state.base)};
    if (plain_host(state.home) != hosts[0]) hosts.push_back(plain_host(state.home));
  }
  Status failed;
  for (const std::string& host : hosts) {
    query.blog_host = host;
    BFA_RETURN_IF_ERROR(
        archive_.for_each_object(query, [&](const std::string& key, const ObjectSummary& object) {
          if (ownership_.owner(object.latest) == blog_) failed = take(key, object);
          return failed.ok();
        }));
    if (!failed) return failed;
  }
  for (const std::string& key : stray_keys_) {
    BFA_ASSIGN_OR_RETURN(const ObjectSummary object, archive_.summary(key));
    if (object.latest.kind == kind) BFA_RETURN_IF_ERROR(take(key, object));
  }
  return {};
}

bool PackageSelection::has_post(const DataObject& comment) const {
  if (comment.post.empty()) return false;
  if (last_post_.first != comment.post) {
    const bool known = archive_.summary(object_key(ObjectKind::kPost, comment.post)).has_value() ||
                       archive_.summary(object_key(ObjectKind::kPage, comment.post)).has_value();
    last_post_ = {comment.post, known};
  }
  return last_post_.second;
}

Status PackageSelection::visit_with_comments(const ObjectSummary& object, ItemVisitor& visitor) const {
  std::vector<DataObject> comments;
  // A page that was once classified as a post has a post record, too. The comments belong to that record, so
  // that each comment occurs once.
  if (object.latest.kind != ObjectKind::kPage ||
      !archive_.summary(object_key(ObjectKind::kPost, object.latest.url)).has_value()) {
    BFA_ASSIGN_OR_RETURN(comments, archive_.comments_of(object.latest.url));
  }
  const PackageItem item{object, comments};
  BFA_RETURN_IF_ERROR(visitor.enter(item));
  for (const DataObject& comment : comments) {
    if (seen_.contains(fast_hash(object_key(comment)))) continue;
    ObjectSummary summary;
    if (visitor.counts_versions()) {
      BFA_ASSIGN_OR_RETURN(summary, summary_of(comment));
    } else {
      summary.latest = comment;
    }
    BFA_RETURN_IF_ERROR(visit_comment(summary, comments, &object.latest, visitor));
  }
  return visitor.leave(item);
}

Status PackageSelection::visit_comment(const ObjectSummary& comment, const std::vector<DataObject>& siblings,
                                       const DataObject* post, ItemVisitor& visitor) const {
  std::vector<DataObject> replies;
  const DataObject* parent = nullptr;
  for (const DataObject& other : siblings) {
    if (!comment.latest.id.empty() && other.parent == comment.latest.id) replies.push_back(other);
    if (!comment.latest.parent.empty() && other.id == comment.latest.parent) parent = &other;
  }
  // A post that stands under two addresses has its comments twice.
  if (!seen_.insert(fast_hash(object_key(comment.latest))).second) return {};
  const PackageItem item{comment, replies, post, parent};
  BFA_RETURN_IF_ERROR(visitor.enter(item));
  return visitor.leave(item);
}

}  // namespace bfa
