// SPDX-License-Identifier: Apache-2.0
#include "news_blogs.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>

namespace bfa::test {
namespace {

constexpr std::size_t kBefore = 5;
constexpr std::size_t kInFeed = 10;
constexpr std::array<std::string_view, 48> kWords = {
    "archive", "letter",  "harbour", "winter", "river",   "garden", "station", "paper",   "window", "market",
    "bridge",  "village", "engine",  "season", "morning", "school", "library", "kitchen", "street", "forest",
    "camera",  "island",  "bicycle", "summer", "reader",  "museum", "weather", "journey", "recipe", "concert",
    "holds",   "finds",   "keeps",   "leaves", "shows",   "brings", "tells",   "makes",   "the",    "a",
    "of",      "in",      "and",     "with",   "from",    "under",  "behind",  "over"};

// Text that differs from post to post and is the same each time.
std::string words(std::uint64_t seed, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::string_view word = kWords[(seed >> 33) % kWords.size()];
    if (i % 12 == 0) {
      if (i > 0) text += ". ";
      text += static_cast<char>(word[0] - 32);
      text += word.substr(1);
      continue;
    }
    text += ' ';
    text += word;
  }
  return text + ".";
}

std::uint64_t seed_of(std::size_t blog, std::size_t post) {
  return blog * 1'000'003ULL + post * 97 + 11;
}

std::string article(std::size_t blog, std::size_t post) {
  std::string html;
  for (std::size_t part = 0; part < 5; ++part)
    html += "<p>" + words(seed_of(blog, post) + part * 7919, 70) + "</p>\n";
  return html;
}

std::string title(std::size_t blog, std::size_t post) {
  std::string text = words(seed_of(blog, post) ^ 0x5bd1e995, 5);
  text.pop_back();
  return text + " " + std::to_string(post);
}

std::string path(std::size_t post) {
  return "/post-" + std::to_string(post) + "/";
}

// The number between two parts of a text.
std::optional<std::size_t> number_in(std::string_view text, std::string_view before, std::string_view after) {
  if (!text.starts_with(before) || !text.ends_with(after) || text.size() <= before.size() + after.size())
    return std::nullopt;
  text = text.substr(before.size(), text.size() - before.size() - after.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string etag_of(std::string_view body) {
  return '"' + std::to_string(std::hash<std::string_view>()(body)) + '"';
}

}  // namespace

std::size_t NewsBlogs::posts(std::size_t blog, UtcTime at) const {
  const double seconds = std::chrono::duration<double>(at - begin_).count();
  const auto blogs = static_cast<double>(blogs_);
  const double since = seconds * per_second_ / blogs - static_cast<double>(blog) / blogs;
  return kBefore + (since < 0 ? 0 : static_cast<std::size_t>(since) + 1);
}

std::size_t NewsBlogs::posts(UtcTime at) const {
  std::size_t sum = 0;
  for (std::size_t blog = 0; blog < blogs_; ++blog) sum += posts(blog, at);
  return sum;
}

UtcTime NewsBlogs::published(std::size_t blog, std::size_t post) const {
  const auto blogs = static_cast<double>(blogs_);
  const double rounds =
      static_cast<double>(post) - static_cast<double>(kBefore) + static_cast<double>(blog) / blogs;
  return begin_ + std::chrono::duration_cast<std::chrono::seconds>(
                      std::chrono::duration<double>(rounds * blogs / per_second_));
}

std::string NewsBlogs::page(std::size_t blog, std::string_view heading, std::string_view main) const {
  const std::string name = "Notes of blog " + std::to_string(blog);
  std::string html = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>";
  html.append(heading).append(" - ").append(name).append("</title>");
  html += R"(<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>)";
  html += "<header><a href=\"/\">" + name + "</a></header>\n<main>";
  html += main;
  html += "</main>\n<aside><h3>About</h3><p>A small blog about everyday things.</p></aside>";
  return html + "<footer>All posts are free to share.</footer></body></html>";
}

std::string NewsBlogs::post(std::size_t blog, std::size_t number) const {
  const std::string date = format_rfc3339(published(blog, number));
  return page(blog, title(blog, number),
              "<article><h1>" + title(blog, number) +
                  "</h1><p class=\"meta\">by <span class=\"author\">Writer " + std::to_string(blog) +
                  "</span>, <time datetime=\"" + date + "\">" + date.substr(0, 10) +
                  "</time></p><div class=\"text\">" + article(blog, number) + "</div></article>");
}

std::string NewsBlogs::home(std::size_t blog) const {
  const std::size_t count = posts(blog, clock_.now());
  std::string main;
  for (std::size_t i = count; i > count - std::min(count, kInFeed); --i)
    main += "<section><h2><a href=\"" + path(i - 1) + "\">" + title(blog, i - 1) + "</a></h2><p>" +
            words(seed_of(blog, i - 1), 20) + "</p></section>\n";
  return page(blog, "Home", main);
}

std::string NewsBlogs::feed(std::size_t blog) const {
  const std::size_t count = posts(blog, clock_.now());
  const std::string origin = "http://" + host(blog);
  std::string xml = R"(<?xml version="1.0" encoding="utf-8"?><rss version="2.0" )"
                    R"(xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Notes of blog )" +
                    std::to_string(blog) + "</title><link>" + origin +
                    "/</link><description>Notes</description>";
  for (std::size_t i = count; i > count - std::min(count, kInFeed); --i) {
    const std::string url = origin + path(i - 1);
    xml += "<item><title>" + title(blog, i - 1) + "</title><link>" + url + "</link><guid>" + url +
           "</guid><dc:creator>Writer " + std::to_string(blog) + "</dc:creator><pubDate>" +
           format_http_date(published(blog, i - 1)) + "</pubDate><description><![CDATA[" +
           article(blog, i - 1) + "]]></description></item>";
  }
  return xml + "</channel></rss>";
}

std::shared_ptr<const CorpusAnswer> NewsBlogs::answer(std::string_view host, std::string_view target) {
  auto out = std::make_shared<CorpusAnswer>();
  const auto blog = number_in(host, "b", ".example");
  std::string_view type = "text/html; charset=utf-8";
  out->status = 200;
  if (!blog || *blog >= blogs_) {
    out->status = 404;
  } else if (target == "/") {
    out->body = home(*blog);
  } else if (target == "/feed.xml") {
    type = "application/rss+xml";
    out->body = feed(*blog);
  } else if (const auto number = number_in(target, "/post-", "/");
             number && *number < posts(*blog, clock_.now())) {
    out->body = post(*blog, *number);
  } else {
    out->status = 404;
    out->body = page(*blog, "Not found", "<h1>Not found</h1>");
  }
  out->etag = etag_of(out->body);
  const std::string fields = "ETag: " + out->etag + "\r\n";
  out->head =
      corpus_head(out->status, fields + "Content-Type: " + std::string(type) + "\r\n", out->body.size());
  if (out->status == 200) {
    out->not_modified = corpus_head(304, fields, 0);
  } else {
    out->etag.clear();
  }
  return out;
}

}  // namespace bfa::test
