// SPDX-License-Identifier: Apache-2.0
#include "extract/methods/feed_value_finder.h"

#include <algorithm>

#include "base/ascii.h"

namespace bfa {
namespace {

bool is_plain(char c) {
  return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// Bytes of a typographic space, dash or quotation mark (U+2000 to U+206F, U+00A0) at `at`; 0 for other
// characters.
std::size_t mark_size(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  if (byte(0) == 0xe2 && (byte(1) == 0x80 || byte(1) == 0x81)) return 3;
  return byte(0) == 0xc2 && byte(1) == 0xa0 ? 2 : 0;
}

void append_key_text(std::string_view text, std::string& out, std::vector<std::size_t>* words) {
  const auto end_word = [&] {
    if (words != nullptr && !out.empty() && (words->empty() || words->back() != out.size()))
      words->push_back(out.size());
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t mark = mark_size(text, i);
    if (mark == 0 && is_plain(text[i])) {
      out += text[i++];
      continue;
    }
    end_word();
    i += std::max<std::size_t>(mark, 1);
  }
  end_word();
}

}  // namespace

std::string key_text(std::string_view text, std::vector<std::size_t>* words) {
  std::string out;
  append_key_text(text, out, words);
  return out;
}

FeedValueFinder::FeedValueFinder(const PageIndex& page) : page_(&page), before_(page.size() + 1, 0) {
  const HtmlDocument& doc = page.doc();
  for (NodeId n = 0; n < page.size(); ++n) {
    before_[n] = text_.size();
    if (n < page.body() || page.tag(n) != Tag::kText || (page.zones(n) & kZoneIgnored)) continue;
    append_key_text(doc.text(n), text_, nullptr);
  }
  before_[page.size()] = text_.size();
}

std::size_t FeedValueFinder::agreement(std::size_t at, std::string_view value) const {
  std::size_t n = 0;
  while (n < value.size() && at + n < text_.size() && text_[at + n] == value[n]) ++n;
  return n;
}

std::vector<FeedValueFinder::Found> FeedValueFinder::find(std::string_view value,
                                                          std::size_t min_bytes) const {
  std::vector<std::size_t> words;
  const std::string wanted = key_text(value, &words);
  std::vector<Found> found;
  if (wanted.size() < min_bytes || wanted.empty()) return found;
  const HtmlDocument& doc = page_->doc();
  std::size_t last_begin = text_.size() + 1;
  std::size_t agrees = 0;
  for (NodeId n = page_->body() + 1; n < doc.end(page_->body()); ++n) {
    const std::size_t begin = before_[n];
    const std::size_t bytes = before_[doc.end(n)] - begin;
    if (page_->tag(n) == Tag::kText || bytes < min_bytes || bytes == 0 || bytes > wanted.size()) continue;
    if (begin != last_begin) agrees = agreement(begin, wanted);
    last_begin = begin;
    if (bytes > agrees || !std::binary_search(words.begin(), words.end(), bytes)) continue;
    const Found one{n, begin, agrees, bytes, wanted.size()};
    if (!found.empty()) {
      const Found& best = found.front();
      const auto rank = std::pair(agrees, bytes);
      const auto best_rank = std::pair(best.agrees, best.bytes);
      if (rank < best_rank) continue;
      if (rank > best_rank) found.clear();
    }
    const bool nested = !found.empty() && doc.contains(found.back().node, n);
    if (!nested) {
      found.push_back(one);
    } else if (is_block(page_->tag(n))) {
      found.back() = one;
    }
  }
  return found.empty() ? find_beginning(wanted, min_bytes) : found;
}

std::vector<FeedValueFinder::Found> FeedValueFinder::find_beginning(std::string_view value,
                                                                    std::size_t min_bytes) const {
  std::vector<Found> found;
  const std::size_t least = std::max(min_bytes, value.size() - value.size() / 5);
  for (const TextBlock& block : page_->blocks()) {
    const NodeId n = block.container;
    const std::size_t begin = before_[block.first];
    const std::size_t agrees = agreement(begin, value);
    if (agrees < least) continue;
    found.push_back({n, begin, agrees, before_[page_->doc().end(n)] - before_[n], value.size()});
  }
  return found;
}

FeedValueFinder::NodeId FeedValueFinder::holder(const Found& found) const {
  const HtmlDocument& doc = page_->doc();
  NodeId n = found.node;
  while (before_[doc.end(n)] < found.begin + found.agrees && n != page_->body()) n = doc.parent(n);
  const bool whole = 10 * found.agrees >= 9 * found.wanted;
  while (!whole && n != page_->body()) {
    const NodeId up = doc.parent(n);
    if (up == page_->body() || 10 * (before_[doc.end(up)] - before_[up]) > 11 * found.wanted) break;
    n = up;
  }
  return n;
}

}  // namespace bfa
