// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/io/file_system.h"
#include "bfa/warc/reader.h"
#include "warc/read/short_key.h"

namespace bfa {

// The record ids of WARC fields such as WARC-Refers-To, without < >.
std::string without_brackets(std::string_view value);

// Finds the originals of revisits in WARC files. First want() each revisit, then let it see() the records of
// the files, then find(). An original is looked for by WARC-Refers-To, by WARC-Refers-To-Target-URI and
// -Date, by its payload digest, and for a 304 by the last 200 of its URL before it. If the result is itself a
// revisit, its original is looked for in turn. A truncated record, or one whose payload has another digest
// than the revisit's, is not an original. Memory: about 0.4 KiB per revisit, and as much per original. Not
// thread-safe.
class OriginalFinder {
 public:
  // A payload's digest: its algorithm, and the key of its canonical spelling.
  struct Digest {
    std::uint32_t algorithm = 0;  // 0: no digest
    ShortKey key;
  };
  struct Place {
    const std::string* file = nullptr;  // the finder's
    std::uint64_t offset = 0;
    std::string record_id, target_uri, date, payload_digest;  // as its header says
    std::vector<Digest> digests;                              // of its payload
    std::int64_t number = -1;                                 // of the record, as given to see(); -1: unknown
  };

  explicit OriginalFinder(FileSystem& fs) : fs_(fs) {}

  bool wants_any() const { return !wishes_.empty(); }
  void want(const WarcHeader& revisit);
  // Notes a record that is wanted, and reads its block for that. Errors: kIo.
  Status see(WarcRecord& record, const std::string& file, std::int64_t number);
  // Wants all revisits, or sees all records of a file. Errors: those of WarcReader.
  Status want_all(const std::string& path);
  Status see_all(const std::string& path);

  // The place of the original of the revisit with this id; null if it was not seen, or the id is not of a
  // wanted revisit. Valid until the next want() or see().
  const Place* find(const std::string& revisit_id) const;
  // The original's exchange. Errors: kNotFound (the file has changed), kIo.
  Result<Exchange> load(const Place& place) const;

 private:
  struct Wish {
    std::array<ShortKey, 3> keys;  // references to the original, the most reliable first
    std::size_t count = 0;         // of keys
    Digest digest;                 // of the payload
  };
  struct NotModified {
    std::string url;
    UtcTime date{};
  };
  using Number = std::uint32_t;  // of a place; kNone: not seen yet
  static constexpr Number kNone = ~Number{0};
  using ByDate = std::map<UtcTime, Number>;
  template <class Value>
  using ByKey = std::unordered_map<ShortKey, Value, ShortKeyHash>;

  const Place* follow(const Wish& wish, const Digest& digest, int depth) const;
  const Place* last_success(const NotModified& wish) const;
  bool is_wanted(const Place& place) const;
  void note(const ShortKey& key, Number number);
  void note_success(Number number);

  FileSystem& fs_;
  std::set<std::string> files_;
  std::deque<Place> places_;
  ByKey<Number> wanted_;
  ByKey<Wish> wishes_;                                 // by the revisit's id key
  ByKey<NotModified> not_modified_;                    // by the revisit's id key
  ByKey<ShortKey> revisits_;                           // its moment key to its id key
  std::unordered_map<std::string, ByDate> successes_;  // by URL, for each date of a 304 the last 200 before
};

}  // namespace bfa
