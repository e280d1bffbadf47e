// SPDX-License-Identifier: Apache-2.0
// The season's prior. Learned from 119 feeds (news, blogs, commits, releases) over 98 days; docs/schedule.md.
#include "schedule/season.h"

namespace bfa {

const std::array<float, 24> kHourPrior = {0.6319F, 0.6487F, 0.6015F, 0.6481F, 0.5680F, 0.6261F,
                                          0.7795F, 0.8887F, 1.0418F, 1.3081F, 1.1405F, 0.9569F,
                                          1.4363F, 1.3983F, 1.4986F, 1.4686F, 1.1934F, 1.0914F,
                                          1.1342F, 1.1107F, 1.1485F, 1.0467F, 0.8550F, 0.7785F};
const std::array<float, 7> kDayPrior = {1.0552F, 1.2372F, 1.1733F, 1.1656F, 1.0804F, 0.6540F, 0.6343F};

}  // namespace bfa
