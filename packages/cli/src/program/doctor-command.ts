/** `doctor`: checks the installation, a session or a history. */
import type { DoctorFlags } from '../commands/doctor/doctor-flags.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { withStoreOptions } from './sessions-command.ts';

export function addDoctor({ program, io, finish }: CommandContext): void {
  withStoreOptions(program.command('doctor'))
    .description('Check the installation, a session, or a file with a history. Changes nothing without --repair.')
    .argument('[what]', 'the id of a session, or a file')
    .option('--for <target>', 'with a session or file: only for this provider, or provider/model')
    .option('--repair', 'write the repaired version as a new session, or to the file after making a backup')
    .option('--online', 'send a short request to every provider that has a key, and start every MCP server')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('no problems found', 'problems found')}`)
    .action(async (what: string | undefined, flags: DoctorFlags) => {
      const { doctor } = await import('../commands/doctor.ts');
      finish(await doctor(what, flags, io));
    });
}

const examples = `Examples:
  interlock doctor
  interlock doctor --online
  interlock doctor 3f2a
  interlock doctor history.json --for mistral
  interlock doctor history.json --repair`;
