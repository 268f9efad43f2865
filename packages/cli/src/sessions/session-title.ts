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

const longest = 200;

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
  const title = header.title ?? ((first.isSummary && (await titleAbove(store, parent, mostCopies))) || first.words);
  return { id, title, turns, workspace, createdAt, updatedAt, ...(parent === undefined ? {} : { parent }) };
}

interface FirstWords {
  readonly words: string;
  /** It is a copy of a session that had been compacted: its first message is only in that one. */
  readonly isSummary: boolean;
}

async function firstWords(
  records: AsyncIterable<StoredRecord>,
  hear: (record: SessionRecord) => void = () => {},
): Promise<FirstWords> {
  let first: FirstWords = { words: '', isSummary: false };
  for await (const { record } of records) {
    hear(record);
    if (record.kind === 'snapshot' && first.words === '' && record.contents.some(isSummary))
      first = { ...first, isSummary: true };
    if (first.words === '') first = { ...first, words: wordsOf(record) };
  }
  return first;
}

/** Copies of copies; a longer chain is a loop. */
const mostCopies = 100;

/** The title of the session it was copied from; the text after the summary if that one is gone. */
async function titleAbove(store: SessionStore, id: string | undefined, copies: number): Promise<string> {
  if (id === undefined || copies === 0) return '';
  const read = await store.read(id).catch(() => undefined);
  if (read === undefined) return '';
  const { header, records } = read;
  if (header.title !== undefined) return header.title;
  const { words, isSummary: isCopy } = await firstWords(records);
  return isCopy ? titleAbove(store, header.parent, copies - 1) : words;
}

function turnsAfter(record: SessionRecord, before: number): number {
  if (record.kind === 'snapshot') return record.begun?.length ?? record.turns;
  if (record.kind === 'imported') return before + turnsIn(record.contents);
  return record.kind === 'turn-start' ? before + 1 : before;
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
  const said = contents.find((content) => content.speaker === 'human' && !isSummary(content));
  const texts = said?.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  return texts.join(' ').trim().slice(0, longest).replaceAll(/\s+/gu, ' ');
}
