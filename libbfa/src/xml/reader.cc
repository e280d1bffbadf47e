// SPDX-License-Identifier: Apache-2.0
#include "xml/reader.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";
constexpr std::string_view kXmlnsNamespace = "http://www.w3.org/2000/xmlns/";
constexpr std::size_t kMaxListedRepairs = 200;
constexpr std::size_t kMaxListedNamespaces = 64;
constexpr std::size_t kMaxBindings = 512;  // they are searched one by one

// The namespaces of prefixes that feeds use without declaring them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kKnownPrefixes{{
    {"atom", "http://www.w3.org/2005/Atom"},
    {"content", "http://purl.org/rss/1.0/modules/content/"},
    {"dc", "http://purl.org/dc/elements/1.1/"},
    {"dcterms", "http://purl.org/dc/terms/"},
    {"feedburner", "http://rssnamespace.org/feedburner/ext/1.0"},
    {"itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"},
    {"media", "http://search.yahoo.com/mrss/"},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
    {"slash", "http://purl.org/rss/1.0/modules/slash/"},
    {"sy", "http://purl.org/rss/1.0/modules/syndication/"},
    {"thr", "http://purl.org/syndication/thread/1.0"},
    {"wfw", "http://wellformedweb.org/CommentAPI/"},
    {"xhtml", "http://www.w3.org/1999/xhtml"},
}};

// HTML elements that never have an end tag; `link` and `source` are left out: feeds have elements of that
// name.
bool is_void_html(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"br", "hr", "img", "wbr", "input", "col"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

bool is_xml_name_start(char c) noexcept {
  return is_letter(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_xml_name_char(char c) noexcept {
  return is_xml_name_start(c) || is_digit(c) || c == '-' || c == '.';
}

std::string quote_for_message(std::string_view text) {
  std::string out(text.substr(0, 40));
  while (!out.empty() && text.size() > 40 && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) {
    out.pop_back();
  }
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return repair_utf8(out);
}

XmlReader::XmlReader(std::string_view utf8, const XmlLimits& limits, Findings* findings,
                     std::map<std::string, std::string>* namespaces)
    : in_(utf8), limits_(limits), findings_(findings), namespaces_(namespaces) {}

void XmlReader::fail(Code code, std::string message, std::size_t offset) {
  if (!error_) error_ = Error{code, std::move(message), "xml", static_cast<std::int64_t>(offset)};
}

bool XmlReader::repair(std::string_view id, std::string message, std::size_t offset) {
  if (strict()) {
    fail(Code::kCorrupt, std::move(message), offset);
    return false;
  }
  if (++repairs_ <= kMaxListedRepairs) {
    findings_->push_back(
        {Code::kCorrupt, std::string(id), std::move(message), static_cast<std::int64_t>(offset), "xml"});
  } else if (repairs_ == kMaxListedRepairs + 1) {
    findings_->push_back({Code::kLimit, "more_repairs", "further repairs are not listed",
                          static_cast<std::int64_t>(offset), "xml"});
  }
  return true;
}

Result<XmlNode> XmlReader::run() {
  if (in_.size() > limits_.max_bytes) {
    return Error{Code::kLimit,
                 "document of " + std::to_string(in_.size()) + " bytes, the limit is " +
                     std::to_string(limits_.max_bytes),
                 "xml", -1};
  }
  if (strict() && !is_valid_utf8(in_)) return Error{Code::kCorrupt, "not valid UTF-8", "xml", -1};
  skip_before_root();
  while (!failed() && !at_end()) {
    if (in_[pos_] == '<') {
      read_markup();
    } else {
      read_text();
    }
  }
  if (!failed()) finish_document();
  // A character that is allowed nowhere, in a comment or a tag.
  const std::size_t bad = repairs_ == 0 ? find_forbidden_character(in_) : std::string_view::npos;
  if (bad != std::string_view::npos) repair("control_character", "a character that XML does not allow", bad);
  if (failed()) return *std::move(error_);
  return *std::move(root_);
}

void XmlReader::skip_before_root() {
  if (starts_with("\xEF\xBB\xBF")) pos_ += 3;
  const std::size_t start = pos_;
  if (starts_with("<?xml") || strict()) return;
  while (!at_end() && is_xml_space(in_[pos_])) ++pos_;
  // A later declaration, after text that cannot start a document: warnings of a script.
  const std::size_t declaration = in_.substr(0, 65536).find("<?xml ", pos_);
  const bool is_markup = !at_end() && in_[pos_] == '<' && pos_ + 1 < in_.size() &&
                         (in_[pos_ + 1] == '!' || in_[pos_ + 1] == '?');
  if (declaration != std::string_view::npos && !is_markup) pos_ = declaration;
  if (pos_ == declaration && declaration != start) {
    repair("junk_before_prolog", "the XML declaration is not at the start", start);
  }
}

void XmlReader::read_markup() {
  const char next = pos_ + 1 < in_.size() ? in_[pos_ + 1] : '\0';
  if (next == '!') {
    read_declaration();
  } else if (next == '?') {
    read_instruction();
  } else if (next == '/') {
    read_end_tag();
  } else if (is_xml_name_start(next)) {
    read_start_tag();
  } else if (repair("stray_less_than", "'<' that begins no tag", pos_)) {
    append_text("<", pos_);
    ++pos_;
  }
}

void XmlReader::read_start_tag() {
  const std::size_t offset = pos_++;
  const std::string_view raw_name = read_name();
  std::vector<RawAttribute> raw;
  bool is_empty = false;
  for (;;) {
    const std::size_t before = pos_;
    skip_space();
    if (at_end()) {
      if (!repair("truncated", "the document ends within a tag", offset)) return;
      break;
    }
    if (in_[pos_] == '>') {
      ++pos_;
      break;
    }
    if (starts_with("/>")) {
      pos_ += 2;
      is_empty = true;
      break;
    }
    if (in_[pos_] == '<') {
      if (!repair("unclosed_tag", "a tag without its '>'", offset)) return;
      break;
    }
    if (before == pos_ && !repair("missing_space", "attributes without space between them", pos_)) return;
    if (!read_attribute(raw)) return;
  }
  if (root_ && stack_.empty()) {
    // After the root: strict reading fails, tolerant reading leaves it out.
    if (!repair("junk_after_root", "another element after the document's root", offset)) return;
    pos_ = in_.size();
    return;
  }
  add_declared_attributes(raw_name, raw, offset);
  if (!failed()) open_element(raw_name, raw, offset);
  if (failed()) return;
  const bool is_implied_end = !strict() && !is_empty && is_void_html(raw_name);
  if (is_implied_end) repair("unclosed_element", "<" + std::string(raw_name) + "> is never closed", offset);
  if (is_empty || is_implied_end) close_to(stack_.size() - 1);
}

void XmlReader::open_element(std::string_view raw_name, std::vector<RawAttribute>& raw, std::size_t offset) {
  if (stack_.size() >= limits_.max_depth) {
    fail(Code::kLimit, "elements nest deeper than " + std::to_string(limits_.max_depth), offset);
    return;
  }
  if (++nodes_ > limits_.max_nodes) {
    fail(Code::kLimit, "more than " + std::to_string(limits_.max_nodes) + " nodes", offset);
    return;
  }
  Open open;
  open.raw_name = raw_name;
  open.bindings = bindings_.size();
  open.node.offset = static_cast<std::int64_t>(offset);
  bind_namespaces(raw);
  if (failed()) return;
  resolve_name(raw_name, false, offset, open.node.ns, open.node.name);
  for (RawAttribute& attribute : raw) {
    if (attribute.raw_name == "xmlns" || attribute.raw_name.starts_with("xmlns:")) continue;
    XmlNode::Attribute made;
    resolve_name(attribute.raw_name, true, attribute.offset, made.ns, made.name);
    if (failed()) return;
    made.value = std::move(attribute.value);
    const bool is_known =
        std::any_of(open.node.attributes.begin(), open.node.attributes.end(),
                    [&](const XmlNode::Attribute& a) { return a.name == made.name && a.ns == made.ns; });
    if (!is_known) {
      open.node.attributes.push_back(std::move(made));
    } else if (!repair("duplicate_attribute", "attribute '" + made.name + "' stands twice",
                       attribute.offset)) {
      return;
    }
  }
  if (!failed()) stack_.push_back(std::move(open));
}

void XmlReader::bind_namespaces(const std::vector<RawAttribute>& raw) {
  if (bindings_.size() > kMaxBindings) {
    fail(Code::kLimit, "more than " + std::to_string(kMaxBindings) + " namespaces at once", pos_);
    return;
  }
  for (const RawAttribute& attribute : raw) {
    const bool is_default = attribute.raw_name == "xmlns";
    if (!is_default && !attribute.raw_name.starts_with("xmlns:")) continue;
    const std::string_view prefix = is_default ? std::string_view() : attribute.raw_name.substr(6);
    check_binding(prefix, is_default, attribute);
    bindings_.push_back({prefix, std::string(attribute.value)});
    if (namespaces_ != nullptr && namespaces_->size() < kMaxListedNamespaces) {
      namespaces_->try_emplace(std::string(prefix), attribute.value);
    }
  }
}

// Namespaces in XML 1.0 section 3, "Reserved Prefixes and Namespace Names", and section 2.2.
void XmlReader::check_binding(std::string_view prefix, bool is_default, const RawAttribute& attribute) {
  const std::string& uri = attribute.value;
  const bool is_xml = prefix == "xml";
  const bool is_bad = prefix == "xmlns" || uri == kXmlnsNamespace || (uri == kXmlNamespace) != is_xml ||
                      (!is_default && (uri.empty() || !is_xml_local_name(prefix)));
  if (is_bad) {
    repair("bad_namespace",
           "a namespace declaration that is not allowed: '" + quote_for_message(attribute.raw_name) + "'",
           attribute.offset);
  }
}

void XmlReader::resolve_name(std::string_view raw_name, bool is_attribute, std::size_t offset,
                             std::string& ns, std::string& name) {
  if (!is_xml_qualified_name(raw_name) &&
      !repair("bad_name", "'" + quote_for_message(raw_name) + "' is not a name", offset)) {
    return;
  }
  const std::size_t colon = raw_name.find(':');
  const bool has_prefix = colon != std::string_view::npos && colon > 0 && colon + 1 < raw_name.size();
  const std::string_view prefix = has_prefix ? raw_name.substr(0, colon) : std::string_view();
  name = std::string(has_prefix ? raw_name.substr(colon + 1) : raw_name);
  if (!has_prefix && is_attribute) return;
  const auto found = std::find_if(bindings_.rbegin(), bindings_.rend(),
                                  [&](const Binding& b) { return b.prefix == prefix; });
  if (found != bindings_.rend()) {
    ns = found->uri;
  } else if (prefix == "xml") {
    ns = kXmlNamespace;
  } else if (prefix == "xmlns") {
    if (!repair("bad_name", "the prefix 'xmlns' of an element", offset)) return;
    ns = kXmlnsNamespace;
  } else if (has_prefix) {
    if (!repair("undeclared_prefix", "prefix '" + quote_for_message(prefix) + "' is not declared", offset)) {
      return;
    }
    const auto* known = std::find_if(kKnownPrefixes.begin(), kKnownPrefixes.end(),
                                     [&](const auto& pair) { return pair.first == prefix; });
    ns = std::string(known != kKnownPrefixes.end() ? known->second : prefix);
  }
}

void XmlReader::read_end_tag() {
  const std::size_t offset = pos_;
  pos_ += 2;
  const std::string_view raw_name = read_name();
  skip_space();
  if (!at_end() && in_[pos_] == '>') {
    ++pos_;
  } else {
    if (!repair(at_end() ? "truncated" : "unclosed_tag", "an end tag without its '>'", offset)) return;
    const std::size_t stop = in_.find_first_of("<>", pos_);
    pos_ = stop == std::string_view::npos ? in_.size() : stop + (in_[stop] == '>' ? 1 : 0);
  }
  if (!stack_.empty() && stack_.back().raw_name == raw_name) {
    close_to(stack_.size() - 1);
    return;
  }
  const auto found = std::find_if(stack_.rbegin(), stack_.rend(),
                                  [&](const Open& open) { return open.raw_name == raw_name; });
  if (found == stack_.rend()) {
    if (!strict() && is_void_html(raw_name)) return;
    repair("stray_end_tag", "</" + quote_for_message(raw_name) + "> ends no open element", offset);
    return;
  }
  if (!repair("unclosed_element",
              "<" + quote_for_message(stack_.back().raw_name) + "> is not closed before </" +
                  quote_for_message(raw_name) + ">",
              offset)) {
    return;
  }
  close_to(static_cast<std::size_t>(stack_.rend() - found) - 1);
}

void XmlReader::close_to(std::size_t depth) {
  while (stack_.size() > depth) {
    Open closed = std::move(stack_.back());
    stack_.pop_back();
    bindings_.resize(closed.bindings);
    if (stack_.empty()) {
      root_ = std::move(closed.node);
    } else {
      stack_.back().node.children.push_back(std::move(closed.node));
    }
  }
}

void XmlReader::append_text(std::string_view text, std::size_t offset) {
  if (text.empty()) return;
  if (stack_.empty()) {
    if (std::all_of(text.begin(), text.end(), is_xml_space)) return;
    repair(root_ ? "junk_after_root" : "junk_before_prolog",
           "text outside the document's root: '" + quote_for_message(text) + "'", offset);
    return;
  }
  auto& children = stack_.back().node.children;
  if (!children.empty() && children.back().kind == XmlNode::Kind::kText) {
    children.back().text += text;
    return;
  }
  if (++nodes_ > limits_.max_nodes) {
    fail(Code::kLimit, "more than " + std::to_string(limits_.max_nodes) + " nodes", offset);
    return;
  }
  XmlNode node;
  node.kind = XmlNode::Kind::kText;
  node.text = std::string(text);
  node.offset = static_cast<std::int64_t>(offset);
  children.push_back(std::move(node));
}

void XmlReader::finish_document() {
  if (!stack_.empty()) {
    if (!repair("truncated", "the document ends within <" + quote_for_message(stack_.back().raw_name) + ">",
                in_.size())) {
      return;
    }
    close_to(0);
  }
  if (!root_) fail(Code::kCorrupt, "no XML element in the document", 0);
}

namespace {

Result<XmlNode> read(std::string_view utf8, const XmlLimits& limits, Findings* findings,
                     std::map<std::string, std::string>* namespaces) {
  return guarded(
      [&] {
        if (namespaces != nullptr) namespaces->clear();
        return XmlReader(utf8, limits, findings, namespaces).run();
      },
      "xml");
}

}  // namespace

Result<XmlNode> read_xml(std::string_view utf8, const XmlLimits& limits,
                         std::map<std::string, std::string>* namespaces) {
  return read(utf8, limits, nullptr, namespaces);
}

Result<XmlNode> read_xml_tolerant(std::string_view utf8, Findings& findings, const XmlLimits& limits,
                                  std::map<std::string, std::string>* namespaces) {
  return read(utf8, limits, &findings, namespaces);
}

}  // namespace bfa
