/** Rollouts that Codex 0.166.0 wrote, prompts cut out. */
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { fixtures, samplesOf, sketch } from '../../samples.ts';

const sampleOf = (part: string): string => {
  const file = samplesOf('codex').find((name) => name.includes(part));
  if (file === undefined) throw new Error(`no sample ${part}`);
  return join(fixtures, file);
};

test('parallel calls, a picture, another model', async () => {
  const session = await readSession(sampleOf('20-57-00'));
  expect(sketch(session)).toEqual([
    'human: conv:CX02 [[calls:3 tool=exec_command args={"cmd":"cat a{i}.',
    'ai: thinking (gw) | call exec_command {"cmd":"cat a1.txt"} | call exec_command {"cmd":"cat a2.txt"} | call exec_command {"cmd":"cat a3.txt"}',
    'tool: result Chunk ID: 6855ca\nWall time: 0.0446 seconds\nProcess exited wi',
    'tool: result Chunk ID: 3d1d44\nWall time: 0.0154 seconds\nProcess exited wi',
    'tool: result Chunk ID: 424dca\nWall time: 0.0303 seconds\nProcess exited wi',
    'ai: thinking (gw) | three',
    'human: conv:CX02 [[calls:1 tool=view_image args={"path":"/home/user',
    'ai: thinking (gw) | call view_image {"path":"/home/user/projects/codex/pic.png"}',
    'tool: result  | media',
    'ai: thinking (gw) | picture',
    'human: conv:CX02 [[calls:1 tool=exec_command args={"cmd":"exit 3"}]',
    'ai: thinking Step 0: I know what to do. 漢(gw) | call exec_command {"cmd":"exit 3"}',
    'tool: result Chunk ID: 5aedaa\nWall time: 0.0000 seconds\nProcess exited wi',
    'ai: thinking Step 1: I know what to do. 漢(gw) | other model',
  ]);
  const answers = session.log.flatMap((entry) =>
    entry.kind === 'content' && entry.content.speaker === 'ai'
      ? [`${entry.content.metadata?.model} ${entry.usage?.input} ${entry.usage?.output}`]
      : [],
  );
  expect(answers).toEqual([
    'gpt-5.5 9554 50',
    'gpt-5.5 9979 13',
    'gpt-5.5 10163 30',
    'gpt-5.5 10373 13',
    'gpt-5.4 17491 23',
    'gpt-5.4 17692 14',
  ]);
});

test('a call that was running at a kill is interrupted, one whose tool broke is lost', async () => {
  expect(sketch(await readSession(sampleOf('21-00-06'))).slice(1, 4)).toEqual([
    'ai: thinking (gw) | call exec_command {"cmd":"cat a1.txt"} | call exec_command {"cmd":"sleep 45"}',
    'tool: result Chunk ID: 85886a\nWall time: 0.0557 seconds\nProcess exited wi',
    'tool: closed interrupted',
  ]);
  expect(sketch(await readSession(sampleOf('20-57-04'))).slice(1)).toEqual([
    'ai: thinking (gw) | call apply_patch {"input":"*** Begin Patch\\n*** Add File: n.txt\\n+hello\\n*** End Patch"}',
    'tool: closed lost',
    'ai: thinking (gw) | patched',
  ]);
});

test('session metadata', async () => {
  const { log: _, ...session } = await readSession(sampleOf('21-00-13'));
  expect(session).toEqual({
    agent: 'codex',
    id: '01a1e102-b550-7072-aec1-33df264f9b82',
    version: '0.166.0',
    title: 'conv:CX07 [[fault:400 x3]] [[say:x]]',
    folder: '/home/user/projects/codex',
    branches: [],
    subagents: [],
    problems: [],
    leftOut: { instructions: 1, 'notes about the environment': 1 },
  });
});
