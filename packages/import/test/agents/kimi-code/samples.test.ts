/** A session that Kimi Code 2.1.0 wrote, its prompts cut out, and journals of what it did not show. */
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

test('a session with a subagent', async () => {
  const id = 'session_e2e33443-2937-41bb-87bb-4a2dae7f049d';
  const { log, subagents, ...session } = await readSession(join(fixtures, 'kimi-code', id, 'agents/main/wire.jsonl'));
  expect(sketch({ log })).toEqual([
    'human: conv:KI04 [[calls:1 tool=Agent args={"description":"look","p',
    'ai: thinking Step 0: I know what to do. 漢(anthropic) | call Agent {"description":"look","prompt":"conv:KIS1 [[say:sub]]","subagent_type":"coder"}',
    'tool: result agent_id: agent-0\nactual_subagent_type: coder\nstatus: comple',
    'ai: thinking Step 1: I know what to do. 漢(anthropic) | agent',
  ]);
  expect(session).toEqual({
    agent: 'kimi-code',
    id,
    version: '1.5',
    title: 'conv:KI04 [[calls:1 tool=Agent args={"description":"look","prompt":"conv:KIS1 […',
    folder: '/home/user/projects/kimi',
    branches: [],
    problems: [],
    leftOut: { reminders: 2 },
  });
  expect(subagents.map(({ id: agent, session: own }) => [agent, own?.parent, own && sketch(own)])).toEqual([
    ['agent-0', id, ['human: conv:KIS1 [[say:sub]]', 'ai: thinking Step 0: I know what to do. 漢(anthropic) | sub']],
  ]);
});

function read(records: readonly JsonObject[], branch?: string): ReturnType<typeof readSession> {
  const lines = [{ type: 'metadata', protocol_version: '1.5' }, ...records].map((line) => JSON.stringify(line));
  return readSession({ bytes: [Buffer.from(lines.join('\n'))] }, branch === undefined ? {} : { branch });
}

const user = (text: string): JsonObject => ({
  type: 'context.append_message',
  message: { role: 'user', content: [{ type: 'text', text }], origin: { kind: 'user' } },
});

const loop = (event: JsonObject): JsonObject => ({ type: 'context.append_loop_event', event });

/** A step that calls a tool under the same id as every other one. */
function step(uuid: string, output: string): readonly JsonObject[] {
  return [
    loop({ type: 'step.begin', uuid }),
    loop({ type: 'tool.call', stepUuid: uuid, toolCallId: 'functions.Read:0', name: 'Read', args: { uuid } }),
    loop({ type: 'tool.result', toolCallId: 'functions.Read:0', result: { output } }),
    loop({ type: 'step.end', uuid }),
  ];
}

test('ids that repeat across turns: each result stays with its call', async () => {
  const session = await read([user('One.'), ...step('a', 'first'), user('Two.'), ...step('b', 'second')]);
  expect(sketch(session)).toEqual([
    'human: One.',
    'ai: call Read {"uuid":"a"}',
    'tool: result first',
    'human: Two.',
    'ai: call Read {"uuid":"b"}',
    'tool: result second',
  ]);
});

test('undone turns are a branch, and a compaction keeps the last questions', async () => {
  const records = [
    user('One.'),
    { type: 'context.apply_compaction', summary: 'Summary.', keptUserMessageCount: 1 },
    user('Two.'),
    ...step('a', 'first'),
    { type: 'context.undo', count: 1 },
    user('Three.'),
  ];
  const session = await read(records);
  expect(sketch(session)).toEqual(['human: Summary.', 'human: One.', 'human: Three.']);
  expect(session.branches).toEqual([{ id: 'line-5', title: 'Two.', records: 2 }]);
  expect(sketch(await read(records, 'line-5'))).toEqual([
    'human: Summary.',
    'human: One.',
    'human: Two.',
    'ai: call Read {"uuid":"a"}',
    'tool: result first',
  ]);
});
