// SPDX-License-Identifier: Apache-2.0
// bfa schedule simulate, as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

class ScheduleSimulate : public testing::Test {
 protected:
  ScheduleSimulate() {
    std::ofstream traces(folder / "feeds.txt");
    for (int feed = 0; feed < 5; ++feed) {
      traces << "feed" << feed << (feed == 0 ? " news" : " blog") << " open 15 " << 98 * (feed + 1);
      for (int i = 0; i < 98 * (feed + 1); ++i)
        traces << ' ' << i * (86400 / (feed + 1)) + 1000 * (feed + i % 7);
      traces << '\n';
    }
  }
  Ran simulate(std::vector<std::string> more) {
    more.insert(more.begin(), {"schedule", "simulate", "--traces", folder / "feeds.txt"});
    return run_tool(more);
  }
  TemporaryDirectory folder;
};

TEST_F(ScheduleSimulate, PrintsALineForEachBudget) {
  const Ran ran = simulate({"--budget", "2,6,24", "--alpha", "0.25", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::vector<Json> lines;
  for (std::size_t at = 0; at < ran.out.size(); at = ran.out.find('\n', at) + 1) {
    lines.push_back(Json::parse(ran.out.substr(at, ran.out.find('\n', at) - at)));
  }
  ASSERT_EQ(lines.size(), 3U);
  for (const Json& line : lines) {
    EXPECT_EQ(line["v"], 1);
    EXPECT_EQ(line["alpha"], 0.25);
    EXPECT_LE(line["polls"].get<double>(), 1.01 * line["budget"].get<double>());
    EXPECT_GT(line["mean_h"], 0);
    EXPECT_GT(line["non_news_mean_h"], 0);
    EXPECT_EQ(line["lost"], 0);
    EXPECT_GT(line["macro_h"], 0);
  }
  EXPECT_GT(lines[0]["mean_h"], lines[2]["mean_h"]);
}

TEST_F(ScheduleSimulate, PrintsATableForPeople) {
  const Ran ran = simulate({"--budget", "2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("macro"), std::string::npos);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 2);
}

TEST_F(ScheduleSimulate, PlaysRechecksOfPages) {
  std::ofstream pages(folder / "posts.tsv");
  for (int i = 0; i < 10; ++i)
    pages << (i % 2 == 0 ? "a" : "b") << ".example\t" << i * 86400 << '\t' << i * 86400 << "\t4320000\t"
          << i * 86400 + 200'000 << '-' << i * 86400 + 300'000 << '\n';
  pages.close();
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"schedule", "simulate", "--pages", folder / "posts.tsv"});
    return run_tool(more);
  };
  const Ran ran = run({"--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 12U) << "three rules at four costs";
  const Json rates = Json::parse(lines[2]);
  EXPECT_EQ(rates["rule"], "rates");
  EXPECT_EQ(rates["edits"], 10.0);
  EXPECT_EQ(rates["against_uniform_d"].size(), 2U);
  EXPECT_TRUE(rates["delay_of_blog_d"].contains("b.example"));
  EXPECT_EQ(lines_of(run({}).out).size(), 13U);
  EXPECT_EQ(run({"--synthetic"}).code, 0);
  EXPECT_EQ(run({"--traces", folder / "feeds.txt"}).code, 2);
  EXPECT_EQ(simulate({"--synthetic"}).code, 2);
  std::ofstream(folder / "posts.tsv", std::ios::app) << "bad 1\n";
  const Ran bad = run({});
  EXPECT_EQ(bad.code, 3);
  EXPECT_NE(bad.err.find("posts.tsv:11"), std::string::npos) << bad.err;
}

TEST_F(ScheduleSimulate, NamesTheLineOfAMalformedFile) {
  std::ofstream(folder / "feeds.txt", std::ios::app) << "bad news open 15 3 1 2\n";
  const Ran ran = simulate({});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find("feeds.txt:6"), std::string::npos) << ran.err;
  EXPECT_TRUE(ran.out.empty());
}

TEST_F(ScheduleSimulate, RefusesWrongArguments) {
  for (const char* budget : {"", "0", "-1", "2,", "2;6", "300", "two", "nan", "inf"}) {
    EXPECT_EQ(simulate({"--budget", budget}).code, 2) << budget;
  }
  for (const char* alpha : {"-0.1", "1.1", "nan"}) EXPECT_EQ(simulate({"--alpha", alpha}).code, 2) << alpha;
  EXPECT_EQ(run_tool({"schedule", "simulate"}).code, 2);
  EXPECT_EQ(run_tool({"schedule", "other"}).code, 2);
  EXPECT_EQ(run_tool({"schedule", "simulate", "--traces", folder / "none"}).code, 3);
}

}  // namespace
}  // namespace bfa
