// SPDX-License-Identifier: Apache-2.0
// A removal that is cut off anywhere leaves the old archive or the new one, and running it again finishes it.
#include "remove_fixture.h"
#include "support/fault_file_system.h"
#include "support/peak_memory.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class RemoveKill : public testing::TestWithParam<Loss> {
 protected:
  void SetUp() override {
    blog_.extra_paragraph[1] = kMarker;
    bench_.fetcher.serve(blog_);
    bench_.crawl(blog_.home(), quick_options());
    bench_.crawl(blog_.home(), quick_options(Recheck::kAll), std::chrono::hours(30));
    old_ = dump_but(*bench_.read(), {});
    new_ = dump_but(*bench_.read(), page());
  }

  std::string page() const { return blog_.post_url(1); }

  // True when the power was cut before the removal had ended.
  bool cut_at(std::uint64_t operation) {
    TemporaryDirectory folder;
    const std::string path = folder / "archive";
    std::filesystem::copy(bench_.path(), path, std::filesystem::copy_options::recursive);
    ForgettingFileSystem fs(posix_file_system(), folder / "shadow");
    fs.cut_power_at(operation);
    (void)remove_from_archive(path, removal(page(), RemovalForm::kUrl, &fs, &bench_.clock)).has_value();
    const bool cut = fs.power_is_off();
    const Status crashed = fs.crash(GetParam());
    EXPECT_TRUE(crashed) << to_string(crashed.error());
    if (!crashed) return cut;
    const auto after = dump_but(*open_archive(path, ArchiveOptions::Mode::kRead), {});
    const bool is_old = after == old_;
    was_old_ += is_old ? 1 : 0;
    if (!is_old) expect_same(new_, after);
    const auto again = remove_from_archive(path, removal(page(), RemovalForm::kUrl, &fs, &bench_.clock));
    EXPECT_TRUE(again) << to_string(again.error());
    expect_same(new_, dump_but(*open_archive(path, ArchiveOptions::Mode::kRead), {}));
    EXPECT_FALSE(folder_has(path, kMarker));
    expect_sound_warcs(path);
    return cut;
  }

  SampleBlog blog_{"http://blog.example", 4, 2};
  Bench bench_;
  std::vector<std::string> old_, new_;
  std::uint64_t was_old_ = 0;
};

TEST_P(RemoveKill, AtAnyOperation) {
  const std::uint64_t stride = (GetParam() == Loss::kEverything ? 4 : 12) * (is_sanitized() ? 8 : 1);
  std::uint64_t cuts = 0;
  for (std::uint64_t operation = 0; operation < 3000; operation += stride) {
    SCOPED_TRACE("power cut at operation " + std::to_string(operation) + " of the removal");
    const bool cut = cut_at(operation);
    if (HasFailure() || !cut) break;
    ++cuts;
  }
  EXPECT_GT(cuts, 60 / stride);
  EXPECT_LT(cuts, 3000 / stride);
  EXPECT_GT(was_old_, 0u);
  EXPECT_LT(was_old_, cuts + 1);
}

INSTANTIATE_TEST_SUITE_P(Loss, RemoveKill, testing::Values(Loss::kEverything, Loss::kHalf, Loss::kNothing),
                         [](const auto& row) {
                           return row.param == Loss::kEverything ? std::string("Everything")
                                  : row.param == Loss::kHalf     ? std::string("Half")
                                                                 : std::string("Nothing");
                         });

TEST(RemoveOnAFullDisk, LeavesTheOldArchive) {
  SampleBlog blog{"http://blog.example", 4, 2};
  blog.extra_paragraph[1] = kMarker;
  Bench bench;
  bench.fetcher.serve(blog);
  bench.crawl(blog.home(), quick_options());
  const auto before = dump_but(*bench.read(), {});
  FaultFileSystem fs(posix_file_system());
  std::uint64_t failed = 0;
  for (std::uint64_t operation = 0; operation < 3000; operation += is_sanitized() ? 25 : 7) {
    SCOPED_TRACE("full at write " + std::to_string(operation));
    FaultPlan plan;
    plan.first = operation;
    plan.only_set = true;
    plan.only = FileOperation::kWrite;
    fs.set_plan(plan);
    const auto report = remove_from_archive(bench.path(), removal(blog.post_url(1), RemovalForm::kUrl, &fs));
    const std::uint64_t failures = fs.failures();
    fs.set_plan({});
    if (report && failures == 0) break;
    ++failed;
    if (!report) {
      EXPECT_EQ(report.error().code, Code::kIo) << to_string(report.error());
      expect_same(before, dump_but(*bench.read(), {}));
    }
    if (testing::Test::HasFailure() || report) break;
    EXPECT_FALSE(std::filesystem::exists(bench.path() + "/remove.new"));
  }
  EXPECT_GT(failed, 3u);
  EXPECT_FALSE(folder_has(bench.path(), kMarker));
}

}  // namespace
}  // namespace bfa
