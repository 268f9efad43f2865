/** Which protocol a request body is in, told by its fields. */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../json/json.ts';
import type { DetectionConfidence, ServerProtocol } from './protocol.ts';

const confidences: readonly DetectionConfidence[] = ['certain', 'likely', 'possible'];

/** Undefined where nothing tells. Of several that are as sure, the first. */
export function detectProtocol<P extends ServerProtocol>(body: JsonValue, among: readonly P[]): P | undefined {
  const request = asObject(body);
  if (request === undefined) return undefined;
  const found = among.map((protocol) => ({ protocol, confidence: protocol.detectRequest(request) }));
  for (const wanted of confidences) {
    const first = found.find(({ confidence }) => confidence === wanted);
    if (first !== undefined) return first.protocol;
  }
  return undefined;
}
