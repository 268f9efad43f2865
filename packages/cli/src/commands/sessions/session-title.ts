/** What a list calls a session, and how many turns it has: its title, or the first words that were said in it. */
import type { SessionRecord, SessionStore, SessionSummary } from '@interlock/runtime';
import type { Content } from '@interlock/transcript';

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
  let first = '';
  let turns = 0;
  const { records } = await store.read(id);
  for await (const { record } of records) {
    turns = turnsAfter(record, turns);
    if (first === '') first = wordsOf(record);
  }
  const title = header.title ?? first;
  return { id, title, turns, workspace, createdAt, updatedAt, ...(parent === undefined ? {} : { parent }) };
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
  if (record.kind === 'content') return humanText([record.content]);
  return record.kind === 'snapshot' || record.kind === 'imported' ? humanText(record.contents) : '';
}

function humanText(contents: readonly Content[]): string {
  const said = contents.find(({ speaker }) => speaker === 'human');
  const texts = said?.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  return texts.join(' ').trim().slice(0, longest).replaceAll(/\s+/gu, ' ');
}
