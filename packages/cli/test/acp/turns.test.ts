/** Turns in an editor: messages, calls, permissions, plans and cancellation. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ContentBlock, methods } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { chosen } from './connect.ts';
import { editors, refusal, say, texts, updatesOf } from './editor.ts';

const { session: of } = methods.agent;
const { open, begin, provider } = editors();
const path = (name: string): string => join(provider().workspace, name);

test('initialize: lists capabilities, with fork marked as unstable', async () => {
  const { agent } = await open();
  expect(await agent.request(methods.agent.initialize, { protocolVersion: 99 })).toEqual({
    protocolVersion: 1,
    agentInfo: { name: 'interlock', title: 'Interlock', version: expect.stringMatching(/^\d+\./) },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {}, fork: {} },
    },
    authMethods: [],
  });
});

test('a turn: text, thought, usage with cost, a title, and the commands there are', async () => {
  const connection = await open();
  const id = await begin(connection);
  expect(await say(connection, id, 'think about it')).toEqual({ stopReason: 'end_turn' });
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('Thought.');
  expect(connection.updates).toContainEqual({
    sessionUpdate: 'usage_update',
    used: expect.any(Number),
    size: 1_000_000,
    cost: { amount: expect.any(Number), currency: 'USD' },
  });
  expect(connection.updates).toContainEqual({ sessionUpdate: 'session_info_update', title: 'think about it' });
  const [commands] = updatesOf(connection.updates, 'available_commands_update');
  expect(commands?.availableCommands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['model', 'route', 'effort', 'compact', 'mode', 'tools', 'context', 'fork', 'rewind']),
  );
  expect(commands?.availableCommands.map(({ name }) => name)).not.toContain('quit');
});

test('offers a custom command and expands it', async () => {
  const file = join(provider().env['XDG_CONFIG_HOME'] ?? '', 'interlock', 'commands', 'ponder.md');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '---\ndescription: Ponders\n---\nponder $1');
  const connection = await open();
  const id = await begin(connection);
  await say(connection, id, '/ponder this');
  const [commands] = updatesOf(connection.updates, 'available_commands_update');
  expect(commands?.availableCommands).toContainEqual({ name: 'ponder', description: 'Ponders' });
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('You said: ponder this');
  await rm(file);
});

describe('permission', () => {
  test.each([
    ['reject_once', 'I may not write.'],
    ['allow_once', 'Written.'],
  ])('%s', async (kind, answer) => {
    const connection = await open({ permit: (request) => chosen(request, kind) });
    const id = await begin(connection);
    await say(connection, id, 'write');
    const isAllowed = kind === 'allow_once';
    const [asked] = connection.permissions;
    const edit = { type: 'diff', path: path('new.txt'), oldText: null, newText: 'new\n' };
    const toolCallId = asked?.toolCall.toolCallId;
    expect(asked).toMatchObject({
      sessionId: id,
      toolCall: {
        toolCallId,
        name: 'write_file',
        title: 'Write new.txt',
        kind: 'edit',
        status: 'pending',
        content: [edit],
      },
      options: [
        { kind: 'allow_once', name: 'Allow' },
        { kind: 'allow_always', name: 'Always allow exactly this, in this session: write_file(new.txt)' },
        { kind: 'allow_always', name: 'Always allow exactly this, in this project: write_file(new.txt)' },
        { kind: 'reject_once', name: 'Reject' },
        { kind: 'reject_always' },
      ],
    });
    expect(updatesOf(connection.updates, 'tool_call')).toEqual([
      {
        sessionUpdate: 'tool_call',
        ...{ toolCallId, name: 'write_file', title: 'Write new.txt', kind: 'edit', status: 'pending' },
        locations: [{ path: path('new.txt') }],
        content: [edit],
        rawInput: { path: 'new.txt', content: 'new\n' },
      },
    ]);
    expect(updatesOf(connection.updates, 'tool_call_update').at(-1)).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: isAllowed ? 'completed' : 'failed',
      content: isAllowed ? [edit] : [edit, { type: 'content', content: { type: 'text', text: 'Not allowed.' } }],
      rawOutput: isAllowed ? { state: 'complete', result: 'Created new.txt (1 line).' } : { state: 'denied' },
    });
    expect(texts(connection.updates, 'agent_message_chunk')).toContain(answer);
    expect(existsSync(path('new.txt'))).toBe(isAllowed);
    await rm(path('new.txt'), { force: true });
  });

  test.each([
    ['allow_always', 0, true],
    ['allow_always', 1, true],
    ['reject_always', 0, false],
  ])('%s (%i): does not ask again', async (kind, at, isAllowed) => {
    const connection = await open({
      permit: ({ options }) => {
        const { optionId = '' } = options.filter((option) => option.kind === kind)[at] ?? {};
        return { outcome: { outcome: 'selected', optionId } };
      },
    });
    const id = await begin(connection);
    for (const text of ['write', 'write again']) await say(connection, id, text);
    expect(connection.permissions.length).toBe(1);
    expect(existsSync(path('new.txt'))).toBe(isAllowed);
    await rm(path('new.txt'), { force: true });
    // The rule for the project is revoked, so that it does not affect other tests.
    const args = ['permissions', 'revoke', 'write_file(new.txt)', '--cwd', provider().workspace];
    expect((await provider().run(args)).code).toBe(at === 1 ? 0 : 2);
  });

  test('always: for the project in every later session, for the session when it is loaded again', async () => {
    const options = {
      permit: ({ options: all }: { options: readonly { kind: string; optionId: string }[] }) => {
        const { optionId = '' } = all.filter(({ kind }) => kind === 'allow_always')[scope] ?? {};
        return { outcome: { outcome: 'selected', optionId } } as const;
      },
    };
    let scope = 0;
    const first = await open(options);
    const id = await begin(first);
    await say(first, id, 'write');
    await first.agent.request(of.close, { sessionId: id });
    const again = await open(options);
    await again.agent.request(of.resume, { sessionId: id, cwd: provider().workspace, mcpServers: [] });
    await say(again, id, 'write again');
    scope = 1;
    const other = await begin(again);
    await say(again, other, 'write');
    const last = await open(options);
    await say(last, await begin(last), 'write');
    // Loaded again: not asked. Another session: asked, and remembered for the project. Any later session: not asked.
    expect([first, again, last].map(({ permissions }) => permissions.length)).toEqual([1, 1, 0]);
    await rm(path('new.txt'), { force: true });
    const args = ['permissions', 'revoke', 'write_file(new.txt)', '--cwd', provider().workspace];
    expect((await provider().run(args)).code).toBe(0);
  });

  test('neither a cancelled dialog nor an option that was never offered allows anything', async () => {
    const answers = [
      { outcome: { outcome: 'cancelled' } },
      { outcome: { outcome: 'selected', optionId: 'allow-always-99' } },
    ] as const;
    const connection = await open({ permit: () => answers[connection.permissions.length - 1] ?? answers[0] });
    const id = await begin(connection);
    await say(connection, id, 'write');
    await say(connection, id, 'write again');
    expect([connection.permissions.length, existsSync(path('new.txt'))]).toEqual([2, false]);
  });
});

test('shows an edit with the whole file; accept-edits does not ask', async () => {
  const connection = await open();
  const id = await begin(connection);
  const { configOptions } = await connection.agent.request(of.setConfigOption, {
    ...{ sessionId: id, configId: 'mode', value: 'accept-edits' },
  });
  expect(configOptions.find((option) => option.id === 'mode')).toMatchObject({ currentValue: 'accept-edits' });
  expect(connection.updates).toContainEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'accept-edits' });
  await say(connection, id, 'edit');
  expect(connection.permissions).toEqual([]);
  expect(updatesOf(connection.updates, 'tool_call_update').at(-1)?.content).toEqual([
    { type: 'diff', path: path('notes.txt'), oldText: 'one\ntwo\n', newText: 'one\n2\n' },
  ]);
  await writeFile(path('notes.txt'), 'one\ntwo\n');
});

test('the plan', async () => {
  const connection = await open();
  await say(connection, await begin(connection), 'plan it');
  expect(updatesOf(connection.updates, 'plan')).toEqual([
    {
      sessionUpdate: 'plan',
      entries: [
        { content: 'look', priority: 'medium', status: 'completed' },
        { content: 'think', priority: 'medium', status: 'in_progress' },
        { content: 'write', priority: 'medium', status: 'pending' },
      ],
    },
  ]);
});

test('cancel during a fan-out: each call has its true outcome before the prompt is answered', async () => {
  const connection = await open();
  const id = await begin(connection);
  const answer = say(connection, id, 'fan out');
  await connection.until(
    (update) =>
      update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress' && isSlow(update.toolCallId),
  );
  function isSlow(toolCallId: string): boolean {
    const calls = updatesOf(connection.updates, 'tool_call');
    return calls.findIndex((call) => call.toolCallId === toolCallId) === 1;
  }
  await connection.agent.notify(of.cancel, { sessionId: id });
  expect(await answer).toEqual({ stopReason: 'cancelled' });
  const outcomes = updatesOf(connection.updates, 'tool_call').map(({ toolCallId }) => {
    const ended = updatesOf(connection.updates, 'tool_call_update').filter(
      (update) => update.toolCallId === toolCallId,
    );
    const { status, rawOutput } = ended.at(-1) ?? {};
    return [status, (rawOutput as { state?: string } | undefined)?.state];
  });
  expect(outcomes).toEqual([
    ['completed', 'complete'],
    ['failed', 'interrupted'],
    ['failed', 'cancelled'],
  ]);
  // No update of the turn follows its response.
  const lines = connection.lines.filter(({ from }) => from === 'agent').map(({ text }) => text);
  const end = lines.findIndex((text) => text.includes('"stopReason":"cancelled"'));
  expect(lines.slice(end + 1).filter((text) => text.includes('tool_call'))).toEqual([]);
  // And the session continues.
  expect(await say(connection, id, 'hello')).toEqual({ stopReason: 'end_turn' });
});

describe('contents of a prompt', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const blob = (text: string): string => Buffer.from(text).toString('base64');
  const sent: readonly (readonly [
    what: string,
    block: ContentBlock,
    seen: { text?: string; media?: readonly string[] },
  ])[] = [
    ['an image', { type: 'image', mimeType: 'image/png', data: png }, { media: ['image/png'] }],
    [
      'a link to a file',
      { type: 'resource_link', name: 'a.ts', uri: 'file:///src/a%20b.ts', description: 'the one' },
      { text: '[a.ts](/src/a b.ts) (the one)' },
    ],
    [
      'a link elsewhere',
      { type: 'resource_link', name: 'page', uri: 'https://example.com/x' },
      { text: '[page](https://example.com/x)' },
    ],
    [
      'an embedded text',
      { type: 'resource', resource: { uri: 'file:///src/a.ts', text: 'const a = 1;' } },
      { text: '<file path="/src/a.ts">\nconst a = 1;\n</file>' },
    ],
    [
      'an embedded text as bytes',
      { type: 'resource', resource: { uri: 'zed://x', blob: blob('bytes') } },
      { text: '<file path="zed://x">\nbytes\n</file>' },
    ],
    [
      'an embedded picture',
      { type: 'resource', resource: { uri: 'file:///p.png', mimeType: 'image/png', blob: png } },
      { media: ['image/png'] },
    ],
  ];

  test('all reach the model', async () => {
    const connection = await open();
    const sessionId = await begin(connection);
    for (const [what, block, { text = '', media = [] }] of sent) {
      provider().seen.length = 0;
      await connection.agent.request(of.prompt, { sessionId, prompt: [{ type: 'text', text: 'see' }, block] });
      const last = provider().seen[0]?.turns.findLast(({ role }) => role === 'user');
      expect([what, last?.text, last?.media]).toEqual([what, expect.stringContaining(text), media]);
    }
  });

  const refused: readonly (readonly [what: string, prompt: readonly ContentBlock[], told: string])[] = [
    ['nothing', [], 'The prompt is empty.'],
    ['blanks', [{ type: 'text', text: ' \n' }], 'The prompt is empty.'],
    ['sound', [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }], 'Audio cannot be sent.'],
    ['invalid base64', [{ type: 'image', mimeType: 'image/png', data: '%%%' }], 'Invalid base64.'],
    ['bytes', [{ type: 'resource', resource: { uri: 'x:y', blob: blob('\0') } }], 'is not text, an image or a PDF'],
  ];

  test('rejects what cannot be sent, without a request', async () => {
    const connection = await open();
    const sessionId = await begin(connection);
    provider().seen.length = 0;
    for (const [what, prompt, told] of refused)
      expect([what, await refusal(connection.agent.request(of.prompt, { sessionId, prompt: [...prompt] }))]).toEqual([
        what,
        { code: -32602, message: expect.stringContaining(told) },
      ]);
    expect(provider().seen).toEqual([]);
  });
});

test('commands: their output is the answer, and their settings are updates', async () => {
  const connection = await open();
  const id = await begin(connection);
  provider().seen.length = 0;
  expect(await say(connection, id, '/effort high')).toEqual({ stopReason: 'end_turn' });
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('Effort: high');
  const [options] = updatesOf(connection.updates, 'config_option_update');
  expect(options?.configOptions.find((option) => option.id === 'effort')).toMatchObject({ currentValue: 'high' });
  await say(connection, id, '/model');
  expect(texts(connection.updates, 'agent_message_chunk')).toContain('- anthropic/claude-');
  await say(connection, id, '/contxt');
  expect(texts(connection.updates, 'agent_message_chunk')).toContain(
    'There is no command /contxt. Did you mean /context?',
  );
  expect(provider().seen).toEqual([]);
});

test('other output to standard output goes to standard error', async () => {
  const connection = await open();
  const id = await begin(connection);
  expect(await readFile(path('notes.txt'), 'utf8')).toBe('one\ntwo\n');
  connection.stray('a stray line\n');
  await say(connection, id, 'hello');
  expect(connection.told()).toContain('a stray line\n');
});
