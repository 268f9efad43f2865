/** `sessions` and its subcommands. */

import { type Command, Option } from 'commander';
import type { DeleteFlags, DiffFlags, ExportFlags, ForkFlags, ListFlags, ShowFlags } from '../commands/sessions.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { configOption } from './options.ts';
import { parseCount } from './parse-values.ts';

/** Names of the writers in `@interlock/import`, which is not loaded for this. */
export const exportAgents: readonly string[] = ['claude-code', 'codex', 'opencode', 'pi'];

const idHelp = 'the id of the session; a prefix is enough';

export function addSessions({ program, io, finish, names }: CommandContext): void {
  const sessions = program
    .command('sessions')
    .description('List, search, show, compare, export, copy and delete saved conversations.')
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('done', 'failed')}`);
  withStoreOptions(sessions.command('list'))
    .description('List the sessions of this folder, latest first.')
    .option('--all', 'list the sessions of all folders')
    .option('--limit <n>', 'show at most this many (default: 30)', parseCount)
    .option('--json', 'print them as JSON')
    .action(async (flags: ListFlags) => finish(await (await load()).listSessions(flags, io)));
  withStoreOptions(sessions.command('search'))
    .description('Find sessions by their messages. Tool results are not searched.')
    .argument('<words...>', 'words that all occur in one message, in any order; case-insensitive')
    .option('--all', 'search the sessions of all folders')
    .option('--limit <n>', 'show at most this many (default: 30)', parseCount)
    .option('--json', 'print them as JSON')
    .action(async (words: readonly string[], flags: ListFlags) =>
      finish(await (await load()).findInSessions(words, flags, io)),
    );
  withStoreOptions(sessions.command('show'))
    .description('Print a conversation in readable form.')
    .argument('<id>', idHelp)
    .option('--full', 'show long results and thinking in full')
    .option('--json', 'print it as JSON')
    .action(async (id: string, flags: ShowFlags) => finish(await (await load()).showSession(id, flags, io)));
  withStoreOptions(sessions.command('export'))
    .description(
      'Print a conversation as Markdown, as JSON, or as the request it becomes; or write it for another agent.',
    )
    .argument('<id>', idHelp)
    .addOption(
      new Option('--format <format>', 'json: its contents, for check and render; a protocol: its request body')
        .choices(['markdown', 'json', ...names.protocols])
        .default('markdown'),
    )
    .addOption(
      new Option('--to <agent>', 'write a session file that this agent resumes, and print the command')
        .choices(exportAgents)
        .conflicts('format'),
    )
    .option('--output <file>', 'with --to: write this file (default: one in the current folder)')
    .option('--install', "with --to: write it into the agent's own folder")
    .action(async (id: string, flags: ExportFlags) => finish(await (await load()).printSession(id, flags, io)));
  withStoreOptions(sessions.command('diff'))
    .description('Show the changes that a session made to files, compared with their current content.')
    .argument('<id>', idHelp)
    .option('--json', 'print it as JSON')
    .action(async (id: string, flags: DiffFlags) => finish(await (await load()).diffSession(id, flags, io)));
  withStoreOptions(sessions.command('fork'))
    .description('Copy a conversation, or its beginning, and print the id of the copy.')
    .argument('<id>', idHelp)
    .option('--turns <n>', 'copy only the first <n> turns', parseCount)
    .action(async (id: string, flags: ForkFlags) => finish(await (await load()).copySession(id, flags, io)));
  withStoreOptions(sessions.command('delete'))
    .description('Delete conversations permanently.')
    .argument('<id...>', 'the ids of the sessions; prefixes are enough')
    .option('--yes', 'do not ask')
    .action(async (ids: readonly string[], flags: DeleteFlags) =>
      finish(await (await load()).deleteSessions(ids, flags, io)),
    );
}

function load(): Promise<typeof import('../commands/sessions.ts')> {
  return import('../commands/sessions.ts');
}

export function withConfigOptions(command: Command): Command {
  return command.option('-C, --cwd <folder>', 'use this folder instead of the current one').addOption(configOption());
}

/** Options of commands that read sessions. */
export function withStoreOptions(command: Command): Command {
  return withConfigOptions(command).option(
    '--offline',
    'use the sessions of interlock --offline, which are stored separately',
  );
}

const examples = `Examples:
  interlock sessions list
  interlock sessions search quota error
  interlock sessions show 3f2a
  interlock sessions diff 3f2a
  interlock sessions export 3f2a --format json | interlock check
  interlock sessions export 3f2a --to claude-code --install
  interlock sessions fork 3f2a --turns 2
  interlock sessions delete 3f2a --yes`;
