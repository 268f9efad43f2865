/** An event that adds a text to a numbered block and says nothing else. */
import type { JsonValue } from '@interlock/transcript';
import { asNumber, asObject, asText } from '../../../json/json.ts';

export interface BlockDelta {
  readonly key: number;
  readonly type: string;
  /** Where the text is. */
  readonly field: string;
  readonly text: string;
}

/** Undefined: the event is another one, or has something beside the text. */
export function readDelta(value: JsonValue): BlockDelta | undefined {
  const event = asObject(value);
  const delta = asObject(event?.['delta']);
  if (event === undefined || delta === undefined || event['type'] !== 'content_block_delta') return undefined;
  const type = asText(delta['type']);
  const field = Object.hasOwn(fields, type) ? fields[type] : undefined;
  const key = asNumber(event['index']);
  if (field === undefined || key === undefined) return undefined;
  const isAlone = Object.keys(event).length === 3 && Object.keys(delta).length === 2;
  return isAlone ? { key, type, field, text: asText(delta[field]) } : undefined;
}

const fields: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  input_json_delta: 'partial_json',
};
