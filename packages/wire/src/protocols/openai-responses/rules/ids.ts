/** Rules for the ids of items: typed and unique. */
import { asText } from '../../../json/json.ts';
import { openaiServers } from '../../../rules/openai.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { inEach, itemPath, readBody, type SeenItem } from './read-body.ts';

const prefixes: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['reasoning', 'rs'],
]);

export const idRules: readonly Rule[] = [
  {
    id: 'OAR-005',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'An id begins with fc on a call, msg on a message, rs on reasoning; 64 letters, digits, _ and - at most.',
    fix: 'Omit the id.',
    find: inEach('identified', (seen) => findId(seen, prefixes.get(seen.type))),
  },
  {
    id: 'OAR-029',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'The id of a custom_tool_call begins with ctc.',
    fix: 'Omit the id.',
    find: inEach('identified', (seen) => findId(seen, seen.type === 'custom_tool_call' ? 'ctc' : undefined)),
  },
  {
    id: 'OAR-006',
    level: 'error',
    scope: 'request',
    text: 'No two items have the same id.',
    fix: 'Remove the copy, or omit its id.',
    find: findRepeatedIds,
  },
];

function findId(seen: SeenItem, prefix: string | undefined): Finding | undefined {
  const { id } = seen.item;
  if (prefix === undefined) return undefined;
  if (typeof id === 'string' && id.startsWith(prefix) && /^[A-Za-z0-9_-]{1,64}$/.test(id)) return undefined;
  return { path: `${itemPath(seen)}.id`, message: `It is not an id that begins with ${prefix}.` };
}

function findRepeatedIds(view: BodyView): readonly Finding[] {
  const taken = new Set<string>();
  const found: Finding[] = [];
  for (const seen of view.once(readBody).identified) {
    const id = asText(seen.item['id']);
    if (id !== '' && taken.has(id)) {
      found.push({ path: `${itemPath(seen)}.id`, message: `An earlier item has the id ${id}.` });
    }
    taken.add(id);
  }
  return found;
}
