/**
 * MIS-017: Mistral refuses unknown fields, all of them at once, including those whose value is null.
 * Roles and chunk types it does not know are refused by the same validation.
 */
import type { Violation } from '../../../api/api.ts';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../../api/json.ts';
import { type Detail, detailed, type MistralRequest } from './violation.ts';

type Loc = readonly (string | number)[];

const requestFields = [
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'stream',
  'stop',
  'random_seed',
  'metadata',
  'response_format',
  'tools',
  'tool_choice',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'prediction',
  'parallel_tool_calls',
  'reasoning_effort',
  'prompt_mode',
  'guardrails',
  'prompt_cache_key',
  'service_tier',
  'safe_prompt',
  'continue_final_message',
];

const messageFields: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
};

const chunkFields: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text'],
  image_url: ['type', 'image_url'],
  thinking: ['type', 'thinking', 'closed', 'signature'],
  document_url: ['type', 'document_url', 'document_name'],
  reference: ['type', 'reference_ids'],
  file: ['type', 'file_id'],
  input_audio: ['type', 'input_audio'],
};

export function findUnknownFields({ body, model }: MistralRequest): Violation | undefined {
  // Other servers ignore what they do not know.
  if (model.flavour !== 'api') return undefined;
  const details = [
    ...extras(body, requestFields, ['body']),
    ...arrayOf(body['messages']).flatMap((message, index) => inMessage(objectOf(message), ['body', 'messages', index])),
    ...arrayOf(body['tools']).flatMap((tool, index) => inTool(objectOf(tool), ['body', 'tools', index])),
  ];
  const forbidden = details.some(({ type }) => type === 'extra_forbidden');
  return details.length > 0 ? detailed(forbidden ? 'MIS-017' : 'gate-shape', details) : undefined;
}

function inMessage(message: JsonObject, loc: Loc): readonly Detail[] {
  const role = textOf(message['role']);
  const fields = own(messageFields, role);
  if (!fields) return [unknownTag(message, loc, 'role', role, Object.keys(messageFields))];
  const here = [...loc, role];
  return [
    ...extras(message, fields, here),
    ...arrayOf(message['content']).flatMap((chunk, index) => inChunk(objectOf(chunk), [...here, 'content', index])),
    ...arrayOf(message['tool_calls']).flatMap((call, index) => inCall(objectOf(call), [...here, 'tool_calls', index])),
  ];
}

function inChunk(chunk: JsonObject, loc: Loc): readonly Detail[] {
  const type = textOf(chunk['type']);
  const fields = own(chunkFields, type);
  return fields
    ? extras(chunk, fields, [...loc, type])
    : [unknownTag(chunk, loc, 'type', type, Object.keys(chunkFields))];
}

function inCall(call: JsonObject, loc: Loc): readonly Detail[] {
  return [
    ...extras(call, ['id', 'type', 'function', 'index'], loc),
    ...extras(call['function'], ['name', 'arguments'], [...loc, 'function']),
  ];
}

function inTool(tool: JsonObject, loc: Loc): readonly Detail[] {
  // Tools of the platform (web_search, connectors) have other fields.
  if (!isObject(tool['function'])) return [];
  return [
    ...extras(tool, ['type', 'function'], loc),
    ...extras(tool['function'], ['name', 'description', 'strict', 'parameters'], [...loc, 'function']),
  ];
}

function extras(holder: unknown, known: readonly string[], loc: Loc): readonly Detail[] {
  return Object.entries(objectOf(holder))
    .filter(([name]) => !known.includes(name))
    .map(([name, input]) => ({
      type: 'extra_forbidden',
      loc: [...loc, name],
      msg: 'Extra inputs are not permitted',
      input,
    }));
}

function unknownTag(input: unknown, loc: Loc, field: string, tag: string, known: readonly string[]): Detail {
  const expected = known.map((name) => `'${name}'`).join(', ');
  return {
    type: 'union_tag_invalid',
    loc,
    msg: `Input tag '${tag}' found using '${field}' does not match any of the expected tags: ${expected}`,
    input,
  };
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
