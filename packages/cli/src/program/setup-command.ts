/** `setup`: a key for the first provider, or for another one. */

import type { SetupFlags } from '../commands/setup.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandSetting } from './command-setting.ts';
import { configOption } from './options.ts';

export function addSetup({ program, io, finish }: CommandSetting): void {
  program
    .command('setup')
    .description('Choose a provider and give its key: it is tested with one request, and saved.')
    .option('--provider <name>', 'this provider; the key then comes from standard input, if that is not a terminal')
    .option('--key-command <command>', 'a command that prints the key, such as one of a keyring')
    .addOption(configOption())
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('it answers, and is saved', 'it does not')}`)
    .action(async (flags: SetupFlags) => {
      const { setup } = await import('../commands/setup.ts');
      finish(await setup(flags, io));
    });
}

const examples = `Examples:
  interlock setup
  interlock setup --provider anthropic < key.txt
  interlock setup --provider openai --key-command "secret-tool lookup service openai"`;
