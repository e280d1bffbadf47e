// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/extract/extract.h"
#include "bfa/extract/rules.h"
#include "fuzz/fuzz_target.h"

// Any page can be learned from and extracted, twice with the same result, and a learned post pattern reads
// back. The bytes are the page of an entry and the entry's text at once.
BFA_FUZZ_TARGET(extract_page) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse(bytes, findings);
  if (!doc) return 0;
  const bfa::Url url = bfa::Url::parse("http://blog.example/2024/01/post/").value();
  bfa::Feed feed;
  bfa::FeedEntry entry;
  entry.link = url.href();
  entry.title = bytes.substr(0, 40);
  entry.content = bytes.substr(0, 4000);
  entry.authors.emplace_back(bytes.substr(0, 10));
  feed.entries.push_back(entry);
  bfa::TrainingSet set;
  set.blog = url;
  set.feed = &feed;
  for (std::uint64_t capture = 1; capture <= 4; ++capture) {
    set.pages.push_back({url, &*doc, &feed.entries[0], capture, {}});
  }
  const bfa::PageInput input{url, url, &*doc, nullptr, "", {}};
  // Alone, under an address of a forum.
  const bfa::Url topic = bfa::Url::parse("http://forum.example/threads/post/").value();
  if (!bfa::make_strategy("generic")->extract(nullptr, {topic, topic, &*doc, nullptr, "", {}})) std::abort();
  for (const std::string& name : bfa::strategy_names()) {
    const auto strategy = bfa::make_strategy(name);
    const auto learned = strategy->learn(set);
    if (!learned || !(*learned == strategy->learn(set).value())) std::abort();
    if (!bfa::PostPattern::parse(learned->post_pattern)) std::abort();
    const auto got = strategy->extract(&*learned, input);
    if (!got || !got->object || !(*got->object == strategy->extract(&*learned, input)->object)) std::abort();
  }
  return 0;
}
