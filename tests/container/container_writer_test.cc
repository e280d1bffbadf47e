// SPDX-License-Identifier: Apache-2.0
#include "container/container_writer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "bfa/container/container.h"
#include "support/fixtures.h"

namespace {

using bfa::ContainerFormat;

struct Row {
  const char* name;
  ContainerFormat format;
  const char* file;
  const char* program;  // an outside one that tests and unpacks it
  const char* command;  // unpacks it to the folder "out"
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

const bfa::UtcTime kTime = bfa::UtcTime(std::chrono::seconds(1'200'000'000));

std::map<std::string, std::string> some_members() {
  std::map<std::string, std::string> members = {{"data/empty", ""},
                                                {"data/page.html", "<p>text"},
                                                {"data/pr\xc3\xa9"
                                                 "face.txt",
                                                 "accents"},
                                                {"zeros", std::string(300'000, '\0')}};
  members["data/" + std::string(80, 'd') + "/" + std::string(120, 'f')] = "a long name";
  return members;
}

class ContainerWriterTest : public testing::TestWithParam<Row> {
 protected:
  static std::string written(const std::map<std::string, std::string>& members) {
    std::string out;
    const auto sink = bfa::make_string_sink(out);
    const auto writer = bfa::make_container_writer(GetParam().format, *sink);
    EXPECT_TRUE(writer);
    for (const auto& [name, content] : members) {
      const auto source = bfa::make_memory_source(content);
      const auto added = (*writer)->add(name, *source, content.size(), kTime);
      EXPECT_TRUE(added.ok()) << bfa::to_string(added.error());
    }
    const auto finished = (*writer)->finish();
    EXPECT_TRUE(finished.ok()) << bfa::to_string(finished.error());
    return out;
  }

  bfa::test::TemporaryDirectory folder;
};

TEST_P(ContainerWriterTest, WritesWhatIsReadAgain) {
  const std::string path = folder / GetParam().file;
  const auto members = some_members();
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, written(members)).ok());
  const auto files = bfa::make_container_file_system(bfa::posix_file_system());
  for (const auto& [name, content] : members) {
    const auto got = bfa::read_file(*files, path + "!/" + name, 1U << 24U);
    ASSERT_TRUE(got) << bfa::to_string(got.error());
    EXPECT_TRUE(*got == content) << name;
  }
  const auto container = bfa::Container::open(*files, path);
  EXPECT_EQ((*container)->entries().size(), members.size());
  EXPECT_TRUE((*container)->findings().empty());
  for (const auto& entry : (*container)->entries()) EXPECT_EQ(entry.modified, kTime) << entry.name;
}

TEST_P(ContainerWriterTest, WritesEqualBytesForEqualCalls) {
  const auto members = some_members();
  EXPECT_TRUE(written(members) == written(members));
  EXPECT_TRUE(written({}) == written({}));
}

TEST_P(ContainerWriterTest, WritesWhatOutsideProgramsRead) {
  const Row& row = GetParam();
  if (std::system((std::string("command -v ") + row.program + " >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << row.program << " is not installed";
  const auto members = some_members();
  ASSERT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), folder / row.file, written(members)).ok());
  const std::string run = "mkdir '" + (folder / "out") + "' && cd '" + folder.path() +
                          "' && export LC_ALL=C.UTF-8 && (" + row.command + ") >log 2>&1 </dev/null";
  ASSERT_EQ(std::system(run.c_str()), 0) << row.command;
  for (const auto& [name, content] : members) {
    std::ifstream in(folder / ("out/" + name), std::ios::binary);
    ASSERT_TRUE(in) << name;
    EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(in), {}) == content) << name;
  }
}

TEST_P(ContainerWriterTest, RefusesWhatWouldNotUnpackAlike) {
  const std::string content = "content";
  for (const std::string& name :
       {std::string(), std::string("/etc/x"), std::string("a/../../b"), std::string("a//b"),
        std::string("folder/"), std::string("nul\0x", 5), std::string("a\\b"), std::string(65'536, 'n')}) {
    std::string out;
    const auto sink = bfa::make_string_sink(out);
    const auto writer = *bfa::make_container_writer(GetParam().format, *sink);
    const auto source = bfa::make_memory_source(content);
    const auto added = writer->add(name, *source, content.size(), kTime);
    ASSERT_FALSE(added.ok()) << name;
    EXPECT_EQ(added.error().code, bfa::Code::kInvalidArgument);
    EXPECT_FALSE(writer->finish().ok());
  }
}

// After any error nothing is written that makes a whole container of what is there.
TEST_P(ContainerWriterTest, LeavesNoWholeContainerAfterAnError) {
  for (const std::uint64_t size : {6U, 8U}) {
    std::string out;
    std::size_t before = 0;
    {
      const auto sink = bfa::make_string_sink(out);
      const auto writer = *bfa::make_container_writer(GetParam().format, *sink);
      const auto first = bfa::make_memory_source("content");
      ASSERT_TRUE(writer->add("first", *first, 7, kTime).ok());
      const auto second = bfa::make_memory_source("content");
      const auto added = writer->add("folder/second", *second, size, kTime);
      ASSERT_FALSE(added.ok());
      EXPECT_EQ(added.error().code, bfa::Code::kInvalidArgument);
      EXPECT_EQ(added.error().where, "folder/second");
      EXPECT_EQ(writer->finish().error().message, added.error().message);
      before = out.size();
    }
    EXPECT_EQ(out.size(), before) << "the destructor wrote";
  }
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  const auto writer = *bfa::make_container_writer(GetParam().format, *sink);
  const auto first = bfa::make_memory_source("content");
  ASSERT_TRUE(writer->add("twice", *first, 7, kTime).ok());
  const auto again = bfa::make_memory_source("content");
  EXPECT_EQ(writer->add("twice", *again, 7, kTime).error().code, bfa::Code::kInvalidArgument);
}

class FullSink final : public bfa::Sink {
 public:
  explicit FullSink(std::size_t room) : room_(room) {}
  bfa::Status write(std::span<const std::byte> src) override {
    if (src.size() > room_) return bfa::Error{bfa::Code::kIo, "no space left on device", "disk", -1};
    room_ -= src.size();
    return {};
  }
  bfa::Status finish() override { return {}; }

 private:
  std::size_t room_;
};

TEST_P(ContainerWriterTest, TellsThatTheDiskIsFull) {
  const auto members = some_members();
  const std::size_t whole = written(members).size();
  for (std::size_t room = 0; room < whole; room += 1 + whole / 23) {
    FullSink sink(room);
    const auto writer = *bfa::make_container_writer(GetParam().format, sink);
    bfa::Status status;
    for (const auto& [name, content] : members) {
      const auto source = bfa::make_memory_source(content);
      status = writer->add(name, *source, content.size(), kTime);
      if (!status) break;
    }
    if (status) status = writer->finish();
    ASSERT_FALSE(status.ok()) << room;
    EXPECT_EQ(status.error().code, bfa::Code::kIo);
    EXPECT_NE(status.error().message.find("no space left"), std::string::npos) << status.error().message;
    EXPECT_FALSE(writer->finish().ok());
  }
}

class BrokenSource final : public bfa::Source {
 public:
  bfa::Result<std::size_t> read(std::span<std::byte> dst) override {
    if (given_) return bfa::Error{bfa::Code::kIo, "cannot read", "/dev/broken", -1};
    given_ = true;
    return std::min<std::size_t>(dst.size(), 100);
  }

 private:
  bool given_ = false;
};

TEST_P(ContainerWriterTest, NamesTheMemberThatCannotBeRead) {
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  const auto writer = *bfa::make_container_writer(GetParam().format, *sink);
  BrokenSource broken;
  const auto added = writer->add("a/member", broken, 1000, kTime);
  ASSERT_FALSE(added.ok());
  EXPECT_EQ(added.error().code, bfa::Code::kIo);
  EXPECT_EQ(added.error().where, "/dev/broken");
  EXPECT_EQ(added.error().message, "member 'a/member': cannot read");
}

constexpr Row kRows[] = {
    {"Zip", ContainerFormat::kZip, "x.zip", "unzip", "unzip -t x.zip && unzip -d out x.zip"},
    {"ZipByPython", ContainerFormat::kZip, "x.zip", "python3",
     "python3 -c \"import zipfile; z = zipfile.ZipFile('x.zip'); assert z.testzip() is None; "
     "z.extractall('out')\""},
    {"Tar", ContainerFormat::kTar, "x.tar", "tar", "tar -C out -xf x.tar"},
    {"TarZst", ContainerFormat::kTarZst, "x.tar.zst", "zstd",
     "zstd -t x.tar.zst && tar -C out --zstd -xf x.tar.zst"},
    {"SevenZip", ContainerFormat::k7z, "x.7z", "7z", "7z t x.7z && 7z x -oout x.7z"},
};

INSTANTIATE_TEST_SUITE_P(House_, ContainerWriterTest, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
