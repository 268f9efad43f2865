/**
 * Roles, blocks, fields and settings of the Messages API that z.ai's endpoint does not accept. Undocumented behavior is treated strictly:
 * the endpoint knows what the API had before Claude's betas, cache marks, and nothing else.
 */
import type { Violation } from '../../api/api.ts';
import { arrayOf, isAbsent, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type Block, type Draft, type DraftMessage, readResult } from '../draft.ts';
import { breach } from '../errors.ts';
import { seesPictures } from './models.ts';
import { asLiteral, asMustThink, asNotReceived } from './wording.ts';

const requestFields: readonly string[] = [
  ...['model', 'messages', 'max_tokens', 'system', 'tools', 'tool_choice', 'stream', 'thinking', 'output_config'],
  ...['temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier'],
];

const blockFields: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'cache_control'],
  image: ['source', 'cache_control'],
  thinking: ['thinking', 'signature'],
  tool_use: ['id', 'name', 'input', 'cache_control'],
  tool_result: ['tool_use_id', 'content', 'is_error', 'cache_control'],
};

const toolFields: readonly string[] = ['type', 'name', 'description', 'input_schema', 'cache_control'];

export function* checkGlm(draft: Draft): Iterable<Violation> {
  const { body, entries } = draft;
  for (const entry of entries) yield* checkRole(entry);
  yield* checkThinking(draft);
  yield* checkChoice(objectOf(body['tool_choice']));
  for (const entry of entries) {
    for (const block of entry.blocks) yield* checkBlock(block, draft);
  }
  for (const [index, tool] of arrayOf(body['tools']).entries()) yield* checkTool(objectOf(tool), `tools.${index}`);
  yield* checkExtras(body, '', requestFields);
}

/** GLM-003. */
function* checkRole({ index, role, fields }: DraftMessage): Iterable<Violation> {
  if (role === 'user' || role === 'assistant' || !('role' in fields)) return;
  const rule = role === 'system' ? 'GLM-003' : 'schema';
  yield asLiteral(rule, `messages.${index}.role`, ['user', 'assistant']);
}

/** GLM-004: on models that always think, thinking can be reduced but not turned off. */
function* checkThinking({ body, claude }: Draft): Iterable<Violation> {
  const { thinking, output_config: config } = body;
  if (isObject(thinking)) {
    const type = textOf(thinking['type']);
    if (!['enabled', 'disabled'].includes(type)) yield asLiteral('schema', 'thinking.type', ['enabled', 'disabled']);
    if (!claude.thinking.includes(type)) yield asMustThink('thinking.type');
    yield* checkExtras(thinking, 'thinking', ['type', 'budget_tokens']);
  }
  if (!isObject(config)) return;
  const { effort } = config;
  if (!isAbsent(effort) && !claude.efforts.some((level) => level === effort)) yield asMustThink('output_config.effort');
  yield* checkExtras(config, 'output_config', ['effort']);
}

/** Its documentation has only `auto`; `none` means offering no tools. */
function* checkChoice({ type, ...choice }: JsonObject): Iterable<Violation> {
  if (type === 'any' || type === 'tool') yield breach('unlisted', 'tool_choice.type', `only auto is supported`);
  yield* checkExtras(choice, 'tool_choice', ['name', 'disable_parallel_tool_use']);
}

function* checkBlock(block: Block, draft: Draft): Iterable<Violation> {
  const { type, path, fields } = block;
  const known = Object.hasOwn(blockFields, type) ? blockFields[type] : undefined;
  if (known === undefined) {
    yield asLiteral('schema', `${path}.type`, Object.keys(blockFields));
    return;
  }
  if (type === 'image' && !seesPictures(draft.claude)) yield breach('unlisted', path, 'the model reads text alone');
  yield* checkExtras(fields, `${path}.${type}`, ['type', ...known]);
  if (type !== 'tool_result') return;
  for (const inner of readResult(block)) {
    if (inner.type !== 'text') yield breach('unlisted', inner.path, 'results are text');
    yield* checkExtras(inner.fields, inner.path, ['type', 'text', 'cache_control']);
  }
}

function* checkTool(tool: JsonObject, path: string): Iterable<Violation> {
  if (!isAbsent(tool['type']) && tool['type'] !== 'custom') yield asLiteral('schema', `${path}.type`, ['custom']);
  yield* checkExtras(tool, path, toolFields);
}

/** GLM-002. */
function* checkExtras(fields: JsonObject, path: string, known: readonly string[]): Iterable<Violation> {
  const extra = Object.keys(fields).find((name) => !known.includes(name));
  if (extra !== undefined) yield asNotReceived(path === '' ? extra : `${path}.${extra}`);
}
