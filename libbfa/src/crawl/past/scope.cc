// SPDX-License-Identifier: Apache-2.0
#include "crawl/past/scope.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/url/canonical.h"

namespace bfa {
namespace {

std::string_view without_www(std::string_view host) {
  if (host.substr(0, 4) == "www." && host.find('.', 4) != std::string_view::npos) host.remove_prefix(4);
  return host;
}

bool same_site(const Url& a, const Url& b) {
  if (without_www(a.host()) != without_www(b.host())) return false;
  if (!a.has_explicit_port() && !b.has_explicit_port()) return true;
  return a.port() == b.port();
}

// What the web serves as files rather than pages.
constexpr std::array<std::string_view, 44> kFileExtensions = {
    "7z",   "ai",   "atom", "avi",  "avif", "bmp", "bz2", "css", "csv",  "doc",  "docx",
    "eot",  "epub", "exe",  "flac", "gif",  "gz",  "ico", "iso", "jpeg", "jpg",  "js",
    "json", "m4a",  "mkv",  "mov",  "mp3",  "mp4", "mpg", "ogg", "ogv",  "pdf",  "png",
    "ppt",  "rar",  "rdf",  "rss",  "svg",  "tar", "ttf", "wav", "webm", "webp", "zip"};

bool is_file(std::string_view path) {
  const auto slash = path.rfind('/');
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return false;
  const std::string extension = ascii_lower_case(path.substr(dot + 1));
  if (extension == "xml" || extension == "woff" || extension == "woff2" || extension == "xls" ||
      extension == "xlsx")
    return true;
  return std::find(kFileExtensions.begin(), kFileExtensions.end(), extension) != kFileExtensions.end();
}

// The same segment three times comes from a relative link that leads back to the same page.
bool goes_round(const std::vector<std::string_view>& segments) {
  for (const auto& segment : segments) {
    if (segment.size() > 2 && std::count(segments.begin(), segments.end(), segment) >= 3) return true;
  }
  return false;
}

}  // namespace

Scope::Scope(Url base) : base_(std::move(base)), base_key_(fetch_dedup_key(base_)) {}

Result<Scope> Scope::of(const std::string& base) {
  BFA_ASSIGN_OR_RETURN(Url url, Url::parse(base));
  if (!url.is_http())
    return Error{Code::kInvalidArgument, "only http and https addresses can be crawled", base};
  return Scope(std::move(url));
}

std::string Scope::base_of(const Url& home) {
  const std::string_view path = home.path();
  return home.origin() + std::string(path.substr(0, path.rfind('/') + 1));
}

std::optional<Url> Scope::admit(std::string_view text) const {
  const auto url = Url::parse(text);
  return url ? admit(*url) : std::nullopt;
}

std::optional<Url> Scope::admit(const Url& url) const {
  if (!url.is_http() || !same_site(url, base_)) return std::nullopt;
  const std::string_view path = url.path();
  const std::string_view prefix = base_.path();
  const bool inside = path.substr(0, prefix.size()) == prefix ||
                      (path.size() + 1 == prefix.size() && prefix.substr(0, path.size()) == path);
  if (!inside) return std::nullopt;
  CanonicalOptions options;
  options.drop_fragment = true;
  options.drop_index_file = true;  // the folder and its index.html are one page: see fetch_dedup_key
  const bool own_spelling = url.scheme() == base_.scheme() && url.host() == base_.host() &&
                            url.port() == base_.port() && url.username().empty() && url.password().empty();
  if (own_spelling && !path.starts_with("//")) return canonical_url(url, options);
  // "//2021/" is how careless templates join "/" and "/2021/".
  const auto slashes = path.find_first_not_of('/');
  std::string moved =
      base_.origin() + "/" + std::string(slashes == std::string_view::npos ? "" : path.substr(slashes));
  if (url.has_query()) moved += "?" + std::string(url.query());
  auto parsed = Url::parse(moved);
  if (!parsed) return std::nullopt;
  return canonical_url(*parsed, options);
}

bool worth_following(const Url& url, const StepOptions& options) {
  if (url.href().size() > options.max_url_length) return false;
  const std::string_view path = url.path();
  if (is_file(path)) return false;
  // Many servers take "a//b" for "a/b": links like "..//b" would add a slash at each step.
  constexpr std::size_t kMostEmpty = 1;
  std::size_t empty = 0;
  std::vector<std::string_view> segments;
  for (std::size_t begin = 1; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    if (end > begin) {
      segments.push_back(path.substr(begin, end - begin));
    } else {
      ++empty;
    }
    begin = end + 1;
  }
  return empty <= kMostEmpty && segments.size() <= options.max_path_segments && !goes_round(segments);
}

Url stored_url(const std::string& href) {
  return Url::parse(href).value_or(Url());
}

}  // namespace bfa
