/** Every kind of record is shown somewhere in the inspector. These are the notes for each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore, type SessionRecord } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { root } from '../../../../test/architecture/repository.ts';
import { recordNote } from '../../src/inspect/record-note.ts';
import { rowsOf } from '../../src/inspect/rows.ts';
import { sessionDocument } from '../../src/inspect/session-document.ts';

type Kind = SessionRecord['kind'];
type Sample<Of extends Kind> = readonly (readonly [Extract<SessionRecord, { kind: Of }>, string | undefined])[];

const content = { speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] } as const;
const rule = { tool: 'run_command', pattern: 'npm *', verdict: 'allow' } as const;
const kept = { kind: 'files-kept', by: 'call', files: [] } as const;

/** Undefined: the record is shown by rows, call states or costs. */
const samples: { readonly [Of in Kind]: Sample<Of> } = {
  setup: [
    [
      { kind: 'setup', system: 'Be brief.', tools: ['a', 'b'] },
      'A system prompt of 9 characters; 2 tools: a, b.\n\nBe brief.',
    ],
    [{ kind: 'setup', system: '', tools: [] }, 'No system prompt; 0 tools.'],
  ],
  'turn-start': [
    [{ kind: 'turn-start', turnId: 't' }, undefined],
    [{ kind: 'turn-start', turnId: 'u', continues: 't' }, 'Another turn continues it with the next target.'],
  ],
  'turn-end': [
    [{ kind: 'turn-end', turnId: 't', outcome: 'done' }, undefined],
    [{ kind: 'turn-end', turnId: 't', outcome: 'limit' }, 'The turn ended: limit.'],
    [{ kind: 'turn-end', turnId: 't', outcome: 'moved' }, 'The turn ended because its target failed.'],
  ],
  content: [[{ kind: 'content', content }, undefined]],
  'text-queued': [[{ kind: 'text-queued', number: 7, text: 'and then' }, 'A message waits to be sent:\nand then']],
  'text-withdrawn': [
    [{ kind: 'text-withdrawn', number: 3 }, 'A message was withdrawn before it was sent:\nnever mind'],
    [{ kind: 'text-withdrawn', number: 9 }, 'A message was withdrawn before it was sent:'],
  ],
  todos: [
    [
      {
        kind: 'todos',
        items: [
          { text: 'look', state: 'done' },
          { text: 'think', state: 'doing' },
          { text: 'write', state: 'open' },
        ],
      },
      'To-do list:\n[x] look\n[~] think\n[ ] write',
    ],
    [{ kind: 'todos', items: [] }, 'The to-do list is empty.'],
  ],
  'instructions-given': [
    [
      { kind: 'instructions-given', paths: ['/w/a/AGENTS.md'] },
      'Instructions given with the result of a call: /w/a/AGENTS.md',
    ],
  ],
  'job-start': [
    [
      { kind: 'job-start', number: 1, command: 'npm run dev', callId: 'c', at: 5 },
      'Background command 1 started: npm run dev',
    ],
  ],
  'job-end': [
    [
      { kind: 'job-end', number: 1, outcome: { state: 'exited', code: 2 }, at: 6, output: 'no port' },
      'Background command 1 ended with exit code 2.\nno port',
    ],
    [
      { kind: 'job-end', number: 2, outcome: { state: 'stopped', by: 'model' }, at: 6 },
      'Background command 2 was stopped by the model.',
    ],
    [
      { kind: 'job-end', number: 3, outcome: { state: 'lost' }, at: 6 },
      'Background command 3 ended when the program was killed.',
    ],
  ],
  hook: [
    [
      { kind: 'hook', on: 'before-tool', command: 'check.sh', outcome: 'vetoed', text: 'not today' },
      'Hook before-tool vetoed: check.sh\nnot today',
    ],
    [{ kind: 'hook', on: 'after-turn', command: 'tell.sh', outcome: 'passed' }, 'Hook after-turn passed: tell.sh'],
  ],
  'files-kept': [
    [
      {
        ...kept,
        files: [
          { path: '/w/a', state: null },
          { path: '/w/b', state: { blob: 'x', mode: 420 } },
          { path: '/w/c', state: { unkept: 'too large', size: 1, changedAt: 1 } },
        ],
      },
      'Saved before a call: /w/a (did not exist yet), /w/b, /w/c (not saved: too large).',
    ],
    [
      { ...kept, by: 'rewind', listing: 'l', uncovered: 'a link' },
      'Saved before files were restored: no file, and a list of all files. Not saved: a link.',
    ],
  ],
  'call-start': [[{ kind: 'call-start', id: 'c' }, undefined]],
  'call-end': [[{ kind: 'call-end', id: 'c', outcome: { state: 'complete', result: 'x' } }, undefined]],
  request: [
    [
      {
        ...{ kind: 'request', number: 1, turnId: 't', step: 1, target: 'openai/gpt-4.1' },
        ...{ provider: 'openai', model: 'gpt-4.1', endpoint: 'https://api.openai.com/v1', account: 'key:1' },
        ...{ form: 'whole', because: [], sentAt: 0, endMs: 1, outcome: 'answered' },
      },
      undefined,
    ],
  ],
  usage: [[{ kind: 'usage', usage: { input: 1, output: 1 }, target: 'openai/gpt-4.1' }, undefined]],
  switch: [[{ kind: 'switch', to: 'openai/gpt-4.1' }, 'Switch to openai/gpt-4.1.']],
  effort: [
    [{ kind: 'effort', effort: 'high' }, 'Effort: high.'],
    [{ kind: 'effort', effort: null }, 'Effort: default.'],
  ],
  approval: [[{ kind: 'approval', rule }, 'Remembered: allow run_command(npm *).']],
  'approval-revoked': [[{ kind: 'approval-revoked', rule }, 'No longer remembered: allow run_command(npm *).']],
  compaction: [
    [
      { kind: 'compaction', contents: [content], shortened: [{ id: 'c', result: 'x' }] },
      'Compacted: from here on the history has 1 content. 1 result shortened.',
    ],
  ],
  snapshot: [
    [
      { kind: 'snapshot', contents: [content], ledger: { version: 1, entries: [] }, turns: 1 },
      'Copied from another session: 1 content.',
    ],
  ],
  imported: [
    [
      { kind: 'imported', from: { agent: 'codex', label: 'Codex', id: 'x1' }, contents: [content], current: [] },
      'Imported from Codex: session x1. It had been compacted there: the history has 0 contents.',
    ],
  ],
};

test.each(Object.entries(samples))('%s', (_kind, rows) => {
  const queued = new Map([[3, 'never mind']]);
  for (const [record, told] of rows) expect(recordNote(record, queued)).toBe(told);
});

test('covers every kind of record that the runtime writes', () => {
  const text = readFileSync(join(root, 'packages/runtime/src/store/session-record.ts'), 'utf8');
  const kinds = new Set([...text.matchAll(/readonly kind: '([\w-]+)'/g)].map(([, kind]) => kind));
  expect(new Set(Object.keys(samples))).toEqual(kinds);
});

test('all together: every note is a row, in order, and so is every content', async () => {
  const store = createMemoryStore();
  const log = await store.create({ version: 1, id: 's', workspace: '/w', createdAt: 0, spawnDepth: 0 });
  const all = Object.values(samples).flatMap((rows) => rows.map(([record]): SessionRecord => record));
  for (const record of all) await log.append(record, false);
  const rows = rowsOf(await sessionDocument(store, 's', 'all'));
  const told = Object.values(samples).flatMap((each) => each.flatMap(([, note]) => note ?? []));
  expect(rows.filter(({ kind }) => kind === 'note').length).toBe(told.length);
  expect(rows.filter(({ kind }) => kind === 'user').length).toBe(3);
});
