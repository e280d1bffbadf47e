// SPDX-License-Identifier: Apache-2.0
#include "made_archive.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "must.h"

namespace bfa::bench {
namespace {

constexpr std::size_t kVocabulary = 60'000, kCharacters = 2'500, kComments = 10;

// Ranks with the frequencies of Zipf's law.
class Zipf {
 public:
  explicit Zipf(std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sums_.push_back(sum += 1 / static_cast<double>(i + 1));
  }
  std::size_t operator()(std::mt19937_64& random) const {
    const double at = std::uniform_real_distribution<double>(0, sums_.back())(random);
    return static_cast<std::size_t>(std::lower_bound(sums_.begin(), sums_.end(), at) - sums_.begin());
  }

 private:
  std::vector<double> sums_;
};

struct Words {
  Words() {
    std::mt19937_64 random(7);
    static const char* const kEnds[] = {"", "", "", "s", "ing", "ed", "er"};
    for (std::size_t i = 0; i < kVocabulary; ++i) {
      std::string word;
      const std::size_t syllables = 1 + (i > 60 ? 1U : 0U) +
                                    static_cast<std::size_t>(std::log10(static_cast<double>(i + 1)) / 1.5) +
                                    random() % 2;
      for (std::size_t k = 0; k < syllables; ++k) {
        word += "bcdfghjklmnprstvwz"[random() % 18];
        word += "aeiou"[random() % 5];
        if (random() % 2 == 0) word += "nrstl"[random() % 5];
      }
      all.push_back(word + kEnds[random() % 7]);
    }
  }

  std::vector<std::string> all;
  Zipf ranks{kVocabulary}, characters{kCharacters};
};

const Words& words() {
  static const Words made;
  return made;
}

bool is_han(std::size_t number) {
  return number % 10 == 0;
}

std::string made_text(std::mt19937_64& random, bool han, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (han) {
      out += drawn_character(random);
      if (random() % 15 == 0) out += "\xe3\x80\x82";
    } else {
      out += drawn_word(random);
      out += random() % 12 == 0 ? ". " : " ";
    }
  }
  return out;
}

// About 6 % of the words become others.
std::string edited(std::mt19937_64& random, const std::string& text, bool han) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = han ? at + 3 : std::min(text.find(' ', at), text.size() - 1) + 1;
    const bool other = random() % 16 == 0;
    out += !other ? text.substr(at, end - at) : han ? drawn_character(random) : drawn_word(random) + " ";
    at = end;
  }
  return out;
}

// A page as blogs have it: the article is a fifth of it.
std::string page_of(const DataObject& post) {
  std::string out =
      "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>" + post.title +
      "</title><link rel=\"stylesheet\" href=\"/style.css\"></head><body><header><h1>A blog</h1><nav><ul>";
  for (int i = 0; i < 12; ++i)
    out += "<li><a href=\"/page/" + std::to_string(i) + "/\">Page " + std::to_string(i) + "</a></li>";
  out += "</ul></nav></header><main><article><h2 class=\"entry-title\">" + post.title +
         "</h2><div class=\"entry-content\">" + post.html + "<p><img src=\"/images/" +
         std::to_string(post.text.size() % 50) + ".jpg\" alt=\"\"></p></div></article></main><aside><ul>";
  for (int i = 0; i < 120; ++i) {
    const std::string number = std::to_string(i);
    out += "<li class=\"archive-item item-" + number + "\"><a href=\"/archive/" + number +
           "/\" title=\"Posts of month " + number + "\">Month " + number + "</a> (" + number + ")</li>\n";
  }
  return out + "</ul></aside><footer>A blog that is made up</footer></body></html>";
}

void add_exchange(StepResult& step, UtcTime time, const char* status, const std::string& body) {
  Exchange exchange;
  exchange.url = step.task.url.href();
  exchange.started = time;
  exchange.protocol = "http/1.1";
  exchange.request = Blob("GET / HTTP/1.1\r\n\r\n");
  const std::string head = std::string("HTTP/1.1 ") + status + "\r\nContent-Type: text/html\r\n\r\n";
  Findings findings;
  exchange.head = *parse_response_head(head, findings);
  exchange.response = Blob(head + body);
  step.exchanges.push_back(std::move(exchange));
}

StepResult step_at(const std::string& url, const std::string& home, std::uint64_t crawl) {
  StepResult step;
  step.task.kind = TaskKind::kPage;
  step.task.stage = Stage::kPost;
  step.task.url = *Url::parse(url);
  step.task.blog = home;
  step.task.crawl = crawl;
  return step;
}

DataObject made_comment(const DataObject& post, std::size_t number, std::size_t nth) {
  std::mt19937_64 random(number * 100 + nth);
  DataObject comment;
  comment.kind = ObjectKind::kComment;
  comment.url = post.url + "#comment-" + std::to_string(nth);
  comment.post = post.url;
  comment.id = std::to_string(number) + "-" + std::to_string(nth);
  comment.authors = {"Reader " + std::to_string(random() % 500)};
  comment.published = post.published;
  comment.language = post.language;
  comment.text = made_text(random, false, 30);
  return comment;
}

class ArchiveMaker {
 public:
  ArchiveMaker(Archive& archive, std::size_t posts) : archive_(archive), posts_(posts) {}

  void make() {
    std::vector<std::string> homes;
    for (std::size_t i = 0; i < kBlogs; ++i) homes.push_back(home_of_blog(i));
    for (int version = 0; version < kVersions; ++version) {
      const auto crawl = must(archive_.begin_crawl(homes, "{}"));
      if (version == 0) add_blogs(homes, crawl);
      for (std::size_t i = 0; i < posts_; ++i) add_post(i, version, crawl);
      if (version < 2) add_long_post(version, crawl);
      if (version + 1 == kVersions) {
        for (std::size_t i = 50; i < posts_; i += 100) add_gone(i, crawl);
      }
      must(archive_.end_crawl(crawl));
      must(archive_.sink().flush());
    }
  }

 private:
  void add_blogs(const std::vector<std::string>& homes, std::uint64_t crawl) {
    for (const std::string& home : homes) {
      StepResult step = step_at(home, home, crawl);
      step.task.kind = TaskKind::kHome;
      step.task.stage = Stage::kHome;
      const UtcTime time = captured_at(posts_, 0, 0);
      DataObject blog;
      blog.kind = ObjectKind::kBlog;
      blog.url = home;
      blog.title = "The blog at " + home;
      add_exchange(step, time, "200 OK", "<!DOCTYPE html><title>" + blog.title + "</title><p>A blog");
      step.objects.push_back({blog, time, 0});
      step.blog.emplace();
      step.blog->home = step.blog->base = home;
      must(archive_.sink().commit(std::move(step)));
    }
  }

  void add_post(std::size_t number, int version, std::uint64_t crawl) {
    std::mt19937_64 random(number + 1'000'000'007);
    DataObject post = made_post(number);
    for (int k = 0; k < version; ++k) post.text = edited(random, post.text, is_han(number));
    post.html = "<p>" + post.text + "</p>";
    const UtcTime time = captured_at(posts_, number, version);
    StepResult step = step_at(post.url, home_of_blog(number % kBlogs), crawl);
    add_exchange(step, time, "200 OK", page_of(post));
    step.objects.push_back({post, time, 0});
    if (number % 100 == 1) {
      for (std::size_t k = 0; k < kComments; ++k)
        step.objects.push_back({made_comment(post, number, k), time, 0});
    }
    must(archive_.sink().commit(std::move(step)));
    if (number % 5000 == 0) must(archive_.sink().flush());
  }

  void add_long_post(int version, std::uint64_t crawl) {
    std::mt19937_64 random(99 + static_cast<std::uint64_t>(version));
    DataObject post;
    post.kind = ObjectKind::kPost;
    post.url = long_post_url();
    post.title = "A long post";
    post.language = "en";
    post.text = made_text(random, false, 12'000);
    const UtcTime time = captured_at(posts_, posts_, version);
    StepResult step = step_at(post.url, home_of_blog(0), crawl);
    add_exchange(step, time, "200 OK", page_of(post));
    step.objects.push_back({post, time, 0});
    must(archive_.sink().commit(std::move(step)));
  }

  void add_gone(std::size_t number, std::uint64_t crawl) {
    StepResult step = step_at(made_url(number), home_of_blog(number % kBlogs), crawl);
    step.outcome = Outcome::kGone;
    add_exchange(step, captured_at(posts_, posts_ + number, kVersions - 1), "404 Not Found", "gone");
    must(archive_.sink().commit(std::move(step)));
  }

  Archive& archive_;
  const std::size_t posts_;
};

}  // namespace

const std::string& word_at(std::size_t rank) {
  return words().all[rank];
}

const std::string& drawn_word(std::mt19937_64& random) {
  return words().all[words().ranks(random)];
}

std::string drawn_character(std::mt19937_64& random) {
  std::string out;
  const std::size_t code = 0x4e00 + words().characters(random) * 7;
  out += static_cast<char>(0xe0 | code >> 12U);
  out += static_cast<char>(0x80 | (code >> 6U & 0x3fU));
  out += static_cast<char>(0x80 | (code & 0x3fU));
  return out;
}

std::string home_of_blog(std::size_t blog) {
  const std::string number = std::to_string(blog);
  if (blog + kBlogsOfSharedHost >= kBlogs) return "https://shared.example/blog" + number + "/";
  return "https://blog" + number + ".example/";
}

std::string long_post_url() {
  return home_of_blog(0) + "long/";
}

std::string made_url(std::size_t number) {
  std::mt19937_64 random(number);
  return home_of_blog(number % kBlogs) + "posts/" + drawn_word(random) + "-" + std::to_string(number);
}

DataObject made_post(std::size_t number) {
  std::mt19937_64 random(number);
  DataObject post;
  post.kind = ObjectKind::kPost;
  post.url = made_url(number);
  (void)drawn_word(random);  // that of the address
  const bool han = is_han(number);
  post.language = han ? "ja" : "en";
  post.title = made_text(random, han, han ? 12 : 6);
  post.authors = {"Author " + std::to_string(random() % 50)};
  post.tags = {word_at(100 + random() % 300), word_at(100 + random() % 30)};
  const auto day = std::chrono::days(12'000 + random() % 6'000);
  post.published = Timestamp{UtcTime(day), TimePrecision::kDay, {}};
  post.text = made_text(random, han, han ? 900 : 480);
  return post;
}

UtcTime captured_at(std::size_t posts, std::size_t number, int version) {
  const std::size_t step = static_cast<std::size_t>(version) * posts + number;
  return UtcTime(std::chrono::seconds(1'704'067'200) + std::chrono::seconds(100 * step));
}

void add_version_with(Archive& archive, const std::string& word) {
  const std::string home = home_of_blog(0);
  const auto crawl = must(archive.begin_crawl({home}, "{}"));
  const UtcTime time = std::chrono::floor<std::chrono::microseconds>(system_clock().now());
  StepResult step = step_at(long_post_url(), home, crawl);
  DataObject post;
  post.kind = ObjectKind::kPost;
  post.url = long_post_url();
  post.title = "A long post";
  post.language = "en";
  post.text = "A short text with " + word + ".";
  add_exchange(step, time, "200 OK", page_of(post));
  step.objects.push_back({post, time, 0});
  must(archive.sink().commit(std::move(step)));
  must(archive.end_crawl(crawl));
  must(archive.sink().flush());
}

std::string made_archive(const std::string& folder, std::size_t posts) {
  const std::string path = folder + "/bench-archive-" + std::to_string(posts);
  if (std::filesystem::exists(path + "/made")) return path;
  std::filesystem::remove_all(path);
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  const auto archive = must(Archive::open(path, options));
  ArchiveMaker(*archive, posts).make();
  must(archive->close());
  if (std::FILE* const mark = std::fopen((path + "/made").c_str(), "w"); mark != nullptr) std::fclose(mark);
  return path;
}

}  // namespace bfa::bench
