/** Sessions as Droid is known to write them. */
import { readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { sketch } from '../../samples.ts';

const message = (id: string, role: string, ...content: readonly JsonObject[]): JsonObject => ({
  type: 'message',
  id,
  timestamp: '2026-11-15T21:00:00.000Z',
  message: { role, content },
});

test('messages, a summary up to one of them, and undocumented records', async () => {
  const lines = [
    { type: 'session_start', id: 's', title: 'T', cwd: '/x', version: 2 },
    message(
      '1',
      'user',
      { type: 'text', text: '<system-reminder>\nnote\n</system-reminder>' },
      { type: 'text', text: 'Old.' },
    ),
    message('2', 'assistant', { type: 'text', text: 'Old answer.' }),
    message('3', 'user', { type: 'text', text: 'Read.' }),
    { type: 'compaction_state', summaryText: 'Summary.', anchorMessage: { id: '2' } },
    message(
      '4',
      'assistant',
      { type: 'thinking', thinking: 'Hm.', signature: 'sig', signatureProvider: 'anthropic' },
      { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} },
    ),
    message('5', 'user', { type: 'tool_result', tool_use_id: 'toolu_1', content: 'read' }),
    message('5', 'user', { type: 'tool_result', tool_use_id: 'toolu_1', content: 'read' }),
    { type: 'hologram' },
  ];
  const { log, ...session } = await readSession({
    bytes: [Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))],
  });
  expect(sketch({ log })).toEqual([
    'human: Summary.',
    'human: Read.',
    'ai: thinking Hm.(anthropic) | call Read {}',
    'tool: result read',
  ]);
  expect(session).toEqual({
    agent: 'droid',
    id: 's',
    version: '2',
    title: 'T',
    folder: '/x',
    branches: [],
    subagents: [],
    problems: [{ code: 'unknown-record', place: 'input:9', message: 'Unknown record: type "hologram".' }],
    leftOut: { reminders: 1, 'repeated records': 1 },
  });
});
