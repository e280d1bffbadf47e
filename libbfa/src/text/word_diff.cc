// SPDX-License-Identifier: Apache-2.0
// Source: Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4b: the linear-space
// form, which finds the middle of the shortest path from both ends and divides there.
#include "bfa/text/word_diff.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "base/guard.h"
#include "bfa/text/utf8.h"
#include "text/unicode_table.h"

namespace bfa {
namespace {

using Op = TextEdit::Op;

enum class Kind { kWord, kUnspaced, kSpace, kOther };

Kind kind_of(char32_t c) {
  const auto flags = unicode_flags(c);
  if ((flags & kUnicodeUnspaced) != 0) return Kind::kUnspaced;
  if ((flags & kUnicodeWord) != 0) return Kind::kWord;
  return (flags & kUnicodeSpace) != 0 ? Kind::kSpace : Kind::kOther;
}

// Words, runs of white space, single other characters, which together are the whole text.
std::vector<std::string_view> tokenise(std::string_view text) {
  std::vector<std::string_view> tokens;
  std::size_t begin = 0;
  Kind last = Kind::kOther;
  for (std::size_t pos = 0; pos < text.size();) {
    const auto at = pos;
    const char32_t c = next_code_point(text, pos);
    Kind kind = kind_of(c);
    // A mark belongs to the letter before it.
    if (at > begin && (unicode_flags(c) & kUnicodeMark) != 0 && last != Kind::kSpace) kind = last;
    const bool goes_on = kind == last && (kind == Kind::kWord || kind == Kind::kSpace ||
                                          (unicode_flags(c) & kUnicodeMark) != 0);
    if (at > begin && !goes_on) {
      tokens.push_back(text.substr(begin, at - begin));
      begin = at;
    }
    last = kind;
  }
  if (begin < text.size()) tokens.push_back(text.substr(begin));
  return tokens;
}

using Ids = std::vector<std::uint32_t>;

struct Box {
  std::size_t a_begin, a_end, b_begin, b_end;
};

class Differ {
 public:
  Differ(const Ids& a, const Ids& b, int max_edits) : a_(a), b_(b), budget_(std::max(max_edits, 0)) {}

  // Per token: whether it is left out of the common part.
  std::vector<bool> deleted, inserted;

  void run() {
    deleted.assign(a_.size(), false);
    inserted.assign(b_.size(), false);
    std::vector<Box> open{{0, a_.size(), 0, b_.size()}};
    while (!open.empty()) {
      Box box = open.back();
      open.pop_back();
      trim(box);
      std::size_t x = 0, y = 0;
      if (box.a_begin == box.a_end || box.b_begin == box.b_end || !find_middle(box, x, y)) {
        std::fill(deleted.begin() + static_cast<std::ptrdiff_t>(box.a_begin),
                  deleted.begin() + static_cast<std::ptrdiff_t>(box.a_end), true);
        std::fill(inserted.begin() + static_cast<std::ptrdiff_t>(box.b_begin),
                  inserted.begin() + static_cast<std::ptrdiff_t>(box.b_end), true);
        continue;
      }
      open.push_back({box.a_begin, x, box.b_begin, y});
      open.push_back({x, box.a_end, y, box.b_end});
    }
  }

 private:
  void trim(Box& box) const {
    while (box.a_begin < box.a_end && box.b_begin < box.b_end && a_[box.a_begin] == b_[box.b_begin]) {
      ++box.a_begin;
      ++box.b_begin;
    }
    while (box.a_begin < box.a_end && box.b_begin < box.b_end && a_[box.a_end - 1] == b_[box.b_end - 1]) {
      --box.a_end;
      --box.b_end;
    }
  }

  // A point of the shortest path where the searches from both corners meet. False when the box's texts need
  // more than the budget of edits.
  bool find_middle(const Box& box, std::size_t& x_out, std::size_t& y_out) {
    const auto n = static_cast<std::ptrdiff_t>(box.a_end - box.a_begin);
    const auto m = static_cast<std::ptrdiff_t>(box.b_end - box.b_begin);
    const std::ptrdiff_t delta = n - m;
    const std::ptrdiff_t limit = std::min<std::ptrdiff_t>((n + m + 1) / 2, (budget_ + 1) / 2);
    const std::ptrdiff_t offset = limit + 1;
    forward_.assign(static_cast<std::size_t>(2 * limit + 3), 0);
    backward_.assign(static_cast<std::size_t>(2 * limit + 3), 0);
    const auto a = [&](std::ptrdiff_t i) { return a_[box.a_begin + static_cast<std::size_t>(i)]; };
    const auto b = [&](std::ptrdiff_t i) { return b_[box.b_begin + static_cast<std::size_t>(i)]; };
    const auto done = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
      x_out = box.a_begin + static_cast<std::size_t>(x);
      y_out = box.b_begin + static_cast<std::size_t>(y);
      return true;
    };
    for (std::ptrdiff_t d = 0; d <= limit; ++d) {
      for (std::ptrdiff_t k = -d; k <= d; k += 2) {
        std::ptrdiff_t x = furthest(forward_, offset, d, k);
        std::ptrdiff_t y = x - k;
        while (x < n && y < m && y >= 0 && a(x) == b(y)) {
          ++x;
          ++y;
        }
        at(forward_, offset + k) = x;
        const std::ptrdiff_t other = delta - k;  // the same diagonal counted from the far corner
        if (delta % 2 != 0 && std::abs(other) <= d - 1 && inside(x, y, n, m) &&
            x + at(backward_, offset + other) >= n)
          return done(x, y);
      }
      for (std::ptrdiff_t k = -d; k <= d; k += 2) {
        std::ptrdiff_t x = furthest(backward_, offset, d, k);
        std::ptrdiff_t y = x - k;
        while (x < n && y < m && y >= 0 && a(n - x - 1) == b(m - y - 1)) {
          ++x;
          ++y;
        }
        at(backward_, offset + k) = x;
        const std::ptrdiff_t other = delta - k;
        if (delta % 2 == 0 && std::abs(other) <= d && inside(x, y, n, m) &&
            x + at(forward_, offset + other) >= n)
          return done(n - x, m - y);
      }
    }
    return false;
  }

  static std::ptrdiff_t& at(std::vector<std::ptrdiff_t>& v, std::ptrdiff_t i) {
    return v[static_cast<std::size_t>(i)];
  }
  static bool inside(std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t n, std::ptrdiff_t m) {
    return x >= 0 && y >= 0 && x <= n && y <= m;
  }
  // How far diagonal k gets with d edits before its common run.
  static std::ptrdiff_t furthest(std::vector<std::ptrdiff_t>& v, std::ptrdiff_t offset, std::ptrdiff_t d,
                                 std::ptrdiff_t k) {
    if (d == 0) return 0;
    if (k == -d || (k != d && at(v, offset + k - 1) < at(v, offset + k + 1))) return at(v, offset + k + 1);
    return at(v, offset + k - 1) + 1;
  }

  const Ids& a_;
  const Ids& b_;
  const std::ptrdiff_t budget_;
  std::vector<std::ptrdiff_t> forward_, backward_;
};

void append(std::vector<TextEdit>& edits, Op op, std::string_view text) {
  if (edits.empty() || edits.back().op != op) edits.push_back({op, {}});
  edits.back().text += text;
}

}  // namespace

std::vector<TextEdit> word_diff(std::string_view before, std::string_view after, int max_edits) {
  return guarded_or_empty([&]() -> std::vector<TextEdit> {
    const auto a = tokenise(before);
    const auto b = tokenise(after);
    std::unordered_map<std::string_view, std::uint32_t> ids;
    const auto numbered = [&](const std::vector<std::string_view>& tokens) {
      Ids out;
      out.reserve(tokens.size());
      for (const auto token : tokens)
        out.push_back(ids.try_emplace(token, static_cast<std::uint32_t>(ids.size())).first->second);
      return out;
    };
    const Ids a_ids = numbered(a);
    const Ids b_ids = numbered(b);
    Differ differ(a_ids, b_ids, max_edits);
    differ.run();

    std::vector<TextEdit> edits;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      std::string removed, added;
      while (i < a.size() && differ.deleted[i]) removed += a[i++];
      while (j < b.size() && differ.inserted[j]) added += b[j++];
      if (!removed.empty()) append(edits, Op::kDelete, removed);
      if (!added.empty()) append(edits, Op::kInsert, added);
      while (i < a.size() && j < b.size() && !differ.deleted[i] && !differ.inserted[j]) {
        append(edits, Op::kKeep, a[i++]);
        ++j;
      }
    }
    return edits;
  });
}

}  // namespace bfa
