/**
 * What `interlock --help` prints. Written by hand, so that it can be read, and so that it is there before anything is loaded; a test holds
 * it to the options and commands there are.
 */
import { exitCodesHelp } from './exit-codes.ts';

export const helpText: string = `Usage: interlock [options] [prompt...]
       interlock <command> [options]        (interlock <command> --help)

A coding agent in which changing the model is safe. At a terminal it is
interactive. With -p, or where there is no terminal, it answers once: the answer
on standard output, all else on standard error.

Asking:
  -p, --print [prompt]      answer once and leave; standard input stands below
                            the prompt
  --file <path>             send this file along: text, picture or PDF; may be
                            given several times. Or name it: @path in the prompt
  --output-format <format>  with -p: text, json or stream-json
                            (docs/json-events.md)
  -q, --quiet               with -p: say only what went wrong on standard error

Whom:
  -m, --model <target>      provider/model, or a name from the configuration
  --route <name>            a route from the configuration, in place of a model
  --effort <level>          how much to think: off, minimal, low, medium, high,
                            xhigh, max
  --system <text>           who the agent is, in place of the usual sentence
  --append-system <text>    what it is told after everything else
  --offline                 on built-in simulators: without a provider or a key

What it may do:
  --allow <rule>            allow calls without asking: "run_command(git *)",
                            write_file; may be given several times
  --deny <rule>             forbid calls; stronger than --allow
  --mode <mode>             ask before anything changes (ask), edit files
                            without asking (accept-edits), only read (plan), or
                            run all that stays in the sandbox unasked (confined)
  --sandbox <mode>          run commands in a sandbox: auto (where the machine
                            can), require (only there) or off
  --max-turns <n>           at most so many requests to the model
  --trust                   trust this folder from now on: its own configuration
                            may start and allow things

Sessions and places:
  -c, --continue            go on with the last session of this folder
  -r, --resume [id]         go on with this one; the beginning of its id will
                            do. Without an id it lists them
  --no-session              keep nothing of it
  -C, --cwd <folder>        work in this folder
  --config <file>           this file in place of the user's configuration
  --debug                   show where in the program an error came from
  -v, --version             print the version
  -h, --help                print this

Commands:
  sessions                  list, show, export, copy and delete conversations
  import                    go on with a session of Claude Code, Codex, …
  permissions               list the rules for tools; revoke what you allowed
  doctor                    check the installation; or a session or history
  models                    list the models that can be chosen
  providers                 list who can be asked, with which key
  config                    print the configuration, and where it came from
  render                    print the exact request a history becomes
  check                     say what is wrong with a history or a request body
  serve                     serve providers' APIs to other agents: the gateway
  run                       start another agent with your models behind it
  simulate                  serve strict copies of provider APIs, for trying
  completion                print a script that lets a shell complete all this

Examples:
  interlock                                      start, and talk
  interlock --offline                            try it without a key
  interlock -p "what does @src/main.ts do?"      one answer on standard output
  git diff | interlock -p "review this"
  interlock -c -p "and now the tests" --allow "run_command(npm test)"
  interlock -p "list the files" --output-format json

${exitCodesHelp}
`;
