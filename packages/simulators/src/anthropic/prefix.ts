/** The prefix that a thinking block is bound to: everything before it that is not thinking (ANT-054). */
import { createHash } from 'node:crypto';
import { arrayOf, isAbsent, type JsonObject, objectOf } from '../api/json.ts';
import { type Block, type Draft, isCompaction, isThinking } from './draft.ts';

/** Three digests, so that the API can say which part differs. */
export interface Prefix {
  readonly system: string;
  readonly tools: string;
  readonly messages: string;
}

export interface PrefixBlock {
  readonly role: string;
  readonly block: Block;
}

/** Every block before the given position, in order; adjacent messages of one role count as one. */
export function blocksBefore({ entries }: Draft, path?: string): readonly PrefixBlock[] {
  const blocks = entries.flatMap(({ role, blocks }) => blocks.map((block) => ({ role, block })));
  const end = path === undefined ? blocks.length : blocks.findIndex(({ block }) => block.path === path);
  return blocks.slice(0, Math.max(0, end));
}

export function prefixOf({ system, tools }: Draft, blocks: readonly PrefixBlock[]): Prefix {
  // The server's own compaction begins a new prefix.
  const from = Math.max(
    0,
    blocks.findLastIndex(({ block }) => isCompaction(block)),
  );
  const messages = blocks
    .slice(from)
    .filter(({ block }) => !isThinking(block))
    .map(({ role, block }) => [role, canonical(block.fields)]);
  return {
    system: digest(system.map(({ fields }) => canonical(fields))),
    tools: digest(tools.map(canonical)),
    messages: digest(messages),
  };
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Without cache marks and default values; keys sorted; a text as a list. */
function canonical(fields: JsonObject): unknown {
  const content = fields['content'];
  const spelled =
    fields['type'] === 'tool_result' && typeof content === 'string'
      ? { ...fields, content: [{ type: 'text', text: content }] }
      : fields;
  return Object.entries(spelled)
    .filter(([name, value]) => name !== 'cache_control' && !isAbsent(value) && !isDefault(name, value))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, name === 'content' ? asParts(value) : value]);
}

function asParts(value: unknown): unknown {
  return Array.isArray(value) ? arrayOf(value).map((part) => canonical(objectOf(part))) : value;
}

function isDefault(name: string, value: unknown): boolean {
  if (name === 'is_error') return value === false;
  return name === 'caller' && objectOf(value)['type'] === 'direct';
}
