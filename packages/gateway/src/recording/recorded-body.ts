/**
 * A body as it may be recorded: without keys and passwords, without the bytes of media, and not longer than allowed. It is what people
 * read to see what passed; it is not meant to be sent again.
 */
import { type JsonValue, jsonText } from '@interlock/transcript';
import { redactKeys } from '@interlock/wire';

export interface RecordedBody {
  readonly text: string;
  /** Of the whole body, media left out. */
  readonly characters: number;
}

/** A secret may begin before the cut and end after it. */
const margin = 4_096;

/** Longer runs of base64 are media and opaque tokens. */
const longestData = 1_024;

export function recordedJson(body: JsonValue, characters: number, secrets: Iterable<string>): RecordedBody {
  return recordedText(jsonText(withoutData(body)), characters, secrets);
}

export function recordedText(text: string, characters: number, secrets: Iterable<string>): RecordedBody {
  const isCut = text.length > characters;
  const clean = hideMore(redactKeys(withoutPrivateKeys(text.slice(0, characters + margin)), [...secrets]));
  const end = isCut ? Math.max(0, Math.min(characters, clean.length - margin)) : clean.length;
  return { text: clean.slice(0, end).toWellFormed(), characters: text.length };
}

function withoutData(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const data = value.length > longestData && /^(?:data:[\w/+.;=-]{0,100},)?[\w+/=-]+$/.test(value);
    return data ? `[${value.length} characters of base64]` : value;
  }
  if (Array.isArray(value)) return value.map(withoutData);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutData(each ?? null)]));
}

const mark = '[key]';

/** Removes a whole private key, even if its end is cut off. */
function withoutPrivateKeys(text: string): string {
  const key = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g;
  return text.replaceAll(key, mark);
}

/** Also hides what `redactKeys` keeps for readability: a body may contain a file that a tool has read. */
function hideMore(text: string): string {
  return text
    .replaceAll(/(:\/\/[^\s:@/"'\\]{1,100}:)[^\s@/"'\\]{1,200}@/g, `$1${mark}@`)
    .replaceAll(
      /((?:passw(?:or)?d|passphrase|secret|token|credential|(?:api|access|private|signing)[_-]?key)\w{0,20}(?:\\?["'])?\s{0,3}[:=]\s{0,3}(?:\\?["'])?)(?!\d+\b|true\b|false\b|null\b|\[key\])[^\s"'\\,;{}[\]()]{6,}/gi,
      `$1${mark}`,
    );
}
