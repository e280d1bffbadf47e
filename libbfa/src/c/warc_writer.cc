// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/writer.h"

#include "base/try.h"
#include "bfa/warc/exchange.h"
#include "c/warc.h"

// The parts are destroyed in the opposite order: the writer before the disk.
struct bfa_warc_writer : bfa::CHandle<bfa::HandleKind::kWarcWriter> {
  std::unique_ptr<bfa::FileSystem> disk;
  std::unique_ptr<bfa::WarcWriter> writer;
  bfa::WarcRef last;  // what the views of the last bfa_place show
};

namespace bfa {
namespace {

Result<WarcFields> warc_fields_of(const bfa_field* fields, std::size_t count, const char* name) {
  if (fields == nullptr && count > 0) return missing_argument(name);
  WarcFields made;
  for (std::size_t i = 0; i < count; ++i) {
    if (fields[i].name == nullptr || fields[i].value == nullptr) return missing_argument(name);
    made.emplace_back(fields[i].name, fields[i].value);
  }
  return made;
}

Result<WarcWriteOptions> write_options(const bfa_warc_write_options* given) {
  BFA_ASSIGN_OR_RETURN(const auto options,
                       options_of(given, &bfa_warc_write_options_init, "bfa_warc_write_options"));
  if (options.packing < BFA_WARC_PLAIN || options.packing > BFA_WARC_ZSTD)
    return Error{Code::kInvalidArgument,
                 "bfa_warc_write_options: there is no packing " + std::to_string(options.packing),
                 "C interface", -1};
  WarcWriteOptions made;
  made.packing = static_cast<WarcPacking>(options.packing);
  made.level = options.level;
  if (options.prefix != nullptr) made.prefix = options.prefix;
  made.max_file_bytes = options.max_file_bytes;
  BFA_ASSIGN_OR_RETURN(made.warcinfo, warc_fields_of(options.warcinfo, options.warcinfo_count, "warcinfo"));
  BFA_ASSIGN_OR_RETURN(made.dictionary, bytes_of(options.dictionary, options.dictionary_size, "dictionary"));
  return made;
}

// Checked before anything is written.
Status check_place(const bfa_place* place) {
  return place == nullptr ? Status() : check_struct_size(place->struct_size, sizeof *place, "bfa_place");
}

Status give_place(bfa_warc_writer& writer, WarcRef written, bfa_place* place) {
  writer.last = std::move(written);
  if (place == nullptr) return {};
  bfa_place made{};
  made.file = view_of(writer.last.file);
  made.record_id = view_of(writer.last.record_id);
  made.offset = writer.last.offset;
  made.length = writer.last.length;
  return fill(place, made, "bfa_place");
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_code bfa_warc_write_options_init(bfa_warc_write_options* options, size_t struct_size) {
  const bfa::WarcWriteOptions defaults;
  bfa_warc_write_options made{};
  made.packing = static_cast<int32_t>(defaults.packing);
  made.level = defaults.level;
  made.max_file_bytes = defaults.max_file_bytes;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_warc_writer_open(const char* directory, const bfa_warc_write_options* options,
                              bfa_warc_writer** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{directory, "directory"}}));
    BFA_ASSIGN_OR_RETURN(auto settings, bfa::write_options(options));
    auto made = std::make_unique<bfa_warc_writer>();
    made->disk = bfa::make_c_disk();
    BFA_ASSIGN_OR_RETURN(made->writer,
                         bfa::WarcWriter::open(*made->disk, directory, std::move(settings), nullptr));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_warc_writer_create(const char* path, const bfa_warc_write_options* options,
                                bfa_warc_writer** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}}));
    BFA_ASSIGN_OR_RETURN(auto settings, bfa::write_options(options));
    auto made = std::make_unique<bfa_warc_writer>();
    made->disk = bfa::make_c_disk();
    BFA_ASSIGN_OR_RETURN(made->writer, bfa::WarcWriter::create(*made->disk, path, std::move(settings)));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_warc_writer_record(bfa_warc_writer* writer, const bfa_field* fields, size_t field_count,
                                const void* block, size_t size, bfa_place* place, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{writer, "writer"}}));
    BFA_RETURN_IF_ERROR(bfa::check_place(place));
    bfa::WarcHeader header;
    BFA_ASSIGN_OR_RETURN(header.fields, bfa::warc_fields_of(fields, field_count, "fields"));
    BFA_ASSIGN_OR_RETURN(const auto bytes, bfa::bytes_of(block, size, "block"));
    header.content_length = bytes.size();
    const auto source = bfa::make_memory_source(bytes);
    if (source == nullptr) return bfa::Error{bfa::Code::kIo, "out of memory", "C interface", -1};
    BFA_ASSIGN_OR_RETURN(auto written, writer->writer->write_record(header, *source));
    return bfa::give_place(*writer, std::move(written), place);
  });
}

bfa_code bfa_warc_writer_copy(bfa_warc_writer* writer, bfa_record* record, bfa_place* place,
                              bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{writer, "writer"}, {record, "record"}}));
    BFA_RETURN_IF_ERROR(bfa::check_place(place));
    if (record->was_read)
      return bfa::Error{bfa::Code::kInvalidArgument, "the block of the record was read", "C interface", -1};
    record->was_read = true;
    BFA_ASSIGN_OR_RETURN(auto written, writer->writer->write_record(record->header, record->source));
    return bfa::give_place(*writer, std::move(written), place);
  });
}

bfa_code bfa_warc_writer_exchange(bfa_warc_writer* writer, const char* url, const char* request,
                                  size_t request_size, const char* response, size_t response_size,
                                  bfa_time started, const char* ip_address, bfa_place* place,
                                  bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{writer, "writer"}, {url, "url"}, {response, "response"}}));
    BFA_RETURN_IF_ERROR(bfa::check_place(place));
    BFA_ASSIGN_OR_RETURN(const auto sent, bfa::bytes_of(request, request_size, "request"));
    bfa::ExchangeContext context;
    context.started = bfa::system_clock().now();
    if (started != BFA_NO_TIME) {
      BFA_ASSIGN_OR_RETURN(context.started, bfa::time_argument(started, "started"));
    }
    context.ip_address = bfa::text_or_empty(ip_address);
    BFA_ASSIGN_OR_RETURN(const auto exchange,
                         bfa::make_exchange(url, sent, {response, response_size}, context));
    BFA_ASSIGN_OR_RETURN(auto written, writer->writer->write(exchange, {}));
    return bfa::give_place(*writer, std::move(written.response), place);
  });
}

bfa_code bfa_warc_writer_sync(bfa_warc_writer* writer, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{writer, "writer"}}));
    return writer->writer->sync();
  });
}

bfa_code bfa_warc_writer_close(bfa_warc_writer* writer, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (writer == nullptr) return {};
    BFA_RETURN_IF_ERROR(bfa::require({{writer, "writer"}}));
    const std::unique_ptr<bfa_warc_writer> owned(writer);
    return owned->writer->close();
  });
}

void bfa_warc_writer_free(bfa_warc_writer* writer) {
  bfa::free_handle(writer);
}
