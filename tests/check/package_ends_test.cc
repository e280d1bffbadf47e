// SPDX-License-Identifier: Apache-2.0
// bfa check tells where a package was cut, and what was added to it.
#include <functional>
#include <numeric>

#include "bfa/warc/reader.h"
#include "sound_archive.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
namespace fs = std::filesystem;

class PackageEnds : public SoundArchive {
 protected:
  CheckReport look(const fs::path& file) const { return got(check_package(file.string(), options(false))); }
  fs::path pack(PackageForm form, PackageContainer into = PackageContainer::kFolder) const {
    ArchiveOptions reading;
    reading.mode = ArchiveOptions::Mode::kRead;
    const auto archive = got(Archive::open(path().string(), reading));
    PackageOptions how;
    how.output_directory = path().string() + "-out";
    how.form = form;
    how.into = into;
    how.clock = options().clock;
    return got(write_packages(*archive, how)).at(0).directory;
  }
  // The records of a file, each in its compressed form.
  static std::vector<std::string> members_of(const fs::path& file) {
    const std::string bytes = text_of(file);
    const auto reader = got(WarcReader::open(posix_file_system(), file.string()));
    std::vector<std::size_t> starts;
    while (WarcRecord* const record = got(reader->next()))
      starts.push_back(static_cast<std::size_t>(record->position().offset));
    std::vector<std::string> members;
    for (std::size_t i = 0; i < starts.size(); ++i)
      members.push_back(
          bytes.substr(starts[i], (i + 1 < starts.size() ? starts[i + 1] : bytes.size()) - starts[i]));
    return members;
  }
  CheckReport look_at(const std::string& bytes, const std::string& name) const {
    const fs::path file = path().string() + "-" + name;
    std::ofstream(file, std::ios::binary) << bytes;
    return look(file);
  }
};

using Members = std::vector<std::string>;

TEST_F(PackageEnds, AWarcPackageThatWasCutBetweenRecordsIsDamaged) {
  const Members all = members_of(pack(PackageForm::kWarc));
  ASSERT_GT(all.size(), 20U);
  const auto without = [](Members members, std::size_t i) {
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
    return members;
  };
  const auto first = [&](std::size_t n) {
    return Members(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
  };
  const auto then = [](Members a, const Members& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  struct Row {
    const char* name;
    Members members;
    const char* id;  // "": sound
  };
  const Row rows[] = {
      {"whole", all, ""},
      {"two packages", then(all, all), ""},
      {"without the last record", first(all.size() - 1), "package_end_missing"},
      {"without its second half", first(all.size() / 2), "package_end_missing"},
      {"its first record alone", first(1), "package_end_missing"},
      {"a cut one before a whole one", then(first(7), all), "package_end_missing"},
      {"without the first record", without(all, 0), "package_start_missing"},
      {"without its note", without(all, 1), "package_records_differ"},
      {"without one in the middle", without(all, 9), "package_records_differ"},
      {"one twice", then(first(9), Members(all.begin() + 8, all.end())), "package_records_differ"},
      {"two added behind", then(all, {all[3], all[4]}), "record_foreign"},
      {"one added before", then({all[3]}, all), "record_foreign"},
  };
  for (const Row& row : rows) {
    const CheckReport report =
        look_at(std::accumulate(row.members.begin(), row.members.end(), std::string()), "x.warc.gz");
    const bool sound = *row.id == '\0';
    EXPECT_EQ(report.result, sound ? CheckResult::kSound : CheckResult::kDamaged)
        << row.name << listed(report);
    EXPECT_EQ(problem_of(report, row.id) != nullptr, !sound) << row.name << listed(report);
  }
}

TEST_F(PackageEnds, TheLastRecordHasTheDigestOfTheUnpackedRecords) {
  Members all = members_of(pack(PackageForm::kWarc));
  std::swap(all[5], all[6]);  // as many bytes as before
  const CheckReport report = look_at(std::accumulate(all.begin(), all.end(), std::string()), "x.warc.gz");
  ASSERT_NE(problem_of(report, "package_records_differ"), nullptr) << listed(report);
  EXPECT_NE(problem_of(report, "package_records_differ")->message.find("digest"), std::string::npos);
}

TEST_F(PackageEnds, EachDamagedPlaceIsNamed) {
  Members all = members_of(pack(PackageForm::kWarc));
  std::vector<std::int64_t> places;
  std::int64_t at = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 6 || i == 12) {
      all[i][all[i].size() / 2] = static_cast<char>(all[i][all[i].size() / 2] ^ 0x11);
      places.push_back(at);
    }
    at += static_cast<std::int64_t>(all[i].size());
  }
  all.pop_back();
  const CheckReport report = look_at(std::accumulate(all.begin(), all.end(), std::string()), "x.warc.gz");
  const CheckProblem* const damaged = problem_of(report, "record_damaged");
  ASSERT_NE(damaged, nullptr) << listed(report);
  std::vector<std::int64_t> told;
  for (const CheckPlace& place : damaged->places) {
    if (told.empty() || told.back() != place.offset) told.push_back(place.offset);
  }
  EXPECT_EQ(told, places) << listed(report);
  EXPECT_NE(problem_of(report, "package_end_missing"), nullptr) << "and the cut, which is a third place";
  EXPECT_NE(check_problem_to_json(*damaged).find("\"places\":[{\"offset\":" + std::to_string(places[0])),
            std::string::npos);
}

TEST_F(PackageEnds, BytesBehindTheEndOfAContainerAreTold) {
  struct Row {
    PackageForm form;
    PackageContainer into;
    const char* ending;
    const char* id;
    bool zeros;  // are told, too
  };
  for (const Row& row :
       {Row{PackageForm::kMets, PackageContainer::kZip, ".zip", "zip_trailing_bytes", true},
        Row{PackageForm::kBag, PackageContainer::kZip, ".zip", "zip_trailing_bytes", true},
        Row{PackageForm::kMets, PackageContainer::kTar, ".tar", "tar_trailing_bytes", false},
        Row{PackageForm::kMets, PackageContainer::k7z, ".7z", "container_trailing_bytes", true},
        Row{PackageForm::kWacz, PackageContainer::kFolder, ".wacz", "zip_trailing_bytes", true}}) {
    const fs::path made = pack(row.form, row.into);
    const std::string whole = text_of(made), name = std::string("x") + row.ending;
    EXPECT_EQ(look_at(whole, name).result, CheckResult::kSound) << row.ending;
    const CheckReport junk = look_at(whole + "bytes of somebody", name);
    EXPECT_EQ(junk.result, CheckResult::kDamaged) << row.ending;
    ASSERT_NE(problem_of(junk, row.id), nullptr) << listed(junk);
    EXPECT_EQ(problem_of(junk, row.id)->offset, static_cast<std::int64_t>(whole.size()));
    // Writers of tar files fill them up with zeros.
    const CheckReport zeros = look_at(whole + std::string(5000, '\0'), name);
    EXPECT_EQ(zeros.result, row.zeros ? CheckResult::kDamaged : CheckResult::kSound) << listed(zeros);
    EXPECT_EQ(look_at(whole + whole, name).result, CheckResult::kDamaged) << row.ending;
  }
}

TEST_F(PackageEnds, AFileOfAStorageRootThatNothingNamesIsTold) {
  const fs::path root = path().string() + "-out";
  pack(PackageForm::kOcfl);
  EXPECT_EQ(problem_of(look(root), "file_foreign"), nullptr);
  std::ofstream(root / "more.warc.gz") << "x";
  const CheckReport report = look(root);
  ASSERT_NE(problem_of(report, "file_foreign"), nullptr) << listed(report);
  EXPECT_EQ(problem_of(report, "file_foreign")->file, "more.warc.gz");
}

}  // namespace
}  // namespace bfa
