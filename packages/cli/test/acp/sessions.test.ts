/** Sessions in an editor: loaded, resumed, listed, copied, closed, deleted; and those of other agents. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk';
import { createJsonlStore, type SessionRecord } from '@interlock/runtime';
import { describe, expect, test } from 'vitest';
import { movedSession } from '../moved-session.ts';
import type { Connection } from './connect.ts';
import { editors, refusal, say, texts, updatesOf } from './editor.ts';

const { session: of } = methods.agent;
const { open, begin, provider } = editors();

const here = () => ({ cwd: provider().workspace, mcpServers: [] });

/** The updates of a turn, without those that only a live turn has. */
function shown(updates: readonly SessionUpdate[]): readonly object[] {
  return updates.flatMap((update): readonly object[] => {
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return [{ kind: update.sessionUpdate, content: update.content }];
      case 'tool_call':
        return [{ kind: update.sessionUpdate, id: update.toolCallId, title: update.title, rawInput: update.rawInput }];
      case 'tool_call_update':
        return update.status === 'completed' || update.status === 'failed'
          ? [{ kind: update.sessionUpdate, id: update.toolCallId, status: update.status, rawOutput: update.rawOutput }]
          : [];
      default:
        return [];
    }
  });
}

/** Joins the chunks of one message. */
function joined(parts: readonly object[]): readonly object[] {
  const whole: { kind: string; content?: { text?: string } }[] = [];
  for (const part of parts as readonly { kind: string; content?: { text?: string } }[]) {
    const last = whole.at(-1);
    if (last?.kind !== part.kind || last.content?.text === undefined || part.content?.text === undefined) {
      whole.push(part);
      continue;
    }
    whole[whole.length - 1] = { ...last, content: { ...last.content, text: last.content.text + part.content.text } };
  }
  return whole;
}

test('load replays everything as it was shown, then answers; resume replays nothing', async () => {
  const first = await open({ flags: { mode: 'accept-edits' }, capabilities: { session: { notices: {} } } });
  const id = await begin(first);
  for (const text of ['write it', 'read it', 'think']) await say(first, id, text);
  const live = joined(shown(first.updates));
  await first.agent.request(of.close, { sessionId: id });

  const second = await open({ capabilities: { session: { notices: {} } } });
  const { configOptions } = await second.agent.request(of.load, { sessionId: id, ...here() });
  expect(configOptions?.map((option) => option.id)).toEqual(['model', 'route', 'effort', 'mode']);
  const isUser = (part: object): boolean => 'kind' in part && part.kind === 'user_message_chunk';
  const replayed = shown(second.updates);
  const said = (text: string): object => ({ kind: 'user_message_chunk', content: { type: 'text', text } });
  expect(replayed.filter(isUser)).toEqual([said('write it'), said('read it'), said('think')]);
  expect(joined(replayed.filter((part) => !isUser(part)))).toEqual(live);
  // All updates came before the response.
  const lines = second.lines.filter(({ from }) => from === 'agent').map(({ text }) => text);
  const answer = lines.findIndex((text) => text.includes('"configOptions"') && text.includes('"result"'));
  expect(lines.slice(answer).filter((text) => text.includes('message_chunk'))).toEqual([]);
  await second.agent.request(of.close, { sessionId: id });

  const third = await open({ capabilities: { session: { notices: {} } } });
  await third.agent.request(of.resume, { sessionId: id, ...here() });
  expect(shown(third.updates)).toEqual([]);
  provider().seen.length = 0;
  await say(third, id, 'and now');
  expect(provider().seen[0]?.turns.map(({ text }) => text)).toEqual(expect.arrayContaining(['think', 'and now']));
});

test('replays what came before a compaction', async () => {
  const config = join(provider().env['HOME'] ?? '', 'compacting.json');
  writeFileSync(config, JSON.stringify({ compaction: { keepTokens: 1 } }));
  const first = await open({ flags: { config } });
  const id = await begin(first);
  const long = ['one ', 'two ', 'three '].map((word) => word.repeat(600));
  for (const text of long) await say(first, id, text);
  await say(first, id, '/compact');
  expect(texts(first.updates, 'agent_message_chunk')).toContain('was compacted');
  await first.agent.request(of.close, { sessionId: id });
  const second = await open();
  await second.agent.request(of.load, { sessionId: id, ...here() });
  expect(texts(second.updates, 'user_message_chunk')).toBe(long.join(''));
});

test('list with pages; delete; close', async () => {
  const connection = await open();
  const store = createJsonlStore(join(provider().env['XDG_STATE_HOME'] ?? '', 'interlock/sessions'));
  for (let count = 0; count < 53; count += 1) {
    const header = {
      version: 1,
      id: `listed-${count}`,
      workspace: join(provider().workspace, 'many'),
      createdAt: count,
      spawnDepth: 0,
    } as const;
    const log = await store.create(header);
    const content = { speaker: 'human', blocks: [{ type: 'text', text: `about ${count}` }] } as const;
    await log.append({ kind: 'content', content } satisfies SessionRecord, false);
    await log.close();
  }
  mkdirSync(join(provider().workspace, 'many'));
  const cwd = join(provider().workspace, 'many');
  const first = await connection.agent.request(of.list, { cwd });
  const rest = await connection.agent.request(of.list, { cwd, cursor: first.nextCursor ?? '' });
  const titles = [...first.sessions, ...rest.sessions].map(({ title }) => title);
  expect([first.sessions.length, rest.sessions.length, rest.nextCursor]).toEqual([50, 3, undefined]);
  expect(new Set(titles)).toEqual(new Set(Array.from({ length: 53 }, (_, count) => `about ${count}`)));
  expect(first.sessions[0]).toEqual({
    ...{ sessionId: expect.stringMatching(/^listed-/), cwd, title: expect.stringMatching(/^about/) },
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await connection.agent.request(of.delete, { sessionId: 'listed-7' });
  const after = await connection.agent.request(of.list, { cwd, cursor: first.nextCursor ?? '' });
  expect(
    [...first.sessions, ...after.sessions].filter(({ sessionId }) => sessionId === 'listed-7').length,
  ).toBeLessThan(2);
  await expect(store.read('listed-7')).rejects.toThrow();
  await store.close();

  const id = await begin(connection);
  await connection.agent.request(of.close, { sessionId: id });
  expect(await refusal(say(connection, id, 'hello'))).toEqual({ code: -32002, message: `Session not found: ${id}` });
});

test('fork: an independent copy with the same choices', async () => {
  const connection = await open();
  const id = await begin(connection);
  await say(connection, id, 'one');
  await connection.agent.request(of.setConfigOption, {
    ...{ sessionId: id, configId: 'model', value: 'anthropic/claude-sonnet-5' },
  });
  await say(connection, id, 'two');
  const fork = await connection.agent.request<{
    sessionId: string;
    configOptions: readonly { id: string; currentValue: unknown }[];
  }>('session/fork', { sessionId: id, ...here() });
  expect(fork.sessionId).not.toBe(id);
  expect(fork.configOptions.find((option) => option.id === 'model')?.currentValue).toBe('anthropic/claude-sonnet-5');
  provider().seen.length = 0;
  await say(connection, fork.sessionId, 'in the copy');
  await say(connection, id, 'in the original');
  const users = provider().seen.map(({ turns }) => turns.filter(({ role }) => role === 'user').map(({ text }) => text));
  expect(users).toEqual([
    ['one', 'two', 'in the copy'],
    ['one', 'two', 'in the original'],
  ]);
});

describe('sessions of other agents', () => {
  const fixture = resolve(
    import.meta.dirname,
    '../../../../fixtures/sessions/claude-code/three-calls-and-a-picture.jsonl',
  );

  test('are listed, and continue here once loaded', async () => {
    const folder = join(provider().env['HOME'] ?? '', '.claude/projects/-project');
    mkdirSync(folder, { recursive: true });
    const text = readFileSync(fixture, 'utf8');
    const file = join(folder, 'three.jsonl');
    writeFileSync(file, movedSession(text, '/home/user/projects/cc', provider().workspace));
    const connection = await open();
    const found = async (from: Connection) =>
      (await from.agent.request(of.list, { cwd: provider().workspace })).sessions.filter(({ title }) =>
        title?.includes('CC02'),
      );
    const [listed] = await found(connection);
    expect(listed).toMatchObject({
      cwd: provider().workspace,
      title: expect.stringMatching(/^Claude Code: .*conv:CC02/),
      _meta: { interlock: { importedFrom: { agent: 'claude-code' } } },
    });
    const sessionId = listed?.sessionId ?? '';
    await connection.agent.request(of.load, { sessionId, ...here() });
    const outputs = updatesOf(connection.updates, 'tool_call_update').map(({ rawOutput }) => JSON.stringify(rawOutput));
    for (const nonce of ['NONCE-0001', 'NONCE-0002', 'NONCE-0003']) expect(outputs.join()).toContain(nonce);
    expect(await say(connection, sessionId, 'go on')).toEqual({ stopReason: 'end_turn' });
    // Once imported, it is listed once, by the same id.
    expect((await found(connection)).map((each) => each.sessionId)).toEqual([sessionId]);
    expect(readFileSync(file, 'utf8')).toBe(movedSession(text, '/home/user/projects/cc', provider().workspace));
  });
});

describe('errors have a code', () => {
  const rows: readonly (readonly [what: string, method: string, params: object, code: number, message: string])[] = [
    ['a relative folder', 'session/new', { cwd: 'src', mcpServers: [] }, -32602, 'cwd must be an absolute path.'],
    [
      'no such folder',
      'session/new',
      { cwd: '/no/such/folder', mcpServers: [] },
      -32602,
      'There is no folder /no/such/folder.',
    ],
    ['parameters that are missing', 'session/new', { mcpServers: [] }, -32602, 'Invalid params'],
    [
      'a folder beside it that is none',
      'session/new',
      { cwd: '/', mcpServers: [], additionalDirectories: ['x'] },
      -32602,
      'additionalDirectories[0] must be an absolute path.',
    ],
    [
      'a server by SSE',
      'session/new',
      { cwd: '/tmp', mcpServers: [{ type: 'sse', name: 'x', url: 'http://x', headers: [] }] },
      -32602,
      'uses SSE, which is not supported',
    ],
    [
      'a session that is not there',
      'session/load',
      { sessionId: 'nobody', cwd: '/tmp', mcpServers: [] },
      -32002,
      'Session not found: nobody',
    ],
    ['to fork it', 'session/fork', { sessionId: 'nobody', cwd: '/tmp' }, -32002, 'Session not found: nobody'],
    ['to fork nothing', 'session/fork', { cwd: '/tmp' }, -32602, 'session/fork'],
    ['to ask it', 'session/prompt', { sessionId: 'nobody', prompt: [] }, -32002, 'Session not found: nobody'],
    [
      'to set it',
      'session/set_config_option',
      { sessionId: 'nobody', configId: 'mode', value: 'ask' },
      -32002,
      'Session not found',
    ],
    [
      'a cursor of our own making',
      'session/list',
      { cursor: 'x' },
      -32602,
      'This cursor did not come from session/list.',
    ],
    ['a method there is not', 'session/dance', {}, -32601, 'session/dance'],
    ['to authenticate', 'authenticate', { methodId: 'x' }, -32602, 'No authentication is needed'],
  ];

  test('with a code and a message each', async () => {
    const { agent } = await open({ isRude: true });
    for (const [what, method, params, code, message] of rows)
      expect([what, await refusal(agent.request<unknown, object>(method, params))]).toEqual([
        what,
        { code, message: expect.stringContaining(message) },
      ]);
  });

  test.each([
    ['invalid JSON', '{"jsonrpc":\n', -32700],
    ['not a message', '[1]\n', -32600],
  ])('%s', async (_, line, code) => {
    const connection = await open({ isRude: true });
    connection.raw(line);
    await refusal(connection.agent.request('session/dance', {}));
    const errors = connection.lines.flatMap(({ from, text }) =>
      from === 'agent' ? [JSON.parse(text).error?.code] : [],
    );
    expect(errors).toContain(code);
  });
});

test('without a key, a session says what to set', async () => {
  const connection = await open({ env: { ...provider().env, ANTHROPIC_API_KEY: '' } });
  expect(await refusal(connection.agent.request(of.new, { ...here() }))).toEqual({
    code: -32603,
    message: expect.stringMatching(/^No model is available: no key is set.*ANTHROPIC_API_KEY/),
  });
});

test('a session belongs to its folder; closing it cancels it', async () => {
  const connection = await open();
  const id = await begin(connection);
  await say(connection, id, 'hello');
  await connection.agent.request(of.close, { sessionId: id });
  mkdirSync(join(provider().workspace, 'other'));
  const elsewhere = { sessionId: id, cwd: join(provider().workspace, 'other'), mcpServers: [] };
  expect(await refusal(connection.agent.request(of.load, elsewhere))).toEqual({
    code: -32602,
    message: expect.stringContaining(`belongs to ${provider().workspace}`),
  });
  await connection.agent.request(of.resume, { sessionId: id, ...here() });
  const running = say(connection, id, 'wait');
  await connection.until((update) => update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress');
  const waiting = say(connection, id, 'more');
  await connection.agent.request(of.close, { sessionId: id });
  expect(await Promise.all([running, waiting])).toEqual([{ stopReason: 'cancelled' }, { stopReason: 'cancelled' }]);
});
