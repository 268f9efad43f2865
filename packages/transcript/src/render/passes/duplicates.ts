/** Reports every answer that was not emitted with the reason, and every copied call (REQ-915-009, REQ-915-039). */
import { isReal, strength } from '../../canonical/completion.ts';
import type { Answer, Call } from '../../pairing/occurrence.ts';
import type { DedupeReason } from '../diagnostics.ts';
import { blockPath, type Notes } from '../notes.ts';

export function noteDuplicate(answer: Answer, notes: Notes): void {
  const { call } = answer;
  if (call === undefined || call.best === answer) return;
  const { best } = call;
  const kept = best === undefined ? 'none' : blockPath(best.entry, best.at);
  const isExpected = answer.strength === strength.pending || answer.strength === strength.partial;
  const fault = isExpected ? 'none' : 'canonical-corruption';
  const why = reasonFor(answer, best);
  notes.add({ kind: 'deduplicated', kept, why, fault, callIds: [call.id], at: notes.place(answer.at) });
}

export function noteCopy(original: Call, at: number, notes: Notes): void {
  const kept = blockPath(original.entry, original.at);
  const about = { fault: 'canonical-corruption', callIds: [original.id], at: notes.place(at) } as const;
  notes.add({ kind: 'deduplicated', kept, why: 'copy', ...about });
}

function reasonFor(answer: Answer, best: Answer | undefined): DedupeReason {
  if (answer.strength === strength.pending || best === undefined) return 'pending';
  if (answer.strength === strength.partial && isReal(best.strength)) return 'partial';
  if (isReal(best.strength) && !isReal(answer.strength)) return 'real-over-synthetic';
  if (answer.match === 'left' && best.match !== 'left') return 'own-over-left';
  return best.strength > answer.strength ? 'result-over-error' : 'first';
}
