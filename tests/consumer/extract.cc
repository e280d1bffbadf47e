// SPDX-License-Identifier: Apache-2.0
// Uses bfa::extract from outside: a page without a feed, through every module of that library.
#include <bfa/extract/extract.h>

#include <cstdio>

int main() {
  bfa::Findings findings;
  const auto page = bfa::HtmlDocument::parse(
      "<!DOCTYPE html><html lang=en><title>Shelf marks</title><body><article><h1>Shelf marks</h1><p>The "
      "shelves were counted "
      "twice, and both counts agree with what the old catalogue says of them.</p><p>Nobody had expected "
      "that, least of all "
      "the people who counted them.</p></article></body></html>",
      findings);
  const auto url = bfa::Url::parse("https://blog.example/2026/shelf-marks");
  const auto home = bfa::Url::parse("https://blog.example/");
  if (!page || !url || !home) return std::fprintf(stderr, "the page was not read\n"), 1;
  const auto strategy = bfa::make_ensemble_strategy();
  const auto found = strategy->extract(nullptr, {*url, *home, &*page, nullptr, "", {}});
  if (!found || !found->object) return std::fprintf(stderr, "nothing was extracted\n"), 1;
  std::printf("%s\n", found->object->title.c_str());
  return 0;
}
