// SPDX-License-Identifier: Apache-2.0
#include "package/aip/package_plan.h"

#include <algorithm>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/canonical.h"

namespace bfa {
namespace {

// Users omit the final slash, or add one.
std::string with_other_slash(std::string url) {
  if (url.ends_with('/')) {
    url.pop_back();
  } else {
    url += '/';
  }
  return url;
}

// Chooses the blogs, or the one object, of a run.
Result<std::vector<PackagePlan>> choose(const Archive& archive, const Ownership& ownership,
                                        const PackageOptions& options) {
  std::vector<PackagePlan> plans;
  if (options.url.empty()) {
    for (int i = 0; i < static_cast<int>(ownership.blogs().size()); ++i)
      plans.push_back({i, {}, {}, {}, {}, {}, {}, ownership.blogs().size() == 1});
    if (plans.empty())
      return Error{Code::kNotFound, "the archive holds no blog yet; crawl one first: bfa crawl URL",
                   archive.directory(), -1};
    return plans;
  }
  const auto url = Url::parse(options.url);
  const std::string canonical = url ? canonical_url(*url).href() : options.url;
  if (const int blog = ownership.blog_named(canonical); blog >= 0) {
    plans.push_back({blog, {}, {}, {}, {}, {}, {}, ownership.blogs().size() == 1});
    return plans;
  }
  Result<std::string> key = archive.find_object(canonical);
  if (!key && key.error().code == Code::kNotFound && url && !url->has_query())
    key = archive.find_object(with_other_slash(canonical));
  if (!key && key.error().code != Code::kNotFound) return std::move(key).error();
  if (key) {
    BFA_ASSIGN_OR_RETURN(const ObjectSummary object, archive.summary(*key));
    const int owner = ownership.owner(object.latest);
    if (owner >= 0) {
      const bool is_blog = object.latest.kind == ObjectKind::kBlog;
      PackagePlan plan{owner, is_blog ? "" : *key, is_blog ? "" : object.latest.url, {}, {}, {}, {}, false};
      plan.all_warcs = is_blog && ownership.blogs().size() == 1;
      plans.push_back(std::move(plan));
      return plans;
    }
  }
  return Error{Code::kNotFound,
               "no blog or object of this address in the archive; bfa ls shows what it holds", options.url,
               -1};
}

bool may_go_on(const PackageOptions& options) {
  return !options.go_on || options.go_on();
}

// Adds objects on other hosts to the plans of the blogs whose feeds list them.
Status find_strays(const Archive& archive, const Ownership& ownership, std::vector<PackagePlan>& plans,
                   const PackageOptions& options) {
  if (ownership.blogs().size() < 2) return {};
  std::uint64_t unowned = 0;
  BFA_RETURN_IF_ERROR(archive.for_each_object({}, [&](const std::string& key, const ObjectSummary& object) {
    if (!may_go_on(options)) return false;
    const DataObject& latest = object.latest;
    if (latest.kind == ObjectKind::kBlog || latest.kind == ObjectKind::kFeed) return true;
    const int owner = ownership.owner(latest);
    if (owner < 0) ++unowned;
    const auto host = [](const std::string& u) {
      const auto parsed = Url::parse(u);
      return parsed ? std::string(parsed->host()) : std::string();
    };
    for (PackagePlan& plan : plans) {
      const BlogState& blog = ownership.blogs()[static_cast<std::size_t>(plan.blog)];
      if (plan.blog == owner && host(latest.url) != host(blog.home) && host(latest.url) != host(blog.base))
        plan.strays.push_back(key);
    }
    return true;
  }));
  if (unowned > 0 && options.log)
    options.log(LogLevel::kWarn, counted(unowned, "object belongs to no blog and is in no package",
                                         "objects belong to no blog and are in no package"));
  return {};
}

// The steps that the versions of an object were read in, and the addresses of its media.
Status add_object(const Archive& archive, const std::string& key, std::set<std::uint64_t>& steps,
                  std::set<std::string>& media) {
  BFA_ASSIGN_OR_RETURN(const std::vector<Version> versions, archive.versions(key));
  for (const Version& version : versions) {
    steps.insert(version.sequence);
    if (version.capture != 0) steps.insert(version.capture);
    for (const Reference& reference : version.object.references) {
      if (reference.kind != ReferenceKind::kLink) media.insert(reference.url);
    }
  }
  BFA_ASSIGN_OR_RETURN(const std::vector<Sighting> sightings, archive.sightings(key));
  for (const Sighting& sighting : sightings) steps.insert(sighting.sequence);
  return {};
}

// Which steps the package of one object has: of its versions, comments, pages and media.
Status choose_steps(const Archive& archive, PackagePlan& plan, const PackageOptions& options) {
  std::set<std::string> media;
  BFA_RETURN_IF_ERROR(add_object(archive, plan.only_key, plan.steps, media));
  BFA_ASSIGN_OR_RETURN(const std::vector<DataObject> comments, archive.comments_of(plan.only_url));
  for (const DataObject& comment : comments)
    BFA_RETURN_IF_ERROR(add_object(archive, object_key(comment), plan.steps, media));
  return archive.for_each_capture([&](const Capture& capture) {
    if (!may_go_on(options)) return false;
    const bool page = capture.url == plan.only_url || capture.final_url == plan.only_url;
    const bool medium = capture.kind == TaskKind::kMedia && media.contains(capture.url);
    if (!page && !medium) return true;
    plan.steps.insert(capture.sequence);
    plan.places.emplace(capture.warc.file.substr(capture.warc.file.rfind('/') + 1), capture.warc.offset);
    return true;
  });
}

// Notes the original of a capture when its file is outside of the archive.
Status note_outside(const Archive& archive, std::uint64_t step, std::set<std::string>& outside) {
  BFA_ASSIGN_OR_RETURN(const auto original, archive.original_of(step));
  if (original && original->file.starts_with('/')) outside.insert(original->file);
  return {};
}

void note_row(const Capture& capture, PlannedCaptures& notes) {
  const bool page = capture.kind == TaskKind::kPage || capture.kind == TaskKind::kHome;
  const bool whole = capture.status == 200 || capture.status == 304;
  if (page && whole) notes.statuses.erase(fast_hash(capture.url));
  if (page && !whole) notes.statuses[fast_hash(capture.url)] = capture.status;
  if (page && !capture.final_url.empty() && capture.final_url != capture.url && capture.status < 400)
    notes.redirects[capture.final_url].push_back(capture.url);
  if (capture.kind == TaskKind::kRobots && capture.status == 200) notes.robots = capture.sequence;
  if (capture.kind == TaskKind::kSitemap && capture.status == 200) notes.sitemaps.push_back(capture.url);
}

// Goes through all captures once, however many packages are planned: the cost of each would else grow with
// the archive.
Status note_captures(const Archive& archive, const Ownership& ownership, std::vector<PackagePlan>& plans,
                     const PackageOptions& options) {
  const bool one = plans.size() == 1 && !plans[0].only_key.empty();
  if (one) {
    for (const std::uint64_t step : plans[0].steps)
      BFA_RETURN_IF_ERROR(note_outside(archive, step, plans[0].captures.outside));
    const bool captures_only = options.form == PackageForm::kWacz || options.form == PackageForm::kWarc;
    if (captures_only) return {};  // nothing is said of its objects
  }
  std::vector<std::vector<PlannedCaptures*>> by_blog(ownership.blogs().size());
  for (PackagePlan& plan : plans) by_blog[static_cast<std::size_t>(plan.blog)].push_back(&plan.captures);
  Status status;
  BFA_RETURN_IF_ERROR(archive.for_each_capture([&](const Capture& capture) {
    if (!may_go_on(options)) return false;
    const int owner = ownership.blogs().size() == 1 ? 0 : ownership.owner_of_url(capture.url);
    if (owner < 0 || by_blog[static_cast<std::size_t>(owner)].empty()) return true;
    const auto& wanted = by_blog[static_cast<std::size_t>(owner)];
    for (PlannedCaptures* const notes : wanted) note_row(capture, *notes);
    if (!one) status = note_outside(archive, capture.sequence, wanted.front()->outside);
    return status.ok();
  }));
  BFA_RETURN_IF_ERROR(status);
  for (const auto& wanted : by_blog) {
    for (std::size_t i = 1; i < wanted.size(); ++i) wanted[i]->outside = wanted[0]->outside;
  }
  return {};
}

}  // namespace

Result<std::vector<PackagePlan>> plan_packages(const Archive& archive, const Ownership& ownership,
                                               const PackageOptions& options) {
  BFA_ASSIGN_OR_RETURN(std::vector<PackagePlan> plans, choose(archive, ownership, options));
  BFA_RETURN_IF_ERROR(find_strays(archive, ownership, plans, options));
  for (PackagePlan& plan : plans) {
    if (!plan.only_key.empty()) BFA_RETURN_IF_ERROR(choose_steps(archive, plan, options));
  }
  BFA_RETURN_IF_ERROR(note_captures(archive, ownership, plans, options));
  if (!may_go_on(options)) return stopped_package();
  return plans;
}

}  // namespace bfa
