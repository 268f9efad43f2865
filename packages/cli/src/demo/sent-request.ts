/** A request as a provider received it, in numbers, and the provider's verdict. */

import type { LoggedRequest } from '@interlock/simulators';
import { syntheticTexts } from '@interlock/transcript';
import { plainText } from '../print/plain-text.ts';

export interface SentRequest {
  readonly name: string;
  readonly messages: number;
  readonly calls: number;
  readonly results: number;
  /** Synthetic results, which say why there is no real one. */
  readonly closures: number;
  readonly accepted: boolean;
  /** `accepted`, or the broken rules and the message of the refusal. */
  readonly verdict: string;
}

export function sentRequest(name: string, request: LoggedRequest): SentRequest {
  const turns = request.seen?.turns ?? [];
  const results = turns.flatMap((turn) => turn.results);
  const accepted = request.verdict === 'accepted' && request.warnings.length === 0;
  return {
    name,
    messages: turns.length,
    calls: turns.flatMap((turn) => turn.calls).length,
    results: results.length,
    closures: results.filter(({ text }) => closures.some((sentence) => text.includes(sentence))).length,
    accepted,
    verdict: accepted ? 'accepted' : refusal(request),
  };
}

const closures: readonly string[] = Object.values(syntheticTexts);

function refusal({ verdict, status, rules, warnings, message = '' }: LoggedRequest): string {
  const found = [...rules, ...warnings.map((rule) => `warned ${rule}`)].join(' ');
  return plainText([`${verdict} (${status})`, found, message].filter((part) => part !== '').join(' '));
}
