// SPDX-License-Identifier: Apache-2.0
#include "subscribe/absent.h"

#include <map>
#include <utility>

#include "base/try.h"
#include "bfa/url/url.h"
#include "crawl/became.h"
#include "subscribe/owners.h"

namespace bfa {
namespace {

bool may_be_absent(const Capture& capture) {
  const bool page =
      capture.kind == TaskKind::kPage || capture.kind == TaskKind::kHome || capture.kind == TaskKind::kMedia;
  if (!page) return true;
  const auto url = Url::parse(capture.url);
  if (!url) return true;
  CrawlTask task;
  task.kind = capture.kind;
  task.url = *url;
  return is_soft_404_probe(task);
}

}  // namespace

Status for_each_absent(const Archive& archive, const std::function<Status(AbsentAddress address)>& visit) {
  struct Last {
    UtcTime time{};
    TaskKind kind = TaskKind::kPage;
    int status = 0;
  };
  std::map<std::string, Last> last;
  BFA_RETURN_IF_ERROR(archive.for_each_capture([&](const Capture& capture) {
    if ((capture.status != 404 && capture.status != 410) || may_be_absent(capture)) return true;
    Last& known = last[capture.url];
    if (known.status == 0 || known.time < capture.time) known = {capture.time, capture.kind, capture.status};
    return true;
  }));
  if (last.empty()) return {};
  BlogOwners owners;
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  for (std::size_t i = 0; i < blogs.size(); ++i)
    owners.add(blogs[i].base.empty() ? blogs[i].home : blogs[i].base, i);
  for (const auto& [url, absent] : last) {
    BFA_ASSIGN_OR_RETURN(const auto there, archive.view().last_capture(url));
    if (there && there->time > absent.time) continue;  // it came back
    const auto owner = owners.owner_of(url);
    BFA_RETURN_IF_ERROR(
        visit({owner ? blogs[*owner].home : std::string(), url, absent.kind, absent.status, absent.time}));
  }
  return {};
}

}  // namespace bfa
