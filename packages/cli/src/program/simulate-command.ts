/** `simulate`: strict simulators of the providers, for tests. */
import { Option } from 'commander';
import type { SimulateFlags } from '../commands/simulate.ts';
import type { CommandContext } from './command-context.ts';
import { parsePort } from './parse-values.ts';

export function addSimulate({ program, io, finish, names }: CommandContext): void {
  program
    .command('simulate')
    .description('Serve strict copies of provider APIs on this machine: they refuse what the real ones refuse.')
    .argument('[names...]', 'the simulators to start (default: all)')
    .option(
      '--port <n>',
      'port of the first simulator; the others use the following ports (default: free ports)',
      parsePort,
    )
    .addOption(
      new Option(
        '--model <which>',
        'the model that answers: one that uses the tools it is offered, or one that repeats the user',
      )
        .choices(['default', 'echo'])
        .default('default'),
    )
    .option('--json', 'print one JSON object per line: each simulator, then each request')
    .option('--quiet', 'do not print requests that are valid')
    .addHelpText('after', `\n${simulatorsHelp(names.simulators)}\n\n${simulateExamples}\n\n${simulateExits}`)
    .action(async (names: readonly string[], flags: SimulateFlags) => {
      const { simulate } = await import('../commands/simulate.ts');
      finish(await simulate(names, flags, io));
    });
}

const simulatorsHelp = (names: readonly string[]): string => `Simulators:
  ${names.slice(0, 7).join(', ')},
  ${names.slice(7).join(', ')}.
  Prints the URL and key of each, and the variables that point clients at it;
  then a line for each request: the verdict, the broken rule
  (docs/protocols/rules.md), and the reason.`;

const simulateExits = 'Exit codes: 0 stopped with Ctrl-C, 2 could not run.';

const simulateExamples = `Examples:
  interlock simulate
  interlock simulate anthropic --port 4000
  interlock simulate gemini mistral --model echo --quiet
  interlock simulate openai-chat --json | jq 'select(.verdict == "refused")'`;
