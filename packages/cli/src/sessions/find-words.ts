/** Searches the messages of a session for words; tool results are not searched. */
import type { SessionRecord, StoredRecord } from '@interlock/runtime';
import { type Content, isSummary } from '@interlock/transcript';
import { answererName } from './answerer-name.ts';

export interface Hit {
  /** `You`, or the name of the model. */
  readonly speaker: string;
  /** The line with the first of the words, and a little context. */
  readonly text: string;
}

const before = 40;
const maxLength = 160;

/** Every message with all of the words, in any order, case-insensitive. */
export async function findWords(
  records: AsyncIterable<StoredRecord>,
  words: readonly string[],
): Promise<readonly Hit[]> {
  const wanted = words.map((word) => word.toLowerCase());
  const hits: Hit[] = [];
  for await (const { record } of records)
    for (const content of messagesIn(record)) {
      const text = textOf(content);
      const lower = text.toLowerCase();
      if (!wanted.every((word) => lower.includes(word))) continue;
      hits.push({ speaker: speakerOf(content), text: excerptAt(text, lower.indexOf(wanted[0] ?? '')) });
    }
  return hits;
}

/** A compaction contains nothing new: what it replaced is recorded before it. */
function messagesIn(record: SessionRecord): readonly Content[] {
  const contents =
    record.kind === 'content'
      ? [record.content]
      : 'contents' in record && record.kind !== 'compaction' && record.kind !== 'usage' && record.kind !== 'request'
        ? (record.contents ?? [])
        : [];
  return contents.filter(
    (content) => content.speaker !== 'tool' && content.speaker !== 'system' && !isSummary(content),
  );
}

function textOf({ blocks }: Content): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function speakerOf(content: Content): string {
  return content.speaker === 'human' ? 'You' : (answererName(content) ?? 'Model');
}

function excerptAt(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(from, end === -1 ? text.length : end);
  const start = Math.max(0, at - from - before);
  const cut = line.slice(start, start + maxLength).trim();
  return `${start > 0 ? '…' : ''}${cut}${start + maxLength < line.length ? '…' : ''}`;
}
