/** A request taken apart once: every rule looks at this, with the place of each block as the API writes it. */
import { asFields, asList, asText, type Fields } from './json.ts';
import type { Claude } from './models.ts';

export interface Block {
  readonly type: string;
  /** `messages.3.content.0`. */
  readonly path: string;
  readonly fields: Fields;
}

export interface Entry {
  readonly index: number;
  readonly role: string;
  readonly fields: Fields;
  /** A text given as a string is one block of text. */
  readonly blocks: readonly Block[];
}

export interface Draft {
  readonly claude: Claude;
  readonly body: Fields;
  /** Values of the `anthropic-beta` header. */
  readonly betas: readonly string[];
  /** Only tokens are asked for: no `max_tokens`. */
  readonly counting: boolean;
  readonly system: readonly Block[];
  readonly tools: readonly Fields[];
  readonly entries: readonly Entry[];
}

export function readDraft(body: Fields, claude: Claude, betas: readonly string[], counting: boolean): Draft {
  return {
    claude,
    body,
    betas,
    counting,
    system: readBlocks(body['system'], 'system'),
    tools: asList(body['tools']).map((tool) => asFields(tool) ?? {}),
    entries: asList(body['messages']).map((message, index) => {
      const fields = asFields(message) ?? {};
      return {
        index,
        role: asText(fields['role']),
        fields,
        blocks: readBlocks(fields['content'], `messages.${index}.content`),
      };
    }),
  };
}

export function readBlocks(content: unknown, path: string): readonly Block[] {
  if (typeof content === 'string') {
    return [{ type: 'text', path: `${path}.0`, fields: { type: 'text', text: content } }];
  }
  return asList(content).map((value, index) => {
    const fields = asFields(value) ?? {};
    return { type: asText(fields['type']), path: `${path}.${index}`, fields };
  });
}

/** What a result of a tool consists of. */
export function readResult({ path, fields }: Block): readonly Block[] {
  return readBlocks(fields['content'], `${path}.${asText(fields['type'])}.content`);
}

/** Every block of the messages, those inside results after the result they are in. */
export function allBlocks(entries: readonly Entry[]): readonly Block[] {
  return entries.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_result' ? [block, ...readResult(block)] : [block])),
  );
}

export function lastAssistant({ entries }: Draft): Entry | undefined {
  return entries.findLast(({ role }) => role === 'assistant');
}

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

export function isServerCall({ type }: Block): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** `web_search_tool_result`, `advisor_tool_result`, `mcp_tool_result`: what the provider's own tools answered. */
export function isServerResult({ type }: Block): boolean {
  return type.endsWith('_tool_result');
}

/** Index of the entry with the latest compaction: what stands before it, the model does not see (ANT-074). */
export function compactedUpTo(entries: readonly Entry[]): number {
  return entries.findLastIndex(({ blocks }) => blocks.some(({ type }) => type === 'compaction'));
}
