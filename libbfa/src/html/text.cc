// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <new>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "html/content_walks.h"
#include "html/flat_tree.h"
#include "html/flowing_run.h"
#include "html/text_shape.h"
#include "html/visibility.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

// How a byte is handled outside of `pre`.
enum class ByteClass : std::uint8_t { kPlain, kSpace, kLead };

constexpr std::array<ByteClass, 256> make_byte_classes() {
  std::array<ByteClass, 256> classes{};
  for (const int c : {0x20, 0x09, 0x0A, 0x0C, 0x0D}) classes[static_cast<std::size_t>(c)] = ByteClass::kSpace;
  for (const int c : {0xC2, 0xE2, 0xEF}) classes[static_cast<std::size_t>(c)] = ByteClass::kLead;
  return classes;
}
constexpr std::array<ByteClass, 256> kByteClasses = make_byte_classes();

bool is_plain(char c) {
  return kByteClasses[static_cast<unsigned char>(c)] == ByteClass::kPlain;
}

// A space between two plain characters, the first at `begin` or later, is kept.
bool is_lone_space(std::string_view text, std::size_t at, std::size_t begin) {
  return at > begin && text[at] == ' ' && at + 1 < text.size() && is_plain(text[at + 1]);
}

// Puts text together as a reader sees it.
class TextBuilder {
 public:
  explicit TextBuilder(std::string& out) : out_(out) {}

  void boundary(int newlines) { newlines_ = std::max(newlines_, newlines); }
  void line_break();
  void cell() {
    if (newlines_ == 0) tab_ = true;
  }
  void open_pre() {
    boundary(2);
    ++pre_depth_;
    lead_.clear();
  }
  void close_pre();
  void add(std::string_view text, std::uint8_t shape);
  void finish();

 private:
  void add_plain(std::string_view text);
  void add_flowing(std::string_view text);
  void add_verbatim(std::string_view text, bool ordinary);
  void append_verbatim(std::string_view text);
  void flush();
  bool at_line_start() const { return out_.empty() || newlines_ > 0; }
  void trim_end();

  std::string& out_;
  int newlines_ = 0;  // to write before the next character
  bool space_ = false, tab_ = false;
  int pre_depth_ = 0;
  std::string lead_;  // indentation read at the start of a line of `pre`, not yet written
};

void TextBuilder::flush() {
  if (out_.empty()) {
    // no text to separate from
  } else if (newlines_ > 0) {
    int there = 0;
    for (std::size_t i = out_.size(); i > 0 && out_[i - 1] == '\n' && there < newlines_; --i) ++there;
    out_.append(static_cast<std::size_t>(newlines_ - there), '\n');
  } else if (tab_) {
    out_ += '\t';
  } else if (space_) {
    out_ += ' ';
  }
  newlines_ = 0;
  space_ = tab_ = false;
}

void TextBuilder::line_break() {
  if (pre_depth_ > 0 && !at_line_start()) {
    out_ += '\n';
    return;
  }
  newlines_ = std::min(2, newlines_ + 1);
}

void TextBuilder::add(std::string_view text, std::uint8_t shape) {
  constexpr std::uint8_t kPlain = TextShape::kSingleSpaces | TextShape::kOrdinary;
  if (pre_depth_ > 0) {
    add_verbatim(text, (shape & TextShape::kOrdinary) != 0);
  } else if (shape & TextShape::kBlank) {
    space_ = true;
  } else if ((shape & kPlain) == kPlain) {
    add_plain(text);
  } else {
    add_flowing(text);
  }
}

// Text of words with single spaces between them, and at most one at either end.
void TextBuilder::add_plain(std::string_view text) {
  if (text.front() == ' ') {
    space_ = true;
    text.remove_prefix(1);
  }
  const bool space = text.back() == ' ';
  if (space) text.remove_suffix(1);
  if (newlines_ > 0 || space_ || tab_) flush();
  out_.append(text);
  space_ = space;
}

void TextBuilder::add_flowing(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t plain = i;
    if (is_plain(text[i])) plain += flowing_run<0xC2, 0xE2, 0xEF>(text, i);
    while (plain < text.size() && (is_plain(text[plain]) || is_lone_space(text, plain, i))) ++plain;
    if (plain > i) {
      if (newlines_ > 0 || space_ || tab_) flush();
      out_.append(text.data() + i, plain - i);
      i = plain;
      continue;
    }
    if (kByteClasses[static_cast<unsigned char>(text[i])] == ByteClass::kSpace) {
      space_ = true;
      ++i;
      continue;
    }
    const SpecialCharacter special = special_at(text.substr(i));
    if (special.length == 0) {
      flush();
      out_ += text[i++];
      continue;
    }
    space_ = space_ || special.is_space;
    i += special.length;
  }
}

void TextBuilder::add_verbatim(std::string_view text, bool ordinary) {
  if (at_line_start()) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\n\f\r"), text.size());
    const std::size_t line = text.substr(0, first).rfind('\n');
    if (line != std::string_view::npos) lead_.clear();
    lead_.append(text.substr(line == std::string_view::npos ? 0 : line + 1,
                             first - (line == std::string_view::npos ? 0 : line + 1)));
    text.remove_prefix(first);
    if (text.empty()) return;
    flush();
    out_ += lead_;
    lead_.clear();
  }
  if (ordinary && text.find('\r') == std::string_view::npos) {
    out_.append(text);
  } else {
    append_verbatim(text);
  }
}

void TextBuilder::append_verbatim(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t stop = std::min(text.find_first_of("\xC2\xE2\xEF\r", i), text.size());
    out_.append(text.substr(i, stop - i));
    i = stop;
    if (i == text.size()) return;
    const SpecialCharacter special = special_at(text.substr(i));
    if (text[i] == '\r') {
      if (i + 1 == text.size() || text[i + 1] != '\n') out_ += '\n';
      ++i;
    } else if (special.length == 0) {
      out_ += text[i++];
    } else {
      if (special.is_space) out_ += ' ';
      i += special.length;
    }
  }
}

void TextBuilder::trim_end() {
  while (!out_.empty() && is_html_space(out_.back())) out_.pop_back();
}

void TextBuilder::close_pre() {
  trim_end();
  lead_.clear();
  --pre_depth_;
  boundary(2);
}

void TextBuilder::finish() {
  trim_end();
}

// Walks a subtree in document order, and reports to the builder where elements begin and end.
class TextWalk {
 public:
  TextWalk(const HtmlDocument& doc, std::string& out, NodeSkip skip)
      : tree_(HtmlAccess::tree(doc)), builder_(out), skip_(skip) {}

  void run(NodeId root);

 private:
  struct Open {
    NodeId end;
    TextRole role;
    bool nested_list;
  };
  void open(const FlatTree::Node& node, TextRole role);
  void close(const Open& element);

  const FlatTree& tree_;
  TextBuilder builder_;
  const NodeSkip skip_;
  std::vector<Open> open_;  // elements that are more than inline
  int lists_ = 0;
};

void TextWalk::run(NodeId root) {
  const NodeId end = tree_.nodes[root].end;
  for (NodeId n = root; n < end;) {
    while (!open_.empty() && open_.back().end <= n) {
      const Open element = open_.back();
      open_.pop_back();
      close(element);
    }
    const FlatTree::Node& node = tree_.nodes[n];
    if (n != root && skip_(n)) {
      n = node.end;
      continue;
    }
    if (node.tag == 0) {
      if (node.text_size() != 0) builder_.add(node.text(), node.shape());
      ++n;
      continue;
    }
    const TextRole role = tree_.tags[node.tag].traits.role;
    if (n != root && (role == TextRole::kSkip || is_hidden(tree_, node))) {
      n = node.end;
      continue;
    }
    if (role != TextRole::kInline) open(node, role);
    ++n;
  }
  builder_.finish();
}

void TextWalk::open(const FlatTree::Node& node, TextRole role) {
  const bool nested = lists_ > 0;
  switch (role) {
    case TextRole::kLine:
      builder_.boundary(1);
      break;
    case TextRole::kParagraph:
      builder_.boundary(2);
      break;
    case TextRole::kList:
      builder_.boundary(nested ? 1 : 2);
      ++lists_;
      break;
    case TextRole::kCell:
      builder_.cell();
      return;
    case TextRole::kPre:
      builder_.open_pre();
      break;
    case TextRole::kBreak:
      builder_.line_break();
      return;
    case TextRole::kInline:
    case TextRole::kSkip:
      return;
  }
  open_.push_back({node.end, role, nested});
}

void TextWalk::close(const Open& element) {
  switch (element.role) {
    case TextRole::kParagraph:
      builder_.boundary(2);
      break;
    case TextRole::kList:
      builder_.boundary(element.nested_list ? 1 : 2);
      --lists_;
      break;
    case TextRole::kPre:
      builder_.close_pre();
      break;
    default:
      builder_.boundary(1);
  }
}

}  // namespace

std::string walk_text(const HtmlDocument& doc, HtmlDocument::NodeId root, NodeSkip skip) {
  std::string out;
  const std::vector<FlatTree::Node>& nodes = HtmlAccess::tree(doc).nodes;
  std::size_t bytes = 0;
  for (NodeId n = root; n < nodes[root].end; ++n) bytes += nodes[n].text_size();
  out.reserve(bytes);
  TextWalk(doc, out, skip).run(root);
  return out;
}

std::string text_of(const HtmlDocument& doc, HtmlDocument::NodeId root, const NodeFilter& skip) {
  return guarded_or_empty([&]() -> std::string {
    return root < doc.size() ? walk_text(doc, root, {&skip, nullptr}) : std::string();
  });
}

std::string html_to_text(std::string_view html) {
  return guarded_or_empty([&]() -> std::string {
    Findings findings;
    const Result<HtmlDocument> doc = HtmlDocument::parse(html, findings);
    if (!doc) throw std::bad_alloc();  // its only error
    return text_of(*doc, 0);
  });
}

}  // namespace bfa
