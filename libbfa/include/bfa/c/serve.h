// SPDX-License-Identifier: Apache-2.0
// Serving an archive, in the C interface: the answers of `bfa serve` for a program that has a server of its
// own, and the server itself. docs/serve.md lists the addresses; bfa/c/bfa.h has the conventions.
#pragma once

#include "bfa/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// The site of an archive: its pages, Memento, CDX, REST and streams as answers to requests. Thread-safe.
typedef struct bfa_site bfa_site;
// An answer. It holds what it needs of its site, and may be read after the site was freed.
typedef struct bfa_reply bfa_reply;
// A server with the site of an archive. Thread-safe.
typedef struct bfa_server bfa_server;

typedef struct bfa_site_options {
  size_t struct_size;
  const char* archive;  // its folder; needed
  const char* title;    // of the pages; NULL: the name of the folder
  const char* token;    // that programs need for changes, at least 16 printable characters; NULL: no changes
  int32_t token_to_read;  // it is needed for reading too
  int32_t replay_port;    // of the origin for archived pages, at the host of the request; 0: none
  int64_t fresh_ms;       // how old what is shown may be: the store is looked at again after so long
  bfa_log_fn log;         // called on any thread, one call at a time is not promised; NULL: none
  void* log_user;
} bfa_site_options;
// Sets the defaults. C++: bfa::ArchiveSiteOptions.
BFA_EXPORT bfa_code bfa_site_options_init(bfa_site_options* options, size_t struct_size);
// Opens an archive for answers, beside a writer, and makes or updates its index. With `token_to_read`,
// requests without the token get 401, and browsers a form. Errors: BFA_INVALID_ARGUMENT (no folder, a weak
// token), those of opening an archive and its index. C++: bfa::make_archive_site, bfa::make_token_gate.
BFA_EXPORT bfa_code bfa_site_open(const bfa_site_options* options, bfa_site** out, bfa_error** err);
BFA_EXPORT void bfa_site_free(bfa_site* site);

// A request as the program's server received it. The program has checked its Host: `origin` says under which
// address the client reached it.
typedef struct bfa_request {
  size_t struct_size;
  const char* method;  // upper case; NULL: GET
  const char* target;  // "/timemap/link/http://a.example/": with its query, not decoded; needed
  const bfa_field* headers;
  size_t header_count;
  const void* body;
  size_t body_size;
  const char* origin;     // "https://archive.example"; NULL: "http://localhost"
  int32_t replay_origin;  // it came to the origin that serves archived pages only
} bfa_request;
// Sets the defaults. C++: bfa::ServeRequest.
BFA_EXPORT bfa_code bfa_request_init(bfa_request* request, size_t struct_size);
// Answers a request. What is wrong with the request is an answer too, with its status. Errors:
// BFA_INVALID_ARGUMENT (no target, a target or name with control characters). C++: bfa::ServeHandler.
BFA_EXPORT bfa_code bfa_site_answer(bfa_site* site, const bfa_request* request, bfa_reply** out,
                                    bfa_error** err);

// The head of an answer.
typedef struct bfa_reply_head {
  size_t struct_size;
  int32_t status;
  size_t headers;      // bfa_reply_header()
  int64_t body_bytes;  // -1: not known before its end
  int32_t streamed;    // the body comes in pieces, or has no end (/events)
} bfa_reply_head;
// C++: bfa::ServeReply.
BFA_EXPORT bfa_code bfa_reply_read(const bfa_reply* reply, bfa_reply_head* out, bfa_error** err);
// A header field. Content-Length, Connection and Date are not among them. C++: bfa::ServeReply.
BFA_EXPORT bfa_code bfa_reply_header(const bfa_reply* reply, size_t index, bfa_view* name, bfa_view* value,
                                     bfa_error** err);
// The next piece of the body. `bytes` live until the next call. `end` is 1 with the last piece. Where there
// is nothing yet, `bytes` are empty, `end` is 0, and the call is to be made again after `wait_ms`. Behind the
// end it gives empty bytes and the end again. One thread at a time. Errors: those of reading the archive; a
// server ends the connection then, so that the client sees that something is missing. C++: bfa::ReplyStream.
BFA_EXPORT bfa_code bfa_reply_next(bfa_reply* reply, bfa_view* bytes, int32_t* end, int64_t* wait_ms,
                                   bfa_error** err);
// Takes a piece of a body, which lives until it returns; an empty one when there is nothing yet.
typedef bfa_code (*bfa_body_fn)(bfa_view bytes, void* user);
// Gives the body to `write` piece by piece, and sleeps where there is nothing yet, until its end or until
// `write` ends the call. Errors: those of bfa_reply_next(), the code of `write`. C++: bfa::ReplyStream.
BFA_EXPORT bfa_code bfa_reply_write(bfa_reply* reply, bfa_body_fn write, void* user, bfa_error** err);
BFA_EXPORT void bfa_reply_free(bfa_reply* reply);

typedef struct bfa_server_options {
  size_t struct_size;
  const char* listen;        // "127.0.0.1:8080", "[::1]:0", "8080"; NULL: a free port of 127.0.0.1
  int32_t replay_port;       // a second port, free, as an origin of its own for archived pages
  const char* const* hosts;  // under which clients may ask beside the address and localhost
  size_t host_count;
  uint64_t threads;          // that make answers
  uint64_t max_connections;  // when a further one comes, the longest idle one is closed
} bfa_server_options;
// Sets the defaults: 127.0.0.1, a free port, with a second port, 4 threads. C++: bfa::HttpServerOptions.
BFA_EXPORT bfa_code bfa_server_options_init(bfa_server_options* options, size_t struct_size);
// Opens the site of an archive and answers at a port, on threads of its own, as `bfa serve` does.
// `site.replay_port` is the server's. At another address than loopback the token is needed for reading.
// Errors: BFA_INVALID_ARGUMENT (not an address; no token where one is needed), BFA_UNAVAILABLE (the port
// cannot be had), those of bfa_site_open(). C++: bfa::HttpServer, bfa::LateHandler, bfa::listens_on_loopback.
BFA_EXPORT bfa_code bfa_server_start(const bfa_site_options* site, const bfa_server_options* options,
                                     bfa_server** out, bfa_error** err);

typedef struct bfa_server_state {
  size_t struct_size;
  bfa_view address;  // "127.0.0.1", "[::1]"
  int32_t port;
  int32_t replay_port;  // 0: no second port
  size_t connections;   // that are open now
} bfa_server_state;
// C++: bfa::HttpServer.
BFA_EXPORT bfa_code bfa_server_read(const bfa_server* server, bfa_server_state* out, bfa_error** err);
// Ends all connections and threads: within a second, unless an answer takes longer. A second call does
// nothing. C++: bfa::HttpServer.
BFA_EXPORT bfa_code bfa_server_stop(bfa_server* server, bfa_error** err);
// Stops it too.
BFA_EXPORT void bfa_server_free(bfa_server* server);

#ifdef __cplusplus
}  // extern "C"
#endif
