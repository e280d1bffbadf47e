// SPDX-License-Identifier: Apache-2.0
// The examples of Archiving Data Objects using Web Feeds, section 4.3, and its definitions.
#include "extract/methods/density.h"

#include <gtest/gtest.h>

#include <string>

#include "bfa/extract/extract.h"
#include "extract/blog.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr const char* kTitle = "A study on how to study";
constexpr const char* kDescription =
    "One of the most delightful aspects of being a scientist is that you're always learning. Your colleagues "
    "teach you things. Your students teach you things. Journal articles teach you things. You sit quietly at "
    "your desk and figure things out. You're perennially a student. But how to be a better student? This "
    "morning the New York [...]";

// The page of Figures 3 to 6: the article in a div, its comments in a list, recent posts at the side.
std::string page_of_the_paper(const std::string& comments_tag = "div") {
  return std::string("<html><body><div id=page><div id=post><h2><a href=/>") + kTitle +
         "</a></h2><p>One of the most delightful aspects of being a scientist is that you're always "
         "learning. "
         "Your colleagues teach you things. Your students teach you things. Journal articles teach you "
         "things.</p><p>You sit quietly at your desk and figure things out. You're perennially a student. "
         "But "
         "how to be a better student? This morning the New York Times has an article on it.</p><p>They often "
         "seek out new and different places to work.</p></div><" +
         comments_tag + " id=replies><ol><li><div><p>6 Responses to A study on how to study</p></div></li>" +
         "<li><div><p>This post was mentioned by Ron Simon and others: One of the most delightful aspects of "
         "being a scientist is that you're ... and I found the piece very interesting indeed, since the "
         "brain "
         "makes subtle associations between what it reads and where it sits.</p></div></li></ol></" +
         comments_tag + "><div id=recent><ul><li>Zozobra</li><li>" + kTitle +
         "</li><li>Restrepo</li></ul></div></div></body></html>";
}

class OitaSenellart_Example : public testing::Test {
 protected:
  OitaSenellart_Example()
      : doc_(parse(page_of_the_paper())),
        page_(doc_),
        keys_(semantic_keys(kTitle, kDescription, stemmer_, {})) {}

  static HtmlDocument parse(const std::string& html) {
    Findings findings;
    return HtmlDocument::parse(html, findings).value();
  }
  std::string id(NodeId n) const {
    return n == HtmlDocument::kNone ? "none" : std::string(doc_.attribute(n, "id"));
  }

  Stemmer stemmer_{"en"};
  HtmlDocument doc_;
  PageIndex page_;
  SemanticKeys keys_;
};

TEST_F(OitaSenellart_Example, ConceptsAreStemsOfTheCommonestWords) {
  EXPECT_EQ(keys_.concepts.at("thing"), 4);
  EXPECT_EQ(keys_.concepts.at("teach"), 3);
  EXPECT_EQ(keys_.concepts.at("studi"), 2);    // study, study
  EXPECT_EQ(keys_.concepts.at("student"), 3);  // students, student
  EXPECT_EQ(keys_.concepts.count("things"), 0u);
}

TEST_F(OitaSenellart_Example, GramsAreRunsOfThreeWords) {
  // 6 words of the title give 4, two of them once ("how to study" ...); nothing crosses title and text.
  const SemanticKeys title = semantic_keys(kTitle, "", stemmer_, {});
  EXPECT_EQ(title.grams.size(), 4u);
  EXPECT_EQ(semantic_keys("A study", "on how", stemmer_, {}).grams.size(), 0u);
}

TEST_F(OitaSenellart_Example, DensityIsMatchesByLength) {
  const std::vector<ConceptualNode> nodes = conceptual_nodes_by_grams(page_, keys_);
  ASSERT_FALSE(nodes.empty());
  EXPECT_EQ(doc_.text(nodes[0].leaf), kTitle);
  EXPECT_EQ(nodes[0].matches, 4u);
  EXPECT_DOUBLE_EQ(nodes[0].density, 4.0 / 23.0);
}

// The title is in three places and the description's beginning in two; the article is the densest.
TEST_F(OitaSenellart_Example, TheArticleIsTheDensestNode) {
  EXPECT_EQ(id(densest_node(page_, conceptual_nodes_by_grams(page_, keys_))), "post");
  EXPECT_EQ(id(find_wrapper(page_, keys_, stemmer_)), "post");
}

TEST_F(OitaSenellart_Example, ATitleAloneIsNotConsistent) {
  NodeId recent = HtmlDocument::kNone;
  for (NodeId n = 1; n < doc_.size(); ++n) {
    if (doc_.attribute(n, "id") == "recent") recent = n;
  }
  ASSERT_NE(recent, HtmlDocument::kNone);
  EXPECT_EQ(id(consistent_node(page_, recent, keys_, stemmer_)), "page");
}

// A description in other words than the article's: the article has no three of them in a row.
TEST_F(OitaSenellart_Example, FallsBackToConcepts) {
  const SemanticKeys keys = semantic_keys(
      "Learning quietly", "Scientists figure and teach: colleagues, students, articles. Desks, journals.",
      stemmer_, {});
  EXPECT_TRUE(conceptual_nodes_by_grams(page_, keys).empty());
  EXPECT_FALSE(conceptual_nodes_by_concepts(page_, keys, stemmer_).empty());
  EXPECT_EQ(id(find_wrapper(page_, keys, stemmer_)), "post");
}

TEST_F(OitaSenellart_Example, NothingInCommonIsNoWrapper) {
  const SemanticKeys keys = semantic_keys("Pelicans", "Birds over Lisbon harbour", stemmer_, {});
  EXPECT_EQ(find_wrapper(page_, keys, stemmer_), HtmlDocument::kNone);
}

TEST(CommonStems, StandInMostEntries) {
  const Stemmer stemmer("en");
  const std::vector<std::string> texts = {"the boats sail", "the bread and the boat", "the oven and rye"};
  const std::unordered_set<std::string> common = common_stems(texts, stemmer);
  EXPECT_EQ(common, (std::unordered_set<std::string>{"the", "boat", "and"}));
  EXPECT_TRUE(common_stems({"the", "the"}, stemmer).empty());
  EXPECT_EQ(semantic_keys("", "the bread", stemmer, common).concepts.count("the"), 0u);
}

TEST(DensityLearning, ServesPagesThatNoEntryNames) {
  test::Blog blog;
  const test::Theme theme;
  for (unsigned i = 0; i < 4; ++i) {
    const std::string title = "Sail " + std::to_string(i);
    const std::string story = test::paragraphs(i + 1, 4);
    blog.post("/2024/03/p" + std::string(i + 1, 'x') + "/", title, theme.page(title, story),
              test::prose((i + 1) * 100, 3) + " [...]");
  }
  const Template t = make_strategy("density")->learn(blog.training()).value();
  EXPECT_EQ(t.method, "density");
  const DataObject object = test::extract(
      &t, "/2024/03/elsewhere/", theme.page("Elsewhere", "<p>Its own text.</p>"), nullptr, "density");
  EXPECT_EQ(object.kind, ObjectKind::kPost);
  EXPECT_EQ(object.title, "Elsewhere");
  EXPECT_EQ(object.text, "Its own text.");
  EXPECT_EQ(object.provenance.methods.at("article"), "density");
}

TEST(House_GramSet, HoldsEachHashOnce) {
  GramSet set;
  EXPECT_FALSE(set.contains(0));
  EXPECT_FALSE(set.contains(7));
  std::uint64_t hash = 1;
  for (int i = 0; i < 1000; ++i, hash *= 6364136223846793005u) {
    EXPECT_FALSE(set.contains(hash)) << i;
    set.insert(hash);
    set.insert(hash);
  }
  for (const std::uint64_t like : {std::uint64_t{64}, std::uint64_t{128}, std::uint64_t{0}}) set.insert(like);
  EXPECT_EQ(set.size(), 1003u);
  hash = 1;
  for (int i = 0; i < 1000; ++i, hash *= 6364136223846793005u) EXPECT_TRUE(set.contains(hash)) << i;
  EXPECT_TRUE(set.contains(0));
  EXPECT_TRUE(set.contains(128));
  EXPECT_FALSE(set.contains(256));
}

}  // namespace
}  // namespace bfa
