/**
 * The output of `interlock --help`. Written by hand, so that it reads well and is available before anything is loaded; a test compares it
 * with the options and commands.
 */
import { exitCodesHelp } from '../io/exit-codes.ts';

export const helpText: string = `Usage: interlock [options] [prompt...]
       interlock <command> [options]        (interlock <command> --help)

A coding agent in which changing the model is safe. At a terminal it is
interactive. With -p, or where there is no terminal, it answers once: the answer
on standard output, everything else on standard error.

Asking:
  -p, --print [prompt]      print one answer and exit; standard input is added
                            to the prompt
  --file <path>             attach this file: text, image or PDF; can be
                            repeated. Or write @path in the prompt
  --output-format <format>  with -p: text, json or stream-json
                            (docs/json-events.md)
  -q, --quiet               with -p: print only errors on standard error

Model:
  -m, --model <target>      provider/model, or a name from the configuration
  --route <name>            use this route instead of a single model
  --effort <level>          how much to think: off, minimal, low, medium, high,
                            xhigh, max
  --system <text>           replace the sentence of the system prompt that says
                            who the agent is
  --append-system <text>    append this to the system prompt
  --web-search              let the provider search the web itself, if it can
  --offline                 use the built-in simulators: no provider, no key

Permissions:
  --allow <rule>            allow calls without asking: "run_command(git *)",
                            write_file; can be repeated
  --deny <rule>             forbid calls; overrides --allow
  --mode <mode>             ask before anything changes (ask), edit files
                            without asking (accept-edits), only read (plan), or
                            run what stays in the sandbox (confined)
  --sandbox <mode>          run commands in a sandbox: auto (if available),
                            require (only in a sandbox) or off
  --max-turns <n>           stop after this many requests to the model
  --trust                   trust this folder from now on: its own configuration
                            may start programs and allow calls

Sessions and folders:
  -c, --continue            continue the last session of this folder
  -r, --resume [id]         continue this session; a prefix of its id is enough.
                            Without an id: list the sessions
  --no-session              do not save this session
  -C, --cwd <folder>        work in this folder
  --config <file>           use this file instead of the user's configuration
  --debug                   show where in the program an error came from
  -v, --version             print the version
  -h, --help                print this help

Commands:
  sessions                  list, show, export, copy and delete sessions
  import                    continue a session of Claude Code, Codex, …
  permissions               list the rules for tools; revoke what you allowed
  mcp                       list the MCP servers; sign in and out
  doctor                    check the installation, a session or a history
  setup                     choose a provider, enter its key, and test it
  models                    list the models that can be chosen
  providers                 list the providers and the key each uses
  config                    print the configuration, and where it came from
  render                    print the exact request a history becomes
  check                     check a history or a request body
  inspect                   look at a conversation in the browser
  serve                     serve providers' APIs to other agents: the gateway
  acp                       work inside an editor: Zed, JetBrains, Neovim, …
  run                       start another agent with your models
  simulate                  serve strict copies of provider APIs, for tests
  completion                print a completion script for your shell
  upgrade                   show how to install a newer version

Examples:
  interlock                                      start a conversation
  interlock --offline                            try it without a key
  interlock -p "what does @src/main.ts do?"      one answer on standard output
  git diff | interlock -p "review this"
  interlock -c -p "and now the tests" --allow "run_command(npm test)"
  interlock -p "list the files" --output-format json

${exitCodesHelp}
`;
