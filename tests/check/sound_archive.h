// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bfa/check/check.h"
#include "bfa/io/digest.h"
#include "bfa/package/aip.h"
#include "crawl/archive_crawl.h"

namespace bfa::test {

inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                   const std::string& ending = {}) {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().string().ends_with(ending)) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

inline void flip_byte(const std::filesystem::path& path, double where) {
  const auto at = static_cast<std::streamoff>(static_cast<double>(std::filesystem::file_size(path)) * where);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(at);
  char c = 0;
  file.get(c);
  file.seekp(at);
  file.put(static_cast<char>(c ^ 0x55));
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A copy of an archive of two crawls with a package, which the test may damage.
class SoundArchive : public testing::Test {
 protected:
  // Made once: it is copied for each case.
  static void SetUpTestSuite() {
    made_ = new Made;
    made_->blog.posts = 8;
    made_->bench.fetcher.serve(made_->blog);
    made_->bench.crawl(made_->blog.home(), quick_options());
    std::filesystem::copy(made_->bench.path() + "/store", made_->bench.path() + "-older",
                          std::filesystem::copy_options::recursive);
    made_->blog.posts += 2;
    made_->blog.extra_paragraph[2] = "Seen again, and corrected.";
    made_->bench.crawl(made_->blog.home(), quick_options(Recheck::kAll), std::chrono::hours(30));
    const auto archive = made_->bench.read();
    PackageOptions options;
    options.clock = &made_->bench.clock;
    ASSERT_TRUE(write_packages(*archive, options));
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  void SetUp() override {
    std::filesystem::copy(made_->bench.path(), path(), std::filesystem::copy_options::recursive);
  }

  std::filesystem::path path() const { return std::filesystem::path(folder_ / "copy"); }
  std::filesystem::path warc() const { return path() / "warc"; }
  std::vector<std::filesystem::path> warcs() const { return files_in(warc(), ".warc.gz"); }
  // The store as it was after the first crawl.
  static std::filesystem::path older_store() { return made_->bench.path() + "-older"; }
  std::filesystem::path package() const { return files_in(path() / "packages").at(0); }
  CheckOptions options(bool read_data = true) const {
    CheckOptions out;
    out.read_data = read_data;
    out.record = false;
    out.clock = &made_->bench.clock;
    return out;
  }
  CheckReport check(const CheckOptions& how) const { return got(check_archive(path().string(), how)); }
  CheckReport check() const { return check(options()); }

 private:
  struct Made {
    SampleBlog blog{"http://one.example", 8, 5};
    Bench bench;
  };
  static inline Made* made_ = nullptr;
  TemporaryDirectory folder_;
};

inline const CheckProblem* problem_of(const CheckReport& report, const std::string& id) {
  for (const CheckProblem& problem : report.problems) {
    if (problem.id == id) return &problem;
  }
  return nullptr;
}

inline std::string listed(const CheckReport& report) {
  std::string out(check_result_name(report.result));
  for (const CheckProblem& problem : report.problems)
    out += "\n" + problem.id + " " + problem.file + ": " + problem.message + " (" +
           std::to_string(problem.captures) + " captures, " + std::to_string(problem.objects) + " objects)";
  return out;
}

}  // namespace bfa::test
