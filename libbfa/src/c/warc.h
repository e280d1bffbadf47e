// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bfa/c/warc.h"
#include "bfa/container/container.h"
#include "bfa/http/message.h"
#include "bfa/warc/reader.h"
#include "c/handle.h"
#include "c/stop.h"
#include "io/stoppable_file_system.h"

// A record of a reader, or one that a migration hands over. `was_read`: the block is no longer whole.
struct bfa_record : bfa::CHandle<bfa::HandleKind::kRecord> {
  explicit bfa_record(bfa::WarcRecord& of) : record(&of), header(of.header()), source(of.block()) {}
  bfa_record(const bfa::WarcHeader& of, bfa::Source& block) : header(of), source(block) {}

  bfa::WarcRecord* record = nullptr;  // null: not of a reader
  const bfa::WarcHeader& header;
  bfa::Source& source;
  bool was_read = false;
  std::string fields;  // version and fields, one after the other:  // made when asked for
  bool has_fields = false;
};

struct bfa_exchange : bfa::CHandle<bfa::HandleKind::kExchange> {
  bfa::Exchange exchange;
};

namespace bfa {

// The disk with the members of containers as files. Its own one for each handle: it keeps containers open.
std::unique_ptr<FileSystem> make_c_disk();

// The same for a call that reads whole files: it ends with kUnavailable when the program asks it to stop.
class StoppableDisk {
 public:
  explicit StoppableDisk(const bfa_stop* stop) : stop_(stop), files_(*disk_, stop_.token()) {}

  FileSystem& files() { return files_; }

 private:
  std::unique_ptr<FileSystem> disk_ = make_c_disk();
  CallStop stop_;
  StoppableFileSystem files_;
};

bfa_record_fields fields_of(bfa_record& record);
// The body of an exchange; `findings` may be null.
Status give_body(const Exchange& exchange, bool decoded, std::uint64_t max_bytes, bfa_string** out,
                 bfa_findings** findings);

}  // namespace bfa
