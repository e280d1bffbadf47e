// SPDX-License-Identifier: Apache-2.0
// What reads as the record of a step or of a decision gives the same fields when it is written again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "crawlmodel/crawl_json.h"
#include "fuzz/fuzz_target.h"
#include "store/step_record.h"

BFA_FUZZ_TARGET(store_step_record) {
  const auto record = bfa::parse_archive_record({reinterpret_cast<const char*>(data), size});
  if (!record || !*record) return 0;
  if ((*record)->kind == bfa::ArchiveRecord::Kind::kDecision) {
    const std::string json = bfa::decision_to_json((*record)->decision);
    const auto decision = bfa::decision_from_json(json);
    if (!decision || bfa::decision_to_json(*decision) != json) std::abort();
  }
  if ((*record)->kind != bfa::ArchiveRecord::Kind::kStep) return 0;
  bfa::StepResult step;
  step.task = (*record)->task;
  step.outcome = (*record)->outcome;
  const auto fields = bfa::step_fields(step, bfa::task_to_json(step.task), (*record)->sequence,
                                       (*record)->hop, (*record)->hops);
  const auto back = bfa::parse_archive_record(bfa::format_warc_fields(fields));
  if (!back || !*back || (*back)->sequence != (*record)->sequence) std::abort();
  if (bfa::task_to_json((*back)->task) != bfa::task_to_json(step.task)) std::abort();
  return 0;
}
