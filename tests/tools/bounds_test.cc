// SPDX-License-Identifier: Apache-2.0
// Limits that hold exactly, absurd values, and machines with too little of something.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

Json done_event(const Ran& ran) {
  for (const auto& line : lines_of(ran.out)) {
    Json event = Json::parse(line, nullptr, false);
    if (event.is_object() && event.value("event", "") == "done") return event;
  }
  ADD_FAILURE() << ran.out << ran.err;
  return Json::object();
}

class ByteLimit : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ByteLimit, IsNeverExceededAndNothingIsLost) {
  const SampleBlog blog("http://blog.example", 12, 6);
  HttpServer server;
  serve(server, blog);
  TemporaryDirectory folder;
  std::uint64_t runs = 0;
  for (;; ++runs) {
    ASSERT_LT(runs, 60u);
    const Ran ran = run_tool(crawl_arguments(
        folder / "a", server.port(),
        {"--json", "--per-host", "8", "--max-bytes", std::to_string(GetParam()), blog.home()}));
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json done = done_event(ran);
    ASSERT_LE(done.value("bytes", std::uint64_t{0}), GetParam());
    if (!done.contains("limit")) break;
    EXPECT_EQ(done["limit"], "max_bytes");
  }
  EXPECT_GE(runs, 1u);
  const Ran posts = run_tool({"ls", "-a", folder / "a", "--kind", "post"});
  EXPECT_EQ(lines_of(posts.out).size(), 12u) << posts.out;
}

INSTANTIATE_TEST_SUITE_P(House_Bytes, ByteLimit, testing::Values(17'000, 25'001, 33'333));

struct Absurd {
  const char* option;
  std::vector<const char*> values;
};

TEST(AbsurdValues, AreUsageErrors) {
  TemporaryDirectory folder;
  const std::vector<Absurd> rows{
      {"--threads", {"1000000000", "-1", "9223372036854775808", "nan", "1e3"}},
      {"--delay", {"-1", "nan", "inf", "-inf", "1e300"}},
      {"--min-rate", {"-1", "9223372036854775808", "1e30"}},
      {"--connections", {"0", "-5", "1000000000"}},
      {"--per-host", {"0", "-5", "1000000000"}},
      {"--retry-wait", {"-1", "9223372036854775807"}},
      {"--max-pages", {"-1", "18446744073709551616"}},
      {"--max-bytes", {"-1", "9223372036854775808"}},
      {"--dedup-min", {"0", "-9223372036854775808"}},
  };
  for (const auto& row : rows) {
    for (const char* value : row.values) {
      const Ran ran = run_tool({"crawl", "-a", folder / "a", row.option, value, "http://127.0.0.1:1/"});
      EXPECT_EQ(ran.code, 2) << row.option << " " << value << ": " << ran.err;
      EXPECT_NE(ran.err.find(row.option), std::string::npos) << ran.err;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a")) << "nothing is made";
  for (const auto& [command, option] :
       std::vector<std::pair<std::string, std::string>>{{"check", "--threads"},
                                                        {"recompress", "--threads"},
                                                        {"recompress", "--level"},
                                                        {"index", "--memory"}})
    EXPECT_EQ(run_tool({"warc", command, option, "1000000000", folder / "x.warc"}).code, 2) << command;
}

}  // namespace
}  // namespace bfa
