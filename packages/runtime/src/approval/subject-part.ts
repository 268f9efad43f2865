/**
 * What rules are held against: each part of a call's subject has to be allowed on its own. A command line has as many as it has simple
 * commands; everything else is one.
 */
import type { ToolKind } from '../tool/tool.ts';
import type { Likeness } from './likeness.ts';
import { coversAddress, likensAddress } from './match-address.ts';
import { coversCommand, likensCommand } from './match-command.ts';
import { coversPath, likensPath } from './match-path.ts';
import { parseCommand } from './parse-command.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';

export interface SubjectPart {
  /** For what is allowed: only when there is no doubt. */
  covers(pattern: string): boolean;
  /** For what is asked or denied: every doubt counts. */
  likens(pattern: string): Likeness;
}

const unknown: SubjectPart = { covers: () => false, likens: () => 'unsure' };

export function partsOf(kind: ToolKind, subject: string): readonly SubjectPart[] {
  if (kind === 'command') return commandParts(subject);
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

function commandParts(line: string): readonly SubjectPart[] {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed || parsed.commands.length === 0) return [unknown];
  return parsed.commands.map((command) => ({
    covers: (pattern) => coversCommand(pattern, command),
    likens: (pattern) => likensCommand(pattern, command),
  }));
}
