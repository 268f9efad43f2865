/** One sentence from whatever a tool has thrown: an error, a text, nothing, or an object that throws when it is looked at. */
import { jsonText, silentFailure, toJson } from '@interlock/transcript';
import { clip } from '../text/clip.ts';

const longest = 4_000;

export function describeThrown(thrown: unknown): string {
  const text = messageOf(thrown);
  return text.trim() === '' ? silentFailure : clip(text, longest);
}

function messageOf(thrown: unknown): string {
  try {
    if (typeof thrown === 'string') return thrown;
    if (thrown === undefined || thrown === null) return '';
    if (typeof thrown === 'object' && 'message' in thrown) {
      const { message } = thrown;
      if (typeof message === 'string') return message;
    }
  } catch {
    // Its getters throw: whatever can be read is written below.
  }
  const { value } = toJson(thrown);
  return typeof value === 'string' ? value : jsonText(value);
}
