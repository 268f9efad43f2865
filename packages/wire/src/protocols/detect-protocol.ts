/** Which protocol a request body is in, told by its fields. */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../json/json.ts';
import { protocols } from './index.ts';
import type { DetectionConfidence, Protocol } from './protocol.ts';

const confidences: readonly DetectionConfidence[] = ['certain', 'likely', 'possible'];

/** Undefined where nothing tells. Of several that are as sure, the first. */
export function detectProtocol(body: JsonValue, among: readonly Protocol[] = protocols): Protocol | undefined {
  const request = asObject(body);
  if (request === undefined) return undefined;
  const found = among.map((protocol) => ({ protocol, confidence: protocol.detectRequest(request) }));
  for (const wanted of confidences) {
    const first = found.find(({ confidence }) => confidence === wanted);
    if (first !== undefined) return first.protocol;
  }
  return undefined;
}
