// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fixtures.h"
#include "package/ocfl/inventory.h"
#include "package/ocfl/object_folder.h"

namespace bfa {
namespace {

namespace fs = std::filesystem;

const std::string kA(128, 'a'), kB(128, 'b');

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string whole() {
  return R"({"id": "https://blog.example/", "type": "https://ocfl.io/1.1/spec/#inventory",
 "digestAlgorithm": "sha512", "head": "v2",
 "manifest": {")" +
         kA + R"(": ["v1/content/a.txt"], ")" + kB + R"(": ["v2/content/b/c.txt"]},
 "versions": {"v1": {"created": "2026-11-21T07:00:00Z", "state": {")" +
         kA + R"(": ["a.txt"]}},
  "v2": {"created": "2026-11-22T07:00:00+01:00", "message": "more", "user": {"name": "N", "address": "mailto:n@n.example"},
         "state": {")" +
         kA + R"(": ["a.txt", "d/e.txt"], ")" + kB + R"(": ["b/c.txt"]}}}})";
}

TEST(OCFL_1_1_Inventory, VersionsAndTheirFiles) {
  const auto inventory = parse_ocfl_inventory(whole());
  ASSERT_TRUE(inventory) << to_string(inventory.error());
  EXPECT_EQ(inventory->id, "https://blog.example/");
  EXPECT_EQ(inventory->versions.size(), 2U);
  EXPECT_EQ(inventory->versions[1].user_address, "mailto:n@n.example");
  EXPECT_EQ(inventory->files_of(1), (std::map<std::string, std::string>{{"a.txt", "v1/content/a.txt"}}));
  EXPECT_EQ(inventory->files_of(2), (std::map<std::string, std::string>{{"a.txt", "v1/content/a.txt"},
                                                                        {"d/e.txt", "v1/content/a.txt"},
                                                                        {"b/c.txt", "v2/content/b/c.txt"}}));
  EXPECT_TRUE(inventory->files_of(3).empty());
  const auto again = parse_ocfl_inventory(format_ocfl_inventory(*inventory));
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->versions[1].state, inventory->versions[1].state);
}

TEST(OCFL_1_1_Inventory, WhatIsBrokenIsRefused) {
  struct Row {
    const char* from;
    std::string to;
    const char* says;
  };
  const std::vector<Row> rows = {
      {"\"id\": \"https://blog.example/\"", "\"id\": \"\"", "id"},
      {"\"head\": \"v2\"", "\"head\": \"v1\"", "head"},
      {"\"v2\": {\"created\"", "\"v3\": {\"created\"", "numbered"},
      {"\"v2\": {\"created\"", "\"v02\": {\"created\"", "digits"},
      {"\"v2\": {\"created\"", "\"2\": {\"created\"", "no name of a version"},
      {"v2/content/b/c.txt", "../../x", "leads elsewhere"},
      {"v2/content/b/c.txt", "/etc/passwd", "leads elsewhere"},
      {"v2/content/b/c.txt", "v2//content/x", "leads elsewhere"},
      {"v2/content/b/c.txt", "v3/content/x", "no content of a version"},
      {"v2/content/b/c.txt", "v2/other/x", "no content of a version"},
      {"v2/content/b/c.txt", "v1/content/a.txt", "twice"},
      {"v2/content/b/c.txt", "v1/content/a.txt/b", "a file and a folder"},
      {"\"b/c.txt\"]}", "\"../c.txt\"]}", "leads elsewhere"},
      {"\"b/c.txt\"]}", "\"a.txt\"]}", "twice"},
      {"\"b/c.txt\"]}", "\"a.txt/c\"]}", "a file and a folder"},
      {"2026-11-22T07:00:00+01:00", "2026-11-22T07:00:00", "RFC 3339"},
      {"\"manifest\"", "\"manifests\"", "manifest"},
      {"\"versions\"", "\"version\"", "versions"},
      {"\"name\": \"N\"", "\"name\": 5", "name"},
      {"\"message\": \"more\"", "\"message\": []", "message"},
      {"#inventory\"", "#inventories\"", "OCFL 1.1"},
      {"\"digestAlgorithm\": \"sha512\"", "\"digestAlgorithm\": \"md5\"", "md5"},
      {"\"digestAlgorithm\": \"sha512\"", "\"digestAlgorithm\": \"sha256\"", "another form"},
      {"\"head\"", "\"contentDirectory\": \"..\", \"head\"", "contentDirectory"},
      {"\"head\"", "\"contentDirectory\": \"a/b\", \"head\"", "contentDirectory"},
      {"\"head\"", "\"fixity\": {\"md5\": {\"00\": [\"v1/content/no\"]}}, \"head\"", "fixity"},
  };
  for (const Row& row : rows) {
    const auto inventory = parse_ocfl_inventory(replaced(whole(), row.from, row.to));
    ASSERT_FALSE(inventory) << row.from << " -> " << row.to;
    EXPECT_NE(inventory.error().message.find(row.says), std::string::npos)
        << row.to << ": " << inventory.error().message;
  }
  // Bytes that no version has, and a state without bytes.
  EXPECT_FALSE(parse_ocfl_inventory(replaced(whole(), ", \"" + kB + "\": [\"b/c.txt\"]", "")));
  EXPECT_FALSE(parse_ocfl_inventory(replaced(whole(), ", \"" + kB + "\": [\"v2/content/b/c.txt\"]", "")));
  const std::string text = whole();
  for (std::size_t length = 0; length < text.size(); length += 7)
    EXPECT_FALSE(parse_ocfl_inventory(std::string_view(text).substr(0, length))) << length;
}

// The examples of the extension 0003-hash-and-id-n-tuple-storage-layout.
TEST(OCFL_Extension_0003, PathsOfObjects) {
  EXPECT_EQ(ocfl_object_path("object-01"), "3c0/ff4/240/object-01");
  EXPECT_EQ(ocfl_object_path("..hor/rib:le-$id"), "487/326/d8c/%2e%2ehor%2frib%3ale-%24id");
  const std::string path = ocfl_object_path("https://blog.example/" + std::string(200, 'x'));
  EXPECT_EQ(path.size(), 12U + 100U + 1U + 64U);
}

class OcflObject : public testing::Test {
 protected:
  std::string draft(const std::map<std::string, std::string>& files) const {
    const fs::path folder = directory_ / "draft";
    for (const auto& [name, text] : files) {
      fs::create_directories((folder / name).parent_path());
      std::ofstream(folder / name) << text;
    }
    return folder.string();
  }
  OcflCommitted commit(const std::map<std::string, std::string>& files) const {
    FileSystem& files_of = posix_file_system();
    EXPECT_TRUE(make_ocfl_root(files_of, root_));
    const std::string folder = draft(files);
    auto state = ocfl_state_of(files_of, folder);
    EXPECT_TRUE(state);
    auto made = commit_ocfl_version(files_of, root_, folder, *state,
                                    {"https://blog.example/", "2026-11-21T07:00:00Z", "m", "u", ""});
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : OcflCommitted();
  }
  std::string object() const { return root_ + "/" + ocfl_object_path("https://blog.example/"); }

  test::TemporaryDirectory directory_;
  const std::string root_ = directory_ / "root";
};

TEST_F(OcflObject, OnlyChangedFilesAreStored) {
  EXPECT_EQ(commit({{"a", "one"}, {"b/c", "two"}, {"b/same", "two"}}).files, 2U);
  const OcflCommitted second = commit({{"a", "one"}, {"b/c", "three"}, {"moved", "two"}});
  EXPECT_EQ(second.version, "v2");
  EXPECT_EQ(second.files, 1U);
  EXPECT_FALSE(fs::exists(directory_ / "draft"));
  const auto inventory = read_ocfl_inventory(posix_file_system(), object());
  ASSERT_TRUE(inventory);
  EXPECT_EQ(inventory->files_of(2).at("moved"), "v1/content/b/c");
  EXPECT_EQ(list_ocfl_objects(root_)->size(), 1U);
}

TEST_F(OcflObject, ACommitThatWasInterruptedIsCompletedOrForgotten) {
  commit({{"a", "one"}});
  // A version that no inventory names.
  fs::create_directories(object() + "/v2/content");
  std::ofstream(object() + "/v2/content/rest") << "rest";
  EXPECT_EQ(commit({{"a", "two"}}).version, "v2");
  EXPECT_FALSE(fs::exists(object() + "/v2/content/rest"));
  // The root inventory was replaced, its sidecar was not.
  std::ofstream(object() + "/inventory.json.sha512") << kA << " inventory.json\n";
  EXPECT_FALSE(read_ocfl_inventory(posix_file_system(), object()));
  EXPECT_EQ(commit({{"a", "three"}}).version, "v3");
  EXPECT_TRUE(read_ocfl_inventory(posix_file_system(), object()));
}

TEST_F(OcflObject, OtherFoldersAreNoStorageRoot) {
  FileSystem& files = posix_file_system();
  fs::create_directories(root_);
  std::ofstream(root_ + "/letter.txt") << "mine";
  EXPECT_EQ(make_ocfl_root(files, root_).error().code, Code::kInvalidArgument);
  fs::remove(root_ + "/letter.txt");
  std::ofstream(root_ + "/0=ocfl_1.0") << "ocfl_1.0\n";
  EXPECT_EQ(make_ocfl_root(files, root_).error().code, Code::kUnsupported);
  fs::remove(root_ + "/0=ocfl_1.0");
  ASSERT_TRUE(make_ocfl_root(files, root_));
  ASSERT_TRUE(make_ocfl_root(files, root_));
  const std::string layout = root_ + "/ocfl_layout.json", extensions = root_ + "/extensions";
  const std::string config = extensions + "/0003-hash-and-id-n-tuple-storage-layout/config.json";
  std::ofstream(layout) << R"({"extension": "0004-hashed-n-tuple-storage-layout"})";
  EXPECT_EQ(make_ocfl_root(files, root_).error().code, Code::kCorrupt);  // it has the other one's parameters
  fs::remove(layout);
  EXPECT_EQ(make_ocfl_root(files, root_).error().code, Code::kCorrupt);
  std::ofstream(layout) << R"({"extension": "0003-hash-and-id-n-tuple-storage-layout"})";
  ASSERT_TRUE(make_ocfl_root(files, root_));
  std::ofstream(config) << R"({"extensionName": "0003-hash-and-id-n-tuple-storage-layout", "tupleSize": 2})";
  EXPECT_EQ(make_ocfl_root(files, root_).error().code, Code::kUnsupported);
  fs::remove_all(extensions);
  ASSERT_TRUE(make_ocfl_root(files, root_));  // the parameters that the layout has by itself
  std::ofstream(layout) << R"({"extension": "0004-hashed-n-tuple-storage-layout"})";
  EXPECT_EQ(make_ocfl_root(files, root_).error().code, Code::kUnsupported);
}

}  // namespace
}  // namespace bfa
