/** Files that Qwen Code 0.24.4 wrote. */
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { fixtures, sketch } from '../../samples.ts';

const sampleAt = (name: string): string => join(fixtures, 'qwen-code', name);

test('two calls at once, one of which failed', async () => {
  const { log, ...session } = await readSession(sampleAt('failed-call.jsonl'));
  expect(sketch({ log })).toEqual([
    'human: conv:QW05 [[calls:1 tool=read_file args={"file_path":"/home/',
    'ai: call read_file {"file_path":"/home/user/projects/qwen/a1.txt"} | call run_shell_command {"command":"sleep 45","is_background":false}',
    'tool: result file a1 NONCE-Q001\n',
    'tool: error Blocked: standalone sleep 45. Run blocking commands in the b',
    'ai: x',
  ]);
  expect(session).toEqual({
    agent: 'qwen-code',
    id: 'c646374e-4cea-4935-bc37-4ac9c4bbafb8',
    version: '0.24.4',
    title: 'conv:QW05 [[calls:1 tool=read_file args={"file_path":"/home/user/projects/qwen/…',
    folder: '/home/user/projects/qwen',
    branches: [],
    subagents: [],
    problems: [],
    leftOut: { 'notes of the program': 5 },
  });
  expect(log.at(-1)).toMatchObject({ place: 'failed-call.jsonl:10', usage: { input: 20_021, output: 4 } });
});

test('a subagent is a separate session, beside the one that started it', async () => {
  const folder = temporaryFolder('qwen');
  try {
    mkdirSync(join(folder, 'chats'));
    cpSync(sampleAt('subagents'), join(folder, 'subagents'), { recursive: true });
    const file = join(folder, 'chats', 'faefbc88-671b-4021-91ab-1751fc445c18.jsonl');
    copyFileSync(sampleAt('one-call.jsonl'), file);
    const { subagents } = await readSession(file);
    expect(subagents.map(({ id, session }) => [id, session?.parent, session && sketch(session)])).toEqual([
      [
        'general-purpose-call_d25lijgH3Lltx26As9crdprm',
        '22c1e212-e238-4043-91b1-741a69bbb4d8',
        ['human: conv:QS01 [[say:sub]]', 'ai: sub'],
      ],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
