/**
 * The parts of a call's subject that rules are compared with: each must be allowed. A command line has one for each simple command;
 * every other subject is a single part.
 */

import type { JsonObject } from '@interlock/transcript';
import type { AgentTool, ToolKind } from '../tool/tool.ts';
import { coversAddress, matchAddress } from './match-address.ts';
import { coversCommand, matchCommand } from './match-command.ts';
import { coversPath, matchPath } from './match-path.ts';
import type { MatchResult } from './match-result.ts';
import { parseCommand } from './parse-command.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';
import { type CommandContext, type ReadPath, readsOf } from './reads-of.ts';

export interface SubjectPart {
  /** For `allow`: only if it certainly matches. */
  covers(pattern: string): boolean;
  /** For `ask` and `deny`: also if it may match. */
  match(pattern: string): MatchResult;
  /** Everything it reads, if it certainly does nothing else; absent or undefined: unknown. */
  reads?(): readonly ReadPath[] | undefined;
}

const unknown: SubjectPart = { covers: () => false, match: () => 'unsure' };

export function partsOf(kind: ToolKind, subject: string, place?: CommandContext): readonly SubjectPart[] {
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

function commandParts(line: string, place: CommandContext | undefined): readonly SubjectPart[] {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed || parsed.commands.length === 0) return [unknown];
  const { commands } = parsed;
  return commands.map((command, at) => ({
    covers: (pattern) => coversCommand(pattern, command),
    match: (pattern) => matchCommand(pattern, command),
    ...(place === undefined ? {} : { reads: () => readsOf(line, commands, at, place) }),
  }));
}

/** Whether a command call certainly changes nothing: every simple command in its line only reads. */
export function onlyReads({ kind, subject }: AgentTool, args: JsonObject, place: CommandContext): boolean {
  if (kind !== 'command') return false;
  try {
    return partsOf(kind, subject(args, place), place).every((part) => part.reads?.() !== undefined);
  } catch {
    // The arguments do not match the schema.
    return false;
  }
}
