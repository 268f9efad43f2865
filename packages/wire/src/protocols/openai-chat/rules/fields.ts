/** The fields a message may have. */
import { asText } from '../../../json.ts';
import type { Rule } from '../../../rule.ts';
import type { ThinkingReplay, Traits } from '../../../traits.ts';
import { inEach } from './messages.ts';

const openai: readonly string[] = [
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'refusal',
  'audio',
  'function_call',
  'prefix',
];

/** Where thinking may go back; vLLM reads both names (VLL-005). */
const reasoning: Readonly<Partial<Record<ThinkingReplay, readonly string[]>>> = {
  reasoning_content: ['reasoning_content'],
  reasoning: ['reasoning', 'reasoning_content'],
  reasoning_details: ['reasoning_details', 'reasoning'],
};

const mistral: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
};

function isMistral({ toolIds }: Traits): boolean {
  return toolIds === 'mistral';
}

/** OAC-025, the older pattern: the one that every version takes. */
const messageName: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

export const fieldRules: readonly Rule[] = [
  {
    id: 'GRQ-001',
    level: 'error',
    scope: 'message',
    text: 'Unknown fields of messages are refused; thinking has a field only where the target takes it back.',
    fix: 'Leave the field out.',
    find: inEach(({ message, path }, { traits }) => {
      const known = new Set([...openai, ...(reasoning[traits.thinking.replay] ?? [])]);
      const unknown = isMistral(traits) ? [] : Object.keys(message).filter((field) => !known.has(field));
      return unknown.map((field) => ({ path: `${path}.${field}`, message: 'is an unknown field' }));
    }),
  },
  {
    id: 'MIS-017',
    level: 'error',
    scope: 'message',
    text: 'Every role has its fields; others are refused, even when they are null.',
    fix: 'Leave the field out.',
    find: inEach(({ message, role, path }, { traits }) => {
      const known = mistral[role];
      if (!isMistral(traits) || known === undefined) return [];
      const unknown = Object.keys(message).filter((field) => !known.includes(field));
      return unknown.map((field) => ({ path: `${path}.${field}`, message: `is no field of a ${role} message` }));
    }),
  },
  {
    id: 'OAC-025',
    level: 'error',
    scope: 'message',
    text: 'Names on messages are letters, digits, _ and -, at most 64.',
    fix: 'Leave the name out.',
    find: inEach(({ message, path }) => {
      const name = message['name'];
      if (name === undefined || messageName.test(asText(name))) return [];
      return [{ path: `${path}.name`, message: 'is not a name that is taken' }];
    }),
  },
];
