/**
 * What rules are compared with: each part of a call's subject has to be allowed on its own. A command line has as many as it has simple
 * commands; everything else is one.
 */

import type { JsonObject } from '@interlock/transcript';
import type { AgentTool, ToolKind } from '../tool/tool.ts';
import type { Likeness } from './likeness.ts';
import { coversAddress, likensAddress } from './match-address.ts';
import { coversCommand, likensCommand } from './match-command.ts';
import { coversPath, likensPath } from './match-path.ts';
import { parseCommand } from './parse-command.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';
import { type Place, type ReadPlace, readsOf } from './reads-of.ts';

export interface SubjectPart {
  /** For what is allowed: only when there is no doubt. */
  covers(pattern: string): boolean;
  /** For what is asked or denied: every doubt counts. */
  likens(pattern: string): Likeness;
  /** All that it reads, if that is all it surely does; absent, or undefined: nobody can say so. */
  reads?(): readonly ReadPlace[] | undefined;
}

const unknown: SubjectPart = { covers: () => false, likens: () => 'unsure' };

export function partsOf(kind: ToolKind, subject: string, place?: Place): readonly SubjectPart[] {
  if (kind === 'command') return commandParts(subject, place);
  if (kind === 'network') {
    return [
      {
        covers: (pattern) => coversAddress(pattern, subject),
        likens: (pattern) => likensAddress(pattern, subject),
      },
    ];
  }
  if (kind === 'read' || kind === 'write') {
    return [{ covers: (pattern) => coversPath(pattern, subject), likens: (pattern) => likensPath(pattern, subject) }];
  }
  const covers = (pattern: string): boolean => matchesWildcard(readWildcard(pattern), subject);
  return [{ covers, likens: (pattern) => (covers(pattern) ? 'yes' : 'no') }];
}

function commandParts(line: string, place: Place | undefined): readonly SubjectPart[] {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed || parsed.commands.length === 0) return [unknown];
  const { commands } = parsed;
  return commands.map((command, at) => ({
    covers: (pattern) => coversCommand(pattern, command),
    likens: (pattern) => likensCommand(pattern, command),
    ...(place === undefined ? {} : { reads: () => readsOf(line, commands, at, place) }),
  }));
}

/** Whether a call of a command surely changes nothing: every simple command of its line is one of those that only read. */
export function onlyReads({ kind, subject }: AgentTool, args: JsonObject, place: Place): boolean {
  if (kind !== 'command') return false;
  try {
    return partsOf(kind, subject(args, place), place).every((part) => part.reads?.() !== undefined);
  } catch {
    // Arguments that fit no schema.
    return false;
  }
}
