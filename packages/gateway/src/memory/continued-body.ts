/**
 * Parses a request that continues a known one from where it differs. Bytes that are equal up to the end of an entry mean the same to a parser,
 * so those entries are taken from the known request, and only the rest is parsed. In any doubt the result is undefined, and the whole
 * request is parsed.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, parseExactJson, parseJson } from '@interlock/wire';
import { type BodyLayout, entriesFrom, fieldsFrom } from './body-layout.ts';
import { sameBytes } from './same-bytes.ts';

export interface KnownBody {
  readonly bytes: Buffer;
  readonly body: JsonObject;
  readonly layout: BodyLayout;
}

export interface ContinuedBody {
  readonly body: JsonObject;
  readonly layout: BodyLayout;
  /** What was parsed: the list from its first new entry on, and fields. */
  readonly added: readonly JsonValue[];
  readonly fields: JsonObject;
}

/** `list`: the name of the field with the messages. */
export function continueBody(known: KnownBody, bytes: Buffer, list: string): ContinuedBody | undefined {
  const { layout } = known;
  const shared = sharedEntries(known, sameBytes(known.bytes, bytes, layout.close));
  const sharedEnd = layout.ends[shared - 1];
  // With little in common, it is a different conversation.
  if (sharedEnd === undefined || 2 * shared < layout.ends.length) return undefined;
  const entries = entriesFrom(bytes, sharedEnd, layout.ends.slice(0, shared));
  if (entries === undefined) return undefined;
  // The 0 represents the previous entry: what follows begins with a comma, or there is nothing.
  const parsed = parseExactJson(`[0${bytes.toString('utf8', sharedEnd, entries.close)}]`);
  if (!Array.isArray(parsed)) return undefined;
  const added = asArray(parsed).slice(1);
  const rest = restOf(known, bytes, entries, list);
  if (rest === undefined) return undefined;
  const entriesNow = [...asArray(known.body[list]).slice(0, shared), ...added];
  const kept = layout.fields.slice(0, rest.kept);
  const keptFields = kept.map(({ name }) => [name, name === list ? entriesNow : (known.body[name] ?? null)] as const);
  return {
    body: { ...Object.fromEntries(keptFields), ...rest.fields },
    layout: rest.layout,
    added,
    fields: rest.fields,
  };
}

/** Only entries with a clear end: a number might continue. */
function sharedEntries({ bytes, layout: { ends } }: KnownBody, common: number): number {
  let shared = 0;
  for (const end of ends) {
    if (end > common || bytes[end - 1] !== closeBrace) break;
    shared += 1;
  }
  return shared;
}

interface Rest {
  /** How many fields, from the first, are those of the known body. The list is among them. */
  readonly kept: number;
  readonly fields: JsonObject;
  readonly layout: BodyLayout;
}

/** What comes after the list. */
function restOf(
  { bytes: knownBytes, layout }: KnownBody,
  bytes: Buffer,
  entries: Pick<BodyLayout, 'ends' | 'close'>,
  list: string,
): Rest | undefined {
  const moved = entries.close - layout.close;
  const head = { ...layout, ...entries };
  const shift = ({ name, end }: BodyLayout['fields'][number]) => ({ name, end: end + moved });
  const fields = layout.fields.map((field, at) => (at < layout.list ? field : shift(field)));
  const [knownRest, rest] = [knownBytes.subarray(layout.close), bytes.subarray(entries.close)];
  if (knownRest.equals(rest)) return { kept: fields.length, fields: {}, layout: { ...head, fields } };
  // Up to and with a comma, so that the field before it is over.
  const common = sameBytes(knownRest, rest, rest.length) + entries.close;
  const kept = fields.findLastIndex(({ end }, at) => at >= layout.list && bytes[end] === comma && end < common);
  const last = fields[kept];
  if (last === undefined) return undefined;
  const whole = fieldsFrom(bytes, last.end + 1, list, { ...head, fields: fields.slice(0, kept + 1) });
  const parsed = asObject(parseJson(`{${bytes.toString('utf8', last.end + 1)}`));
  if (whole === undefined || parsed === undefined) return undefined;
  return { kept: kept + 1, fields: parsed, layout: whole };
}

const [comma, closeBrace] = [0x2c, 0x7d] as const;
