// SPDX-License-Identifier: Apache-2.0
#include "bfa/package/aip.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <sstream>

#include "bfa/io/digest.h"
#include "bfa/warc/fixity_manifest.h"
#include "fake_archive.h"
#include "fixtures.h"
#include "outside_tools.h"
#include "package/aip/marcxml.h"

namespace bfa {
namespace {

using test::FakeArchive;
using test::instant;

DataObject object(ObjectKind kind, const std::string& url, const std::string& title,
                  const std::string& text) {
  DataObject made;
  made.kind = kind;
  made.url = url;
  made.title = title;
  made.text = text;
  made.status = "active";
  made.published = *parse_timestamp("2026-01-31");
  return made;
}

DataObject comment(const std::string& post, const std::string& id, const std::string& parent = {}) {
  DataObject made = object(ObjectKind::kComment, post, "", "A comment with \x01 and <b>.");
  made.post = post;
  made.id = id;
  made.parent = parent;
  return made;
}

class House_AipPackage : public testing::Test {
 protected:
  House_AipPackage() : archive_(directory_ / "archive") {
    options_.output_directory = directory_ / "out";
    clock_ = make_fixed_clock(instant("2026-11-21T07:00:00Z"));
    options_.clock = clock_.get();
    options_.pack_records = false;  // packages_test.py has the packed form
  }

  void fill() {
    archive_.add_blog("https://blog.example/");
    archive_.add(object(ObjectKind::kBlog, "https://blog.example/", "The blog", ""));
    DataObject post = object(ObjectKind::kPost, "https://blog.example/a", "A & <b>", "Text.");
    post.provenance.warc = archive_.add_warc("crawl-1.warc.gz", post.url);
    archive_.add(post, 2);
    archive_.add(object(ObjectKind::kPost, "https://blog.example/\xE6\x97\xA5", "\xE6\x97\xA5\xE6\x9C\xAC",
                        "\xE6\x97\xA5"));
    archive_.add(object(ObjectKind::kPage, "https://blog.example/about", "About", "Who."));
    archive_.add(comment("https://blog.example/a", "c1"));
    archive_.add(comment("https://blog.example/a", "c2", "c1"));
    DataObject pingback = comment("https://blog.example/gone", "c3");
    pingback.attributes["comment_type"] = "pingback";  // lists of comments leave it out, a package must not
    archive_.add(pingback);
    archive_.add_warc("crawl-2.warc.gz", "https://blog.example/about");
  }

  std::vector<PackageReport> pack() {
    auto reports = write_packages(archive_, options_);
    EXPECT_TRUE(reports) << to_string(reports ? Error{} : reports.error());
    return reports ? *reports : std::vector<PackageReport>{};
  }

  const test::TemporaryDirectory directory_;
  FakeArchive archive_;
  PackageOptions options_;
  std::unique_ptr<Clock> clock_;
};

void collect(const XmlNode& node, const std::string& name, std::vector<const XmlNode*>& found) {
  if (node.name == name) found.push_back(&node);
  for (const XmlNode& child : node.children) collect(child, name, found);
}

std::vector<const XmlNode*> all(const XmlNode& node, const std::string& name) {
  std::vector<const XmlNode*> found;
  collect(node, name, found);
  return found;
}

void walk_attributes(const XmlNode& node, const std::string& name, std::vector<std::string>& out) {
  for (const auto& attribute : node.attributes) {
    if (attribute.name == name) out.push_back(attribute.value);
  }
  for (const XmlNode& child : node.children) walk_attributes(child, name, out);
}

std::vector<std::string> attributes(const XmlNode& node, const std::string& name) {
  std::vector<std::string> out;
  walk_attributes(node, name, out);
  return out;
}

std::vector<std::string> words(const std::string& list) {
  std::istringstream in(list);
  return {std::istream_iterator<std::string>(in), {}};
}

bool is_ncname(const std::string& id) {
  if (id.empty() || !(std::isalpha(static_cast<unsigned char>(id[0])) || id[0] == '_')) return false;
  return id.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") ==
         std::string::npos;
}

// Checks the properties of every package, for any content.
void expect_sound(const std::string& folder) {
  const auto mets = read_xml(test::slurp(folder + "/METS.xml"));
  ASSERT_TRUE(mets) << to_string(mets.error());
  std::set<std::string> ids;
  for (const std::string& id : attributes(*mets, "ID")) {
    EXPECT_TRUE(is_ncname(id)) << id;
    EXPECT_TRUE(ids.insert(id).second) << "twice: " << id;
  }
  for (const char* reference : {"DMDID", "ADMID", "FILEID"}) {
    for (const std::string& list : attributes(*mets, reference)) {
      for (const std::string& id : words(list)) EXPECT_TRUE(ids.contains(id)) << reference << ' ' << id;
    }
  }
  // Readers drop what the first map does not name.
  std::multiset<std::string> named;
  for (const std::string& list : attributes(*all(*mets, "structMap").at(0), "DMDID")) {
    for (const std::string& id : words(list)) named.insert(id);
  }
  for (const XmlNode* section : all(*mets, "dmdSec"))
    EXPECT_EQ(named.count(std::string(section->attribute("ID"))), 1u) << section->attribute("ID");
  std::set<std::string> listed;
  for (const XmlNode* file : all(*mets, "file")) {
    const std::string href(file->child("FLocat")->attribute("href"));
    EXPECT_TRUE(listed.insert(href).second);
    EXPECT_EQ(href.find_first_of("% \\"), std::string::npos);
    const std::string bytes = test::slurp(folder + "/" + href);
    EXPECT_EQ(file->attribute("SIZE"), std::to_string(bytes.size())) << href;
    EXPECT_EQ(file->attribute("CHECKSUM"), hex_encode(digest(DigestAlgorithm::kSha256, bytes))) << href;
    EXPECT_EQ(file->attribute("CHECKSUMTYPE"), "SHA-256");
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = std::filesystem::relative(entry.path(), folder).generic_string();
    EXPECT_TRUE(path == "METS.xml" || listed.contains(path)) << path << " is not listed";
  }
  std::set<std::string> objects, agents;
  for (const XmlNode* id : all(*mets, "objectIdentifierValue")) objects.insert(id->all_text());
  for (const XmlNode* id : all(*mets, "agentIdentifierValue")) agents.insert(id->all_text());
  for (const XmlNode* id : all(*mets, "linkingObjectIdentifierValue"))
    EXPECT_TRUE(objects.contains(id->all_text()));
  for (const XmlNode* id : all(*mets, "linkingAgentIdentifierValue"))
    EXPECT_TRUE(agents.contains(id->all_text()));
  EXPECT_EQ(all(*mets, "structMap").at(0)->attribute("TYPE"), "physical");
}

void expect_valid(const std::string& folder) {
  const auto shared = test::shared_directory();
  if (!shared || !test::has_program("xmllint")) return;  // Package.IsValid says so by skipping
  std::string files = folder + "/METS.xml";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".xml" && entry.path().filename() != "METS.xml")
      files += " " + entry.path().string();
  }
  const auto checked =
      test::run("xmllint --nonet --noout --schema " + *shared + "/schemas/flat/all.xsd " + files);
  EXPECT_EQ(checked.code, 0) << checked.output;
}

TEST_F(House_AipPackage, HoldsEverythingOnce) {
  fill();
  const auto reports = pack();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].records, 7u);
  EXPECT_EQ(reports[0].warc_files, 2u);
  EXPECT_EQ(reports[0].blog, "https://blog.example/");
  EXPECT_EQ(reports[0].directory, options_.output_directory + "/blog.example");
  expect_sound(reports[0].directory);
  const auto mets = read_xml(test::slurp(reports[0].directory + "/METS.xml"));
  ASSERT_TRUE(mets);
  EXPECT_EQ(mets->attribute("OBJID"), "blog.example");
  EXPECT_EQ(mets->attribute("LABEL"), "The blog");
  EXPECT_EQ(all(*mets, "record").size(), 7u);
  const auto areas = all(*mets, "area");
  ASSERT_EQ(areas.size(), 1u);
  EXPECT_EQ(areas[0]->attribute("BEGIN"), "0");
  std::vector<std::string> puids;
  for (const XmlNode* key : all(*mets, "formatRegistryKey")) puids.push_back(key->all_text());
  EXPECT_EQ(puids, (std::vector<std::string>{"fmt/1281", "fmt/1281", "x-fmt/111", "fmt/817"}));
  // One administrative section with one PREMIS object for each file; README and source.json are no part of
  // what is preserved.
  std::set<std::string_view> sections;
  for (const XmlNode* file : all(*mets, "file")) sections.insert(file->attribute("ADMID"));
  EXPECT_EQ(sections.size(), 4u);
  EXPECT_FALSE(sections.contains(""));
  std::size_t included = 0;
  for (const XmlNode* kind : all(*mets, "relationshipSubType"))
    included += kind->all_text() == "is included in";
  EXPECT_EQ(included, 2u);
}

TEST_F(House_AipPackage, NeverCertifiesADamagedFile) {
  fill();
  const std::string warcs = archive_.warc_directory();
  const std::string digest = *sha256_of_file(posix_file_system(), warcs + "/crawl-1.warc.gz");
  ASSERT_TRUE(write_fixity_manifest(posix_file_system(), warcs, {{"crawl-1.warc.gz", digest}}));
  std::ofstream(warcs + "/crawl-1.warc.gz", std::ios::app) << "x";
  const auto refused = write_packages(archive_, options_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kCorrupt);
  EXPECT_NE(refused.error().where.find("crawl-1.warc.gz"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(options_.output_directory + "/blog.example"));
}

TEST_F(House_AipPackage, IsValid) {
  if (!test::shared_directory()) GTEST_SKIP() << "no shared schemas beside the checkout";
  if (!test::has_program("xmllint")) GTEST_SKIP() << "xmllint is not installed";
  fill();
  for (const bool catalogue : {false, true}) {
    options_.catalogue = catalogue;
    options_.personal_data = catalogue;
    expect_valid(pack().at(0).directory);
  }
}

TEST_F(House_AipPackage, RecordsSurviveIso2709) {
  if (!test::has_program("yaz-marcdump")) GTEST_SKIP() << "yaz-marcdump is not installed";
  fill();
  options_.form = PackageForm::kEarkAip;
  const std::string path = pack().at(0).directory + "/metadata/descriptive/marc.xml";
  const auto there = test::run("yaz-marcdump -i marcxml -o marc " + path + " > " + (directory_ / "x.mrc"));
  EXPECT_EQ(there.code, 0) << there.output;
  EXPECT_TRUE(there.output.empty()) << there.output;
  const auto back = read_xml(test::run("yaz-marcdump -i marc -o marcxml " + (directory_ / "x.mrc")).output);
  const auto before = read_xml(test::slurp(path));
  ASSERT_TRUE(back && before) << path;
  EXPECT_EQ(all(*back, "record").size(), 7u);
  EXPECT_EQ(all(*back, "subfield").size(), all(*before, "subfield").size()) << path;
}

TEST_F(House_AipPackage, SameArchiveSameBytes) {
  fill();
  const std::string folder = pack().at(0).directory;
  const std::string first = test::slurp(folder + "/METS.xml");
  std::ofstream(folder + "/stray.txt") << "left over";
  const std::string second = test::slurp(pack().at(0).directory + "/METS.xml");
  EXPECT_EQ(first, second);
  EXPECT_FALSE(std::filesystem::exists(folder + "/stray.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder + ".open"));
  EXPECT_FALSE(std::filesystem::exists(folder + ".old"));
}

TEST_F(House_AipPackage, CommentsStandUnderTheirPost) {
  fill();
  const auto mets = read_xml(test::slurp(pack().at(0).directory + "/METS.xml"));
  ASSERT_TRUE(mets);
  const XmlNode* logical = all(*mets, "structMap").at(1);
  EXPECT_EQ(logical->attribute("TYPE"), "logical");
  std::ostringstream shape;
  for (const XmlNode* div : all(*logical, "div")) {
    shape << div->attribute("TYPE") << all(*div, "div").size() - 1 << ' ';
  }
  EXPECT_EQ(shape.str(), "BLOG6 BLOGPOST0 BLOGPOST2 COMMENT0 COMMENT0 PAGE0 COMMENT0 ");
}

TEST_F(House_AipPackage, LongTextsGetFilesOfTheirOwn) {
  fill();
  std::string text;
  while (text.size() < 150'000) text += "word \xC3\xA9 ";
  const DataObject post = object(ObjectKind::kPost, "https://blog.example/long", "Long", text);
  archive_.add(post);
  const std::string folder = pack().at(0).directory;
  expect_sound(folder);
  expect_valid(folder);
  EXPECT_EQ(test::slurp(folder + "/data/text/" + marc_control_number(post) + ".txt"), text);
}

TEST_F(House_AipPackage, OneObject) {
  fill();
  options_.url = "https://blog.example/a";
  const auto reports = pack();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].records, 4u);  // blog, post, two comments
  EXPECT_EQ(reports[0].warc_files, 1u);
  expect_sound(reports[0].directory);
  expect_valid(reports[0].directory);
}

TEST_F(House_AipPackage, OneObjectWithAnotherSlash) {
  fill();
  options_.url = "https://blog.example/about/";
  EXPECT_EQ(pack().at(0).records, 2u);
}

TEST_F(House_AipPackage, OneBlogOfTwo) {
  fill();
  archive_.add_blog("https://other.example/~joe/", "https://feeds.example/joe");
  archive_.add(object(ObjectKind::kPost, "https://other.example/~joe/x", "X", "x"));
  archive_.add(object(ObjectKind::kPost, "https://other.example/~jim/y", "Y", "y"));
  DataObject far = object(ObjectKind::kPost, "https://far.example/z", "Z", "z");
  far.feed = "https://feeds.example/joe";
  archive_.add(far);
  archive_.add_warc("joe.warc", "https://other.example/~joe/x");
  std::string notes;
  options_.log = [&](LogLevel, std::string_view line) { notes += std::string(line) + "\n"; };
  options_.url = "http://other.example/~joe";
  const auto one = pack();
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].records, 3u);
  EXPECT_EQ(one[0].warc_files, 1u);
  EXPECT_EQ(one[0].blog, "https://other.example/~joe/");
  expect_sound(one[0].directory);
  expect_valid(one[0].directory);
  EXPECT_NE(notes.find("1 object belongs to no blog"), std::string::npos) << notes;
  options_.url = "";
  const auto both = pack();
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].records, 7u);
  EXPECT_EQ(both[1].records, 3u);
}

TEST_F(House_AipPackage, UnknownAddress) {
  fill();
  options_.url = "https://nobody.example/";
  const auto reports = write_packages(archive_, options_);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().code, Code::kNotFound);
  EXPECT_NE(reports.error().message.find("bfa ls"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(options_.output_directory));
}

TEST_F(House_AipPackage, EmptyArchive) {
  const auto reports = write_packages(archive_, options_);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().code, Code::kNotFound);
}

TEST_F(House_AipPackage, BlogWithoutAnything) {
  archive_.add_blog("https://blog.example/");
  const std::string folder = pack().at(0).directory;
  expect_sound(folder);
  expect_valid(folder);
}

TEST_F(House_AipPackage, UnfinishedWarcFilesAreLeftOut) {
  fill();
  std::ofstream(archive_.warc_directory() + "/crawl-3.warc.gz.open") << "partial";
  std::string notes;
  options_.log = [&](LogLevel, std::string_view line) { notes += std::string(line); };
  EXPECT_EQ(pack().at(0).warc_files, 2u);
  EXPECT_NE(notes.find("crawl-3.warc.gz.open"), std::string::npos);
}

TEST_F(House_AipPackage, WithoutWarcFiles) {
  fill();
  options_.copy_warc = false;
  const std::string folder = pack().at(0).directory;
  expect_sound(folder);
  expect_valid(folder);
  EXPECT_TRUE(std::filesystem::is_empty(folder + "/data/warc"));
}

TEST_F(House_AipPackage, PathsOutsideAreEncoded) {
  FakeArchive archive(directory_ / "an archive 100%");
  archive.add_blog("https://blog.example/");
  archive.add_warc("x.warc.gz", "https://blog.example/");
  options_.copy_warc = false;
  const auto reports = write_packages(archive, options_);
  ASSERT_TRUE(reports);
  const std::string mets = test::slurp(reports->at(0).directory + "/METS.xml");
  EXPECT_NE(mets.find("\"../../an%20archive%20100%25/warc/x.warc.gz\""), std::string::npos);
  expect_valid(reports->at(0).directory);
}

TEST_F(House_AipPackage, DiskErrorsLeaveNothingBehind) {
  fill();
  std::ofstream(directory_ / "file") << "x";
  options_.output_directory = directory_ / "file/out";
  const auto reports = write_packages(archive_, options_);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().code, Code::kIo);
}

// A package replaces an older one of its own blog only.
TEST_F(House_AipPackage, BlogsWithSimilarAddressesHaveTheirOwnFolders) {
  const test::TemporaryDirectory directory;
  FakeArchive archive(directory / "archive");
  const std::vector<std::string> homes = {"https://blog.test/a-b/",  "https://blog.test/a/b/",
                                          "https://blog.test:8080/", "https://blog.test/8080/",
                                          "https://blog.test/x/",    "https://blog.test-x/",
                                          "https://blog.test/",      "https://blog.test.open/",
                                          "http://blog.test/",       "https://blog.test/x/?a=1"};
  for (const std::string& home : homes) archive.add_blog(home);
  const auto reports = write_packages(archive, PackageOptions());
  ASSERT_TRUE(reports);
  std::set<std::string> folders;
  for (const auto& report : *reports) {
    EXPECT_TRUE(std::filesystem::exists(report.directory + "/METS.xml")) << report.directory;
    folders.insert(report.directory);
  }
  EXPECT_EQ(folders.size(), homes.size());
}

TEST_F(House_AipPackage, AFolderThatIsNoPackageIsNotReplaced) {
  fill();
  options_.output_directory = directory_ / "out";
  std::filesystem::create_directories(directory_ / "out/blog.example");
  std::ofstream(directory_ / "out/blog.example/letter") << "x";
  const auto reports = write_packages(archive_, options_);
  ASSERT_FALSE(reports);
  EXPECT_EQ(reports.error().code, Code::kInvalidArgument);
  EXPECT_TRUE(std::filesystem::exists(directory_ / "out/blog.example/letter"));
}

struct NameRow {
  const char* name;
  const char* home;
  const char* folder;
};
class PackageName : public testing::TestWithParam<NameRow> {};
TEST_P(PackageName, MatchesRow) {
  const test::TemporaryDirectory directory;
  FakeArchive archive(directory / "archive");
  archive.add_blog(GetParam().home);
  PackageOptions options;
  const auto reports = write_packages(archive, options);
  ASSERT_TRUE(reports);
  EXPECT_EQ(reports->at(0).directory.substr(archive.directory().size()),
            std::string("/packages/") + GetParam().folder);
}
INSTANTIATE_TEST_SUITE_P(
    House, PackageName,
    testing::Values(NameRow{"Host", "https://blog.example/", "blog.example"},
                    NameRow{"Path", "https://blog.example/notes/", "blog.example-notes-1fc446b1"},
                    NameRow{"Port", "http://127.0.0.1:8080/", "127.0.0.1-8080-0bc3c2f1"},
                    NameRow{"UpperCase", "https://blog.example/Notes/", "blog.example-notes-9b21f475"},
                    NameRow{"Tilde", "https://blog.example/~joe/", "blog.example-joe-afa83e62"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
