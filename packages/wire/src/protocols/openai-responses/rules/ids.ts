/** The ids of items: typed, and no two the same. */
import { asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { eachItem, itemsFrom, type PlacedItem } from './item-view.ts';

const prefixes: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['reasoning', 'rs'],
]);

export const idRules: readonly Rule[] = [
  {
    id: 'OAR-005',
    level: 'error',
    scope: 'message',
    text: 'An id begins with fc on a call, msg on a message, rs on reasoning; 64 letters, digits, _ and - at most.',
    fix: 'Leave the id out.',
    find: eachItem((placed) => findId(placed, prefixes.get(placed.type))),
  },
  {
    id: 'OAR-029',
    level: 'error',
    scope: 'message',
    text: 'The id of a custom_tool_call begins with ctc.',
    fix: 'Leave the id out.',
    find: eachItem((placed) => findId(placed, placed.type === 'custom_tool_call' ? 'ctc' : undefined)),
  },
  {
    id: 'OAR-006',
    level: 'error',
    scope: 'request',
    text: 'No two items have the same id.',
    fix: 'Remove the copy, or leave its id out.',
    find: findRepeatedIds,
  },
];

function findId({ path, item }: PlacedItem, prefix: string | undefined): readonly Finding[] {
  const { id } = item;
  if (prefix === undefined || id === undefined || id === null) return [];
  if (typeof id === 'string' && id.startsWith(prefix) && /^[A-Za-z0-9_-]{1,64}$/.test(id)) return [];
  return [{ path: `${path}.id`, message: `It is not an id that begins with ${prefix}.` }];
}

function findRepeatedIds(view: BodyView): readonly Finding[] {
  const seen = new Set<string>();
  return itemsFrom(view, 0).flatMap(({ path, item }): readonly Finding[] => {
    const id = asText(item['id']);
    if (id !== '' && seen.has(id)) return [{ path: `${path}.id`, message: `An earlier item has the id ${id}.` }];
    seen.add(id);
    return [];
  });
}
