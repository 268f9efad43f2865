/** Files that pi 0.87.1 wrote, its prompts cut out, and entries that only other providers and versions have. */
import { join } from 'node:path';
import { currentContents, readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { fixtures, sketch } from '../../samples.ts';

const sampleAt = (name: string): string => join(fixtures, 'pi', name);

test('a picture, and thinking with its signature', async () => {
  const { log, ...session } = await readSession(sampleAt('picture.jsonl'));
  expect(sketch({ log })).toEqual([
    'human: <file name="/home/user/projects/pi/pic.png"></file>\nconv:PI0 | media',
    'ai: thinking Step 0: I know what to do. 漢(gwa) | attached',
  ]);
  expect(session).toEqual({
    agent: 'pi',
    id: '01a1e10a-fb7f-7035-8405-d0ac532fd4ef',
    version: '3',
    title: 'conv:PI08 @pic.png [[say:attached]]',
    folder: '/home/user/projects/pi',
    branches: [],
    subagents: [],
    problems: [],
    leftOut: { 'prompts of the program': 1 },
  });
});

test('drops a failed answer', async () => {
  const session = await readSession(sampleAt('api-error.jsonl'));
  expect(sketch(session)).toEqual(['human: conv:PI06 [[fault:400 x2]] [[say:x]]']);
  expect(session.leftOut).toEqual({ 'prompts of the program': 1, 'answers that failed': 1 });
});

const header = { type: 'session', version: 3, id: 's', timestamp: '2026-11-15T21:00:00.000Z', cwd: '/x' };

function read(...entries: readonly JsonObject[]): ReturnType<typeof readSession> {
  const linked = entries.map((entry, at) => ({ id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}`, ...entry }));
  const lines = [header, ...linked].map((line) => `${JSON.stringify(line)}\n`).join('');
  return readSession({ bytes: [Buffer.from(lines)] });
}

const user = (text: string): JsonObject => ({ type: 'message', message: { role: 'user', content: text } });

function answer(api: string, ...content: readonly JsonObject[]): JsonObject {
  return { type: 'message', message: { role: 'assistant', api, provider: 'p', model: 'm', content } };
}

describe('keeps signatures in the form of their API', () => {
  const item = JSON.stringify({ id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' });
  const from = { provider: 'p', model: 'm' };
  test.each([
    [
      'anthropic-messages',
      { type: 'thinking', thinking: 't', thinkingSignature: 's' },
      { ...from, protocol: 'anthropic-messages', field: 'signature', value: 's' },
    ],
    [
      'anthropic-messages',
      { type: 'thinking', thinking: '[redacted]', thinkingSignature: 's', redacted: true },
      { ...from, protocol: 'anthropic-messages', field: 'redacted_thinking', value: 's' },
    ],
    [
      'openai-responses',
      { type: 'thinking', thinking: 't', thinkingSignature: item },
      { ...from, protocol: 'openai-responses', field: 'encrypted_content', value: 'sealed', item: 'rs_1' },
    ],
    [
      'openai-responses',
      { type: 'text', text: 't', textSignature: 'msg_1' },
      { ...from, protocol: 'openai-responses', field: 'message', value: '', item: 'msg_1' },
    ],
    [
      'google-generative-ai',
      { type: 'thinking', thinking: 't', thinkingSignature: 's' },
      { ...from, protocol: 'gemini', field: 'thoughtSignature', value: 's' },
    ],
    [
      'openai-completions',
      { type: 'thinking', thinking: 't', thinkingSignature: 'reasoning_content' },
      { ...from, protocol: 'openai-chat', field: 'reasoning_content', value: 't' },
    ],
  ])('%s', async (api, block, seal) => {
    const [, content] = currentContents(await read(user('Go.'), answer(api, block)));
    expect(content?.blocks[0]?.seal).toEqual(seal);
  });
});

test('a Responses call has two ids, and its result finds it', async () => {
  const call = { type: 'toolCall', id: 'call_1|fc_1', name: 'read', arguments: {} };
  const result = {
    role: 'toolResult',
    toolCallId: 'call_1|fc_1',
    toolName: 'read',
    content: [{ type: 'text', text: 'done' }],
  };
  const session = await read(user('Go.'), answer('openai-responses', call), { type: 'message', message: result });
  expect(sketch(session)).toEqual(['human: Go.', 'ai: call read {}', 'tool: result done']);
});

test('user commands, branch summaries and context edits', async () => {
  const command = { role: 'bashExecution', command: 'ls', output: 'a.txt', exitCode: 0 };
  const session = await read(
    user('First.'),
    { type: 'message', message: command },
    { type: 'message', message: { ...command, excludeFromContext: true } },
    { type: 'branch_summary', fromId: 'e9', summary: 'Tried A.' },
    { type: 'context_edit', targetId: 'e0', replacement: 'Changed.' },
  );
  expect(sketch(session)).toEqual(['human: Changed.', 'human: I ran `ls`:\n\n```\na.txt\n```', 'human: Tried A.']);
  expect(session.leftOut).toEqual({ 'local commands': 1 });
});

test('version 1 has no ids: entries follow one another', async () => {
  const lines = [{ ...header, version: 1 }, user('One.'), answer('anthropic-messages', { type: 'text', text: 'Two.' })];
  const session = await readSession({
    bytes: [Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))],
  });
  expect(sketch(session)).toEqual(['human: One.', 'ai: Two.']);
});

test('reports undocumented entries with their place', async () => {
  const session = await read(user('Go.'), { type: 'hologram' }, { type: 'message', message: { role: 'oracle' } });
  expect(session.problems).toEqual([
    { code: 'unknown-record', place: 'input:3', message: 'Unknown record: type "hologram".' },
    { code: 'unknown-record', place: 'input:4', message: 'Unknown record: message of "oracle".' },
  ]);
});
