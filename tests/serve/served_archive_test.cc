// SPDX-License-Identifier: Apache-2.0
// What a site answers while, and after, other programs make its index anew, damage it or move the archive.
#include "serve/data/served_archive.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "crawl/archive_crawl.h"
#include "search/index_file.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests

class ServedIndex : public testing::Test {
 protected:
  ServedIndex() {
    blog.extra_paragraph[2] = "A zebra walks here.";
    bench.fetcher.serve(blog);
    bench.crawl(blog.home(), quick_options());
    options.archive = bench.path();
    options.fresh = std::chrono::milliseconds(0);
    served = got(ServedArchive::open(options));
  }

  static Result<std::size_t> hits(const SiteContext& context, const std::string& text) {
    SearchQuery query;
    query.text = text;
    query.kind = ObjectKind::kPost;
    const auto answer = context.index->search(*context.archive, query);
    if (!answer) return answer.error();
    return answer->hits.size();
  }

  // The state as soon as it can be had: a new index is made in a thread.
  SiteContext current() {
    for (;;) {
      auto context = served->current();
      if (context) return std::move(*context);
      EXPECT_EQ(context.error().code, Code::kUnavailable) << to_string(context.error());
      if (testing::Test::HasFailure()) return {};
    }
  }

  SampleBlog blog{"http://blog.example", 8, 5};
  Bench bench;
  ArchiveSiteOptions options;
  std::unique_ptr<ServedArchive> served;
};

// An answer that began before the index was removed never reads a half-made one at the same path.
TEST_F(ServedIndex, IsNotReadWhenAnotherFileStandsInItsPlace) {
  const SiteContext before = current();
  EXPECT_EQ(got(hits(before, "zebra")), 1U);
  ASSERT_TRUE(SearchIndex::remove(*before.archive));
  const auto gone = hits(before, "zebra");
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, Code::kUnavailable);
  std::ofstream(before.index->file()) << "";
  EXPECT_FALSE(hits(before, "zebra")) << "an empty index has no hits, and does not say so";
  EXPECT_FALSE(before.index->list_objects({}));
  EXPECT_FALSE(before.index->update(*before.archive));

  const SiteContext after = current();
  EXPECT_NE(after.index, before.index);
  EXPECT_EQ(got(hits(after, "zebra")), 1U);
}

// Another process began the index anew in the same file: it has less than before.
TEST_F(ServedIndex, IsNotReadWhileItsFileIsFilledAnew) {
  const SiteContext before = current();
  const auto other = got(SqliteConnection::open(before.index->file()));
  const auto state = got(read_index_state(*other));
  ASSERT_TRUE(prepare_tables(*other, true));
  ASSERT_TRUE(write_index_state(*other, {0, state.store}));
  const auto half = hits(before, "zebra");
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().code, Code::kUnavailable);
}

// bfa rebuild --index, as the message advises, is enough: the site goes on by itself.
TEST_F(ServedIndex, RecoversFromADamagedIndexThatWasMadeAnew) {
  const SiteContext before = current();
  const std::string file = before.index->file();
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(4096);
  bytes << std::string(100'000, 'x');
  bytes.close();
  ASSERT_TRUE(SearchIndex::remove(*before.archive));
  EXPECT_EQ(got(hits(current(), "zebra")), 1U);
}

TEST_F(ServedIndex, SaysThatTheArchiveIsNotThere) {
  const std::string elsewhere = bench.path() + "-moved";
  std::filesystem::rename(bench.path(), elsewhere);
  const auto away = served->current();
  ASSERT_FALSE(away);
  EXPECT_EQ(away.error().code, Code::kUnavailable);
  EXPECT_NE(away.error().message.find("not at its place"), std::string::npos) << away.error().message;
  std::filesystem::rename(elsewhere, bench.path());
  EXPECT_EQ(got(hits(current(), "zebra")), 1U);
}

TEST_F(ServedIndex, ShowsWhatArrives) {
  EXPECT_EQ(got(hits(current(), "quagga")), 0U);
  blog.extra_paragraph[3] = "A quagga stood here.";
  bench.crawl(blog.home(), quick_options(Recheck::kAll), std::chrono::hours(48));
  EXPECT_EQ(got(hits(current(), "quagga")), 1U);
}

}  // namespace
}  // namespace bfa
