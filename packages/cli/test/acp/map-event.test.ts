/** The mapping from events to updates, row by row; each update is validated against the SDK's schema. */
import type { SessionEvent } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { type EventContext, type Mapping, mapEvent, type ShownEvent } from '../../src/acp/map-event.ts';
import { wrongLines } from './protocol-lines.ts';

const mapping: Mapping = {
  workspace: '/project',
  showsNotices: true,
  showsCompactions: true,
  prefix: 's',
  messages: 3,
  compactions: 0,
  calls: new Map([['c1', { name: 'run_command', args: { command: 'ls' }, progress: 'one\n' }]]),
};

const options = [
  { type: 'select', id: 'mode', name: 'Mode', currentValue: 'ask', options: [{ value: 'ask', name: 'ask' }] },
] as const;

const around: EventContext = {
  tokens: 1_200,
  window: 200_000,
  kinds: new Map([
    ['read_file', 'read'],
    ['edit_file', 'write'],
    ['write_file', 'write'],
    ['run_command', 'command'],
    ['fetch_url', 'network'],
    ['mcp__x__y', 'mcp'],
  ]),
  options: options.map((option) => ({ ...option, options: [...option.options] })),
  edits: new Map([['e1', { path: '/project/a.txt', oldText: 'a\n', newText: 'b\n' }]]),
  terminals: new Map([['t1', 'term-7']]),
};

const text = (message: string) => ({ type: 'text', text: message });
const shown = (message: string) => ({ type: 'content', content: text(message) });
const call = (id: string, name: string, args: object): SessionEvent => ({
  ...{ type: 'tool-call', id, name },
  args: JSON.parse(JSON.stringify(args)),
});
const ended = (id: string, outcome: Extract<SessionEvent, { type: 'tool-result' }>['outcome']): SessionEvent => ({
  ...{ type: 'tool-result', id, name: 'any', ms: 1, outcome },
});
const usage = { sessionUpdate: 'usage_update', used: 1_200, size: 200_000 };

const rows: readonly (readonly [string, ShownEvent, readonly object[]])[] = [
  [
    'text',
    { type: 'text-delta', text: 'hi' },
    [{ sessionUpdate: 'agent_message_chunk', content: text('hi'), messageId: 's-3' }],
  ],
  ['no text', { type: 'text-delta', text: '' }, []],
  [
    'thinking',
    { type: 'thinking-delta', text: 'hm' },
    [{ sessionUpdate: 'agent_thought_chunk', content: text('hm'), messageId: 's-3-thought' }],
  ],
  [
    'an earlier user message',
    {
      type: 'user-message',
      blocks: [
        { type: 'text', text: 'see' },
        { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
        { type: 'media', mimeType: 'application/pdf', data: 'AAAA', encoding: 'base64', filename: 'a.pdf' },
      ],
    },
    [
      { sessionUpdate: 'user_message_chunk', content: text('see'), messageId: 's-4' },
      {
        sessionUpdate: 'user_message_chunk',
        content: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        messageId: 's-4',
      },
      { sessionUpdate: 'user_message_chunk', content: text('[a.pdf: application/pdf]'), messageId: 's-4' },
    ],
  ],
  [
    'a message typed in between',
    { type: 'steer', text: 'stop' },
    [{ sessionUpdate: 'user_message_chunk', content: text('stop'), messageId: 's-4' }],
  ],
  [
    'a read call',
    call('r1', 'read_file', { path: 'src/a.ts', offset: 7 }),
    [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'r1',
        name: 'read_file',
        title: 'Read src/a.ts',
        kind: 'read',
        status: 'pending',
        locations: [{ path: '/project/src/a.ts', line: 7 }],
        rawInput: { path: 'src/a.ts', offset: 7 },
      },
    ],
  ],
  [
    'an edit call: its diff',
    call('e1', 'edit_file', { path: '/project/a.txt', old_text: 'a', new_text: 'b' }),
    [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'e1',
        name: 'edit_file',
        title: 'Edit /project/a.txt',
        kind: 'edit',
        status: 'pending',
        locations: [{ path: '/project/a.txt' }],
        content: [{ type: 'diff', path: '/project/a.txt', oldText: 'a', newText: 'b' }],
        rawInput: { path: '/project/a.txt', old_text: 'a', new_text: 'b' },
      },
    ],
  ],
  [
    'a command is its own title',
    call('x1', 'run_command', { command: 'npm\ntest' }),
    [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'x1',
        name: 'run_command',
        title: 'npm test',
        kind: 'execute',
        status: 'pending',
        rawInput: { command: 'npm\ntest' },
      },
    ],
  ],
  [
    'an MCP call',
    call('m1', 'mcp__x__y', {}),
    [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'm1',
        name: 'mcp__x__y',
        title: 'mcp__x__y',
        kind: 'other',
        status: 'pending',
        rawInput: {},
      },
    ],
  ],
  [
    'a call of a removed tool',
    call('g1', 'gone', { path: 3 }),
    [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'g1',
        name: 'gone',
        title: 'gone path: 3',
        kind: 'other',
        status: 'pending',
        rawInput: { path: 3 },
      },
    ],
  ],
  [
    'an invalid path',
    call('n1', 'read_file', { path: 'a\0b' }),
    [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'n1',
        name: 'read_file',
        title: 'Read a\0b',
        kind: 'read',
        status: 'pending',
        rawInput: { path: 'a\0b' },
      },
    ],
  ],
  [
    'it starts',
    { type: 'tool-start', id: 'c1', name: 'run_command' },
    [{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'in_progress' }],
  ],
  [
    'output',
    { type: 'tool-progress', id: 'c1', text: 'two\n' },
    [{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', content: [shown('one\ntwo\n')] }],
  ],
  ['output that a terminal shows itself', { type: 'tool-progress', id: 't1', text: 'two\n' }, []],
  [
    'it ended',
    ended('c1', { state: 'complete', result: 'ok' }),
    [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        status: 'completed',
        content: [shown('ok')],
        rawOutput: { state: 'complete', result: 'ok' },
      },
    ],
  ],
  [
    'with data',
    ended('c1', { state: 'complete', result: { a: 1 } }),
    [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        status: 'completed',
        content: [shown('{\n  "a": 1\n}')],
        rawOutput: { state: 'complete', result: { a: 1 } },
      },
    ],
  ],
  [
    'with a picture',
    ended('c1', {
      state: 'complete',
      result: '',
      media: [{ type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' }],
    }),
    [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        status: 'completed',
        content: [{ type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } }],
        rawOutput: { state: 'complete', result: '' },
      },
    ],
  ],
  [
    'an edit ended: the file before and after',
    ended('e1', { state: 'complete', result: 'Edited.' }),
    [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'e1',
        status: 'completed',
        content: [{ type: 'diff', path: '/project/a.txt', oldText: 'a\n', newText: 'b\n' }],
        rawOutput: { state: 'complete', result: 'Edited.' },
      },
    ],
  ],
  [
    'in a terminal',
    ended('t1', { state: 'complete', result: 'Exit code 0.' }),
    [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't1',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 'term-7' }],
        rawOutput: { state: 'complete', result: 'Exit code 0.' },
      },
    ],
  ],
  [
    'it failed',
    ended('c1', { state: 'error', error: 'no' }),
    [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        status: 'failed',
        content: [shown('no')],
        rawOutput: { state: 'error', error: 'no' },
      },
    ],
  ],
  ...(
    [
      ['cancelled', 'Cancelled before it started.'],
      ['interrupted', 'Interrupted while it was running.'],
      ['timeout', 'Stopped: timed out.'],
      ['denied', 'Not allowed.'],
    ] as const
  ).map(
    ([state, told]) =>
      [
        state,
        ended('c1', { state, partial: 'so far' }),
        [
          {
            sessionUpdate: 'tool_call_update',
            toolCallId: 'c1',
            status: 'failed',
            content: [shown(told), shown('so far')],
            rawOutput: { state, partial: 'so far' },
          },
        ],
      ] as const,
  ),
  [
    'plan mode ends',
    { type: 'mode-changed', mode: 'ask' },
    [
      { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
      { sessionUpdate: 'config_option_update', configOptions: around.options },
      { sessionUpdate: 'notice', severity: 'info', title: 'Plan mode has ended. Mode: ask.' },
    ],
  ],
  ['an empty plan again', { type: 'todos', items: [] }, [{ sessionUpdate: 'plan', entries: [] }]],
  [
    'usage',
    { type: 'usage', usage: { input: 1, output: 2 }, target: 'x', cost: 0.25 },
    [{ ...usage, cost: { amount: 0.25, currency: 'USD' } }],
  ],
  ['usage without a price', { type: 'usage', usage: { input: 1, output: 2 }, target: 'x' }, [usage]],
  [
    'a pending switch, with its losses',
    { type: 'switch-queued', to: 'openai/x', losses: [{ kind: 'thinking', count: 2 }] },
    [
      { sessionUpdate: 'config_option_update', configOptions: around.options },
      {
        sessionUpdate: 'notice',
        severity: 'info',
        title:
          'Switching to openai/x after this turn. It does not get earlier thinking (2), which is kept for when you switch back.',
      },
    ],
  ],
  [
    'an applied switch',
    { type: 'switch-applied', from: 'a/b', to: 'openai/x', losses: [] },
    [
      { sessionUpdate: 'config_option_update', configOptions: around.options },
      { sessionUpdate: 'notice', severity: 'info', title: 'Switched to openai/x.' },
    ],
  ],
  [
    'a failover',
    { type: 'failover', from: 'a', to: 'b', because: ['it is slow'] },
    [{ sessionUpdate: 'notice', severity: 'warning', title: 'Using b instead of a: it is slow.' }],
  ],
  [
    'a notice of several lines',
    { type: 'notice', text: 'One.\nTwo.\nThree.' },
    [{ sessionUpdate: 'notice', severity: 'info', title: 'One.', description: 'Two.\nThree.' }],
  ],
  [
    'a compaction starts',
    { type: 'compaction', outcome: 'started', why: 'Full.', before: 9 },
    [{ sessionUpdate: 'compaction_update', compactionId: 's-compaction-1', status: 'in_progress' }],
  ],
  ['a request', { type: 'request', step: 1, target: 'x', account: 'y', plain: false, because: [] }, []],
  [
    'the end of a turn',
    { type: 'turn-end', turnId: 't', outcome: 'done', text: '', steps: 1, usage: { input: 1, output: 1 } },
    [usage],
  ],
];

test.each(rows)('%s', (_, event, updates) => {
  const mapped = mapEvent(mapping, event, around);
  expect(mapped.updates).toEqual(updates);
  const lines = mapped.updates.map((update) => ({
    from: 'agent' as const,
    text: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }),
  }));
  expect(wrongLines(lines)).toEqual([]);
});

test('state between events: message ids, the cost, a compaction from start to end', () => {
  const events: readonly ShownEvent[] = [
    { type: 'request', step: 1, target: 'x', account: 'y', plain: false, because: [] },
    { type: 'text-delta', text: 'one' },
    { type: 'request', step: 2, target: 'x', account: 'y', plain: false, because: [] },
    { type: 'text-delta', text: 'two' },
    { type: 'usage', usage: { input: 1, output: 1 }, target: 'x', cost: 1 },
    { type: 'usage', usage: { input: 1, output: 1 }, target: 'x', cost: 0.5 },
    { type: 'compaction', outcome: 'started', why: 'Full.', before: 9 },
    { type: 'compaction', outcome: 'compacted', why: 'Full.', before: 9, after: 2 },
    { type: 'compaction', outcome: 'started', why: 'Full.', before: 9 },
    { type: 'compaction', outcome: 'unchanged', why: 'Nothing to cut.', before: 9 },
  ];
  const walk = events.reduce<{ mapping: Mapping; updates: readonly object[] }>(
    (before, event) => {
      const { mapping: next, updates } = mapEvent(before.mapping, event, around);
      return { mapping: next, updates: [...before.updates, ...updates] };
    },
    { mapping, updates: [] },
  );
  expect(walk.updates).toEqual([
    { sessionUpdate: 'agent_message_chunk', content: text('one'), messageId: 's-4' },
    { sessionUpdate: 'agent_message_chunk', content: text('two'), messageId: 's-5' },
    { ...usage, cost: { amount: 1, currency: 'USD' } },
    { ...usage, cost: { amount: 1.5, currency: 'USD' } },
    { sessionUpdate: 'compaction_update', compactionId: 's-compaction-1', status: 'in_progress' },
    { sessionUpdate: 'compaction_update', compactionId: 's-compaction-1', status: 'completed' },
    { ...usage, cost: { amount: 1.5, currency: 'USD' } },
    { sessionUpdate: 'compaction_update', compactionId: 's-compaction-2', status: 'in_progress' },
    { sessionUpdate: 'compaction_update', compactionId: 's-compaction-2', status: 'failed', error: 'Nothing to cut.' },
  ]);
});

test('a client without notices and compactions gets separate messages', () => {
  const plain = { ...mapping, showsNotices: false, showsCompactions: false };
  const told = mapEvent(plain, { type: 'compaction', outcome: 'compacted', why: '', before: 9, after: 2 }, around);
  expect(told.updates).toEqual([
    {
      sessionUpdate: 'agent_message_chunk',
      content: text('\n\nThe conversation was compacted: from about 9 to 2 tokens.\n\n'),
      messageId: 's-4',
    },
    usage,
  ]);
  expect(told.mapping.messages).toBe(5);
});
