/**
 * Reads a body for the rules: contents and parts with their positions, once for all rules, and without trusting it. Most rules
 * find nothing, so a path is only written for a finding.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { field } from '../field.ts';

export interface SeenContent {
  readonly at: number;
  readonly content: JsonObject;
  readonly role: string;
  /** The content right before it. */
  readonly before: SeenContent | undefined;
  /** All entries of its list, including those that are not objects. */
  readonly entries: readonly JsonValue[];
  readonly parts: readonly SeenPart[];
  /** Its parts that call a function. */
  readonly calls: readonly SeenPart[];
  /** Its parts that answer a call. */
  readonly responses: readonly SeenPart[];
}

export interface SeenPart {
  readonly within: SeenContent;
  readonly at: number;
  readonly part: JsonObject;
  readonly call: JsonObject | undefined;
  readonly response: JsonObject | undefined;
}

export interface Declaration {
  readonly value: JsonObject;
  readonly path: string;
}

/** From `from` on, in the order of the body. Contents and parts that are not objects are skipped. */
export interface SeenBody {
  readonly contents: readonly SeenContent[];
  readonly parts: readonly SeenPart[];
  readonly calls: readonly SeenPart[];
  readonly responses: readonly SeenPart[];
  /** Every declared function. */
  readonly declarations: readonly Declaration[];
}

/** Not frozen: V8 is slow at walking a mix of frozen and other lists. */
export const none: readonly never[] = [];

export function pathOf(seen: SeenContent | SeenPart): string {
  return 'within' in seen ? `contents.${seen.within.at}.parts.${seen.at}` : `contents.${seen.at}`;
}

/** For `view.once`. */
export function readBody(view: BodyView): SeenBody {
  const contents = readContents(view);
  const parts: SeenPart[] = [];
  for (const content of contents) for (const part of content.parts) parts.push(part);
  return {
    contents,
    parts,
    calls: parts.filter(isCall),
    responses: parts.filter(isResponse),
    declarations: readDeclarations(view),
  };
}

/** Any content, without the one before it. */
export function contentAt({ list }: Pick<BodyView, 'list'>, at: number): SeenContent | undefined {
  return readContent(list[at], at, undefined);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readContents(view: BodyView): readonly SeenContent[] {
  const { list, from } = view;
  const contents: SeenContent[] = [];
  let before = contentAt(view, from - 1);
  for (let at = from; at < list.length; at += 1) {
    const content = readContent(list[at], at, before);
    if (content !== undefined) contents.push(content);
    before = content;
  }
  return contents;
}

function readContent(
  entry: JsonValue | undefined,
  at: number,
  before: SeenContent | undefined,
): SeenContent | undefined {
  const content = asObject(entry);
  if (content === undefined) return undefined;
  const entries = asArray(content['parts']);
  const role = asText(content['role']);
  const seen: Writable<SeenContent> = { at, content, role, before, entries, parts: none, calls: none, responses: none };
  seen.parts = partsIn(entries, seen);
  seen.calls = only(seen.parts, isCall);
  seen.responses = only(seen.parts, isResponse);
  return seen;
}

function partsIn(entries: readonly JsonValue[], within: SeenContent): readonly SeenPart[] {
  if (entries.length === 0) return none;
  // Allocated at its full length: a growing list takes more room than a content needs.
  const parts = new Array<SeenPart>(entries.length);
  let count = 0;
  for (let at = 0; at < entries.length; at += 1) {
    const part = asObject(entries[at]);
    if (part === undefined) continue;
    // In either spelling, like `field`; written out, since this runs for every part of every content.
    const call = asObject(part['functionCall'] ?? part['function_call']);
    const response = asObject(part['functionResponse'] ?? part['function_response']);
    parts[count] = { within, at, part, call, response };
    count += 1;
  }
  parts.length = count;
  return parts;
}

function isCall({ call }: SeenPart): boolean {
  return call !== undefined;
}

function isResponse({ response }: SeenPart): boolean {
  return response !== undefined;
}

function only(parts: readonly SeenPart[], isOne: (part: SeenPart) => boolean): readonly SeenPart[] {
  let count = 0;
  for (const part of parts) if (isOne(part)) count += 1;
  if (count === 0) return none;
  return count === parts.length ? parts : parts.filter(isOne);
}

function readDeclarations({ body }: BodyView): readonly Declaration[] {
  return asArray(field(body, 'tools')).flatMap((tool, at) =>
    asArray(field(asObject(tool), 'functionDeclarations')).flatMap((entry, position) => {
      const value = asObject(entry);
      return value === undefined ? [] : [{ value, path: `tools.${at}.functionDeclarations.${position}` }];
    }),
  );
}

export function inEachContent(
  check: (content: SeenContent, view: BodyView) => string | Omit<Finding, 'path'> | undefined,
): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const content of view.once(readBody).contents) {
      const wrong = check(content, view);
      if (wrong === undefined) continue;
      found.push({ path: pathOf(content), ...(typeof wrong === 'string' ? { message: wrong } : wrong) });
    }
    return found;
  };
}

/** All parts, or those of one kind. */
export function inEach(
  kind: keyof Pick<SeenBody, 'parts' | 'calls' | 'responses'>,
  check: (part: SeenPart, view: BodyView) => string | undefined,
): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const part of view.once(readBody)[kind]) {
      const message = check(part, view);
      if (message !== undefined) found.push({ path: pathOf(part), message });
    }
    return found;
  };
}
