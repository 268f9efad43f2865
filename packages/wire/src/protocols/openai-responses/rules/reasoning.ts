/** Rules for reasoning that is sent back: complete, encrypted, and with the item that follows it. */
import { asArray, asText } from '../../../json/json.ts';
import { openaiServers } from '../../../rules/openai.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import { inEach, isModelItem, itemAt, itemPath, readBody, type SeenItem } from './read-body.ts';

export const reasoningRules: readonly Rule[] = [
  {
    id: 'OAR-008',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'A reasoning item is followed by the item it led to.',
    fix: 'Omit reasoning that led to nothing.',
    find: (view) =>
      view
        .once(readFollowed)
        .flatMap(({ reasoning, next }) =>
          next !== undefined && isModelItem(next)
            ? []
            : [{ path: itemPath(reasoning), message: 'No item of the model follows it.' }],
        ),
  },
  {
    id: 'OAR-010',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'With `store: false` nothing is stored: reasoning needs its encrypted content, and no item can be referenced.',
    fix: 'Send items whole, with the encrypted content that `include` requests, or omit them.',
    find: where(({ body }) => body['store'] === false, inEach('items', findReference)),
  },
  {
    id: 'OAR-015',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'A reasoning item has a list `summary`, and no content.',
    fix: 'Send `summary: []` and the encrypted content alone.',
    find: (view) => view.once(readBody).reasoning.flatMap(findReasoningParts),
  },
  {
    id: 'OAR-030',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'A message that follows reasoning with an id keeps its own id, unless nothing is stored.',
    fix: 'Keep both ids, or omit the reasoning.',
    find: where(
      // With `store: false` ids are never looked up.
      ({ body }) => body['store'] !== false,
      (view) =>
        view
          .once(readFollowed)
          .flatMap(({ reasoning, next }) =>
            asText(reasoning.item['id']) !== '' && next !== undefined && lacksId(next)
              ? [{ path: itemPath(next), message: 'It has no id, but the reasoning before it has.' }]
              : [],
          ),
    ),
  },
];

interface Followed {
  readonly reasoning: SeenItem;
  readonly next: SeenItem | undefined;
}

/** Reasoning from `from` on, with what follows it; and the last item before `from`, because what follows is new. */
function readFollowed(view: BodyView): readonly Followed[] {
  const before = view.from > 0 ? itemAt(view.list, view.from - 1) : undefined;
  const earlier = before?.type === 'reasoning' ? [before] : [];
  return [...earlier, ...view.once(readBody).reasoning].map((reasoning) => ({
    reasoning,
    next: itemAt(view.list, reasoning.at + 1),
  }));
}

function lacksId(seen: SeenItem): boolean {
  return seen.type === 'message' && isModelItem(seen) && asText(seen.item['id']) === '';
}

function findReference(seen: SeenItem): Finding | undefined {
  if (seen.type === 'item_reference') {
    return { path: itemPath(seen), message: 'It refers to an item that is not stored.' };
  }
  if (seen.type !== 'reasoning' || asText(seen.item['encrypted_content']) !== '') return undefined;
  return { path: itemPath(seen), message: 'It has no encrypted_content.' };
}

function findReasoningParts(seen: SeenItem): readonly Finding[] {
  const path = itemPath(seen);
  const { item } = seen;
  return [
    ...(Array.isArray(item['summary']) ? [] : [{ path: `${path}.summary`, message: 'It must be a list.' }]),
    ...(asArray(item['content']).length === 0 ? [] : [{ path: `${path}.content`, message: 'It is not empty.' }]),
  ];
}
