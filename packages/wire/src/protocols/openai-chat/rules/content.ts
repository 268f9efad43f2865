/** Rules for the content of messages: not empty, text or parts, valid Unicode. */
import { asArray, asObject, asText } from '../../../json/json.ts';
import { hasLoneSurrogate } from '../../../rules/has-lone-surrogate.ts';
import { openaiServers } from '../../../rules/openai.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import { inEach, isEmpty, messagePath, type SeenMessage } from './read-body.ts';

function hasCalls({ message }: SeenMessage): boolean {
  return asArray(message['tool_calls']).length > 0 || asObject(message['function_call']) !== undefined;
}

function notObjects({ list, from }: BodyView): readonly Finding[] {
  const findings: Finding[] = [];
  for (let at = Math.max(0, from); at < list.length; at += 1) {
    if (asObject(list[at]) === undefined) findings.push({ path: `messages.${at}`, message: 'is not an object' });
  }
  return findings;
}

/** `developer` and `function` are OpenAI's roles; for most others it is unknown whether they accept them. */
const unknownRoles: Rule['find'] = inEach('others', (seen, { traits }) => {
  const { role } = seen;
  const isOpenai = role === 'developer' || role === 'function';
  if (role === 'system' || (isOpenai && openaiServers.includes(traits.checkedBy))) return undefined;
  if (role === 'developer' && (traits.systemRole !== 'system' || traits.checkedBy === 'openrouter')) return undefined;
  const finding = { path: `${messagePath(seen)}.role`, message: `"${role}" is not a role` };
  return isOpenai && !strictAboutRoles.includes(traits.checkedBy) ? { ...finding, level: 'warning' } : finding;
});

const strictAboutRoles: readonly string[] = ['deepseek', 'moonshot', 'mistral']; // DSK-010, KIM-017, MIS-017

/** Which empty messages each server refuses. OpenAI accepts them all, and others are unknown. */
const refusesEmpty: Readonly<Record<string, (role: string, besideCalls: boolean) => boolean>> = {
  moonshot: () => true,
  xai: () => true,
  zai: () => true,
  mistral: (role, besideCalls) => role === 'assistant' && !besideCalls, // MIS-013
  deepseek: (role, besideCalls) => role === 'assistant' && !besideCalls, // DSK-014
};

export const contentRules: readonly Rule[] = [
  {
    id: 'DSK-010',
    level: 'error',
    scope: 'message',
    text: 'Messages are objects with the role system, user, assistant or tool; developer where the target knows it.',
    fix: 'Write developer as system, and a function message as a tool message.',
    find: (view) => [...notObjects(view), ...unknownRoles(view)],
  },
  {
    id: 'OAC-016',
    level: 'error',
    scope: 'message',
    text: 'Some models accept no system messages.',
    fix: 'Say it in a user message.',
    find: where(
      ({ traits }) => traits.systemRole === 'user',
      inEach('others', (seen) => {
        if (seen.role !== 'system' && seen.role !== 'developer') return undefined;
        return { path: `${messagePath(seen)}.role`, message: `"${seen.role}" is not accepted` };
      }),
    ),
  },
  {
    id: 'OAC-009',
    level: 'error',
    scope: 'message',
    text: 'Content is text or a list of parts; null only next to calls.',
    fix: 'Say that there is no output, or omit the message.',
    find: inEach('withoutPlainText', (seen) => {
      const { content } = seen.message;
      if (typeof content === 'string' || Array.isArray(content)) return undefined;
      const isAbsent = content === undefined || content === null;
      // Without calls either: that is OAC-010.
      if (isAbsent && seen.role === 'assistant') return undefined;
      return { path: `${messagePath(seen)}.content`, message: 'is not text or a list of parts' };
    }),
  },
  {
    id: 'OAC-010',
    level: 'error',
    scope: 'message',
    text: 'An assistant message has content or calls.',
    fix: 'Omit the message, or put something in it.',
    find: inEach('assistants', (seen) => {
      const { content, refusal, audio } = seen.message;
      if ((content !== undefined && content !== null) || hasCalls(seen)) return undefined;
      if (asText(refusal) !== '' || asObject(audio) !== undefined) return undefined;
      return { path: messagePath(seen), message: 'has neither content nor calls' };
    }),
  },
  {
    id: 'KIM-013',
    level: 'error',
    scope: 'message',
    text: 'Messages are not empty (MIS-013, XAI-002, GLM-001); next to calls an empty text is accepted, an empty list is not (XAI-001).',
    fix: 'Omit the message, or put something in it.',
    find: inEach('withoutPlainText', (seen, { traits }) => {
      const { content } = seen.message;
      const isText = typeof content === 'string';
      if ((!isText && !Array.isArray(content)) || !isEmpty(content)) return undefined;
      const beside = hasCalls(seen);
      if (isText && (seen.role === 'tool' || beside)) return undefined;
      const isRefused = refusesEmpty[traits.checkedBy]?.(seen.role, beside) === true;
      const finding = { path: `${messagePath(seen)}.content`, message: 'is empty' };
      return isRefused ? finding : { ...finding, level: 'warning' };
    }),
  },
  {
    id: 'ANT-035',
    level: 'error',
    scope: 'message',
    text: 'A lone surrogate is not a character, and not valid JSON for many servers.',
    fix: 'Replace it with U+FFFD.',
    find: inEach('messages', (seen) => {
      if (!hasLoneSurrogate(seen.message)) return undefined;
      return { path: messagePath(seen), message: 'contains a lone surrogate' };
    }),
  },
];
