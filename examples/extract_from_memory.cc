// SPDX-License-Identifier: Apache-2.0
// Extracts a blog's posts from bytes in memory: learns from the feed where its pages have their articles, and
// reads all pages by that. Usage: extract_from_memory HOME FEED_ADDRESS FEED_FILE {PAGE_ADDRESS FILE}...
#include <bfa/extract/extractor.h>

#include <cstdio>
#include <fstream>
#include <iterator>

static std::string bytes_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int main(int argc, char** argv) {
  if (argc < 6 || argc % 2 != 0) {
    std::fprintf(stderr, "usage: extract_from_memory HOME FEED_ADDRESS FEED_FILE {PAGE_ADDRESS FILE}...\n");
    return 2;
  }
  const auto failed = [](const bfa::Error& error) {
    std::fprintf(stderr, "%s\n", bfa::to_string(error).c_str());
    return 1;
  };

  bfa::Extractor blog(argv[1]);
  if (const auto added = blog.add_feed(bytes_of(argv[3]), argv[2]); !added.ok()) return failed(added.error());
  for (int i = 4; i + 1 < argc; i += 2) {
    const auto added = blog.add_page(argv[i], bytes_of(argv[i + 1]), "text/html");
    if (!added.ok()) return failed(added.error());
  }
  const auto report = blog.learn();
  if (!report) return failed(report.error());
  if (!report->learned) std::fprintf(stderr, "nothing learned: %s\n", report->reason.c_str());
  for (const auto& rule : report->rules.rules)
    std::printf("%s: %s\n", rule.field.c_str(), rule.xpath.c_str());

  for (int i = 4; i + 1 < argc; i += 2) {
    const auto page = blog.extract(argv[i]);
    if (!page) return failed(page.error());
    if (!page->object) continue;  // a page without content of its own
    const std::string& text = page->object->text;
    std::printf("%s\n  %s\n  %s\n", argv[i], page->object->title.c_str(),
                text.substr(0, text.find('\n')).c_str());
  }
  return 0;
}
