// SPDX-License-Identifier: Apache-2.0
#include "html/tag_table.h"

#include <algorithm>
#include <iterator>

namespace bfa {
namespace {

struct Row {
  std::string_view name;
  TextRole role;
  std::string_view clean_name;
};

using enum TextRole;

// Sorted by name. An element that clean_html() renames keeps its role, so that both give the same text.
constexpr Row kRows[] = {
    {"a", kInline, "a"},
    {"abbr", kInline, "abbr"},
    {"acronym", kInline, "abbr"},
    {"address", kLine, "address"},
    {"annotation", kSkip, ""},
    {"annotation-xml", kSkip, ""},
    {"article", kLine, "article"},
    {"aside", kLine, "aside"},
    {"audio", kSkip, "audio"},
    {"b", kInline, "b"},
    {"bdi", kInline, "bdi"},
    {"bdo", kInline, "bdo"},
    {"big", kInline, ""},
    {"blockquote", kParagraph, "blockquote"},
    {"body", kLine, ""},
    {"br", kBreak, "br"},
    {"button", kSkip, ""},
    {"canvas", kSkip, ""},
    {"caption", kLine, "caption"},
    {"center", kLine, "div"},
    {"cite", kInline, "cite"},
    {"code", kInline, "code"},
    {"datalist", kSkip, ""},
    {"dd", kLine, "dd"},
    {"del", kInline, "del"},
    {"details", kLine, "details"},
    {"dfn", kInline, "dfn"},
    {"dialog", kSkip, ""},
    {"dir", kList, "ul"},
    {"div", kLine, "div"},
    {"dl", kList, "dl"},
    {"dt", kLine, "dt"},
    {"em", kInline, "em"},
    {"fieldset", kLine, "section"},
    {"figcaption", kLine, "figcaption"},
    {"figure", kParagraph, "figure"},
    {"footer", kLine, "footer"},
    {"form", kLine, "section"},
    {"frameset", kSkip, ""},
    {"h1", kParagraph, "h1"},
    {"h2", kParagraph, "h2"},
    {"h3", kParagraph, "h3"},
    {"h4", kParagraph, "h4"},
    {"h5", kParagraph, "h5"},
    {"h6", kParagraph, "h6"},
    {"head", kSkip, ""},
    {"header", kLine, "header"},
    {"hgroup", kLine, "section"},
    {"hr", kParagraph, "hr"},
    {"html", kLine, ""},
    {"i", kInline, "i"},
    {"iframe", kSkip, ""},
    {"img", kInline, "img"},
    {"input", kSkip, ""},
    {"ins", kInline, "ins"},
    {"kbd", kInline, "kbd"},
    {"legend", kLine, "section"},
    {"li", kLine, "li"},
    {"listing", kPre, "pre"},
    {"main", kLine, "main"},
    {"mark", kInline, "mark"},
    {"math", kInline, "math"},
    {"menu", kList, "ul"},
    {"merror", kInline, "merror"},
    {"meter", kSkip, ""},
    {"mfrac", kInline, "mfrac"},
    {"mi", kInline, "mi"},
    {"mmultiscripts", kInline, "mmultiscripts"},
    {"mn", kInline, "mn"},
    {"mo", kInline, "mo"},
    {"mover", kInline, "mover"},
    {"mpadded", kInline, "mpadded"},
    {"mprescripts", kInline, "mprescripts"},
    {"mroot", kInline, "mroot"},
    {"mrow", kInline, "mrow"},
    {"ms", kInline, "ms"},
    {"mspace", kInline, "mspace"},
    {"msqrt", kInline, "msqrt"},
    {"mstyle", kInline, "mstyle"},
    {"msub", kInline, "msub"},
    {"msubsup", kInline, "msubsup"},
    {"msup", kInline, "msup"},
    {"mtable", kInline, "mtable"},
    {"mtd", kInline, "mtd"},
    {"mtext", kInline, "mtext"},
    {"mtr", kInline, "mtr"},
    {"munder", kInline, "munder"},
    {"munderover", kInline, "munderover"},
    {"nav", kLine, "nav"},
    {"noembed", kSkip, ""},
    {"noframes", kSkip, ""},
    {"noscript", kSkip, ""},
    {"object", kSkip, ""},
    {"ol", kList, "ol"},
    {"optgroup", kSkip, ""},
    {"option", kSkip, ""},
    {"p", kParagraph, "p"},
    {"plaintext", kPre, "pre"},
    {"pre", kPre, "pre"},
    {"progress", kSkip, ""},
    {"q", kInline, "q"},
    {"rp", kInline, "rp"},
    {"rt", kInline, "rt"},
    {"ruby", kInline, "ruby"},
    {"s", kInline, "s"},
    {"samp", kInline, "samp"},
    {"script", kSkip, ""},
    {"search", kLine, "section"},
    {"section", kLine, "section"},
    {"select", kSkip, ""},
    {"semantics", kInline, "semantics"},
    {"small", kInline, "small"},
    {"source", kInline, "source"},
    {"strike", kInline, "s"},
    {"strong", kInline, "strong"},
    {"style", kSkip, ""},
    {"sub", kInline, "sub"},
    {"summary", kLine, "summary"},
    {"sup", kInline, "sup"},
    {"svg", kSkip, ""},
    {"table", kParagraph, "table"},
    {"tbody", kLine, "tbody"},
    {"td", kCell, "td"},
    {"template", kSkip, ""},
    {"textarea", kSkip, ""},
    {"tfoot", kLine, "tfoot"},
    {"th", kCell, "th"},
    {"thead", kLine, "thead"},
    {"time", kInline, "time"},
    {"title", kSkip, ""},
    {"tr", kLine, "tr"},
    {"tt", kInline, "code"},
    {"u", kInline, "u"},
    {"ul", kList, "ul"},
    {"var", kInline, "var"},
    {"video", kSkip, "video"},
    {"wbr", kInline, "wbr"},
    {"xmp", kPre, "pre"},
};

constexpr std::string_view kLinking[] = {"a",   "amp-img", "area",   "audio",  "embed",  "iframe",
                                         "img", "link",    "object", "script", "source", "video"};

}  // namespace

TagTraits tag_traits(std::string_view name) noexcept {
  const Row* row = std::ranges::lower_bound(kRows, name, {}, &Row::name);
  TagTraits traits;
  traits.may_link = std::ranges::find(kLinking, name) != std::end(kLinking);
  if (row == std::end(kRows) || row->name != name) return traits;
  traits.role = row->role;
  traits.clean_name = row->clean_name;
  traits.keeps_visible = name == "html" || name == "body";
  traits.is_void = name == "br" || name == "hr" || name == "img" || name == "wbr" || name == "source";
  return traits;
}

}  // namespace bfa
