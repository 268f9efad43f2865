/** The calls themselves: that there are some, what they call, and with what. */
import { asObject, parseJson } from '../../../json.ts';
import type { Finding, Rule } from '../../../rule.ts';
import type { NameRule, Traits } from '../../../traits.ts';
import { callsOf, inEach, type SeenCall } from './messages.ts';

/** The names a target takes, as one pattern. */
export function namePattern({ first, rest, max }: NameRule): RegExp {
  return new RegExp(`^${first}${rest}{0,${Math.max(0, max - 1)}}$`);
}

function inEachCall(find: (call: SeenCall, traits: Traits) => Finding | undefined): Rule['find'] {
  return inEach((seen, { traits }) => {
    return callsOf(seen).flatMap((call) => {
      const finding = find(call, traits);
      return finding === undefined ? [] : [finding];
    });
  });
}

export const callRules: readonly Rule[] = [
  {
    id: 'OAC-008',
    level: 'error',
    scope: 'message',
    text: 'tool_calls is a list with at least one call, or absent.',
    fix: 'Leave the field out.',
    find: inEach(({ message, role, path }) => {
      const calls = message['tool_calls'];
      if (calls === undefined || (role === 'assistant' && Array.isArray(calls) && calls.length > 0)) return [];
      const why = role === 'assistant' ? 'is no list with a call in it' : `does not belong into a ${role} message`;
      return [{ path: `${path}.tool_calls`, message: why }];
    }),
  },
  {
    id: 'OAC-005',
    level: 'error',
    scope: 'message',
    text: 'Names of tools have the letters and the length the target takes, in calls of the history, too (MIS-015).',
    fix: 'Replace other characters; keep names apart.',
    find: inEachCall(({ name, path }, { toolNames }) => {
      if (namePattern(toolNames).test(name)) return undefined;
      return { path: `${path}.function.name`, message: `"${name}" is not a name the target takes` };
    }),
  },
  {
    id: 'OAC-011',
    level: 'error',
    scope: 'message',
    text: 'Arguments are JSON text; an object only where the target takes one.',
    fix: 'Write the arguments as JSON text.',
    find: inEachCall(({ tool, path }, { toolArguments }) => {
      const value = tool?.['arguments'];
      const isRight = toolArguments === 'text' ? typeof value === 'string' : asObject(value) !== undefined;
      const wanted = toolArguments === 'text' ? 'JSON text' : 'an object';
      return isRight ? undefined : { path: `${path}.function.arguments`, message: `is not ${wanted}` };
    }),
  },
  {
    id: 'QWN-006',
    level: 'error',
    scope: 'message',
    text: 'The text of the arguments is a JSON object: servers with templates parse it (OLL-010), or lose it (VLL-004).',
    fix: 'Repair the text, or carry it inside an object.',
    find: inEachCall(({ tool, path }) => {
      const text = tool?.['arguments'];
      if (typeof text !== 'string' || asObject(parseJson(text)) !== undefined) return undefined;
      return { path: `${path}.function.arguments`, message: 'is not the text of a JSON object' };
    }),
  },
];
