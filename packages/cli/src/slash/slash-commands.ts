/** All slash commands, in the order of the list. A command is one file, one line here, and its name in `slashNames` (`agent/load-extensions.ts`). */
import { nearestName } from '@interlock/wire';
import { compact } from './compact.ts';
import { context } from './context.ts';
import { diagnostics } from './diagnostics.ts';
import { doctor } from './doctor.ts';
import { effort } from './effort.ts';
import { exportCommand } from './export.ts';
import { fork } from './fork.ts';
import { createHelp } from './help.ts';
import { importSlash } from './import.ts';
import { jobs } from './jobs.ts';
import { mcp } from './mcp.ts';
import { mode } from './mode.ts';
import { model } from './model.ts';
import { newCommand } from './new.ts';
import { permissions } from './permissions.ts';
import { quit } from './quit.ts';
import { resume } from './resume.ts';
import { rewind } from './rewind.ts';
import { route } from './route.ts';
import { sessions } from './sessions.ts';
import type { SlashCommand } from './slash-command.ts';
import { thinking } from './thinking.ts';
import { tools } from './tools.ts';

const all: readonly SlashCommand[] = [
  ...[model, route, effort, compact, newCommand, resume, importSlash, fork, rewind, jobs, sessions],
  ...[mode, permissions, tools, mcp, context, diagnostics, doctor, exportCommand, thinking, quit],
];

export const slashCommands: readonly SlashCommand[] = [createHelp(() => all), ...all];

/** Names of these commands in other programs. */
export const aliases: Readonly<Record<string, string>> = { exit: 'quit', clear: 'new' };

export function findSlashCommand(name: string): SlashCommand | undefined {
  const commandName = Object.hasOwn(aliases, name) ? aliases[name] : name;
  return slashCommands.find((command) => command.name === commandName);
}

/** `own`: custom commands. */
export function describeUnknown(name: string, own: readonly { readonly name: string }[] = []): string {
  const nearest = nearestName(
    name,
    [...slashCommands, ...own].map((command) => command.name),
  );
  return `There is no command /${name}.${nearest === undefined ? '' : ` Did you mean /${nearest}?`} /help lists them.`;
}
