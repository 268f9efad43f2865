/** Rules for calls: that there are some, their names and their arguments. */
import { asObject } from '../../../json/json.ts';
import { isObjectText, openaiServers } from '../../../rules/openai.ts';
import type { BodyView, Rule, RuleLevel } from '../../../rules/rule.ts';
import { callPath, inEach, messagePath } from './read-body.ts';

/** The names that each server is known to accept. Our own names follow the narrower pattern of the traits, which all of them accept. */
const namesTaken: ReadonlyMap<string, RegExp> = new Map([
  ...openaiServers.map((server): [string, RegExp] => [server, /^[a-zA-Z0-9_.-]{1,64}$/]),
  ['mistral', /^[a-zA-Z0-9_-]{1,64}$/], // MIS-015
  ['deepseek', /^[a-zA-Z0-9_-]{1,64}$/], // DSK-013
  ['moonshot', /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/], // KIM-018
]);

/** The severity of an invalid name: fine, refused, or only refused by other servers. */
export function nameLevel(name: string, view: BodyView): RuleLevel | undefined {
  const taken = namesTaken.get(view.traits.checkedBy);
  if (taken !== undefined && !taken.test(name)) return 'error';
  return view.once(namePattern).test(name) ? undefined : 'warning';
}

/** The names a target accepts, as one pattern. For `view.once`. */
function namePattern({ traits }: BodyView): RegExp {
  const { first, rest, max } = traits.toolNames;
  return new RegExp(`^${first}${rest}{0,${Math.max(0, max - 1)}}$`);
}

export const callRules: readonly Rule[] = [
  {
    id: 'OAC-008',
    level: 'error',
    refusedBy: [...openaiServers, 'deepseek'], // DSK-011
    scope: 'message',
    text: 'tool_calls is a list with at least one call, or absent.',
    fix: 'Omit the field.',
    find: inEach('withExtraFields', (seen) => {
      if ((seen.message['tool_calls'] ?? null) === null || seen.calls.length > 0) return undefined;
      const isPlace = seen.role === 'assistant';
      const why = isPlace ? 'is not a list with a call in it' : `does not belong into a ${seen.role} message`;
      return { path: `${messagePath(seen)}.tool_calls`, message: why };
    }),
  },
  {
    id: 'OAC-027',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'A message has no more calls than the target accepts at once.',
    fix: 'Spread the calls over several messages, each followed by its results.',
    find: inEach('assistants', (seen, { traits }) => {
      const count = seen.calls.length;
      if (count <= (traits.maxCalls ?? count)) return undefined;
      return {
        path: `${messagePath(seen)}.tool_calls`,
        message: `${count} calls, at most ${traits.maxCalls} are accepted`,
      };
    }),
  },
  {
    id: 'OAC-005',
    level: 'error',
    scope: 'message',
    text: 'Names of tools have only characters and a length that the target accepts, in calls of the history, too (MIS-015).',
    fix: 'Replace other characters; keep names distinct.',
    find: inEach('calls', (call, view) => {
      const level = nameLevel(call.name, view);
      if (level === undefined) return undefined;
      return {
        path: `${callPath(call)}.function.name`,
        message: `"${call.name}" is not a name the target accepts`,
        level,
      };
    }),
  },
  {
    id: 'OAC-011',
    level: 'error',
    acceptedBy: ['mistral'], // MIS-023
    scope: 'message',
    text: 'Arguments are JSON text; an object only where the target accepts one.',
    fix: 'Write the arguments as JSON text.',
    find: inEach('calls', (call, { traits }) => {
      const isText = traits.toolArguments === 'text';
      if (call.isFreeText && traits.customTools) return undefined;
      if (isText ? typeof call.args === 'string' : asObject(call.args) !== undefined) return undefined;
      return { path: `${callPath(call)}.function.arguments`, message: `is not ${isText ? 'JSON text' : 'an object'}` };
    }),
  },
  {
    id: 'QWN-006',
    level: 'error',
    refusedBy: ['qwen', 'ollama'],
    scope: 'message',
    text: 'The text of the arguments is a JSON object: servers with templates parse it (OLL-010), or lose it (VLL-004).',
    fix: 'Repair the text, or carry it inside an object.',
    find: inEach('calls', (call) => {
      if (typeof call.args !== 'string' || isObjectText(call.args)) return undefined;
      return { path: `${callPath(call)}.function.arguments`, message: 'is not the text of a JSON object' };
    }),
  },
];
