// SPDX-License-Identifier: Apache-2.0
#include "remove/look_for_text.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/text/charset.h"
#include "bfa/warc/reader.h"
#include "package/aip/package_warcs.h"
#include "warc/read/payload.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;
constexpr std::size_t kMaxListed = 1000;

// The text of a record as UTF-8; nothing when it is too long or damaged. Media have none.
Result<std::optional<std::string>> text_of(WarcRecord& record) {
  BFA_ASSIGN_OR_RETURN(const auto payload, RecordPayload::open(record, {.decode_content = true}));
  std::string type;
  if (payload->head()) type = std::string(payload->head()->header("Content-Type"));
  for (const char* const media : {"image/", "video/", "audio/", "font/"}) {
    if (type.starts_with(media)) return std::optional<std::string>(std::string());
  }
  auto bytes = read_all(payload->body(), kMaxBytes);
  if (!bytes && bytes.error().code == Code::kIo) return std::move(bytes).error();
  if (!bytes) return std::optional<std::string>();
  Findings ignored;
  const bool xml = type.find("xml") != std::string::npos;
  return std::optional<std::string>(decode_text(*bytes, parse_media_type(type).charset,
                                                xml ? CharsetContext::kXml : CharsetContext::kHtml, ignored)
                                        .text);
}

void add(RemainingText found, RemoveReport& report) {
  if (report.remaining.size() < kMaxListed) {
    report.remaining.push_back(std::move(found));
  } else {
    ++report.remaining_more;
  }
}

enum class Look : std::uint8_t { kNothing, kCopy, kUnknown };

bool is_container(std::string_view name) {
  for (const char* const ending : {".zip", ".tar", ".zst", ".7z", ".wacz", ".tgz", ".xz", ".bz2"}) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

// Looks into one entry of packages/, with all that is below it.
class PackageLook {
 public:
  PackageLook(FileSystem& fs, const std::vector<std::string>& touched, const TextPieces& texts,
              const std::vector<std::string>& addresses)
      : fs_(fs), touched_(touched), texts_(texts), addresses_(addresses) {}

  Result<Look> look(const std::string& path, const std::string& name) const {
    // Packages have parts of files too, under names of their own.
    if (std::find(touched_.begin(), touched_.end(), source_of_part(name)) != touched_.end())
      return Look::kCopy;
    const auto names = fs_.list(path);
    if (!names) return look_at_file(path, name);
    Look worst = Look::kNothing;
    for (const auto& child : *names) {
      BFA_ASSIGN_OR_RETURN(const Look found, look(path + "/" + child, child));
      if (found == Look::kCopy) return found;
      if (found == Look::kUnknown) worst = found;
    }
    return worst;
  }

 private:
  Result<Look> look_at_file(const std::string& path, const std::string& name) const {
    if (name.find(".warc") != std::string::npos) return Look::kNothing;  // by its name, above
    if (is_container(name)) return Look::kUnknown;
    const auto bytes = read_file(fs_, path, kMaxBytes);
    if (!bytes && bytes.error().code == Code::kIo) return bytes.error();
    if (!bytes) return Look::kUnknown;
    for (const auto& address : addresses_) {
      if (bytes->find(address) != std::string::npos) return Look::kCopy;
    }
    return texts_.longest_in(*bytes) > 0 ? Look::kCopy : Look::kNothing;
  }

  FileSystem& fs_;
  const std::vector<std::string>& touched_;
  const TextPieces& texts_;
  const std::vector<std::string>& addresses_;
};

}  // namespace

Status look_for_text(FileSystem& fs, const std::vector<std::string>& files,
                     const std::vector<std::string>& names, const TextPieces& texts,
                     const std::function<bool(const std::string& record_id)>& leave_out,
                     RemoveReport& report) {
  if (texts.empty()) return {};
  for (std::size_t i = 0; i < files.size(); ++i) {
    BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, files[i]));
    for (;;) {
      BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
      if (record == nullptr) break;
      const WarcHeader header = record->header();
      if (leave_out && leave_out(header.record_id())) continue;
      if (header.type() == WarcType::kRequest || header.type() == WarcType::kWarcinfo) continue;
      RemainingText found{names[i],
                          record->position().offset,
                          header.target_uri(),
                          std::string(header.field("WARC-Date")),
                          std::string(header.field("WARC-Type")),
                          0};
      BFA_ASSIGN_OR_RETURN(const auto text, text_of(*record));
      if (text) found.letters = texts.longest_in(*text);
      if (!text || found.letters > 0) add(std::move(found), report);
    }
  }
  return {};
}

Status look_for_packages(FileSystem& fs, const std::string& folder, const std::vector<std::string>& touched,
                         const TextPieces& texts, RemoveReport& report) {
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(folder));
  if (!there) return {};
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(folder));
  const PackageLook looking(fs, touched, texts, report.addresses);
  for (const auto& name : names) {
    BFA_ASSIGN_OR_RETURN(const Look found, looking.look(folder + "/" + name, name));
    if (found == Look::kCopy) report.packages.push_back(name);
    if (found == Look::kUnknown) report.packages_kept.push_back(name);
  }
  return {};
}

}  // namespace bfa
