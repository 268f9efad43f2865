/** A rough count of the characters in a part; enough to estimate tokens. */
import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../json/json.ts';
import type { ModelPart, ResultPart, UserPart } from './message.ts';

/** The assumed size of an image or a page: about 1,500 tokens. */
const mediaSize = 6000;

export function sizeOf(part: UserPart | ModelPart | ResultPart): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text.length;
    case 'media':
      return mediaSize;
    case 'call':
      return part.name.length + sizeOfValue(part.args);
    case 'provider-tool':
      return part.name.length + sizeOfValue(part.args) + part.result.value.length;
    case 'result':
      return part.text.length + part.media.length * mediaSize;
  }
}

export function sizeOfValue(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let size = 2;
  const fields = asObject(value);
  if (fields === undefined) for (const [key, item] of Object.entries(value)) size += key.length + 4 + sizeOfValue(item);
  // Arguments are objects: this allocates no list of their fields.
  else for (const key in fields) size += key.length + 4 + sizeOfValue(fields[key] ?? null);
  return size;
}
