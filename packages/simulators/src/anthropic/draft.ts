/** A request parsed once: every rule looks at this, with the path of each block as the API writes it. */
import { arrayOf, type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { Claude } from './models.ts';

export interface Block {
  readonly type: string;
  /** `messages.3.content.0`. */
  readonly path: string;
  readonly fields: JsonObject;
}

export interface DraftMessage {
  readonly index: number;
  readonly role: string;
  readonly fields: JsonObject;
  /** A text given as a string is one block of text. */
  readonly blocks: readonly Block[];
}

export interface Draft {
  readonly claude: Claude;
  readonly body: JsonObject;
  /** Values of the `anthropic-beta` header. */
  readonly betas: readonly string[];
  /** Only counting tokens is requested: no `max_tokens`. */
  readonly counting: boolean;
  readonly system: readonly Block[];
  readonly tools: readonly JsonObject[];
  readonly entries: readonly DraftMessage[];
}

export function readDraft(body: JsonObject, claude: Claude, betas: readonly string[], counting: boolean): Draft {
  return {
    claude,
    body,
    betas,
    counting,
    system: readBlocks(body['system'], 'system'),
    tools: arrayOf(body['tools']).map(objectOf),
    entries: arrayOf(body['messages']).map((message, index) => {
      const fields = objectOf(message);
      return {
        index,
        role: textOf(fields['role']),
        fields,
        blocks: readBlocks(fields['content'], `messages.${index}.content`),
      };
    }),
  };
}

function readBlocks(content: unknown, path: string): readonly Block[] {
  if (typeof content === 'string') {
    return [{ type: 'text', path: `${path}.0`, fields: { type: 'text', text: content } }];
  }
  return arrayOf(content).map((value, index) => {
    const fields = objectOf(value);
    return { type: textOf(fields['type']), path: `${path}.${index}`, fields };
  });
}

/** The parts of a tool result. */
export function readResult({ path, fields }: Block): readonly Block[] {
  return readBlocks(fields['content'], `${path}.${textOf(fields['type'])}.content`);
}

/** Every block of the messages; those inside results come after their result. */
export function allBlocks(entries: readonly DraftMessage[]): readonly Block[] {
  return entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_result' ? [block, ...readResult(block)] : [block])),
  );
}

export function lastAssistant({ entries }: Draft): DraftMessage | undefined {
  return entries.findLast(({ role }) => role === 'assistant');
}

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

export function isServerCall({ type }: Block): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** `web_search_tool_result`, `advisor_tool_result`, `mcp_tool_result`: results of the provider's own tools. */
export function isServerResult({ type }: Block): boolean {
  return type.endsWith('_tool_result');
}

/** Index of the entry with the latest compaction: the model does not see what comes before it (ANT-074). */
export function compactedUpTo(entries: readonly DraftMessage[]): number {
  return entries.findLastIndex(({ blocks }) => blocks.some(isCompaction));
}

/** Without content, it is one that failed, and means nothing (Anthropic's SDK says so of its type). */
export function isCompaction({ type, fields }: Block): boolean {
  return type === 'compaction' && (fields['content'] ?? null) !== null;
}
