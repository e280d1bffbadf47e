// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bfa/html/content.h"
#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

// Writes a parsed page as markup again, without what runs. What becomes of elements and addresses is decided
// by the classes below it.
class MarkupWriter {
 public:
  using NodeId = HtmlDocument::NodeId;

  // `formulas`: also MathML and SVG, where the next parse may read other tags than this one wrote.
  MarkupWriter(const HtmlDocument& doc, const Url& url, bool formulas);
  virtual ~MarkupWriter() = default;
  MarkupWriter(const MarkupWriter&) = delete;
  MarkupWriter& operator=(const MarkupWriter&) = delete;

  // `source`: the text that the page was parsed from, for its document type.
  void run(std::string_view source);
  const std::string& title() const { return title_; }  // on one line
  std::uint64_t scripts() const { return scripts_; }   // left out

 protected:
  enum class Fate : std::uint8_t {
    kKept,
    kDropped,    // with its content
    kUnwrapped,  // only its content stays
    kReplaced,   // begin() wrote what stands for it
  };
  // Before the start tag of `node`; may write to html_.
  virtual Fate begin(NodeId node, std::string_view tag) = 0;
  // The value to write for the attribute; nothing: it is left out.
  virtual std::optional<std::string> value_of(NodeId node, std::string_view tag,
                                              const HtmlAttribute& attribute) = 0;
  // Within the start tag, behind its attributes. `has_source`: one of them was src.
  virtual void end_attributes(NodeId node, std::string_view tag, bool has_source) = 0;
  // Behind the start tag.
  virtual void inside(NodeId node, std::string_view tag) = 0;
  virtual std::string sheet(NodeId node, std::string_view css) = 0;  // the content of a style element

  void put(std::string_view name, std::string_view value);
  std::string text_below(NodeId node) const;
  // True for attributes that are never kept: handlers, and names that markup cannot have.
  static bool is_unfit(std::string_view name);

  const HtmlDocument& doc_;  // NOLINT(misc-non-private-member-variables-in-classes)
  const Url& url_;           // NOLINT(misc-non-private-member-variables-in-classes)
  const Url base_;           // NOLINT(misc-non-private-member-variables-in-classes)
  const bool formulas_;      // NOLINT(misc-non-private-member-variables-in-classes)
  std::string html_;         // NOLINT(misc-non-private-member-variables-in-classes)

 private:
  void write(NodeId node);
  void write_children(NodeId node);
  void write_attributes(NodeId node, std::string_view tag);
  void write_first_line_end(NodeId node);

  std::string title_;
  std::uint64_t scripts_ = 0;
};

// What is left of a page when no form of its markup is safe: its text. `head`: markup for its head.
std::string only_text(const HtmlDocument& doc, std::string_view head);

// A sheet as it may stand in a style element: no tag in it ends the element.
std::string css_in_markup(std::string css);

// Adds the candidate to a srcset, with `place` as its address.
void append_srcset(const SrcsetCandidate& candidate, std::string_view place, std::string& srcset);

// "rel" of a link element in lower case, between spaces; whether it has a token; whether a browser fetches
// the link by itself.
std::string rel_of(const HtmlDocument& doc, HtmlDocument::NodeId node);
bool has_rel(const std::string& rel, std::string_view token);
bool is_loaded(const std::string& rel);

}  // namespace bfa
