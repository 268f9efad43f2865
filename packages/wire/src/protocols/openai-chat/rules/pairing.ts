/** Calls and the tool messages that answer them. */

import { asObject, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { callsOf, inEach, roleAt } from './messages.ts';

interface Exchange {
  readonly at: number;
  readonly calls: readonly string[];
  readonly results: { readonly id: string; readonly at: number }[];
}

/** Every message that is no tool message, with its calls and the tool messages directly after it. */
function exchangesOf({ list, from }: BodyView): readonly Exchange[] {
  let start = Math.max(0, from);
  while (start > 0 && roleAt(list, start) === 'tool') start -= 1;
  const exchanges: Exchange[] = [];
  for (let at = start; at < list.length; at += 1) {
    const message = asObject(list[at]) ?? {};
    const role = roleAt(list, at);
    if (role !== 'tool') {
      exchanges.push({ at, calls: callsOf({ message, role, path: '' }).map(({ id }) => id), results: [] });
      continue;
    }
    if (exchanges.length === 0) exchanges.push({ at: -1, calls: [], results: [] });
    exchanges.at(-1)?.results.push({ id: asText(message['tool_call_id']), at });
  }
  return exchanges;
}

function hasIds({ traits }: BodyView): boolean {
  return traits.toolIds !== 'none';
}

function unanswered(view: BodyView): readonly Finding[] {
  if (!hasIds(view)) return [];
  return exchangesOf(view).flatMap(({ at, calls, results }) => {
    const answered = new Set(results.map(({ id }) => id));
    const open = calls.filter((id) => !answered.has(id));
    if (open.length === 0) return [];
    return [{ path: `messages.${at}`, message: `no tool message answers ${open.join(', ')}` }];
  });
}

function orphans(view: BodyView): readonly Finding[] {
  return exchangesOf(view).flatMap(({ calls, results }) => {
    const known = new Set(calls);
    return results
      .filter(({ id }) => (hasIds(view) ? id !== '' && !known.has(id) : calls.length === 0))
      .map(({ id, at }) => ({
        path: `messages.${at}.tool_call_id`,
        message: `${id} answers no call of the message before`,
      }));
  });
}

function answeredTwice(view: BodyView): readonly Finding[] {
  if (!hasIds(view)) return [];
  return exchangesOf(view).flatMap(({ results }) => {
    const seen = new Set<string>();
    return results.flatMap(({ id, at }) => {
      const again = id !== '' && seen.has(id);
      seen.add(id);
      return again ? [{ path: `messages.${at}.tool_call_id`, message: `${id} is answered a second time` }] : [];
    });
  });
}

/** Mistral counts; so do we where there are no ids to compare. */
function miscounted(view: BodyView): readonly Finding[] {
  const { toolIds } = view.traits;
  if (toolIds !== 'mistral' && toolIds !== 'none') return [];
  return exchangesOf(view).flatMap(({ at, calls, results }) => {
    if (calls.length === results.length) return [];
    return [{ path: `messages.${Math.max(at, 0)}`, message: `${calls.length} calls, ${results.length} tool messages` }];
  });
}

export const pairingRules: readonly Rule[] = [
  {
    id: 'OAC-001',
    level: 'error',
    scope: 'message',
    text: 'A message with tool_calls is followed directly by one tool message for each of them.',
    fix: 'Answer every call directly after it; say so where there is no result.',
    find: unanswered,
  },
  {
    id: 'OAC-002',
    level: 'error',
    scope: 'message',
    text: 'A tool message answers a call of the assistant message before it.',
    fix: 'Drop the result, or put its call back before it.',
    find: orphans,
  },
  {
    id: 'OAC-026',
    level: 'error',
    scope: 'message',
    text: 'A call is answered once; a second answer answers nothing.',
    fix: 'Keep one of the results.',
    find: answeredTwice,
  },
  {
    id: 'MIS-002',
    level: 'error',
    scope: 'message',
    text: 'There are as many tool messages as calls.',
    fix: 'Answer every call once, directly after it.',
    find: miscounted,
  },
  {
    id: 'MIS-006',
    level: 'error',
    scope: 'message',
    text: 'A tool message names the call it answers.',
    fix: 'Set tool_call_id.',
    find: inEach(({ message, role, path }, view) => {
      if (role !== 'tool' || !hasIds(view) || asText(message['tool_call_id']) !== '') return [];
      return [{ path: `${path}.tool_call_id`, message: 'names no call' }];
    }),
  },
];
