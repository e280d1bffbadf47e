// SPDX-License-Identifier: Apache-2.0
// Joins what the user says is one: the posts of two blogs, or two objects.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/crawl.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "crawl/add_once.h"
#include "crawl/crawl_steps.h"
#include "crawl/moves/move_candidates.h"
#include "crawl/past/scope.h"

namespace bfa {
namespace {

Result<std::optional<BlogState>> blog_at(const Archive& archive, const std::string& address) {
  const auto wanted = Url::parse(address);
  if (!wanted) return std::optional<BlogState>();
  BFA_ASSIGN_OR_RETURN(auto blogs, archive.blogs());
  for (auto& blog : blogs) {
    const auto home = Url::parse(blog.home);
    if (home && fetch_dedup_key(*home) == fetch_dedup_key(*wanted))
      return std::optional<BlogState>(std::move(blog));
  }
  return std::optional<BlogState>();
}

// The posts and pages of a blog, by address.
Result<std::map<std::string, MoveSide>> texts_of(const Archive& archive, const BlogState& blog) {
  std::map<std::string, MoveSide> out;
  BFA_ASSIGN_OR_RETURN(const Scope scope, Scope::of(blog.base));
  for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
    ObjectQuery query;
    query.kind = kind;
    query.blog_host = std::string(scope.base().host());
    BFA_RETURN_IF_ERROR(archive.for_each_object(query, [&](const std::string&, const ObjectSummary& summary) {
      const std::string& url = summary.latest.url;
      if (!scope.admit(url) || url == blog.home) return true;
      MoveSide side(summary.latest);
      side.first_seen = UtcTime::max();
      side.last_seen = side.last_changed =
          UtcTime::min();  // the user says that it moved: the order does not matter
      out.emplace(url, std::move(side));
      return true;
    }));
  }
  return out;
}

class BlogMove {
 public:
  BlogMove(const Archive& archive, const BlogState& old_blog, const BlogState& new_blog)
      : archive_(archive), old_(old_blog), new_(new_blog) {}

  Result<MoveReport> plan() {
    BFA_ASSIGN_OR_RETURN(auto from, texts_of(archive_, old_));
    BFA_ASSIGN_OR_RETURN(auto to, texts_of(archive_, new_));
    BFA_ASSIGN_OR_RETURN(const Scope target, Scope::of(new_.base));
    BFA_RETURN_IF_ERROR(by_claims(from, to, target));
    BFA_ASSIGN_OR_RETURN(const Scope source, Scope::of(old_.base));
    by_paths(from, to, source, target);
    by_content(from, to);
    MoveReport report;
    report.blogs = true;
    for (auto& [address, moved] : found_) report.joined.push_back(std::move(moved));
    for (const auto& [address, side] : from) report.left.push_back(address);
    return report;
  }

 private:
  using Sides = std::map<std::string, MoveSide>;

  // Takes the pair out of both lists if they are the same.
  void try_pair(Sides& from, Sides& to, const std::string& old_url, const std::string& new_url,
                const char* reason) {
    const auto a = from.find(old_url), b = to.find(new_url);
    if (a == from.end() || b == to.end() || !judge_move(a->second, b->second, MoveEvidence::kSentOn).moved)
      return;
    found_.emplace(old_url, MovedObject{old_url, new_url, reason});
    from.erase(a);
    to.erase(b);
  }

  Status by_claims(Sides& from, Sides& to, const Scope& target) {
    return archive_.for_each_claim(old_.home, [&](const AddressClaim& claim) {
      if (claim.kind == AddressClaim::Kind::kGone) return true;
      const auto admitted = target.admit(claim.to);
      if (admitted) try_pair(from, to, claim.from, admitted->href(), "the old address sends on to it");
      return true;
    });
  }

  void by_paths(Sides& from, Sides& to, const Scope& source, const Scope& target) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [address, side] : from) {
      const auto url = Url::parse(address);
      if (!url) continue;
      const std::string rest = address.substr(std::min(address.size(), source.base().href().size()));
      const auto there = target.admit(target.base().href() + rest);
      if (there) pairs.emplace_back(address, there->href());
    }
    for (const auto& [old_url, new_url] : pairs)
      try_pair(from, to, old_url, new_url, "same path, same content");
  }

  void by_content(Sides& from, Sides& to) {
    MoveCandidates candidates;
    for (const auto& [address, side] : from) candidates.add_left(side);
    for (const auto& [address, side] : to) candidates.add_present(side);
    for (const auto& pair : candidates.match()) {
      found_.emplace(pair.from, MovedObject{pair.from, pair.to, "same content"});
      from.erase(pair.from);
      to.erase(pair.to);
    }
  }

  const Archive& archive_;
  const BlogState& old_;
  const BlogState& new_;
  std::map<std::string, MovedObject> found_;
};

Result<MoveReport> plan_objects(const Archive& archive, const std::string& from, const std::string& to) {
  MoveReport report;
  std::vector<std::string> addresses;
  for (const auto& text : {from, to}) {
    BFA_ASSIGN_OR_RETURN(const std::string key, archive.find_object(text));
    BFA_ASSIGN_OR_RETURN(const ObjectSummary summary, archive.summary(key));
    const ObjectKind kind = summary.latest.kind;
    if (kind != ObjectKind::kPost && kind != ObjectKind::kPage)
      return Error{Code::kInvalidArgument, "only posts and pages can be joined", text, -1};
    addresses.push_back(summary.latest.url);
  }
  if (addresses[0] == addresses[1])
    return Error{Code::kInvalidArgument, "both addresses lead to the same object", to, -1};
  report.joined.push_back({addresses[0], addresses[1], "the user says so"});
  return report;
}

// The home URL of the blog that an address is in; the address itself when it is in no known one.
Result<std::string> home_of(const Archive& archive, const std::string& address) {
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  for (const auto& blog : blogs) {
    const auto scope = Scope::of(blog.base);
    if (scope && scope->admit(address)) return blog.home;
  }
  return address;
}

Status store_moves(Archive& archive, const MoveReport& report, const std::string& home) {
  BFA_ASSIGN_OR_RETURN(const std::uint64_t crawl, archive.begin_crawl({home}, "{\"v\":1,\"move\":true}"));
  BFA_ASSIGN_OR_RETURN(const auto steps, CrawlSteps::make(archive.view(), {}));
  for (const auto& moved : report.joined) {
    CrawlTask task;
    task.kind = TaskKind::kMove;
    task.stage = Stage::kJoin;
    task.blog = home;
    task.url = stored_url(moved.to);
    task.referrer = moved.from;
    task.depth = 1;
    task.crawl = crawl;
    StepResult result = steps->process(task, {}).result;
    if (result.error) return *result.error;
    BFA_ASSIGN_OR_RETURN(const Committed committed, archive.sink().commit(std::move(result)));
    (void)committed;
  }
  return archive.end_crawl(crawl);
}

Status mark_joined(Archive& archive, BlogState old_blog, BlogState new_blog) {
  old_blog.moved_to = new_blog.home;
  old_blog.moved_evidence.clear();
  for (const auto& former : old_blog.former) add_once(new_blog.former, former);
  add_once(new_blog.former, old_blog.home);
  BFA_RETURN_IF_ERROR(archive.put_blog(old_blog));
  return archive.put_blog(new_blog);
}

Result<MoveReport> move_all(Archive& archive, const std::string& from, const std::string& to, bool dry_run) {
  BFA_ASSIGN_OR_RETURN(const auto old_blog, blog_at(archive, from));
  BFA_ASSIGN_OR_RETURN(const auto new_blog, blog_at(archive, to));
  if (old_blog && !new_blog)
    return Error{Code::kNotFound, "the archive has no such blog: crawl it first", to, -1};
  if (old_blog && old_blog->home == new_blog->home)
    return Error{Code::kInvalidArgument, "both addresses are of the same blog", to, -1};
  MoveReport report;
  if (old_blog) {
    BFA_ASSIGN_OR_RETURN(report, BlogMove(archive, *old_blog, *new_blog).plan());
  } else {
    BFA_ASSIGN_OR_RETURN(report, plan_objects(archive, from, to));
  }
  if (dry_run) return report;
  BFA_ASSIGN_OR_RETURN(const std::string home, new_blog ? Result<std::string>(new_blog->home)
                                                        : home_of(archive, report.joined.front().to));
  BFA_RETURN_IF_ERROR(store_moves(archive, report, home));
  if (old_blog) BFA_RETURN_IF_ERROR(mark_joined(archive, *old_blog, *new_blog));
  BFA_RETURN_IF_ERROR(archive.sink().flush());
  return report;
}

}  // namespace

Result<MoveReport> move_objects(Archive& archive, const std::string& from, const std::string& to,
                                bool dry_run) {
  return guarded([&] { return move_all(archive, from, to, dry_run); });
}

}  // namespace bfa
