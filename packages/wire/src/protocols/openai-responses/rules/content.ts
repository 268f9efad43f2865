/** What messages are made of. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { eachItem, type PlacedItem } from './item-view.ts';

export const contentRules: readonly Rule[] = [
  {
    id: 'OAR-021',
    level: 'error',
    scope: 'request',
    text: 'There is input: text, or a list of items that are objects.',
    fix: 'Send at least a message of the user.',
    find: findInput,
  },
  {
    id: 'OAR-023',
    level: 'error',
    scope: 'message',
    text: 'A message has a role; the model speaks in output_text and refusal, everybody else in input_text and media.',
    fix: 'Use output_text for the role assistant, input_text for the others.',
    find: eachItem(findParts),
  },
  {
    id: 'ANT-035',
    level: 'error',
    scope: 'message',
    text: 'No text holds half of a surrogate pair: the body would not be valid JSON.',
    fix: 'Replace the half by U+FFFD.',
    find: (view) =>
      view.list
        .slice(view.from)
        .flatMap((entry, at) =>
          hasLoneSurrogate(entry) ? [{ path: `input.${view.from + at}`, message: 'A text in it is cut.' }] : [],
        ),
  },
];

function findInput({ body, list }: BodyView): readonly Finding[] {
  const { input } = body;
  if (typeof input === 'string') return input === '' ? [{ path: 'input', message: 'It is empty.' }] : [];
  if (list.length === 0) return [{ path: 'input', message: 'It is missing or empty.' }];
  return list.flatMap((entry, at) =>
    asObject(entry) === undefined ? [{ path: `input.${at}`, message: 'It is no object.' }] : [],
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

function findParts({ path, type, item }: PlacedItem): readonly Finding[] {
  if (type !== 'message') return [];
  const role = asText(item['role']);
  const taken = partsOf.get(role);
  if (taken === undefined)
    return [{ path: `${path}.role`, message: 'It is not user, assistant, system or developer.' }];
  const { content } = item;
  if (typeof content === 'string') return [];
  if (!Array.isArray(content)) return [{ path: `${path}.content`, message: 'It is neither text nor a list of parts.' }];
  return asArray(content).flatMap((part, at): readonly Finding[] => {
    const kind = asText(asObject(part)?.['type']);
    if (taken.includes(kind)) return [];
    return [{ path: `${path}.content.${at}`, message: `${kind || 'This'} cannot stand in a message of the ${role}.` }];
  });
}

/** Without recursion: what is nested deeply must not end the check. */
function hasLoneSurrogate(entry: JsonValue): boolean {
  const waiting: JsonValue[] = [entry];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
    }
  }
  return false;
}
