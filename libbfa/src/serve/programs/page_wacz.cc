// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/page_wacz.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/base/version.h"
#include "bfa/io/blob.h"
#include "bfa/io/file_system.h"
#include "bfa/url/url.h"
#include "bfa/wacz/wacz.h"
#include "bfa/warc/reader.h"
#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/programs/mementos.h"
#include "serve/programs/page_captures.h"
#include "serve/programs/warc_place.h"
#include "serve/programs/web_pages.h"
#include "store/files/layout.h"
#include "warc/write/output_file.h"

namespace bfa {
namespace {

constexpr std::chrono::milliseconds kWorkAtOnce{50};  // then other answers of the server have their turn
constexpr std::chrono::seconds kWorkBefore{1};        // before the head of the answer is sent

using FileRecords = std::map<std::uint64_t, std::uint64_t>;  // offset and length

std::string closed_name(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  if (name.ends_with(".open")) name.resize(name.size() - 5);
  return name;
}

// A record that shares its compressed member with others is written anew.
Status add_unpacked(OutputFile& out, const std::string& path, std::uint64_t offset) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(posix_file_system(), path, {}, offset));
  BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
  if (record == nullptr) return {};
  BlobWriter writer;
  std::string buffer(64u << 10, '\0');
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got,
                         record->block().read(std::as_writable_bytes(std::span(buffer))));
    if (got == 0) break;
    BFA_RETURN_IF_ERROR(writer.write(std::string_view(buffer).substr(0, got)));
  }
  BFA_ASSIGN_OR_RETURN(const Blob block, writer.finish());
  return out.add(header_text(record->header(), block.size()), block);
}

// The records of one file as a WARC file of their own, with the warcinfo record that they refer to.
Status copy_records(const std::string& from, FileRecords records, const std::string& to) {
  FileSystem& fs = posix_file_system();
  if (const auto first = find_stored_record(from, 0)) records.emplace(0, first->length);
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, to, from));
  BFA_ASSIGN_OR_RETURN(const auto out, OutputFile::create(fs, to, form));
  BFA_ASSIGN_OR_RETURN(const auto raw, fs.open(from));
  for (const auto& [offset, length] : records) {
    BFA_RETURN_IF_ERROR(length > 0 ? out->add_member(*raw, offset, length)
                                   : add_unpacked(*out, from, offset));
  }
  return out->finish();
}

// "2 of 9 captures of the page and its parts cannot be given: they are in missing or damaged WARC files (A,
// B)".
std::string missing_text(const PageCaptures& captures) {
  std::string names;
  for (const auto& name : captures.missing()) (names += names.empty() ? "" : ", ") += name;
  return std::to_string(captures.missing_captures()) + " of " + std::to_string(captures.captures()) +
         " captures of the page and its parts cannot be given: they are in missing or damaged WARC files (" +
         names + ")";
}

// Collects, copies and packs, a little at each call, and then sends the file, which is removed with the
// stream.
class PageWacz final : public ReplyStream {
 public:
  // `incomplete`: made also when captures cannot be given.
  PageWacz(const SiteContext& context, std::string key, std::string title, bool incomplete)
      : context_(context),
        title_(std::move(title)),
        incomplete_(incomplete),
        captures_(context, std::move(key)) {}

  // Collects for a while: what is missing is known then, but of pages with very many captures.
  Status collect_first() {
    const auto start = std::chrono::steady_clock::now();
    while (collecting_ && std::chrono::steady_clock::now() - start < kWorkBefore)
      BFA_RETURN_IF_ERROR(collect());
    return {};
  }
  const PageCaptures& captures() const { return captures_; }

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      const auto start = std::chrono::steady_clock::now();
      while (!file_ && std::chrono::steady_clock::now() - start < kWorkAtOnce) {
        BFA_RETURN_IF_ERROR(collecting_ ? collect() : !folder_ ? begin() : make());
      }
      return file_ ? file_->next() : Piece();
    });
  }

 private:
  Status collect() {
    BFA_ASSIGN_OR_RETURN(collecting_, captures_.step());
    return {};
  }

  // Nobody was told before: then there is no file.
  Status refuse_incomplete() const {
    if (incomplete_ || captures_.missing().empty()) return {};
    return Error{Code::kCorrupt, missing_text(captures_), {}, -1};
  }

  Status begin() {
    BFA_RETURN_IF_ERROR(refuse_incomplete());
    BFA_ASSIGN_OR_RETURN(folder_, ScratchFolder::make());
    next_file_ = captures_.records().begin();
    return {};
  }

  // Copies the records of one more file; packs when there is no other.
  Status make() {
    if (next_file_ == captures_.records().end()) return pack();
    // Files of other folders may have the same name.
    const std::string folder = folder_->path() + "/" + std::to_string(warcs_.size());
    BFA_RETURN_IF_ERROR(posix_file_system().create_directories(folder));
    const std::string to = folder + "/" + closed_name(next_file_->first);
    BFA_RETURN_IF_ERROR(copy_records(next_file_->first, next_file_->second, to));
    warcs_.push_back(to);
    ++next_file_;
    return {};
  }

  Status pack() {
    const auto clock = make_fixed_clock(context_.now);
    WaczOptions options;
    options.title = title_;
    options.software = "libbfa " + std::string(version());
    options.clock = clock.get();
    options.find_pages = false;
    for (const auto& name : captures_.missing())
      options.description +=
          (options.description.empty() ? "Without the captures in missing files: " : ", ") + name;
    if (!captures_.pages().empty()) {
      options.main_page_url = captures_.pages().back().url;
      options.main_page_time = captures_.pages().back().time;
    }
    const std::string path = folder_->path() + "/page.wacz";
    BFA_ASSIGN_OR_RETURN(const auto writer, WaczWriter::create(posix_file_system(), path, options));
    for (const IndexedCapture& page : captures_.pages())
      BFA_RETURN_IF_ERROR(writer->add_page({page.url, page.time, title_, {}, {}}));
    for (const auto& warc : warcs_) BFA_RETURN_IF_ERROR(writer->add_archive(posix_file_system(), warc));
    BFA_ASSIGN_OR_RETURN(const WaczReport made, writer->finish());
    BFA_ASSIGN_OR_RETURN(file_, stream_file(path, 0, made.bytes));
    return {};
  }

  const SiteContext context_;
  const std::string title_;
  const bool incomplete_;
  PageCaptures captures_;
  bool collecting_ = true;
  std::unique_ptr<ScratchFolder> folder_;
  std::map<std::string, FileRecords>::const_iterator next_file_;
  std::vector<std::string> warcs_;
  std::unique_ptr<ReplyStream> file_;
};

std::string title_of(const Archive& archive, const std::string& url) {
  const auto key = archive.find_object(url);
  const auto summary = key ? archive.summary(*key) : Result<ObjectSummary>(key.error());
  return summary && !summary->latest.title.empty() ? summary->latest.title : url;
}

// The page's own captures, by whether their WARC files are there.
struct OwnCaptures {
  std::uint64_t there = 0, missing = 0;
  std::string missing_file;  // the name of one
};

Result<OwnCaptures> count_captures(const SiteContext& context, const std::string& key) {
  CaptureRange range;
  range.first = key;
  std::map<std::string, std::uint64_t> files;
  constexpr std::size_t kMostFiles = 1000;
  BFA_RETURN_IF_ERROR(context.index->for_each_capture(range, [&](const IndexedCapture& capture) {
    ++files[capture.warc.file];
    return files.size() < kMostFiles;
  }));
  OwnCaptures own;
  for (const auto& [name, captures] : files) {
    BFA_ASSIGN_OR_RETURN(const auto file, find_warc_file(*context.archive, WarcRef{name, 0, 0, {}}));
    (file.missing ? own.missing : own.there) += captures;
    if (file.missing) own.missing_file = name;
  }
  return own;
}

// 409, with the address of what there is.
ServeReply incomplete_reply(const ServeRequest& request, const std::string& url,
                            const PageCaptures& captures) {
  const std::string rest = "/wacz?url=" + query_escaped(url) + "&incomplete=1";
  const std::string sentence = missing_text(captures);
  if (!wants_pages(request))
    return problem_reply(409, sentence, "the others are at " + rest + ", in a file that says what it lacks");
  return html_reply(409, incomplete_wacz_page(url, sentence, rest));
}

Result<ServeReply> wacz_reply(const SiteContext& context, const ServeRequest& request, const std::string& url,
                              bool incomplete) {
  BFA_ASSIGN_OR_RETURN(const std::string key, memento_key(*context.index, url));
  BFA_ASSIGN_OR_RETURN(const auto any, find_memento(*context.index, key, {}, {}, false));
  if (!any) return Error{Code::kNotFound, "the archive has nothing of this address", url, -1};
  BFA_ASSIGN_OR_RETURN(const OwnCaptures own, count_captures(context, key));
  if (own.there == 0 && own.missing != 0) return missing_file_reply(own.missing_file);
  BFA_ASSIGN_OR_RETURN(const Url parsed, Url::parse(url));
  ServeReply reply;
  reply.set("Content-Type", "application/wacz");
  reply.set("X-Content-Type-Options", "nosniff");
  reply.set("Content-Disposition", "attachment; filename=\"" + download_name(parsed, ".wacz") + "\"");
  auto wacz = std::make_unique<PageWacz>(context, key, title_of(*context.archive, url), incomplete);
  BFA_RETURN_IF_ERROR(wacz->collect_first());
  const PageCaptures& captures = wacz->captures();
  if (!incomplete && !captures.missing().empty()) return incomplete_reply(request, url, captures);
  if (captures.missing_captures() != 0)
    reply.set("X-Archive-Missing", std::to_string(captures.missing_captures()));
  reply.stream = std::move(wacz);
  return reply;
}

}  // namespace

std::string download_name(const Url& url, std::string_view ending) {
  std::string name;
  for (const char c : std::string(url.host()) + std::string(url.path())) {
    const bool plain = is_letter_or_digit(c) || c == '.' || c == '_';
    if (plain || (!name.empty() && name.back() != '-')) name += plain ? c : '-';
  }
  name.resize(std::min<std::size_t>(name.size(), 100));
  while (!name.empty() && (name.back() == '-' || name.back() == '.')) name.pop_back();
  return (name.empty() ? "page" : name) + std::string(ending);
}

ServeReply answer_page_wacz(const SiteContext& context, const ServeRequest& request) {
  const QueryString query(request.query());
  const auto url = archived_url(query.value("url"));
  if (!url) return problem_reply(400, "url: wanted is the http or https address of a page");
  const std::string_view flag = query.value("incomplete");
  if (!flag.empty() && flag != "0" && flag != "1") return problem_reply(400, "incomplete: wanted is 1 or 0");
  auto reply = wacz_reply(context, request, *url, flag == "1");
  if (reply) return std::move(*reply);
  if (reply.error().code == Code::kNotFound) {
    if (auto removed = removed_reply(*context.archive, request, *url)) return std::move(*removed);
  }
  return problem_reply(reply.error());
}

}  // namespace bfa
