/** Detects the protocol of a request body from its fields. */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../json/json.ts';
import type { DetectionConfidence, ServerProtocol } from './protocol.ts';

const confidences: readonly DetectionConfidence[] = ['certain', 'likely', 'possible'];

/** Undefined if no protocol matches. If several match equally well, the first. */
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
