// SPDX-License-Identifier: Apache-2.0
// Whom and what packages name: records that are there, agents that took part.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "bfa/package/aip.h"
#include "fake_archive.h"
#include "fixtures.h"
#include "outside_tools.h"
#include "package/aip/marcxml.h"

namespace bfa {
namespace {

DataObject object_at(ObjectKind kind, const std::string& url) {
  DataObject object;
  object.kind = kind;
  object.url = url;
  object.title = "X";
  object.status = "active";
  return object;
}

std::string record_of(DataObject object, const MarcOptions& options) {
  ObjectSummary summary;
  summary.versions = 2;
  summary.latest = std::move(object);
  std::string xml;
  const auto sink = make_string_sink(xml);
  XmlWriter writer(*sink);
  EXPECT_TRUE(write_marc_record(writer, summary, {}, options).ok());
  EXPECT_TRUE(writer.finish().ok());
  return xml;
}

// What stands in a linking field of the record: "$o|$w".
std::string link_in(const std::string& xml, const std::string& tag) {
  const std::size_t begin = xml.find("tag=\"" + tag + "\"");
  if (begin == std::string::npos) return "none";
  const std::string field = xml.substr(begin, xml.find("</marc:datafield>", begin) - begin);
  const auto part = [&](const char* code) {
    const std::string start = std::string("code=\"") + code + "\">";
    const std::size_t at = field.find(start);
    if (at == std::string::npos) return std::string();
    return field.substr(at + start.size(), field.find('<', at + start.size()) - at - start.size());
  };
  return part("o") + "|" + part("w");
}

TEST(House_MarcLinks, NameRecordsThatAreThere) {
  const std::string old = "https://blog.example/old.html", now = "https://blog.example/now/";
  const DataObject moved = object_at(ObjectKind::kPage, old);
  const std::string number = marc_control_number(object_at(ObjectKind::kPage, now));
  MarcOptions options;
  options.version = 1;
  options.current = false;
  options.number = number;
  options.newest_url = now;
  std::string xml = record_of(moved, options);
  EXPECT_NE(xml.find(number + "-v1"), std::string::npos) << "all versions have the number of the newest";
  EXPECT_EQ(link_in(xml, "787"), now + "|(bfa)" + number);

  DataObject copy = object_at(ObjectKind::kPost, "https://blog.example/copy/");
  copy.attributes["duplicate_of"] = old;
  EXPECT_EQ(link_in(record_of(copy, {}), "776"), old + "|") << "of no record";
  const DataObject first = object_at(ObjectKind::kPost, now);
  options = {};
  options.duplicate = &first;
  EXPECT_EQ(link_in(record_of(copy, options), "776"), now + "|(bfa)" + marc_control_number(first));

  DataObject comment = object_at(ObjectKind::kComment, now + "#c1");
  comment.post = now;
  EXPECT_EQ(link_in(record_of(comment, {}), "773"), now + "|") << "its post has no record";
  options = {};
  options.post = &first;
  EXPECT_EQ(link_in(record_of(comment, options), "773"), now + "|(bfa)" + marc_control_number(first));
}

// The setting of today does not say who ran the archive when it crawled.
TEST(House_PremisAgents, WhoIsStatedMadeThePackageAndNothingElse) {
  const test::TemporaryDirectory folder;
  test::FakeArchive archive(folder / "archive");
  archive.add_blog("https://blog.example/");
  archive.add(object_at(ObjectKind::kPost, "https://blog.example/x"));
  archive.add_warc("blog.warc.gz", "https://blog.example/x");
  PackageOptions options;
  options.output_directory = folder / "out";
  options.keeper.organisation = "The Library";
  options.keeper.person = "Bo Reed";
  const auto reports = write_packages(archive, options);
  ASSERT_TRUE(reports) << to_string(reports ? Error{} : reports.error());
  const std::string mets = test::slurp(reports->at(0).directory + "/METS.xml");
  int made = 0, others = 0;
  for (std::size_t at = mets.find("<premis:event>"); at != std::string::npos;
       at = mets.find("<premis:event>", at + 1)) {
    const std::string event = mets.substr(at, mets.find("</premis:event>", at) - at);
    const bool own = event.find("information package creation") != std::string::npos ||
                     event.find("message digest calculation") != std::string::npos;
    ++(own ? made : others);
    EXPECT_EQ(event.find("implementer") != std::string::npos, own) << event;
    EXPECT_NE(event.find("executing program"), std::string::npos) << event;
  }
  EXPECT_GT(made, 1);
  EXPECT_GT(others, 0);
}

}  // namespace
}  // namespace bfa
