/** The few ways in which the rules look at a body. Independent of the encoders, which they judge. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../../json.ts';
import type { BodyView, Finding } from '../../../rule.ts';
import { field } from '../field.ts';

export interface Seen {
  readonly at: number;
  readonly path: string;
  readonly content: JsonObject;
  readonly parts: readonly JsonValue[];
}

export function contentAt({ list }: BodyView, at: number): Seen | undefined {
  const content = asObject(list[at]);
  if (content === undefined) return undefined;
  return { at, path: `contents.${at}`, content, parts: asArray(field(content, 'parts')) };
}

/** Looks at every content from `view.from` on, with the one before it. */
export function eachContent(
  view: BodyView,
  look: (content: Seen, before: Seen | undefined) => readonly Finding[],
): readonly Finding[] {
  const found: Finding[] = [];
  let before = view.from > 0 ? contentAt(view, view.from - 1) : undefined;
  for (let at = Math.max(0, view.from); at < view.list.length; at += 1) {
    const content = contentAt(view, at);
    for (const finding of content === undefined ? [] : look(content, before)) found.push(finding);
    before = content;
  }
  return found;
}

/** Looks at every part of every content from `view.from` on. */
export function eachPart(
  view: BodyView,
  look: (part: JsonObject, path: string) => string | undefined,
): readonly Finding[] {
  return eachContent(view, ({ parts, path }) =>
    parts.flatMap((entry, place) => {
      const part = asObject(entry);
      const where = `${path}.parts.${place}`;
      const message = part === undefined ? undefined : look(part, where);
      return message === undefined ? [] : [{ path: where, message }];
    }),
  );
}

export interface Placed {
  readonly value: JsonObject;
  readonly path: string;
}

/** The calls or the responses of a content. */
export function inParts(seen: Seen | undefined, name: 'functionCall' | 'functionResponse'): readonly Placed[] {
  if (seen === undefined) return [];
  return seen.parts.flatMap((entry, place) => {
    const value = asObject(field(asObject(entry), name));
    return value === undefined ? [] : [{ value, path: `${seen.path}.parts.${place}` }];
  });
}

/** Every declared function. */
export function declarationsOf({ body }: BodyView): readonly Placed[] {
  return asArray(field(body, 'tools')).flatMap((tool, at) =>
    asArray(field(asObject(tool), 'functionDeclarations')).flatMap((entry, place) => {
      const value = asObject(entry);
      return value === undefined ? [] : [{ value, path: `tools.${at}.functionDeclarations.${place}` }];
    }),
  );
}
