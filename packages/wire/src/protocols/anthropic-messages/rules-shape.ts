/** The fields that must be there and those that must not. */
import type { JsonObject } from '@interlock/transcript';
import { asNumber, asObject } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { blockFields, bodyFields, messageFields, sourceFields, toolFields } from './known-fields.ts';
import { allBlocksOf, blocksIn, messagesOf, type PlacedBlock, toolsOf } from './rule-view.ts';

export const shapeRules: readonly Rule[] = [
  {
    id: 'ANT-033',
    level: 'error',
    scope: 'message',
    text: 'Messages are objects with a known role, and no object has fields the API does not know.',
    fix: 'Write only the fields of each kind of block.',
    find: (view) => [...findStrangeEntries(view), ...findStrangeFields(view)],
  },
  {
    id: 'ANT-034',
    level: 'error',
    scope: 'message',
    text: '`max_tokens` is required, and at least 1.',
    fix: "Set it to the model's maximum.",
    find: ({ body }) =>
      (asNumber(body['max_tokens']) ?? 0) >= 1 ? [] : [{ path: 'max_tokens', message: 'There is no positive number.' }],
  },
  {
    id: 'ANT-075',
    level: 'error',
    scope: 'message',
    text: 'A container is named by its id alone, not by an object that holds nothing else.',
    fix: 'Send the id as a string.',
    find: ({ body }) => {
      const container = asObject(body['container']);
      const isOnlyId = container !== undefined && Object.keys(container).every((key) => key === 'id');
      return isOnlyId ? [{ path: 'container', message: 'It is an object with nothing but an id.' }] : [];
    },
  },
];

const roles: readonly unknown[] = ['user', 'assistant', 'system'];

function findStrangeEntries({ list, from }: BodyView): readonly Finding[] {
  return list.slice(from).flatMap((entry, index): readonly Finding[] => {
    const path = `messages.${from + index}`;
    const message = asObject(entry);
    if (message === undefined) return [{ path, message: 'The message is no object.' }];
    if (!roles.includes(message['role'])) return [{ path: `${path}.role`, message: 'The role is unknown.' }];
    const { content } = message;
    const isReadable =
      content === undefined || content === null || typeof content === 'string' || Array.isArray(content);
    return isReadable ? [] : [{ path: `${path}.content`, message: 'The content is neither text nor a list.' }];
  });
}

function findStrangeFields(view: BodyView): readonly Finding[] {
  const custom = toolsOf(view).filter(({ type }) => type === '' || type === 'custom');
  return [
    ...strange(view.body, bodyFields, ''),
    ...blocksIn(view.body['system'], 'system').flatMap(strangeInBlock),
    ...custom.flatMap(({ block, path }) => strange(block, toolFields, path)),
    ...[...messagesOf(view)].flatMap((placed) => [
      ...strange(placed.message, messageFields, placed.path),
      ...[...allBlocksOf(placed)].flatMap(strangeInBlock),
    ]),
  ];
}

function strangeInBlock({ block, type, path }: PlacedBlock): readonly Finding[] {
  const known = blockFields.get(type);
  if (known === undefined) return [];
  const source = asObject(block['source']);
  return [
    ...strange(block, known, path),
    ...(source === undefined ? [] : strange(source, sourceFields, `${path}.source`)),
  ];
}

function strange(object: JsonObject, known: ReadonlySet<string>, path: string): readonly Finding[] {
  return Object.keys(object)
    .filter((key) => !known.has(key))
    .map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: 'The field is unknown.' }));
}
