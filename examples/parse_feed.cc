// SPDX-License-Identifier: Apache-2.0
// Prints what a feed says, whatever its kind: RSS, Atom, RDF or JSON Feed, well-formed or not.
// Usage: parse_feed FILE ADDRESS
#include <bfa/feed/feed.h>
#include <bfa/io/file_system.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: parse_feed FILE ADDRESS\n"), 2;
  const auto bytes = bfa::read_file(bfa::posix_file_system(), argv[1], 32u << 20);
  if (!bytes) return std::fprintf(stderr, "%s\n", bfa::to_string(bytes.error()).c_str()), 1;

  bfa::Findings findings;
  const auto feed = bfa::parse_feed(*bytes, "", argv[2], findings);
  if (!feed) return std::fprintf(stderr, "%s\n", bfa::to_string(feed.error()).c_str()), 1;

  std::printf("%s (%s %s)\n", feed->title.c_str(), feed->format.c_str(), feed->version.c_str());
  for (const auto& entry : feed->entries) {
    const auto date = entry.published ? bfa::format_timestamp(*entry.published) : "no date";
    std::printf("%s  %s\n  %s\n", date.c_str(), entry.title.c_str(), entry.link.c_str());
  }
  for (const auto& finding : findings) std::fprintf(stderr, "note: %s\n", finding.message.c_str());
  return 0;
}
