/** Files that Continue's program 1.5.47 wrote. */
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

test('two calls at once', async () => {
  const { log, ...session } = await readSession(join(fixtures, 'continue', 'two-calls.json'));
  expect(sketch({ log })).toEqual([
    'human: conv:CN01 [[calls:2 tool=Read args={"filepath":"/home/user/p',
    'ai: call Read {"filepath":"/home/user/projects/continue/a1.txt"} | call Read {"filepath":"/home/user/projects/continue/a2.txt"}',
    'tool: result Content of /home/user/projects/continue/a1.txt:\nfile a1 NONC | result Content of /home/user/projects/continue/a2.txt:\nfile a2 NONC',
    'ai: done',
  ]);
  expect(session).toEqual({
    agent: 'continue',
    id: '9370b573-e6a0-45b4-8ff2-981a8e12785d',
    title: 'conv:CN01 [[calls:2 tool=Read args={"filepath":"/home/user/projects/continue/a{…',
    folder: '/home/user/projects/continue',
    branches: [],
    subagents: [],
    problems: [],
    leftOut: {},
  });
});

test('thinking, a result in a separate message, a cancelled call, a summary', async () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'Read', arguments: '{}' } });
  const history = [
    { message: { role: 'user', content: 'Old.' }, contextItems: [{ name: 'a.txt', content: 'attached' }] },
    { message: { role: 'assistant', content: 'Old answer.' }, conversationSummary: 'Summary.' },
    {
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'Go on.' },
          { type: 'imageUrl', imageUrl: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    },
    { message: { role: 'thinking', content: 'Hm.', signature: 'sig' } },
    {
      message: {
        role: 'assistant',
        content: '',
        toolCalls: [call('a'), call('b')],
        usage: { model: 'claude-opus-4-6' },
      },
      toolCallStates: [{ toolCallId: 'b', status: 'canceled' }],
    },
    { message: { role: 'tool', toolCallId: 'a', content: 'read' } },
    { message: { role: 'oracle', content: '?' } },
  ];
  const document = JSON.stringify({ sessionId: 's', title: 'T', workspaceDirectory: 'file:///x', history });
  const session = await readSession({ bytes: [Buffer.from(document)], name: 's.json' });
  expect(sketch(session)).toEqual([
    'human: Summary.',
    'human: Go on. | media',
    'ai: thinking Hm.(anthropic) | call Read {} | call Read {}',
    'tool: result read',
    'tool: closed cancelled',
  ]);
  expect(session.problems).toEqual([
    { code: 'unknown-record', place: 's.json:1 history.6', message: 'Unknown record: role "oracle".' },
  ]);
});
