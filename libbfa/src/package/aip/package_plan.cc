// SPDX-License-Identifier: Apache-2.0
#include "package/aip/package_plan.h"

#include <algorithm>

#include "base/try.h"
#include "bfa/url/canonical.h"

namespace bfa {
namespace {

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

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
      plans.push_back({i, {}, {}, {}, {}, ownership.blogs().size() == 1});
    if (plans.empty())
      return Error{Code::kNotFound, "the archive holds no blog yet; crawl one first: bfa crawl URL",
                   archive.directory(), -1};
    return plans;
  }
  const auto url = Url::parse(options.url);
  const std::string canonical = url ? canonical_url(*url).href() : options.url;
  if (const int blog = ownership.blog_named(canonical); blog >= 0) {
    plans.push_back({blog, {}, {}, {}, {}, ownership.blogs().size() == 1});
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
      PackagePlan plan{owner, is_blog ? "" : *key, is_blog ? "" : object.latest.url, {}, {}, false};
      if (!object.latest.provenance.warc.file.empty())
        plan.captures.files.insert(base_name(object.latest.provenance.warc.file));
      plans.push_back(std::move(plan));
      return plans;
    }
  }
  return Error{Code::kNotFound,
               "no blog or object of this address in the archive; bfa ls shows what it holds", options.url,
               -1};
}

// Adds objects on other hosts to the plans of the blogs whose feeds list them.
Status find_strays(const Archive& archive, const Ownership& ownership, std::vector<PackagePlan>& plans,
                   const LogHook& log) {
  if (ownership.blogs().size() < 2) return {};
  std::uint64_t unowned = 0;
  BFA_RETURN_IF_ERROR(archive.for_each_object({}, [&](const std::string& key, const ObjectSummary& object) {
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
  if (unowned > 0 && log)
    log(LogLevel::kWarn, std::to_string(unowned) + " objects belong to no blog and are in no package");
  return {};
}

void note_capture(CaptureFacts& facts, const Capture& capture) {
  if (!capture.warc.file.empty()) facts.files.insert(base_name(capture.warc.file));
  if (facts.last == UtcTime{} || capture.time < facts.first) facts.first = capture.time;
  facts.last = std::max(facts.last, capture.time);
}

// Without the originals of its revisits a package cannot be replayed.
void note_original(CaptureFacts& facts, const WarcRef& original) {
  if (original.file.starts_with('/')) {
    facts.outside.insert(original.file);
  } else if (!original.file.empty()) {
    facts.files.insert(base_name(original.file));
  }
}

// Finds the WARC files with captures of each plan's blog, or of its one object.
Status gather_captures(const Archive& archive, const Ownership& ownership, std::vector<PackagePlan>& plans) {
  Status status;
  BFA_RETURN_IF_ERROR(archive.for_each_capture([&](const Capture& capture) {
    auto original = archive.original_of(capture.sequence);
    if (!original) {
      status = std::move(original).error();
      return false;
    }
    const int owner = ownership.blogs().size() == 1 ? 0 : ownership.owner_of_url(capture.url);
    for (PackagePlan& plan : plans) {
      const bool wanted = plan.only_url.empty()
                              ? plan.blog == owner
                              : capture.url == plan.only_url || capture.final_url == plan.only_url;
      if (!wanted) continue;
      note_capture(plan.captures, capture);
      if (*original) note_original(plan.captures, **original);
    }
    return true;
  }));
  return status;
}

}  // namespace

Result<std::vector<PackagePlan>> plan_packages(const Archive& archive, const Ownership& ownership,
                                               const PackageOptions& options) {
  BFA_ASSIGN_OR_RETURN(std::vector<PackagePlan> plans, choose(archive, ownership, options));
  BFA_RETURN_IF_ERROR(find_strays(archive, ownership, plans, options.log));
  BFA_RETURN_IF_ERROR(gather_captures(archive, ownership, plans));
  return plans;
}

}  // namespace bfa
