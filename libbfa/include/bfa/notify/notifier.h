// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/io/file_system.h"
#include "bfa/object/version.h"

namespace bfa {

// Which arrivals a sink is told.
struct NotifyFilter {
  std::string blog_host{};       // as of ArrivalQuery; empty: all
  std::set<ObjectKind> kinds{};  // empty: all but lists and other pages, which change with each post
  // Of edits: only those whose text changed by at least that share, 1 - similarity, [0, 1]. 0: all. Other
  // verdicts (new, gone, back, moved) pass always.
  double least_change = 0;

  bool operator==(const NotifyFilter&) const = default;
};

// Who is told: a command or a webhook.
struct NotifySink {
  enum class Type : std::uint8_t { kCommand, kWebhook } type = Type::kCommand;
  std::string target;  // the command for /bin/sh -c, or the http(s) address
  // Of its files in ARCHIVE/notify: letters, digits, "-" and "_". Empty: "command-" or "webhook-" and a
  // digest of the target, so that another target starts anew.
  std::string name;
  std::string secret;  // webhook: key of the signature; empty: not signed
  NotifyFilter filter;

  bool operator==(const NotifySink&) const = default;
};

// What became of a batch. `error`: it will be sent again after `wait`; with `ended`, never.
struct NotifyEvent {
  std::string name, target;
  std::size_t told = 0;  // lines of the batch
  std::optional<Error> error;
  std::chrono::milliseconds wait{0};
  bool ended = false;
};

struct NotifyOptions {
  bool from_start = false;  // a new sink is told all that is in the archive; else what comes from now on
  std::size_t batch_lines = 100;                 // at most so many lines at once
  std::size_t batch_bytes = 1u << 20;            // and so many bytes; one longer line goes alone
  std::chrono::milliseconds time_limit{60'000};  // of one command or POST; a command is killed then
  std::chrono::milliseconds first_wait{5'000};   // after a failure; doubled by each further one, with jitter
  std::chrono::milliseconds longest_wait{3'600'000};
  std::chrono::milliseconds longest_retry_after{86'400'000};  // a longer Retry-After is cut to this
  std::chrono::milliseconds look_again{5'000};                // without wake()
  std::string ca_file;                                        // webhooks: as PostRequest
  bool allow_private = false;
  FileSystem* fs = nullptr;  // of cursors and archive; posix_file_system() when null; must outlive it
  std::function<void(const NotifyEvent&)> on_event;  // from any thread, one call at a time; must not throw
};

// The state of a sink.
struct NotifyState {
  std::string name;
  std::uint64_t cursor = 0;  // acknowledged up to here, on the disk
  std::uint64_t told = 0;    // lines acknowledged by this Notifier
  int failures = 0;          // in a row
  bool idle = false;         // all that it has seen of the archive is told
  bool ended = false;        // by 410, or because its cursor or the archive cannot be used
  std::string trouble;       // of the last failure; empty: none
};

// Tells sinks what arrives in an archive: each thing at least once, in the order of arrival, in batches of
// lines (arrival_to_json). Each sink has a thread, which opens the archive for reading beside its writer, and
// a file ARCHIVE/notify/NAME.cursor. The cursor moves, on the disk, only after the command ended with 0 or
// the hook answered 2xx. What is behind it waits, so the archive itself is the outbox. After a crash between
// delivery and acknowledgement the receiver gets the same things again, with the same ids.
class BFA_EXPORT Notifier {
 public:
  // Checks the sinks, takes their locks and starts their threads. The archive may be absent; its folder is
  // made then. Errors: kInvalidArgument (a name, an address, two sinks of one name), kUnavailable with
  // "locked" (another notifier has a sink of that name), kCorrupt (a cursor file that is damaged, or is
  // behind the archive's newest step: the message says what to do), kIo.
  static Result<std::unique_ptr<Notifier>> open(const std::string& archive_directory,
                                                std::vector<NotifySink> sinks, NotifyOptions options);
  // As stop().
  ~Notifier();
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  // Says that something may have arrived. Returns at once. Thread-safe.
  void wake();
  // Waits until every sink has told all that arrived before the call, or failed with it, or has ended; at
  // most `wait`. True when all was told. Thread-safe.
  bool settle(std::chrono::milliseconds wait);
  // Ends the threads within two seconds: a command is killed, a POST is broken off; both are told again by
  // the next Notifier. Thread-safe; further calls do nothing.
  void stop();
  std::vector<NotifyState> states() const;  // in the order of the sinks; thread-safe

 private:
  struct Impl;
  explicit Notifier(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The value of X-Bfa-Signature: "sha256=" and the hexadecimal HMAC-SHA256 of `timestamp` "." `body` under
// `secret`. Empty without memory. Thread-safe. Source: RFC 2104.
BFA_EXPORT std::string webhook_signature(const std::string& secret, const std::string& timestamp,
                                         const std::string& body);

}  // namespace bfa
