/** Rules for the content of messages. */

import { asArray, asObject, asText } from '../../../json/json.ts';
import { hasLoneSurrogate } from '../../../rules/has-lone-surrogate.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { itemPath, readBody, type SeenItem } from './read-body.ts';

export const contentRules: readonly Rule[] = [
  {
    id: 'OAR-021',
    level: 'error',
    scope: 'request',
    text: 'There is input: text, or a list of objects.',
    fix: 'Send at least a user message.',
    find: findInput,
  },
  {
    id: 'OAR-023',
    level: 'error',
    scope: 'message',
    text: 'A message has a role; the model uses output_text and refusal, everyone else input_text and media.',
    fix: 'Use output_text for the role assistant, input_text for the others.',
    find: findParts,
  },
  {
    id: 'ANT-035',
    level: 'error',
    scope: 'message',
    text: 'No text contains a lone surrogate: the body would not be valid JSON.',
    fix: 'Replace it with U+FFFD.',
    find: findCutTexts,
  },
];

function findInput({ body, list }: BodyView): readonly Finding[] {
  const { input } = body;
  if (typeof input === 'string') return input === '' ? [{ path: 'input', message: 'It is empty.' }] : [];
  if (list.length === 0) return [{ path: 'input', message: 'It is missing or empty.' }];
  return list.flatMap((entry, at) =>
    asObject(entry) === undefined ? [{ path: `input.${at}`, message: 'It is not an object.' }] : [],
  );
}

const inputParts: readonly string[] = ['input_text', 'input_image', 'input_file', 'input_audio'];
const outputParts: readonly string[] = ['output_text', 'refusal'];

const partsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['user', inputParts],
  ['system', inputParts],
  ['developer', inputParts],
  ['assistant', outputParts],
]);

function findParts(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const seen of view.once(readBody).messages) {
    const { role, content } = seen.item;
    const taken = partsOf.get(asText(role));
    if (taken === undefined) {
      found.push({ path: `${itemPath(seen)}.role`, message: 'It is not user, assistant, system or developer.' });
    } else if (Array.isArray(content)) findForeignParts(seen, taken, found);
    else if (typeof content !== 'string') {
      found.push({ path: `${itemPath(seen)}.content`, message: 'It is not text or a list of parts.' });
    }
  }
  return found;
}

function findForeignParts(seen: SeenItem, taken: readonly string[], found: Finding[]): void {
  const parts = asArray(seen.item['content']);
  for (let at = 0; at < parts.length; at += 1) {
    const kind = asText(asObject(parts[at])?.['type']);
    if (taken.includes(kind)) continue;
    const message = `${kind || 'This'} is not allowed in a message of the ${asText(seen.item['role'])}.`;
    found.push({ path: `${itemPath(seen)}.content.${at}`, message });
  }
}

function findCutTexts({ list, from }: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = Math.max(0, from); at < list.length; at += 1) {
    const entry = list[at];
    if (entry === undefined || !hasLoneSurrogate(entry)) continue;
    found.push({ path: `input.${at}`, message: 'A text in it has a lone surrogate.' });
  }
  return found;
}
