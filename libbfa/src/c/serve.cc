// SPDX-License-Identifier: Apache-2.0
#include "bfa/c/serve.h"

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "base/try.h"
#include "bfa/serve/archive_site.h"
#include "bfa/serve/server.h"
#include "c/archive.h"
#include "c/handle.h"

namespace bfa {
namespace {

// Handlers of an archive; a gate refers to the one behind it.
struct SiteParts {
  std::unique_ptr<ServeHandler> site, gate;

  ServeHandler& front() const { return gate ? *gate : *site; }
};

}  // namespace
}  // namespace bfa

struct bfa_site : bfa::CHandle<bfa::HandleKind::kSite> {
  std::shared_ptr<const bfa::SiteParts> parts;  // shared with the replies: their streams read by it
};

struct bfa_reply : bfa::CHandle<bfa::HandleKind::kReply> {
  std::shared_ptr<const bfa::SiteParts> parts;  // the site's
  bfa::ServeReply reply;
  bfa::ReplyStream::Piece piece;
  bool ended = false;
};

struct bfa_server : bfa::CHandle<bfa::HandleKind::kServer> {
  std::unique_ptr<bfa::LateHandler> site;
  std::unique_ptr<bfa::ServeHandler> gate;
  std::string address;
  std::unique_ptr<bfa::HttpServer> server;  // the last: it ends before what it calls
};

namespace bfa {
namespace {

using std::chrono::milliseconds;

Error wrong(std::string message) {
  return {Code::kInvalidArgument, std::move(message), "C interface", -1};
}

// Numbers that a program gives, within what the options take.
template <class Number>
Result<Number> number_of(std::int64_t given, std::int64_t least, std::int64_t most, const char* name) {
  if (given >= least && given <= most) return static_cast<Number>(given);
  return wrong(std::string(name) + " is " + std::to_string(least) + " to " + std::to_string(most));
}

Result<ArchiveSiteOptions> site_options_of(const bfa_site_options* given) {
  BFA_ASSIGN_OR_RETURN(const bfa_site_options options,
                       options_of(given, &bfa_site_options_init, "bfa_site_options"));
  ArchiveSiteOptions site;
  site.archive = text_or_empty(options.archive);
  if (site.archive.empty()) return wrong("bfa_site_options: `archive` is needed: the folder of an archive");
  site.title = text_or_empty(options.title);
  site.token = text_or_empty(options.token);
  site.token_to_read = options.token_to_read != 0;
  if (site.token_to_read && site.token.empty()) return wrong("bfa_site_options: token_to_read needs a token");
  BFA_ASSIGN_OR_RETURN(site.replay_port, number_of<int>(options.replay_port, 0, 65535, "replay_port"));
  constexpr std::int64_t kDay = 86'400'000;
  BFA_ASSIGN_OR_RETURN(const auto fresh, number_of<std::int64_t>(options.fresh_ms, 0, kDay, "fresh_ms"));
  site.fresh = milliseconds(fresh);
  site.log = log_of(options.log, options.log_user);
  return site;
}

Result<HttpServerOptions> server_options_of(const bfa_server_options* given) {
  BFA_ASSIGN_OR_RETURN(const bfa_server_options options,
                       options_of(given, &bfa_server_options_init, "bfa_server_options"));
  HttpServerOptions server;
  if (options.listen != nullptr) server.listen = options.listen;
  server.replay_port = options.replay_port != 0;
  BFA_ASSIGN_OR_RETURN(server.hosts, strings_of(options.hosts, options.host_count, "hosts"));
  if (options.threads < 1 || options.threads > 256) return wrong("threads is 1 to 256");
  if (options.max_connections < 1 || options.max_connections > 1'000'000)
    return wrong("max_connections is 1 to 1000000");
  server.threads = static_cast<std::size_t>(options.threads);
  server.max_connections = static_cast<std::size_t>(options.max_connections);
  return server;
}

bool has_controls(std::string_view text) {
  return text.find_first_of(std::string_view("\0\r\n", 3)) != std::string_view::npos;
}

Result<ServeRequest> request_of(const bfa_request* given) {
  BFA_ASSIGN_OR_RETURN(const bfa_request fields, options_of(given, &bfa_request_init, "bfa_request"));
  ServeRequest request;
  request.target = text_or_empty(fields.target);
  if (!request.target.starts_with('/') || has_controls(request.target))
    return wrong("bfa_request: `target` is a path that begins with /, with its query");
  if (fields.method != nullptr) request.method = fields.method;
  if (fields.header_count > 0 && fields.headers == nullptr) return missing_argument("headers");
  for (std::size_t i = 0; i < fields.header_count; ++i) {
    const bfa_field& header = fields.headers[i];
    if (header.name == nullptr || header.value == nullptr) return missing_argument("headers");
    if (*header.name == '\0' || has_controls(header.name) || has_controls(header.value))
      return wrong("bfa_request: a header field has a line end in it, or no name");
    request.headers.emplace_back(header.name, header.value);
  }
  BFA_ASSIGN_OR_RETURN(const auto body, bytes_of(fields.body, fields.body_size, "body"));
  request.body = body;
  request.origin = fields.origin == nullptr ? "http://localhost" : fields.origin;
  if (has_controls(request.origin)) return wrong("bfa_request: `origin` is as http://localhost:8080");
  request.replay_origin = fields.replay_origin != 0;
  return request;
}

// A body that is there at once is one piece.
Status next_piece(bfa_reply& reply) {
  if (reply.ended) {
    reply.piece = {};
    reply.piece.end = true;
    return {};
  }
  if (reply.reply.stream == nullptr) {
    reply.piece.bytes = reply.reply.body;
    reply.piece.end = true;
  } else {
    BFA_ASSIGN_OR_RETURN(reply.piece, reply.reply.stream->next());
  }
  reply.ended = reply.piece.end;
  return {};
}

Status start_server(ArchiveSiteOptions site, const HttpServerOptions& options, bfa_server& made) {
  constexpr milliseconds kPatience{2000};
  BFA_ASSIGN_OR_RETURN(const bool loopback, listens_on_loopback(options.listen));
  if (!loopback && site.token.empty())
    return wrong("other machines can reach " + options.listen + ": a token is needed");
  site.token_to_read = site.token_to_read || !loopback;
  made.site = std::make_unique<LateHandler>(kPatience, "the archive is being opened; ask again in a moment");
  if (!site.token.empty()) {
    // Also checks a token that is for changes only.
    BFA_ASSIGN_OR_RETURN(auto gate, make_token_gate(*made.site, site.token));
    if (site.token_to_read) made.gate = std::move(gate);
  }
  BFA_ASSIGN_OR_RETURN(
      made.server,
      HttpServer::start(made.gate ? *made.gate : static_cast<ServeHandler&>(*made.site), options));
  made.address = made.server->address();
  site.replay_port = made.server->replay_port();
  auto opened = make_archive_site(site);
  if (!opened) {
    made.site->give_up();
    return std::move(opened).error();
  }
  made.site->set(std::move(*opened));
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_code bfa_site_options_init(bfa_site_options* options, size_t struct_size) {
  bfa_site_options made{};
  made.fresh_ms = bfa::ArchiveSiteOptions{}.fresh.count();
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_site_open(const bfa_site_options* options, bfa_site** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{options, "options"}}));
    BFA_ASSIGN_OR_RETURN(const auto site, bfa::site_options_of(options));
    auto parts = std::make_shared<bfa::SiteParts>();
    BFA_ASSIGN_OR_RETURN(parts->site, bfa::make_archive_site(site));
    if (!site.token.empty()) {
      BFA_ASSIGN_OR_RETURN(auto gate, bfa::make_token_gate(*parts->site, site.token));
      if (site.token_to_read) parts->gate = std::move(gate);
    }
    auto made = std::make_unique<bfa_site>();
    made->parts = std::move(parts);
    *out = made.release();
    return {};
  });
}

void bfa_site_free(bfa_site* site) {
  bfa::free_handle(site);
}

bfa_code bfa_request_init(bfa_request* request, size_t struct_size) {
  return bfa::init_struct(request, struct_size, bfa_request{});
}

bfa_code bfa_site_answer(bfa_site* site, const bfa_request* request, bfa_reply** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{site, "site"}, {request, "request"}}));
    BFA_ASSIGN_OR_RETURN(const auto asked, bfa::request_of(request));
    auto made = std::make_unique<bfa_reply>();
    made->parts = site->parts;
    made->reply = made->parts->front().answer(asked);
    *out = made.release();
    return {};
  });
}

bfa_code bfa_reply_read(const bfa_reply* reply, bfa_reply_head* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{reply, "reply"}, {out, "out"}}));
    bfa_reply_head made{};
    made.status = reply->reply.status;
    made.headers = reply->reply.headers.size();
    made.streamed = reply->reply.stream ? 1 : 0;
    const auto length = reply->reply.stream ? reply->reply.length : reply->reply.body.size();
    made.body_bytes = length ? static_cast<std::int64_t>(*length) : -1;
    return bfa::fill(out, made, "bfa_reply_head");
  });
}

bfa_code bfa_reply_header(const bfa_reply* reply, size_t index, bfa_view* name, bfa_view* value,
                          bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{reply, "reply"}, {name, "name"}, {value, "value"}}));
    *name = *value = bfa::no_view();
    BFA_RETURN_IF_ERROR(bfa::check_index(index, reply->reply.headers.size()));
    *name = bfa::view_of(reply->reply.headers[index].first);
    *value = bfa::view_of(reply->reply.headers[index].second);
    return {};
  });
}

bfa_code bfa_reply_next(bfa_reply* reply, bfa_view* bytes, int32_t* end, int64_t* wait_ms, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (bytes != nullptr) *bytes = bfa::no_view();
    if (end != nullptr) *end = 0;
    if (wait_ms != nullptr) *wait_ms = 0;
    BFA_RETURN_IF_ERROR(
        bfa::require({{reply, "reply"}, {bytes, "bytes"}, {end, "end"}, {wait_ms, "wait_ms"}}));
    BFA_RETURN_IF_ERROR(bfa::next_piece(*reply));
    *bytes = bfa::view_of(reply->piece.bytes);
    *end = reply->piece.end ? 1 : 0;
    *wait_ms = reply->piece.wait.count();
    return {};
  });
}

bfa_code bfa_reply_write(bfa_reply* reply, bfa_body_fn write, void* user, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{reply, "reply"}}));
    if (write == nullptr) return bfa::missing_argument("write");
    for (bool stopped = false; !stopped && !reply->ended;) {
      BFA_RETURN_IF_ERROR(bfa::next_piece(*reply));
      BFA_RETURN_IF_ERROR(bfa::callback_status(write(bfa::view_of(reply->piece.bytes), user), stopped));
      if (!stopped && !reply->ended && reply->piece.wait.count() > 0)
        std::this_thread::sleep_for(reply->piece.wait);
    }
    return {};
  });
}

void bfa_reply_free(bfa_reply* reply) {
  bfa::free_handle(reply);
}

bfa_code bfa_server_options_init(bfa_server_options* options, size_t struct_size) {
  const bfa::HttpServerOptions defaults;
  bfa_server_options made{};
  made.replay_port = defaults.replay_port ? 1 : 0;
  made.threads = defaults.threads;
  made.max_connections = defaults.max_connections;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_server_start(const bfa_site_options* site, const bfa_server_options* options, bfa_server** out,
                          bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{site, "site"}}));
    BFA_ASSIGN_OR_RETURN(auto site_options, bfa::site_options_of(site));
    BFA_ASSIGN_OR_RETURN(const auto server_options, bfa::server_options_of(options));
    auto made = std::make_unique<bfa_server>();
    BFA_RETURN_IF_ERROR(bfa::start_server(std::move(site_options), server_options, *made));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_server_read(const bfa_server* server, bfa_server_state* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{server, "server"}, {out, "out"}}));
    bfa_server_state made{};
    made.address = bfa::view_of(server->address);
    made.port = server->server->port();
    made.replay_port = server->server->replay_port();
    made.connections = server->server->connections();
    return bfa::fill(out, made, "bfa_server_state");
  });
}

bfa_code bfa_server_stop(bfa_server* server, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{server, "server"}}));
    server->server->stop();
    return {};
  });
}

void bfa_server_free(bfa_server* server) {
  bfa::free_handle(server);
}
