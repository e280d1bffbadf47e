// SPDX-License-Identifier: Apache-2.0
// bfa config, failed and retry, as a user runs them.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "run_tool.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the fixtures of these tests
using Json = nlohmann::json;

// A variable of the environment, as long as it lives.
class Variable {
 public:
  Variable(std::string name, const std::string& value) : name_(std::move(name)) {
    if (const char* const before = std::getenv(name_.c_str()); before != nullptr) before_ = before;
    ::setenv(name_.c_str(), value.c_str(), 1);
  }
  ~Variable() { before_.empty() ? ::unsetenv(name_.c_str()) : ::setenv(name_.c_str(), before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  std::string name_, before_;
};

class Configured : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(run_tool({"add", "-a", archive, "http://none.example/"}).code, 0); }

  Ran config(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "config");
    arguments.insert(arguments.begin() + 2, {"-a", archive});
    return run_tool(arguments);
  }
  std::string value(const std::string& key) {
    const Ran ran = config({"get", key});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  }
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
  }
  static std::string read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  TemporaryDirectory folder;
  const std::string archive = folder / "archive";
  const std::string file = archive + "/config.toml";
  const std::string user_file = folder / "home/bfa/config";
  const Variable home{"XDG_CONFIG_HOME", folder / "home"};
};

TEST_F(Configured, FourLevelsAndWhereEachIsFrom) {
  EXPECT_EQ(value("max-pages"), "0\n");
  EXPECT_EQ(config({"list"}).out, "nothing is set (--explain lists the settings)\n");
  ASSERT_EQ(config({"set", "max-pages", "1"}).code, 0);
  EXPECT_EQ(value("max-pages"), "1\n");
  ASSERT_EQ(config({"set", "--user", "max-pages", "2"}).code, 0);
  EXPECT_EQ(value("max-pages"), "2\n");
  const Variable variable("BFA_MAX_PAGES", "3");
  EXPECT_EQ(value("max-pages"), "3\n");
  const Ran list = config({"list"});
  EXPECT_EQ(list.out, "max-pages = 3  (environment: BFA_MAX_PAGES)\n");
  const Json line = Json::parse(config({"get", "max-pages", "--explain", "--json"}).out);
  EXPECT_EQ(line["value"], "3");
  EXPECT_EQ(line["level"], "environment");
  EXPECT_EQ(line["default"], "0");
  ASSERT_EQ(line["levels"].size(), 4U);
  EXPECT_EQ(line["levels"][1]["where"], file);
  EXPECT_EQ(line["levels"][1]["line"], 1);
  EXPECT_EQ(line["levels"][2]["where"], user_file);
  const std::string explained = config({"get", "max-pages", "--explain"}).out;
  EXPECT_NE(explained.find("not 2  (user: " + user_file + ":1)"), std::string::npos) << explained;
  struct stat info{};
  ASSERT_EQ(::stat(user_file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 077U, 0U) << "it may have passwords";
}

// What each level says is what a crawl does: the number of pages that it fetches.
TEST_F(Configured, ACrawlTakesThem) {
  SampleBlog blog{"http://blog.example", 6, 4};
  HttpServer server;
  serve(server, blog);
  constexpr int kOthers = 2;  // robots.txt and the feed are no pages
  int number = 0;
  const auto pages = [&](const std::vector<std::string>& more) {
    // The settings of this archive, and nothing that was crawled before.
    const std::string other = folder / std::to_string(number++);
    EXPECT_EQ(run_tool({"add", "-a", other, blog.home()}).code, 0);
    if (std::filesystem::exists(file)) std::filesystem::copy_file(file, other + "/config.toml");
    auto arguments = crawl_arguments(other, server.port(), more);
    arguments.push_back("--json");
    const Ran ran = run_tool(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const auto& text : lines_of(ran.out)) {
      const Json line = Json::parse(text);
      if (line.value("event", "") == "done") return line.value("fetched", -1) - kOthers;
    }
    return -1;
  };
  const int all = pages({});
  ASSERT_GT(all, 6);
  ASSERT_EQ(config({"set", "max-pages", "2"}).code, 0);
  EXPECT_EQ(pages({}), 2);
  ASSERT_EQ(config({"set", "--user", "max-pages", "3"}).code, 0);
  EXPECT_EQ(pages({}), 3);
  const Variable variable("BFA_MAX_PAGES", "4");
  EXPECT_EQ(pages({}), 4);
  EXPECT_EQ(pages({"--max-pages", "5"}), 5);
  EXPECT_EQ(pages({"--max-pages", "0"}), all);
}

TEST_F(Configured, AFlagIsOverruledByItsOption) {
  ASSERT_EQ(config({"set", "quiet", "true"}).code, 0);
  SampleBlog blog{"http://blog.example", 3, 3};
  HttpServer server;
  serve(server, blog);
  EXPECT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home()})).out, "");
  EXPECT_NE(run_tool(crawl_arguments(archive, server.port(), {blog.home(), "--quiet=false"})).out, "");
}

TEST_F(Configured, AddAndRunTakeThem) {
  ASSERT_EQ(config({"set", "json", "true"}).code, 0);
  const Ran added = run_tool({"add", "-a", archive, "http://two.example/"});
  ASSERT_EQ(added.code, 0) << added.err;
  EXPECT_EQ(Json::parse(added.out)["added"], 1);
  ASSERT_EQ(config({"unset", "json"}).code, 0);
  ASSERT_EQ(config({"set", "zone", "+02:00"}).code, 0);
  write(file, read(file) + "recheck = 'never'\n");
  const Ran ran = run_tool({"run", "-a", archive, "--once"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--recheck knows due, all and none (archive: " + file + ":2)"), std::string::npos)
      << ran.err;
}

TEST_F(Configured, AHomeOutOfReachStopsNothing) {
  const Variable nowhere("XDG_CONFIG_HOME", "/dev/null");
  EXPECT_EQ(config({"list"}).code, 0);
  ASSERT_EQ(config({"set", "delay", "2"}).code, 0);
  EXPECT_EQ(value("delay"), "2\n");
  EXPECT_EQ(config({"set", "--user", "delay", "2"}).code, 9);
}

TEST_F(Configured, WhatIsWrongIsRefused) {
  const struct {
    std::vector<std::string> arguments;
    const char* says;
  } cases[] = {
      {{"set", "dealy", "1"}, "there is no setting 'dealy'; similar: delay"},
      {{"get", "dealy"}, "similar: delay"},
      {{"set", "archive", "x"}, "there is no setting 'archive'"},
      {{"set", "delay", "soon"}, "delay"},
      {{"set", "delay", "-1"}, "is not from 0 to 86400"},
      {{"set", "delay", "1", "2"}, "takes one value"},
      {{"set", "no-media", "yes"}, "is true or false"},
      {{"set", "robots-tags", "some"}, "knows archive, obey and ignore"},
      {{"set", "recheck", "never"}, "knows due, all and none"},
      {{"set", "zone", "Europe/Nowhere"}, "zone"},
      {{"set", "connect-to", "nonsense"}, "connect"},
      {{"set", "proxy", "http://u:secret@proxy:1"}, "has a password"},
      {{"set", "delay"}, "VALUE"},
      {{"none"}, "unknown command 'none'"},
  };
  for (const auto& each : cases) {
    const Ran ran = config(each.arguments);
    EXPECT_EQ(ran.code, 2) << each.arguments.back() << ran.err;
    EXPECT_NE(ran.err.find(each.says), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("secret"), std::string::npos) << ran.err;
  }
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(config({"unset", "delay"}).code, 1) << "it was not set";
  EXPECT_EQ(run_tool({"config", "set", "-a", folder / "none", "delay", "1"}).code, 3) << "no archive";
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_F(Configured, ABadFileStopsACrawlAndSaysWhere) {
  const struct {
    const char *text, *says;
  } cases[] = {
      {"delay = 1\ndelay", "config.toml:15: line 2: expected '='"},
      {"dealy = 1", "config.toml: line 1: there is no setting 'dealy'; similar: delay"},
      {"\ndelay = 'x'", "config.toml:2)"},
      {"delay = 1e9", "config.toml:1)"},
  };
  for (const auto& each : cases) {
    write(file, each.text);
    for (const char* const command : {"crawl", "run"}) {
      const Ran ran = run_tool({command, "-a", archive, "--strict"});
      EXPECT_EQ(ran.code, 2) << each.text;
      EXPECT_NE(ran.err.find(each.says), std::string::npos) << ran.err;
    }
    EXPECT_EQ(config({"unset", "dealy"}).code, std::string(each.says).find("dealy") == std::string::npos
                                                   ? std::string(each.text).ends_with("delay") ? 2 : 1
                                                   : 0)
        << each.text;
  }
}

TEST_F(Configured, SecretsAreKeptApartAndNotShown) {
  ASSERT_EQ(config({"set", "--user", "proxy", "http://u:hidden@proxy:1"}).code, 0);
  for (const char* const command : {"list", "get"}) {
    for (const char* const form : {"--explain", "--json"}) {
      std::vector<std::string> arguments{command, form};
      if (std::string(command) == "get") arguments.emplace_back("proxy");
      const std::string out = config(arguments).out;
      EXPECT_NE(out.find("http://u:***@proxy:1"), std::string::npos) << out;
      EXPECT_EQ(out.find("hidden"), std::string::npos) << out;
    }
  }
  EXPECT_EQ(read(user_file), "proxy = \"http://u:hidden@proxy:1\"\n");
}

TEST_F(Configured, ASlipInTheEnvironmentIsSaid) {
  const Variable variable("BFA_DEALY", "1");
  const Ran ran = config({"list"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("BFA_DEALY is no setting and is not used; similar: BFA_DELAY"), std::string::npos)
      << ran.err;
}

TEST_F(Configured, CheckAndBackupKnowTheFile) {
  ASSERT_EQ(config({"set", "delay", "2"}).code, 0);
  const Ran checked = run_tool({"check", "-a", archive});
  EXPECT_EQ(checked.out.find("config.toml"), std::string::npos) << checked.out;
  const std::string copy = folder / "copy";
  ASSERT_EQ(run_tool({"backup", "-a", archive, copy}).code, 0);
  EXPECT_EQ(read(copy + "/config.toml"), "delay = 2\n");
  EXPECT_EQ(run_tool({"config", "set", "-a", copy, "delay", "3"}).code, 1) << "only bfa backup writes there";
  ASSERT_EQ(config({"unset", "delay"}).code, 0);
  std::filesystem::remove(file);
  ASSERT_EQ(run_tool({"backup", "-a", archive, copy}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(copy + "/config.toml"));
  ASSERT_EQ(config({"set", "delay", "2"}).code, 0);
  EXPECT_EQ(run_tool({"rebuild", "-a", archive}).code, 0);
  EXPECT_EQ(read(file), "delay = 2\n");
}

// Every option of the commands is a setting, but for those that say what one call does.
TEST_F(Configured, EachOptionOfACrawlIsASetting) {
  const Ran listed = config({"list", "--explain", "--json"});
  ASSERT_EQ(listed.code, 0) << listed.err;
  std::string keys = "\n";
  for (const auto& line : lines_of(listed.out)) keys += Json::parse(line)["key"].get<std::string>() + "\n";
  const std::string no_settings = " archive clock end feed for help lift once opml reason seed ";
  for (const char* const command : {"crawl", "run", "add"}) {
    std::istringstream help(run_tool({command, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      const std::size_t at = line.find("--");
      if (at == std::string::npos || at > 6) continue;
      std::string name = line.substr(at + 2, line.find_first_of(" ,", at) - at - 2);
      const bool is_key = keys.find("\n" + name + "\n") != std::string::npos;
      const bool is_none = no_settings.find(" " + name + " ") != std::string::npos;
      EXPECT_NE(is_key, is_none) << command << " --" << name;
    }
  }
}

// An answer 404 is no failure, and said.
TEST_F(Configured, AddressesThatAreNotThereAreCountedAndListed) {
  SampleBlog blog{"http://blog.example", 6, 4};
  blog.footer = "<a href=\"/lost/one/\">one</a> <a href=\"/lost/two/\">two</a>";
  HttpServer server;
  serve(server, blog);
  ASSERT_EQ(run_tool(crawl_arguments(archive, server.port(), {blog.home()})).code, 0);
  const Ran failed = run_tool({"failed", "-a", archive});
  EXPECT_NE(failed.out.find("addresses answered 404 or 410 when asked for last (--gone lists them)"),
            std::string::npos)
      << failed.out;
  EXPECT_EQ(failed.out.find("/lost/"), std::string::npos);
  const Ran gone = run_tool({"failed", "-a", archive, "--gone"});
  EXPECT_NE(gone.out.find("addresses: answered 404 (not_found)"), std::string::npos) << gone.out;
  for (const char* const path : {"/lost/one/", "/lost/two/"})
    EXPECT_NE(gone.out.find(blog.origin() + path), std::string::npos) << gone.out;
  EXPECT_EQ(gone.out.find("robots.txt"), std::string::npos);
  const Ran one = run_tool({"failed", "-a", archive, "--gone", "--json", blog.origin() + "/lost/one/"});
  const Json line = Json::parse(one.out);
  EXPECT_EQ(line["blog"], blog.home());
  EXPECT_EQ(line["reason"], "answered 404");
  const Ran status = run_tool({"status", "-a", archive});
  EXPECT_NE(status.out.find("addresses answered 404 or 410 (bfa failed --gone --media lists them)"),
            std::string::npos)
      << status.out;
  for (const auto& text : lines_of(run_tool({"status", "-a", archive, "--json"}).out)) {
    const Json each = Json::parse(text);
    EXPECT_TRUE(each["blog"] != blog.home() || each["absent"] >= 2) << text;
  }
}

class Failing : public Configured {
 protected:
  Failing() {
    serve(server, blog);
    server.on(path(2), [this](const SeenRequest&) {
      if (!down) return simple_answer(200, "Content-Type: text/html\r\n", blog.at(path(2)).body);
      return simple_answer(503, "", "");
    });
  }
  std::string path(int number) const { return blog.post_url(number).substr(blog.origin().size()); }
  Ran crawl(const std::vector<std::string>& more = {}) {
    return run_tool(crawl_arguments(archive, server.port(), more));
  }

  SampleBlog blog{"http://blog.example", 6, 4};
  std::atomic<bool> down{true};
  HttpServer server;
};

TEST_F(Failing, IsListedAndAskedForAgain) {
  EXPECT_EQ(run_tool({"failed", "-a", archive}).out, "nothing failed\n");
  ASSERT_EQ(crawl({blog.home()}).code, 0);
  const Ran listed = run_tool({"failed", "-a", archive});
  EXPECT_EQ(listed.code, 0);
  EXPECT_NE(listed.out.find("1 address: answered 503 (unavailable)\n  2"), std::string::npos) << listed.out;
  EXPECT_NE(listed.out.find(blog.post_url(2) + "  tried "), std::string::npos) << listed.out;
  const Json line = Json::parse(run_tool({"failed", "-a", archive, "--json", blog.home()}).out);
  EXPECT_EQ(line["url"], blog.post_url(2));
  EXPECT_EQ(line["blog"], blog.home());
  EXPECT_EQ(line["code"], "unavailable");
  EXPECT_NE(run_tool({"failed", "-a", archive, "x.example"}).err.find("nothing failed at this address"),
            std::string::npos);

  down = false;
  ASSERT_EQ(run_tool({"add", "-a", archive, "--end", "http://none.example/"}).code, 0);
  EXPECT_NE(crawl().err.find("no blog is due"), std::string::npos);
  EXPECT_EQ(run_tool({"retry", "-a", archive, "http://other.example/"}).code, 1);
  EXPECT_EQ(run_tool({"retry", "-a", archive, "--reason", "timed out"}).out,
            "0 addresses are due, 0 waited already\n");
  EXPECT_EQ(run_tool({"retry", "-a", archive, blog.post_url(2), "--reason", "503"}).out,
            "1 address is due, 0 waited already\n");
  EXPECT_EQ(Json::parse(run_tool({"retry", "-a", archive, "--json"}).out)["waiting"], 1);
  const std::size_t before = server.requests().size();
  ASSERT_EQ(crawl().code, 0);
  std::vector<std::string> asked;
  for (std::size_t i = before; i < server.requests().size(); ++i)
    asked.push_back(server.requests()[i].target);
  EXPECT_EQ(asked, std::vector<std::string>{path(2)});
  EXPECT_EQ(run_tool({"failed", "-a", archive}).out, "nothing failed\n");
}

TEST_F(Failing, WhileARunWorksSettingsChangeAndRetriesAreRefused) {
  ASSERT_EQ(crawl({blog.home()}).code, 0);
  server.on("/slow/", Answer{Step::wait(std::chrono::minutes(10)), Step::close()});  // it is killed before
  bool looked = false;
  auto arguments = crawl_arguments(archive, server.port(), {"http://slow.example/slow/", "--json"});
  const Ran ran = run_tool_until(arguments, [&](const std::string&) {
    if (looked) return true;
    looked = true;
    EXPECT_EQ(config({"set", "delay", "2"}).code, 0);
    EXPECT_EQ(value("delay"), "2\n");
    const Ran refused = run_tool({"retry", "-a", archive});
    EXPECT_EQ(refused.code, 8);
    EXPECT_NE(refused.err.find("locked"), std::string::npos) << refused.err;
    return false;
  });
  EXPECT_TRUE(looked);
}

class Reloaded : public Configured {
 protected:
  Reloaded() { serve(server, blog); }
  std::size_t requests(const std::string& agent) const {
    std::size_t count = 0;
    for (const SeenRequest& request : server.requests())
      count += request.bytes.find("User-Agent: " + agent + "\r\n") != std::string::npos ? 1U : 0U;
    return count;
  }
  // Half a minute at most.
  static bool becomes(const std::function<bool()>& wanted) {
    for (int tries = 0; tries < 600 && !wanted(); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return wanted();
  }

  SampleBlog blog{"http://blog.example", 6, 4};
  HttpServer server;
};

// The first visit waits for an hour between two requests, and a proxy that is not there is in the way later.
TEST_F(Reloaded, ARunTakesDelayAgentAndProxyAtTheHangup) {
  ASSERT_EQ(run_tool({"add", "-a", archive, "--end", "http://none.example/"}).code, 0);
  ASSERT_EQ(run_tool({"add", "-a", archive, blog.home()}).code, 0);
  ASSERT_EQ(config({"set", "delay", "3600"}).code, 0);
  ASSERT_EQ(config({"set", "user-agent", "before/1"}).code, 0);
  const Ran ran = run_tool_beside(
      {"run", "-a", archive, "--allow-private", "--connect-to",
       "::127.0.0.1:" + std::to_string(server.port())},
      [&](pid_t run) {
        EXPECT_TRUE(becomes([&] { return requests("before/1") > 0; }));
        EXPECT_EQ(config({"set", "delay", "0"}).code, 0);
        EXPECT_EQ(config({"set", "user-agent", "after/1"}).code, 0);
        ::kill(run, SIGHUP);
        EXPECT_TRUE(becomes([&] { return requests("after/1") > 6; })) << "the delay of before is in force";
        EXPECT_TRUE(becomes(
            [&] { return run_tool({"status", "-a", archive}).out.find(" 6 posts") != std::string::npos; }));
        EXPECT_EQ(config({"set", "proxy", "http://127.0.0.1:" + std::to_string(closed_port())}).code, 0);
        ::kill(run, SIGHUP);
        EXPECT_EQ(run_tool({"add", "-a", archive, "http://second.example/"}).code, 0);
        EXPECT_TRUE(becomes([&] {
          return run_tool({"status", "-a", archive, "--trouble"}).out.find("second.example") !=
                 std::string::npos;
        }));
        EXPECT_EQ(config({"set", "connect-to", "x"}).code, 2);
        std::ofstream(archive + "/config.toml", std::ios::app) << "delay = soon\n";
        ::kill(run, SIGHUP);
        std::this_thread::sleep_for(std::chrono::milliseconds(2500));
      });
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_LE(requests("before/1"), 2U);
  std::size_t said = 0;
  for (const auto& line : lines_of(ran.err)) said += line == "bfa: settings were read again" ? 1U : 0U;
  EXPECT_EQ(said, 2U) << ran.err;
  EXPECT_NE(ran.err.find("config.toml"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("the previous settings stay in use"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace bfa
