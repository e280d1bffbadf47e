// SPDX-License-Identifier: Apache-2.0
// bfa check on packages and bags alone.
#include <functional>

#include "sound_archive.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;

class CheckPackage : public SoundArchive {
 protected:
  CheckReport look(const fs::path& folder) const {
    return got(check_package(folder.string(), options(false)));
  }

  // A bag of the package's WARC files (RFC 8493).
  fs::path make_bag() const {
    const fs::path bag = path().string() + "-bag";
    fs::create_directories(bag / "data");
    for (const auto& file : warcs()) fs::copy(file, bag / "data");
    std::ofstream(bag / "data/100% sure.txt") << "hello";
    std::ofstream(bag / "bagit.txt") << "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";
    std::string manifest;
    for (const auto& file : files_in(bag / "data")) {
      std::string name = "data/" + file.filename().string();
      if (const std::size_t at = name.find('%'); at != std::string::npos) name.replace(at, 1, "%25");
      manifest += hex_encode(digest(DigestAlgorithm::kSha512, text_of(file))) + "  " + name + "\n";
    }
    std::ofstream(bag / "manifest-sha512.txt") << manifest;
    std::ofstream(bag / "tagmanifest-md5.txt")
        << hex_encode(digest(DigestAlgorithm::kMd5, manifest)) << " manifest-sha512.txt\n";
    return bag;
  }
};

TEST_F(CheckPackage, WholeOnesAreSound) {
  const CheckReport packed = look(package());
  EXPECT_EQ(packed.result, CheckResult::kSound) << listed(packed);
  EXPECT_GT(packed.package_files, 4U);
  const CheckReport bag = look(make_bag());
  EXPECT_EQ(bag.result, CheckResult::kSound) << listed(bag);
  EXPECT_EQ(bag.package_files, 4U);
}

TEST_F(CheckPackage, EachFileIsRead) {
  for (const auto& entry : fs::recursive_directory_iterator(package())) {
    if (!entry.is_regular_file() || entry.path().filename() == "METS.xml") continue;
    const std::string whole = text_of(entry.path());
    fs::remove(entry.path());  // it can be a link to a file of the archive
    std::ofstream(entry.path(), std::ios::binary) << whole;
    flip_byte(entry.path(), 0.5);
    const CheckReport report = look(package());
    EXPECT_EQ(report.result, CheckResult::kDamaged);
    const CheckProblem* const problem = problem_of(report, "digest_differs");
    ASSERT_NE(problem, nullptr) << listed(report);
    EXPECT_EQ(problem->file, entry.path().lexically_relative(package()).generic_string());
    std::ofstream(entry.path(), std::ios::binary) << whole;
  }
}

struct Damage {
  const char* name;
  std::function<void(const fs::path& bag)> make;
  const char *id, *file;
};

TEST_F(CheckPackage, EachDamageOfABagIsNamed) {
  const std::vector<Damage> rows = {
      {"another byte", [](const fs::path& bag) { flip_byte(bag / "data/100% sure.txt", 0.5); },
       "digest_differs", "data/100% sure.txt"},
      {"a file less", [](const fs::path& bag) { fs::remove(bag / "data/100% sure.txt"); }, "file_missing",
       "data/100% sure.txt"},
      {"a file more", [](const fs::path& bag) { std::ofstream(bag / "data/more") << "more"; }, "file_foreign",
       "data/more"},
      {"another name",
       [](const fs::path& bag) { fs::rename(bag / "data/100% sure.txt", bag / "data/less sure.txt"); },
       "file_foreign", "data/less sure.txt"},
      {"a manifest that was changed",
       [](const fs::path& bag) { std::ofstream(bag / "manifest-sha512.txt", std::ios::app) << "\n"; },
       "digest_differs", "manifest-sha512.txt"},
      {"a line that is none",
       [](const fs::path& bag) { std::ofstream(bag / "manifest-sha512.txt", std::ios::app) << "nonsense\n"; },
       "manifest_damaged", "manifest-sha512.txt"},
      {"a line that leads out",
       [](const fs::path& bag) {
         std::ofstream(bag / "manifest-sha512.txt", std::ios::app)
             << std::string(128, 'a') << "  data/../../../etc/passwd\n";
       },
       "manifest_damaged", "manifest-sha512.txt"},
      {"no manifest", [](const fs::path& bag) { fs::remove(bag / "manifest-sha512.txt"); }, "bag_damaged",
       "bagit.txt"},
      {"no declaration", [](const fs::path& bag) { std::ofstream(bag / "bagit.txt") << "nonsense\n"; },
       "bag_damaged", "bagit.txt"},
      {"a link",
       [](const fs::path& bag) {
         fs::rename(bag / "data/100% sure.txt", bag.string() + "-elsewhere");
         fs::create_symlink(bag.string() + "-elsewhere", bag / "data/100% sure.txt");
       },
       "file_linked", "data/100% sure.txt"},
  };
  for (const Damage& damage : rows) {
    SCOPED_TRACE(damage.name);
    const fs::path bag = make_bag();
    damage.make(bag);
    const CheckReport report = look(bag);
    EXPECT_EQ(report.result, CheckResult::kDamaged) << listed(report);
    const auto named = [&](const CheckProblem& problem) {
      return problem.id == damage.id && problem.file == damage.file;
    };
    EXPECT_TRUE(std::any_of(report.problems.begin(), report.problems.end(), named)) << listed(report);
    fs::remove_all(bag);
  }
}

TEST_F(CheckPackage, AFolderThatIsNeitherIsAnError) {
  const auto report = check_package(path().string(), options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace bfa
