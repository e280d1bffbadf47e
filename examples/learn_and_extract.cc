// SPDX-License-Identifier: Apache-2.0
// Learns from a feed where a blog's articles stand on its pages, and extracts all pages by it.
// Usage: learn_and_extract FEED HOME {PAGE_ADDRESS FILE}...
#include <bfa/extract/extract.h>
#include <bfa/io/file_system.h>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 5 || argc % 2 == 0) {
    return std::fprintf(stderr, "usage: learn_and_extract FEED HOME {PAGE_ADDRESS FILE}...\n"), 2;
  }
  bfa::FileSystem& disk = bfa::posix_file_system();
  bfa::Findings findings;
  bfa::TrainingSet set;
  const auto feed =
      bfa::parse_feed(bfa::read_file(disk, argv[1], 32u << 20).value_or(""), "", argv[2], findings);
  const auto home = bfa::Url::parse(argv[2]);
  if (!feed || !home) return std::fprintf(stderr, "no feed in %s, or no address: %s\n", argv[1], argv[2]), 1;
  set.blog = *home;
  set.feed = &*feed;

  std::vector<bfa::HtmlDocument> pages;
  std::vector<bfa::PageInput> inputs;
  pages.reserve(static_cast<std::size_t>(argc));  // the inputs point into it
  for (int i = 3; i + 1 < argc; i += 2) {
    auto page = bfa::HtmlDocument::parse(bfa::read_file(disk, argv[i + 1], 32u << 20).value_or(""), findings);
    auto url = bfa::Url::parse(argv[i]);
    if (!page || !url) return std::fprintf(stderr, "cannot use %s\n", argv[i]), 1;
    pages.push_back(std::move(*page));
    const bfa::FeedEntry* entry = nullptr;  // the feed's word for this page, if it has one
    for (const auto& candidate : feed->entries) {
      if (candidate.link == url->href()) entry = &candidate;
    }
    inputs.push_back({*url, *home, &pages.back(), entry, argv[1], {}});
    if (entry != nullptr) set.pages.push_back({*url, &pages.back(), entry, 0, {}});
  }

  const auto strategy = bfa::make_ensemble_strategy();
  const auto learned = strategy->learn(set);
  if (!learned) return std::fprintf(stderr, "%s\n", bfa::to_string(learned.error()).c_str()), 1;
  for (const auto& rule : learned->rules) std::printf("%s: %s\n", rule.field.c_str(), rule.xpath.c_str());
  for (const auto& input : inputs) {
    const auto found = strategy->extract(&*learned, input);
    if (!found || !found->object) continue;
    const std::string& text = found->object->text;
    std::printf("%s\n  %s\n  %s\n", input.url.href().c_str(), found->object->title.c_str(),
                text.substr(0, text.find('\n')).c_str());  // the first paragraph
  }
  return 0;
}
