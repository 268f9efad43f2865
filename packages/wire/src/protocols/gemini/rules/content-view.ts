/**
 * A body as its rules look at it: contents and parts with their places, read once for all of them. Most rules find nothing, so
 * a path is written out only for a finding. Independent of the encoders, which the rules judge.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { BodyView, Finding } from '../../../rule.ts';
import { field } from '../field.ts';

export interface Content {
  readonly at: number;
  readonly content: JsonObject;
  readonly role: string;
  /** All entries of its list, also those that are no objects. */
  readonly entries: readonly JsonValue[];
  readonly parts: readonly Part[];
  /** Those of its parts that call a function. */
  readonly calls: readonly Part[];
  /** Those of its parts that answer one. */
  readonly responses: readonly Part[];
  /** The content right before it. */
  readonly before: Content | undefined;
}

export interface Part {
  readonly within: Content;
  readonly place: number;
  readonly part: JsonObject;
  readonly call: JsonObject | undefined;
  readonly response: JsonObject | undefined;
}

export interface Declaration {
  readonly value: JsonObject;
  readonly path: string;
}

/** Not frozen: V8 is slow at walking lists some of which are. */
const none: readonly never[] = [];

export function pathOf(seen: Content | Part): string {
  return 'within' in seen ? `contents.${seen.within.at}.parts.${seen.place}` : `contents.${seen.at}`;
}

/** The contents that are to be checked. */
export function contentsOf(view: BodyView): readonly Content[] {
  return view.once(readContents);
}

/** All their parts, in order. */
export function partsOf(view: BodyView): readonly Part[] {
  return view.once(readParts);
}

/** Those of them that call a function. */
export function callsOf(view: BodyView): readonly Part[] {
  return view.once(readCalls);
}

/** Those of them that answer one. */
export function responsesOf(view: BodyView): readonly Part[] {
  return view.once(readResponses);
}

/** Every declared function. */
export function declarationsOf(view: BodyView): readonly Declaration[] {
  return view.once(readDeclarations);
}

export function contentAt({ list }: BodyView, at: number): Content | undefined {
  return readContent(list[at], at, undefined);
}

/** A rule about single contents: the check says what is wrong with one, if anything. */
export function eachContent(view: BodyView, check: (content: Content) => string | undefined): readonly Finding[] {
  const found: Finding[] = [];
  for (const content of contentsOf(view)) {
    const message = check(content);
    if (message !== undefined) found.push({ path: pathOf(content), message });
  }
  return found;
}

/** The same, about single parts. */
export function eachPart(parts: readonly Part[], check: (part: Part) => string | undefined): readonly Finding[] {
  const found: Finding[] = [];
  for (const part of parts) {
    const message = check(part);
    if (message !== undefined) found.push({ path: pathOf(part), message });
  }
  return found;
}

function readContents(view: BodyView): readonly Content[] {
  const { list, from } = view;
  const contents: Content[] = [];
  let before = contentAt(view, from - 1);
  for (let at = from; at < list.length; at += 1) {
    const content = readContent(list[at], at, before);
    if (content !== undefined) contents.push(content);
    before = content;
  }
  return contents;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readContent(entry: JsonValue | undefined, at: number, before: Content | undefined): Content | undefined {
  const content = asObject(entry);
  if (content === undefined) return undefined;
  const entries = asArray(content['parts']);
  const role = asText(content['role']);
  const seen: Writable<Content> = { at, content, role, entries, parts: none, calls: none, responses: none, before };
  if (entries.length === 0) return seen;
  // Made as long as it will be: a list that grows takes room for more than a content has.
  const parts = new Array<Part>(entries.length);
  let count = 0;
  for (let place = 0; place < entries.length; place += 1) {
    const part = asObject(entries[place]);
    if (part === undefined) continue;
    parts[count] = readPart(part, seen, place);
    count += 1;
  }
  parts.length = count;
  seen.parts = parts;
  seen.calls = only(parts, isCall);
  seen.responses = only(parts, isResponse);
  return seen;
}

/** In either spelling, as `field` has it; written out, since every part of every content comes by here. */
function readPart(part: JsonObject, within: Content, place: number): Part {
  const call = asObject(part['functionCall'] ?? part['function_call']);
  const response = asObject(part['functionResponse'] ?? part['function_response']);
  return { within, place, part, call, response };
}

function isCall({ call }: Part): boolean {
  return call !== undefined;
}

function isResponse({ response }: Part): boolean {
  return response !== undefined;
}

function only(parts: readonly Part[], isOne: (part: Part) => boolean): readonly Part[] {
  let count = 0;
  for (const part of parts) if (isOne(part)) count += 1;
  if (count === 0) return none;
  return count === parts.length ? parts : parts.filter(isOne);
}

function readParts(view: BodyView): readonly Part[] {
  const parts: Part[] = [];
  for (const content of contentsOf(view)) for (const part of content.parts) parts.push(part);
  return parts;
}

function readCalls(view: BodyView): readonly Part[] {
  return partsOf(view).filter(isCall);
}

function readResponses(view: BodyView): readonly Part[] {
  return partsOf(view).filter(isResponse);
}

function readDeclarations({ body }: BodyView): readonly Declaration[] {
  return asArray(field(body, 'tools')).flatMap((tool, at) =>
    asArray(field(asObject(tool), 'functionDeclarations')).flatMap((entry, place) => {
      const value = asObject(entry);
      return value === undefined ? [] : [{ value, path: `tools.${at}.functionDeclarations.${place}` }];
    }),
  );
}
