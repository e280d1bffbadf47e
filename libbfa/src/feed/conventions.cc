// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <new>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/feed/discover.h"
#include "feed/names.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxCandidates = 24;

std::vector<std::string> path_segments(const Url& url) {
  std::vector<std::string> out;
  std::string_view rest = url.path();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    if (end > 0) out.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::string query_value(const Url& url, std::string_view name) {
  std::string_view rest = url.query();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name)
      return std::string(pair.substr(equals + 1));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

std::vector<std::string> youtube_feeds(const Url& url, const std::vector<std::string>& path) {
  const std::string feed = "https://www.youtube.com/feeds/videos.xml?";
  if (path.size() == 2 && path[0] == "channel" && path[1].starts_with("UC") && path[1].size() > 2) {
    // All uploads, then without shorts, the shorts, the live streams.
    const std::string id = path[1].substr(2);
    return {feed + "channel_id=" + path[1], feed + "playlist_id=UULF" + id, feed + "playlist_id=UUSH" + id,
            feed + "playlist_id=UULV" + id};
  }
  const bool is_list = path.size() == 1 && (path[0] == "playlist" || path[0] == "watch");
  const std::string list = is_list ? query_value(url, "list") : std::string();
  if (!list.empty()) return {feed + "playlist_id=" + list};
  return {};
}

std::vector<std::string> github_feeds(const std::vector<std::string>& path) {
  const std::string root = "https://github.com/";
  if (path.size() == 1) return {root + path[0] + ".atom"};
  const std::string repository = path.size() >= 2 ? root + path[0] + "/" + path[1] : std::string();
  if (path.size() == 2) {
    return {repository + "/commits.atom", repository + "/releases.atom", repository + "/tags.atom"};
  }
  if (path.size() == 3 && (path[2] == "releases" || path[2] == "commits" || path[2] == "tags")) {
    return {repository + "/" + path[2] + ".atom"};
  }
  return {};
}

std::string without_slash(std::string text) {
  while (text.ends_with('/')) text.pop_back();
  return text;
}

// The address without query and fragment, ending with one slash.
std::string as_folder(const Url& url) {
  return without_slash(url.origin() + std::string(url.path())) + "/";
}

std::vector<std::string> platform_addresses(const Url& url) {
  const std::string host = ascii_lower_case(url.host());
  const std::vector<std::string> path = path_segments(url);
  if (host == "www.youtube.com" || host == "youtube.com" || host == "m.youtube.com")
    return youtube_feeds(url, path);
  if (host == "github.com" || host == "www.github.com") return github_feeds(path);
  if (host == "medium.com" && path.size() == 1) return {"https://medium.com/feed/" + path[0]};
  if ((host == "www.reddit.com" || host == "old.reddit.com") && path.size() >= 2)
    return {as_folder(url) + ".rss"};
  if (host.ends_with(".wordpress.com")) return {as_folder(url) + "feed/"};
  if (host.ends_with(".ghost.io")) return {url.origin() + "/rss/"};
  if (host.ends_with(".substack.com")) return {url.origin() + "/feed"};
  if (host.ends_with(".medium.com")) return {url.origin() + "/feed"};
  if (host.ends_with(".tumblr.com")) return {url.origin() + "/rss"};
  if (host.ends_with(".livejournal.com")) return {url.origin() + "/data/rss"};
  if (host.find(".blogspot.") != std::string::npos) return {url.origin() + "/feeds/posts/default"};
  if (host.ends_with(".typepad.com")) return {as_folder(url) + "atom.xml"};
  // Mastodon and similar software: one segment that is an account.
  if (path.size() == 1 && path[0].starts_with('@') && path[0].size() > 1) {
    return {without_slash(url.origin() + "/" + path[0]) + ".rss"};
  }
  return {};
}

}  // namespace

std::vector<FeedCandidate> platform_feeds(const Url& page) {
  return guarded_or_empty([&] {
    std::vector<FeedCandidate> out;
    for (std::string& url : platform_addresses(page)) {
      out.push_back({std::move(url), {}, {}, FeedCandidate::From::kConvention, false});
    }
    return out;
  });
}

std::vector<FeedCandidate> conventional_feeds(const Url& home) {
  // By their frequency at the roots of blogs: WordPress, Jekyll and Hexo, Hugo, Blogger, Pelican, ...
  constexpr std::array<std::string_view, 22> kPaths{"feed/",
                                                    "atom.xml",
                                                    "rss.xml",
                                                    "index.xml",
                                                    "feed.xml",
                                                    "feed",
                                                    "rss",
                                                    "index.rdf",
                                                    "feeds/posts/default",
                                                    "feeds/all.atom.xml",
                                                    "?feed=rss2",
                                                    "posts/index.xml",
                                                    "feed/feed.xml",
                                                    "rss/index.rss",
                                                    "post/index.xml",
                                                    "blog/feed/",
                                                    "blog/index.xml",
                                                    "blog/atom.xml",
                                                    "blog/rss.xml",
                                                    "feed.json",
                                                    "rss/",
                                                    "feed/index.html"};
  // In a folder of a host with other content at its root, only the most common paths are tried.
  constexpr std::size_t kFolderPaths = 13;
  return guarded_or_empty([&] {
    std::vector<FeedCandidate> out = platform_feeds(home);
    const auto add = [&out](const std::string& url) {
      const bool is_known = std::any_of(out.begin(), out.end(), [&](const auto& c) { return c.url == url; });
      if (!is_known && out.size() < kMaxCandidates) {
        out.push_back({url, {}, {}, FeedCandidate::From::kConvention, false});
      }
    };
    const std::string root = home.origin() + "/";
    const std::string path(home.path());
    const std::string last = path.substr(path.rfind('/') + 1);
    // "/blog" is usually a folder whose slash was omitted; "/blog/index.html" is a page in one.
    const bool is_folder = !last.empty() && last.find('.') == std::string::npos;
    const std::string folder = home.origin() + (is_folder ? path + "/" : path.substr(0, path.rfind('/') + 1));
    if (folder != root) {
      for (std::size_t i = 0; i < kFolderPaths; ++i) add(folder + std::string(kPaths[i]));
    }
    for (const std::string_view known : kPaths) add(root + std::string(known));
    return out;
  });
}

}  // namespace bfa
