/** The command line: commands, options and what `--help` says about them. */
import { protocolNames } from '@interlock/wire';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type CheckFlags, check } from './commands/check.ts';
import { type RenderFlags, render } from './commands/render.ts';
import type { SimulateFlags } from './commands/simulate.ts';
import { exitCodesHelp } from './exit-codes.ts';
import type { Io } from './io.ts';
import { providerNames } from './provider-names.ts';
import { readVersion } from './version.ts';

/** What commander says, kept until it can be written in order. */
export interface Said {
  readonly out: string[];
  readonly err: string[];
}

/** `simulators`: the names there are; only needed where somebody asks for them. */
export function createProgram(
  io: Io,
  said: Said,
  finish: (exitCode: number) => void,
  simulators: readonly string[],
): Command {
  const program = new Command('interlock')
    .description('Shows what a conversation becomes for a model provider, and what would be wrong with it.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('--help lists what there is.')
    .configureOutput({
      writeOut: (text) => void said.out.push(text),
      writeErr: (text) => void said.err.push(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'interlock: ')),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', `\n${exitCodesHelp}`);
  addRender(program, io, finish);
  addCheck(program, io, finish);
  addSimulate(program, io, finish, simulators);
  return program;
}

function addRender(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command('render')
    .description('Print the exact request a history becomes for a target. Nothing is sent; no key is needed.')
    .argument('[file]', 'the history as JSON or JSON Lines; - or nothing: standard input')
    .requiredOption('--to <target>', 'provider, or provider/model')
    .addOption(
      protocolOption('--protocol <name>', 'speak this protocol instead of the one the model is best reached by'),
    )
    .addOption(protocolOption('--from <protocol>', 'the input is a request body of this protocol'))
    .option('--body', 'print the body alone')
    .option('--tools <file>', 'offer these tools: a JSON list of { name, description, parameters }')
    .option('--system <text>', 'system text; @file reads it from a file')
    .addOption(new Option('--reasoning <which>', 'thinking to send back').choices(['all', 'last-turn', 'none']))
    .addOption(new Option('--orphans <what>', 'results whose call is unknown').choices(['drop', 'restore', 'note']))
    .option('--max-output-tokens <n>', 'limit of the answer', parseCount)
    .option('--temperature <n>', 'sampling temperature', parseNumber)
    .addOption(
      new Option('--effort <level>', 'how much to think').choices([
        ...['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      ]),
    )
    .option('--stream', 'ask for a stream')
    .option('--endpoint <url>', "address in place of the provider's own")
    .option('--compact', 'print on one line; with --body exactly the bytes that would be sent')
    .option('--diagnostics', 'print what was done to the history, as JSON, on standard error')
    .addHelpText('after', `\n${providersHelp}\n\n${renderExamples}\n\n${exitCodesHelp}`)
    .action(async (file: string | undefined, flags: RenderFlags) => finish(await render(file, flags, io)));
}

function addCheck(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command('check')
    .description('Say what is wrong with a history or a request body: where, for whom, and how to mend it.')
    .argument('[file]', 'a history or a request body; - or nothing: standard input')
    .option('--for <target>', 'check for this provider, or provider/model, alone')
    .addOption(
      protocolOption('--from <protocol>', 'the input is a request body of this protocol (else told by its fields)'),
    )
    .option('--endpoint <url>', "with --for: address in place of the provider's own")
    .option('--json', 'print the report as JSON')
    .addHelpText('after', `\n${providersHelp}\n${bodyHelp}\n\n${checkExamples}\n\n${exitCodesHelp}`)
    .action(async (file: string | undefined, flags: CheckFlags) => finish(await check(file, flags, io)));
}

function addSimulate(
  program: Command,
  io: Io,
  finish: (exitCode: number) => void,
  simulators: readonly string[],
): void {
  program
    .command('simulate')
    .description('Serve strict copies of provider APIs on this machine: they refuse what the real ones refuse.')
    .argument('[names...]', 'which; all if none is named')
    .option('--port <n>', 'port of the first; the others have those after it (else free ones)', parseCount)
    .addOption(
      new Option('--model <which>', 'who answers: one that uses the tools it is offered, or one that repeats the user')
        .choices(['default', 'echo'])
        .default('default'),
    )
    .option('--json', 'print one JSON object a line: each simulator, then each request')
    .option('--quiet', 'say nothing of requests that nothing is wrong with')
    .addHelpText('after', `\n${simulatorsHelp(simulators)}\n\n${simulateExamples}\n\n${exitCodesHelp}`)
    .action(async (names: readonly string[], flags: SimulateFlags) => {
      // Loaded for this command alone: the others start sooner without it.
      const { simulate } = await import('./commands/simulate.ts');
      finish(await simulate(names, flags, io));
    });
}

function protocolOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(protocolNames);
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It is no whole number above 0.');
  return Number(text);
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It is no number.');
  return value;
}

const providersHelp = `Providers:
  ${providerNames.join(', ')},
  and openai-compatible with --endpoint. Without a model, the provider's default is meant.`;

const bodyHelp = `  A request body is judged for the model it names, at every provider that speaks its protocol.`;

const simulatorsHelp = (names: readonly string[]): string => `Simulators:
  ${names.slice(0, 7).join(', ')},
  ${names.slice(7).join(', ')}.
  It prints where each is reached, its key, and the variables that point clients at it; then a line
  for each request: how it was judged, by which rule of docs/protocols/rules.md, and why.`;

const renderExamples = `Examples:
  interlock render --to anthropic history.json
  interlock render --to openrouter/anthropic/claude-opus-5 --body history.jsonl
  interlock render --from anthropic-messages --to openai/gpt-5.4 --compact < body.json
  interlock render --to mistral --diagnostics history.json > request.json 2> diagnostics.json`;

const checkExamples = `Examples:
  interlock check history.json
  interlock check --for mistral/mistral-large-latest history.json
  interlock check --from openai-chat --json body.json
  cat body.json | interlock check --for anthropic`;

const simulateExamples = `Examples:
  interlock simulate
  interlock simulate anthropic --port 4000
  interlock simulate gemini mistral --model echo --quiet
  interlock simulate openai-chat --json | jq 'select(.verdict == "refused")'`;
