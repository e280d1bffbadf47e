// SPDX-License-Identifier: Apache-2.0
// bfa completion bash|zsh|fish: a script for the shell. It is made of what the commands themselves take.
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "args.h"
#include "command.h"

namespace bfa::tool {
namespace {

// Each command and subcommand by its words: "" for bfa itself, "crawl", "warc ls".
using Outlines = std::map<std::string, CommandOutline>;

CommandOutline outline_of(const Command& command, const Arguments& words) {
  CommandOutline outline;
  outline_target() = &outline;
  (void)command.run(words);
  outline_target() = nullptr;
  return outline;
}

Outlines outline_all() {
  Outlines outlines;
  for (const Command& command : all_commands()) {
    const std::string name(command.name);
    outlines[""].subcommands.push_back(name);
    CommandOutline outline = outline_of(command, {});
    for (const auto& sub : outline.subcommands) outlines[name + " " + sub] = outline_of(command, {sub});
    outlines[name] = std::move(outline);
  }
  return outlines;
}

std::string options_of(const CommandOutline& outline) {
  std::string out;
  for (const auto& option : outline.options) {
    for (const auto& name : option.names) (out += out.empty() ? "" : " ") += name;
  }
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) (out += out.empty() ? "" : " ") += word;
  return out;
}

// A text inside single quotes of a shell.
std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out + "'";
}

// A function of bash and zsh that sets `subcommands` and `options` for the words of a command, and fails for
// words that are no command.
std::string outline_function(const Outlines& outlines) {
  std::string out = "_bfa_outline() {\n  case $1 in\n";
  for (const auto& [words, outline] : outlines) {
    out += "    " + in_quotes(words) + ") subcommands=" + in_quotes(joined(outline.subcommands)) +
           " options=" + in_quotes(options_of(outline)) + " ;;\n";
  }
  return out + "    *) return 1 ;;\n  esac\n}\n";
}

// Finds the command among the words before the cursor: its first two that are no options, or its first.
std::string find_outline(const std::string& words_before_cursor) {
  return "  local first='' second='' word subcommands='' options=''\n"
         "  for word in \"${" +
         words_before_cursor +
         "}\"; do\n"
         "    case $word in\n"
         "      -*) ;;\n"
         "      *) if [ -z \"$first\" ]; then first=$word; elif [ -z \"$second\" ]; then second=$word; fi "
         ";;\n"
         "    esac\n"
         "  done\n"
         "  _bfa_outline \"$first${second:+ $second}\" || _bfa_outline \"$first\"\n";
}

std::string bash_script(const Outlines& outlines) {
  return "# bash completion of bfa. Use: source <(bfa completion bash)\n" + outline_function(outlines) +
         "_bfa() {\n" + find_outline("COMP_WORDS[@]:1:COMP_CWORD-1") +
         "  local current=${COMP_WORDS[COMP_CWORD]}\n"
         "  if [[ $current == -* ]]; then subcommands=$options; fi\n"
         "  COMPREPLY=($(compgen -W \"$subcommands\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _bfa bfa\n";
}

std::string zsh_script(const Outlines& outlines) {
  return "#compdef bfa\n# zsh completion of bfa. Use: bfa completion zsh > \"${fpath[1]}/_bfa\"\n" +
         outline_function(outlines) + "_bfa() {\n" + find_outline("(@)words[2,CURRENT-1]") +
         "  if [[ ${words[CURRENT]} == -* ]]; then\n"
         "    compadd -- ${=options}\n"
         "  else\n"
         "    [[ -n $subcommands ]] && compadd -- ${=subcommands}\n"
         "    _files\n"
         "  fi\n"
         "}\n"
         "if [[ ${funcstack[1]} == _bfa ]]; then _bfa \"$@\"; elif (( ${+functions[compdef]} )); then "
         "compdef _bfa bfa; fi\n";
}

std::string fish_condition(const std::string& words) {
  const std::size_t space = words.find(' ');
  if (words.empty()) return "__fish_use_subcommand";
  if (space == std::string::npos) return "__fish_seen_subcommand_from " + words;
  return "__fish_seen_subcommand_from " + words.substr(0, space) + "; and __fish_seen_subcommand_from " +
         words.substr(space + 1);
}

std::string fish_script(const Outlines& outlines) {
  std::string out =
      "# fish completion of bfa. Use: bfa completion fish > ~/.config/fish/completions/bfa.fish\n";
  for (const auto& [words, outline] : outlines) {
    const std::string condition = " -n " + in_quotes(fish_condition(words));
    for (const auto& sub : outline.subcommands) out += "complete -c bfa" + condition + " -a " + sub + "\n";
    for (const auto& option : outline.options) {
      out += "complete -c bfa" + condition;
      for (const auto& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      out += (option.takes_value ? " -r -d " : " -d ") + in_quotes(option.help) + "\n";
    }
  }
  return out;
}

}  // namespace

int cmd_completion(const Arguments& arguments) {
  std::string shell;
  Args args("completion", "Prints a script that completes commands and options of bfa in a shell.",
            "Use: source <(bfa completion bash); bfa completion zsh > \"${fpath[1]}/_bfa\";\n"
            "bfa completion fish > ~/.config/fish/completions/bfa.fish\nExit codes: 0 done, 2 usage.");
  args.positional("SHELL", shell, "bash, zsh or fish");
  if (const auto code = args.parse(arguments)) return *code;
  const std::map<std::string, std::function<std::string(const Outlines&)>> scripts{
      {"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};
  const auto script = scripts.find(shell);
  if (script == scripts.end())
    return report_error(Error{Code::kInvalidArgument, "no such shell; there are bash, zsh, fish", shell, -1},
                        false);
  const std::string text = script->second(outline_all());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kDone;
}

}  // namespace bfa::tool
