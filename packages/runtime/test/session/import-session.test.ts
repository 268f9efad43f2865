/** A session of another agent is imported, updated when the other one grows, and never mixed with turns made here. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, importContents } from '@interlock/transcript';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { type ForeignSession, importSession } from '../../src/session/import-session.ts';
import { resumeSession } from '../../src/session/open-session.ts';
import { createJsonlStore } from '../../src/store/jsonl-store.ts';
import type { SessionStore } from '../../src/store/session-store.ts';

let folder: string;
let store: SessionStore;
beforeEach(() => {
  folder = temporaryFolder('import-session');
  store = createJsonlStore(join(folder, 'state'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const from = { agent: 'claude-code', label: 'Claude Code', id: 'abc' };
const picture = 'iVBORw0K'.repeat(4_000);
const said = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const foreign: readonly Content[] = importContents([
  said('List the files.'),
  { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'toolu_1', name: 'Bash', parameters: { command: 'ls' } }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'toolu_1', toolName: 'Bash', result: 'a.txt' }] },
  {
    speaker: 'human',
    blocks: [
      { type: 'text', text: 'And this?' },
      { type: 'media', mimeType: 'image/png', encoding: 'base64', data: picture },
    ],
  },
  { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'toolu_2', name: 'Bash', parameters: { command: 'make' } }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'toolu_2', toolName: 'Bash', result: 'made' }] },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'It is made.' }] },
]);
const usage = { usage: { input: 10, output: 2 }, target: 'anthropic/claude-opus-5-5' };

function upTo(count: number, more: Partial<ForeignSession> = {}): ForeignSession {
  const usages = [2, 5, 7].filter((after) => after <= count).map((after) => ({ ...usage, after }));
  return { from, title: 'Files', contents: foreign.slice(0, count), closed: [], usages, ...more };
}

const bring = (session: ForeignSession): ReturnType<typeof importSession> =>
  importSession(session, { store, workspace: folder });

async function opened<T>(id: string, look: (session: Awaited<ReturnType<typeof resumeSession>>) => T): Promise<T> {
  const route = { provider: 'ollama', credentials: [{ key: 'none' }] };
  const session = await resumeSession({ store, id, route, environment: {} });
  const seen = look(session);
  await session.close();
  return seen;
}

test('opens complete, with pictures and usage', async () => {
  const { id, outcome, added } = await bring(upTo(7));
  expect([outcome, added]).toEqual(['new', 7]);
  const { contents, usage: took, turns } = await opened(id, ({ state }) => state);
  expect(contents).toEqual(foreign);
  expect(took).toEqual({ input: 30, output: 6 });
  expect(turns).toBeGreaterThan(0);
});

test('a second import adds only what is new', async () => {
  const reason = 'interrupted' as const;
  const open = foreign[4]?.blocks[0];
  const callId = open?.type === 'tool_call' ? open.id : '';
  const first = await bring(upTo(5, { closed: [{ callId, reason }] }));
  expect(await bring(upTo(5))).toEqual({ id: first.id, outcome: 'unchanged', added: 0 });
  expect(await bring(upTo(7))).toEqual({ id: first.id, outcome: 'appended', added: 2 });
  const { contents, usage: took } = await opened(first.id, ({ state }) => state);
  expect([contents, took]).toEqual([foreign, { input: 30, output: 6 }]);
});

test('a changed history becomes a separate session, and so does one that continued on both sides', async () => {
  const first = await bring(upTo(3));
  const changed = importContents([said('Something else.'), ...foreign.slice(1, 5)]);
  const other = await bring(upTo(5, { contents: changed }));
  expect([other.outcome, other.id === first.id]).toEqual(['forked', false]);
  expect(await bring(upTo(5, { contents: changed }))).toEqual({ id: other.id, outcome: 'unchanged', added: 0 });
  const { log } = await store.open(first.id);
  await log.append({ kind: 'turn-start', turnId: 'turn-99' }, true);
  await log.close();
  expect(await bring(upTo(3))).toEqual({ id: first.id, outcome: 'unchanged', added: 0 });
  const both = await bring(upTo(7));
  expect([both.outcome, both.id === first.id, both.id === other.id]).toEqual(['forked', false, false]);
});

test('a history that was shortened there continues shortened, and can be rewound', async () => {
  const summary: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'So far: files were listed.' }] };
  const { id } = await bring(upTo(7, { current: [summary, ...foreign.slice(6)] }));
  const route = { provider: 'ollama', credentials: [{ key: 'none' }] };
  const session = await resumeSession({ store, id, route, environment: {} });
  expect(session.state.contents).toEqual([summary, foreign[6]]);
  const back = await session.fork({ turns: 1 });
  expect(back.state.contents).toEqual(foreign.slice(0, 3));
  await back.close();
  await session.close();
});

test('another folder has its own copy', async () => {
  const here = await bring(upTo(3));
  const there = await importSession(upTo(3), { store, workspace: temporaryFolder('another', folder) });
  expect([there.outcome, there.id === here.id]).toEqual(['new', false]);
});
