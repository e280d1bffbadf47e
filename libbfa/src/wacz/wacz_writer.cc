// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/blob.h"
#include "bfa/io/digest.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/cdx_writer.h"
#include "container/zip_writer.h"
#include "io/base64.h"
#include "io/ecdsa.h"
#include "io/name_uuid.h"
#include "io/replacing_sink.h"
#include "wacz/copying_file_system.h"
#include "wacz/page_title.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;
using Method = ZipWriter::Method;

constexpr std::size_t kTitleBytes = 32768;
constexpr std::uint64_t kSpoolMemory = 4u << 20;

std::string dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string last_part(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

// Offset of the suffix in the name of a WARC file; npos without one.
std::size_t warc_suffix_at(const std::string& name) {
  const std::string lower = ascii_lower_case(name);
  for (const std::string_view suffix : {".warc", ".warc.gz", ".warc.zst"}) {
    if (lower.ends_with(suffix) && lower.size() > suffix.size()) return lower.size() - suffix.size();
  }
  return std::string::npos;
}

// A name that is safe to unpack: member names of foreign containers can contain any bytes.
std::string safe_name(std::string_view wanted) {
  std::string name;
  for (const char c : wanted) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        byte > 0x20 && byte < 0x7f && std::string_view("\\/:*?\"<>|").find(c) == std::string_view::npos;
    name.push_back(plain || c == ' ' ? c : '_');
  }
  return name;
}

// A sink that makes a blob, which can be read when its size is known.
class SpoolSink final : public Sink {
 public:
  Status write(std::span<const std::byte> src) override {
    digester_.update(src);
    return writer_.write({reinterpret_cast<const char*>(src.data()), src.size()});
  }
  Status finish() override { return {}; }
  Result<Blob> blob() { return writer_.finish(); }
  std::string sha256() { return labelled_digest(DigestAlgorithm::kSha256, digester_.finish()); }

 private:
  BlobWriter writer_{kSpoolMemory};
  Digester digester_{DigestAlgorithm::kSha256};
};

// The lines of pages.jsonl.
struct PageList {
  SpoolSink lines;
  std::uint64_t count = 0;
  bool any_text = false;

  Status add(const WaczPage& page) {
    const std::string time = format_rfc3339(page.time);
    Json json = {{"id", page.id.empty() ? name_uuid(page.url + " " + time) : page.id},
                 {"url", page.url},
                 {"ts", time}};
    if (!page.title.empty()) json["title"] = page.title;
    if (!page.text.empty()) json["text"] = page.text;
    any_text = any_text || !page.text.empty();
    ++count;
    return write_text(lines, dump(json) + "\n");
  }
};

class Writer final : public WaczWriter {
 public:
  Writer(FileSystem& fs, const std::string& path, const WaczOptions& options, std::unique_ptr<Sink> sink)
      : options_(options),
        now_((options.clock != nullptr ? *options.clock : system_clock()).now()),
        sink_(std::move(sink)),
        zip_(*sink_),
        index_(fs, sort_options(path, options)) {}

  Status add_archive(FileSystem& from, std::string_view path, std::string_view name,
                     WaczPageSearch search) override {
    return guarded(
        [&]() -> Status { return take_archive(from, std::string(path), std::string(name), search); });
  }
  Status add_page(const WaczPage& page) override {
    return guarded([&]() -> Status { return given_.add(page); });
  }
  Status add_file(std::string_view path, std::string_view content) override {
    return guarded([&]() -> Status { return write_file(std::string(path), content); });
  }
  Result<WaczReport> finish() override {
    return guarded([&]() -> Result<WaczReport> { return write_rest(); });
  }

 private:
  static CdxSortOptions sort_options(const std::string& path, const WaczOptions& options) {
    CdxSortOptions sort;
    const std::size_t slash = path.find_last_of('/');
    sort.directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    sort.max_memory_bytes = options.sort_memory_bytes;
    return sort;
  }

  Result<std::string> unused_name(const std::string& wanted) {
    const std::size_t suffix = warc_suffix_at(wanted);
    if (suffix == std::string::npos || wanted.find('/') != std::string::npos) {
      return Error{Code::kInvalidArgument, "a WARC file's name ends in .warc, .warc.gz or .warc.zst", wanted,
                   -1};
    }
    std::string name = wanted;
    for (int number = 2; !names_.insert(name).second; ++number) {
      name = wanted.substr(0, suffix) + "-" + std::to_string(number) + wanted.substr(suffix);
    }
    return name;
  }

  Status take_archive(FileSystem& from, const std::string& path, const std::string& wanted,
                      WaczPageSearch search) {
    BFA_ASSIGN_OR_RETURN(const std::string name,
                         unused_name(wanted.empty() ? safe_name(last_part(path)) : wanted));
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, from.file_size(path));
    BFA_RETURN_IF_ERROR(zip_.begin("archive/" + name, size, Method::kStored, now_));
    Digester digester(DigestAlgorithm::kSha256);
    CopyingFileSystem copying(from, path, [&](std::string_view bytes) {
      digester.update(bytes);
      return zip_.write(bytes);
    });
    BFA_RETURN_IF_ERROR(index(copying, path, name, search));
    BFA_RETURN_IF_ERROR(copying.rest());
    const auto ended = zip_.end();
    if (!ended) return ended.error();
    ++report_.archives;
    add_resource("archive/" + name, labelled_digest(DigestAlgorithm::kSha256, digester.finish()), size);
    return {};
  }

  Status index(FileSystem& fs, const std::string& path, const std::string& name, WaczPageSearch search) {
    CdxjOptions options;
    options.filename = name;
    options.keep_www = options_.keep_www;
    const bool unless_given = search == WaczPageSearch::kUnlessGiven;
    const bool wanted =
        unless_given ? options_.find_pages && given_.count == 0 : search == WaczPageSearch::kYes;
    options.body_bytes = wanted ? kTitleBytes : 0;
    PageList& pages = unless_given ? found_ : given_;
    const auto visit = [&](const CdxCapture& capture) -> Status {
      // A player would answer with an empty 304; without it, it answers with the capture that the 304
      // confirms.
      if (capture.entry.status == "304") return {};
      ++report_.captures;
      BFA_RETURN_IF_ERROR(index_.add(capture.entry));
      if (capture.body.empty() || capture.entry.status != "200") return {};
      return pages.add({capture.entry.url, capture.date, page_title(capture), {}, {}});
    };
    return index_warc(fs, path, options, visit, report_.findings);
  }

  void add_resource(const std::string& path, const std::string& hash, std::uint64_t size) {
    resources_.push_back({{"name", last_part(path)}, {"path", path}, {"hash", hash}, {"bytes", size}});
  }

  Status copy_blob(const Blob& blob, Digester* digester) {
    BFA_ASSIGN_OR_RETURN(const auto source, blob.open());
    std::vector<std::byte> buffer(65536);
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
      if (got == 0) return {};
      const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), got);
      if (digester != nullptr) digester->update(bytes);
      BFA_RETURN_IF_ERROR(zip_.write(bytes));
    }
  }

  // Adds a spooled member after `head`.
  Status add_spooled(const std::string& path, const std::string& head, SpoolSink& spool, Method method) {
    BFA_ASSIGN_OR_RETURN(const Blob blob, spool.blob());
    const std::uint64_t size = head.size() + blob.size();
    BFA_RETURN_IF_ERROR(zip_.begin(path, size, method, now_));
    std::string hash = spool.sha256();
    Digester digester(DigestAlgorithm::kSha256);
    digester.update(head);
    BFA_RETURN_IF_ERROR(zip_.write(head));
    BFA_RETURN_IF_ERROR(copy_blob(blob, head.empty() ? nullptr : &digester));
    const auto ended = zip_.end();
    if (!ended) return ended.error();
    if (!head.empty()) hash = labelled_digest(DigestAlgorithm::kSha256, digester.finish());
    add_resource(path, hash, size);
    return {};
  }

  Status write_file(const std::string& path, std::string_view content) {
    const std::size_t slash = path.find('/');
    const std::string folder = path.substr(0, slash), name = last_part(path);
    const bool own = folder == "archive" || folder == "indexes" || folder == "pages";
    const auto is_plain = [](const std::string& part) {
      return !part.empty() && part.front() != '.' && part == safe_name(part);
    };
    if (slash == std::string::npos || own || path != folder + "/" + name || !is_plain(folder) ||
        !is_plain(name) || !files_.insert(path).second)
      return Error{Code::kInvalidArgument, "a file of another kind has one folder of its own", path, -1};
    BFA_RETURN_IF_ERROR(zip_.add(path, content, Method::kDeflate, now_));
    add_resource(path, labelled_digest(DigestAlgorithm::kSha256, digest(DigestAlgorithm::kSha256, content)),
                 content.size());
    return {};
  }

  Status write_index() {
    SpoolSink blocks;
    SpoolSink secondary;
    ZipNumOptions options;
    options.lines = options_.index_lines;
    BFA_RETURN_IF_ERROR(index_.write_zipnum(blocks, secondary, options));
    BFA_RETURN_IF_ERROR(add_spooled("indexes/" + options.filename, {}, blocks, Method::kStored));
    return add_spooled("indexes/index.idx", {}, secondary, Method::kStored);
  }

  Status write_pages() {
    PageList& pages = given_.count != 0 ? given_ : found_;
    report_.pages = pages.count;
    const Json head = {
        {"format", "json-pages-1.0"}, {"id", "pages"}, {"title", "All Pages"}, {"hasText", pages.any_text}};
    return add_spooled("pages/pages.jsonl", dump(head) + "\n", pages.lines, Method::kDeflate);
  }

  std::string datapackage() const {
    Json json = {{"profile", "data-package"}, {"wacz_version", "1.1.1"}};
    const auto put = [&](const char* name, const std::string& value) {
      if (!value.empty()) json[name] = value;
    };
    put("title", options_.title);
    put("description", options_.description);
    put("software", options_.software);
    json["created"] = format_rfc3339(now_);
    put("mainPageUrl", options_.main_page_url);
    if (options_.main_page_time) json["mainPageDate"] = format_rfc3339(*options_.main_page_time);
    json["resources"] = resources_;
    return dump(json, 2);
  }

  Result<Json> signed_data(const std::string& hash) const {
    BFA_ASSIGN_OR_RETURN(const EcdsaSignature made, sign_ecdsa(options_.signing_key_pem, hash));
    return Json{{"hash", hash},
                {"signature", base64_encode(made.signature)},
                {"publicKey", base64_encode(made.public_key)},
                {"created", format_rfc3339(now_)},
                {"software", options_.software}};
  }

  Result<WaczReport> write_rest() {
    if (report_.archives == 0)
      return Error{Code::kInvalidArgument, "a WACZ file holds one WARC file or more", {}, -1};
    BFA_RETURN_IF_ERROR(write_index());
    BFA_RETURN_IF_ERROR(write_pages());
    const std::string package = datapackage();
    const std::string hash =
        labelled_digest(DigestAlgorithm::kSha256, digest(DigestAlgorithm::kSha256, package));
    BFA_RETURN_IF_ERROR(zip_.add("datapackage.json", package, Method::kDeflate, now_));
    Json digest_json = {{"path", "datapackage.json"}, {"hash", hash}};
    if (!options_.signing_key_pem.empty()) {
      BFA_ASSIGN_OR_RETURN(digest_json["signedData"], signed_data(hash));
    }
    BFA_RETURN_IF_ERROR(zip_.add("datapackage-digest.json", dump(digest_json, 2), Method::kDeflate, now_));
    BFA_RETURN_IF_ERROR(zip_.finish());
    BFA_RETURN_IF_ERROR(sink_->finish());
    report_.bytes = zip_.bytes();
    return std::move(report_);
  }

  const WaczOptions options_;
  const UtcTime now_;
  std::unique_ptr<Sink> sink_;
  ZipWriter zip_;
  CdxSorter index_;
  PageList given_, found_;
  std::set<std::string> names_, files_;  // in archive/; of other kinds
  Json resources_ = Json::array();
  WaczReport report_;
};

}  // namespace

Result<std::unique_ptr<WaczWriter>> WaczWriter::create(FileSystem& fs, std::string_view path_name,
                                                       const WaczOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<WaczWriter>> {
    const std::string path(path_name);
    BFA_ASSIGN_OR_RETURN(auto sink, open_replacing_sink(fs, path));
    std::unique_ptr<WaczWriter> writer = std::make_unique<Writer>(fs, path, options, std::move(sink));
    return writer;
  });
}

}  // namespace bfa
