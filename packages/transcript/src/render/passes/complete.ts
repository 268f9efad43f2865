/**
 * The one completion of a call (REQ-915-007, -009, -011): the stronger of the stored answer and the ledger's outcome, the
 * ledger's if they are equal; and only when neither is real, a synthetic one that states what is known. A synthetic completion
 * never replaces a real result.
 */

import { hasError, hasResult, isReal } from '../../canonical/completion.ts';
import type { SyntheticReason, ToolResponseBlock } from '../../canonical/content.ts';
import { hasForeignSeal, readForeignSeal } from '../../canonical/foreign-seal.ts';
import { answeredIdOf } from '../../canonical/read-block.ts';
import { isCleanJson } from '../../json/is-clean-json.ts';
import { jsonText } from '../../json/json-text.ts';
import type { JsonValue } from '../../json/json-value.ts';
import { snapshotJson, toJson } from '../../json/to-json.ts';
import { isClosure, type LedgerEntry } from '../../ledger/ledger.ts';
import { ledgerDecides } from '../../ledger/outcome.ts';
import { type Answer, type Call, isMoved } from '../../pairing/occurrence.ts';
import { lenderTo } from '../../pairing/preference.ts';
import { silentFailure, syntheticTexts } from '../model-texts.ts';
import { blockPath, type Notes } from '../notes.ts';
import type { Scene } from '../scene.ts';
import type { Completion, RealCompletion, SpokenBlock, SyntheticCompletion } from '../step.ts';
import { attachmentsOf } from './attachments.ts';
import { dropSeal, sealOptions } from './say.ts';
import { shorten } from './shorten.ts';

export function complete(call: Call, scene: Scene, notes: Notes): Completion {
  const { best } = call;
  const recorded = scene.ledger?.get(call.id);
  if (best !== undefined) noteBest(call, best, notes);
  const lender = lenderTo(call);
  const attachments = [best, lender].flatMap((one) => (one === undefined ? none : attachmentsOf(one, scene, notes)));
  if (recorded !== undefined && ledgerDecides(best, recorded)) {
    const outcome = agree(call, fromLedger(recorded, attachments), scene, notes);
    return shorten(withOutputOf(lender ?? best, outcome, scene, notes), scene.policy, call, notes);
  }
  if (best !== undefined && isReal(best.strength)) {
    const outcome = fromAnswer(best, attachments, scene, notes);
    return shorten(withOutputOf(lender, outcome, scene, notes), scene.policy, call, notes);
  }
  return synthesize(call, recorded, attachments, scene, notes);
}

/** Nothing real is lost: an outcome without output is told with what there was of it before. */
function withOutputOf(lender: Answer | undefined, outcome: RealCompletion, scene: Scene, notes: Notes): RealCompletion {
  if (lender === undefined || outcome.result !== null || !isReal(lender.strength)) return outcome;
  if (outcome.error === undefined && hasError(lender.block)) return outcome;
  if (!hasResult(lender.block)) return outcome;
  // A seal covers the output it came with.
  const { seal: _, ...unsealed } = outcome;
  return { ...unsealed, result: resultOf(lender, scene, notes) };
}

const none: readonly SpokenBlock[] = [];

/** Reports where the ledger's outcome differs from the stored one; if they are equal, the stored seal is kept. */
function agree(call: Call, outcome: RealCompletion, scene: Scene, notes: Notes): RealCompletion {
  const { best } = call;
  if (best !== undefined && isReal(best.strength) && sameOutcome(best.block, outcome)) {
    const seal = sealOf(best, scene, notes);
    return seal === undefined ? outcome : { ...outcome, seal };
  }
  const about = { callIds: [call.id], at: notes.place(call.at) } as const;
  if (best === undefined || !isReal(best.strength)) {
    notes.add({ kind: 'completed-from-ledger', fault: 'none', ...about });
  } else {
    notes.add({ kind: 'deduplicated', kept: 'ledger', why: 'ledger', fault: 'canonical-corruption', ...about });
  }
  return outcome;
}

function sameOutcome(block: ToolResponseBlock, outcome: RealCompletion): boolean {
  if (hasError(block) !== (outcome.error !== undefined)) return false;
  const result = block.result ?? null;
  return result === outcome.result || jsonText(toJson(result).value) === jsonText(outcome.result);
}

export function fromLedger(recorded: LedgerEntry, attachments: readonly SpokenBlock[]): RealCompletion {
  const { result = null, error } = recorded;
  if (recorded.state !== 'error') return { kind: 'real', result, attachments };
  return { kind: 'real', result, error: errorText(error), attachments };
}

export function fromAnswer(
  answer: Answer,
  attachments: readonly SpokenBlock[],
  scene: Scene,
  notes: Notes,
): RealCompletion {
  const { block } = answer;
  const result = resultOf(answer, scene, notes);
  const seal = sealOf(answer, scene, notes);
  if (seal === undefined && !hasError(block)) return { kind: 'real', result, attachments };
  const error = hasError(block) ? { error: errorText(block.error) } : {};
  return { kind: 'real', result, ...error, attachments, ...(seal === undefined ? {} : { seal }) };
}

function resultOf(answer: Answer, scene: Scene, notes: Notes): JsonValue {
  const { block } = answer;
  const stored = block.result ?? null;
  if (!scene.conservative && isCleanJson(stored)) return stored;
  const safe = toJson(stored);
  if (safe.changes.length > 0) {
    const place = notes.about(answer.entry).place(answer.at);
    const event = { part: 'result', changes: safe.changes, fault: 'canonical-corruption' } as const;
    const callIds = [answer.call?.id ?? answeredIdOf(block)];
    notes.add({ kind: 'value-made-safe', ...event, callIds, at: place });
  }
  return scene.conservative ? snapshotJson(safe.value) : safe.value;
}

function sealOf(answer: Answer, scene: Scene, notes: Notes): ToolResponseBlock['seal'] {
  const { block, entry, at } = answer;
  const foreign = hasForeignSeal(block);
  if (block.seal === undefined && !foreign) return undefined;
  const own = foreign ? readForeignSeal(block, scene.pairing.entries[entry]?.content.metadata) : block;
  return dropSeal(own, at, sealOptions(entry, scene), notes.about(entry)).seal;
}

/** The type is string, but imported histories contain objects here too; and a failed tool may have no message. */
function errorText(error: unknown): string {
  const text = typeof (error ?? '') === 'string' ? String(error ?? '').toWellFormed() : jsonText(toJson(error).value);
  return text.trim() === '' ? silentFailure : text;
}

function synthesize(
  call: Call,
  recorded: LedgerEntry | undefined,
  attachments: readonly SpokenBlock[],
  scene: Scene,
  notes: Notes,
): SyntheticCompletion {
  const { reason, source, detail, text } = closureOf(call, recorded);
  const fault = reason === 'lost' ? 'canonical-corruption' : 'none';
  notes.add({ kind: 'synthesized', reason, source, fault, callIds: [call.id], at: notes.place(call.at) });
  const sentence = text ?? scene.policy.syntheticTexts[reason];
  return { kind: 'synthetic', reason, text: detail === undefined ? sentence : `${sentence}\n${detail}`, attachments };
}

interface Closure {
  readonly reason: SyntheticReason;
  readonly source: 'history' | 'ledger' | 'none';
  readonly text?: string;
  readonly detail?: string;
}

/** A stored closure is kept word for word: the model has read it. */
function closureOf({ best }: Call, recorded: LedgerEntry | undefined): Closure {
  if (best?.block.synthetic !== undefined) {
    const { synthetic, error } = best.block;
    const reason = isReason(synthetic) ? synthetic : 'lost';
    // A blank sentence would be refused by most providers (ANT-027).
    const text = hasError(best.block) && !isBlank(error) ? { text: errorText(error) } : {};
    return { reason, source: 'history', ...text };
  }
  if (recorded === undefined || recorded.observedBy === 'history') return { reason: 'lost', source: 'none' };
  if (isClosure(recorded.state)) {
    const { partial } = recorded;
    const detail = partial === undefined || partial === '' ? {} : { detail: partial.toWellFormed() };
    return { reason: recorded.state, source: 'ledger', ...detail };
  }
  return { reason: recorded.state === 'running' ? 'interrupted' : 'cancelled', source: 'ledger' };
}

function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}

function isReason(value: unknown): value is SyntheticReason {
  return typeof value === 'string' && Object.hasOwn(syntheticTexts, value);
}

function noteBest(call: Call, best: Answer, notes: Notes): void {
  const moved = isMoved(best);
  if (best.match !== 'position' && !moved) return;
  const from = blockPath(best.entry, best.at);
  const about = { fault: 'canonical-corruption', callIds: [call.id] } as const;
  if (best.match === 'position') notes.add({ kind: 'paired-by-position', ...about, at: from });
  const direction = best.match === 'early' || best.match === 'left' ? 'early' : 'late';
  if (moved) notes.add({ kind: 'moved', direction, from, ...about, at: notes.place(call.at) });
}
