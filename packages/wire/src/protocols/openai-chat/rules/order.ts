/** Who may speak after whom. */
import { asArray, asObject } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { inEach, isEmpty, roleAt } from './messages.ts';

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer';
}

function firstSpeaker({ list, traits }: BodyView): readonly Finding[] {
  if (traits.firstMessage === 'any') return [];
  const at = list.findIndex((_, index) => !isSystem(roleAt(list, index)));
  if (at >= 0 && roleAt(list, at) === 'user') return [];
  return [{ path: `messages.${Math.max(at, 0)}`, message: 'the conversation does not begin with the user' }];
}

function lastSpeaker({ list, traits }: BodyView): readonly Finding[] {
  const at = list.length - 1;
  const role = roleAt(list, at);
  if (traits.lastMessage === 'any' || role === 'user' || role === 'tool') return [];
  if (role === 'assistant' && asObject(list[at])?.['prefix'] === true) return [];
  return [{ path: `messages.${Math.max(at, 0)}`, message: `the conversation ends with "${role}"` }];
}

export const orderRules: readonly Rule[] = [
  {
    id: 'GLM-001',
    level: 'error',
    scope: 'request',
    text: 'The conversation begins with the user, after system messages (MIS-018).',
    fix: 'Put a user message before it.',
    find: firstSpeaker,
  },
  {
    id: 'MIS-011',
    level: 'error',
    scope: 'message',
    text: 'The last message is of the user or a tool.',
    fix: 'Append a user message.',
    find: lastSpeaker,
  },
  {
    id: 'MIS-012',
    level: 'error',
    scope: 'message',
    text: 'Only the last message may be a prefix.',
    fix: 'Leave prefix out.',
    find: inEach(({ message, at, path }, { list }) => {
      if (message['prefix'] !== true || at === list.length - 1) return [];
      return [{ path: `${path}.prefix`, message: 'is set before the last message' }];
    }),
  },
  {
    id: 'MIS-008',
    level: 'error',
    scope: 'message',
    text: 'A tool message is followed by a tool or an assistant message.',
    fix: 'Put an assistant message between.',
    find: inEach(({ role, at, path }, { list, traits }) => {
      if (!traits.bridgeAfterResults || role !== 'user' || roleAt(list, at - 1) !== 'tool') return [];
      return [{ path, message: 'a user message directly after a tool message' }];
    }),
  },
  {
    id: 'MIS-010',
    level: 'error',
    scope: 'message',
    text: 'A system message stands after a system or a user message.',
    fix: 'Say it in a user message.',
    find: inEach(({ role, at, path }, { list, traits }) => {
      const before = roleAt(list, at - 1);
      if (traits.laterSystem !== 'after-user' || !isSystem(role) || at === 0) return [];
      return isSystem(before) || before === 'user' ? [] : [{ path, message: `a system message after "${before}"` }];
    }),
  },
  {
    id: 'VLL-002',
    level: 'error',
    scope: 'message',
    text: 'There is one system message, and it is the first.',
    fix: 'Merge leading ones; say later ones in user messages.',
    find: inEach(({ role, at, path }, { traits }) => {
      if (traits.laterSystem !== 'user-text' || !isSystem(role) || at === 0) return [];
      return [{ path, message: 'a system message after the first message' }];
    }),
  },
  {
    id: 'MIS-014',
    level: 'error',
    scope: 'message',
    text: 'An assistant message has text or calls, not both.',
    fix: 'Put the text into an assistant message of its own, before.',
    find: inEach(({ message, path }, { traits }) => {
      const content = message['content'];
      const says = content !== undefined && content !== null && !isEmpty(content);
      if (traits.textBesideCalls || !says || asArray(message['tool_calls']).length === 0) return [];
      return [{ path, message: 'has both content and calls' }];
    }),
  },
];
