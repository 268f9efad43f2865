/** Writes the scheduler's journal to the history. */
import { jsonText, type ToolCallBlock, toJson } from '@interlock/transcript';
import type { KeptFiles } from '../changes/kept-files.ts';
import type { History } from '../history/history.ts';
import type { TouchedInstructions } from '../instructions/touched-instructions.ts';
import type { CallJournal } from '../scheduler/call-journal.ts';
import type { StartedCall } from '../store/session-record.ts';

/**
 * `kept`: saves files before a call changes them; absent: they are not saved. `onlyReads`: whether a call certainly changes nothing,
 * although its tool could. `touched`: instructions that were given with a result.
 */
export function historyJournal(
  history: History,
  kept?: KeptFiles,
  touched?: TouchedInstructions,
  onlyReads: (call: ToolCallBlock) => boolean = () => false,
): CallJournal {
  return {
    started: async (call, effects, access, approvalMs) => {
      if (effects && kept !== undefined && !onlyReads(call)) await kept.before(access);
      const waited = approvalMs === undefined ? {} : { approvalMs };
      const start = { kind: 'call-start', id: call.id, ...turnOf(history), ...argumentsOf(call), ...waited } as const;
      await history.write(start, effects);
    },
    settled: async ({ id, name }, outcome, effects) => {
      await history.write({ kind: 'call-end', id, outcome, name, ...turnOf(history) }, effects);
      const paths = touched?.take(id) ?? [];
      // After the result that contains them: at worst they are given twice.
      if (paths.length > 0) await history.write({ kind: 'instructions-given', paths });
    },
    late: ({ id, name }, outcome) => history.write({ kind: 'call-end', id, outcome, late: true, name }, true),
  };
}

function turnOf({ facts: { turnId } }: History): { readonly turnId?: string } {
  return turnId === undefined ? {} : { turnId };
}

/** Longer ones (a file that is written) would double the log; then only the call's name is known. */
const longestArguments = 16_384;

function argumentsOf({ name, parameters }: ToolCallBlock): { readonly call?: StartedCall } {
  const text = jsonText(toJson(parameters).value);
  return text.length > longestArguments ? {} : { call: { name, parameters } };
}
