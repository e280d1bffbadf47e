// SPDX-License-Identifier: Apache-2.0
#include "serve/data/site_context.h"

#include <utility>

#include "base/try.h"
#include "bfa/subscribe/status.h"
#include "report/report_while.h"

namespace bfa {

// What is made in a thread holds the archive and its index, and never the caches, which wait for the thread.
SteppedCache<BlogOverview>::Make SiteContext::overview_maker() const {
  return [store = archive, lists = index, at = now,
          of = step](const std::atomic<bool>&) -> Result<BlogOverview> {
    BFA_ASSIGN_OR_RETURN(const auto states, archive_status(*store, {at, false}));
    BFA_ASSIGN_OR_RETURN(BlogOverview overview, make_overview(*store, *lists, states, at));
    overview.step = of;
    return overview;
  };
}

SteppedCache<SiteFigures>::Make SiteContext::figures_maker() const {
  return [store = archive, at = now, of = step](const std::atomic<bool>& stop) -> Result<SiteFigures> {
    ReportOptions wanted;
    wanted.now = at;
    BFA_ASSIGN_OR_RETURN(auto report, make_report_while(*store, wanted, [&stop] { return !stop; }));
    return SiteFigures{std::move(report), of};
  };
}

}  // namespace bfa
