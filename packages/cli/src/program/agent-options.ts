/** The options of the agent: those of `interlock` without a command. */

import { type Command, Option } from 'commander';
import { appendSystemOption, configOption, denyOption, effortOption, offlineOption } from './options.ts';
import { collect, parseCount } from './parse-values.ts';

export function addAgentOptions(program: Command): void {
  program
    .option(
      '-p, --print [prompt]',
      'print one answer and exit, without asking anything; standard input is added to the prompt',
    )
    .addOption(
      new Option('--output-format <format>', 'what -p prints (docs/json-events.md)').choices([
        ...['text', 'json', 'stream-json'],
      ]),
    )
    .option('--file <path>', 'attach this file; can be repeated; or write @path in the prompt', collect)
    .option('-c, --continue', 'continue the last session of this folder')
    .option('-r, --resume [id]', 'continue this session; a prefix of its id is enough; without one: a list')
    .option('-m, --model <target>', 'provider/model, or a name from the configuration')
    .option('--route <name>', 'use this route of the configuration instead of a model')
    .addOption(effortOption())
    .option('--web-search', 'let the provider search the web itself, if it can')
    .option('--max-turns <n>', 'stop after this many requests to the model', parseCount)
    .option('--allow <rule>', 'allow calls without asking: "run_command(git *)", write_file; can be repeated', collect)
    .addOption(denyOption())
    .addOption(
      new Option(
        '--mode <mode>',
        'what runs without asking: nothing that changes anything, edits, only reading',
      ).choices([...['ask', 'accept-edits', 'plan', 'confined']]),
    )
    .addOption(
      new Option('--sandbox <mode>', 'run commands in a sandbox: if available, always, or never').choices([
        ...['auto', 'require', 'off'],
      ]),
    )
    .option('--system <text>', 'replace the first sentence of the system prompt, which says who the agent is')
    .addOption(appendSystemOption())
    .option('--no-session', 'do not save this session')
    .option('--trust', 'trust this folder from now on: its own configuration may start programs and allow calls')
    .addOption(offlineOption())
    .option('-C, --cwd <folder>', 'work in this folder')
    .addOption(configOption())
    .option('-q, --quiet', 'with -p: print only errors on standard error')
    .option('--debug', 'show where in the program an error came from');
}
