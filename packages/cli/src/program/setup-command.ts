/** `setup`: stores the key of a provider. */

import type { SetupFlags } from '../commands/setup.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { configOption } from './options.ts';

export function addSetup({ program, io, finish }: CommandContext): void {
  program
    .command('setup')
    .description('Choose a provider and enter its key. The key is tested with one request and saved.')
    .option('--provider <name>', 'the provider; the key is then read from standard input, unless that is a terminal')
    .option('--key-command <command>', 'a command that prints the key, for example from a keyring')
    .addOption(configOption())
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('tested and saved', 'the test failed')}`)
    .action(async (flags: SetupFlags) => {
      const { setup } = await import('../commands/setup.ts');
      finish(await setup(flags, io));
    });
}

const examples = `Examples:
  interlock setup
  interlock setup --provider anthropic < key.txt
  interlock setup --provider openai --key-command "pass show openai"`;
