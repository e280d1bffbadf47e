// SPDX-License-Identifier: Apache-2.0
#include "extract/comments/comment_scan.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/url/url.h"
#include "extract/comments/comment_anchors.h"
#include "extract/words/comment_words.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::uint32_t kMaxAuthorBytes = 120;
constexpr std::size_t kMaxDay = 60;

// Marks by single names: "comment-author" marks an author; "comment author-5 reply" is less clear.
struct NameMarks {
  std::uint32_t all = 0;
  bool author = false, text = false, action = false;
};

NameMarks name_marks(const PageIndex& page, NodeId n) {
  NameMarks out;
  const auto note = [&out](std::uint32_t marks) {
    out.all |= marks;
    const bool author = (marks & kMarkAuthor) && !(marks & (kMarkAction | kMarkDate | kMarkText | kMarkList));
    const bool text = (marks & kMarkText) && !(marks & (kMarkAction | kMarkDate | kMarkAuthor | kMarkList));
    out.author = out.author || author;
    out.text = out.text || text;
    out.action = out.action || ((marks & kMarkAction) && !(marks & (kMarkText | kMarkReplies)));
  };
  for (const HtmlAttribute& attribute : page.attributes(n)) {
    if (attribute.name == "class" || attribute.name == "id") {
      const std::string_view names = attribute.value;
      for (std::size_t pos = 0; pos < names.size();) {
        std::size_t end = pos;
        while (end < names.size() && static_cast<unsigned char>(names[end]) > 0x20) ++end;
        if (end > pos) {
          const std::string_view name = names.substr(pos, end - pos);
          note(marks_of_name(name));
          if (attribute.name == "class") note(marks_of_property(name));
        }
        pos = end + 1;
      }
    } else if (attribute.name == "itemprop") {
      note(marks_of_property(attribute.value));
    } else if (attribute.name == "rel" && attribute.value == "author") {
      note(kMarkAuthor | kMarkPart | kMarkStrong);
    }
  }
  return out;
}

class Scanner {
 public:
  Scanner(const PageIndex& page, const std::vector<CommentItem>& items, std::size_t index,
          const CommentReadContext& context)
      : page_(page),
        doc_(page.doc()),
        items_(items),
        item_(items[index]),
        next_(index + 1),
        context_(context) {}

  CommentScan run() {
    visit_holder();
    for (NodeId n = item_.begin; n < item_.end; ++n) {
      while (next_ < items_.size() && items_[next_].begin < n) ++next_;
      if (next_ < items_.size() && items_[next_].begin == n) {
        out_.nested.push_back(n);
        n = items_[next_].end - 1;
        border_ = true;
        continue;
      }
      if (page_.tag(n) == Tag::kText) {
        visit_text(n);
      } else if (!visit_element(n)) {
        n = doc_.end(n) - 1;
      }
    }
    return std::move(out_);
  }

 private:
  // The element around the comment and its answers may have the comment's name, and the element of the
  // comment alone a longer one (comment-7, div-comment-7). Links and feeds use the name of the outer one.
  void visit_holder() {
    const NodeId holder = doc_.parent(item_.begin);
    if (holder <= 0 || page_.text_before(holder) != page_.text_before(item_.begin)) return;
    const std::string_view outer = doc_.attribute(holder, "id"), own = doc_.attribute(item_.begin, "id");
    if (!has_digit(outer) || own.size() <= outer.size() || !own.ends_with(outer)) return;
    const char before = own[own.size() - outer.size() - 1];
    if (before == '-' || before == '_') out_.ids.push_back(outer);
  }

  void visit_text(NodeId n) {
    const std::uint32_t bytes = page_.text_bytes(n);
    if (page_.zones(n) & kZoneIgnored) return;
    const NodeId block = page_.nearest_block(n);
    if (bytes == 0) {
      // White space between two words of a line ("<b>Ann</b> <i>says</i>").
      if (!border_ && block == block_ && !out_.lines.empty()) out_.lines.back().texts.push_back(n);
      return;
    }
    if (border_ || block != block_ || out_.lines.empty()) out_.lines.emplace_back();
    border_ = false;
    block_ = block;
    out_.lines.back().texts.push_back(n);
    out_.lines.back().bytes += bytes;
  }

  // False when the subtree is to be skipped.
  bool visit_element(NodeId n) {
    const Tag tag = page_.tag(n);
    if (tag == Tag::kBr || is_block(tag)) border_ = true;
    if (page_.zones(n) & kZoneIgnored) return false;
    const bool own = n == item_.begin;
    const std::string_view id = doc_.attribute(n, "id");
    if (has_digit(id) && id.find(' ') == std::string_view::npos) out_.ids.push_back(id);
    if (tag == Tag::kA) visit_link(n);
    for (const std::string_view name : {"data-parent", "data-parent-id", "data-parentid"}) {
      if (out_.answers.empty() && own) out_.answers = doc_.attribute(n, name);
    }
    if (own && doc_.end(n) == item_.end) return true;
    if (tag == Tag::kForm) return add_action(n);
    const NameMarks marks = name_marks(page_, n);
    const bool dated = tag == Tag::kTime || !machine_date(page_, n).empty();
    if (dated && page_.text_bytes(n) <= 2 * kMaxAuthorBytes) out_.dates.push_back(n);
    if (marks.action && !marks.text && !marks.author && !dated) return add_action(n);
    if (marks.text && page_.text_bytes(n) > 0) out_.texts.push_back(n);
    const bool author = marks.author || doc_.tag(n) == "cite";
    if (author && page_.text_bytes(n) > 0 && page_.text_bytes(n) <= kMaxAuthorBytes)
      out_.authors.push_back(n);
    return true;
  }

  // A link with the comment's day is its permanent link, not a button.
  bool holds_day(NodeId n) const {
    for (NodeId at = n; at < doc_.end(n); ++at) {
      if (page_.tag(at) == Tag::kTime || (page_.tag(at) != Tag::kText && !machine_date(page_, at).empty()))
        return true;
    }
    const std::string line = line_of(page_, n);
    if (line.size() > kMaxDay || !has_digit(line)) return false;
    const auto date = find_prose_date(line, context_.language, context_.now);
    return date && date->time.precision >= TimePrecision::kDay;
  }

  bool add_action(NodeId n) {
    if (page_.tag(n) == Tag::kA && holds_day(n)) return true;
    // An element around the comment itself is not a button, whatever its name is.
    if (2 * page_.text_bytes(n) > page_.text_before(item_.end) - page_.text_before(item_.begin) &&
        page_.text_bytes(n) > 60) {
      return true;
    }
    for (NodeId at = n; at < doc_.end(n); ++at) {
      if (page_.tag(at) == Tag::kA) visit_link(at);
    }
    out_.actions.push_back(n);
    return false;
  }

  bool is_own(const Url& url) const {
    const std::vector<std::string>& own = context_.addresses;
    return std::find(own.begin(), own.end(), url.without_fragment().href()) != own.end();
  }

  void visit_link(NodeId n) {
    const std::string_view name = doc_.attribute(n, "name");
    if (has_digit(name)) out_.ids.push_back(name);
    const std::string_view href = doc_.attribute(n, "href");
    const std::size_t hash = href.rfind('#');
    if (hash == std::string_view::npos || hash + 1 >= href.size() || !has_digit(href.substr(hash))) return;
    CommentScan::Link link{n, std::string(href.substr(hash + 1)), false};
    if (hash > 0 && context_.base != nullptr && context_.page_url != nullptr) {
      const Result<Url> url = Url::parse(href, context_.base);
      // A page of its comments is below the post's address; a query or an escaped one may follow.
      std::string own = percent_decode(context_.page_url->path());
      while (own.size() > 1 && own.back() == '/') own.pop_back();
      if (own.ends_with("/index.html")) own.resize(own.size() - 11);
      link.other_page =
          !url || !url->is_http() || (!percent_decode(url->path()).starts_with(own) && !is_own(*url));
      // Where a program for comments keeps them is no page of the blog.
      if (link.other_page && url && url->host() != context_.page_url->host()) return;
    }
    out_.links.push_back(std::move(link));
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const std::vector<CommentItem>& items_;
  const CommentItem& item_;
  std::size_t next_;
  const CommentReadContext& context_;
  CommentScan out_;
  NodeId block_ = HtmlDocument::kNone;
  bool border_ = true;
};

}  // namespace

CommentScan scan_comment(const PageIndex& page, const std::vector<CommentItem>& items, std::size_t index,
                         const CommentReadContext& context) {
  return Scanner(page, items, index, context).run();
}

}  // namespace bfa
