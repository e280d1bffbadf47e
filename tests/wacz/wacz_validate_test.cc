// SPDX-License-Identifier: Apache-2.0
#include "bfa/wacz/wacz.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bfa/io/digest.h"
#include "container/zip_writer.h"
#include "wacz/wacz_testing.h"

namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;
using bfa::ZipWriter;

Strings ids_of(const bfa::Findings& findings) {
  Strings ids;
  for (const auto& finding : findings) ids.push_back(finding.id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::string sha256_of(const std::string& bytes) {
  return "sha256:" + bfa::hex_encode(bfa::digest(bfa::DigestAlgorithm::kSha256, bytes));
}

class Wacz111_Validate : public bfa::test::WaczTest {
 protected:
  using Members = std::map<std::string, std::string>;

  // The members of a good file.
  Members good() {
    write({put("data.warc.gz", bfa::test::sample_warc())}, fixed());
    Members members;
    for (const char* name :
         {"archive/data.warc.gz", "indexes/index.cdx.gz", "indexes/index.idx", "pages/pages.jsonl"}) {
      members[name] = member(name);
    }
    return members;
  }
  // Correct digests, as a writer makes them.
  static json package_of(const Members& members) {
    json resources = json::array();
    for (const auto& [name, bytes] : members) {
      resources.push_back(
          {{"name", name}, {"path", name}, {"hash", sha256_of(bytes)}, {"bytes", bytes.size()}});
    }
    return {{"profile", "data-package"},
            {"wacz_version", "1.1.1"},
            {"created", "2026-04-01T12:00:00Z"},
            {"resources", resources}};
  }
  std::string zip(const Members& members, const std::string& package, const std::string& digest,
                  ZipWriter::Method method = ZipWriter::Method::kStored) {
    std::string bytes;
    const auto sink = bfa::make_string_sink(bytes);
    ZipWriter writer(*sink);
    for (const auto& [name, content] : members) EXPECT_TRUE(writer.add(name, content, method, {}).ok());
    const Members last = {{"datapackage.json", package}, {"datapackage-digest.json", digest}};
    for (const auto& [name, content] : last) {
      if (content.empty()) continue;
      EXPECT_TRUE(writer.add(name, content, method, {}).ok());
    }
    EXPECT_TRUE(writer.finish().ok());
    return put("made.wacz", bytes);
  }
  std::string zip(const Members& members, const json& package) {
    const std::string text = package.dump();
    return zip(members, text, json{{"path", "datapackage.json"}, {"hash", sha256_of(text)}}.dump());
  }
  static bfa::WaczValidation validate(const std::string& path) {
    auto report = bfa::validate_wacz(bfa::posix_file_system(), path);
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    return report.value_or(bfa::WaczValidation{});
  }
  // After a change of the members.
  Strings violations_with(const std::function<void(Members&)>& change) {
    Members members = good();
    change(members);
    return ids_of(validate(zip(members, package_of(members))).violations);
  }
  // After a change of datapackage.json.
  Strings violations_with_package(const std::function<void(json&)>& change) {
    const Members members = good();
    json package = package_of(members);
    change(package);
    return ids_of(validate(zip(members, package)).violations);
  }
};

TEST_F(Wacz111_Validate, WhatTheWriterMakesBreaksNoRule) {
  write({put("data.warc.gz", bfa::test::sample_warc())}, fixed());
  const auto report = validate(out_);
  EXPECT_EQ(ids_of(report.violations), Strings{});
  EXPECT_EQ(ids_of(report.remarks), Strings{});
  EXPECT_EQ(report.archives, 1U);
  EXPECT_EQ(report.captures, 4U);
  EXPECT_EQ(report.pages, 2U);
  EXPECT_EQ(report.digests_ok, 5U);
  EXPECT_EQ(report.digests_bad, 0U);
  EXPECT_EQ(report.version, "1.1.1");
  EXPECT_FALSE(report.signed_package);
}

TEST_F(Wacz111_Validate, Rule41_Members) {
  EXPECT_EQ(violations_with([](Members&) {}), Strings{});
  EXPECT_EQ(violations_with([](Members& m) { m.erase("pages/pages.jsonl"); }), Strings{"wacz_pages_missing"});
  EXPECT_EQ(violations_with([](Members& m) {
              m.erase("indexes/index.cdx.gz");
              m.erase("indexes/index.idx");
            }),
            Strings{"wacz_index_missing"});
  EXPECT_EQ(violations_with([](Members& m) { m.erase("indexes/index.cdx.gz"); }),
            (Strings{"wacz_index_block", "wacz_index_missing"}));
  EXPECT_EQ(violations_with([](Members& m) { m.erase("archive/data.warc.gz"); }),
            (Strings{"wacz_archive_missing", "wacz_index_file"}));
}

TEST_F(Wacz111_Validate, Rule42_NoOtherFilesInTheFolders) {
  for (const char* name : {"archive/readme.txt", "indexes/x.json", "pages/page.html"}) {
    EXPECT_EQ(violations_with([&](Members& m) { m[name] = "x"; }), Strings{"wacz_file_unexpected"}) << name;
  }
  EXPECT_EQ(violations_with([](Members& m) { m["extra/thing"] = "x"; }), Strings{});
}

TEST_F(Wacz111_Validate, Rule41_Pages) {
  const auto pages = [&](const std::string& text) {
    return violations_with([&](Members& m) { m["pages/pages.jsonl"] = text; });
  };
  const std::string head = "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All\"}\n";
  const std::string page = "{\"url\":\"http://a.example/\",\"ts\":\"2026-03-01T10:00:00Z\"}\n";
  EXPECT_EQ(pages(head + page), Strings{});
  EXPECT_EQ(pages(page), Strings{"wacz_pages_header"});
  EXPECT_EQ(pages(head + "{\"ts\":\"2026-03-01T10:00:00Z\"}\n"), Strings{"wacz_page"});
  EXPECT_EQ(pages(head + "{\"url\":\"http://a.example/\",\"ts\":\"yesterday\"}\n"), Strings{"wacz_page"});
  EXPECT_EQ(pages(head + std::string(100000, '[') + "\n"), Strings{"wacz_page"});
}

TEST_F(Wacz111_Validate, Rule41_Package) {
  EXPECT_EQ(violations_with_package([](json&) {}), Strings{});
  EXPECT_EQ(violations_with_package([](json& p) { p.erase("profile"); }), Strings{"wacz_profile"});
  EXPECT_EQ(violations_with_package([](json& p) { p["profile"] = "wacz"; }), Strings{});
  EXPECT_EQ(violations_with_package([](json& p) { p.erase("wacz_version"); }), Strings{"wacz_version"});
  EXPECT_EQ(violations_with_package([](json& p) { p["created"] = "now"; }), Strings{"wacz_created"});
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"] = json::array(); }),
            (Strings{"wacz_resource_unlisted", "wacz_resources"}));
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"].erase(0); }),
            Strings{"wacz_resource_unlisted"});
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"].push_back(p["resources"][0]); }),
            Strings{"wacz_resource_twice"});
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"][0]["path"] = "archive/other.warc.gz"; }),
            (Strings{"wacz_resource_absent", "wacz_resource_unlisted"}));
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"][0].erase("name"); }),
            Strings{"wacz_resource_incomplete"});
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"][0]["bytes"] = 1; }), Strings{"wacz_bytes"});
  EXPECT_EQ(violations_with_package([](json& p) { p["resources"][0]["hash"] = "crc:1"; }),
            Strings{"wacz_hash_unknown"});
}

TEST_F(Wacz111_Validate, Rule41_DigestsAreCompared) {
  const Members members = good();
  json package = package_of(members);
  package["resources"][0]["hash"] = sha256_of("other");
  auto report = validate(zip(members, package));
  EXPECT_EQ(ids_of(report.violations), Strings{"wacz_hash"});
  EXPECT_EQ(report.digests_bad, 1U);
  const std::string text = package_of(members).dump();
  report = validate(zip(members, text, json{{"path", "datapackage.json"}, {"hash", sha256_of("x")}}.dump()));
  EXPECT_EQ(ids_of(report.violations), Strings{"wacz_digest_hash"});
  EXPECT_EQ(report.digests_bad, 1U);
  report = validate(zip(members, text, ""));
  EXPECT_EQ(ids_of(report.violations), Strings{});
  EXPECT_EQ(ids_of(report.remarks), Strings{"wacz_digest_missing"});
  report = validate(zip(members, "", ""));
  EXPECT_EQ(ids_of(report.violations), Strings{"wacz_datapackage_missing"});
  report = validate(zip(members, "{", ""));
  EXPECT_EQ(ids_of(report.violations), Strings{"wacz_json"});
}

TEST_F(Wacz111_Validate, Rule40_Indexes) {
  const auto index = [&](const std::string& text) {
    return violations_with([&](Members& m) {
      m.erase("indexes/index.cdx.gz");
      m.erase("indexes/index.idx");
      m["indexes/index.cdx"] = text;
    });
  };
  const std::string at = R"("length": "9", "filename": "data.warc.gz"})";
  const std::string first = R"(example,a)/ 20260301100000 {"offset": "0", )" + at + "\n";
  EXPECT_EQ(index(first), Strings{});
  EXPECT_EQ(index("broken\n"), Strings{"wacz_index_line"});
  EXPECT_EQ(index(R"(example,b)/ 20260301100000 {"offset": "0", )" + at + "\n" + first),
            Strings{"wacz_index_order"});
  EXPECT_EQ(index(R"(example,a)/ 20260301100000 {"offset": "0", "filename": "no.warc"})"),
            Strings{"wacz_index_file"});
  EXPECT_EQ(index(R"(example,a)/ 20260301100000 {"offset": "99999", )" + at), Strings{"wacz_index_place"});
  EXPECT_EQ(index(R"(example,a)/ 20260301100000 {"offset": "1", )" + at), Strings{"wacz_index_place"});
  EXPECT_EQ(violations_with([](Members& m) {
              m["indexes/index.idx"] +=
                  "zz 2026 {\"offset\": 99999, \"length\": 3, \"filename\": \"index.cdx.gz\"}\n";
            }),
            Strings{"wacz_index_block"});
}

TEST_F(Wacz111_Validate, Rule42_PackedArchivesAreARemark) {
  const Members members = good();
  const std::string text = package_of(members).dump();
  const auto report = validate(zip(members, text, "", ZipWriter::Method::kDeflate));
  EXPECT_EQ(ids_of(report.violations), Strings{});
  EXPECT_EQ(ids_of(report.remarks),
            (Strings{"wacz_archive_packed", "wacz_digest_missing", "wacz_index_packed"}));
}

TEST_F(Wacz111_Validate, Rule43_SignaturesAreVerified) {
  // P-256 and P-384, made for this test; the second is what ArchiveWeb.page uses.
  const std::string key = folder_ / "key.pem";
  for (const char* curve : {"prime256v1", "secp384r1"}) {
    const std::string make =
        std::string("openssl ecparam -genkey -noout -name ") + curve + " -out " + key + " 2>/dev/null";
    if (std::system(make.c_str()) != 0) GTEST_SKIP() << "no openssl program to make a key";
    bfa::WaczOptions options = fixed();
    options.signing_key_pem = *bfa::read_file(bfa::posix_file_system(), key, 1u << 16);
    write({put("data.warc.gz", bfa::test::sample_warc())}, options);
    auto report = validate(out_);
    EXPECT_EQ(ids_of(report.violations), Strings{});
    EXPECT_TRUE(report.signed_package);
    EXPECT_TRUE(report.signature_right);

    const Members members = good();
    write({folder_ / "data.warc.gz"}, options);
    const std::string text = member("datapackage.json");
    json digest = json::parse(member("datapackage-digest.json"));
    const json right = digest;
    const auto with = [&](const json& changed) {
      return ids_of(validate(zip(members, text, changed.dump())).violations);
    };
    EXPECT_EQ(with(right), Strings{});
    std::string signature = digest["signedData"]["signature"];
    signature[10] = signature[10] == 'A' ? 'B' : 'A';
    digest["signedData"]["signature"] = signature;
    EXPECT_EQ(with(digest), Strings{"wacz_signature_wrong"});
    digest = right;
    digest["signedData"]["hash"] = sha256_of("other");
    EXPECT_EQ(with(digest), (Strings{"wacz_signature_hash", "wacz_signature_wrong"}));
    digest = right;
    digest["signedData"].erase("publicKey");
    EXPECT_EQ(with(digest), Strings{"wacz_signature"});
    digest["signedData"]["domain"] = "a.example";
    EXPECT_EQ(with(digest), Strings{});
  }
  bfa::WaczOptions options = fixed();
  options.signing_key_pem = "no key";
  auto writer = *bfa::WaczWriter::create(bfa::posix_file_system(), out_, options);
  ASSERT_TRUE(writer->add_archive(bfa::posix_file_system(), folder_ / "data.warc.gz"));
  EXPECT_FALSE(writer->finish());
}

TEST_F(Wacz111_Validate, HostileZipFilesAreFindings) {
  EXPECT_EQ(violations_with([](Members& m) { m["../outside"] = "x"; }), Strings{"zip_path_unsafe"});
  EXPECT_EQ(violations_with([](Members& m) { m["/outside"] = "x"; }), Strings{"zip_path_unsafe"});
  // All members at one place.
  const Members members = good();
  std::string bytes = *bfa::read_file(bfa::posix_file_system(), zip(members, package_of(members)), 1u << 24);
  std::size_t at = 0;
  while ((at = bytes.find("PK\x01\x02", at)) != std::string::npos) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + 42 + i] = 0;
    at += 46;
  }
  EXPECT_EQ(ids_of(validate(put("over.wacz", bytes)).violations), Strings{"zip_members_overlap"});
}

TEST_F(Wacz111_Validate, EveryPrefixEndsInAReportOrAnError) {
  const Members members = good();
  const std::string bytes =
      *bfa::read_file(bfa::posix_file_system(), zip(members, package_of(members)), 1u << 24);
  for (std::size_t size = 0; size < bytes.size(); size += 61) {
    const auto report = bfa::validate_wacz(bfa::posix_file_system(), put("cut.wacz", bytes.substr(0, size)));
    if (!report) continue;
    EXPECT_TRUE(report->truncated) << size;
  }
}

}  // namespace
