// SPDX-License-Identifier: Apache-2.0
// bfa check on packages and bags alone.
#include <sys/stat.h>

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
  EXPECT_GT(packed.package_files, 3U);
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

TEST_F(CheckPackage, AnEmptyTagManifestIsDamage) {
  const fs::path bag = make_bag();
  std::ofstream(bag / "tagmanifest-md5.txt", std::ios::trunc).close();
  const CheckReport report = look(bag);
  EXPECT_EQ(report.result, CheckResult::kDamaged) << listed(report);
  EXPECT_NE(problem_of(report, "manifest_damaged"), nullptr);
}

TEST_F(CheckPackage, PayloadOxumIsCompared) {
  const fs::path bag = make_bag();
  std::uint64_t bytes = 0, count = 0;
  for (const auto& file : files_in(bag / "data")) {
    bytes += fs::file_size(file);
    ++count;
  }
  const auto info = [&](std::uint64_t more) {
    std::ofstream(bag / "bag-info.txt")
        << "Source-Organization: x\r\nPayload-Oxum: " << bytes + more << "." << count << "\r\n";
    return look(bag);
  };
  EXPECT_EQ(info(0).result, CheckResult::kSound) << listed(info(0));
  EXPECT_EQ(info(1).result, CheckResult::kDamaged);
}

TEST_F(CheckPackage, APipeIsNoFileAndIsNotRead) {
  const fs::path bag = make_bag();
  const fs::path file = bag / "data/100% sure.txt";
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  const CheckReport report = look(bag);
  EXPECT_EQ(report.result, CheckResult::kDamaged) << listed(report);
  EXPECT_NE(problem_of(report, "file_special"), nullptr);
}

TEST_F(CheckPackage, AFileOutsideOfThePackageIsDamage) {
  const fs::path outside = package().parent_path() / "outside.txt";
  std::ofstream(outside) << "hello";
  const std::string digest = hex_encode(bfa::digest(DigestAlgorithm::kSha256, "hello"));
  std::string mets = text_of(package() / "METS.xml");
  const std::size_t at =
      mets.find("<file ") != std::string::npos ? mets.find("<file ") : mets.find("<mets:file ");
  ASSERT_NE(at, std::string::npos);
  const std::string prefix = mets.compare(at, 6, "<file ") == 0 ? "" : "mets:";
  const std::string own =
      "<" + prefix + "file ID=\"x-1\" CHECKSUMTYPE=\"SHA-256\" CHECKSUM=\"" + digest + "\"><" + prefix +
      "FLocat LOCTYPE=\"URL\" xlink:href=\"data/../../outside.txt\"/></" + prefix + "file>";
  mets.insert(at, own);
  fs::remove(package() / "METS.xml");
  std::ofstream(package() / "METS.xml") << mets;
  const CheckReport report = look(package());
  EXPECT_EQ(report.result, CheckResult::kDamaged) << listed(report);
  bool named = false;
  for (const auto& problem : report.problems)
    named = named || problem.message.find("outside of the package") != std::string::npos;
  EXPECT_TRUE(named) << listed(report);
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

// What a full disk leaves of the first pack into a storage root.
TEST_F(CheckPackage, AStorageRootWithoutObjectsIsNotSound) {
  const fs::path root = path() / "root";
  fs::create_directory(root);
  std::ofstream(root / "0=ocfl_1.1") << "ocfl_1.1\n";
  const CheckReport report = look(root);
  EXPECT_EQ(report.result, CheckResult::kIncomplete) << listed(report);
  EXPECT_NE(problem_of(report, "package_empty"), nullptr) << listed(report);
}

TEST_F(CheckPackage, AFolderThatIsNeitherIsAnError) {
  const auto report = check_package(path().string(), options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace bfa
