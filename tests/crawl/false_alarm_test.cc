// SPDX-License-Identifier: Apache-2.0
// No page of a real blog is taken for something else. The pages are read as if they were seen for the first
// time, without a template, which is the hardest case. Those of ../shared skip where it is absent.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "bfa/html/content.h"
#include "bfa/io/compress.h"
#include "bfa/text/charset.h"
#include "bfa/url/canonical.h"
#include "crawl/judge/not_page.h"
#include "support/fixtures.h"

namespace bfa {
namespace {

namespace fs = std::filesystem;

struct Counts {
  std::size_t pages = 0, soft_404 = 0;
  std::size_t others = 0;           // alarms of other kinds
  double parsing = 0, judging = 0;  // seconds
  double judging_few = 0;           // of the pages that a crawl looks at in full, about
  std::size_t few = 0;
  std::size_t posts = 0;  // alarms on what the truth of the blog has as a post
  void add(const Counts& more) {
    pages += more.pages;
    soft_404 += more.soft_404;
    others += more.others;
    posts += more.posts;
    parsing += more.parsing;
    judging += more.judging;
    judging_few += more.judging_few;
    few += more.few;
  }
};

std::string read_page_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (file.extension() != ".gz") return bytes;
  return decode_content(ContentCoding::kGzip, bytes, 64u << 20).value_or(std::string());
}

void judge_file(const fs::path& file, const std::string& address, const std::string& truth, Counts& counts) {
  Findings findings;
  const DecodedText text = decode_text(read_page_file(file), "", CharsetContext::kHtml, findings);
  const auto begun = std::chrono::steady_clock::now();
  const auto doc = HtmlDocument::parse(text.text, findings);
  const auto parsed = std::chrono::steady_clock::now();
  const auto url = Url::parse(address);
  if (!doc || !url) return;
  ++counts.pages;
  const Url home = *Url::parse(url->origin() + "/");
  KnownPage known;
  known.expected = true;
  const auto links = links_of(*doc, 0, base_url(*doc, *url));  // extraction has them
  const auto linked = std::chrono::steady_clock::now();
  const auto found = judge_page(signs_of(*doc, *url, home, links), AnswerSigns(), known);
  counts.parsing += std::chrono::duration<double>(parsed - begun).count();
  const double look = std::chrono::duration<double>(std::chrono::steady_clock::now() - linked).count();
  counts.judging += look;
  if (links.size() < 20 || text_of(*doc, 0).size() < 1500) {
    counts.judging_few += look;
    ++counts.few;
  }
  if (!found) return;
  ++(found->kind == NotPageKind::kSoft404 ? counts.soft_404 : counts.others);
  std::string path(url->path());
  for (const char* end : {"index.html", "index.htm", ".html", ".htm", "/"}) {
    if (path.ends_with(end)) path.erase(path.size() - std::string(end).size());
  }
  if (truth.find("\"" + path) != std::string::npos) ++counts.posts;
  std::printf("%s: %s: %s\n", address.c_str(), std::string(not_page_name(found->kind)).c_str(),
              found->evidence.c_str());
}

Counts judge_folder(const fs::path& folder, const std::string& host) {
  std::ifstream in(folder.string() + ".truth.json", std::ios::binary);
  const std::string truth((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  Counts counts;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    if (!file.is_regular_file()) continue;
    if (!name.ends_with(".html") && !name.ends_with(".htm") && !name.ends_with(".html.gz")) continue;
    judge_file(file.path(), "http://" + host + "/" + fs::relative(file.path(), folder).string(), truth,
               counts);
  }
  return counts;
}

TEST(FalseAlarms, OnTheBlogsOfTheTree) {
  Counts all;
  for (const auto& blog : fs::directory_iterator(std::string(BFA_TEST_DATA) + "/corpus")) {
    if (!blog.is_directory() || !blog.path().filename().string().ends_with(".example")) continue;
    all.add(judge_folder(blog.path(), blog.path().filename().string()));
  }
  EXPECT_GT(all.pages, 100u);
  EXPECT_EQ(all.soft_404 + all.others, 0u);
}

TEST(FalseAlarms, OnRealBlogs) {
  const auto shared = test::shared_directory();
  if (!shared) GTEST_SKIP() << "no ../shared";
  for (const char* corpus : {"corpus", "corpus2"}) {
    Counts all;
    for (const auto& blog : fs::directory_iterator(*shared + "/" + corpus)) {
      if (!blog.is_directory()) continue;
      all.add(judge_folder(blog.path(), blog.path().filename().string()));
    }
    // These blogs have files like 404.html, and answers of servers that say "not found" with status 200.
    std::printf(
        "%s: %zu pages, %zu soft 404s, %zu others; parsing %.2f s, a full look %.2f s (%zu pages: %.2f s)\n",
        corpus, all.pages, all.soft_404, all.others, all.parsing, all.judging, all.few, all.judging_few);
    EXPECT_EQ(all.posts, 0u) << corpus;
    EXPECT_EQ(all.others, 0u) << corpus;
  }
}

TEST(FalseAlarms, OnSinglePages) {
  const auto shared = test::shared_directory();
  if (!shared) GTEST_SKIP() << "no ../shared";
  const Counts all = judge_folder(*shared + "/suites/wcxb/html", "page.example");
  std::printf("wcxb: %zu pages, %zu soft 404s, %zu others\n", all.pages, all.soft_404, all.others);
  EXPECT_GT(all.pages, 900u);
  EXPECT_EQ(all.soft_404 + all.others, 0u);
}

}  // namespace
}  // namespace bfa
