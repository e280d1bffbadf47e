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

Result<std::vector<AbsentAddress>> absent_addresses(const Archive& archive) {
  std::map<std::string, Capture> last;
  BFA_RETURN_IF_ERROR(archive.for_each_capture([&](const Capture& capture) {
    if ((capture.status != 404 && capture.status != 410) || may_be_absent(capture)) return true;
    const auto [at, is_new] = last.try_emplace(capture.url, capture);
    if (!is_new && at->second.time < capture.time) at->second = capture;
    return true;
  }));
  std::vector<AbsentAddress> out;
  if (last.empty()) return out;
  BlogOwners owners;
  BFA_ASSIGN_OR_RETURN(const auto blogs, archive.blogs());
  for (std::size_t i = 0; i < blogs.size(); ++i)
    owners.add(blogs[i].base.empty() ? blogs[i].home : blogs[i].base, i);
  for (auto& [url, capture] : last) {
    BFA_ASSIGN_OR_RETURN(const auto there, archive.view().last_capture(url));
    if (there && there->time > capture.time) continue;  // it came back
    const auto owner = owners.owner_of(url);
    out.push_back({owner ? blogs[*owner].home : std::string(), std::move(capture)});
  }
  return out;
}

}  // namespace bfa
