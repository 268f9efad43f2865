/** Rules for the order of roles. */
import { asArray, asObject } from '../../../json/json.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import { inBody, inEach, isEmpty, messagePath, roleAt } from './read-body.ts';

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer';
}

function firstSpeaker({ list, traits }: BodyView): Finding | undefined {
  if (traits.firstMessage === 'any') return undefined;
  const at = list.findIndex((_, index) => !isSystem(roleAt(list, index)));
  if (at >= 0 && roleAt(list, at) === 'user') return undefined;
  return { path: `messages.${Math.max(at, 0)}`, message: 'the conversation does not begin with the user' };
}

function lastSpeaker({ list, traits }: BodyView): Finding | undefined {
  const at = list.length - 1;
  const role = roleAt(list, at);
  if (traits.lastMessage === 'any' || role === 'user' || role === 'tool') return undefined;
  if (role === 'assistant' && asObject(list[at])?.['prefix'] === true) return undefined;
  return { path: `messages.${Math.max(at, 0)}`, message: `the conversation ends with "${role}"` };
}

export const orderRules: readonly Rule[] = [
  {
    id: 'GLM-001',
    level: 'error',
    refusedBy: ['zai'],
    scope: 'request',
    text: 'The conversation begins with the user, after system messages (MIS-018).',
    fix: 'Put a user message before it.',
    find: inBody(firstSpeaker),
  },
  {
    id: 'MIS-011',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    text: 'The last message is from the user or a tool.',
    fix: 'Append a user message.',
    find: inBody(lastSpeaker),
  },
  {
    id: 'MIS-012',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    text: 'Only the last message may be a prefix.',
    fix: 'Omit prefix.',
    find: inEach('withExtraFields', (seen, { list }) => {
      if (seen.message['prefix'] !== true || seen.at === list.length - 1) return undefined;
      return { path: `${messagePath(seen)}.prefix`, message: 'is set before the last message' };
    }),
  },
  {
    id: 'MIS-008',
    level: 'error',
    acceptedBy: ['mistral'], // older servers of its models do not
    scope: 'message',
    text: 'A tool message is followed by a tool or an assistant message.',
    fix: 'Put an assistant message in between.',
    find: where(
      ({ traits }) => traits.bridgeAfterResults,
      inEach('users', (seen, { list }) => {
        if (roleAt(list, seen.at - 1) !== 'tool') return undefined;
        return { path: messagePath(seen), message: 'a user message directly after a tool message' };
      }),
    ),
  },
  {
    id: 'MIS-010',
    level: 'error',
    scope: 'message',
    text: 'A system message comes after a system or a user message.',
    fix: 'Say it in a user message.',
    find: where(
      ({ traits }) => traits.laterSystem === 'after-user' || traits.checkedBy === 'mistral',
      inEach('others', (seen, { list }) => {
        if (!isSystem(seen.role) || seen.at === 0) return undefined;
        const before = roleAt(list, seen.at - 1);
        if (isSystem(before) || before === 'user') return undefined;
        return { path: messagePath(seen), message: `a system message after "${before}"` };
      }),
    ),
  },
  {
    id: 'VLL-002',
    level: 'error',
    refusedBy: ['vllm'],
    scope: 'message',
    text: 'There is one system message, and it is the first.',
    fix: 'Merge leading ones; put later ones in user messages.',
    find: where(
      ({ traits }) => traits.laterSystem === 'user-text',
      inEach('others', (seen) => {
        if (!isSystem(seen.role) || seen.at === 0) return undefined;
        return { path: messagePath(seen), message: 'a system message after the first message' };
      }),
    ),
  },
  {
    id: 'MIS-014',
    level: 'error',
    acceptedBy: ['mistral'], // tokenizers before v7 do not
    scope: 'message',
    text: 'An assistant message has text or calls, not both.',
    fix: 'Put the text into a separate assistant message, before it.',
    find: where(
      ({ traits }) => !traits.textBesideCalls,
      inEach('messages', (seen) => {
        if (asArray(seen.message['tool_calls']).length === 0 || isEmpty(seen.message['content'])) return undefined;
        return { path: messagePath(seen), message: 'has both content and calls' };
      }),
    ),
  },
];
