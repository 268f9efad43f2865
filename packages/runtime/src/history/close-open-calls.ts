/**
 * Completes every open call in the history: with its result if one is known, otherwise with a closure that says how far it got. Used
 * after a crash, for a fork, for an answer that was cut off, and for late results; written like any other batch (REQ-915-034).
 */
import { completionContent } from '../scheduler/completion-content.ts';
import type { Outcome, SettledCall } from '../scheduler/outcome.ts';
import type { History } from './history.ts';
import type { SessionFacts } from './session-facts.ts';

export async function closeOpenCalls(history: History): Promise<readonly SettledCall[]> {
  const { facts } = history;
  const all: SettledCall[] = [];
  for (const [turnId, open] of Map.groupBy([...facts.open.values()], ({ turnId }) => turnId)) {
    const gone = open.filter(({ isGone }) => isGone);
    if (gone.length > 0)
      await history.content({ speaker: 'ai', blocks: gone.map(({ call }) => call), metadata: { turnId } });
    const settled: SettledCall[] = [];
    for (const { call, outcome: known } of open) {
      const outcome = known ?? closureOf(facts, call.id);
      if (known === undefined) await history.write({ kind: 'call-end', id: call.id, outcome });
      settled.push({ call, outcome });
    }
    await history.content(completionContent(settled, turnId), true);
    all.push(...settled);
  }
  return all;
}

/** `interrupted` if its start is recorded: it may have taken effect. */
function closureOf({ ledger }: SessionFacts, id: string): Outcome {
  return { state: ledger.get(id)?.state === 'running' ? 'interrupted' : 'cancelled' };
}
