// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

namespace bfa::tool {

// From now on SIGINT and SIGTERM end every command within two seconds, with kInterrupted. A command that
// asked for the token may end by itself first; another one is ended at once. What was not acknowledged may
// be lost, as when the process is killed. Without a thread or a handle the signals act as usual. Once, before
// the command.
void watch_interrupts();

// Requested at the first signal. The command that asks for it has a second and a half to end.
std::stop_token catch_interrupt();

// From now on SIGHUP does not end the program: take_hangup() is true once after it.
void catch_hangups();
bool take_hangup();

}  // namespace bfa::tool
