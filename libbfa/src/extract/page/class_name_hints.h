// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "extract/words/taxonomy_words.h"
#include "html/flat_tree.h"

namespace bfa {

// The hints that extraction uses from the value of a class or an id.
struct ClassNameHints {
  enum Flag : std::uint8_t {
    kKnown = 1,         // the other bits are valid
    kSaysComment = 2,   // it contains the letters of "comment"
    kMarksAuthor = 4,   // a class by which standards mark one
    kNamesAuthor = 8,   // a class with such a name
    kMarksDay = 16,     // a class by which microformats mark the day of publishing
    kMarksChange = 32,  // and that of the last change
    kMarksBody = 64,    // a class by which microformats mark an article's text
    kTells = 128,       // any of these that mark or name, or a mark of a comment or a ping
  };
  std::uint32_t zones = 0;  // vocabulary.h
  std::uint32_t marks = 0;  // comment_words.h
  std::uint8_t flags = 0;
  Taxonomy taxonomy = Taxonomy::kNone;
};
ClassNameHints hints_of_name(std::string_view value) noexcept;
// The same. Pages of a blog share most names, and other blogs share their words: each thread keeps a cache of
// about 330 KB.
ClassNameHints cached_hints(const FlatTree::Name& name);

// The meanings of a page's names, each read when it is first asked for: elements share most of them. Not for
// several threads at once.
class ClassNameHintCache {
 public:
  explicit ClassNameHintCache(const FlatTree& tree) : tree_(&tree), known_(tree.names.size()) {}

  const ClassNameHints& of(std::uint32_t name) const {
    ClassNameHints& known = known_[name];
    if (known.flags == 0) known = cached_hints(tree_->names[name]);
    return known;
  }
  const ClassNameHints& of_class(const FlatTree::Node& element) const {
    return of(element.element().class_name);
  }
  const ClassNameHints& of_id(const FlatTree::Node& element) const { return of(element.element().id_name); }

 private:
  const FlatTree* tree_;
  mutable std::vector<ClassNameHints> known_;
};

}  // namespace bfa
