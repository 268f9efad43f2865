/** Whether a call of a command surely changes nothing: every simple command of its line is one of those that only read. */
import type { JsonObject } from '@interlock/transcript';
import type { AgentTool } from '../tool/tool.ts';
import type { Place } from './reads-of.ts';
import { partsOf } from './subject-part.ts';

export function onlyReads({ kind, subject }: AgentTool, args: JsonObject, place: Place): boolean {
  if (kind !== 'command') return false;
  try {
    return partsOf(kind, subject(args, place), place).every((part) => part.reads?.() !== undefined);
  } catch {
    // Arguments that fit no schema.
    return false;
  }
}
