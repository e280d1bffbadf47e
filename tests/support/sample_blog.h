// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "bfa/http/fetcher.h"

namespace bfa::test {

// A small blog made on the spot: a home page, posts, a feed with the newest of them, tag pages, an "about"
// page. Its content can be changed between crawls.
class SampleBlog {
 public:
  explicit SampleBlog(std::string origin = "http://blog.example", int posts = 8, int in_feed = 5);

  std::string sidebar = "Visitors: 1017";      // on every page
  std::string footer = "Footer of 2026";       // on every page
  std::string theme = "plain";                 // a class name on every page
  std::map<int, std::string> extra_paragraph;  // of a post
  std::map<int, int> comments;                 // of a post: how many comments it has
  bool has_feed_link = true;
  bool has_feed = true;
  std::string feed_path = "/feed.xml";
  bool gzip = false;                             // answers travel compressed
  std::map<std::string, std::string> files;      // by path, as text/xml: sitemaps
  std::map<std::string, std::string> pages;      // by path: HTML that replaces the usual page
  std::map<int, std::string> paths;              // of posts that stand elsewhere than usual
  std::map<std::string, std::string> redirects;  // by path: where it redirects to
  std::string robots = "User-agent: *\nDisallow: /private/\n";

  const std::string& origin() const { return origin_; }
  std::string home() const { return origin_ + "/"; }
  std::string post_url(int number) const;
  std::string post_path(int number) const;
  std::string article(int number) const;  // its paragraphs
  int posts = 0, in_feed = 0;

  struct Answer {
    int status = 200;
    std::string content_type, body, etag;
    std::vector<std::pair<std::string, std::string>> headers;
  };
  // The answer at a path ("/2026/03/post-3/"); 404 for other paths.
  Answer at(const std::string& path) const;

 private:
  std::string page(const std::string& title, const std::string& main) const;
  std::string discussion(int number) const;
  std::string feed() const;

  std::string origin_;
};

// A Fetcher over one or more sample blogs, without a network: answers at once, counts, and fails when it is
// set to.
class SampleFetcher : public Fetcher {
 public:
  void serve(const SampleBlog& blog) { blogs_.push_back(&blog); }  // must outlive the fetcher
  // The first `times` requests for this URL are answered with `status` and these headers.
  void fail(const std::string& url, int times, int status,
            std::vector<std::pair<std::string, std::string>> headers = {});
  // The first `times` answers at this URL end after `body_bytes` of their body.
  void cut(const std::string& url, int times, std::size_t body_bytes) { cuts_[url] = {times, body_bytes}; }
  // All answers at this URL have this header.
  void add_header(const std::string& url, std::string name, std::string value) {
    more_headers_[url] = {std::move(name), std::move(value)};
  }
  // Requests for this host get this error.
  void break_host(const std::string& host, Error error) { broken_[host] = std::move(error); }
  void set_clock(UtcTime now) { now_ = now; }

  Status submit(FetchRequest request) override;
  std::optional<Fetched> next(std::chrono::milliseconds wait) override;
  std::size_t pending() const override;

  std::vector<std::string> requested() const;
  void forget_requests();

 private:
  struct Failure {
    int times = 0, status = 0;
    std::vector<std::pair<std::string, std::string>> headers;
  };
  Fetched answer(const FetchRequest& request);  // over redirects
  Fetched answer_once(const FetchRequest& request);

  mutable std::mutex mutex_;
  std::vector<const SampleBlog*> blogs_;
  std::vector<FetchRequest> queue_;
  std::vector<std::string> requested_;
  std::map<std::string, Failure> failures_;
  std::map<std::string, Error> broken_;
  std::map<std::string, std::pair<int, std::size_t>> cuts_;
  std::map<std::string, std::pair<std::string, std::string>> more_headers_;
  UtcTime now_{std::chrono::seconds(1'780'000'000)};
};

}  // namespace bfa::test
