/** `render` and `check`: the request that a conversation becomes for a provider, and its problems. */
import { Option } from 'commander';
import type { CheckFlags } from '../commands/check.ts';
import type { RenderFlags } from '../commands/render.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { effortOption } from './options.ts';
import { parseCount, parseNumber } from './parse-values.ts';

export function addRender({ program, io, finish, names }: CommandContext): void {
  program
    .command('render')
    .description('Print the exact request a history becomes for a target. Nothing is sent; no key is needed.')
    .argument('[file]', 'the history as JSON or JSON Lines (default: standard input)')
    .requiredOption('--to <target>', 'provider, or provider/model')
    .addOption(
      new Option('--protocol <name>', 'speak this protocol instead of the best one for the model').choices(
        names.protocols,
      ),
    )
    .addOption(new Option('--from <protocol>', 'the input is a request body of this protocol').choices(names.protocols))
    .option('--body', 'print only the body')
    .option('--tools <file>', 'offer these tools: a JSON list of { name, description, parameters }')
    .option('--system <text>', 'system text; @file reads it from a file')
    .addOption(new Option('--reasoning <which>', 'which thinking to send back').choices(['all', 'last-turn', 'none']))
    .addOption(
      new Option('--orphans <what>', 'what to do with results of unknown calls').choices(['drop', 'restore', 'note']),
    )
    .option('--max-output-tokens <n>', 'limit of the answer, in tokens', parseCount)
    .option('--temperature <n>', 'sampling temperature', parseNumber)
    .addOption(effortOption())
    .option('--stream', 'request a stream')
    .option('--endpoint <url>', "use this URL instead of the provider's default")
    .option('--compact', 'print on one line; with --body exactly the bytes that would be sent')
    .option('--diagnostics', 'print what was done to the history, as JSON, on standard error')
    .addHelpText(
      'after',
      `\n${providersHelp(names.providers)}\n\n${renderExamples}\n\n${exitCodesLine('done', 'the input is invalid')}`,
    )
    .action(async (file: string | undefined, flags: RenderFlags) => {
      const { render } = await import('../commands/render.ts');
      finish(await render(file, flags, io));
    });
}

export function addCheck({ program, io, finish, names }: CommandContext): void {
  program
    .command('check')
    .description('Check a history or a request body: what is wrong, where, for which provider, and how to fix it.')
    .argument('[file]', 'a history or a request body (default: standard input)')
    .option('--for <target>', 'check only for this provider, or provider/model')
    .addOption(
      new Option('--from <protocol>', 'the input is a request body of this protocol (default: detected)').choices(
        names.protocols,
      ),
    )
    .option('--endpoint <url>', "with --for: use this URL instead of the provider's default")
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `\n${providersHelp(names.providers)}\n${bodyHelp}\n\n${checkExamples}\n\n${exitCodesLine('no problems found', 'problems found')}`,
    )
    .action(async (file: string | undefined, flags: CheckFlags) => {
      const { check } = await import('../commands/check.ts');
      finish(await check(file, flags, io));
    });
}

const providersHelp = (names: readonly string[]): string => `Providers:
  ${names.join(', ')}, and openai-compatible with --endpoint.
  Without a model, the provider's default is used.`;

const bodyHelp = `  A request body is checked for the model it names, at every provider that
  speaks its protocol.`;

const renderExamples = `Examples:
  interlock render --to anthropic history.json
  interlock render --to openrouter/anthropic/claude-opus-5 --body history.jsonl
  interlock render --from openai-chat --to mistral --compact < body.json
  interlock render --to mistral --diagnostics history.json 2> diagnostics.json`;

const checkExamples = `Examples:
  interlock check history.json
  interlock check --for mistral/mistral-large-latest history.json
  interlock check --from openai-chat --json body.json
  cat body.json | interlock check --for anthropic`;
