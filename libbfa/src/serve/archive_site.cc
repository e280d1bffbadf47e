// SPDX-License-Identifier: Apache-2.0
#include "bfa/serve/archive_site.h"

#include <new>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/data/served_archive.h"

namespace bfa {
namespace {

class ArchiveSite final : public ServeHandler {
 public:
  explicit ArchiveSite(const ArchiveSiteOptions& options) : options_(options) {}

  Status open() {
    BFA_ASSIGN_OR_RETURN(archive_, ServedArchive::open(options_));
    return {};
  }

  ServeReply answer(const ServeRequest& request) override {
    return guarded_or([&] { return route(request); }, [] { return ServeReply{503, {}, {}, nullptr, {}}; });
  }

 private:
  ServeReply route(const ServeRequest& request) {
    if (auto reply = answer_assets(request)) return std::move(*reply);
    const auto context = archive_->current();
    SiteContext none;
    none.options = &options_;
    ServeReply reply = context ? answer_with(*context, request) : problem_reply(context.error());
    // Programs read the problem as it is, and so does who looks at the interface for programs.
    if (!request.replay_origin && !request.path().starts_with("/api/"))
      show_problem(context ? *context : none, request, reply);
    return reply;
  }

  ServeReply answer_with(const SiteContext& context, const ServeRequest& request) {
    const bool reading = request.method == "GET" || request.method == "HEAD";
    if (auto reply = answer_api(context, request)) return std::move(*reply);
    if (!reading) {
      ServeReply reply = problem_reply(405, "only GET and HEAD are answered here");
      reply.set("Allow", "GET, HEAD");
      return reply;
    }
    for (const auto part : {answer_web, answer_memento, answer_cdx, answer_record}) {
      if (auto reply = part(context, request)) return std::move(*reply);
    }
    if (request.replay_origin) return problem_reply(404, "only archived pages are here");
    if (auto reply = answer_stream(*archive_, context, request)) return std::move(*reply);
    if (auto reply = answer_pages(context, request)) return std::move(*reply);
    return problem_reply(404, "there is nothing at this address");
  }

  const ArchiveSiteOptions options_;
  std::unique_ptr<ServedArchive> archive_;
};

}  // namespace

Result<std::unique_ptr<ServeHandler>> make_archive_site(const ArchiveSiteOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<ServeHandler>> {
    auto site = std::make_unique<ArchiveSite>(options);
    BFA_RETURN_IF_ERROR(site->open());
    return std::unique_ptr<ServeHandler>(std::move(site));
  });
}

}  // namespace bfa
