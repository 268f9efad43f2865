/** What messages say: something, as text or parts, in whole characters. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { inEach, isEmpty, type SeenMessage } from './messages.ts';

function hasCalls({ message }: SeenMessage): boolean {
  return asArray(message['tool_calls']).length > 0 || asObject(message['function_call']) !== undefined;
}

/** Iterative: a body may be nested as deep as its sender likes. */
function hasLoneSurrogate(root: JsonValue): boolean {
  const left: JsonValue[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string' && !value.isWellFormed()) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) left.push(key, inner);
  }
  return false;
}

function notObjects({ list, from }: BodyView): readonly Finding[] {
  const findings: Finding[] = [];
  for (let at = Math.max(0, from); at < list.length; at += 1) {
    if (asObject(list[at]) === undefined) findings.push({ path: `messages.${at}`, message: 'is no object' });
  }
  return findings;
}

export const contentRules: readonly Rule[] = [
  {
    id: 'DSK-010',
    level: 'error',
    scope: 'message',
    text: 'Messages are objects with the role system, user, assistant or tool; developer where the target knows it.',
    fix: 'Write developer as system, and a function message as a tool message.',
    find: (view) => [
      ...notObjects(view),
      ...inEach(({ role, path }, { traits }) => {
        const known = ['system', 'user', 'assistant', 'tool'].includes(role);
        if (known || (role === 'developer' && traits.systemRole !== 'system')) return [];
        return [{ path: `${path}.role`, message: `"${role}" is not a role` }];
      })(view),
    ],
  },
  {
    id: 'OAC-016',
    level: 'error',
    scope: 'message',
    text: 'Some models take no system messages.',
    fix: 'Say it in a user message.',
    find: inEach(({ role, path }, { traits }) => {
      if (traits.systemRole !== 'user' || (role !== 'system' && role !== 'developer')) return [];
      return [{ path: `${path}.role`, message: `"${role}" is not taken` }];
    }),
  },
  {
    id: 'OAC-009',
    level: 'error',
    scope: 'message',
    text: 'Content is text or a list of parts; null only beside calls.',
    fix: 'Say that there is no output, or leave the message out.',
    find: inEach((seen) => {
      const content = seen.message['content'];
      if (typeof content === 'string' || Array.isArray(content)) return [];
      const isAbsent = content === undefined || content === null;
      // Without calls either: that is OAC-010.
      if (isAbsent && seen.role === 'assistant') return [];
      return [{ path: `${seen.path}.content`, message: 'is neither text nor a list of parts' }];
    }),
  },
  {
    id: 'OAC-010',
    level: 'error',
    scope: 'message',
    text: 'An assistant message has content or calls.',
    fix: 'Leave the message out, or say something in it.',
    find: inEach((seen) => {
      const { message, role, path } = seen;
      const isAbsent = message['content'] === undefined || message['content'] === null;
      const says = asText(message['refusal']) !== '' || asObject(message['audio']) !== undefined;
      if (role !== 'assistant' || !isAbsent || hasCalls(seen) || says) return [];
      return [{ path, message: 'has neither content nor calls' }];
    }),
  },
  {
    id: 'KIM-013',
    level: 'error',
    scope: 'message',
    text: 'Messages are not empty (MIS-013, XAI-002, GLM-001); beside calls an empty text is taken, an empty list is not (XAI-001).',
    fix: 'Leave the message out, or say something in it.',
    find: inEach((seen) => {
      const content = seen.message['content'];
      const isText = typeof content === 'string';
      if ((!isText && !Array.isArray(content)) || !isEmpty(content)) return [];
      const isTaken = isText && (seen.role === 'tool' || hasCalls(seen));
      return isTaken ? [] : [{ path: `${seen.path}.content`, message: 'is empty' }];
    }),
  },
  {
    id: 'ANT-035',
    level: 'error',
    scope: 'message',
    text: 'Half of a surrogate pair is no character, and no valid JSON for many servers.',
    fix: 'Replace it with U+FFFD.',
    find: inEach(({ message, path }) => {
      return hasLoneSurrogate(message) ? [{ path, message: 'holds half of a surrogate pair' }] : [];
    }),
  },
];
