// SPDX-License-Identifier: Apache-2.0
// Uses bfa from outside: a value type, a parser, and the store, so that every library that they need is
// linked.
#include <bfa/feed/feed.h>
#include <bfa/store/archive.h>

#include <cstdio>

int main() {
  bfa::Findings findings;
  const auto feed = bfa::parse_feed(
      "<rss version=\"2.0\"><channel><title>Shelf marks</title><item><title>One</title>"
      "<link>/one</link></item></channel></rss>",
      "application/rss+xml", "https://blog.example/feed", findings);
  if (!feed || feed->entries.size() != 1 || feed->entries[0].link != "https://blog.example/one") {
    std::fprintf(stderr, "the feed was not read\n");
    return 1;
  }
  const auto archive = bfa::Archive::open("/nonexistent/archive", bfa::ArchiveOptions{});
  if (archive || archive.error().code != bfa::Code::kNotFound) {
    std::fprintf(stderr, "an archive that is not there was opened\n");
    return 1;
  }
  std::printf("%s\n", feed->title.c_str());
  return 0;
}
