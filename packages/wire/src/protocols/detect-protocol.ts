/** Which protocol a request body is in, told by its fields. */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../json/json.ts';
import { protocols } from './index.ts';
import type { Likeness, Protocol } from './protocol.ts';

const likenesses: readonly Likeness[] = ['certain', 'likely', 'possible'];

/** Undefined where nothing tells. Of several that are as sure, the first. */
export function detectProtocol(body: JsonValue, among: readonly Protocol[] = protocols): Protocol | undefined {
  const request = asObject(body);
  if (request === undefined) return undefined;
  const found = among.map((protocol) => ({ protocol, likeness: protocol.detectRequest(request) }));
  for (const wanted of likenesses) {
    const first = found.find(({ likeness }) => likeness === wanted);
    if (first !== undefined) return first.protocol;
  }
  return undefined;
}
