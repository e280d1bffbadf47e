// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/io/compress.h"
#include "http/chunked.h"

namespace bfa {
namespace {

using http::Dechunker;

void note(Findings& findings, std::string id, std::string message, std::int64_t offset = -1) {
  findings.push_back({Code::kCorrupt, std::move(id), std::move(message), offset, "http body"});
}

// How much of a body is read, and how the rest is handled.
struct Limit {
  std::uint64_t max_bytes;
  bool keep_prefix;  // the rest is left out with a finding; false: it is an error

  Status pass(std::string_view what, const std::string& url, Findings& findings) const {
    std::string message = std::string(what) + " larger than " + std::to_string(max_bytes) + " bytes";
    if (!keep_prefix) return Error{Code::kLimit, std::move(message), url, -1};
    findings.push_back({Code::kLimit, "body_over_limit", message + "; the rest is left out",
                        static_cast<std::int64_t>(max_bytes), "http body"});
    return {};
  }
};

// The names in a list of codings, lower case, "x-" of old names removed; identity and empty ones left out.
std::vector<std::string> codings(const std::string& value) {
  std::vector<std::string> names;
  std::string_view rest = value;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view part = rest.substr(0, comma);
    part = trim_line_space(part.substr(0, part.find(';')));
    std::string name = ascii_lower_case(part);
    if (name.starts_with("x-")) name.erase(0, 2);
    if (!name.empty() && name != "identity") names.push_back(std::move(name));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return names;
}

std::optional<ContentCoding> coding_of(std::string_view name) {
  if (name == "gzip") return ContentCoding::kGzip;
  if (name == "deflate") return ContentCoding::kDeflate;
  if (name == "br") return ContentCoding::kBrotli;
  if (name == "zstd") return ContentCoding::kZstd;
  return std::nullopt;
}

// Plain text: coded bytes have control characters from the start.
bool is_plain_text(std::string_view bytes) {
  bytes = bytes.substr(0, 256);
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f');
  });
}

// Decodes the codings `names` from the last to the first. One that fails gives the bytes decoded so far, and
// no further coding is decoded.
Result<std::string> undo(std::vector<std::string> names, std::string bytes, const Limit& limit,
                         const std::string& url, Findings& findings) {
  for (; !names.empty() && !bytes.empty(); names.pop_back()) {
    const auto coding = coding_of(names.back());
    if (!coding) {
      note(findings, "unknown_content_coding", "coding '" + names.back().substr(0, 40) + "' is not known");
      return bytes;
    }
    std::string decoded;
    const Status status = decode_content_into(*coding, bytes, limit.max_bytes, decoded);
    if (!status) {
      if (status.error().code == Code::kIo) return status.error();
      if (status.error().code == Code::kLimit) {
        BFA_RETURN_IF_ERROR(limit.pass("what " + names.back() + " decodes to is", url, findings));
        return decoded;
      }
      note(findings, "bad_content_coding", names.back() + ": " + status.error().message);
      return decoded.empty() || is_plain_text(bytes) ? bytes : decoded;
    }
    bytes = std::move(decoded);
  }
  return bytes;
}

void note_chunks(const Dechunker& chunks, Findings& findings) {
  switch (chunks.state()) {
    case Dechunker::State::kDone:
      if (chunks.excess() > 0)
        note(findings, "bytes_after_body",
             counted(chunks.excess(), "byte", "bytes") + " after the last chunk");
      break;
    case Dechunker::State::kNotChunks:
      if (chunks.chunks() == 0)
        note(findings, "not_chunked", "called chunked and is not");
      else
        note(findings, "bad_chunk",
             "no chunk size after chunk " + std::to_string(chunks.chunks()) + "; the rest is kept as it is");
      break;
    default:
      note(findings, "chunked_cut", "the last chunk is missing");
      break;
  }
}

// Takes the body part of a response that comes in pieces, chunked or not.
class BodyReader {
 public:
  BodyReader(const Exchange& exchange, bool chunked, const Limit& limit)
      : exchange_(exchange), chunked_(chunked), limit_(limit), head_left_(exchange.head.size) {}

  // False: the limit is passed, and `body` is what fits.
  Result<bool> take(std::string_view bytes, Findings& findings) {
    const std::uint64_t skip = std::min<std::uint64_t>(head_left_, bytes.size());
    head_left_ -= skip;
    bytes.remove_prefix(static_cast<std::size_t>(skip));
    if (chunked_)
      chunks_.feed(bytes, body);
    else
      body.append(bytes);
    if (body.size() <= limit_.max_bytes) return true;
    BFA_RETURN_IF_ERROR(limit_.pass("body is", exchange_.url, findings));
    body.resize(static_cast<std::size_t>(limit_.max_bytes));
    return false;
  }
  void end(Findings& findings) {
    if (!chunked_) return;
    chunks_.end(body);
    note_chunks(chunks_, findings);
  }

  std::string body;

 private:
  const Exchange& exchange_;
  const bool chunked_;
  const Limit& limit_;
  std::uint64_t head_left_;
  Dechunker chunks_;
};

// Reads the body part of the response. Errors: kLimit, kIo.
Result<std::string> read_body(const Exchange& exchange, bool chunked, const Limit& limit,
                              Findings& findings) {
  BodyReader reader(exchange, chunked, limit);
  bool whole = true;
  if (exchange.response.in_memory()) {
    BFA_ASSIGN_OR_RETURN(whole, reader.take(exchange.response.memory(), findings));
  } else {
    BFA_ASSIGN_OR_RETURN(const auto source, exchange.response.open());
    std::array<std::byte, 32768> buffer{};
    while (whole) {
      BFA_ASSIGN_OR_RETURN(const std::size_t size, source->read(buffer));
      if (size == 0) break;
      BFA_ASSIGN_OR_RETURN(whole,
                           reader.take({reinterpret_cast<const char*>(buffer.data()), size}, findings));
    }
  }
  if (whole) reader.end(findings);
  return std::move(reader.body);
}

bool has_body(const HttpHead& head) {
  return head.status >= 200 && head.status != 204 && head.status != 304;
}

void check_length(const HttpHead& head, std::size_t size, Findings& findings) {
  const std::string_view value = trim_line_space(head.header("Content-Length"));
  if (value.empty() || !has_body(head)) return;
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
  if (error == std::errc() && end == value.data() + value.size() && length == size) return;
  note(findings, "content_length_mismatch",
       "content-length says '" + std::string(value.substr(0, 30)) + "', the body has " +
           std::to_string(size) + " bytes");
}

Result<std::string> entity(const Exchange& exchange, const Limit& limit, Findings& findings) {
  std::vector<std::string> names = codings(exchange.head.combined("Transfer-Encoding"));
  const bool empty = exchange.response.size() <= exchange.head.size;
  const bool chunked = !empty && !names.empty() && names.back() == "chunked";
  if (chunked) names.pop_back();
  BFA_ASSIGN_OR_RETURN(std::string body, read_body(exchange, chunked, limit, findings));
  if (!chunked) check_length(exchange.head, body.size(), findings);
  if (names.empty()) return body;
  return undo(std::move(names), std::move(body), limit, exchange.url, findings);
}

Result<std::string> decoded(const Exchange& exchange, const Limit& limit, Findings& findings) {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(std::string body, entity(exchange, limit, findings));
    return undo(codings(exchange.head.combined("Content-Encoding")), std::move(body), limit, exchange.url,
                findings);
  });
}

}  // namespace

Result<std::string> entity_body(const Exchange& exchange, std::uint64_t max_bytes, Findings& findings) {
  return guarded([&] { return entity(exchange, {max_bytes, false}, findings); });
}

Result<std::string> decoded_body(const Exchange& exchange, std::uint64_t max_bytes, Findings& findings) {
  return decoded(exchange, {max_bytes, false}, findings);
}

Result<std::string> decoded_prefix(const Exchange& exchange, std::uint64_t max_bytes, Findings& findings) {
  return decoded(exchange, {max_bytes, true}, findings);
}

}  // namespace bfa
