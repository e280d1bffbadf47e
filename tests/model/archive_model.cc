// SPDX-License-Identifier: Apache-2.0
#include "archive_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "bfa/backup/backup.h"
#include "bfa/check/check.h"
#include "bfa/crawl/replay.h"
#include "bfa/remove/remove.h"
#include "support/fault_file_system.h"

namespace bfa::test {
namespace {

namespace fs = std::filesystem;
using Mode = ArchiveOptions::Mode;

}  // namespace

std::map<std::string, int> ArchiveModel::counts_;

ArchiveModel::ArchiveModel(std::uint32_t seed) : random_(seed) {
  for (int post = 0; post < blog_.posts; ++post) blog_.extra_paragraph[post] = mark(post) + ".";
  crawl_well();
}

void ArchiveModel::note(const std::string& what) {
  steps_ += what + "\n";
  ++counts_[what.substr(0, what.find(':'))];
}

// Words that are in one edition of one post only.
std::string ArchiveModel::mark(int post) const {
  const auto edition = edition_.find(post);
  return "Edition " + std::to_string(edition == edition_.end() ? 0 : edition->second) + " of note " +
         std::to_string(post) + " mentions the lighthouse keeper";
}

void ArchiveModel::edit_a_post() {
  const int post = static_cast<int>(random(static_cast<std::uint64_t>(blog_.posts)));
  ++edition_[post];
  blog_.extra_paragraph[post] = mark(post) + ".";
}

// What an event acknowledges is the text that the archive answers then: a run that goes on with the tasks of
// one that was cut off may store what that one fetched.
CrawlOptions ArchiveModel::options(const Archive& archive) {
  CrawlOptions options = quick_options(Recheck::kAll);
  options.clock = &clock_;
  options.group = 1 + random(8);
  options.on_event = [this, &archive](const CrawlEvent& event) {
    const Committed::Item* item = nullptr;
    if (const auto* const object = std::get_if<ObjectEvent>(&event)) item = &object->item;
    if (const auto* const change = std::get_if<ChangeEvent>(&event)) item = &change->item;
    if (item == nullptr) return;
    const auto summary = archive.summary(item->key);
    if (summary) acknowledge(summary->latest);
  };
  return options;
}

void ArchiveModel::acknowledge(const DataObject& object) {
  constexpr std::string_view kEnd = "mentions the lighthouse keeper";
  for (int post = 0; post < blog_.posts; ++post) {
    if (object.url != blog_.post_url(post)) continue;
    for (std::size_t at = 0; (at = object.text.find("Edition ", at)) != std::string::npos; ++at) {
      const std::size_t end = object.text.find(kEnd, at);
      if (end == std::string::npos) break;
      known_.editions[object.url].insert(object.text.substr(at, end + kEnd.size() - at));
    }
  }
}

void ArchiveModel::crawl(FileSystem* files, bool must_succeed) {
  edit_a_post();
  clock_.advance(std::chrono::hours(30));
  ArchiveOptions opening;
  opening.mode = Mode::kWrite;
  opening.create = true;
  opening.clock = &clock_;
  opening.fs = files;
  const auto archive = bfa::open_archive(this->archive(), opening);
  if (!archive) {
    EXPECT_FALSE(must_succeed) << to_string(archive.error());
    return;
  }
  SampleFetcher fetcher;
  fetcher.serve(blog_);
  fetcher.set_clock(clock_.now());
  const auto reports = crawl_blogs(**archive, fetcher, {blog_.home()}, options(**archive));
  const bool done = reports && (*archive)->close();
  EXPECT_TRUE(done || !must_succeed) << (reports ? "close" : to_string(reports.error()));
}

void ArchiveModel::crawl_well() {
  note("crawl");
  crawl(nullptr, true);  // may be the rest of one that was cut off
  crawl(nullptr, true);
  for (int post = 0; post < blog_.posts; ++post) {
    const std::string url = blog_.post_url(post);
    if (!known_.removed.contains(url)) known_.editions[url].insert(mark(post));
  }
}

void ArchiveModel::crawl_with_full_disk() {
  FaultFileSystem faults(posix_file_system());
  FaultPlan plan;
  plan.first = random(120);
  faults.set_plan(plan);
  note("full disk: from operation " + std::to_string(plan.first));
  crawl(&faults, false);
}

void ArchiveModel::crawl_with_power_cut() {
  const std::uint64_t at = random(200);
  const Loss loss = std::array{Loss::kEverything, Loss::kHalf, Loss::kNothing}.at(random(3));
  note("power cut: at operation " + std::to_string(at) + ", loss " + std::to_string(static_cast<int>(loss)));
  ForgettingFileSystem disk(posix_file_system(), folder_ / "shadow");
  disk.cut_power_at(at);
  crawl(&disk, false);
  EXPECT_TRUE(disk.crash(loss));
}

// Files of another archive of the same blog, in any order, some twice.
void ArchiveModel::import() {
  const std::string other = folder_ / ("other" + std::to_string(imports_++));
  note("import");
  {
    clock_.advance(std::chrono::hours(7));
    edit_a_post();
    const auto from = open_archive(other, Mode::kWrite, &clock_);
    SampleFetcher fetcher;
    fetcher.serve(blog_);
    fetcher.set_clock(clock_.now());
    CrawlOptions quiet = quick_options();
    quiet.clock = &clock_;
    EXPECT_TRUE(crawl_blogs(*from, fetcher, {blog_.home()}, quiet));
    EXPECT_TRUE(from->close());
  }
  std::vector<std::string> files = warc_paths(other + "/warc");
  std::shuffle(files.begin(), files.end(), random_);
  if (random(3) == 0) files.push_back(files.front());
  const auto archive = open_archive(this->archive(), Mode::kWrite, &clock_);
  if (!archive) return;
  const auto report = import_warcs(*archive, posix_file_system(), files, {}, options(*archive));
  EXPECT_TRUE(report) << to_string(report.error());
  EXPECT_TRUE(archive->close());
}

void ArchiveModel::rebuild() {
  note("rebuild");
  const auto report = rebuild_archive(archive(), {}, quick_options());
  EXPECT_TRUE(report) << to_string(report.error());
}

void ArchiveModel::check() {
  note("check");
  CheckOptions options;
  options.read_data = true;
  options.clock = &clock_;
  const auto report = check_archive(archive(), options);
  ASSERT_TRUE(report) << to_string(report.error());
  std::string problems;
  for (const auto& problem : report->problems)
    problems += problem.id + " " + problem.file + " " + problem.message + "\n";
  EXPECT_EQ(report->result, CheckResult::kSound) << problems;
}

void ArchiveModel::back_up() {
  note("backup");
  const auto report = backup_archive(archive(), copy());
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_TRUE(report->problems.empty()) << to_string(report->problems.front());
  copied_ = known_;
  has_copy_ = true;
}

void ArchiveModel::restore() {
  if (!has_copy_) return;
  note("restore");
  fs::remove_all(archive());
  fs::copy(copy(), archive(), fs::copy_options::recursive);
  fs::remove(archive() + "/copy-of.txt");
  known_ = copied_;
  // The restored archive goes its own way: what it will name its files, the copy may have already.
  fs::remove_all(copy());
  has_copy_ = false;
}

void ArchiveModel::remove() {
  const std::string url = blog_.post_url(static_cast<int>(random(static_cast<std::uint64_t>(blog_.posts))));
  if (known_.removed.size() > 3) return;
  note("remove: " + url);
  RemoveOptions options;
  options.address = url;
  options.reason = "asked for";
  options.archive.clock = &clock_;
  clock_.advance(std::chrono::hours(1));
  const auto report = remove_from_archive(archive(), options);
  ASSERT_TRUE(report) << to_string(report.error());
  known_.editions.erase(url);
  known_.removed.insert(url);
}

std::string ArchiveModel::pick(const std::vector<std::string>& paths) {
  return paths.at(random(paths.size()));
}

// Flips a byte, cuts the file, or removes it.
std::string ArchiveModel::damage(const std::string& path) {
  const auto size = fs::file_size(path);
  switch (size == 0 ? 2 : random(3)) {
    case 0: {
      const auto at = static_cast<std::streamoff>(random(size));
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(at);
      const int c = file.get();
      file.seekp(at);
      file.put(static_cast<char>(c ^ (1 << random(8))));
      return "byte " + std::to_string(at) + " of " + std::to_string(size);
    }
    case 1:
      fs::resize_file(path, random(size));
      return "cut to " + std::to_string(fs::file_size(path)) + " of " + std::to_string(size);
    default:
      fs::remove(path);
      return "removed";
  }
}

std::vector<std::string> ArchiveModel::store_files() const {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(archive() + "/store")) {
    const std::string name = entry.path().filename();
    if (name != "LOCK" && !name.starts_with("LOG") && !name.starts_with("OPTIONS"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The store may be damaged: an answer is right, or there is an error, or the archive says that it is not
// complete. A rebuild makes it whole.
void ArchiveModel::damage_store() {
  const std::string file = pick(store_files());
  note("store damage: " + fs::path(file).filename().string() + ", " + damage(file));
  CheckOptions options;
  options.record = false;
  const auto checked = check_archive(archive(), options);
  const bool certified = checked && checked->result == CheckResult::kSound;
  ArchiveOptions reading;
  if (const auto archive = Archive::open(this->archive(), reading); archive) {
    const bool complete = (*archive)->reconciliation().complete();
    for (const auto& [url, marks] : known_.editions) {
      const auto found = (*archive)->find_object(url);
      const bool told = !complete || (!found && found.error().code != Code::kNotFound);
      EXPECT_TRUE(found || told) << url << " is not there, and nothing says why";
      EXPECT_TRUE(found || !certified) << url << ": the check found nothing";
    }
  } else {
    EXPECT_FALSE(certified) << to_string(archive.error());
  }
  rebuild();
}

// The check must find it. Then the file is put back.
void ArchiveModel::damage_warc() {
  const std::string path = pick(warc_paths(archive() + "/warc"));
  const std::string name = fs::path(path).filename();
  const std::string saved = folder_ / "saved";
  fs::copy_file(path, saved, fs::copy_options::overwrite_existing);
  note("WARC damage: " + name + ", " + damage(path));
  CheckOptions options;
  options.read_data = true;
  options.record = false;
  const auto checked = check_archive(archive(), options);
  ASSERT_TRUE(checked) << to_string(checked.error());
  EXPECT_EQ(checked->result, CheckResult::kDamaged) << name;
  fs::copy_file(saved, path, fs::copy_options::overwrite_existing);
}

void ArchiveModel::compare() {
  ArchiveOptions settle;
  settle.mode = Mode::kWrite;
  settle.create = false;
  settle.clock = &clock_;
  {
    const auto writer = bfa::open_archive(archive(), settle);  // applies what a fault left
    if (!writer && known_.editions.empty()) return;            // nothing was acknowledged yet
    ASSERT_TRUE(writer) << to_string(writer.error());
    ASSERT_TRUE((*writer)->close());
  }
  const auto reader = Archive::open(archive(), {});
  ASSERT_TRUE(reader) << to_string(reader.error());
  EXPECT_TRUE((*reader)->reconciliation().complete());
  for (const auto& [url, marks] : known_.editions) {
    const auto key = (*reader)->find_object(url);
    ASSERT_TRUE(key) << url << ": " << to_string(key.error());
    const auto versions = (*reader)->versions(*key);
    ASSERT_TRUE(versions) << url;
    for (const auto& wanted : marks) {
      const bool found = std::any_of(versions->begin(), versions->end(), [&](const Version& version) {
        return version.object.text.find(wanted) != std::string::npos;
      });
      EXPECT_TRUE(found) << "not answered: " << wanted;
    }
    for (const Version& version : *versions) expect_bytes(**reader, version.object);
  }
  for (const auto& url : known_.removed) {
    EXPECT_FALSE((*reader)->find_object(url)) << url << " came back";
    EXPECT_TRUE(got(removal_of(**reader, url)).has_value()) << url;
  }
}

void ArchiveModel::step() {
  using Operation = void (ArchiveModel::*)();
  static const std::vector<std::pair<int, Operation>> operations = {{4, &ArchiveModel::crawl_well},
                                                                    {4, &ArchiveModel::crawl_with_full_disk},
                                                                    {5, &ArchiveModel::crawl_with_power_cut},
                                                                    {3, &ArchiveModel::import},
                                                                    {2, &ArchiveModel::rebuild},
                                                                    {2, &ArchiveModel::check},
                                                                    {2, &ArchiveModel::back_up},
                                                                    {1, &ArchiveModel::restore},
                                                                    {1, &ArchiveModel::remove},
                                                                    {4, &ArchiveModel::damage_store},
                                                                    {2, &ArchiveModel::damage_warc}};
  int sum = 0;
  for (const auto& [weight, operation] : operations) sum += weight;
  auto dice = static_cast<int>(random(static_cast<std::uint64_t>(sum)));
  for (const auto& [weight, operation] : operations) {
    dice -= weight;
    if (dice >= 0) continue;
    (this->*operation)();
    break;
  }
  compare();
}

}  // namespace bfa::test
