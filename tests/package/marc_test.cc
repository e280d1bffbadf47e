// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bfa/text/utf8.h"
#include "fake_archive.h"
#include "fixtures.h"
#include "outside_tools.h"
#include "package/aip/marc_record.h"
#include "package/aip/marcxml.h"

namespace bfa {
namespace {

using test::instant;

DataObject make_post() {
  DataObject post;
  post.kind = ObjectKind::kPost;
  post.url = "https://blog.example/2026/a-post?x=1&y=<2>";
  post.title = "Bytes & \"markup\" <b>";
  post.subtitle = "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E";
  post.authors = {"Ada Exemplar", "Second Author"};
  post.published = *parse_timestamp("2026-01-31T10:00:00Z");
  post.modified = *parse_timestamp("2026-02-01");
  post.tags = {"archiving", "\xD1\x84\xD0\xB8\xD0\xB4"};
  post.language = "en-GB";
  post.text = "First paragraph.\n\nSecond & last.";
  post.status = "active";
  post.attributes = {{"geo", "46.2,-6.1"},
                     {"license", "https://license.example/by"},
                     {"response_code", "200"},
                     {"access", "open"},
                     {"alternative_ids", "tag:blog.example,2026:1\nwp-7"},
                     {"aliases", "https://blog.example/?p=7"},
                     {"encoding", "utf-8"}};
  post.references = {{ReferenceKind::kLink, "https://other.example/", "Other", ""},
                     {ReferenceKind::kImage, "https://blog.example/i.png", "", ""}};
  post.provenance.warc = {"crawl.warc.gz", 120, 50, "urn:uuid:0d5fba40-7f3c-4d1b-9a01-000000000002"};
  return post;
}

DataObject make_comment() {
  DataObject comment;
  comment.kind = ObjectKind::kComment;
  comment.url = "https://blog.example/2026/a-post?x=1&y=<2>#comment-5";
  comment.post = "https://blog.example/2026/a-post?x=1&y=<2>";
  comment.id = "comment-5";
  comment.parent = "comment-4";
  comment.text = "Nice.";
  comment.published = *parse_timestamp("2026-02-03T00:00:00Z");
  return comment;
}

DataObject make_blog() {
  DataObject blog;
  blog.kind = ObjectKind::kBlog;
  blog.url = "https://blog.example/";
  blog.title = "An example";
  blog.subtitle = "notes";
  blog.language = "de";
  blog.attributes = {{"platform", "wordpress"},
                     {"platform_version", "6.4"},
                     {"sitemaps", "https://blog.example/s.xml"},
                     {"webmaster", "w@blog.example"},
                     {"hosting_ip", "192.0.2.1"},
                     {"hosting_place", "Bern, Switzerland"},
                     {"last_activity", "2026-02-03"},
                     {"post_frequency", "0.5"}};
  return blog;
}

ObjectSummary summary_of(DataObject object) {
  ObjectSummary summary;
  summary.latest = std::move(object);
  summary.versions = 3;
  summary.first_seen = instant("2026-11-01T10:00:00Z");
  summary.last_seen = summary.last_changed = instant("2026-11-02T11:12:13Z");
  return summary;
}

std::string record_of(const ObjectSummary& summary, const std::vector<DataObject>& replies = {},
                      const MarcOptions& options = {}) {
  std::string out;
  const auto sink = make_string_sink(out);
  XmlWriter xml(*sink);
  EXPECT_TRUE(write_marc_record(xml, summary, replies, options));
  EXPECT_TRUE(xml.finish());
  return out;
}

// All values of a subfield, or of a control field when `code` is empty.
std::vector<std::string> values(const std::string& xml, const std::string& tag,
                                const std::string& code = {}) {
  std::vector<std::string> found;
  const auto root = read_xml(xml);
  EXPECT_TRUE(root) << xml;
  if (!root) return found;
  for (const XmlNode& field : root->children) {
    if (field.attribute("tag") != tag) continue;
    if (code.empty()) found.push_back(field.all_text());
    for (const XmlNode& subfield : field.children) {
      if (!code.empty() && subfield.attribute("code") == code) found.push_back(subfield.all_text());
    }
  }
  return found;
}

using Strings = std::vector<std::string>;

struct Row {
  const char* name;
  ObjectKind kind;
  const char* tag;
  const char* code;
  Strings wanted;
};
class MarcMapping : public testing::TestWithParam<Row> {};
TEST_P(MarcMapping, MatchesRow) {
  const DataObject comment = make_comment(), post = make_post();
  MarcOptions options;
  options.blog_url = "https://blog.example/";
  options.links = true;
  if (GetParam().kind == ObjectKind::kComment) options.post = &post;
  const DataObject object = GetParam().kind == ObjectKind::kBlog      ? make_blog()
                            : GetParam().kind == ObjectKind::kComment ? comment
                                                                      : post;
  const Strings replies_to = {};
  const std::vector<DataObject> replies =
      GetParam().kind == ObjectKind::kPost ? std::vector<DataObject>{comment} : std::vector<DataObject>{};
  EXPECT_EQ(values(record_of(summary_of(object), replies, options), GetParam().tag, GetParam().code),
            GetParam().wanted);
}
constexpr auto kBlog = ObjectKind::kBlog, kPost = ObjectKind::kPost, kComment = ObjectKind::kComment;
INSTANTIATE_TEST_SUITE_P(
    BlogForeverTables4To6, MarcMapping,
    testing::Values(
        Row{"BlogTitle", kBlog, "245", "a", {"An example :"}},
        Row{"BlogSubtitle", kBlog, "245", "b", {"notes."}},
        Row{"BlogUri", kBlog, "520", "u", {"https://blog.example/", "https://blog.example/s.xml"}},
        Row{"BlogStandardUri", kBlog, "856", "u", {"https://blog.example/"}},
        Row{"BlogLanguage", kBlog, "041", "a", {"ger", "de"}},
        Row{"BlogLanguageSource", kBlog, "041", "2", {"rfc5646"}},
        Row{"BlogPlatform", kBlog, "781", "a", {"wordpress"}},
        Row{"BlogPlatformVersion", kBlog, "781", "b", {"6.4"}}, Row{"BlogCity", kBlog, "270", "b", {"Bern"}},
        Row{"BlogCountry", kBlog, "270", "d", {"Switzerland"}},
        Row{"BlogLastActivity", kBlog, "954", "a", {"2026-02-03"}},
        Row{"BlogPostFrequency", kBlog, "954", "b", {"0.5"}}, Row{"BlogNoWebmaster", kBlog, "955", "a", {}},
        Row{"BlogNoHostingIp", kBlog, "956", "a", {}}, Row{"BlogCollection", kBlog, "980", "a", {"BLOG"}},
        Row{"PostTitle", kPost, "245", "a", {"Bytes & \"markup\" <b> :"}},
        Row{"PostSubtitle", kPost, "245", "b", {"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E."}},
        Row{"PostContent", kPost, "520", "a", {"First paragraph. \xC2\xB6 Second & last."}},
        Row{"PostContentFormat", kPost, "520", "b", {"text/plain"}},
        Row{"PostUri", kPost, "520", "u", {"https://blog.example/2026/a-post?x=1&y=<2>"}},
        Row{"PostAuthor", kPost, "100", "a", {"Exemplar, Ada,"}},
        Row{"PostSecondAuthor", kPost, "700", "a", {"Second Author,"}},
        Row{"PostAlias", kPost, "100", "g", {"https://blog.example/?p=7"}},
        Row{"PostIdentifiers", kPost, "024", "a", {"tag:blog.example,2026:1", "wp-7"}},
        Row{"PostIdentifierSources", kPost, "024", "2", {"uri", "local"}},
        Row{"PostCreated", kPost, "269", "c", {"2026-01-31T10:00:00Z"}},
        Row{"PostModified", kPost, "260", "m", {"2026-02-01"}},
        Row{"PostStandardDate", kPost, "264", "c", {"2026-01-31."}},
        Row{"PostVersions", kPost, "950", "a", {"3"}}, Row{"PostStatus", kPost, "952", "a", {"active"}},
        Row{"PostResponseCode", kPost, "952", "b", {"200"}},
        Row{"PostLongitude", kPost, "342", "g", {"-6.1"}}, Row{"PostLatitude", kPost, "342", "h", {"46.2"}},
        Row{"PostStandardLongitude", kPost, "034", "d", {"-006.100000"}},
        Row{"PostStandardLatitude", kPost, "034", "f", {"+046.200000"}},
        Row{"PostAccess", kPost, "506", "f", {"Unrestricted online access"}},
        Row{"PostHasReply", kPost, "788", "a", {"true"}}, Row{"PostReplies", kPost, "788", "b", {"1"}},
        Row{"PostLastReply", kPost, "788", "c", {"2026-02-03T00:00:00Z"}},
        Row{"PostChildOf", kPost, "760", "o", {"https://blog.example/"}},
        Row{"PostChildOfKind", kPost, "760", "4", {"BLOG"}},
        Row{"PostLicence", kPost, "540", "u", {"https://license.example/by"}},
        Row{"PostLicencePaper", kPost, "542", "f", {"https://license.example/by"}},
        Row{"PostTags", kPost, "653", "a", {"archiving", "\xD1\x84\xD0\xB8\xD0\xB4"}},
        Row{"PostLinks", kPost, "856", "y", {"Other"}}, Row{"PostCapture", kPost, "959", "b", {"120"}},
        Row{"PostEncoding", kPost, "532", "a", {"utf-8"}},
        Row{"PostCollection", kPost, "980", "a", {"BLOGPOST"}},
        Row{"PostTransaction", kPost, "005", "", {"20261102111213.0"}},
        Row{"CommentTitle", kComment, "245", "a", {"[Re: Bytes & \"markup\" <b>]."}},
        Row{"CommentNoAuthor", kComment, "100", "a", {}},
        Row{"CommentHasNoReply", kComment, "788", "a", {"false"}},
        Row{"CommentReplies", kComment, "788", "b", {"0"}},
        Row{"CommentContent", kComment, "520", "a", {"Nice."}},
        Row{"CommentDate", kComment, "269", "c", {"2026-02-03T00:00:00Z"}},
        Row{"CommentPost", kComment, "773", "o", {"https://blog.example/2026/a-post?x=1&y=<2>"}},
        Row{"CommentPostKind", kComment, "773", "4", {"POST"}},
        Row{"CommentCollection", kComment, "980", "a", {"COMMENT"}}),
    [](const auto& row) { return std::string(row.param.name); });

// The text of an object, put together from its fields.
std::string full_text(const std::string& xml) {
  const auto root = read_xml(xml);
  std::string text;
  for (const XmlNode& field : root->children) {
    if (field.attribute("tag") != "520" || field.attribute("ind1") != "8") continue;
    bool full = false;
    for (const XmlNode& part : field.children) {
      if (part.attribute("code") == "3") full = part.all_text() == "Full text";
      if (part.attribute("code") == "a" && full) text += part.all_text();
    }
  }
  return text;
}

TEST(BlogForever_Marc, DatesKeepTheirOffset) {
  DataObject post = make_post();
  post.published = *parse_timestamp("2026-02-01T00:30:00+05:45");  // in UTC it is another day
  const std::string xml = record_of(summary_of(post), {}, {});
  EXPECT_EQ(values(xml, "269", "c"), Strings{"2026-02-01T00:30:00+05:45"});
  EXPECT_EQ(values(xml, "264", "c"), Strings{"2026-02-01."});
}

TEST(House_Marc, PingbacksHaveNoAuthor) {
  DataObject ping = make_comment();
  ping.authors = {"A page of another site"};
  ping.attributes["comment_type"] = "pingback";
  const std::string xml = record_of(summary_of(ping));
  EXPECT_TRUE(values(xml, "100").empty());
  EXPECT_NE(values(xml, "500", "a").at(0).find("A page of another site"), std::string::npos);
}

TEST(House_Marc, OlderVersionsAreMarked) {
  MarcOptions options;
  options.version = 2;
  options.current = false;
  options.agency = "DE-1";
  options.change = "content: text";
  const std::string xml = record_of(summary_of(make_post()), {}, options);
  EXPECT_TRUE(values(xml, "001").at(0).ends_with("-v2"));
  EXPECT_EQ(values(xml, "003"), Strings{"DE-1"});
  EXPECT_EQ(values(xml, "950", "a"), Strings{"2"});
  EXPECT_EQ(values(xml, "583", "z"), Strings{"content: text"});
  EXPECT_EQ(values(xml, "787", "w"), Strings{"(DE-1)" + marc_control_number(make_post())});
}

TEST(BlogForever_Marc, PersonalDataOnRequest) {
  MarcOptions options;
  options.personal_data = true;
  const std::string xml = record_of(summary_of(make_blog()), {}, options);
  EXPECT_EQ(values(xml, "955", "a"), Strings{"w@blog.example"});
  EXPECT_EQ(values(xml, "956", "a"), Strings{"192.0.2.1"});
}

TEST(BlogForever_Marc, CommentNamesWhatItAnswers) {
  const DataObject post = make_post();
  DataObject parent = make_comment();
  parent.id = "comment-4";
  parent.url = "https://blog.example/2026/a-post#comment-4";
  MarcOptions options;
  options.post = &post;
  options.parent = &parent;
  const std::string xml = record_of(summary_of(make_comment()), {}, options);
  EXPECT_EQ(values(xml, "773", "4"), (Strings{"POST", "COMMENT"}));
  EXPECT_EQ(values(xml, "773", "w"),
            (Strings{"(bfa)" + marc_control_number(post), "(bfa)" + marc_control_number(parent)}));
}

TEST(BlogForever_Marc, FeedsHaveNoRecord) {
  DataObject feed = make_blog();
  feed.kind = ObjectKind::kFeed;
  std::string out;
  const auto sink = make_string_sink(out);
  XmlWriter xml(*sink);
  const Status status = write_marc_record(xml, summary_of(feed), {}, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kUnsupported);
}

TEST(BlogForever_Marc, FixedFieldsHaveTheirLengths) {
  for (const DataObject& object : {make_blog(), make_post(), make_comment()}) {
    const std::string xml = record_of(summary_of(object));
    const auto root = read_xml(xml);
    ASSERT_TRUE(root);
    EXPECT_EQ(root->child("leader")->all_text().size(), 24u);
    EXPECT_EQ(values(xml, "006").at(0).size(), 18u);
    EXPECT_EQ(values(xml, "008").at(0).size(), 40u) << values(xml, "008").at(0);
  }
}

TEST(BlogForever_Marc, ControlNumbersAreStableNames) {
  EXPECT_EQ(marc_control_number(make_post()), marc_control_number(make_post()));
  EXPECT_NE(marc_control_number(make_post()), marc_control_number(make_comment()));
  EXPECT_EQ(marc_control_number(make_post()).substr(0, 5), "post-");
}

TEST(BlogForever_Marc, ControlCharactersAreDropped) {
  DataObject post = make_post();
  post.title =
      "a\x1F"
      "b\x1E"
      "c\x1D"
      "d\x01"
      "e\x7F"
      "f\xC2\x85"
      "g\xEF\xBF\xBF"
      "h\r\ni";
  post.subtitle.clear();
  post.text = "x\ry";
  const std::string xml = record_of(summary_of(post));
  EXPECT_EQ(values(xml, "245", "a"), Strings{"abcdefgh i."});
  EXPECT_EQ(full_text(xml), "x \xC2\xB6 y");
}

std::string long_text(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i)
    text += (i % 9 == 8 ? "\n\n" : "") + std::string("w\xC3\xB6rd ") + std::to_string(i) + " \xE6\x97\xA5 ";
  return text;
}

// As a record has a text: on one line.
std::string flat(const std::string& text) {
  return one_line(text, " \xC2\xB6 ");
}

TEST(BlogForever_Marc, LongTextIsSpreadOverFields) {
  DataObject post = make_post();
  post.text = long_text(50'000);
  const std::string xml = record_of(summary_of(post));
  for (const std::string& part : values(xml, "520", "a")) {
    EXPECT_LE(part.size(), 9'000u);
    EXPECT_TRUE(is_valid_utf8(part));
  }
  EXPECT_EQ(full_text(xml), flat(post.text));
  EXPECT_TRUE(marc_record_holds_text(summary_of(post), {}, {}));
}

TEST(BlogForever_Marc, TextThatNoRecordHoldsIsCutAndSaysSo) {
  DataObject post = make_post();
  post.text = long_text(200'000);
  MarcOptions options;
  EXPECT_FALSE(marc_record_holds_text(summary_of(post), {}, options));
  options.full_text_href = "data/text/x.txt";
  const std::string xml = record_of(summary_of(post), {}, options);
  const std::string start = full_text(xml);
  EXPECT_LE(start.size(), 9'000u);
  EXPECT_TRUE(flat(post.text).starts_with(start));
  const Strings urls = values(xml, "856", "u");
  EXPECT_NE(std::find(urls.begin(), urls.end(), "data/text/x.txt"), urls.end());
  bool noted = false;
  for (const std::string& note : values(xml, "500", "a"))
    noted = noted || note.find(std::to_string(post.text.size())) != std::string::npos;
  EXPECT_TRUE(noted);
}

TEST(BlogForever_Marc, CatalogueCutsText) {
  DataObject post = make_post();
  post.text = long_text(20'000);
  MarcOptions options;
  options.catalogue = true;
  const std::string start = full_text(record_of(summary_of(post), {}, options));
  EXPECT_LE(start.size(), 9'000u);
  EXPECT_GT(start.size(), 8'000u);
}

DataObject extreme_post() {
  DataObject post = make_post();
  post.title = long_text(30'000);
  post.attributes["categories"] = "One\nTwo";
  post.authors.assign(500, "An author with a fairly long name");
  post.tags.assign(3'000, "tag");
  post.text = long_text(95'000);
  post.attributes["aliases"] = "";
  for (int i = 0; i < 2'000; ++i) {
    post.attributes["aliases"] += "https://blog.example/alias/" + std::to_string(i) + "\n";
    post.references.push_back({ReferenceKind::kLink,
                               "https://other.example/" + std::string(200, 'x') + std::to_string(i), "text",
                               ""});
  }
  return post;
}

// Each record is converted to ISO 2709 and back without a change to any field.
TEST(BlogForever_Marc, RecordsSurviveIso2709) {
  if (!test::has_program("yaz-marcdump")) GTEST_SKIP() << "yaz-marcdump is not installed";
  const test::TemporaryDirectory directory;
  DataObject long_post = make_post();
  long_post.text = long_text(60'000);
  DataObject odd = make_post();
  odd.text = " \n leading\t\ttabs\n\n\n and $a | \\ ^ trailing \n";
  odd.title = "$a";
  odd.text += "\xF0\x9F\x98\x80\xD8\xB9";
  int number = 0;
  for (const DataObject& object :
       {make_blog(), make_post(), make_comment(), long_post, extreme_post(), odd}) {
    const std::string xml = record_of(summary_of(object), {make_comment()});
    const std::string path = directory / ("r" + std::to_string(number++));
    std::ofstream(path + ".xml", std::ios::binary) << xml;
    const auto there = test::run("yaz-marcdump -i marcxml -o marc " + path + ".xml > " + path + ".mrc");
    EXPECT_EQ(there.code, 0) << there.output;
    EXPECT_TRUE(there.output.empty()) << there.output;
    const auto back = test::run("yaz-marcdump -i marc -o marcxml " + path + ".mrc > " + path + ".back");
    EXPECT_EQ(back.code, 0) << back.output;
    EXPECT_LE(test::slurp(path + ".mrc").size(), 99'999u);
    const auto before = read_xml(xml), collection = read_xml(test::slurp(path + ".back"));
    ASSERT_TRUE(before && collection);
    const XmlNode* after = collection->child("record");
    ASSERT_NE(after, nullptr);
    const auto fields = [](const XmlNode& record) {
      Strings all;
      for (const XmlNode& field : record.children) {
        if (field.kind != XmlNode::Kind::kElement || field.name == "leader") continue;
        std::string line(field.attribute("tag"));
        line += field.attribute("ind1");
        line += field.attribute("ind2");
        if (field.name == "controlfield") line += field.all_text();
        for (const XmlNode& subfield : field.children) {
          if (subfield.kind == XmlNode::Kind::kElement)
            line += "$" + std::string(subfield.attribute("code")) + subfield.all_text();
        }
        all.push_back(line);
      }
      return all;
    };
    EXPECT_EQ(fields(*before), fields(*after)) << object.url;
  }
}

TEST(BlogForever_Marc, RecordsAreValid) {
  const auto shared = test::shared_directory();
  if (!shared) GTEST_SKIP() << "no shared schemas beside the checkout";
  if (!test::has_program("xmllint")) GTEST_SKIP() << "xmllint is not installed";
  const test::TemporaryDirectory directory;
  int number = 0;
  for (const DataObject& object : {make_blog(), make_post(), make_comment(), extreme_post()}) {
    const std::string path = directory / ("r" + std::to_string(number++) + ".xml");
    std::ofstream(path, std::ios::binary) << record_of(summary_of(object), {make_comment()});
    const auto checked =
        test::run("xmllint --nonet --noout --schema " + *shared + "/schemas/flat/MARC21slim.xsd " + path);
    EXPECT_EQ(checked.code, 0) << checked.output;
  }
}

TEST(BlogForever_Marc, DefaultNamespace) {
  MarcOptions options;
  options.prefix = "";
  const auto root = read_xml(record_of(summary_of(make_post()), {}, options));
  ASSERT_TRUE(root);
  EXPECT_EQ(root->name, "record");
  EXPECT_EQ(root->ns, "http://www.loc.gov/MARC21/slim");
}

}  // namespace
}  // namespace bfa
