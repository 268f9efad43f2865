/** A conversation without a terminal: queued messages, and what happens to them when nothing can be stored. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import {
  createMemoryStore,
  createSession,
  type SessionLog,
  type SessionStore,
  StoreError,
  systemClock,
} from '@interlock/runtime';
import { createMcpServers } from '@interlock/runtime/mcp';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { Conversation, type Ui } from '../../src/interactive/conversation.ts';
import { markOf } from '../../src/interactive/editor/draft.ts';
import { actionOfPaste } from '../../src/interactive/editor/paste.ts';
import { openPrintAgent, type PrintAgent } from '../headless/print-agent.ts';

let opened: PrintAgent | undefined;
let conversation: Conversation | undefined;
afterEach(async () => {
  await conversation?.close();
  await opened?.close();
});

/** A store that can be made to fail at everything. */
function createFullStore(): { readonly store: SessionStore; full: boolean; refused: number } {
  const inner = createMemoryStore();
  const state = { full: false, refused: 0 };
  const wrap = (log: SessionLog): SessionLog => ({
    header: log.header,
    append: async (record, durable) => {
      if (!state.full) return log.append(record, durable);
      state.refused += 1;
      throw new StoreError('disk-full', 'The disk is full.', 'Make room.');
    },
    flush: () => log.flush(),
    close: () => log.close(),
  });
  const store: SessionStore = {
    create: async (header) => wrap(await inner.create(header)),
    open: (id) => inner.open(id),
    read: (id) => inner.read(id),
    list: (workspace) => inner.list(workspace),
    delete: (id) => inner.delete(id),
    close: () => inner.close(),
  };
  return Object.assign(state, { store });
}

const submit = (text: string): void => conversation?.submit({ text, attachments: [] });
const texts = (): readonly string[] =>
  (conversation?.screen.blocks ?? []).flatMap((block) => ('text' in block ? [block.text] : []));

/** Waits until the condition holds, up to a limit. */
async function until(isSo: () => boolean): Promise<void> {
  for (let left = 300_000; left > 0 && !isSo(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(isSo(), texts().join('\n')).toBe(true);
}

test('shows what was pasted or named with @ during a turn by its label', async () => {
  opened = await openPrintAgent(script([{ say: 'I heard: {{user}}' }]), { tools: [] });
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  await writeFile(join(opened.workspace, 'notes.txt'), long);
  const ui: Ui = { changed: () => {}, choose: async () => undefined, fill: () => {}, exit: () => {} };
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open(opened.agent);
  opened.simulator.fault({ do: 'stall', at: 'before-status' });
  submit('first');
  await until(() => opened?.simulator.log.length === 1);
  const action = actionOfPaste(long, () => undefined);
  if (action.do !== 'attach') throw new Error(action.do);
  conversation.submit({ text: `see ${markOf(0)}`, attachments: [action.attachment] });
  submit('and @notes.txt');
  const shown = ['see [pasted 40 lines]', 'and @notes.txt'];
  await until(() => conversation?.waiting.length === 2);
  expect(conversation.waiting).toEqual(shown);
  conversation.cancel();
  await until(() => conversation?.isBusy === false);
  // Esc sends no queued message.
  expect([conversation.waiting, opened.simulator.log.length]).toEqual([shown, 1]);
  expect(conversation.takeBack()).toEqual({ text: 'and @notes.txt', attachments: [] });
  submit('and @notes.txt again');
  shown[1] = 'and @notes.txt again';
  await until(() => texts().filter((text) => shown.includes(text)).length === 2);
  expect(texts().filter((text) => text.includes('line 30'))).toEqual([]);
  await until(() => conversation?.session?.state.queued.length === 0);
});

test('asks about a missing name after @; the message returns to the prompt or is sent', async () => {
  opened = await openPrintAgent(script([{ say: 'I heard: {{user}}' }]), { tools: [] });
  const asked: string[] = [];
  const filled: unknown[] = [];
  const answers = [undefined, 1];
  const ui: Ui = {
    changed: () => {},
    choose: async (title) => {
      asked.push(title);
      return answers.shift();
    },
    fill: (what) => filled.push(what),
    exit: () => {},
  };
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open(opened.agent);
  const draft = { text: 'see @nothing.txt', attachments: [] };
  conversation.submit(draft);
  await until(() => filled.length === 1);
  conversation.submit(draft);
  await until(() => texts().includes('I heard: see @nothing.txt'));
  const title = 'There is no file or folder @nothing.txt. Send the message anyway?';
  expect([asked, filled, opened.simulator.log.length]).toEqual([[title, title], [draft], 1]);
});

test('a turn waits for starting MCP servers, and continues without them when the user says so', async () => {
  opened = await openPrintAgent(script([{ say: 'I heard: {{user}}' }]), { tools: [] });
  const { agent, simulator } = opened;
  const command = { command: process.execPath, args: ['-e', 'process.stdin.resume()'], confine: false };
  const mcp = createMcpServers({ silent: command }, { environment: {}, cwd: opened.workspace, clock: systemClock });
  const ui: Ui = { changed: () => {}, choose: async () => undefined, fill: () => {}, exit: () => {} };
  const wait = async (): Promise<void> => {
    conversation = new Conversation({ ui, now: () => 0 });
    await conversation.open({ ...agent, mcp });
    submit('hello');
    await until(() => texts().includes('Waiting for the MCP server "silent"; Esc continues without waiting.'));
    expect([simulator.log.length, conversation.isBusy]).toEqual([0, true]);
  };
  try {
    void mcp.start();
    await wait();
    await conversation?.close();
    await until(() => conversation?.isBusy === false);
    await wait();
    conversation?.cancel();
    await until(() => texts().includes('I heard: hello'));
    await until(() => conversation?.isBusy === false);
    submit('again');
    await until(() => texts().includes('I heard: again'));
    expect(simulator.log.length).toBe(2);
  } finally {
    await mcp.close();
  }
});

test('with several models in turn, each answer has its name', async () => {
  opened = await openPrintAgent(script([{ say: 'Yes.' }]), { tools: [] });
  const ui: Ui = { changed: () => {}, choose: async () => undefined, fill: () => {}, exit: () => {} };
  const { simulator, workspace } = opened;
  const credentials = [{ key: simulator.key }];
  const target = (model: string) => ({ provider: 'anthropic', model, endpoint: `${simulator.url}/v1`, credentials });
  const route = { policy: 'round-robin', targets: [target('claude-opus-4-8'), target('claude-haiku-4-5')] } as const;
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open({ ...opened.agent, open: () => createSession({ route, workspace, environment: {} }) });
  for (const turn of [1, 2, 3]) {
    submit('Go on.');
    await until(() => simulator.log.length === turn && conversation?.isBusy === false);
  }
  const names = ['anthropic/claude-opus-4-8', 'anthropic/claude-haiku-4-5', 'anthropic/claude-opus-4-8'];
  expect(texts().filter((text) => text.endsWith(' answers.'))).toEqual(names.map((name) => `${name} answers.`));
});

test('a full disk ends the turn once; queued messages are shown and go with the next one', async () => {
  const disk = createFullStore();
  opened = await openPrintAgent(script([{ say: 'I heard: {{user}}' }]), { store: disk.store, tools: [] });
  const ui: Ui = { changed: () => {}, choose: async () => undefined, fill: () => {}, exit: () => {} };
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open(opened.agent);
  opened.simulator.fault({ do: 'stall', at: 'before-status' });
  submit('first');
  await until(() => opened?.simulator.log.length === 1);
  submit('second');
  await until(() => conversation?.waiting.join() === 'second');
  disk.full = true;
  conversation.cancel();
  await until(() => conversation?.isBusy === false);
  expect(conversation.waiting).toEqual(['second']);
  conversation.sendWaiting();
  await until(() => texts().some((text) => text.startsWith('The turn failed. The disk is full.')));
  await until(() => conversation?.isBusy === false);
  const { refused } = disk;
  for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([disk.refused, conversation.isBusy, conversation.waiting]).toEqual([refused, false, ['second']]);

  disk.full = false;
  submit('third');
  await until(() => texts().some((text) => text.startsWith('I heard:')));
  await until(() => conversation?.isBusy === false);
  expect([conversation.waiting, conversation.session?.state.queued]).toEqual([[], []]);
  const said = opened.simulator.log.at(-1)?.seen?.turns.filter(({ role }) => role === 'user');
  expect(said?.map(({ text }) => text).join('\n')).toMatch(/first[\s\S]*second[\s\S]*third/);
});
