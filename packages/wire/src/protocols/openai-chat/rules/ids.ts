/** Ids of calls: their alphabet, their length, and that they tell calls apart. */
import { asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import type { IdScheme } from '../../../traits.ts';
import { callsOf, inEach, messagesOf, type SeenMessage } from './messages.ts';

interface SeenId {
  readonly id: string;
  readonly path: string;
}

function idsOf(seen: SeenMessage): readonly SeenId[] {
  const calls = callsOf(seen).map(({ id, path }) => ({ id, path: `${path}.id` }));
  if (seen.role !== 'tool') return calls;
  return [{ id: asText(seen.message['tool_call_id']), path: `${seen.path}.tool_call_id` }];
}

/** Ids, where they are written the way `scheme` says, that do not pass. Missing ones are another rule's. */
function idsThat(scheme: IdScheme, fails: (id: string) => boolean, why: (id: string) => string): Rule['find'] {
  return inEach((seen, { traits }) => {
    if (traits.toolIds !== scheme) return [];
    return idsOf(seen)
      .filter(({ id }) => id !== '' && fails(id))
      .map(({ id, path }) => ({ path, message: why(id) }));
  });
}

const longest = 40;
const nineAlphanumerics: RegExp = /^[a-zA-Z0-9]{9}$/;
const kimiId: RegExp = /^functions\.[^\s:]+:\d+$/;

/** Linear: every id of the conversation is looked at once. */
function repeated(view: BodyView): readonly Finding[] {
  if (view.traits.toolIds === 'none' || view.traits.toolIds === 'mistral') return [];
  const taken = new Set<string>();
  return messagesOf(view).flatMap((seen) =>
    callsOf(seen).flatMap(({ id, path }) => {
      const again = id !== '' && taken.has(id);
      taken.add(id);
      return again ? [{ path: `${path}.id`, message: `${id} is the id of an earlier call` }] : [];
    }),
  );
}

function miscounted(view: BodyView): readonly Finding[] {
  if (view.traits.toolIds !== 'kimi') return [];
  const calls = messagesOf(view).flatMap(callsOf);
  return calls.flatMap(({ id, name, path }, at) => {
    const expected = `functions.${name}:${at}`;
    return id === expected ? [] : [{ path: `${path}.id`, message: `${id} is not ${expected}` }];
  });
}

export const idRules: readonly Rule[] = [
  {
    id: 'OAC-003',
    level: 'error',
    scope: 'message',
    text: 'Ids of calls have at most 40 characters.',
    fix: 'Derive a shorter id by hashing; cutting it off makes ids collide.',
    find: idsThat(
      'openai',
      (id) => id.length > longest,
      (id) => `has ${id.length} characters, at most ${longest} are taken`,
    ),
  },
  {
    id: 'MIS-001',
    level: 'error',
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
    find: inEach((seen, { traits }) => {
      if (traits.toolIds === 'none') return [];
      return callsOf(seen)
        .filter(({ id }) => id === '')
        .map(({ path }) => ({ path: `${path}.id`, message: 'the call has no id' }));
    }),
  },
  {
    id: 'MIS-005',
    level: 'error',
    scope: 'message',
    text: 'The calls of one message have different ids.',
    fix: 'Give every call an id of its own.',
    find: inEach((seen, { traits }) => {
      const taken = new Set<string>();
      return callsOf(seen).flatMap(({ id, path }) => {
        const again = traits.toolIds !== 'none' && id !== '' && taken.has(id);
        taken.add(id);
        return again ? [{ path: `${path}.id`, message: `${id} is the id of another call of this message` }] : [];
      });
    }),
  },
  {
    id: 'GLM-001',
    level: 'loss',
    scope: 'request',
    text: 'Ids of calls do not repeat in a conversation: some servers pair the wrong result, some refuse.',
    fix: 'Give every call an id of its own.',
    find: repeated,
  },
  {
    id: 'KIM-001',
    level: 'loss',
    scope: 'request',
    text: 'Ids are functions.{name}:{n}, n counting the calls of the conversation; with others the model loses its way.',
    fix: 'Number the calls in order, from 0.',
    find: miscounted,
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
