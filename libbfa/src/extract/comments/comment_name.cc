// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_name.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/fields/bylines.h"
#include "extract/words/comment_words.h"
#include "extract/words/phrase_table.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxNameBytes = 120;

bool is_between(std::string_view word) {
  const auto words = words_before_date();
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line) {
    if (c == ' ') {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string join(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    if (!out.empty()) out += ' ';
    out += words[i];
  }
  return out;
}

std::string without_edges(std::string word) {
  while (!word.empty() &&
         (word.back() == ',' || word.back() == ':' || word.back() == '.' || word.back() == ';'))
    word.pop_back();
  return word;
}

bool is_number(std::string_view word) {
  return word.size() <= 6 && has_digit(word) && std::all_of(word.begin(), word.end(), [](char c) {
           return is_digit(c) || c == '#' || c == '.' || c == ')' || c == '(' || c == ':';
         });
}

std::optional<ProseDate> date_of(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
  return find_prose_date(join(words, begin, end), "", UtcTime{});
}

bool is_address(std::string_view word) {
  return word.find("://") != std::string_view::npos;
}

}  // namespace

std::string commenter_name(std::string_view line) {
  std::vector<std::string> words = words_of(collapse_space(line));
  if (words.empty()) return {};
  std::size_t begin = 0, end = words.size();
  // "3. Ann", "#3 Ann"; "007" alone is a name, "3." alone is the comment's number.
  if (is_number(words[0]) && words[0].find_first_of("#.):") != std::string::npos) ++begin;
  if (begin == end) return {};
  const auto folded = [&](std::size_t i) { return fold_case(without_edges(words[i])); };
  if (end - begin >= 2 && (folded(begin) == "comment" || folded(begin) == "commentaire" ||
                           folded(begin) == "kommentar" || folded(begin) == "comentario")) {
    ++begin;  // "Comment by Ann", "Comment from Ann"
    if (folded(begin) == "from" || folded(begin) == "de" || folded(begin) == "von") ++begin;
  }
  // "Ann replied to comment from Bo", "Ann in reply to Bo".
  for (std::size_t i = begin + 1; i + 1 < end; ++i) {
    const bool answers = folded(i) == "replied" || folded(i) == "replying" || folded(i) == "reply";
    if (answers && folded(i + 1) == "to") end = i > begin + 1 && folded(i - 1) == "in" ? i - 1 : i;
  }
  while (end > begin) {
    const std::string last = folded(end - 1);
    const bool two = end - begin >= 2 && is_saying(folded(end - 2) + " " + last);
    if (two) {
      end -= 2;
    } else if (end - begin > 1 && (last.empty() || is_saying(last) || is_between(last))) {
      --end;
    } else {
      break;
    }
  }
  // An address next to the name does not belong to it.
  std::vector<std::string> kept;
  for (std::size_t i = begin; i < end; ++i) {
    if (!is_address(words[i])) kept.push_back(words[i]);
  }
  const bool address = kept.empty();
  std::string name = address ? join(words, begin, end) : join(kept, 0, kept.size());
  if (!address) {
    const std::string clean = clean_author(name);
    if (!clean.empty()) name = clean;
  }
  if (name.size() > kMaxNameBytes) return {};
  const bool says_something = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || is_letter_or_digit(c);
  });
  return says_something ? name : std::string();
}

std::string name_before_date(std::string_view line) {
  const std::vector<std::string> words = words_of(collapse_space(line));
  const auto whole = date_of(words, 0, words.size());
  if (!whole) return {};
  // The date begins at the last word from which the same one is read. A name may have a number, too.
  std::size_t end = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto rest = date_of(words, i, words.size());
    if (!rest || rest->time != whole->time) break;
    end = i;
  }
  while (end > 0) {
    const std::string word = fold_case(without_edges(words[end - 1]));
    if (!word.empty() && !is_between(word)) break;
    --end;
  }
  return join(words, 0, end);
}

std::string name_after_date(std::string_view line) {
  const std::vector<std::string> words = words_of(collapse_space(line));
  const auto whole = date_of(words, 0, words.size());
  if (!whole) return {};
  // The date ends at the first word up to which the same one is read.
  std::size_t begin = words.size();
  while (begin > 1) {
    const auto rest = date_of(words, 0, begin - 1);
    if (!rest || rest->time != whole->time) break;
    --begin;
  }
  while (begin < words.size()) {
    const std::string word = fold_case(without_edges(words[begin]));
    if (!word.empty() && !is_between(word) && !is_saying(word)) break;
    ++begin;
  }
  const std::string name = join(words, begin, words.size());
  return has_digit(name) && name.find(':') != std::string::npos ? std::string() : name;
}

}  // namespace bfa
