/** What a JSON value is meant to be: a history, or a request body in one of the protocols. Told by its fields. */
import type { JsonValue } from '@interlock/transcript';
import { detectProtocol } from '@interlock/wire';
import { recordOf } from './read-json.ts';

/** `history`, or the name of a protocol. */
export type Shape = 'history' | (string & {});

/** Undefined where nothing tells. A list is a history, sound or not. */
export function detectShape(value: JsonValue): Shape | undefined {
  if (Array.isArray(value)) return 'history';
  const record = recordOf(value);
  if (record === undefined) return undefined;
  const protocol = detectProtocol(record);
  if (protocol !== undefined) return protocol.name;
  return Array.isArray(record['contents']) || typeof record['speaker'] === 'string' ? 'history' : undefined;
}
