// SPDX-License-Identifier: Apache-2.0
#include "warc/index/zipnum_writer.h"

#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "io/gzip_encoder.h"
#include "warc/index/json_text.h"

namespace bfa {

struct ZipNumWriter::Impl {
  Impl(Sink& b, Sink& i, ZipNumOptions wanted) : blocks(b), index(i), options(std::move(wanted)) {}

  Status begin() {
    if (encoder) return {};
    if (options.lines == 0) return Error{Code::kInvalidArgument, "blocks of no lines", {}, -1};
    BFA_ASSIGN_OR_RETURN(encoder, GzipEncoder::make(options.level));
    std::string head = R"(!meta 0 {"format": "cdxj-gzip-1.0", "filename": )";
    append_json_string(head, options.filename);
    return write_text(index, head + "}\n");
  }

  Status add(std::string_view line) {
    BFA_RETURN_IF_ERROR(begin());
    if (held == 0) prefix = line.substr(0, line.find(' ', std::min(line.find(' '), line.size() - 1) + 1));
    block.append(line).push_back('\n');
    return ++held == options.lines ? flush() : Status();
  }

  Status flush() {
    if (held == 0) return {};
    packed.clear();
    BFA_RETURN_IF_ERROR(encoder->member(block, packed));
    std::string line = prefix + R"( {"offset": )" + std::to_string(offset) + R"(, "length": )" +
                       std::to_string(packed.size()) + R"(, "digest": )";
    append_json_string(line,
                       labelled_digest(DigestAlgorithm::kSha256, digest(DigestAlgorithm::kSha256, packed)));
    line += R"(, "filename": )";
    append_json_string(line, options.filename);
    BFA_RETURN_IF_ERROR(write_text(index, line + "}\n"));
    offset += packed.size();
    block.clear();
    held = 0;
    return write_text(blocks, packed);
  }

  Status finish() {
    BFA_RETURN_IF_ERROR(begin());
    return flush();
  }

  Sink& blocks;
  Sink& index;
  ZipNumOptions options;
  std::unique_ptr<GzipEncoder> encoder;
  std::string block, packed, prefix;
  std::size_t held = 0;
  std::uint64_t offset = 0;
};

ZipNumWriter::ZipNumWriter(Sink& blocks, Sink& index, ZipNumOptions options)
    : impl_(std::make_unique<Impl>(blocks, index, std::move(options))) {}
ZipNumWriter::~ZipNumWriter() = default;

Status ZipNumWriter::add(std::string_view line) {
  return guarded([&]() -> Status { return impl_->add(line); });
}

Status ZipNumWriter::finish() {
  return guarded([&]() -> Status { return impl_->finish(); });
}

}  // namespace bfa
