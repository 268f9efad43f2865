/** The options of the agent itself, which are those of `interlock` without a command. */
import { type Command, Option } from 'commander';
import type { AgentFlags } from '../agent/agent-flags.ts';
import type { OutputFormat } from '../headless/output-format.ts';
import { collect, effortOption, parseCount } from './parse-values.ts';

export interface StartFlags extends AgentFlags {
  /** True where no text follows it. */
  readonly print?: string | true;
  readonly outputFormat?: OutputFormat;
  readonly file?: readonly string[];
  readonly quiet?: boolean;
}

export function addAgentOptions(program: Command): void {
  program
    .option('-p, --print [prompt]', 'answer once, without asking anything, and leave; standard input is added to it')
    .addOption(
      new Option('--output-format <format>', 'what is printed by -p (docs/json-events.md)').choices([
        ...['text', 'json', 'stream-json'],
      ]),
    )
    .option('--file <path>', 'send this file along; may be given several times; also @path in the prompt', collect)
    .option('-c, --continue', 'go on with the last session of this folder')
    .option('-r, --resume [id]', 'go on with this session; the beginning of its id is enough; without one: a list')
    .option('-m, --model <target>', 'provider/model, or a name from the configuration')
    .option('--route <name>', 'a route from the configuration, in place of a model')
    .addOption(effortOption())
    .option('--max-turns <n>', 'at most so many requests to the model', parseCount)
    .option('--allow <rule>', 'allow calls without asking: "run_command(git *)", write_file; several times', collect)
    .option('--deny <rule>', 'forbid calls; stronger than --allow; several times', collect)
    .addOption(
      new Option(
        '--mode <mode>',
        'what runs without a question: nothing that changes anything, edits, only reading',
      ).choices([...['ask', 'accept-edits', 'plan', 'confined']]),
    )
    .addOption(
      new Option('--sandbox <mode>', 'run commands in a sandbox: where the machine can, only there, or not').choices([
        ...['auto', 'require', 'off'],
      ]),
    )
    .option('--system <text>', 'who the agent is, in place of the usual sentence')
    .option('--append-system <text>', 'what it is told after everything else')
    .option('--no-session', 'keep nothing of it')
    .option('--trust', 'trust this folder from now on: its own configuration may start and allow things')
    .option('--offline', 'on the built-in simulators: no provider is asked, no key is needed')
    .option('-C, --cwd <folder>', 'work in this folder')
    .option('--config <file>', "this file in place of the user's configuration")
    .option('-q, --quiet', 'with -p: nothing on standard error but what went wrong')
    .option('--debug', 'show where in the program an error came from');
}
