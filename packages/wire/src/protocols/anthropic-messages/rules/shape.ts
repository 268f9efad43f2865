/** Rules for required and unknown fields. */
import type { JsonObject } from '@interlock/transcript';
import { asNumber, asObject } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { blockFields, bodyFields, messageFields, sourceFields, toolFields } from './known-fields.ts';
import { oddMessages } from './odd-messages.ts';
import { pathOf, readBody, type SeenBlock } from './read-body.ts';

export const shapeRules: readonly Rule[] = [
  {
    id: 'ANT-033',
    level: 'error',
    scope: 'message',
    fields: 'newer',
    text: 'Messages are objects with a known role, and no object has fields the API does not know.',
    fix: 'Write only the fields of each kind of block.',
    find: (view) => [...findInvalidEntries(view), ...findUnknownFields(view)],
  },
  {
    id: 'ANT-034',
    level: 'error',
    scope: 'message',
    text: '`max_tokens` is required, and at least 1.',
    fix: "Set it to the model's maximum.",
    find: ({ body }) =>
      (asNumber(body['max_tokens']) ?? 0) >= 1 ? [] : [{ path: 'max_tokens', message: 'It is not a positive number.' }],
  },
  {
    id: 'ANT-075',
    level: 'error',
    scope: 'message',
    text: 'A container is named by its id alone, not by an object that holds nothing else.',
    fix: 'Send the id as a string.',
    find: ({ body }) => {
      const container = asObject(body['container']);
      const isOnlyId = container !== undefined && Object.keys(container).every((key) => key === 'id');
      return isOnlyId ? [{ path: 'container', message: 'It is an object with nothing but an id.' }] : [];
    },
  },
];

function findInvalidEntries({ list, from }: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = from; at < list.length; at += 1) {
    const finding = findInvalidEntry(asObject(list[at]), at);
    if (finding !== undefined) found.push(finding);
  }
  return found;
}

function findInvalidEntry(message: JsonObject | undefined, at: number): Finding | undefined {
  if (message === undefined) return { path: `messages.${at}`, message: 'The message is not an object.' };
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    return { path: `messages.${at}.role`, message: 'The role is unknown.' };
  }
  const isReadable = typeof content === 'string' || Array.isArray(content) || content === undefined || content === null;
  return isReadable
    ? undefined
    : { path: `messages.${at}.content`, message: 'The content is neither text nor a list.' };
}

function findUnknownFields(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  addUnknownFields(withoutCloudFields(view), bodyFields, '', found);
  for (const block of view.once(readBody).system) findInBlock(block, found);
  for (const tool of view.once(readBody).tools) {
    const isCustom = tool.type === '' || tool.type === 'custom';
    if (isCustom) addUnknownFields(tool.block, toolFields, pathOf(tool), found);
  }
  for (const placed of oddMessages(view)) {
    addUnknownFields(placed.message, messageFields, pathOf(placed), found);
    for (const block of placed.blocks) {
      findInBlock(block, found);
      for (const inner of block.inner) findInBlock(inner, found);
    }
  }
  return found;
}

/** Bedrock and Vertex have the version and the betas in the body instead of headers; any server may forward to them. */
function withoutCloudFields({ body }: BodyView): JsonObject {
  const { anthropic_version: _version, anthropic_beta: _beta, ...rest } = body;
  return rest;
}

function findInBlock(placed: SeenBlock, found: Finding[]): void {
  const { block, type } = placed;
  const known = blockFields.get(type);
  if (known === undefined) return;
  addUnknownFields(block, known, pathOf(placed), found);
  const source = asObject(block['source']);
  if (source !== undefined) addUnknownFields(source, sourceFields, `${pathOf(placed)}.source`, found);
}

function addUnknownFields(object: JsonObject, known: ReadonlySet<string>, path: string, found: Finding[]): void {
  for (const key of Object.keys(object)) {
    if (known.has(key)) continue;
    found.push({ path: path === '' ? key : `${path}.${key}`, message: 'The field is unknown.' });
  }
}
