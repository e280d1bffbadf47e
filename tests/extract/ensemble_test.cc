// SPDX-License-Identifier: Apache-2.0
#include "extract/learn/evidence.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/blog.h"

namespace bfa {
namespace {

using test::Blog;
using test::paragraphs;
using test::Theme;

class EnsembleEvidence : public testing::Test {
 protected:
  EnsembleEvidence() {
    for (unsigned i = 0; i < 5; ++i) {
      const std::string title = "Voyage " + std::string(1, static_cast<char>('A' + i));
      blog_.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title,
                 theme_.page(title, paragraphs(i + 1, 4)), paragraphs(i + 1, 4));
    }
    set_ = blog_.training();
    learning_ = make_learning_set(set_, indexes_);
  }

  static FieldRule rule(const std::string& xpath, std::uint32_t support = 5) {
    FieldRule out;
    out.field = "article";
    out.xpath = xpath;
    out.support = support;
    out.pages = 5;
    return out;
  }

  Theme theme_;
  Blog blog_;
  TrainingSet set_;
  PageIndexes indexes_;
  LearningSet learning_;
};

TEST_F(EnsembleEvidence, NamesTheMethodsThatAgree) {
  const Template t = blog_.learn();
  EXPECT_EQ(t.method, "ensemble");
  EXPECT_EQ(t.rule("article")->xpath, "//div[@class='story']");
  EXPECT_NE(t.rule("article")->method.find('+'), std::string::npos) << t.rule("article")->method;
  EXPECT_EQ(t.rule("article")->support, 5u);
  EXPECT_GT(t.rule("article")->score, 0.9);
  const DataObject post = test::extract(&t, "/2024/05/new/", theme_.page("New", paragraphs(30, 3)));
  EXPECT_EQ(post.provenance.methods.at("article"), t.rule("article")->method);
  EXPECT_EQ(post.provenance.methods.at("title"), t.rule("title")->method);
  EXPECT_GT(post.provenance.confidence, 0.8);
}

// A rule that finds the side bar, though its method is asked first, has little for it.
TEST_F(EnsembleEvidence, EvidenceOverrulesTheOrderOfMethods) {
  const std::vector<FieldRule> ranked =
      rank_by_evidence(learning_, {{"one", {rule("//*[@id='side']")}},
                                   {"two", {rule("//div[@class='story']")}},
                                   {"three", {rule("|html|body|*|div[@class=story]")}}});
  ASSERT_EQ(ranked.size(), 3u);
  EXPECT_EQ(ranked[0].xpath, "//div[@class='story']");
  EXPECT_EQ(ranked[0].method, "two+three");
  EXPECT_EQ(ranked[1].method, "one");  // the first method's rules stay for pages where others find nothing
  EXPECT_EQ(ranked[2].method, "three+two");
}

TEST_F(EnsembleEvidence, CloseCallsKeepTheOrderOfMethods) {
  const std::vector<FieldRule> ranked = rank_by_evidence(
      learning_, {{"one", {rule("//div[@class='box']")}}, {"two", {rule("//div[@class='story']")}}});
  ASSERT_FALSE(ranked.empty());
  EXPECT_EQ(ranked[0].xpath, "//div[@class='box']");
}

TEST_F(EnsembleEvidence, NoRulesAreNoTemplate) {
  EXPECT_TRUE(
      rank_by_evidence(learning_, {{"one", {}}, {"two", {rule("//div[@class='absent']", 0)}}}).empty());
}

TEST_F(EnsembleEvidence, OverlapOfPlaces) {
  const PageIndex& page = *learning_.examples[0].page;
  const auto box = PathRule::parse("//div[@class='box']")->first(page.doc());
  const auto story = PathRule::parse("//div[@class='story']")->first(page.doc());
  const auto side = PathRule::parse("//*[@id='side']")->first(page.doc());
  EXPECT_EQ(place_overlap(page, box, box), 1);
  EXPECT_GT(place_overlap(page, box, story), 0.8);
  EXPECT_LT(place_overlap(page, box, story), 1);
  EXPECT_EQ(place_overlap(page, box, story), place_overlap(page, story, box));
  EXPECT_EQ(place_overlap(page, story, side), 0);
  EXPECT_EQ(place_overlap(page, story, HtmlDocument::kNone), 0);
}

// The signs of a redesign: rules find nothing, or a place that is no longer the article's.
TEST_F(EnsembleEvidence, ConfidenceFallsWhenTheDesignChanges) {
  const Template t = blog_.learn();
  double before = 0;
  double gone = 0;
  double moved = 0;
  constexpr unsigned kPages = 6;
  for (unsigned i = 0; i < kPages; ++i) {
    const std::string story = paragraphs(40 + i, 3);
    const std::string path = "/2024/04/q" + std::string(i + 1, 'y') + "/";
    before += test::extract(&t, path, theme_.page("Same", story)).provenance.confidence;
    Theme fresh = theme_;
    fresh.story_class = "fresh";
    gone += test::extract(&t, path, fresh.page("Fresh", story)).provenance.confidence;
    Theme other = theme_;
    other.story_class = "fresh";
    std::string page = other.page("Moved", story);
    page.insert(page.find("<div class='fresh'>"),
                "<div class=story><p>Share this with your friends.</p></div>");
    moved += test::extract(&t, path, page).provenance.confidence;
  }
  EXPECT_GT(before / kPages, 0.8);
  EXPECT_LT(gone / kPages, 0.5);
  EXPECT_LT(moved / kPages, 0.5);
}

TEST_F(EnsembleEvidence, PagesThatTheFeedTellsWrongAreStillRead) {
  // A photo post: its article has five words. The confidence must be high nevertheless.
  const Template t = blog_.learn();
  const DataObject photo = test::extract(
      &t, "/2024/04/photo/", theme_.page("Photo", "<p><img src=/a.jpg> The sea at six o'clock.</p>"));
  EXPECT_EQ(photo.text, "The sea at six o'clock.");
  EXPECT_EQ(photo.references.size(), 1u);
  EXPECT_GT(photo.provenance.confidence, 0.5);
}

}  // namespace
}  // namespace bfa
