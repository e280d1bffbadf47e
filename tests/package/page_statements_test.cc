// SPDX-License-Identifier: Apache-2.0
#include "package/aip/page_statements.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

PageStatements statements(const std::string& head, const std::string& body,
                          const std::string& type = "text/html; charset=utf-8", bool home = true) {
  Exchange exchange;
  exchange.url = "https://blog.example/a";
  const std::string page = "<html><head>" + head + "</head><body>" + body + "</body></html>";
  const std::string response = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
                               "\r\nContent-Length: " + std::to_string(page.size()) + "\r\n\r\n" + page;
  Findings findings;
  exchange.head = *parse_response_head(response, findings);
  exchange.response = Blob(response);
  const auto read = read_statements(exchange, home);
  EXPECT_TRUE(read);
  return read ? *read : PageStatements();
}

TEST(House_PageStatements, HeadLinksAndMeta) {
  const PageStatements page = statements(
      "<link rel='canonical' href='/b'><link rel=shortlink href='https://blog.example/?p=7'>"
      "<meta name=ICBM content='-18.9, 47.53'><meta name=generator content='WordPress 6.4.2'>"
      "<meta name='DC.rights' content='All mine'>",
      "<a rel='license noopener' href='https://creativecommons.org/licenses/by/4.0/'>CC</a>"
      "<a href='mailto:me@blog.example?subject=x'>me</a>");
  EXPECT_EQ(page.encoding, "utf-8");
  EXPECT_EQ(page.canonical, "https://blog.example/b");
  EXPECT_EQ(page.shortlinks, std::vector<std::string>{"https://blog.example/?p=7"});
  EXPECT_EQ(page.geo, "-18.9,47.53");
  EXPECT_EQ(page.generator, "WordPress 6.4.2");
  EXPECT_EQ(page.rights, "All mine");
  EXPECT_EQ(page.license, "https://creativecommons.org/licenses/by/4.0/");
  EXPECT_EQ(page.mail, "me@blog.example");
  EXPECT_FALSE(page.asks_password);
}

// A wrong statement is worse than none.
TEST(House_PageStatements, RightsOfOthersAreNotTheBlogs) {
  const auto rights = [](const char* footer) {
    return statements("", std::string("<p>\xC2\xA9 2011 in a post</p><footer>") + footer + "</footer>")
        .footer_rights;
  };
  EXPECT_EQ(rights("<p>\xC2\xA9 2021 Jane Doe</p>"), "\xC2\xA9 2021 Jane Doe");
  EXPECT_EQ(rights("<p>Copyright 2019 Jane Doe</p>"), "Copyright 2019 Jane Doe");
  EXPECT_EQ(rights("<p>Theme \xC2\xA9 2021 A Designer</p>"), "");
  EXPECT_EQ(rights("<p>Proudly powered by something \xC2\xA9 2020</p>"), "");
  EXPECT_EQ(rights("<p>Jane Doe</p>"), "");
}

TEST(House_PageStatements, EncodingThatIsDeclared) {
  EXPECT_EQ(statements("<meta charset=iso-8859-1>", "", "text/html").encoding, "windows-1252");
  EXPECT_EQ(statements("", "", "text/html").encoding, "");
  EXPECT_EQ(statements("", "", "image/png").encoding, "");
}

// Of a page that is no home page only the beginning is parsed.
TEST(House_PageStatements, APartOfThePageStatesTheSame) {
  struct Row {
    const char* head;
    const char* body;
  };
  for (const Row& row :
       {Row{"<link rel='canonical' href='/b'>", "<p>words</p><a href='/c'>c</a>"},
        Row{"<LINK HREF='/b' REL='Canonical'>", ""}, Row{"<link rel=canonical\nhref='/b' title='a > b'>", ""},
        Row{"", "<p>words</p><a title='a > b' rel='nofollow license' href='l/'>all rights</a><p>more</p>"},
        Row{"<link rel=canonical href='b'>", "<p>words</p><base href='https://other.example/x/'>"},
        Row{"<!-- <link rel=canonical href=/no> --><link rel=canonical href=/b>", ""},
        Row{"<script>x = '<a title=\"';</script><link rel=canonical href=/b>",
            "<a rel=license href=/l>l</a>"},
        Row{"", "<table><a rel=license href=/first>x</a><tr><td><a rel=license href=/second>x</a></table>"},
        Row{"", "<a rel='&#108;icense' href=/l>l</a>"}, Row{"<meta name='DC.Rights' content='All mine'>", ""},
        Row{"<meta name=geo.position content='46.2;6.1'>", "<p>words</p>"},
        Row{"", "<form><p>words</p><input name=post_password></form>"},
        Row{"", "<a rel=license href=/l></a><frameset><frame src=/f></frameset>"},
        Row{"<link rel=shortlink href=/?p=1>", "<a rel=license href=/unclosed"}, Row{"", ""}}) {
    const PageStatements all = statements(row.head, row.body),
                         part = statements(row.head, row.body, "text/html", false);
    EXPECT_EQ(part.canonical, all.canonical) << row.head << row.body;
    EXPECT_EQ(part.shortlinks, all.shortlinks) << row.head << row.body;
    EXPECT_EQ(part.license, all.license) << row.head << row.body;
    EXPECT_EQ(part.rights, all.rights) << row.head << row.body;
    EXPECT_EQ(part.geo, all.geo) << row.head << row.body;
    EXPECT_EQ(part.asks_password, all.asks_password) << row.head << row.body;
    EXPECT_EQ(part.generator + part.mail + part.footer_rights, "");
  }
}

TEST(House_PageStatements, PasswordForms) {
  EXPECT_TRUE(statements("", "<form><input type=password name=post_password></form>").asks_password);
  EXPECT_FALSE(statements("", "<form><input type=password name=pwd></form>").asks_password);
}

struct PlatformCase {
  const char* generator;
  const char* name;
  const char* version;
};
TEST(House_PageStatements, PlatformAndVersionApart) {
  for (const PlatformCase& row :
       {PlatformCase{"WordPress 6.4.2", "wordpress", "6.4.2"}, PlatformCase{"Blogger", "blogger", ""},
        PlatformCase{"https://wordpress.org/?v=5.1", "wordpress", "5.1"},
        PlatformCase{"Movable Type Pro 4.38", "movable type pro", "4.38"},
        PlatformCase{"Hugo -- 0.54.0", "hugo", "0.54.0"},
        PlatformCase{"Nikola (getnikola.com)", "nikola", ""}, PlatformCase{"", "", ""}}) {
    const PlatformName platform = platform_of(row.generator);
    EXPECT_EQ(platform.name, row.name) << row.generator;
    EXPECT_EQ(platform.version, row.version) << row.generator;
  }
}

TEST(House_PageStatements, DegreesOnly) {
  EXPECT_EQ(geo_of("46.2;6.1"), "46.2,6.1");
  EXPECT_EQ(geo_of("46.2, 6.1"), "46.2,6.1");
  EXPECT_EQ(geo_of("Bern"), "");
  EXPECT_EQ(geo_of("146.2;6.1"), "");
}

TEST(PageStatements, CanonicalAddressesOfListsAreNoAliases) {
  const struct {
    const char* canonical;
    const char* url;
    bool list;
  } rows[] = {{"http://blog.example/", "https://www.blog.example/2026/a/", true},
              {"https://blog.example", "https://blog.example/2026/a/", true},
              {"https://blog.example/post/", "https://blog.example/post/a", true},
              {"https://blog.example/post/", "https://blog.example/post/amplifier", true},
              {"https://blog.example/a/", "https://blog.example/a/?amp", false},
              {"https://blog.example/a/", "https://blog.example/a/amp/", false},
              {"https://blog.example/a/", "https://blog.example/a/index.html", false},
              {"https://blog.example/b/", "https://blog.example/a/", false},
              {"https://other.example/", "https://blog.example/a/", false},
              {"https://blog.example/a/", "https://blog.example/a/", false},
              {"", "https://blog.example/a/", false}};
  for (const auto& row : rows)
    EXPECT_EQ(is_list_above(row.canonical, row.url), row.list) << row.canonical << " " << row.url;
}

TEST(PageStatements, MailboxesThatNobodyReadsAreNone) {
  EXPECT_EQ(mailbox_of("ann@blog.example"), "ann@blog.example");
  EXPECT_EQ(mailbox_of("//ann@blog.example"), "ann@blog.example");
  EXPECT_EQ(mailbox_of("noreply@host.example"), "");
  EXPECT_EQ(mailbox_of("No-Reply@host.example"), "");
}

}  // namespace
}  // namespace bfa
