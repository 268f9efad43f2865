/** Files that Gemini CLI 0.61.0 wrote, its notes about the environment shortened. */
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import { describe, expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

const sampleAt = (name: string): string => join(fixtures, 'gemini-cli', name);

const threeCalls = [
  'human: conv:GM02 [[calls:3 tool=read_file args={"file_path":"a{i}.t',
  'ai: thinking Step 0: I know what to d | thinking o. 漢 | call read_file {"file_path":"a1.txt"} | call read_file {"file_path":"a2.txt"} | call read_file {"file_path":"a3.txt"}',
  'tool: result file a1 NONCE-G001\n | result file a2 NONCE-G002\n | result file a3 NONCE-G003\n',
  'ai: thinking Step 3: I know what to d | thinking o. 漢 | three',
];

describe('conversations', () => {
  test('a resumed session that Gemini CLI itself cannot continue: reads results once, rejected questions are branches', async () => {
    const session = await readSession(sampleAt('resumed-and-refused.jsonl'));
    expect(sketch(session)).toEqual(threeCalls);
    expect(session.branches).toEqual([
      {
        id: '0bc83c00-c57e-45fa-83fd-3dea5b755699',
        title: 'conv:GM02 [[calls:1 tool=read_file args={"file_path":"pic.png"}]] then [[say:pi…',
        records: 1,
        time: Date.parse('2026-11-15T21:02:45.054Z'),
      },
      {
        id: 'cacbbf34-4dea-4de9-beb0-1465d30471e7',
        title: 'conv:GM02 [[calls:1 tool=run_shell_command args={"command":"exit 3"}]] then [[s…',
        records: 1,
        time: Date.parse('2026-11-15T21:02:50.986Z'),
      },
    ]);
  });

  test('reads a withdrawn question as a branch', async () => {
    const branch = 'cacbbf34-4dea-4de9-beb0-1465d30471e7';
    expect(sketch(await readSession(sampleAt('resumed-and-refused.jsonl'), { branch }))).toEqual([
      ...threeCalls,
      'human: conv:GM02 [[calls:1 tool=run_shell_command args={"command":"',
    ]);
  });

  test('session metadata', async () => {
    const { log, ...session } = await readSession(sampleAt('one-call.jsonl'));
    expect(session).toEqual({
      agent: 'gemini-cli',
      id: '6a181ade-3eab-4fa4-9c1f-7bc045c3fc3c',
      title: 'conv:GM01 [[calls:1 tool=read_file args={"file_path":"a1.txt"}]] then [[say:don…',
      folder: '/home/user/projects/gemini',
      branches: [],
      subagents: [],
      problems: [],
      leftOut: { 'notes about the environment': 1, 'repeated results': 1 },
    });
    expect(log.at(-1)).toMatchObject({
      place: 'one-call.jsonl:10',
      usage: { input: 10_291, output: 12, reasoning: 8 },
      content: { speaker: 'ai', metadata: { provider: 'google', model: 'gemini-3.1-pro-preview' } },
    });
  });

  test('links a subagent to the call that started it', async () => {
    const { subagents, log } = await readSession(sampleAt('subagent.jsonl'));
    const calls = log
      .flatMap((entry) => (entry.kind === 'content' ? entry.content.blocks : []))
      .filter(({ type }) => type === 'tool_call');
    expect(subagents).toEqual([
      { id: '2c836188-f4b6-491c-b48b-3f0442b2a77c', callId: calls.map((call) => 'id' in call && call.id)[0] },
    ]);
  });
});

test('a session of 0.39 and earlier is one document, a checkpoint a list of contents', async () => {
  const question = { role: 'user', parts: [{ text: 'How many?' }] };
  const answer = { role: 'model', parts: [{ text: 'Two.' }] };
  const legacy = {
    sessionId: 's',
    projectHash: 'p',
    messages: [
      { id: '1', type: 'user', content: 'How many?' },
      { id: '2', type: 'gemini', content: 'Two.' },
    ],
  };
  for (const document of [legacy, [question, answer], { history: [question, answer], authType: 'gemini-api-key' }]) {
    const session = await readSession({ bytes: [Buffer.from(JSON.stringify(document))], name: 'session.json' });
    expect([session.agent, ...sketch(session)]).toEqual(['gemini-cli', 'human: How many?', 'ai: Two.']);
  }
});
