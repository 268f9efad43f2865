/** Rules for messages: roles, order and contents. */
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { Rule } from '../../../rules/rule.ts';
import { inEachBlock, inEachMessage, type SeenMessage } from './read-body.ts';

const name = /^[a-zA-Z0-9_-]{1,64}$/;

export const messageRules: readonly Rule[] = [
  {
    id: 'CNV-001',
    level: 'error',
    scope: 'message',
    text: 'The content of a message is a list of blocks.',
    fix: 'Put text into a block: [{ text }].',
    find: inEachMessage(({ message, path }) =>
      Array.isArray(message['content']) ? [] : [{ path: `${path}.content`, message: 'The content is not a list.' }],
    ),
  },
  {
    id: 'CNV-002',
    level: 'error',
    scope: 'message',
    text: 'The names of tools have letters, digits, `_` and `-`, at most 64.',
    fix: 'Map other names onto this alphabet.',
    find: inEachBlock(({ block }) => {
      const call = asObject(block['toolUse']);
      return call === undefined || name.test(asText(call['name'])) ? undefined : 'The name of the tool is invalid.';
    }),
  },
  {
    id: 'CNV-003',
    level: 'error',
    scope: 'message',
    text: 'The ids of calls and results have letters, digits, `_` and `-`, at most 64.',
    fix: 'Map other ids onto this alphabet, by hashing, not by truncating.',
    find: inEachBlock(({ block }) => {
      const holder = asObject(block['toolUse']) ?? asObject(block['toolResult']);
      return holder === undefined || name.test(asText(holder['toolUseId'])) ? undefined : 'The id is invalid.';
    }),
  },
  {
    id: 'CNV-004',
    level: 'error',
    scope: 'message',
    text: 'Roles are user and assistant.',
    fix: 'Put system texts into `system`.',
    find: inEachMessage(({ role, path }) =>
      role === 'user' || role === 'assistant'
        ? []
        : [{ path: `${path}.role`, message: 'The role is neither of them.' }],
    ),
  },
  {
    id: 'CNV-005',
    level: 'error',
    scope: 'message',
    text: 'The first message is the user’s.',
    fix: 'Put a user message before it.',
    find: inEachMessage(({ at, role, path }) =>
      at === 0 && role === 'assistant' ? [{ path, message: 'The conversation starts with the assistant.' }] : [],
    ),
  },
  {
    id: 'CNV-006',
    level: 'error',
    scope: 'message',
    text: 'Roles alternate.',
    fix: 'Merge adjacent messages of one role.',
    find: inEachMessage(({ role, path }, before) =>
      before?.role === role ? [{ path, message: `Two messages of the ${role} in a row.` }] : [],
    ),
  },
  {
    id: 'CNV-007',
    level: 'error',
    scope: 'message',
    text: 'Texts are not blank, neither in messages nor in results.',
    fix: 'Omit the block.',
    find: inEachBlock(({ block }) => {
      const texts = [block, ...asObjects(asObject(block['toolResult'])?.['content'])].map(({ text }) => text);
      return texts.some((text) => typeof text === 'string' && text.trim() === '') ? 'The text is blank.' : undefined;
    }),
  },
  {
    id: 'CNV-008',
    level: 'error',
    scope: 'message',
    text: 'A message has content.',
    fix: 'Omit the message.',
    find: inEachMessage(({ message, path }) =>
      Array.isArray(message['content']) && message['content'].length === 0 ? [{ path, message: 'It is empty.' }] : [],
    ),
  },
  {
    id: 'CNV-012',
    level: 'error',
    scope: 'message',
    text: 'A result with the status error has content.',
    fix: 'Say that there was no output.',
    find: inEachBlock(({ block }) => {
      const result = asObject(block['toolResult']);
      const isSilent = result?.['status'] === 'error' && asArray(result['content']).length === 0;
      return isSilent ? 'An error without content.' : undefined;
    }),
  },
  {
    id: 'CNV-013',
    level: 'error',
    scope: 'message',
    text: 'Many models accept calls and results only in messages without text or media.',
    fix: 'Split the message, with one of the other role in between.',
    find: inEachMessage((message, _, { traits }) => {
      const isMixed =
        (!traits.bridgeAfterResults ? false : isBeside(message, 'toolResult')) ||
        (!traits.textBesideCalls && isBeside(message, 'toolUse'));
      return isMixed ? [{ path: message.path, message: 'There is text next to calls or results.' }] : [];
    }),
  },
  {
    id: 'BDR-002',
    level: 'error',
    scope: 'message',
    text: 'A document is not in a message with results: Claude refuses it there, and no other model is known to accept it.',
    fix: 'Put it into the next user message, with one of the assistant in between.',
    find: inEachMessage(({ blocks, path }) =>
      blocks.some(({ kind }) => kind === 'toolResult') && blocks.some(({ kind }) => kind === 'document')
        ? [{ path, message: 'A document is next to results.' }]
        : [],
    ),
  },
  {
    id: 'CNV-014',
    level: 'error',
    scope: 'message',
    text: 'Calls are in assistant messages, results in user messages.',
    fix: 'Move them.',
    find: inEachBlock(({ kind }, { role }) =>
      (kind === 'toolUse' && role !== 'assistant') || (kind === 'toolResult' && role !== 'user')
        ? `A ${kind} block in a message of the ${role}.`
        : undefined,
    ),
  },
  {
    id: 'CNV-015',
    level: 'error',
    scope: 'message',
    text: 'The input of a call is an object.',
    fix: 'Send {} for a call without arguments.',
    find: inEachBlock(({ block }) => {
      const call = asObject(block['toolUse']);
      return call === undefined || asObject(call['input']) !== undefined ? undefined : 'The input is not an object.';
    }),
  },
  {
    id: 'CNV-022',
    level: 'error',
    scope: 'message',
    text: 'A message with a document has a text block, too.',
    fix: 'Add text to it.',
    find: inEachMessage(({ blocks, path }) =>
      blocks.some(({ kind }) => kind === 'document') && !blocks.some(({ kind }) => kind === 'text')
        ? [{ path, message: 'A document is alone.' }]
        : [],
    ),
  },
  {
    id: 'CNV-023',
    level: 'error',
    scope: 'message',
    text: 'Reasoning is only in assistant messages.',
    fix: 'Omit it.',
    find: inEachBlock(({ kind }, { role }) =>
      kind === 'reasoningContent' && role !== 'assistant' ? 'Reasoning in a user message.' : undefined,
    ),
  },
  {
    id: 'CNV-026',
    level: 'error',
    scope: 'message',
    text: 'If a model does not continue its own text, the last message is the user’s.',
    fix: 'Put a user message at the end.',
    find: inEachMessage(({ at, role, path }, _, { list, traits }) =>
      traits.lastMessage === 'user' && at === list.length - 1 && role === 'assistant'
        ? [{ path, message: 'The conversation ends with the assistant.' }]
        : [],
    ),
  },
];

/** Text or media in the message of such blocks; cache marks and reasoning do not count. */
function isBeside({ blocks }: SeenMessage, kind: 'toolUse' | 'toolResult'): boolean {
  const others = [kind, 'cachePoint', 'reasoningContent'];
  return blocks.some((block) => block.kind === kind) && blocks.some((block) => !others.includes(block.kind));
}
