// SPDX-License-Identifier: Apache-2.0
// leak_archive FOLDER HOSTILE [HOST=TREE...]: makes an archive of captures in the new folder FOLDER: each
// file of HOSTILE at http://hostile.example/NAME, some images at foreign.example, and each file of the trees
// at its host. Prints the address of each page on a line.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "bfa/store/archive.h"
#include "bfa/url/url.h"

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::string> kTypes = {
    {".html", "text/html"},    {".htm", "text/html"},      {".xhtml", "application/xhtml+xml"},
    {".svg", "image/svg+xml"}, {".xml", "text/xml"},       {".css", "text/css"},
    {".png", "image/png"},     {".jpg", "image/jpeg"},     {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},     {".js", "text/javascript"}, {".woff", "font/woff"},
    {".woff2", "font/woff2"},  {".ico", "image/x-icon"},   {".webp", "image/webp"}};

// One pixel.
constexpr unsigned char kPixel[] = {0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0,    1, 0, 0x80, 0,
                                    0,    0xff, 0,    0,    0,    0,    0, 0x2c, 0, 0, 0,    0,
                                    1,    0,    1,    0,    0,    2,    2, 0x44, 1, 0, 0x3b};

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Site {
 public:
  explicit Site(bfa::Archive& archive) : archive_(archive) {}

  bool put(const std::string& address, const std::string& body, const std::string& type) {
    const auto url = bfa::Url::parse(address);
    if (!url) return true;
    bfa::StepResult step;
    step.task.kind = bfa::TaskKind::kMedia;
    step.task.blog = "http://hostile.example/";
    step.task.url = *url;
    bfa::Exchange exchange;
    exchange.url = url->href();
    exchange.started = *bfa::parse_rfc3339("2026-01-02T03:04:05Z");
    exchange.protocol = "http/1.1";
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
                             "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    bfa::Findings findings;
    exchange.head = *bfa::parse_response_head(head, findings);
    exchange.request = bfa::Blob("GET / HTTP/1.1\r\n\r\n");
    exchange.response = bfa::Blob(head + body);
    step.exchanges.push_back(std::move(exchange));
    const auto committed = archive_.sink().commit(std::move(step));
    if (!committed) std::fprintf(stderr, "%s\n", bfa::to_string(committed.error()).c_str());
    if (type.find("html") != std::string::npos) std::printf("%s\n", url->href().c_str());
    return committed.has_value();
  }

  bool put_tree(const std::string& host, const fs::path& tree) {
    std::map<std::string, fs::path> files;
    for (const auto& file : fs::recursive_directory_iterator(tree)) {
      if (file.is_regular_file()) files[fs::relative(file.path(), tree).generic_string()] = file.path();
    }
    for (const auto& [name, file] : files) {
      const auto type = kTypes.find(file.extension().string());
      if (type == kTypes.end()) continue;
      std::string address = "http://" + host + "/" + name;
      if (name.ends_with("index.html")) address.resize(address.size() - 10);
      if (!put(address, read_file(file), type->second)) return false;
    }
    return true;
  }

 private:
  bfa::Archive& archive_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  bfa::ArchiveOptions options;
  options.mode = bfa::ArchiveOptions::Mode::kWrite;
  options.create = true;
  const auto archive = bfa::Archive::open(argv[1], options);
  if (!archive) {
    std::fprintf(stderr, "%s\n", bfa::to_string(archive.error()).c_str());
    return 1;
  }
  Site site(**archive);
  if (!site.put_tree("hostile.example", argv[2])) return 1;
  const std::string pixel(reinterpret_cast<const char*>(kPixel), sizeof kPixel);
  for (const char* name : {"s1.png", "lazy.png", "44.png", "10.png", "i.png", "poster.png"}) {
    if (!site.put(std::string("http://foreign.example/") + name, pixel, "image/gif")) return 1;
  }
  if (!site.put("http://foreign.example/click", "<!DOCTYPE html><title>Clicked</title><p>CLICKED",
                "text/html"))
    return 1;
  for (int i = 3; i < argc; ++i) {
    const std::string pair = argv[i];
    const std::size_t at = pair.find('=');
    if (at == std::string::npos || !site.put_tree(pair.substr(0, at), pair.substr(at + 1))) return 1;
  }
  return (*archive)->close() ? 0 : 1;
}
