// SPDX-License-Identifier: Apache-2.0
#include "package/aip/selection.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "fake_archive.h"
#include "fixtures.h"

namespace bfa {
namespace {

DataObject made(ObjectKind kind, const std::string& url, const std::string& post = {}) {
  DataObject object;
  object.kind = kind;
  object.url = url;
  object.post = post;
  object.id = post.empty() ? std::string() : url;
  return object;
}

class Names : public ItemVisitor {
 public:
  explicit Names(bool counts) : counts_(counts) {}
  Status enter(const PackageItem& item) override {
    names.push_back(item.object.latest.url);
    return {};
  }
  Status leave(const PackageItem&) override { return {}; }
  bool counts_versions() const override { return counts_; }
  std::vector<std::string> names;

 private:
  bool counts_;
};

// A package walks three times over all objects. Each read of one is JSON that is parsed.
TEST(House_PackageSelection, ReadsEachCommentOnceAWalk) {
  constexpr std::size_t kComments = 100;
  const test::TemporaryDirectory folder;
  test::FakeArchive archive(folder / "archive");
  const std::string home = "https://blog.example/", post = home + "a";
  archive.add_blog(home);
  archive.add(made(ObjectKind::kPost, post));
  for (std::size_t i = 0; i < kComments; ++i)
    archive.add(made(ObjectKind::kComment, post + "#c" + std::to_string(i), post));
  archive.add(made(ObjectKind::kComment, home + "gone#c", home + "gone"));
  const Ownership ownership(*archive.blogs());
  const std::vector<std::string> strays;
  const PackageSelection selection(archive, ownership, 0, "", strays);
  constexpr std::size_t kOthers = 10;  // of the blog, the post and the comment without one
  for (const auto& [counts, most] : {std::pair(true, kComments + kOthers),
                                     std::pair(true, kComments + kOthers), std::pair(false, kOthers)}) {
    Names names(counts);
    archive.summaries_read = 0;
    ASSERT_TRUE(selection.walk(names));
    EXPECT_LE(archive.summaries_read, most) << counts;
    ASSERT_EQ(names.names.size(), kComments + 3);
    EXPECT_EQ(names.names[1], post);
    EXPECT_EQ(names.names.back(), home + "gone#c");
  }
}

}  // namespace
}  // namespace bfa
