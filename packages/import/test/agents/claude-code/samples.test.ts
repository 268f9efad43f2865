/** Files that Claude Code 2.1.325 wrote, long texts and prompts cut out. */
import { join } from 'node:path';
import { currentContents, readSession, verifySession } from '@interlock/import';
import { describe, expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

const sampleAt = (name: string): string => join(fixtures, 'claude-code', name);

describe('conversations', () => {
  test('parallel calls, a picture, two turns', async () => {
    expect(sketch(await readSession(sampleAt('three-calls-and-a-picture.jsonl')))).toEqual([
      'human: conv:CC02 [[calls:3 tool=Read args={"file_path":"/home/user/',
      'ai: thinking (anthropic) | call Read {"file_path":"/home/user/projects/cc/a1.txt"} | call Read {"file_path":"/home/user/projects/cc/a2.txt"} | call Read {"file_path":"/home/user/projects/cc/a3.txt"}',
      'tool: result 1\tfile a1 NONCE-0001\n2\t',
      'tool: result 1\tfile a2 NONCE-0002\n2\t',
      'tool: result 1\tfile a3 NONCE-0003\n2\t',
      'ai: thinking (anthropic) | three read Read#a4f3037e(NONCE-0001) Read#13210088(NONCE-000',
      'human: conv:CC02 [[calls:1 tool=Read args={"file_path":"/home/user/',
      'ai: thinking (anthropic) | call Read {"file_path":"/home/user/projects/cc/pic.png"}',
      'tool: result  | media',
      'ai: thinking (anthropic) | picture seen',
    ]);
  });

  test('a failed call', async () => {
    expect(sketch(await readSession(sampleAt('failed-call.jsonl')))).toEqual([
      'human: conv:CC11 [[calls:1 tool=Bash args={"command":"sleep 60"}]] ',
      'ai: thinking (anthropic) | call Bash {"command":"sleep 60"}',
      'tool: error <tool_use_error>Blocked: standalone sleep 60. To wait for a ',
      'ai: thinking (anthropic) | x',
    ]);
  });

  test('session metadata', async () => {
    const { log, ...session } = await readSession(sampleAt('api-error.jsonl'));
    expect(session).toEqual({
      agent: 'claude-code',
      id: '4343d348-706c-4dd5-b951-d232fc5c6b0c',
      version: '2.1.325',
      title: 'conv:CC13 [[fault:400 x3]] [[say:x]]',
      folder: '/home/user/projects/cc',
      branches: [],
      subagents: [],
      problems: [],
      leftOut: { 'notes about the environment': 9, 'notes of the program': 3 },
    });
    expect(log.at(-1)).toMatchObject({
      kind: 'content',
      place: 'api-error.jsonl:28',
      usage: { output: 12, reasoning: 0 },
      content: { speaker: 'ai', metadata: { provider: 'anthropic', model: 'claude-opus-5-5' } },
    });
  });

  test('a subagent’s own file is a session with a parent', async () => {
    const session = await readSession(sampleAt('subagent/agent-adf9353c3a428f59e.jsonl'));
    expect([session.id, session.parent]).toEqual(['adf9353c3a428f59e', 'efbde205-78ab-45cc-8587-75f9b8c616c9']);
    expect(currentContents(session)).toHaveLength(4);
  });
});

/** Messages that name the renamed folder cannot match; all others that the records hold do. */
test.each([
  ['api-error.jsonl', { requests: 5, messages: 3, matched: 0, onlyInBlobs: 3, missing: 0 }],
  ['failed-call.jsonl', { requests: 3, messages: 5, matched: 2, onlyInBlobs: 3, missing: 0 }],
  ['one-call.jsonl', { requests: 3, messages: 5, matched: 1, onlyInBlobs: 3, missing: 1 }],
  ['three-calls-and-a-picture.jsonl', { requests: 6, messages: 9, matched: 3, onlyInBlobs: 3, missing: 3 }],
  ['subagent/agent-adf9353c3a428f59e.jsonl', { requests: 3, messages: 6, matched: 1, onlyInBlobs: 4, missing: 1 }],
])('%s has the digests of what was sent', async (name, expected) => {
  const { missing = [], ...counts } = (await verifySession(sampleAt(name))) ?? {};
  expect({ ...counts, missing: missing.length }).toMatchObject(expected);
});
