/** Rules for calls and their responses. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { field } from '../field.ts';
import {
  contentAt,
  inEach,
  inEachContent,
  none,
  pathOf,
  readBody,
  type SeenContent,
  type SeenPart,
} from './read-body.ts';

export const callRules: readonly Rule[] = [
  {
    id: 'GEM-001',
    level: 'error',
    scope: 'message',
    text: 'A content with calls is followed by one content with as many responses.',
    fix: 'Put all responses of a content into the next one; add those that are missing.',
    find: inEachContent((content, { list }) => {
      const calls = content.before?.calls.length ?? 0;
      const own = content.responses.length;
      if (calls === 0 || calls === own) return undefined;
      const message = `There are ${calls} calls and ${own} responses.`;
      // Accepted if all of them come, one content after the other.
      return own > 0 && responsesFrom(list, content.at) === calls ? { message, level: 'warning' } : message;
    }),
  },
  {
    id: 'GEM-003',
    level: 'error',
    scope: 'message',
    text: 'Responses come right after the content with their calls.',
    fix: 'Move them there.',
    find: inEachContent(({ responses, before }) => {
      if (responses.length === 0 || (before?.calls.length ?? 0) > 0) return undefined;
      const message = 'There is no call right before the responses.';
      return goesOn(before) ? { message, level: 'warning' } : message;
    }),
  },
  {
    // 2.5 accepts it, and no model is known to refuse it; some routes that count parts do.
    id: 'GEM-005',
    level: 'warning',
    scope: 'message',
    text: 'A content with responses holds nothing but responses and media.',
    fix: 'Put texts into the next user content.',
    find: findBesideResponses,
  },
  {
    id: 'GEM-016',
    level: 'error',
    scope: 'message',
    text: 'Where the model has ids, every call has one and its response names it.',
    fix: 'Give every call an id, and its response the same.',
    find: findUnmatchedIds,
  },
  {
    id: 'GEM-017',
    level: 'error',
    scope: 'message',
    text: 'A response is named after its call.',
    fix: "Send the call's name.",
    find: findWronglyNamed,
  },
  {
    id: 'GEM-018',
    level: 'error',
    scope: 'message',
    text: 'A response is an object.',
    fix: 'Wrap it: {"output": …}.',
    find: inEach('responses', ({ response }) =>
      asObject(response?.['response']) === undefined ? 'The response is not an object.' : undefined,
    ),
  },
  {
    id: 'GEM-019',
    level: 'error',
    scope: 'message',
    text: 'Arguments are an object.',
    fix: 'Parse them.',
    find: inEach('calls', ({ call }) => {
      const args = call?.['args'] ?? undefined;
      return args === undefined || asObject(args) !== undefined ? undefined : 'The arguments are not an object.';
    }),
  },
  {
    id: 'GEM-020',
    level: 'error',
    scope: 'message',
    text: 'A name begins with a letter or _, continues with letters, digits, _ . : or -, and is not too long.',
    fix: 'Give the tool another name for this model.',
    find: findBadNames,
  },
];

/** How many responses the contents from `at` on have, as long as each has some. */
function responsesFrom(list: BodyView['list'], at: number): number {
  let count = 0;
  for (let next = at; next < list.length; next += 1) {
    const { length } = contentAt({ list }, next)?.responses ?? none;
    if (length === 0) break;
    count += length;
  }
  return count;
}

/** Whether this content has responses to earlier calls, so that those after it may belong to the same calls. */
function goesOn(content: SeenContent | undefined): boolean {
  let at = content;
  while (at !== undefined && at.responses.length > 0) at = at.before;
  return at !== content && (at?.calls.length ?? 0) > 0;
}

function findBesideResponses(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { at, entries, responses } of view.once(readBody).contents) {
    if (responses.length === 0 || responses.length === entries.length) continue;
    entries.forEach((entry, position) => {
      if (isOfResponses(asObject(entry))) return;
      found.push({ path: `contents.${at}.parts.${position}`, message: 'It is next to a response.' });
    });
  }
  return found;
}

function isOfResponses(part: JsonObject | undefined): boolean {
  return (
    field(part, 'functionResponse') !== undefined ||
    field(part, 'inlineData') !== undefined ||
    field(part, 'fileData') !== undefined
  );
}

function findUnmatchedIds(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  if (view.traits.toolIds === 'none') return found;
  for (const { calls, responses, before } of view.once(readBody).contents) {
    for (const part of calls) {
      if (textOf(part.call, 'id') === '') found.push({ path: pathOf(part), message: 'The call has no id.' });
    }
    if (responses.length > 0) findStrangers(responses, before?.calls ?? none, found);
  }
  return found;
}

function findStrangers(responses: readonly SeenPart[], calls: readonly SeenPart[], found: Finding[]): void {
  const open = new Set<string>();
  for (const { call } of calls) open.add(textOf(call, 'id'));
  for (const part of responses) {
    const id = textOf(part.response, 'id');
    if (id !== '' && open.has(id)) continue;
    found.push({ path: pathOf(part), message: 'The response does not match a call of the content before.' });
  }
}

function findWronglyNamed(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { responses, before } of view.once(readBody).contents) {
    if (responses.length > 0) findRenamed(responses, before?.calls ?? none, found);
  }
  return found;
}

/**
 * By id if they have ids, otherwise by name. Any order is accepted, but we keep it: only the order distinguishes calls of one
 * name.
 */
function findRenamed(responses: readonly SeenPart[], calls: readonly SeenPart[], found: Finding[]): void {
  const byId = new Map<string, string>();
  for (const { call } of calls) byId.set(textOf(call, 'id'), textOf(call, 'name'));
  byId.delete('');
  for (let position = 0; position < responses.length; position += 1) {
    const part = responses[position];
    if (part === undefined) break;
    const name = textOf(part.response, 'name');
    const own = byId.get(textOf(part.response, 'id'));
    const wanted = own ?? textOf(calls[position]?.call, 'name');
    if (name === '') found.push({ path: pathOf(part), message: 'The response has no name.' });
    else if (wanted !== '' && wanted !== name) {
      const finding = { path: pathOf(part), message: `The response is named ${name}, its call ${wanted}.` };
      const isMoved = own === undefined && countNamed(responses, name) <= countNamed(calls, name);
      found.push(isMoved ? { ...finding, level: 'warning' } : finding);
    }
  }
}

function countNamed(parts: readonly SeenPart[], name: string): number {
  return parts.filter(({ call, response }) => textOf(call ?? response, 'name') === name).length;
}

function textOf(value: JsonObject | undefined, name: 'id' | 'name'): string {
  return asText(value?.[name]);
}

function findBadNames(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { value, path } of view.once(readBody).declarations) {
    const message = wrongWith(textOf(value, 'name'), view);
    if (message !== undefined) found.push({ path, message });
  }
  for (const part of view.once(readBody).calls) {
    const message = wrongWith(textOf(part.call, 'name'), view);
    if (message !== undefined) found.push({ path: pathOf(part), message });
  }
  return found;
}

const allowed: RegExp = /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/;

function wrongWith(name: string, { traits }: BodyView): string | undefined {
  if (!allowed.test(name)) return `A tool may not be called ${JSON.stringify(name.slice(0, 80))}.`;
  return name.length <= traits.toolNames.max ? undefined : `The name has ${name.length} characters.`;
}
