// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "base/try.h"
#include "bfa/warc/exchange.h"
#include "c/warc.h"

struct bfa_exchange : bfa::CHandle<bfa::HandleKind::kExchange> {
  bfa::Exchange exchange;
};

namespace bfa {
namespace {

// Bytes that the program gives.
class ProgramSource : public Source {
 public:
  ProgramSource(bfa_read_fn give, void* user, std::string name)
      : give_(give), user_(user), name_(std::move(name)) {}

  Result<std::size_t> read(std::span<std::byte> dst) override {
    if (dst.empty() || ended_) return std::size_t{0};
    std::size_t got = 0;
    const bfa_code answer = give_(dst.data(), dst.size(), &got, user_);
    if (auto status = callback_status(answer, ended_); !status.ok()) {
      status.error().where = name_;
      return std::move(status).error();
    }
    if (got > dst.size())
      return Error{Code::kInvalidArgument, "a callback says that it read more bytes than were asked for",
                   name_, -1};
    if (ended_) return std::size_t{0};
    return got;
  }

 private:
  bfa_read_fn give_;
  void* user_;
  std::string name_;
  bool ended_ = false;
};

}  // namespace

Status give_body(const Exchange& exchange, bool decoded, std::uint64_t max_bytes, bfa_string** out,
                 bfa_findings** findings) {
  Findings found;
  auto body = decoded ? decoded_body(exchange, max_bytes, found) : entity_body(exchange, max_bytes, found);
  if (!body) return std::move(body).error();
  BFA_ASSIGN_OR_RETURN(auto* const text, make_c_string(*std::move(body)));
  std::unique_ptr<bfa_string> owned(text);
  BFA_RETURN_IF_ERROR(give_findings(std::move(found), findings));
  *out = owned.release();
  return {};
}

std::unique_ptr<FileSystem> make_c_disk() {
  return make_container_file_system(posix_file_system());
}

bfa_record_fields fields_of(bfa_record& record) {
  bfa_record_fields made{};
  made.type = static_cast<std::int32_t>(record.header.type());
  made.date = time_of(record.header.date());
  made.content_length = record.header.content_length;
  made.offset = record.record != nullptr ? record.record->position().offset : 0;
  const std::size_t begin = record.header.version.size();
  if (!record.has_fields) {
    record.fields = record.header.version;
    if (record.record == nullptr) record.fields += format_warc_fields(record.header.fields);
    // Those of a file were read line by line: no value has a line end.
    for (const auto& [name, value] : record.header.fields) {
      if (record.record == nullptr) break;
      record.fields.append(name).append(": ").append(value).append("\r\n");
    }
    record.has_fields = true;
  }
  made.version = view_of(std::string_view(record.fields).substr(0, begin));
  made.fields = view_of(std::string_view(record.fields).substr(begin));
  return made;
}

}  // namespace bfa

// The parts are destroyed in the opposite order: the reader before what it reads.
struct bfa_warc_reader : bfa::CHandle<bfa::HandleKind::kWarcReader> {
  std::unique_ptr<bfa::FileSystem> disk;
  std::unique_ptr<bfa::Source> source;
  std::unique_ptr<bfa::WarcReader> reader;
  std::optional<bfa_record> current;
};

namespace bfa {
namespace {

Result<WarcReadOptions> read_options(const bfa_warc_options* given) {
  BFA_ASSIGN_OR_RETURN(const auto options, options_of(given, &bfa_warc_options_init, "bfa_warc_options"));
  if (options.policy < BFA_POLICY_IGNORE || options.policy > BFA_POLICY_FAIL)
    return Error{Code::kInvalidArgument,
                 "bfa_warc_options: there is no policy " + std::to_string(options.policy), "C interface", -1};
  WarcReadOptions made;
  made.policy = static_cast<Policy>(options.policy);
  made.check_digests = options.check_digests != 0;
  made.max_header_bytes = static_cast<std::size_t>(options.max_header_bytes);
  return made;
}

Status next_of(bfa_warc_reader* reader, bfa_record** out) {
  BFA_RETURN_IF_ERROR(clear(out, "out"));
  BFA_RETURN_IF_ERROR(require({{reader, "reader"}}));
  reader->current.reset();
  BFA_ASSIGN_OR_RETURN(auto* const record, reader->reader->next());
  if (record == nullptr) return {};
  *out = &reader->current.emplace(*record);
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_warc_options_init(bfa_warc_options* options, size_t struct_size) {
  const bfa::WarcReadOptions defaults;
  bfa_warc_options made{};
  made.policy = static_cast<int32_t>(defaults.policy);
  made.check_digests = defaults.check_digests ? 1 : 0;
  made.max_header_bytes = defaults.max_header_bytes;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_warc_reader_open(const char* path, const bfa_warc_options* options, uint64_t offset,
                              bfa_warc_reader** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}}));
    BFA_ASSIGN_OR_RETURN(const auto settings, bfa::read_options(options));
    auto made = std::make_unique<bfa_warc_reader>();
    made->disk = bfa::make_c_disk();
    BFA_ASSIGN_OR_RETURN(made->reader, bfa::WarcReader::open(*made->disk, path, settings, offset));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_warc_reader_open_stream(bfa_read_fn read, void* user, const char* name,
                                     const bfa_warc_options* options, bfa_warc_reader** out,
                                     bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{read, "read"}}));
    BFA_ASSIGN_OR_RETURN(const auto settings, bfa::read_options(options));
    auto made = std::make_unique<bfa_warc_reader>();
    const std::string called = name == nullptr ? "stream" : name;
    made->source = std::make_unique<bfa::ProgramSource>(read, user, called);
    BFA_ASSIGN_OR_RETURN(made->reader, bfa::WarcReader::open(*made->source, called, settings));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_warc_reader_next(bfa_warc_reader* reader, bfa_record** out, bfa_error** err) {
  return bfa::c_call(err, [&] { return bfa::next_of(reader, out); });
}

bfa_code bfa_warc_reader_next_fields(bfa_warc_reader* reader, bfa_record** out, bfa_record_fields* fields,
                                     bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{fields, "fields"}}));
    BFA_RETURN_IF_ERROR(bfa::check_struct_size(fields->struct_size, sizeof *fields, "bfa_record_fields"));
    BFA_RETURN_IF_ERROR(bfa::next_of(reader, out));
    return *out == nullptr ? Status() : bfa::fill(fields, bfa::fields_of(**out), "bfa_record_fields");
  });
}

bfa_code bfa_warc_reader_findings(const bfa_warc_reader* reader, bfa_findings** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{reader, "reader"}}));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_findings(reader->reader->findings()));
    return {};
  });
}

uint64_t bfa_warc_reader_lost_bytes(const bfa_warc_reader* reader) {
  return usable(reader) ? reader->reader->lost_bytes() : 0;
}

void bfa_warc_reader_close(bfa_warc_reader* reader) {
  bfa::free_handle(reader);
}

bfa_code bfa_record_read(const bfa_record* record, bfa_record_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{record, "record"}, {out, "out"}}));
    // The text of the fields is made once; a record belongs to one thread.
    return bfa::fill(out, bfa::fields_of(const_cast<bfa_record&>(*record)), "bfa_record_fields");
  });
}

bfa_view bfa_record_field(const bfa_record* record, const char* name) {
  if (!usable(record) || name == nullptr) return bfa::no_view();
  return bfa::view_of(record->header.field(name));
}

bfa_view bfa_record_raw_header(const bfa_record* record) {
  if (!usable(record) || record->record == nullptr) return bfa::no_view();
  return bfa::view_of(record->record->raw_header());
}

uint64_t bfa_record_length(const bfa_record* record) {
  return usable(record) && record->record != nullptr ? record->record->position().length : 0;
}

bfa_code bfa_record_read_block(bfa_record* record, void* to, size_t size, size_t* got, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{record, "record"}, {got, "got"}}));
    *got = 0;
    if (size > 0) BFA_RETURN_IF_ERROR(bfa::require({{to, "to"}}));
    record->was_read = true;
    BFA_ASSIGN_OR_RETURN(*got, record->source.read({static_cast<std::byte*>(to), size}));
    return {};
  });
}

bfa_code bfa_record_block(bfa_record* record, uint64_t max_bytes, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{record, "record"}}));
    record->was_read = true;
    BFA_ASSIGN_OR_RETURN(auto bytes, bfa::read_all(record->source, max_bytes));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(std::move(bytes)));
    return {};
  });
}

bfa_code bfa_record_exchange(bfa_record* record, uint64_t max_bytes, bfa_exchange** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{record, "record"}}));
    if (record->record == nullptr || record->was_read)
      return bfa::Error{bfa::Code::kInvalidArgument,
                        "the block of the record was read, or it is not of a reader", "C interface", -1};
    record->was_read = true;
    auto made = std::make_unique<bfa_exchange>();
    BFA_ASSIGN_OR_RETURN(made->exchange, bfa::read_exchange(*record->record, max_bytes));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_exchange_read(const bfa_exchange* exchange, bfa_exchange_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}, {out, "out"}}));
    const bfa::Exchange& of = exchange->exchange;
    bfa_exchange_fields made{};
    made.url = bfa::view_of(of.url);
    made.ip_address = bfa::view_of(of.ip_address);
    made.protocol = bfa::view_of(of.protocol);
    made.reason = bfa::view_of(of.head.reason);
    made.started = bfa::time_or_none(of.started);
    made.status = of.head.status;
    made.headers = of.head.headers.size();
    return bfa::fill(out, made, "bfa_exchange_fields");
  });
}

bfa_view bfa_exchange_header_name(const bfa_exchange* exchange, size_t index) {
  if (!usable(exchange) || index >= exchange->exchange.head.headers.size()) return bfa::no_view();
  return bfa::view_of(exchange->exchange.head.headers[index].first);
}

bfa_view bfa_exchange_header_value(const bfa_exchange* exchange, size_t index) {
  if (!usable(exchange) || index >= exchange->exchange.head.headers.size()) return bfa::no_view();
  return bfa::view_of(exchange->exchange.head.headers[index].second);
}

bfa_code bfa_exchange_header(const bfa_exchange* exchange, const char* name, bfa_string** out,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}, {name, "name"}}));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(exchange->exchange.head.combined(name)));
    return {};
  });
}

bfa_code bfa_exchange_body(const bfa_exchange* exchange, int32_t decoded, uint64_t max_bytes,
                           bfa_string** out, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}}));
    return bfa::give_body(exchange->exchange, decoded != 0, max_bytes, out, findings);
  });
}

void bfa_exchange_free(bfa_exchange* exchange) {
  bfa::free_handle(exchange);
}
