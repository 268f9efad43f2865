/** Rules for the ids of calls: their alphabet, length and uniqueness. */
import { openaiServers } from '../../../rules/openai.ts';
import { type BodyView, type Finding, nothing, type Rule, where } from '../../../rules/rule.ts';
import type { IdScheme } from '../../../traits/traits.ts';
import { callPath, inEach, messagePath, readBody, type SeenCall } from './read-body.ts';

/** Invalid ids, where `scheme` applies. Missing ids are another rule. */
function idsThat(scheme: IdScheme, fails: (id: string) => boolean, why: (id: string) => string): Rule['find'] {
  return (view) => {
    if (view.traits.toolIds !== scheme) return nothing;
    const found: Finding[] = [];
    for (const seen of view.once(readBody).messages) {
      for (const call of seen.calls) {
        if (call.id !== '' && fails(call.id)) found.push({ path: `${callPath(call)}.id`, message: why(call.id) });
      }
      if (seen.answers !== '' && fails(seen.answers)) {
        found.push({ path: `${messagePath(seen)}.tool_call_id`, message: why(seen.answers) });
      }
    }
    return found;
  };
}

const longest = 40;
const nineAlphanumerics: RegExp = /^[a-zA-Z0-9]{9}$/;
const kimiId: RegExp = /^functions\.[^\s:]+:\d+$/;

/** Linear: every id is visited once. */
function repeated(calls: readonly SeenCall[], ofWhat: string): readonly Finding[] {
  if (calls.length < 2) return nothing;
  const taken = new Set<string>();
  const found: Finding[] = [];
  for (const call of calls) {
    if (call.id === '') continue;
    if (taken.has(call.id)) found.push({ path: `${callPath(call)}.id`, message: `${call.id} is the id of ${ofWhat}` });
    taken.add(call.id);
  }
  return found;
}

function miscounted(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const [count, call] of view.once(readBody).calls.entries()) {
    const expected = `functions.${call.name}:${count}`;
    if (call.id !== expected) found.push({ path: `${callPath(call)}.id`, message: `${call.id} is not ${expected}` });
  }
  return found;
}

export const idRules: readonly Rule[] = [
  {
    id: 'OAC-003',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Ids of calls have at most 40 characters.',
    fix: 'Derive a shorter id by hashing; truncating makes ids collide.',
    find: idsThat(
      'openai',
      (id) => id.length > longest,
      (id) => `has ${id.length} characters, at most ${longest} are accepted`,
    ),
  },
  {
    id: 'MIS-001',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    text: 'Ids of calls are nine letters and digits.',
    fix: 'Derive nine characters by hashing.',
    find: idsThat(
      'mistral',
      (id) => !nineAlphanumerics.test(id),
      (id) => `${id} is not nine letters and digits`,
    ),
  },
  {
    id: 'MIS-007',
    level: 'error',
    scope: 'message',
    text: 'Every call has an id.',
    fix: 'Give the call an id.',
    find: where(
      ({ traits }) => traits.toolIds !== 'none',
      inEach('calls', (call) =>
        call.id === '' ? { path: `${callPath(call)}.id`, message: 'the call has no id' } : undefined,
      ),
    ),
  },
  {
    id: 'MIS-005',
    level: 'error',
    refusedBy: ['mistral', 'zai'],
    scope: 'message',
    text: 'The calls of one message have different ids.',
    fix: 'Give every call a unique id.',
    find: where(
      ({ traits }) => traits.toolIds !== 'none',
      (view) => view.once(readBody).assistants.flatMap(({ calls }) => repeated(calls, 'another call of this message')),
    ),
  },
  {
    id: 'GLM-001',
    level: 'loss',
    scope: 'request',
    text: 'Ids of calls do not repeat in a conversation: some servers pair the wrong result, some refuse.',
    fix: 'Give every call a unique id.',
    find: where(
      ({ traits }) => traits.toolIds !== 'none' && traits.toolIds !== 'mistral',
      (view) => repeated(view.once(readBody).calls, 'an earlier call'),
    ),
  },
  {
    id: 'KIM-001',
    level: 'loss',
    scope: 'request',
    text: 'Ids are functions.{name}:{n}, n counting the calls of the conversation; other ids confuse the model.',
    fix: 'Number the calls in order, from 0.',
    find: where(({ traits }) => traits.toolIds === 'kimi', miscounted),
  },
  {
    id: 'KIM-001',
    level: 'loss',
    scope: 'message',
    text: 'Ids have the form functions.{name}:{n}.',
    fix: 'Number the calls in order, from 0.',
    find: idsThat(
      'kimi',
      (id) => !kimiId.test(id),
      (id) => `${id} has another form`,
    ),
  },
];
