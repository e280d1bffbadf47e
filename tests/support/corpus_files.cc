// SPDX-License-Identifier: Apache-2.0
#include "corpus_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "bfa/io/digest.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"

namespace bfa::test {
namespace {

namespace fs = std::filesystem;

using NamedType = std::pair<std::string_view, std::string_view>;

constexpr std::array<NamedType, 11> kTypes = {{{".css", "text/css"},
                                               {".js", "application/javascript"},
                                               {".json", "application/json"},
                                               {".txt", "text/plain"},
                                               {".svg", "image/svg+xml"},
                                               {".webp", "image/webp"},
                                               {".ico", "image/x-icon"},
                                               {".png", "image/png"},
                                               {".gif", "image/gif"},
                                               {".jpg", "image/jpeg"},
                                               {".jpeg", "image/jpeg"}}};
constexpr std::array<NamedType, 6> kFeedMarks = {{{"<rss", "application/rss+xml"},
                                                  {"<rdf:RDF", "application/rdf+xml"},
                                                  {"<RDF", "application/rdf+xml"},
                                                  {"<feed", "application/atom+xml"},
                                                  {"<urlset", "application/xml"},
                                                  {"<sitemapindex", "application/xml"}}};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

void skip_space(std::string_view& text) {
  while (!text.empty() && contains(" \t\r\n", text.substr(0, 1))) text.remove_prefix(1);
}

// An HTML page by its first element or doctype, after an XML declaration and comments. `text`: lower case.
bool begins_as_html(std::string_view text) {
  if (text.starts_with("<?xml")) {
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
  }
  skip_space(text);
  while (text.starts_with("<!--")) {
    const std::size_t end = text.find("-->");
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 3);
    skip_space(text);
  }
  return text.starts_with("<html") || text.starts_with("<!doctype html");
}

std::optional<std::string> feed_type(std::string_view begin) {
  if (!begin.starts_with('<') || begins_as_html(lower(begin))) return std::nullopt;
  for (const auto& [mark, type] : kFeedMarks) {
    if (!contains(begin, mark)) continue;
    const std::string first = lower(begin.substr(0, 100));
    const bool utf8 = !contains(begin.substr(0, 100), "encoding=") || contains(first, "utf-8");
    return std::string(type) + (utf8 ? "; charset=utf-8" : "");
  }
  return std::nullopt;
}

// The last code point may be cut.
bool is_utf8_begin(std::string_view text) {
  for (std::size_t cut = 0; cut < 4 && cut <= text.size(); ++cut) {
    if (is_valid_utf8(text.substr(0, text.size() - cut))) return true;
  }
  return false;
}

std::string reason_of(int status) {
  return status == 200   ? "OK"
         : status == 301 ? "Moved Permanently"
         : status == 304 ? "Not Modified"
                         : "Not Found";
}

CorpusAnswer redirect(const std::string& location) {
  return {301,
          corpus_head(301, "Location: " + location + "\r\nContent-Type: text/plain; charset=utf-8\r\n", 0),
          {},
          {},
          {}};
}

CorpusAnswer missing(std::string_view text) {
  return {404,
          corpus_head(404, "Content-Type: text/plain; charset=utf-8\r\n", text.size()),
          std::string(text),
          {},
          {}};
}

std::string http_date(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return text.data();
}

CorpusAnswer file_answer(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  CorpusAnswer answer;
  answer.status = 200;
  answer.body.assign(std::istreambuf_iterator<char>(in), {});
  struct stat info{};
  ::stat(path.c_str(), &info);
  answer.etag = '"' + hex_encode(digest(DigestAlgorithm::kSha1, answer.body)).substr(0, 20) + '"';
  const std::string validators = "ETag: " + answer.etag + "\r\nLast-Modified: " + http_date(info.st_mtime) +
                                 "\r\nCache-Control: max-age=0\r\n";
  answer.head =
      corpus_head(200, validators + "Content-Type: " + corpus_content_type(path, answer.body) + "\r\n",
                  answer.body.size());
  answer.not_modified = corpus_head(304, validators, 0);
  return answer;
}

// The file that a path names, below `folder`; a folder that has an index file when the path lacks its slash.
struct Found {
  std::string file;
  bool redirects = false;
};

std::optional<Found> find_file(const std::string& folder, std::string_view path, std::string_view query) {
  static constexpr std::array<const char*, 4> kIndexes = {"index.html", "index.htm", "index.xml",
                                                          "index.rss"};
  std::string name = percent_decode(path);
  name.erase(0, std::min(name.find_first_not_of('/'), name.size()));
  if (name.find('\0') != std::string::npos || contains("/" + name + "/", "/../")) return std::nullopt;
  std::vector<std::string> tries;
  if (!query.empty()) tries = {name + "?" + percent_decode(query), name + "?" + std::string(query)};
  if (name.empty() || name.ends_with('/')) {
    for (const char* const index : kIndexes) tries.push_back(name + index);
    if (!name.empty()) tries.push_back(name.substr(0, name.find_last_not_of('/') + 1));
  } else {
    tries.insert(tries.end(), {name, name + ".html", name + ".htm"});
  }
  std::error_code ignored;
  for (const auto& each : tries) {
    if (fs::is_regular_file(folder + "/" + each, ignored)) return Found{folder + "/" + each, false};
  }
  if (name.empty() || name.ends_with('/')) return std::nullopt;
  for (const char* const index : kIndexes) {
    if (fs::is_regular_file(folder + "/" + name + "/" + index, ignored)) return Found{{}, true};
  }
  return std::nullopt;
}

}  // namespace

std::string corpus_content_type(std::string_view path, std::string_view body) {
  const std::size_t slash = path.rfind('/'), dot = path.rfind('.');
  const bool has_suffix =
      dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash + 1);
  const std::string suffix = has_suffix ? lower(path.substr(dot)) : std::string();
  for (const auto& [name, type] : kTypes) {
    if (suffix == name) return std::string(type);
  }
  const std::string_view head = body.substr(0, 4096);
  std::string_view begin = head;
  if (begin.starts_with("\xef\xbb\xbf")) begin.remove_prefix(3);
  skip_space(begin);
  begin = begin.substr(0, 1500);
  if (auto feed = feed_type(begin)) return *feed;
  if (suffix == ".xml" || suffix == ".rdf" || suffix == ".rss" || suffix == ".atom") return "application/xml";
  const std::string low = lower(begin);
  const bool page = suffix.empty() || suffix == ".html" || suffix == ".htm" || suffix == ".php" ||
                    contains(low, "<html") || contains(low, "<!doctype html");
  if (!page) return "application/octet-stream";
  // Without a charset in the header the page's own meta element decides, as with a plain static server.
  const bool names_charset = contains(head.substr(0, 3000), "charset=");
  return !names_charset && is_utf8_begin(head) ? "text/html; charset=utf-8" : "text/html";
}

std::string corpus_head(int status, std::string_view fields, std::size_t length) {
  return "HTTP/1.1 " + std::to_string(status) + " " + reason_of(status) + "\r\nServer: blogcorpus/2\r\n" +
         std::string(fields) + "Content-Length: " + std::to_string(length) + "\r\n\r\n";
}

CorpusFiles::CorpusFiles(const std::string& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_directory()) hosts_.emplace(lower(entry.path().filename().string()), entry.path().string());
  }
}

CorpusAnswer CorpusFiles::make(const std::string& host, std::string_view target) const {
  const auto known = hosts_.find(host);
  if (known == hosts_.end()) {
    const std::string twin = host.starts_with("www.") ? host.substr(4) : "www." + host;
    if (hosts_.contains(twin)) return redirect("http://" + twin + std::string(target));
    return missing("no such host here\n");
  }
  const std::size_t mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  const std::string_view query =
      mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  const auto found = find_file(known->second, path, query);
  if (!found) return missing("not found\n");
  if (!found->redirects) return file_answer(found->file);
  return redirect("http://" + host + std::string(path) + "/" +
                  (query.empty() ? "" : "?" + std::string(query)));
}

std::shared_ptr<const CorpusAnswer> CorpusFiles::answer(std::string_view host, std::string_view target) {
  const std::string name = lower(host);
  auto& kept = answers_[name + std::string(target)];
  if (!kept) kept = std::make_shared<const CorpusAnswer>(make(name, target));
  return kept;
}

}  // namespace bfa::test
