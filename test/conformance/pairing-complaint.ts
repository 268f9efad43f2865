/** Whether every result is with its call in histories where ids do not decide, according to the oracle of the transcript's property tests. */
import { render } from '@interlock/transcript';
import fc from 'fast-check';
import { whoseComplaints } from '../../packages/transcript/test/property/expected-match.ts';
import { lookalikeHistory } from '../../packages/transcript/test/property/lookalikes.ts';
import { toldComplaints, toldTurns } from '../../packages/transcript/test/property/told-turns.ts';

export function pairingComplaint(): string | undefined {
  for (const history of fc.sample(lookalikeHistory, { seed: 915, numRuns: 300 })) {
    const [first] = whoseComplaints(history, render(history).transcript.interactions());
    if (first !== undefined) return first;
  }
  for (const made of fc.sample(toldTurns, { seed: 915, numRuns: 300 })) {
    const [first] = toldComplaints(made, render(made.history).transcript.interactions());
    if (first !== undefined) return first;
  }
  return undefined;
}
