/** Files that Cline 3.0.65 wrote, its prompts cut out, and tasks as its extension writes them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { fixtures, sketch } from '../../samples.ts';

const sampleAt = (id: string): string => join(fixtures, 'cline', id, `${id}.messages.json`);

describe('sessions', () => {
  test('a result that is a list of answers, with a picture in it', async () => {
    const { log, ...session } = await readSession(sampleAt('1794777083420_j5g4b'));
    expect(sketch({ log })).toEqual([
      'human: conv:CL05 [[calls:1 tool=read_files args={"files":[{"path":"',
      'ai: call read_files {"files":[{"path":"/home/user/projects/cline/pic.png"}]}',
      'tool: result Successfully read image | media',
      'ai: picture',
    ]);
    expect(session).toEqual({
      agent: 'cline',
      id: '1794777083420_j5g4b',
      version: '3.0.65',
      title: 'conv:CL05 [[calls:1 tool=read_files args={"files":[{"path":"/home/user/projects…',
      folder: '/home/user/projects/cline',
      branches: [],
      subagents: [],
      problems: [],
      leftOut: {},
    });
  });

  test('closes a call that was running when Cline was killed', async () => {
    expect(sketch(await readSession(sampleAt('1794777099813_aiq6d'))).slice(1)).toEqual([
      'ai: call run_commands {"commands":["sleep 45"]}',
      'tool: closed interrupted',
    ]);
  });

  test('drops an error written as the model', async () => {
    const session = await readSession(sampleAt('1794775226721_dx1c5'));
    expect(sketch(session)).toHaveLength(1);
    expect(session.leftOut).toEqual({ 'messages that were only shown': 1 });
  });
});

function user(...texts: readonly string[]): JsonObject {
  return { role: 'user', content: texts.map((text) => ({ type: 'text', text })) };
}

const environment = '<environment_details>\n# Current Mode\nACT MODE\n</environment_details>';
const call = { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } };

describe('tasks of the extension', () => {
  test('unwraps the user’s text, and a plain-text result goes to its call', async () => {
    const messages = [
      user('<task>\nFix it.\n</task>', environment),
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Reading.' }, call],
        modelInfo: { modelId: 'gemini-3-pro', providerId: 'gemini' },
      },
      user("[read_file for 'a'] Result:", 'content of a', environment),
      { role: 'assistant', content: [{ type: 'text', text: 'Done.', signature: 'sig' }] },
    ];
    const session = await readSession({
      bytes: [Buffer.from(JSON.stringify(messages))],
      name: 'api_conversation_history.json',
    });
    expect(session.agent).toBe('cline');
    expect(sketch(session)).toEqual([
      'human: Fix it.',
      'ai: Reading. | call read_file {"path":"a"}',
      'tool: result content of a',
      'ai: Done.',
    ]);
    expect(session.leftOut).toEqual({ 'notes about the environment': 2 });
  });

  test('cuts messages that are no longer sent, with results whose calls are gone', async () => {
    const folder = temporaryFolder('cline');
    try {
      const task = join(folder, 'tasks', '1700000000000');
      mkdirSync(task, { recursive: true });
      mkdirSync(join(folder, 'state'));
      const history = [
        user('<task>\nFix it.\n</task>'),
        { role: 'assistant', content: [{ type: 'text', text: 'First.' }] },
        user('Go on.'),
        { role: 'assistant', content: [call] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'read' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Last.' }] },
      ];
      const item = {
        id: '1700000000000',
        task: 'Fix it.',
        conversationHistoryDeletedRange: [2, 3],
        cwdOnTaskInitialization: '/x',
      };
      writeFileSync(join(task, 'api_conversation_history.json'), JSON.stringify(history));
      writeFileSync(join(task, 'ui_messages.json'), JSON.stringify([{ ts: 1_700_000_000_000, type: 'say' }]));
      writeFileSync(join(folder, 'state', 'taskHistory.json'), JSON.stringify([item]));
      const session = await readSession(join(task, 'api_conversation_history.json'));
      expect([session.id, session.title, session.folder]).toEqual(['1700000000000', 'Fix it.', '/x']);
      expect(sketch(session)).toEqual(['human: Fix it.', 'ai: First.', 'ai: Last.']);
      expect(session.log.filter(({ kind }) => kind === 'content')).toHaveLength(6);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
