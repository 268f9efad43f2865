/**
 * A stored answer as text, with a version and a checksum. If either does not match, the answer is not used: a damaged token would make the
 * provider refuse the whole request.
 */
import { createHash } from 'node:crypto';
import type { KeptAnswer } from './answer-store.ts';

const version = '1';

export function writeAnswer(answer: KeptAnswer): string {
  const json = JSON.stringify(answer);
  return `${version}.${sumOf(json)}.${json}`;
}

export function readAnswer(text: string): KeptAnswer | undefined {
  const [found, sum] = text.split('.', 2);
  const json = text.slice((found?.length ?? 0) + (sum?.length ?? 0) + 2);
  if (found !== version || sum !== sumOf(json)) return undefined;
  const answer: KeptAnswer = JSON.parse(json);
  return answer;
}

function sumOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 22);
}
