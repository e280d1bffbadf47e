// SPDX-License-Identifier: Apache-2.0
// bfa import [-a DIR] [--blog URL]... FILE...: takes WARC files into the archive through the same steps as a
// crawl. Exit codes: 0 done, 2 usage, 3 unreadable input, 8 archive locked or newer, 9 disk, 130 interrupted.
#include <cstdio>

#include "bfa/crawl/replay.h"
#include "command.h"
#include "crawl_options.h"

namespace bfa::tool {

int cmd_import(const Arguments& arguments) {
  CrawlArguments values;
  std::vector<std::string> files, blogs;
  Args args("import",
            "Takes WARC files into an archive: the same steps as a crawl, with the captures' own times.",
            "Exit codes: 0 done, 2 usage, 3 unreadable input, 8 archive locked or from a newer version, 9 "
            "local disk.");
  add_step_options(args, values);
  args.option("--blog", blogs,
              "home page of a blog in the files; repeatable (else every host with a home page or a feed)");
  args.positional("FILE", files, "WARC or ARC files");
  if (const auto code = args.parse(arguments)) return *code;

  auto fixed = make_clock(values);
  if (!fixed) return report_error(fixed.error(), values.json);
  Clock& clock = *fixed ? **fixed : system_clock();
  auto options = make_crawl_options(values, clock);
  if (!options) return report_error(options.error(), values.json);
  auto archive = Archive::open(archive_directory(values.archive), make_archive_options(values, clock));
  if (!archive) return report_archive_error(archive.error(), values.json);

  EventPrinter printer(values);
  options->on_event = [&](const CrawlEvent& event) {
    // What these files do not hold is no failure, and the end is told once, below.
    if (event.kind != CrawlEvent::Kind::kDone && event.kind != CrawlEvent::Kind::kError) printer(event);
  };
  options->stop = &catch_interrupt();
  const auto report = import_warcs(**archive, posix_file_system(), files, blogs, *options);
  const Status closed = (*archive)->close();
  if (!report) return report_error(report.error(), values.json);
  if (!closed) return report_error(closed.error(), values.json);
  for (const auto& finding : report->findings) {
    std::fprintf(stderr, "bfa: %s\n",
                 to_string(Error{finding.code, finding.message, finding.where, finding.offset}).c_str());
  }
  for (const auto& blog : report->blogs) {
    CrawlEvent event;
    event.kind = CrawlEvent::Kind::kDone;
    event.blog = blog.blog;
    event.report = &blog;
    printer(event);
  }
  if (report->skipped > 0)
    std::fprintf(stderr, "bfa: %llu captures belong to no blog\n",
                 static_cast<unsigned long long>(report->skipped));
  return exit_code_of(report->blogs, values.strict);
}

}  // namespace bfa::tool
