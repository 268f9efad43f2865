/**
 * What rules are compared with: each part of a call's subject has to be allowed on its own. A command line has as many as it has simple
 * commands; everything else is one.
 */

import type { JsonObject } from '@interlock/transcript';
import type { AgentTool, ToolKind } from '../tool/tool.ts';
import { coversAddress, matchAddress } from './match-address.ts';
import { coversCommand, matchCommand } from './match-command.ts';
import { coversPath, matchPath } from './match-path.ts';
import type { MatchResult } from './match-result.ts';
import { parseCommand } from './parse-command.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';
import { type CommandPlace, type ReadPlace, readsOf } from './reads-of.ts';

export interface SubjectPart {
  /** For what is allowed: only if there is no doubt. */
  covers(pattern: string): boolean;
  /** For what is asked or denied: also in case of doubt. */
  match(pattern: string): MatchResult;
  /** Everything it reads, if it surely does nothing else; absent or undefined: unknown. */
  reads?(): readonly ReadPlace[] | undefined;
}

const unknown: SubjectPart = { covers: () => false, match: () => 'unsure' };

export function partsOf(kind: ToolKind, subject: string, place?: CommandPlace): readonly SubjectPart[] {
  if (kind === 'command') return commandParts(subject, place);
  if (kind === 'network') {
    return [
      {
        covers: (pattern) => coversAddress(pattern, subject),
        match: (pattern) => matchAddress(pattern, subject),
      },
    ];
  }
  if (kind === 'read' || kind === 'write') {
    return [{ covers: (pattern) => coversPath(pattern, subject), match: (pattern) => matchPath(pattern, subject) }];
  }
  const covers = (pattern: string): boolean => matchesWildcard(readWildcard(pattern), subject);
  return [{ covers, match: (pattern) => (covers(pattern) ? 'yes' : 'no') }];
}

function commandParts(line: string, place: CommandPlace | undefined): readonly SubjectPart[] {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed || parsed.commands.length === 0) return [unknown];
  const { commands } = parsed;
  return commands.map((command, at) => ({
    covers: (pattern) => coversCommand(pattern, command),
    match: (pattern) => matchCommand(pattern, command),
    ...(place === undefined ? {} : { reads: () => readsOf(line, commands, at, place) }),
  }));
}

/** Whether a call of a command surely changes nothing: every simple command of its line is one of those that only read. */
export function onlyReads({ kind, subject }: AgentTool, args: JsonObject, place: CommandPlace): boolean {
  if (kind !== 'command') return false;
  try {
    return partsOf(kind, subject(args, place), place).every((part) => part.reads?.() !== undefined);
  } catch {
    // Arguments that fit no schema.
    return false;
  }
}
