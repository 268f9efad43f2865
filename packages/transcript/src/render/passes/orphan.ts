/**
 * Results without a call. If the ledger knows the call, it is restored next to its result (REQ-915-027); otherwise policy
 * decides. Either way no orphan reaches a provider (REQ-915-006, REQ-915-028).
 */

import { isReal } from '../../canonical/completion.ts';
import { answeredIdOf, answeredNameOf } from '../../canonical/read-block.ts';
import { jsonText } from '../../json/json-text.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';
import { ledgerDecides } from '../../ledger/outcome.ts';
import type { Answer } from '../../pairing/occurrence.ts';
import { lenderTo } from '../../pairing/preference.ts';
import type { DiagnosticEvent } from '../diagnostics.ts';
import { orphanNote, unnamedTool } from '../model-texts.ts';
import { blockPath, type Notes } from '../notes.ts';
import type { Scene } from '../scene.ts';
import type { Interaction, RenderedCall } from '../step.ts';
import { asArguments } from './arguments.ts';
import { attachmentsOf } from './attachments.ts';
import { fromAnswer, fromLedger } from './complete.ts';
import { shorten } from './shorten.ts';

export type OrphanVerdict =
  | { readonly verdict: 'restore'; readonly interaction: Interaction }
  | { readonly verdict: 'note'; readonly text: string }
  | { readonly verdict: 'drop' };

const drop: OrphanVerdict = { verdict: 'drop' };

export function renderOrphan(answer: Answer, scene: Scene, notes: Notes): OrphanVerdict {
  const rawId = answeredIdOf(answer.block);
  if (!isReal(answer.strength)) return dropped('dropped', rawId, answer, notes);
  const recorded = recordedCall(answer, scene);
  const speaker = scene.pairing.speakerFor(answer, recorded !== undefined);
  if (speaker !== answer) {
    const kept = blockPath(speaker.entry, speaker.at);
    const why = speaker.strength > answer.strength ? 'result-over-error' : 'first';
    const about = { fault: 'canonical-corruption', callIds: [rawId], at: notes.place(answer.at) } as const;
    notes.add({ kind: 'deduplicated', kept, why, ...about });
    return drop;
  }
  if (recorded !== undefined) return restore(answer, restoredCall(answer, recorded, scene), scene, notes, recorded);
  switch (scene.policy.orphans) {
    case 'drop':
      return dropped('dropped', rawId, answer, notes);
    case 'restore':
      return restore(answer, restoredCall(answer, undefined, scene), scene, notes, undefined);
    case 'note': {
      note('noted', rawId, answer, notes);
      const payload = payloadText(answer, scene, notes);
      const name = answeredNameOf(answer.block).toWellFormed();
      return { verdict: 'note', text: orphanNote(name, payload, scene.policy.longestOrphan) };
    }
  }
}

/** Whether the attachments of this answer are sent with it; if not, they stay where they are. */
export function keepsAttachments(answer: Answer, scene: Scene): boolean {
  if (answer.call !== undefined) return answer.call.best === answer || lenderTo(answer.call) === answer;
  if (!isReal(answer.strength)) return false;
  const known = recordedCall(answer, scene) !== undefined;
  return (known || scene.policy.orphans === 'restore') && scene.pairing.speakerFor(answer, known) === answer;
}

/** What the ledger knows about the missing call. A call in the history is not missing. */
function recordedCall(answer: Answer, scene: Scene): LedgerEntry | undefined {
  const id = answeredIdOf(answer.block);
  if (answer.match !== 'unclaimed' || scene.pairing.call(id) !== undefined) return undefined;
  return scene.ledger?.get(id);
}

function restore(
  answer: Answer,
  call: RenderedCall,
  scene: Scene,
  notes: Notes,
  recorded: LedgerEntry | undefined,
): OrphanVerdict {
  note(recorded === undefined ? 'restored' : 'restored-from-ledger', call.id, answer, notes);
  const attachments = attachmentsOf(answer, scene, notes);
  const fromRecord = recorded !== undefined && ledgerDecides(answer, recorded);
  const completion = fromRecord ? fromLedger(recorded, attachments) : fromAnswer(answer, attachments, scene, notes);
  const fitting = shorten(completion, scene.policy, { id: call.id, at: answer.at }, notes);
  return { verdict: 'restore', interaction: { type: 'interaction', call, completion: fitting } };
}

function restoredCall(answer: Answer, recorded: LedgerEntry | undefined, scene: Scene): RenderedCall {
  const id = scene.pairing.orphanId(answer);
  const name = (recorded?.name || answeredNameOf(answer.block) || unnamedTool).toWellFormed();
  return { type: 'tool_call', id, name, parameters: asArguments(recorded?.parameters ?? {}).value };
}

function payloadText(answer: Answer, scene: Scene, notes: Notes): string {
  const about = { id: answeredIdOf(answer.block), at: answer.at };
  const { result, error } = shorten(fromAnswer(answer, [], scene, notes), scene.policy, about, notes);
  const parts = [error, result === null ? undefined : typeof result === 'string' ? result : jsonText(result)];
  return parts.filter((part) => part !== undefined).join('\n');
}

function dropped(action: OrphanAction, callId: string, answer: Answer, notes: Notes): OrphanVerdict {
  note(action, callId, answer, notes);
  return drop;
}

type OrphanAction = Extract<DiagnosticEvent, { readonly kind: 'orphan' }>['action'];

function note(action: OrphanAction, callId: string, answer: Answer, notes: Notes): void {
  notes.add({ kind: 'orphan', action, fault: 'canonical-corruption', callIds: [callId], at: notes.place(answer.at) });
}
