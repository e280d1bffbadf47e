// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/c/bfa.h"

namespace bfa::test {

// What ends a test with the text of an error.
inline void expect_ok(bfa_code code, bfa_error* error) {
  EXPECT_EQ(code, BFA_OK) << bfa_error_text(error);
  bfa_error_free(error);
}
#define BFA_EXPECT_OK(call)                     \
  do {                                          \
    bfa_error* error = nullptr;                 \
    const bfa_code expected_ok = (call);        \
    ::bfa::test::expect_ok(expected_ok, error); \
  } while (false)

// A structure to fill.
template <class T>
T sized() {
  T made{};
  made.struct_size = sizeof made;
  return made;
}

inline std::string text(bfa_view view) {
  return {view.data, view.size};
}
// The text of a string, which is freed.
inline std::string taken(bfa_string* string) {
  std::string made = text(bfa_string_view(string));
  bfa_string_free(string);
  return made;
}

// 2026-01-01T00:00:00Z and so many days.
inline bfa_time day(int days) {
  return (1767225600LL + 86400LL * days) * 1'000'000LL;
}

// A folder that is removed with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bfa-c-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string at(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline constexpr const char* kHome = "http://blog.example/";

// The text of a post; `word` is what differs between its states.
inline std::string post_text(int number, const std::string& word) {
  static const char* const kThings[] = {"letters", "maps", "photographs", "ledgers", "diaries"};
  std::string html;
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(number * 31 + i * 7);
    html += "<p>The keepers counted the " + word + " shelves of " + kThings[(number + i) % 5] +
            " twice in room " + n + ", and both counts agree with what the old catalogue says of item " + n +
            ". Nobody had expected that of the " + kThings[(number + i + 2) % 5] +
            ", least of all the people who had moved them before the flood.</p>\n";
  }
  return html;
}

inline std::string post_page(int number, const std::string& word) {
  const std::string n = std::to_string(number);
  return "<!DOCTYPE html><html lang=en><head><title>Post " + n +
         " of the keepers - A blog</title></head><body><div id=menu><a href=/>Home</a> <a href=/about>About"
         "</a></div><article class=entry><h1>Post " +
         n + " of the keepers</h1>\n<div class=body>" + post_text(number, word) +
         "</div></article><div id=foot>All rights kept</div></body></html>";
}

inline std::string feed_page() {
  std::string feed = "<rss version=\"2.0\"><channel><title>A blog</title><link>http://blog.example/</link>";
  for (int i = 1; i <= 4; ++i) {
    const std::string n = std::to_string(i);
    feed += "<item><title>Post " + n + " of the keepers</title><link>http://blog.example/post/" + n +
            "</link><pubDate>Thu, 0" + n + " Jan 2026 10:00:00 +0000</pubDate><description><![CDATA[" +
            post_text(i, "wooden") + "]]></description></item>";
  }
  return feed + "</channel></rss>";
}

inline void write_answer(bfa_warc_writer* writer, const std::string& url, const std::string& type,
                         const std::string& body, bfa_time at) {
  const std::string response = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
                               "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  BFA_EXPECT_OK(bfa_warc_writer_exchange(writer, url.c_str(), nullptr, 0, response.data(), response.size(),
                                         at, nullptr, nullptr, &error));
}

// A WARC file with a small blog of four posts as it was on a day.
inline void write_blog(const std::string& path, const std::string& word, int on_day) {
  bfa_warc_writer* writer = nullptr;
  BFA_EXPECT_OK(bfa_warc_writer_create(path.c_str(), nullptr, &writer, &error));
  const bfa_time at = day(on_day);
  write_answer(writer, kHome, "text/html",
               "<!DOCTYPE html><html><head><title>A blog</title><link rel=alternate type=application/rss+xml "
               "href=/feed></head><body><a href=/post/1>One</a><a href=/post/2>Two</a></body></html>",
               at);
  write_answer(writer, "http://blog.example/feed", "application/rss+xml", feed_page(), at + 1'000'000);
  for (int i = 1; i <= 4; ++i) {
    write_answer(writer, "http://blog.example/post/" + std::to_string(i), "text/html",
                 post_page(i, i == 1 ? word : "wooden"), at + (1 + i) * 1'000'000LL);
  }
  BFA_EXPECT_OK(bfa_warc_writer_close(writer, &error));
}

inline bfa_archive* open_archive(const std::string& path, int mode) {
  bfa_archive_options options;
  bfa_archive_options_init(&options, sizeof options);
  options.mode = mode;
  bfa_archive* archive = nullptr;
  BFA_EXPECT_OK(bfa_archive_open(path.c_str(), &options, &archive, &error));
  return archive;
}

// Takes a file into an archive.
inline void import_file(bfa_archive* archive, const std::string& file) {
  const char* const inputs[] = {file.c_str()};
  const char* const blogs[] = {kHome};
  BFA_EXPECT_OK(bfa_import(archive, inputs, 1, blogs, 1, nullptr, nullptr, nullptr, nullptr, &error));
}

// An archive with two states of the blog; the first post changed.
inline bfa_archive* made_archive(const Folder& folder) {
  write_blog(folder.at("first.warc.gz"), "wooden", 10);
  write_blog(folder.at("second.warc.gz"), "painted iron", 20);
  bfa_archive* archive = open_archive(folder.at("archive"), BFA_ARCHIVE_CREATE);
  import_file(archive, folder.at("first.warc.gz"));
  import_file(archive, folder.at("second.warc.gz"));
  return archive;
}

}  // namespace bfa::test
