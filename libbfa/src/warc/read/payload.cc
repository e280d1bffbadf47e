// SPDX-License-Identifier: Apache-2.0
#include "warc/read/payload.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "warc/read/block_digests.h"
#include "warc/read/entity_stream.h"

namespace bfa {
namespace {

constexpr std::size_t kPart = 65536;
constexpr std::size_t kMaxCodings = 8;

bool holds_http(const WarcHeader& header) {
  const std::string_view type = header.field("Content-Type");
  return type.size() >= 16 && equals_ignoring_case(type.substr(0, 16), "application/http");
}

std::optional<ContentCoding> coding_named(std::string_view name) {
  if (equals_ignoring_case(name, "gzip") || equals_ignoring_case(name, "x-gzip")) return ContentCoding::kGzip;
  if (equals_ignoring_case(name, "deflate")) return ContentCoding::kDeflate;
  if (equals_ignoring_case(name, "br")) return ContentCoding::kBrotli;
  if (equals_ignoring_case(name, "zstd")) return ContentCoding::kZstd;
  if (equals_ignoring_case(name, "identity") || name.empty()) return ContentCoding::kIdentity;
  return std::nullopt;
}

std::vector<std::string> list_of(std::string_view value) {
  std::vector<std::string> names;
  while (!value.empty()) {
    const std::size_t comma = value.find(',');
    names.emplace_back(trim_blanks(value.substr(0, comma)));
    value.remove_prefix(comma == std::string_view::npos ? value.size() : comma + 1);
  }
  return names;
}

// The body as it is in the record.
class EntitySource final : public Source {
 public:
  EntitySource(WarcRecord& record, bool http, Findings& findings)
      : record_(record), http_(http), findings_(findings) {
    entity_.begin(record.header().type() != WarcType::kRequest);
  }

  Status read_head() {
    while (http_ && entity_.in_head() && !ended_) BFA_RETURN_IF_ERROR(pull());
    if (http_ && !entity_.head())
      add("no_http_head", "the block does not begin with an HTTP head; all of it is body");
    for (auto& finding : entity_.findings()) findings_.push_back(std::move(finding));
    entity_.findings().clear();
    return {};
  }
  const std::optional<HttpHead>& head() const { return entity_.head(); }

  // The first bytes of the body, without taking them.
  Result<std::string_view> peek() {
    while (pending_.empty() && !ended_) BFA_RETURN_IF_ERROR(pull());
    return pending_;
  }

  Result<std::size_t> read(std::span<std::byte> dst) override {
    BFA_ASSIGN_OR_RETURN(const std::string_view bytes, peek());
    const std::size_t n = std::min(bytes.size(), dst.size());
    if (n != 0) std::memcpy(dst.data(), bytes.data(), n);
    pending_.remove_prefix(n);
    return n;
  }

 private:
  void add(const char* id, std::string message) {
    findings_.push_back({Code::kCorrupt, id, std::move(message), -1, record_.position().file});
  }

  Status pull() {
    auto got = record_.block().read(buffer_);
    if (!got) {
      if (failed_) return *failed_;
      failed_ = got.error();
      if (got.error().code == Code::kIo) return got.error();
    }
    if (!got || *got == 0) {
      if (http_) pending_ = entity_.end().entity;
      size_ += pending_.size();
      ended_ = true;
      check_framing();
      return !got && pending_.empty() ? Status(*failed_) : Status();
    }
    const std::string_view bytes(reinterpret_cast<const char*>(buffer_.data()), *got);
    pending_ = http_ ? entity_.feed(bytes).entity : bytes;
    size_ += pending_.size();
    return {};
  }

  void check_framing() {
    if (!http_ || !entity_.head()) return;
    if (entity_.chunked()) {
      const auto& chunks = entity_.chunks();
      using State = http::Dechunker::State;
      if (size_ == 0 && chunks.chunks() == 0) return;  // only a head
      if (chunks.state() == State::kNotChunks) {
        add(chunks.chunks() == 0 ? "not_chunked" : "bad_chunk",
            chunks.chunks() == 0 ? "called chunked and is not; taken as it is"
                                 : "no chunk size after chunk " + std::to_string(chunks.chunks()) +
                                       "; the rest is kept as it is");
      } else if (chunks.state() != State::kDone) {
        add("chunked_cut", "the last chunk is missing");
      } else if (chunks.excess() != 0) {
        add("bytes_after_body",
            counted(chunks.excess(), "byte", "bytes") + " after the last chunk; left out");
      }
      return;
    }
    const std::string_view declared = entity_.head()->header("Content-Length");
    if (declared.empty() || size_ == 0) return;
    const auto length = parse_number(trim_blanks(declared));
    if (!length || *length != size_) {
      add("content_length_mismatch", "content-length says '" + std::string(declared.substr(0, 30)) +
                                         "', the body has " + std::to_string(size_) + " bytes; all are kept");
    }
  }

  WarcRecord& record_;
  bool http_;
  Findings& findings_;
  EntityStream entity_;
  std::array<std::byte, kPart> buffer_;
  std::string_view pending_;
  std::uint64_t size_ = 0;
  bool ended_ = false;
  std::optional<Error> failed_;
};

class Payload final : public RecordPayload, private Source {
 public:
  explicit Payload(WarcRecord& record)
      : entity_(record, holds_http(record.header()), findings_), file_(record.position().file) {}

  Status start(const Options& options) {
    BFA_RETURN_IF_ERROR(entity_.read_head());
    return options.decode_content && entity_.head() ? add_decoders() : Status();
  }
  const std::optional<HttpHead>& head() const override { return entity_.head(); }
  Source& body() override { return *this; }
  const Findings& findings() const override { return findings_; }

 private:
  void add(const char* id, std::string message) {
    findings_.push_back({Code::kCorrupt, id, std::move(message), -1, file_});
  }

  Status add_decoders() {
    const auto names = list_of(entity_.head()->combined("Content-Encoding"));
    Source* inner = &entity_;
    for (std::size_t i = names.size(); i-- > 0 && decoders_.size() < kMaxCodings;) {
      const auto coding = coding_named(names[i]);
      if (!coding) {
        add("unknown_content_coding", "content coding '" + names[i] + "' is not known; the body stays coded");
        break;
      }
      if (*coding == ContentCoding::kIdentity) continue;
      BFA_ASSIGN_OR_RETURN(const std::string_view first, entity_.peek());
      if (decoders_.empty() && *coding == ContentCoding::kGzip && !first.empty() &&
          !first.starts_with('\x1f')) {
        add("not_coded", "called gzip and is not; taken as it is");
        continue;
      }
      BFA_ASSIGN_OR_RETURN(auto decoder, make_decoding_source(*coding, *inner));
      inner = decoder.get();
      decoders_.push_back(std::move(decoder));
    }
    return {};
  }

  Result<std::size_t> read(std::span<std::byte> dst) override {
    return guarded([&]() -> Result<std::size_t> {
      if (decoders_.empty()) return entity_.read(dst);
      if (bad_) return std::size_t{0};
      auto got = decoders_.back()->read(dst);
      if (got || got.error().code == Code::kIo) return got;
      bad_ = true;
      add("bad_content_coding", got.error().message + "; what came before is given");
      return std::size_t{0};
    });
  }

  Findings findings_;
  EntitySource entity_;
  std::string file_;
  std::vector<std::unique_ptr<Source>> decoders_;
  bool bad_ = false;
};

// A digest of a body in one of the forms of PayloadForm.
class Candidate {
 public:
  Candidate(PayloadForm form, DigestAlgorithm algorithm) : form_(form), digester_(algorithm) {}
  void update(std::string_view bytes) { digester_.update(bytes); }
  bool fits(DigestAlgorithm algorithm, std::string_view declared) {
    return same_digest(declared, labelled_digest(algorithm, digester_.finish()));
  }
  PayloadForm form() const { return form_; }

 private:
  PayloadForm form_;
  Digester digester_;
};

// A source for a decoder: the parts of the coded entity that were pushed.
class PushSource final : public Source {
 public:
  void push(std::string_view bytes) { bytes_.append(bytes); }
  Result<std::size_t> read(std::span<std::byte> dst) override {
    const std::size_t n = std::min(dst.size(), bytes_.size() - at_);
    if (n != 0) std::memcpy(dst.data(), bytes_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

constexpr std::size_t kMostDecoded = 64u << 20;  // coded bodies beyond this are not tried decoded

// The coded entity decoded and hashed, at the end.
void hash_decoded(PushSource& coded, const HttpHead& head, Candidate& candidate) {
  Source* inner = &coded;
  std::vector<std::unique_ptr<Source>> decoders;
  const auto names = list_of(head.combined("Content-Encoding"));
  for (std::size_t i = names.size(); i-- > 0;) {
    const auto coding = coding_named(names[i]);
    if (!coding) return;
    auto decoder = make_decoding_source(*coding, *inner);
    if (!decoder) return;
    inner = decoder->get();
    decoders.push_back(std::move(*decoder));
  }
  std::array<std::byte, kPart> buffer;
  for (;;) {
    const auto got = inner->read(buffer);
    if (!got || *got == 0) return;
    candidate.update({reinterpret_cast<const char*>(buffer.data()), *got});
  }
}

Result<PayloadForm> find_form(WarcRecord& record, std::string_view declared) {
  const std::size_t colon = declared.find(':');
  const auto algorithm = digest_algorithm(declared.substr(0, colon == std::string_view::npos ? 0 : colon));
  if (!algorithm) return Error{Code::kUnsupported, "digest algorithm that is not known", {}, -1};
  Candidate entity(PayloadForm::kEntity, *algorithm);
  Candidate raw(PayloadForm::kRaw, *algorithm);
  Candidate cut(PayloadForm::kDeclaredLength, *algorithm);
  Candidate block(PayloadForm::kBlock, *algorithm);
  Candidate decoded(PayloadForm::kDecoded, *algorithm);
  EntityStream stream;
  stream.begin(record.header().type() != WarcType::kRequest);
  const bool http = holds_http(record.header());
  PushSource coded;
  std::size_t coded_size = 0;
  std::optional<std::uint64_t> left;
  const auto take = [&](const EntityStream::Parts& parts) {
    entity.update(parts.entity);
    raw.update(parts.raw);
    if (!left && stream.head()) {
      left = parse_number(trim_blanks(stream.head()->header("Content-Length"))).value_or(0);
    }
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(parts.entity.size(), left.value_or(0)));
    cut.update(parts.entity.substr(0, n));
    if (left) *left -= n;
    coded_size += parts.entity.size();
    if (stream.head() && !stream.head()->header("Content-Encoding").empty() && coded_size <= kMostDecoded) {
      coded.push(parts.entity);
    }
  };
  std::array<std::byte, kPart> buffer;
  for (;;) {
    const auto got = record.block().read(buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    if (!got || *got == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), *got);
    block.update(bytes);
    if (http) take(stream.feed(bytes));
  }
  if (http) take(stream.end());
  if (stream.head() && coded_size <= kMostDecoded) hash_decoded(coded, *stream.head(), decoded);
  for (Candidate* candidate : {&entity, &raw, &decoded, &cut, &block}) {
    if (!http && candidate != &block) continue;
    if (candidate->fits(*algorithm, declared)) return candidate->form();
  }
  return PayloadForm::kNone;
}

}  // namespace

std::string_view payload_form_name(PayloadForm form) {
  constexpr std::array<std::string_view, 6> kNames = {
      "none", "entity", "raw body", "decoded body", "body cut at its Content-Length", "whole block"};
  return kNames[static_cast<std::size_t>(form)];
}

Result<std::unique_ptr<RecordPayload>> RecordPayload::open(WarcRecord& record, Options options) {
  return guarded([&]() -> Result<std::unique_ptr<RecordPayload>> {
    auto payload = std::make_unique<Payload>(record);
    BFA_RETURN_IF_ERROR(payload->start(options));
    std::unique_ptr<RecordPayload> made = std::move(payload);
    return made;
  });
}

Result<PayloadForm> find_payload_form(WarcRecord& record, std::string_view declared) {
  return guarded([&]() -> Result<PayloadForm> { return find_form(record, declared); });
}

}  // namespace bfa
