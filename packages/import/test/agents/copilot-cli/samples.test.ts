/** Files that Copilot CLI 1.0.102 wrote, its prompts and measurements cut out. */
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

const sampleAt = (id: string): string => join(fixtures, 'copilot-cli', id, 'events.jsonl');

test('a picture, a failing command, a change of provider', async () => {
  const { log, ...session } = await readSession(sampleAt('b703ec2a-7de4-495d-ab92-8a9f1bcf2a13'));
  expect(sketch({ log })).toEqual([
    'human: conv:GH04 [[calls:1 tool=view args={"path":"/home/user/proje',
    'ai: thinking Step 0: I know what to do. 漢(anthropic) | call view {"path":"/home/user/projects/copilot/pic.png"}',
    'tool: result Viewed image file successfully. | media',
    'ai: thinking Step 1: I know what to do. 漢(anthropic) | picture',
    'human: conv:GH04 [[calls:1 tool=bash args={"command":"exit 3","desc',
    'ai: thinking Step 0: I know what to do. 漢(anthropic) | call bash {"command":"exit 3","description":"x"}',
    'tool: result \n<shellId: 0 completed with exit code 3>',
    'ai: thinking Step 1: I know what to do. 漢(anthropic) | error',
    'human: conv:GH04 [[calls:1 tool=bash args={"command":"echo hi","des',
    'ai: call bash {"command":"echo hi","description":"x"}',
    'tool: result hi\n<shellId: 0 completed with exit code 0>',
    'ai: switched',
  ]);
  expect(session).toMatchObject({
    agent: 'copilot-cli',
    id: 'b703ec2a-7de4-495d-ab92-8a9f1bcf2a13',
    version: '1.0.102',
    folder: '/home/user/projects/copilot',
    branches: [],
    subagents: [],
    problems: [],
  });
});

test('keeps encrypted Responses reasoning with its item', async () => {
  const { log } = await readSession(sampleAt('26381478-cf27-4c59-959d-8b8d0384cec7'));
  const answer = log.find((entry) => entry.kind === 'content' && entry.content.speaker === 'ai');
  expect(answer).toMatchObject({
    content: {
      blocks: [
        {
          type: 'thinking',
          seal: {
            provider: 'openai',
            model: 'gpt-5.5',
            field: 'encrypted_content',
            item: expect.stringMatching(/^rs_/),
          },
        },
        {},
        {},
      ],
    },
  });
});

test('a subagent’s events are a separate session', async () => {
  const session = await readSession(sampleAt('48d116d8-b5b2-46db-95f8-c7cd44bb29ba'));
  expect(sketch(session)).toHaveLength(4);
  expect(session.subagents.map(({ id, session: own }) => [id, own?.parent, own && sketch(own)])).toEqual([
    [
      'f462f755-92ea-470c-9e33-b5c7637af911',
      '48d116d8-b5b2-46db-95f8-c7cd44bb29ba',
      ['human: conv:GHS1 [[say:sub]]', 'ai: thinking Step 0: I know what to do. 漢(anthropic) | sub'],
    ],
  ]);
});

test('a compaction, an abort, and an unknown event', async () => {
  const event = (type: string, data: JsonObject): JsonObject => ({ type, data });
  const lines = [
    event('session.start', { sessionId: 's', version: 1 }),
    event('user.message', { content: 'Old.' }),
    event('assistant.message', { model: 'gpt-5.5', content: 'Old answer.' }),
    event('session.compaction_complete', { success: true, summaryContent: 'Summary.' }),
    event('user.message', { content: 'Go on.' }),
    event('assistant.message', {
      model: 'gpt-5.5',
      content: '',
      toolRequests: [{ toolCallId: 'c', name: 'bash', arguments: {} }],
    }),
    event('abort', { reason: 'user' }),
    event('hologram.shown', {}),
  ];
  const session = await readSession({ bytes: [Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))] });
  expect(sketch(session)).toEqual(['human: Summary.', 'human: Go on.', 'ai: call bash {}', 'tool: closed cancelled']);
  expect(session.problems).toEqual([
    { code: 'unknown-record', place: 'input:8', message: 'Unknown record: type "hologram.shown".' },
  ]);
});
