// SPDX-License-Identifier: Apache-2.0
// Every command that takes WARC files takes them in containers and packed as a whole.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "run_tool.h"
#include "support/fixtures.h"

namespace {

using bfa::test::lines_of;
using bfa::test::Ran;
using bfa::test::run_tool;

class ContainersTool : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* program : {"7z", "xz", "bzip2"}) {
      if (std::system((std::string("command -v ") + program + " >/dev/null 2>&1").c_str()) != 0)
        GTEST_SKIP() << program << " is not installed";
    }
    std::ofstream(folder_ / "a.warc", std::ios::binary)
        << bfa::test::read_fixture("examples/two_exchanges.warc");
    run("xz -k a.warc && bzip2 -k a.warc && 7z a a.7z a.warc && 7z a xz.7z a.warc.xz && "
        "7z a -psecret secret.7z a.warc && (cat a.warc; head -c 300000 /dev/urandom) | xz | head -c 200000 > "
        "cut.warc.xz");
  }
  void run(const std::string& command) const {
    const std::string line = "cd '" + folder_.path() + "' && (" + command + ") >/dev/null 2>&1 </dev/null";
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  bfa::test::TemporaryDirectory folder_;
};

TEST_F(ContainersTool, GiveWhatThePlainFileGives) {
  const Ran list = run_tool({"warc", "ls", folder_ / "a.warc"});
  const Ran index = run_tool({"warc", "index", folder_ / "a.warc"});
  ASSERT_EQ(list.code, 0) << list.err;
  const auto check = lines_of(run_tool({"warc", "check", folder_ / "a.warc"}).out);
  const std::string verdict = check.back().substr(check.back().find("ok: "));
  for (const std::string name : {"a.warc.xz", "a.warc.bz2", "a.7z", "xz.7z"}) {
    const Ran ran = run_tool({"warc", "ls", folder_ / name});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, list.out) << name;
    EXPECT_EQ(run_tool({"warc", "index", folder_ / name}).out, index.out) << name;
    const Ran checked = run_tool({"warc", "check", folder_ / name});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find(name + "!/"), std::string::npos) << checked.out;
    EXPECT_NE(checked.out.find(verdict), std::string::npos) << checked.out;
    const Ran record = run_tool({"warc", "cat", folder_ / name, "--offset", "639", "--headers"});
    EXPECT_EQ(record.out, run_tool({"warc", "cat", folder_ / "a.warc", "--offset", "639", "--headers"}).out);
    EXPECT_EQ(
        run_tool({"warc", "recompress", "--to", "plain", folder_ / name, folder_ / (name + ".warc")}).code,
        0);
    EXPECT_EQ(run_tool({"warc", "repair", folder_ / name, folder_ / (name + ".repaired.warc")}).code, 0);
    const std::string archive = folder_ / ("archive-" + name);
    const Ran taken = run_tool({"import", "-a", archive, folder_ / name});
    EXPECT_EQ(taken.code, 0) << taken.err;
    EXPECT_NE(taken.out.find("2 new objects"), std::string::npos) << taken.out;
    EXPECT_EQ(run_tool({"wacz", "create", folder_ / (name + ".wacz"), folder_ / name}).code, 0);
  }
}

TEST_F(ContainersTool, NeverEndWithZeroWhereAMemberIsLost) {
  run("mkdir p && cp a.warc p/b.warc && cp a.warc p/c.warc && 7z a part.7z p/b.warc && 7z a -psecret part.7z "
      "p/c.warc");
  const std::string part = folder_ / "part.7z";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"warc", "ls", part}, {"warc", "check", part}, {"warc", "index", part}}) {
    EXPECT_EQ(run_tool(arguments).code, 3) << arguments[0] << " " << arguments[1];
  }
  // The file is there, and lacks a member.
  EXPECT_EQ(run_tool({"wacz", "create", folder_ / "part.wacz", part}).code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "part.wacz"));
  EXPECT_EQ(run_tool({"wacz", "create", folder_ / "none.wacz", folder_ / "none.7z"}).code, 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none.wacz"));
  const Ran checked = run_tool({"warc", "check", "--json", part});
  EXPECT_NE(checked.out.find("member_encrypted"), std::string::npos) << checked.out;
  run("head -c $(($(stat -c %s a.warc) * 3 / 4)) a.warc > cut.warc");
  EXPECT_EQ(run_tool({"import", "-a", folder_ / "s", "--strict", folder_ / "cut.warc"}).code, 4);
}

TEST_F(ContainersTool, AskForAMemberWhereOneFileIsWanted) {
  run("mkdir two && cp a.warc two/b.warc && cp a.warc two/c.warc && 7z a two.7z two");
  const Ran ran = run_tool({"warc", "cat", folder_ / "two.7z"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find("two.7z!/two/b.warc"), std::string::npos) << ran.err;
}

TEST_F(ContainersTool, TellDamageAndWhatIsEncrypted) {
  const Ran cut = run_tool({"warc", "check", folder_ / "cut.warc.xz"});
  EXPECT_NE(cut.code, 0);
  EXPECT_NE((cut.out + cut.err).find("packing_broken"), std::string::npos) << cut.out << cut.err;
  const Ran secret = run_tool({"warc", "ls", folder_ / "secret.7z"});
  EXPECT_EQ(secret.code, 3);
  EXPECT_NE(secret.err.find("member_encrypted"), std::string::npos) << secret.err;
}

}  // namespace
