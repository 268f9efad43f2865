/** The title of a session in a list, and its number of turns: its own title, or its first message. */
import type { SessionRecord, SessionStore, SessionSummary, StoredRecord } from '@interlock/runtime';
import { type Content, isSummary } from '@interlock/transcript';

export interface SessionLine {
  readonly id: string;
  readonly title: string;
  readonly turns: number;
  readonly workspace: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly parent?: string;
}

const maxLength = 200;

export async function describeSession(
  store: SessionStore,
  { header, updatedAt }: SessionSummary,
): Promise<SessionLine> {
  const { id, workspace, createdAt, parent } = header;
  let turns = 0;
  const { records } = await store.read(id);
  const first = await firstWords(records, (record) => {
    turns = turnsAfter(record, turns);
  });
  const title = header.title ?? ((first.isSummary && (await titleOfOriginal(store, parent, maxCopies))) || first.words);
  return { id, title, turns, workspace, createdAt, updatedAt, ...(parent === undefined ? {} : { parent }) };
}

interface FirstWords {
  readonly words: string;
  /** The session is a copy of one that had been compacted: the first message is only in the original. */
  readonly isSummary: boolean;
}

async function firstWords(
  records: AsyncIterable<StoredRecord>,
  listener: (record: SessionRecord) => void = () => {},
): Promise<FirstWords> {
  let first: FirstWords = { words: '', isSummary: false };
  for await (const { record } of records) {
    listener(record);
    if (record.kind === 'snapshot' && first.words === '' && record.contents.some(isSummary))
      first = { ...first, isSummary: true };
    if (first.words === '') first = { ...first, words: wordsOf(record) };
  }
  return first;
}

/** The longest chain of copies; a longer one is a loop. */
const maxCopies = 100;

/** The title of the session that this one was copied from; empty if that one is gone. */
async function titleOfOriginal(store: SessionStore, id: string | undefined, copies: number): Promise<string> {
  if (id === undefined || copies === 0) return '';
  const read = await store.read(id).catch(() => undefined);
  if (read === undefined) return '';
  const { header, records } = read;
  if (header.title !== undefined) return header.title;
  const { words, isSummary: isCopy } = await firstWords(records);
  return isCopy ? titleOfOriginal(store, header.parent, copies - 1) : words;
}

function turnsAfter(record: SessionRecord, before: number): number {
  if (record.kind === 'snapshot') return record.begun?.length ?? record.turns;
  if (record.kind === 'imported') return before + turnsIn(record.contents);
  return record.kind === 'turn-start' && record.continues === undefined ? before + 1 : before;
}

function turnsIn(contents: readonly Content[]): number {
  const human = contents.filter(({ speaker }) => speaker === 'human');
  return new Set(human.map(({ metadata }) => metadata?.turnId)).size;
}

function wordsOf(record: SessionRecord): string {
  if (record.kind === 'content') return titleOf([record.content]);
  return record.kind === 'snapshot' || record.kind === 'imported' ? titleOf(record.contents) : '';
}

/** The first message; '' if there is none. */
export function titleOf(contents: readonly Content[]): string {
  const message = contents.find((content) => content.speaker === 'human' && !isSummary(content));
  const texts = message?.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  return texts.join(' ').trim().slice(0, maxLength).replaceAll(/\s+/gu, ' ');
}
