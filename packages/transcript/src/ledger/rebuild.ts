/** Rebuilds the ledger from history alone (REQ-915-046), when the session's own is missing. States follow REQ-915-048. */

import { completionState, isReal, strength } from '../canonical/completion.ts';
import type { Content } from '../canonical/content.ts';
import { callNameOf } from '../canonical/read-block.ts';
import type { Call } from '../pairing/occurrence.ts';
import { Pairing } from '../pairing/pairing.ts';
import { lenderTo } from '../pairing/preference.ts';
import { Ledger } from './ledger.ts';

export function rebuildLedger(contents: readonly Content[]): Ledger {
  const ledger = new Ledger();
  for (const entry of Pairing.of(contents).entries) for (const call of entry.calls) record(ledger, call);
  return ledger;
}

function record(ledger: Ledger, call: Call): void {
  ledger.open({ id: call.id, name: callNameOf(call.block), parameters: call.block.parameters }, 'history');
  const answer = call.best;
  if (answer === undefined) return;
  const { block } = answer;
  if (isReal(answer.strength)) {
    const isPartial = answer.strength === strength.partial;
    const output = (lenderTo(call) ?? answer).block.result;
    if (completionState(block) === 'error') ledger.fail(call.id, String(block.error), output, 'history', isPartial);
    else ledger.complete(call.id, output, 'history', isPartial);
  } else if (block.synthetic !== undefined && block.synthetic !== 'lost') {
    ledger.close(call.id, block.synthetic, undefined, 'history');
  }
}
