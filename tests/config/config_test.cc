// SPDX-License-Identifier: Apache-2.0
#include "bfa/config/config.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "support/fixtures.h"

namespace bfa {
namespace {

using test::TemporaryDirectory;
using Values = std::vector<std::string>;

TEST(ConfigSyntax, ReadsEachFormOfALine) {
  const struct {
    const char* line;
    Values values;
    bool list;
  } cases[] = {
      {"delay=5", {"5"}, false},
      {"  delay = 0.50  # slow", {"0.50"}, false},
      {"delay = -1e+3", {"-1e+3"}, false},
      {"delay = true", {"true"}, false},
      {R"(delay = "a # \"b\" \\ \u00E9 \U0001F600 \t")",
       {"a # \"b\" \\ \xC3\xA9 \xF0\x9F\x98\x80 \t"},
       false},
      {R"(delay = '\d+ # "x"')", {R"(\d+ # "x")"}, false},
      {"delay = ''", {""}, false},
      {"delay = []", {}, true},
      {R"(delay = ["a", 'b' , 3,] # last)", {"a", "b", "3"}, true},
      {"\xEF\xBB\xBF"
       "delay = 1\r",
       {"1"},
       false},
  };
  for (const auto& each : cases) {
    const auto entries = parse_config(std::string(each.line) + "\n\n# end", "file");
    ASSERT_TRUE(entries) << each.line << to_string(entries.error());
    ASSERT_EQ(entries->size(), 1U) << each.line;
    EXPECT_EQ(entries->at(0).key, "delay");
    EXPECT_EQ(entries->at(0).values, each.values) << each.line;
    EXPECT_EQ(entries->at(0).list, each.list) << each.line;
    EXPECT_EQ(entries->at(0).line, 1);
  }
}

TEST(ConfigSyntax, RefusesAllElseWithFileAndLine) {
  const struct {
    const char *line, *says;
  } cases[] = {
      {"delay", "expected '='"},
      {"delay 5", "expected '='"},
      {"= 5", "a key has"},
      {"[archive]", "no sections"},
      {"delay =", "a value is missing"},
      {"delay = # 5", "a value is missing"},
      {"delay = five", "needs quotes"},
      {"delay = 1.", "needs quotes"},
      {"delay = .5", "needs quotes"},
      {"delay = 1_000", "needs quotes"},
      {"delay = 1e", "needs quotes"},
      {"delay = nan", "needs quotes"},
      {"delay = \"5", "no closing \""},
      {"delay = '5", "no closing '"},
      {"delay = \"5\" 6", "more text"},
      {"delay = \"\\x41\"", "escape"},
      {"delay = \"\\u12\"", "escape"},
      {"delay = \"\\uD800\"", "escape"},
      {"delay = \"\\u0000\"", "escape"},
      {"delay = \"\\U00110000\"", "escape"},
      {"delay = \"\\", "escape"},
      {"delay = [1", "no ']'"},
      {"delay = [1 2]", "expected ','"},
      {"delay = [[1]]", "needs quotes"},
      {"delay = [,]", "needs quotes"},
      {"a = 1", "twice"},
      {"delay = \"\x01\"", "control character"},
      {"delay = \"\xFF\"", "not UTF-8"},
      {"d\xC3\xA9lay = 1", "expected '='"},
  };
  for (const auto& each : cases) {
    const auto entries = parse_config("a = 1\n# second\n" + std::string(each.line) + "\nb = 2\n", "the/file");
    ASSERT_FALSE(entries) << each.line;
    const Error& error = entries.error();
    EXPECT_EQ(error.code, Code::kCorrupt) << each.line;
    EXPECT_EQ(error.where, "the/file");
    EXPECT_GE(error.offset, 15) << each.line;
    EXPECT_TRUE(error.message.starts_with("line 3: ")) << error.message;
    EXPECT_NE(error.message.find(each.says), std::string::npos) << each.line << ": " << error.message;
  }
  EXPECT_EQ(parse_config(std::string((1u << 20) + 1, '#'), "f").error().code, Code::kLimit);
}

TEST(ConfigSyntax, AnEditChangesOneLineOnly) {
  const std::string text = "# mine\ndelay = 5 # slow\r\nexclude = ['a']\nproxy = \"p\"";
  const auto edited = [&](const std::string& key, const Values& values, bool list) {
    const auto out = edit_config(text, "f", key, values, list);
    EXPECT_TRUE(out) << to_string(out.error());
    return out ? *out : std::string();
  };
  EXPECT_EQ(edited("delay", {"0.5"}, false), "# mine\ndelay = 0.5\nexclude = ['a']\nproxy = \"p\"");
  EXPECT_EQ(edited("delay", {}, false), "# mine\nexclude = ['a']\nproxy = \"p\"");
  EXPECT_EQ(edited("proxy", {}, false), "# mine\ndelay = 5 # slow\r\nexclude = ['a']\n");
  EXPECT_EQ(edited("none", {}, false), text);
  EXPECT_EQ(edited("new", {"x"}, false), text + "\nnew = \"x\"\n");
  EXPECT_EQ(edited("exclude", {"a\"b", "\\d"}, true),
            "# mine\ndelay = 5 # slow\r\nexclude = [\"a\\\"b\", '\\d']\nproxy = \"p\"");
  EXPECT_EQ(edit_config(text, "f", "two words", {"x"}, false).error().code, Code::kInvalidArgument);
  EXPECT_EQ(edit_config(text, "f", "", {"x"}, false).error().code, Code::kInvalidArgument);
  EXPECT_EQ(edit_config(text, "f", "a", {"x", "y"}, false).error().code, Code::kInvalidArgument);
  EXPECT_EQ(edit_config(text, "f", "a", {"\xFF"}, false).error().code, Code::kInvalidArgument);
  EXPECT_EQ(edit_config("bad line", "f", "a", {"1"}, false).error().code, Code::kCorrupt);
}

TEST(ConfigSyntax, WhatIsWrittenIsReadBack) {
  for (const std::string value : {"", "5", "-0.5", "true", "five", "a'b\\c", "\\d+", "tab\there",
                                  "line\nbreak", "\x7F", "\xC3\xA9", "# \"", "1e999", "0x1F", "[a]"}) {
    for (const bool list : {false, true}) {
      const auto text = edit_config({}, "f", "key", {value}, list);
      ASSERT_TRUE(text) << value;
      const auto entries = parse_config(*text, "f");
      ASSERT_TRUE(entries) << *text << to_string(entries.error());
      EXPECT_EQ(entries->at(0).values, Values{value}) << *text;
      EXPECT_EQ(entries->at(0).list, list);
    }
  }
}

class Levels : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) { std::ofstream(folder / name) << text; }
  Result<Config> load() {
    sources.archive_file = folder / "archive.toml";
    sources.user_file = folder / "user";
    return load_config(keys, sources);
  }
  std::string refusal() {
    const auto config = load();
    EXPECT_FALSE(config);
    return config ? std::string() : to_string(config.error());
  }

  const std::vector<ConfigKey> keys{{"delay", "", "1", true, false},
                                    {"exclude", "", "", true, true},
                                    {"max-pages", "", "0", true, false},
                                    {"no-media", "", "false", false, false},
                                    {"on-change", "", "", true, false, true}};
  ConfigSources sources;
  TemporaryDirectory folder;
};

TEST_F(Levels, EachCountsMoreThanThoseBeforeIt) {
  EXPECT_TRUE(load()->values.empty()) << "files that are not there";
  write("archive.toml", "delay = 1\nmax-pages = 10\nexclude = ['a', 'b']\nno-media = true\n");
  write("user", "\ndelay = 2\nmax-pages = 20\n");
  sources.environment = {
      {"BFA_DELAY", "3"}, {"BFA_EXCLUDE", "c\nd e\n"}, {"BFA_MAX_PAGES", ""}, {"OTHER", "x"}};
  const auto config = load();
  ASSERT_TRUE(config) << to_string(config.error());
  const ConfigValue* const delay = config->find("delay");
  ASSERT_NE(delay, nullptr);
  EXPECT_EQ(delay->values, Values{"3"});
  EXPECT_EQ(config_origin(*delay), "environment: BFA_DELAY");
  EXPECT_EQ(config->values.at("delay").size(), 3U) << "what it overrides is there";
  EXPECT_EQ(config_origin(*config->find("max-pages")), "user: " + (folder / "user") + ":3");
  EXPECT_EQ(config->find("exclude")->values, (Values{"c", "d e"}));
  EXPECT_EQ(config_origin(*config->find("no-media")), "archive: " + (folder / "archive.toml") + ":4");
  EXPECT_EQ(config->find("proxy"), nullptr);
  EXPECT_TRUE(config->doubtful.empty());
}

TEST_F(Levels, AWrongKeyOrFormIsRefused) {
  const struct {
    const char *text, *says;
  } cases[] = {
      {"x = 1", "line 1: there is no setting 'x'"},
      {"\ndealy = 1", "line 2: there is no setting 'dealy'; similar: delay"},
      {"max = 1", "similar: max-pages"},
      {"delay = [1]", "line 1: 'delay' takes one value, not a list"},
      {"no-media = 1", "'no-media' is true or false"},
      {"no-media = \"yes\"", "'no-media' is true or false"},
      {"delay", "line 1: expected '='"},
  };
  for (const char* const file : {"archive.toml", "user"}) {
    for (const auto& each : cases) {
      write(file, each.text);
      const std::string refused = refusal();
      EXPECT_NE(refused.find(each.says), std::string::npos) << each.text << ": " << refused;
      EXPECT_TRUE(refused.starts_with(folder / file)) << refused;
    }
    write(file, "");
  }
  sources.environment = {{"BFA_NO_MEDIA", "maybe"}};
  EXPECT_NE(refusal().find("BFA_NO_MEDIA: 'no-media' is true or false"), std::string::npos) << refusal();
  sources.environment = {{"BFA_DEALY", "1"}, {"BFA_SOMETHING_ELSE", "1"}, {"BFA_NO_MEDIA", "1"}};
  const auto config = load();
  ASSERT_TRUE(config);
  EXPECT_EQ(config->find("no-media")->values, Values{"true"});
  ASSERT_EQ(config->doubtful.size(), 1U);
  EXPECT_EQ(config->doubtful[0].first, "BFA_DEALY");
  EXPECT_EQ(config->doubtful[0].second, "BFA_DELAY");
}

TEST_F(Levels, ACommandIsNotTakenFromAnArchive) {
  write("user", "on-change = 'mail me'");
  ASSERT_TRUE(load());
  EXPECT_EQ(load()->find("on-change")->values, Values{"mail me"});
  write("archive.toml", "# theirs\non-change = 'rm -r /'");
  EXPECT_NE(refusal().find("archive.toml: line 2: 'on-change' is not taken from an archive"),
            std::string::npos)
      << refusal();
}

TEST(ChangeConfig, MakesTheFileAndKeepsItWhole) {
  TemporaryDirectory folder;
  FileSystem& fs = posix_file_system();
  const std::string path = folder / "a/b/config";
  EXPECT_FALSE(*change_config(fs, path, "delay", {}, false)) << "nothing is made for it";
  EXPECT_FALSE(*fs.exists(folder / "a"));
  EXPECT_TRUE(*change_config(fs, path, "delay", {"1"}, false));
  EXPECT_FALSE(*change_config(fs, path, "delay", {"1"}, false));
  EXPECT_EQ(*read_file(fs, path, 1000), "delay = 1\n");
  std::ofstream(path) << "no line";
  EXPECT_EQ(change_config(fs, path, "delay", {"2"}, false).error().code, Code::kCorrupt);
  EXPECT_EQ(*read_file(fs, path, 1000), "no line") << "what cannot be read is not overwritten";
}

TEST(ChangeConfig, ManyAtOnceLoseNothing) {
  TemporaryDirectory folder;
  const std::string path = folder / "config";
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&path, i] {
      for (int j = 0; j < 5; ++j) {
        const std::string key = "key-" + std::to_string(i) + "-" + std::to_string(j);
        EXPECT_TRUE(change_config(posix_file_system(), path, key, {"1"}, false));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(parse_config(*read_file(posix_file_system(), path, 10000), "f")->size(), 40U);
}

TEST(ConfigNames, SimilarOnesAreFew) {
  const Values names{"delay", "max-bytes", "max-pages", "min-rate", "no-media", "proxy"};
  EXPECT_EQ(similar_names("dleay", names), Values{"delay"});
  EXPECT_EQ(similar_names("MAX-PAGE", names), Values{"max-pages"});
  EXPECT_EQ(similar_names("max", names), (Values{"max-bytes", "max-pages"}));
  EXPECT_TRUE(similar_names("zebra-crossing", names).empty());
  EXPECT_TRUE(similar_names("", names).empty());
  EXPECT_TRUE(similar_names(std::string(100000, 'x'), names).empty());
}

TEST(ConfigNames, PasswordsAreFoundAndMasked) {
  const struct {
    const char *key, *value, *masked;
  } cases[] = {
      {"proxy", "http://user:pass@proxy:3128", "http://user:***@proxy:3128"},
      {"proxy", "http://u:p@ss@proxy:3128/", "http://u:***@proxy:3128/"},
      {"proxy", "user:pass@proxy:3128", "user:***@proxy:3128"},
      {"proxy", "http://user@proxy:3128", nullptr},
      {"proxy", "http://proxy:3128/a:b@c", nullptr},
      {"proxy", "", nullptr},
      {"from", "me@example.org", nullptr},
      {"webhook-secret", "abc", "***"},
      {"webhook-secret", "", nullptr},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(is_config_secret(each.key, each.value), each.masked != nullptr) << each.value;
    EXPECT_EQ(masked_config(each.key, each.value), each.masked != nullptr ? each.masked : each.value);
  }
}

TEST(ConfigNames, PathsAndVariables) {
  EXPECT_EQ(config_variable("max-pages"), "BFA_MAX_PAGES");
  EXPECT_EQ(config_variable("http2"), "BFA_HTTP2");
  EXPECT_EQ(user_config_path("/x", "/h"), "/x/bfa/config");
  EXPECT_EQ(user_config_path("", "/h"), "/h/.config/bfa/config");
  EXPECT_EQ(user_config_path("relative", "/h"), "/h/.config/bfa/config");
  EXPECT_EQ(user_config_path("", ""), "");
  EXPECT_EQ(archive_config_path("a"), "a/config.toml");
}

}  // namespace
}  // namespace bfa
