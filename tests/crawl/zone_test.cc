// SPDX-License-Identifier: Apache-2.0
// The zone of a blog's local times: given with a crawl, kept, and used by a rebuild.
#include "bfa/crawl/replay.h"
#include "crawl/archive_crawl.h"
#include "crawl/history/reread_dates.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class GivenZone : public testing::Test {
 protected:
  GivenZone() {
    // A post that no feed has, with a local time.
    std::string page = blog.at(blog.post_path(0)).body;
    const auto at = page.find("<p>");
    page.insert(at, "<p class=\"when\"><time datetime=\"2026-02-02T14:05:00\">then</time></p>");
    blog.pages[blog.post_path(0)] = page;
    bench.fetcher.serve(blog);
    options.zone = "Europe/Berlin";
  }
  BlogState state() const {
    const auto archive = bench.read();
    return got(archive->view().blog(blog.home())).value_or(BlogState());
  }
  std::string published() const {
    const auto posts = posts_of(*bench.read());
    const auto at = posts.find(blog.post_url(0));
    if (at == posts.end() || !at->second.latest.published) return "none";
    return format_timestamp(*at->second.latest.published);
  }
  ReplayReport rebuild() {
    ArchiveOptions archive_options;
    archive_options.clock = &bench.clock;
    return got(rebuild_archive(bench.path(), archive_options, quick_options()));
  }

  SampleBlog blog;
  Bench bench;
  CrawlOptions options = quick_options();
};

TEST_F(GivenZone, IsKeptForLaterCrawlsAndByARebuild) {
  bench.crawl(blog.home(), options);
  EXPECT_EQ(state().given_zone, "Europe/Berlin");
  EXPECT_EQ(published(), "2026-02-02T14:05:00+01:00");
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  EXPECT_EQ(state().given_zone, "Europe/Berlin");
  EXPECT_EQ(published(), "2026-02-02T14:05:00+01:00");
  const ReplayReport report = rebuild();
  EXPECT_EQ(state().given_zone, "Europe/Berlin");
  EXPECT_EQ(published(), "2026-02-02T14:05:00+01:00");
  EXPECT_EQ(report.reread.offsets + report.reread.instants + report.reread.others, 0u);
}

TEST_F(GivenZone, OfAKnownBlogMakesNoNewVersion) {
  bench.crawl(blog.home(), quick_options());
  EXPECT_EQ(published(), "2026-02-02T14:05:00");
  const auto before = count_versions(*bench.read());
  options.recheck = Recheck::kAll;
  bench.crawl(blog.home(), options, std::chrono::hours(48));
  EXPECT_EQ(state().given_zone, "Europe/Berlin");
  EXPECT_EQ(count_versions(*bench.read()), before);  // a date that is only more precise is no change
}

TEST_F(GivenZone, IsForgottenByNone) {
  bench.crawl(blog.home(), options);
  options.zone = "none";
  options.recheck = Recheck::kAll;
  bench.crawl(blog.home(), options, std::chrono::hours(48));
  EXPECT_EQ(state().given_zone, "");
}

TEST_F(GivenZone, ThatIsNoneIsAnErrorBeforeAnythingIsFetched) {
  options.zone = "Europe/Atlantis";
  options.clock = &bench.clock;
  const auto archive = open_archive(bench.path(), ArchiveOptions::Mode::kWrite, &bench.clock);
  const auto reports = crawl_blogs(*archive, bench.fetcher, {blog.home()}, options);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().code, Code::kInvalidArgument);
  EXPECT_TRUE(bench.fetcher.requested().empty());
}

struct Reread {
  const char* name;
  const char *before, *after;  // "" for none
  const char* zone;            // by which the later one is an instant; "" without one
  std::uint64_t offsets, instants, others;
};

class RereadRows : public testing::TestWithParam<Reread> {};

TEST_P(RereadRows, AreCountedByWhatDiffers) {
  const Reread& row = GetParam();
  DataObject before, after;
  if (*row.before != '\0') before.published = *parse_timestamp(row.before);
  if (*row.after != '\0') after.published = *parse_timestamp(row.after);
  if (*row.zone != '\0') after.provenance.rules["zone"] = row.zone;
  RereadDates out;
  compare_dates(before, after, out);
  EXPECT_EQ(out.offsets, row.offsets);
  EXPECT_EQ(out.instants, row.instants);
  EXPECT_EQ(out.others, row.others);
  EXPECT_EQ(out.zones, row.instants > 0 ? std::vector<std::string>{row.zone} : std::vector<std::string>());
}

const Reread kRows[] = {
    {"None", "", "", "", 0, 0, 0},
    {"Same", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z", "", 0, 0, 0},
    {"SameWithOffset", "2026-01-31T10:00:00+01:00", "2026-01-31T10:00:00+01:00", "", 0, 0, 0},
    {"OffsetIsKept", "2026-01-31T09:00:00Z", "2026-01-31T10:00:00+01:00", "", 1, 0, 0},
    {"DayWasKeptWithoutZone", "2026-01-31T00:30:00", "2026-01-31T00:30:00+01:00", "", 1, 0, 0},
    {"LocalTime", "2026-01-31T10:00:00", "2026-01-31T10:00:00+01:00", "Europe/Berlin", 0, 1, 0},
    {"AnotherDate", "2026-01-31T10:00:00Z", "2026-01-30T10:00:00Z", "", 0, 0, 1},
    {"LostZone", "2026-01-31T10:00:00+01:00", "2026-01-31T10:00:00", "", 0, 0, 1},
    {"New", "", "2026-01-31", "", 0, 0, 1},
    {"Gone", "2026-01-31", "", "", 0, 0, 1},
};
INSTANTIATE_TEST_SUITE_P(House_Rebuild, RereadRows, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
