// SPDX-License-Identifier: Apache-2.0
#include "sample_blog.h"

#include <algorithm>
#include <cstdio>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/url/url.h"

namespace bfa::test {
namespace {

// Sentences that differ from post to post, so that each has different words.
std::string sentence(int seed) {
  static const char* const kSubjects[] = {"The reading room", "A crate of letters", "The old catalogue",
                                          "Our scanner", "The north stack"};
  static const char* const kVerbs[] = {"holds", "explains", "outlives", "repeats", "corrects"};
  static const char* const kObjects[] = {"a map of the harbour", "two rolls of film", "the index of 1931",
                                         "a list of names", "some marginal notes"};
  static const char* const kEnds[] = {"before the move", "after the flood", "in spite of the dust",
                                      "for the first time", "without a shelf mark"};
  const auto u = static_cast<unsigned>(seed);
  return std::string(kSubjects[u % 5]) + " " + kVerbs[(u / 2) % 5] + " " + kObjects[(u / 3) % 5] + " " +
         kEnds[(u / 5) % 5] + ", item " + std::to_string(seed * 7) + ".";
}

std::string two_digits(int number) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d", number);
  return text;
}

std::string reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 404:
      return "Not Found";
    default:
      return "Whatever";
  }
}

}  // namespace

SampleBlog::SampleBlog(std::string origin, int post_count, int feed_count)
    : posts(post_count), in_feed(feed_count), origin_(std::move(origin)) {}

std::string SampleBlog::post_url(int number) const {
  return origin_ + post_path(number);
}

std::string SampleBlog::post_path(int number) const {
  if (const auto at = paths.find(number); at != paths.end()) return at->second;
  return "/2026/" + two_digits(1 + number % 9) + "/note-on-shelf-" +
         std::string(1, static_cast<char>('a' + number % 26)) +
         (number >= 26 ? std::string(1, static_cast<char>('a' + number / 26)) : "") + "/";
}

std::string SampleBlog::article(int number) const {
  std::string html;
  for (int p = 0; p < 5; ++p) {
    html += "<p>";
    for (int s = 0; s < 3; ++s) html += sentence(number * 31 + p * 5 + s) + " ";
    html += "</p>\n";
  }
  if (const auto at = extra_paragraph.find(number); at != extra_paragraph.end())
    html += "<p>" + at->second + "</p>\n";
  return html;
}

std::string SampleBlog::page(const std::string& title, const std::string& main) const {
  std::string html = "<!DOCTYPE html><html lang=\"en\"><head><title>" + title + " - Shelf Notes</title>";
  if (has_feed_link)
    html += "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Shelf Notes\" href=\"" + feed_path +
            "\">";
  html += "</head><body class=\"" + theme +
          "\"><div id=\"top\"><a href=\"/\">Shelf Notes</a></div>\n<div id=\"main\">" + main +
          "</div>\n<div id=\"side\"><h3>About</h3><p>" + sidebar + "</p><ul>";
  for (int i = std::max(0, posts - 3); i < posts; ++i)
    html += "<li><a href=\"" + post_url(i) + "\">Note " + std::to_string(i) + "</a></li>";
  html +=
      "</ul><a href=\"/tag/shelves/\">shelves</a> <a href=\"/about/\">About us</a></div>\n<div id=\"foot\">" +
      footer + "</div></body></html>";
  return html;
}

std::string SampleBlog::feed() const {
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel>"
      "<title>Shelf Notes</title><link>" +
      home() + "</link><description>From the stacks</description><language>en</language>";
  for (int i = posts - 1; i >= std::max(0, posts - in_feed); --i) {
    xml += "<item><title>Note on shelf " + std::to_string(i) + "</title><link>" + post_url(i) +
           "</link><guid>" + post_url(i) + "</guid><dc:creator>The reading room</dc:creator><pubDate>" +
           "Tue, " + two_digits(1 + i % 27) + " Mar 2026 10:00:00 GMT</pubDate><description><![CDATA[" +
           article(i) + "]]></description></item>";
  }
  return xml + "</channel></rss>";
}

// Comments, each an answer to the one before.
std::string SampleBlog::discussion(int number) const {
  const auto found = comments.find(number);
  if (found == comments.end()) return {};
  std::string html = "<div id=\"comments\"><h3>" + std::to_string(found->second) + " comments</h3><ol>";
  std::string ends;
  for (int i = 1; i <= found->second; ++i) {
    const std::string id = "comment-" + std::to_string(100 * number + i);
    html += "<li class=\"comment\" id=\"" + id + "\"><cite>Reader " + std::to_string(i) +
            "</cite> <a href=\"#" + id + "\">April " + std::to_string(i) +
            ", 2026</a><p>On the map: " + sentence(number * 50 + i) + "</p><ul>";
    ends += "</ul></li>";
  }
  return html + ends + "</ol></div>";
}

SampleBlog::Answer SampleBlog::at(const std::string& path) const {
  Answer answer;
  answer.content_type = "text/html; charset=utf-8";
  if (const auto sent_on = redirects.find(path); sent_on != redirects.end()) {
    answer.status = 301;
    answer.headers.emplace_back("Location", sent_on->second);
    answer.body = "moved";
  } else if (path == "/robots.txt") {
    answer.content_type = "text/plain";
    answer.body = robots;
  } else if (const auto file = files.find(path); file != files.end()) {
    answer.content_type = "text/xml";
    answer.body = file->second;
  } else if (const auto own = pages.find(path); own != pages.end()) {
    answer.body = own->second;
  } else if (path == feed_path && has_feed) {
    answer.content_type = "application/rss+xml";
    answer.body = feed();
  } else if (path == "/" || path == "/tag/shelves/" || path == "/page/2/") {
    std::string main = path == "/" ? "" : "<h2>Archive</h2>";
    for (int i = posts - 1; i >= 0; --i)
      main += "<div class=\"teaser\"><h2><a href=\"" + post_url(i) + "\">Note on shelf " + std::to_string(i) +
              "</a></h2><p>" + sentence(i) + "</p></div>";
    answer.body = page(path == "/" ? "Home" : "Shelves",
                       main + "<a href=\"/page/2/\">older</a> <a href=\"/private/x/\">private</a>");
  } else if (path == "/about/") {
    answer.body = page("About us", "<h1>About us</h1><p>" + sentence(900) + " " + sentence(905) + "</p><p>" +
                                       sentence(911) + "</p>");
  } else {
    answer.status = 404;
    answer.body = page("Not found", "<h1>Not found</h1>");
    for (int i = 0; i < posts; ++i) {
      if (origin_ + path != post_url(i)) continue;
      answer.status = 200;
      answer.body =
          page("Note on shelf " + std::to_string(i),
               "<h1 class=\"entry-title\">Note on shelf " + std::to_string(i) +
                   "</h1><div class=\"meta\">by <span class=\"author\">The reading room</span> on March " +
                   std::to_string(1 + i % 27) + ", 2026</div><div class=\"entry\">" + article(i) +
                   "</div><div class=\"share\">Share this</div>" + discussion(i));
    }
  }
  if (gzip) {
    answer.body = gzip_member(answer.body).value();
    answer.headers.emplace_back("Content-Encoding", "gzip");
  }
  answer.etag = "\"" + hex_encode(digest(DigestAlgorithm::kSha1, answer.body)).substr(0, 12) + "\"";
  return answer;
}

void SampleFetcher::fail(const std::string& url, int times, int status,
                         std::vector<std::pair<std::string, std::string>> headers) {
  failures_[url] = Failure{times, status, std::move(headers)};
}

Status SampleFetcher::submit(FetchRequest request) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::move(request));
  return {};
}

std::optional<Fetched> SampleFetcher::next(std::chrono::milliseconds) {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return std::nullopt;
  const FetchRequest request = std::move(queue_.front());
  queue_.erase(queue_.begin());
  return answer(request);
}

std::size_t SampleFetcher::pending() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

std::vector<std::string> SampleFetcher::requested() const {
  const std::lock_guard lock(mutex_);
  return requested_;
}

void SampleFetcher::forget_requests() {
  const std::lock_guard lock(mutex_);
  requested_.clear();
}

Fetched SampleFetcher::answer(const FetchRequest& request) {
  Fetched fetched = answer_once(request);
  FetchRequest next = request;
  for (auto left = request.max_redirects; left > 0 && !fetched.error; --left) {
    const Exchange& last = fetched.hops.back();
    const std::string location(last.head.header("location"));
    if (last.head.status < 300 || last.head.status >= 400 || location.empty()) break;
    const auto from = Url::parse(last.url);
    next.url = Url::parse(location, &*from)->href();
    Fetched further = answer_once(next);
    if (further.error) fetched.error = further.error;
    for (auto& hop : further.hops) fetched.hops.push_back(std::move(hop));
  }
  return fetched;
}

Fetched SampleFetcher::answer_once(const FetchRequest& request) {
  Fetched fetched;
  fetched.id = request.id;
  requested_.push_back(request.url);
  const auto url = Url::parse(request.url);
  if (const auto at = broken_.find(std::string(url->host())); at != broken_.end()) {
    fetched.error = at->second;
    return fetched;
  }
  SampleBlog::Answer answer;
  answer.status = 404;
  for (const auto* blog : blogs_) {
    if (url->origin() == blog->origin()) answer = blog->at(std::string(url->path()));
  }
  if (auto at = failures_.find(request.url); at != failures_.end() && at->second.times > 0) {
    --at->second.times;
    answer = {};
    answer.status = at->second.status;
    answer.content_type = "text/plain";
    answer.headers = at->second.headers;
  }
  for (const auto& [name, value] : request.headers) {
    if (name == "If-None-Match" && value == answer.etag && answer.status == 200) {
      answer.status = 304;
      answer.body.clear();
    }
  }
  if (const auto at = more_headers_.find(request.url); at != more_headers_.end())
    answer.headers.push_back(at->second);
  std::string bytes = "HTTP/1.1 " + std::to_string(answer.status) + " " + reason_of(answer.status) + "\r\n";
  if (!answer.content_type.empty()) bytes += "Content-Type: " + answer.content_type + "\r\n";
  if (!answer.etag.empty()) bytes += "ETag: " + answer.etag + "\r\n";
  for (const auto& [name, value] : answer.headers) bytes += name + ": " + value + "\r\n";
  bytes += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n" + answer.body;
  Exchange exchange;
  if (auto at = cuts_.find(request.url); at != cuts_.end() && at->second.first > 0) {
    --at->second.first;
    bytes.resize(bytes.size() - answer.body.size() + std::min(at->second.second, answer.body.size()));
    exchange.truncated = Truncation::kDisconnect;
  }
  exchange.url = request.url;
  now_ += std::chrono::milliseconds(7);
  exchange.started = now_;
  exchange.ip_address = "192.0.2.7";
  exchange.protocol = "http/1.1";
  std::string sent =
      "GET " + std::string(url->path()) + " HTTP/1.1\r\nHost: " + std::string(url->host()) + "\r\n";
  for (const auto& [name, value] : request.headers) sent += name + ": " + value + "\r\n";
  exchange.request = Blob(sent + "\r\n");
  exchange.response = Blob(bytes);
  exchange.head = *parse_response_head(bytes, exchange.findings);
  fetched.hops.push_back(std::move(exchange));
  return fetched;
}

}  // namespace bfa::test
