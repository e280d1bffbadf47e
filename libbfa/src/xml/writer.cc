// SPDX-License-Identifier: Apache-2.0
#include <tinyxml2.h>

#include <deque>
#include <new>
#include <string>
#include <utility>

#include "base/guard.h"
#include "bfa/text/utf8.h"
#include "xml/xml.h"

namespace bfa {
namespace {

constexpr int kFlushBytes = 64 << 10;

void escape_char(char32_t c, bool is_attribute, std::string& out) {
  switch (c) {
    case U'&':
      out += "&amp;";
      return;
    case U'<':
      out += "&lt;";
      return;
    case U'>':
      out += "&gt;";
      return;
    case U'"':
      out += is_attribute ? "&quot;" : "\"";
      return;
    case U'\r':
      out += "&#13;";  // a plain one would come back as a line feed
      return;
    case U'\n':
      out += is_attribute ? "&#10;" : "\n";
      return;
    case U'\t':
      out += is_attribute ? "&#9;" : "\t";
      return;
    default:
      append_code_point(out, c < 0x20 || c == 0xFFFE || c == 0xFFFF ? U'\xFFFD' : c);
  }
}

// ASCII that XML does not escape: most of a text.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '&' && c != '<' && c != '>' && c != '"';
}

std::string escape(std::string_view text, bool is_attribute) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (std::size_t pos = 0; pos < text.size();) {
    std::size_t end = pos;
    while (end < text.size() && is_plain(text[end])) ++end;
    out.append(text, pos, end - pos);
    pos = end;
    if (pos == text.size()) break;
    escape_char(next_code_point(text, pos), is_attribute, out);
  }
  return out;
}

}  // namespace

struct XmlWriter::Impl {
  Impl(Sink& target, bool indent) : sink(target), printer(nullptr, !indent), compact(!indent) {
    // Escaping is ours: tinyxml2 leaves out control characters and line ends.
    const tinyxml2::XMLDocument raw(false);
    printer.VisitEnter(raw);
  }

  void flush(bool all) {
    const int size = printer.CStrSize() - 1;
    if (size <= 0 || (!all && size < kFlushBytes)) return;
    if (status.ok())
      status = write_text(sink, std::string_view(printer.CStr(), static_cast<std::size_t>(size)));
    printer.ClearBuffer(false);
  }

  // Runs `action` unless an error came before; keeps the first error.
  template <class Action>
  void run(Action action) {
    if (!status.ok()) return;
    Status ran = guarded(
        [&]() -> Status {
          action();
          flush(false);
          return {};
        },
        "xml");
    if (!ran.ok()) status = std::move(ran);
  }

  Sink& sink;
  tinyxml2::XMLPrinter printer;
  bool compact;
  std::deque<std::string> open;  // names that tinyxml2 only points to: a deque keeps them in place
  bool is_tag_open = false;      // attributes may still come
  bool has_root = false;
  Status status;
};

XmlWriter::XmlWriter(Sink& sink, bool indent) : impl_(std::make_unique<Impl>(sink, indent)) {}
XmlWriter::~XmlWriter() = default;

void XmlWriter::start(std::string_view qualified_name) {
  impl_->run([&] {
    if (!impl_->has_root) impl_->printer.PushDeclaration("xml version=\"1.0\" encoding=\"UTF-8\"");
    impl_->has_root = true;
    impl_->open.emplace_back(qualified_name);
    impl_->printer.OpenElement(impl_->open.back().c_str(), impl_->compact);
    impl_->is_tag_open = true;
  });
}

void XmlWriter::attribute(std::string_view qualified_name, std::string_view value) {
  impl_->run([&] {
    if (!impl_->is_tag_open) {
      impl_->status = Error{Code::kInvalidArgument, "an attribute must follow its start tag",
                            std::string(qualified_name), -1};
      return;
    }
    impl_->printer.PushAttribute(std::string(qualified_name).c_str(), escape(value, true).c_str());
  });
}

void XmlWriter::text(std::string_view value) {
  impl_->run([&] {
    if (value.empty()) return;
    if (impl_->open.empty()) {
      impl_->status = Error{Code::kInvalidArgument, "text outside the document's root", "xml", -1};
      return;
    }
    impl_->printer.PushText(escape(value, false).c_str());
    impl_->is_tag_open = false;
  });
}

void XmlWriter::end() {
  impl_->run([&] {
    if (impl_->open.empty()) {
      impl_->status = Error{Code::kInvalidArgument, "an end without its start", "xml", -1};
      return;
    }
    impl_->printer.CloseElement(impl_->compact);
    impl_->open.pop_back();
    impl_->is_tag_open = false;
  });
}

void XmlWriter::element(std::string_view qualified_name, std::string_view value) {
  start(qualified_name);
  text(value);
  end();
}

Status XmlWriter::finish() {
  while (impl_->status.ok() && !impl_->open.empty()) end();
  impl_->run([&] { impl_->flush(true); });
  return impl_->status;
}

}  // namespace bfa
