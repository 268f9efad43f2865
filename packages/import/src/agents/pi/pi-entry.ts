/** The entries of a pi session as a tree. Version 1 had no ids: each entry follows the one before. */
import type { JsonObject } from '@interlock/transcript';
import { type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import type { TreeRecord } from '../../reading/chain.ts';
import type { ChainScene } from '../../reading/choose-chain.ts';
import { objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { openclawText } from './openclaw-text.ts';

export interface PiEntry extends TreeRecord {
  readonly at: number;
  readonly type: string;
  readonly value: JsonObject;
  readonly message: JsonObject;
}

/** About the session, not in it. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['model_change', 'thinking_level_change', 'usage', 'custom', 'label', 'session_info'],
]);

const conversation: ReadonlySet<string> = new Set([
  ...['message', 'compaction', 'context_edit', 'branch_summary', 'custom_message'],
]);

export function piEntries(source: AgentRecords, notes: Notes): readonly PiEntry[] {
  const entries: PiEntry[] = [];
  const seen = new Set<string>();
  for (const record of source.records) {
    const { value } = record;
    const type = textOf(value['type']);
    if (type === 'session') continue;
    if (!conversation.has(type) && !bookkeeping.has(type)) {
      notes.unknown(`type ${JSON.stringify(type)}`, placeOf(source, record));
    }
    const id = textOf(value['id']) || `entry-${record.at}`;
    if (seen.has(id)) notes.leaveOut('repeated records');
    seen.add(id);
    const parent = 'parentId' in value ? textOf(value['parentId']) || undefined : entries.at(-1)?.id;
    entries.push({ id, parent, at: record.at, type, value, message: objectAt(value, 'message') ?? {} });
  }
  return entries;
}

/** A text, or blocks. */
export function blocksOf(content: JsonObject[string] | undefined): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
}

/** Removes the files that come before a question. */
export function wordsOf({ type, value, message }: PiEntry): string {
  const role = textOf(message['role']);
  if (type === 'branch_summary') return textOf(value['summary']);
  if (role !== 'user' && role !== 'assistant') return '';
  const words = blocksOf(message['content']).map((block) => (block['type'] === 'text' ? textOf(block['text']) : ''));
  return (role === 'user' ? words.map(openclawText) : words)
    .join('')
    .replace(/^(?:<file name="[^"]*">[^<]*<\/file>\s*)+/, '');
}

/** The conversation continues from the entry that was written last. */
export const piScene: ChainScene<PiEntry> = {
  isEnd: () => true,
  wordsOf,
  timeOf: ({ value }) => timeOf(value['timestamp']),
  callIdsIn: ({ message }) => {
    const calls = objectsOf(message['content']).filter(({ type }) => type === 'toolCall');
    return message['role'] === 'assistant' ? calls.map(({ id }) => textOf(id)) : [];
  },
  resultIdsIn: ({ message }) => (message['role'] === 'toolResult' ? [textOf(message['toolCallId'])] : []),
};
