/** `import`: sessions of other agents. */
import type { ImportFlags } from '../commands/import.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { withStoreOptions } from './sessions-command.ts';

export function addImport({ program, io, finish }: CommandContext): void {
  withStoreOptions(program.command('import'))
    .description('Continue a session of another agent. Without an argument: list those of this folder.')
    .argument('[session]', 'its number in the list, its id, an agent, a path, or - for standard input')
    .option('--all', 'list sessions of all folders')
    .option('--last', 'with an agent: import its newest session')
    .option('--branch <id>', 'import this branch instead of the latest one')
    .option('--continue', 'continue it right away')
    .option('-m, --model <target>', 'with --continue: the model to use')
    .option('--no-map-tools', "keep the other agent's tool names in the history")
    .option('--verify', 'check the result against the digests of sent messages that the agent stored')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('done', 'failed')}`)
    .action(async (session: string | undefined, flags: ImportFlags) => {
      const { importCommand } = await import('../commands/import.ts');
      finish(await importCommand(session, flags, io));
    });
}

const examples = `Nothing in the other agent's folder is changed. Importing a session again adds what is new in it.

Examples:
  interlock import
  interlock import 1 --continue
  interlock import claude-code --last --continue --model openai/gpt-5.6-terra
  interlock import ~/.codex/sessions/2026/11/16/rollout-….jsonl
  interlock import claude-code --last --verify`;
