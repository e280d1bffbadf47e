// SPDX-License-Identifier: Apache-2.0
// Answers one request as `bfa serve` would, without its server: a program that has a server of its own gives
// its requests to the site of an archive in this way. Usage: answer_from_archive ARCHIVE TARGET [HEADER
// VALUE]...      (as: answer_from_archive DIR /timemap/link/URL)
#include <bfa/serve/archive_site.h>

#include <cstdio>

namespace {

int fail(const bfa::Error& error) {
  std::fprintf(stderr, "%s\n", bfa::to_string(error).c_str());
  return 1;
}

// A large answer comes in pieces. A server would wait where one says so; a stream of news has no end.
int print_stream(bfa::ReplyStream& stream) {
  for (;;) {
    const auto piece = stream.next();
    if (!piece) return fail(piece.error());
    std::fwrite(piece->bytes.data(), 1, piece->bytes.size(), stdout);
    if (piece->end || piece->wait.count() > 0) return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3)
    return std::fprintf(stderr, "usage: answer_from_archive ARCHIVE TARGET [HEADER VALUE]...\n"), 2;
  bfa::ArchiveSiteOptions options;
  options.archive = argv[1];
  const auto site = bfa::make_archive_site(options);
  if (!site) return fail(site.error());

  bfa::ServeRequest request;
  request.target = argv[2];
  request.origin = "https://archive.example";  // how clients reach this program
  for (int i = 3; i + 1 < argc; i += 2) request.headers.emplace_back(argv[i], argv[i + 1]);

  const bfa::ServeReply reply = (*site)->answer(request);
  std::printf("%d\n", reply.status);
  for (const auto& [name, value] : reply.headers) std::printf("%s: %s\n", name.c_str(), value.c_str());
  std::printf("\n");
  if (reply.stream) return print_stream(*reply.stream);
  std::fwrite(reply.body.data(), 1, reply.body.size(), stdout);
  return 0;
}
