// SPDX-License-Identifier: Apache-2.0
// The same tree as outside programs pack it, in every kind that is read.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "bfa/container/container.h"
#include "support/fixtures.h"

namespace {

namespace fs = std::filesystem;
using bfa::ContainerKind;
using Tree = std::map<std::string, std::string>;  // content by name

struct Row {
  const char* name;
  const char* program;  // without it the row is skipped
  const char* command;  // run in the folder that holds "tree"
  const char* file;     // what it makes there
  ContainerKind kind;
  bool keeps_links = true;  // the symbolic link is a member
  bool hard_links = true;   // a hard link has the bytes of its file; tar's second name is a link
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

// Text that packs to about a quarter, so that no program stores it.
std::string long_text(unsigned seed, std::size_t words) {
  static constexpr const char* kWords[] = {"road",  "market",  "letter", "summer",
                                           "paper", "station", "river",  "bread"};
  std::string out;
  for (std::size_t i = 0; i < words; ++i) {
    seed = seed * 1664525 + 1013904223;
    out.append(kWords[(seed >> 24U) % 8]).push_back(i % 12 == 11 ? '\n' : ' ');
  }
  return out;
}

class OutsidePrograms : public testing::TestWithParam<Row> {
 protected:
  void SetUp() override {
    if (!has_program(GetParam().program)) GTEST_SKIP() << GetParam().program << " is not installed";
    write("tree/site/index.html", "<p>" + long_text(1, 2000));
    write("tree/site/deep/down/page.html", long_text(2, 60'000));
    write(
        "tree/site/pr\xc3\xa9"
        "face.txt",
        "accents");
    write("tree/site/x.warc", "WARC/1.1\r\n" + long_text(3, 100));
    write("tree/empty", "");
    fs::create_hard_link(folder.path() + "/tree/site/x.warc", folder.path() + "/tree/site/y.warc");
    tree["tree/site/y.warc"] = tree["tree/site/x.warc"];
    fs::create_symlink("index.html", folder.path() + "/tree/site/link.html");
  }

  void write(const std::string& name, const std::string& content) {
    const fs::path path = folder.path() + "/" + name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    tree[name] = content;
  }

  void pack() const {
    const std::string run = "cd '" + folder.path() + "' && export LC_ALL=C.UTF-8 && (" + GetParam().command +
                            ") >log 2>&1 </dev/null";
    ASSERT_EQ(std::system(run.c_str()), 0) << GetParam().command;
  }

  std::string packed() const { return folder.path() + "/" + GetParam().file; }

  bfa::test::TemporaryDirectory folder;
  Tree tree;
};

TEST_P(OutsidePrograms, AreReadAsTheyWrote) {
  pack();
  const Row& row = GetParam();
  const auto container = bfa::Container::open(bfa::posix_file_system(), packed());
  ASSERT_TRUE(container) << bfa::to_string(container.error());
  EXPECT_EQ((*container)->kind(), row.kind);
  for (const auto& finding : (*container)->findings()) ADD_FAILURE() << finding.id << " " << finding.message;
  Tree found;
  std::set<std::string> links;
  for (const auto& entry : (*container)->entries()) {
    if (entry.link) links.insert(entry.name);
    if (entry.folder || entry.link) continue;
    if (entry.name.ends_with("link.html")) continue;  // programs that follow links
    const auto file = (*container)->open_entry(entry);
    ASSERT_TRUE(file) << bfa::to_string(file.error());
    std::string bytes((*file)->size(), '\0');
    for (std::size_t at = 0; at < bytes.size();) {
      const auto got = (*file)->read_at(at, std::as_writable_bytes(std::span(bytes)).subspan(at));
      ASSERT_TRUE(got) << bfa::to_string(got.error());
      ASSERT_NE(*got, 0U) << entry.name;
      at += *got;
    }
    found[entry.name] = bytes;
    EXPECT_TRUE(entry.modified) << entry.name;
  }
  EXPECT_EQ(links.contains("tree/site/link.html"), row.keeps_links);
  EXPECT_EQ(links.size(), (row.keeps_links ? 1U : 0U) + (row.hard_links ? 0U : 1U));
  Tree wanted = tree;
  for (const auto& name : links) wanted.erase(name);
  EXPECT_EQ(found.size(), wanted.size());
  for (const auto& [name, content] : wanted) EXPECT_TRUE(found[name] == content) << name;
}

TEST_P(OutsidePrograms, GiveDataOrAnErrorWhenTheyAreCut) {
  pack();
  const auto size = fs::file_size(packed());
  const std::string cut = folder.path() + "/cut";
  for (const std::uintmax_t part : {size / 8, size / 3, size / 2, size - size / 6, size - 40, size - 1}) {
    fs::copy_file(packed(), cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, part);
    const auto container = bfa::Container::open(bfa::posix_file_system(), cut);
    if (container) {
      for (const auto& finding : (*container)->findings()) EXPECT_TRUE(finding.where.starts_with(cut));
      continue;
    }
    EXPECT_NE(container.error().code, bfa::Code::kIo) << bfa::to_string(container.error());
    EXPECT_TRUE(container.error().where.starts_with(cut)) << bfa::to_string(container.error());
    EXPECT_FALSE(container.error().message.empty());
  }
}

constexpr Row kRows[] = {
    {"Zip", "zip", "rm -f x.zip; zip -qry x.zip tree", "x.zip", ContainerKind::kZip},
    {"Tar", "tar", "tar -cf x.tar tree", "x.tar", ContainerKind::kTar, true, false},
    {"TarGz", "tar", "tar -czf x.tgz tree", "x.tgz", ContainerKind::kTar, true, false},
    {"TarXz", "xz", "tar -cJf x.txz tree", "x.txz", ContainerKind::kTar, true, false},
    {"TarBzip2", "bzip2", "tar -cjf x.tbz tree", "x.tbz", ContainerKind::kTar, true, false},
    {"TarLzip", "lzip", "tar -c --lzip -f x.tlz tree", "x.tlz", ContainerKind::kTar, true, false},
    {"TarLzma", "lzma", "tar -c --lzma -f x.tar.lzma tree", "x.tar.lzma", ContainerKind::kTar, true, false},
    {"TarLz4", "lz4", "tar -c tree | lz4 -c > x.tar.lz4", "x.tar.lz4", ContainerKind::kTar, true, false},
    {"TarCompress", "compress", "tar -c tree | compress -c > x.tar.Z", "x.tar.Z", ContainerKind::kTar, true,
     false},
    {"SevenZip", "7z", "rm -f x.7z; 7z a -bd x.7z tree", "x.7z", ContainerKind::k7z},
    {"SevenZipLzma", "7z", "rm -f x.7z; 7z a -bd -m0=lzma x.7z tree", "x.7z", ContainerKind::k7z},
    {"SevenZipBzip2", "7z", "rm -f x.7z; 7z a -bd -m0=bzip2 -ms=off x.7z tree", "x.7z", ContainerKind::k7z},
    {"SevenZipPpmd", "7z", "rm -f x.7z; 7z a -bd -m0=ppmd x.7z tree", "x.7z", ContainerKind::k7z},
    {"ZipBzip2", "7z", "rm -f x.zip; 7z a -bd -tzip -mm=bzip2 x.zip tree", "x.zip", ContainerKind::kZip},
    {"ZipLzma", "7z", "rm -f x.zip; 7z a -bd -tzip -mm=lzma x.zip tree", "x.zip", ContainerKind::kZip},
    {"ZipPpmd", "7z", "rm -f x.zip; 7z a -bd -tzip -mm=ppmd x.zip tree", "x.zip", ContainerKind::kZip},
    {"ZipXz", "7z", "rm -f x.zip; 7z a -bd -tzip -mm=xz x.zip tree", "x.zip", ContainerKind::kZip},
    {"CpioNewc", "cpio", "find tree | cpio -o -H newc > x.cpio", "x.cpio", ContainerKind::kCpio},
    {"CpioOdc", "cpio", "find tree | cpio -o -H odc > x.cpio", "x.cpio", ContainerKind::kCpio},
    {"CpioBinary", "cpio", "find tree | cpio -o -H bin > x.cpio", "x.cpio", ContainerKind::kCpio},
    {"IsoRockRidge", "genisoimage", "genisoimage -quiet -graft-points -R -o x.iso tree=tree", "x.iso",
     ContainerKind::kIso},
    {"IsoJoliet", "genisoimage",
     "genisoimage -quiet -input-charset utf-8 -graft-points -J -o x.iso tree=tree", "x.iso",
     ContainerKind::kIso, false},
    {"Cab", "gcab", "rm -f x.cab; gcab -c x.cab `find tree -type f -size +0` tree/empty", "x.cab",
     ContainerKind::kCab, false},
    {"CabPacked", "gcab", "rm -f x.cab; gcab -zc x.cab `find tree -type f`", "x.cab", ContainerKind::kCab,
     false},
    {"Xar", "bsdtar", "bsdtar -cf x.xar --format xar tree", "x.xar", ContainerKind::kXar},
};

INSTANTIATE_TEST_SUITE_P(House_, OutsidePrograms, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
