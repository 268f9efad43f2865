/** The shape of a request: what schema validation would refuse before looking at its meaning. */
import type { Violation } from '../../api/api.ts';
import { arrayOf, isAbsent, isObject, type JsonObject, objectOf } from '../../api/json.ts';
import {
  type BlockFields,
  blockFields,
  definedTool,
  type Kind,
  messageFields,
  requestFields,
  resultFields,
  toolFields,
} from '../block-fields.ts';
import { type Block, type Draft, type DraftMessage, readResult } from '../draft.ts';
import { breach } from '../errors.ts';

export function* checkSchema(draft: Draft): Iterable<Violation> {
  yield* checkRequest(draft);
  for (const [index, tool] of arrayOf(draft.body['tools']).entries()) yield* checkTool(tool, index);
  for (const [index, block] of draft.system.entries()) yield* checkSystem(block, index, draft.body['system']);
  for (const entry of draft.entries) yield* checkEntry(entry, arrayOf(draft.body['messages'])[entry.index]);
}

function* checkRequest({ body, counting }: Draft): Iterable<Violation> {
  if (!counting) yield* checkMaxTokens(body['max_tokens']);
  if (body['messages'] === undefined) yield breach('schema', 'messages', 'messages: Field required');
  else if (!Array.isArray(body['messages'])) {
    yield breach('schema', 'messages', 'messages: Input should be a valid list');
  } else if (body['messages'].length === 0) {
    yield breach('schema', 'messages', 'messages: at least one message is required');
  }
  yield* checkKinds(body, '', {
    system: 'text or list',
    tools: 'list',
    tool_choice: 'object',
    thinking: 'object',
    output_config: 'object',
    cache_control: 'object',
    metadata: 'object',
    stream: 'flag',
    stop_sequences: 'list',
  });
  for (const name of ['temperature', 'top_p', 'top_k']) {
    if (isAbsent(body[name]) || typeof body[name] === 'number') continue;
    yield breach('schema', name, `${name}: Input should be a valid number`);
  }
  yield* checkContainer(body['container']);
  const known = counting ? requestFields.filter((name) => name !== 'max_tokens') : requestFields;
  yield* checkExtras(body, '', known);
}

function* checkMaxTokens(value: unknown): Iterable<Violation> {
  if (isAbsent(value)) yield breach('ANT-034', 'max_tokens', 'max_tokens: Field required');
  else if (typeof value !== 'number' || !Number.isInteger(value)) {
    yield breach('ANT-034', 'max_tokens', 'max_tokens: Input should be a valid integer');
  } else if (value < 1) {
    yield breach('ANT-034', 'max_tokens', 'max_tokens: Input should be greater than or equal to 1');
  }
}

/** An object is for skills; an id alone is a string (ANT-075). */
function* checkContainer(value: unknown): Iterable<Violation> {
  if (isAbsent(value) || typeof value === 'string') return;
  if (isObject(value) && Array.isArray(value['skills'])) return;
  yield breach('ANT-075', 'container', 'container: Input should be a valid string');
}

function* checkTool(tool: unknown, index: number): Iterable<Violation> {
  if (!isObject(tool)) {
    yield breach('schema', `tools.${index}`, `tools.${index}: Input should be a valid dictionary`);
    return;
  }
  const type = isAbsent(tool['type']) ? 'custom' : String(tool['type']);
  if (type !== 'custom') {
    if (definedTool.test(type)) return;
    const message = `tools.${index}: Input tag '${type}' found using 'type' does not match any of the expected tags: 'custom', 'bash_20250124', 'text_editor_20250728', 'web_search_20250305'`;
    yield breach('schema', `tools.${index}`, message);
    return;
  }
  const path = `tools.${index}.custom`;
  yield* checkFields(tool, path, {
    required: { name: 'text', input_schema: 'object' },
    optional: { description: 'text', cache_control: 'object', defer_loading: 'flag', strict: 'flag' },
    roles: [],
  });
  yield* checkInputSchema(objectOf(tool['input_schema']), path);
  yield* checkExtras(tool, path, toolFields);
}

function* checkInputSchema(schema: JsonObject, path: string): Iterable<Violation> {
  const place = `${path}.input_schema.type`;
  if (isAbsent(schema['type'])) yield breach('ANT-063', place, `${place}: Field required`);
  else if (schema['type'] !== 'object') yield breach('ANT-063', place, `${place}: Input should be 'object'`);
}

function* checkSystem(block: Block, index: number, system: unknown): Iterable<Violation> {
  if (typeof system === 'string') return;
  const path = `system.${index}`;
  if (block.type !== 'text') yield breach('schema', `${path}.type`, `${path}.type: Input should be 'text'`);
  else yield* checkBlock(block, path, blockFields);
}

function* checkEntry(entry: DraftMessage, message: unknown): Iterable<Violation> {
  const path = `messages.${entry.index}`;
  if (!isObject(message)) yield breach('schema', path, `${path}: Input should be a valid dictionary`);
  const known = Object.hasOwn(messageFields, entry.role) ? messageFields[entry.role] : undefined;
  if (known === undefined) {
    const message = `messages: Unexpected role "${entry.role}". Allowed roles are "user" or "assistant"`;
    yield breach('schema', `${path}.role`, message);
    return;
  }
  const { content } = entry.fields;
  if (content === undefined && entry.role !== 'system') {
    yield breach('schema', `${path}.content`, `${path}.content: Field required`);
  } else if (content !== undefined && typeof content !== 'string' && !Array.isArray(content)) {
    yield breach('schema', `${path}.content`, `${path}.content: Input should be a valid list`);
  }
  yield* checkExtras(entry.fields, path, known);
  for (const block of entry.blocks) {
    yield* checkBlock(block, `${block.path}.${block.type}`, blockFields);
    yield* checkPlace(block, entry.role);
    if (block.type !== 'tool_result') continue;
    for (const inner of readResult(block)) yield* checkBlock(inner, `${inner.path}.${inner.type}`, resultFields);
  }
}

function* checkPlace({ type, path }: Block, role: string): Iterable<Violation> {
  const roles = blockFields[type]?.roles ?? [];
  if (roles.includes(role)) return;
  const wanted = roles.map((name) => `\`${name}\``).join(' or ');
  yield breach('schema', path, `${path}: \`${type}\` blocks can only be in ${wanted} messages`);
}

function* checkBlock(
  { type, path, fields }: Block,
  place: string,
  table: Readonly<Record<string, BlockFields>>,
): Iterable<Violation> {
  const known = Object.hasOwn(table, type) ? table[type] : undefined;
  if (!known) {
    const tags = Object.keys(table).map((tag) => `'${tag}'`);
    const problem = `Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags.join(', ')}`;
    yield breach('schema', path, `${path}: ${problem}`);
    return;
  }
  yield* checkFields(fields, place, known);
  if (!('cache_control' in known.optional) && !isAbsent(fields['cache_control'])) {
    yield breach('ANT-067', `${place}.cache_control`, `${place}.cache_control: Extra inputs are not permitted`);
  }
  yield* checkExtras(fields, place, ['type', ...Object.keys(known.required), ...Object.keys(known.optional)]);
}

function* checkFields(fields: JsonObject, path: string, { required, optional }: BlockFields): Iterable<Violation> {
  for (const [name, kind] of Object.entries(required)) {
    const place = `${path}.${name}`;
    const rule = place.endsWith('thinking.signature') ? 'ANT-041' : 'schema';
    if (fields[name] === undefined) yield breach(rule, place, `${place}: Field required`);
    else if (!isOf(kind, fields[name])) yield breach(rule, place, `${place}: ${wants[kind]}`);
  }
  yield* checkKinds(fields, `${path}.`, optional);
}

function* checkKinds(fields: JsonObject, path: string, kinds: Readonly<Record<string, Kind>>): Iterable<Violation> {
  for (const [name, kind] of Object.entries(kinds)) {
    if (isAbsent(fields[name]) || isOf(kind, fields[name])) continue;
    yield breach('schema', `${path}${name}`, `${path}${name}: ${wants[kind]}`);
  }
}

function* checkExtras(fields: JsonObject, path: string, known: readonly string[]): Iterable<Violation> {
  const extra = Object.keys(fields).find((name) => !known.includes(name));
  if (extra === undefined) return;
  const place = path === '' ? extra : `${path}.${extra}`;
  yield breach('ANT-033', place, `${place}: Extra inputs are not permitted`);
}

const wants: Readonly<Record<Kind, string>> = {
  text: 'Input should be a valid string',
  flag: 'Input should be a valid boolean',
  object: 'Input should be a valid dictionary',
  list: 'Input should be a valid list',
  'text or list': 'Input should be a valid string',
  'object or list': 'Input should be a valid dictionary',
  anything: '',
};

function isOf(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'object':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'text or list':
      return typeof value === 'string' || Array.isArray(value);
    case 'object or list':
      return isObject(value) || Array.isArray(value);
    case 'anything':
      return true;
  }
}
