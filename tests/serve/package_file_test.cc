// SPDX-License-Identifier: Apache-2.0
// Packages on request: whole ones, refusals, and that nothing is left behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "bfa/container/container.h"
#include "package/aip/package_plan.h"
#include "package/aip/record_index.h"
#include "serve/data/query_string.h"
#include "serve/programs/package_file.h"
#include "served_blog.h"
#include "warc/read/capture_groups.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

std::size_t scratch_folders() {
  std::size_t folders = 0;
  const std::string begin = "bfa-read-" + std::to_string(::getpid()) + "-";
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
    folders += entry.path().filename().string().starts_with(begin) ? 1 : 0;
  return folders;
}

class PackageOnRequest : public testing::Test {
 protected:
  void SetUp() override {
    served.blog.comments[1] = 3;
    served.bench.crawl(served.blog.home(), quick_options());
    served.blog.extra_paragraph[1] = "A sentence of the second visit.";
    served.bench.crawl(served.blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
    served.open();
    before = scratch_folders();  // the archive that is read has one
  }

  // The names in the package at that address.
  std::vector<std::string> names_in(const std::string& target, const std::string& ending) {
    ServeReply reply = served.ask(target);
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_TRUE(field_of(reply, "Content-Disposition").ends_with(ending + "\"")) << target;
    const std::string path = folder / ("package" + ending);
    std::ofstream(path, std::ios::binary) << body_of(reply);
    const auto container = Container::open(posix_file_system(), path);
    EXPECT_TRUE(container) << to_string(container.error());
    std::vector<std::string> names;
    for (const auto& member : (*container)->entries()) names.push_back(member.name);
    return names;
  }

  static std::size_t ending_with(const std::vector<std::string>& names, std::string_view ending) {
    return static_cast<std::size_t>(std::count_if(
        names.begin(), names.end(), [&](const std::string& name) { return name.ends_with(ending); }));
  }

  std::string of(const std::string& url) const { return "/package?url=" + query_escaped(url); }

  ServedBlog served;
  TemporaryDirectory folder;
  std::size_t before = 0;
};

TEST_F(PackageOnRequest, APostIsWrittenWithItsCaptures) {
  const std::string url = served.blog.post_url(1);
  const auto mets = names_in(of(url), "-mets.zip");
  EXPECT_EQ(ending_with(mets, "/METS.xml"), 1U);
  EXPECT_GE(ending_with(mets, ".warc.gz"), 1U);
  const auto bag = names_in(of(url) + "&form=bag&into=tar", "-bag.tar");
  EXPECT_EQ(ending_with(bag, "/bagit.txt"), 1U);
  EXPECT_EQ(scratch_folders(), before);
}

TEST_F(PackageOnRequest, ABlogIsWritten) {
  const auto names = names_in(of(served.blog.home()), "-mets.zip");
  EXPECT_EQ(ending_with(names, "/METS.xml"), 1U);
  EXPECT_EQ(ending_with(names, ".warc.gz"), warc_paths(served.bench.path() + "/warc").size());
}

TEST_F(PackageOnRequest, WhatCannotBeIsSaid) {
  const std::string post = of(served.blog.post_url(1));
  EXPECT_EQ(served.ask("/package?url=http://none.example/").status, 404);
  for (const std::string& target :
       {std::string("/package"), std::string("/package?url=ftp://x/"), post + "&form=ocfl",
        post + "&form=none", post + "&into=7z", post + "&form=dspace&into=tar"})
    EXPECT_EQ(served.ask(target).status, 400) << target;
  const auto reason = [&](const std::string& form) { return served.ask(post + "&form=" + form).body; };
  EXPECT_NE(reason("ocfl").find("bfa pack --as ocfl"), std::string::npos) << reason("ocfl");
  EXPECT_NE(reason("wacz").find("/wacz?url="), std::string::npos) << reason("wacz");
  EXPECT_EQ(reason("none").find("bfa pack"), std::string::npos) << reason("none");
  EXPECT_NE(reason("none").find("mets, bag, eark-sip"), std::string::npos) << reason("none");
  EXPECT_EQ(scratch_folders(), before);
}

TEST_F(PackageOnRequest, OnlyTwoAreMadeAtOnce) {
  const std::string target = of(served.blog.post_url(1));
  {
    const ServeReply first = served.ask(target), second = served.ask(target);
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(second.status, 200);
    const ServeReply third = served.ask(target);
    EXPECT_EQ(third.status, 503);
    EXPECT_EQ(field_of(third, "Retry-After"), "10");
  }
  EXPECT_EQ(served.ask(target).status, 200) << "those that were dropped are no longer made";
}

// A client that goes away ends the work, and its files are removed.
TEST_F(PackageOnRequest, AnAnswerThatIsDroppedLeavesNothing) {
  for (const int pieces : {0, 1, 2}) {
    ServeReply reply = served.ask(of(served.blog.home()));
    ASSERT_EQ(reply.status, 200);
    for (int i = 0; i < pieces; ++i) ASSERT_TRUE(reply.stream->next());
  }
  EXPECT_EQ(scratch_folders(), before);
}

// The error that ends the answer; nothing when it is whole.
std::optional<Error> end_of(ServeReply& reply) {
  for (int i = 0; i < 1000; ++i) {
    const auto piece = reply.stream->next();
    if (!piece) return piece.error();
    if (piece->end) return {};
  }
  return Error{Code::kInternal, "the answer does not end", {}, -1};
}

// Another one, whatever it was.
void change_byte(const std::string& path, std::uintmax_t offset) {
  const auto at = static_cast<std::streamoff>(offset);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(at);
  const int byte = file.get();
  file.seekp(at);
  file.put(static_cast<char>(byte ^ 1));
}

TEST_F(PackageOnRequest, AMissingFileIsSaidBeforeTheAnswerBegins) {
  const std::string path = warc_paths(served.bench.path() + "/warc").front();
  std::filesystem::rename(path, folder / "away");
  const ServeReply reply = served.ask(of(served.blog.home()));
  EXPECT_EQ(reply.status, 409);
  EXPECT_NE(reply.body.find(std::filesystem::path(path).filename().string()), std::string::npos)
      << reply.body;
  std::filesystem::rename(folder / "away", path);
  EXPECT_EQ(served.ask(of(served.blog.home())).status, 200);
}

TEST_F(PackageOnRequest, ADamagedFileEndsTheAnswerWithAnError) {
  const auto paths = warc_paths(served.bench.path() + "/warc");
  change_byte(paths.front(), std::filesystem::file_size(paths.front()) - 20);
  ServeReply blog = served.ask(of(served.blog.home()));
  ASSERT_EQ(blog.status, 200);
  const auto error = end_of(blog);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, Code::kCorrupt) << to_string(*error);
  blog.stream.reset();
  ServeReply post = served.ask(of(served.blog.post_url(1)));
  const auto none = end_of(post);
  EXPECT_FALSE(none) << to_string(*none) << ": the damage is in a record of another step";
  post.stream.reset();
  EXPECT_EQ(scratch_folders(), before);
}

TEST_F(PackageOnRequest, ADamagedRecordOfThePostEndsTheAnswerWithAnError) {
  const auto archive = open_archive(served.bench.path(), ArchiveOptions::Mode::kRead);
  const auto object = archive->summary(*archive->find_object(served.blog.post_url(1)));
  ASSERT_TRUE(object);
  const WarcRef place = object->latest.provenance.warc;
  change_byte(archive->warc_directory() + "/" + place.file, place.offset + place.length - 8);
  ServeReply post = served.ask(of(served.blog.post_url(1)));
  const auto error = end_of(post);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, Code::kCorrupt) << to_string(*error);
}

using RecordPlace = std::pair<std::string, std::uint64_t>;

std::map<RecordPlace, std::pair<IndexedRecord, std::uint64_t>> records_of(const RecordIndex& index) {
  std::map<RecordPlace, std::pair<IndexedRecord, std::uint64_t>> records;
  for (const IndexedFile& file : index.files()) {
    for (std::size_t k = 0; k < file.records.size(); ++k)
      records[{file.name, file.records[k].offset}] = {file.records[k], file.end_of(k)};
  }
  return records;
}

// The numbers of steps, with how many answers each has.
std::map<std::uint64_t, int> answers_of(const RecordIndex& index) {
  std::map<std::uint64_t, int> answers;
  for (const auto& [place, record] : records_of(index)) {
    if (is_main_record(record.first.type) && record.first.step != 0) ++answers[record.first.step];
  }
  return answers;
}

// What is read at the places that the store has is what reading all files finds.
TEST_F(PackageOnRequest, TheRecordsOfStepsAreFoundInPlace) {
  served.blog.paths[4] = "/go/4/";  // links of the feed are followed over redirects
  served.blog.redirects["/go/4/"] = "/2026/08/real-four/";
  served.blog.pages["/2026/08/real-four/"] = "<html><body><p>A page at its own address.</p></body></html>";
  served.bench.crawl(served.blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  const auto archive = open_archive(served.bench.path(), ArchiveOptions::Mode::kRead);
  const Ownership ownership(*archive->blogs());
  std::vector<std::string> names;
  for (const auto& path : warc_paths(archive->warc_directory()))
    names.push_back(path.substr(path.rfind('/') + 1));
  ASSERT_GE(names.size(), 3U);
  const auto all = RecordIndex::make(*archive, ownership, names, {});
  ASSERT_TRUE(all) << to_string(all.error());
  const auto expected = records_of(*all);
  std::size_t chains = 0;
  for (const auto& [step, answers] : answers_of(*all)) {
    chains += answers > 1 ? 1 : 0;
    const auto one = RecordIndex::of_steps(*archive, ownership, names, {step}, {});
    ASSERT_TRUE(one) << to_string(one.error());
    ASSERT_TRUE(*one) << step;
    std::size_t same = 0, wanted = 0;
    for (const auto& [place, record] : expected) wanted += record.first.step == step ? 1 : 0;
    for (const auto& [place, record] : records_of(**one)) {
      ASSERT_TRUE(expected.contains(place)) << place.first << " " << place.second;
      const auto& [other, end] = expected.at(place);
      EXPECT_EQ(record.second, end);
      EXPECT_EQ(record.first.type, other.type);
      EXPECT_EQ(record.first.time, other.time);
      if (record.first.step == 0) continue;  // a warcinfo record, or the original of a revisit
      EXPECT_EQ(record.first.step, other.step);
      EXPECT_EQ(record.first.crawl, other.crawl);
      EXPECT_EQ(record.first.blog, other.blog);
      ++same;
    }
    EXPECT_EQ(same, wanted) << step;
    for (const auto& [number, crawl] : (*one)->crawls()) {
      EXPECT_EQ(crawl.import, all->crawls().at(number).import);
      EXPECT_EQ(crawl.began, all->crawls().at(number).began);
    }
  }
  EXPECT_GE(chains, 1U);
}

TEST(PackageRefusal, SizesAndSpaceAreLookedAtFirst) {
  constexpr std::uint64_t kMiB = 1u << 20;
  EXPECT_FALSE(package_refusal(kMiB, 1000 * kMiB));
  EXPECT_FALSE(package_refusal(kMiB, {}));
  const auto full = package_refusal(100 * kMiB, 200 * kMiB);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->status, 507);
  EXPECT_NE(full->body.find("200 MiB"), std::string::npos) << full->body;
  const auto large = package_refusal(kMostPackageWarcs + 1, {});
  ASSERT_TRUE(large);
  EXPECT_EQ(large->status, 413);
  EXPECT_NE(large->body.find("bfa pack"), std::string::npos) << large->body;
}

}  // namespace
}  // namespace bfa
