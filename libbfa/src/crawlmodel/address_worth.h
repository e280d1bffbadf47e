// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bfa/url/url.h"

namespace bfa {

// What a distance between addresses reads of one: its path as a list of segments, each of a kind, and the
// names in its query. A number is a kind by its count of digits, a name one by its count of words. Folders
// of one word are kept by name; names of more words, and the last segment, are not: "/tag/red" and
// "/tag/blue" have equal shapes, they are of one form.
struct AddressShape {
  static constexpr std::size_t kSegments = 6;    // longer paths are cut
  std::array<std::uint32_t, kSegments> names{};  // hash of a folder's name, of an extension; 0: not kept
  std::array<std::uint8_t, kSegments> kinds{};
  std::uint8_t segments = 0;
  bool post = false;  // the blog's pattern of addresses says that it is a post
  std::uint32_t query = 0;

  static AddressShape of(const Url& url, bool post);
  std::uint64_t hash() const noexcept;  // never 0
  // In [0, 1]; 0: one form.
  static double distance(const AddressShape& a, const AddressShape& b) noexcept;
  bool operator==(const AddressShape&) const = default;
};

// Learns from the pages of a blog what an address is worth: whether it is a post, and how many posts that
// were not known its links lead to. The worth of another address is the distance-weighted mean over the k
// nearest known ones. Examples of one form are kept as their number and a mean that forgets, so that memory
// is bounded: at most kForms forms. A value; one thread. Source: BlogForever Crawler, section 4.2 (download
// priority), by the Distance-Weighted k-Nearest-Neighbour rule (Dudani, 1976).
class AddressWorth {
 public:
  static constexpr std::size_t kForms = 128;
  static constexpr std::size_t kNeighbours = 4;

  // The form of an address, for score(); a new form if there is room, else the nearest one. Its hash is the
  // form's name.
  std::uint64_t form_of(const AddressShape& shape);

  // A page was fetched: it `is_post` or not, and leads to so many unknown posts.
  void learn(const AddressShape& shape, bool is_post, double new_posts);
  // A link of that page, which looked like no post, turned out to be one.
  void credit(const AddressShape& shape);

  // The expected share of posts among the requests that follow from an address of this form, itself and the
  // posts that it leads to: in [0, 1]. 0 for a form that is not known.
  double score(std::uint64_t form);
  // How often a score may have changed.
  std::uint64_t changes() const noexcept { return changes_; }

 private:
  struct Form {
    AddressShape shape;
    std::uint64_t name = 0;
    double examples = 0, is_post = 0, new_posts = 0;  // the number, and two means
    double score = 0;
    std::vector<std::pair<float, std::uint8_t>> near;  // other forms by distance
  };

  std::size_t index_of(const AddressShape& shape);
  void note_change() noexcept;
  void update_scores();
  double score_of(const Form& form) const;

  std::vector<Form> forms_;
  std::unordered_map<std::uint64_t, std::size_t> by_name_;
  bool stale_ = false;
  std::uint64_t changes_ = 0;
};

}  // namespace bfa
