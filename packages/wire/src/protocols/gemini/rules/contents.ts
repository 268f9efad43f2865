/** Rules for the list: roles, order and empty contents. */
import { asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { field } from '../field.ts';
import { contentAt, inEach, inEachContent, pathOf, readBody } from './read-body.ts';

export const contentRules: readonly Rule[] = [
  {
    id: 'GEM-002',
    level: 'error',
    scope: 'message',
    text: 'A content with calls comes right after a user content or one with responses.',
    fix: 'Merge adjacent model contents, and begin with a user content.',
    find: inEachContent(({ calls, before }) => {
      if (calls.length === 0) return undefined;
      if (before === undefined) return 'A call comes first.';
      return before.role === 'model' ? 'A call follows a model content.' : undefined;
    }),
  },
  {
    id: 'GEM-004',
    level: 'error',
    scope: 'message',
    text: 'A request ends with a user content or with responses.',
    fix: 'Add a user content.',
    find: (view) => {
      if (view.traits.lastMessage !== 'user') return [];
      const last = contentAt(view, view.list.length - 1);
      if (last?.role !== 'model') return [];
      return [{ path: pathOf(last), message: 'The request ends with the model.' }];
    },
  },
  {
    id: 'GEM-006',
    level: 'error',
    scope: 'message',
    text: 'A role is user or model, and always present.',
    fix: 'Use user for people and tools, model for the model, and put system texts into systemInstruction.',
    find: findStrangeRoles,
  },
  {
    id: 'GEM-007',
    level: 'error',
    scope: 'request',
    text: 'There is at least one content.',
    fix: 'Send a user content.',
    find: ({ list }) => (list.length === 0 ? [{ path: 'contents', message: 'There are no contents.' }] : []),
  },
  {
    id: 'GEM-008',
    level: 'error',
    scope: 'message',
    text: 'Every content is an object with a list of parts that are objects, at least one.',
    fix: 'Omit empty contents, then merge adjacent ones of one role.',
    find: (view) => [...findStrangeParts(view), ...findStrangeEntries(view), ...findStrangeSystem(view)],
  },
  {
    // The Developer API accepts them.
    id: 'GEM-009',
    level: 'error',
    refusedBy: ['vertex'],
    scope: 'message',
    text: 'A text is not empty, unless it carries a signature.',
    fix: 'Omit empty texts.',
    find: inEach('parts', ({ part }) =>
      part['text'] === '' && asText(field(part, 'thoughtSignature')) === '' ? 'The text is empty.' : undefined,
    ),
  },
];

function findStrangeRoles(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { content, at } of view.once(readBody).contents) {
    const { role = null } = content;
    if (role === 'user' || role === 'model') continue;
    const message = typeof role === 'string' ? `The role is ${role}.` : 'There is no role.';
    // AI Studio treats a missing role as the user, and some routes know `function`; Vertex refuses both.
    const isTaken = (role === null || role === 'function') && view.traits.checkedBy !== 'vertex';
    found.push({ path: `contents.${at}.role`, message, ...(isTaken && { level: 'warning' }) });
  }
  return found;
}

function findStrangeParts(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { at, entries, parts } of view.once(readBody).contents) {
    if (entries.length === 0) found.push({ path: `contents.${at}.parts`, message: 'There are no parts.' });
    if (entries.length === parts.length) continue;
    entries.forEach((entry, position) => {
      if (asObject(entry) !== undefined) return;
      found.push({ path: `contents.${at}.parts.${position}`, message: 'The part is not an object.' });
    });
  }
  return found;
}

function findStrangeEntries({ list, from }: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = from; at < list.length; at += 1) {
    if (asObject(list[at]) === undefined)
      found.push({ path: `contents.${at}`, message: 'The content is not an object.' });
  }
  return found;
}

/** Google's SDKs take a text for it and make a content of it; the API does not. */
function findStrangeSystem({ body }: BodyView): readonly Finding[] {
  const path = 'systemInstruction';
  const system = field(body, path);
  return system === undefined || asObject(system) !== undefined ? [] : [{ path, message: 'It is not a content.' }];
}
