/** Detects by its fields whether a JSON value is a history or a request body of one of the protocols. */
import type { JsonValue } from '@interlock/transcript';
import { detectProtocol } from '@interlock/wire';
import { recordOf } from './read-json.ts';

/** `history`, or the name of a protocol. */
export type Shape = 'history' | (string & {});

/** Undefined: unknown. A list is a history, valid or not. */
export function detectShape(value: JsonValue): Shape | undefined {
  if (Array.isArray(value)) return 'history';
  const record = recordOf(value);
  if (record === undefined) return undefined;
  const protocol = detectProtocol(record);
  if (protocol !== undefined) return protocol.name;
  return Array.isArray(record['contents']) || typeof record['speaker'] === 'string' ? 'history' : undefined;
}
