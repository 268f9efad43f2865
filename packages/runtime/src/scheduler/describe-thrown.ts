/** One sentence from anything a tool can throw: an error, a text, nothing, or an object whose getters throw. */
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
    // A getter has thrown. What can be read is used below.
  }
  const { value } = toJson(thrown);
  return typeof value === 'string' ? value : jsonText(value);
}
