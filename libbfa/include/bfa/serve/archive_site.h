// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "bfa/base/log.h"
#include "bfa/base/time.h"
#include "bfa/serve/handler.h"

namespace bfa {

struct ArchiveSiteOptions {
  std::string archive;  // its folder
  std::string title;    // of the pages; empty: the name of the folder
  std::string token;    // that programs need for changes ("Authorization: Bearer ..."); empty: no changes
  bool token_to_read = false;  // it is needed for reading too: for other addresses than loopback
  int replay_port = 0;         // of the origin for archived pages, at the host of the request; 0: none
  // How old what is shown may be: the store is looked at again after so long.
  std::chrono::milliseconds fresh{250};
  Clock* clock = nullptr;  // system_clock() when null; must outlive the site
  LogHook log;
};

// The archive browser, search, Memento, CDX, the REST interface and the stream of an archive, as answers to
// requests: docs/serve.md lists the addresses. It reads beside a writer, and writes through the queue of the
// archive's run only. Thread-safe. Opening makes or updates the index. Errors: those of Archive::open and
// SearchIndex::open.
BFA_EXPORT Result<std::unique_ptr<ServeHandler>> make_archive_site(const ArchiveSiteOptions& options);

}  // namespace bfa
