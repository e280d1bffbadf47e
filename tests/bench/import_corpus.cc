// SPDX-License-Identifier: Apache-2.0
// import_corpus FILE BLOGS POSTS: writes one WARC file with captures of synthetic blogs, for measuring
// imports and rebuilds. Each blog has a home page, a feed with its 10 newest posts, pages of 10 older posts
// each, and POSTS posts of about 3 KB. The same numbers give the same bytes.
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr int kOnPage = 10;
constexpr const char* kDate = "2026-01-02T03:04:05Z";

class Words {
 public:
  explicit Words(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::string sentence() {
    std::string text;
    for (int i = 0; i < 12; ++i) {
      if (i > 0) text += ' ';
      text += word(next() % 4000);
    }
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text + ". ";
  }

 private:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  static std::string word(std::uint64_t number) {
    static const char* const kParts[] = {"ba", "re", "lo", "mi", "tu", "sen", "dor", "vik", "na", "pel"};
    std::string text;
    for (std::uint64_t rest = number + 7; rest > 0; rest /= 10) text += kParts[rest % 10];
    return text;
  }
  std::uint64_t state_;
};

class Corpus {
 public:
  explicit Corpus(std::FILE* out) : out_(out) {}

  bool blog(int number, int posts) {
    const std::string origin = "http://blog" + std::to_string(number) + ".example";
    const int pages = (posts + kOnPage - 1) / kOnPage;
    bool good = answer(origin + "/", "text/html; charset=utf-8", listing(origin, number, posts, 1, pages));
    good = good && answer(origin + "/feed.xml", "application/rss+xml", feed(origin, number, posts));
    for (int page = 2; good && page <= pages; ++page) {
      good = answer(origin + "/page/" + std::to_string(page) + "/", "text/html; charset=utf-8",
                    listing(origin, number, posts, page, pages));
    }
    for (int post = posts; good && post > 0; --post)
      good = answer(address(origin, post), "text/html; charset=utf-8", post_page(origin, number, post));
    return good;
  }

 private:
  static std::string address(const std::string& origin, int post) {
    return origin + "/" + std::to_string(2000 + post / 5000) + "/note-" + std::to_string(post) + "/";
  }
  static std::string article(int blog, int post, int paragraphs) {
    Words words(static_cast<std::uint64_t>(blog) * 1000003u + static_cast<std::uint64_t>(post));
    std::string html;
    for (int p = 0; p < paragraphs; ++p) {
      html += "<p>";
      for (int s = 0; s < 4; ++s) html += words.sentence();
      html += "</p>\n";
    }
    return html;
  }
  static std::string frame(const std::string& title, const std::string& main) {
    return "<!DOCTYPE html><html lang=\"en\"><head><title>" + title +
           " - Notes</title><link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\">"
           "</head><body><div id=\"top\"><a href=\"/\">Notes</a></div><div id=\"main\">" +
           main + "</div><div id=\"side\"><p>About these notes</p></div></body></html>";
  }
  static std::string listing(const std::string& origin, int blog, int posts, int page, int pages) {
    std::string main;
    for (int post = posts - (page - 1) * kOnPage; post > 0 && post > posts - page * kOnPage; --post) {
      main += "<div class=\"teaser\"><h2><a href=\"" + address(origin, post) + "\">Note " +
              std::to_string(post) + "</a></h2>" + article(blog, post, 1) + "</div>";
    }
    if (page < pages)
      main +=
          "<a class=\"older\" rel=\"next\" href=\"/page/" + std::to_string(page + 1) + "/\">Older posts</a>";
    return frame("Page " + std::to_string(page), main);
  }
  static std::string post_page(const std::string& origin, int blog, int post) {
    const std::string before = post > 1 ? "<a href=\"" + address(origin, post - 1) + "\">before</a>" : "";
    return frame("Note " + std::to_string(post),
                 "<h1>Note " + std::to_string(post) +
                     "</h1><div class=\"meta\">by <span class=\"author\">A. Writer</span> on "
                     "March " +
                     std::to_string(1 + post % 28) + ", 2026</div><div class=\"entry\">" +
                     article(blog, post, 8) + "</div>" + before);
  }
  static std::string feed(const std::string& origin, int blog, int posts) {
    std::string xml =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\"><channel><title>Notes</title><link>" +
        origin + "/</link>";
    for (int post = posts; post > 0 && post > posts - kOnPage; --post) {
      xml += "<item><title>Note " + std::to_string(post) + "</title><link>" + address(origin, post) +
             "</link><pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate><description><![CDATA[" +
             article(blog, post, 8) + "]]></description></item>";
    }
    return xml + "</channel></rss>";
  }

  bool answer(const std::string& url, const std::string& type, const std::string& body) {
    const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
                              "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    char id[40];
    std::snprintf(id, sizeof id, "00000000-0000-4000-8000-%012llx",
                  static_cast<unsigned long long>(++records_));
    return member("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + std::string(id) +
                  ">\r\nWARC-Date: " + kDate + "\r\nWARC-Target-URI: " + url +
                  "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
                  std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n");
  }

  // One gzip member.
  bool member(const std::string& bytes) {
    z_stream stream{};
    constexpr int kGzip = 15 + 16;
    if (deflateInit2(&stream, 1, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    const std::size_t size = stream.total_out;
    deflateEnd(&stream);
    return done && std::fwrite(packed.data(), 1, size, out_) == size;
  }

  std::FILE* out_;
  std::uint64_t records_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: import_corpus FILE BLOGS POSTS\n", stderr), 2;
  std::FILE* const out = std::fopen(argv[1], "wb");
  if (out == nullptr) return std::perror(argv[1]), 9;
  Corpus corpus(out);
  const int blogs = std::atoi(argv[2]);
  const int posts = std::atoi(argv[3]);
  bool good = true;
  for (int blog = 1; good && blog <= blogs; ++blog) good = corpus.blog(blog, posts);
  if (std::fclose(out) != 0 || !good) return std::perror(argv[1]), 9;
  return 0;
}
