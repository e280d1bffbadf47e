// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "base/try.h"
#include "bfa/warc/exchange.h"
#include "c/warc.h"

namespace bfa {
namespace {

// Bytes that the program gives.
class ProgramSource : public Source {
 public:
  ProgramSource(bfa_read_fn give, void* user, std::string name)
      : give_(give), user_(user), name_(std::move(name)) {}

  Result<std::size_t> read(std::span<std::byte> dst) override {
    if (dst.empty() || ended_) return std::size_t{0};
    constexpr std::size_t kUnsaid = SIZE_MAX;
    std::size_t got = kUnsaid;
    const bfa_code answer = give_(dst.data(), dst.size(), &got, user_);
    if (auto status = callback_status(answer, ended_); !status.ok()) {
      status.error().where = name_;
      return std::move(status).error();
    }
    if (got == kUnsaid && !ended_)
      return Error{Code::kIo, "a callback does not say how many bytes it read", name_, -1};
    if (got > dst.size() && !ended_)
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

// The fields as bfa_record_fields has them, if the header of the file is written so: it is given as it is
// then.
std::optional<std::string_view> plain_fields(std::string_view raw, const WarcHeader& header) {
  const auto take = [&raw](std::string_view part) {
    if (!raw.starts_with(part)) return false;
    raw.remove_prefix(part.size());
    return true;
  };
  if (!take(header.version) || !take("\r\n")) return std::nullopt;
  const std::string_view fields = raw;
  for (const auto& [name, value] : header.fields) {
    if (!take(name) || !take(": ") || !take(value) || !take("\r\n")) return std::nullopt;
  }
  return fields.substr(0, fields.size() - raw.size());
}

}  // namespace

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
  if (record.record != nullptr) {
    if (const auto plain = plain_fields(record.record->raw_header(), record.header)) {
      made.version = view_of(record.record->raw_header().substr(0, begin));
      made.fields = view_of(*plain);
      return made;
    }
  }
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
  std::string batch;               // versions and fields of a batch, one after the other
  std::optional<bfa::Error> late;  // what ended a batch that had records
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
  made.read_ahead = options.read_ahead != 0;
  made.max_header_bytes = static_cast<std::size_t>(options.max_header_bytes);
  return made;
}

// The error that ended a batch, once.
Status take_late(bfa_warc_reader& reader) {
  if (!reader.late) return {};
  Error error = *std::move(reader.late);
  reader.late.reset();
  return error;
}

Status next_of(bfa_warc_reader* reader, bfa_record** out) {
  BFA_RETURN_IF_ERROR(clear(out, "out"));
  BFA_RETURN_IF_ERROR(require({{reader, "reader"}}));
  reader->current.reset();
  BFA_RETURN_IF_ERROR(take_late(*reader));
  BFA_ASSIGN_OR_RETURN(auto* const record, reader->reader->next());
  if (record == nullptr) return {};
  *out = &reader->current.emplace(*record);
  return {};
}

// Appends version and fields of a record as bfa_record_fields has them.
void append_header(const WarcRecord& record, const WarcHeader& header, std::string& to) {
  to += header.version;
  if (const auto plain = plain_fields(record.raw_header(), header)) {
    to += *plain;
    return;
  }
  for (const auto& [name, value] : header.fields) to.append(name).append(": ").append(value).append("\r\n");
}

// Reads the headers of a batch. The views of a record are made when all texts are there: these move.
Status read_batch(bfa_warc_reader& reader, std::size_t capacity, bfa_record_fields* records,
                  std::size_t& count) {
  reader.batch.clear();
  std::vector<std::pair<std::size_t, std::size_t>> parts;  // length of the version, and of all
  const auto size = records->struct_size;
  for (count = 0; count < capacity; ++count) {
    auto next = reader.reader->next();
    if (!next) {
      if (count == 0) return std::move(next).error();
      reader.late = std::move(next).error();
      break;
    }
    if (*next == nullptr) break;
    const WarcHeader& header = (*next)->header();
    bfa_record_fields made{};
    made.struct_size = size;
    made.type = static_cast<std::int32_t>(header.type());
    made.date = time_of(header.date());
    made.content_length = header.content_length;
    made.offset = (*next)->position().offset;
    const std::size_t begin = reader.batch.size();
    append_header(**next, header, reader.batch);
    parts.emplace_back(header.version.size(), reader.batch.size() - begin);
    records[count] = made;
  }
  std::string_view rest = reader.batch;
  for (std::size_t i = 0; i < count; ++i) {
    records[i].version = view_of(rest.substr(0, parts[i].first));
    records[i].fields = view_of(rest.substr(parts[i].first, parts[i].second - parts[i].first));
    rest.remove_prefix(parts[i].second);
  }
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
  made.read_ahead = defaults.read_ahead ? 1 : 0;
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

bfa_code bfa_warc_reader_next_batch(bfa_warc_reader* reader, size_t capacity, bfa_record_fields* records,
                                    size_t* count, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    constexpr size_t kMost = 65'536;
    BFA_RETURN_IF_ERROR(bfa::require({{reader, "reader"}, {records, "records"}, {count, "count"}}));
    *count = 0;
    BFA_RETURN_IF_ERROR(bfa::check_struct_size(records->struct_size, sizeof *records, "bfa_record_fields"));
    if (capacity == 0 || capacity > kMost)
      return bfa::Error{bfa::Code::kInvalidArgument,
                        "the capacity is " + std::to_string(capacity) + ", not 1 to 65536", "C interface",
                        -1};
    reader->current.reset();
    BFA_RETURN_IF_ERROR(bfa::take_late(*reader));
    return bfa::read_batch(*reader, capacity, records, *count);
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
