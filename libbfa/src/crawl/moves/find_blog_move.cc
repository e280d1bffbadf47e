// SPDX-License-Identifier: Apache-2.0
#include "crawl/moves/find_blog_move.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

constexpr std::size_t kEnoughPages = 3;  // that agree, where the home page says nothing
constexpr double kMost = 0.6;            // of all that were sent on

std::string site_of(const Url& url) {
  std::string host(url.host());
  if (host.starts_with("www.")) host.erase(0, 4);
  return host;
}

// What the pages that go to one other site say.
struct Site {
  std::map<std::string, std::size_t> spellings;
  std::size_t pages = 0;
  std::map<AddressClaim::Kind, std::size_t> kinds;
};

std::string verb_of(AddressClaim::Kind kind, bool many) {
  switch (kind) {
    case AddressClaim::Kind::kCanonical:
      return many ? "name it as canonical" : "names it as canonical";
    case AddressClaim::Kind::kRefresh:
      return many ? "send browsers there" : "sends browsers there";
    case AddressClaim::Kind::kRedirect:
    case AddressClaim::Kind::kGone:
      break;
  }
  return many ? "redirect there" : "redirects there";
}

std::string most_frequent(const std::map<std::string, std::size_t>& counts) {
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::string pages_say(const Site& site, std::size_t all) {
  const auto kind = std::max_element(site.kinds.begin(), site.kinds.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return std::to_string(site.pages) + " of " + counted(all, "page that sends on ", "pages that send on ") +
         verb_of(kind->first, true);
}

}  // namespace

Result<std::optional<BlogMoveEvidence>> find_blog_move(const Archive& archive, const BlogState& blog) {
  std::optional<BlogMoveEvidence> none;
  const auto home = Url::parse(blog.home);
  if (!home) return none;
  const std::string own = site_of(*home);
  std::map<std::string, Site> sites;
  std::size_t all = 0;
  std::optional<AddressClaim> of_home;
  BFA_RETURN_IF_ERROR(archive.for_each_claim(blog.home, [&](const AddressClaim& claim) {
    const auto from = Url::parse(claim.from), to = Url::parse(claim.to);
    if (!from || !to || claim.kind == AddressClaim::Kind::kGone) return true;
    const bool is_home = fetch_dedup_key(*from) == fetch_dedup_key(*home);
    if (!is_home) ++all;
    if (site_of(*to) == own) return true;
    if (is_home) {
      of_home = claim;
      return true;
    }
    Site& site = sites[site_of(*to)];
    ++site.pages;
    ++site.spellings[to->origin()];
    ++site.kinds[claim.kind];
    return true;
  }));
  const auto best = std::max_element(sites.begin(), sites.end(), [](const auto& a, const auto& b) {
    return a.second.pages < b.second.pages;
  });
  const bool most = best != sites.end() && best->second.pages >= kEnoughPages &&
                    static_cast<double>(best->second.pages) >= kMost * static_cast<double>(all);
  if (of_home) {
    const auto to = Url::parse(of_home->to);
    BlogMoveEvidence found{of_home->to, "its home page " + verb_of(of_home->kind, false)};
    if (most && to && site_of(*to) == best->first) found.evidence += "; " + pages_say(best->second, all);
    return std::optional<BlogMoveEvidence>(std::move(found));
  }
  if (!most) return none;
  return std::optional<BlogMoveEvidence>(
      BlogMoveEvidence{most_frequent(best->second.spellings) + "/", pages_say(best->second, all)});
}

}  // namespace bfa
