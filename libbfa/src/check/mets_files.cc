// SPDX-License-Identifier: Apache-2.0
#include "check/mets_files.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxTagBytes = 16u << 20;  // a division may name all records of a file
constexpr std::size_t kMaxDepth = 256;
constexpr std::size_t kMaxReference = 12;  // "&#x10FFFF;"

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string without_references(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    bool replaced = false;
    for (const auto& [name, c] : kNamed) {
      if (!text.substr(i).starts_with(name)) continue;
      out += c;
      i += name.size();
      replaced = true;
      break;
    }
    if (!replaced) out += text[i++];
  }
  return out;
}

class MetsScanner {
 public:
  MetsScanner(Source& source, const std::function<Status(const MetsFile&)>& visit)
      : source_(source), visit_(visit) {}

  Status run() {
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const int c, next());
      if (c < 0) break;
      if (c == '<') {
        BFA_RETURN_IF_ERROR(markup());
      } else {
        BFA_RETURN_IF_ERROR(character(static_cast<char>(c)));
      }
    }
    if (!open_.empty()) return corrupt("the document ends within <" + open_.back() + ">");
    if (!root_) return corrupt("this is no METS document");
    return check_references();
  }

 private:
  // What one part says of another by its ID has to be there.
  Status check_references() {
    std::sort(ids_.begin(), ids_.end());
    for (const auto& [id, offset] : references_) {
      if (!std::binary_search(ids_.begin(), ids_.end(), id))
        return Error{Code::kCorrupt, "a reference to a part that is not there", {}, offset};
    }
    return {};
  }

  void note_references() {
    if (const auto id = attributes_.find("ID"); id != attributes_.end())
      ids_.push_back(fast_hash(id->second));
    for (const char* const name : {"DMDID", "ADMID", "FILEID"}) {
      const auto list = attributes_.find(name);
      if (list == attributes_.end()) continue;
      const std::string_view all = list->second;
      for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find(' ', at), all.size());
        if (end > at) references_.emplace_back(fast_hash(all.substr(at, end - at)), read_);
        at = end + 1;
      }
    }
  }

  Error corrupt(const std::string& what) const {
    return Error{Code::kCorrupt, what, {}, static_cast<std::int64_t>(read_)};
  }

  // The next byte; -1 at the end.
  Result<int> next() {
    if (at_ == have_) {
      BFA_ASSIGN_OR_RETURN(have_, source_.read(buffer_));
      at_ = 0;
      if (have_ == 0) return -1;
    }
    ++read_;
    return static_cast<int>(std::to_integer<unsigned char>(buffer_[at_++]));
  }

  // Of text between tags.
  Status character(char c) {
    if (static_cast<unsigned char>(c) < 0x20 && !is_space(c))
      return corrupt("a control character in the text");
    if (open_.empty() && root_ && !is_space(c)) return corrupt("text after the end of the document");
    if (c == '&') {
      reference_ = 1;
    } else if (reference_ > 0) {
      reference_ = c == ';' ? 0 : reference_ + 1;
      if (reference_ > kMaxReference) return corrupt("an ampersand that begins no reference");
    }
    return {};
  }

  Status markup() {
    if (reference_ > 0) return corrupt("an ampersand that begins no reference");
    BFA_ASSIGN_OR_RETURN(const int first, next());
    tag_.clear();
    if (first == '?') return up_to("?>");
    if (first == '!') return declaration();
    char quote = '\0';
    for (int c = first; c != '>' || quote != '\0';) {
      if (c < 0) return corrupt("the document ends within a tag");
      if (c == '<') return corrupt("a '<' within a tag");
      if (tag_.size() >= kMaxTagBytes)
        return Error{Code::kLimit, "a tag of more than 16 MB", {}, static_cast<std::int64_t>(read_)};
      const char byte = static_cast<char>(c);
      if (quote == '\0' && (byte == '"' || byte == '\'')) {
        quote = byte;
      } else if (byte == quote) {
        quote = '\0';
      }
      tag_ += byte;
      BFA_ASSIGN_OR_RETURN(c, next());
    }
    return tag();
  }

  // Comments and CDATA; a document type is not part of METS.
  Status declaration() {
    BFA_ASSIGN_OR_RETURN(const int c, next());
    if (c == '-') return up_to("-->");
    if (c == '[') return up_to("]]>");
    return corrupt("a document type");
  }

  Status up_to(std::string_view end) {
    std::string last;
    while (last != end) {
      BFA_ASSIGN_OR_RETURN(const int c, next());
      if (c < 0) return corrupt("the document ends before " + std::string(end));
      if (last.size() == end.size()) last.erase(0, 1);
      last += static_cast<char>(c);
    }
    return {};
  }

  Status tag() {
    std::string_view text = tag_;
    if (text.starts_with('/')) {
      text.remove_prefix(1);
      while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
      if (open_.empty() || open_.back() != text)
        return corrupt("</" + std::string(text) + "> closes nothing");
      open_.pop_back();
      if (local_name(text) == "file" && file_) {
        MetsFile done = std::move(*file_);
        file_.reset();
        return visit_(done);
      }
      return {};
    }
    const bool empty = text.ends_with('/');
    if (empty) text.remove_suffix(1);
    std::size_t end = 0;
    while (end < text.size() && !is_space(text[end])) ++end;
    const std::string name(text.substr(0, end));
    if (name.empty()) return corrupt("a tag without a name");
    if (open_.empty() && root_) return corrupt("a second document");
    if (open_.empty() && local_name(name) != "mets") return corrupt("this is no METS document");
    root_ = true;
    BFA_RETURN_IF_ERROR(attributes(text.substr(end)));
    note_references();
    BFA_RETURN_IF_ERROR(element(local_name(name)));
    if (local_name(name) == "mdRef") BFA_RETURN_IF_ERROR(metadata_file());
    if (empty) return {};
    if (open_.size() >= kMaxDepth)
      return Error{Code::kLimit, "more than 256 open elements", {}, static_cast<std::int64_t>(read_)};
    open_.push_back(name);
    return {};
  }

  Status attributes(std::string_view text) {
    attributes_.clear();
    for (;;) {
      while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
      if (text.empty()) return {};
      const std::size_t equals = text.find('=');
      if (equals == std::string_view::npos || equals + 1 >= text.size()) return corrupt("a bad attribute");
      std::string_view name = text.substr(0, equals);
      while (!name.empty() && is_space(name.back())) name.remove_suffix(1);
      std::size_t begin = equals + 1;
      while (begin < text.size() && is_space(text[begin])) ++begin;
      const char quote = begin < text.size() ? text[begin] : '\0';
      if (quote != '"' && quote != '\'') return corrupt("an attribute without quotes");
      const std::size_t end = text.find(quote, begin + 1);
      if (end == std::string_view::npos) return corrupt("an attribute without an end");
      const std::string value = without_references(text.substr(begin + 1, end - begin - 1));
      if (!attributes_.emplace(local_name(name), value).second && local_name(name) == name)
        return corrupt("the attribute " + std::string(name) + " twice");
      text.remove_prefix(end + 1);
    }
  }

  // A file with metadata, which another METS document could hold inside.
  Status metadata_file() {
    MetsFile file;
    file.href = attributes_["href"];
    file.checksum = attributes_["CHECKSUM"];
    file.checksum_type = attributes_["CHECKSUMTYPE"];
    BFA_RETURN_IF_ERROR(take_size(file));
    return file.checksum.empty() ? Status() : visit_(file);
  }

  Status take_size(MetsFile& file) {
    const std::string& size = attributes_["SIZE"];
    if (size.empty()) return {};
    std::uint64_t bytes = 0;
    const auto parsed = std::from_chars(size.data(), size.data() + size.size(), bytes);
    if (parsed.ec != std::errc() || parsed.ptr != size.data() + size.size())
      return corrupt("the size of a file is no number");
    file.size = bytes;
    return {};
  }

  Status element(std::string_view name) {
    if (name == "file" && !open_.empty() && local_name(open_.back()) == "fileGrp") {
      file_.emplace();
      file_->checksum = attributes_["CHECKSUM"];
      file_->checksum_type = attributes_["CHECKSUMTYPE"];
      return take_size(*file_);
    } else if (name == "FLocat" && file_ && file_->href.empty()) {
      file_->href = attributes_["href"];
    }
    return {};
  }

  Source& source_;
  const std::function<Status(const MetsFile&)>& visit_;
  std::array<std::byte, 65536> buffer_{};
  std::size_t at_ = 0, have_ = 0;
  std::uint64_t read_ = 0;
  std::size_t reference_ = 0;  // bytes since an ampersand
  bool root_ = false;
  std::string tag_;
  std::vector<std::string> open_;
  std::map<std::string, std::string> attributes_;  // of the present tag, by local name
  std::optional<MetsFile> file_;
  std::vector<std::uint64_t> ids_;                                  // hashes
  std::vector<std::pair<std::uint64_t, std::int64_t>> references_;  // with their places
};

}  // namespace

Status read_mets_files(Source& source, const std::function<Status(const MetsFile&)>& visit) {
  return MetsScanner(source, visit).run();
}

}  // namespace bfa
