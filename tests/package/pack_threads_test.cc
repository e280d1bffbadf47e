// SPDX-License-Identifier: Apache-2.0
// Packages of several blogs that are written at once.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <utility>

#include "bfa/package/aip.h"
#include "fake_archive.h"
#include "fixtures.h"
#include "outside_tools.h"

namespace bfa {
namespace {

class House_PackThreads : public testing::Test {
 protected:
  House_PackThreads() : archive_(directory_ / "archive") {
    clock_ = make_fixed_clock(test::instant("2026-11-21T07:00:00Z"));
    options_.clock = clock_.get();
    options_.output_directory = directory_ / "out";
    add_blog("https://blog.example/", "blog.warc.gz");
  }

  void add_blog(const std::string& home, const std::string& warc) {
    archive_.add_blog(home);
    if (warc.empty()) return;
    DataObject post;
    post.kind = ObjectKind::kPost;
    post.url = home + "x";
    post.title = "X";
    post.text = std::string(100'000, 'x');
    post.status = "active";
    archive_.add(post);
    archive_.add_warc(warc, post.url);
  }

  std::vector<PackageReport> pack() {
    auto reports = write_packages(archive_, options_);
    EXPECT_TRUE(reports) << to_string(reports ? Error{} : reports.error());
    return reports ? *reports : std::vector<PackageReport>{};
  }

  const test::TemporaryDirectory directory_;
  test::FakeArchive archive_;
  PackageOptions options_;
  std::unique_ptr<Clock> clock_;
};

// The last one has nothing, and gets no package.
TEST_F(House_PackThreads, ThreadsDoNotChangePackages) {
  add_blog("https://one.example/", "one.warc.gz");
  add_blog("https://two.example/", "two.warc.gz");
  add_blog("https://empty.example/", {});
  std::map<std::string, std::string> files;  // of one thread: path, content
  for (const PackageForm form : {PackageForm::kMets, PackageForm::kBag, PackageForm::kDspace}) {
    options_.form = form;
    for (const std::size_t threads : {1, 3}) {
      options_.threads = threads;
      options_.output_directory = directory_ / ("out-" + std::to_string(threads));
      std::vector<std::string> blogs;
      for (const PackageReport& report : pack()) blogs.push_back(report.blog);
      EXPECT_EQ(blogs, (std::vector<std::string>{"https://blog.example/", "https://one.example/",
                                                 "https://two.example/"}));
      std::map<std::string, std::string> made;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(options_.output_directory)) {
        if (entry.is_regular_file())
          made[std::filesystem::relative(entry.path(), options_.output_directory)] =
              test::slurp(entry.path());
      }
      EXPECT_GE(made.size(), 4u);
      if (threads == 1) {
        files = std::move(made);
      } else {
        EXPECT_TRUE(files == made) << package_form_name(form);
      }
    }
  }
}

TEST_F(House_PackThreads, OneOfSeveralThreadsThatFailsStopsAll) {
  add_blog("https://other.example/", "other.warc.gz");
  std::atomic<int> inside = 0;
  int asked = 0, most = 1'000'000;
  options_.go_on = [&] {
    EXPECT_EQ(++inside, 1) << "called by one thread at a time";
    --inside;
    return ++asked < most;
  };
  EXPECT_EQ(pack().size(), 2u);
  std::filesystem::remove_all(options_.output_directory);
  most = std::exchange(asked, 0);  // the last time, in one of the packages
  options_.threads = 2;
  const auto reports = write_packages(archive_, options_);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().code, Code::kUnavailable);
  for (const auto& entry : std::filesystem::directory_iterator(options_.output_directory))
    EXPECT_FALSE(entry.path().filename().string().ends_with(".open")) << entry.path();
}

}  // namespace
}  // namespace bfa
